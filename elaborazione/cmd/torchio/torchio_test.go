package main

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"
	"time"
)

// TestThePressTellsWhatItPrinted: every measure is there, and the documents weigh what documents weigh.
func TestThePressTellsWhatItPrinted(t *testing.T) {
	t.Parallel()
	var uscita bytes.Buffer
	if err := esegui([]string{"--durata", time.Millisecond.String(), "--uniti", "3"}, &uscita, io.Discard); err != nil {
		t.Fatal(err)
	}
	var m misure
	if err := json.Unmarshal(uscita.Bytes(), &m); err != nil {
		t.Fatal(err)
	}
	for nome, p := range map[string]passo{"atto": m.Atto, "semplice": m.Semplice, "fascicolo": m.Fascicolo, "unione": m.Unione} {
		if p.AlSecondo <= 0 || p.Byte < 2000 || p.Allocazioni <= 0 {
			t.Errorf("%s: %+v", nome, p)
		}
	}
	if m.Fascicolo.Byte <= m.Semplice.Byte || m.Atto.Byte <= m.Semplice.Byte || len(m.Parti) != 3 {
		t.Errorf("%+v", m)
	}
}

func TestNoTwoActsAreTheSame(t *testing.T) {
	t.Parallel()
	torchio, err := nuovo()
	if err != nil {
		t.Fatal(err)
	}
	visti := map[string]bool{}
	for n := range 5 {
		pdf, err := torchio.stampatore.Rendi(campione(n, n%2 == 0))
		if err != nil || visti[string(pdf)] {
			t.Errorf("act %d: %v", n, err)
		}
		visti[string(pdf)] = true
	}
}
