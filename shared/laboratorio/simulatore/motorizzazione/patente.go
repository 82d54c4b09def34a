package motorizzazione

import "strconv"

// licenza derives a licence and its holder from the number alone. oggi decides
// only whether it has expired.
func licenza(numero, oggi string) Patente {
	d := nuovoDado("patente", numero)
	h := persona(d, 1945, 2005)
	diploma := max(sposta(h.DataNascita, 18+d.n(5), d.n(300)), "1970-01-01")
	rilascio := max(diploma, d.giorno(2018, 2024))
	p := Patente{Numero: numero, Stato: "VALIDA", Rilascio: rilascio, Scadenza: scadenza(h.DataNascita), Punti: 10 + d.n(21)}
	p.Categorie = []Categoria{{Codice: "B", Dal: diploma, Scadenza: p.Scadenza}}
	if d.n(4) == 0 {
		p.Categorie = append([]Categoria{{Codice: "A", Dal: sposta(diploma, 3, 0), Scadenza: p.Scadenza}}, p.Categorie...)
	}
	p.Titolare = Titolare{CodiceFiscale: h.CodiceFiscale, Cognome: h.Cognome, Nome: h.Nome, DataNascita: h.DataNascita,
		CodiceCatastaleNascita: h.CodiceCatastaleNascita, Sesso: h.Sesso, Indirizzo: h.Indirizzo}
	return allaData(p, oggi)
}

// scadenza is a birthday (art. 126 of the Code) between 2035 and 2039.
func scadenza(nascita string) string {
	anno, _ := strconv.Atoi(nascita[:4])
	return sposta(nascita, 2035+anno%5-anno, 0)
}

func allaData(p Patente, oggi string) Patente {
	if p.Stato == "VALIDA" && p.Scadenza < oggi {
		p.Stato = "SCADUTA"
	}
	return p
}

func sospesa(p Patente) Patente {
	p.Stato, p.SospesaFinoAl = "SOSPESA", p.Scadenza
	return p
}

func revocata(p Patente) Patente {
	p.Stato = "REVOCATA"
	return p
}

func scaduta(p Patente) Patente {
	p.Stato, p.Rilascio, p.Scadenza = "SCADUTA", "2010-02-28", "2020-02-29"
	for i := range p.Categorie {
		p.Categorie[i].Scadenza = p.Scadenza
		p.Categorie[i].Dal = min(p.Categorie[i].Dal, p.Rilascio)
	}
	return p
}

func senzaPunti(p Patente) Patente {
	p.Punti = 0
	return p
}

func titolareDeceduto(p Patente) Patente {
	p.Titolare.Decesso = giornoDecesso
	return p
}
