// Package elenco lists the fines: the search, and the queues of those that wait for a person.
package elenco

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Store reads the list of the fines and what waits for a person.
type Store struct{ fascicolo.Store }

// Elenco gives a page of fines and, when there are more, the place of its last.
func (s Store) Elenco(ctx context.Context, f Filtro) (voci []lettura.Voce, altri Posto, err error) {
	confine, err := s.Lettore().Confine(ctx)
	if err != nil {
		return nil, Posto{}, err
	}
	if matricole, solo := confine.Matricole(); solo {
		f.Propri = matricole
	}
	sql, argomenti := f.elenca()
	if voci, err = s.Lettore().Voci(ctx, sql, argomenti...); err != nil {
		return nil, Posto{}, err
	}
	if len(voci) > PerPagina {
		voci = voci[:PerPagina]
		ultima := voci[PerPagina-1]
		altri = Posto{Data: ultima.DataViolazione, ID: ultima.ID}
	}
	return voci, altri, nil
}

// perData and perDataDiStato are the same order; the second is that of the indexes by state.
const (
	perData        = `data_violazione`
	perDataDiStato = `(v.data_violazione AT TIME ZONE 'UTC')`
)

// elenca is the question of a page of the list.
func (f Filtro) elenca() (sql string, argomenti []any) {
	condizioni, argomenti := f.sql()
	ordine, verso := perData, "DESC"
	if f.perStato() {
		ordine = perDataDiStato
	}
	if f.crescente() {
		verso = "ASC"
	}
	return `SELECT ` + lettore.ColonneVoce + ` FROM verbali_v1.verbale v ` + condizioni +
		fmt.Sprintf(` ORDER BY %s %s, id %s LIMIT %d`, ordine, verso, verso, PerPagina+1), argomenti
}

// perStato reports a list of one state, whose index has the order.
func (f Filtro) perStato() bool { return f.Procedura != "" || f.Coda == codaRimborsi }

// crescente is the order of those whose term to be served runs while they wait for the office: the oldest first.
func (f Filtro) crescente() bool { return f.Procedura == verbale.DaValidare }

// trattenuti gives what holds each fine of a page of those that wait to be validated; nil for any other list.
func (s Store) trattenuti(ctx context.Context, f Filtro, voci []lettura.Voce) (map[uuid.UUID][]verbale.Avvertenza, error) {
	if !f.crescente() {
		return nil, nil //nolint:nilnil // no reasons in this list
	}
	var id []uuid.UUID
	for _, v := range voci {
		id = append(id, v.ID)
	}
	tutti, err := s.Lettore().Trattenuti(ctx, id)
	for v, motivi := range tutti {
		tutti[v] = slices.DeleteFunc(motivi, func(a verbale.Avvertenza) bool { return !dicibile(ctx, a) })
	}
	return tutti, err
}

// dicibile reports a warning that the caller of the context may read: some tell of a person.
func dicibile(ctx context.Context, a verbale.Avvertenza) bool {
	chi, ok := auth.From(ctx)
	return !a.DiPersona() || ok && chi.Can(auth.PermessoPersona)
}

// numera gives the question marks of a statement their numbers, from one on.
func numera(sql string, da int) string {
	for strings.Contains(sql, "?") {
		sql = strings.Replace(sql, "?", fmt.Sprintf("$%d", da), 1)
		da++
	}
	return sql
}

// sql writes only the conditions that filter, so that each search uses its index.
func (f Filtro) sql() (condizioni string, argomenti []any) {
	var tutte []string
	se := func(filtra bool, condizione string, valori ...any) {
		if !filtra {
			return
		}
		tutte = append(tutte, numera(condizione, len(argomenti)+1))
		argomenti = append(argomenti, valori...)
	}
	se(f.Propri != nil, "v.agenti && ?", f.Propri)
	se(f.Numero != 0, "numero = ?", f.Numero)
	se(f.Anno != 0, "anno = ?", f.Anno)
	se(f.Lettera != "", "lettera = ?", f.Lettera)
	se(f.Targa != "", "targa = ?", f.Targa)
	se(f.Procedura != "", "procedura = ?", f.Procedura)
	se(f.Coda == codaDecidere, "v.id IN (SELECT a.verbale"+aperte+")", verbale.AnomalieCadute(), verbale.ProcedureSenzaPagare())
	se(f.Coda == codaFermi, "v.id IN (SELECT m.verbale FROM lavoro_morto m WHERE m.riaccodato IS NULL)")
	se(f.Coda == codaRimborsi, "debito = ?", verbale.Eccedenza)
	se(f.Coda == codaAttesa, daUnGiorno, verbale.IntestatarioChiesto)
	se(f.Anomalia != "", "v.id IN (SELECT a.verbale"+aperte+" AND a.tipo = ?)", verbale.AnomalieCadute(), verbale.ProcedureSenzaPagare(), f.Anomalia)
	se(f.Motivo == senzaAvvertenze, "NOT EXISTS ("+lettore.Trattengono()+")")
	se(f.Motivo != "" && f.Motivo != senzaAvvertenze, "EXISTS (SELECT FROM ("+lettore.Trattengono()+") t WHERE t.nome = ?)", f.Motivo)
	dopo, verso := f.Dopo.ID != uuid.Nil, "<"
	if f.crescente() {
		verso = ">"
	}
	se(dopo && !f.perStato(), "("+perData+", id) < (?, ?)", f.Dopo.Data, f.Dopo.ID)
	se(dopo && f.perStato(), "("+perDataDiStato+", id) "+verso+" (?, ?)", f.Dopo.Data.UTC(), f.Dopo.ID)
	if len(tutte) == 0 {
		return "", nil
	}
	return "WHERE " + strings.Join(tutte, " AND "), argomenti
}
