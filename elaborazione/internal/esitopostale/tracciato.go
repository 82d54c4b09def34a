package esitopostale

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"mime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	righeAlPiu = 200_000 // in one file
	cellaAlPiu = 200     // characters

	testataAlPiu = 1 << 14 // bytes
)

// celle are the cells of a row that are read, by column; empty ones are left out.
type celle map[string]string

// tracciato reads the rows of a file.
type tracciato struct {
	csv     *foglio.Righe
	colonne []string // as Colonne writes them; empty: not read
	righe   int
}

// letta is a row as the file has it; motivo says what its shape has against it.
type letta struct {
	linea           int
	celle           celle
	colonna, motivo string
}

// apri finds out encoding and separator and reads the header. Every refusal is 400, and names column or
// line; 415 for another media type or encoding.
func apri(corpo []byte, contentType string) (*tracciato, error) {
	testo, err := decodifica(corpo, contentType)
	if err != nil {
		return nil, err
	}
	if inizio := corpo[:min(len(corpo), testataAlPiu)]; len(inizio) == testataAlPiu && !bytes.ContainsAny(inizio, "\r\n") {
		return nil, problem.Malformata(fmt.Sprintf("La testata supera %d byte: il file non è un CSV, o le righe non vanno a capo.", testataAlPiu))
	}
	t := &tracciato{csv: foglio.NuoveRighe(testo, 0)}
	nomi, err := t.csv.Testata()
	if errors.Is(err, io.EOF) {
		return nil, problem.Malformata("Il file è vuoto.")
	}
	if err != nil {
		return nil, guasto(err)
	}
	return t, t.leggiTestata(nomi)
}

// decodifica gives the text: UTF-8 with or without its mark, or windows-1252 where the caller says so.
func decodifica(corpo []byte, contentType string) (io.Reader, error) {
	tipo, parametri, err := mime.ParseMediaType(contentType)
	if err != nil || tipo != "text/csv" {
		return nil, problem.TipoNonAmmesso("text/csv")
	}
	segno := []byte("\xef\xbb\xbf")
	switch codifica := strings.ToLower(parametri["charset"]); {
	case bytes.HasPrefix(corpo, []byte("\xff\xfe")), bytes.HasPrefix(corpo, []byte("\xfe\xff")):
		return nil, problem.TipoNonAmmesso("text/csv in UTF-8 o windows-1252")
	case bytes.HasPrefix(corpo, segno), codifica == "", codifica == "utf-8":
		if !utf8.Valid(corpo) {
			return nil, problem.Malformata("Il file non è in UTF-8: se è in windows-1252 lo si dichiara (nel modulo la codifica, per un programma Content-Type: text/csv; charset=windows-1252).")
		}
		return bytes.NewReader(bytes.TrimPrefix(corpo, segno)), nil
	case codifica == "windows-1252":
		return charmap.Windows1252.NewDecoder().Reader(bytes.NewReader(corpo)), nil
	default:
		return nil, problem.TipoNonAmmesso("text/csv in UTF-8 o windows-1252")
	}
}

// leggiTestata finds each column and refuses what it does not know.
func (t *tracciato) leggiTestata(nomi []string) error {
	var campi []problem.Campo
	rifiuta := func(colonna, motivo string) {
		campi = append(campi, problem.Campo{Campo: colonna, Messaggio: motivo})
	}
	come := func(nome string) func(string) bool {
		return func(altro string) bool { return strings.EqualFold(nome, altro) }
	}
	for _, nome := range nomi {
		i := slices.IndexFunc(Colonne(), come(nome))
		switch {
		case i >= 0 && slices.Contains(t.colonne, Colonne()[i]):
			rifiuta(Colonne()[i], "c'è due volte")
		case i >= 0:
			t.colonne = append(t.colonne, Colonne()[i])
			continue
		case nome == "": // without a name: no row may have a value there
		case len(nomi) == 1 && !slices.ContainsFunc(ignorate(), come(nome)): // tabs, bars, ends of line of another time
			rifiuta(breve(nome), "la testata ha una colonna sola: le celle si separano con ; oppure , e le righe vanno a capo")
		case !slices.ContainsFunc(ignorate(), come(nome)):
			rifiuta(breve(nome), "non è una colonna del tracciato")
		}
		t.colonne = append(t.colonne, "")
	}
	ha := func(colonne ...string) bool {
		return !slices.ContainsFunc(colonne, func(c string) bool { return !slices.Contains(t.colonne, c) })
	}
	if !ha(colEsito) {
		rifiuta(colEsito, "manca nella testata")
	}
	if !ha(colLotto, colSequenza) && !ha(colNotifica) && !ha(colDocumento, colDestinatario) {
		rifiuta(colLotto, "serve lotto con sequenza, oppure notifica, oppure documento con destinatario")
	}
	if len(campi) > 0 {
		return problem.NonValido(campi...)
	}
	return nil
}

// breve is a text of others, short and harmless enough for an answer.
func breve(testo string) string {
	testo = strings.Map(func(r rune) rune {
		if illeggibile(r) {
			return unicode.ReplacementChar
		}
		return r
	}, testo)
	if r := []rune(testo); len(r) > cellaAlPiu {
		return string(r[:cellaAlPiu])
	}
	return testo
}

// illeggibile is a character that shows another text than the one recorded, or that was never decoded.
func illeggibile(r rune) bool {
	return unicode.IsControl(r) || r == unicode.ReplacementChar || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// prossima reads a row; io.EOF after the last one, 400 for a file that cannot be read on.
func (t *tracciato) prossima() (letta, error) {
	campi, difetto, err := t.csv.Prossima()
	switch {
	case errors.Is(err, io.EOF) && t.righe == 0:
		return letta{}, problem.Malformata("Il file non ha righe sotto la testata.")
	case errors.Is(err, io.EOF):
		return letta{}, err
	case err != nil:
		return letta{}, guasto(err)
	}
	if t.righe++; t.righe > righeAlPiu {
		return letta{}, problem.Malformata(fmt.Sprintf("Il file ha più di %d righe: va diviso.", righeAlPiu))
	}
	r := letta{celle: celle{}, motivo: difetto}
	r.linea, _ = t.csv.FieldPos(0)
	for i, testo := range campi {
		if i >= len(t.colonne) || t.colonne[i] == "" {
			continue
		}
		testo = foglio.Rifila(testo)
		switch {
		case testo == "":
			continue
		case r.motivo == "" && strings.ContainsFunc(testo, illeggibile):
			r.colonna, r.motivo = t.colonne[i], "contiene caratteri che non si leggono"
		case r.motivo == "" && utf8.RuneCountInString(testo) > cellaAlPiu:
			r.colonna, r.motivo = t.colonne[i], fmt.Sprintf("ha più di %d caratteri", cellaAlPiu)
		}
		r.celle[t.colonne[i]] = breve(testo)
	}
	return r, nil
}

// guasto says where a file stops being a CSV.
func guasto(err error) error {
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		return problem.CampoNonValido(fmt.Sprintf("riga %d", e.Line), fmt.Sprintf("non si legge dal carattere %d: virgolette fuori posto", e.Column)).With(err)
	}
	return problem.Malformata("Il file non si legge.").With(err)
}
