package fruizione_test

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

func TestWhatNoEServiceOfPDNDCanBeIsRefused(t *testing.T) {
	t.Parallel()
	const file = `"file": "pdnd-2027"`
	for _, c := range []struct{ regola, chiave, prima, dopo string }{
		{"a key without a file", fruizione.ChiaveClient, file, `"kid": "` + strings.Repeat("k", 43) + `"`},
		{"a kid of 42 characters", fruizione.ChiaveClient, file, file + `, "kid": "` + strings.Repeat("k", 42) + `"`},
		{"a file of another use", fruizione.ChiaveClient, file, `"file": "ldap"`},
		{"a file outside the folder", fruizione.ChiaveClient, file, `"file": "pdnd/../x"`},
		{"an environment that is not one", fruizione.ChiaveClient, "COLLAUDO", "PROVA"},
		{"a client that is no UUID", fruizione.ChiaveClient, `"9f0c6a3e-`, `"`},
		{"a day that is not one", fruizione.ChiaveClient, "2028-01-31", "31/01/2028"},
		{"both ways of telling who asks", fruizione.ChiaveEService, `"INTEGRITY_REST_02",`, `"AUDIT_REST_01",`},
		{"a pattern that is not one", fruizione.ChiaveEService, "AUDIT_REST_02", "AUDIT_REST_03"},
		{"an unknown member", fruizione.ChiaveEService, `"client": "comune"`, `"client": "comune", "kid": "x"`},
		{"an empty workstation", fruizione.ChiaveEService, `"server-verbali"`, `""`},
		{"a name in upper case", fruizione.ChiaveEService, `"anpr-c001"`, `"ANPR"`},
		{"ANPR without a signed body", fruizione.ChiaveEService, `"INTEGRITY_REST_02", `, ``},
		{"ANPR without its evidence", fruizione.ChiaveEService, `, "AUDIT_REST_02"`, ``},
		{"ANPR with the evidence that is not bound", fruizione.ChiaveEService, `AUDIT_REST_02`, `AUDIT_REST_01`},
		{"ANPR without patterns", fruizione.ChiaveEService, `"schemi": ["INTEGRITY_REST_02", "AUDIT_REST_02"], `, ``},
		{"ANPR without a workstation", fruizione.ChiaveEService, `"postazione": "server-verbali", `, ``},
		{"ANPR without a level", fruizione.ChiaveEService, `, "livello": "LoA2"`, ``},
		{"INAD with signatures", fruizione.ChiaveEService, `"anpr-c001": {`, `"inad": {`},
		{"INAD with a bound voucher", fruizione.ChiaveEService, `"anpr-c001": {`, `"inad": {"dpop": true, `},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			d, _ := impostazione.Lista(fruizione.Impostazioni()).Cerca(c.chiave)
			guasto := strings.Replace(d.Esempio, c.prima, c.dopo, 1)
			valore, err := jsonschema.UnmarshalJSON(strings.NewReader(guasto))
			if err != nil || guasto == d.Esempio {
				t.Fatalf("%s: %v", guasto, err)
			}
			s := compila(t, d.Schema)
			buono, err := jsonschema.UnmarshalJSON(strings.NewReader(d.Esempio))
			if err != nil || s.Validate(buono) != nil || s.Validate(valore) == nil {
				t.Errorf("%s passes, or its good neighbour does not", guasto)
			}
		})
	}
}

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

// TestEachEServiceHasWhatItNeeds: what the schema refuses the page says in words, also of settings that are older than the schema.
func TestEachEServiceHasWhatItNeeds(t *testing.T) {
	t.Parallel()
	intera := fruizione.EService{Schemi: []string{"INTEGRITY_REST_02", "AUDIT_REST_02"}, Postazione: "server", Livello: "LoA2"}
	for _, c := range []struct {
		nome    string
		e       fruizione.EService
		mancano string
	}{
		{"anpr-c001", intera, ""},
		{"anpr-c030", intera, ""},
		{"inad", fruizione.EService{}, ""},
		{"anpr-c019", fruizione.EService{}, ""},
		{"anpr-c001", fruizione.EService{}, "lo schema INTEGRITY_REST_02, lo schema AUDIT_REST_02, la postazione, il livello (LoA)"},
		{"anpr-c030", fruizione.EService{Schemi: []string{"INTEGRITY_REST_02", "AUDIT_REST_01"}, Postazione: "s", Livello: "2"}, "lo schema AUDIT_REST_02"},
	} {
		if m := strings.Join(fruizione.MancaAllEService(c.nome, c.e), ", "); m != c.mancano {
			t.Errorf("%s %+v: %q", c.nome, c.e, m)
		}
	}
}
