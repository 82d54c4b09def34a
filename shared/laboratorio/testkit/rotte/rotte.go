// Package rotte is the test that every service passes route by route: the contract has what the code
// has, each route asks for the permission written in the contract, and each role gets through exactly
// where the table of the design, written here a second time, lets it.
package rotte

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// entro is the time of one call: the work behind the door is not of interest here.
const entro = 10 * time.Second

// Prova is a service to be tried.
type Prova struct {
	Server *web.Server
	// Contratto is the path of openapi.yaml from the folder of the test.
	Contratto string
	// Realm signs the tokens, Modulo is their audience.
	Realm  *testkit.Realm
	Modulo string
	// Fuori are the permissions of the routes that OpenAPI does not describe (SOAP), by "METHOD path".
	Fuori map[string]auth.Permission
	// Ignora tells the paths that are tested elsewhere (the operators' pages); nil: none.
	Ignora func(percorso string) bool
}

// Verifica tries every route of the service with every role.
func Verifica(t *testing.T, p Prova) {
	t.Helper()
	scritti := p.contratto(t)
	for _, r := range p.Server.Routes() {
		if r.Method != http.MethodGet {
			t.Run("from another site: "+r.Method+" "+r.Path, func(t *testing.T) { p.altroSito(t, r) })
		}
		nome := r.Method + " " + r.Path
		if p.Ignora != nil && p.Ignora(r.Path) || r.Open && !scritti.ha(nome) {
			continue // the contract itself, health, static files
		}
		t.Run(nome, func(t *testing.T) { p.rotta(t, r, scritti) })
		delete(scritti, nome)
	}
	for nome := range scritti {
		if _, fuori := p.Fuori[nome]; !fuori {
			t.Errorf("the contract has %s, the code has not", nome)
		}
	}
}

// voce is what the contract says of an operation.
type voce struct {
	aperta   bool
	permesso auth.Permission
}

type voci map[string]voce

func (v voci) ha(nome string) bool { _, c := v[nome]; return c }

var parametro = regexp.MustCompile(`\{([a-zA-Z]+)\}`)

func (p Prova) contratto(t *testing.T) voci {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromFile(p.Contratto)
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(t.Context()); err != nil {
		t.Fatal(err)
	}
	tutte := voci{}
	ruoli := map[string][]string{}
	for percorso, item := range doc.Paths.Map() {
		for metodo, op := range item.Operations() {
			permesso, _ := op.Extensions["x-permesso"].(string)
			tutte[metodo+" "+parametro.ReplaceAllString(percorso, ":$1")] = voce{
				aperta: aperta(op), permesso: auth.Permission(permesso)}
			ruoli[op.OperationID] = chiPuo(auth.Permission(permesso))
		}
	}
	for nome, permesso := range p.Fuori {
		tutte[nome] = voce{permesso: permesso}
	}
	ruoliScritti(t, p.Contratto, ruoli)
	return tutte
}

// aperta is an operation without credentials, or whose door is not the middleware's: the credentials
// are optional, or the session's cookie.
func aperta(op *openapi3.Operation) bool {
	return op.Security != nil && (len(*op.Security) == 0 || slices.ContainsFunc(*op.Security, func(r openapi3.SecurityRequirement) bool {
		_, cookie := r["sessione"]
		return cookie || len(r) == 0
	}))
}

func chiPuo(p auth.Permission) []string {
	return slices.DeleteFunc(Ruoli(), func(r string) bool { return p == "" || !Puo(r, p) })
}

