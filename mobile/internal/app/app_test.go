package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/mobile/api"
	"github.com/piattaforma-verbali/verbali/mobile/internal/app"
	"github.com/piattaforma-verbali/verbali/mobile/internal/tabella"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/service"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const tabelle = "/mobile/api/tabelleFisse"

// banco is the whole service; its realm knows agente.<tenant> and lettura.<tenant> with one password.
type banco struct {
	*service.Service
	ambiente *testkit.Ambiente
	core     *bus.Bus
	realm    *testkit.Realm
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	b := componi(t)
	testkit.Attendi(t, 10*time.Second, "the register and the tables of core", func() bool {
		return b.chiedi(t, tabelle, "agente.alfa").Code == http.StatusOK
	})
	return b
}

// componi does not wait for core's register and tables; passi change them before they are read.
func componi(t *testing.T, passi ...string) *banco {
	t.Helper()
	b := &banco{ambiente: testkit.NuovoAmbiente(t)}
	for _, sql := range passi {
		b.ambiente.Esegui(t, "core", "", sql)
	}
	server := testkit.NATS(t)
	b.core = testkit.Bus(t, server, "core")
	b.realm = testkit.NuovoRealm(t)
	b.realm.Rispondi(t, b.core)
	s, err := app.Componi(t.Context(), app.Impostazioni{Settings: b.ambiente.Comune(t, "mobile", server)}, tempo.Adesso)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	b.Service = s
	if err := s.Verifier.Set(b.realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	if err := s.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

func basic(utente, password string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(utente+":"+password))
}

func (b *banco) chiama(t *testing.T, percorso string, intestazioni map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, percorso, nil)
	for k, v := range intestazioni {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	b.Web.Echo.ServeHTTP(w, r)
	return w
}

func (b *banco) chiedi(t *testing.T, percorso, utente string) *httptest.ResponseRecorder {
	t.Helper()
	return b.chiama(t, percorso, map[string]string{"Authorization": basic(utente, testkit.PasswordGiusta)})
}

// TestWithoutValidBasicNothingOpens: the answer is fixed by the specification, 401.
func TestWithoutValidBasicNothingOpens(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for nome, autorizzazione := range map[string]string{
		"none":            "",
		"wrong password":  basic("agente.alfa", "sbagliata"),
		"no password":     basic("agente.alfa", ""),
		"no colon":        "Basic " + base64.StdEncoding.EncodeToString([]byte("agente.alfa")),
		"not base64":      "Basic è",
		"NUL in the name": basic("agente\x00.alfa", "giusta"),
		"a forged token":  "Bearer x.y.z",
	} {
		for _, percorso := range []string{tabelle, tabelle + "/comuni", "/mobile/api/scarico", "/mobile/api", "/rest/altro"} {
			w := b.chiama(t, percorso, map[string]string{"Authorization": autorizzazione})
			if autorizzazione == "" {
				w = b.chiama(t, percorso, nil)
			}
			if w.Code != http.StatusUnauthorized || !strings.HasPrefix(w.Header().Get("WWW-Authenticate"), `Basic realm="ApplicationDomain"`) {
				t.Errorf("%s, %s: %d %s", nome, percorso, w.Code, w.Body)
			}
		}
	}
}

func TestDoors(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := map[string]struct {
		utente, percorso string
		stato            int
		codice           string
	}{
		"an officer":                  {"agente.alfa", tabelle, 200, ""},
		"under the other prefix":      {"agente.alfa", "/rest/tabelleFisse", 200, ""},
		"who only reads":              {"lettura.alfa", tabelle, 403, "PERMESSO_MANCANTE"},
		"an operator has no tablet":   {"operatore.alfa", tabelle, 403, "PERMESSO_MANCANTE"},
		"a table that is none":        {"agente.alfa", tabelle + "/semafori", 404, "NON_TROVATO"},
		"uploads are not here":        {"agente.alfa", "/mobile/api/scarico", 404, "RISORSA_INESISTENTE"},
		"look-ups are not here":       {"agente.alfa", "/mobile/api/indagini/targa/AB123CD", 404, "RISORSA_INESISTENTE"},
		"a tenant that is not there":  {"agente.gamma", tabelle, 404, "TENANT_SCONOSCIUTO"},
		"the contract has no secrets": {"", "/mobile/api/openapi.yaml", 200, ""},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			w := b.chiedi(t, c.percorso, c.utente)
			if w.Code != c.stato || c.codice != "" && !strings.Contains(w.Body.String(), `"`+c.codice+`"`) {
				t.Errorf("%d %.300s, want %d %s", w.Code, w.Body, c.stato, c.codice)
			}
		})
	}
	if w := b.chiedi(t, tabelle+"/semafori", "agente.alfa"); !strings.Contains(w.Body.String(), "semafori") {
		t.Errorf("the answer does not name the table: %s", w.Body)
	}
}

type corpo struct {
	Versione   string               `json:"versione"`
	Comuni     []comune.Comune      `json:"comuni"`
	Violazioni []tabella.Violazione `json:"violazioni"`
	Tariffe    []tabella.Tariffa    `json:"tariffe"`
	Strade     []strada.Strada      `json:"strade"`
	Reparti    []tabella.Reparto    `json:"reparti"`
}

func leggi(t *testing.T, w *httptest.ResponseRecorder) (c corpo) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil {
		t.Fatalf("%d %.200s: %v", w.Code, w.Body, err)
	}
	return c
}

