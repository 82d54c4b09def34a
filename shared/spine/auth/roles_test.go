package auth_test

import (
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

func TestTheRolesOfACommand(t *testing.T) {
	t.Parallel()
	realm := testkit.NuovoRealm(t)
	v := auth.NewVerifier("core", tempo.Adesso)
	if err := v.Set(realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	token := realm.Token(t, testkit.Claims("core", "anna", "alfa", "VISURE"))
	altrui := realm.Token(t, testkit.Claims("core", "bruno", "beta", "VISURE"))
	nessuno := realm.Token(t, testkit.Claims("core", "carla", "", "VISURE"))
	for _, c := range []struct {
		regola   string
		permessi []auth.Permission
		puo, no  []auth.Permission
	}{
		{"a role that is not there may nothing", nil, nil, []auth.Permission{"vpn:leggi", "utilita:usa"}},
		{"a permission by its name", []auth.Permission{"vpn:leggi"}, []auth.Permission{"vpn:leggi"}, []auth.Permission{"vpn:collegamenti", "verbale:leggi"}},
		{"every act on a thing", []auth.Permission{"vpn:*"}, []auth.Permission{"vpn:leggi", "vpn:collegamenti"}, []auth.Permission{"verbale:leggi"}},
		{"who reads all reads his own", []auth.Permission{"verbale:leggi"}, []auth.Permission{"verbale:propri"}, []auth.Permission{"verbale:pdf"}},
		{"his own are not all", []auth.Permission{"verbale:propri"}, []auth.Permission{"verbale:propri"}, []auth.Permission{"verbale:leggi"}},
		{"* is everything in the command, nothing of the platform", []auth.Permission{"*"},
			[]auth.Permission{"verbale:decidi", "operatore:amministra", "intervallo:leggi", "tabella:tenant"},
			[]auth.Permission{"tenant:amministra", "intervallo:amministra", "tabella:piattaforma"}},
		{"nor is thing:*", []auth.Permission{"tenant:*", "intervallo:*"}, []auth.Permission{"intervallo:leggi"},
			[]auth.Permission{"tenant:amministra", "intervallo:amministra"}},
		{"taken away again", nil, nil, []auth.Permission{"vpn:leggi", "verbale:decidi"}},
	} {
		v.Roles().Set([]auth.Role{{Tenant: "alfa", Name: "VISURE", Permissions: c.permessi}})
		chi, err := v.Verify(token) // given before the role was as it is now
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range slices.Concat(c.puo, c.no) {
			if atteso := slices.Contains(c.puo, p); chi.Can(p) != atteso {
				t.Errorf("%s: %s is %v", c.regola, p, !atteso)
			}
			for _, altro := range []string{altrui, nessuno} {
				if chi, err := v.Verify(altro); err != nil || chi.Can(p) {
					t.Errorf("%s: %s of %q has it too (%v)", c.regola, p, chi.Tenant, err)
				}
			}
		}
	}
}
