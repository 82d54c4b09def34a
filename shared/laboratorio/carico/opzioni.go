package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// opzioni is what the command line asks for.
type opzioni struct {
	bin      string // absolute: the folder of the built programs
	cartella string // where the temporary folder of the stack is made
	json     string
	riga     string
	breve    bool
	scarto   int
}

func leggiOpzioni(argomenti []string, diario io.Writer) (opzioni, error) {
	var opz opzioni
	f := flag.NewFlagSet("carico", flag.ContinueOnError)
	f.SetOutput(diario)
	f.StringVar(&opz.bin, "bin", accanto(), "cartella dei programmi compilati")
	f.StringVar(&opz.cartella, "cartella", "/var/tmp", "dove creare la cartella temporanea dei dati: un disco vero, non la memoria")
	f.StringVar(&opz.json, "json", "", "scrive le misure anche in questo file")
	f.StringVar(&opz.riga, "riga", "", "misura una riga sola")
	f.BoolVar(&opz.breve, "breve", false, "giri brevi: per provare il banco, non per citarne le cifre")
	f.IntVar(&opz.scarto, "scarto", 0, "numero aggiunto alle porte dello stack; 0: il primo che le trova libere")
	if err := f.Parse(argomenti); err != nil {
		return opz, err
	}
	if f.NArg() > 0 {
		return opz, fmt.Errorf("argomento inatteso: %s", f.Arg(0))
	}
	var err error
	if opz.bin, err = filepath.Abs(opz.bin); err != nil {
		return opz, fmt.Errorf("--bin: %w", err)
	}
	return opz, nil
}

// accanto is the folder of this program: make builds them all into one.
func accanto() string {
	io, err := os.Executable()
	if err != nil {
		return "bin"
	}
	return filepath.Dir(io)
}

// giri is how often each comparison is repeated; the ratio reported is the median.
const giri = 3

// durata shortens a measurement with --breve.
func (o opzioni) durata(normale, breve time.Duration) time.Duration {
	if o.breve {
		return breve
	}
	return normale
}