func TestTablesOfTheTenant(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	w := b.chiedi(t, tabelle, "agente.alfa")
	c := leggi(t, w)
	if len(c.Comuni) < 100 || len(c.Violazioni) < 100 || len(c.Tariffe) != len(c.Violazioni) || c.Strade == nil || len(c.Strade) != 0 {
		t.Errorf("%d comuni, %d violazioni, %d tariffe, strade %v", len(c.Comuni), len(c.Violazioni), len(c.Tariffe), c.Strade)
	}
	for i, v := range c.Violazioni {
		if a := c.Tariffe[i]; v.Codice != a.Codice || v.ValidoDa != a.ValidoDa || v.Testo == "" || v.Norma == "" || a.MinimoCent > a.MassimoCent {
			t.Errorf("%+v does not go with %+v", v, a)
		}
	}
	for _, riservato := range []string{`"fonte"`, `"verifica"`, `"nota"`} {
		if strings.Contains(w.Body.String(), riservato) {
			t.Errorf("%s is for administrators", riservato)
		}
	}
	var codici []string
	for _, r := range c.Reparti {
		codici = append(codici, r.Codice)
	}
	if d := cmp.Diff([]string{"CITT", "PL01", "PL02"}, codici); d != "" {
		t.Errorf("departments:\n%s", d)
	}
	una := leggi(t, b.chiedi(t, tabelle+"/comuni", "agente.alfa"))
	if d := cmp.Diff(corpo{Versione: una.Versione, Comuni: c.Comuni}, una); d != "" || una.Versione == c.Versione {
		t.Errorf("one table alone:\n%s", d)
	}
}

func TestTagChangesWithTheContentAndWithTheTenant(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	tag := func(utente string) string { return b.chiedi(t, tabelle, utente).Header().Get("ETag") }
	prima := tag("agente.alfa")
	if len(prima) < 10 || prima[0] != '"' || prima != tag("agente.alfa") {
		t.Fatalf("the tag is %s, then %s", prima, tag("agente.alfa"))
	}
	for nome, c := range map[string]struct {
		valore string
		stato  int
	}{
		"its own tag":              {prima, 304},
		"in a list":                {`"altro", ` + prima, 304},
		"marked weak by a proxy":   {"W/" + prima, 304},
		"any":                      {"*", 304},
		"the tag of another":       {tag("agente.beta"), 200},
		"without its quotes":       {strings.Trim(prima, `"`), 200},
		"the tag of a single page": {b.chiedi(t, tabelle+"/comuni", "agente.alfa").Header().Get("ETag"), 200},
	} {
		w := b.chiama(t, tabelle, map[string]string{"Authorization": basic("agente.alfa", testkit.PasswordGiusta), "If-None-Match": c.valore})
		if w.Code != c.stato || w.Header().Get("ETag") != prima || (w.Body.Len() == 0) != (c.stato == 304) {
			t.Errorf("%s: %d with tag %s and %d bytes", nome, w.Code, w.Header().Get("ETag"), w.Body.Len())
		}
	}
	b.ambiente.Esegui(t, "core", "", `INSERT INTO reparto (tenant, codice, descrizione) VALUES ('alfa', 'PL03', 'Nucleo motociclisti')`)
	if err := b.core.Conn.Publish("fatti.piattaforma.anagrafe.cambiata", []byte(`{"tenant":"alfa"}`)); err != nil {
		t.Fatal(err)
	}
	diBeta := tag("agente.beta")
	testkit.Attendi(t, 10*time.Second, "a new tag after the fact of core", func() bool { return tag("agente.alfa") != prima })
	if dopo := tag("agente.beta"); dopo != diBeta {
		t.Errorf("the tag of beta changed with a department of alfa: %s, %s", diBeta, dopo)
	}
}

// conforme checks a real answer against the contract.
func conforme(t *testing.T, percorso string, w *httptest.ResponseRecorder) {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto)
	if err != nil {
		t.Fatal(err)
	}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, percorso, nil)
	rotta, parametri, err := router.FindRoute(req)
	if err != nil {
		t.Fatalf("%s is not in the contract: %v", percorso, err)
	}
	err = openapi3filter.ValidateResponse(t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: parametri, Route: rotta},
		Status:                 w.Code, Header: w.Header(), Body: io.NopCloser(bytes.NewReader(w.Body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	})
	if err != nil {
		t.Errorf("%s: %d is not what the contract says: %v", percorso, w.Code, err)
	}
}

func TestRealAnswersAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.importaStrade(t, "alfa", unaStrada("1", "Via Roma"), strada.Strada{Codice: "2", Nome: "Via del Porto", ComuneIstat: "039014",
		Localita: "Marina", Ente: "PROVINCIA", ValidoDa: calendario.MustParse("2020-01-01"), ValidoA: calendario.MustParse("2030-12-31")})
	for _, coda := range []string{"", "/comuni", "/violazioni", "/tariffe", "/strade", "/reparti", "/semafori"} {
		percorso := tabelle + coda
		for _, utente := range []string{"agente.alfa", "lettura.alfa"} {
			conforme(t, percorso, b.chiedi(t, percorso, utente))
		}
		conforme(t, percorso, b.chiama(t, percorso, nil))
		conforme(t, percorso, b.chiama(t, percorso, map[string]string{"Authorization": basic("agente.alfa", testkit.PasswordGiusta), "If-None-Match": "*"}))
	}
}

func TestSchemaIsTheOneToReview(t *testing.T) {
	t.Parallel()
	testkit.VerificaSchema(t, testkit.NuovoAmbiente(t), "mobile", "../../migrazioni/schema.sql")
}
