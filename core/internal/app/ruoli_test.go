package app_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// nuova makes an account of alfa with these roles, as the command line does, once core obeys them.
func (b *banco) nuova(t *testing.T, username string, ruoli ...string) {
	t.Helper()
	o := operatore.Operatore{Username: username, Tenant: "alfa", Reparto: "PL01", Ruoli: ruoli}
	_, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), o, password)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "core to have read the roles that the command made", func() bool {
		return !slices.ContainsFunc(ruoli, func(r string) bool {
			_, piattaforma := auth.Matrix()[r]
			return !piattaforma && len(b.app.Verifier.Roles().Of("alfa", []string{r})) == 0
		})
	})
}

func TestUnComandoSiDaIRuoli(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	capo, capoBeta := programma{b, "capo.alfa", ""}, programma{b, "capo.beta", ""}
	for _, c := range []struct {
		regola          string
		chi             programma
		metodo, dove    string
		corpo           string
		stato           int
		codice, nominal string
	}{
		{"made", capo, "POST", "/ruoli", `{"nome":"VISURE","permessi":["vpn:leggi","utilita:usa"]}`, 201, "", `"permessi":["utilita:usa","vpn:leggi"]`},
		{"the same again is harmless, in whatever case and order", capo, "POST", "/ruoli", `{"nome":"visure","permessi":["utilita:usa","vpn:leggi","vpn:leggi"]}`, 200, "", "VISURE"},
		{"the same name for something else", capo, "POST", "/ruoli", `{"nome":"Visure","permessi":["vpn:*"]}`, 409, "GIA_PRESENTE_DIVERSO", "permessi"},
		{"every act on a thing", capo, "POST", "/ruoli", `{"nome":"LETTI","permessi":["vpn:*"]}`, 201, "", ""},
		{"in another command the name is free", capoBeta, "POST", "/ruoli", `{"nome":"VISURE","permessi":["ocr:usa"]}`, 201, "", ""},
		{"another command does not see it", capoBeta, "GET", "/ruoli/LETTI", "", 404, "NON_TROVATO", ""},
		{"nor changes it", capoBeta, "PUT", "/ruoli/LETTI", `{"descrizione":"","permessi":["ocr:usa"],"versione":1}`, 404, "NON_TROVATO", ""},
		{"nor takes it away", capoBeta, "DELETE", "/ruoli/LETTI", "", 404, "NON_TROVATO", ""},
		{"nor gives it", capoBeta, "POST", "/operatori", `{"username":"ladro","reparto":"PL01","ruoli":["LETTI"],"password":"` + password + `"}`, 400, "DATI_NON_VALIDI", "LETTI non è un ruolo"},
		{"an unknown permission is named", capo, "POST", "/ruoli", `{"nome":"STRANO","permessi":["vpn:leggi","verbale:cancella"]}`, 400, "DATI_NON_VALIDI", "verbale:cancella non è un permesso"},
		{"an unknown thing", capo, "POST", "/ruoli", `{"nome":"STRANO","permessi":["verbali:*"]}`, 400, "DATI_NON_VALIDI", "verbali:* non è un permesso"},
		{"half a permission", capo, "POST", "/ruoli", `{"nome":"STRANO","permessi":["ver*"]}`, 400, "DATI_NON_VALIDI", "permessi"},
		{"a permission in capitals is another word", capo, "POST", "/ruoli", `{"nome":"STRANO","permessi":["VPN:leggi"]}`, 400, "DATI_NON_VALIDI", "VPN:leggi"},
		{"no permission", capo, "POST", "/ruoli", `{"nome":"STRANO","permessi":[]}`, 400, "DATI_NON_VALIDI", "permessi"},
		{"everything, which he has not", capo, "POST", "/ruoli", `{"nome":"STRANO","permessi":["*"]}`, 403, "PERMESSO_NON_DELEGABILE", "permesso * va oltre"},
		{"what is the platform's", capo, "POST", "/ruoli", `{"nome":"STRANO","permessi":["utilita:usa","tenant:amministra"]}`, 403, "PERMESSO_NON_DELEGABILE", "tenant:amministra"},
		{"what hides something of the platform", capo, "POST", "/ruoli", `{"nome":"STRANO","permessi":["intervallo:*"]}`, 403, "PERMESSO_NON_DELEGABILE", "intervallo:*"},
		{"a name of the platform", capo, "POST", "/ruoli", `{"nome":"ufficio","permessi":["vpn:leggi"]}`, 400, "DATI_NON_VALIDI", "nome"},
		{"one of the platform changes for nobody", capo, "PUT", "/ruoli/AGENTE", `{"descrizione":"","permessi":["vpn:leggi"],"versione":1}`, 409, "RUOLO_DI_PIATTAFORMA", ""},
		{"nor goes", capo, "DELETE", "/ruoli/AGENTE", "", 409, "RUOLO_DI_PIATTAFORMA", ""},
		{"changed beyond his own", capo, "PUT", "/ruoli/LETTI", `{"descrizione":"","permessi":["tabella:piattaforma"],"versione":1}`, 403, "PERMESSO_NON_DELEGABILE", "tabella:piattaforma"},
		{"changed", capo, "PUT", "/ruoli/LETTI", `{"descrizione":"solo lettura","permessi":["vpn:collegamenti"],"versione":1}`, 200, "", `"versione":2`},
		{"changed by somebody else meanwhile", capo, "PUT", "/ruoli/LETTI", `{"descrizione":"","permessi":["ocr:usa"],"versione":1}`, 409, "CAMBIATO_NEL_FRATTEMPO", ""},
		{"given", capo, "POST", "/operatori", `{"username":"anna","reparto":"PL01","ruoli":["letti"],"password":"` + password + `"}`, 201, "", `"ruoli":["LETTI"]`},
		{"in use", capo, "DELETE", "/ruoli/LETTI", "", 409, "RUOLO_IN_USO", "1 utenza"},
		{"taken from the account", capo, "PUT", "/operatori/anna", `{"reparto":"PL01","ruoli":["VISURE"],"nome":"","cognome":"","codiceFiscale":"","integratore":"","verifica":"LOCALE","stato":"ATTIVO","versione":1}`, 200, "", "VISURE"},
		{"not in use", capo, "DELETE", "/ruoli/LETTI", "", 204, "", ""},
		{"gone", capo, "DELETE", "/ruoli/LETTI", "", 404, "NON_TROVATO", ""},
		{"the list has them after the platform's", capo, "GET", "/ruoli", "", 200, "", `CITTADINO`},
		{"the list has them", capo, "GET", "/ruoli", "", 200, "", `"nome":"VISURE"`},
	} {
		r := c.chi.chiama(t, c.metodo, c.dove, c.corpo)
		if r.stato != c.stato || !strings.Contains(r.corpo, c.codice) || !strings.Contains(r.corpo, c.nominal) {
			t.Errorf("%s: %d %s", c.regola, r.stato, r.corpo)
		}
	}
}

