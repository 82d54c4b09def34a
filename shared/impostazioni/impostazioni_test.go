package impostazioni_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/piattaforma-verbali/verbali/shared/impostazioni"
)

// compila compiles a schema, or fails.
func compila(t *testing.T, testo string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(testo))
	if err != nil {
		t.Fatalf("%s: %v", testo, err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:prova", doc); err != nil {
		t.Fatalf("%s: %v", testo, err)
	}
	s, err := c.Compile("urn:prova")
	if err != nil {
		t.Fatalf("%s: %v", testo, err)
	}
	return s
}

func TestEveryDeclarationHoldsTogether(t *testing.T) {
	t.Parallel()
	viste := map[string]bool{}
	for _, d := range impostazioni.Tutte() {
		if viste[d.Chiave] {
			t.Errorf("%s is declared twice", d.Chiave)
		}
		viste[d.Chiave] = true
		if d.Modulo == "" || d.Gruppo == "" || d.Titolo == "" || d.Descrizione == "" || d.Esempio == "" {
			t.Errorf("%s lacks a word: %+v", d.Chiave, d)
		}
		if !d.Famiglia() && !regexp.MustCompile(`^[a-z][a-zA-Z0-9.]{1,79}$`).MatchString(d.Chiave) {
			t.Errorf("%s: no table can keep this key", d.Chiave)
		}
		s := compila(t, d.Schema)
		for _, testo := range []string{d.Esempio, d.Usuale} {
			valore, err := jsonschema.UnmarshalJSON(strings.NewReader(testo))
			if testo == "" {
				continue
			}
			if err == nil {
				err = s.Validate(valore)
			}
			if err != nil {
				t.Errorf("%s: %s breaks its own schema: %v", d.Chiave, testo, err)
			}
		}
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, chiave, trova, vicina string }{
		{"a key by its name", "comando.pec", "comando.pec", ""},
		{"a member of a family", "serie.AB", "serie.<lettera>", ""},
		{"a key that looks like one of a family is itself", "serie.senzaLettera", "serie.senzaLettera", ""},
		{"a series in lower case is none", "serie.ab", "", "serie.<lettera>"},
		{"four letters are too many", "serie.ABCD", "", "serie.<lettera>"},
		{"the name of the family is no key", "serie.<lettera>", "", "serie.<lettera>"},
		{"a typing error finds its neighbour", "comando.pek", "", "comando.pec"},
		{"case does not count for likeness", "validazione.soap", "", "validazione.SOAP"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			d, ok := impostazioni.Tutte().Cerca(c.chiave)
			if d.Chiave != c.trova || ok != (c.trova != "") {
				t.Errorf("found %q (%v), want %q", d.Chiave, ok, c.trova)
			}
			if vicina := impostazioni.Tutte().Vicina(c.chiave); c.vicina != "" && vicina != c.vicina {
				t.Errorf("nearest %q, want %q", vicina, c.vicina)
			}
		})
	}
}
