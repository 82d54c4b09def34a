package ricerca

import (
	"bytes"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
)

// Media types of an answer.
const (
	mimeJSON  = "application/json"
	mimeCSV   = "text/csv"
	mimeRighe = "application/x-ndjson"
)

// forma is how fines are written one after the other.
type forma struct {
	mime  string
	testa string // before the first
	fra   string // between two
	fine  string // after each
	riga  func(b []byte, colonne []colonna, valori [][]byte) []byte
}

func formaPagina() forma {
	return forma{mime: mimeJSON, testa: `{"elementi":[`, fra: ",", riga: inJSON}
}

// formaFlusso is that of a stream; false: the media type is not one.
func formaFlusso(mime string) (forma, bool) {
	switch mime {
	case mimeCSV:
		var nomi []string
		for _, c := range colonne() {
			nomi = append(nomi, c.campo)
		}
		return forma{mime: mimeCSV + "; charset=utf-8; header=present", testa: strings.Join(nomi, separatore) + aCapo, fine: aCapo, riga: inCSV}, true
	case mimeRighe:
		return forma{mime: mimeRighe, fine: "\n", riga: inJSON}, true
	}
	return forma{}, false
}

// inJSON appends an element.
func inJSON(b []byte, colonne []colonna, valori [][]byte) []byte {
	b = append(b, '{')
	for i, c := range colonne {
		dati := valori[i]
		if dati == nil || c.specie == vero && dati[0] == 0 {
			continue
		}
		if b[len(b)-1] != '{' {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), c.campo...), `":`...)
		switch c.specie {
		case numero, vero:
			b = c.specie.aggiungi(b, dati)
		case testo:
			b = traVirgolette(b, dati)
		case elenco:
			b = append(b, '[')
			for v := range voci(dati) {
				if b[len(b)-1] != '[' {
					b = append(b, ',')
				}
				b = traVirgolette(b, v)
			}
			b = append(b, ']')
		default:
			b = append(c.specie.aggiungi(append(b, '"'), dati), '"')
		}
	}
	return append(b, '}')
}

// traVirgolette appends a text as JSON wants it. PostgreSQL sends UTF-8 without NUL.
func traVirgolette(b, testo []byte) []byte {
	b = append(b, '"')
	da := 0
	for i, c := range testo {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, testo[da:i]...)
		if da = i + 1; c >= ' ' {
			b = append(b, '\\', c)
			continue
		}
		const esadecimali = "0123456789abcdef"
		b = append(b, '\\', 'u', '0', '0', esadecimali[c>>4], esadecimali[c&15])
	}
	return append(append(b, testo[da:]...), '"')
}

// The cells are those of shared/spine/foglio; the lines end as RFC 4180 says.
const (
	separatore = ";"
	aCapo      = "\r\n"
)

// inCSV appends a row. A value that is not there is an empty cell.
func inCSV(b []byte, colonne []colonna, valori [][]byte) []byte {
	for i, c := range colonne {
		if i > 0 {
			b = append(b, separatore...)
		}
		switch dati := valori[i]; {
		case dati == nil, c.specie == vero && dati[0] == 0:
		case c.specie == testo:
			b = cella(b, dati)
		case c.specie == elenco:
			b = cella(b, bytes.Join(slices.Collect(voci(dati)), []byte(", ")))
		default:
			b = c.specie.aggiungi(b, dati)
		}
	}
	return b
}

// cella appends a text that no spreadsheet runs.
func cella(b, testo []byte) []byte {
	sicuro := foglio.Cella(string(testo))
	if !strings.ContainsAny(sicuro, separatore+"\"\r\n") && strings.TrimSpace(sicuro) == sicuro {
		return append(b, sicuro...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(sicuro, `"`, `""`)...), '"')
}
