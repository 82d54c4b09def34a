package banco

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

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// The tenant of the rows ricerca and consultazione.
const (
	NomeArchivio    = "archivio"
	VerbaliArchivio = 1_000_000
	verbaliBrevi    = 100_000 // of a short round
	migratoEntro    = time.Minute
	notoEntro       = 30 * time.Second
)

// caricaArchivio writes the fines of the tenant by sets.
//
//go:embed archivio.sql
var caricaArchivio string

// Archivio is a tenant with a million fines.
type Archivio struct {
	*Banco
	Verbali  int64
	Bench    *Pgbench
	Caricato time.Duration
}

// DomandaArchivio is a query measured: the request to tenantapi by the number of the call, and what
// pgbench puts in the place of each argument, the same values.
type DomandaArchivio struct {
	Nome, corpo string
	righe       int64 // found at least
	valore      func(n int64) string
	Variabili   string
	Argomenti   []string // condition of the statement, then the variable in the place of its argument
}

// Targhe are the ordinary plates of an archive, from 100,000 on: two or three fines each.
func (a *Archivio) Targhe() int64 { return a.Verbali * 379_999 / VerbaliArchivio }

// Domande are the questions of the search: the plates of the archive are numbers and days are written without dashes, since these
// are the only texts that pgbench can make up.
func (a *Archivio) Domande() []DomandaArchivio {
	const giorni = 1500
	targhe := a.Targhe()
	return []DomandaArchivio{
		{
			Nome: "per targa", corpo: `{"targa":"%s"}`, righe: 1,
			valore:    func(n int64) string { return strconv.FormatInt(100_000+n*7919%targhe, 10) },
			Variabili: fmt.Sprintf(`\set targa random(100000, %d)`, 100_000+targhe-1),
			Argomenti: []string{"v.targa =", ":targa"},
		},
		{
			Nome: "per stato e data", corpo: `{"procedura":["NOTIFICATO"],"dataViolazione":{"a":"%s"}}`, righe: 50,
			valore: func(n int64) string {
				return time.Date(2022, 3, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(n*7919%giorni)).Format(time.DateOnly)
			},
			Variabili: `\set giorno (2022 + random(0, 3)) * 10000 + random(3, 12) * 100 + random(1, 28)`,
			Argomenti: []string{"v.istante <", ":giorno"},
		},
		{ // one fine in ten thousand is of this department
			Nome: "per reparto raro", corpo: `{"reparto":"%s"}`, righe: min(50, a.Verbali/10_000),
			valore:    func(int64) string { return "PL04" },
			Argomenti: []string{"v.reparto =", "'PL04'"},
		},
	}
}