// rotta tries one route: no credentials, credentials for another module, each role.
func (p Prova) rotta(t *testing.T, r web.Route, scritti voci) {
	t.Helper()
	s, c := scritti[r.Method+" "+r.Path]
	if !c {
		t.Fatal("the contract does not have it")
	}
	if r.Open != s.aperta || !r.Open && (r.Permission != s.permesso || r.Permission == "") {
		t.Fatalf("the code asks for %q (open %v), the contract for %q (open %v)", r.Permission, r.Open, s.permesso, s.aperta)
	}
	if r.Open {
		return
	}
	estraneo := p.Realm.Token(t, testkit.Claims("altrove", "prova.alfa", "alfa", Ruoli()...))
	for nome, token := range map[string]string{"without credentials": "", "with a token for another module": estraneo} {
		if w := p.chiama(t, r, token); w.Code != http.StatusUnauthorized {
			t.Errorf("%s: %d", nome, w.Code)
		}
	}
	for _, ruolo := range Ruoli() {
		tenant := "alfa"
		if ruolo == auth.RuoloPiattaforma {
			tenant = ""
		}
		w := p.chiama(t, r, p.Realm.Token(t, testkit.Claims(p.Modulo, "prova.rotte", tenant, ruolo)))
		rifiutato := strings.Contains(w.Body.String(), "PERMESSO_MANCANTE")
		if puo := Puo(ruolo, r.Permission); puo == rifiutato || w.Code == http.StatusUnauthorized || !puo && w.Code != http.StatusForbidden {
			t.Errorf("%s may: %v, but gets %d %.200s", ruolo, puo, w.Code, w.Body)
		}
	}
}

var variabile = regexp.MustCompile(`:[a-zA-Z]+`)

// altroSito tries a route as a page of another site makes the browser of somebody who may do it: every route but those of GET
// refuses it, also without a body and on the routes for anybody.
func (p Prova) altroSito(t *testing.T, r web.Route) {
	t.Helper()
	token := ""
	if !r.Open {
		token = p.Realm.Token(t, testkit.Claims(p.Modulo, "prova.rotte", "alfa", chiPuo(r.Permission)...))
	}
	for nome, testa := range map[string][2]string{
		"a browser": {"Sec-Fetch-Site", "cross-site"}, "a sibling's page": {"Sec-Fetch-Site", "same-site"}, "an old browser": {"Origin", "https://altro.example"},
	} {
		w := p.chiama(t, r, token, testa[0], testa[1])
		detto := strings.Contains(w.Body.String(), "ORIGINE_NON_AMMESSA") || strings.Contains(w.Body.String(), "non viene da una pagina di questa applicazione")
		if w.Code != http.StatusForbidden || !detto {
			t.Errorf("%s: %d %.200s", nome, w.Code, w.Body)
		}
	}
}

func (p Prova) chiama(t *testing.T, r web.Route, token string, teste ...string) *httptest.ResponseRecorder {
	t.Helper()
	ctx, fine := context.WithTimeout(t.Context(), entro)
	defer fine()
	q := httptest.NewRequestWithContext(ctx, r.Method, variabile.ReplaceAllString(r.Path, "prova"), http.NoBody)
	q.Header.Set("X-Realm", "alfa")
	for i := 0; i+1 < len(teste); i += 2 {
		q.Header.Set(teste[i], teste[i+1])
	}
	if token != "" {
		q.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	p.Server.Echo.ServeHTTP(w, q)
	return w
}

var operazione = regexp.MustCompile(`^(\s+)operationId:\s*(\S+)\s*$`)

// ruoliScritti compares the lines x-ruoli of a contract, one after each operationId, with the table;
// -update writes them.
func ruoliScritti(t *testing.T, percorso string, ruoli map[string][]string) {
	t.Helper()
	testo, err := os.ReadFile(percorso)
	if err != nil {
		t.Fatal(err)
	}
	var giusto strings.Builder
	for riga := range strings.Lines(string(testo)) {
		if strings.HasPrefix(strings.TrimSpace(riga), "x-ruoli:") {
			continue
		}
		giusto.WriteString(riga)
		if m := operazione.FindStringSubmatch(strings.TrimRight(riga, "\n")); m != nil && len(ruoli[m[2]]) > 0 {
			fmt.Fprintf(&giusto, "%sx-ruoli: [%s]\n", m[1], strings.Join(ruoli[m[2]], ", "))
		}
	}
	if giusto.String() == string(testo) {
		return
	}
	if f := flag.Lookup("update"); f == nil || f.Value.String() != "true" {
		t.Errorf("the roles in %s are not those of the table: run this test with -update", percorso)
		return
	}
	if err := os.WriteFile(percorso, []byte(giusto.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
