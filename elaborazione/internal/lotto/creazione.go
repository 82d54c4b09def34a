package lotto

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// verbaliAlPiu is how many fines one request may name: more are asked for by a filter.
const verbaliAlPiu = 10_000

// difettiAlPiu is how many faults of one list an answer names: who sent a wrong file needs no more.
const difettiAlPiu = 20

// Richiesta asks for a lot: of the fines that it names, or of those that its filter finds.
type Richiesta struct {
	Tipo   verbale.TipoLotto `json:"tipo"`
	Scelti []string          `json:"verbali"`
	Filtro *Filtro           `json:"filtro"`
}

// Filtro chooses fines; an empty member does not narrow. Days are of Rome.
type Filtro struct {
	Procedura []string `json:"procedura"`
	Reparto   string   `json:"reparto"`
	Da        string   `json:"da"` // day of the violation, included
	A         string   `json:"a"`  // the last one, included
}

// scelta is a request that was checked.
type scelta struct {
	tipo      verbale.TipoLotto
	ids       []uuid.UUID
	procedure []string
	reparto   string
	da, a     calendario.Giorno
	posizioni []uuid.UUID // of the plan, in the order in which they leave; nil: a person chose
}

// trova chooses the positions p, of fines v, that a request names or that its filter finds; its arguments begin at $3.
func (x scelta) trova() (condizione string, args []any) {
	if x.posizioni != nil {
		return `p.id = ANY ($3)`, []any{x.posizioni}
	}
	return `($3::uuid[] IS NULL OR v.id = ANY ($3)) AND (coalesce(cardinality($4::text[]), 0) = 0 OR v.procedura = ANY ($4)) AND ($5 = '' OR v.reparto = $5)
		AND ($6::timestamptz IS NULL OR v.data_violazione >= $6) AND ($7::timestamptz IS NULL OR v.data_violazione < $7)`,
		[]any{x.ids, x.procedure, x.reparto, inizio(x.da), inizio(x.a.AddDays(1))}
}

// controlla reads the request; every refusal names its field.
func (r Richiesta) controlla() (scelta, error) {
	x := scelta{tipo: r.Tipo}
	var campi []problem.Campo
	rifiuta := func(campo, messaggio string) {
		campi = append(campi, problem.Campo{Campo: campo, Messaggio: messaggio})
	}
	if !slices.Contains(Tipi(), string(r.Tipo)) {
		rifiuta("tipo", rifiutoTipo(r.Tipo))
	}
	switch {
	case (len(r.Scelti) == 0) == (r.Filtro == nil):
		rifiuta("verbali", "si dà un elenco di verbali, oppure un filtro")
	case len(r.Scelti) > verbaliAlPiu:
		rifiuta("verbali", fmt.Sprintf("al più %d: per di più si usa un filtro", verbaliAlPiu))
	}
	for i, testo := range r.Scelti[:min(len(r.Scelti), verbaliAlPiu)] {
		id, ok := codici.ID(testo)
		if !ok {
			rifiuta(fmt.Sprintf("verbali[%d]", i), "non è un identificativo")
		}
		if len(campi) == difettiAlPiu {
			break
		}
		x.ids = append(x.ids, id)
	}
	if r.Filtro != nil {
		r.Filtro.controlla(&x, rifiuta)
	}
	if len(campi) > 0 {
		return x, problem.NonValido(campi...)
	}
	return x, nil
}

func (f *Filtro) controlla(x *scelta, rifiuta func(campo, messaggio string)) {
	difetti := 0
	for i, p := range f.Procedura {
		if slices.Contains(verbale.Procedure(), verbale.Procedura(p)) {
			continue
		}
		rifiuta(fmt.Sprintf("filtro.procedura[%d]", i), "non è uno stato della procedura")
		if difetti++; difetti == difettiAlPiu {
			break
		}
	}
	x.procedure, x.reparto = f.Procedura, f.Reparto
	giorno := func(campo, testo string) (g calendario.Giorno) {
		if testo == "" {
			return g
		}
		g, err := calendario.Parse(testo)
		if err != nil {
			rifiuta(campo, "non è un giorno, da scrivere AAAA-MM-GG")
		}
		return g
	}
	if x.da, x.a = giorno("filtro.da", f.Da), giorno("filtro.a", f.A); !x.da.IsZero() && !x.a.IsZero() && x.a.Before(x.da) {
		rifiuta("filtro.a", "viene prima di filtro.da")
	}
}

// Crea makes a lot and queues it. The positions of the fines that may enter become its items: for the post and for SEND
// those with an act and nobody served or being served, for printing those of a known person, for look-ups those of an unknown one, for
// rectifications those with
// a communication that nobody has printed. A position
// that waits in another lot of the same kind is left there. 404 names a fine that the tenant does not
// have; 409 LOTTO_VUOTO when nothing may enter.
func (s *Service) Crea(ctx context.Context, r Richiesta) (Lotto, error) {
	x, err := r.controlla()
	if err != nil {
		return Lotto{}, err
	}
	chi, _ := auth.From(ctx)
	return s.componi(ctx, x, chi.User)
}

// dalPiano is who made the lots of the plan.
const dalPiano = "piano"

