package scrittura

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// mucchio gathers the rows of one statement over a whole transaction, whatever fines they belong to.
// They travel as one parameter, an array of rows as PostgreSQL writes it, {"(…)","(…)"}, so that the
// text of the statement never changes. The zero value is empty.
type mucchio struct {
	testo  []byte
	righe  int
	errato bool // a value is of a kind that aggiungi does not know
}

// righeInsieme is how many rows a heap that has more than one makes room for.
const righeInsieme = 8

// istante is the format of a timestamp at PostgreSQL's precision: digits below the microsecond are cut off.
const istante = "2006-01-02T15:04:05.999999Z07:00"

// aggiungi puts a row on the heap, its fields in the order of the row's type. A zero id, a zero day, a
// nil pointer and no JSON are NULL; an empty list is a list.
func (m *mucchio) aggiungi(campi ...any) {
	inizio := byte(',')
	switch m.righe {
	case 0:
		inizio = '{'
	case 1: // a group, whose rows are much like the first
		m.testo = slices.Grow(m.testo, righeInsieme*len(m.testo))
	}
	m.testo = append(m.testo, inizio, '"', '(')
	for i, c := range campi {
		if i > 0 {
			m.testo = append(m.testo, ',')
		}
		m.campo(c)
	}
	m.testo = append(m.testo, ')', '"')
	m.righe++
}

// unisci puts the rows of another heap after those that are there. The other one must not grow afterwards.
func (m *mucchio) unisci(altro *mucchio) {
	switch {
	case altro.righe == 0:
		return
	case m.righe == 0:
		m.testo = slices.Clip(altro.testo)
	default:
		m.testo = append(append(m.testo, ','), altro.testo[1:]...)
	}
	m.righe += altro.righe
	m.errato = m.errato || altro.errato
}

// letterale is the array of the rows.
func (m *mucchio) letterale() (string, error) {
	if m.errato {
		return "", fmt.Errorf("verbale: valore di tipo non previsto in una riga: %.200s", m.testo)
	}
	return string(m.testo) + "}", nil
}

// campo writes one field; nothing is NULL. It hands no value on, so that the fields of a row need not be
// allocated.
func (m *mucchio) campo(c any) {
	switch x := c.(type) {
	case nil:
	case string:
		m.testo = appendTesto(m.testo, x)
	case []string:
		m.testo = appendTesto(m.testo, lista(x))
	case json.RawMessage:
		if x != nil {
			m.testo = appendTesto(m.testo, x)
		}
	case []byte:
		m.testo = hex.AppendEncode(append(m.testo, `\\\\x`...), x)
	case uuid.UUID:
		if x != uuid.Nil {
			m.testo = hex.AppendEncode(m.testo, x[:])
		}
	case bool:
		m.testo = strconv.AppendBool(m.testo, x)
	default:
		m.misura(c)
	}
}

// misura writes a field that is a number, a day or a moment.
func (m *mucchio) misura(c any) {
	switch x := c.(type) {
	case int:
		m.testo = strconv.AppendInt(m.testo, int64(x), 10)
	case int64:
		m.testo = strconv.AppendInt(m.testo, x, 10)
	case importo.Cent:
		m.testo = strconv.AppendInt(m.testo, int64(x), 10)
	case *int64:
		if x != nil {
			m.testo = strconv.AppendInt(m.testo, *x, 10)
		}
	case calendario.Giorno:
		m.testo = append(m.testo, x.String()...)
	case time.Time:
		m.testo = x.UTC().AppendFormat(m.testo, istante)
	case *time.Time:
		if x != nil {
			m.testo = x.UTC().AppendFormat(m.testo, istante)
		}
	default:
		m.errato = true
	}
}

// appendTesto writes a quoted field: quoted once as a part of a row, and again as a part of an array.
func appendTesto[T string | json.RawMessage](b []byte, s T) []byte {
	b = append(b, `\"`...)
	scritto := 0
	for i := range len(s) {
		var doppio string
		switch s[i] {
		case '"':
			doppio = `\"\"`
		case '\\':
			doppio = `\\\\`
		default:
			continue
		}
		b = append(append(b, s[scritto:i]...), doppio...)
		scritto = i + 1
	}
	return append(append(b, s[scritto:]...), `\"`...)
}

// lista writes a list as PostgreSQL writes an array of texts: {"a","b"}.
func lista(valori []string) string {
	b := []byte{'{'}
	for i, v := range valori {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		for j := range len(v) {
			if v[j] == '"' || v[j] == '\\' {
				b = append(b, '\\')
			}
			b = append(b, v[j])
		}
		b = append(b, '"')
	}
	return string(append(b, '}'))
}
