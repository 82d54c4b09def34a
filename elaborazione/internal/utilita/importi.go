package utilita

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// RichiestaImporti gives the band of one violation and the facts that price it. GiorniDallaNotifica
// null or left out is a fine not served yet, priced as day 0.
type RichiestaImporti struct {
	MinimoCent          *Numero `json:"minimoCent"`
	MassimoCent         *Numero `json:"massimoCent"`
	Moltiplicatore      *string `json:"moltiplicatore"`
	Notturna            *bool   `json:"notturna"`
	Sconto30            *bool   `json:"sconto30"`
	GiorniDallaNotifica *Numero `json:"giorniDallaNotifica"`
	SemestriInRitardo   *Numero `json:"semestriInRitardo"`
	OrdinanzaPrefetto   *bool   `json:"ordinanzaPrefetto"`
	Periodi             *Numero `json:"periodi"`
	TariffaCent         *Numero `json:"tariffaCent"`
	SpeseCent           *Numero `json:"speseCent"`
	VersatoCent         *Numero `json:"versatoCent"`
}

// CalcolaImporti computes the sums due for one violation.
func CalcolaImporti(r RichiestaImporti) (cds.EsitoDovuto, error) {
	var c campi
	s := cds.Situazione{
		Violazioni: []cds.Violazione{{
			MinCent:        importo.Cent(intero(&c, "minimoCent", r.MinimoCent)),
			MaxCent:        importo.Cent(intero(&c, "massimoCent", r.MassimoCent)),
			Moltiplicatore: moltiplicatore(&c, r.Moltiplicatore),
			Notturna:       oppure(r.Notturna, false),
			Sconto30:       dato(&c, "sconto30", r.Sconto30),
			Periodi:        int(interoOppure(&c, "periodi", r.Periodi)),
			TariffaCent:    importo.Cent(interoOppure(&c, "tariffaCent", r.TariffaCent)),
		}},
		SpeseCent:         importo.Cent(interoOppure(&c, "speseCent", r.SpeseCent)),
		VersatoCent:       importo.Cent(interoOppure(&c, "versatoCent", r.VersatoCent)),
		SemestriInRitardo: int(interoOppure(&c, "semestriInRitardo", r.SemestriInRitardo)),
		OrdinanzaPrefetto: oppure(r.OrdinanzaPrefetto, false),
	}
	giorni := int(interoOppure(&c, "giorniDallaNotifica", r.GiorniDallaNotifica))
	if err := c.errore(); err != nil {
		return cds.EsitoDovuto{}, err
	}
	notificato := &giorni
	if r.GiorniDallaNotifica == nil {
		notificato = nil
	}
	e, err := cds.Dovuto(s, notificato)
	return e, rifiuto(err, map[string]string{"minCent": "minimoCent", "maxCent": "massimoCent"})
}

// moltiplicatore left out is "1"; an empty one is a mistake.
func moltiplicatore(c *campi, v *string) cds.Moltiplicatore {
	m := oppure(v, string(cds.Semplice))
	if m == "" {
		c.rifiuta("moltiplicatore", `deve essere "1", "2" o "1/2"`)
	}
	return cds.Moltiplicatore(m)
}
