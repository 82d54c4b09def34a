package lettura

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// InAttesa is a question to a register without an answer. Detto is why, as far as it was tried; Ultimo is the last day of the
// term of service of its position.
type InAttesa struct {
	Verbale, Posizione uuid.UUID
	Registro           verbale.RegistroVisura
	Numero, Targa      string
	Chiesta, Ultimo    calendario.Giorno
	Detto              string
	Dal, Provata       *time.Time
}

// InAttesa lists those questions, of at most so many fines with the oldest ascertainments.
func (s *Lettore) InAttesa(ctx context.Context, quante int) (tutte []InAttesa, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tutte, err = Righe(ctx, tx, func(r pgx.CollectableRow) (x InAttesa, err error) {
			return x, r.Scan(&x.Verbale, &x.Posizione, &x.Registro, &x.Numero, &x.Targa, &x.Chiesta, &x.Detto, &x.Dal, &x.Provata)
		}, `SELECT x.verbale, x.posizione, x.registro, concat_ws('/', f.numero, nullif(f.lettera, ''), f.anno), f.targa, x.giorno,
				coalesce(a.detto, ''), a.dal, a.ultimo
			FROM visura x JOIN verbale f ON f.id = x.verbale LEFT JOIN connessione_v1.attesa a ON a.posizione = x.posizione AND a.registro = x.registro
			WHERE x.stato = '`+string(verbale.VisuraChiesta)+`' ORDER BY f.data_accertamento, x.id LIMIT $1`, quante)
		if err != nil {
			return err
		}
		var ids []uuid.UUID
		for _, x := range tutte {
			ids = append(ids, x.Verbale)
		}
		ultimi, err := terminiNotifica(ctx, tx, ids)
		for i, x := range tutte {
			tutte[i].Ultimo = ultimi[x.Posizione]
		}
		return err
	})
	return tutte, db.Wrap("registri in attesa", err)
}
