package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/anpr"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inipec"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/ipa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
)

// stampaScenari writes every scenario: the register of vehicles with the failures that all systems play, then what each of the others
// has beside them.
func stampaScenari(dove io.Writer) error {
	var b strings.Builder
	riga := func(codice, per, che string) { fmt.Fprintf(&b, "%s\t%s\t%s\n", codice, per, che) }
	titolo := func(t string) { fmt.Fprintf(&b, "\n%s\n\n", t) }
	titolo("MOTORIZZAZIONE: targa ZSnnnAA, patente U10000nnnA")
	per := map[string][]string{}
	nomi := map[string]string{}
	var codici []string
	aggiungi := func(codice, nome, chi string) {
		if nomi[codice] == "" {
			codici = append(codici, codice)
		}
		per[codice], nomi[codice] = append(per[codice], chi), nome
	}
	for _, s := range motorizzazione.ScenariVeicolo() {
		aggiungi(s.Codice, s.Nome, "targa")
	}
	for _, s := range motorizzazione.ScenariPatente() {
		aggiungi(s.Codice, s.Nome, "patente")
	}
	slices.Sort(codici)
	for _, c := range codici {
		riga(c, strings.Join(per[c], ", "), nomi[c])
	}
	for _, sistema := range suoi() {
		titolo(sistema.nome)
		for _, s := range sistema.scenari {
			if simulatore.PerCodice(s[0]) == nil || sistema.tutti {
				riga(s[0], "", s[1])
			}
		}
	}
	w := tabwriter.NewWriter(dove, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return w.Flush()
}

// sistema are the scenarios of one system, by code and name.
type sistema struct {
	nome    string
	tutti   bool // also those whose code all systems have: they mean something else here
	scenari [][2]string
}

func suoi() []sistema {
	return []sistema{
		{nome: "INAD: codice fiscale SCN···80A01Znnn·, o 77nnn······ (enti 88)",
			scenari: coppie(inad.Scenari(), func(s inad.Scenario) [2]string { return [2]string{s.Codice, s.Nome} })},
		{nome: "ANPR: come INAD, o il nome PERSONA nnn",
			scenari: coppie(anpr.Scenari(), func(s anpr.Scenario) [2]string { return [2]string{s.Codice, s.Nome} })},
		{nome: "INI-PEC: 77nnn······", tutti: true,
			scenari: coppie(inipec.Scenari(), func(s inipec.Scenario) [2]string { return [2]string{s.Codice, s.Nome} })},
		{nome: "IPA: 88nnn······", tutti: true,
			scenari: coppie(ipa.Scenari(), func(s ipa.Scenario) [2]string { return [2]string{s.Codice, s.Nome} })},
		{nome: "SEND: codice fiscale del destinatario, come INAD",
			scenari: coppie(send.Scenari(), func(s send.Scenario) [2]string { return [2]string{s.Codice, s.Nome} })},
		{nome: "PDND: finalità 5ce0a710-0000-4000-8000-000000000nnn",
			scenari: coppie(pdnd.Scenari(), func(s pdnd.Scenario) [2]string { return [2]string{s.Codice, s.Nome} })},
	}
}

func coppie[S any](tutti []S, coppia func(S) [2]string) [][2]string {
	fatte := make([][2]string, len(tutti))
	for i, s := range tutti {
		fatte[i] = coppia(s)
	}
	return fatte
}
