package lettura

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// InAttesa is a question to a register without an answer: about the person of a position, or about who answers for a plate. Detto is
// why, as far as it was tried.
type InAttesa struct {
	ColTermine

	Registro      verbale.RegistroVisura
	Numero, Targa string
	Ente          bool // about a company or a body
	Chiesta       calendario.Giorno
	Detto         string
	Provata       *time.Time
}

// InAttesa lists those questions, at most so many, the nearest to their term first.
func (s *Lettore) InAttesa(ctx context.Context, quante int) (tutte []InAttesa, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tutte, err = piuVicini(ctx, tx, quante, func(n int) ([]InAttesa, error) {
			return Righe(ctx, tx, func(r pgx.CollectableRow) (x InAttesa, err error) {
				var codice string
				err = r.Scan(&x.Verbale, &x.Posizione, &x.minimo, &x.Registro, &x.Numero, &x.Targa, &codice, &x.Chiesta, &x.Detto, &x.Provata)
				x.Ente = verbale.Ente(codice)
				return x, err
			}, `SELECT x.verbale, x.posizione, `+giornoMinimo+` AS minimo,
					x.registro, concat_ws('/', f.numero, nullif(f.lettera, ''), f.anno), f.targa,
					coalesce(s.codice_fiscale, ''), x.giorno, coalesce(a.detto, ''), a.ultimo
				FROM (SELECT verbale, posizione, registro, giorno FROM verbali_v1.registro_atteso
					UNION ALL SELECT verbale, posizione, '`+verbale.AttesaVeicoli+`', (quando AT TIME ZONE 'Europe/Rome')::date FROM verbali_v1.targa_attesa) x
					JOIN verbale f ON f.id = x.verbale JOIN posizione p ON p.id = x.posizione LEFT JOIN soggetto s ON s.id = p.soggetto
					LEFT JOIN connessione_v1.attesa a ON a.posizione = x.posizione AND a.registro = x.registro
				ORDER BY minimo, f.id LIMIT $1`, n)
		}, func(x *InAttesa) *ColTermine { return &x.ColTermine })
		return err
	})
	return tutte, db.Wrap("registri in attesa", err)
}
