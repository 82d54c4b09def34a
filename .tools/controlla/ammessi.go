package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path"
	"strings"
)

// Ammessi are the findings that are legitimate: each names a rule, the files, the text in the line, and a reason.
type Ammessi struct {
	voci []ammesso
}

type ammesso struct {
	regola, file, testo string
	riga                int
}

// leggiAmmessi reads "regola | file (a pattern of path.Match, ** for any folder) | text in the line | reason".
// A reason is required: an exception nobody can explain is refused.
func leggiAmmessi(nome string) (*Ammessi, error) {
	contenuto, err := os.ReadFile(nome)
	if err != nil {
		return nil, err
	}
	a := &Ammessi{}
	righe := bufio.NewScanner(bytes.NewReader(contenuto))
	for n := 1; righe.Scan(); n++ {
		riga := strings.TrimSpace(righe.Text())
		if riga == "" || strings.HasPrefix(riga, "#") {
			continue
		}
		campi := strings.Split(riga, "|")
		if len(campi) != 4 || strings.TrimSpace(campi[3]) == "" {
			return nil, fmt.Errorf("%s:%d: servono regola | file | testo | motivo", nome, n)
		}
		a.voci = append(a.voci, ammesso{
			regola: strings.TrimSpace(campi[0]), file: strings.TrimSpace(campi[1]),
			testo: strings.TrimSpace(campi[2]), riga: n,
		})
	}
	return a, righe.Err()
}

func (a *Ammessi) consente(regola, file, riga string) bool {
	for _, v := range a.voci {
		if v.regola == regola && corrisponde(v.file, file) && strings.Contains(riga, v.testo) {
			return true
		}
	}
	return false
}

// inutili reports exceptions for files that no longer exist, so that the list does not outlive its reasons.
func (a *Ammessi) inutili(nomi []string) []Trovato {
	var trovati []Trovato
	for _, v := range a.voci {
		if !qualcuno(nomi, v.file) {
			trovati = append(trovati, Trovato{".tools/controlla/ammessi.txt", v.riga, "ammessi", "eccezione per un file che non esiste"})
		}
	}
	return trovati
}

func qualcuno(nomi []string, schema string) bool {
	for _, n := range nomi {
		if corrisponde(schema, n) {
			return true
		}
	}
	return false
}

// corrisponde is path.Match with a leading **/ that stands for any folders, none included.
func corrisponde(schema, nome string) bool {
	coda, qualunque := strings.CutPrefix(schema, "**/")
	if !qualunque {
		ok, err := path.Match(schema, nome)
		return err == nil && ok
	}
	for {
		if ok, err := path.Match(coda, nome); err == nil && ok {
			return true
		}
		_, resto, altro := strings.Cut(nome, "/")
		if !altro {
			return false
		}
		nome = resto
	}
}
