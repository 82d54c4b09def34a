package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// The tenant of the row ricerca.
const (
	nomeArchivio    = "archivio"
	verbaliArchivio = 1_000_000
	migratoEntro    = time.Minute
)

// caricaArchivio writes the fines of the tenant by sets.
//
//go:embed archivio.sql
var caricaArchivio string

// archivio is a tenant with a million fines.
type archivio struct {
	*banco
	verbali  int64
	bench    *pgbench
	caricato time.Duration
}

// domandaArchivio is a query measured: what is asked of tenantapi by the number of the call, and what
// pgbench puts in the place of each argument, the same values.
type domandaArchivio struct {
	nome, corpo string
	righe       int // found at least
	valore      func(n int64) string
	variabili   string
	argomenti   []string // condition of the statement, then the variable in the place of its argument
}

// domandeArchivio: the plates of the archive are numbers and days are written without dashes, since these
// are the only texts that pgbench can make up.
func domandeArchivio() []domandaArchivio {
	const targhe, giorni = 379_999, 1500
	return []domandaArchivio{
		{
			nome: "per targa", corpo: `{"targa":"%s"}`, righe: 1,
			valore:    func(n int64) string { return strconv.FormatInt(100_000+n*7919%targhe, 10) },
			variabili: fmt.Sprintf(`\set targa random(100000, %d)`, 100_000+targhe-1),
			argomenti: []string{"v.targa =", ":targa"},
		},
		{
			nome: "per stato e data", corpo: `{"procedura":["NOTIFICATO"],"dataViolazione":{"a":"%s"}}`, righe: 50,
			valore: func(n int64) string {
				return time.Date(2022, 3, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(n*7919%giorni)).Format(time.DateOnly)
			},
			variabili: `\set giorno (2022 + random(0, 3)) * 10000 + random(3, 12) * 100 + random(1, 28)`,
			argomenti: []string{"v.istante <", ":giorno"},
		},
		{ // one fine in ten thousand is of this department
			nome: "per reparto raro", corpo: `{"reparto":"%s"}`, righe: 50,
			valore:    func(int64) string { return "PL04" },
			argomenti: []string{"v.reparto =", "'PL04'"},
		},
	}
}

// nuovoArchivio makes the tenant as core does, waits until its schema is there, and fills it; one that
// another row of the same run has filled is taken as it is.
func nuovoArchivio(ctx context.Context, b *banco, verbali int64) (*archivio, error) {
	a := &archivio{banco: b, verbali: verbali}
	pieno := false
	err := b.conServer(ctx, "postgres", func(conn *pgx.Conn) error {
		if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, nomeArchivio).Scan(&pieno); err != nil || pieno {
			return err
		}
		return bootstrap.CreateDatabase(ctx, conn, nomeArchivio)
	})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(b.esegui(ctx, "piattaforma", "INSERT INTO core.tenant (nome, denominazione, banca) VALUES ('"+nomeArchivio+"', 'Archivio', '"+nomeArchivio+"')"),
		a.annuncia("tenant.creato"), a.attendiSchema(ctx)); err != nil {
		return nil, err
	}
	if err := a.riempi(ctx, pieno); err != nil {
		return nil, errors.Join(err, a.chiudi(ctx))
	}
	a.bench, err = nuovoPgbench(ctx, b, nomeArchivio)
	return a, err
}

func (a *archivio) riempi(ctx context.Context, pieno bool) error {
	if pieno {
		return a.conServer(ctx, nomeArchivio, func(conn *pgx.Conn) error {
			return conn.QueryRow(ctx, `SELECT count(*) FROM verbali.verbale`).Scan(&a.verbali)
		})
	}
	a.annota("carico %d verbali nel tenant %s", a.verbali, nomeArchivio)
	inizio := time.Now()
	err := a.carica(ctx)
	a.caricato = time.Since(inizio)
	return err
}

// annuncia publishes that something of the platform has changed: the services read it again.
func (a *archivio) annuncia(fatto string) error {
	return a.conNATS(func(conn *nats.Conn) error {
		if err := conn.Publish("fatti.piattaforma."+fatto, []byte(`{}`)); err != nil {
			return fmt.Errorf("fatto %s: %w", fatto, err)
		}
		return conn.FlushTimeout(5 * time.Second)
	})
}

