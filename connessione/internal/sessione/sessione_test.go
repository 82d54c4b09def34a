package sessione_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/connessione/internal/sessione"
)

func TestTokenOfAForm(t *testing.T) {
	t.Parallel()
	uno, altro := sessione.SegretoModulo(), sessione.SegretoModulo()
	gettone := sessione.GettoneModulo(uno)
	if gettone == "" || strings.Contains(gettone, uno) || !sessione.ModuloNostro(uno, gettone) {
		t.Errorf("%q for %q", gettone, uno)
	}
	for nome, x := range map[string][2]string{
		"another's cookie": {altro, gettone}, "no cookie": {"", gettone}, "no token": {uno, ""}, "neither": {"", ""},
		"a cookie that is not ours": {"breve", sessione.GettoneModulo("breve")}, "the cookie itself": {uno, uno},
	} {
		if sessione.ModuloNostro(x[0], x[1]) {
			t.Errorf("%s is taken for good", nome)
		}
	}
}
