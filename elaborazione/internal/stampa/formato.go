package stampa

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// euro writes cents as Italian figures: 1.234,56.
func euro(cent int64) string {
	segno := ""
	if cent < 0 {
		segno, cent = "-", -cent
	}
	return segno + migliaia(cent/100) + fmt.Sprintf(",%02d", cent%100)
}

// migliaia separates thousands by dots.
func migliaia(n int64) string {
	cifre := strconv.FormatInt(n, 10)
	for i := len(cifre) - 3; i > 0; i -= 3 {
		cifre = cifre[:i] + "." + cifre[i:]
	}
	return cifre
}

// chilometriOrari writes tenths of km/h, without decimals when there are none.
func chilometriOrari(decimi int64) string {
	if decimi%10 == 0 {
		return fmt.Sprintf("%d km/h", decimi/10)
	}
	return fmt.Sprintf("%d,%d km/h", decimi/10, decimi%10)
}

// gruppi writes a notice number in groups of four: 3122 6112 0000 4711 64.
func gruppi(nav string) string {
	var b strings.Builder
	for i, r := range nav {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// giorno is the day of t in its own location; the zero day when the calendar does not have the year.
func giorno(t time.Time) calendario.Giorno {
	g, err := calendario.Nuovo(t.Date())
	if err != nil {
		return calendario.Giorno{}
	}
	return g
}

// dataVerbale is the date that goes with the number wherever the fine is named: the day of the contestation,
// when it was drawn up on the spot (art. 200 CdS), else that on which the act was made. The day of the violation
// and that of the ascertainment are told as such.
func (s *Stampatore) dataVerbale(a Atto) calendario.Giorno {
	if !a.DataContestazione.IsZero() {
		return giorno(a.DataContestazione)
	}
	return giorno(a.FormatoIl.In(s.roma))
}

// numeroVerbale writes 4711/V/2026, or 4711/2026 without a series.
func numeroVerbale(a Atto) string {
	parti := []string{a.Numero}
	if a.Lettera != "" {
		parti = append(parti, a.Lettera)
	}
	return strings.Join(append(parti, strconv.Itoa(a.Anno)), "/")
}

// unisci joins the parts that are not empty.
func unisci(separatore string, parti ...string) string {
	var piene []string
	for _, p := range parti {
		if strings.TrimSpace(p) != "" {
			piene = append(piene, p)
		}
	}
	return strings.Join(piene, separatore)
}

// normaInFrase writes a provision inside a sentence.
func normaInFrase(v Violazione) string { return strings.Replace(norma(v), "Art.", "art.", 1) }

// norma writes "Art. 142, comma 8, lett. a)".
func norma(v Violazione) string {
	testo := "Art. " + v.Articolo
	if v.Comma != "" {
		testo += ", comma " + v.Comma
	}
	if v.Lettera != "" {
		testo += ", lett. " + strings.TrimSuffix(v.Lettera, ")") + ")"
	}
	return testo
}
