package pagamento

import (
	"fmt"
	"slices"

	"github.com/piattaforma-verbali/verbali/connessione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/debito"
	"github.com/piattaforma-verbali/verbali/shared/importo"
	"github.com/piattaforma-verbali/verbali/shared/pagopa"
)

// DaNotifica is the start of a term before service has a date.
const DaNotifica = "NOTIFICA"

// Opzione is a notice that may be paid today. ImportoCent is its whole sum, the one its QR code says.
// Entro is the last useful day once service has a date; before, Decorrenza and Giorni say the rule.
type Opzione struct {
	Tipo         cds.Tipo           `json:"tipo"`
	ImportoCent  importo.Cent       `json:"importoCent"`
	SpeseCent    importo.Cent       `json:"speseCent"`
	Entro        *calendario.Giorno `json:"entro,omitempty"`
	Decorrenza   string             `json:"decorrenza,omitempty"`
	Giorni       int                `json:"giorni,omitempty"`
	NumeroAvviso string             `json:"numeroAvviso"`
	IUV          string             `json:"iuv"`
	QR           string             `json:"qr"`
}

// opzioni lists the notices of a position that are still good on a day, cheapest first as the fine
// has them.
func opzioni(v *verbale.Verbale, p verbale.Posizione, oggi calendario.Giorno) ([]Opzione, error) {
	buone := []Opzione{}
	for _, a := range v.Avvisi {
		if a.Posizione != p.ID || a.Stato != debito.AvvisoEmesso {
			continue
		}
		qr, err := pagopa.ComponiQR(pagopa.QR{NumeroAvviso: a.NumeroAvviso,
			CodiceFiscaleEnte: a.CodiceFiscaleEnte, ImportoCent: a.ImportoCent})
		if err != nil {
			return nil, fmt.Errorf("pagamento: avviso %s: %w", a.ID, err)
		}
		o := Opzione{Tipo: a.Tipo, ImportoCent: a.ImportoCent, SpeseCent: a.SpeseCent,
			NumeroAvviso: a.NumeroAvviso, IUV: a.IUV, QR: qr}
		if err := o.termine(p.GiornoZero); err != nil {
			return nil, err
		}
		if o.Entro == nil || !oggi.After(*o.Entro) {
			buone = append(buone, o)
		}
	}
	return buone, nil
}

// pagabili leaves out what nobody should pay: after an advance the notices that ask for more than what is
// left, and beside a plan of instalments those that are none.
func pagabili(v *verbale.Verbale, emessi []Opzione, dovuto cds.EsitoDovuto) []Opzione {
	return slices.DeleteFunc(slices.Clone(emessi), func(o Opzione) bool {
		return dovuto.VersatoCent > 0 && o.ImportoCent > dovuto.DovutoCent || v.Debito == rateizzato && o.Tipo != cds.Rata
	})
}

// termine sets until when the notice is good. Only the reduced payments have a term (art. 202 c. 1
// CdS); the others are good until they are replaced.
func (o *Opzione) termine(notifica calendario.Giorno) error {
	scadenza, scade := o.Tipo.Scadenza()
	if !scade {
		return nil
	}
	if notifica.IsZero() {
		o.Decorrenza, o.Giorni = DaNotifica, scadenza.Giorni()
		return nil
	}
	entro, err := cds.UltimoGiorno(scadenza, notifica)
	if err != nil {
		return fmt.Errorf("pagamento: %w", err)
	}
	o.Entro = &entro
	return nil
}
