package notifica

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// porzionePiano is how many fines are judged in one transaction.
const porzionePiano = 500

// Piano judges what comes next for each addressee who is still to be served, and keeps it where pages read it.
type Piano struct {
	Pools    *db.Pools
	Anagrafe *anagrafe.Copy
	Lotti    Lotti
	Adesso   func() time.Time
	Log      *slog.Logger
}

// Lotti makes the lots of the plan.
type Lotti interface {
	DalPiano(ctx context.Context, t verbale.TipoLotto, posizioni []uuid.UUID) (lotto.Lotto, error)
}

// giudizio is a command on a day, with what its plan rests on.
type giudizio struct {
	piano.Scelte

	oggi   calendario.Giorno
	chiave string // of what the plan rests on, beside the fines

	conConnessione bool // connessione has prepared its views
}

// Giro judges anew the fines of a command that have changed, and all of them on another day or under other choices. Then acts enter and
// leave the open lot of letters as the plan says and, once a day, those for SEND leave in a lot. Several replicas may do it together. It
// gives how many fines it judged. A database that is not in use is left closed.
func (p *Piano) Giro(ctx context.Context, t tenant.Tenant) (quanti int, err error) {
	ctx = tenant.With(ctx, t)
	var pronte []uuid.UUID
	var oggi calendario.Giorno
	err = p.Pools.Visit(ctx, t, func(ctx context.Context, pool *db.Pool) error {
		g, err := p.giudizio(ctx, pool, t.Nome)
		if err != nil {
			return err
		}
		oggi = g.oggi
		if quanti, err = p.giudicaTutti(ctx, pool, g); err != nil {
			return err
		}
		pronte, err = p.pronte(ctx, pool, g)
		return err
	})
	if err == nil && len(pronte) > 0 {
		err = p.manda(ctx, t, oggi, pronte)
	}
	return quanti, db.Wrap("piano delle notifiche", err)
}

// giudicaTutti judges the fines that are to be judged, and gives how many.
func (p *Piano) giudicaTutti(ctx context.Context, pool *db.Pool, g giudizio) (quanti int, err error) {
	for _, quali := range g.daGiudicare() {
		for dopo := uuid.Nil; ; {
			ids, err := quali(ctx, pool, dopo)
			if err != nil {
				return quanti, err
			}
			if len(ids) == 0 {
				break
			}
			if err := p.giudica(ctx, pool, g, ids); err != nil {
				return quanti, err
			}
			quanti, dopo = quanti+len(ids), ids[len(ids)-1]
		}
	}
	return quanti, nil
}

// Tocca judges a fine of the context's command at once, as after a person's choice. Where it cannot, the next round does.
func (p *Piano) Tocca(ctx context.Context, id uuid.UUID) {
	err := func() error {
		database, err := p.Pools.Tenant(ctx)
		if err != nil {
			return err
		}
		g, err := p.giudizio(ctx, database.Pool, tenant.Name(ctx))
		if err != nil {
			return err
		}
		return p.giudica(ctx, database.Pool, g, []uuid.UUID{id})
	}()
	if err != nil {
		p.Log.WarnContext(ctx, "il piano di un verbale resta al prossimo giro", "verbale", id, "errore", err)
	}
}

// giudizio reads the choices of a command and how SEND is.
func (p *Piano) giudizio(ctx context.Context, pool *db.Pool, comando string) (g giudizio, err error) {
	g.oggi = calendario.Da(p.Adesso())
	if g.Scelte, err = ufficio.Canali(p.Anagrafe.Of(comando), g.oggi.String()); err != nil {
		return g, err
	}
	if g.conConnessione, err = conConnessione(ctx, pool); err == nil && g.conConnessione {
		g.SendFermo, err = sendFermo(ctx, pool)
	}
	g.chiave = fmt.Sprintf("%s %v %v %d %v %s", g.oggi, g.Vie, g.DaSoli, g.Riserva, g.SendCollegato, g.SendFermo)
	return g, err
}

// giudica judges some fines in one transaction, which holds their rows of the plan and not the fines: one that changes meanwhile is
// judged again.
func (p *Piano) giudica(ctx context.Context, pool *db.Pool, g giudizio, ids []uuid.UUID) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		letti, err := leggiCasi(ctx, tx, ids, g.conConnessione)
		if err != nil {
			return err
		}
		tutti, err := letti.piani(g)
		if err != nil {
			return err
		}
		var comandi pgx.Batch
		ora := p.Adesso()
		tutti.scrivi(&comandi, ids, g.chiave, ora)
		tutti.muovi(&comandi, ora)
		return tx.SendBatch(ctx, &comandi).Close()
	})
}

