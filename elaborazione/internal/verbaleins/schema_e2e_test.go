//go:build e2e

package verbaleins_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
)

// verdetti asks xmllint (libxml2) which documents are valid for our schema.
func verdetti(t *testing.T, documenti map[string]string) map[string]bool {
	t.Helper()
	cartella := t.TempDir()
	schema := filepath.Join(cartella, "verbaleins.xsd")
	scrivi(t, schema, string(verbaleins.XSD()))
	argomenti := []string{"--noout", "--nonet", "--schema", schema}
	nomi := map[string]string{}
	for nome, documento := range documenti {
		file := filepath.Join(cartella, fmt.Sprintf("%d.xml", len(nomi)))
		nomi[nome] = file
		scrivi(t, file, documento)
		argomenti = append(argomenti, file)
	}
	uscita, err := exec.CommandContext(t.Context(), "xmllint", argomenti...).CombinedOutput()
	if err == nil && len(documenti) > 2 {
		t.Fatal("xmllint accetta tutto")
	}
	validi := map[string]bool{}
	for nome, file := range nomi {
		validi[nome] = strings.Contains(string(uscita), file+" validates\n")
		if !validi[nome] && !strings.Contains(string(uscita), file+" fails to validate\n") {
			t.Fatalf("xmllint non giudica %s:\n%s", nome, uscita)
		}
	}
	return validi
}

func scrivi(t *testing.T, file, testo string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(testo), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRisposteSecondoLoSchema validates what the service writes, body and fault detail.
func TestRisposteSecondoLoSchema(t *testing.T) {
	t.Parallel()
	documenti := map[string]string{"rotta": operazione("<x/>")}
	for nome, richiesta := range map[string]string{
		"inserimento": operazione(completa),
		"ripetizione": operazione(completa),
		"lettura":     strings.ReplaceAll(operazione("<idEsterno>COM/2026-1</idEsterno>"), "inserisciVerbale", "leggiVerbale"),
		"rifiuto":     operazione("<verbale><colore/></verbale>"),
		"scarto":      chiedi("annullaVerbale", "<idEsterno>COM/2026-1</idEsterno><motivo>doppio</motivo>"),
		"variazioni":  chiedi("leggiVariazioni", ""),
	} {
		s := nuovoFinto()
		if _, err := s.Inserisci(t.Context(), deveLeggere(t, completa)); err != nil {
			t.Fatal(err)
		}
		documenti[nome] = rispostaNuda(t, s, richiesta)
	}
	for nome, valido := range verdetti(t, documenti) {
		if valido != (nome != "rotta") {
			t.Errorf("%s: per libxml2 è valido: %v\n%s", nome, valido, documenti[nome])
		}
	}
}

// rispostaNuda gives what stands in the body of the answer, or in the detail of its fault.
func rispostaNuda(t *testing.T, s verbaleins.Servizio, richiesta string) string {
	t.Helper()
	_, testo := chiama(t, servitore(t, s).URL, "text/xml", "", imbusta(richiesta))
	_, dentro, _ := strings.Cut(testo, "<v:")
	fine := max(strings.LastIndex(dentro, "</v:errore>")+len("</v:errore>"), strings.LastIndex(dentro, "Response>")+len("Response>"))
	return "<v:" + dentro[:fine]
}

func TestStessoVerdettoDiLibxml2(t *testing.T) {
	t.Parallel()
	documenti := map[string]string{"completa": operazione(completa), "minima": operazione(minima)}
	attesi := map[string]bool{"completa": true, "minima": true}
	for _, m := range mutanti() {
		documenti[m.nome] = operazione(m.contenuto())
		attesi[m.nome] = m.campo == "" || m.nostra
	}
	for _, a := range altreRichieste() {
		documenti[a.nome], attesi[a.nome] = a.documento, a.campo == ""
	}
	if len(documenti) != len(mutanti())+len(altreRichieste())+2 {
		t.Fatal("due mutanti hanno lo stesso nome")
	}
	for nome, valido := range verdetti(t, documenti) {
		if valido != attesi[nome] {
			t.Errorf("%s: per libxml2 è valido: %v", nome, valido)
		}
	}
}
