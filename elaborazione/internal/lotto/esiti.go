package lotto

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// EsitoVoce is how the item of an attempt to serve ends.
type EsitoVoce struct {
	Tentativo uuid.UUID
	Stato     verbale.StatoVoce
	Motivo    string
}

// Attendono locks, in order of id, the lots whose items wait for word of some attempts, and gives them; none for attempts of no lot.
// Chunks lock their lot before their fines: the caller locks fines after this.
func Attendono(ctx context.Context, tx pgx.Tx, tentativi []uuid.UUID) ([]uuid.UUID, error) {
	rows, err := tx.Query(ctx, `SELECT l.id FROM lotto l WHERE l.id IN (SELECT v.lotto FROM voce v
			WHERE v.id = ANY ($1) AND v.tipo = '`+string(verbale.LottoSend)+`' AND v.stato = '`+string(verbale.VoceInAttesa)+`')
		ORDER BY l.id FOR NO KEY UPDATE`, tentativi)
	if err != nil {
		return nil, db.Wrap("lotti in attesa", err)
	}
	lotti, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	return lotti, db.Wrap("lotti in attesa", err)
}

// Finiscono ends the items, of locked lots, of some attempts; an item that has ended already stays as it is. It gives the lots that have
// changed, to be announced after the commit. With its last item a lot is complete, or cancelled where it is being given up.
func Finiscono(ctx context.Context, tx pgx.Tx, lotti []uuid.UUID, esiti []EsitoVoce, adesso time.Time) (cambiati []Lotto, err error) {
	if len(lotti) == 0 || len(esiti) == 0 {
		return nil, nil
	}
	finite, err := finisciVoci(ctx, tx, lotti, esiti)
	if err != nil {
		return nil, err
	}
	for _, id := range lotti {
		if len(finite[id]) == 0 {
			continue
		}
		l, err := unLotto(ctx, tx, leggiLotto+`WHERE id = $1`, id)
		if err != nil {
			return nil, err
		}
		for _, stato := range finite[id] {
			l.Voci = l.Voci.con(stato)
		}
		l.Voci = l.Voci.saldati()
		if err := conteggia(ctx, tx, l, adesso); err != nil {
			return nil, err
		}
		if l, err = unLotto(ctx, tx, cresci, id); err != nil {
			return nil, err
		}
		cambiati = append(cambiati, l)
	}
	return cambiati, nil
}

// finisciVoci writes the items and gives, by lot, the states of those that have ended now.
func finisciVoci(ctx context.Context, tx pgx.Tx, lotti []uuid.UUID, esiti []EsitoVoce) (map[uuid.UUID][]verbale.StatoVoce, error) {
	ids, stati, motivi := make([]uuid.UUID, len(esiti)), make([]string, len(esiti)), make([]string, len(esiti))
	for i, e := range esiti {
		ids[i], stati[i], motivi[i] = e.Tentativo, string(e.Stato), e.Motivo
	}
	rows, err := tx.Query(ctx, `UPDATE voce v SET stato = x.stato, motivo = x.motivo FROM unnest($1::uuid[], $2::text[], $3::text[]) x (id, stato, motivo)
		WHERE v.id = x.id AND v.lotto = ANY ($4) AND v.stato = '`+string(verbale.VoceInAttesa)+`' RETURNING v.lotto, v.stato`, ids, stati, motivi, lotti)
	if err != nil {
		return nil, db.Wrap("voci finite", err)
	}
	righe, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		Lotto uuid.UUID
		Stato verbale.StatoVoce
	}])
	finite := map[uuid.UUID][]verbale.StatoVoce{}
	for _, r := range righe {
		finite[r.Lotto] = append(finite[r.Lotto], r.Stato)
	}
	return finite, db.Wrap("voci finite", err)
}

// conteggia writes the counts of a locked lot some of whose items have ended, and ends the lot with the last one.
func conteggia(ctx context.Context, tx pgx.Tx, l Lotto, adesso time.Time) error {
	c := l.Voci
	if _, err := tx.Exec(ctx, `UPDATE lotto SET ok = $2, ripetibili = $3, definitivi = $4, saltati = $5, annullati = $6 WHERE id = $1`,
		l.ID, c.OK, c.Ripetibili, c.Definitivi, c.Saltati, c.Annullati); err != nil {
		return err
	}
	switch {
	case c.InAttesa > 0:
		return nil
	case l.Stato == verbale.LottoInAnnullamento:
		return lascia(ctx, tx, l.ID, adesso)
	}
	return completa(ctx, tx, l, adesso)
}

// completa ends a lot all of whose items have ended.
func completa(ctx context.Context, tx pgx.Tx, l Lotto, adesso time.Time) error {
	l.Stato = verbale.LottoCompletato
	if l.Voci.Ripetibili+l.Voci.Definitivi > 0 {
		l.Stato = verbale.LottoCompletatoConErrori
	}
	if _, err := tx.Exec(ctx, `UPDATE lotto SET stato = $2, finito = $3 WHERE id = $1`, l.ID, l.Stato, adesso); err != nil {
		return err
	}
	return registra(ctx, tx, l.ID, db.Access{Attore: "elaborazione", Azione: "LOTTO_COMPLETATO", Esito: string(l.Stato)})
}
