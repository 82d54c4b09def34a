package app_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/vpn/internal/indagine"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// cattivo is a register that always fails in the same way.
type cattivo struct{ errore *esterno.Error }

// Veicolo fails.
func (c cattivo) Veicolo(context.Context, registro.Domanda) (registro.Veicolo, error) {
	return registro.Veicolo{}, c.errore
}

// TestNothingComesOfItAndAPersonDecides: nonsense to the last delivery, or a refusal at once, becomes an outcome that
// the officer sees with its reason; while there is hope it is none, and a register that is away never becomes one.
func TestNothingComesOfItAndAPersonDecides(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	tabelle := tabella.New(b.Pools, tabella.Comuni)
	if err := tabelle.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	nonsenso := &esterno.Error{Kind: esterno.ErrInvalidAnswer, Detail: "targa diversa da quella chiesta", Attempts: 1}
	for i, c := range []struct {
		errore   *esterno.Error
		consegna uint64
		vuole    string
	}{
		{nonsenso, 2, ""},
		{nonsenso, 3, "ANOMALA RISPOSTA_NON_UTILIZZABILE Il registro dei veicoli ha risposto più volte in un modo che non si può usare (targa diversa da quella chiesta): chiedere di nuovo, o individuare l'intestatario per altra via."},
		{&esterno.Error{Kind: esterno.ErrRefused, Code: "RICHIEDENTE_SOSPESO", Attempts: 1}, 1, "ANOMALA RICHIESTA_RIFIUTATA Il registro dei veicoli ha rifiutato la domanda (RICHIEDENTE_SOSPESO): chiedere di nuovo, o individuare l'intestatario per altra via."},
		{&esterno.Error{Kind: esterno.ErrUnavailable, Attempts: 1}, 99, ""},
	} {
		s := indagine.Service{Store: indagine.Store{Pools: b.Pools}, Registro: cattivo{c.errore}, Tabelle: tabelle, Adesso: tempo.Adesso, Consegne: 3}
		id := b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva)
		err := lavora(tenant.With(t.Context(), b.ambiente.Tenant("alfa")), &s, bus.Message{ID: fmt.Sprint("resa-", i), Subject: "lavori.vpn.targa.alfa",
			Body: fmt.Appendf(nil, `{"idVerbale":%q}`, id), Deliveries: c.consegna})
		var esito string
		if e := b.ambiente.Banca(t, "vpn", "alfa").QueryRow(t.Context(), `SELECT coalesce((SELECT concat_ws(' ', esito, codice, motivo) FROM indagine WHERE verbale = $1), '')`, id).Scan(&esito); e != nil {
			t.Fatal(e)
		}
		if esito != c.vuole || (err == nil) != (c.vuole != "") {
			t.Errorf("%v at delivery %d: %q %v", c.errore, c.consegna, esito, err)
		}
	}
}
