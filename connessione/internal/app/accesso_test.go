package app

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/connessione/internal/accesso"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// realm plays core's door: one good set of credentials, and a user who tried too often.
func (b *banco) realm(t *testing.T, visto chan<- event.DomandaAccesso) {
	t.Helper()
	err := b.core.Reply("accesso", attesa, func(_ context.Context, dati []byte) (any, error) {
		var d event.DomandaAccesso
		if err := json.Unmarshal(dati, &d); err != nil {
			return nil, err
		}
		visto <- d
		switch {
		case d.Utente == "insistente":
			return nil, problem.Troppe(7 * time.Second)
		case d.Portale == "sospeso":
			return nil, problem.Vietato("TENANT_SOSPESO", "Il comando è sospeso.")
		case d.Portale == "ignoto":
			return nil, problem.NonTrovato("portale", d.Portale)
		case d.Utente != "operatore.alfa" || d.Password != "giusta" || d.Reparto != "PL01" || d.Portale != "alfa":
			return nil, problem.SenzaCredenziali()
		}
		return event.RispostaAccesso{Token: "a.b.c", ScadeTraSecondi: 1860, Tenant: "alfa",
			Operatore: event.Operatore{Username: "operatore.alfa", Nome: "Ada", Cognome: "Bianchi", Reparto: "PL01", Ruoli: []string{"OPERATORE"}}}, nil
	})
	if err == nil {
		err = b.core.Conn.Flush() // the server knows of it before anyone asks
	}
	if err != nil {
		t.Fatal(err)
	}
}

func credenziali(ritocchi ...string) oggetto {
	c := oggetto{"username": "operatore.alfa", "password": "giusta", "reparto": "PL01", "portale": "alfa"}
	for i := 0; i+1 < len(ritocchi); i += 2 {
		c[ritocchi[i]] = ritocchi[i+1]
	}
	return c
}

func TestAccesso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	visto := make(chan event.DomandaAccesso, 50)
	b.realm(t, visto)

	t.Run("good credentials give the token and the operator", func(t *testing.T) {
		e := risposta[accesso.Esito](t, b.chiede(t, rottaLogin, "", testo(t, credenziali()), http.StatusOK))
		want := accesso.Esito{Token: "a.b.c", Tipo: "Bearer", ScadeTraSecondi: 1860, Tenant: "alfa",
			Operatore: event.Operatore{Username: "operatore.alfa", Nome: "Ada", Cognome: "Bianchi", Reparto: "PL01", Ruoli: []string{"OPERATORE"}}}
		if diff := cmp.Diff(want, e); diff != "" {
			t.Error(diff)
		}
		if d := <-visto; d.Modulo != modulo || d.Indirizzo != "192.0.2.1" {
			t.Errorf("core was asked %+v", d)
		}
	})
	t.Run("wrong in any of the four is the same 401", func(t *testing.T) {
		var primo string
		for _, campo := range []string{"username", "password", "reparto", "portale"} {
			w := b.chiede(t, rottaLogin, "", testo(t, credenziali(campo, "altro")), http.StatusUnauthorized)
			if primo == "" {
				primo = w.Body.String()
			}
			if w.Body.String() != primo {
				t.Errorf("%s wrong: %s, not %s", campo, w.Body, primo)
			}
		}
		w := b.chiede(t, rottaLogin, "", testo(t, credenziali("portale", "ignoto")), http.StatusUnauthorized)
		if w.Body.String() != primo {
			t.Errorf("unknown portal: %s", w.Body)
		}
	})
	t.Run("missing fields are named, all of them", func(t *testing.T) {
		d := risposta[problem.Document](t, b.chiede(t, rottaLogin, "", `{"username":" ","reparto":"PL01"}`, http.StatusBadRequest))
		if got := nomi(d); got != "username,password,portale" {
			t.Errorf("fields named: %s", got)
		}
	})
	t.Run("an unknown field, a wrong type, a huge password", func(t *testing.T) {
		for corpo, campo := range map[string]string{
			`{"username":"a","password":"b","reparto":"c","portale":"d","ruolo":"x"}`: "ruolo",
			`{"username":1}`: "username",
			`{"username":"a","reparto":"c","portale":"d","password":"` + strings.Repeat("x", 60_000) + `"}`: "password",
		} {
			d := risposta[problem.Document](t, b.chiede(t, rottaLogin, "", corpo, http.StatusBadRequest))
			if nomi(d) != campo {
				t.Errorf("named %q, want %s", nomi(d), campo)
			}
		}
	})
	t.Run("too many attempts: 429 with Retry-After", func(t *testing.T) {
		w := b.chiede(t, rottaLogin, "", testo(t, credenziali("username", "insistente")), http.StatusTooManyRequests)
		if s := w.Header().Get("Retry-After"); s != "7" { // as core said
			t.Errorf("Retry-After %q", s)
		}
	})
	t.Run("a suspended command says so", func(t *testing.T) {
		d := risposta[problem.Document](t, b.chiede(t, rottaLogin, "", testo(t, credenziali("portale", "sospeso")), http.StatusForbidden))
		if d.Codice != "TENANT_SOSPESO" {
			t.Errorf("%+v", d)
		}
	})
}

func TestAccessoSenzaCore(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	d := risposta[problem.Document](t, b.chiede(t, rottaLogin, "", testo(t, credenziali()), http.StatusServiceUnavailable))
	if d.Codice != "MODULO_NON_DISPONIBILE" {
		t.Errorf("%+v", d)
	}
}

func TestSenzaNATS(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 1)
	b.emetti(t, v)
	b.trovabile(t, v.coppia())
	b.nats.Ferma()
	testkit.Attendi(t, attesa, "readiness to say so", func() bool {
		return b.manda("/readyz", "", "").Code == http.StatusServiceUnavailable
	})
	b.chiede(t, rottaPagamento, b.operatore(t, "alfa"), testo(t, v.chiave()), http.StatusOK)
	b.chiede(t, rottaAnonimo, "", testo(t, v.coppia()), http.StatusOK)
}

// nomi lists the fields that a problem names.
func nomi(d problem.Document) string {
	var tutti []string
	for _, e := range d.Errori {
		tutti = append(tutti, e.Campo)
	}
	return strings.Join(tutti, ",")
}
