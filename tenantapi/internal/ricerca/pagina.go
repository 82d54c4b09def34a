package ricerca

import (
	"sync"

	"github.com/jackc/pgx/v5"
)

// Pagina is what a query gave, written down; Righe are the fines in it.
type Pagina struct {
	Testo []byte
	Righe int
	Quale uint32 // of the pages of its search; the first is 1

	ultimo posto // of the last row written
	altre  bool  // there is at least one more
}

// domanda is a query and how its rows are to be written: all but the last one asked for, which only
// says that there are more.
type domanda struct {
	*query
	forma forma
	testo string // its text
	// riservata: of a caller who has shown a token of the tenant.
	riservata bool
}

// buffers of answers, kept between searches.
type memorie struct{ sync.Pool }

// grandeAlPiu is the most that is kept of a buffer.
const grandeAlPiu = 1 << 20

func (m *memorie) prendi() []byte {
	if b, c := m.Get().(*[]byte); c {
		return (*b)[:0]
	}
	return make([]byte, 0, 32<<10)
}

func (m *memorie) rendi(b []byte) {
	if cap(b) <= grandeAlPiu {
		m.Put(&b)
	}
}

// scrivi writes the rows of an answer. The rows are closed.
func (d domanda) scrivi(rows pgx.Rows, b []byte) (p Pagina, err error) {
	defer rows.Close()
	colonne := colonne()
	b = append(b, d.forma.testa...)
	p.Testo = b
	for rows.Next() {
		valori := rows.RawValues()
		if p.Righe == 0 {
			if err := controllaColonne(rows.FieldDescriptions(), colonne); err != nil {
				return p, err
			}
		}
		if p.Righe == d.righe-1 {
			p.altre = true
			continue
		}
		if p.Righe > 0 {
			p.Testo = append(p.Testo, d.forma.fra...)
		}
		p.Testo = append(d.forma.riga(p.Testo, colonne, valori), d.forma.fine...)
		p.Righe++
		p.ultimo = d.postoDi(valori)
	}
	return p, rows.Err()
}

// postoDi is where a row stands in the order of the search.
func (d domanda) postoDi(valori [][]byte) (p posto) {
	colonna := postoData
	if d.ordine.colonna == perNumero {
		colonna = postoNumero
	}
	p.valore = intero(valori[colonna])
	copy(p.id[:], valori[postoID])
	return p
}
