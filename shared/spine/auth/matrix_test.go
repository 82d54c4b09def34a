package auth_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/rotte"
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
		auth.PermessoMobile, auth.PermessoOcr, auth.PermessoVpnLeggi, auth.PermessoVpnCollegamenti, auth.PermessoVpnRinnova,
		auth.PermessoAnagrafica, auth.PermessoAnagraficaElenchi, auth.PermessoUtilita, auth.PermessoRicerca,
		auth.PermessoTabellaLeggi, auth.PermessoTabella, auth.PermessoTabellaTenant,
		auth.PermessoVerbaleAnnota, auth.PermessoVerbaleDecidi, auth.PermessoPagamento,
		auth.PermessoLottoLeggi, auth.PermessoLotto, auth.PermessoMorti, auth.PermessoTariffe, auth.PermessoConservazione, auth.PermessoInteressato,
	}
}

// TestRolesMayOnlyWhatTheDesignSays holds the code against the table of design.md, section 6, written a second time
// in words (rotte.Tavola).
func TestRolesMayOnlyWhatTheDesignSays(t *testing.T) {
	t.Parallel()
	for _, ruolo := range append(rotte.Ruoli(), "INVENTATO", "", "operatore") {
		var avuti []string
		for _, p := range permessi() {
			if auth.Grants(ruolo, p) {
				avuti = append(avuti, string(p))
			}
		}
		slices.Sort(avuti)
		if diff := cmp.Diff(slices.Sorted(slices.Values(strings.Fields(rotte.Tavola()[ruolo]))), avuti); diff != "" {
			t.Errorf("%s (-design +code):\n%s", ruolo, diff)
		}
	}
	if diff := cmp.Diff(rotte.Ruoli(), slices.Sorted(maps.Keys(auth.Matrix()))); diff != "" {
		t.Errorf("roles (-design +code):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(permessi())), slices.Sorted(slices.Values(auth.Permissions()))); diff != "" {
		t.Errorf("permissions (-here +code):\n%s", diff)
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
