package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// riga is a row of a table.
type riga struct {
	numero int // of the line, from 1
	celle  []string
}

// prova is the last cell of a row: what proves it.
func (r riga) prova() string { return r.celle[len(r.celle)-1] }

// leggiRighe reads the rows of the tables of a page, without their headings.
func leggiRighe(testo string) (righe []riga) {
	prima := ""
	for n, linea := range strings.Split(testo, "\n") {
		if strings.HasPrefix(linea, "|--") && len(righe) > 0 && strings.HasPrefix(prima, "|") {
			righe = righe[:len(righe)-1] // what stands above the line is the heading
		} else if strings.HasPrefix(linea, "|") {
			celle := strings.Split(strings.Trim(linea, "|"), "|")
			for i := range celle {
				celle[i] = strings.TrimSpace(celle[i])
			}
			righe = append(righe, riga{n + 1, celle})
		}
		prima = linea
	}
	return righe
}

// The answers to a requirement.
const (
	si     = "yes"
	no     = "no"
	fuori  = "not applicable"
	quante = 5 // cells of a row of asvs.md
)

var (
	requisito = regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+)$`)
	conti     = regexp.MustCompile("(\\d+) requirements of levels 1 and 2, of which (\\d+) `yes`, (\\d+) `no`, (\\d+) `not applicable`")
)

// giudica looks at asvs.md: the form and the order of its rows, a proof for each yes, a reason for each other, and the
// numbers in the introduction.
func (c *codice) giudica(testo string, righe []riga) (trovati []string) {
	segnala := func(r riga, motivo string) {
		trovati = append(trovati, fmt.Sprintf("%s:%d: %s", paginaAsvs, r.numero, motivo))
	}
	var prima []int
	risposte := map[string]int{}
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
		risposte[r.celle[3]]++
		switch risposta := r.celle[3]; {
		case risposta == si && !c.prova(r.prova()):
			segnala(r, r.celle[0]+": un sì senza prova")
		case risposta != si && risposta != no && risposta != fuori:
			segnala(r, fmt.Sprintf("%q non è una risposta", risposta))
		case r.prova() == "":
			segnala(r, r.celle[0]+": manca il motivo")
		}
	}
	detti := conti.FindStringSubmatch(strings.Join(strings.Fields(testo), " "))
	veri := []int{len(righe), risposte[si], risposte[no], risposte[fuori]}
	if detti == nil || !slices.Equal(interi(detti[1:]), veri) {
		trovati = append(trovati, fmt.Sprintf("%s: l'introduzione non dice %d requirements of levels 1 and 2, of which %d `yes`, %d `no`, %d `not applicable`",
			paginaAsvs, veri[0], veri[1], veri[2], veri[3]))
	}
	return trovati
}

// numeri are the three of a requirement.
func numeri(requisiti string) []int { return interi(strings.Split(requisiti, ".")) }

func interi(testi []string) []int {
	tutti := make([]int, len(testi))
	for i, t := range testi {
		tutti[i], _ = strconv.Atoi(t)
	}
	return tutti
}
