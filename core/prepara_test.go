package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

func TestPrepararePiuVolteNonCambiaNulla(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	uscita := p.prepara(t)
	for _, parola := range []string{"piattaforma", "verbali_modello", "schema di core", "FATTI", "LAVORI", "MORTI", "CHIAVI"} {
		if !strings.Contains(uscita, parola) {
			t.Errorf("the preparation does not speak of %s:\n%s", parola, uscita)
		}
	}
	var proprietario string
	err := p.conn(t, "", "piattaforma").QueryRow(t.Context(),
		`SELECT tableowner FROM pg_tables WHERE schemaname = 'core' AND tablename = 'tenant'`).Scan(&proprietario)
	if err != nil || proprietario != "verbali_core" {
		t.Errorf("core.tenant belongs to %q (%v)", proprietario, err)
	}
	linea, err := nats.Connect(p.nats.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(linea.Close)
	js, err := jetstream.New(linea)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range bus.Durables() {
		if _, err := js.Consumer(t.Context(), d.Stream, d.Name); err != nil {
			t.Errorf("durable %s: %v", d.Name, err)
		}
	}
}

func TestSenzaServerSiDicePerChiSiAttende(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	casi := []struct{ regola, variabile, valore, chi, chiave string }{
		{"PostgreSQL away", "VERBALI_PG_DSN_AMMINISTRATORE", "postgres://nessuno@127.0.0.1:1/postgres", "attendo PostgreSQL", "VERBALI_PG_DSN_AMMINISTRATORE"},
		{"NATS away", "VERBALI_NATS_URL", "nats://127.0.0.1:1", "attendo NATS", "VERBALI_NATS_URL"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			uscita, codice := p.con(t, []string{c.variabile + "=" + c.valore}, "piattaforma", "prepara", "--attesa", "1s")
			if codice != 1 || !strings.Contains(uscita, c.chi) || !strings.Contains(uscita, c.chiave) {
				t.Errorf("exit code %d:\n%s", codice, uscita)
			}
		})
	}
	t.Run("a wrong password is not waited for, and not shown", func(t *testing.T) {
		t.Parallel()
		inizio := tempo.Macchina()
		uscita, codice := p.con(t, []string{"VERBALI_PG_DSN_AMMINISTRATORE=" + p.server.DSN("postgres", "verbali_vpn", "sbagliatissima")},
			"piattaforma", "prepara")
		if codice != 1 || strings.Contains(uscita, "sbagliatissima") || time.Since(inizio) > 30*time.Second {
			t.Errorf("exit code %d after %v:\n%s", codice, time.Since(inizio), uscita)
		}
	})
	t.Run("a missing setting is named", func(t *testing.T) {
		t.Parallel()
		uscita, codice := p.con(t, []string{"VERBALI_PG_DSN_AMMINISTRATORE="}, "piattaforma", "prepara")
		if codice != 1 || !strings.Contains(uscita, "VERBALI_PG_DSN_AMMINISTRATORE: manca") {
			t.Errorf("exit code %d:\n%s", codice, uscita)
		}
	})
}

func TestNessunoScriveTabelleDiAltri(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	p.riesce(t, "tenant", "crea", "proprieta", "--denominazione", "Prova delle proprietà")
	casi := []struct {
		regola, modulo, database, sql string
		ammesso                       bool
	}{
		{"core makes databases by cloning", "core", "piattaforma", `CREATE DATABASE prova_core TEMPLATE verbali_modello`, true},
		{"vpn makes no database", "vpn", "piattaforma", `CREATE DATABASE prova_vpn TEMPLATE verbali_modello`, false},
		{"vpn makes no role", "vpn", "piattaforma", `CREATE ROLE intruso`, false},
		{"core makes no role", "core", "piattaforma", `CREATE ROLE intruso`, false},
		{"vpn reads core's view", "vpn", "piattaforma", `SELECT * FROM core_v1.tenant`, true},
		{"tenantapi reads core's view", "tenantapi", "piattaforma", `SELECT * FROM core_v1.operatore`, true},
		{"no view shows a password", "vpn", "piattaforma", `SELECT impronta FROM core_v1.operatore`, false},
		{"vpn does not read core's tables", "vpn", "piattaforma", `SELECT * FROM core.operatore`, false},
		{"vpn does not write through a view", "vpn", "piattaforma", `UPDATE core_v1.tenant SET stato = 'SOSPESO'`, false},
		{"connessione does not write core's tables", "connessione", "piattaforma", `INSERT INTO core.portale VALUES ('x1', 'proprieta', 'OPERATORI')`, false},
		{"vpn makes no schema in a tenant", "vpn", "proprieta", `CREATE SCHEMA intruso`, false},
		{"vpn makes tables in its own schema", "vpn", "proprieta", `CREATE TABLE vpn.mia ()`, true},
		{"vpn makes no table in verbali", "vpn", "proprieta", `CREATE TABLE verbali.intrusa ()`, false},
		{"core makes no table in verbali", "core", "proprieta", `CREATE TABLE verbali.intrusa ()`, false},
		{"nobody uses the public schema", "elaborazione", "proprieta", `CREATE TABLE public.intrusa ()`, false},
		{"core does not rewrite its register", "core", "proprieta", `DELETE FROM core.registro`, false},
		{"vpn does not read the register of core", "vpn", "proprieta", `SELECT 1 FROM core.registro`, false},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			_, err := p.conn(t, c.modulo, c.database).Exec(t.Context(), c.sql)
			if (err == nil) != c.ammesso {
				t.Errorf("%s: %s: %v", c.modulo, c.sql, err)
			}
		})
	}
	t.Cleanup(func() { _ = p.server.Esegui(context.Background(), "DROP DATABASE IF EXISTS prova_core") })
	if _, err := pgx.Connect(t.Context(), p.server.DSN("proprieta", "verbali_core", "altra")); err == nil {
		t.Error("core connects with a wrong password")
	}
}
