package testkit

import (
	"context"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// nomiModelli are the databases that environments are cloned from. Their names carry a digest of all
// migrations: on a server that several test binaries share, each finds its own, or makes it.
type nomiModelli struct{ piattaforma, tenant string }

// preparaModelli makes roles and groups as core does, then the two templates; one test binary at a
// time, and nothing when they are there already.
func (p *PostgreSQL) preparaModelli(ctx context.Context) (nomiModelli, error) {
	somma, err := sommaMigrazioni()
	if err != nil {
		return nomiModelli{}, err
	}
	nomi := nomiModelli{piattaforma: "prova_modello_p_" + somma, tenant: "prova_modello_t_" + somma}
	return nomi, p.pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if _, err := c.Exec(ctx, `SELECT pg_advisory_lock(hashtext('verbali.prova'))`); err != nil {
			return fmt.Errorf("lock of the templates: %w", err)
		}
		defer func() { _, _ = c.Exec(ctx, `SELECT pg_advisory_unlock(hashtext('verbali.prova'))`) }()
		var fatti int
		if err := c.QueryRow(ctx, `SELECT count(*) FROM pg_database WHERE datname IN ($1, $2)`, nomi.piattaforma, nomi.tenant).Scan(&fatti); err != nil || fatti == 2 {
			return err
		}
		return p.creaModelli(ctx, nomi)
	})
}

func (p *PostgreSQL) creaModelli(ctx context.Context, nomi nomiModelli) error {
	server := bootstrap.Server{DSN: p.DSNAmministratore("postgres"),
		Password: func(r string) (string, error) { return provaCifrata(provaPassword(r)) }}
	if err := server.Prepare(ctx); err != nil {
		return err
	}
	for modello, origine := range map[string]string{nomi.piattaforma: bootstrap.PlatformDatabase, nomi.tenant: bootstrap.TemplateDatabase} {
		nuovo := modello + "_nuovo" // a run that is cut leaves no half template under the right name
		for _, sql := range []string{"DROP DATABASE IF EXISTS " + nuovo + " WITH (FORCE)", "DROP DATABASE IF EXISTS " + modello + " WITH (FORCE)"} {
			if err := p.Esegui(ctx, sql); err != nil {
				return err
			}
		}
		if err := p.clona(ctx, nuovo, origine); err != nil {
			return err
		}
		if err := p.migraTutti(ctx, nuovo, modello == nomi.piattaforma); err != nil {
			return err
		}
		if err := p.spostaOrologio(ctx, nuovo); err != nil {
			return err
		}
		if err := p.Esegui(ctx, "ALTER DATABASE "+nuovo+" RENAME TO "+modello); err != nil {
			return err
		}
	}
	return nil
}

// provaCifrata is a password as PostgreSQL keeps it (SCRAM-SHA-256), made with one iteration: with the usual
// 4096 a client's share of each connection, and a test opens tens, is a twentieth of a whole test run.
func provaCifrata(password string) (string, error) {
	const sale, giri = "testkit", 1
	salata, err := pbkdf2.Key(sha256.New, password, []byte(sale), giri, sha256.Size)
	if err != nil {
		return "", fmt.Errorf("password of a role: %w", err)
	}
	firma := func(testo string) []byte {
		h := hmac.New(sha256.New, salata)
		_, _ = io.WriteString(h, testo)
		return h.Sum(nil)
	}
	cliente, base64 := sha256.Sum256(firma("Client Key")), base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", giri, base64([]byte(sale)), base64(cliente[:]), base64(firma("Server Key"))), nil
}

func (p *PostgreSQL) migraTutti(ctx context.Context, database string, piattaforma bool) error {
	for _, m := range bootstrap.Modules() {
		if piattaforma && !m.InPlatform || !piattaforma && !m.InTenant {
			continue
		}
		cfg, err := pgxpool.ParseConfig(p.DSN(database, m.Role(), provaPassword(m.Role())))
		if err != nil {
			return err
		}
		cfg.ConnConfig.RuntimeParams["search_path"] = m.Schema
		pool, err := pgxpool.NewWithConfig(ctx, cfg)
		if err != nil {
			return err
		}
		err = db.Schema{Name: m.Schema, Migrations: migrazioni(m, piattaforma)}.Migrate(ctx, pool)
		pool.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// migrazioni reads a module's migrations from disk: shared imports no service.
func migrazioni(m bootstrap.Module, piattaforma bool) fs.FS {
	cartella := filepath.Join(Radice(), m.Name, "migrazioni")
	if m.InPlatform && m.InTenant {
		cartella = filepath.Join(cartella, map[bool]string{true: "piattaforma", false: "tenant"}[piattaforma])
	}
	return os.DirFS(cartella)
}

// sommaMigrazioni is a digest of everything that the templates are made of.
func sommaMigrazioni() (string, error) {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "%+v %s", bootstrap.Modules(), orologioSpostato)
	percorsi, err := filepath.Glob(filepath.Join(Radice(), "*", "migrazioni", "*.sql"))
	if err != nil {
		return "", err
	}
	altri, err := filepath.Glob(filepath.Join(Radice(), "*", "migrazioni", "*", "*.sql"))
	if err != nil {
		return "", err
	}
	spina, err := filepath.Glob(filepath.Join(Radice(), "shared", "spine", "db", "spina", "*.sql"))
	if err != nil {
		return "", err
	}
	percorsi = slices.Concat(percorsi, altri, spina)
	for _, percorso := range percorsi {
		f, err := os.Open(percorso)
		if err != nil {
			return "", fmt.Errorf("migrations: %w", err)
		}
		_, _ = fmt.Fprintln(h, filepath.Base(filepath.Dir(percorso)), filepath.Base(percorso))
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return "", fmt.Errorf("migrations: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}
