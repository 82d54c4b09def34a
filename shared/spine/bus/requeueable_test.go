package bus_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

// A dead letter goes back to its own module, type and tenant.
func TestWhereADeadLetterGoesBackTo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule, subject, module, kind string
		want                        bool
	}{
		{"its own work", "lavori.vpn.targa.alfa", "vpn", "targa", true},
		{"a fact that it alone reads", "fatti.alfa.indagine.esito", "elaborazione", "indagine", true},
		{"another module's work", "lavori.elaborazione.pdf.alfa", "vpn", "pdf", false},
		{"another type", "lavori.elaborazione.lotto.alfa", "elaborazione", "pdf", false},
		{"another tenant", "lavori.vpn.targa.beta", "vpn", "targa", false},
		{"a fact of another tenant", "fatti.beta.indagine.esito", "elaborazione", "indagine", false},
		{"a fact that another reads", "fatti.alfa.indagine.esito", "vpn", "indagine", false},
		{"a fact that others read too", "fatti.alfa.verbale.cancellato", "vpn", "verbale", false},
		{"a fact that nobody reads", "fatti.alfa.verbale.inserito", "vpn", "verbale", false},
		{"a fact of the platform", "fatti.piattaforma.tenant.cambiato", "core", "tenant", false},
		{"a letter", "morti.vpn.targa.alfa", "vpn", "targa", false},
		{"a question", "chiedi.core.accesso", "core", "accesso", false},
		{"all of a type", "lavori.vpn.targa.*", "vpn", "targa", false},
		{"more tokens", "lavori.vpn.targa.alfa.alfa", "vpn", "targa", false},
		{"a space", "lavori.vpn.targa.alfa ", "vpn", "targa", false},
		{"none", "", "vpn", "targa", false},
	} {
		if got := bus.Requeueable(c.subject, c.module, c.kind, "alfa"); got != c.want {
			t.Errorf("%s: %v", c.rule, got)
		}
	}
}
