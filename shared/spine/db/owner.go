package db

import (
	"bytes"
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// ChildCommand is the hidden command of every service that does an OwnerTask and ends.
const ChildCommand = "proprietario"

// childrenAtOnce bounds the processes that a service starts to migrate.
const childrenAtOnce = 2

// OwnerTask is what the role that owns the schemas is asked: to bring a database up to date, or to make one.
type OwnerTask struct {
	Tenant   string `json:"tenant,omitempty"` // tenant.Platform: the platform's database
	Host     string `json:"host,omitempty"`
	Database string `json:"database,omitempty"`
	Create   string `json:"create,omitempty"`
}

// OwnerDone is the answer. Complete: nothing is left to do, now and at the next opening.
type OwnerDone struct {
	Complete bool   `json:"complete"`
	Error    string `json:"error,omitempty"`
	Code     string `json:"code,omitempty"` // of PostgreSQL
	Away     bool   `json:"away,omitempty"` // the server, or the way to it
}

// Child does a task elsewhere. The error is that it could not be asked.
type Child func(ctx context.Context, t OwnerTask) (OwnerDone, error)

// InChild runs the program once more with ChildCommand and the same settings: only that child, which serves no requests and
// ends, reads the owner's password.
func InChild(ctx context.Context, t OwnerTask) (d OwnerDone, err error) {
	programma, err := os.Executable()
	if err != nil {
		return d, fmt.Errorf("db: proprietario: %w", err)
	}
	domanda, err := json.Marshal(t)
	if err != nil {
		return d, fmt.Errorf("db: proprietario: %w", err)
	}
	var detto bytes.Buffer
	figlio := exec.CommandContext(ctx, programma, ChildCommand) //nolint:gosec // this program
	figlio.Stdin, figlio.Stdout, figlio.Stderr = bytes.NewReader(domanda), &detto, os.Stderr
	if err := figlio.Run(); err != nil {
		return d, fmt.Errorf("db: proprietario: %w", errors.Join(ctx.Err(), err))
	}
	if err := json.Unmarshal(detto.Bytes(), &d); err != nil {
		return d, fmt.Errorf("db: proprietario: %w", err)
	}
	return d, nil
}

// child asks for a task when fewer than childrenAtOnce are under way.
func (p *Pools) child(ctx context.Context, t OwnerTask) (complete bool, err error) {
	select {
	case p.children <- struct{}{}:
		defer func() { <-p.children }()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	d, err := p.opz.Child(ctx, t)
	switch {
	case err != nil:
		return false, err
	case d.Error == "":
		return d.Complete, nil
	case d.Away:
		return false, fmt.Errorf("%s: %w", d.Error, driver.ErrBadConn)
	case d.Code != "":
		return false, &pgconn.PgError{Severity: "ERROR", Code: d.Code, Message: d.Error}
	}
	return false, errors.New(d.Error)
}

// Do does a task in this process, which has the owner's password.
func (p *Pools) Do(ctx context.Context, t OwnerTask) OwnerDone {
	var d OwnerDone
	var err error
	if t.Create != "" {
		err = p.CreateDatabase(ctx, t.Create)
	} else {
		schema := p.opz.Tenant
		if t.Tenant == tenant.Platform {
			schema = p.opz.Platform
		}
		di := tenant.Tenant{Nome: t.Tenant, Host: t.Host, Database: t.Database}
		d.Complete, err = p.migrateAsOwner(ctx, &Pool{pools: p, tenant: di, schema: schema, max: 1})
	}
	if err != nil {
		d.Error, d.Code, d.Away = err.Error(), codice(err), Unreachable(err)
	}
	return d
}
