package app

import (
	"errors"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestLoSchemaEQuelloDaRivedere(t *testing.T) {
	t.Parallel()
	a := testkit.NuovoAmbiente(t)
	for _, dove := range []string{"piattaforma", "tenant"} {
		testkit.VerificaSchema(t, a, modulo, "../../migrazioni/"+dove+"/schema.sql")
	}
}

func TestLeMigrazioniProprieFannoLoSchema(t *testing.T) {
	t.Parallel()
	b := apparecchia(t) // the service migrates what the templates already have: nothing is left to do
	database, err := b.servizio.Pools.Platform(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Glob("../../migrazioni/piattaforma/[0-9]*.sql")
	if err != nil || len(file) == 0 {
		t.Fatalf("no migrations: %v", err)
	}
	var ultima string
	err = database.Pool.QueryRow(t.Context(), `SELECT max(version_id)::text FROM versione`).Scan(&ultima)
	if err != nil || !strings.HasPrefix(strings.TrimLeft(filepath.Base(slices.Max(file)), "0"), ultima+"_") {
		t.Errorf("version %s of %v, %v", ultima, file, err)
	}
}

func TestVisteNonAncoraPronte(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 1)
	b.esegui(t, "alfa", `DROP VIEW verbali_v1.verbale`)
	d := risposta[problem.Document](t, b.chiede(t, rottaPagamento, b.operatore(t, "alfa"), testo(t, v.chiave()), http.StatusServiceUnavailable))
	if d.Codice != "DATI_NON_PRONTI" {
		t.Errorf("%+v", d)
	}
	if w := b.manda("/readyz", "", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"anagrafe":"OK"`) {
		t.Errorf("readiness %d %s: one tenant's views are not the service's, its registers are", w.Code, w.Body)
	}
}

// TestLeImpostazioniSonoNominate reads the environment and so is not parallel.
func TestLeImpostazioniSonoNominate(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, v := range []string{"INDIRIZZO=:8080", "PG_DSN=host=x", "NATS_URL=nats://x", "CHIAVE_INSTRADAMENTO="} {
		nome, valore, _ := strings.Cut(v, "=")
		t.Setenv("VERBALI_"+nome, valore)
	}
	for nome, chiave := range map[string]string{"missing": "", "short": "00", "not hexadecimal": strings.Repeat("zz", 32), "long": strings.Repeat("00", 33)} {
		t.Run("a routing key that is "+nome+" stops the start by its name", func(t *testing.T) {
			t.Setenv("VERBALI_CHIAVE_INSTRADAMENTO", chiave)
			_, err := config.Load[Impostazioni]()
			var v *config.ValueError
			if !errors.As(err, &v) || v.Variable != "VERBALI_CHIAVE_INSTRADAMENTO" {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("a good one starts, and a limit of zero does not", func(t *testing.T) {
		t.Setenv("VERBALI_CHIAVE_INSTRADAMENTO", chiaveProva)
		if _, err := config.Load[Impostazioni](); err != nil {
			t.Error(err)
		}
		t.Setenv("VERBALI_ANONIMO_PER_TARGA", "0")
		if _, err := config.Load[Impostazioni](); err == nil || !strings.Contains(err.Error(), "VERBALI_ANONIMO_PER_TARGA") {
			t.Errorf("%v", err)
		}
	})
}
