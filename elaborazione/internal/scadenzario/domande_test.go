package scadenzario_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/scadenzario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestChiAspettaUnRegistroSpentoProsegue: the command turns off the look-up of residences while fines wait for their answers. The next
// round sets the questions aside, and the acts are printed; what a person had asked waits for its answer.
func TestChiAspettaUnRegistroSpentoProsegue(t *testing.T) {
	t.Parallel()
	b := banchi.NuovoBanco(t, banchi.Impostazione("visura.residenza", "true"))
	ctx := b.Integratore("alfa")
	registro := tenant.NewDirectory(tenant.PlatformSource{Pools: b.Pools(t, "elaborazione")}, b.Orologio.Adesso)
	if err := registro.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	s := scadenzario.Nuovo(b.Atti, b.Pools(t, "elaborazione"), registro, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	nostra, sua := b.Inserisce(ctx, t, banchi.UnVerbale("V-1")).IDVerbale, banchi.NuovaPratica(t, b, "V-2")
	if err := banchi.Uno(b.Intestatari.IndagineEsito, ctx, banchi.Messaggio(t, "i", b.Indagine(t, nostra, event.IndagineTrovata))); err != nil {
		t.Fatal(err)
	}
	if err := b.LavoraPdf(ctx, t, "p-1", nostra); err != nil {
		t.Fatal(err)
	}
	sua.Fa(t, verbale.EventoVisuraChiesta, `{"registro": "RESIDENZA"}`)
	chieste := func() string {
		return b.Elenca(t, "alfa", `SELECT stato FROM visura ORDER BY verbale = $1 DESC`, nostra)
	}
	if s.Giro(context.Background()); chieste() != "CHIESTA CHIESTA" {
		t.Fatalf("while it is on: %s", chieste())
	}
	b.Esegui(t, "core", "", banchi.Impostazione("visura.residenza", "false"))
	if err := b.Ufficio.Anagrafe.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.Giro(context.Background())
	}
	if chieste() != "SCARTATA CHIESTA" {
		t.Errorf("%s", chieste())
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM evento WHERE verbale = $1 AND tipo = 'VISURA_SCARTATA' AND attore = 'elaborazione' AND causa <> ''`, nostra); n != 1 {
		t.Errorf("%d events", n)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM uscita WHERE soggetto = 'lavori.elaborazione.pdf.alfa' AND corpo->>'idVerbale' = $1`, nostra); n != 2 {
		t.Errorf("%d times the act was asked for", n)
	}
	if err := b.LavoraPdf(ctx, t, "p-2", nostra); err != nil {
		t.Fatal(err)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, nostra); n != 1 {
		t.Errorf("%d acts", n)
	}
	b.Rivive(ctx, t, nostra)
}
