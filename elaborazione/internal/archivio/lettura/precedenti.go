package lettura

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/riscontro"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
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
	TargaScritta, Nazione                string // of the vehicle
}

// ADistanza reports that a device found it.
func (p Precedente) ADistanza() bool {
	return riscontro.ADistanza(p.Dispositivo, p.Impianto, p.MotivoMancata)
}

// Qui reports that it was found in a place, however the two wrote it.
func (p Precedente) Qui(l conseguenze.Luogo) bool {
	return p.Istat == l.Istat && Posto(l).Stesso(strada.Posto{Indirizzo: p.Indirizzo, Civico: p.Civico, Chilometro: p.Chilometro})
}

// Posto is a place as two of them are compared.
func Posto(l conseguenze.Luogo) strada.Posto {
	return strada.Posto{Indirizzo: l.Indirizzo, Civico: l.Civico, Chilometro: l.Chilometro}
}

// Giorno is the day of the violation in Rome.
func (p Precedente) Giorno() calendario.Giorno { return calendario.Da(p.Istante) }

// ConPeriodo are earlier violations as a repeat is judged by them, each with the period of its row on its day.
func ConPeriodo(prima []Precedente, tabella *sanzione.Tabella) []conseguenze.Precedente {
	tutti := make([]conseguenze.Precedente, len(prima))
	for i, p := range prima {
		riga, _ := tabella.Cerca(p.Codice, p.Giorno())
		tutti[i] = conseguenze.Precedente{Estremi: p.Estremi, Data: p.Giorno(), Articolo: p.Articolo, Comma: p.Comma, Periodo: riga.Periodo, Definita: p.Definita}
	}
	return tutti
}

// PrecedentiDi are the violations that a driver has committed before the fine, in the two years that the law ever looks at, of the
// articles whose repeat it knows: of the driver with the tax code, of the one whom the fine names where it is empty; none
// of a driver without one.
func (s *Lettore) PrecedentiDi(ctx context.Context, id uuid.UUID, codiceFiscale string) ([]Precedente, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	var trovati []Precedente
	err = database.ReadSnapshot(ctx, func(ctx context.Context, tx pgx.Tx) error {
		r := Ricerca{CodiceFiscale: codiceFiscale}
		var suo string
		var violazioni []string
		if err := tx.QueryRow(ctx, `SELECT v.data_violazione, coalesce((SELECT g.codice_fiscale FROM posizione p JOIN soggetto g ON g.id = p.soggetto
				WHERE p.verbale = v.id AND p.titolo = '`+string(verbale.Trasgressore)+`' AND p.chiusa = '' LIMIT 1), ''),
				ARRAY(SELECT x.articolo || ' ' || x.comma FROM violazione x WHERE x.verbale = v.id)
			FROM verbale v WHERE v.id = $1`, id).Scan(&r.Prima, &suo, &violazioni); err != nil {
			return err
		}
		r.CodiceFiscale = cmp.Or(r.CodiceFiscale, suo)
		for _, v := range violazioni {
			articolo, comma, _ := strings.Cut(v, " ")
			r.Articoli = append(r.Articoli, cds.ArticoliRecidiva(articolo, comma, "", calendario.Da(r.Prima))...)
		}
		if r.CodiceFiscale == "" || len(r.Articoli) == 0 {
			return nil
		}
		sql, args := r.query()
		trovati, err = Righe(ctx, tx, pgx.RowToStructByPos[Precedente], sql, args...)
		return err
	})
	return trovati, db.Wrap("precedenti del verbale "+id.String(), err)
}