// pronte are the positions that leave with SEND now, the nearest term first: once a day of Rome all that the plan has ready, and whenever it
// is found what tomorrow would be too late for. While SEND takes nothing none leaves, and the lot of the day is still to come. A command
// without lots of SEND has had its lot of the day: who chooses SEND at noon sees the plan before the night.
func (p *Piano) pronte(ctx context.Context, pool *db.Pool, g giudizio) (posizioni []uuid.UUID, err error) {
	manda := p.Lotti != nil && g.DaSola(verbale.CanaleSend)
	if manda && (!g.SendCollegato || !g.SendFermo.IsZero()) {
		return nil, nil
	}
	var fatta bool
	if err := pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM piano_notte WHERE giorno = $1)`, g.oggi).Scan(&fatta); err != nil {
		return nil, err
	}
	if manda {
		rows, err := pool.Query(ctx, `SELECT posizione FROM piano WHERE via = $1 AND aspetta = $2 AND (NOT $3 OR entro <= $4) ORDER BY entro, posizione`,
			verbale.CanaleSend, verbale.AttesaPartenza, fatta, g.oggi.AddDays(1))
		if err != nil {
			return nil, err
		}
		if posizioni, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID]); err != nil {
			return nil, err
		}
	}
	if !fatta && len(posizioni) == 0 {
		err = p.annota(ctx, pool, g.oggi)
	}
	return posizioni, err
}

// manda makes a lot of SEND of some positions, which is the one of the day unless that was made before.
func (p *Piano) manda(ctx context.Context, t tenant.Tenant, oggi calendario.Giorno, posizioni []uuid.UUID) error {
	l, err := p.Lotti.DalPiano(ctx, verbale.LottoSend, posizioni)
	if err != nil {
		return err
	}
	p.Log.InfoContext(ctx, "il piano manda gli atti con SEND", "lotto", l.Nome, "atti", l.Voci.Totale)
	return p.Pools.Visit(ctx, t, func(ctx context.Context, pool *db.Pool) error { return p.annota(ctx, pool, oggi) })
}

// annota writes that a day has had its lot of SEND.
func (p *Piano) annota(ctx context.Context, pool *db.Pool, giorno calendario.Giorno) error {
	_, err := pool.Exec(ctx, `INSERT INTO piano_notte (giorno, fatta) VALUES ($1, $2) ON CONFLICT DO NOTHING`, giorno, p.Adesso())
	return err
}

// pausa is the time between one command and the next: on a new day every command has something to judge.
const pausa = 50 * time.Millisecond

// Avvia starts the rounds over the active commands: those whose database is in use at each interval, which is lengthened by up to a
// sixth at random, each of them once a day. The function that it gives stops them and waits for the one at work.
func (p *Piano) Avvia(comandi *tenant.Directory, ogni time.Duration) (ferma func()) {
	ctx, smette := context.WithCancel(context.Background())
	var insieme sync.WaitGroup
	insieme.Go(func() {
		giorni := map[string]calendario.Giorno{}
		for clock.Sleep(ctx, ogni+rand.N(ogni/6)) == nil { //nolint:gosec // jitter, not a secret
			if !p.Anagrafe.Ready() || !comandi.Ready() {
				continue
			}
			for _, t := range comandi.Active() {
				oggi := calendario.Da(p.Adesso())
				if !p.Pools.InUse(t) && giorni[t.Nome] == oggi || clock.Sleep(ctx, pausa) != nil {
					continue
				}
				if p.visita(ctx, t) {
					giorni[t.Nome] = oggi
				}
			}
		}
	})
	return func() { smette(); insieme.Wait() }
}

// visita makes a round, and reports that it did not fail.
func (p *Piano) visita(ctx context.Context, t tenant.Tenant) bool {
	if ctx.Err() != nil {
		return false
	}
	_, err := p.Giro(ctx, t)
	if err != nil && ctx.Err() == nil {
		p.Log.WarnContext(tenant.With(ctx, t), "piano delle notifiche in attesa", "errore", err)
	}
	return err == nil
}
