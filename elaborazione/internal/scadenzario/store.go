package scadenzario

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// punto is a place in the order in which terms are taken.
type punto struct {
	giorno  calendario.Giorno
	verbale uuid.UUID
}

// termine is a term that is over and has not been acted upon; punto is the first one of its fine.
type termine struct {
	punto
	posizione uuid.UUID
	tipo      cds.TipoScadenza
}

// daRileggere are the sixty days of a service by SEND that connessione has not read again since they ended: a correction may have
// taken the service away.
const daRileggere = ` AND NOT (s.tipo = $8 AND EXISTS (SELECT FROM connessione_v1.rilettura r WHERE r.posizione = s.posizione))`

// scaduti reads the terms that were over before today of the next fines that nothing holds, all those of a
// fine together. Fines held, of which there may be many for years, and the sixty days of those that the
// command has not accepted would be locked and looked at in vain; the fine itself decides again (Stato.Fermo,
// decorse). A database that is not in use is left closed. Where connessione has no view of what it reads
// again, nothing waits for it.
func (l *lavoro) scaduti(ctx context.Context) (tutti []termine, err error) {
	err = l.Pools.Visit(ctx, l.tenant, func(ctx context.Context, pool *db.Pool) error {
		var rilegge bool
		if err := pool.QueryRow(ctx, `SELECT to_regclass('connessione_v1.rilettura') IS NOT NULL`).Scan(&rilegge); err != nil {
			return err
		}
		cancello := ""
		if rilegge {
			cancello = daRileggere
		}
		rows, err := pool.Query(ctx, `WITH primi AS (
				SELECT s.giorno, s.verbale, v.procedura
				FROM scadenza s JOIN verbale v ON v.id = s.verbale JOIN posizione p ON p.id = s.posizione
				WHERE s.fatta IS NULL AND s.giorno < $1 AND (s.giorno, s.verbale) > (coalesce($2, '-infinity'::date), $3) AND s.tipo = ANY($4)
					AND NOT v.importato AND v.ricorso <> ALL($5) AND v.debito <> $6
					AND NOT (s.tipo = $8 AND v.procedura = ANY($9))`+cancello+`
					AND p.giorno_zero IS NOT NULL AND p.prova <> '' AND NOT p.prova_dubbia
				ORDER BY s.giorno, s.verbale LIMIT $7)
			SELECT p.giorno, p.verbale, s.posizione, s.tipo
			FROM primi p JOIN scadenza s ON s.verbale = p.verbale AND s.fatta IS NULL AND s.giorno < $1 AND s.tipo = ANY($4)
				AND NOT (s.tipo = $8 AND p.procedura = ANY($9))`+cancello+`
			ORDER BY p.giorno, p.verbale, s.posizione, s.tipo`,
			l.oggi, giorno(l.dopo.giorno), l.dopo.verbale, tipi(), ricorsiAperti(), string(verbale.Sospeso), l.Scadenzario.porzione,
			string(cds.PagamentoRidotto60), nonAccettati())
		if err != nil {
			return err
		}
		tutti, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (x termine, err error) {
			err = r.Scan(&x.giorno, &x.verbale, &x.posizione, &x.tipo)
			return x, err
		})
		return err
	})
	return tutti, db.Wrap("termini scaduti", err)
}

// tipi are the terms that move the debt.
func tipi() []string { return []string{string(cds.PagamentoScontato5), string(cds.PagamentoRidotto60)} }

// ricorsiAperti are the states of an appeal that hold a fine.
func ricorsiAperti() (aperti []string) {
	for _, r := range []verbale.Ricorso{
		verbale.RicorsoNessuno, verbale.RicorsoPresentato, verbale.RicorsoTrasmesso, verbale.RicorsoSospensiva, verbale.RicorsoAccolto,
		verbale.RicorsoRespinto, verbale.RicorsoRideterminato, verbale.RicorsoInammissibile, verbale.RicorsoImpugnato, verbale.RicorsoDefinitivo,
	} {
		if (vita.Assi{Ricorso: r}).RicorsoAperto() {
			aperti = append(aperti, string(r))
		}
	}
	return aperti
}

// giorno is NULL for no day.
func giorno(g calendario.Giorno) any {
	if g.IsZero() {
		return nil
	}
	return g
}

// verbaliDi lists the fines of some terms, each once.
func verbaliDi(termini []termine) (ids []uuid.UUID) {
	visti := map[uuid.UUID]bool{}
	for _, t := range termini {
		if !visti[t.verbale] {
			visti[t.verbale] = true
			ids = append(ids, t.verbale)
		}
	}
	return ids
}
