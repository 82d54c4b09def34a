// Command avvio is the supervisor of make run: it starts PostgreSQL, NATS, the simulators and the
// seven services on this machine, prepares local data, shows one merged log and stops everything
// at Ctrl-C. It is for development; nothing in production depends on it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/term"
)

func main() {
	opz, err := leggiOpzioni(os.Args[1:], os.Getenv)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = esegui(opz)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "avvio:", err)
		os.Exit(1)
	}
}

func esegui(opz opzioni) error {
	switch {
	case opz.pulisci:
		return pulisci(opz.dati)
	case opz.installa:
		return nuovoInstallatore(os.Stdout).installa(context.Background())
	}
	colori := term.IsTerminal(int(os.Stdout.Fd())) && os.Getenv("NO_COLOR") == ""
	segnali := ascoltaSegnali(context.Background())
	defer segnali.chiudi()
	return nuovaPila(opz, os.Stdout, colori).vivi(segnali)
}

// opzioni is what the command line and the environment ask for.
type opzioni struct {
	bin, dati      string // absolute
	senzaDati      bool
	pulisci        bool
	installa       bool
	scarto         int // added to every port
	dsnEsterno     string
	urlNATSEsterno string
}

func leggiOpzioni(argomenti []string, variabile func(string) string) (opzioni, error) {
	var opz opzioni
	f := flag.NewFlagSet("avvio", flag.ContinueOnError)
	f.StringVar(&opz.bin, "bin", "bin", "folder of the built programs")
	f.StringVar(&opz.dati, "dati", ".locale", "folder of the local data")
	f.BoolVar(&opz.senzaDati, "senza-dati", false, "do not prepare the demonstration data")
	f.BoolVar(&opz.pulisci, "pulisci", false, "remove the local data, wherever they are, and end")
	f.BoolVar(&opz.installa, "installa", false, "install PostgreSQL with the package manager if it is missing (as root), and end")
	f.IntVar(&opz.scarto, "scarto", 0, "number added to every port, for a second stack on the machine")
	if err := f.Parse(argomenti); err != nil {
		return opz, err
	}
	var err error
	if opz.bin, err = filepath.Abs(opz.bin); err != nil {
		return opz, fmt.Errorf("--bin: %w", err)
	}
	if opz.dati, err = filepath.Abs(opz.dati); err != nil {
		return opz, fmt.Errorf("--dati: %w", err)
	}
	opz.dsnEsterno, opz.urlNATSEsterno = variabile("VERBALI_PG_DSN"), variabile("VERBALI_NATS_URL")
	return opz, nil
}
