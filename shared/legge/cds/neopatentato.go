package cds

import "github.com/piattaforma-verbali/verbali/shared/legge/calendario"

// mesiNeopatentato are the first three years of the licence (art. 126-bis).
const mesiNeopatentato = 3 * 12

// Patente is what the law asks of a licence before it doubles the points.
type Patente struct {
	// Rilascio is the day of issue, zero where it is not known.
	Rilascio calendario.Giorno
	// GiaTitolare says that the driver held a licence of category B or higher before.
	GiaTitolare bool
}

// Neopatentato reports that on the day of the violation the points are doubled: first three years, the
// anniversary included, of a licence issued after 1 October 2003 to a person who held no category B or higher
// before (art. 126-bis, table). The step says why, or why not; a violation before the issue is not
// doubled.
func Neopatentato(p Patente, violazione calendario.Giorno) (bool, Passo) {
	passo := Passo{Regola: "NEOPATENTATO", Norma: "art. 126-bis CdS"}
	ultimo := p.Rilascio.AddMonths(mesiNeopatentato)
	switch {
	case p.Rilascio.IsZero():
		passo.Testo = "Il giorno di rilascio della patente non è noto: i punti non sono raddoppiati."
	case p.GiaTitolare:
		passo.Testo = "Il conducente era già titolare di una patente di categoria B o superiore: i punti non sono raddoppiati."
	case !p.Rilascio.After(calendario.MustParse("2003-10-01")):
		passo.Testo = "Patente rilasciata " + p.Rilascio.Detto("il") + ", non dopo il 1º ottobre 2003: i punti non sono raddoppiati."
	case violazione.Before(p.Rilascio):
		passo.Testo = "Patente rilasciata " + p.Rilascio.Detto("il") + ", dopo la violazione: i punti non sono raddoppiati."
	case violazione.After(ultimo):
		passo.Testo = "Patente rilasciata " + p.Rilascio.Detto("il") + ": i tre anni sono finiti " + ultimo.Detto("il") + ", i punti non sono raddoppiati."
	default:
		passo.Testo = "Patente rilasciata " + p.Rilascio.Detto("il") + ": violazione nei primi tre anni, fino " + ultimo.Detto("al") + ", i punti sono raddoppiati."
		return true, passo
	}
	return false, passo
}

// The ages, in months, from which a licence is issued (art. 115 c. 1 CdS).
const (
	mesiPrimaPatente = 14 * 12 // AM
	mesiAltrePatenti = 16 * 12
)

// EtaDelRilascio compares the issue of a licence with the birth of its holder: impossibile before he was fourteen, soloAM where it
// can only be one for mopeds. Nothing is said where one of the two is not known.
func EtaDelRilascio(nascita, rilascio calendario.Giorno) (impossibile, soloAM bool) {
	if nascita.IsZero() || rilascio.IsZero() {
		return false, false
	}
	impossibile = rilascio.Before(nascita.AddMonths(mesiPrimaPatente))
	return impossibile, !impossibile && rilascio.Before(nascita.AddMonths(mesiAltrePatenti))
}

// PuntiNeopatentato doubles the points of the table.
func PuntiNeopatentato(punti int) int { return 2 * punti }
