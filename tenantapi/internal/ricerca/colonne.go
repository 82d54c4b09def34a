package ricerca

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// specie is how PostgreSQL sends a column and how an answer shows it.
type specie int

const (
	testo          specie = iota
	identificativo        // uuid
	cifre                 // a number that is shown as a text
	numero
	vero    // shown only when it is
	istante // in Rome
	giorno
	elenco
)

// colonna is a member of an element and its column. Rows go from the wire to the answer without becoming
// values of a struct: on a page that was as dear as the query.
type colonna struct {
	campo, sql string
	specie     specie
}

// Places of the columns that are looked at by name.
const (
	postoID     = 0
	postoNumero = 1
	postoData   = 5
)

// colonne are the members of an element, in the order in which they are shown: no names, tax codes,
// addresses of persons or documents.
func colonne() []colonna {
	return []colonna{
		{"id", "id", identificativo}, {"numero", "numero", cifre}, {"lettera", "lettera", testo}, {"anno", "anno", numero},
		{"targa", "targa", testo}, {"dataViolazione", "data_violazione", istante}, {"senzaOra", "senza_ora", vero},
		{"luogo", "luogo", testo}, {"articoli", "norme", elenco},
		{"procedura", "procedura", testo}, {"debito", "debito", testo}, {"ricorso", "ricorso", testo},
		{"importoCent", "importo_cent", numero}, {"versatoCent", "versato_cent", numero},
		{"dataNotifica", "data_notifica", giorno}, {"scadenzaPagamento", "scadenza_pagamento", giorno},
		{"reparto", "reparto", testo}, {"fonte", "fonte", testo},
	}
}

// elencoColonne is what follows SELECT.
func elencoColonne() string {
	var b strings.Builder
	for i, c := range colonne() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("v.")
		b.WriteString(c.sql)
	}
	return b.String()
}

// controllaColonne makes sure that the server sends the columns read here: a type has its length.
func controllaColonne(viste []pgconn.FieldDescription, attese []colonna) error {
	if len(viste) != len(attese) {
		return fmt.Errorf("ricerca: %d colonne invece di %d", len(viste), len(attese))
	}
	for i, c := range attese {
		if v := viste[i]; !slices.Contains(c.specie.tipi(), v.DataTypeOID) || c.specie != testo && v.Format != pgtype.BinaryFormatCode {
			return fmt.Errorf("ricerca: la colonna %s è del tipo %d, formato %d", c.sql, v.DataTypeOID, v.Format)
		}
	}
	return nil
}

func (s specie) tipi() []uint32 {
	switch s {
	case identificativo:
		return []uint32{pgtype.UUIDOID}
	case cifre, numero:
		return []uint32{pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID}
	case vero:
		return []uint32{pgtype.BoolOID}
	case istante:
		return []uint32{pgtype.TimestamptzOID}
	case giorno:
		return []uint32{pgtype.DateOID}
	case elenco:
		return []uint32{pgtype.TextArrayOID}
	default:
		return []uint32{pgtype.TextOID}
	}
}

// intero reads an integer of any size.
func intero(dati []byte) int64 {
	switch len(dati) {
	case 2:
		return int64(int16(binary.BigEndian.Uint16(dati)))
	case 4:
		return int64(int32(binary.BigEndian.Uint32(dati)))
	default:
		return int64(binary.BigEndian.Uint64(dati))
	}
}

// aggiungi appends a value in plain letters; of a list, see voci.
func (s specie) aggiungi(b, dati []byte) []byte {
	switch s {
	case identificativo:
		for i, fino := range [...]int{4, 6, 8, 10, 16} {
			if i > 0 {
				b = append(b, '-')
			}
			b = hex.AppendEncode(b, dati[[...]int{0, 4, 6, 8, 10}[i]:fino])
		}
		return b
	case cifre, numero:
		return strconv.AppendInt(b, intero(dati), 10)
	case vero:
		return strconv.AppendBool(b, dati[0] != 0)
	case istante:
		return posto{valore: intero(dati)}.istante().In(calendario.Roma()).AppendFormat(b, time.RFC3339Nano)
	case giorno:
		const dal1970 = 10_957 // PostgreSQL counts from the year 2000
		return time.Unix((intero(dati)+dal1970)*86_400, 0).UTC().AppendFormat(b, time.DateOnly)
	default:
		return append(b, dati...)
	}
}

// voci gives the texts of a list of one dimension, as PostgreSQL sends it: dimensions, whether there are
// nulls, the type, then length and first index, and each text after its length.
func voci(dati []byte) iter.Seq[[]byte] {
	return func(prendi func([]byte) bool) {
		if intero(dati[:4]) == 0 {
			return
		}
		for dati = dati[20:]; len(dati) > 0; {
			n := max(0, intero(dati[:4])) // a null is as an empty text
			if !prendi(dati[4 : 4+n]) {
				return
			}
			dati = dati[4+n:]
		}
	}
}
