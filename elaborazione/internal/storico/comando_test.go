package storico_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
)

// lancia runs the command on the tenant of the bench, whatever name it is given.
func (b *banco) lancia(t *testing.T, argomenti ...string) (uscita, avvisi string, err error) {
	t.Helper()
	c := storico.Comando(func(_ *cobra.Command, nome string, azione comandi.Azione) error {
		if nome != "alfa" {
			return problem.CampoNonValido("tenant", "manca")
		}
		return azione(b.ctx, b.pools)
	})
	var fuori, dentro bytes.Buffer
	c.SetOut(&fuori)
	c.SetErr(&dentro)
	c.SetArgs(argomenti)
	c.SilenceErrors, c.SilenceUsage = true, true
	err = c.ExecuteContext(b.ctx)
	return fuori.String(), dentro.String(), err
}

func scrivi(t *testing.T, nome, testo string) string {
	t.Helper()
	percorso := filepath.Join(t.TempDir(), nome)
	if err := os.WriteFile(percorso, []byte(testo), 0o600); err != nil {
		t.Fatal(err)
	}
	return percorso
}

func TestTheCommandTriesImportsAndReconciles(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testo, totali := file(t, 31, 500)
	var compresso bytes.Buffer
	z := gzip.NewWriter(&compresso)
	_, _ = z.Write([]byte(testo))
	_ = z.Close()
	percorso := scrivi(t, "storie.csv.gz", compresso.String())
	for _, passo := range []struct {
		regola    string
		argomenti []string
		nuovi     int
		prova     bool
	}{
		{"a try", []string{"--prova"}, 500, true},
		{"the import", nil, 500, false},
		{"the import again", nil, 0, false},
		{"a try of what is there", []string{"--prova"}, 0, true},
	} {
		uscita, avvisi, err := b.lancia(t, append(passo.argomenti, "--tenant", "alfa", "--formato", "storico-eventi", "--json", percorso)...)
		var r struct {
			Tenant        string         `json:"tenant"`
			File          string         `json:"file"`
			Prova         bool           `json:"prova"`
			Casi          int            `json:"casi"`
			Nuovi         int            `json:"nuovi"`
			Eventi        int            `json:"eventi"`
			EventiPerTipo map[string]int `json:"eventiPerTipo"`
			ImportiCent   int64          `json:"importiCent"`
			SpeseCent     int64          `json:"speseCent"`
			VersatoCent   int64          `json:"versatoCent"`
			Anomalie      *int           `json:"anomalie"`
		}
		if err := json.Unmarshal([]byte(uscita), &r); err != nil {
			t.Fatalf("%s: %v: %s", passo.regola, err, uscita)
		}
		if err != nil || avvisi != "" || r.Prova != passo.prova || r.Nuovi != passo.nuovi || r.Casi != 500 || r.Eventi != totali.Eventi || r.Anomalie == nil ||
			r.EventiPerTipo["Payment"] != totali.PerAttivita["Payment"] || r.ImportiCent != totali.ImportiCent || r.SpeseCent != totali.SpeseCent ||
			r.VersatoCent != totali.VersatoCent || r.Tenant != "alfa" || r.File != "storie.csv.gz" {
			t.Errorf("%s: %v %s %+v", passo.regola, err, avvisi, r)
		}
	}
	uscita, _, err := b.lancia(t, "--tenant", "alfa", "--formato", "storico-eventi", percorso)
	if err != nil || !strings.Contains(uscita, "Casi: 500 (nuovi 0, già presenti 500") || strings.Contains(uscita, "{") {
		t.Errorf("%v\n%s", err, uscita)
	}
}

func TestTheCommandSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	buono := scrivi(t, "buono.csv", righe(creata, spedita))
	guasto := scrivi(t, "guasto.csv", righe(creata, spedita, altra, strings.Replace(pagata, "2006", "06", 1)))
	casi := map[string]struct {
		argomenti []string
		dice      []string
	}{
		"no file":           {[]string{"--tenant", "alfa", "--formato", "storico-eventi"}, []string{"FILE", "manca"}},
		"two files":         {[]string{"--tenant", "alfa", "--formato", "storico-eventi", buono, guasto}, []string{"guasto.csv", "argomento di troppo"}},
		"no tenant":         {[]string{"--formato", "storico-eventi", buono}, []string{"tenant", "manca"}},
		"no format":         {[]string{"--tenant", "alfa", buono}, []string{"formato", "storico-eventi"}},
		"an unknown format": {[]string{"--tenant", "alfa", "--formato", "altro", buono}, []string{"formato", `"altro" non è un tracciato pronto`}},
		"no such file":      {[]string{"--tenant", "alfa", "--formato", "storico-eventi", buono + "x"}, []string{"FILE", "non si può leggere"}},
		"a folder":          {[]string{"--tenant", "alfa", "--formato", "storico-eventi", filepath.Dir(buono)}, []string{"FILE", "non si può leggere"}},
		"a faulty file": {[]string{"--tenant", "alfa", "--formato", "storico-eventi", guasto},
			[]string{"FILE_NON_VALIDO", "riga 5, carattere 12, colonna timestamp", "1 casi nuovi sono scritti"}},
	}
	for regola, c := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			_, _, err := b.lancia(t, c.argomenti...)
			for _, dice := range c.dice {
				if err == nil || !strings.Contains(err.Error(), dice) {
					t.Errorf("%v does not say %q", err, dice)
				}
			}
			if n := strings.Count(fmt.Sprint(err), "colonna timestamp"); n > 1 {
				t.Errorf("%v says the reason %d times", err, n)
			}
		})
	}
}

func TestTheHelpExplainsTheMapping(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	uscita, _, err := b.lancia(t, "--help")
	if err != nil {
		t.Fatal(err)
	}
	for _, parola := range []string{"storico-eventi", "versatoTotale", "ISCRITTO_A_RUOLO", "windows-1252", "--prova"} {
		if !strings.Contains(uscita, parola) {
			t.Errorf("no %q in\n%s", parola, uscita)
		}
	}
}

// The case that the help and the operations page show is imported as it stands there, and the page names
// every column and activity of the layout.
func TestTheSampleOfTheReadyLayoutIsImportedAsItIsShown(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	aiuto, _, err := b.lancia(t, "--help")
	if err != nil {
		t.Fatal(err)
	}
	pagina, err := os.ReadFile("../../../docs/operazioni/storia.md")
	if err != nil {
		t.Fatal(err)
	}
	m := mappa(t)
	for dove, testo := range map[string]string{"the help": aiuto, "the page": string(pagina)} {
		for _, nome := range slices.Concat(slices.Collect(maps.Values(m.Colonne)), slices.Collect(maps.Keys(m.Attivita))) {
			if !strings.Contains(strings.Join(strings.Fields(testo), " "), nome) {
				t.Errorf("%s does not name %s", dove, nome)
			}
		}
		var esempio strings.Builder
		for r := range strings.Lines(testo) {
			r = strings.TrimSpace(r)
			if strings.HasPrefix(r, "case_id;") || strings.HasPrefix(r, "A163;") {
				esempio.WriteString(r + "\n")
			}
		}
		r := apparecchia(t).importa(t, esempio.String())
		if r.Nuovi != 1 || r.Eventi != 4 || r.Anomalie != 0 || r.VersatoCent != 5650 {
			t.Errorf("%s: %+v\n%s", dove, r, esempio.String())
		}
		for _, parola := range []string{"CONTENUTO_DIVERSO", "ORA_INESISTENTE", "ORA_AMBIGUA", "TARGA_NON_VALIDA"} {
			if !strings.Contains(testo, parola) {
				t.Errorf("%s does not say %s", dove, parola)
			}
		}
	}
}
