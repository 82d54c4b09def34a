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

func (i *impronta) luogo(l Luogo) {
	i.gruppo("luogo", func() {
		i.campo("comuneIstat", l.ComuneIstat)
		i.campo("indirizzo", l.Indirizzo)
		i.campo("civico", l.Civico)
		i.forse("metri", l.Metri)
		i.forse("latitudine", l.Latitudine)
		i.forse("longitudine", l.Longitudine)
	})
}

func (i *impronta) veicolo(v Veicolo) {
	i.gruppo("veicolo", func() {
		i.campo("targa", v.Targa)
		i.campo("tipoTarga", string(v.TipoTarga))
		i.campo("nazione", v.Nazione)
		i.campo("classe", v.Classe)
		i.campo("marca", v.Marca)
		i.campo("modello", v.Modello)
	})
}

func (i *impronta) violazione(v Violazione) {
	i.gruppo("violazione", func() {
		i.campo("articolo", v.Articolo)
		i.campo("comma", v.Comma)
		i.campo("lettera", v.Lettera)
		i.campo("codice", v.Codice)
		i.forse("velocitaDecimi", v.VelocitaDecimi)
		i.forse("limite", v.Limite)
		i.forse("periodi", v.Periodi)
		i.forse("tariffaCent", v.TariffaCent)
		i.campo("note", v.Note)
	})
}

func (i *impronta) rilievo(d *Dispositivo, p *Preavviso) {
	if d != nil {
		i.gruppo("dispositivo", func() {
			i.campo("tipo", d.Tipo)
			i.campo("matricola", d.Matricola)
			i.campo("approvazione", d.Approvazione)
			i.giorno("taratura", d.Taratura)
		})
	}
	if p != nil {
		i.gruppo("preavviso", func() {
			i.campo("numero", p.Numero)
			i.giorno("data", p.Data)
		})
	}
}

func (i *impronta) soggetto(nome string, s *Soggetto) {
	if s == nil {
		return
	}
	i.gruppo(nome, func() {
		i.persona(s.Persona)
		i.societa(s.Societa)
		i.indirizzo(s.Indirizzo)
	})
}

func (i *impronta) persona(p *Persona) {
	if p == nil {
		return
	}
	i.gruppo("persona", func() {
		i.campo("cognome", p.Cognome)
		i.campo("nome", p.Nome)
		i.campo("codiceFiscale", p.CodiceFiscale)
		i.campo("sesso", p.Sesso)
		i.giorno("dataNascita", p.DataNascita)
		i.campo("luogoNascita", p.LuogoNascita)
	})
}

func (i *impronta) societa(s *Societa) {
	if s == nil {
		return
	}
	i.gruppo("societa", func() {
		i.campo("denominazione", s.Denominazione)
		i.campo("codiceFiscale", s.CodiceFiscale)
		i.campo("partitaIva", s.PartitaIva)
	})
}

func (i *impronta) indirizzo(x *Indirizzo) {
	if x == nil {
		return
	}
	i.gruppo("indirizzo", func() {
		i.campo("via", x.Via)
		i.campo("civico", x.Civico)
		i.campo("cap", x.Cap)
		i.campo("comune", x.Comune)
		i.campo("comuneIstat", x.ComuneIstat)
		i.campo("provincia", x.Provincia)
		i.campo("nazione", x.Nazione)
	})
}

// allegato takes the content by its own hash, which is also its key in the document store.
func (i *impronta) allegato(a Allegato) {
	i.gruppo("allegato", func() {
		i.campo("nome", a.Nome)
		i.campo("tipo", a.Tipo)
		i.campo("descrizione", a.Descrizione)
		contenuto := sha256.Sum256(a.Contenuto)
		i.nome('=', "contenuto")
		i.pezzo(string(contenuto[:]))
	})
}
