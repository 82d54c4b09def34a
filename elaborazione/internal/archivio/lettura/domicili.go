package lettura

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// emailOrdinaria is an address by which nothing is served.
const emailOrdinaria = "EMAIL"

// DaMandare is an act in no lot whose addressee has a digital domicile. Ultimo is the last day of its term of service.
type DaMandare struct {
	Verbale, Posizione  uuid.UUID
	Numero, Targa, Nome string
	Domicili            []event.IndirizzoDigitale
	Trovato, Ultimo     calendario.Giorno
}

// DaMandare lists those acts, of at most so many fines with the oldest ascertainments. The addresses are those that serve at an
// instant.
func (s *Lettore) DaMandare(ctx context.Context, adesso time.Time, quanti int) (tutti []DaMandare, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tutti, err = Righe(ctx, tx, func(r pgx.CollectableRow) (x DaMandare, err error) {
			var grezza []byte
			if err := r.Scan(&x.Verbale, &x.Posizione, &x.Numero, &x.Targa, &x.Nome, &grezza, &x.Trovato); err != nil {
				return x, err
			}
			x.Domicili, err = domiciliUtili(grezza, adesso)
			return x, err
		}, `SELECT m.verbale, m.posizione, concat_ws('/', f.numero, nullif(f.lettera, ''), f.anno), f.targa,
				coalesce(nullif(s.denominazione, ''), concat_ws(' ', nullif(s.cognome, ''), nullif(s.nome, ''))), d.risposta, m.giorno
			FROM verbali_v1.domicilio_da_mandare m JOIN verbale f ON f.id = m.verbale JOIN posizione p ON p.id = m.posizione
				JOIN soggetto s ON s.id = p.soggetto LEFT JOIN connessione_v1.domicilio d ON d.id = m.risposta
			ORDER BY f.data_accertamento, m.posizione LIMIT $1`, quanti)
		if err != nil {
			return err
		}
		return ultimiGiorni(ctx, tx, tutti)
	})
	return tutti, db.Wrap("domicili da mandare", err)
}

// ultimiGiorni fills in the last day of each.
func ultimiGiorni(ctx context.Context, tx pgx.Tx, tutti []DaMandare) error {
	var ids []uuid.UUID
	for _, x := range tutti {
		ids = append(ids, x.Verbale)
	}
	ultimi, err := terminiNotifica(ctx, tx, ids)
	for i, x := range tutti {
		tutti[i].Ultimo = ultimi[x.Posizione]
	}
	return err
}

// domiciliUtili are the certified addresses of an answer that are valid at an instant.
func domiciliUtili(risposta []byte, adesso time.Time) ([]event.IndirizzoDigitale, error) {
	utili := []event.IndirizzoDigitale{}
	if len(risposta) == 0 {
		return utili, nil
	}
	var letta struct {
		Domicili []struct {
			event.IndirizzoDigitale

			Fine *time.Time `json:"fine"`
		} `json:"domicili"`
	}
	if err := json.Unmarshal(risposta, &letta); err != nil {
		return nil, err
	}
	for _, d := range letta.Domicili {
		if d.Tipo != emailOrdinaria && (d.Fine == nil || !d.Fine.Before(adesso)) {
			utili = append(utili, d.IndirizzoDigitale)
		}
	}
	return utili, nil
}

// terminiNotifica are the last days of the terms of service of the positions of some fines.
func terminiNotifica(ctx context.Context, tx pgx.Tx, verbali []uuid.UUID) (map[uuid.UUID]calendario.Giorno, error) {
	quadri, err := leggiQuadri(ctx, tx, verbali)
	if err != nil {
		return nil, err
	}
	type riga struct {
		ID, Verbale uuid.UUID
		Titolo      verbale.Titolo
	}
	posizioni, err := Righe(ctx, tx, pgx.RowToStructByPos[riga], `SELECT id, verbale, titolo FROM posizione WHERE verbale = ANY ($1)`, verbali)
	if err != nil {
		return nil, err
	}
	ultimi := map[uuid.UUID]calendario.Giorno{}
	for _, p := range posizioni {
		q := quadri[p.Verbale]
		t, err := q.Termine(vita.Posizione{ID: p.ID, Titolo: p.Titolo})
		if err != nil {
			return nil, err
		}
		ultimi[p.ID] = t.Ultimo
	}
	return ultimi, nil
}
