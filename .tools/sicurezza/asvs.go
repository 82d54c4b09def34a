package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The answers to a requirement.
const (
	si     = "yes"
	no     = "no"
	fuori  = "not applicable"
	quante = 5 // cells of a row: requirement, level, what it is about, answer, evidence or the reason
)

var requisito = regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+)$`)

// leggiAsvs reads the rows, one a line, cells between bars, after the line of their names.
func leggiAsvs(radice string) (righe []riga, err error) {
	testo, err := os.ReadFile(filepath.Join(radice, filepath.FromSlash(fileAsvs)))
	if err != nil {
		return nil, err
	}
	for n, linea := range strings.Split(strings.TrimSpace(string(testo)), "\n") {
		if n > 0 {
			righe = append(righe, riga{n + 1, strings.Split(linea, "|")})
		}
	}
	return righe, nil
}

// giudica looks at the form and the order of the rows: a proof for each yes, a reason for each other answer.
func (c *codice) giudica(righe []riga) (trovati []string) {
	segnala := func(r riga, motivo string) {
		trovati = append(trovati, fmt.Sprintf("%s:%d: %s", fileAsvs, r.numero, motivo))
	}
	var prima []int
	for _, r := range righe {
		if len(r.celle) != quante || !requisito.MatchString(r.celle[0]) || r.celle[1] != "1" && r.celle[1] != "2" {
			segnala(r, "non è una riga di requisito, livello, argomento, risposta, prova")
			continue
		}
		if questo := numeri(r.celle[0]); slices.Compare(questo, prima) <= 0 {
			segnala(r, r.celle[0]+" è fuori ordine")
		} else {
			prima = questo
		}
		switch risposta := r.celle[3]; {
		case risposta == si && !c.prova(r.prova()):
			segnala(r, r.celle[0]+": un sì senza prova")
		case risposta != si && risposta != no && risposta != fuori:
			segnala(r, fmt.Sprintf("%q non è una risposta", risposta))
		case r.prova() == "":
			segnala(r, r.celle[0]+": manca il motivo")
		}
	}
	return trovati
}

// numeri are the three of a requirement.
func numeri(requisito string) []int {
	testi := strings.Split(requisito, ".")
	tutti := make([]int, len(testi))
	for i, t := range testi {
		tutti[i], _ = strconv.Atoi(t)
	}
	return tutti
}

const premessa = `# OWASP ASVS 4.0.3, level 2

%d requirements of levels 1 and 2, of which %d yes, %d no, %d not applicable. OWASP has the text of each under its number; here it is
named in a few words. Requirements of level 3 alone, and withdrawn ones, are not listed.

*yes* names its proof: a test, as package: TestName, or a file where there is nothing to run. *no* says what is missing. Services
are judged as they are delivered; what depends on the installation (proxy, volumes, clocks) is named as such.
`

// capitoli are the titles of the standard's chapters, from the first.
var capitoli = []string{
	"Architecture, design and threat modelling", "Authentication", "Session management", "Access control",
	"Validation, sanitisation and encoding", "Stored cryptography", "Error handling and logging", "Data protection", "Communication",
	"Malicious code", "Business logic", "Files and resources", "API and web services", "Configuration",
}

// stampaAsvs is the page of all answers, by chapter.
func stampaAsvs(radice string) (string, error) {
	righe, err := leggiAsvs(radice)
	if err != nil {
		return "", err
	}
	risposte := map[string]int{}
	var corpo strings.Builder
	capitolo := 0
	for _, r := range righe {
		if len(r.celle) != quante {
			return "", fmt.Errorf("%s:%d: %d celle", fileAsvs, r.numero, len(r.celle))
		}
		risposte[r.celle[3]]++
		if n := numeri(r.celle[0])[0]; n != capitolo && n > 0 && n <= len(capitoli) {
			capitolo = n
			fmt.Fprintf(&corpo, "\n## V%d %s\n\n| no. | level | about | answer | evidence, or the reason |\n|---|---|---|---|---|\n", n, capitoli[n-1])
		}
		corpo.WriteString("| " + strings.Join(r.celle, " | ") + " |\n")
	}
	return fmt.Sprintf(premessa, len(righe), risposte[si], risposte[no], risposte[fuori]) + corpo.String(), nil
}
