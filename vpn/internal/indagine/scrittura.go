package indagine

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Effetto is what a message comes to. Riga is its outcome; nil: there is none, and Errore says why, or that its effect is written
// already where it is nil too.
type Effetto struct {
	Messaggio string
	Riga      *Riga
	Domande   []libro.Riga // what the registers were asked for it
	Accessi   []db.Access
	Errore    error

	Ricevuto bool // it goes into the inbox
	Muore    bool // it does not come again

	quale   int             // of the chunk
	traccia context.Context //nolint:containedctx // of the message; nil: the caller's
	mio     bool            // its turn was taken here
}

// entro is how long a transaction of effects may take.
const entro = 10 * time.Second

// Scrivi writes effects with one commit: outcomes, books, audits, inbox, facts, and the ends of the turns. Where they cannot be written
// together each half of them is tried, so that those at fault alone are not written: their Errore says it, and their answers are kept
// for the next delivery. Answers that came before the caller left are written after it has.
func (s Store) Scrivi(ctx context.Context, turni *turno.Molti, effetti []*Effetto) {
	err := s.insieme(ctx, turni, effetti, false)
	if len(effetti) == 1 && db.AlreadyReceived(err) {
		err = s.insieme(ctx, turni, effetti, true)
	}
	switch {
	case err == nil:
	case db.Unreachable(err):
		s.riscrivi(ctx, turni, effetti, err)
	case len(effetti) > 1:
		meta := len(effetti) / 2
		s.Scrivi(ctx, turni, effetti[:meta])
		s.Scrivi(ctx, turni, effetti[meta:])
	default:
		effetti[0].Errore = errors.Join(effetti[0].Errore, nonScritto(err), s.trattieni(ctx, turni, effetti[0]))
	}
}

// riscrivi tries once more after a failure of the server or of the connection, when nobody can say whether the commit was done.
func (s Store) riscrivi(ctx context.Context, turni *turno.Molti, effetti []*Effetto, err error) {
	mancano, nonLetti := s.nonRicevuti(ctx, effetti)
	if nonLetti == nil {
		err = s.insieme(ctx, turni, mancano, false)
	}
	if err != nil {
		for _, e := range mancano {
			e.Errore = errors.Join(e.Errore, err)
		}
	}
}

// nonRicevuti leaves out the effects that the inbox says are written; all of them where it cannot be read.
func (s Store) nonRicevuti(ctx context.Context, effetti []*Effetto) ([]*Effetto, error) {
	ctx, libera := context.WithTimeout(context.WithoutCancel(ctx), entro)
	defer libera()
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return effetti, err
	}
	messaggi := make([]string, len(effetti))
	for i, e := range effetti {
		messaggi[i] = e.Messaggio
	}
	n := noto{ricevuti: map[string]bool{}}
	var lotto pgx.Batch
	n.leggeRicevuti(&lotto, messaggi)
	if err := database.Send(ctx, &lotto); err != nil {
		return effetti, err
	}
	return slices.DeleteFunc(slices.Clone(effetti), func(e *Effetto) bool { return n.ricevuti[e.Messaggio] }), nil
}

// nonScritto is the failure of an effect. A register is not asked, and paid, again for a value that the database never takes.
func nonScritto(err error) error {
	if db.NotStorable(err) {
		return bus.Permanent(err)
	}
	return err
}

// insieme is one commit. A message whose effect another delivery has written has asked too: of it its questions alone are left.
func (s Store) insieme(ctx context.Context, turni *turno.Molti, effetti []*Effetto, gia bool) error {
	ctx, libera := context.WithTimeout(context.WithoutCancel(ctx), entro)
	defer libera()
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	var lotto pgx.Batch
	uscite, err := accoda(ctx, &lotto, turni, effetti, gia)
	if err != nil || lotto.Len() == 0 {
		return err
	}
	if err := database.Send(ctx, &lotto); err != nil {
		if len(uscite) > 0 {
			database.WakeUncertain(err)
		}
		return err
	}
	if len(uscite) > 0 {
		database.Wake(uscite...)
	}
	return nil
}

// scritti is what effects write, by table.
type scritti struct {
	ricevuti, chiusi, lasciati []string
	righe                      []*Riga
	domande                    []libro.Riga
	accessi                    []db.Access
	uscite                     []db.OutboxRow
}

// aggiungi adds what an effect writes; gia says that another delivery has written it.
func (x *scritti) aggiungi(ctx context.Context, e *Effetto, gia bool) error {
	x.domande = append(x.domande, e.Domande...)
	switch {
	case e.mio && e.Riga == nil && e.Errore != nil && !e.Muore:
		x.lasciati = append(x.lasciati, e.Messaggio)
	case e.mio:
		x.chiusi = append(x.chiusi, e.Messaggio)
	}
	if e.Riga == nil || !gia || e.Riga.Rete != "" {
		x.accessi = append(x.accessi, e.Accessi...)
	}
	if gia {
		return nil
	}
	if e.Ricevuto {
		x.ricevuti = append(x.ricevuti, e.Messaggio)
	}
	if e.Riga == nil {
		return nil
	}
	traccia := ctx
	if e.traccia != nil {
		traccia = e.traccia
	}
	uscita, err := db.NewOutboxRow(traccia, tenant.Name(ctx), fatto(*e.Riga))
	x.righe, x.uscite = append(x.righe, e.Riga), append(x.uscite, uscita)
	return err
}

// accoda queues what effects write, and gives the facts among it.
func accoda(ctx context.Context, lotto *pgx.Batch, turni *turno.Molti, effetti []*Effetto, gia bool) ([]db.OutboxRow, error) {
	var x scritti
	for _, e := range effetti {
		if err := x.aggiungi(ctx, e, gia); err != nil {
			return nil, err
		}
	}
	if len(x.ricevuti) > 0 {
		db.QueueFirst(lotto, Durevole, x.ricevuti)
	}
	accodaRighe(lotto, x.righe)
	db.QueueAudit(lotto, x.accessi)
	turni.Lasciano(lotto, x.lasciati)
	turni.Chiudono(lotto, x.chiusi)
	db.QueueOutbox(lotto, x.uscite)
	return x.uscite, libro.Accoda(lotto, x.domande)
}

// trattieni keeps an answer whose effect could not be written: the next delivery writes it without asking.
func (s Store) trattieni(ctx context.Context, turni *turno.Molti, e *Effetto) error {
	ctx, libera := context.WithTimeout(context.WithoutCancel(ctx), entro)
	defer libera()
	return errors.Join(s.annota(ctx, e.Domande), s.tieni(ctx, turni, e))
}

// annota writes the questions of an answer into the book.
func (s Store) annota(ctx context.Context, domande []libro.Riga) error {
	if len(domande) == 0 {
		return nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	var lotto pgx.Batch
	if err := libro.Accoda(&lotto, domande); err != nil {
		return err
	}
	return database.Send(ctx, &lotto)
}

// tieni keeps an answer with its turn; a turn without one is given back.
func (s Store) tieni(ctx context.Context, turni *turno.Molti, e *Effetto) error {
	t, mio := turni.Preso(e.Messaggio)
	switch {
	case !mio:
		return nil
	case e.Riga == nil:
		return t.Lascia(ctx)
	}
	return t.Tieni(ctx, e.Riga)
}
