package sessione_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/connessione/internal/sessione"
)

func TestTokenOfAForm(t *testing.T) {
	t.Parallel()
	uno, altro := sessione.SegretoModulo(), sessione.SegretoModulo()
	token := sessione.GettoneModulo(uno)
	if token == "" || strings.Contains(token, uno) || !sessione.ModuloNostro(uno, token) {
		t.Errorf("%q for %q", token, uno)
	}
	for nome, x := range map[string][2]string{
		"another's cookie": {altro, token}, "no cookie": {"", token}, "no token": {uno, ""}, "neither": {"", ""},
		"a cookie that is not ours": {"breve", sessione.GettoneModulo("breve")}, "the cookie itself": {uno, uno},
	} {
		if sessione.ModuloNostro(x[0], x[1]) {
			t.Errorf("%s is taken for good", nome)
		}
	}
}
