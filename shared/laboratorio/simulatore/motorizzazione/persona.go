package motorizzazione

import (
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
)

// persona draws a person born between two years (both included), resident in
// Italy. The tax code always agrees with the rest.
func persona(d *dado, daAnno, aAnno int) Intestatario {
	p := Intestatario{Tipo: "PERSONA", Titolo: "PROPRIETARIO", Sesso: uno(d, []string{"M", "F"})}
	p.Cognome = cognome(d)
	p.Nome = nome(d, p.Sesso)
	p.DataNascita = d.giorno(daAnno, aAnno)
	p.CodiceCatastaleNascita = uno(d, comuni()).catastale
	p.Indirizzo = indirizzo(d)
	return conCodice(p)
}

// conCodice computes the tax code again, after a scenario changed the data.
func conCodice(p Intestatario) Intestatario {
	nascita, _ := time.Parse(time.DateOnly, p.DataNascita)
	p.CodiceFiscale, _ = codicefiscale.Calcola(codicefiscale.Persona{Cognome: p.Cognome, Nome: p.Nome, Nascita: nascita,
		Sesso: codicefiscale.Sesso(p.Sesso), CodiceCatastale: p.CodiceCatastaleNascita}) // no error: the lists hold only what it accepts
	return p
}

func cognome(d *dado) string {
	if d.n(12) == 0 {
		return uno(d, cognomiComposti())
	}
	return uno(d, cognomi())
}

func nome(d *dado, sesso string) string {
	if sesso == "M" {
		return uno(d, nomiMaschili())
	}
	if d.n(15) == 0 {
		return uno(d, nomiDoppi())
	}
	return uno(d, nomiFemminili())
}

func indirizzo(d *dado) Indirizzo {
	c := uno(d, comuni())
	civico := strconv.Itoa(1 + d.n(180))
	if d.n(8) == 0 {
		civico += uno(d, []string{"/A", "/B", " bis"})
	}
	return Indirizzo{Via: uno(d, vie()), Civico: civico, CAP: c.cap, Comune: c.nome,
		CodiceIstat: c.istat, Provincia: c.provincia, Nazione: "IT"}
}

// societa draws a company. Its number begins with 77, a stretch that the tax
// office has not reached, so that it belongs to nobody.
func societa(d *dado, ramo string) Intestatario {
	if ramo == "" {
		ramo = uno(d, attivita())
	}
	return Intestatario{Tipo: "SOCIETA", Titolo: "PROPRIETARIO", Denominazione: ramo + " " + cognome(d) + " " + uno(d, formeGiuridiche()),
		CodiceFiscale: partitaIVA(d), Indirizzo: indirizzo(d)}
}

func partitaIVA(d *dado) string {
	uffici := []string{"001", "015", "016", "037", "048", "058", "063", "072", "082", "096"}
	base := "77" + d.cifre(5) + uno(d, uffici)
	cifra, _ := codicefiscale.CifraControllo(base)
	return base + string(cifra)
}
