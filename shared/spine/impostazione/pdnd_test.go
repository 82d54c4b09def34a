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
