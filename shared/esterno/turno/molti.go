package turno

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// Richiesta is what a turn is asked for. Erasing the persons of Verbale deletes the kept answer.
type Richiesta struct {
	Chiave  string
	Verbale uuid.NullUUID
}

// Molti are turns taken together: one statement takes them, one says that they last.
type Molti struct {
	turni Turni
	chi   uuid.UUID
	presi map[string]Turno

	contesti map[string]context.Context // of the questions, from Reggi on

	mu   sync.Mutex
	vivi map[string]context.CancelCauseFunc // ends the question of a turn that lasts
}

// dimentica deletes turns that brought nothing, of those that nobody asks for now.
const dimentica = `DELETE FROM turno WHERE ambito = $1 AND chiave <> ALL ($2) AND esito IS NULL AND fino < clock_timestamp() - $3::interval`

// PrendiMolti queues the taking of turns, one a key: once the batch has been sent, Preso tells which of them are the caller's.
func (t Turni) PrendiMolti(ctx context.Context, lotto *pgx.Batch, richieste []Richiesta) *Molti {
	m := &Molti{turni: t, chi: uuid.New(), presi: make(map[string]Turno, len(richieste))}
	chiavi, ids, verbali := make([]string, len(richieste)), make([]uuid.UUID, len(richieste)), make([]uuid.NullUUID, len(richieste))
	for i, r := range richieste {
		chiavi[i], ids[i], verbali[i] = r.Chiave, uuid.Must(uuid.NewV7()), r.Verbale
	}
	if t.Segnali.pulisce(ctx, t.Ambito) {
		lotto.Queue(dimentica, t.Ambito, chiavi, anziani)
	}
	// In the order of the keys: two takers of the same ones never wait for each other both.
	lotto.Queue(`INSERT INTO turno AS p (id, ambito, chiave, verbale, chi, fino)
		SELECT id, $4, chiave, verbale, $5, clock_timestamp() + $6::interval FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS r (id, chiave, verbale)
			ORDER BY chiave
		ON CONFLICT (ambito, chiave) DO UPDATE SET fino = excluded.fino, chi = excluded.chi
			WHERE p.fino <= clock_timestamp() OR p.esito IS NOT NULL
		RETURNING id, chiave, esterno, esito`, ids, chiavi, verbali, t.Ambito, m.chi, t.dura()).Query(func(righe pgx.Rows) error {
		for righe.Next() {
			x := Turno{turni: t, chi: m.chi}
			if err := righe.Scan(&x.ID, &x.chiave, &x.Esterno, &x.Esito); err != nil {
				return err
			}
			m.presi[x.chiave] = x
		}
		return righe.Err()
	})
	return m
}

// Preso gives the turn of a key; false while another caller has it.
func (m *Molti) Preso(chiave string) (t Turno, mio bool) {
	t, mio = m.presi[chiave]
	return t, mio
}

// Reggi keeps all turns until smetti is called, or until Finito of each. Tenuto gives the context of a question.
func (m *Molti) Reggi(ctx context.Context) (smetti func()) {
	m.contesti, m.vivi = make(map[string]context.Context, len(m.presi)), make(map[string]context.CancelCauseFunc, len(m.presi))
	for chiave := range m.presi {
		suo, cessa := context.WithCancelCause(ctx)
		m.contesti[chiave], m.vivi[chiave] = suo, cessa //nolint:fatcontext // those of the turns stand side by side
	}
	fine := make(chan struct{})
	var regge sync.WaitGroup
	regge.Go(func() { m.rinnova(ctx, fine) })
	return func() {
		close(fine)
		m.cessano(nil, m.chiavi())
		regge.Wait()
	}
}

// Tenuto is the context of the question of a turn: it ends with Finito, or when nobody could say in time that the turn lasts, so that
// a question does not outlive the time in which one replica alone asks it.
func (m *Molti) Tenuto(chiave string) context.Context { return m.contesti[chiave] }

// Finito says that the effect of a turn is written, or that the turn was given back.
func (m *Molti) Finito(chiave string) { m.cessano(nil, []string{chiave}) }

func (m *Molti) cessano(perche error, chiavi []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range chiavi {
		if cessa, vive := m.vivi[k]; vive {
			cessa(perche)
			delete(m.vivi, k)
		}
	}
}

func (m *Molti) chiavi() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	tutte := make([]string, 0, len(m.vivi))
	for k := range m.vivi {
		tutte = append(tutte, k)
	}
	return tutte
}

func (m *Molti) rinnova(ctx context.Context, smesso <-chan struct{}) {
	ogni := m.turni.dura() / 3
	fino := time.Now().Add(m.turni.dura() - ogni/2)
	passo := time.NewTicker(ogni)
	defer passo.Stop()
	for {
		select {
		case <-smesso:
			return
		case <-ctx.Done():
			return
		case <-passo.C:
		}
		chiavi := m.chiavi()
		if len(chiavi) == 0 {
			return
		}
		da := time.Now()
		entro, libera := context.WithDeadline(ctx, fino)
		persi, err := m.durano(entro, chiavi)
		libera()
		switch {
		case err == nil:
			fino = da.Add(m.turni.dura() - ogni/2)
			m.cessano(ErrPerso, persi)
		case !time.Now().Before(fino):
			m.cessano(ErrPerso, chiavi)
			return
		}
	}
}

// durano makes turns last from now on, and gives those that are another's.
func (m *Molti) durano(ctx context.Context, chiavi []string) (persi []string, err error) {
	database, err := m.turni.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `UPDATE turno SET fino = clock_timestamp() + $4::interval WHERE ambito = $1 AND chiave = ANY ($2) AND chi = $3
		RETURNING chiave`, m.turni.Ambito, chiavi, m.chi, m.turni.dura())
	if err != nil {
		return nil, db.Wrap("turno", err)
	}
	nostri, err := pgx.CollectRows(righe, pgx.RowTo[string])
	if err != nil {
		return nil, db.Wrap("turno", err)
	}
	return slices.DeleteFunc(chiavi, func(k string) bool { return slices.Contains(nostri, k) }), nil
}

// Lasciano queues the giving back of turns that were not answered.
func (m *Molti) Lasciano(lotto *pgx.Batch, chiavi []string) {
	if len(chiavi) > 0 {
		lotto.Queue(`UPDATE turno SET fino = clock_timestamp() WHERE ambito = $1 AND chiave = ANY ($2) AND chi = $3 AND esito IS NULL`,
			m.turni.Ambito, chiavi, m.chi)
	}
}

// Chiudono queues the end of turns, with their effects.
func (m *Molti) Chiudono(lotto *pgx.Batch, chiavi []string) {
	if len(chiavi) > 0 {
		lotto.Queue(`DELETE FROM turno WHERE ambito = $1 AND chiave = ANY ($2)`, m.turni.Ambito, chiavi)
	}
}
