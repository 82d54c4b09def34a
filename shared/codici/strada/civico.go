package strada

import (
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// civico is a civic number: a single number or the range of a building ("12/14"), with the letter or word of its door ("12/A",
// "12 bis"). A text without a number is compared as written ("fronte bar"); an empty civico is unknown.
type civico struct {
	numeri    []int
	esponente string
	testo     string
}

func (c civico) detto() bool { return len(c.numeri) > 0 || c.testo != "" }

// concorda: people leave out the letter of a door, and one of the two numbers of a building.
func (c civico) concorda(d civico) bool {
	if !c.detto() || !d.detto() {
		return true
	}
	comune := slices.ContainsFunc(c.numeri, func(n int) bool { return slices.Contains(d.numeri, n) })
	return c.testo == d.testo && (comune || c.testo != "") && concorda(c.esponente, d.esponente)
}

// chiave is the first of its numbers, which everybody writes.
func (c civico) chiave() string {
	if len(c.numeri) > 0 {
		return strconv.Itoa(c.numeri[0])
	}
	return c.testo
}

// palazzo bounds the numbers of one building: "12/14" is two doors of it, "12/140" is door 12 and a unit inside it.
const palazzo = 20

// leggiCivico reads a civic number without what stands before it ("n.", "fronte civ."); a second number that is greater is
// the last of the building, with those of its side between, another one is inside the door. Empty where none is there
// ("SNC").
func leggiCivico(tutte []string) civico {
	for i, parola := range tutte {
		if senza, trovato := strings.CutSuffix(parola, ordinale); trovato {
			tutte = slices.Clone(tutte)
			tutte[i] = senza // 12°
		}
	}
	scritte := tutte
	for len(tutte) > 1 && (slices.Contains(annunciCivico(), tutte[0]) || slices.Contains(paroline(), tutte[0])) {
		tutte = tutte[1:]
	}
	if len(tutte) == 0 || slices.Contains([]string{"snc", "sn", "senzanumero"}, strings.Join(tutte, "")) {
		return civico{}
	}
	primo, err := strconv.Atoi(tutte[0])
	if err != nil {
		return civico{testo: strings.Join(scritte, "")}
	}
	c := civico{numeri: []int{primo}}
	tutte = tutte[1:]
	if len(tutte) > 1 && codici.SoloCifre(tutte[1]) && slices.Contains([]string{"e", "al", "a"}, tutte[0]) {
		tutte = tutte[1:] // 12 e 14
	}
	switch {
	case len(tutte) == 0:
	case esponente(tutte[0]):
		c.esponente = tutte[0]
	case codici.SoloCifre(tutte[0]):
		c = c.fino(tutte[0])
	}
	return c
}

// fino joins a civic number with the number written after it.
func (c civico) fino(secondo string) civico {
	primo := c.numeri[0]
	ultimo, err := strconv.Atoi(secondo)
	if err != nil || ultimo <= primo || ultimo > primo+palazzo {
		c.esponente = strings.TrimLeft(secondo, "0")
		return c
	}
	for n := primo + 2; n < ultimo; n += 2 {
		c.numeri = append(c.numeri, n)
	}
	c.numeri = append(c.numeri, ultimo)
	return c
}

// separaCivico takes the civic number off the end of a street's words; empty where none is there: the number of a
// numbered road and a year belong to the name.
func separaCivico(tutte []string, s specie) (nome []string, c civico) {
	if s.numerata() {
		return tutte, civico{}
	}
	i := len(tutte) - 1
	if i > 0 && (esponente(tutte[i]) || codici.SoloCifre(tutte[i])) && codici.SoloCifre(tutte[i-1]) {
		i-- // 12 A, 12 bis, 12/14
	}
	if i < 1 || !codici.SoloCifre(tutte[i]) || len(tutte[i]) > 3 {
		return tutte, civico{}
	}
	nome, c = tutte[:i], leggiCivico(tutte[i:])
	if ultima := len(nome) - 1; ultima > 0 && slices.Contains(annunciCivico(), nome[ultima]) {
		nome = nome[:ultima]
	}
	return nome, c
}

// esponente reports the letter of a door, or the word for one.
func esponente(parola string) bool {
	return len(parola) == 1 && !codici.SoloCifre(parola) || slices.Contains([]string{"bis", "ter", "quater"}, parola)
}

// annunciCivico are the words before a civic number.
func annunciCivico() []string {
	return []string{"n", "nr", "no", "num", "numero", "civ", "civico", "fronte", "altezza", "alt", "davanti", "presso"}
}
