package verbaleins

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
)

// versioneImpronta changes only if equal requests were to give another fingerprint, which would make
// every repeated insertion of before look like a different one. A new optional field does not: absent
// fields are not hashed.
const versioneImpronta = "verbaleins:1"

// Impronta is the SHA-256 of what a request says, whatever way it says it: prefixes, white space,
// spelling of the plate, leading zeros, decimals, offsets of the same instant and a stated default do
// not count. The order of violations, officers and attachments does. Two requests with the same
// idEsterno are the same insertion when their fingerprints are equal.
func Impronta(v Verbale) [32]byte {
	i := impronta{h: sha256.New()}
	i.campo("versione", versioneImpronta)
	i.campo("idEsterno", v.IDEsterno)
	i.campo("numero", v.Numero)
	i.campo("lettera", v.Lettera)
	if v.Anno != 0 {
		i.intero("anno", int64(v.Anno))
	}
	i.istante("dataOraViolazione", v.DataOraViolazione)
	i.giorno("dataAccertamento", v.DataAccertamento)
	i.luogo(v.Luogo)
	i.veicolo(v.Veicolo)
	for _, x := range v.Violazioni {
		i.violazione(x)
	}
	i.rilievo(v.Dispositivo, v.Preavviso)
	i.campo("contestazioneImmediata", strconv.FormatBool(v.ContestazioneImmediata))
	i.giorno("dataContestazione", v.DataContestazione)
	i.campo("motivoMancataContestazione", v.MotivoMancataContestazione)
	i.soggetto("trasgressore", v.Trasgressore)
	i.soggetto("obbligato", v.Obbligato)
	for _, a := range v.Agenti {
		i.gruppo("agente", func() { i.campo("matricola", a.Matricola) })
	}
	i.campo("reparto", v.Reparto)
	i.campo("note", v.Note)
	for _, a := range v.Allegati {
		i.allegato(a)
	}
	return [32]byte(i.h.Sum(nil))
}

// impronta feeds the hash with named fields, each length in front of its bytes, and brackets around
// groups: no two different requests give the same stream.
type impronta struct {
	h hash.Hash
}

func (i impronta) pezzo(s string) {
	var lunghezza [8]byte
	binary.BigEndian.PutUint64(lunghezza[:], uint64(len(s)))
	// A hash never fails to write.
	_, _ = i.h.Write(lunghezza[:])
	_, _ = i.h.Write([]byte(s))
}

// campo leaves an empty value out. White space inside texts counts as one blank.
func (i impronta) campo(nome, valore string) {
	if valore = comprimi(valore); valore != "" {
		i.pezzo("=" + nome)
		i.pezzo(valore)
	}
}

func (i impronta) gruppo(nome string, contenuto func()) {
	i.pezzo("<" + nome)
	contenuto()
	i.pezzo(">")
}

func (i impronta) intero(nome string, n int64) { i.campo(nome, strconv.FormatInt(n, 10)) }

func (i impronta) forse(nome string, n *int64) {
	if n != nil {
		i.intero(nome, *n)
	}
}

func (i impronta) istante(nome string, t time.Time) { i.intero(nome, t.UnixMicro()) }

func (i impronta) giorno(nome string, g calendario.Giorno) { i.campo(nome, g.String()) }
