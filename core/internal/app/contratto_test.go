package app_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/core/api"
)

// The contract has every REST route of the code and no other, open ones marked as such.
func TestContrattoEQuelloDelCodice(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto())
	if err != nil {
		t.Fatal(err)
	}
	var scritte []string
	for percorso, voce := range doc.Paths.Map() {
		for metodo := range voce.Operations() {
			scritte = append(scritte, metodo+" "+percorso)
		}
	}
	parametro := regexp.MustCompile(`:(\w+)`)
	var dichiarate []string
	for _, r := range apparecchia(t).app.Web.Routes() {
		if strings.HasPrefix(r.Path, "/CoreService/rest/") && !strings.HasPrefix(r.Path, "/CoreService/rest/openapi") {
			dichiarate = append(dichiarate, r.Method+" "+parametro.ReplaceAllString(r.Path, "{$1}"))
		}
	}
	slices.Sort(scritte)
	slices.Sort(dichiarate)
	if diff := cmp.Diff(scritte, dichiarate); diff != "" {
		t.Errorf("routes (-contract +code):\n%s", diff)
	}
}
