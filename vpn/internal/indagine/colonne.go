package indagine

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// colonna is a column of indagine that travels as text.
type colonna struct {
	nome, come string // come makes the column's type of it
	di         func(*Riga) string
}

const (
	testo  = "%s"
	giorno = "nullif(%s, '')::date"
	corpo  = "nullif(%s, '')::jsonb"
)

// colonne are all of them but id, verbale and quando.
func colonne() []colonna {
	return []colonna{
		{"esito", testo, func(r *Riga) string { return r.Esito }},
		{"motivo", testo, func(r *Riga) string { return r.Motivo }},
		{"tipo", testo, func(r *Riga) string { return r.Tipo }},
		{"codice_fiscale", testo, func(r *Riga) string { return r.CodiceFiscale }},
		{"cognome", testo, func(r *Riga) string { return r.Cognome }},
		{"nome", testo, func(r *Riga) string { return r.Nome }},
		{"denominazione", testo, func(r *Riga) string { return r.Denominazione }},
		{"sesso", testo, func(r *Riga) string { return r.Sesso }},
		{"data_nascita", giorno, func(r *Riga) string { return data(r.DataNascita) }},
		{"luogo_nascita", testo, func(r *Riga) string { return r.LuogoNascita }},
		{"indirizzo", testo, func(r *Riga) string { return r.Indirizzo }},
		{"civico", testo, func(r *Riga) string { return r.Civico }},
		{"cap", testo, func(r *Riga) string { return r.Cap }},
		{"comune", testo, func(r *Riga) string { return r.Comune }},
		{"comune_istat", testo, func(r *Riga) string { return r.ComuneIstat }},
		{"provincia", testo, func(r *Riga) string { return r.Provincia }},
		{"nazione", testo, func(r *Riga) string { return r.Nazione }},
		{"marca", testo, func(r *Riga) string { return r.Marca }},
		{"modello", testo, func(r *Riga) string { return r.Modello }},
		{"rete", testo, func(r *Riga) string { return r.Rete }},
		{"risposta", corpo, risposta},
		{"codice", testo, func(r *Riga) string { return string(r.Codice) }},
		{"targa", testo, func(r *Riga) string { return r.Targa }},
		{"nazione_targa", testo, func(r *Riga) string { return r.NazioneTarga }},
		{"giorno", giorno, func(r *Riga) string { return data(r.Giorno) }},
		{"titolo", testo, func(r *Riga) string { return string(r.Titolo) }},
		{"data_furto", giorno, func(r *Riga) string { return data(r.DataFurto) }},
		{"candidati", corpo, func(r *Riga) string { return r.Candidati }},
		{"avvertenze", corpo, func(r *Riga) string { return r.Avvertenze }},
		{"classe", testo, func(r *Riga) string { return r.Classe }},
		{"categoria", testo, func(r *Riga) string { return r.Categoria }},
	}
}

// inserisce is the statement of accodaRighe, the same for any number of rows.
func inserisce(tutte []colonna) string {
	nomi, valori, argomenti := make([]string, len(tutte)), make([]string, len(tutte)), make([]string, len(tutte))
	for i, c := range tutte {
		nomi[i], valori[i], argomenti[i] = c.nome, fmt.Sprintf(c.come, "r."+c.nome), fmt.Sprintf("$%d::text[]", i+4)
	}
	elenco := strings.Join(nomi, ", ")
	return `INSERT INTO indagine (id, verbale, quando, ` + elenco + `) SELECT r.id, r.verbale, r.quando, ` + strings.Join(valori, ", ") +
		` FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], ` + strings.Join(argomenti, ", ") + `) AS r (id, verbale, quando, ` + elenco + `)`
}

// accodaRighe queues outcomes.
func accodaRighe(lotto *pgx.Batch, righe []*Riga) {
	if len(righe) == 0 {
		return
	}
	tutte := colonne()
	ids, verbali, quando := make([]uuid.UUID, len(righe)), make([]uuid.UUID, len(righe)), make([]time.Time, len(righe))
	argomenti := []any{ids, verbali, quando}
	for i, r := range righe {
		ids[i], verbali[i], quando[i] = r.ID, r.Verbale, r.Quando
	}
	for _, c := range tutte {
		valori := make([]string, len(righe))
		for i, r := range righe {
			valori[i] = c.di(r)
		}
		argomenti = append(argomenti, valori)
	}
	lotto.Queue(inserisce(tutte), argomenti...)
}

// data is a day as PostgreSQL reads it; empty: none.
func data(g calendario.Giorno) string {
	if g.IsZero() {
		return ""
	}
	return g.String()
}

func risposta(r *Riga) string {
	if r.Risposta == nil {
		return ""
	}
	return *r.Risposta
}
