package ricerca

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// realm reads the one value of X-Realm. Missing or blank is the specified 500, to the letter; two
// values are a bad request.
func realm(valori []string) (string, error) {
	valori = slices.DeleteFunc(slices.Clone(valori), func(v string) bool { return strings.TrimSpace(v) == "" })
	switch len(valori) {
	case 0:
		const detto = "No tenant identifier specified"
		return "", problem.Nuovo(problem.Interno, "TENANT_MANCANTE", detto, detto)
	case 1:
		return strings.TrimSpace(valori[0]), nil
	}
	return "", problem.CampoNonValido("X-Realm", "indicare un solo tenant")
}
