package storico

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	perTransazione = 400 // cases
	scrittori      = 2   // at once
)

// Importazione is one file to be taken in.
type Importazione struct {
	Mappa  *Mappa
	Store  *Store
	Adesso func() time.Time
	Prova  bool
	// Avanza is told how many bytes of the file have been read; nil: nobody wants to know.
	Avanza func(byteLetti int64)
}

// Esegui reads the file and writes its cases, some hundreds a transaction. The whole cases before a
// fault of the file are written; the report counts the work done, also beside an error. A fault of the
// file is a *Guasto.
func (i Importazione) Esegui(ctx context.Context, file io.Reader) (*Rapporto, error) {
	r := nuovoRapporto()
	l, err := NuovoLettore(file, i.Mappa)
	if err != nil {
		return r, conGuasto(r, err)
	}
	var blocco sync.Mutex // of the report
	gruppo, dentro := errgroup.WithContext(ctx)
	mucchi := make(chan []*Caso)
	var guasto error
	gruppo.Go(func() error {
		defer close(mucchi)
		guasto = i.leggi(dentro, l, mucchi)
		return nil // the cases read before a fault are written
	})
	for range scrittori {
		gruppo.Go(func() error {
			for casi := range mucchi {
				parziale, err := i.scrivi(dentro, casi)
				if err != nil {
					return err
				}
				blocco.Lock()
				r.somma(parziale)
				blocco.Unlock()
			}
			return nil
		})
	}
	err = gruppo.Wait()
	if err != nil {
		return r, err
	}
	return r, conGuasto(r, guasto)
}

func conGuasto(r *Rapporto, err error) error {
	if g, ok := errors.AsType[*Guasto](err); ok {
		r.Guasto = g.Error()
	}
	return err
}

// leggi hands the cases over, some hundreds at a time; those before a fault too.
func (i Importazione) leggi(ctx context.Context, l *Lettore, mucchi chan<- []*Caso) error {
	var guasto error
	for guasto == nil {
		casi := make([]*Caso, 0, perTransazione)
		for len(casi) < perTransazione && guasto == nil {
			var c *Caso
			if c, guasto = l.Prossimo(); guasto == nil {
				casi = append(casi, c)
			}
		}
		if len(casi) > 0 {
			select {
			case mucchi <- casi:
			case <-ctx.Done():
				return fmt.Errorf("storico: %w", context.Cause(ctx))
			}
		}
		if i.Avanza != nil {
			i.Avanza(l.Byte())
		}
	}
	if errors.Is(guasto, io.EOF) {
		return nil
	}
	return guasto
}

// scrivi takes some cases in, and says what became of them.
func (i Importazione) scrivi(ctx context.Context, casi []*Caso) (*Rapporto, error) {
	r := nuovoRapporto()
	storie := make([]*Storia, 0, len(casi))
	for _, c := range casi {
		r.letto(c)
		s, err := i.Mappa.Traduci(c, i.Adesso())
		if rifiuto, ok := errors.AsType[*Rifiuto](err); ok {
			r.rifiutato(*rifiuto)
			continue
		}
		if err != nil {
			return nil, err
		}
		r.tradotto(s)
		storie = append(storie, s)
	}
	esiti, err := i.registra(ctx, storie, r)
	if err != nil {
		return nil, err
	}
	for n, s := range storie {
		switch esiti[n] {
		case Nuovo:
			r.Nuovi++
			if a, c := s.anomaliaDoppione(); c {
				r.anomalia(a)
			}
		case Noto:
			r.Noti++
		case Diverso:
			r.diverso(s)
		case NumeroUsato:
			r.rifiutato(Rifiuto{Caso: s.Caso.Chiave, Riga: s.Caso.Righe[0].Linea,
				Motivo: "il numero " + conseguenze.Estremi(s.Numero, s.Lettera, s.Anno) + " appartiene a un altro verbale"})
		case Inaccettabile: // told where it was found
		}
	}
	return r, nil
}

// registra writes some cases. Where the database refuses their content, it is asked half by half:
// the case at fault alone stays out, whatever our own rules forgot to say of it.
func (i Importazione) registra(ctx context.Context, storie []*Storia, r *Rapporto) ([]Esito, error) {
	esiti, err := i.Store.Scrivi(ctx, storie, i.Prova)
	if err == nil {
		return esiti, nil
	}
	codice, prima := inaccettabile(err), storie[0].Caso
	switch {
	case codice == "" && problem.As(err) == nil:
		return nil, fmt.Errorf("storico: dal caso %s (riga %d), %d casi: %w", prima.Chiave, prima.Righe[0].Linea, len(storie), err)
	case codice == "":
		return nil, err
	case len(storie) == 1:
		r.rifiutato(Rifiuto{Caso: prima.Chiave, Riga: prima.Righe[0].Linea, Motivo: "la banca dati non lo accetta (codice " + codice + ")"})
		return []Esito{Inaccettabile}, nil
	}
	meta := len(storie) / 2
	sopra, err := i.registra(ctx, storie[:meta], r)
	if err != nil {
		return nil, err
	}
	sotto, err := i.registra(ctx, storie[meta:], r)
	return append(sopra, sotto...), err
}

// somma adds the report of some cases.
func (r *Rapporto) somma(altro *Rapporto) {
	r.Casi += altro.Casi
	r.Nuovi += altro.Nuovi
	r.Noti += altro.Noti
	r.Diversi += altro.Diversi
	r.Rifiutati += altro.Rifiutati
	r.Eventi += altro.Eventi
	r.ImportiCent += altro.ImportiCent
	r.SpeseCent += altro.SpeseCent
	r.VersatoCent += altro.VersatoCent
	r.Anomalie += altro.Anomalie
	sommaConti(r.EventiPerTipo, altro.EventiPerTipo)
	sommaConti(r.Registrati, altro.Registrati)
	sommaConti(r.ImportiPer, altro.ImportiPer)
	sommaConti(r.RegoleDiOggi, altro.RegoleDiOggi)
	sommaConti(r.AnomaliePerTipo, altro.AnomaliePerTipo)
	r.Esempi, r.Rifiuti = append(r.Esempi, altro.Esempi...), append(r.Rifiuti, altro.Rifiuti...)
	r.ordina()
	if r.Dal.IsZero() || !altro.Dal.IsZero() && altro.Dal.Before(r.Dal) {
		r.Dal = altro.Dal
	}
	if altro.Al.After(r.Al) {
		r.Al = altro.Al
	}
}

func sommaConti[K comparable, N ~int | ~int64](a, b map[K]N) {
	for k, n := range b {
		a[k] += n
	}
}
