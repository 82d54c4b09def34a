package banco

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// Opzioni is what the command line asks for.
type Opzioni struct {
	Bin      string // absolute: the folder of the built programs
	cartella string // where the temporary folder of the stack is made
	Json     string
	Riga     string
	Breve    bool
	Seme     uint64
	scarto   int
}

// LeggiOpzioni reads the command line; its faults are written to diario.
func LeggiOpzioni(argomenti []string, diario io.Writer) (Opzioni, error) {
	var opz Opzioni
	f := flag.NewFlagSet("carico", flag.ContinueOnError)
	f.SetOutput(diario)
	f.StringVar(&opz.Bin, "bin", accanto(), "cartella dei programmi compilati")
	f.StringVar(&opz.cartella, "cartella", "/var/tmp", "dove creare la cartella temporanea dei dati: un disco vero, non la memoria")
	f.StringVar(&opz.Json, "json", "", "scrive le misure anche in questo file")
	f.StringVar(&opz.Riga, "riga", "", "misura una riga sola")
	f.BoolVar(&opz.Breve, "breve", false, "giri brevi: per provare il banco, non per citarne le cifre")
	f.Uint64Var(&opz.Seme, "seme", 202, "seme delle immagini della riga ottica; quello della valutazione non si scrive da nessuna parte")
	f.IntVar(&opz.scarto, "scarto", 0, "numero aggiunto alle porte dello stack; 0: il primo che le trova libere")
	if err := f.Parse(argomenti); err != nil {
		return opz, err
	}
	if f.NArg() > 0 {
		return opz, fmt.Errorf("argomento inatteso: %s", f.Arg(0))
	}
	var err error
	if opz.Bin, err = filepath.Abs(opz.Bin); err != nil {
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

// Giri is how often each comparison is repeated; the ratio reported is the median.
const Giri = 3

// Durata shortens a measurement with --breve.
func (o Opzioni) Durata(normale, breve time.Duration) time.Duration {
	if o.Breve {
		return breve
	}
	return normale
}
