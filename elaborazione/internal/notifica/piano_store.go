package notifica

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto/aperto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/piano"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// elenco lists the next fines, in order of id, after one.
type elenco func(ctx context.Context, pool *db.Pool, dopo uuid.UUID) ([]uuid.UUID, error)

// daGiudicare are the fines to judge: those with an addressee to serve and no row, those with a row that their last event, the day or the
// choices of the command have overtaken, and those of which the channel says something else than their row.
func (g giudizio) daGiudicare() []elenco {
	tutti := []elenco{
		elencoDi(`SELECT DISTINCT p.verbale FROM posizione p JOIN verbale v ON v.id = p.verbale
			WHERE p.giorno_zero IS NULL AND p.chiusa = '' AND p.verbale > $1 AND v.procedura = ANY ($3) AND v.debito <> ALL ($4)
				AND NOT v.importato AND v.cancellato IS NULL AND NOT EXISTS (SELECT FROM piano x WHERE x.posizione = p.id)
			ORDER BY p.verbale LIMIT $2`, verbale.ProcedureDaNotificare(), verbale.DebitiChiusi()),
		elencoDi(`SELECT DISTINCT x.verbale FROM piano x LEFT JOIN verbale v ON v.id = x.verbale
			WHERE x.verbale > $1 AND (v.id IS NULL OR x.sequenza <> v.sequenza OR x.scelte <> $3) ORDER BY x.verbale LIMIT $2`, g.chiave),
	}
	if !g.conConnessione {
		return tutti
	}
	return append(tutti,
		elencoDi(`SELECT DISTINCT x.verbale FROM connessione_v1.invio i JOIN notifica n ON n.id = i.id JOIN piano x ON x.posizione = i.posizione
			WHERE x.verbale > $1 AND n.stato = $3 AND (i.persona <> '' OR i.ferma <> '')
				AND x.aspetta <> $4 AND (i.persona <> '' OR x.aspetta <> $5) ORDER BY x.verbale LIMIT $2`,
			verbale.NotificaInCorso, verbale.AttesaPersona, verbale.AttesaCanale),
		elencoDi(`SELECT DISTINCT x.verbale FROM piano x JOIN notifica n ON n.posizione = x.posizione JOIN connessione_v1.invio i ON i.id = n.id
			WHERE x.verbale > $1 AND n.stato = $3 AND x.aspetta IN ($4, $5) AND i.persona = '' AND i.ferma = '' ORDER BY x.verbale LIMIT $2`,
			verbale.NotificaInCorso, verbale.AttesaPersona, verbale.AttesaCanale))
}

// elencoDi lists by a statement whose first two arguments are the fine after which it goes on, and how many it gives.
func elencoDi(sql string, altri ...any) elenco {
	return func(ctx context.Context, pool *db.Pool, dopo uuid.UUID) ([]uuid.UUID, error) {
		rows, err := pool.Query(ctx, sql, append([]any{dopo, porzionePiano}, altri...)...)
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	}
}

// sendFermo is the day since when SEND takes nothing of the command; zero: it does, or nobody has tried. An attempt that SEND does not answer
// about says nothing of the others while SEND takes them.
func sendFermo(ctx context.Context, pool *db.Pool) (dal calendario.Giorno, err error) {
	var quando *time.Time
	err = pool.QueryRow(ctx, `SELECT min(ferma_dal) FROM connessione_v1.invio WHERE stato = ANY ($1) AND ferma = ANY ($2)
			AND ferma_dal > coalesce((SELECT max(inviato) FROM connessione_v1.invio), '-infinity')`,
		[]string{string(verbale.InvioDaInviare), string(verbale.InvioEsitoIgnoto)}, racconto.FermeDelCanale()).Scan(&quando)
	if err == nil && quando != nil {
		dal = calendario.Da(*quando)
	}
	return dal, err
}

// conConnessione reports that connessione has prepared its views in the database.
func conConnessione(ctx context.Context, pool *db.Pool) (c bool, err error) {
	err = pool.QueryRow(ctx, `SELECT to_regclass('connessione_v1.invio') IS NOT NULL`).Scan(&c)
	return c, err
}

// casi are some fines with what their plan looks at.
type casi struct {
	stati   []vita.Stato
	quadri  map[uuid.UUID]conseguenze.Quadro
	storie  map[uuid.UUID][]vita.Evento
	intorni map[uuid.UUID]piano.Intorno // by position; without quadro and history
}

