// Command torchio prints acts as fast as it can and says how many a second, for make bench: alone, with
// the citizen's notice, and merged into the file of a lot. It measures what
// elaborazione prints with, on no server; GOMAXPROCS=1 makes the figures those of one processor.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
)

func main() {
	if err := esegui(os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "torchio:", err)
		os.Exit(1)
	}
}

// esegui prints the measures as JSON.
func esegui(argomenti []string, uscita, diario io.Writer) (err error) {
	f := flag.NewFlagSet("torchio", flag.ContinueOnError)
	f.SetOutput(diario)
	durata := f.Duration("durata", 2*time.Second, "tempo di ogni misura")
	uniti := f.Int("uniti", lotto.PerPorzione, "atti da unire in un file")
	profilo := f.String("profilo", "", "scrive in questo file il profilo del processore della sola stampa")
	if err := f.Parse(argomenti); err != nil {
		return err
	}
	if *uniti < 1 {
		return errors.New("--uniti deve essere almeno 1")
	}
	t, err := nuovo()
	if err != nil {
		return err
	}
	if *profilo != "" {
		return t.profila(*profilo, *durata)
	}
	r, err := t.misura(*durata, *uniti)
	if err != nil {
		return err
	}
	return json.NewEncoder(uscita).Encode(r)
}

// profila prints the richest act under the profiler.
func (t *torchio) profila(percorso string, durata time.Duration) (err error) {
	file, err := os.Create(percorso)
	if err != nil {
		return fmt.Errorf("profilo: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := pprof.StartCPUProfile(file); err != nil {
		return fmt.Errorf("profilo: %w", err)
	}
	defer pprof.StopCPUProfile()
	_, err = ripeti(durata, func(n int) (int, error) { return lungo(t.stampatore.Rendi(campione(n, true))) })
	return err
}
