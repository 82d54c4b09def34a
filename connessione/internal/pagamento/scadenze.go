package pagamento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/connessione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
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
func Termini(v *verbale.Verbale, p verbale.Posizione, oggi calendario.Giorno) ([]Termine, error) {
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
func destinatario(v *verbale.Verbale, p verbale.Posizione) cds.Destinatario {
	return cds.Destinatario{
		Violazioni: violazioni(v),
		Punti:      conPunti(v),
		Obbligato:  p.Titolo == "OBBLIGATO",
		Estero:     p.Soggetto != nil && p.Soggetto.Nazione != "" && p.Soggetto.Nazione != "IT",
	}
}

func conPunti(v *verbale.Verbale) bool {
	for _, x := range v.Violazioni {
		if x.Punti > 0 {
			return true
		}
	}
	return false
}
