package auth_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// permessi are all the permissions, so that a new one is put into the table below by hand.
func permessi() []auth.Permission {
	return []auth.Permission{
		auth.PermessoRuolo, auth.PermessoVerbalePropri,
		auth.PermessoTenant, auth.PermessoIntervalloLeggi, auth.PermessoIntervallo, auth.PermessoOperatore, auth.PermessoReparto,
		auth.PermessoPortaleGestione, auth.PermessoAgente, auth.PermessoIntegratore, auth.PermessoImpostazione, auth.PermessoRegistro,
		auth.PermessoSoap, auth.PermessoVerbaleLeggi, auth.PermessoVerbalePdf, auth.PermessoPersona, auth.PermessoPortale,
		auth.PermessoMobile, auth.PermessoOcr, auth.PermessoVpnLeggi, auth.PermessoVpnCollegamenti, auth.PermessoUtilita, auth.PermessoRicerca,
		auth.PermessoTabellaLeggi, auth.PermessoTabella, auth.PermessoTabellaTenant,
		auth.PermessoVerbaleAnnota, auth.PermessoVerbaleDecidi, auth.PermessoPagamento,
		auth.PermessoLottoLeggi, auth.PermessoLotto, auth.PermessoMorti, auth.PermessoTariffe,
	}
}

// TestRolesMayOnlyWhatTheDesignSays has the table of design.md, section 6, written a second time, in words
// and not by the names of the code.
func TestRolesMayOnlyWhatTheDesignSays(t *testing.T) {
	t.Parallel()
	leggono := []auth.Permission{"verbale:propri", "verbale:leggi", "verbale:pdf", "persona:leggi", "portale:consulta", "ocr:usa",
		"vpn:leggi", "vpn:collegamenti", "utilita:usa", "ricerca:riservata", "tabella:leggi", "verbale:annota", "pagamento:registra", "lotto:leggi"}
	attesi := map[string][]auth.Permission{
		// Tenants, ranges, what a new tenant needs before it has an administrator; no fine, no person.
		"PIATTAFORMA": {"tenant:amministra", "intervallo:leggi", "intervallo:amministra", "operatore:amministra", "reparto:amministra",
			"portale:amministra", "registro:leggi", "vpn:collegamenti", "utilita:usa", "tabella:leggi", "tabella:piattaforma"},
		// Its own command, ranges only to be seen: another prefix would be another command's numbers.
		"AMMINISTRATORE": {"intervallo:leggi", "operatore:amministra", "reparto:amministra", "portale:amministra", "agente:amministra",
			"ruolo:amministra", "integratore:amministra",
			"impostazione:amministra", "registro:leggi", "vpn:collegamenti", "utilita:usa", "tabella:leggi", "tabella:tenant",
			"morti:amministra", "tariffa:verifica"}, // sums and states of the fines that a corrected table concerns: no person
		"UFFICIO":     append([]auth.Permission{"verbale:decidi", "lotto:avvia", "tariffa:verifica"}, leggono...), // what OPERATORE may, decide, and start lots
		"OPERATORE":   leggono,
		"AGENTE":      {"mobile:usa", "verbale:propri", "utilita:usa"}, // tablet, real-time checks, the fines he ascertained
		"INTEGRATORE": {"soap:usa", "utilita:usa"},
		"LETTURA":     {"verbale:propri", "verbale:leggi", "portale:consulta", "utilita:usa", "tabella:leggi"}, // no personal data, no PDF
		"CITTADINO":   {"portale:consulta", "utilita:usa"},
		"INVENTATO":   nil,
		"":            nil,
		"operatore":   nil,
	}
	for ruolo, atteso := range attesi {
		var avuti []auth.Permission
		for _, p := range permessi() {
			if auth.Grants(ruolo, p) {
				avuti = append(avuti, p)
			}
		}
		slices.Sort(avuti)
		atteso = slices.Sorted(slices.Values(atteso))
		if diff := cmp.Diff(atteso, avuti); diff != "" {
			t.Errorf("%s (-design +code):\n%s", ruolo, diff)
		}
	}
	for ruolo, dati := range auth.Matrix() {
		if _, noto := attesi[ruolo]; !noto {
			t.Errorf("role %s is not in the design", ruolo)
		}
		for _, p := range dati {
			cosa, tutte := strings.CutSuffix(string(p), "*")
			if !slices.Contains(permessi(), p) && !(tutte && slices.ContainsFunc(permessi(), func(q auth.Permission) bool {
				return strings.HasPrefix(string(q), cosa)
			})) {
				t.Errorf("%s holds %s, which is not checked here", ruolo, p)
			}
		}
	}
}

func TestUnknownPermissionsAreDenied(t *testing.T) {
	t.Parallel()
	for ruolo := range auth.Matrix() {
		for _, p := range []auth.Permission{"", "*", ":", "verbale:*", "verbale:annulla", "verbale", "tenan:amministra", "vpnx:leggi", "piattaforma:amministra"} {
			if auth.Grants(ruolo, p) {
				t.Errorf("%s may %q", ruolo, p)
			}
		}
	}
}

func TestIdentity(t *testing.T) {
	t.Parallel()
	i := auth.Identity{User: "x", Roles: []string{"AGENTE", "LETTURA"}}
	if !i.Can(auth.PermessoMobile) || !i.Can(auth.PermessoVerbaleLeggi) || i.Can(auth.PermessoSoap) {
		t.Error("roles do not add up")
	}
	if !i.HasRole("AGENTE") || i.HasRole("UFFICIO") {
		t.Error("roles are taken for others")
	}
	if (auth.Identity{}).Can(auth.PermessoUtilita) {
		t.Error("nobody may something")
	}
	if _, ok := auth.From(context.Background()); ok {
		t.Error("somebody is in an empty context")
	}
	if chi, ok := auth.From(auth.With(t.Context(), i)); !ok || chi.User != "x" {
		t.Errorf("%+v", chi)
	}
}

// The vectors were computed by sha512sum.
func TestImpronta(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ password, reparto, atteso string }{
		{"Verbali-demo-2026", "PL01", "1CC423C3299647F86A431AC69320C01A0D9AC811257FE85CAE964BBC77A5F1722991975F615EE070F5608ACC2C09305EB6273E1683551327F3CB6B47B3177108"},
		{"pàsswörd€😀", "CITT", "334E4F1701D6836DF253E1F2CE3FB34186D82B3D31D18790B36F68A5E4FB4E9FDEB0346A78C15D40C1D1B7D09606F5CE821C0DA50CCFE04A0FD210849F7A180F"},
		{"", "", "CF83E1357EEFB8BDF1542850D66D8007D620E4050B5715DC83F4A921D36CE9CE47D0D13C5D85F2B0FF8318D2877EEC2F63B931BD47417A81A538327AF927DA3E"},
		{":", "PL01", "F4B38D6A31413EE962E0960F6D88665672CB4CBB79A6B7C3F954DE48392560D053EDD6D4573F6EA345EA784DFB0B002C5B72196C224DF69415549C67F261D3DB"},
	} {
		if avuta := auth.Fingerprint(c.password, c.reparto); avuta != c.atteso {
			t.Errorf("%q %q: %s", c.password, c.reparto, avuta)
		}
	}
}
