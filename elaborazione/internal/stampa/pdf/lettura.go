package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

// ErrIllegibile reports a file that is not a PDF, or is a PDF that this package does not take apart: encrypted, changed
// after it was written, with its objects in compressed streams. Neither this package nor the library before it writes
// such files.
var ErrIllegibile = errors.New("il file non è un PDF leggibile")

// profondo is how deep objects may lie in each other.
const profondo = 64

// lettura is a file being taken apart.
type lettura struct {
	b     []byte
	posti map[int]int // offset of each object
	coda  voci        // of the trailer
}

// voci are the entries of a dictionary as they are written, in their order.
type voci []struct {
	nome   string // with its slash
	valore []byte
}

// di is the value of an entry, nil when it is not there.
func (v voci) di(nome string) []byte {
	for _, x := range v {
		if x.nome == nome {
			return x.valore
		}
	}
	return nil
}

// apriFile reads the cross-reference table and the trailer.
func apriFile(b []byte) (*lettura, error) {
	l := &lettura{b: b, posti: map[int]int{}}
	if !bytes.HasPrefix(b, []byte("%PDF-")) {
		return nil, ErrIllegibile
	}
	i := bytes.LastIndex(b, []byte("startxref"))
	if i < 0 {
		return nil, ErrIllegibile
	}
	inizio, _, err := l.intero(l.bianco(i + len("startxref")))
	if err != nil || inizio >= len(b) || !bytes.HasPrefix(b[inizio:], []byte("xref")) {
		return nil, ErrIllegibile
	}
	fine, err := l.tabella(l.bianco(inizio + len("xref")))
	if err != nil {
		return nil, err
	}
	if l.coda, err = l.dizionario(l.bianco(fine + len("trailer"))); err != nil {
		return nil, err
	}
	if l.coda.di("/Prev") != nil || l.coda.di("/Encrypt") != nil || l.coda.di("/XRefStm") != nil {
		return nil, ErrIllegibile
	}
	return l, nil
}

// tabella reads the sections of the cross-reference table and returns where the trailer begins.
func (l *lettura) tabella(i int) (int, error) {
	for !bytes.HasPrefix(l.b[min(i, len(l.b)):], []byte("trailer")) {
		primo, j, err := l.intero(i)
		if err != nil {
			return 0, err
		}
		quanti, j, err := l.intero(l.bianco(j))
		if err != nil {
			return 0, err
		}
		j = l.bianco(j)
		const lunga = len(primaVoce)
		if quanti > (len(l.b)-j)/lunga {
			return 0, ErrIllegibile
		}
		for n := range quanti {
			riga := l.b[j+n*lunga : j+(n+1)*lunga]
			posto, err := strconv.Atoi(string(riga[:10]))
			if err != nil {
				return 0, ErrIllegibile
			}
			if riga[17] == 'n' {
				l.posti[primo+n] = posto
			}
		}
		i = l.bianco(j + quanti*lunga)
	}
	return i, nil
}

// oggetto is what follows "n 0 obj".
func (l *lettura) oggetto(numero int) (inizio int, err error) {
	posto, ok := l.posti[numero]
	if !ok || posto < 0 || posto >= len(l.b) {
		return 0, fmt.Errorf("oggetto %d: %w", numero, ErrIllegibile)
	}
	n, i, err := l.intero(posto)
	if err != nil || n != numero {
		return 0, fmt.Errorf("oggetto %d: %w", numero, ErrIllegibile)
	}
	if _, i, err = l.intero(l.bianco(i)); err != nil {
		return 0, err
	}
	if i = l.bianco(i); !bytes.HasPrefix(l.b[i:], []byte("obj")) {
		return 0, ErrIllegibile
	}
	return l.bianco(i + 3), nil
}

// indicato is the dictionary that a value refers to.
func (l *lettura) indicato(valore []byte) (voci, error) {
	n, ok := riferito(valore)
	if !ok {
		return nil, ErrIllegibile
	}
	i, err := l.oggetto(n)
	if err != nil {
		return nil, err
	}
	return l.dizionario(i)
}

// riferito is the number of the object that a value refers to.
func riferito(valore []byte) (int, bool) {
	l := lettura{b: valore}
	n, fine, ok := l.rimando(l.bianco(0))
	return n, ok && l.bianco(fine) == len(valore)
}

