package pratica_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestIlVerbaleRiapertoSiStampa: the work that was dropped while a fine was closed is asked for again.
func TestIlVerbaleRiapertoSiStampa(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	u := banco.NuovaPratica(t, b, "RIAPERTO-1")
	u.Fa(t, verbale.EventoValidato, `{}`)
	u.Fa(t, verbale.EventoEstintoTermini, `{}`)
	u.Forma(t) // the first work finds nothing to do
	u.Fa(t, verbale.EventoAnomaliaAperta, `{"testo":"i termini non erano passati"}`)
	stato, err := b.Archivio.Stato(u.Ctx, u.ID)
	if err != nil {
		t.Fatal(err)
	}
	u.Fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+stato.Anomalie[0].ID.String()+`","esito":"si riapre","riapre":true}`)
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM uscita WHERE oggetto = $1 AND soggetto = 'lavori.elaborazione.pdf.alfa'`, u.ID); n != 2 {
		t.Errorf("%d lavori di stampa", n)
	}
	u.Forma(t)
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, u.ID); n != 1 {
		t.Errorf("%d atti", n)
	}
	b.Rivive(u.Ctx, t, u.ID.String())
}
