package ricalcolo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi/ricalcolo"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type banco struct {
	*testkit.Ambiente
	pools *db.Pools
	ctx   context.Context //nolint:containedctx // of one test
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t, "alfa")
	return &banco{a, a.Pools(t, "elaborazione"), tenant.With(context.Background(), a.Tenant("alfa"))}
}

// lancia runs the command on the tenant of the bench.
func (b *banco) lancia(t *testing.T, argomenti ...string) (uscita, avvisi string, err error) {
	t.Helper()
	c := ricalcolo.Comando(func(_ *cobra.Command, _ string, azione comandi.Azione) error { return azione(b.ctx, b.pools) })
	var fuori, altro bytes.Buffer
	c.SetOut(&fuori)
	c.SetErr(&altro)
	c.SetArgs(append([]string{"--tenant", "alfa"}, argomenti...))
	c.SilenceErrors, c.SilenceUsage = true, true
	err = c.ExecuteContext(b.ctx)
	return fuori.String(), altro.String(), err
}

// verbali records n fines, every second one imported.
func (b *banco) verbali(t *testing.T, n int) (ids []uuid.UUID) {
	t.Helper()
	database, err := b.pools.Tenant(b.ctx)
	if err != nil {
		t.Fatal(err)
	}
	ora := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	var storie []scrittura.Storia
	for i := range n {
		id, posizione := uuid.Must(uuid.NewV7()), vita.Posizione{ID: uuid.Must(uuid.NewV7()), Ordine: 1, Titolo: verbale.Obbligato}
		x := scrittura.Storia{Nuovo: conseguenze.Nuovo{ID: id, Anno: 2026, Numero: int64(i + 1), IDEsterno: strconv.Itoa(i), Fonte: verbale.FonteManuale,
			Attore: "prova", Ora: ora, Posizioni: []vita.Posizione{posizione},
			Rilievo: conseguenze.Rilievo{Reparto: "PL01", Targa: "AB123CD", DataViolazione: ora, DataAccertamento: calendario.Da(ora), Agenti: []string{"A001"}}}}
		inserito := vita.Inserito{Fonte: verbale.FonteManuale, Punti: verbale.PuntiNonDovuti, Posizioni: x.Posizioni}
		for _, d := range []vita.Dati{inserito, vita.ValidatoDati{Politica: vita.Manuale}} {
			e := vita.Evento{DataLegale: calendario.Da(ora), Registrato: ora, Attore: "prova", Importato: i%2 == 1, Dati: d}
			if e.Importato {
				e.Deciso = vita.Assi{Procedura: verbale.Validato, Debito: verbale.NonEsigibile, Ricorso: verbale.RicorsoNessuno,
					Punti: verbale.PuntiNonDovuti, Riscossione: verbale.RiscossioneNessuna}
			}
			x.Eventi = append(x.Eventi, e)
		}
		storie, ids = append(storie, x), append(ids, id)
	}
	if err := pgx.BeginFunc(b.ctx, database.Pool, func(tx pgx.Tx) error { return scrittura.ScriviStorie(b.ctx, tx, storie) }); err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestTuttiIVerbaliSonoComeDiconoILoroEventi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.verbali(t, 450) // more than two portions
	uscita, avvisi, err := b.lancia(t)
	if err != nil || uscita != "Tenant alfa: 450 verbali rifatti da 900 eventi, 0 diversi.\n" || avvisi != "" {
		t.Errorf("%v %q %q", err, uscita, avvisi)
	}
}

func TestUnaManoNelleTabelleSiVede(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	ids := b.verbali(t, 5)
	for _, sql := range []string{
		`UPDATE verbale SET debito = 'PAGATO' WHERE numero = 2`,
		`UPDATE posizione SET chiusa = 'per errore' WHERE verbale = (SELECT id FROM verbale WHERE numero = 3)`,
		`ALTER TABLE evento DISABLE TRIGGER USER`, `DELETE FROM evento WHERE sequenza = 1 AND verbale = (SELECT id FROM verbale WHERE numero = 4)`,
	} {
		b.Esegui(t, "elaborazione", "alfa", sql)
	}
	uscita, _, err := b.lancia(t)
	if !problem.Is(err, "PROIEZIONE_DIVERSA") {
		t.Errorf("%v", err)
	}
	for _, atteso := range []string{"verbale " + ids[1].String(), "PAGATO", "verbale " + ids[2].String(), "per errore", "verbale " + ids[3].String(),
		"manca l'evento 1", "5 verbali rifatti", "3 diversi"} {
		if !strings.Contains(uscita, atteso) {
			t.Errorf("manca %q in\n%s", atteso, uscita)
		}
	}
	if strings.Contains(uscita, ids[0].String()) || strings.Contains(uscita, ids[4].String()) {
		t.Errorf("un verbale giusto:\n%s", uscita)
	}
	t.Run("anche in JSON", func(t *testing.T) {
		uscita, _, err := b.lancia(t, "--json")
		var r ricalcolo.Rapporto
		if e := json.Unmarshal([]byte(uscita), &r); e != nil || err == nil || r.Tenant != "alfa" || r.Verbali != 5 || r.Diversi != 3 || len(r.Elenco) != 3 ||
			r.Elenco[0].Verbale != ids[1] || len(r.Elenco[0].Differenze) == 0 {
			t.Errorf("%v %v %+v", e, err, r)
		}
	})
	for nome, c := range map[string]struct{ verbale, codice, uscita string }{
		"uno solo, giusto":    {ids[0].String(), "", "1 verbali rifatti da 2 eventi, 0 diversi"},
		"uno solo, sbagliato": {ids[1].String(), "PROIEZIONE_DIVERSA", "1 diversi"},
		"uno che non c'è":     {uuid.NewString(), "NON_TROVATO", ""},
		"senza senso":         {"1", "DATI_NON_VALIDI", ""},
	} {
		t.Run(nome, func(t *testing.T) {
			uscita, _, err := b.lancia(t, "--verbale", c.verbale)
			if (c.codice == "") != (err == nil) || c.codice != "" && !problem.Is(err, c.codice) || !strings.Contains(uscita, c.uscita) {
				t.Errorf("%v %q", err, uscita)
			}
		})
	}
}
