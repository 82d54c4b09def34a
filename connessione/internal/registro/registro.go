// Package registro writes the audit of look-ups: lines that come at the same time share a commit, and none
// is answered before its own is on disk.
package registro

import (
	"context"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

const (
	perVolta     = 128 // lines of one commit
	scrittoEntro = 10 * time.Second
)

// Penna groups the lines of each database. The zero value is ready; safe for concurrent use.
type Penna struct {
	mu   sync.Mutex
	code map[string]*coda
}

// coda are the lines that wait for a database; occupata while somebody writes.
type coda struct {
	occupata bool
	attese   []*attesa
}

// attesa is a line and who waits for it: they hear how it went, or that it is their turn to write.
type attesa struct {
	riga     db.Access
	database *db.Database
	esito    chan error
	turno    chan struct{}
}

// Registra returns when the line is committed, or why it is not. di names the database: its lines are
// written one group after the other, by one of those who wait.
func (p *Penna) Registra(ctx context.Context, di string, database *db.Database, riga db.Access) error {
	x := &attesa{riga: riga, database: database, esito: make(chan error, 1), turno: make(chan struct{})}
	if !p.entra(di, x) {
		select {
		case err := <-x.esito:
			return err
		case <-x.turno:
		}
	}
	p.scrivi(ctx, p.gruppo(di))
	p.cede(di)
	return <-x.esito
}

// entra queues a line; true when nobody is writing, and then it is for who asks.
func (p *Penna) entra(di string, x *attesa) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.code[di]
	if c == nil {
		if p.code == nil {
			p.code = map[string]*coda{}
		}
		c = &coda{}
		p.code[di] = c
	}
	c.attese = append(c.attese, x)
	if c.occupata {
		return false
	}
	c.occupata = true
	return true
}

// gruppo takes the oldest lines; the first is of who writes them.
func (p *Penna) gruppo(di string) []*attesa {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.code[di]
	n := min(len(c.attese), perVolta)
	g := c.attese[:n:n]
	c.attese = c.attese[n:]
	return g
}

// cede lets the next who waits write, or forgets the queue.
func (p *Penna) cede(di string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.code[di]; len(c.attese) > 0 {
		close(c.attese[0].turno)
		return
	}
	delete(p.code, di)
}

// scrivi commits a group and tells everyone. Who writes does so for others too: it does not stop when its
// own caller goes away. A line that cannot be written fails alone.
func (p *Penna) scrivi(ctx context.Context, gruppo []*attesa) {
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), scrittoEntro)
	defer fine()
	err := inserisci(ctx, gruppo)
	if err == nil || len(gruppo) == 1 || db.Unreachable(err) {
		for _, x := range gruppo {
			x.esito <- err
		}
		return
	}
	for _, x := range gruppo {
		x.esito <- inserisci(ctx, []*attesa{x})
	}
}

func inserisci(ctx context.Context, gruppo []*attesa) error {
	const campi = 8
	var colonne [campi][]string
	for _, x := range gruppo {
		a := x.riga
		for i, v := range [campi]string{a.Attore, a.Azione, a.OggettoTipo, a.Oggetto, a.Motivo, a.Esito, a.Indirizzo, a.Traccia} {
			colonne[i] = append(colonne[i], v)
		}
	}
	_, err := gruppo[0].database.Pool.Exec(ctx, `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia)
		SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`,
		colonne[0], colonne[1], colonne[2], colonne[3], colonne[4], colonne[5], colonne[6], colonne[7])
	return db.Wrap("registro", err)
}