// DalPiano makes a lot of some positions, which leave in the order in which they are given, and queues it. A position that waits in
// another lot of the kind, or may not enter, is left out; of none no lot is made, and the zero Lotto comes back. Two replicas that ask for
// the same at the same time wait for each other, and the second finds nothing left.
func (s *Service) DalPiano(ctx context.Context, t verbale.TipoLotto, posizioni []uuid.UUID) (Lotto, error) {
	if len(posizioni) == 0 {
		return Lotto{}, nil
	}
	l, err := s.componi(ctx, scelta{tipo: t, posizioni: posizioni}, dalPiano)
	if problem.Is(err, lottoVuoto) {
		return Lotto{}, nil
	}
	return l, err
}

// lottoVuoto is the code of the refusal of a lot that nothing may enter.
const lottoVuoto = "LOTTO_VUOTO"

// componi makes a lot for somebody and queues it. Those of the plan are automatic: the index that lets one automatic draft be has
// replicas wait for each other.
func (s *Service) componi(ctx context.Context, x scelta, di string) (Lotto, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return Lotto{}, fmt.Errorf("lotto: %w", err)
	}
	return s.cambia(ctx, id, func(tx pgx.Tx) error {
		if err := tuttiNostri(ctx, tx, x.ids); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO lotto (id, tipo, stato, automatico, creato, creato_da) VALUES ($1, $2, '`+string(verbale.LottoBozza)+`', $3, $4, $5)`,
			id, x.tipo, x.posizioni != nil, s.Adesso(), di); err != nil {
			return err
		}
		n, err := x.riempi(ctx, tx, id)
		if err != nil {
			return err
		}
		if n == 0 {
			return problem.Conflitto(lottoVuoto, "Nessun verbale può entrare nel lotto: "+x.perche()+", o è già in un altro lotto.")
		}
		return s.avvia(ctx, tx, id, di, x.posizioni)
	})
}

// tuttiNostri refuses fines that the tenant does not have.
func tuttiNostri(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	var manca *uuid.UUID
	if err := tx.QueryRow(ctx, `SELECT (SELECT x FROM unnest($1::uuid[]) x WHERE NOT EXISTS (SELECT FROM verbale v WHERE v.id = x) LIMIT 1)`, ids).
		Scan(&manca); err != nil {
		return err
	}
	if manca != nil {
		return problem.NonTrovato("verbale", manca.String())
	}
	return nil
}

// superata is of a document d that a later one of its kind and position has taken the place of: it says what holds no more.
const superata = `EXISTS (SELECT FROM documento s WHERE s.verbale = d.verbale AND s.posizione = d.posizione AND s.tipo = d.tipo
		AND (s.creato, s.id) > (d.creato, d.id))`

// daConsegnare is of a communication that no lot has printed, the last of its position. A position that was
// paid and closed is told what it has back.
const daConsegnare = `d.id IS NOT NULL AND NOT ` + superata + `
		AND NOT EXISTS (SELECT FROM voce a JOIN lotto l ON l.id = a.lotto WHERE a.verbale = v.id AND a.documento = d.id
			AND a.stato = '` + string(verbale.VoceOK) + `' AND l.stato <> '` + string(verbale.LottoAnnullato) + `')`

// riempi puts into the lot the positions that may enter, and gives how many. They enter in one order, so that
// two requests about the same fines wait for each other and never in a circle.
func (x scelta) riempi(ctx context.Context, tx pgx.Tx, lotto uuid.UUID) (int64, error) {
	if x.tipo == verbale.LottoVisura {
		return x.riempiVisure(ctx, tx, lotto)
	}
	quali, args := x.trova()
	esito, err := tx.Exec(ctx, `INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato, documento)
		SELECT gen_random_uuid(), $1, $2, p.verbale, p.id, '`+string(verbale.VoceInAttesa)+`', d.id
		FROM verbale v JOIN posizione p ON p.verbale = v.id
			LEFT JOIN documento d ON d.verbale = v.id AND d.posizione = p.id AND d.tipo = '`+string(x.tipo.Documento())+`'
		WHERE `+quali+`
			AND p.soggetto IS NOT NULL AND (p.chiusa = '' OR $2 = '`+string(verbale.LottoRettifica)+`')
			AND CASE WHEN $2 = '`+string(verbale.LottoRettifica)+`' THEN `+daConsegnare+`
				WHEN $2 IN ('`+string(verbale.LottoPostale)+`', '`+string(verbale.LottoSend)+`')
					THEN d.id IS NOT NULL AND p.giorno_zero IS NULL
					AND NOT EXISTS (SELECT FROM notifica n WHERE n.verbale = p.verbale AND n.posizione = p.id AND n.stato = '`+string(verbale.NotificaInCorso)+`')
				ELSE d.id IS NOT NULL OR v.procedura IN ('`+string(verbale.Validato)+`', '`+string(verbale.IntestatarioNoto)+`',
					'`+string(verbale.ConAtto)+`', '`+string(verbale.InNotifica)+`') END
		ORDER BY p.id
		ON CONFLICT (tipo, posizione) WHERE stato = '`+string(verbale.VoceInAttesa)+`' DO NOTHING`, append([]any{lotto, x.tipo}, args...)...)
	return esito.RowsAffected(), err
}

// perche says what a fine that cannot enter lacks.
func (x scelta) perche() string {
	if x.tipo == verbale.LottoVisura {
		return "non c'è un intestatario da cercare"
	}
	return "non c'è un atto da lavorare"
}

// inizio is the first instant of a day in Rome; nil for no day.
func inizio(g calendario.Giorno) *time.Time {
	if g.IsZero() {
		return nil
	}
	t := g.Inizio()
	return &t
}
