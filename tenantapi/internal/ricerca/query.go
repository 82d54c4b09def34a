package ricerca

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// ordine is one of the orders a page may have; the id breaks ties.
type ordine struct{ nome, colonna, verso, confronto string }

func ordini() []string { return []string{"dataViolazione", "-dataViolazione", "numero", "-numero"} }

func ordineDi(nome string) ordine {
	o := ordine{nome: nome, colonna: "data_violazione", verso: "ASC", confronto: ">"}
	if strings.HasPrefix(nome, "-") {
		o.verso, o.confronto = "DESC", "<"
	}
	if strings.HasSuffix(nome, "numero") {
		o.colonna = "numero"
	}
	return o
}

// query is a statement and its arguments. The WHERE holds only the members in use: an optional
// condition on every column would end in one generic plan that fits none.
type query struct {
	dove []string
	args []any
	coda string
}

// dove adds a condition; each ? of it becomes the next parameter.
func (q *query) e(condizione string, args ...any) {
	for _, a := range args {
		q.args = append(q.args, a)
		condizione = strings.Replace(condizione, "?", fmt.Sprintf("$%d", len(q.args)), 1)
	}
	q.dove = append(q.dove, condizione)
}

const colonne = `SELECT v.id::text, v.numero::text, v.lettera, v.anno, v.targa, v.data_violazione,
	concat_ws(' ', v.luogo_indirizzo, nullif(v.luogo_civico, '')),
	ARRAY(SELECT x.articolo || ' c. ' || x.comma FROM verbali_v1.violazione x WHERE x.verbale = v.id ORDER BY x.ordine),
	v.procedura, v.debito, v.ricorso, v.importo_cent, v.data_notifica::text, v.scadenza_pagamento::text, v.reparto, v.fonte
	FROM verbali_v1.verbale v`

func (q *query) sql() string {
	dove := ""
	if len(q.dove) > 0 {
		dove = " WHERE " + strings.Join(q.dove, " AND ")
	}
	return colonne + dove + q.coda
}

func componi(r Richiesta) (*query, error) {
	q := &query{}
	q.chiavi(r)
	q.insiemi(r)
	q.intervalli(r)
	o := ordineDi(r.Ordina)
	if r.Cursore != "" {
		if err := q.riprendi(r.Cursore, o); err != nil {
			return nil, err
		}
	}
	q.args = append(q.args, r.Dimensione+1)
	q.coda = fmt.Sprintf(" ORDER BY v.%s %s, v.id %s LIMIT $%d", o.colonna, o.verso, o.verso, len(q.args))
	return q, nil
}

func (q *query) chiavi(r Richiesta) {
	if r.Numero != "" {
		q.e("v.numero = ?::text::bigint", "0"+string(r.Numero))
	}
	if r.Lettera != nil {
		q.e("v.lettera = ?", *r.Lettera)
	}
	if r.Anno != 0 {
		q.e("v.anno = ?", r.Anno)
	}
	if r.Targa != "" {
		q.e("v.targa = ?", r.Targa)
	}
	if r.IUV != "" {
		q.e("v.id IN (SELECT a.verbale FROM verbali_v1.avviso a WHERE a.iuv = ?)", r.IUV)
	}
	if r.CodiceFiscale != "" {
		q.e(`v.id IN (SELECT p.verbale FROM verbali_v1.posizione p JOIN verbali_v1.soggetto s ON s.id = p.soggetto
			WHERE s.codice_fiscale = ?)`, r.CodiceFiscale)
	}
	if r.Articolo != "" {
		q.e("EXISTS (SELECT FROM verbali_v1.violazione x WHERE x.verbale = v.id AND x.articolo = ?)", r.Articolo)
	}
	if r.Reparto != "" {
		q.e("v.reparto = ?", r.Reparto)
	}
	if r.Testo != "" {
		q.e("(v.luogo_indirizzo || ' ' || v.note) ILIKE '%' || ? || '%'", letterale(r.Testo))
	}
}

// letterale makes the signs of LIKE mean themselves.
func letterale(testo string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(testo)
}

func (q *query) insiemi(r Richiesta) {
	for _, i := range []struct {
		colonna string
		valori  []string
	}{{"procedura", r.Procedura}, {"debito", r.Debito}, {"ricorso", r.Ricorso}, {"fonte", r.Fonte}} {
		if len(i.valori) > 0 {
			q.e("v."+i.colonna+" = ANY(?)", i.valori)
		}
	}
}

// intervalli: days of a moment are days in Rome; both ends are in.
func (q *query) intervalli(r Richiesta) {
	if da := r.DataViolazione.Da; da != nil {
		q.e("v.data_violazione >= ?::text::timestamp AT TIME ZONE 'Europe/Rome'", da.String())
	}
	if a := r.DataViolazione.A; a != nil {
		q.e("v.data_violazione < ?::text::timestamp AT TIME ZONE 'Europe/Rome'", a.AddDays(1).String())
	}
	for _, i := range []struct {
		colonna string
		Intervallo
	}{{"data_notifica", r.DataNotifica}, {"scadenza_pagamento", r.ScadenzaPagamento}} {
		if i.Da != nil {
			q.e("v."+i.colonna+" >= ?::text::date", i.Da.String())
		}
		if i.A != nil {
			q.e("v."+i.colonna+" <= ?::text::date", i.A.String())
		}
	}
	if da := r.ImportoCent.Da; da != nil {
		q.e("v.importo_cent >= ?", *da)
	}
	if a := r.ImportoCent.A; a != nil {
		q.e("v.importo_cent <= ?", *a)
	}
}

// riprendi goes on after the place a cursor names; its parts are checked, since anybody may write one.
func (q *query) riprendi(testo string, o ordine) error {
	c, err := leggiCursore(testo, o.nome)
	if err != nil {
		return err
	}
	id, err := uuid.Parse(c.ID)
	if err != nil {
		return problem.CampoNonValido("cursore", "non appartiene a questa ricerca").Con(err)
	}
	tipo := "bigint"
	if o.colonna == "data_violazione" {
		tipo = "timestamptz"
		_, err = time.Parse(time.RFC3339Nano, c.Valore)
	} else if strings.IndexFunc(c.Valore, func(r rune) bool { return r < '0' || r > '9' }) >= 0 || c.Valore == "" || len(c.Valore) > 10 {
		err = fmt.Errorf("ricerca: numero %q", c.Valore)
	}
	if err != nil {
		return problem.CampoNonValido("cursore", "non appartiene a questa ricerca").Con(err)
	}
	q.e("(v."+o.colonna+", v.id) "+o.confronto+" (?::text::"+tipo+", ?::text::uuid)", c.Valore, id.String())
	return nil
}
