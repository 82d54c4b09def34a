package conseguenze

import "testing"

// One payment written in several ways has one reference; two payments have two.
func TestRiferimentoUnico(t *testing.T) {
	t.Parallel()
	const uno = "IUR 2026-001"
	for _, scritto := range []string{"iur 2026-001", "Iur  2026-001", "\u200biur 2026-001", "iur\u00a02026-001", "iur 2026\u00ad-001", "\ufeffIUR 2026-001\u2060",
		"iur 2026-0\u034f01", "iur 2026-001\ufe0f", " iur 2026-001 ", "iur\u3000\u2009 2026-001", "i\u202eur 2026-001"} {
		if ha := riferimentoUnico(scritto); ha != uno {
			t.Errorf("%q: %q", scritto, ha)
		}
	}
	for _, scritto := range []string{"iur 2026-0011", "iur2026-001", "iur 2026 001", "iur 2026-OO1"} {
		if riferimentoUnico(scritto) == uno {
			t.Errorf("%q is taken for another", scritto)
		}
	}
	if riferimentoUnico("\u200b\u2060") != "" {
		t.Error("signs that nobody sees are a reference")
	}
	if riferimentoUnico("a\nb") != "A\nB" {
		t.Error("a control character is hidden from the check")
	}
}
