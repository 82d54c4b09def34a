package ricerca

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// posto is a place in the order of a search: the value of the column that orders, as PostgreSQL sends
// it, and the fine that has it.
type posto struct {
	valore int64 // number, or microseconds since the year 2000
	id     [16]byte
	pagina uint32 // of the page that the cursor begins; the first is 1
}

// inizioPostgres is where PostgreSQL counts the time from, in microseconds of Unix.
const inizioPostgres = 946_684_800_000_000

// istante is the value of an order by date.
func (p posto) istante() time.Time { return time.UnixMicro(p.valore + inizioPostgres).UTC() }

// lunghezzaPosto and lunghezzaSigillo are the bytes of the two parts of a cursor.
const (
	lunghezzaPosto   = 8 + 16 + 4
	lunghezzaSigillo = 16
)

// sigillo signs the cursors of one search in one tenant: a cursor of another tenant, filter or order, or
// written by hand is refused.
type sigillo struct {
	chiave  []byte
	ricerca []byte
}

// nuovoSigillo takes a request that has been normalised.
func nuovoSigillo(chiave []byte, tenant string, r Richiesta) sigillo {
	r.Cursore, r.Dimensione = "", nil // the next page may have another size
	ricerca, _ := json.Marshal(r)     //nolint:errchkjson // texts, numbers and days
	return sigillo{chiave: chiave, ricerca: append([]byte(tenant+"\n"), ricerca...)}
}

func (s sigillo) firma(dati []byte) []byte {
	m := hmac.New(sha256.New, s.chiave)
	m.Write(dati) // of fixed length: what follows cannot be taken for a part of it
	m.Write(s.ricerca)
	return m.Sum(nil)[:lunghezzaSigillo]
}

// scrivi gives the cursor that goes on after a place.
func (s sigillo) scrivi(p posto) string {
	dati := binary.BigEndian.AppendUint64(make([]byte, 0, lunghezzaPosto+lunghezzaSigillo), uint64(p.valore))
	dati = binary.BigEndian.AppendUint32(append(dati, p.id[:]...), p.pagina)
	return base64.RawURLEncoding.EncodeToString(append(dati, s.firma(dati)...))
}

// leggi refuses what scrivi of this very search has not written, to the letter.
func (s sigillo) leggi(testo string) (p posto, err error) {
	dati, err := base64.RawURLEncoding.DecodeString(testo)
	if err == nil && len(dati) == lunghezzaPosto+lunghezzaSigillo {
		p.valore = int64(binary.BigEndian.Uint64(dati))
		copy(p.id[:], dati[8:])
		p.pagina = binary.BigEndian.Uint32(dati[8+16:])
		if hmac.Equal([]byte(testo), []byte(s.scrivi(p))) {
			return p, nil
		}
	}
	return p, problem.CampoNonValido("cursore", "non appartiene a questa ricerca").With(err)
}
