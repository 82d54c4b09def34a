package ricerca

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// realm reads the one value of X-Realm. Missing or blank is the specified 500, to the letter; two values,
// a blank one among them, are a bad request: which of them a proxy in between looked at is not known.
func realm(valori []string) (string, error) {
	if !slices.ContainsFunc(valori, func(v string) bool { return strings.TrimSpace(v) != "" }) {
		const detto = "No tenant identifier specified"
		return "", problem.Nuovo(problem.Internal, "TENANT_MANCANTE", detto, detto)
	}
	if len(valori) > 1 {
		return "", problem.CampoNonValido("X-Realm", "indicare un solo tenant")
	}
	return strings.TrimSpace(valori[0]), nil
}
