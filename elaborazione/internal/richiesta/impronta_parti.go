package richiesta

import (
	"crypto/sha256"
)

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
