package verbale_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
)

// TestIlVerbaleRiapertoSiStampa: the work that was dropped while a fine was closed is asked for again.
func TestIlVerbaleRiapertoSiStampa(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, impostazione("validazione.SOAP", `"MANUALE"`))
	u := nuovoUfficio(t, b, "RIAPERTO-1")
	u.fa(t, verbale.EventoValidato, `{}`)
	u.fa(t, verbale.EventoEstintoTermini, `{}`)
	u.forma(t) // the first work finds nothing to do
	u.fa(t, verbale.EventoAnomaliaAperta, `{"testo":"i termini non erano passati"}`)
	stato, err := b.Store.Stato(u.ctx, u.id)
	if err != nil {
		t.Fatal(err)
	}
	u.fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+stato.Anomalie[0].ID.String()+`","esito":"si riapre","riapre":true}`)
	if n := b.conta(t, "alfa", `SELECT count(*) FROM uscita WHERE oggetto = $1 AND soggetto = 'lavori.elaborazione.pdf.alfa'`, u.id); n != 2 {
		t.Errorf("%d lavori di stampa", n)
	}
	u.forma(t)
	if n := b.conta(t, "alfa", `SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO'`, u.id); n != 1 {
		t.Errorf("%d atti", n)
	}
	b.rivive(u.ctx, t, u.id.String())
}
