package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/piattaforma-verbali/verbali/shared/impostazioni"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/modi"
)

// TestPdnd: what the commands set is what they may set, and the simulated PDND knows the keys in their files.
func TestPdnd(t *testing.T) {
	t.Parallel()
	for _, c := range comandiProva() {
		for _, i := range c.impostazioniPdnd() {
			valida(t, c.nome, i[0], i[1])
		}
	}
	s := segreti{cartella: filepath.Join(t.TempDir(), "segreti")}
	for range 2 { // the second start keeps the keys of the first
		if err := s.generaPdnd(); err != nil {
			t.Fatal(err)
		}
	}
	dati, err := os.ReadFile(s.iscrizioni())
	if err != nil {
		t.Fatal(err)
	}
	var clienti []pdnd.Iscrizione
	if err := json.Unmarshal(dati, &clienti); err != nil || len(clienti) != len(comandiProva()) {
		t.Fatalf("%v %s", err, dati)
	}
	simulatore := pdnd.Nuovo(pdnd.Opzioni{})
	for i, c := range comandiProva() {
		if err := simulatore.Iscrivi(clienti[i]); err != nil {
			t.Fatal(err)
		}
		testo, err := os.ReadFile(filepath.Join(s.cartella, c.nome, filePdnd))
		if err != nil {
			t.Fatal(err)
		}
		k, err := modi.ParseKey(testo)
		if err != nil {
			t.Fatal(err)
		}
		if _, nota := simulatore.ChiaveFruitore(k.Kid); !nota || strings.Contains(string(dati), "PRIVATE") {
			t.Errorf("%s: PDND does not know its key", c.nome)
		}
	}
}

// valida holds what a command sets to what it may set.
func valida(t *testing.T, comando, chiave, testo string) {
	t.Helper()
	d, _ := impostazioni.Tutte().Cerca(chiave)
	schema, errA := jsonschema.UnmarshalJSON(strings.NewReader(d.Schema))
	valore, errB := jsonschema.UnmarshalJSON(strings.NewReader(testo))
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	compilatore := jsonschema.NewCompiler()
	if err := compilatore.AddResource("urn:prova", schema); err != nil {
		t.Fatal(err)
	}
	if err := compilatore.MustCompile("urn:prova").Validate(valore); err != nil {
		t.Errorf("%s of %s: %v", chiave, comando, err)
	}
}
