package home

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

func fonte(p auth.Permission, err error, code ...pagine.Coda) Fonte {
	return Fonte{Permesso: p, Code: func(context.Context) ([]pagine.Coda, error) { return code, err }}
}

func TestOgniNomeAggiungeLeSueRighe(t *testing.T) {
	t.Parallel()
	guasto := errors.New("guasto")
	fonti := []Fonte{
		fonte(auth.PermessoVerbaleDecidi, nil, pagine.Coda{Nome: "da decidere", Quanti: 3}, pagine.Coda{Nome: "vuota"}),
		fonte(auth.PermessoLotto, guasto),
		fonte(auth.PermessoMorti, nil, pagine.Coda{Nome: "fermi", Quanti: 1}),
	}
	fonti[0].Verbali, fonti[0].Oppure, fonti[1].Verbali, fonti[2].Piattaforma = true, auth.PermessoImpostazione, true, true
	for _, c := range []struct {
		regola   string
		permessi []auth.Permission
		decide   bool
		righe    []string
		err      error
	}{
		{"the rows of all that the operator may see, in their order, none that is empty",
			[]auth.Permission{auth.PermessoMorti, auth.PermessoVerbaleDecidi}, true, []string{"da decidere", "fermi"}, nil},
		{"who administers the command sees them too", []auth.Permission{auth.PermessoImpostazione}, true, []string{"da decidere"}, nil},
		{"without a permission nothing waits for him", nil, false, nil, nil},
		{"a row of the platform is no fine", []auth.Permission{auth.PermessoMorti}, false, []string{"fermi"}, nil},
		{"a noun that does not answer is an error, not an empty row", []auth.Permission{auth.PermessoLotto}, true, nil, guasto},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			puo := func(p auth.Permission) bool { return slices.Contains(c.permessi, p) }
			decide, code, err := raccogli(t.Context(), fonti, puo)
			var nomi []string
			for _, x := range code {
				nomi = append(nomi, x.Nome)
			}
			if diff := cmp.Diff(c.righe, nomi); diff != "" || decide != c.decide || !errors.Is(err, c.err) {
				t.Errorf("%v %v (-want +got):\n%s", decide, err, diff)
			}
		})
	}
}

// righe are the rows of a page.
func righe(t *testing.T, p pagina) []string {
	t.Helper()
	var scritta strings.Builder
	if err := iniziale(p).Render(t.Context(), &scritta); err != nil {
		t.Fatal(err)
	}
	var trovate []string
	for _, m := range regexp.MustCompile(`(?s)<li>(.*?)</li>`).FindAllStringSubmatch(scritta.String(), -1) {
		trovate = append(trovate, strings.TrimSpace(m[1]))
	}
	return trovate
}

func TestLaRigaDiceQuantiDaQuandoEdEntroQuando(t *testing.T) {
	t.Parallel()
	giorno := calendario.MustParse
	code := []pagine.Coda{
		{Nome: "Da decidere", Indirizzo: "/a?b=1&c=2", Quanti: 3},
		{Nome: "Molti", Indirizzo: "/m", Quanti: 10_000, Oltre: true},
		{Nome: "Ricorsi", Indirizzo: "/r", Quanti: 2, PiuVecchia: giorno("2026-03-02"), Entro: giorno("2026-05-01")},
		{Nome: "Rate", Indirizzo: "/t", Quanti: 1, Entro: giorno("2026-04-08")},
		{Nome: "Di altri", Quanti: 5},
	}
	vuole := []string{
		`<a href="/a?b=1&amp;c=2">Da decidere</a>: <strong>3</strong>`,
		`<a href="/m">Molti</a>: <strong>almeno 10000</strong>`,
		`<a href="/r">Ricorsi</a>: <strong>2</strong>, dal 02/03/2026, la prima entro il 01/05/2026`,
		`<a href="/t">Rate</a>: <strong>1</strong>, la prima entro l&#39;08/04/2026`,
		`Di altri: <strong>5</strong>`,
	}
	if diff := cmp.Diff(vuole, righe(t, pagina{Decide: true, Code: code})); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(vuole[:1], righe(t, pagina{Code: code[:1]})); diff != "" {
		t.Errorf("of the platform, for who decides about no fine (-want +got):\n%s", diff)
	}
	if ha := righe(t, pagina{}); ha != nil {
		t.Errorf("who decides nothing is shown %q", ha)
	}
}