func (a *archivio) attendiSchema(ctx context.Context) error {
	ctx, fine := context.WithTimeoutCause(ctx, migratoEntro, errors.New("elaborazione non ha preparato il nuovo tenant"))
	defer fine()
	return a.conServer(ctx, nomeArchivio, func(conn *pgx.Conn) error {
		for {
			var pronto bool
			if err := conn.QueryRow(ctx, `SELECT to_regclass('verbali_v1.ricerca') IS NOT NULL`).Scan(&pronto); err != nil || pronto {
				return err
			}
			if err := clock.Sleep(ctx, 50*time.Millisecond); err != nil {
				return context.Cause(ctx)
			}
		}
	})
}

// carica fills the tables and brings the figures of the planner up to date.
func (a *archivio) carica(ctx context.Context) error {
	return a.conServer(ctx, nomeArchivio, func(conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, strings.ReplaceAll(caricaArchivio, "$verbali", strconv.FormatInt(a.verbali, 10))); err != nil {
			return err
		}
		for _, sql := range []string{"VACUUM (ANALYZE) verbali.verbale", "ANALYZE", "CHECKPOINT"} {
			if _, err := conn.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return nil
	})
}

// copione is the script of pgbench with the very statement that tenantapi sends, as the server shows it.
func (a *archivio) copione(ctx context.Context, d domandaArchivio) (string, error) {
	cerca, chiudi := a.chiamanti(d)
	defer chiudi()
	return a.istruzione(ctx, "verbali-tenantapi", "%verbali_v1.ricerca%", d, cerca)
}

// istruzione has some callers ask until a connection of the program shows the statement that looks as it
// must: a connection at rest shows its last one, which may be the audit's.
func (a *archivio) istruzione(ctx context.Context, programma, forma string, d domandaArchivio, cerca lavoro) (sql string, err error) {
	ctx, smetti := context.WithCancel(ctx)
	defer smetti()
	var gruppo errgroup.Group
	var n atomic.Int64
	for range chiamanti / 4 {
		gruppo.Go(func() error {
			for ctx.Err() == nil {
				if err := cerca(ctx, n.Add(1)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err = a.conServer(ctx, nomeArchivio, func(conn *pgx.Conn) error {
		for range 1000 {
			err := conn.QueryRow(ctx, `SELECT query FROM pg_stat_activity WHERE datname = $1 AND application_name = $2
				AND query LIKE $3 AND strpos(query, $4) > 0 LIMIT 1`, nomeArchivio, programma, forma, d.argomenti[0]+" ").Scan(&sql)
			if !errors.Is(err, pgx.ErrNoRows) {
				return err
			}
			if err := clock.Sleep(ctx, 5*time.Millisecond); err != nil {
				return err
			}
		}
		return errors.New("il server non la mostra")
	})
	smetti()
	err = errors.Join(err, gruppo.Wait())
	if err != nil {
		return "", fmt.Errorf("istruzione di %s %s: %w", programma, d.nome, err)
	}
	return inCopione(sql, d)
}

// inCopione puts the variables of pgbench in the place of the arguments.
func inCopione(sql string, d domandaArchivio) (string, error) {
	for i := 0; i < len(d.argomenti); i += 2 {
		condizione, variabile := d.argomenti[i], d.argomenti[i+1]
		_, dopo, trovata := strings.Cut(sql, condizione+" ")
		da := strings.Index(dopo, "$")
		if !trovata || da < 0 {
			return "", fmt.Errorf("%s: l'istruzione non ha un argomento per %s: %s", d.nome, condizione, sql)
		}
		posto := dopo[da:]
		if fine := strings.IndexFunc(posto[1:], func(c rune) bool { return c < '0' || c > '9' }); fine >= 0 {
			posto = posto[:fine+1]
		}
		sql = strings.Replace(sql, posto, variabile, 1)
	}
	if strings.Contains(sql, "$") {
		return "", fmt.Errorf("%s: restano argomenti: %s", d.nome, sql)
	}
	return d.variabili + "\n" + strings.Join(strings.Fields(sql), " ") + ";\n", nil
}

// chiudi takes the tenant off the register; its database goes with the server's folder.
func (a *archivio) chiudi(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	return errors.Join(a.esegui(ctx, "piattaforma", "DELETE FROM core.tenant WHERE nome = '"+nomeArchivio+"'"), a.annuncia("tenant.sospeso"))
}
