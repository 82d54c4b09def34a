package lettura

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// DaMandare is an act in no lot whose addressee has a digital domicile.
type DaMandare struct {
	ColTermine

	Numero, Targa, Nome string
	Domicili            []event.IndirizzoDigitale
	Trovato             calendario.Giorno
}

// DaMandare lists those acts, at most so many, the nearest to their term first. The addresses are those that serve at an instant.
func (s *Lettore) DaMandare(ctx context.Context, adesso time.Time, quanti int) (tutti []DaMandare, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tutti, err = piuVicini(ctx, tx, quanti, func(n int) ([]DaMandare, error) {
			return Righe(ctx, tx, func(r pgx.CollectableRow) (x DaMandare, err error) {
				var grezza []byte
				if err := r.Scan(&x.Verbale, &x.Posizione, &x.minimo, &x.Numero, &x.Targa, &x.Nome, &grezza, &x.Trovato); err != nil {
					return x, err
				}
				x.Domicili, err = event.DomiciliValidi(grezza, adesso)
				return x, err
			}, `SELECT m.verbale, m.posizione, `+giornoMinimo+` AS minimo,
					concat_ws('/', f.numero, nullif(f.lettera, ''), f.anno), f.targa,
					coalesce(nullif(s.denominazione, ''), concat_ws(' ', nullif(s.cognome, ''), nullif(s.nome, ''))), d.risposta, m.giorno
				FROM verbali_v1.domicilio_da_mandare m JOIN verbale f ON f.id = m.verbale JOIN posizione p ON p.id = m.posizione
					JOIN soggetto s ON s.id = p.soggetto LEFT JOIN connessione_v1.domicilio d ON d.id = m.risposta
				ORDER BY minimo, f.id LIMIT $1`, n)
		}, func(x *DaMandare) *ColTermine { return &x.ColTermine })
		return err
	})
	return tutti, db.Wrap("domicili da mandare", err)
}
