package accesso_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

func TestAccessoSso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := conta(b.realm)
	for _, u := range []string{"bloccato", "chiuso", "sospeso"} {
		tenant := map[string]string{"sospeso": "beta"}[u]
		if tenant == "" {
			tenant = "alfa"
		}
		b.crea(t, operatore.Operatore{Username: u, Tenant: tenant, Reparto: "PL01", Ruoli: []string{auth.RuoloIntegratore}, Integratore: "prova"})
	}
	b.crea(t, operatore.Operatore{Username: "marik", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloOperatore}})
	b.crea(t, operatore.Operatore{Username: "marik", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloOperatore}})
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'bloccato'`)
	b.ambiente.Esegui(t, "core", "", `UPDATE integratore SET stato = 'CESSATO' WHERE tenant = 'alfa'`)
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'beta'`)
	casi := []struct{ regola, utente, codice string }{
		{"who has a row enters", "mario", ""},
		{"the name is compared without case", "Mario", ""},
		{"who has none does not", "nessuno", "CREDENZIALI_NON_VALIDE"},
		{"a name that could not be one", "mario'--", "CREDENZIALI_NON_VALIDE"},
		{"a blank before the name", " mario", "CREDENZIALI_NON_VALIDE"},
		{"a line end after it", "mario\n", "CREDENZIALI_NON_VALIDE"},
		{"a blank that is not of ASCII", "mario\u00a0", "CREDENZIALI_NON_VALIDE"},
		{"a letter that becomes another in lower case", "mari\u212a", "CREDENZIALI_NON_VALIDE"},
		{"no name", "", "CREDENZIALI_NON_VALIDE"},
		{"a blocked one does not", "bloccato", "CREDENZIALI_NON_VALIDE"},
		{"of a ceased integrator neither", "chiuso", "CREDENZIALI_NON_VALIDE"},
		{"of a suspended tenant neither", "sospeso", "TENANT_SOSPESO"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			r, err := b.realm.AccediSso(t.Context(), accesso.Validato{Utente: c.utente}, "192.0.2.7")
			if c.codice != "" {
				if !problem.Is(err, c.codice) || r.Token != "" {
					t.Errorf("%+v, %v", r, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			i, err := b.verificatore(t, "core").Verify(r.Token)
			vuole := auth.Identity{User: "mario", Tenant: "alfa", Roles: []string{"OPERATORE"}, Reparto: "PL01", Generation: 1, Token: r.Token}
			if diff := cmp.Diff(vuole, i); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	if n.Load() != 0 {
		t.Errorf("%d hashes without a password", n.Load())
	}
	nessuno := "(nome non valido) ACCESSO /core RIFIUTATO 192.0.2.7 SSO"
	vuole := map[string][]string{
		"alfa": {"mario ACCESSO core AMMESSO 192.0.2.7 SSO", "mario ACCESSO core AMMESSO 192.0.2.7 SSO"},
		"": {"nessuno ACCESSO /core RIFIUTATO 192.0.2.7 SSO", nessuno, nessuno, nessuno, nessuno, nessuno, nessuno,
			"bloccato ACCESSO alfa/core RIFIUTATO 192.0.2.7 SSO", "chiuso ACCESSO alfa/core RIFIUTATO 192.0.2.7 SSO",
			"sospeso ACCESSO beta/core TENANT_SOSPESO 192.0.2.7 SSO"},
	}
	for database, righe := range vuole {
		if diff := cmp.Diff(righe, b.registrati(t, database)); diff != "" {
			t.Errorf("register of %q (-want +got):\n%s", database, diff)
		}
	}
}

// The flag of the single sign-on is of our callback alone: whoever writes it into a question is asked for
// the password as before.
func TestFlagSsoContraffatto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := conta(b.realm)
	for _, flag := range []string{"validatoSso", "validatosso", "ValidatoSso", "sso", "verifica", "motivo", "stato"} {
		t.Run(flag, func(t *testing.T) {
			n.Store(0)
			corpo, err := json.Marshal(map[string]any{"utente": "mario", "password": "", "modulo": "core", "indirizzo": t.Name(), flag: true})
			if err != nil {
				t.Fatal(err)
			}
			if r, err := b.realm.Domanda(t.Context(), corpo); !problem.Is(err, "CREDENZIALI_NON_VALIDE") || n.Load() != 1 {
				t.Errorf("%+v, %v, %d hashes", r, err, n.Load())
			}
			corpo, err = json.Marshal(map[string]any{"utente": "mario", "password": password, "modulo": "core", "indirizzo": t.Name(), flag: false})
			if err != nil {
				t.Fatal(err)
			}
			r, err := b.realm.Domanda(t.Context(), corpo)
			if risposta, _ := r.(event.RispostaAccesso); err != nil || risposta.Token == "" {
				t.Errorf("the right password beside the flag: %v", err)
			}
		})
	}
}

func TestIlTokenPortaLaGenerazione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET generazione = 7 WHERE username = 'mario'`)
	r, err := b.realm.Login(t.Context(), buona())
	if err != nil {
		t.Fatal(err)
	}
	if i, err := b.verificatore(t, "connessione").Verify(r.Token); err != nil || i.Generation != 7 {
		t.Errorf("generation %d, %v", i.Generation, err)
	}
}
