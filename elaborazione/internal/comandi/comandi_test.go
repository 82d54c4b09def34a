package comandi_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/comandi"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// pubblica writes a message into the outbox of the tenant in the context.
func pubblica(ctx context.Context, p *db.Pools) error {
	database, err := p.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		return tx.Publish(event.ImportazioneConclusa{IDImportazione: "01936a2e-7c00-7000-8000-000000000001", Formato: "x"})
	})
}

func TestWhatACommandWritesLeavesAtOnce(t *testing.T) {
	t.Parallel()
	a, nats := testkit.NuovoAmbiente(t, "alfa"), testkit.NATS(t)
	b := testkit.Bus(t, nats, "core")
	fatti, err := b.Conn.SubscribeSync("fatti.alfa.>")
	if err != nil || b.Conn.Flush() != nil {
		t.Fatal(err)
	}
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	if err := comandi.Esegui(cmd, a.Comune(t, "elaborazione", nats), "ALFA", pubblica); err != nil {
		t.Fatal(err)
	}
	if m, err := fatti.NextMsg(5 * time.Second); err != nil || m.Subject != "fatti.alfa.importazione.conclusa" {
		t.Errorf("%v %v", m, err)
	}
}

func TestWhatAFailedCommandHasWrittenLeavesToo(t *testing.T) {
	t.Parallel()
	a, nats := testkit.NuovoAmbiente(t, "alfa"), testkit.NATS(t)
	b := testkit.Bus(t, nats, "core")
	fatti, err := b.Conn.SubscribeSync("fatti.alfa.>")
	if err != nil || b.Conn.Flush() != nil {
		t.Fatal(err)
	}
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	rotto := errors.New("it broke half-way")
	err = comandi.Esegui(cmd, a.Comune(t, "elaborazione", nats), "alfa", func(ctx context.Context, p *db.Pools) error {
		return errors.Join(pubblica(ctx, p), rotto)
	})
	if !errors.Is(err, rotto) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	if m, err := fatti.NextMsg(5 * time.Second); err != nil || m.Subject != "fatti.alfa.importazione.conclusa" {
		t.Errorf("%v %v", m, err)
	}
}

func TestWithoutABusTheMessagesStayAndTheCommandSaysSo(t *testing.T) {
	t.Parallel()
	a, nats := testkit.NuovoAmbiente(t, "alfa"), testkit.NATS(t)
	comune := a.Comune(t, "elaborazione", nats)
	nats.Ferma()
	var avvisi bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	cmd.SetErr(&avvisi)
	if err := comandi.Esegui(cmd, comune, "alfa", pubblica); err != nil || !strings.Contains(avvisi.String(), "NATS non ha preso in carico") {
		t.Errorf("%v %s", err, avvisi.String())
	}
}

func TestTheTenantIsThereAndActive(t *testing.T) {
	t.Parallel()
	a, nats := testkit.NuovoAmbiente(t, "alfa", "beta"), testkit.NATS(t)
	a.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'beta'`)
	comune := a.Comune(t, "elaborazione", nats)
	for nome, codice := range map[string]string{"": "DATI_NON_VALIDI", "gamma": "TENANT_SCONOSCIUTO", "beta": "TENANT_SOSPESO", "a';drop": "TENANT_SCONOSCIUTO"} {
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		err := comandi.Esegui(cmd, comune, nome, func(context.Context, *db.Pools) error { return errors.New("it was run") })
		if !problem.Is(err, codice) {
			t.Errorf("%q: %v", nome, err)
		}
	}
}

// After a restore the tenant is suspended, and some commands must run all the same.
func TestACommandThatRunsAlwaysRunsOnASuspendedTenant(t *testing.T) {
	t.Parallel()
	a, nats := testkit.NuovoAmbiente(t, "alfa"), testkit.NATS(t)
	a.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO'`)
	for nome, c := range map[string]struct {
		esegui func(*cobra.Command, config.Settings, string, comandi.Azione) error
		tenant string
		codice string
	}{
		"always, suspended":    {comandi.EseguiSempre, "Alfa", ""},
		"always, unknown":      {comandi.EseguiSempre, "zeta", "TENANT_SCONOSCIUTO"},
		"always, no name":      {comandi.EseguiSempre, "", "DATI_NON_VALIDI"},
		"otherwise, suspended": {comandi.Esegui, "alfa", "TENANT_SOSPESO"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			fatto := false
			cmd := &cobra.Command{}
			cmd.SetContext(t.Context())
			err := c.esegui(cmd, a.Comune(t, "elaborazione", nats), c.tenant, func(context.Context, *db.Pools) error { fatto = true; return nil })
			if fatto != (c.codice == "") || c.codice != "" && !problem.Is(err, c.codice) || c.codice == "" && err != nil {
				t.Errorf("%t %v", fatto, err)
			}
		})
	}
}
