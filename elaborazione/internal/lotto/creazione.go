package lotto

import (
	"context"
	"fmt"
	"slices"

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
	Tipo    verbale.TipoLotto `json:"tipo"`
	Scelti  []string          `json:"verbali"`
	Filtro  *Filtro           `json:"filtro"`
	Opzioni Opzioni           `json:"opzioni"`
}

// Opzioni say how a lot is made. Nome and Entro are refused: nothing gives a lot another name or a last day yet.
type Opzioni struct {
	Anteprima bool   `json:"anteprima"` // nothing is made: see Anteprima
	Nome      string `json:"nome"`
	Entro     string `json:"entro"`
}

// scelta is a request that was checked.
type scelta struct {
	tipo      verbale.TipoLotto
	ids       []uuid.UUID
	procedure []string
	reparto   string
	da, a     calendario.Giorno
	piano     FiltroPiano
	posizioni []uuid.UUID // of the plan, in the order in which they leave; nil: a person chose
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
	r.Opzioni.controlla(x, rifiuta)
	if len(campi) > 0 {
		return x, problem.NonValido(campi...)
	}
	return x, nil
}

func (o Opzioni) controlla(x scelta, rifiuta func(campo, messaggio string)) {
	if o.Nome != "" {
		rifiuta("opzioni.nome", "non si sceglie: lo dà la piattaforma quando il lotto si chiude")
	}
	if o.Entro != "" {
		rifiuta("opzioni.entro", "un lotto si lavora appena composto: non ha un giorno entro cui lavorarlo")
	}
	if o.Anteprima && !x.spedisce() {
		rifiuta("opzioni.anteprima", "c'è per i lotti POSTALE e SEND")
	}
}

// spedisce reports that the acts of the lot leave.
func (x scelta) spedisce() bool { return x.tipo == verbale.LottoPostale || x.tipo == verbale.LottoSend }

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

// nonEntra says why a position p, with the act d, may not enter a lot whose acts leave; empty: it may.
const nonEntra = `CASE WHEN p.soggetto IS NULL THEN 'Di chi risponde non si sa ancora il nome.'
		WHEN p.chiusa <> '' THEN 'Da questa persona non si chiede più nulla.'
		WHEN p.giorno_zero IS NOT NULL THEN 'È già notificato.'
		WHEN d.id IS NULL THEN 'L''atto non è formato.'
		WHEN EXISTS (SELECT FROM notifica n WHERE n.verbale = p.verbale AND n.posizione = p.id AND n.stato = '` + string(verbale.NotificaInCorso) + `')
			THEN 'Una notifica è già in corso.'
		WHEN EXISTS (SELECT FROM voce a WHERE a.tipo = @tipo AND a.posizione = p.id AND a.stato = '` + string(verbale.VoceInAttesa) + `')
			THEN 'È già in un altro lotto dello stesso tipo.'
		ELSE '' END`

// entra is the condition of a position p, with the document d, that may enter.
func (x scelta) entra() string {
	switch {
	case x.spedisce():
		return `(` + nonEntra + `) = ''`
	case x.tipo == verbale.LottoRettifica:
		return `p.soggetto IS NOT NULL AND ` + daConsegnare
	}
	return `p.soggetto IS NOT NULL AND p.chiusa = '' AND (d.id IS NOT NULL OR v.procedura IN ('` + string(verbale.Validato) + `', '` +
		string(verbale.IntestatarioNoto) + `', '` + string(verbale.ConAtto) + `', '` + string(verbale.InNotifica) + `'))`
}

// candidati are the positions that a request names or finds, with their documents.
func (x scelta) candidati() string {
	return ` FROM verbale v JOIN posizione p ON p.verbale = v.id
			LEFT JOIN documento d ON d.verbale = v.id AND d.posizione = p.id AND d.tipo = '` + string(x.tipo.Documento()) + `'
		WHERE ` + x.trova()
}

// riempi puts into the lot the positions that may enter, and gives how many. They enter in one order, so that
// two requests about the same fines wait for each other and never in a circle.
func (x scelta) riempi(ctx context.Context, tx pgx.Tx, lotto uuid.UUID) (int64, error) {
	if x.tipo == verbale.LottoVisura {
		return x.riempiVisure(ctx, tx, lotto)
	}
	esito, err := tx.Exec(ctx, `INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato, documento)
		SELECT gen_random_uuid(), @lotto, @tipo, p.verbale, p.id, '`+string(verbale.VoceInAttesa)+`', d.id`+x.candidati()+` AND `+x.entra()+`
		ORDER BY p.id
		ON CONFLICT (tipo, posizione) WHERE stato = '`+string(verbale.VoceInAttesa)+`' DO NOTHING`, x.con("lotto", lotto))
	return esito.RowsAffected(), err
}

// perche says what a fine that cannot enter lacks.
func (x scelta) perche() string {
	if x.tipo == verbale.LottoVisura {
		return "non c'è un intestatario da cercare"
	}
	return "non c'è un atto da lavorare"
}
