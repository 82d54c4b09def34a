package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// altrui adds entries of another tenant: their keys are those of nobody in alfa.
func (b *banco) altrui(t *testing.T) {
	t.Helper()
	b.ambiente.Esegui(t, "core", "", `INSERT INTO reparto (tenant, codice) VALUES ('beta', 'SOLOBETA')`)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO agente (tenant, matricola) VALUES ('beta', 'C1')`)
}

const intruso = `"><script>alert('x')</script>`

// storia is what an administrator does with a noun of his tenant in the browser.
type storia struct {
	nome   string     // of the pages and of the REST routes
	titolo string     // of the list
	chiave string     // of the new entry; empty: it is read from the list, by what was typed in vedi
	nuovo  url.Values // what is typed for it
	cambia url.Values // what is typed to change it
	vedi   string     // of the entry, in the list
	poi    string     // the same after the change
	guasti url.Values // what is refused, with a script in every text field
	campi  []string   // the fields refused
	altrui string     // key of an entry of another tenant
}

func storie() []storia {
	stato := func(v url.Values) url.Values { v.Set("stato", "ATTIVO"); return v }
	return []storia{
		{
			nome: "reparti", titolo: "Reparti", chiave: "NORD", altrui: "SOLOBETA",
			nuovo: url.Values{"codice": {"NORD"}, "descrizione": {"Zona " + intruso}}, vedi: "Zona &#34;&gt;&lt;script&gt;",
			cambia: stato(url.Values{"descrizione": {"Zona industriale"}}), poi: "Zona industriale",
			guasti: url.Values{"codice": {intruso}, "descrizione": {intruso + strings.Repeat("x", 200)}}, campi: []string{"codice", "descrizione"},
		},
		{
			nome: "agenti", titolo: "Agenti", chiave: "B7", altrui: "C1",
			nuovo: url.Values{"matricola": {"B7"}, "cognome": {"Rossi " + intruso}, "nome": {intruso}, "reparto": {"PL01"}, "operatore": {"mario"}},
			vedi:  "Rossi &#34;&gt;&lt;script&gt;", cambia: stato(url.Values{"cognome": {"Neri"}, "nome": {"Ada"}, "reparto": {"PL02"}, "operatore": {""}}), poi: "Neri",
			guasti: url.Values{"matricola": {intruso}, "cognome": {intruso + strings.Repeat("x", 100)}, "nome": {intruso}, "reparto": {intruso}, "operatore": {intruso}},
			campi:  []string{"matricola", "cognome", "reparto"},
		},
		{
			nome: "integratori", titolo: "Integratori", altrui: "00000000-0000-7000-8000-000000000001",
			nuovo: url.Values{"nome": {"Varchi " + intruso}}, vedi: "Varchi &#34;&gt;&lt;script&gt;",
			cambia: stato(url.Values{"nome": {"Varchi del centro"}}), poi: "Varchi del centro",
			guasti: url.Values{"nome": {intruso + strings.Repeat("x", 100)}}, campi: []string{"nome"},
		},
		{
			nome: "portali", titolo: "Portali", chiave: "alfa-centro", altrui: "beta",
			nuovo: url.Values{"codice": {"alfa-centro"}, "tipo": {"CITTADINI"}}, vedi: "alfa-centro",
			cambia: url.Values{"stato": {"CESSATO"}, "tipo": {intruso}}, poi: "Cessato",
			guasti: url.Values{"codice": {intruso}, "tipo": {intruso}}, campi: []string{"codice", "tipo"},
		},
	}
}

func TestUnAmministratoreNelBrowser(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.altrui(t)
	for _, s := range storie() {
		t.Run(s.nome, func(t *testing.T) {
			t.Parallel()
			s.racconta(t, b)
		})
	}
}

// racconta is login, list, new, faults, saved, changed, and the change of an operator who has the page of before.
func (s storia) racconta(t *testing.T, b *banco) {
	t.Helper()
	n := b.dentro(t, "capo.alfa")
	n.t = t
	elenco := "/CoreService/" + s.nome
	n.apri(elenco).mostra(t, "<h1", s.titolo, `href="`+elenco+`/nuovo"`, "<caption")
	n.apri(elenco+"/nuovo").mostra(t, `<form method="post"`, `action="`+elenco+`"`)

	r := n.invia(elenco, s.guasti)
	if r.stato != http.StatusBadRequest {
		t.Errorf("faults: %d", r.stato)
	}
	r.nasconde(t, "<script>alert", "style=")
	for _, campo := range s.campi {
		r.mostra(t, `href="#campo-`+campo+`"`, `aria-describedby="campo-`+campo+`-aiuto"`)
	}
	r.mostra(t, "&lt;script&gt;", `role="alert"`)

	if r := n.invia(elenco, s.nuovo); r.stato != http.StatusSeeOther || r.testa.Get("Location") != elenco+"?fatto=creato" {
		t.Fatalf("new: %d to %q\n%s", r.stato, r.testa.Get("Location"), r.corpo)
	}
	r = n.apri(elenco + "?fatto=creato")
	r.mostra(t, "Creato.", s.vedi)
	r.nasconde(t, "<script>alert")
	if r := n.invia(elenco, s.nuovo); r.testa.Get("Location") != elenco+"?fatto=presente" {
		t.Errorf("the same again: %d to %q", r.stato, r.testa.Get("Location"))
	}
	scheda := elenco + "/" + s.trova(t, b)
	r = n.apri(scheda)
	r.mostra(t, `name="versione" value="1"`, `action="`+scheda+`"`)
	r.nasconde(t, "<script>alert")

	s.cambia.Set("versione", "1")
	if r := n.invia(scheda, s.cambia); r.stato != http.StatusSeeOther || r.testa.Get("Location") != elenco+"?fatto=cambiato" {
		t.Fatalf("changed: %d to %q\n%s", r.stato, r.testa.Get("Location"), r.corpo)
	}
	n.apri(elenco+"?fatto=cambiato").mostra(t, "Modifica salvata.", s.poi)
	r = n.invia(scheda, s.cambia)
	if r.stato != http.StatusConflict {
		t.Errorf("the version of before: %d", r.stato)
	}
	r.mostra(t, "nel frattempo", `<a href="?">Rileggere`)
	r.nasconde(t, "<script>alert")

	s.negate(t, n, elenco)
}

// negate are the doors that do not open: other tenants, keys that nobody can have, other roles.
func (s storia) negate(t *testing.T, n *navigatore, elenco string) {
	t.Helper()
	for _, chiave := range []string{s.altrui, "%00", "%3Cscript%3Ealert", "..%2F..", "%E8"} {
		if r := n.apri(elenco + "/" + chiave); r.stato != http.StatusNotFound {
			t.Errorf("%s: %d", chiave, r.stato)
		}
		s.cambia.Set("versione", "1")
		if r := n.invia(elenco+"/"+chiave, s.cambia); r.stato != http.StatusNotFound {
			t.Errorf("change of %s: %d", chiave, r.stato)
		}
	}
	for _, parametri := range []string{"cerca=%00", "cursore=AA", "cursore=!", "dimensione=0"} {
		if r := n.apri(elenco + "?" + parametri); r.stato != http.StatusBadRequest {
			t.Errorf("%s: %d", parametri, r.stato)
		}
	}
	n.apri(elenco+"?cerca="+url.QueryEscape(intruso)).nasconde(t, "<script>alert")
	mario := n.banco.dentro(t, "mario")
	for _, pagina := range []string{elenco, elenco + "/nuovo", elenco + "/" + s.altrui} {
		if r := mario.apri(pagina); r.stato != http.StatusForbidden {
			t.Errorf("%s for an operator: %d", pagina, r.stato)
		}
	}
	if r := mario.invia(elenco, s.nuovo); r.stato != http.StatusForbidden {
		t.Errorf("new by an operator: %d", r.stato)
	}
}

// trova is the key of the entry: an integrator gets its own.
func (s storia) trova(t *testing.T, b *banco) (chiave string) {
	t.Helper()
	if s.chiave != "" {
		return s.chiave
	}
	err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT id::text FROM integratore WHERE tenant = 'alfa' AND nome = $1`, s.nuovo.Get("nome")).Scan(&chiave)
	if err != nil {
		t.Fatal(err)
	}
	return chiave
}

// The page of an integrator shows the accounts that belong to it, also when a change is refused.
func TestLaSchedaDiUnIntegratoreMostraLeUtenze(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	n := b.dentro(t, "capo.alfa")
	scheda := "/CoreService/integratori/00000000-0000-7000-8000-000000000000"
	n.apri(scheda).mostra(t, "Utenze", "integratore.alfa")
	r := n.invia(scheda, url.Values{"nome": {""}, "stato": {"ATTIVO"}, "versione": {"1"}})
	if r.stato != http.StatusBadRequest {
		t.Errorf("no name: %d", r.stato)
	}
	r.mostra(t, "integratore.alfa", "manca")
}

// An administrator of the platform must say on which tenant he works.
func TestLaPiattaformaSceglieIlComando(t *testing.T) {
	t.Parallel()
	n := apparecchia(t).dentro(t, "piattaforma")
	if r := n.apri("/CoreService/reparti"); r.stato != http.StatusSeeOther || !strings.HasPrefix(r.testa.Get("Location"), "/CoreService/connessione?") {
		t.Errorf("list: %d to %q", r.stato, r.testa.Get("Location"))
	}
	if r := n.invia("/CoreService/reparti", url.Values{"codice": {"NORD"}}); r.stato != http.StatusConflict {
		t.Errorf("new: %d", r.stato)
	}
}

func TestLeStesseVociInREST(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.altrui(t)
	testkit.Attendi(t, 10*time.Second, "the realm to answer over NATS", func() bool {
		stato, _ := b.rest(t, "capo.alfa GET /reparti", "")
		return stato == http.StatusOK
	})
	casi := []struct{ nome, nuovo, uguale, diverso, modifica, altrui string }{
		{"reparti", `{"codice":"NORD","descrizione":"Nord"}`, `"codice":"NORD"`, `{"codice":"NORD","descrizione":"Sud"}`, `{"descrizione":"Est","stato":"CESSATO","versione":%d}`, "SOLOBETA"},
		{"agenti", `{"matricola":"B7","cognome":"Rossi","operatore":"mario"}`, `"matricola":"B7"`, `{"matricola":"B7","cognome":"Verdi","operatore":"mario"}`, `{"cognome":"Neri","nome":"","reparto":"","operatore":"","stato":"CESSATO","versione":%d}`, "C1"},
		{"integratori", `{"nome":"Varchi"}`, `"nome":"Varchi"`, "", `{"nome":"Varchi 2","stato":"CESSATO","versione":%d}`, "00000000-0000-7000-8000-000000000001"},
		{"portali", `{"codice":"alfa-centro","tipo":"CITTADINI"}`, `"codice":"alfa-centro"`, `{"codice":"beta","tipo":"CITTADINI"}`, `{"stato":"CESSATO","versione":%d}`, "beta"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			base := "/" + c.nome
			creata := b.attendi(t, "capo.alfa POST "+base, c.nuovo, http.StatusCreated, c.uguale, `"stato":"ATTIVO"`, `"versione":1`)
			b.attendi(t, "capo.alfa POST "+base, c.nuovo, http.StatusOK, c.uguale)
			if c.diverso != "" {
				b.attendi(t, "capo.alfa POST "+base, c.diverso, http.StatusConflict, `"errori"`)
			}
			voce := base + "/" + chiaveDi(t, creata)
			b.attendi(t, "capo.alfa GET "+voce, "", http.StatusOK, c.uguale)
			b.attendi(t, "capo.alfa GET "+base+"?dimensione=200", "", http.StatusOK, c.uguale, `"elementi"`)
			b.attendi(t, "capo.alfa PUT "+voce, fmt.Sprintf(c.modifica, 1), http.StatusOK, `"stato":"CESSATO"`, `"versione":2`)
			b.attendi(t, "capo.alfa PUT "+voce, fmt.Sprintf(c.modifica, 1), http.StatusConflict, "CAMBIATO_NEL_FRATTEMPO")
			b.attendi(t, "capo.alfa PUT "+voce, `{"intruso":1}`, http.StatusBadRequest)
			b.attendi(t, "capo.alfa POST "+base, `{}`, http.StatusBadRequest, "DATI_NON_VALIDI")
			b.attendi(t, "capo.alfa GET "+base+"/"+c.altrui, "", http.StatusNotFound)
			b.attendi(t, "capo.alfa PUT "+base+"/"+c.altrui, fmt.Sprintf(c.modifica, 1), http.StatusNotFound)
			b.attendi(t, "mario GET "+base, "", http.StatusForbidden)
			b.attendi(t, "nessuno GET "+base, "", http.StatusUnauthorized)
		})
	}
}

// chiaveDi is the key of the entry of an answer.
func chiaveDi(t *testing.T, corpo string) string {
	t.Helper()
	var voce struct {
		Codice    string `json:"codice"`
		Matricola string `json:"matricola"`
		ID        string `json:"id"`
	}
	if err := json.Unmarshal([]byte(corpo), &voce); err != nil {
		t.Fatal(err)
	}
	return voce.Codice + voce.Matricola + voce.ID
}
