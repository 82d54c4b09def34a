package cds_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// TestNote: what the office has to verify is not among the notes for a person who pays, what a payment closes is; every
// note is a warning too.
func TestNote(t *testing.T) {
	t.Parallel()
	con, senza := cds.Violazione{Codice: "7-15", MinCent: 2600, MaxCent: 10200, Sconto30: true}, cds.Violazione{Codice: "80-14", MinCent: 17300, MaxCent: 69400}
	giorno := calendario.MustParse("2026-11-22")
	for nome, c := range map[string]struct {
		situazione cds.Situazione
		avvertenze int
		note       string // how the only note begins; empty: none
	}{
		"an order below the least that the law allows": {cds.Situazione{Violazioni: []cds.Violazione{con}, OrdinanzaPrefetto: true, OrdinataCent: 3000}, 1, ""},
		"one of two without discount":                  {cds.Situazione{Violazioni: []cds.Violazione{con, senza}}, 1, "La riduzione del 30 %"},
		"an insurance that must be paid too": {cds.Situazione{Violazioni: []cds.Violazione{
			{Codice: "193-2", MinCent: 86600, MaxCent: 346400, Sconto30: true}}}, 1, "Art. 193 c. 2"},
		"an offence": {cds.Situazione{Violazioni: []cds.Violazione{{Codice: "x", Reato: true}}}, 1, ""},
	} {
		e, err := cds.DovutoAl(c.situazione, calendario.Giorno{}, giorno)
		if err != nil {
			t.Fatal(err)
		}
		note := strings.Join(e.Note, "\n")
		if len(e.Avvertenze) != c.avvertenze || !strings.HasPrefix(note, c.note) || (note == "") != (c.note == "") {
			t.Errorf("%s: warnings %q, notes %q", nome, e.Avvertenze, e.Note)
		}
		for _, n := range e.Note {
			if !slices.Contains(e.Avvertenze, n) {
				t.Errorf("%s: %q is no warning", nome, n)
			}
		}
	}
}

// TestVersati: money that suffices is no advance.
func TestVersati(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		versato, tolto int64
		testo          string
	}{
		{1000, -1000, "Già versati 10,00 €, in acconto su 29,40 €."},
		{2940, -2940, "Già versati 29,40 €: è tutto il dovuto."},
		{4200, -2940, "Già versati 42,00 €, a fronte di 29,40 € dovuti."},
	} {
		if p := cds.Versati(importo.Cent(c.versato), 2940); p.Testo != c.testo || *p.ImportoCent != c.tolto || p.Norma == "" {
			t.Errorf("%+v takes off %d", p, *p.ImportoCent)
		}
	}
}

// TestElisione: the days of the terms are written as they are said.
func TestElisione(t *testing.T) {
	t.Parallel()
	e, err := cds.DovutoAl(cds.Situazione{Violazioni: []cds.Violazione{{Codice: "7-15", MinCent: 2600, MaxCent: 10200, Sconto30: true}}},
		calendario.MustParse("2026-11-11"), calendario.MustParse("2026-11-22"))
	if vuole := "Notificazione dell'11/11/2026: pagamento scontato fino al 16/11/2026, in misura ridotta fino all'11/01/2027; importo calcolato al 22/11/2026."; err != nil || e.Spiegazione[0].Testo != vuole {
		t.Errorf("%v %+v", err, e.Spiegazione)
	}
	e, err = cds.DovutoAl(cds.Situazione{Violazioni: []cds.Violazione{{Codice: "7-15", MinCent: 2600, MaxCent: 10200, Sconto30: true}},
		OrdinanzaPrefetto: true, OrdinataCent: 6000}, calendario.MustParse("2026-10-03"), calendario.MustParse("2026-11-22"))
	if vuole := "Notificazione del 03/10/2026: vale la somma dell'ordinanza; importo calcolato al 22/11/2026."; err != nil || e.Spiegazione[0].Testo != vuole {
		t.Errorf("a term of a payment that an order has replaced: %v %+v", err, e.Spiegazione)
	}
}
