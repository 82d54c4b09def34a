package web_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

func contiene(err error, testo string) bool { return strings.Contains(err.Error(), testo) }

func TestContractIsServedWithoutCredentials(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	yaml := b.chiama("GET", base+"/openapi.yaml")
	if yaml.Code != 200 || yaml.Body.String() != contratto || !strings.HasPrefix(yaml.Header().Get("Content-Type"), "application/yaml") {
		t.Errorf("%d %q %s", yaml.Code, yaml.Header(), yaml.Body)
	}
	pagina := b.chiama("GET", base+"/openapi")
	if pagina.Code != 200 || !strings.Contains(pagina.Header().Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%d %q", pagina.Code, pagina.Header())
	}
	testo := pagina.Body.String()
	for _, s := range []string{"Prova &lt;b&gt;", "una &amp; due", "/VpnService/rest/cose", "il &lt;nome&gt;", "(obbligatorio)",
		"201 creata", "Senza credenziali.", "Ruoli ammessi: UFFICIO, AGENTE."} {
		if !strings.Contains(testo, s) {
			t.Errorf("not on the page: %s", s)
		}
	}
	ordinata(t, testo)
}

// ordinata checks that every element that must be closed is, in order, and that nothing runs.
func ordinata(t *testing.T, pagina string) {
	t.Helper()
	vuoti := []string{"meta", "link", "br", "img", "input", "hr"}
	var aperti []string
	z := html.NewTokenizer(strings.NewReader(pagina))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) || len(aperti) > 0 {
				t.Errorf("end of the page: %v, still open %v", z.Err(), aperti)
			}
			return
		case html.StartTagToken:
			nome, attributi := z.TagName()
			s := string(nome)
			if s == "script" || s == "iframe" || s == "object" {
				t.Errorf("the page has <%s>", s)
			}
			for attributi {
				var k []byte
				if k, _, attributi = z.TagAttr(); strings.HasPrefix(string(k), "on") {
					t.Errorf("<%s %s>", s, k)
				}
			}
			if !slices.Contains(vuoti, s) {
				aperti = append(aperti, s)
			}
		case html.EndTagToken:
			nome, _ := z.TagName()
			if n := len(aperti); n == 0 || aperti[n-1] != string(nome) {
				t.Fatalf("</%s> closes %v", nome, aperti)
			}
			aperti = aperti[:len(aperti)-1]
		default: // texts and comments
		}
	}
}

func TestBrokenContractShowsNoPage(t *testing.T) {
	t.Parallel()
	for nome, testo := range map[string]string{
		"no YAML":             "openapi: [",
		"no document":         "ciao",
		"a reference to none": "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths:\n  /a: {get: {responses: {'200': {$ref: '#/components/responses/x'}}}}",
		"no version":          "openapi: 3.1.0\ninfo: {title: a}\npaths: {}",
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t, func(o *web.Options) { o.Contract = []byte(testo) })
			pagina := b.chiama("GET", base+"/openapi")
			if pagina.Code != 500 || !strings.Contains(b.log.Testo(), "web: contratto") {
				t.Errorf("%d, log %s", pagina.Code, b.log.Testo())
			}
		})
	}
}
