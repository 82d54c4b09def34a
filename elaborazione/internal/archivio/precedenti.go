package archivio

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
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

	Istat, Indirizzo, Civico, Chilometro string // where
	Dispositivo, Impianto                bool   // a device is named; an installation sent it
	MotivoMancata                        string // why it was not contested on the spot
}

// ADistanza reports that a device found it.
func (p Precedente) ADistanza() bool {
	return riscontro.ADistanza(p.Dispositivo, p.Impianto, p.MotivoMancata)
}

// Qui reports that it was found in a place, however spaces and capitals were written.
func (p Precedente) Qui(l conseguenze.Luogo) bool {
	di := func(parti ...string) string {
		return strings.ToLower(strings.Join(strings.Fields(strings.Join(parti, " | ")), " "))
	}
	return di(p.Istat, p.Indirizzo, p.Civico, p.Chilometro) == di(l.Istat, l.Indirizzo, l.Civico, l.Chilometro)
}

// Giorno is the day of the violation in Rome.
func (p Precedente) Giorno() calendario.Giorno { return calendario.Da(p.Istante) }

// definita: paid or settled; or served, its sixty days gone, without an open or accepted appeal. An annulled fine is not
// looked at at all.
const definita = `(v.procedura = '` + string(verbale.Definito) + `' OR v.debito IN ('` + string(verbale.Pagato) + `', '` + string(verbale.Eccedenza) + `')
	OR coalesce(v.data_notifica + 60 < $2::date, false)) AND v.ricorso IN ('` + string(verbale.RicorsoNessuno) + `', '` +
	string(verbale.RicorsoRespinto) + `', '` + string(verbale.RicorsoRideterminato) + `', '` + string(verbale.RicorsoInammissibile) + `', '` + string(verbale.RicorsoDefinitivo) + `')`

const colonnePrecedente = `SELECT concat_ws('/', v.numero, nullif(v.lettera, ''), v.anno), v.data_violazione, x.articolo, x.comma, x.codice, v.contestato, ` + definita + `,
	v.luogo_istat, v.luogo_indirizzo, v.luogo_civico, v.luogo_chilometro, v.dispositivo IS NOT NULL,
	v.fonte = '` + string(verbale.FonteImpianto) + `', v.motivo_mancata_contestazione`

// Ricerca is what earlier violations are looked for on behalf of: a fine by its key, of which nothing is searched once it is
// recorded, a violation of an article, and its instant.
type Ricerca struct {
	Integratore uuid.UUID
	IDEsterno   string
	Articolo    string
	Prima       time.Time
}

// nuova holds for the whole query or for none of it: PostgreSQL asks once, before it reads anything else.
const nuova = ` AND NOT EXISTS (SELECT FROM verbale g WHERE g.integratore = $5 AND g.id_esterno = $6)`

// Precedenti are the violations of an article that a person committed as the driver in the two years before an instant, by day; those of
// annulled or discarded fines are left out.
func (s *Store) Precedenti(ctx context.Context, r Ricerca, codiceFiscale string) ([]Precedente, error) {
	return s.precedenti(ctx, r, colonnePrecedente+` FROM soggetto g
		JOIN posizione p ON p.soggetto = g.id AND p.titolo = '`+string(verbale.Trasgressore)+`'
		JOIN verbale v ON v.id = p.verbale JOIN violazione x ON x.verbale = v.id AND x.articolo = $4
		WHERE g.codice_fiscale = $7 AND v.data_violazione < $3 AND v.data_violazione >= $3 - make_interval(years => $8)
			AND NOT v.procedura = ANY ($1)`+nuova+` ORDER BY v.data_violazione, v.id LIMIT 50`, codiceFiscale, anniPrecedenti)
}

// Rilevazioni are the violations of an article found on a vehicle from one instant to another; as Precedenti.
func (s *Store) Rilevazioni(ctx context.Context, r Ricerca, targa string, dal time.Time) ([]Precedente, error) {
	return s.precedenti(ctx, r, colonnePrecedente+` FROM verbale v JOIN violazione x ON x.verbale = v.id AND x.articolo = $4
		WHERE v.targa = $7 AND v.data_violazione <= $3 AND v.data_violazione >= $8
			AND NOT v.procedura = ANY ($1)`+nuova+` ORDER BY v.data_violazione, v.id LIMIT 50`, targa, dal)
}

func (s *Store) precedenti(ctx context.Context, r Ricerca, sql string, altri ...any) ([]Precedente, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	args := append([]any{conseguenze.Annullate(), calendario.Da(r.Prima), r.Prima, r.Articolo, r.Integratore, r.IDEsterno}, altri...)
	rows, err := database.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, db.Wrap("precedenti", err)
	}
	tutti, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Precedente])
	return tutti, db.Wrap("precedenti", err)
}