// Who keeps accounts by a role of the command gives what he has himself, and touches nobody above him.
func TestNessunoSiAlzaDaSe(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	capo := programma{b, "capo.alfa", ""}
	for _, corpo := range []string{
		`{"nome":"SEGRETERIA","permessi":["operatore:amministra","ruolo:amministra","reparto:amministra","utilita:usa"]}`,
		`{"nome":"LETTORE","permessi":["verbale:leggi"]}`,
	} {
		if r := capo.chiama(t, "POST", "/ruoli", corpo); r.stato != http.StatusCreated {
			t.Fatalf("%d %s", r.stato, r.corpo)
		}
	}
	b.nuova(t, "segretaria", "SEGRETERIA")
	b.nuova(t, "lettrice", "LETTORE")
	segretaria := programma{b, "segretaria", ""}
	account := func(ruoli string) string {
		return `{"reparto":"PL01","ruoli":[` + ruoli + `],"nome":"","cognome":"","codiceFiscale":"","integratore":"","verifica":"LOCALE","stato":"ATTIVO","versione":1}`
	}
	for _, c := range []struct {
		regola, metodo, dove, corpo string
		stato                       int
		detto                       string
	}{
		{"a role within her own", "POST", "/ruoli", `{"nome":"USCIERE","permessi":["reparto:amministra"]}`, 201, ""},
		{"a role beyond her own", "POST", "/ruoli", `{"nome":"SPIA","permessi":["reparto:amministra","persona:leggi"]}`, 403, "persona:leggi"},
		{"her own role made greater", "PUT", "/ruoli/SEGRETERIA", `{"descrizione":"","permessi":["operatore:*","verbale:*"],"versione":1}`, 403, "verbale:*"},
		{"a role above her made smaller", "PUT", "/ruoli/LETTORE", `{"descrizione":"","permessi":["utilita:usa"],"versione":1}`, 403, "verbale:leggi"},
		{"a role above her taken away", "DELETE", "/ruoli/LETTORE", "", 403, "verbale:leggi"},
		{"another given to herself", "PUT", "/operatori/segretaria", account(`"SEGRETERIA","UFFICIO"`), 403, "UFFICIO"},
		{"another of the command given to herself", "PUT", "/operatori/segretaria", account(`"SEGRETERIA","LETTORE"`), 403, "LETTORE"},
		{"the administrator's account", "PUT", "/operatori/capo.alfa", account(`"SEGRETERIA"`), 403, "AMMINISTRATORE"},
		{"the administrator's password", "POST", "/operatori/capo.alfa/password", `{"password":"Altra-segretissima-2026"}`, 403, "AMMINISTRATORE"},
		{"the password of somebody above her", "POST", "/operatori/lettrice/password", `{"password":"Altra-segretissima-2026"}`, 403, "LETTORE"},
		{"an account like her own", "POST", "/operatori", `{"username":"collega","reparto":"PL01","ruoli":["SEGRETERIA"],"password":"` + password + `"}`, 201, ""},
	} {
		if r := segretaria.chiama(t, c.metodo, c.dove, c.corpo); r.stato != c.stato || !strings.Contains(r.corpo, c.detto) {
			t.Errorf("%s: %d %s", c.regola, r.stato, r.corpo)
		}
	}
}

