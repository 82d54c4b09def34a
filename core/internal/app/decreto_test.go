package app_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"

	"github.com/piattaforma-verbali/verbali/core/internal/comandi"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella/comando"
)

// decretoDaRiga is what the command line prints of a decree.
func (b *banco) decretoDaRiga(t *testing.T, argomenti ...string) string {
	t.Helper()
	var uscita string
	c := comando.Comando(func(cmd *cobra.Command, fai comandi.Azione) (err error) {
		uscita, err = fai(cmd.Context(), &comandi.Banco{Pools: b.app.Pools})
		return err
	})
	c.SetArgs(append([]string{"decreto", "--variazione", "10", "--dal", prossimoAnno(), "--fonte", "D.M. di prova"}, argomenti...))
	if err := c.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	return uscita
}

// contati are the counts of a preview: what is added, changed, taken away and left.
func contati(testo string) map[string]string {
	conti := map[string]string{}
	for _, m := range regexp.MustCompile(`(Righe (?:aggiunte|modificate|tolte|invariate)): (?:<strong>)?(\d+)`).FindAllStringSubmatch(testo, -1) {
		conti[m[1]] = m[2]
	}
	return conti
}

// The page and the command line say the same of a decree, and in what its whole table goes beyond its amounts.
func TestUnDecretoSiVedeUgualeDallaPaginaEDallaRigaDiComando(t *testing.T) {
	t.Parallel()
	b := conTabelle(t)
	n := b.dentro(t, "piattaforma")
	r := n.invia("/CoreService/tabelle/violazioni/decreto", url.Values{"variazione": {"10"}, "dal": {prossimoAnno()}, "fonte": {"D.M. di prova"}})
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	pagina := n.apri(r.testa.Get("Location"))
	riga := b.decretoDaRiga(t, "--prova")
	if diff := cmp.Diff(contati(pagina.corpo), contati(riga)); diff != "" || len(contati(riga)) < 3 {
		t.Errorf("page and command line (-page +line):\n%s", diff)
	}
	if !strings.Contains(riga, "Simulazione") && !strings.Contains(riga, "in misura ridotta e senza spese") {
		t.Errorf("no simulation: %s", riga)
	}
	soli, intera := b.decretoDaRiga(t), b.decretoDaRiga(t, "--intera")
	aggiunte := contati(riga)["Righe aggiunte"]
	if n := strings.Count(soli, "\n"); !strings.Contains(riga, "porta "+aggiunte+" righe") || aggiunte != strconv.Itoa(n) {
		t.Errorf("%d rows of amounts; %s", n, riga[len(riga)-200:])
	}
	ctx := t.Context()
	daFile, err := tabella.Nuovo(b.app.Pools, tempo.Adesso).Anteprima(ctx, tabella.Quale{Nome: tabella.Violazioni}, []byte(intera))
	if err != nil || strconv.Itoa(len(daFile.Rapporto.Aggiunte)) != contati(riga)["Righe aggiunte"] || strconv.Itoa(len(daFile.Rapporto.Modificate)) != contati(riga)["Righe modificate"] {
		t.Errorf("the file of --intera: %d added, %d changed, %v", len(daFile.Rapporto.Aggiunte), len(daFile.Rapporto.Modificate), err)
	}
	n.apri("/CoreService/tabelle/violazioni/decreto").mostra(t, "Si prepara la tabella intera", "--intera")
}
