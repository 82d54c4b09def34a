package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// The many commands of the row.
const (
	comandiTutti  = 500
	comandiBrevi  = 60 // of a short round
	comandiAttivi = 50
	tenantModello = "beta"        // whose data they have: other rows put nothing there
	baseComandi   = "carico_base" // the database they are cloned from
	creatiEntro   = 15 * time.Minute
)

func nomeComando(i int) string { return fmt.Sprintf("comando-%03d", i) }

// comandi are many tenants, each with a copy of the data of another one, and who searches in them.
type comandi struct {
	*banco.Banco
	cliente *http.Client
	targhe  []string
	tutti   int
}

// nuoviComandi makes the tenants and waits until every service has looked at them.
func nuoviComandi(ctx context.Context, b *banco.Banco) (*comandi, error) {
	c := &comandi{Banco: b, tutti: comandiTutti, cliente: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		MaxIdleConns: 256, MaxIdleConnsPerHost: 256, DisableCompression: true,
	}}}
	if b.Opz.Breve {
		c.tutti = comandiBrevi
	}
	return c, c.leggiTarghe(ctx)
}

func (c *comandi) leggiTarghe(ctx context.Context) error {
	return c.ConServer(ctx, tenantModello, func(conn *pgx.Conn) error {
		righe, err := conn.Query(ctx, `SELECT DISTINCT targa FROM verbali.verbale WHERE targa <> '' ORDER BY 1 LIMIT 200`)
		if err != nil {
			return err
		}
		c.targhe, err = pgx.CollectRows(righe, pgx.RowTo[string])
		if err == nil && len(c.targhe) == 0 {
			return errors.New("nessun verbale con una targa")
		}
		return err
	})
}

// crea clones the databases and announces the tenants. It gives the time of one clone.
func (c *comandi) crea(ctx context.Context) (perUno time.Duration, err error) {
	err = errors.Join(
		c.Esegui(ctx, "postgres", "ALTER DATABASE "+tenantModello+" ALLOW_CONNECTIONS false"),
		c.Esegui(ctx, "postgres", "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '"+tenantModello+"'"),
		c.Esegui(ctx, "postgres", "CREATE DATABASE "+baseComandi+" TEMPLATE "+tenantModello),
		c.Esegui(ctx, "postgres", "ALTER DATABASE "+tenantModello+" ALLOW_CONNECTIONS true"))
	if err != nil {
		return 0, err
	}
	inizio := time.Now()
	err = c.ConServer(ctx, "postgres", func(conn *pgx.Conn) error {
		for i := range c.tutti {
			nome := pgx.Identifier{nomeComando(i)}.Sanitize()
			if _, err := conn.Exec(ctx, "CREATE DATABASE "+nome+" TEMPLATE "+baseComandi); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return time.Since(inizio) / time.Duration(c.tutti), c.annuncia(ctx)
}

// annuncia writes the tenants into core's register and tells the services.
func (c *comandi) annuncia(ctx context.Context) error {
	err := c.ConServer(ctx, "piattaforma", func(conn *pgx.Conn) error {
		for i := range c.tutti {
			if _, err := conn.Exec(ctx, `INSERT INTO core.tenant (nome, denominazione, banca) VALUES ($1, $1, $1)`, nomeComando(i)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.fatto("tenant.creato")
}

// fatto publishes that something of the platform has changed: the services read it again.
func (c *comandi) fatto(quale string) error {
	return c.ConNATS(func(conn *nats.Conn) error {
		if err := conn.Publish("fatti.piattaforma."+quale, []byte(`{}`)); err != nil {
			return fmt.Errorf("fatto %s: %w", quale, err)
		}
		return conn.FlushTimeout(5 * time.Second)
	})
}

// attendiGiro waits until no service opens further databases of the commands, and gives how long it took
// and the most connections that the services held meanwhile.
func (c *comandi) attendiGiro(ctx context.Context) (durata time.Duration, connessioni int, err error) {
	ctx, fine := context.WithTimeoutCause(ctx, creatiEntro, errors.New("i servizi non hanno finito il giro dei comandi"))
	defer fine()
	inizio, ultima, prima := time.Now(), time.Now(), int64(-1)
	err = c.ConServer(ctx, "postgres", func(conn *pgx.Conn) error {
		for time.Since(ultima) < 5*time.Second {
			var sessioni int64
			var ora int
			err := conn.QueryRow(ctx, `SELECT (SELECT coalesce(sum(sessions), 0) FROM pg_stat_database WHERE datname LIKE 'comando-%'),
				(SELECT count(*) FROM pg_stat_activity WHERE datname LIKE 'comando-%')`).Scan(&sessioni, &ora)
			if err != nil {
				return err
			}
			if sessioni != prima {
				prima, ultima = sessioni, time.Now()
			}
			connessioni = max(connessioni, ora)
			if err := clock.Sleep(ctx, 20*time.Millisecond); err != nil {
				return context.Cause(ctx)
			}
		}
		return nil
	})
	return ultima.Sub(inizio), connessioni, err
}

// cerca asks tenantapi for the fines of a plate of a tenant.
func (c *comandi) cerca(ctx context.Context, tenant string, n int64) error {
	corpo := fmt.Sprintf(`{"targa":%q}`, c.targhe[int(n)%len(c.targhe)])
	richiesta, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Indirizzo(c.Servizio("tenantapi"))+"/api/verbale/ricerca", bytes.NewReader([]byte(corpo)))
	if err != nil {
		return fmt.Errorf("ricerca: %w", err)
	}
	richiesta.Header.Set("Content-Type", "application/json")
	richiesta.Header.Set("X-Realm", tenant)
	risposta, err := c.cliente.Do(richiesta)
	if err != nil {
		return fmt.Errorf("ricerca: %w", err)
	}
	defer risposta.Body.Close()
	testo, err := io.ReadAll(io.LimitReader(risposta.Body, 1<<20))
	if err != nil {
		return fmt.Errorf("ricerca: %w", err)
	}
	if risposta.StatusCode != http.StatusOK || !bytes.Contains(testo, []byte(`"targa"`)) {
		return fmt.Errorf("ricerca in %s: %s: %.300s", tenant, risposta.Status, testo)
	}
	return nil
}

// uno searches always in the same command, molti in each of the active ones in turn.
func (c *comandi) uno(ctx context.Context, n int64) error { return c.cerca(ctx, nomeComando(0), n) }

func (c *comandi) molti(ctx context.Context, n int64) error {
	return c.cerca(ctx, nomeComando(int(n%comandiAttivi)), n/comandiAttivi)
}

// chiudi takes the tenants off the register. Their databases go with the server's folder at the end of
// the bench: dropping them one by one takes minutes, a checkpoint each.
func (c *comandi) chiudi(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	c.cliente.CloseIdleConnections()
	return errors.Join(
		c.Esegui(ctx, "postgres", "ALTER DATABASE "+tenantModello+" ALLOW_CONNECTIONS true"),
		c.Esegui(ctx, "piattaforma", "DELETE FROM core.tenant WHERE nome LIKE 'comando-%'"),
		c.fatto("tenant.sospeso"))
}
