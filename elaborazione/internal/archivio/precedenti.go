package archivio

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// anniPrecedenti is how far back the law ever looks for a repeat.
const anniPrecedenti = 2

// Precedente is an earlier violation, of somebody or of a vehicle, with the fine that it belongs to.
type Precedente struct {
	Estremi         string
	Istante         time.Time
	Articolo, Comma string
	Codice          string
	Contestato      bool
	// Definita says that the fine was paid, or that no appeal is possible any more and none was won.
	Definita bool
}

// Giorno is the day of the violation in Rome.
func (p Precedente) Giorno() calendario.Giorno { return calendario.Da(p.Istante) }

// definita: paid or settled; or served, its sixty days gone, without an open or accepted appeal. An annulled fine is not
// looked at at all.
const definita = `(v.procedura = '` + string(verbale.Definito) + `' OR v.debito IN ('` + string(verbale.Pagato) + `', '` + string(verbale.Eccedenza) + `')
	OR coalesce(v.data_notifica + 60 < $2::date, false)) AND v.ricorso IN ('` + string(verbale.RicorsoNessuno) + `', '` +
	string(verbale.RicorsoRespinto) + `', '` + string(verbale.RicorsoRideterminato) + `', '` + string(verbale.RicorsoInammissibile) + `', '` + string(verbale.RicorsoDefinitivo) + `')`

const colonnePrecedente = `SELECT concat_ws('/', v.numero, nullif(v.lettera, ''), v.anno), v.data_violazione, x.articolo, x.comma, x.codice, v.contestato, ` + definita

// Precedenti are the violations of an article that a person committed as the driver in the two years before an instant, by day; those of
// annulled or discarded fines are left out.
func (s *Store) Precedenti(ctx context.Context, codiceFiscale, articolo string, prima time.Time) ([]Precedente, error) {
	return s.precedenti(ctx, colonnePrecedente+` FROM soggetto g
		JOIN posizione p ON p.soggetto = g.id AND p.titolo = '`+string(verbale.Trasgressore)+`'
		JOIN verbale v ON v.id = p.verbale JOIN violazione x ON x.verbale = v.id AND x.articolo = $4
		WHERE g.codice_fiscale = $1 AND v.data_violazione < $3 AND v.data_violazione >= $3 - make_interval(years => $5)
			AND NOT v.procedura = ANY ($6) ORDER BY v.data_violazione, v.id LIMIT 50`,
		codiceFiscale, calendario.Da(prima), prima, articolo, anniPrecedenti, conseguenze.Annullate())
}

// Rilevazioni are the violations of an article found on a vehicle from one instant to another; as Precedenti.
func (s *Store) Rilevazioni(ctx context.Context, targa, articolo string, dal, prima time.Time) ([]Precedente, error) {
	return s.precedenti(ctx, colonnePrecedente+` FROM verbale v JOIN violazione x ON x.verbale = v.id AND x.articolo = $4
		WHERE v.targa = $1 AND v.data_violazione <= $3 AND v.data_violazione >= $5
			AND NOT v.procedura = ANY ($6) ORDER BY v.data_violazione, v.id LIMIT 50`,
		targa, calendario.Da(prima), prima, articolo, dal, conseguenze.Annullate())
}

func (s *Store) precedenti(ctx context.Context, sql string, args ...any) ([]Precedente, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := database.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, db.Wrap("precedenti", err)
	}
	tutti, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Precedente])
	return tutti, db.Wrap("precedenti", err)
}
