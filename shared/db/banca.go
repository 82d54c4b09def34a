package db

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"gorm.io/gorm"

	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/telemetria"
)

// Banca is one open database seen with the role of this service.
type Banca struct {
	Pool    *Pool // for what is a set: search, batches, COPY
	nome    string
	piscine *Piscine
}

// Gorm gives a session for reading outside a transaction.
func (b *Banca) Gorm(ctx context.Context) *gorm.DB {
	g := b.piscine.gorm.WithContext(ctx) // a statement of its own
	g.Statement.ConnPool = ponte{b.Pool}
	return g
}

// Tx is a transaction that carries, beside the rows, the messages and the audit of its effect.
type Tx struct {
	*gorm.DB
	ctx        context.Context //nolint:containedctx // a transaction is used within the call that opened it
	tenant     string
	pubblicati int
}

// Transazione runs f in one transaction: what it wrote is committed together or not at all. When it
// published messages the relay is woken after the commit, also when the database went away before it
// could say that it had committed. Errors of f come back as they are; those of the database pass through
// Errore.
func (b *Banca) Transazione(ctx context.Context, f func(tx *Tx) error) error {
	pubblicati := 0
	err := b.Gorm(ctx).Transaction(func(g *gorm.DB) error {
		tx := &Tx{DB: g, ctx: ctx, tenant: b.nome}
		err := f(tx)
		if err == nil { // the commit comes next
			pubblicati = tx.pubblicati
		}
		return err
	})
	if err != nil {
		if pubblicati > 0 {
			b.SvegliaIncerta(err)
		}
		return Errore("transazione", err)
	}
	if pubblicati > 0 {
		b.piscine.sveglia(b.nome)
	}
	return nil
}

// Sveglia wakes the relay of this database, for effects written outside Transazione.
func (b *Banca) Sveglia() { b.piscine.sveglia(b.nome) }

// SvegliaIncerta wakes the relay after a commit that failed with err, when nobody can say whether it was
// done: who tries again finds the message taken and wakes nobody.
func (b *Banca) SvegliaIncerta(err error) {
	if NonRaggiungibile(err) {
		b.Sveglia()
	}
}

// Pubblica writes a message into the outbox: it leaves when the transaction is committed.
func (t *Tx) Pubblica(corpo evento.Corpo) error {
	r, err := NuovaUscita(t.ctx, t.tenant, corpo)
	if err != nil {
		return err
	}
	t.pubblicati++
	return t.Exec(`INSERT INTO uscita (id, soggetto, oggetto, corpo, traccia) VALUES (?, ?, ?, ?, ?)`,
		r.ID, r.Soggetto, r.Oggetto, string(r.Corpo), r.Traccia).Error
}

// RigaUscita is a row of the outbox.
type RigaUscita struct {
	ID                         uuid.UUID
	Soggetto, Oggetto, Traccia string
	Corpo                      json.RawMessage
}

// messaggioAlPiu is the most a payload may weigh, in bytes: messages carry ids, states, dates and
// hashes, and the bus refuses one mebibyte. It is refused here, before its effect is committed.
const messaggioAlPiu = 256 << 10

// NuovaUscita prepares the row of a message, with the trace of ctx, for who writes rows in bulk. A
// payload over 256 KiB is an error of the program.
func NuovaUscita(ctx context.Context, tenant string, corpo evento.Corpo) (RigaUscita, error) {
	dati, err := json.Marshal(corpo)
	if err != nil {
		return RigaUscita{}, fmt.Errorf("db: uscita %T: %w", corpo, err)
	}
	if _, morto := corpo.(evento.Morto); len(dati) > messaggioAlPiu && !morto {
		return RigaUscita{}, fmt.Errorf("db: uscita %T: %d byte, al più %d", corpo, len(dati), messaggioAlPiu)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return RigaUscita{}, fmt.Errorf("db: uscita: %w", err)
	}
	h := map[string][]string{}
	telemetria.Scrivi(ctx, h)
	r := RigaUscita{ID: id, Soggetto: corpo.Soggetto(tenant), Oggetto: corpo.Oggetto(), Corpo: dati}
	if t := h["traceparent"]; len(t) > 0 {
		r.Traccia = t[0]
	}
	return r, nil
}

// Ricevi notes that a consumer has taken a message; false when it had it already, and then the
// effect must not be repeated.
func (t *Tx) Ricevi(consumatore, id string) (bool, error) {
	r := t.Exec(`INSERT INTO ricevuto (consumatore, id) VALUES (?, ?) ON CONFLICT DO NOTHING`, consumatore, id)
	return r.RowsAffected == 1, r.Error
}

// Accesso is a line of the audit: who did or read what, on which fine or person, and why.
type Accesso struct {
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
func (Accesso) TableName() string { return "registro" }

// Registra appends a line to the audit in this transaction.
func (t *Tx) Registra(a Accesso) error { return t.Create(&a).Error }

// Registra appends a line to the audit on its own.
func (b *Banca) Registra(ctx context.Context, a Accesso) error {
	return Errore("registro", b.Gorm(ctx).Create(&a).Error)
}
