package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// An officer reaches by REST and over the bus the fines that he ascertained; another's is not there.
func TestUnAgenteRaggiungeSoloIPropriVerbali(t *testing.T) {
	t.Parallel()
	b := avviaCon(t, `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli) VALUES
			('agente.alfa', 'alfa', 'PL01', 'PL01', 'x', '{AGENTE}'), ('collega.alfa', 'alfa', 'PL01', 'PL01', 'x', '{AGENTE}'),
			('agente.beta', 'beta', 'PL01', 'PL01', 'x', '{AGENTE}')`,
		`UPDATE agente SET operatore = 'agente.alfa' WHERE matricola = 'A001' AND tenant = 'alfa'`,
		`UPDATE agente SET operatore = 'collega.alfa' WHERE matricola = 'A002' AND tenant = 'alfa'`,
		`UPDATE agente SET operatore = 'agente.beta' WHERE matricola = 'A001' AND tenant = 'beta'`)
	id := b.nuovo(t, "1", 2, "") // ascertained by A001
	b.servizio.Verifier.Roles().Set([]auth.Role{{Tenant: "alfa", Name: "PATTUGLIA",
		Permissions: []auth.Permission{"verbale:propri", "verbale:annota", "verbale:pdf"}}})
	agente, collega := b.token(t, "agente.alfa", "alfa", "AGENTE"), b.token(t, "collega.alfa", "alfa", "AGENTE")
	pattuglia := b.token(t, "collega.alfa", "alfa", "PATTUGLIA")
	const dove = "/ElaborazioneService/rest/VerbaliRestService/verbali/"
	for _, c := range []struct {
		regola, token, rotta string
		stato                int
	}{
		{"his own", agente, "GET " + dove + id, http.StatusOK},
		{"its history", agente, "GET " + dove + id + "/eventi", http.StatusOK},
		{"what may happen to it", agente, "GET " + dove + id + "/azioni", http.StatusOK},
		{"its act, which he may not", agente, "GET " + dove + id + "/pdf", http.StatusForbidden},
		{"to decide about it", agente, "POST " + dove + id + "/eventi", http.StatusForbidden},
		{"another's", collega, "GET " + dove + id, http.StatusNotFound},
		{"another's history", collega, "GET " + dove + id + "/eventi", http.StatusNotFound},
		{"what may happen to another's", collega, "GET " + dove + id + "/azioni", http.StatusNotFound},
		{"an officer with the same number in another command", b.token(t, "agente.beta", "beta", "AGENTE"), "GET " + dove + id, http.StatusNotFound},
		{"an account that is no officer", b.token(t, "nessuno.alfa", "alfa", "AGENTE"), "GET " + dove + id, http.StatusNotFound},
		{"another's act by a role of the command", pattuglia, "GET " + dove + id + "/pdf", http.StatusNotFound},
		{"an event on another's by a role of the command", pattuglia, "POST " + dove + id + "/eventi", http.StatusNotFound},
		{"who may read all", b.token(t, "lettura.alfa", "alfa", "LETTURA"), "GET " + dove + id, http.StatusOK},
	} {
		var corpo []byte
		if c.rotta[:4] == "POST" {
			corpo = []byte(`{"tipo":"NOTA_AGGIUNTA","motivo":"prova","idempotenza":"nota"}`)
		}
		if r, testo := b.chiedi(t, c.rotta, c.token, corpo, "Content-Type", "application/json"); r.StatusCode != c.stato ||
			c.stato == http.StatusNotFound && !strings.Contains(string(testo), "NON_TROVATO") {
			t.Errorf("%s: %d %s", c.regola, r.StatusCode, testo)
		}
	}
	core := testkit.Bus(t, b.nats, "core")
	for token, atteso := range map[string]bool{agente: true, collega: false} {
		ctx := auth.With(t.Context(), auth.Identity{Token: token})
		var r event.RispostaAzioni
		err := core.Ask(ctx, "elaborazione."+event.VerbaleAzioni, event.DomandaAzioni{IDVerbale: id}, &r)
		if atteso != (err == nil) || !atteso && !problem.Is(err, "NON_TROVATO") {
			t.Errorf("over the bus: %v", err)
		}
	}
}
