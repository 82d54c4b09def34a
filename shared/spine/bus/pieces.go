package bus

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
)

// The headers of a dead letter that leaves in pieces: "2/3", and the hash of the whole.
const (
	testaPezzo    = "verbali-pezzo"
	testaImpronta = "verbali-sha256"
)

// spazioTestata is what the headers of a message may take of what the server accepts.
const spazioTestata = 4 << 10

// pezziAlPiu bounds the pieces of one letter that are believed.
const pezziAlPiu = 10_000

// Piece says which part of a dead letter a message is; the zero one: the message is whole. SHA256 is that of the letter, in hex.
type Piece struct {
	Number, Of int
	SHA256     string
}

// Whole reports that a dead letter joined from pieces equals the original.
func (p Piece) Whole(letter []byte) bool {
	impronta := sha256.Sum256(letter)
	return hex.EncodeToString(impronta[:]) == p.SHA256
}

// messaggi are the messages of a row for a server that takes so many bytes: one, but of a dead letter that is larger. What
// killed its work by its size must not stay in the outbox for ever: it leaves in numbered pieces, under one ce-id.
func (r row) messaggi(modulo string, accetta int64) []*nats.Msg {
	intero := r.messaggio(modulo)
	if !strings.HasPrefix(r.soggetto, "morti.") || accetta <= 2*spazioTestata || int64(len(r.corpo)) <= accetta-spazioTestata {
		return []*nats.Msg{intero}
	}
	pezzi := slices.Collect(slices.Chunk(r.corpo, int(accetta/2)))
	impronta := sha256.Sum256(r.corpo)
	var tutti []*nats.Msg
	for i, pezzo := range pezzi {
		m := r.messaggio(modulo)
		m.Data = pezzo
		m.Header["content-type"] = []string{"application/octet-stream"}
		m.Header[testaPezzo] = []string{fmt.Sprintf("%d/%d", i+1, len(pezzi))}
		m.Header[testaImpronta] = []string{hex.EncodeToString(impronta[:])}
		tutti = append(tutti, m)
	}
	return tutti
}

// chiave is the Nats-Msg-Id of a message of a row: pieces are told apart.
func (r row) chiave(m *nats.Msg) string {
	if pezzo := primo(m.Header, testaPezzo); pezzo != "" {
		return r.id + "/" + pezzo
	}
	return r.id
}

// leggiPezzo reads the headers of a piece; what they do not say as they should is no piece.
func leggiPezzo(h map[string][]string) Piece {
	numero, di, _ := strings.Cut(primo(h, testaPezzo), "/")
	n, err1 := strconv.Atoi(numero)
	tutti, err2 := strconv.Atoi(di)
	impronta := primo(h, testaImpronta)
	if err1 != nil || err2 != nil || n < 1 || n > tutti || tutti > pezziAlPiu || len(impronta) != 2*sha256.Size || testoPulito(impronta) != impronta {
		return Piece{}
	}
	return Piece{Number: n, Of: tutti, SHA256: impronta}
}
