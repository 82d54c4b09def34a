package esterno

import (
	"context"
	"errors"
	"testing"

	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestEveryQuestionIsInTheAudit(t *testing.T) {
	t.Parallel()
	setting := testkit.NuovoAmbiente(t)
	pools := setting.Pools(t, "vpn")
	ctx, leave := context.WithCancel(tenant.With(t.Context(), setting.Tenant("alfa")))
	ctx = trace.ContextWithSpanContext(ctx, trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}}))
	leave() // the caller has gone: the question was made all the same
	for outcome, want := range map[error]string{nil: Found, problem.NonTrovato("Veicolo", "AB123CD"): "NON_TROVATO", errors.New("x"): "ERRORE_INTERNO"} {
		line := db.Access{Attore: "operatore.alfa", Azione: "PROVA", OggettoTipo: "prova", Oggetto: want, Motivo: "controllo", Indirizzo: "10.0.0.1"}
		if err := Audit(ctx, pools, line, outcome); err != nil {
			t.Fatal(err)
		}
		conn := setting.Collega(t, "vpn", "alfa")
		var found, why, traced string
		if err := conn.QueryRow(t.Context(), `SELECT esito, motivo, traccia FROM registro WHERE oggetto = $1`, want).Scan(&found, &why, &traced); err != nil {
			t.Fatal(err)
		}
		if found != want || why != "controllo" || traced != "01000000000000000000000000000000" {
			t.Errorf("%q %q %q, want %q", found, why, traced, want)
		}
		conn.Close(t.Context())
	}
	if err := Audit(t.Context(), pools, db.Access{}, nil); err == nil {
		t.Error("without a tenant there is no audit to write in")
	}
}