// What a role may is obeyed by who is in already: by session, by the exchange of BASIC and by token.
func TestUnRuoloCambiatoValeSubito(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	capo := programma{b, "capo.alfa", ""}
	if r := capo.chiama(t, "POST", "/ruoli", `{"nome":"REPARTI","permessi":["reparto:amministra"]}`); r.stato != http.StatusCreated {
		t.Fatalf("%d %s", r.stato, r.corpo)
	}
	b.nuova(t, "anna", "REPARTI")
	anna, dentro := programma{b, "anna", ""}, b.dentro(t, "anna")
	if r := anna.chiama(t, "GET", "/reparti", ""); r.stato != http.StatusOK {
		t.Fatalf("BASIC: %d %s", r.stato, r.corpo)
	}
	dentro.apri("/CoreService/reparti").mostra(t, "PL01")
	for i, c := range []struct {
		permesso     string
		reparti, log int
	}{{"agente:amministra", 403, 200}, {"reparto:*", 200, 403}} {
		corpo := `{"descrizione":"","permessi":["` + c.permesso + `"],"versione":` + string(rune('1'+i)) + `}`
		if r := capo.chiama(t, "PUT", "/ruoli/REPARTI", corpo); r.stato != http.StatusOK {
			t.Fatalf("%d %s", r.stato, r.corpo)
		}
		if stato := dentro.apri("/CoreService/reparti").stato; stato != c.reparti {
			t.Errorf("the session after %s: %d", c.permesso, stato)
		}
		testkit.Attendi(t, time.Second, "the exchange to follow "+c.permesso, func() bool {
			return anna.chiama(t, "GET", "/reparti", "").stato == c.reparti && anna.chiama(t, "GET", "/agenti", "").stato == c.log
		})
	}
}

func TestPagineDeiRuoli(t *testing.T) {
	t.Parallel()
	b := operatori(t)
	capo := b.dentro(t, "capo.alfa")
	modulo := capo.apri("/CoreService/ruoli/nuovo")
	modulo.mostra(t, "vpn:*: ogni permesso", "persona:leggi: vedere i dati")
	modulo.nasconde(t, "tenant:amministra")
	sportello := url.Values{"nome": {"SPORTELLO"}, "permessi": {"verbale:leggi", "pagamento:registra"}}
	if r := capo.invia("/CoreService/ruoli", sportello); r.stato != http.StatusSeeOther {
		t.Fatalf("%d %s", r.stato, r.corpo)
	}
	capo.apri("/CoreService/ruoli").mostra(t, "SPORTELLO", "pagamento:registra, verbale:leggi")
	capo.apri("/CoreService/operatori/nuovo").mostra(t, "SPORTELLO")
	capo.apri("/CoreService/ruoli/AGENTE").mostra(t, "AGENTE")
	r := capo.invia("/CoreService/ruoli", url.Values{"nome": {"TUTTO"}, "permessi": {"*"}})
	if r.stato != http.StatusForbidden || !strings.Contains(r.corpo, "Il permesso * va oltre") {
		t.Errorf("everything: %d", r.stato)
	}
	b.nuova(t, "anna", "SPORTELLO")
	if r := capo.invia("/CoreService/ruoli/SPORTELLO/elimina", url.Values{}); r.stato != http.StatusConflict || !strings.Contains(r.corpo, "1 utenza") {
		t.Errorf("in use: %d %s", r.stato, r.corpo)
	}
}
