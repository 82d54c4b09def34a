package main

import (
	"cmp"
	"slices"
)

// scambio is a subject that one account gives to others: a service (they publish, it gets the message and
// answers) or a stream (it publishes, they hear).
type scambio struct {
	Tipo     string // "service" or "stream"
	Soggetto string
	Molte    bool // answers to one request, not one only
	A        []string
}

// scambi are the subjects that cross, by the account that gives them.
type scambi map[string][]scambio

func (s scambi) servizio(di, a, soggetto string) {
	s.passa(di, a, scambio{Tipo: "service", Soggetto: soggetto})
}
func (s scambi) servizioMolti(di, a, soggetto string) {
	s.passa(di, a, scambio{Tipo: "service", Soggetto: soggetto, Molte: true})
}
func (s scambi) flusso(di, a, soggetto string) {
	s.passa(di, a, scambio{Tipo: "stream", Soggetto: soggetto})
}

// passa adds a subject that an account gives to another, once.
func (s scambi) passa(di, a string, nuovo scambio) {
	if di == a {
		return
	}
	for i := range s[di] {
		if c := &s[di][i]; c.Tipo == nuovo.Tipo && c.Soggetto == nuovo.Soggetto {
			c.A = append(c.A, a)
			slices.Sort(c.A)
			c.A = slices.Compact(c.A)
			return
		}
	}
	nuovo.A = []string{a}
	s[di] = append(s[di], nuovo)
	slices.SortFunc(s[di], func(a, b scambio) int {
		return cmp.Or(cmp.Compare(a.Tipo, b.Tipo), cmp.Compare(a.Soggetto, b.Soggetto))
	})
}

// ingresso is what an account takes from another.
type ingresso struct{ Tipo, Di, Soggetto string }

// verso gives what an account takes, in order.
func (s scambi) verso(conto string) []ingresso {
	var esito []ingresso
	for di, dati := range s {
		for _, c := range dati {
			if slices.Contains(c.A, conto) {
				esito = append(esito, ingresso{Tipo: c.Tipo, Di: di, Soggetto: c.Soggetto})
			}
		}
	}
	slices.SortFunc(esito, func(a, b ingresso) int {
		return cmp.Or(cmp.Compare(a.Tipo, b.Tipo), cmp.Compare(a.Di, b.Di), cmp.Compare(a.Soggetto, b.Soggetto))
	})
	return esito
}
