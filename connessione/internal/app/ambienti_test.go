package app

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// TestLIndirizzoEQuelloDellAmbienteDelClient: production and tests of ANPR and INAD stand side by side in one installation, and
// a command asks where its client of PDND lives.
func TestLIndirizzoEQuelloDellAmbienteDelClient(t *testing.T) {
	t.Parallel()
	var prove atomic.Int32
	b := apparecchiaRegistriCon(t, func(i *Impostazioni) {
		i.AnprCollaudo, i.InadCollaudo = i.AnprURL, contata(t, &prove, i.InadURL)
		i.AnprURL = "" // there is one of the tests alone
	})
	operatore := b.operatore(t, "alfa")
	chiedi := func(codice string) (alleProve bool) {
		t.Helper()
		prima := prove.Load()
		b.domicilio(t, operatore, oggetto{"codiceFiscale": persona(codice)}, http.StatusOK)
		return prove.Load() > prima
	}
	eService := `{"inad": {"client": "vero"}, "anpr-c001": {"client": "vero"}, "anpr-c030": {"client": "vero"}}`
	b.imposta(t, "pdnd.client", `{"vero": {"ambiente": "PRODUZIONE"}, "prove": {"ambiente": "COLLAUDO"}}`)
	b.imposta(t, "pdnd.eservice", eService)
	if chiedi("001") {
		t.Error("a command of production asked the tests")
	}
	w := b.visura(t, operatore, oggetto{"codiceFiscale": persona("001")}, http.StatusConflict)
	if d := risposta[problem.Document](t, w); d.Codice != "REGISTRO_NON_CONFIGURATO" {
		t.Errorf("ANPR without an address for production: %+v", d)
	}

	b.imposta(t, "pdnd.eservice", strings.ReplaceAll(eService, `"vero"`, `"prove"`))
	testkit.Attendi(t, attesa, "the settings", func() bool {
		return b.manda(rottaVisura, operatore, testo(t, chiesta(oggetto{"codiceFiscale": persona("001")}))).Code == http.StatusOK
	})
	if !chiedi("001") {
		t.Error("the answer of production was given for one of the tests")
	}
	if chiedi("001") {
		t.Error("the tests were asked twice in a day")
	}

	b.imposta(t, "pdnd.eservice", strings.Replace(strings.ReplaceAll(eService, `"vero"`, `"prove"`), `"prove"`, `"vero"`, 2))
	testkit.Attendi(t, attesa, "the settings of two environments", func() bool {
		w := b.manda(rottaVisura, operatore, testo(t, chiesta(oggetto{"codiceFiscale": persona("002")})))
		return w.Code == http.StatusConflict && strings.Contains(w.Body.String(), "ambienti diversi")
	})
	if chiedi("001") {
		t.Error("back in production, the tests were asked")
	}
}

// contata is an address that leads to another and counts who comes.
func contata(t *testing.T, quanti *atomic.Int32, indirizzo string) string {
	t.Helper()
	u, err := url.Parse(indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: u.Scheme, Host: u.Host})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		quanti.Add(1)
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL + u.Path
}
