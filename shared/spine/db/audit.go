package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/piattaforma-verbali/verbali/shared/spine/group"
)

// Access is a line of the audit: who did or read what, on which fine or person, and why.
type Access struct {
	Quando      time.Time `gorm:"->"`
	Attore      string
	Azione      string
	OggettoTipo string
	Oggetto     string
	Motivo      string
	Esito       string
	Indirizzo   string
	Traccia     string
}

// TableName is the audit table of the schema in the search path.
func (Access) TableName() string { return "registro" }

// Audit appends a line to the audit in this transaction.
func (t *Tx) Audit(a Access) error { return t.Create(&a).Error }

// Audit appends a line to the audit on its own.
func (b *Database) Audit(ctx context.Context, a Access) error { return Audit(ctx, b.Pool, a) }

// executor is a pool, or a transaction of pgx.
type executor interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// Audit appends lines to the audit with one statement, in a transaction of pgx or on its own.
func Audit(ctx context.Context, in executor, lines ...Access) error {
	_, err := in.Exec(ctx, auditLines, auditColumns(lines)...)
	return Wrap("registro", err)
}

const auditLines = `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia)
	SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`

// auditColumns are the arguments of auditLines.
func auditColumns(lines []Access) []any {
	const fields = 8
	var columns [fields][]string
	for _, a := range lines {
		for i, v := range [fields]string{a.Attore, a.Azione, a.OggettoTipo, a.Oggetto, a.Motivo, a.Esito, a.Indirizzo, a.Traccia} {
			columns[i] = append(columns[i], v)
		}
	}
	args := make([]any, fields)
	for i := range columns {
		args[i] = columns[i]
	}
	return args
}

// auditWithin is how long a group of lines may take.
const auditWithin = 10 * time.Second

// errNotAudited is left to a line whose group broke down.
var errNotAudited = errors.New("db: riga del registro non scritta")

// AuditGroup writes lines that come at the same time with one commit; none is answered before its own is on disk. The
// zero value is ready; safe for concurrent use.
type AuditGroup struct{ group group.Group[auditLine] }

type auditLine struct {
	Access

	err error
}

// Audit returns when the line is committed, or why it is not. It does not stop when ctx ends: the line may be in a group
// that others share. A line that cannot be written fails alone.
func (g *AuditGroup) Audit(ctx context.Context, database *Database, a Access) error {
	line := &auditLine{a, errNotAudited}
	g.group.Do(database.name, line, func(lines []*auditLine, next func()) {
		next() // lines need no order
		ctx, end := context.WithTimeout(context.WithoutCancel(ctx), auditWithin)
		defer end()
		all := make([]Access, len(lines))
		for i, l := range lines {
			all[i] = l.Access
		}
		err := Audit(ctx, database.Pool, all...)
		for _, l := range lines {
			if l.err = err; err != nil && len(lines) > 1 && !Unreachable(err) {
				l.err = Audit(ctx, database.Pool, l.Access)
			}
		}
	})
	return line.err
}