// NuovoArchivio makes the tenant as core does, waits until its schema is there, and fills it; a tenant that
// another row of the same run has filled is taken as it is.
func NuovoArchivio(ctx context.Context, b *Banco) (*Archivio, error) {
	a := &Archivio{Banco: b, Verbali: VerbaliArchivio}
	if b.Opz.Breve {
		a.Verbali = verbaliBrevi
	}
	pieno := false
	err := b.ConServer(ctx, "postgres", func(conn *pgx.Conn) error {
		if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)`, NomeArchivio).Scan(&pieno); err != nil || pieno {
			return err
		}
		return bootstrap.CreateDatabase(ctx, conn, NomeArchivio)
	})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(b.Esegui(ctx, "piattaforma", "INSERT INTO core.tenant (nome, denominazione, banca) VALUES ('"+NomeArchivio+"', 'Archivio', '"+NomeArchivio+"')"),
		a.annuncia("tenant.creato"), a.attendiSchema(ctx)); err != nil {
		return nil, err
	}
	if err := a.riempi(ctx, pieno); err != nil {
		return nil, errors.Join(err, a.Chiudi(ctx))
	}
	a.Bench, err = NuovoPgbench(ctx, b, NomeArchivio)
	return a, err
}

func (a *Archivio) riempi(ctx context.Context, pieno bool) error {
	if pieno {
		return a.ConServer(ctx, NomeArchivio, func(conn *pgx.Conn) error {
			return conn.QueryRow(ctx, `SELECT count(*) FROM verbali.verbale`).Scan(&a.Verbali)
		})
	}
	a.Annota("carico %d verbali nel tenant %s", a.Verbali, NomeArchivio)
	inizio := time.Now()
	err := a.carica(ctx)
	a.Caricato = time.Since(inizio)
	return err
}

// annuncia publishes that something of the platform has changed: the services read it again.
func (a *Archivio) annuncia(fatto string) error {
	return a.ConNATS(func(conn *nats.Conn) error {
		if err := conn.Publish("fatti.piattaforma."+fatto, []byte(`{}`)); err != nil {
			return fmt.Errorf("fatto %s: %w", fatto, err)
		}
		return conn.FlushTimeout(5 * time.Second)
	})
}

// attendiSchema waits until every service has written its grants, its last step: the load holds the tables for a minute, and a
// migration that finds them held has not given the views to anybody when the first question comes.
func (a *Archivio) attendiSchema(ctx context.Context) error {
	schemi := func(database string) (nomi string, err error) {
		err = a.ConServer(ctx, database, func(conn *pgx.Conn) error {
			return conn.QueryRow(ctx, `SELECT coalesce(string_agg(nspname, ' ' ORDER BY nspname), '') FROM pg_namespace
				WHERE obj_description(oid, 'pg_namespace') LIKE 'diritti versione %'`).Scan(&nomi)
		})
		return nomi, err
	}
	tutti, err := schemi(TenantMisura)
	if err == nil && tutti == "" {
		err = errors.New("nessuno schema di " + TenantMisura + " ha i suoi diritti")
	}
	for fine := time.Now().Add(migratoEntro); err == nil; {
		var pronti string
		if pronti, err = schemi(NomeArchivio); err != nil || pronti == tutti {
			break
		}
		if time.Now().After(fine) {
			return fmt.Errorf("dopo %s il nuovo tenant ha gli schemi di %q, non di %q", migratoEntro, pronti, tutti)
		}
		err = clock.Sleep(ctx, 100*time.Millisecond)
	}
	return err
}

// AttendiNoto asks tenantapi, which learns of the tenant by a fact, until it answers as it must.
func (a *Archivio) AttendiNoto(ctx context.Context) error {
	cerca, chiudi := a.Chiamanti(a.Domande()[0])
	defer chiudi()
	for fine := time.Now().Add(notoEntro); ; {
		err := cerca(ctx, 1)
		if err == nil || time.Now().After(fine) {
			return err
		}
		if err := clock.Sleep(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// carica fills the tables and brings the figures of the planner up to date.
func (a *Archivio) carica(ctx context.Context) error {
	return a.ConServer(ctx, NomeArchivio, func(conn *pgx.Conn) error {
		numeri := strings.NewReplacer("$verbali", strconv.FormatInt(a.Verbali, 10), "$targhe", strconv.FormatInt(a.Targhe(), 10))
		if _, err := conn.Exec(ctx, numeri.Replace(caricaArchivio)); err != nil {
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

// Copione is the script of pgbench with the very statement that tenantapi sends, as the server shows it.
func (a *Archivio) Copione(ctx context.Context, d DomandaArchivio) (string, error) {
	cerca, chiudi := a.Chiamanti(d)
	defer chiudi()
	return a.Istruzione(ctx, "verbali-tenantapi", "%verbali_v1.ricerca%", d, cerca)
}

// Istruzione has some callers ask until a connection of the program shows the statement that looks as it
// must: a connection at rest shows its last one, which may be the audit's.
func (a *Archivio) Istruzione(ctx context.Context, programma, forma string, d DomandaArchivio, cerca misura.Lavoro) (sql string, err error) {
	ctx, smetti := context.WithCancel(ctx)
	defer smetti()
	var gruppo errgroup.Group
	var n atomic.Int64
	for range misura.Chiamanti / 4 {
		gruppo.Go(func() error {
			for ctx.Err() == nil {
				if err := cerca(ctx, n.Add(1)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err = a.ConServer(ctx, NomeArchivio, func(conn *pgx.Conn) error {
		for range 1000 {
			err := conn.QueryRow(ctx, `SELECT query FROM pg_stat_activity WHERE datname = $1 AND application_name = $2
				AND query LIKE $3 AND strpos(query, $4) > 0 LIMIT 1`, NomeArchivio, programma, forma, d.Argomenti[0]+" ").Scan(&sql)
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
		return "", fmt.Errorf("istruzione di %s %s: %w", programma, d.Nome, err)
	}
	return InCopione(sql, d)
}

// InCopione puts the variables of pgbench in the place of the arguments.
func InCopione(sql string, d DomandaArchivio) (string, error) {
	for i := 0; i < len(d.Argomenti); i += 2 {
		condizione, variabile := d.Argomenti[i], d.Argomenti[i+1]
		_, dopo, trovata := strings.Cut(sql, condizione+" ")
		da := strings.Index(dopo, "$")
		if !trovata || da < 0 {
			return "", fmt.Errorf("%s: l'istruzione non ha un argomento per %s: %s", d.Nome, condizione, sql)
		}
		posto := dopo[da:]
		if fine := strings.IndexFunc(posto[1:], func(c rune) bool { return c < '0' || c > '9' }); fine >= 0 {
			posto = posto[:fine+1]
		}
		sql = strings.Replace(sql, posto, variabile, 1)
	}
	if strings.Contains(sql, "$") {
		return "", fmt.Errorf("%s: restano argomenti: %s", d.Nome, sql)
	}
	return d.Variabili + "\n" + strings.Join(strings.Fields(sql), " ") + ";\n", nil
}

// Chiudi takes the tenant off the register; its database goes with the server's folder.
func (a *Archivio) Chiudi(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	return errors.Join(a.Esegui(ctx, "piattaforma", "DELETE FROM core.tenant WHERE nome = '"+NomeArchivio+"'"), a.annuncia("tenant.sospeso"))
}
