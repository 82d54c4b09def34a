package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// rigaDiritto measures the law as a library, one call after the other on one processor: in a lot of
// 100,000 fines it is called several times a fine.
func rigaDiritto() riga {
	return riga{
		nome:   "diritto",
		titolo: "importi, scadenze, codici: chiamate al secondo e allocazioni su un processore, rispetto a ciò che accanto è inevitabile",
		misura: misuraDiritto,
	}
}

// calcolo is one function of the law and what it is compared with. Both get the number of the call, so
// that no two calls in a row ask the same.
type calcolo struct {
	nome     string
	nostro   func(n int) error
	rispetto string
	pari     func(n int) error
}

// prezzo is what a call costs.
type prezzo struct{ alSecondo, allocazioni float64 }

func misuraDiritto(ctx context.Context, b *banco.Banco) (esito, error) {
	calcoli, err := calcoliDiritto()
	if err != nil {
		return esito{}, err
	}
	return misuraCalcoli(ctx, b, "diritto", calcoli)
}

// misuraCalcoli takes functions one after the other on one processor.
func misuraCalcoli(ctx context.Context, b *banco.Banco, riga string, calcoli []calcolo) (esito, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	durata := b.Opz.Durata(400*time.Millisecond, 50*time.Millisecond)
	var cifre []misura.Cifra
	for _, c := range calcoli {
		if ctx.Err() != nil {
			break
		}
		b.Annota("%s: %s", riga, c.nome)
		nuove, err := c.misura(durata)
		if err != nil {
			return esito{Cifre: cifre}, fmt.Errorf("%s: %w", c.nome, err)
		}
		cifre = append(cifre, nuove...)
	}
	return esito{Cifre: cifre, Note: []string{fmt.Sprintf(
		"un solo processore, ogni chiamata con dati diversi dalla precedente, il recupero della memoria compreso; mediane di %d giri, il pari prima e dopo in ogni giro.", banco.Giri)}}, nil
}

// misura takes peer, ours, peer in each round.
func (c calcolo) misura(durata time.Duration) ([]misura.Cifra, error) {
	var nostri, pari, allocazioni []float64
	for range banco.Giri {
		prima, err := ripeti(c.pari, durata)
		if err != nil {
			return nil, err
		}
		noi, err := ripeti(c.nostro, durata)
		if err != nil {
			return nil, err
		}
		dopo, err := ripeti(c.pari, durata)
		if err != nil {
			return nil, err
		}
		nostri, pari = append(nostri, noi.alSecondo), append(pari, (prima.alSecondo+dopo.alSecondo)/2)
		allocazioni = append(allocazioni, noi.allocazioni)
	}
	cifre := misura.Confronta(c.nome, "/s", c.rispetto, nostri, pari)
	return append(cifre,
		misura.Cifra{Nome: "  tempo per chiamata", Valore: 1e6 / misura.Mediana(nostri), Unita: "µs"},
		misura.Cifra{Nome: "  allocazioni per chiamata", Valore: misura.Mediana(allocazioni), Unita: ""}), nil
}

// ripeti calls f for a while and says what a call cost.
func ripeti(f func(n int) error, durata time.Duration) (prezzo, error) {
	const insieme = 64 // calls between two looks at the clock
	runtime.GC()
	var prima, dopo runtime.MemStats
	runtime.ReadMemStats(&prima)
	inizio, n := time.Now(), 0
	for time.Since(inizio) < durata {
		for range insieme {
			if err := f(n); err != nil {
				return prezzo{}, err
			}
			n++
		}
	}
	passati := time.Since(inizio)
	runtime.ReadMemStats(&dopo)
	chiamate := float64(n)
	return prezzo{
		alSecondo:   chiamate / passati.Seconds(),
		allocazioni: float64(dopo.Mallocs-prima.Mallocs) / chiamate,
	}, nil
}
