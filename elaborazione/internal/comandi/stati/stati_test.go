package stati_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi/stati"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func scritta(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	c := stati.Comando()
	c.SetOut(&b)
	c.SetArgs(nil)
	if err := c.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A row for each row of the table; each state of an axis is drawn, told in words, or in a group.
func TestStatiTuttaLaTabella(t *testing.T) {
	t.Parallel()
	pagina := scritta(t)
	for _, x := range transizioni.Tutte() {
		if !strings.Contains(pagina, "\n| `"+string(x.Evento)+"` | "+x.Significato+" | ") {
			t.Errorf("%s: %s is not told", x.Evento, x.Significato)
		}
	}
	if righe := strings.Count(pagina, "\n| `"); righe != len(transizioni.Tutte()) {
		t.Errorf("%d rows, the table has %d", righe, len(transizioni.Tutte()))
	}
	for _, s := range verbale.Procedure() {
		if !strings.Contains(pagina, string(s)) {
			t.Errorf("%s is not told", s)
		}
	}
}

func TestStatiRigheNote(t *testing.T) {
	t.Parallel()
	pagina := scritta(t)
	for _, vuole := range []string{
		"- *debito chiuso*: PAGATO, ECCEDENZA, RIMBORSATO, SGRAVATO\n",
		"\n    [*] --> DA_VALIDARE: VERBALE_INSERITO\n",
		"\n    DA_VALIDARE --> VALIDATO: VERBALE_VALIDATO\n",
		"\n    ECCEDENZA --> RIMBORSATO: RIMBORSO_DISPOSTO\n",
		"\n    class ESTINTO_TERMINI chiuso\n",
		"\n- `VERBALE_ARCHIVIATO`: *in corso*, DEFINITO → ARCHIVIATO\n",
	} {
		if !strings.Contains(pagina, vuole) {
			t.Errorf("without %q", vuole)
		}
	}
	for _, mai := range []string{"class VALIDATO chiuso", "VALIDATO --> DA_VALIDARE", "[*] --> NOTIFICATO"} {
		if strings.Contains(pagina, mai) {
			t.Errorf("with %q", mai)
		}
	}
}
