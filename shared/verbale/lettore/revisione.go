package lettore

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Tratto narrows the fines that are compared with a table: by the day of the violation (Da and A included, zero: open) and
// by the codes of the violations (none: all). Dopo is the id after which they begin, in order of id.
type Tratto struct {
	Da, A  calendario.Giorno
	Codici []string
	Dopo   uuid.UUID
}

// Difforme is a violation of a fine that was priced otherwise than a table prices it.
type Difforme struct {
	Verbale    uuid.UUID
	Ordine     int
	Codice     string
	Differenze []sanzione.Differenza
}

// perVolta is how many violations are compared at a time: the others stay in the database.
const perVolta = 2000

// PerIDs gives some fines of the tenant, in order of id.
func (l Lettore) PerIDs(ctx context.Context, ids []uuid.UUID, parti Parti) ([]lettura.Verbale, error) {
	return l.leggi(ctx, parti.sql(` FROM verbali_v1.verbale v WHERE v.id = ANY($1) ORDER BY v.id`), ids)
}

// Importati counts the fines of other systems in a stretch: nobody priced them by the table.
func (l Lettore) Importati(ctx context.Context, t Tratto) (n int, err error) {
	database, err := l.Pools.Tenant(ctx)
	if err != nil {
		return 0, err
	}
	args := []any{t.da(), t.a()}
	err = database.Pool.QueryRow(ctx, `SELECT count(*) FROM verbali_v1.verbale v WHERE v.importato AND `+nelPeriodo, args...).Scan(&n)
	return n, db.Wrap("verbali importati", err)
}

// Difformi gives, one after the other in order of fine, the violations that the table prices otherwise; altra says whether
// to go on. Memory does not grow with their number.
func (l Lettore) Difformi(ctx context.Context, tabella *sanzione.Tabella, t Tratto, altra func(Difforme) bool) error {
	database, err := l.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	righe, ordine := righeDi(tabella), 32_767 // beyond the last violation of the fine named
	for {
		lette, err := leggiPrezzate(ctx, database.Pool, append([]any{t.da(), t.a(), t.Dopo, ordine, t.Codici, tabella.Versione(), perVolta}, righe...))
		if err != nil {
			return db.Wrap("verbali e tabella delle violazioni", err)
		}
		for _, p := range lette {
			r := tabella.Rivedi(revisione.Prezzata(p.Violazione, p.notte()), calendario.Da(p.Quando))
			if len(r.Differenze) > 0 && !altra(Difforme{p.Verbale, p.Ordine, p.Violazione.Codice, r.Differenze}) {
				return nil
			}
			t.Dopo, ordine = p.Verbale, p.Ordine
		}
		if len(lette) < perVolta {
			return nil
		}
	}
}

// Rivedi gives a page of the fines with a violation that the table prices otherwise, in order of id, and the id from which the
// next page goes on; zero after the last.
func (l Lettore) Rivedi(ctx context.Context, tabella *sanzione.Tabella, t Tratto, quanti int, oggi calendario.Giorno) ([]revisione.Verbale, uuid.UUID, error) {
	var ids []uuid.UUID
	err := l.Difformi(ctx, tabella, t, func(d Difforme) bool {
		if len(ids) == 0 || ids[len(ids)-1] != d.Verbale {
			ids = append(ids, d.Verbale)
		}
		return len(ids) <= quanti
	})
	if err != nil || len(ids) == 0 {
		return nil, uuid.Nil, err
	}
	altri := uuid.Nil
	if len(ids) > quanti {
		ids = ids[:quanti]
		altri = ids[quanti-1]
	}
	letti, err := l.PerIDs(ctx, ids, Anomalie)
	if err != nil {
		return nil, uuid.Nil, err
	}
	var voci []revisione.Verbale
	for i := range letti {
		v, diverso, err := revisione.Di(tabella, &letti[i], oggi)
		if err != nil {
			return nil, uuid.Nil, fmt.Errorf("revisione del verbale %s: %w", letti[i].ID, err)
		}
		if diverso {
			voci = append(voci, v)
		}
	}
	return voci, altri, nil
}

// Gruppi are the violations of the fines of a stretch, those priced the same together, and how many the fines are; without
// those of other systems and those that were thrown away.
func (l Lettore) Gruppi(ctx context.Context, t Tratto) (gruppi []revisione.Gruppo, verbali int64, err error) {
	database, err := l.Pools.Tenant(ctx)
	if err != nil {
		return nil, 0, err
	}
	const quali = ` FROM verbali_v1.verbale v JOIN verbali_v1.violazione x ON x.verbale = v.id WHERE NOT v.importato AND v.procedura <> $3 AND ` + nelPeriodo
	args := []any{t.da(), t.a(), verbale.Scartato}
	if err := database.Pool.QueryRow(ctx, `SELECT count(DISTINCT v.id)`+quali, args...).Scan(&verbali); err != nil {
		return nil, 0, db.Wrap("verbali di un periodo", err)
	}
	rows, err := database.Pool.Query(ctx, `SELECT x.codice, x.lettera, x.minimo_cent, x.massimo_cent, x.notturna, x.sconto30, x.pagamento_ridotto, x.periodi,
			x.tariffa_cent, x.candidati, count(*)`+quali+` GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`, args...)
	if err != nil {
		return nil, 0, db.Wrap("violazioni di un periodo", err)
	}
	gruppi, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (g revisione.Gruppo, err error) {
		v := &g.Violazione
		return g, r.Scan(&v.Codice, &v.Lettera, &v.MinimoCent, &v.MassimoCent, &v.Notturna, &v.Sconto30, &v.PagamentoRidotto, &v.Periodi, &v.TariffaCent,
			&v.Candidati, &g.Quante)
	})
	return gruppi, verbali, db.Wrap("violazioni di un periodo", err)
}

