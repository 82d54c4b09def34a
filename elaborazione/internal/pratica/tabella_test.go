package pratica_test

import (
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// A fine of a day for which nobody has confirmed the table is taken, whatever the policy of the command, and waits; the
// decree arrives, a person takes the row again, and the notices ask what the decree says.
func TestUnVerbaleDelGiornoSenzaTabella(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"AUTOMATICA"`))
	b.Orologio.Avanza(time.Date(2027, 1, 6, 9, 0, 0, 0, time.UTC).Sub(b.Orologio.Adesso()))
	u := banco.NuovaPratica(t, b, "GENNAIO-1", func(v *richiesta.Verbale) {
		v.DataOraViolazione = time.Date(2027, 1, 5, 10, 20, 0, 0, calendario.Roma())
		v.Violazioni = []richiesta.Violazione{{Articolo: "158", Comma: "2", Lettera: "e"}}
	})
	if e := b.Elenca(t, "alfa", `SELECT procedura FROM verbale WHERE id = $1`, u.ID); e != "DA_VALIDARE" {
		t.Fatalf("the fine is %s", e)
	}
	avvertenze := b.Elenca(t, "alfa", `SELECT jsonb_array_elements_text(dati->'avvertenze') FROM evento WHERE verbale = $1 AND sequenza = 1`, u.ID)
	if !strings.Contains(avvertenze, "TABELLA_DA_CONFERMARE: violazione[1]: gli importi della riga 158-2 sono certi fino al 31/12/2026") {
		t.Errorf("warnings: %s", avvertenze)
	}
	rifiuta := func(parola string) {
		t.Helper()
		_, _, err := u.Chiede(u.Stanze, mosse.RichiestaEvento{Tipo: string(verbale.EventoValidato), Motivo: "prova", Idempotenza: parola})
		if e := problem.As(err); e == nil || e.Kind != problem.Conflicting || !strings.Contains(e.Dettaglio, parola) {
			t.Errorf("%v, want a refusal about %q", err, parola)
		}
	}
	rifiuta("confermata")
	decreto := sanzione.Decreto{ValidoDa: calendario.MustParse("2027-01-01"), VariazioneMillesimi: 50, Fonte: "D.M. di prova"}
	dopo, err := sanzione.Aggiorna(sanzione.Iniziale(), decreto)
	if err != nil {
		t.Fatal(err)
	}
	testkit.TabellaFissa[sanzione.Sanzione]{Nome: tabella.Violazioni, Impronta: dopo.Versione(), Righe: dopo.Tutte()}.Importa(t, b.Ambiente)
	if err := b.Ufficio.Tabelle.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	rifiuta("corretta")
	u.Fa(t, verbale.EventoViolazioneScelta, `{"codice":"158-2"}`)
	u.Fa(t, verbale.EventoValidato, `{}`)
	const scritta = `SELECT concat_ws(' ', codice, lettera, minimo_cent, versione_tabella) FROM violazione WHERE verbale = $1`
	if e := b.Elenca(t, "alfa", scritta, u.ID); e != "158-2 e 4400 "+dopo.Versione() {
		t.Errorf("the violation is %s", e)
	}
	if e := b.Elenca(t, "alfa", `SELECT importo_cent::text FROM avviso WHERE verbale = $1 ORDER BY importo_cent`, u.ID); e != "3080 4400" {
		t.Errorf("the notices ask %s", e)
	}
	b.Rivive(u.Ctx, t, u.ID.String())
}
