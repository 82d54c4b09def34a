package nominativo_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
)

func TestIlSegnapostoNonEUnNome(t *testing.T) {
	t.Parallel()
	for _, x := range []string{".", "-", "--", "//", "_", "*", "?", "...", "—", " . ", "XX", "XXX", "xxx", "X.X.X.", "N.D.", "n.d.", "ND", "N/D", "N.N.",
		"n.a.", "N/A", "FNU", "null", "(null)", "<NULL>", "Senza cognome", "NON DISPONIBILE", "'"} {
		if !nominativo.Segnaposto(x) || nominativo.Pulito(x) != "" {
			t.Errorf("%q passa per un nome", x)
		}
	}
	for _, x := range []string{"Singh", "X", "Xu", "Na", "NA", "Null", "NULL", "Ignoto", "D'", "O", "王",
		"محمد", "Nd'Or", "Max", "Foxx", "3", "N1", "\ufffd", "é"} {
		if nominativo.Segnaposto(x) || nominativo.Pulito(x) != x {
			t.Errorf("%q passa per un segnaposto", x)
		}
	}
	for _, x := range []string{"", " ", "\t"} {
		if nominativo.Segnaposto(x) || nominativo.Pulito(x) != "" {
			t.Errorf("%q è vuoto, non un segnaposto", x)
		}
	}
}

func TestCompletoNonLasciaSpazi(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"Rossi", "Mario", "Rossi Mario"}, {"", "Singh", "Singh"}, {"Singh", "", "Singh"}, {"", "", ""}, {" De  Rossi ", " Ugo", "De Rossi Ugo"},
	} {
		if detto := nominativo.Completo(c[0], c[1]); detto != c[2] {
			t.Errorf("%q", detto)
		}
	}
}
