package ricerca

import (
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// ordine is one of the orders a page may have; the id breaks ties.
type ordine struct{ colonna, verso, confronto string }

const (
	perNumero = "numero"
	perData   = "data_violazione"
	// perIstante is the same order, as the indexes by state have it and that by date has not (elaborazione,
	// migration 4): where few fines are looked for by something else, no plan walks along the dates.
	perIstante = "istante"
)

// numeroMassimo is the greatest number of a fine.
const numeroMassimo = 9_999_999_999

func ordini() []string { return []string{"dataViolazione", "-dataViolazione", "numero", "-numero"} }

func ordineDi(nome string) ordine {
	o := ordine{colonna: perData, verso: "ASC", confronto: ">"}
	if strings.HasPrefix(nome, "-") {
		o.verso, o.confronto = "DESC", "<"
	}
	if strings.HasSuffix(nome, "numero") {
		o.colonna = perNumero
	}
	return o
}

// asse is a filter by state or by source: there are few values, known beforehand.
type asse struct {
	colonna string
	valori  []string
}

// assi are the filters by state and by source in use.
func (r *Richiesta) assi() []asse {
	tutti := []asse{{"procedura", testi(r.Procedura)}, {"debito", testi(r.Debito)}, {"ricorso", testi(r.Ricorso)}, {"fonte", testi(r.Fonte)}}
	return slices.DeleteFunc(tutti, func(a asse) bool { return len(a.valori) == 0 })
}

// query is a statement and its arguments.
type query struct {
	dove   []string
	args   []any
	ordine ordine
	righe  int
	unione unione
	// certa says that one plan serves all values: there is a key that few fines have, or an index has the
	// very order of the page. Other searches are planned each time, for the values they have.
	certa bool
	// seguito: it goes on a stream whose beginning was handed over.
	seguito bool
}

// unione are values read each from its index in the order of the page: the index by date alone would be
// read in vain for values that few fines have.
type unione struct{ valori, condizione, prima string }

// componi writes the statement that gives so many rows after a place (nil: from the first). The WHERE
// holds only the members in use: an optional condition on every column would end in one plan that fits
// none. r has been normalised.
func componi(r *Richiesta, da *posto, righe int) *query {
	q := &query{ordine: ordineDi(r.Ordina), righe: righe}
	q.chiavi(r)
	chiavi := len(q.dove)
	q.altri(r)
	inOrdine := len(q.dove) == 0 && r.unIndice(q.ordine)
	q.certa = chiavi > 0 || inOrdine
	q.serie(r, da, inOrdine)
	if r.Reparto != "" {
		q.perIndice("v.reparto = ?", r.Reparto)
	}
	for _, a := range r.assi() {
		q.asse(a, inOrdine)
	}
	q.periodo(r.DataViolazione)
	if da != nil {
		q.dopo(*da)
	}
	return q
}

// unIndice says that the filters with an index in the order of the dates are one at most, or that those of the
// numbers, which run within a series, are all.
func (r *Richiesta) unIndice(o ordine) bool {
	serie := r.Anno != nil || r.Lettera != nil
	quanti := len(r.assi())
	for _, usato := range []bool{serie, r.Reparto != ""} {
		if usato {
			quanti++
		}
	}
	if o.colonna == perNumero {
		return r.DataViolazione == Intervallo{} && (quanti == 0 || quanti == 1 && serie)
	}
	return quanti <= 1
}

// lenta keeps a query, a piece of a stream, out of the pipelines of those that take no time.
func (q *query) lenta(seguito bool) *query {
	q.certa, q.seguito = false, seguito
	return q
}

// arg adds an argument and gives its place in the statement.
func (q *query) arg(a any) string {
	q.args = append(q.args, a)
	return "$" + strconv.Itoa(len(q.args))
}

// se adds a condition, whose ? is the argument.
func (q *query) se(condizione string, arg any) {
	q.dove = append(q.dove, strings.Replace(condizione, "?", q.arg(arg), 1))
}

// chiavi are the members that few fines have in common.
func (q *query) chiavi(r *Richiesta) {
	if r.Numero != "" {
		q.se("v.numero = ?", r.Numero.intero())
	}
	if r.Targa != "" {
		q.se("v.targa = ?", r.Targa)
	}
	if r.IUV != "" {
		q.se("v.id IN (SELECT a.verbale FROM verbali_v1.avviso a WHERE a.iuv = ?)", r.IUV)
	}
	if r.CodiceFiscale != "" {
		q.se(`v.id IN (SELECT p.verbale FROM verbali_v1.posizione p JOIN verbali_v1.soggetto s ON s.id = p.soggetto
			WHERE s.codice_fiscale = ?)`, r.CodiceFiscale)
	}
}

// altri are the members that many fines may have, or hardly any: only the value tells.
func (q *query) altri(r *Richiesta) {
	if r.propri != nil {
		q.se("EXISTS (SELECT FROM verbali_v1.verbale w WHERE w.id = v.id AND w.agenti && ?)", r.propri)
	}
	if r.Articolo != "" {
		q.se("v.articoli @> ?::text[]", []string{r.Articolo})
	}
	if r.Testo != "" {
		q.parole(interrogazione(strings.Fields(r.Testo)), r.conNote)
	}
	q.giorni("data_notifica", r.DataNotifica)
	q.giorni("scadenza_pagamento", r.ScadenzaPagamento)
	if da := r.ImportoCent.Da; da != nil {
		q.se("v.importo_cent >= ?", *da)
	}
	if a := r.ImportoCent.A; a != nil {
		q.se("v.importo_cent <= ?", *a)
	}
}

// parole finds words of place and notes by their index. For a caller who may not read the notes they have to be in the
// place as well: else a yes or no would reveal their text.
func (q *query) parole(quali string, conNote bool) {
	q.se("v.parole @@ to_tsquery('simple', ?)", quali)
	if !conNote {
		q.se(`to_tsvector('simple', translate(v.luogo, 'àèéìòùÀÈÉÌÒÙ’./-_@:<&+~%', 'aeeiouAEEIOU            ')) @@ to_tsquery('simple', ?)`, quali)
	}
}

// giorni: the fines of some days are read from the index of those days and put in order.
func (q *query) giorni(colonna string, i Intervallo) {
	if !i.da.IsZero() && !i.a.IsZero() && q.ordine.colonna == perData {
		q.ordine.colonna = perIstante
	}
	if !i.da.IsZero() {
		q.se("v."+colonna+" >= ?", i.da)
	}
	if !i.a.IsZero() {
		q.se("v."+colonna+" <= ?", i.a)
	}
}

// perIndice is a filter whose index has the order of the dates.
func (q *query) perIndice(condizione string, arg any) {
	q.se(condizione, arg)
	q.senzaZona()
}

func (q *query) senzaZona() {
	if q.ordine.colonna == perData {
		q.ordine.colonna = perIstante
	}
}

// serie: the indexes have either order within a year and a letter, and the page is read from each series that
// the request takes in.
func (q *query) serie(r *Richiesta, da *posto, inOrdine bool) {
	var quali []string
	if r.Anno != nil {
		quali = append(quali, "anno = "+q.arg(*r.Anno))
	}
	if r.Lettera != nil {
		quali = append(quali, "lettera = "+q.arg(*r.Lettera))
	}
	if len(quali) == 0 {
		return
	}
	q.senzaZona()
	switch {
	case !inOrdine:
		q.traLeSerie(quali, da)
		return
	case q.ordine.colonna == perNumero:
		q.unione = q.numeriDi(da)
	default:
		q.unione = unione{condizione: "v.anno = s.anno AND v.lettera = s.lettera"}
	}
	q.unione.valori = "(SELECT anno, lettera FROM verbali_v1.serie WHERE " + strings.Join(quali, " AND ") + ") s"
}

// traLeSerie filters by year and letter the fines found by another filter. The first page is told where the
// series end: the fines of a year are far from the newest, and the planner expects them among these as well.
func (q *query) traLeSerie(quali []string, da *posto) {
	for _, c := range quali {
		q.dove = append(q.dove, "v."+c)
	}
	if da != nil { // it lies within them
		return
	}
	estremi := map[string]string{
		perIstante + "DESC": "<= (SELECT max(al)", perIstante + "ASC": ">= (SELECT min(dal)",
		perNumero + "DESC": "<= (SELECT max(ultimo)", perNumero + "ASC": ">= (SELECT min(primo)",
	}
	q.dove = append(q.dove, "v."+q.ordine.colonna+" "+estremi[q.ordine.colonna+q.ordine.verso]+
		" FROM verbali_v1.serie WHERE "+strings.Join(quali, " AND ")+")")
}

// numeriDi reads the numbers of a series from the index that has them together: told that year and letter are
// the same, the planner walks along the numbers of all fines instead.
func (q *query) numeriDi(da *posto) unione {
	primo, ultimo := "0", strconv.Itoa(numeroMassimo)
	switch {
	case da == nil:
	case q.ordine.verso == "ASC":
		primo = q.arg(da.valore)
	default:
		ultimo = q.arg(da.valore)
	}
	const serie = "(v.anno, v.lettera, v.numero) "
	return unione{
		condizione: serie + ">= (s.anno, s.lettera, " + primo + ") AND " + serie + "<= (s.anno, s.lettera, " + ultimo + ")",
		prima:      "v.anno " + q.ordine.verso + ", v.lettera " + q.ordine.verso + ", ",
	}
}

// periodo: the days of a moment are days in Rome.
func (q *query) periodo(i Intervallo) {
	colonna := perData
	if q.ordine.colonna == perIstante {
		colonna = perIstante
	}
	if !i.da.IsZero() {
		q.se("v."+colonna+" >= ?", i.da.Inizio().UTC())
	}
	if !i.a.IsZero() {
		q.se("v."+colonna+" < ?", i.a.AddDays(1).Inizio().UTC())
	}
}

// asse: a state has an index in the order of the dates, but for the appeal that most fines have not.
func (q *query) asse(a asse, inOrdine bool) {
	comune := a.colonna == "ricorso" && slices.Contains(a.valori, string(verbale.RicorsoNessuno))
	if a.colonna == "ricorso" && !comune {
		q.dove = append(q.dove, "v.ricorso <> '"+string(verbale.RicorsoNessuno)+"'") // the index has only these, and is used when told so
	}
	conIndice := !comune && (len(a.valori) == 1 || inOrdine)
	if conIndice {
		q.senzaZona()
	}
	switch {
	case len(a.valori) == 1:
		q.dove = append(q.dove, "v."+a.colonna+" = "+letterali(a.valori))
	case conIndice:
		q.unione = unione{valori: "unnest(ARRAY[" + letterali(a.valori) + "]) AS s(stato)", condizione: "v." + a.colonna + " = s.stato"}
	default:
		q.certa = q.certa && !inOrdine
		q.se("v."+a.colonna+" = ANY(?)", a.valori)
	}
}

// letterali writes states into the text of the statement. There are few of them, and a statement that has
// them as arguments is planned each time it runs: PostgreSQL finds the plan for the state at hand cheaper
// than that for any state, although it is the same.
func letterali(valori []string) string {
	tra := make([]string, len(valori))
	for i, v := range valori {
		tra[i] = "'" + strings.ReplaceAll(v, "'", "''") + "'"
	}
	return strings.Join(tra, ", ")
}

// dopo goes on after a place.
func (q *query) dopo(p posto) {
	var valore any = p.valore
	if q.ordine.colonna != perNumero {
		valore = p.istante()
	}
	q.dove = append(q.dove, "(v."+q.ordine.colonna+", v.id) "+q.ordine.confronto+" ("+q.arg(valore)+", "+q.arg(uuid.UUID(p.id))+")")
}

// sql is the text of the statement that gives those columns. How many rows are asked for is in the text: a plan
// that does not know it expects a tenth of the table.
func (q *query) sql(colonne string) string {
	dove := ""
	if q.unione.condizione != "" {
		dove = " WHERE " + q.unione.condizione
	}
	for _, c := range q.dove {
		dove += parola(dove) + c
	}
	uno := "SELECT " + colonne + " FROM verbali_v1.ricerca v" + dove + " ORDER BY " + q.unione.prima + q.coda(q.ordine.colonna)
	if q.unione.valori == "" {
		return uno
	}
	fuori := perData
	if q.ordine.colonna == perNumero {
		fuori = perNumero
	}
	return "SELECT v.* FROM " + q.unione.valori + " CROSS JOIN LATERAL (" + uno + ") v ORDER BY " + q.coda(fuori)
}

// coda puts rows in order and takes the first.
func (q *query) coda(colonna string) string {
	return "v." + colonna + " " + q.ordine.verso + ", v.id " + q.ordine.verso + " LIMIT " + strconv.Itoa(q.righe)
}

func parola(dove string) string {
	if dove == "" {
		return " WHERE "
	}
	return " AND "
}
