package codici_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

func TestUnIdentificativoHaUnaSolaGrafia(t *testing.T) {
	t.Parallel()
	const scritto = "01936a2e-7c00-7000-8000-000000000001"
	for _, testo := range []string{scritto, strings.ToUpper(scritto)} {
		if id, ok := codici.ID(testo); !ok || id.String() != scritto {
			t.Errorf("%s: %s %v", testo, id, ok)
		}
	}
	for _, testo := range []string{"", "x", "{" + scritto + "}", "urn:uuid:" + scritto, strings.ReplaceAll(scritto, "-", ""), scritto + "0", "g" + scritto[1:]} {
		if id, ok := codici.ID(testo); ok {
			t.Errorf("%s is taken for %s", testo, id)
		}
	}
}
