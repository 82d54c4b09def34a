package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/connessione/internal/sportello"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// unicoDiCore plays core's side of an access by a provider: who brings the code "buono" with what he was given is maria.
func (b *banco) unicoDiCore(t *testing.T, token map[string]string) {
	t.Helper()
	err := b.core.Reply("portale", attesa, func(_ context.Context, dati []byte) (any, error) {
		var d event.DomandaPortale
		if err := json.Unmarshal(dati, &d); err != nil {
			return nil, err
		}
		switch {
		case d.Portale != "alfa-cittadini" || d.Indirizzo != "192.0.2.1":
			return nil, problem.RottaAssente()
		case d.Passo == event.PassoInizio:
			return event.RispostaPortale{Indirizzo: "https://fornitore.example/autorizza?state=s", Prova: "prova-sigillata"}, nil
		case d.Passo == event.PassoUscita && d.IDToken == "id.di.maria":
			return event.RispostaPortale{Indirizzo: "https://fornitore.example/esci?a=1&b=2"}, nil
		case d.Passo == event.PassoRitorno && d.Prova == "prova-sigillata" && d.Stato == "s" && token[d.Codice] != "":
			return event.RispostaPortale{IDToken: "id.di.maria", Accesso: &event.RispostaAccesso{Token: token[d.Codice], ScadeTraSecondi: 1860, Tenant: "alfa",
				Operatore: event.Operatore{Username: "maria", Nome: "Maria", Cognome: "Rossi"}}}, nil
		}
		return nil, problem.Vietato("ACCESSO_UNICO_RIFIUTATO", "L'accesso non è riuscito.")
	})
	if err == nil {
		err = b.core.Conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestAccountsComeInByTheProviderOfThePortal(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	token := b.cittadino(t, "maria", "RSSMRA80A01H501U")
	b.unicoDiCore(t, map[string]string{"buono": token, "agente": b.firma(t, claims("agente", "alfa", auth.RuoloAgente))})
	conPortale := sportello.Base + "accesso?portale=alfa-cittadini"
	if strings.Contains(b.navigatore().apre(conPortale).Body.String(), "accesso-unico") {
		t.Fatal("the button is there before the command has set a provider")
	}
	b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'portali.accessoUnico',
		'{"alfa-cittadini": {"emittente": "https://fornitore.example", "client": "x", "segreto": "x", "indirizzo": "https://portale.example"}}')`)
	if err := b.core.Conn.Publish("fatti.piattaforma.anagrafe.cambiata", []byte(`{"tenant":"alfa"}`)); err != nil {
		t.Fatal(err)
	}
	n := b.navigatore()
	testkit.Attendi(t, attesa, "the button", func() bool { return strings.Contains(n.apre(conPortale).Body.String(), "accesso-unico") })
	for _, altrove := range []string{"accesso", "accesso?portale=beta-cittadini", "accesso?portale=%22%3E"} {
		if strings.Contains(n.apre(sportello.Base+altrove).Body.String(), "accesso-unico") {
			t.Errorf("a button at %s", altrove)
		}
	}
	comincia := func(n *navigatore) {
		t.Helper()
		w := n.apre(sportello.Base + "accesso/unico?portale=alfa-cittadini")
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "https://fornitore.example/autorizza?state=s" || n.biscotti["verbali_portale_unico"] != "prova-sigillata" {
			t.Fatalf("%d %s %v", w.Code, w.Header().Get("Location"), n.biscotti)
		}
	}
	ritorno := sportello.Base + "accesso/ritorno/alfa-cittadini?state=s&code="
	verificaPagina(t, b.navigatore().apre(ritorno+"buono"), http.StatusForbidden, "non è riuscito") // begun by nobody
	verificaPagina(t, b.navigatore().apre(sportello.Base+"accesso/unico?portale=beta-cittadini"), http.StatusNotFound)
	comincia(n)
	verificaPagina(t, n.apre(ritorno+"inventato"), http.StatusForbidden, "non è riuscito")
	comincia(n)
	verificaPagina(t, n.apre(ritorno+"agente"), http.StatusForbidden) // may do nothing here
	comincia(n)
	if w := n.apre(ritorno + "buono"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != sportello.Base+"miei" {
		t.Fatalf("%d %s\n%s", w.Code, w.Header().Get("Location"), w.Body)
	}
	if _, resta := n.biscotti["verbali_portale_unico"]; resta {
		t.Error("the proof stays in the browser")
	}
	miei := n.apre(sportello.Base + "miei")
	verificaPagina(t, miei, http.StatusOK, "Maria Rossi")
	verificaPagina(t, n.invia(miei, sportello.Base+"esci", url.Values{}), http.StatusOK, `content="0;url=https://fornitore.example/esci?a=1&amp;b=2"`, "Continua")
	if w := n.apre(sportello.Base + "miei"); w.Code != http.StatusSeeOther {
		t.Errorf("after the logout: %d", w.Code)
	}
}
