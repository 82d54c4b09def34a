package richiesta

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
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
	i := &impronta{b: make([]byte, 0, 2<<10)}
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
	if p := v.Patente; p != nil {
		i.gruppo("patente", func() {
			if p.Punti != nil {
				i.intero("punti", *p.Punti)
			}
			i.campo("incidente", strconv.FormatBool(p.Incidente))
			i.giorno("rilascio", p.Rilascio)
			if p.GiaTitolare {
				i.campo("giaTitolare", strconv.FormatBool(p.GiaTitolare))
			}
		})
	}
	for _, a := range v.Agenti {
		i.gruppo("agente", func() { i.campo("matricola", a.Matricola) })
	}
	i.campo("reparto", v.Reparto)
	i.campo("note", v.Note)
	for _, a := range v.Allegati {
		i.allegato(a)
	}
	return sha256.Sum256(i.b)
}

// impronta is the text hashed: named fields, each length in front of its bytes, and brackets around
// groups. No two different requests give the same bytes.
type impronta struct {
	b []byte
}

func (i *impronta) pezzo(s string) {
	i.b = binary.BigEndian.AppendUint64(i.b, uint64(len(s)))
	i.b = append(i.b, s...)
}

// nome is the piece of a field or of a group: segno says which.
func (i *impronta) nome(segno byte, s string) {
	i.b = binary.BigEndian.AppendUint64(i.b, uint64(1+len(s)))
	i.b = append(append(i.b, segno), s...)
}

// campo leaves an empty value out. White space inside texts counts as one blank.
func (i *impronta) campo(nome, valore string) {
	if valore = Comprimi(valore); valore != "" {
		i.nome('=', nome)
		i.pezzo(valore)
	}
}

func (i *impronta) gruppo(nome string, contenuto func()) {
	i.nome('<', nome)
	contenuto()
	i.pezzo(">")
}

func (i *impronta) intero(nome string, n int64) { i.campo(nome, strconv.FormatInt(n, 10)) }

func (i *impronta) forse(nome string, n *int64) {
	if n != nil {
		i.intero(nome, *n)
	}
}

func (i *impronta) istante(nome string, t time.Time) { i.intero(nome, t.UnixMicro()) }

func (i *impronta) giorno(nome string, g calendario.Giorno) { i.campo(nome, g.String()) }
