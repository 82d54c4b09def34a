package invio

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

const (
	riletteInsieme = 32
	rileggiNo      = time.Hour // before the next try of a reading that failed
)

// rileggi reads the due notifications at SEND: by its IUN one that was accepted, by its request any other. A reading that fails is put
// off, so that the others have their turn.
func (s *Service) rileggi(ctx context.Context, comando string, c canale) (time.Duration, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return dopoUnErrore, err
	}
	adesso := s.Adesso()
	invii, err := prendi(ctx, database.Pool, `WHERE i.stato IN ('IN_VALIDAZIONE', 'ACCETTATA', 'PERFEZIONATA', 'NON_PERFEZIONABILE') AND i.prossimo <= $1
		ORDER BY i.prossimo LIMIT $2`, adesso, riletteInsieme)
	if err != nil {
		return dopoUnErrore, err
	}
	if len(invii) == 0 {
		var quando *time.Time
		err := database.Pool.QueryRow(ctx, `SELECT min(prossimo) FROM invio
			WHERE stato IN ('IN_VALIDAZIONE', 'ACCETTATA', 'PERFEZIONATA', 'NON_PERFEZIONABILE')`).Scan(&quando)
		return entro(quando, adesso), db.Wrap("invio", err)
	}
	errori := make([]error, len(invii))
	letti := make([]*arrivo, len(invii))
	s.insieme(len(invii), func(n int) { letti[n], errori[n] = s.rileggiUno(ctx, comando, c, invii[n]) })
	sc, err := s.Canali.scelte(ctx, comando)
	if err != nil {
		return dopoUnErrore, err
	}
	arrivi := map[uuid.UUID]*arrivo{}
	var restano []uuid.UUID
	for n, i := range invii {
		if letti[n] != nil {
			arrivi[i.ID] = letti[n]
		} else {
			restano = append(restano, i.ID)
		}
	}
	err = s.transazione(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE invio SET prossimo = $2 WHERE id = ANY ($1) AND prossimo IS NOT NULL`, restano, adesso.Add(rileggiNo)); err != nil {
			return err
		}
		return s.applica(ctx, tx, comando, arrivi, sc)
	})
	return 0, errors.Join(err, tutte(errori))
}

// rileggiUno reads one notification at SEND; nil when the reading failed.
func (s *Service) rileggiUno(ctx context.Context, comando string, c canale, i *Invio) (*arrivo, error) {
	quale := chi(comando, i.Verbale.String())
	if i.IUN == "" {
		stato, err := c.Stato(ctx, quale, i.IDRichiesta)
		switch {
		case err != nil:
			return nil, err
		case stato.Stato == parole.InValidazione || stato.IUN == "" && stato.Stato != parole.Rifiutata:
			return &arrivo{}, nil
		case stato.Stato == parole.Rifiutata:
			no, err := rifiutoDa(stato)
			return &arrivo{elementi: []send.Elemento{no}}, err
		}
		i.IUN = stato.IUN
	}
	n, err := c.Leggi(ctx, quale, i.IUN)
	switch {
	case errors.Is(err, esterno.ErrNotFound) && i.Stato == Perfezionata: // its sixty days wait for it
		return nil, nil //nolint:nilnil // not read: its next try is later
	case errors.Is(err, esterno.ErrNotFound):
		return &arrivo{}, nil // not readable yet
	case err != nil:
		return nil, err
	}
	return &arrivo{elementi: n.Elementi, iun: i.IUN, intera: true}, nil
}

// rifiutoDa builds the element of a refusal from the state of its request. It serves a refusal whose element did not come.
func rifiutoDa(stato parole.StatoRichiesta) (send.Elemento, error) {
	d := &parole.Dettagli{IDRichiesta: stato.IDRichiesta, Protocollo: stato.Protocollo, Token: stato.Token}
	for _, e := range stato.Errori {
		d.Rifiuti = append(d.Rifiuti, parole.MotivoRifiuto{Codice: e.Codice, Dettaglio: e.Dettaglio, RecIndex: e.RecIndex})
	}
	e := parole.Elemento{ID: parole.RichiestaRifiutata + ".DALLO_STATO", Categoria: parole.RichiestaRifiutata, Dettagli: d}
	grezzo, err := json.Marshal(e)
	return send.Elemento{Elemento: e, Grezzo: grezzo}, err
}
