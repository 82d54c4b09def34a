package tabella

import (
	"context"
	"net/url"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Code is what the tables want of administrators: from thirty days before the amounts of some rows are confirmed no more,
// those rows (art. 195 c. 3 CdS: a decree, or a law that puts it off, comes in December).
func (s *Servizio) Code(ctx context.Context) ([]pagine.Coda, error) {
	entro := s.Oggi().AddDays(sanzione.GiorniDiPreavviso)
	righe, err := s.daConfermare(ctx, entro)
	if err != nil || len(righe) == 0 {
		return nil, err
	}
	// The list keeps showing the same rows while the page is open past midnight: it goes by the last day of the notice.
	q := url.Values{"importiCertiEntro": {entro.String()}}
	return []pagine.Coda{{Nome: "Righe della tabella delle violazioni con importi da confermare", Indirizzo: IndirizzoDi(Violazioni) + "?" + q.Encode(),
		Quanti: len(righe), Entro: righe[0].Orizzonte}}, nil
}

// daConfermare are the rows of the present table whose amounts are confirmed until a day that does not come after entro.
func (s *Servizio) daConfermare(ctx context.Context, entro calendario.Giorno) ([]sanzione.Sanzione, error) {
	stato, err := s.Store.Stato(ctx, Quale{Nome: Violazioni})
	if err != nil || stato.Versione == 0 {
		return nil, err
	}
	c, err := s.contenuto(ctx, Quale{Nome: Violazioni}, stato.Versione)
	if err != nil {
		return nil, err
	}
	return c.violazioni.DaConfermare(s.Oggi(), entro), nil
}

// certeEntro are the keys of the rows that a list means by a last certain day; nil where it asks for none.
func (s *Servizio) certeEntro(ctx context.Context, q Quale, giorno string) ([]string, error) {
	if giorno == "" || q.conservata().Nome != Violazioni {
		return nil, nil
	}
	entro, err := calendario.Parse(giorno)
	if err != nil {
		return nil, problem.CampoNonValido("importiCertiEntro", "una data AAAA-MM-GG")
	}
	righe, err := s.daConfermare(ctx, entro)
	chiavi := make([]string, 0, len(righe)) // none is no row, nil would be all
	for _, r := range righe {
		chiavi = append(chiavi, r.Chiave())
	}
	return chiavi, err
}

// Indirizzo of the list; a table is below it, by name.
const Indirizzo = pagine.Base + "tabelle"

// IndirizzoDi is the address of a table.
func IndirizzoDi(nome string) string { return Indirizzo + "/" + nome }
