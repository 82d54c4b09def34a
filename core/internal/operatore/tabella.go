package operatore

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// The columns of a file of accounts.
func colonneObbligatorie() []string { return []string{"username", "reparto", "impronta", "ruoli"} }

func colonneFacoltative() []string {
	return []string{"nome", "cognome", "codiceFiscale", "integratore", "stato"}
}

// tabella is a CSV file read row by row.
type tabella struct {
	csv     *foglio.Righe
	colonne map[string]int // by name, -1: not in the file
}

// nuovaTabella reads the heading: it says the separator and the order of the columns. A byte order
// mark is skipped.
func nuovaTabella(file io.Reader) (*tabella, error) {
	t := &tabella{csv: foglio.NuoveRighe(file, 0), colonne: map[string]int{}}
	nomi, err := t.csv.Testata()
	var g *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return nil, problem.Malformata("Il file è vuoto: la prima riga ha i nomi delle colonne.")
	case errors.As(err, &g) || err == nil && slices.ContainsFunc(nomi, func(s string) bool { return !utf8.ValidString(s) }):
		return nil, problem.Malformata("L'intestazione non si legge: il file è CSV in UTF-8, separato da ; o da virgola.").With(err)
	case err != nil:
		return nil, fmt.Errorf("operatore: file: %w", err)
	}
	return t, t.intesta(nomi)
}

// intesta finds each column in the heading, case ignored.
func (t *tabella) intesta(nomi []string) error {
	var e errori
	tutte := append(colonneObbligatorie(), colonneFacoltative()...)
	for _, c := range tutte {
		t.colonne[c] = -1
	}
	for i, nome := range nomi {
		if nome == "" {
			continue // no row may have a value there
		}
		j := slices.IndexFunc(tutte, func(c string) bool { return strings.EqualFold(c, nome) })
		switch {
		case j < 0:
			e.nota(1, fmt.Sprintf("colonna %d", i+1), fmt.Sprintf("%.40q non è una colonna: sono %s", nome, strings.Join(tutte, ", ")))
		case t.colonne[tutte[j]] >= 0:
			e.nota(1, tutte[j], "c'è due volte")
		default:
			t.colonne[tutte[j]] = i
		}
	}
	for _, c := range colonneObbligatorie() {
		if t.colonne[c] < 0 {
			e.nota(1, c, "manca la colonna")
		}
	}
	return e.esito()
}

// prossima gives the next row that has the right number of columns, noting those that have not; true
// at the end, which a row that cannot be read is too.
func (t *tabella) prossima(e *errori) (o importato, fine bool) {
	for {
		valori, difetto, err := t.csv.Prossima()
		var g *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return o, true
		case errors.As(err, &g):
			e.nota(g.Line, fmt.Sprintf("carattere %d", g.Column), "virgolette fuori posto: il file non si legge oltre")
			return o, true
		case err != nil:
			e.nota(0, "file", "la lettura si è interrotta: "+err.Error())
			return o, true
		case difetto != "":
			riga, _ := t.csv.FieldPos(0)
			e.nota(riga, "colonne", difetto)
		default:
			return t.operatore(valori, e), false
		}
	}
}

// operatore makes an account of a row.
func (t *tabella) operatore(valori []string, e *errori) importato {
	riga, _ := t.csv.FieldPos(0)
	di := func(colonna string) string {
		i := t.colonne[colonna]
		if i < 0 {
			return ""
		}
		testo := foglio.Rifila(valori[i])
		if !utf8.ValidString(testo) {
			e.nota(riga, colonna, "non è UTF-8: salvare il file in UTF-8")
			return ""
		}
		if motivo := codici.Distrutto(testo); motivo != "" {
			e.nota(riga, colonna, motivo)
			return ""
		}
		return strings.Clone(testo) // the reader uses its row again
	}
	o := Operatore{
		Username: di("username"), Reparto: di("reparto"), Impronta: di("impronta"), Nome: di("nome"), Cognome: di("cognome"),
		CodiceFiscale: di("codiceFiscale"), Integratore: di("integratore"), Stato: strings.ToUpper(di("stato")), Verifica: Locale,
		Ruoli: strings.FieldsFunc(di("ruoli"), func(r rune) bool { return strings.ContainsRune(";,| ", r) }),
	}
	if o.Stato == "" {
		o.Stato = Attivo
	}
	o.RepartoSale = o.Reparto
	return importato{Operatore: o.normalizza(), riga: riga}
}
