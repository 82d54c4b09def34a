package verbaleins_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// altra is a request of an operation of few fields, and the field at fault.
type altra struct{ nome, documento, campo string }

func altreRichieste() []altra {
	annulla := func(s string) string { return chiedi("annullaVerbale", s) }
	variazioni := func(s string) string { return chiedi("leggiVariazioni", s) }
	const id = "<idEsterno>A-1</idEsterno>"
	return []altra{
		{"leggi con la chiave", chiedi("leggiVerbale", id), ""},
		{"leggi senza chiave", chiedi("leggiVerbale", ""), "idEsterno"},
		{"annulla con il motivo", annulla(id + "<motivo>è doppio</motivo>"), ""},
		{"annulla con il motivo più lungo", annulla(id + "<motivo>" + lungo(500) + "</motivo>"), ""},
		{"annulla con un motivo troppo lungo", annulla(id + "<motivo>" + lungo(501) + "</motivo>"), "motivo"},
		{"annulla con un motivo vuoto", annulla(id + "<motivo> </motivo>"), "motivo"},
		{"annulla senza motivo", annulla(id), "motivo"},
		{"annulla senza chiave", annulla("<motivo>x</motivo>"), "idEsterno"},
		{"annulla con i campi scambiati", annulla("<motivo>x</motivo>" + id), "motivo"},
		{"annulla con un campo ignoto", annulla(id + "<motivo>x</motivo><oggi/>"), "oggi"},
		{"variazioni dall'inizio", variazioni(""), ""},
		{"variazioni dopo un cursore", variazioni("<cursore>aZ09_-</cursore><massimo>1000</massimo>"), ""},
		{"variazioni con il cursore più lungo", variazioni("<cursore>" + strings.Repeat("a", 100) + "</cursore>"), ""},
		{"variazioni con un cursore troppo lungo", variazioni("<cursore>" + strings.Repeat("a", 101) + "</cursore>"), "cursore"},
		{"variazioni con un cursore vuoto", variazioni("<cursore/>"), "cursore"},
		{"variazioni con un cursore di altri segni", variazioni("<cursore>a=</cursore>"), "cursore"},
		{"variazioni una alla volta", variazioni("<massimo>1</massimo>"), ""},
		{"variazioni zero alla volta", variazioni("<massimo>0</massimo>"), "massimo"},
		{"variazioni oltre mille", variazioni("<massimo>1001</massimo>"), "massimo"},
		{"variazioni a numeri con la virgola", variazioni("<massimo>1.5</massimo>"), "massimo"},
	}
}

func TestLeggiLeAltreRichieste(t *testing.T) {
	t.Parallel()
	for _, a := range altreRichieste() {
		t.Run(a.nome, func(t *testing.T) {
			t.Parallel()
			r, err := soap.Read(strings.NewReader(imbusta(a.documento)), "text/xml", "", 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			switch r.Operazione.Local {
			case "leggiVerbale":
				_, err = verbaleins.LeggiLeggiVerbale(r.Corpo)
			case "annullaVerbale":
				_, _, err = verbaleins.LeggiAnnullaVerbale(r.Corpo)
			default:
				_, _, err = verbaleins.LeggiLeggiVariazioni(r.Corpo)
			}
			var attesi []string
			if a.campo != "" {
				attesi = []string{a.campo}
			}
			if d := cmp.Diff(attesi, campi(err)); d != "" {
				t.Errorf("%s%v", d, err)
			}
		})
	}
}

func TestLeggiLeVariazioni(t *testing.T) {
	t.Parallel()
	for dentro, atteso := range map[string][2]any{
		"": {"", 100}, "<cursore> c1 </cursore>": {"c1", 100}, "<massimo>7</massimo>": {"", 7},
	} {
		r, err := soap.Read(strings.NewReader(imbusta(chiedi("leggiVariazioni", dentro))), "text/xml", "", 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		cursore, massimo, err := verbaleins.LeggiLeggiVariazioni(r.Corpo)
		if err != nil || cursore != atteso[0] || massimo != atteso[1] {
			t.Errorf("%s: %q %d %v", dentro, cursore, massimo, err)
		}
	}
}
