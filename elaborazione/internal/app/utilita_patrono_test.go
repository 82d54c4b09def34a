package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestSantoPatrono: the day of the caller's command is told and moves no term.
func TestSantoPatrono(t *testing.T) {
	t.Parallel()
	b := componi(t, `INSERT INTO impostazione (tenant, chiave, valore) VALUES
		('alfa', 'calendario.patrono', '"29/06 Santi Pietro e Paolo"'), ('beta', 'calendario.patrono', '"31/02 Mai"')`)
	di := func(utente, tenant, ruolo string) string { return b.token(t, utente, tenant, ruolo) }
	alfa, beta := di("agente.alfa", "alfa", auth.RuoloAgente), di("agente.beta", "beta", auth.RuoloAgente)
	nessuno := di("piattaforma", "", auth.RuoloPiattaforma)
	testkit.Attendi(t, 10*time.Second, "the settings of the command", func() bool {
		_, corpo := b.chiedi(t, "GET "+utilita+"/festivita/2026", alfa, nil)
		return strings.Contains(string(corpo), `"nome":"Santi Pietro e Paolo"`)
	})
	_, corpo := b.chiedi(t, "GET "+utilita+"/festivita/2026", alfa, nil)
	if !strings.Contains(string(corpo), `"giornoSettimana":"lunedì","nazionale":false`) {
		t.Errorf("the patron saint is told as a holiday of the country: %s", corpo)
	}
	for nome, caso := range map[string]struct {
		token    string
		avverte  bool
		inElenco bool
	}{
		"the command that set it":            {alfa, true, true},
		"a command with a day of no year":    {beta, false, false},
		"an administrator without a command": {nessuno, false, false},
	} {
		risposta, corpo := b.chiedi(t, "POST "+utilita+"/scadenze/calcola", caso.token,
			[]byte(`{"tipo":"PAGAMENTO_SCONTATO_5","decorrenza":"2026-06-24"}`), "Content-Type", "application/json")
		testo := string(corpo)
		if risposta.StatusCode != http.StatusOK || !strings.Contains(testo, `"scadenza":"2026-06-29"`) {
			t.Errorf("%s: the term moved: %d %s", nome, risposta.StatusCode, testo)
		}
		if strings.Contains(testo, "Pietro e Paolo") != caso.avverte {
			t.Errorf("%s: %s", nome, testo)
		}
		_, corpo = b.chiedi(t, "GET "+utilita+"/festivita/2026", caso.token, nil)
		if strings.Contains(string(corpo), `"nazionale":false`) != caso.inElenco {
			t.Errorf("%s: %s", nome, corpo)
		}
	}
}
