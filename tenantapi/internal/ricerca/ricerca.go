package ricerca

import "context"

// Service searches within the tenant of the context.
type Service struct{ Store *Store }

// Pagina gives one page, as JSON. Errors name the member of the request at fault; 403 RISERVATO beyond so many pages
// (zero: there is no bound); 429 when too many wait already. Libera follows.
func (s Service) Pagina(ctx context.Context, r *Richiesta, alPiu int) (Pagina, error) {
	if err := r.normalizza(); err != nil {
		return Pagina{}, err
	}
	da, err := s.inizio(ctx, r)
	if err != nil {
		return Pagina{}, err
	}
	quale := uint32(1)
	if da != nil {
		quale = da.pagina
	}
	if alPiu > 0 && int64(quale) > int64(alPiu) {
		return Pagina{Quale: quale}, riservato()
	}
	p, err := s.Store.cerca(ctx, componi(r, da, *r.Dimensione+1), formaPagina())
	if p.Quale = quale; err != nil {
		return p, err
	}
	p.ultimo.pagina = quale + 1
	p.Testo = append(p.Testo, ']')
	if p.altre {
		firma, err := s.Store.sigillo(ctx, r)
		if err != nil {
			return p, err
		}
		p.Testo = append(append(append(p.Testo, `,"cursore":"`...), firma.scrivi(p.ultimo)...), '"')
	}
	p.Testo = append(p.Testo, "}\n"...)
	return p, nil
}

// Libera gives the memory of a page back, once it has been sent.
func (s Service) Libera(p Pagina) { s.Store.libera(p) }

// inizio is the place after which the search begins; nil: from the first.
func (s Service) inizio(ctx context.Context, r *Richiesta) (*posto, error) {
	if r.Cursore == "" {
		return nil, nil //nolint:nilnil // no place is the beginning
	}
	firma, err := s.Store.sigillo(ctx, r)
	if err != nil {
		return nil, err
	}
	da, err := firma.leggi(r.Cursore)
	return &da, err
}

// aVolta is how many fines of a stream are read at a time.
const aVolta = 2000

// Flusso hands over all that is found, a piece at a time, in the form of a stream. Each piece is a page of
// its own: a fine inserted or changed meanwhile may or may not be there, but no fine is there twice, and
// no connection is held while the caller reads. It gives how many fines were handed over, also with an
// error. Before the first piece an error names the member of the request at fault, or is 429 when too
// many wait already.
func (s Service) Flusso(ctx context.Context, r *Richiesta, f forma, consegna func([]byte) error) (righe int, err error) {
	if err := r.normalizza(); err != nil {
		return 0, err
	}
	da, err := s.inizio(ctx, r)
	if err != nil {
		return 0, err
	}
	for altre := true; altre; {
		p, err := s.Store.cerca(ctx, componi(r, da, aVolta+1).lenta(righe > 0), f)
		if err != nil {
			return righe, err
		}
		err = consegna(p.Testo)
		s.Store.libera(p)
		if err != nil {
			return righe, err
		}
		righe += p.Righe
		f.testa, da, altre = "", &p.ultimo, p.altre
	}
	return righe, nil
}
