package motorizzazione

import (
	"fmt"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
)

const giornoDecesso = "2019-11-03"

func natoAllEstero(d *dado) []Intestatario {
	p := persona(d, 1950, 1990)
	p.CodiceCatastaleNascita = uno(d, []string{"Z129", "Z100", "Z330", "Z112"}) // Romania, Albania, Morocco, Germany
	return []Intestatario{conCodice(p)}
}

func ditta(d *dado) []Intestatario { return []Intestatario{societa(d, "")} }

// dittaDi is a company whose tax code chooses a scenario.
func dittaDi(codice string) func(d *dado) []Intestatario {
	return func(d *dado) []Intestatario {
		s := societa(d, "")
		s.CodiceFiscale = simulatore.CodiceEnte(codice, d.cifre(5))
		return []Intestatario{s}
	}
}

func comproprietari(quanti int) func(d *dado) []Intestatario {
	return func(d *dado) []Intestatario {
		elenco := make([]Intestatario, quanti)
		for i := range elenco {
			elenco[i] = persona(d, 1950, 1990)
		}
		return elenco
	}
}

func leasing(aSocieta bool) func(d *dado) []Intestatario {
	return func(d *dado) []Intestatario {
		locatario := persona(d, 1950, 1990)
		if aSocieta {
			locatario = societa(d, "")
		}
		locatario.Titolo = "LOCATARIO"
		return []Intestatario{societa(d, "Leasing"), locatario}
	}
}

func leasingADue(d *dado) []Intestatario {
	elenco := leasing(false)(d)
	altro := persona(d, 1950, 1990)
	altro.Titolo = "LOCATARIO"
	return append(elenco, altro)
}

// conTitolo is an owner and a second person holding the vehicle with another
// title (art. 196 c.1 of the Code: usufructuary, buyer with retained title).
func conTitolo(titolo string) func(d *dado) []Intestatario {
	return func(d *dado) []Intestatario {
		secondo := persona(d, 1950, 1990)
		secondo.Titolo = titolo
		return []Intestatario{persona(d, 1940, 1980), secondo}
	}
}

func residenteAllEstero(d *dado) []Intestatario {
	p := persona(d, 1950, 1990)
	p.Indirizzo = Indirizzo{Via: "Bahnhofstrasse", Civico: "12", CAP: "8001", Comune: "Zürich", Nazione: "CH"}
	return []Intestatario{p}
}

func deceduto(d *dado) []Intestatario {
	p := persona(d, 1940, 1970)
	p.Decesso = giornoDecesso
	return []Intestatario{p}
}

func unoDeceduto(d *dado) []Intestatario {
	return append(deceduto(d), persona(d, 1950, 1990))
}

func minorenne(d *dado) []Intestatario {
	p := persona(d, 1990, 1990)
	p.DataNascita = "2016-05-20"
	return []Intestatario{conCodice(p)}
}

func rubato(numero string, tipo targa.Tipo) storia {
	s := di(numero, tipo, comproprietari(1))
	s.furto = "2020-01-15"
	return s
}

func esportato(numero string, tipo targa.Tipo) storia {
	s := di(numero, tipo, comproprietari(1))
	s.veicolo.Cessazione = &Cessazione{Data: "2021-06-01", Causa: "ESPORTAZIONE", Nazione: "DE"}
	s.passaggi[0].al = "2021-05-31"
	return s
}

// vendutoOgniAnno changes hands each first of July until 2040, so that two days
// of the same year have two owners whatever the year.
func vendutoOgniAnno(numero string, tipo targa.Tipo) storia {
	s := storia{veicolo: scheda(nuovoDado("veicolo", numero), numero, tipo, 2010, 2015)}
	dal := s.veicolo.PrimaImmatricolazione
	for anno := 2016; anno <= 2040; anno++ {
		d := nuovoDado("passaggio", numero, strconv.Itoa(anno))
		al := fmt.Sprintf("%d-06-30", anno)
		s.passaggi = append(s.passaggi, passaggio{dal: dal, al: al, intestatari: []Intestatario{persona(d, 1950, 1990)}})
		dal = sposta(al, 0, 1)
	}
	d := nuovoDado("passaggio", numero, "ultimo")
	s.passaggi = append(s.passaggi, passaggio{dal: dal, intestatari: []Intestatario{persona(d, 1950, 1990)}})
	return s
}
