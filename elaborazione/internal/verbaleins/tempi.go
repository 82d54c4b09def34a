package verbaleins

import (
	"errors"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

const oraLocale = "2006-01-02T15:04:05"

func nonData() error {
	return errors.New("deve essere una data come 2026-03-01, tra il 1900 e il 2099")
}

func nonDataOra() error {
	return errors.New("deve essere data e ora come 2026-03-01T10:20:00+01:00, tra il 1900 e il 2099")
}

// data reads an xsd:date between 1900 and 2099. The offset, which some clients add to every date, is
// checked and ignored: a day of the law has no zone.
func data(s string) (calendario.Giorno, error) {
	s = richiesta.Comprimi(s)
	if len(s) < len("2006-01-02") {
		return calendario.Giorno{}, nonData()
	}
	giorno, zona := s[:len("2006-01-02")], s[len("2006-01-02"):]
	g, err := calendario.Parse(giorno)
	if err != nil || g.Anno() < 1900 || g.Anno() > 2099 {
		return calendario.Giorno{}, nonData()
	}
	if _, bene := scostamento(zona); zona != "" && !bene {
		return calendario.Giorno{}, nonData()
	}
	return g, nil
}

// dataOra reads an xsd:dateTime between 1900 and 2099 into Rome time, cut to the microsecond. Without
// an offset it is Rome's own time, and must name one instant.
func dataOra(s string) (time.Time, error) {
	s = richiesta.Comprimi(s)
	if len(s) < len(oraLocale) {
		return time.Time{}, nonDataOra()
	}
	t, err := time.Parse(oraLocale, s[:len(oraLocale)])
	if err != nil || t.Year() < 1900 || t.Year() > 2099 {
		return time.Time{}, nonDataOra()
	}
	nanosecondi, zona, bene := frazione(s[len(oraLocale):])
	if !bene {
		return time.Time{}, nonDataOra()
	}
	t = t.Add(nanosecondi).Truncate(time.Microsecond)
	if zona == "" {
		return oraDiRoma(t)
	}
	avanti, bene := scostamento(zona)
	if !bene {
		return time.Time{}, nonDataOra()
	}
	return t.Add(-avanti).In(calendario.Roma()), nil
}

// frazione takes the decimals of the seconds, one to nine, off the front of s.
func frazione(s string) (d time.Duration, resto string, bene bool) {
	if !strings.HasPrefix(s, ".") {
		return 0, s, true
	}
	resto = strings.TrimLeft(s[1:], "0123456789")
	decimali := s[1 : len(s)-len(resto)]
	if len(decimali) < 1 || len(decimali) > 9 {
		return 0, "", false
	}
	d, err := time.ParseDuration("0." + decimali + "s")
	return d, resto, err == nil
}

// scostamento reads Z or ±hh:mm up to fourteen hours.
func scostamento(s string) (time.Duration, bool) {
	if s == "Z" {
		return 0, true
	}
	if len(s) != len("+01:00") || s[0] != '+' && s[0] != '-' {
		return 0, false
	}
	t, err := time.Parse("15:04", s[1:])
	if err != nil {
		return 0, false
	}
	d := time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute
	if d > 14*time.Hour {
		return 0, false
	}
	if s[0] == '-' {
		d = -d
	}
	return d, true
}

// oraDiRoma gives the instant at which clocks in Rome show t, refusing the hour that the change to
// summer time skips and the hour that the change back repeats.
func oraDiRoma(t time.Time) (time.Time, error) {
	roma := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), calendario.Roma())
	if !mostra(roma, t) {
		return time.Time{}, errors.New("quell'ora non esiste: l'orologio passa all'ora legale; indicare lo scostamento")
	}
	if mostra(roma.Add(-time.Hour), t) || mostra(roma.Add(time.Hour), t) {
		return time.Time{}, errors.New("quell'ora si ripete per il ritorno all'ora solare: indicare lo scostamento, +02:00 o +01:00")
	}
	return roma, nil
}

// mostra reports whether clocks in Rome at that instant show the day and the time of t.
func mostra(roma, t time.Time) bool {
	_, scarto := roma.Zone()
	return roma.Unix()+int64(scarto) == t.Unix()
}
