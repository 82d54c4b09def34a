package web_test

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

const (
	percorsoSOAP = "/VpnService/Prova"
	tipo11       = "text/xml; charset=utf-8"
	tipo12       = "application/soap+xml; charset=utf-8"
	wsse         = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
)

// dettaglio writes the code of a fault as the services do.
type dettaglio string

func (d dettaglio) Scrivi(s *soap.Writer) {
	s.Radice("urn:prova", "errore")
	s.Testo("codice", string(d))
	s.Chiudi("errore")
}

func comeFault(err error) *soap.Fault {
	d := problem.Describe(err, "", "")
	return &soap.Fault{Codice: soap.Client, Sigla: d.Codice, Messaggio: d.Detail, Dettaglio: dettaglio(d.Codice)}
}

// conSOAP adds a route of SOAP that answers with the caller, his tenant and the length of the body.
func (b *banco) conSOAP() *banco {
	b.Add(http.MethodPost, []string{percorsoSOAP}, func(c echo.Context) error {
		corpo, err := io.ReadAll(c.Request().Body)
		if err != nil {
			return err
		}
		if strings.Contains(string(corpo), "<guasto/>") {
			return errors.New("segreto del guasto")
		}
		chi, _ := auth.From(c.Request().Context())
		return c.String(http.StatusOK, chi.User+" "+chi.Tenant+" "+string(corpo))
	}, web.Permission(auth.PermessoMobile), web.Limit(100_000), web.SOAP(comeFault))
	return b
}

// conToken is an envelope with a UsernameToken, if there is a user, and a body.
func conToken(spazio, utente, password, corpo string) string {
	token := ""
	if utente != "" {
		token = `<w:Security xmlns:w="` + wsse + `" s:mustUnderstand="1"><w:UsernameToken><w:Username>` + utente +
			`</w:Username><w:Password>` + password + `</w:Password></w:UsernameToken></w:Security>`
	}
	return `<s:Envelope xmlns:s="` + spazio + `"><s:Header>` + token + `</s:Header><s:Body>` + corpo + `</s:Body></s:Envelope>`
}

func (b *banco) manda(tipo, documento string, intestazioni ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, percorsoSOAP, strings.NewReader(documento))
	r.Header.Set("Content-Type", tipo)
	for i := 0; i+1 < len(intestazioni); i += 2 {
		r.Header.Add(intestazioni[i], intestazioni[i+1])
	}
	w := httptest.NewRecorder()
	b.Echo.ServeHTTP(w, r)
	return w
}

// basicDi is the header of agente.alfa with a password.
func basicDi(password string) string { return basic("agente.alfa", password) }

// faultLetto is a fault of either version.
type faultLetto struct {
	Codice11  string `xml:"Body>Fault>faultcode"`
	Codice12  string `xml:"Body>Fault>Code>Value"`
	Sigla11   string `xml:"Body>Fault>detail>errore>codice"`
	Sigla12   string `xml:"Body>Fault>Detail>errore>codice"`
	Messaggio string `xml:"Body>Fault>faultstring"`
}

func leggiFault(t *testing.T, w *httptest.ResponseRecorder) faultLetto {
	t.Helper()
	var f faultLetto
	if err := xml.Unmarshal(w.Body.Bytes(), &f); err != nil {
		t.Fatalf("%d %v: %s", w.Code, err, w.Body)
	}
	return f
}

const (
	env11 = "http://schemas.xmlsoap.org/soap/envelope/"
	env12 = "http://www.w3.org/2003/05/soap-envelope"
)

func TestUsernameTokenEntersLikeBASIC(t *testing.T) {
	t.Parallel()
	b := apparecchia(t).conSOAP()
	documento := conToken(env11, "agente.alfa", "segreta:è", strings.Repeat("<a>lungo</a>", 8000))
	if w := b.manda(tipo11, documento); w.Code != http.StatusOK || w.Body.String() != "agente.alfa alfa "+documento {
		t.Errorf("%d, %d byte su %d: %.300s", w.Code, w.Body.Len(), len(documento), w.Body)
	}
	if w := b.manda(tipo12, conToken(env12, "agente.alfa", "segreta:è", "")); w.Code != http.StatusOK {
		t.Errorf("SOAP 1.2: %d %s", w.Code, w.Body)
	}
	if w := b.manda(tipo11, conToken(env11, "altro.beta", "x", ""), "Authorization", basicDi("segreta:è")); w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), "agente.alfa ") {
		t.Errorf("con Authorization vale quella: %d %.100s", w.Code, w.Body)
	}
}

