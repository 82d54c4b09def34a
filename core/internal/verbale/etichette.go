package verbale

import (
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// chilometri writes tenths of km/h.
func chilometri(decimi *int) string {
	if decimi == nil {
		return ""
	}
	return strconv.Itoa(*decimi/10) + "," + strconv.Itoa(*decimi%10) + " km/h"
}

// norma is a violation by article, as a person writes it: art. 142 c. 8.
func norma(v lettura.Violazione) string {
	if v.Articolo == "" {
		return "articolo non registrato"
	}
	return "art. " + sanzione.Citazione(v.Articolo, v.Comma, v.Lettera)
}

// inParole names the violations of a text by article, where the law's steps name them by code.
func (v *Verbale) inParole(testo string) string {
	for _, x := range v.Violazioni {
		if x.Codice != "" && x.Articolo != "" {
			testo = strings.ReplaceAll(testo, "Violazione "+x.Codice+":", "Violazione dell'"+norma(x)+":")
		}
	}
	return testo
}

// quando is when it happened: the day alone where the hour is not known.
func quando(v lettura.Voce) string {
	if v.SenzaOra {
		return calendario.Da(v.DataViolazione).Italiano()
	}
	return pagine.Momento(v.DataViolazione)
}

// dove is the address in a list.
func dove(v lettura.Voce) string { return strings.TrimSpace(v.LuogoIndirizzo + " " + v.LuogoCivico) }

// luogo is where it happened.
func (v *Verbale) luogo() string {
	if v.LuogoChilometro == "" {
		return dove(v.Voce)
	}
	return strings.TrimPrefix(dove(v.Voce)+", km "+v.LuogoChilometro, ", ")
}