// dizionario splits a dictionary into its entries.
func (l *lettura) dizionario(i int) (v voci, err error) {
	if !bytes.HasPrefix(l.b[min(i, len(l.b)):], []byte("<<")) {
		return nil, ErrIllegibile
	}
	i = l.bianco(i + 2)
	for !bytes.HasPrefix(l.b[i:], []byte(">>")) {
		if i >= len(l.b) || l.b[i] != '/' {
			return nil, ErrIllegibile
		}
		j := l.parola(i + 1)
		da := l.bianco(j)
		a, err := l.salta(da, 0)
		if err != nil {
			return nil, err
		}
		v = append(v, struct {
			nome   string
			valore []byte
		}{string(l.b[i:j]), l.b[da:a]})
		i = l.bianco(a)
	}
	return v, nil
}

// salta returns the end of the value that begins at i.
func (l *lettura) salta(i, livello int) (int, error) {
	switch {
	case i >= len(l.b) || livello > profondo:
		return 0, ErrIllegibile
	case bytes.HasPrefix(l.b[i:], []byte("<<")):
		return l.gruppo(i+2, ">>", livello)
	case l.b[i] == '[':
		return l.gruppo(i+1, "]", livello)
	case l.b[i] == '<':
		if n := bytes.IndexByte(l.b[i:], '>'); n > 0 {
			return i + n + 1, nil
		}
		return 0, ErrIllegibile
	case l.b[i] == '(':
		return l.stringa(i)
	case l.b[i] == '/':
		return l.parola(i + 1), nil
	}
	if _, fine, ok := l.rimando(i); ok {
		return fine, nil
	}
	if fine := l.parola(i); fine > i {
		return fine, nil
	}
	return 0, ErrIllegibile
}

// gruppo returns the end of an array or of a dictionary.
func (l *lettura) gruppo(i int, fine string, livello int) (int, error) {
	for i = l.bianco(i); !bytes.HasPrefix(l.b[i:], []byte(fine)); i = l.bianco(i) {
		var err error
		if i, err = l.salta(i, livello+1); err != nil {
			return 0, err
		}
	}
	return i + len(fine), nil
}

// stringa returns the end of a string in parentheses.
func (l *lettura) stringa(i int) (int, error) {
	aperte := 0
	for ; i < len(l.b); i++ {
		switch l.b[i] {
		case '\\':
			i++
		case '(':
			aperte++
		case ')':
			if aperte--; aperte == 0 {
				return i + 1, nil
			}
		}
	}
	return 0, ErrIllegibile
}

// rimando reads "n 0 R".
func (l *lettura) rimando(i int) (numero, fine int, ok bool) {
	numero, i, err := l.intero(i)
	if err != nil {
		return 0, 0, false
	}
	j := l.bianco(i)
	if j == i {
		return 0, 0, false
	}
	_, i, err = l.intero(j)
	if err != nil {
		return 0, 0, false
	}
	j = l.bianco(i)
	if j == i || j >= len(l.b) || l.b[j] != 'R' || l.parola(j) != j+1 {
		return 0, 0, false
	}
	return numero, j + 1, true
}

// intero reads a whole number without sign.
func (l *lettura) intero(i int) (n, fine int, err error) {
	da := i
	for i < len(l.b) && l.b[i] >= '0' && l.b[i] <= '9' && i-da < 10 {
		n = n*10 + int(l.b[i]-'0')
		i++
	}
	if i == da {
		return 0, 0, ErrIllegibile
	}
	return n, i, nil
}

// bianco returns the first place from i that is no white space and no comment.
func (l *lettura) bianco(i int) int {
	for i < len(l.b) {
		switch l.b[i] {
		case 0, '\t', '\n', '\f', '\r', ' ':
			i++
		case '%':
			for i < len(l.b) && l.b[i] != '\n' && l.b[i] != '\r' {
				i++
			}
		default:
			return i
		}
	}
	return len(l.b)
}

// parola returns the end of the name, number or word that goes on at i.
func (l *lettura) parola(i int) int {
	for i < len(l.b) {
		switch l.b[i] {
		case 0, '\t', '\n', '\f', '\r', ' ', '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
			return i
		}
		i++
	}
	return i
}
