package verbale_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/testkit"
)

// TestDiagramma keeps docs/stati.md equal to the table; -update draws it again.
func TestDiagramma(t *testing.T) {
	t.Parallel()
	testkit.Golden(t, "../../../../docs/stati.md", []byte(pagina()))
}

func pagina() string {
	var b strings.Builder
	b.WriteString("# Gli stati del verbale\n\n" +
		"Disegnato dalla tabella `elaborazione/internal/verbale/transizioni.go`; si rifà con\n" +
		"`go test ./elaborazione/internal/verbale -run TestDiagramma -update`. Ciò che qui non c'è è rifiutato.\n\n" +
		"## La procedura\n\n```mermaid\nstateDiagram-v2\n")
	for _, x := range verbale.Transizioni() {
		for _, da := range x.Procedura.Da {
			a := x.Procedura.A
			if len(a) == 0 {
				a = []verbale.Procedura{da}
			}
			for _, arrivo := range a {
				fmt.Fprintf(&b, "    %s --> %s: %s\n", inizio(da), arrivo, x.Evento)
			}
		}
	}
	b.WriteString("```\n\n## Tutti gli eventi e i cinque assi\n\n" +
		"Un asse non nominato resta com'è. «resta» vuol dire: l'evento è ammesso in quegli stati e non li cambia.\n\n" +
		"| evento | che cosa vuol dire | procedura | debito | ricorso | punti | riscossione |\n|---|---|---|---|---|---|---|\n")
	for _, x := range verbale.Transizioni() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s |\n", x.Evento, x.Significato,
			cella(x.Procedura), cella(x.Debito), cella(x.Ricorso), cella(x.Punti), cella(x.Riscossione))
	}
	return b.String()
}

func inizio[S ~string](s S) string {
	if s == "" {
		return "[*]"
	}
	return string(s)
}

func cella[S ~string](p verbale.Passaggio[S]) string {
	if len(p.Da) == 0 {
		return ""
	}
	arrivo := elenco(p.A, " o ")
	if len(p.A) == 0 {
		arrivo = "resta"
	}
	return elenco(p.Da, ", ") + " → " + arrivo
}

func elenco[S ~string](stati []S, separatore string) string {
	nomi := make([]string, len(stati))
	for i, s := range stati {
		if nomi[i] = string(s); s == "" {
			nomi[i] = "(nessuno)"
		}
	}
	return strings.Join(nomi, separatore)
}
