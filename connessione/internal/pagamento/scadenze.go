package pagamento

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/connessione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/debito"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// sogliaRate is the sanction above which instalments may be asked for (art. 202-bis c. 1 CdS).
const sogliaRate importo.Cent = 200_00

// Termine is a deadline of an addressee. Entro exists once service has a date; before, Decorrenza and
// Giorni say the rule.
type Termine struct {
	Tipo        cds.TipoScadenza   `json:"tipo"`
	Entro       *calendario.Giorno `json:"entro,omitempty"`
	Decorrenza  string             `json:"decorrenza,omitempty"`
	Giorni      int                `json:"giorni,omitempty"`
	Spiegazione []cds.Passo        `json:"spiegazione"`
	Avvertenze  []string           `json:"avvertenze"`
}

// Termini are the deadlines that run for a position from its service, those that its fine admits.
func Termini(v *verbale.Verbale, p verbale.Posizione) ([]Termine, error) {
	termini := []Termine{}
	for _, r := range regole(v, p) {
		t := Termine{Tipo: r.tipo, Spiegazione: []cds.Passo{}, Avvertenze: []string{}}
		if p.GiornoZero.IsZero() {
			t.Decorrenza, t.Giorni = DaNotifica, r.giorni
		} else {
			e, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: r.tipo, Decorrenza: p.GiornoZero})
			if err != nil {
				return nil, fmt.Errorf("pagamento: %w", err)
			}
			t.Entro, t.Spiegazione, t.Avvertenze = &e.Scadenza, e.Spiegazione, e.Avvertenze
		}
		termini = append(termini, t)
	}
	return termini, nil
}

type regola struct {
	tipo   cds.TipoScadenza
	giorni int
	vale   bool
}

// regole lists the deadlines of the addressee (artt. 126-bis, 202, 202-bis, 203, 204-bis CdS).
func regole(v *verbale.Verbale, p verbale.Posizione) []regola {
	tutte, estero := violazioni(v), p.Soggetto != nil && p.Soggetto.Nazione != "" && p.Soggetto.Nazione != "IT"
	var ammesse []regola
	for _, r := range []regola{
		{cds.PagamentoScontato5, cds.GiorniScontato, debito.Scontabile(tutte)},
		{cds.PagamentoRidotto60, cds.GiorniRidotto, debito.Riducibile(tutte)},
		{cds.RicorsoPrefetto60, 60, true},
		{cds.RicorsoGiudice30, 30, !estero},
		{cds.RicorsoGiudiceEstero60, 60, estero},
		{cds.DatiConducente60, 60, p.Titolo == "OBBLIGATO" && conPunti(v)},
		{cds.Rateizzazione30, 30, sanzioneMinima(v) > sogliaRate},
	} {
		if r.vale {
			ammesse = append(ammesse, r)
		}
	}
	return ammesse
}

func conPunti(v *verbale.Verbale) bool {
	for _, x := range v.Violazioni {
		if x.Punti > 0 {
			return true
		}
	}
	return false
}

// sanzioneMinima sums the statutory minimums.
func sanzioneMinima(v *verbale.Verbale) importo.Cent {
	var totale importo.Cent
	for _, x := range v.Violazioni {
		totale += x.MinimoCent
	}
	return totale
}
