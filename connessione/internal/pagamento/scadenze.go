package pagamento

import (
	"fmt"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Termine is a deadline of an addressee. Entro exists once service has a date; before, Decorrenza and
// Giorni say the rule.
type Termine struct {
	Tipo        cds.TipoScadenza   `json:"tipo"`
	Entro       *calendario.Giorno `json:"entro,omitempty"`
	Decorrenza  string             `json:"decorrenza,omitempty"`
	Giorni      int                `json:"giorni,omitempty"`
	Spiegazione []cds.Passo        `json:"spiegazione"`
	Avvertenze  []string           `json:"avvertenze"`
	Trascorso   bool               `json:"-"` // on the day asked
}

// Termini are the deadlines that run for a position from its service, those that its fine admits.
func Termini(v *lettura.Verbale, p lettura.Posizione, oggi calendario.Giorno) ([]Termine, error) {
	termini := []Termine{}
	for _, tipo := range destinatario(v, p).Termini() {
		t := Termine{Tipo: tipo, Spiegazione: []cds.Passo{}, Avvertenze: []string{}}
		if p.GiornoZero.IsZero() {
			t.Decorrenza, t.Giorni = DaNotifica, tipo.Giorni()
		} else {
			e, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: tipo, Decorrenza: p.GiornoZero})
			if err != nil {
				return nil, fmt.Errorf("pagamento: %w", err)
			}
			t.Entro, t.Spiegazione, t.Avvertenze = &e.Scadenza, e.Spiegazione, e.Avvertenze
			t.Trascorso = oggi.After(e.Scadenza)
		}
		termini = append(termini, t)
	}
	return termini, nil
}

// destinatario is what the deadlines of the position depend on.
func destinatario(v *lettura.Verbale, p lettura.Posizione) cds.Destinatario {
	return cds.Destinatario{
		Violazioni: debito.Violazioni(v.Violazioni),
		Punti:      slices.ContainsFunc(v.Violazioni, func(x lettura.Violazione) bool { return x.Punti > 0 }),
		Obbligato:  p.Titolo == verbale.Obbligato,
		Estero:     p.Soggetto != nil && p.Soggetto.Estero() != "",
	}
}
