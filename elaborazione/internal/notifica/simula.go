package notifica

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// DomandePiano is the door of the other modules: chiedi.elaborazione.piano.<operation>.
type DomandePiano struct {
	Piano   *Piano
	Ammetti func(ctx context.Context, permessi ...auth.Permission) (context.Context, error) // who has one of them
}

// Tutte are the questions by operation.
func (d DomandePiano) Tutte() map[string]bus.Answer {
	return map[string]bus.Answer{event.PianoSimula: d.simula}
}

func (d DomandePiano) simula(ctx context.Context, corpo []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoVerbaleLeggi, auth.PermessoImpostazione) // who sets the channels too
	if err != nil {
		return nil, err
	}
	var q event.DomandaSimulazione
	if err := json.Unmarshal(corpo, &q); err != nil {
		return nil, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	return d.Piano.Simula(ctx, q)
}

// Simula says by which ways the addressees of the fines of a month would be served under other channels, what it would cost and how
// long it would take. 400 names the member that is wrong.
func (p *Piano) Simula(ctx context.Context, q event.DomandaSimulazione) (r event.RispostaSimulazione, err error) {
	inizio, errMese := time.ParseInLocation("2006-01", q.Mese, calendario.Roma())
	var campi []problem.Campo
	if errMese != nil {
		campi = append(campi, problem.Campo{Campo: "mese", Messaggio: "è un mese, da scrivere AAAA-MM"})
	}
	sc := piano.Scelte{DaSoli: map[cds.Canale]bool{verbale.CanalePosta: true, verbale.CanaleSend: true}}
	for _, c := range q.Canali {
		via := ufficio.ViaDi(verbale.TipoLotto(c))
		if via == "" || slices.Contains(sc.Vie, via) {
			campi = append(campi, problem.Campo{Campo: "canali", Messaggio: "sono SEND e POSTALE, ognuno una volta"})
			break
		}
		sc.Vie = append(sc.Vie, via)
	}
	if len(campi) > 0 {
		return r, problem.NonValido(campi...)
	}
	database, err := p.Pools.Tenant(ctx)
	if err != nil {
		return r, err
	}
	s := &simulazione{scelte: sc, vie: map[cds.Canale]int{}, motivi: map[string]int{}}
	r.Mese = q.Mese
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		for dopo := uuid.Nil; ; {
			ids, err := lettura.Righe(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT id FROM verbale WHERE data_violazione >= $1 AND data_violazione < $2
					AND NOT importato AND cancellato IS NULL AND procedura <> ALL ($3) AND id > $4 ORDER BY id LIMIT $5`,
				inizio, inizio.AddDate(0, 1, 0), []string{string(verbale.Rilevato), string(verbale.Preavvisato), string(verbale.Scartato)}, dopo, porzionePiano)
			if err != nil || len(ids) == 0 {
				return err
			}
			letti, err := leggiVerbali(ctx, tx, ids)
			if err != nil {
				return err
			}
			if err := s.aggiungi(letti); err != nil {
				return err
			}
			dopo = ids[len(ids)-1]
		}
	})
	if err != nil {
		return r, db.Wrap("simulazione del piano", err)
	}
	giorni, err := tempi(ctx, database.Pool, calendario.Da(p.Adesso()))
	if err != nil {
		return r, db.Wrap("simulazione del piano", err)
	}
	prezzo, err := ufficio.Send(p.Anagrafe.Of(tenant.Name(ctx)), calendario.Da(p.Adesso()).String())
	if err != nil {
		prezzo = ufficio.PrezzoSend{} // a setting that cannot be read is no price
	}
	return s.risposta(r, giorni, prezzo), nil
}

// simulazione counts.
type simulazione struct {
	scelte      piano.Scelte
	destinatari int
	vie         map[cds.Canale]int
	motivi      map[string]int
}

func (s *simulazione) aggiungi(letti casi) error {
	for _, v := range letti.stati {
		for _, p := range v.Posizioni {
			s.destinatari++
			q := letti.quadri[v.ID]
			if p.Soggetto == uuid.Nil {
				s.motivi["Di chi risponde non si sa ancora il nome."]++
				continue
			}
			x := letti.intorni[p.ID]
			x.Quadro = q
			prima, err := s.scelte.Prima(v, p, x, cmp.Or(q.Accertamento, q.Violazione))
			if err != nil {
				return err
			}
			if prima.Via == "" {
				s.motivi[prima.Perche]++
				continue
			}
			s.vie[prima.Via]++
		}
	}
	return nil
}

// tempi are the median days from dispatch to service by way, over the last year.
func tempi(ctx context.Context, pool *db.Pool, oggi calendario.Giorno) (map[cds.Canale]int, error) {
	rows, err := pool.Query(ctx, `SELECT canale, percentile_disc(0.5) WITHIN GROUP (ORDER BY esito - avviata) FROM notifica
		WHERE stato = $1 AND avviata > $2 AND esito IS NOT NULL GROUP BY canale`, verbale.NotificaRiuscita, oggi.AddDays(-365))
	if err != nil {
		return nil, err
	}
	giorni := map[cds.Canale]int{}
	var canale string
	var mediana int
	_, err = pgx.ForEachRow(rows, []any{&canale, &mediana}, func() error {
		giorni[cds.Canale(canale)] = mediana
		return nil
	})
	return giorni, err
}

func (s *simulazione) risposta(r event.RispostaSimulazione, giorni map[cds.Canale]int, prezzo ufficio.PrezzoSend) event.RispostaSimulazione {
	r.Destinatari, r.Vie, r.Motivi = s.destinatari, []event.ViaSimulata{}, []event.MotivoSimulato{}
	for _, via := range s.scelte.Vie {
		x := event.ViaSimulata{Via: string(via), Quanti: s.vie[via], Giorni: giorni[via]}
		if via == verbale.CanaleSend {
			x.CostoDaCent, x.CostoACent = prezzo.Per(x.Quanti)
		}
		r.Vie = append(r.Vie, x)
	}
	for _, perche := range slices.Sorted(maps.Keys(s.motivi)) {
		r.Persone += s.motivi[perche]
		r.Motivi = append(r.Motivi, event.MotivoSimulato{Perche: perche, Quanti: s.motivi[perche]})
	}
	slices.SortStableFunc(r.Motivi, func(a, b event.MotivoSimulato) int { return cmp.Compare(b.Quanti, a.Quanti) })
	return r
}
