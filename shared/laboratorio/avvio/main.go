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
	"time"

	"golang.org/x/term"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
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
	if opz.pulisci {
		return pulisci(opz.dati)
	}
	colori := term.IsTerminal(int(os.Stdout.Fd())) && os.Getenv("NO_COLOR") == ""
	segnali := ascoltaSegnali(context.Background())
	defer segnali.chiudi()
	if opz.spostato {
		if err := spostaOrologio(opz.scartoOrologio); err != nil {
			return err
		}
	}
	return nuovaPila(opz, os.Stdout, colori).vivi(segnali)
}

// opzioni is what the command line and the environment ask for.
type opzioni struct {
	bin, dati string // absolute
	senzaDati bool
	// senzaStorie: the local data without the lives of the fines, which no measurement needs.
	senzaStorie bool
	pulisci     bool
	scarto      int // added to every port
	// spostato: the programs, of the laboratory, run with their clock that far from the machine's.
	spostato       bool
	scartoOrologio time.Duration
	dsnEsterno     string
	urlNATSEsterno string
	// utentiNATSEsterno: the server elsewhere has the platform's users, with the passwords of our folder.
	utentiNATSEsterno bool
}

func leggiOpzioni(argomenti []string, variabile func(string) string) (opzioni, error) {
	var opz opzioni
	f := flag.NewFlagSet("avvio", flag.ContinueOnError)
	f.StringVar(&opz.bin, "bin", "bin", "cartella dei programmi compilati")
	f.StringVar(&opz.dati, "dati", ".locale", "cartella dei dati locali")
	f.BoolVar(&opz.senzaDati, "senza-dati", false, "non prepara i dati dimostrativi")
	f.BoolVar(&opz.senzaStorie, "senza-storie", false, "prepara i dati dimostrativi, ma non le storie dei verbali")
	f.BoolVar(&opz.pulisci, "pulisci", false, "elimina i dati locali, ovunque siano, e termina")
	f.IntVar(&opz.scarto, "scarto", 0, "numero aggiunto a ogni porta, per un secondo stack sulla macchina")
	giorno := f.String("giorno", "", "il giorno (AAAA-MM-GG) o l'istante (RFC 3339) a cui mettere l'orologio; solo con programmi del laboratorio")
	if err := f.Parse(argomenti); err != nil {
		return opz, err
	}
	var err error
	if opz.spostato = *giorno != ""; opz.spostato {
		if opz.scartoOrologio, err = scartoVerso(*giorno, time.Now()); err != nil {
			return opz, err
		}
	}
	if opz.bin, err = filepath.Abs(opz.bin); err != nil {
		return opz, fmt.Errorf("--bin: %w", err)
	}
	if opz.dati, err = filepath.Abs(opz.dati); err != nil {
		return opz, fmt.Errorf("--dati: %w", err)
	}
	opz.dsnEsterno, opz.urlNATSEsterno = variabile("VERBALI_PG_DSN"), variabile("VERBALI_NATS_URL")
	opz.utentiNATSEsterno = variabile("VERBALI_NATS_UTENTE") == bus.AdminUser
	return opz, nil
}
