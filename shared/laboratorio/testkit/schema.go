package testkit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
)

// VerificaSchema compares the file percorso, the dump that a reviewer reads, with the schema that the
// migrations of a module make (its own and its published views), as pg_dump writes it without owners,
// grants and settings. A module with a schema in both databases has one file in a folder named
// piattaforma and one in a folder named tenant. With -update the file is written instead.
func VerificaSchema(tb testing.TB, a *Ambiente, modulo, percorso string) {
	tb.Helper()
	m, ok := bootstrap.FindModule(modulo)
	if !ok {
		tb.Fatalf("module %s is not declared", modulo)
	}
	dump, err := a.dumpSchema(tb.Context(), m, percorso)
	if err != nil {
		tb.Fatal(err)
	}
	if *aggiorna {
		scriviGolden(tb, percorso, dump)
		return
	}
	atteso, err := os.ReadFile(percorso)
	if err != nil {
		tb.Fatalf("dump of the schema (make it with -update): %v", err)
	}
	if diff := cmp.Diff(righe(atteso), righe(dump)); diff != "" {
		tb.Errorf("%s is not what the migrations make; read the difference, then -update (-file +migrations):\n%s", percorso, diff)
	}
}

func righe(dump []byte) []string { return strings.Split(string(dump), "\n") }

func (a *Ambiente) dumpSchema(ctx context.Context, m bootstrap.Module, percorso string) ([]byte, error) {
	database := a.Piattaforma
	if !m.InPlatform || m.InTenant && filepath.Base(filepath.Dir(percorso)) != "piattaforma" {
		database = a.unTenant()
	}
	programma, err := trovaPgDump()
	if err != nil {
		return nil, err
	}
	var fuori, errori bytes.Buffer
	cmd := exec.CommandContext(ctx, programma, "--schema-only", "--no-owner", "--no-privileges",
		"--schema="+m.Schema, "--schema="+bootstrap.Views(m.Schema),
		"--exclude-table="+m.Schema+".versione*", "--dbname="+a.server.DSNAmministratore(database))
	cmd.Stdout, cmd.Stderr = &fuori, &errori
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("pg_dump: %w: %s", err, errori.String())
	}
	return normalizzaDump(m, fuori.String()), nil
}

// unTenant is any tenant's database: all have the same schema.
func (a *Ambiente) unTenant() string {
	for _, t := range a.tenant {
		return t.Database
	}
	return ""
}

// trovaPgDump prefers the one of PATH, which on Debian chooses the newest version by itself.
func trovaPgDump() (string, error) {
	if p, err := exec.LookPath("pg_dump"); err == nil {
		return p, nil
	}
	altri, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump")
	if err != nil || len(altri) == 0 {
		return "", errors.New("pg_dump is not installed: it comes with PostgreSQL's client programs")
	}
	return altri[len(altri)-1], nil
}

// rumore is what changes with the version of pg_dump or says nothing to a reviewer: settings, names
// of owners, random keys of restricted mode.
var rumore = regexp.MustCompile(`^(SET |SELECT pg_catalog\.set_config|\\(un)?restrict |CREATE SCHEMA |COMMENT ON SCHEMA |--$|-- (Name: |Dumped |PostgreSQL database dump))`)

// Within a view, servers before PostgreSQL 16 write the table before every column and later ones only
// where it is needed: it is left out everywhere but where the tables are named.
var (
	inizioVista   = regexp.MustCompile(`^CREATE (MATERIALIZED )?VIEW `)
	nomiTabelle   = regexp.MustCompile(`^ *\(*(FROM|(LEFT |RIGHT |FULL |CROSS )?JOIN) `)
	qualificatore = regexp.MustCompile(`\b[a-z_][a-z0-9_]*\.`)
)

// normalizzaDump keeps the statements and drops the comments that name each.
func normalizzaDump(m bootstrap.Module, dump string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "-- Schema %s as its migrations make it. Written by a test (-update): do not edit.\n", m.Schema)
	vuota, vista := true, false
	for riga := range strings.Lines(dump) {
		riga = strings.TrimRight(riga, " \r\n")
		if rumore.MatchString(riga) || riga == "" && vuota {
			continue
		}
		vuota = riga == ""
		switch {
		case inizioVista.MatchString(riga):
			vista = true
		case vista && !nomiTabelle.MatchString(riga):
			riga = qualificatore.ReplaceAllString(riga, "")
		}
		vista = vista && !strings.HasSuffix(riga, ";")
		b.WriteString(riga + "\n")
	}
	return []byte(strings.TrimRight(b.String(), "\n") + "\n")
}
