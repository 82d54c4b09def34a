package verbale

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// parola gives the Italian words of a code; a code not in the table is written in lower case, so that
// a state added tomorrow by another service is readable at once.
func parola(tabella map[string]string, codice string) string {
	if p, nota := tabella[codice]; nota {
		return p
	}
	testo := []rune(strings.ToLower(strings.ReplaceAll(codice, "_", " ")))
	if len(testo) > 0 {
		testo[0] = unicode.ToUpper(testo[0])
	}
	return string(testo)
}

// ParolaAvviso names a payment notice.
func ParolaAvviso(tipo cds.Tipo) string {
	return parola(map[string]string{
		"RIDOTTO_30": fmt.Sprintf("Entro %d giorni, ridotto del 30%%", cds.PagamentoScontato5.Giorni()),
		"RIDOTTO":    fmt.Sprintf("Entro %d giorni, misura ridotta", cds.PagamentoRidotto60.Giorni()), "INTERO": "Somma intera",
		"INTERO_MAGGIORATO": "Somma intera con maggiorazione", "ORDINANZA": "Ordinanza del prefetto", "RATA": "Rata",
	}, string(tipo))
}

// ParolaTitolo names a position.
func ParolaTitolo(titolo string) string {
	return parola(map[string]string{"OBBLIGATO": "Obbligato in solido"}, titolo)
}

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
