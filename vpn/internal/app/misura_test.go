package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// An account looks up as many vehicles and licences in an hour as its command says, also at once.
func TestVisureAllOra(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'consultazione.allOra', '5')`)
	di := func(utente string) string {
		return "Bearer " + b.realm.Token(t, claims(func(c *auth.Claims) { c.Subject = utente }))
	}
	if err := b.altri.Conn.Publish("fatti.piattaforma.impostazione.cambiata", []byte(`{"tenant":"alfa"}`)); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "the setting to be obeyed", func() bool {
		return b.chiama(t, "/VpnService/rest/veicoli/AB123CD?motivo=prova", di("sonda.alfa")).Code == http.StatusTooManyRequests
	})
	var buone, rifiutate atomic.Int32
	var gruppo sync.WaitGroup
	for i := range 20 {
		gruppo.Go(func() {
			percorso := fmt.Sprintf("/VpnService/rest/veicoli/AB%03dCD?motivo=prova", i)
			if i%2 == 0 {
				percorso = "/VpnService/rest/patenti/U1A23B45C?motivo=prova&causa=RICORSO"
			}
			w := b.chiama(t, percorso, di("curioso.alfa"))
			if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") != "" && strings.Contains(w.Body.String(), "TROPPE_RICHIESTE") {
				rifiutate.Add(1)
			} else {
				buone.Add(1)
			}
		})
	}
	gruppo.Wait()
	if buone.Load() != 5 || rifiutate.Load() != 15 {
		t.Errorf("%d asked, %d refused", buone.Load(), rifiutate.Load())
	}
	if w := b.chiama(t, "/VpnService/rest/veicoli/AB123CD?motivo=prova", di("altro.alfa")); w.Code == http.StatusTooManyRequests {
		t.Errorf("another account: %d", w.Code)
	}
	conn := b.ambiente.Collega(t, "vpn", "alfa")
	var righe, conCausa int
	if err := conn.QueryRow(t.Context(), `SELECT count(*), count(*) FILTER (WHERE motivo IN ('prova', 'RICORSO: prova'))
		FROM registro WHERE attore = 'curioso.alfa'`).Scan(&righe, &conCausa); err != nil {
		t.Fatal(err)
	}
	if righe != 6 || conCausa != 6 {
		t.Errorf("%d lines, %d with their reason: five look-ups and one refusal", righe, conCausa)
	}
	w := b.chiama(t, "/VpnService/rest/veicoli/AB123CD?motivo=prova&causa=CURIOSITA", di("altro.alfa"))
	if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "POLIZIA_GIUDIZIARIA") {
		t.Errorf("a cause that is none: %d %s", w.Code, w.Body)
	}
}
