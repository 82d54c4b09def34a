package ricerca

import "context"

// Service searches within the tenant of the context.
type Service struct{ Store Store }

// Ricerca gives one page. Errors name the member of the request at fault.
func (s Service) Ricerca(ctx context.Context, r Richiesta) (Pagina, error) {
	if err := r.normalizza(); err != nil {
		return Pagina{}, err
	}
	q, err := componi(r)
	if err != nil {
		return Pagina{}, err
	}
	elementi, err := s.Store.Cerca(ctx, q)
	if err != nil {
		return Pagina{}, err
	}
	pagina := Pagina{Elementi: elementi}
	if len(elementi) > r.Dimensione { // one more was asked for, to know whether there is a next page
		pagina.Elementi = elementi[:r.Dimensione]
		pagina.Cursore = dopo(pagina.Elementi[r.Dimensione-1], ordineDi(r.Ordina)).String()
	}
	return pagina, nil
}
