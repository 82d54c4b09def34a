package web_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func basic(utente, password string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(utente+":"+password))
}

func TestOrderOfRefusals(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *web.Options) { o.AllowedRoles = []string{auth.RuoloOperatore, " " + auth.RuoloLettura} })
	operatore := "Bearer " + b.token("op", "alfa", auth.RuoloOperatore)
	lettura := "Bearer " + b.token("le", "alfa", auth.RuoloLettura)
	cittadino := "Bearer " + b.token("ci", "alfa", auth.RuoloCittadino)
	casi := []struct {
		nome, metodo, percorso, chi string
		stato                       int
		codice                      string
	}{
		{"a stranger on a route", "GET", base + "/prova/cose/1", "", 401, "CREDENZIALI_NON_VALIDE"},
		{"a stranger on a missing route", "GET", base + "/altro", "", 401, "CREDENZIALI_NON_VALIDE"},
		{"a stranger on the base path itself", "GET", base, "", 401, "CREDENZIALI_NON_VALIDE"},
		{"a stranger under /rest", "GET", "/rest/altro", "", 401, "CREDENZIALI_NON_VALIDE"},
		{"a stranger with a wrong method", "DELETE", base + "/prova/cose/1", "", 401, "CREDENZIALI_NON_VALIDE"},
		{"a stranger who asks for the options", "OPTIONS", base + "/prova/cose/1", "", 401, "CREDENZIALI_NON_VALIDE"},
		{"a role that the module does not let in, before everything else", "GET", base + "/altro", cittadino, 403, "RUOLO_NON_AMMESSO"},
		{"the same on a route", "GET", base + "/prova/utile", cittadino, 403, "RUOLO_NON_AMMESSO"},
		{"a role without the permission", "GET", base + "/prova/cose/1", lettura, 403, "PERMESSO_MANCANTE"},
		{"a missing route", "GET", base + "/altro", operatore, 404, "RISORSA_INESISTENTE"},
		{"a wrong method", "DELETE", base + "/prova/cose/1", operatore, 405, "METODO_NON_AMMESSO"},
		{"a method that nobody knows", "VERBALI", base + "/prova/cose/1", operatore, 405, "METODO_NON_AMMESSO"},
		{"outside the base path", "GET", "/altrove", "", 404, "RISORSA_INESISTENTE"},
		{"a path that only begins like the base", "GET", base + "x", "", 404, "RISORSA_INESISTENTE"},
		{"the root", "GET", "/", "", 404, "RISORSA_INESISTENTE"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			var h []string
			if c.chi != "" {
				h = []string{"Authorization", c.chi}
			}
			w := b.chiama(c.metodo, c.percorso, h...)
			if got := codice(t, w); w.Code != c.stato || got != c.codice {
				t.Errorf("%d %s, want %d %s", w.Code, got, c.stato, c.codice)
			}
			if sfide := w.Header().Values("WWW-Authenticate"); (w.Code == 401) != (len(sfide) == 2) {
				t.Errorf("challenges %q", sfide)
			}
			if w.Code == 405 && w.Header().Get("Allow") != "GET, HEAD" {
				t.Errorf("Allow = %q", w.Header().Get("Allow"))
			}
		})
	}
}

func TestPathsDoNotGoRoundTheDoor(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, p := range []string{
		base + "/prova/cose/1/", base + "//prova/cose/1", "//VpnService/rest/prova/cose/1", base + "/./prova/cose/1",
		base + "/altro/../prova/cose/1", base + "/prova/cose%2F1", "/VpnService%2Frest/prova/cose/1", "/%56pnService/rest/prova/cose/1",
		base + "/prova%2fcose%2f1", "/rest/../VpnService/rest/prova/cose/1", base + "/prova/cose/1;a=b", "/vpnservice/rest/prova/cose/1",
		"/livez/..%2f" + base + "/prova/cose/1", base + "/prova/cose/1%00", "/rest/rest/prova/cose/1",
	} {
		t.Run(p, func(t *testing.T) {
			t.Parallel()
			w := b.chiama("GET", p)
			if w.Code != 401 && w.Code != 404 {
				t.Errorf("a stranger got %d: %s", w.Code, w.Body)
			}
		})
	}
	for _, h := range []string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"} {
		if w := b.chiama("GET", base+"/prova/aperta", h, "POST"); w.Code != 401 {
			t.Errorf("%s is believed: %d", h, w.Code)
		}
	}
	if w := b.chiama("GET", "/altrove", "X-Original-URL", "/livez", "X-Rewrite-URL", "/livez"); w.Code != 404 {
		t.Errorf("a header changed the path: %d", w.Code)
	}
}

