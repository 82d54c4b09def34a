package fascicolo

import (
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Chilometri writes tenths of km/h.
func Chilometri(decimi *int) string {
	if decimi == nil {
		return ""
	}
	return strconv.Itoa(*decimi/10) + "," + strconv.Itoa(*decimi%10) + " km/h"
}

// Norma is a violation by article, as a person writes it: art. 142 c. 8.
func Norma(v lettura.Violazione) string {
	if v.Articolo == "" {
		return "articolo non registrato"
	}
	return "art. " + sanzione.Citazione(v.Articolo, v.Comma, v.Lettera)
}

// InParole names the violations of a text by article, where the law's steps name them by code.
func (v *Verbale) InParole(testo string) string {
	for _, x := range v.Violazioni {
		if x.Codice != "" && x.Articolo != "" {
			testo = strings.ReplaceAll(testo, "Violazione "+x.Codice+":", "Violazione dell'"+Norma(x)+":")
		}
	}
	return testo
}

// Quando is when it happened: the day alone where the hour is not known.
func Quando(v lettura.Voce) string {
	if v.SenzaOra {
		return calendario.Da(v.DataViolazione).Italiano()
	}
	return pagine.Momento(v.DataViolazione)
}

// Dove is the address in a list.
func Dove(v lettura.Voce) string { return strings.TrimSpace(v.LuogoIndirizzo + " " + v.LuogoCivico) }

// Luogo is where it happened.
func (v *Verbale) Luogo() string {
	if v.LuogoChilometro == "" {
		return Dove(v.Voce)
	}
	return strings.TrimPrefix(Dove(v.Voce)+", km "+v.LuogoChilometro, ", ")
}
