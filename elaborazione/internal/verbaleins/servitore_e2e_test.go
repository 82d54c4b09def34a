//go:build e2e

package verbaleins_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/tracing"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// comandi are the tenants of the server.
type comandi struct{}

func (comandi) Tenant(context.Context) ([]tenant.Tenant, error) {
	return []tenant.Tenant{{Nome: "alfa", Stato: tenant.Active}}, nil
}

// realm asks the kit's realm without a bus.
type realm struct{ *testkit.Realm }

func (r realm) Login(ctx context.Context, d event.DomandaAccesso) (event.RispostaAccesso, error) {
	domanda, err := json.Marshal(d)
	if err != nil {
		return event.RispostaAccesso{}, fmt.Errorf("realm: %w", err)
	}
	risposta, err := r.Accedi(ctx, domanda)
	letta, _ := risposta.(event.RispostaAccesso)
	return letta, err
}

// servitoreVero is the door of the service as in production, with its ways in, before a Servizio that
// remembers. It gives the address of the service.
func servitoreVero(t *testing.T, s verbaleins.Servizio) string {
	t.Helper()
	prova := testkit.NuovoRealm(t)
	v := auth.NewVerifier("elaborazione", tempo.Adesso)
	if err := v.Set(prova.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	registro, _ := testkit.Log(t)
	server, err := web.New(web.Options{
		Module: "elaborazione", Base: "/ElaborazioneService/rest", AllowedRoles: []string{"*"}, Contract: []byte("openapi: 3.1.0\ninfo: {title: x, version: '1'}\npaths: {}\n"),
		Verifier: v, Basic: auth.NewBasic(realm{prova}, v, "elaborazione", tempo.Adesso),
		Tenant: tenant.NewDirectory(comandi{}, tempo.Adesso), Metrics: tracing.Metrics(), Log: registro,
	})
	if err != nil {
		t.Fatal(err)
	}
	porta := []string{"/ElaborazioneService/VerbaleInsService"}
	server.Add(http.MethodGet, porta, func(c echo.Context) error {
		return c.Blob(http.StatusOK, "text/xml; charset=utf-8", verbaleins.WSDL("http://"+c.Request().Host+porta[0]))
	}, web.Open(), web.NoTenant())
	server.Add(http.MethodPost, porta, func(c echo.Context) error {
		return rispondi(c, s)
	}, web.Permission(auth.PermessoSoap), web.Limit(web.LimitSOAP), web.SOAP(verbaleins.ComeFault))
	h := httptest.NewServer(server.Echo)
	t.Cleanup(h.Close)
	return h.URL + porta[0]
}

func rispondi(c echo.Context, s verbaleins.Servizio) error {
	r := c.Request()
	richiesta, err := soap.Read(r.Body, r.Header.Get("Content-Type"), r.Header.Get("SoapAction"), web.LimitSOAP)
	if err == nil {
		chi, _ := auth.From(r.Context())
		err = richiesta.Conferma(chi.User, tempo.Adesso())
	}
	if err != nil {
		return soap.WriteFault(c.Response(), richiesta.Versione, verbaleins.ComeFault(err))
	}
	risposta, fault := verbaleins.Esegui(r.Context(), s, richiesta)
	if fault != nil {
		return soap.WriteFault(c.Response(), richiesta.Versione, fault)
	}
	return soap.WriteAnswer(c.Response(), richiesta.Versione, risposta)
}