func TestWaysIn(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	buono := b.token("op", "alfa", auth.RuoloOperatore)
	casi := []struct {
		nome  string
		h     []string
		stato int
	}{
		{"a token", []string{"Authorization", "Bearer " + buono}, 200},
		{"a token, scheme in any case", []string{"Authorization", "bEARER   " + buono}, 200},
		{"BASIC with a colon and an accent in the password", []string{"Authorization", basic("agente.alfa", "segreta:è")}, 200},
		{"BASIC, wrong password", []string{"Authorization", basic("agente.alfa", "segreta")}, 401},
		{"a token of another module", []string{"Authorization", "Bearer " + b.tokenPer("mobile", "op", "alfa", auth.RuoloOperatore)}, 401},
		{"a token cut short", []string{"Authorization", "Bearer " + buono[:len(buono)-4]}, 401},
		{"no token after the scheme", []string{"Authorization", "Bearer"}, 401},
		{"another scheme", []string{"Authorization", "Digest " + buono}, 401},
		{"a token without its scheme", []string{"Authorization", buono}, 401},
		{"two headers, both good", []string{"Authorization", "Bearer " + buono, "Authorization", "Bearer " + buono}, 401},
		{"an empty header", []string{"Authorization", ""}, 401},
		{"a token in the query only", nil, 401},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			w := b.chiama("GET", base+"/prova/utile?access_token="+buono, c.h...)
			if w.Code != c.stato {
				t.Errorf("%d: %s", w.Code, w.Body)
			}
		})
	}
}

func TestOpenRoutesAskForNothing(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, h := range [][]string{nil, {"Authorization", "Bearer sbagliato"}, {"Authorization", "x", "Authorization", "y"}} {
		if w := b.chiama("POST", base+"/prova/aperta", h...); w.Code != 200 {
			t.Errorf("with %q: %d", h, w.Code)
		}
	}
}

func TestTenantOfTheCaller(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := []struct {
		nome, tenant, ruolo string
		realm               []string
		stato               int
		atteso              string // text of the answer, or code of the problem
	}{
		{"an operator has his own", "alfa", auth.RuoloOperatore, nil, 200, "utile a alfa"},
		{"an operator cannot choose another", "alfa", auth.RuoloOperatore, []string{"beta"}, 200, "utile a alfa"},
		{"an operator of a suspended tenant", "sospeso", auth.RuoloOperatore, nil, 403, "TENANT_SOSPESO"},
		{"an operator of a tenant that is gone", "sparito", auth.RuoloOperatore, nil, 404, "TENANT_SCONOSCIUTO"},
		{"an operator without a tenant never chooses one", "", auth.RuoloOperatore, []string{"alfa"}, 403, "TENANT_NON_ASSEGNATO"},
		{"the platform names one, in any case", "", auth.RuoloPiattaforma, []string{" ALFA "}, 200, "utile a alfa"},
		{"the platform names none", "", auth.RuoloPiattaforma, nil, 400, "DATI_NON_VALIDI"},
		{"the platform names a blank", "", auth.RuoloPiattaforma, []string{"  "}, 400, "DATI_NON_VALIDI"},
		{"the platform names two", "", auth.RuoloPiattaforma, []string{"alfa", "beta"}, 400, "DATI_NON_VALIDI"},
		{"the platform names an unknown one", "", auth.RuoloPiattaforma, []string{"gamma"}, 404, "TENANT_SCONOSCIUTO"},
		{"the platform names itself", "", auth.RuoloPiattaforma, []string{"piattaforma"}, 404, "TENANT_SCONOSCIUTO"},
		{"the platform names a suspended one", "", auth.RuoloPiattaforma, []string{"sospeso"}, 403, "TENANT_SOSPESO"},
		{"a name with quotes and slashes", "", auth.RuoloPiattaforma, []string{`al"fa'/../x`}, 404, "TENANT_SCONOSCIUTO"},
		{"a name with NUL", "", auth.RuoloPiattaforma, []string{"alfa\x00"}, 404, "TENANT_SCONOSCIUTO"},
		{"a name of 5,000 characters", "", auth.RuoloPiattaforma, []string{strings.Repeat("a", 5000)}, 404, "TENANT_SCONOSCIUTO"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			h := []string{"Authorization", "Bearer " + b.token("chi", c.tenant, c.ruolo)}
			for _, r := range c.realm {
				h = append(h, web.RealmHeader, r)
			}
			w := b.chiama("GET", base+"/prova/utile", h...)
			avuto := w.Body.String()
			if w.Code != 200 {
				avuto = codice(t, w)
			}
			if w.Code != c.stato || avuto != c.atteso {
				t.Errorf("%d %s, want %d %s", w.Code, avuto, c.stato, c.atteso)
			}
		})
	}
}

