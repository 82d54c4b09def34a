package operatore

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestChiPuoDareQualiRuoli(t *testing.T) {
	t.Parallel()
	tuttiMenoUno := []string{"AMMINISTRATORE", "UFFICIO", "OPERATORE", "AGENTE", "INTEGRATORE", "LETTURA", "CITTADINO"}
	casi := []struct {
		regola string
		chi    auth.Identity
		tenant string
		vuole  []string
	}{
		{"the platform makes its own administrators", auth.Identity{Roles: []string{"PIATTAFORMA"}}, "", []string{"PIATTAFORMA"}},
		{"the platform makes administrators of a tenant", auth.Identity{Roles: []string{"PIATTAFORMA"}}, "alfa", []string{"AMMINISTRATORE"}},
		{"an administrator gives any other role in his tenant", auth.Identity{Tenant: "alfa", Roles: []string{"AMMINISTRATORE"}}, "alfa", tuttiMenoUno},
		{"an administrator gives none in another tenant", auth.Identity{Tenant: "alfa", Roles: []string{"AMMINISTRATORE"}}, "beta", nil},
		{"an administrator gives none on the platform", auth.Identity{Tenant: "alfa", Roles: []string{"AMMINISTRATORE"}}, "", nil},
		{"an administrator without a tenant gives none", auth.Identity{Roles: []string{"AMMINISTRATORE"}}, "", nil},
		{"PIATTAFORMA with a tenant gives none", auth.Identity{Tenant: "alfa", Roles: []string{"PIATTAFORMA"}}, "alfa", nil},
		{"UFFICIO gives none", auth.Identity{Tenant: "alfa", Roles: []string{"UFFICIO"}}, "alfa", nil},
		{"nobody gives none", auth.Identity{}, "alfa", nil},
		{"the other roles take nothing away", auth.Identity{Tenant: "alfa", Roles: []string{"LETTURA", "AMMINISTRATORE"}}, "alfa", tuttiMenoUno},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.vuole, assegnabili(c.chi, c.tenant, nil)); diff != "" {
				t.Errorf("roles (-want +got):\n%s", diff)
			}
			ctx := auth.With(t.Context(), c.chi)
			for ruolo := range auth.Matrix() {
				err := amministra(ctx, Operatore{Tenant: c.tenant, Ruoli: []string{ruolo}}, nil)
				if ammesso := slices.Contains(c.vuole, ruolo); ammesso != (err == nil) || !ammesso && !problem.Is(err, "RUOLO_NON_ASSEGNABILE") {
					t.Errorf("%s: %v", ruolo, err)
				}
			}
		})
	}
	t.Run("the command line gives every role", func(t *testing.T) {
		t.Parallel()
		for ruolo := range auth.Matrix() {
			if err := amministra(t.Context(), Operatore{Tenant: "alfa", Ruoli: []string{ruolo}}, nil); err != nil {
				t.Errorf("%s: %v", ruolo, err)
			}
		}
	})
	t.Run("one role too many is enough to be refused", func(t *testing.T) {
		t.Parallel()
		ctx := auth.With(t.Context(), auth.Identity{Roles: []string{"PIATTAFORMA"}})
		if err := amministra(ctx, Operatore{Tenant: "alfa", Ruoli: []string{"AMMINISTRATORE", "OPERATORE"}}, nil); !problem.Is(err, "RUOLO_NON_ASSEGNABILE") {
			t.Errorf("%v", err)
		}
	})
}

func TestNessunoSiChiudeFuoriDaSe(t *testing.T) {
	t.Parallel()
	prima := Operatore{Username: "capo", Tenant: "alfa", Stato: Attivo, Ruoli: []string{"AMMINISTRATORE", "UFFICIO"}}
	casi := map[string]struct {
		chi      string
		cambia   func(*Operatore)
		ammesso  bool
		nelCampo string
	}{
		"he does not block himself":              {"capo", func(o *Operatore) { o.Stato = Bloccato }, false, "stato"},
		"he does not take the role from himself": {"capo", func(o *Operatore) { o.Ruoli = []string{"UFFICIO"} }, false, "ruoli"},
		"he may take another role from himself":  {"capo", func(o *Operatore) { o.Ruoli = []string{"AMMINISTRATORE"} }, true, ""},
		"he may change his names and department": {"capo", func(o *Operatore) { o.Nome, o.Reparto = "Anna", "PL02" }, true, ""},
		"another may block him":                  {"altro", func(o *Operatore) { o.Stato = Bloccato }, true, ""},
		"another may take the role from him":     {"altro", func(o *Operatore) { o.Ruoli = []string{"UFFICIO"} }, true, ""},
	}
	for regola, c := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			dopo := prima
			c.cambia(&dopo)
			err := suSeStesso(auth.With(t.Context(), auth.Identity{User: c.chi}), prima, dopo)
			if c.ammesso != (err == nil) {
				t.Fatalf("%v", err)
			}
			if e := problem.As(err); e != nil && (e.Codice != "UTENZA_PROPRIA" || e.Campi[0].Campo != c.nelCampo) {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestCheCosaComportaUnCambiamento(t *testing.T) {
	t.Parallel()
	prima := Operatore{Reparto: "PL01", RepartoSale: "PL01", Impronta: "x", Stato: Attivo, Verifica: Locale, Ruoli: []string{"OPERATORE"}}
	casi := map[string]struct {
		cambia              func(*Operatore)
		azioni              string
		generazione, chiude bool
	}{
		"nothing":              {func(*Operatore) {}, "", false, false},
		"a name":               {func(o *Operatore) { o.Nome = "Anna" }, "CAMBIATO", false, false},
		"a block":              {func(o *Operatore) { o.Stato = Bloccato }, "BLOCCATO", true, true},
		"roles":                {func(o *Operatore) { o.Ruoli = []string{"UFFICIO"} }, "RUOLI_CAMBIATI", true, false},
		"a move":               {func(o *Operatore) { o.Reparto = "PL02" }, "SPOSTATO", true, false},
		"a password":           {func(o *Operatore) { o.Impronta = "y" }, "PASSWORD_CAMBIATA", true, true},
		"LDAP takes over":      {func(o *Operatore) { o.Verifica, o.Impronta = LDAP, "" }, "VERIFICA_CAMBIATA", true, true},
		"another integrator":   {func(o *Operatore) { o.Integratore = "comune" }, "INTEGRATORE_CAMBIATO", true, false},
		"a move with new name": {func(o *Operatore) { o.Reparto, o.Cognome = "PL02", "Verdi" }, "SPOSTATO CAMBIATO", true, false},
	}
	for regola, c := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			dopo := prima
			c.cambia(&dopo)
			d := confronta(prima, dopo)
			if strings.Join(d.azioni, " ") != c.azioni || d.generazione != c.generazione || d.chiude != c.chiude {
				t.Errorf("%+v", d)
			}
		})
	}
}
