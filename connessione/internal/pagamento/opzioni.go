package pagamento

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// DaNotifica is the start of a term before service has a date.
const DaNotifica = "NOTIFICA"

// Opzione is a notice that may be paid today. ImportoCent is its whole sum, the one its QR code says.
// Entro is the last day of its term once service, that of the decision for an ordered sum, has a date;
// before, Decorrenza and Giorni say the rule. Trascorso: the term is over, and the notice may still be paid.
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
	Trascorso    bool               `json:"-"`
}

// opzioni lists the notices of a position that are still good on a day, cheapest first.
func opzioni(v *lettura.Verbale, p lettura.Posizione, oggi calendario.Giorno) ([]Opzione, error) {
	buone := []Opzione{}
	for _, a := range dalMenoCaro(v.AvvisiDi(p.ID)) {
		if a.Stato != verbale.AvvisoEmesso {
			continue
		}
		qr, err := pagopa.ComponiQR(pagopa.QR{NumeroAvviso: a.NumeroAvviso,
			CodiceFiscaleEnte: a.CodiceFiscaleEnte, ImportoCent: a.ImportoCent})
		if err != nil {
			return nil, fmt.Errorf("pagamento: avviso %s: %w", a.ID, err)
		}
		o := Opzione{Tipo: a.Tipo, ImportoCent: a.ImportoCent, SpeseCent: a.SpeseCent,
			NumeroAvviso: a.NumeroAvviso, IUV: a.IUV, QR: qr}
		if err := o.termine(v, p, a, oggi); err != nil {
			return nil, err
		}
		if o.Trascorso = o.Entro != nil && oggi.After(*o.Entro); !o.Trascorso || !scade(o.Tipo) {
			buone = append(buone, o)
		}
	}
	return buone, nil
}

func dalMenoCaro(avvisi []lettura.Avviso) []lettura.Avviso {
	slices.SortFunc(avvisi, func(a, b lettura.Avviso) int {
		return cmp.Or(cmp.Compare(a.ImportoCent, b.ImportoCent), cmp.Compare(a.NumeroAvviso, b.NumeroAvviso))
	})
	return avvisi
}

// scade reports that a notice is good within its term alone.
func scade(tipo cds.Tipo) bool {
	_, c := tipo.Scadenza()
	return c
}

// pagabili leaves out the options that nobody should pay: after an advance the notices that exceed the residue, beside a plan
// those that are no instalments, and every notice once the sum is collected by other papers.
func pagabili(v *lettura.Verbale, emessi []Opzione, dovuto cds.EsitoDovuto) []Opzione {
	if v.Riscossione == verbale.InRuolo || v.Riscossione == verbale.Ingiunto {
		return []Opzione{}
	}
	return slices.DeleteFunc(slices.Clone(emessi), func(o Opzione) bool {
		return dovuto.VersatoCent > 0 && o.ImportoCent > dovuto.DovutoCent || v.Debito == verbale.DebitoRateizzato && o.Tipo != cds.Rata
	})
}

// termine sets until when the notice asks to be paid. The reduced payments (art. 202 c. 1 CdS) are no
// longer good after it; an ordered sum (art. 204 c. 2) and an instalment (art. 202-bis), whose notice has
// the days of its plan, still are; the whole sum is due at once.
func (o *Opzione) termine(v *lettura.Verbale, p lettura.Posizione, a lettura.Avviso, oggi calendario.Giorno) error {
	notifica := p.GiornoZero
	scadenza, _ := o.Tipo.Scadenza()
	switch o.Tipo {
	case cds.Ordinanza:
		scadenza, notifica = cds.PagamentoOrdinanza30, debito.Di(v).NotificaOrdine(p.ID, oggi)
	case cds.Rata:
		if a.Giorni > 0 && !notifica.IsZero() {
			entro := notifica.AddDays(a.Giorni)
			o.Entro = &entro
		}
		return nil
	case cds.Intero, cds.InteroMaggiorato:
		return nil
	case cds.Ridotto30, cds.Ridotto:
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