func TestThreePrefixesAnswerTheSameAndCountAsOne(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	h := []string{"Authorization", "Bearer " + b.token("op", "alfa", auth.RuoloOperatore)}
	for _, p := range []string{base, base + "/rest", "/rest"} {
		if w := b.chiama("GET", p+"/prova/cose/7", h...); w.Code != 200 || w.Body.String() != "7 di alfa" {
			t.Errorf("%s: %d %s", p, w.Code, w.Body)
		}
		if w := b.chiama("GET", p+"/prova/cose/7"); w.Code != 401 {
			t.Errorf("%s: a stranger got %d", p, w.Code)
		}
	}
	b.chiama("GET", "/una/rotta/inventata")
	b.chiama("INVENTATO", "/altra")
	testo := b.chiama("GET", "/metrics", "X-Prova", "1").Body.String()
	if strings.Contains(testo, "http_richiesta_secondi") {
		t.Fatal("a stranger reads the metrics")
	}
	testo = b.daDentro("/metrics").Body.String()
	for _, riga := range []string{
		`http_richiesta_secondi_count{metodo="GET",rotta="/VpnService/rest/prova/cose/:id",stato="200"} 3`,
		`http_richiesta_secondi_count{metodo="GET",rotta="/VpnService/rest/prova/cose/:id",stato="401"} 3`,
		`http_richiesta_secondi_count{metodo="GET",rotta="(assente)",stato="404"} 1`,
		`http_richiesta_secondi_count{metodo="ALTRO",rotta="(assente)",stato="404"} 1`,
	} {
		if !strings.Contains(testo, riga) {
			t.Errorf("not in the metrics: %s", riga)
		}
	}
	if strings.Contains(testo, "inventata") || strings.Contains(testo, "INVENTATO") {
		t.Error("a stranger's words became a label")
	}
}

func TestRoutesAreListedOnce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	volte := map[string]int{}
	for _, r := range b.Routes() {
		volte[r.Method+" "+r.Path]++
	}
	for r, n := range volte {
		if n != 1 {
			t.Errorf("%s is listed %d times", r, n)
		}
	}
	if volte["GET "+base+"/prova/cose/:id"] != 1 || volte["HEAD "+base+"/prova/cose/:id"] != 0 {
		t.Errorf("routes: %v", volte)
	}
}

func TestHeadAndOptions(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	h := []string{"Authorization", "Bearer " + b.token("op", "alfa", auth.RuoloOperatore)}
	if w := b.chiama(http.MethodHead, "/livez"); w.Code != 200 {
		t.Errorf("HEAD of a health check: %d", w.Code)
	}
	if w := b.chiama(http.MethodHead, base+"/prova/cose/1", h...); w.Code != 200 {
		t.Errorf("HEAD of a route: %d", w.Code)
	}
	if w := b.chiama(http.MethodHead, base+"/prova/cose/1"); w.Code != 401 || w.Body.Len() != 0 {
		t.Errorf("HEAD by a stranger: %d %q", w.Code, w.Body)
	}
	if w := b.chiama(http.MethodHead, base+"/prova/aperta", h...); w.Code != 405 || w.Header().Get("Allow") != "POST" {
		t.Errorf("HEAD of what has no GET: %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
	if w := b.chiama(http.MethodOptions, base+"/prova/aperta", h...); w.Code != 204 || !strings.Contains(w.Header().Get("Allow"), "POST") {
		t.Errorf("OPTIONS: %d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

// A route of the platform looks for no tenant, but lets in nobody of a suspended one.
func TestRouteWithoutTenant(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if w := b.chiama("GET", base+"/prova/utile", "Authorization", "Bearer "+b.token("chi", "alfa", auth.RuoloOperatore)); w.Code != 200 {
		t.Fatalf("the first question, which reads the tenants: %d", w.Code)
	}
	b.Group("/prova").Add(http.MethodGet, "/comune", func(c echo.Context) error { return c.NoContent(http.StatusNoContent) },
		web.Permission(auth.PermessoUtilita), web.NoTenant())
	for _, c := range []struct {
		nome, tenant, ruolo string
		stato               int
	}{
		{"an operator", "alfa", auth.RuoloOperatore, 204},
		{"the platform, naming none", "", auth.RuoloPiattaforma, 204},
		{"an operator of a suspended tenant", "sospeso", auth.RuoloOperatore, 403},
	} {
		if w := b.chiama("GET", base+"/prova/comune", "Authorization", "Bearer "+b.token("chi", c.tenant, c.ruolo)); w.Code != c.stato {
			t.Errorf("%s: %d %s", c.nome, w.Code, w.Body)
		}
	}
}