// definita says of the day $1, the one of the violation that may be a repeat: paid or settled by then; or served, its sixty
// days gone, without an appeal still open or accepted. An annulled fine is not looked at at all. A closing of which no day
// is known, as an imported fine may have it, counts: a person decides.
const definita = `v.ricorso IN ('` + string(verbale.RicorsoNessuno) + `', '` + string(verbale.RicorsoRespinto) + `', '` +
	string(verbale.RicorsoRideterminato) + `', '` + string(verbale.RicorsoInammissibile) + `', '` + string(verbale.RicorsoDefinitivo) + `')
	AND ((v.procedura = '` + string(verbale.Definito) + `' OR v.debito IN ('` + string(verbale.Pagato) + `', '` + string(verbale.Eccedenza) + `'))
			AND coalesce((SELECT least(max(e.data_legale) FILTER (WHERE e.tipo = '` + string(verbale.EventoPagamento) + `'),
					max(e.data_legale) FILTER (WHERE e.tipo = '` + string(verbale.EventoDefinito) + `'))
				FROM evento e WHERE e.verbale = v.id AND (e.tipo = '` + string(verbale.EventoDefinito) + `'
					OR e.tipo = '` + string(verbale.EventoPagamento) + `' AND e.dati @> '{"chiude": true}')) <= $1::date, true)
		OR coalesce(v.data_notifica + 60 < $1::date, false)
			AND NOT EXISTS (SELECT FROM ricorso i WHERE i.verbale = v.id AND i.presentato <= $1::date AND i.deciso > $1::date))`

// Ricerca asks for the earlier violations of some articles. With CodiceFiscale it finds those that the person committed as the
// driver in the two years before Prima; without, those of the vehicle from Dal until Al (excluded). Istat says that the caller
// compares places of that municipality alone.
type Ricerca struct {
	Articoli      []string
	Prima         time.Time
	CodiceFiscale string
	Targa         string
	TargaScritta  string // tells two vehicles of one key apart (targa.Confondibili)
	Nazione       string
	Dal, Al       time.Time
	Istat         string
}

// altroVeicolo reports that a violation found under the same plate key belongs to another vehicle.
func (r Ricerca) altroVeicolo(p Precedente) bool {
	return r.Targa != "" && !targa.Confondibili(r.TargaScritta, r.Nazione, p.TargaScritta, p.Nazione)
}

// query lists the violations by day, without those of annulled or discarded fines.
func (r Ricerca) query() (sql string, args []any) {
	da, dove := ` FROM verbale v JOIN violazione x ON x.verbale = v.id`, `v.targa = $4 AND v.data_violazione >= $5 AND v.data_violazione < $6`
	altri := []any{r.Targa, r.Dal, r.Al}
	if r.CodiceFiscale != "" {
		da = ` FROM soggetto g JOIN posizione p ON p.soggetto = g.id AND p.titolo = '` + string(verbale.Trasgressore) + `'
			JOIN verbale v ON v.id = p.verbale JOIN violazione x ON x.verbale = v.id`
		dove = `g.codice_fiscale = $4 AND v.data_violazione < $5 AND v.data_violazione >= $5 - make_interval(years => $6)`
		altri = []any{r.CodiceFiscale, r.Prima, anniPrecedenti}
	}
	sql = `SELECT concat_ws('/', v.numero, nullif(v.lettera, ''), v.anno), v.data_violazione, x.articolo, x.comma, x.codice, v.contestato, ` + definita + `,
			v.luogo_istat, v.luogo_indirizzo, v.luogo_civico, v.luogo_chilometro, v.dispositivo IS NOT NULL,
			v.fonte = '` + string(verbale.FonteImpianto) + `', v.motivo_mancata_contestazione,
			v.targa_scritta, v.nazione` + da + ` WHERE ` + dove + `
			AND x.articolo = ANY ($2) AND NOT v.procedura = ANY ($3)
		ORDER BY v.data_violazione, v.id LIMIT 50`
	return sql, append([]any{calendario.Da(r.Prima), r.Articoli, conseguenze.Annullate()}, altri...)
}

// Accoda queues the search; sending the batch fills trovati.
func (r Ricerca) Accoda(lotto *pgx.Batch, trovati *[]Precedente) {
	sql, args := r.query()
	lotto.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*trovati, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Precedente])
		*trovati = slices.DeleteFunc(*trovati, r.altroVeicolo)
		return err
	})
}
