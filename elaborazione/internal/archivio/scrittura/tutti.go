package scrittura

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Cambio is what a message of a chunk makes of a fine.
type Cambio struct {
	Verbale uuid.UUID
	Da      Messaggio                             // zero: none
	Traccia func(context.Context) context.Context // of the message; nil: the caller's
	Decidi  Decisione
	Letto   *vita.Stato // as the caller read it: the change stands on it; nil: the state is read again
}

// ErrSuperato is the outcome of a change that stands on a state which is past.
var ErrSuperato = errors.New("verbale: cambiato dopo la lettura")

// ApplicaTutti changes fines in one commit, each as Applica does, and gives the outcome of each change. A refused change
// writes nothing and its message is not taken. No two are of one fine; either all stand on a state that was read, or none.
// With an error nothing is written.
func (s *Scrittore) ApplicaTutti(ctx context.Context, cambi []Cambio) (esiti []error, err error) {
	if len(cambi) == 0 {
		return nil, nil
	}
	esiti, err = s.applicaTutti(ctx, cambi)
	return esiti, db.Wrap(fmt.Sprintf("cambio di %d verbali", len(cambi)), err)
}

func (s *Scrittore) applicaTutti(ctx context.Context, cambi []Cambio) (esiti []error, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var cambiati int
	var w *scritture
	err = ripeti(func() error {
		w = nuoveScritture()
		return inPipeline(ctx, database.Pool, func(t *pipeline) (err error) {
			cambiati, esiti, err = s.tutti(ctx, t, w, cambi)
			return err
		})
	})
	if err != nil {
		if cambiati > 0 {
			database.WakeUncertain(err)
		}
		return nil, err
	}
	if cambiati > 0 {
		database.Wake(w.uscite...)
	}
	return esiti, nil
}

// tutti takes the messages and reads the fines in one round trip; what it writes leaves with the commit.
func (s *Scrittore) tutti(ctx context.Context, t *pipeline, w *scritture, cambi []Cambio) (cambiati int, esiti []error, err error) {
	nuovo := ricevi(&t.Batch, cambi)
	stato := accodaStati(&t.Batch, cambi)
	if err := t.manda(ctx); err != nil {
		return 0, nil, err
	}
	esiti = make([]error, len(cambi))
	doppi := map[uuid.UUID][]conseguenze.Sciolto{}
	for i, x := range cambi {
		if !nuovo(x.Da) {
			continue
		}
		prima, err := stato(x)
		var passi []passo
		if err == nil {
			passi, err = s.decide(*prima, x.Decidi)
		}
		if esiti[i] = err; err != nil || len(passi) == 0 {
			continue
		}
		if err := w.cambio(x.traccia(ctx), *prima, passi); err != nil {
			return 0, nil, err
		}
		cambiati++
		if d := sciolti(*prima, passi); len(d) > 0 {
			doppi[x.Verbale] = d
		}
	}
	dimentica(&t.Batch, cambi, esiti)
	if err := w.accoda(&t.Batch); err != nil {
		return cambiati, nil, err
	}
	for _, x := range cambi {
		if d := doppi[x.Verbale]; len(d) > 0 {
			w.uscite = nil // they are not all
			if err := s.sciogli(ctx, func(lotto *pgx.Batch) error { return t.aggiungi(ctx, lotto) }, x.Verbale, d); err != nil {
				return cambiati, nil, err
			}
		}
	}
	return cambiati, esiti, nil
}

func (x Cambio) traccia(ctx context.Context) context.Context {
	if x.Traccia == nil {
		return ctx
	}
	return x.Traccia(ctx)
}

// ricevi notes the messages of the changes. It says, once sent, whether a message was not taken before; none is always new.
func ricevi(lotto *pgx.Batch, cambi []Cambio) (nuovo func(Messaggio) bool) {
	ids := map[string][]string{} // by consumer
	for _, x := range cambi {
		if x.Da != (Messaggio{}) {
			ids[x.Da.Consumatore] = append(ids[x.Da.Consumatore], x.Da.ID)
		}
	}
	nuovi := make(map[string]map[string]bool, len(ids))
	for _, consumatore := range slices.Sorted(maps.Keys(ids)) {
		nuovi[consumatore] = db.QueueReceived(lotto, consumatore, ids[consumatore])
	}
	return func(m Messaggio) bool { return m == (Messaggio{}) || nuovi[m.Consumatore][m.ID] }
}

// dimentica gives back the messages of the changes that were refused.
func dimentica(lotto *pgx.Batch, cambi []Cambio, esiti []error) {
	var consumatori, ids []string
	for i, err := range esiti {
		if err != nil {
			consumatori, ids = append(consumatori, cambi[i].Da.Consumatore), append(ids, cambi[i].Da.ID)
		}
	}
	if len(ids) > 0 {
		lotto.Queue(`DELETE FROM ricevuto r USING unnest($1::text[], $2::text[]) x (consumatore, id)
			WHERE r.consumatore = x.consumatore AND r.id = x.id`, consumatori, ids)
	}
}

// accodaStati locks the fines of the changes in order of id. It gives, once sent, the state of each: read now, or the one
// that the change stands on while it is the present one.
func accodaStati(lotto *pgx.Batch, cambi []Cambio) func(Cambio) (*vita.Stato, error) {
	ids := make([]uuid.UUID, len(cambi))
	for i, x := range cambi {
		ids[i] = x.Verbale
	}
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	if cambi[0].Letto == nil {
		l := lettura.AccodaLetture(lotto, ids, "FOR UPDATE")
		return func(x Cambio) (*vita.Stato, error) {
			if s := l.Di(x.Verbale); s != nil {
				return s, nil
			}
			return nil, problem.NonTrovato("verbale", x.Verbale.String())
		}
	}
	type presente struct {
		sequenza   int
		cancellato bool
	}
	presenti := make(map[uuid.UUID]presente, len(ids))
	lotto.Queue(`SELECT id, sequenza, cancellato IS NOT NULL FROM verbale WHERE id = ANY ($1) ORDER BY id FOR UPDATE`, ids).Query(func(rows pgx.Rows) error {
		var id uuid.UUID
		var p presente
		_, err := pgx.ForEachRow(rows, []any{&id, &p.sequenza, &p.cancellato}, func() error {
			presenti[id] = p
			return nil
		})
		return err
	})
	return func(x Cambio) (*vita.Stato, error) {
		if p, c := presenti[x.Verbale]; !c || p.sequenza != x.Letto.Sequenza || p.cancellato != x.Letto.Cancellato {
			return nil, ErrSuperato
		}
		return x.Letto, nil
	}
}
