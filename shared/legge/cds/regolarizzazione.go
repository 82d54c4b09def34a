package cds

import "github.com/piattaforma-verbali/verbali/shared/legge/calendario"

// CasoRegolarizzazione is one of the two ways in which a vehicle without insurance is put right (art. 193 c. 3).
type CasoRegolarizzazione string

// The cover works again; the vehicle is scrapped.
const (
	CoperturaRipresa  CasoRegolarizzazione = "COPERTURA"
	VeicoloDemolito   CasoRegolarizzazione = "DEMOLIZIONE"
	giorniCopertura                        = 30 // from the end of the policy: fifteen of art. 1901 c.c. and fifteen more
	giorniDemolizione                      = 30 // from the report, handed over or served (from memory, verify)
)

// CasiRegolarizzazione lists them.
func CasiRegolarizzazione() []CasoRegolarizzazione {
	return []CasoRegolarizzazione{CoperturaRipresa, VeicoloDemolito}
}

// Regolarizzata reports that an insurance was put right in time to halve the sanction: the cover within thirty days of the
// end of the policy, the vehicle scrapped within thirty days of the report. dal is the day from which the days run, il the
// one on which it was put right; ultimo is the last useful one. The error is an *Errore.
func Regolarizzata(caso CasoRegolarizzazione, dal, il calendario.Giorno) (ultimo calendario.Giorno, nei bool, err error) {
	giorni := giorniCopertura
	switch {
	case caso == VeicoloDemolito:
		giorni = giorniDemolizione
	case caso != CoperturaRipresa:
		return ultimo, false, errore("caso", "è COPERTURA o DEMOLIZIONE")
	}
	switch {
	case dal.IsZero():
		return ultimo, false, errore("dal", "manca")
	case il.IsZero():
		return ultimo, false, errore("il", "manca")
	case il.Before(dal):
		return ultimo, false, errore("il", "è prima del giorno da cui si contano i termini")
	}
	ultimo = dal.AddDays(giorni)
	return ultimo, !il.After(ultimo), nil
}
