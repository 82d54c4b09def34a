package verifica_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi/verifica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/tariffa"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// lancia runs the command on tenant alfa.
func lancia(t *testing.T, b *banco.Banco, argomenti ...string) (uscita, avvisi string, err error) {
	t.Helper()
	ctx, pools := tenant.With(t.Context(), b.Tenant("alfa")), b.Pools(t, "elaborazione")
	c := verifica.Comando(func(_ *cobra.Command, _ string, azione comandi.Azione) error { return azione(ctx, pools) })
	var fuori, altro bytes.Buffer
	c.SetOut(&fuori)
	c.SetErr(&altro)
	c.SetArgs(append([]string{"tariffe", "--tenant", "alfa"}, argomenti...))
	c.SilenceErrors, c.SilenceUsage = true, true
	err = c.ExecuteContext(ctx)
	return fuori.String(), altro.String(), err
}

func TestVerificaTariffe(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	b.Carica(t, banco.TabellaPrecedente(t))
	var ids []string
	for i, codice := range []string{"15-2", "158-2-d", "15-2"} {
		u := banco.NuovaPratica(t, b, fmt.Sprintf("V-%d", i), func(v *richiesta.Verbale) {
			articolo, _, _ := strings.Cut(codice, "-")
			v.Violazioni = []richiesta.Violazione{{Articolo: articolo, Comma: "2", Codice: codice}}
		})
		ids = append(ids, u.ID.String())
	}
	if uscita, _, err := lancia(t, b); err != nil || !strings.HasPrefix(uscita, "Verbali prezzati con una riga corretta dopo: 0. ") {
		t.Fatalf("%v %s", err, uscita)
	}
	b.Carica(t, sanzione.Iniziale())
	b.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET importato = true WHERE id = $1`, ids[2])

	uscita, _, err := lancia(t, b)
	if err != nil {
		t.Fatal(err)
	}
	for _, parola := range []string{ids[0], "15-2: importo\n", "  Da validare, non ancora esigibile, ricorso nessuno", "\n  Scegliere di nuovo la riga prima di validare: ", "chiesti 301,00 €, la legge chiede 29,40 €", "corretta dopo: 1. Verbali importati, non confrontati: 1.",
		"importo: 1", "Scegliere di nuovo la riga prima di validare (RISCEGLI_LA_RIGA): 1", sanzione.Iniziale().Versione()} {
		if !strings.Contains(uscita, parola) {
			t.Errorf("manca %q in\n%s", parola, uscita)
		}
	}
	if strings.Contains(uscita, ids[1]) || strings.Contains(uscita, ids[2]) || strings.Contains(uscita, "Anomalie") {
		t.Errorf("too much:\n%s", uscita)
	}
	t.Run("in JSON", func(t *testing.T) {
		uscita, _, err := lancia(t, b, "--formato", "json")
		var r struct {
			Elementi  []revisione.Verbale `json:"elementi"`
			Riepilogo struct {
				Verbali     int `json:"verbali"`
				Importati   int `json:"importati"`
				ChiestoCent int `json:"chiestoCent"`
				DovutoCent  int `json:"dovutoCent"`
			} `json:"riepilogo"`
		}
		if e := json.Unmarshal([]byte(uscita), &r); e != nil || err != nil || len(r.Elementi) != 1 || r.Riepilogo.Verbali != 1 || r.Riepilogo.Importati != 1 ||
			r.Riepilogo.ChiestoCent != 30100 || r.Riepilogo.DovutoCent != 2940 {
			t.Errorf("%v %v %+v", e, err, r)
		}
	})
	t.Run("in CSV, con il riepilogo a parte", func(t *testing.T) {
		uscita, avvisi, err := lancia(t, b, "--formato", "csv")
		lettore := csv.NewReader(strings.NewReader(uscita))
		lettore.Comma = ';'
		righe, e := lettore.ReadAll()
		if err != nil || e != nil || len(righe) != 2 || len(righe[0]) != len(tariffa.Colonne()) || !strings.Contains(avvisi, "non confrontati: 1") {
			t.Errorf("%v %v %v %s", err, e, righe, avvisi)
		}
	})
	for i, vuole := range []string{"Anomalie aperte: 1; c'erano già: 0; verbali occupati, da riprovare: 0.", "Anomalie aperte: 0; c'erano già: 1;"} {
		if uscita, _, err := lancia(t, b, "--segnala"); err != nil || !strings.Contains(uscita, vuole) {
			t.Errorf("%d: %v\n%s", i, err, uscita)
		}
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM anomalia WHERE tipo = 'TARIFFA_CORRETTA' AND verbale = $1`, ids[0]); n != 1 {
		t.Errorf("%d anomalies", n)
	}
	for _, sbagliato := range [][]string{{"--formato", "xml"}, {"--da", "ieri"}, {"--rimedio", "nessuno"}, {"altro"}} {
		if _, _, err := lancia(t, b, sbagliato...); !problem.Is(err, "DATI_NON_VALIDI") {
			t.Errorf("%v: %v", sbagliato, err)
		}
	}
}
