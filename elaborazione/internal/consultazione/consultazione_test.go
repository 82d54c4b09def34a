package consultazione_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestLaStoriaLettaENelRegistro: whoever reads the history of a fine leaves a trace, as who reads the fine.
func TestLaStoriaLettaENelRegistro(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	e := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("ST-1"))
	eventi, err := b.Consultazione.Storia(b.Come("alfa", "lettore.alfa", auth.RuoloLettura), banco.Parse(e.IDVerbale), "192.0.2.1")
	if err != nil || len(eventi) != 4 {
		t.Fatalf("%d eventi, %v", len(eventi), err)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'VERBALE_STORIA_LETTA' AND attore = 'lettore.alfa'
		AND oggetto_tipo = 'verbale' AND oggetto = $1 AND indirizzo = '192.0.2.1'`, e.IDVerbale); n != 1 {
		t.Errorf("%d righe di registro", n)
	}
}
