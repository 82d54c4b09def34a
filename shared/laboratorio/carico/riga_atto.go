package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// Goals of the printed act on one processor (design section 10).
const (
	traguardoAtti        = 4000
	traguardoIngenuo     = 52
	traguardoAttiInLotto = 2000
	traguardoKBInLotto   = 8
	traguardoAllocazioni = 100
)

// rigaAtto measures the printed act alone and inside a merged lot, on one processor. It runs torchio, a
// program of elaborazione's module, for only there may its printer be called; the peer is ingenuo.
func rigaAtto() riga {
	return riga{
		nome:   "atto",
		titolo: "atti stampati al secondo su un processore, da soli e uniti in un lotto, contro fpdf usato senza cura",
		misura: misuraAtto,
	}
}

// stampe is what torchio prints: rates are of documents a second.
type stampe struct {
	Atto      stampato `json:"atto"`
	Semplice  stampato `json:"semplice"`
	Fascicolo stampato `json:"fascicolo"`
	Ingenuo   stampato `json:"-"` // of the other program
	Unione    stampato `json:"unione"`
	Parti     []struct {
		Nome         string  `json:"nome"`
		Microsecondi float64 `json:"microsecondi"`
	} `json:"parti"`
}

type stampato struct {
	AlSecondo   float64 `json:"alSecondo"`
	Byte        float64 `json:"byte"`
	Allocazioni float64 `json:"allocazioni"`
}

// inLotto is the rate of an act printed and then merged, one after the other on one processor.
func (s stampe) inLotto() float64 {
	if s.Atto.AlSecondo <= 0 || s.Unione.AlSecondo <= 0 {
		return 0
	}
	return 1 / (1/s.Atto.AlSecondo + 1/s.Unione.AlSecondo)
}

func misuraAtto(ctx context.Context, b *banco.Banco) (esito, error) {
	var tutte []stampe
	for i := range b.Opz.Giri() {
		b.Annota("atto: giro %d di %d", i+1, b.Opz.Giri())
		durata := b.Opz.Durata(3*time.Second, 400*time.Millisecond)
		prima, err := ingenuo(ctx, b, durata/2)
		if err != nil {
			return esito{}, err
		}
		s, err := torchio(ctx, b, durata)
		if err != nil {
			return esito{}, err
		}
		if s.Ingenuo, err = ingenuo(ctx, b, durata/2); err != nil {
			return esito{}, err
		}
		s.Ingenuo.AlSecondo = (prima.AlSecondo + s.Ingenuo.AlSecondo) / 2
		tutte = append(tutte, s)
	}
	return esitoAtto(tutte), nil
}

// torchio runs the press on one processor.
func torchio(ctx context.Context, b *banco.Banco, durata time.Duration) (s stampe, err error) {
	err = daSolo(ctx, b, "torchio", durata, &s)
	return s, err
}

// ingenuo runs the peer on one processor.
func ingenuo(ctx context.Context, b *banco.Banco, durata time.Duration) (s stampato, err error) {
	err = daSolo(ctx, b, "ingenuo", durata, &s)
	return s, err
}

// daSolo runs a program that prints on one processor, and reads what it says.
func daSolo(ctx context.Context, b *banco.Banco, programma string, durata time.Duration, dove any) error {
	cmd := exec.CommandContext(ctx, filepath.Join(b.Opz.Bin, programma), "--durata", durata.String())
	cmd.Env = append(banco.AmbientePulito(os.Environ()), "GOMAXPROCS=1")
	detto, err := cmd.Output()
	if err != nil {
		if uscita, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w: %s", err, banco.UltimeRighe(uscita.Stderr, 5))
		}
		return fmt.Errorf("%s: %w", programma, err)
	}
	if err := json.Unmarshal(detto, dove); err != nil {
		return fmt.Errorf("%s: %w: %.200s", programma, err, detto)
	}
	return nil
}

func esitoAtto(tutte []stampe) esito {
	serie := func(f func(stampe) float64) (valori []float64) {
		for _, s := range tutte {
			valori = append(valori, f(s))
		}
		return valori
	}
	di := func(f func(stampe) float64) float64 { return misura.Mediana(serie(f)) }
	contro := misura.Confronta("rispetto a fpdf senza cura", "/s", "fpdf senza cura", serie(func(s stampe) float64 { return s.Atto.AlSecondo }),
		serie(func(s stampe) float64 { return s.Ingenuo.AlSecondo }))
	contro[0].Traguardo = misura.Almeno(traguardoIngenuo)
	cifre := []misura.Cifra{{Nome: "atti con bollettini e codici", Valore: di(func(s stampe) float64 { return s.Atto.AlSecondo }), Unita: "/s", Traguardo: misura.Almeno(traguardoAtti)}}
	cifre = append(cifre, contro...)
	cifre = append(cifre,
		misura.Cifra{Nome: "  un atto", Valore: di(func(s stampe) float64 { return s.Atto.Byte / 1000 }), Unita: "KB"},
		misura.Cifra{Nome: "  allocazioni per atto", Valore: di(func(s stampe) float64 { return s.Atto.Allocazioni }), Unita: "", Traguardo: &misura.Traguardo{Sotto: traguardoAllocazioni}},
		misura.Cifra{Nome: "  fpdf senza cura, un atto", Valore: di(func(s stampe) float64 { return s.Ingenuo.Byte / 1000 }), Unita: "KB"},
		misura.Cifra{Nome: "atti senza conto postale", Valore: di(func(s stampe) float64 { return s.Semplice.AlSecondo }), Unita: "/s"},
		misura.Cifra{Nome: "  con il loro avviso anonimo: verbali", Valore: di(func(s stampe) float64 { return s.Fascicolo.AlSecondo }), Unita: "/s"},
		misura.Cifra{Nome: "atti stampati e uniti in un lotto", Valore: di(stampe.inLotto), Unita: "/s", Traguardo: misura.Almeno(traguardoAttiInLotto)},
		misura.Cifra{Nome: "  la sola unione", Valore: di(func(s stampe) float64 { return s.Unione.AlSecondo }), Unita: "/s"},
		misura.Cifra{Nome: "  un atto nel lotto", Valore: di(func(s stampe) float64 { return s.Unione.Byte / 1000 }), Unita: "KB", Traguardo: &misura.Traguardo{Sotto: traguardoKBInLotto}})
	return esito{Cifre: cifre, Note: []string{notaAtto(tutte[len(tutte)-1])}}
}

// notaAtto says where the time of an act goes, as far as its pieces can be made alone.
func notaAtto(s stampe) string {
	voci := make([]string, 0, len(s.Parti))
	for _, p := range s.Parti {
		voci = append(voci, fmt.Sprintf("%s %s µs", p.Nome, misura.Numero(p.Microsecondi)))
	}
	return fmt.Sprintf("di %s µs per atto, misurati da soli: %s; il resto è il testo, misurato, spezzato in righe e compresso, e il file. "+
		"Un processore, il recupero della memoria compreso; fpdf senza cura: due font interi, 60 righe, i codici come immagini.",
		misura.Numero(1e6/max(s.Atto.AlSecondo, 1e-9)), strings.Join(voci, "; "))
}
