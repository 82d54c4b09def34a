package banco

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Opzioni is what the command line asks for.
type Opzioni struct {
	Bin      string // absolute: the folder of the built programs
	cartella string // where the temporary folder of the stack is made
	Json     string
	Righe    []string // none: all of them
	Breve    bool
	Veglia   bool   // judge the ratios of the short form by those of Rapporti
	Registra bool   // write them there
	Rapporti string // the file of the recorded ratios
	Molti    bool   // the chain with 100,000 fines too
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
	aggiunge := func(nomi string) error { opz.Righe = append(opz.Righe, strings.Split(nomi, ",")...); return nil }
	f.Func("riga", "misura questa riga sola; si può ripetere", aggiunge)
	f.Func("righe", "misura queste righe sole, divise da virgole", aggiunge)
	f.BoolVar(&opz.Breve, "breve", false, "giri brevi: per provare il banco, non per citarne le cifre")
	f.BoolVar(&opz.Veglia, "veglia", false, "giri brevi, e un errore dove una riga non va o un rapporto è molto sotto quello registrato")
	f.BoolVar(&opz.Registra, "registra", false, "con --veglia: scrive i rapporti invece di giudicarli")
	f.StringVar(&opz.Rapporti, "rapporti", filepath.Join("docs", "prestazioni.json"), "il file dei rapporti registrati")
	f.BoolVar(&opz.Molti, "molti", false, "la catena anche con 100.000 verbali")
	f.Uint64Var(&opz.Seme, "seme", 202, "seme delle immagini della riga ottica; quello della valutazione non si scrive da nessuna parte")
	f.IntVar(&opz.scarto, "scarto", 0, "numero aggiunto alle porte dello stack; 0: il primo che le trova libere")
	if err := f.Parse(argomenti); err != nil {
		return opz, err
	}
	if f.NArg() > 0 {
		return opz, fmt.Errorf("argomento inatteso: %s", f.Arg(0))
	}
	if opz.Registra && !opz.Veglia {
		return opz, errors.New("--registra va insieme a --veglia: si registrano i giri brevi")
	}
	opz.Breve = opz.Breve || opz.Veglia
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
func (o Opzioni) Giri() int {
	if o.Breve {
		return 2
	}
	return 3
}

// Durata shortens a measurement with --breve.
func (o Opzioni) Durata(normale, breve time.Duration) time.Duration {
	if o.Breve {
		return breve
	}
	return normale
}
