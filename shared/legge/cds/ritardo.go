package cds

import (
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// maxSemestri caps the late increase at three fifths (art. 27 c. 6 L. 689/1981 as applied to road
// fines by L. 177/2024).
const maxSemestri = 6

// semestriContati bounds the count: five hundred years.
const semestriContati = 1000

// Riforma2024 is the day on which L. 177/2024 came into force, 14 December 2024.
func Riforma2024() calendario.Giorno { return calendario.MustParse("2024-12-14") }

// SemestriCompiuti counts the full half-years from the day the sum became due (day 61 after
// service) to the given day; part of a half-year does not count.
func SemestriCompiuti(esigibile, giorno calendario.Giorno) int {
	n := 0
	for !esigibile.IsZero() && n < semestriContati && !esigibile.AddMonths(6*(n+1)).After(giorno) {
		n++
	}
	return n
}

// SemestriAl counts the full half-years by which the sum is late on a day, from the day after the term
// of the reduced payment (art. 27 c. 6 L. 689/1981). It is 0 before service, where no violation admits
// the reduced payment, and under an order of the prefect: that sum becomes due by another service,
// and who knows its day counts with SemestriCompiuti. The error is an *Errore.
func (s Situazione) SemestriAl(notifica, giorno calendario.Giorno) (int, error) {
	if notifica.IsZero() || s.OrdinanzaPrefetto || !Riducibile(s.Violazioni) {
		return 0, nil
	}
	t, err := terminiDa(notifica)
	if err != nil {
		return 0, err
	}
	return SemestriCompiuti(t.ridotto.AddDays(1), giorno), nil
}

// maggiorazione is one tenth of the sanction for each full half-year, rounded once; expenses are left
// out. verificaSomma bounds the base, so no product leaves 64 bits.
func maggiorazione(base importo.Cent, semestri int) importo.Cent {
	c, err := base.Per(importo.Frazione{Num: int64(semestri), Den: 10})
	if err != nil {
		return 0
	}
	return c
}

// spiegaRitardo explains the increase. A debt that arose before the cap came into force may fall under
// the old rule: both results are written, and the collector decides.
func (c *conto) spiegaRitardo(s *spiegazione) {
	base, aumento := c.esito.SanzioneCent, c.esito.MaggiorazioneCent
	compiuti := quanti(c.SemestriInRitardo, "semestre compiuto", "semestri compiuti") + " di ritardo"
	if c.SemestriInRitardo > maxSemestri {
		compiuti += ", dei quali ne contano " + strconv.Itoa(maxSemestri) + " perché l'aumento non supera tre quinti"
	}
	s.somma("MAGGIORAZIONE_RITARDO", "art. 27 c. 6 L. 689/1981; L. 177/2024",
		"Un decimo di "+base.Euro()+" per "+compiuti+": "+aumento.Euro()+".", aumento)
	if c.SemestriInRitardo <= maxSemestri || !c.sorto.IsZero() && !c.sorto.Before(Riforma2024()) {
		return
	}
	s.avvertiTutti("La maggiorazione è limitata a tre quinti (" + aumento.Euro() + "); senza il limite della L. 177/2024 sarebbe di " +
		maggiorazione(base, c.SemestriInRitardo).Euro() +
		". Per i debiti sorti prima del 14/12/2024 la disciplina transitoria non è certa: decide l'agente della riscossione.")
}

// decreto2025 is the first day of D.L. 48/2025, which wrote art. 192 again.
func decreto2025() calendario.Giorno { return calendario.MustParse("2025-04-12") }
