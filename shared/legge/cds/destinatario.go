package cds

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// SogliaRate is the sum above which instalments may be asked for, in euro cents (art. 202-bis c. 1).
const SogliaRate importo.Cent = 200_00

const (
	mesiTaratura = 12      // Corte cost. 113/2015; D.M. 282/2017: a device is calibrated every year
	mesiMaggiore = 18 * 12 // art. 2 c.c.
)

// Destinatario is what the deadlines of an addressee depend on.
type Destinatario struct {
	Violazioni []Violazione
	// Punti says that some violation takes points off (art. 126-bis).
	Punti bool
	// Obbligato is who answers with the driver, not the driver himself (art. 196).
	Obbligato bool
	// Estero says that the addressee lives abroad.
	Estero bool
}

// Termini lists the deadlines that run for an addressee from the service of the report, in the order in
// which a person meets them: artt. 202, 203, 204-bis, 126-bis, 202-bis CdS.
func (d Destinatario) Termini() []TipoScadenza {
	var termini []TipoScadenza
	for _, t := range []struct {
		tipo TipoScadenza
		vale bool
	}{
		{PagamentoScontato5, Scontabile(d.Violazioni)},
		{PagamentoRidotto60, Riducibile(d.Violazioni)},
		{RicorsoPrefetto60, true},
		{RicorsoGiudice30, !d.Estero},
		{RicorsoGiudiceEstero60, d.Estero},
		{DatiConducente60, d.Punti && d.Obbligato},
		{Rateizzazione30, minimi(d.Violazioni) > SogliaRate},
	} {
		if t.vale {
			termini = append(termini, t.tipo)
		}
	}
	return termini
}

// Giorni is the length of a deadline in days, 0 for a deadline not counted in days.
func (t TipoScadenza) Giorni() int {
	r, _ := regolaDi(t)
	return r.giorni
}

// Scadenza is the deadline until which a notice of this amount is good: those of the reduced payments.
// The others are good until they are replaced.
func (t Tipo) Scadenza() (TipoScadenza, bool) {
	switch t {
	case Ridotto30:
		return PagamentoScontato5, true
	case Ridotto:
		return PagamentoRidotto60, true
	case Intero, InteroMaggiorato, Ordinanza, Rata:
	}
	return "", false
}

// Riducibile reports that some violation admits the reduced payment (art. 202 c. 1 and 3-bis).
func Riducibile(violazioni []Violazione) bool {
	return slices.ContainsFunc(violazioni, func(v Violazione) bool { return !v.esclusa() })
}

// Scontabile reports that some violation admits the discount of 30 % (art. 202 c. 1).
func Scontabile(violazioni []Violazione) bool {
	return slices.ContainsFunc(violazioni, Violazione.scontabile)
}

// minimi sums the reduced payments, night third and multiplier applied: what art. 202-bis c. 1 looks at. A
// violation without a reduced payment has no sum to pay by instalments before an order.
func minimi(violazioni []Violazione) (totale importo.Cent) {
	for _, v := range violazioni {
		if f, err := v.Fascia(); err == nil && !v.esclusa() {
			totale += f.Minimo()
		}
	}
	return totale
}

// Prescritta reports that the five years from the violation are over without an act: nothing can be asked
// any more (art. 209 CdS, art. 28 L. 689/1981; Prescrizione5Anni).
func Prescritta(violazione, oggi calendario.Giorno) bool {
	ultimo, err := UltimoGiorno(Prescrizione5Anni, violazione)
	return err == nil && oggi.After(ultimo)
}

// Minorenne reports that who was born on nascita was under eighteen on the day; no day of birth is not
// known, and answers false.
func Minorenne(nascita, giorno calendario.Giorno) bool {
	return !nascita.IsZero() && nascita.AddMonths(mesiMaggiore).After(giorno)
}

// TaraturaValida reports that the device was calibrated in the twelve months before the violation (Corte
// cost. 113/2015).
func TaraturaValida(taratura, violazione calendario.Giorno) bool {
	return !taratura.After(violazione) && !taratura.Before(violazione.AddMonths(-mesiTaratura))
}
