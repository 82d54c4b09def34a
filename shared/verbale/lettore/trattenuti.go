package lettore

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Trattengono selects the column nome: the warnings for which the fine v waits to be validated, but those that an event
// has settled since it came in. Whatever an event does not settle, validating the fine does.
func Trattengono() string {
	return `SELECT split_part(a, ': ', 1) AS nome FROM verbali_v1.evento e, jsonb_array_elements_text(coalesce(e.dati->'avvertenze', '[]')) a
		WHERE e.verbale = v.id AND e.sequenza = 1 AND split_part(a, ': ', 1) IN (` + elenca(verbale.Avvertenze()...) + `) AND NOT CASE
			WHEN split_part(a, ': ', 1) IN (` + elenca(verbale.AvvertenzeDelDispositivo()...) + `) THEN EXISTS (SELECT FROM verbali_v1.evento d
				WHERE d.verbale = v.id AND d.tipo = '` + string(verbale.EventoDispositivoIndicato) + `')
			WHEN split_part(a, ': ', 1) = '` + string(verbale.AvvertenzaRigaDaScegliere) + `' THEN NOT EXISTS (SELECT FROM verbali_v1.violazione r
				WHERE r.verbale = v.id AND r.candidati <> '{}')
			WHEN split_part(a, ': ', 1) = '` + string(verbale.AvvertenzaRigaDubbia) + `' THEN NOT EXISTS (SELECT FROM verbali_v1.violazione r
				WHERE r.verbale = v.id AND (r.candidati <> '{}' OR r.dubbio <> ''))
			ELSE false END GROUP BY 1`
}

func elenca(nomi ...verbale.Avvertenza) string {
	testi := make([]string, len(nomi))
	for i, n := range nomi {
		testi[i] = "'" + string(n) + "'"
	}
	return strings.Join(testi, ", ")
}

// Trattenuti gives, of some fines of the tenant that wait to be validated, the warnings that hold each; a fine that nothing but
// the rule of its source holds is not there.
func (l Lettore) Trattenuti(ctx context.Context, verbali []uuid.UUID) (map[uuid.UUID][]verbale.Avvertenza, error) {
	database, err := l.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := database.Pool.Query(ctx, `SELECT v.id, t.nome FROM verbali_v1.verbale v, LATERAL (`+Trattengono()+`) t
		WHERE v.id = ANY($1) AND v.procedura = $2 ORDER BY 2`, verbali, verbale.DaValidare)
	if err != nil {
		return nil, db.Wrap("verbali da validare", err)
	}
	tutti := map[uuid.UUID][]verbale.Avvertenza{}
	var id uuid.UUID
	var nome verbale.Avvertenza
	_, err = pgx.ForEachRow(rows, []any{&id, &nome}, func() error {
		tutti[id] = append(tutti[id], nome)
		return nil
	})
	return tutti, db.Wrap("verbali da validare", err)
}

// Motivo is a warning with how many fines it holds; without a name those that the rule of their source alone holds. Letti is
// how many fines that wait to be validated were looked at.
type Motivo struct {
	Nome          verbale.Avvertenza
	Quanti, Letti int
}

// Motivi counts the fines that wait to be validated by what holds them, the most frequent first, among so many of the oldest
// violations.
func (l Lettore) Motivi(ctx context.Context, alPiu int) ([]Motivo, error) {
	return db.Every[Motivo](ctx, l.Pools, "verbali da validare", `WITH v AS MATERIALIZED (SELECT v.id FROM verbali_v1.verbale v WHERE v.procedura = $1
			ORDER BY (v.data_violazione AT TIME ZONE 'UTC'), v.id LIMIT $2)
		SELECT coalesce(t.nome, ''), count(*), (SELECT count(*) FROM v) FROM v LEFT JOIN LATERAL (`+Trattengono()+`) t ON true GROUP BY 1 ORDER BY 2 DESC, 1`,
		verbale.DaValidare, alPiu)
}