func TestOnSOAPRoutesEveryRefusalIsAFault(t *testing.T) {
	t.Parallel()
	b := apparecchia(t).conSOAP()
	buono := conToken(env11, "agente.alfa", "segreta:è", "")
	di := func(nome, ruolo string) string { return "Bearer " + b.token("x", nome, ruolo) }
	casi := []struct {
		nome, tipo, documento, chi string
		stato                      int
		sigla                      string
	}{
		{"senza credenziali", tipo11, conToken(env11, "", "", ""), "", 401, "CREDENZIALI_NON_VALIDE"},
		{"senza credenziali, in SOAP 1.2", tipo12, conToken(env12, "", "", ""), "", 401, "CREDENZIALI_NON_VALIDE"},
		{"senza niente", tipo11, "", "", 401, "CREDENZIALI_NON_VALIDE"},
		{"una password sbagliata", tipo11, conToken(env11, "agente.alfa", "x", ""), "", 401, "CREDENZIALI_NON_VALIDE"},
		{"un utente vuoto è detto", tipo11, conToken(env11, " ", "x", ""), "", 401, "CREDENZIALI_NON_AMMESSE"},
		{"una password cifrata è detta", tipo11, strings.Replace(buono, "<w:Password>", `<w:Password Type="x#PasswordDigest">`, 1), "", 401, "CREDENZIALI_NON_AMMESSE"},
		{"a un estraneo non si spiega l'XML", tipo11, "<a><b>", "", 401, "CREDENZIALI_NON_VALIDE"},
		{"a un estraneo non si spiega il tipo", "application/json", buono, "", 401, "CREDENZIALI_NON_VALIDE"},
		{"Authorization sbagliata vince sul token giusto", tipo11, buono, basicDi("x"), 401, "CREDENZIALI_NON_VALIDE"},
		{"Authorization vuota vince sul token giusto", tipo11, buono, " ", 401, "CREDENZIALI_NON_VALIDE"},
		{"un ruolo senza permesso", tipo12, "", di("alfa", auth.RuoloLettura), 403, "PERMESSO_MANCANTE"},
		{"un tenant sospeso", tipo11, "", di("sospeso", auth.RuoloAgente), 403, "TENANT_SOSPESO"},
		{"un tenant sconosciuto", tipo11, "", di("ignoto", auth.RuoloAgente), 404, "TENANT_SCONOSCIUTO"},
		{"troppo grande", tipo11, conToken(env11, "agente.alfa", "segreta:è", strings.Repeat("x", 100_000)), "", 413, "CORPO_TROPPO_GRANDE"},
		{"un guasto non si racconta", tipo11, conToken(env11, "agente.alfa", "segreta:è", "<guasto/>"), "", 500, "ERRORE_INTERNO"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			var h []string
			if c.chi != "" {
				h = []string{"Authorization", c.chi}
			}
			w := b.manda(c.tipo, c.documento, h...)
			f := leggiFault(t, w)
			if w.Code != c.stato || f.Sigla11+f.Sigla12 != c.sigla || strings.Contains(w.Body.String(), "segreto") {
				t.Errorf("%d %s, atteso %d %s", w.Code, w.Body, c.stato, c.sigla)
			}
			if in12 := f.Codice12 == "env:Sender"; in12 != (c.tipo == tipo12) || (f.Codice11 == "env:Client") == in12 {
				t.Errorf("versione: %+v", f)
			}
			if sfide := w.Header().Values("WWW-Authenticate"); (w.Code == 401) != (len(sfide) == 2) {
				t.Errorf("challenges %q", sfide)
			}
			if tipo := w.Header().Get("Content-Type"); !strings.HasPrefix(tipo, "text/xml") && !strings.HasPrefix(tipo, "application/soap+xml") {
				t.Error(tipo)
			}
		})
	}
}

