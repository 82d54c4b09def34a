package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
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
	finite := map[string]event.SessioneDelFornitore{}
	for avviso, s := range map[string]event.SessioneDelFornitore{"di.altri": {SID: "sid-x"}, "di.sid": {SID: "sid-buono"}, "di.sub": {Soggetto: "s-buono"},
		"di.due": {Soggetto: "s-altro", SID: "sid-buono"}, "di.nessuno": {}} {
		s.Emittente, s.Avviso = "https://fornitore.example", avviso
		finite[avviso] = s
	}
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
			return event.RispostaPortale{IDToken: "id.di.maria", Sessione: &event.SessioneDelFornitore{Emittente: "https://fornitore.example", Soggetto: "s-" + d.Codice, SID: "sid-" + d.Codice},
				Accesso: &event.RispostaAccesso{Token: token[d.Codice], ScadeTraSecondi: 1860, Tenant: "alfa",
					Operatore: event.Operatore{Username: "maria", Nome: "Maria", Cognome: "Rossi"}}}, nil
		case d.Passo == event.PassoAvviso && finite[d.Avviso] != event.SessioneDelFornitore{}:
			finita := finite[d.Avviso]
			return event.RispostaPortale{Sessione: &finita}, nil
		case d.Passo == event.PassoAvviso:
			return nil, problem.Malformata("Il logout_token non è valido.")
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

// conFornitore sets a provider for the citizens' portal of alfa, and waits until it is obeyed.
func (b *banco) conFornitore(t *testing.T) {
	t.Helper()
	b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'portali.accessoUnico',
		'{"alfa-cittadini": {"emittente": "https://fornitore.example", "client": "x", "segreto": "x", "indirizzo": "https://portale.example"}}')`)
	if err := b.core.Conn.Publish("fatti.piattaforma.anagrafe.cambiata", []byte(`{"tenant":"alfa"}`)); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, attesa, "the button", func() bool {
		return strings.Contains(b.navigatore().apre(sportello.Base+"accesso?portale=alfa-cittadini").Body.String(), "accesso-unico")
	})
}

func TestLeUtenzeEntranoDalFornitoreDelPortale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	token := b.cittadino(t, "maria", "RSSMRA80A01H501U")
	b.unicoDiCore(t, map[string]string{"buono": token, "agente": b.firma(t, claims("agente", "alfa", auth.RuoloAgente))})
	conPortale := sportello.Base + "accesso?portale=alfa-cittadini"
	if strings.Contains(b.navigatore().apre(conPortale).Body.String(), "accesso-unico") {
		t.Fatal("the button is there before the command has set a provider")
	}
	b.conFornitore(t)
	n := b.navigatore()
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

// TestUnFornitoreChiudeLeSessioniDiUnPortale: the notice of the provider ends what it vouched for, at once and nothing else; once.
func TestUnFornitoreChiudeLeSessioniDiUnPortale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	token := b.cittadino(t, "maria", "RSSMRA80A01H501U")
	b.unicoDiCore(t, map[string]string{"buono": token, "secondo": token})
	b.conFornitore(t)
	entra := func(codice string) *navigatore {
		t.Helper()
		n := b.navigatore()
		n.apre(sportello.Base + "accesso/unico?portale=alfa-cittadini")
		if w := n.apre(sportello.Base + "accesso/ritorno/alfa-cittadini?state=s&code=" + codice); w.Code != http.StatusSeeOther {
			t.Fatalf("%d\n%s", w.Code, w.Body)
		}
		return n
	}
	dentro := func(n *navigatore) bool { return n.apre(sportello.Base+"miei").Code == http.StatusOK }
	avvisa := func(portale, avviso string) int {
		t.Helper()
		r := httptest.NewRequest(http.MethodPost, sportello.Base+"accesso/uscita/"+portale, strings.NewReader(url.Values{"logout_token": {avviso}}.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		b.servizio.Web.Echo.ServeHTTP(w, r)
		return w.Code
	}
	n, altra := entra("buono"), entra("secondo")
	for _, c := range []struct {
		regola, portale, avviso string
		stato                   int
		resta                   bool
	}{
		{"one that core refuses", "alfa-cittadini", "inventato", http.StatusBadRequest, true},
		{"none", "alfa-cittadini", "", http.StatusBadRequest, true},
		{"a portal without a provider", "beta-cittadini", "di.sid", http.StatusNotFound, true},
		{"of nobody", "alfa-cittadini", "di.nessuno", http.StatusBadRequest, true},
		{"another session", "alfa-cittadini", "di.altri", http.StatusOK, true},
		{"the session of another subject", "alfa-cittadini", "di.due", http.StatusOK, true},
		{"this session", "alfa-cittadini", "di.sid", http.StatusOK, false},
		{"the same notice again", "alfa-cittadini", "di.sid", http.StatusBadRequest, false},
	} {
		if stato := avvisa(c.portale, c.avviso); stato != c.stato || dentro(n) != c.resta {
			t.Errorf("%s: %d, in %v", c.regola, stato, dentro(n))
		}
	}
	n = entra("buono")
	if stato := avvisa("alfa-cittadini", "di.sid"); stato != http.StatusBadRequest || !dentro(n) {
		t.Errorf("an old notice on a new session: %d", stato)
	}
	if stato := avvisa("alfa-cittadini", "di.sub"); stato != http.StatusOK || dentro(n) {
		t.Errorf("every session of the subject: %d", stato)
	}
	if !dentro(altra) {
		t.Error("the session of another is over")
	}
}
