package lotto

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// riempiVisure puts into a lot of look-ups the positions that wait for the person who answers for an Italian plate (art. 196 CdS),
// and gives how many. A fine whose answer a person must judge enters where it is named, or its state is: it is asked again.
func (x scelta) riempiVisure(ctx context.Context, tx pgx.Tx, lotto uuid.UUID) (int64, error) {
	esito, err := tx.Exec(ctx, `INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato)
		SELECT gen_random_uuid(), @lotto, @tipo, p.verbale, p.id, '`+string(verbale.VoceInAttesa)+`'
		FROM verbale v JOIN posizione p ON p.verbale = v.id
		WHERE `+x.trova()+`
			AND p.soggetto IS NULL AND p.chiusa = '' AND v.nazione = 'IT'
			AND (v.procedura = '`+string(verbale.IntestatarioChiesto)+`'
				OR v.procedura = '`+string(verbale.IntestatarioIncerto)+`' AND (@verbali::uuid[] IS NOT NULL OR v.procedura = ANY (@procedure)))
		ORDER BY p.id
		ON CONFLICT (tipo, posizione) WHERE stato = '`+string(verbale.VoceInAttesa)+`' DO NOTHING`, x.con("lotto", lotto))
	return esito.RowsAffected(), err
}

// voceVisura is an item that waits for the register, with what the register has just said of its fine.
type voceVisura struct {
	ID, Lotto uuid.UUID
	Rete      string
	Codice    string
	Superata  bool // about a plate or a day that the fine no longer has
	Nota      bool // the position has its person
}

// Risposte ends the items of lots of look-ups that answers about their fines settle, once the fines have them; the lot whose last
// item it was is complete. An answer of another register than the file settles those alone that know their person now.
func (s *Service) Risposte(ctx context.Context, indagini []uuid.UUID) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	rows, err := database.Pool.Query(ctx, `SELECT v.id, v.lotto, i.rete, i.codice,
			i.targa <> f.targa OR i.giorno <> (f.data_violazione AT TIME ZONE 'Europe/Rome')::date AS superata, p.soggetto IS NOT NULL AS nota
		FROM vpn_v1.indagine i JOIN voce v ON v.verbale = i.verbale JOIN posizione p ON p.id = v.posizione JOIN verbale f ON f.id = i.verbale
		WHERE i.id = ANY ($1) AND v.tipo = '`+string(verbale.LottoVisura)+`' AND v.stato = '`+string(verbale.VoceInAttesa)+`'`, indagini)
	if err != nil {
		return db.Wrap("lotto: risposta", err)
	}
	voci, err := pgx.CollectRows(rows, pgx.RowToStructByPos[voceVisura])
	if err != nil {
		return db.Wrap("lotto: risposta", err)
	}
	for _, v := range voci {
		if stato, motivo := v.fine(); stato != verbale.VoceInAttesa {
			if err := s.finisce(ctx, v, stato, motivo); err != nil {
				return err
			}
		}
	}
	return nil
}

// fine is how the item ends, with the reason where it is not simply answered.
func (v voceVisura) fine() (verbale.StatoVoce, string) {
	file := v.Rete == event.ReteTracciato
	senzaForma := v.Codice == string(verbale.IndagineTargaNonValida)
	switch {
	case v.Nota && !file:
		return verbale.VoceSaltata, "L'intestatario si è saputo per altra via."
	case v.Nota:
		return verbale.VoceOK, ""
	case !file && !senzaForma:
		return verbale.VoceInAttesa, ""
	case v.Superata:
		return verbale.VoceErroreRipetibile, "Il verbale ha un'altra targa o un altro giorno di quelli chiesti: si chiede di nuovo."
	case senzaForma:
		return verbale.VoceErroreDefinitivo, verbale.IndagineTargaNonValida.Successo()
	case v.Codice == string(verbale.IndagineRispostaNonUtilizzabile):
		return verbale.VoceErroreRipetibile, verbale.IndagineRispostaNonUtilizzabile.Successo()
	}
	return verbale.VoceOK, verbale.CodiceIndagine(v.Codice).Successo()
}

// finisce ends an item, and with the last one its lot.
func (s *Service) finisce(ctx context.Context, v voceVisura, stato verbale.StatoVoce, motivo string) error {
	_, err := s.cambia(ctx, v.Lotto, func(tx pgx.Tx) error {
		l, err := unLotto(ctx, tx, leggiLotto+`WHERE id = $1 FOR UPDATE`, v.Lotto)
		if err != nil {
			return err
		}
		finita, err := tx.Exec(ctx, `UPDATE voce SET stato = $2, motivo = $3 WHERE id = $1 AND stato = '`+string(verbale.VoceInAttesa)+`'`, v.ID, stato, motivo)
		switch {
		case err != nil:
			return err
		case finita.RowsAffected() == 0:
			return errAltrove
		}
		l.Voci = l.Voci.con(stato).saldati()
		return conteggia(ctx, tx, l, s.Adesso())
	})
	if errors.Is(err, errAltrove) {
		return nil
	}
	return err
}