// da and a are the ends of the stretch as instants; nil where it is open.
func (t Tratto) da() any { return istante(t.Da) }
func (t Tratto) a() any {
	if t.A.IsZero() {
		return nil
	}
	return istante(t.A.AddDays(1))
}

func istante(g calendario.Giorno) any {
	if g.IsZero() {
		return nil
	}
	return g.Inizio()
}

const nelPeriodo = `($1::timestamptz IS NULL OR v.data_violazione >= $1) AND ($2::timestamptz IS NULL OR v.data_violazione < $2)`

// colonneRighe are the columns of a row of the table as the database compares it, and their types.
func colonneRighe() [][2]string {
	return [][2]string{{"codice", "text"}, {"dal", "date"}, {"al", "date"}, {"minimo", "bigint"}, {"massimo", "bigint"},
		{"notturna", "boolean"}, {"sconto30", "boolean"}, {"ridotto", "boolean"}, {"punti", "smallint"}, {"accessoria", "text"}, {"conseguenze", "text"}}
}

// righeDi are the rows of a table by column, in the order of colonneRighe: each with the days on which it prices.
func righeDi(t *sanzione.Tabella) []any {
	var codici, dal, al, accessorie, conseguenze []string
	var minimi, massimi []int64
	var punti []int16
	var notturne, sconti, ridotti []bool
	for _, x := range t.Intervalli() {
		r := x.Riga
		codici, dal, al = append(codici, r.Codice), append(dal, x.Dal.String()), append(al, cmp.Or(x.Al.String(), "9999-12-31"))
		minimi, massimi, punti = append(minimi, int64(r.MinCent)), append(massimi, int64(r.MaxCent)), append(punti, int16(r.Punti))
		notturne, sconti, ridotti = append(notturne, r.Notturna), append(sconti, r.AmmetteSconto(false)), append(ridotti, r.PagamentoRidotto)
		nomi := make([]string, len(r.Conseguenze))
		for i, c := range r.Conseguenze {
			nomi[i] = string(c)
		}
		accessorie, conseguenze = append(accessorie, r.Accessoria), append(conseguenze, strings.Join(nomi, " "))
	}
	return []any{codici, dal, al, minimi, massimi, notturne, sconti, ridotti, punti, accessorie, conseguenze}
}

// difformi leaves out what a row of its day prices word for word: the law looks at the rest alone. The first seven
// arguments are those of Difformi, then come the columns of the rows.
func difformi() string {
	var nomi, tipi []string
	for i, c := range colonneRighe() {
		nomi = append(nomi, c[0])
		tipi = append(tipi, fmt.Sprintf("$%d::%s[]", i+8, c[1]))
	}
	return `SELECT v.id, x.ordine, v.data_violazione, v.senza_ora, x.codice, x.lettera, x.minimo_cent, x.massimo_cent, x.notturna, x.sconto30,
			x.pagamento_ridotto, x.punti, x.accessoria, x.conseguenze
		FROM verbali_v1.verbale v JOIN verbali_v1.violazione x ON x.verbale = v.id
		WHERE NOT v.importato AND ` + nelPeriodo + ` AND (v.id, x.ordine) > ($3, $4) AND ($5::text[] IS NULL OR x.codice = ANY ($5))
			AND x.versione_tabella <> $6 AND x.candidati = '{}'
			AND NOT EXISTS (SELECT FROM unnest(` + strings.Join(tipi, ", ") + `) r (` + strings.Join(nomi, ", ") + `)
				WHERE r.codice = x.codice AND r.minimo = x.minimo_cent AND r.massimo = x.massimo_cent AND r.sconto30 = x.sconto30
					AND r.ridotto = x.pagamento_ridotto AND r.punti = x.punti
					AND (v.data_violazione AT TIME ZONE 'Europe/Rome')::date BETWEEN r.dal AND r.al
					AND (r.accessoria = x.accessoria OR r.conseguenze = array_to_string(x.conseguenze, ' ') AND x.conseguenze <> '{}')
					AND (r.notturna = x.notturna OR NOT x.notturna AND (v.senza_ora
						OR (v.data_violazione AT TIME ZONE 'Europe/Rome')::time BETWEEN '07:00' AND '22:00')))
		ORDER BY v.id, x.ordine LIMIT $7`
}

// prezzata is a violation with what the table compares.
type prezzata struct {
	Verbale    uuid.UUID
	Ordine     int
	Quando     time.Time
	SenzaOra   bool
	Violazione lettura.Violazione
}

func (p prezzata) notte() *bool {
	if p.SenzaOra {
		return nil
	}
	n := cds.Notturna(p.Quando).Notturna
	return &n
}

func leggiPrezzate(ctx context.Context, pool *db.Pool, args []any) ([]prezzata, error) {
	rows, err := pool.Query(ctx, difformi(), args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (p prezzata, err error) {
		v := &p.Violazione
		err = r.Scan(&p.Verbale, &p.Ordine, &p.Quando, &p.SenzaOra, &v.Codice, &v.Lettera, &v.MinimoCent, &v.MassimoCent, &v.Notturna, &v.Sconto30,
			&v.PagamentoRidotto, &v.Punti, &v.Accessoria, &v.Conseguenze)
		p.Quando = p.Quando.In(calendario.Roma())
		return p, err
	})
}