// realm answers every question about an account with one error, and counts them.
type realm struct {
	err    error
	chiede int
}

func (r *realm) Login(context.Context, event.DomandaAccesso) (event.RispostaAccesso, error) {
	r.chiede++
	return event.RispostaAccesso{}, r.err
}

func TestTheRealmSlowsUsernameTokenToo(t *testing.T) {
	t.Parallel()
	lontano := strings.Replace(conToken(env11, "a", "b", ""), "<w:Security", strings.Repeat(" ", 64<<10)+"<w:Security", 1)
	for nome, c := range map[string]struct {
		err           error
		stato         int
		sigla, dopo   string
		documento     string
		domandeAttese int
	}{
		"troppi tentativi":              {problem.Troppe(7 * time.Second), 429, "TROPPE_RICHIESTE", "7", conToken(env11, "a", "b", ""), 1},
		"core è lontano":                {problem.NonDisponibile("REALM_ASSENTE", "Riprovare."), 503, "REALM_ASSENTE", "5", conToken(env11, "a", "b", ""), 1},
		"oltre 64 KiB non si cerca più": {nil, 401, "CREDENZIALI_NON_VALIDE", "", lontano, 0},
		"un token nel corpo non vale":   {nil, 401, "CREDENZIALI_NON_VALIDE", "", conToken(env11, "", "", "<w:UsernameToken xmlns:w='"+wsse+"'/>"), 0},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			r := &realm{err: c.err}
			b := apparecchia(t, func(o *web.Options) { o.Basic = auth.NewBasic(r, o.Verifier, "vpn", tempo.Adesso) }).conSOAP()
			w := b.manda(tipo11, c.documento)
			if f := leggiFault(t, w); w.Code != c.stato || f.Sigla11 != c.sigla || w.Header().Get("Retry-After") != c.dopo || r.chiede != c.domandeAttese {
				t.Errorf("%d %+v, Retry-After %q, %d domande", w.Code, f, w.Header().Get("Retry-After"), r.chiede)
			}
		})
	}
}

// TestACompressedBodyIsRefused: a content with a Content-Encoding is 415 with what is taken (RFC 9110, 15.5.16), as a fault where the
// route speaks SOAP; identity is no encoding.
func TestACompressedBodyIsRefused(t *testing.T) {
	t.Parallel()
	b := apparecchia(t).conSOAP()
	buono := conToken(env11, "agente.alfa", "segreta:è", "")
	for _, codifica := range []string{"gzip", "deflate", "br", "zstd", "GZIP", "x-gzip", "identity, gzip", "boh"} {
		w := b.manda(tipo11, "\x1f\x8b\x08", "Content-Encoding", codifica)
		if f := leggiFault(t, w); w.Code != http.StatusUnsupportedMediaType || w.Header().Get("Accept-Encoding") != "identity" ||
			f.Sigla11 != "COMPRESSIONE_NON_AMMESSA" {
			t.Errorf("%s: %d %v %+v", codifica, w.Code, w.Header(), f)
		}
		r := httptest.NewRequest(http.MethodPost, "/VpnService/rest/altro", strings.NewReader("\x1f\x8b\x08"))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Content-Encoding", codifica)
		altra := httptest.NewRecorder()
		b.Echo.ServeHTTP(altra, r)
		if altra.Code != http.StatusUnsupportedMediaType || altra.Header().Get("Accept-Encoding") != "identity" ||
			altra.Header().Get("Content-Type") != problem.MediaType {
			t.Errorf("%s: %d %v %s", codifica, altra.Code, altra.Header(), altra.Body)
		}
	}
	for _, codifica := range []string{"identity", "Identity", "", "identity,identity"} {
		if w := b.manda(tipo11, buono, "Content-Encoding", codifica); w.Code != http.StatusOK {
			t.Errorf("%q: %d %s", codifica, w.Code, w.Body)
		}
	}
}
