package registro

import (
	"context"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

// piattaforma is the name, in a cursor and on a line, of what core wrote in the platform database.
const piattaforma = "piattaforma"

// ritardo is how much later than its neighbours a line may have been given its instant: that of the
// start of its transaction.
const ritardo = time.Hour

// Store reads the views in which the services publish their registers.
type Store struct{ Pools *db.Pools }

// fonte is the register of one service in one database. In core's own, in the platform database, a
// tenant is shown only the lines of which it is the object.
type fonte struct {
	nome, vista string
	database    *db.Database
	tenant      string
}

// Apri records the reading, and gives the registers of a tenant ("": of the platform) and the names
// of the services whose view is not there yet.
func (s Store) Apri(ctx context.Context, nome string, a db.Access) (fonti []fonte, mancano []string, err error) {
	centrale, err := s.Pools.Platform(ctx)
	if err != nil {
		return nil, nil, err
	}
	dove := centrale
	if nome != "" {
		if dove, err = s.Pools.Tenant(ctx); err != nil {
			return nil, nil, err
		}
	}
	if err := dove.Audit(ctx, a); err != nil {
		return nil, nil, err
	}
	for _, m := range bootstrap.Modules() {
		diTenant, diPiattaforma := nome != "" && m.InTenant, nome == "" && m.InPlatform && m.Name != "core"
		if diTenant || diPiattaforma {
			fonti = append(fonti, fonte{nome: m.Name, vista: bootstrap.Views(m.Schema) + ".registro", database: dove})
		}
	}
	fonti, mancano, err = presenti(ctx, dove, fonti)
	return append(fonti, fonte{nome: piattaforma, vista: "registro", database: centrale, tenant: nome}), mancano, err
}

// presenti parts the sources whose view is there, and granted to core by now, from the names of the others.
func presenti(ctx context.Context, database *db.Database, tutte []fonte) (fonti []fonte, mancano []string, err error) {
	var viste, trovate []string
	for _, f := range tutte {
		viste = append(viste, f.vista)
	}
	err = database.Pool.QueryRow(ctx, `SELECT coalesce(array_agg(n.nspname || '.' || c.relname), '{}') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname || '.' || c.relname = ANY ($1) AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')`, viste).Scan(&trovate)
	for _, f := range tutte {
		if slices.Contains(trovate, f.vista) {
			fonti = append(fonti, f)
			continue
		}
		mancano = append(mancano, f.nome)
	}
	return fonti, mancano, db.Wrap("registro", err)
}

// cerca is the question to one view. The window bounds how much is looked through.
const cerca = `SELECT posizione, quando, attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo FROM
		(SELECT * FROM VISTA WHERE posizione < $1 ORDER BY posizione DESC LIMIT $2) finestra
	WHERE ($3 = '' OR lower(attore) = lower($3)) AND ($4 = '' OR azione = $4) AND (cardinality($5::text[]) = 0 OR oggetto = ANY($5))
		AND ($6 = '' OR esito = $6) AND quando >= $7 AND quando < $8 AND ($9 = '' OR starts_with(oggetto, $9))
	ORDER BY posizione DESC LIMIT $10`

const fondo = `SELECT posizione, quando FROM VISTA WHERE posizione < $1 ORDER BY posizione DESC OFFSET $2 LIMIT 1`

// leggi looks through one window of a source for at most so many lines, and one more.
func (f fonte) leggi(ctx context.Context, filtro Filtro, quanti int) (flusso, error) {
	letto := flusso{nome: f.nome, prima: math.MaxInt64}
	if p, gia := filtro.dopo[f.nome]; gia {
		letto.prima = p
	}
	inizio, fine := filtro.inizio, filtro.fine
	if fine.IsZero() {
		fine = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	suo := ""
	if f.tenant != "" {
		suo = f.tenant + "/"
	}
	rows, err := f.database.Pool.Query(ctx, f.su(cerca), letto.prima, finestra, filtro.Attore, filtro.Azione, filtro.richiedono,
		filtro.Esito, inizio, fine, suo, quanti+1)
	if err != nil {
		return letto, db.Wrap("registro di "+f.nome, err)
	}
	letto.righe, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (Riga, error) {
		x := Riga{Modulo: f.nome}
		return x, r.Scan(&x.Posizione, &x.Quando, &x.Attore, &x.Azione, &x.OggettoTipo, &x.Oggetto, &x.Motivo, &x.Esito, &x.Indirizzo)
	})
	if err != nil {
		return letto, db.Wrap("registro di "+f.nome, err)
	}
	err = f.database.Pool.QueryRow(ctx, f.su(fondo), letto.prima, finestra-1).Scan(&letto.fondo, &letto.fondoQuando)
	letto.finito = errors.Is(err, pgx.ErrNoRows) || err == nil && letto.fondoQuando.Before(inizio.Add(-ritardo))
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return letto, db.Wrap("registro di "+f.nome, err)
}

func (f fonte) su(sql string) string { return strings.Replace(sql, "VISTA", f.vista, 1) }

// Oggetti gives the texts that may stand for an object in the lines of a tenant: the text itself, the
// key of an entry of the tenant, the ids of the fines with a number of a year.
func (s Store) Oggetti(ctx context.Context, nome, cercato string) ([]string, error) {
	if cercato == "" {
		return []string{}, nil
	}
	tutti := []string{cercato, nome + "/" + cercato}
	numero := regexp.MustCompile(`^0*([0-9]{1,10})/([0-9]{4})(?:/([A-Z]{1,3}))?$`).FindStringSubmatch(cercato)
	if numero == nil || nome == "" {
		return tutti, nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := database.Pool.Query(ctx, `SELECT id::text FROM verbali_v1.verbale WHERE numero = $1::text::bigint AND anno = $2::text::int AND ($3 = '' OR lettera = $3)`,
		numero[1], numero[2], numero[3])
	if err != nil {
		return nil, db.Wrap("registro", err)
	}
	verbali, err := pgx.CollectRows(rows, pgx.RowTo[string])
	return append(tutti, verbali...), db.Wrap("registro", err)
}