// leggiVerbali reads some fines with their addressees, and not what was tried.
func leggiVerbali(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) (c casi, err error) {
	if c.stati, err = lettura.LeggiStati(ctx, tx, ids, ""); err != nil {
		return c, err
	}
	if c.quadri, err = lettura.Quadri(ctx, tx, ids); err != nil {
		return c, err
	}
	c.intorni = map[uuid.UUID]piano.Intorno{}
	return c, c.leggiLotti(ctx, tx, ids)
}

// leggiCasi reads some fines for their plan; conConnessione says that connessione has prepared its views.
func leggiCasi(ctx context.Context, tx pgx.Tx, ids []uuid.UUID, conConnessione bool) (c casi, err error) {
	if c, err = leggiVerbali(ctx, tx, ids); err != nil {
		return c, err
	}
	scelte, err := lettura.Righe(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT DISTINCT verbale FROM evento WHERE verbale = ANY ($1) AND tipo = $2`, ids,
		verbale.EventoViaScelta)
	if err != nil {
		return c, err
	}
	var vivi []uuid.UUID
	for _, s := range c.stati {
		if piano.HaStoria(s) {
			scelte = append(scelte, s.ID)
		}
		for _, n := range s.Notifiche {
			if n.Stato == verbale.NotificaInCorso {
				vivi = append(vivi, n.ID)
			}
		}
	}
	if len(scelte) > 0 {
		if c.storie, err = lettura.LeggiStorie(ctx, tx, scelte); err != nil {
			return c, err
		}
	}
	if !conConnessione {
		return c, nil
	}
	return c, c.leggiConnessione(ctx, tx, ids, vivi)
}

// leggiLotti reads tax codes and the lots in which acts wait.
func (c casi) leggiLotti(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	type riga struct {
		Posizione              uuid.UUID
		CodiceFiscale, Nazione string
		Lotto, Nome            *string
		DaSolo                 *bool
	}
	righe, err := lettura.Righe(ctx, tx, pgx.RowToStructByPos[riga], `SELECT p.id, s.codice_fiscale, s.nazione, l.tipo, l.nome, l.automatico
		FROM posizione p JOIN soggetto s ON s.id = p.soggetto
			LEFT JOIN voce v ON v.verbale = p.verbale AND v.posizione = p.id AND v.stato = $2 AND v.tipo = ANY ($3)
			LEFT JOIN lotto l ON l.id = v.lotto
		WHERE p.verbale = ANY ($1) ORDER BY p.id, l.automatico`, ids, verbale.VoceInAttesa, []string{string(verbale.LottoPostale), string(verbale.LottoSend)})
	for _, r := range righe {
		x := piano.Intorno{Chi: vita.Soggetto{CodiceFiscale: r.CodiceFiscale, Nazione: r.Nazione}}
		if r.Lotto != nil {
			x.Lotto = piano.InLotto{Via: ufficio.ViaDi(verbale.TipoLotto(*r.Lotto)), Nome: *r.Nome, DaSolo: *r.DaSolo}
		}
		c.intorni[r.Posizione] = x
	}
	return err
}

// leggiConnessione reads what connessione says of questions that wait for a quota and of attempts in progress.
func (c casi) leggiConnessione(ctx context.Context, tx pgx.Tx, ids, vivi []uuid.UUID) error {
	quote, err := lettura.Righe(ctx, tx, pgx.RowTo[uuid.UUID], `SELECT posizione FROM connessione_v1.attesa WHERE verbale = ANY ($1) AND codice = $2`,
		ids, verbale.CodiceQuota)
	if err != nil {
		return err
	}
	for _, id := range quote {
		x := c.intorni[id]
		x.Quota = true
		c.intorni[id] = x
	}
	if len(vivi) == 0 {
		return nil
	}
	type invio struct {
		Posizione      uuid.UUID
		Ferma, Persona string
	}
	invii, err := lettura.Righe(ctx, tx, pgx.RowToStructByPos[invio], `SELECT posizione, ferma, persona FROM connessione_v1.invio
		WHERE id = ANY ($1) AND (ferma <> '' OR persona <> '')`, vivi)
	for _, i := range invii {
		x := c.intorni[i.Posizione]
		x.Fermo, x.Decide = racconto.Ferma(i.Ferma).Che, racconto.Persona(i.Persona).Che
		c.intorni[i.Posizione] = x
	}
	return err
}

// riga is a row of the plan.
type riga struct {
	piano.Passo

	verbale, posizione uuid.UUID
	sequenza           int
}

// piani is the plan of some fines, and what it changes in the open lot of letters.
type piani struct {
	righe   []riga
	entrano []aperto.Atto
	escono  []uuid.UUID
}

// piani judges the fines.
func (c casi) piani(g giudizio) (*piani, error) {
	tutti := &piani{}
	for _, s := range c.stati {
		for _, p := range s.Posizioni {
			x := c.intorni[p.ID]
			x.Quadro, x.Storia = c.quadri[s.ID], c.storie[s.ID]
			passo, serve, err := g.Giudica(s, p, x, g.oggi)
			if err != nil {
				return nil, err
			}
			tutti.aggiungi(s, p, x, passo, serve)
		}
	}
	slices.SortFunc(tutti.righe, func(a, b riga) int { return bytes.Compare(a.posizione[:], b.posizione[:]) })
	return tutti, nil
}

// aggiungi adds a position to the plan. A letter that is ready enters the open lot; one that the plan sends otherwise, or about which a
// person decides, leaves it. One about which a register is asked stays: a lot that is closed meanwhile waits for the answer.
func (t *piani) aggiungi(s vita.Stato, p vita.Posizione, x piano.Intorno, passo piano.Passo, serve bool) {
	lettera := x.Lotto.DaSolo && x.Lotto.Nome == "" && x.Lotto.Via == verbale.CanalePosta
	switch {
	case serve && passo.Aspetta == verbale.AttesaPartenza && passo.Via == verbale.CanalePosta:
		passo.Aspetta, passo.Perche = verbale.AttesaLotto, passo.Perche+" "+piano.NelLottoAperto
		t.entrano = append(t.entrano, aperto.Atto{Verbale: s.ID, Posizione: p.ID, Documento: p.Atto})
	case lettera && (!serve || passo.Aspetta == verbale.AttesaPersona || passo.Via != "" && passo.Via != verbale.CanalePosta):
		t.escono = append(t.escono, p.ID)
	}
	if serve {
		t.righe = append(t.righe, riga{Passo: passo, verbale: s.ID, posizione: p.ID, sequenza: s.Sequenza})
	}
}

// scrivi queues the rows of the plan of some fines, in order of position, and the end of those that they no longer have.
func (t *piani) scrivi(comandi *pgx.Batch, verbali []uuid.UUID, scelte string, ora time.Time) {
	n := len(t.righe)
	posizioni, suoi, sequenze := make([]uuid.UUID, n), make([]uuid.UUID, n), make([]int, n)
	aspetta, via, proposta, perche, entro := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]*string, n)
	for i, r := range t.righe {
		posizioni[i], suoi[i], sequenze[i] = r.posizione, r.verbale, r.sequenza
		aspetta[i], via[i], proposta[i], perche[i] = string(r.Aspetta), string(r.Via), string(r.Proposta), r.Perche
		if !r.Entro.IsZero() {
			entro[i] = new(r.Entro.String())
		}
	}
	comandi.Queue(`DELETE FROM piano WHERE verbale = ANY ($1) AND posizione <> ALL ($2)`, verbali, posizioni)
	comandi.Queue(`INSERT INTO piano AS t (posizione, verbale, sequenza, scelte, aspetta, via, proposta, perche, entro, dal, fatto)
		SELECT posizione, verbale, sequenza, $1, aspetta, via, proposta, perche, entro::date, $2, $2
		FROM unnest($3::uuid[], $4::uuid[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
			x (posizione, verbale, sequenza, aspetta, via, proposta, perche, entro)
		ON CONFLICT (posizione) DO UPDATE SET sequenza = excluded.sequenza, scelte = excluded.scelte, aspetta = excluded.aspetta, via = excluded.via,
			proposta = excluded.proposta, perche = excluded.perche, entro = excluded.entro, fatto = excluded.fatto,
			dal = CASE WHEN (t.aspetta, t.via) = (excluded.aspetta, excluded.via) THEN t.dal ELSE excluded.dal END
		WHERE t.sequenza <= excluded.sequenza`, scelte, ora, posizioni, suoi, sequenze, aspetta, via, proposta, perche, entro)
}

// muovi queues what the plan changes in the open lot of letters.
func (t *piani) muovi(comandi *pgx.Batch, ora time.Time) {
	if len(t.escono) > 0 {
		aperto.Escono(comandi, t.escono, piano.EsceDalLotto)
	}
	if len(t.entrano) > 0 {
		aperto.EntranoDalPiano(comandi, t.entrano, ora)
	}
}
