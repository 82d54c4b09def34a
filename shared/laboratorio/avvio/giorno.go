package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// variabileScarto moves the clock of programs built with the tag laboratorio (shared/spine/clock).
const variabileScarto = "VERBALI_SCARTO_OROLOGIO"

// scartoVerso is how far the machine's clock, now, is from what --giorno names: a day, at the hour of Rome that it is, or
// an instant.
func scartoVerso(testo string, adesso time.Time) (time.Duration, error) {
	if istante, err := time.Parse(time.RFC3339, testo); err == nil {
		return istante.Sub(adesso), nil
	}
	giorno, err := calendario.Parse(testo)
	if err != nil {
		return 0, fmt.Errorf("--giorno: %q non è né un giorno AAAA-MM-GG né un istante (RFC 3339)", testo)
	}
	ora := adesso.In(calendario.Roma())
	anno, mese, g := giorno.Date()
	return time.Date(anno, mese, g, ora.Hour(), ora.Minute(), ora.Second(), ora.Nanosecond(), calendario.Roma()).Sub(adesso), nil
}

// spostaOrologio puts this program, and through its environment those that it starts, on the day that was asked for.
func spostaOrologio(scarto time.Duration) error {
	adesso := time.Now()
	if err := os.Setenv(variabileScarto, scarto.String()); err != nil {
		return err
	}
	if lontano := clock.Now().Sub(adesso.Add(scarto)); lontano.Abs() > time.Minute {
		return errOrologio("avvio")
	}
	return nil
}

// errOrologio says that programs as they are shipped have no clock but the machine's.
func errOrologio(nomi string) error {
	return fmt.Errorf("--giorno: hanno l'orologio della macchina: %s; i programmi del laboratorio si compilano e si avviano con make run GIORNO=AAAA-MM-GG", nomi)
}

// conOrologio checks that every program of the stack can be put on another day.
func (p *pila) conOrologio() error {
	var mancanti []string
	for _, s := range p.servizi {
		b, err := buildinfo.ReadFile(p.programma(s.nome))
		if err != nil {
			return fmt.Errorf("%s: %w", s.nome, err)
		}
		if !slices.ContainsFunc(b.Settings, func(i debug.BuildSetting) bool {
			return i.Key == "-tags" && slices.Contains(strings.Split(i.Value, ","), "laboratorio")
		}) {
			mancanti = append(mancanti, s.nome)
		}
	}
	if len(mancanti) > 0 {
		return errOrologio(strings.Join(mancanti, ", "))
	}
	return nil
}
