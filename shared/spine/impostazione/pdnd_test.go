package impostazione_test

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

func TestWhatNoEServiceOfPDNDCanBeIsRefused(t *testing.T) {
	t.Parallel()
	const file = `"file": "pdnd-2027"`
	for _, c := range []struct{ regola, chiave, prima, dopo string }{
		{"a key without a file", impostazione.ChiavePdndClient, file, `"kid": "` + strings.Repeat("k", 43) + `"`},
		{"a kid of 42 characters", impostazione.ChiavePdndClient, file, file + `, "kid": "` + strings.Repeat("k", 42) + `"`},
		{"a file of another use", impostazione.ChiavePdndClient, file, `"file": "ldap"`},
		{"a file outside the folder", impostazione.ChiavePdndClient, file, `"file": "pdnd/../x"`},
		{"an environment that is not one", impostazione.ChiavePdndClient, "COLLAUDO", "PROVA"},
		{"a client that is no UUID", impostazione.ChiavePdndClient, `"9f0c6a3e-`, `"`},
		{"a day that is not one", impostazione.ChiavePdndClient, "2028-01-31", "31/01/2028"},
		{"both ways of telling who asks", impostazione.ChiavePdndEService, `"INTEGRITY_REST_02",`, `"AUDIT_REST_01",`},
		{"a pattern that is not one", impostazione.ChiavePdndEService, "AUDIT_REST_02", "AUDIT_REST_03"},
		{"an unknown member", impostazione.ChiavePdndEService, `"client": "comune"`, `"client": "comune", "kid": "x"`},
		{"an empty workstation", impostazione.ChiavePdndEService, `"server-verbali"`, `""`},
		{"a name in upper case", impostazione.ChiavePdndEService, `"anpr-c001"`, `"ANPR"`},
		{"ANPR without a signed body", impostazione.ChiavePdndEService, `"INTEGRITY_REST_02", `, ``},
		{"ANPR without its evidence", impostazione.ChiavePdndEService, `, "AUDIT_REST_02"`, ``},
		{"ANPR with the evidence that is not bound", impostazione.ChiavePdndEService, `AUDIT_REST_02`, `AUDIT_REST_01`},
		{"ANPR without patterns", impostazione.ChiavePdndEService, `"schemi": ["INTEGRITY_REST_02", "AUDIT_REST_02"], `, ``},
		{"ANPR without a workstation", impostazione.ChiavePdndEService, `"postazione": "server-verbali", `, ``},
		{"ANPR without a level", impostazione.ChiavePdndEService, `, "livello": "LoA2"`, ``},
		{"INAD with signatures", impostazione.ChiavePdndEService, `"anpr-c001": {`, `"inad": {`},
		{"INAD with a bound voucher", impostazione.ChiavePdndEService, `"anpr-c001": {`, `"inad": {"dpop": true, `},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			d, _ := impostazione.Cerca(c.chiave)
			guasto := strings.Replace(d.Esempio, c.prima, c.dopo, 1)
			valore, err := jsonschema.UnmarshalJSON(strings.NewReader(guasto))
			if err != nil || guasto == d.Esempio {
				t.Fatalf("%s: %v", guasto, err)
			}
			if compila(t, d.Schema).Validate(valore) == nil {
				t.Errorf("%s passes", guasto)
			}
		})
	}
}

// TestEachEServiceHasWhatItNeeds: what the schema refuses the page says in words, also of settings that are older than the schema.
func TestEachEServiceHasWhatItNeeds(t *testing.T) {
	t.Parallel()
	intera := impostazione.EServicePdnd{Schemi: []string{"INTEGRITY_REST_02", "AUDIT_REST_02"}, Postazione: "server", Livello: "LoA2"}
	for _, c := range []struct {
		nome    string
		e       impostazione.EServicePdnd
		mancano string
	}{
		{"anpr-c001", intera, ""},
		{"anpr-c030", intera, ""},
		{"inad", impostazione.EServicePdnd{}, ""},
		{"anpr-c019", impostazione.EServicePdnd{}, ""},
		{"anpr-c001", impostazione.EServicePdnd{}, "lo schema INTEGRITY_REST_02, lo schema AUDIT_REST_02, la postazione, il livello (LoA)"},
		{"anpr-c030", impostazione.EServicePdnd{Schemi: []string{"INTEGRITY_REST_02", "AUDIT_REST_01"}, Postazione: "s", Livello: "2"}, "lo schema AUDIT_REST_02"},
	} {
		if m := strings.Join(impostazione.MancaAllEService(c.nome, c.e), ", "); m != c.mancano {
			t.Errorf("%s %+v: %q", c.nome, c.e, m)
		}
	}
}
