package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
	"gorm.io/gorm"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Codes of PostgreSQL (appendix A of its manual) that callers are told about.
const (
	tabellaAssente  = "42P01"
	colonnaAssente  = "42703"
	schemaAssente   = "3F000"
	bancaAssente    = "3D000"
	nonConcesso     = "42501"
	valoreDoppio    = "23505"
	serializzazione = "40001"
	stallo          = "40P01"
)

// Wrap names the operation that failed and says what a caller may know of it: a database away is
// 503 BANCA_DATI_NON_DISPONIBILE, a view not yet there, or not yet with the column asked for, or not yet granted to
// this service, 503 DATI_NON_PRONTI: services start and are updated in any order. Errors that are already for the
// caller, and nil, come back as they are.
func Wrap(operazione string, err error) error {
	if err == nil || problem.As(err) != nil {
		return err
	}
	err = fmt.Errorf("db: %s: %w", operazione, err)
	switch c := codice(err); {
	case c == tabellaAssente, c == colonnaAssente, c == schemaAssente, c == nonConcesso:
		return problem.NonDisponibile("DATI_NON_PRONTI", "I dati richiesti non sono ancora pronti.").With(err)
	case Unreachable(err):
		return problem.NonDisponibile("BANCA_DATI_NON_DISPONIBILE", "La banca dati non è raggiungibile.").With(err)
	}
	return err
}

// Unreachable reports that the failure is of the server or the network, not of the statement:
// trying later may succeed.
func Unreachable(err error) bool {
	var connessione *pgconn.ConnectError
	var rete net.Error
	if errors.As(err, &connessione) || errors.As(err, &rete) || interrotta(err) {
		return true
	}
	c := codice(err)
	if len(c) != 5 {
		return pgconn.SafeToRetry(err)
	}
	// 08 connection, 53 resources, 57P shutdown.
	return c[:2] == "08" || c[:2] == "53" || c[:3] == "57P" || c == bancaAssente
}

// NotStorable reports that the value is at fault, not the server: a text with NUL, a JSON that PostgreSQL does not keep.
// Trying again with the same is useless.
func NotStorable(err error) bool {
	c := codice(err)
	return len(c) == 5 && (c[:2] == "22" || c[:2] == "54") // 22 data exception, 54 program limit exceeded
}

// interrotta finds the ways in which a connection that was in use says that it is gone.
func interrotta(err error) bool {
	for _, e := range []error{
		context.DeadlineExceeded, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed,
		pgconn.ErrConnClosed, puddle.ErrClosedPool, driver.ErrBadConn, sql.ErrConnDone, errClosed,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// Retryable reports a transaction that lost against another and may be run again at once.
func Retryable(err error) bool {
	c := codice(err)
	return c == serializzazione || c == stallo
}

// Duplicate reports the violation of a unique constraint and names it.
func Duplicate(err error) (vincolo string, doppio bool) {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == valoreDoppio {
		return pg.ConstraintName, true
	}
	return "", errors.Is(err, gorm.ErrDuplicatedKey)
}

// Missing reports that a query found no row.
func Missing(err error) bool { return errors.Is(err, gorm.ErrRecordNotFound) }

func codice(err error) string {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return pg.Code
	}
	return ""
}
