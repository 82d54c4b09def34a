//go:build e2e

package verbaleins_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/soap"
	"github.com/piattaforma-verbali/verbali/shared/telemetria"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
	"github.com/piattaforma-verbali/verbali/shared/testkit"
	"github.com/piattaforma-verbali/verbali/shared/web"
)

// comandi are the tenants of the server.
type comandi struct{}

func (comandi) Tenant(context.Context) ([]tenant.Tenant, error) {
	return []tenant.Tenant{{Nome: "alfa", Stato: tenant.Attivo}}, nil
}

// realm asks the kit's realm without a bus.
type realm struct{ *testkit.Realm }

func (r realm) Accedi(ctx context.Context, d evento.DomandaAccesso) (evento.RispostaAccesso, error) {
	domanda, err := json.Marshal(d)
	if err != nil {
		return evento.RispostaAccesso{}, fmt.Errorf("realm: %w", err)
	}
	risposta, err := r.Realm.Accedi(ctx, domanda)
	letta, _ := risposta.(evento.RispostaAccesso)
	return letta, err
}

// servitoreVero is the door of the service as in production, with its ways in, before a Servizio that
// remembers. It gives the address of the service.
func servitoreVero(t *testing.T, s verbaleins.Servizio) string {
	t.Helper()
	prova := testkit.NuovoRealm(t)
	v := auth.NuovoVerificatore("elaborazione", time.Now)
	if err := v.Imposta(prova.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	registro, _ := testkit.Log(t)
	server, err := web.Nuovo(web.Opzioni{
		Modulo: "elaborazione", Base: "/ElaborazioneService/rest", RuoliAmmessi: []string{"*"}, Contratto: []byte("openapi: 3.1.0\ninfo: {title: x, version: '1'}\npaths: {}\n"),
		Verificatore: v, Basic: auth.NuovoBasic(realm{prova}, v, "elaborazione", time.Now),
		Tenant: tenant.NuovoRegistro(comandi{}, time.Now), Metriche: telemetria.Metriche(), Log: registro,
	})
	if err != nil {
		t.Fatal(err)
	}
	porta := []string{"/ElaborazioneService/VerbaleInsService"}
	server.Aggiungi(http.MethodGet, porta, func(c echo.Context) error {
		return c.Blob(http.StatusOK, "text/xml; charset=utf-8", verbaleins.WSDL("http://"+c.Request().Host+porta[0]))
	}, web.Aperta(), web.SenzaTenant())
	server.Aggiungi(http.MethodPost, porta, func(c echo.Context) error {
		return rispondi(c, s)
	}, web.Permesso(auth.PermessoSoap), web.Limite(web.LimiteSOAP), web.SOAP(verbaleins.ComeFault))
	h := httptest.NewServer(server.Echo)
	t.Cleanup(h.Close)
	return h.URL + porta[0]
}

func rispondi(c echo.Context, s verbaleins.Servizio) error {
	r := c.Request()
	richiesta, err := soap.Leggi(r.Body, r.Header.Get("Content-Type"), r.Header.Get("SoapAction"), web.LimiteSOAP)
	if err == nil {
		chi, _ := auth.Chi(r.Context())
		err = richiesta.Conferma(chi.Utente, time.Now())
	}
	if err != nil {
		return soap.ScriviFault(c.Response(), richiesta.Versione, verbaleins.ComeFault(err))
	}
	risposta, fault := verbaleins.Esegui(r.Context(), s, richiesta)
	if fault != nil {
		return soap.ScriviFault(c.Response(), richiesta.Versione, fault)
	}
	return soap.ScriviRisposta(c.Response(), richiesta.Versione, risposta)
}
