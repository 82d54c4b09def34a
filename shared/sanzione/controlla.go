package sanzione

import (
	"slices"
	"strings"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/foglio"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// maxCent and maxPunti bound a row: the amount far above any real one, the points those of a licence.
const (
	maxCent  = 1_000_000_000
	maxPunti = 20
)

type voce = foglio.Voce[Sanzione]

// difetti is what a single row cannot be, by column.
func (s Sanzione) difetti() []foglio.Difetto {
	return slices.Concat(s.difettiCitazione(), s.difettiImporti(), s.difettiTesti())
}

type regola struct {
	campo, motivo string
	vale          bool
}

func violate(regole []regola) []foglio.Difetto {
	var difetti []foglio.Difetto
	for _, r := range regole {
		if !r.vale {
			difetti = append(difetti, foglio.Difetto{Campo: r.campo, Motivo: r.motivo})
		}
	}
	return difetti
}

// difettiCitazione is about how the row is found.
func (s Sanzione) difettiCitazione() []foglio.Difetto {
	return violate([]regola{
		{"codice", "deve avere da 1 a 40 lettere, cifre o trattini", codiceValido(s.Codice)},
		{"base", "serve a chi si limita a una classe o alla recidiva", s.Base == "" || s.Recidiva || len(s.Classi) > 0},
		{"articolo", "manca o contiene spazi", s.Articolo != "" && citazione(s.Articolo)},
		{"comma", "manca, oppure contiene spazi o maiuscole", s.Comma != "" && minuscola(s.Comma)},
		{"commaSanzione", "contiene spazi o maiuscole", minuscola(s.CommaSanzione)},
		{"altriCommi", "contiene maiuscole o un comma vuoto", !slices.ContainsFunc(s.AltriCommi, func(c string) bool { return c == "" || !minuscola(c) })},
		{"lettera", "contiene spazi o maiuscole", minuscola(s.Lettera)},
		{"classe", "contiene una classe sconosciuta", !slices.ContainsFunc(s.Classi, func(c Classe) bool { return !c.Valida() })},
		{"validoDa", "manca", !s.ValidoDa.IsZero()},
		{"validoA", "precede validoDa", s.ValidoA.IsZero() || !s.ValidoA.Before(s.ValidoDa)},
		{"orizzonte", "precede validoDa", s.Orizzonte.IsZero() || !s.Orizzonte.Before(s.ValidoDa)},
	})
}

// difettiImporti is about what the row costs.
func (s Sanzione) difettiImporti() []foglio.Difetto {
	return violate([]regola{
		{"minCent", "deve essere tra 0 e 10 milioni di euro", compreso(s.MinCent)},
		{"maxCent", "deve essere tra 0 e 10 milioni di euro", compreso(s.MaxCent)},
		{"minCent", "supera il massimo", s.MinCent <= s.MaxCent},
		{"minCent", "un reato non ha importi, ogni altra violazione li ha", (s.MinCent == 0) == s.Penale && (s.MaxCent == 0) == s.Penale},
		{"punti", "devono essere da 0 a 20", s.Punti >= 0 && s.Punti <= maxPunti},
		{"sconto30", `deve essere "si", "no" o "condizionato"`, s.Sconto30 == ScontoSi || s.Sconto30 == ScontoNo || s.Sconto30 == ScontoCondizionato},
		{"sconto30", "presuppone il pagamento in misura ridotta", s.PagamentoRidotto || s.Sconto30 == ScontoNo},
		{"pagamentoRidotto", "un reato non lo ammette", !s.Penale || !s.PagamentoRidotto},
	})
}

// difettiTesti is about what people read.
func (s Sanzione) difettiTesti() []foglio.Difetto {
	return violate([]regola{
		{"accessoria", "contiene caratteri invisibili o supera 500 caratteri", foglio.TestoPulito(s.Accessoria, 500)},
		{"fonte", "manca, contiene caratteri invisibili o supera 500 caratteri", s.Fonte != "" && foglio.TestoPulito(s.Fonte, 500)},
		{"verifica", "deve essere VERIFICATA, DERIVATA o DA_VERIFICARE", s.Verifica == Verificata || s.Verifica == Derivata || s.Verifica == DaVerificare},
		{"nota", "contiene caratteri invisibili o supera 500 caratteri", foglio.TestoPulito(s.Nota, 500)},
		{"testo", "deve essere una frase che finisce con il punto", strings.HasSuffix(s.Testo, ".") && len(s.Testo) > 10},
		{"testo", "contiene caratteri invisibili o supera 1000 caratteri", foglio.TestoPulito(s.Testo, 1000)},
	})
}

func codiceValido(codice string) bool {
	estraneo := func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}
	return codice != "" && len(codice) <= 40 && strings.IndexFunc(codice, estraneo) < 0
}

// citazione reports a text that Criterio can ask for: one word.
func citazione(s string) bool {
	return foglio.TestoPulito(s, 40) && strings.IndexFunc(s, unicode.IsSpace) < 0
}

// minuscola is a citazione in the small letters to which Criterio brings paragraphs and letters.
func minuscola(s string) bool { return citazione(s) && strings.ToLower(s) == s }

func compreso(c importo.Cent) bool { return c >= 0 && c <= maxCent }

// controllaRighe finds what single rows cannot be.
func controllaRighe(voci []voce) error {
	var errori []error
	for _, v := range voci {
		for _, d := range v.Riga.difetti() {
			errori = append(errori, v.Errore(d.Campo, d.Motivo))
		}
	}
	return foglio.Unisci(errori)
}

// controllaTabella finds what no single row shows: a codice repeated, overlapping in time or of two
// articles, a base missing. The rows are in canonical order.
func (t *Tabella) controllaTabella(voci []voce) error {
	var errori []error
	for _, indici := range t.codici {
		for k := 1; k < len(indici); k++ {
			prima, dopo := voci[indici[k-1]].Riga, voci[indici[k]].Riga
			colpevole := voci[indici[k]]
			if prima.ValidoDa == dopo.ValidoDa || !prima.ValidoA.IsZero() && !prima.ValidoA.Before(dopo.ValidoDa) {
				errori = append(errori, colpevole.Errore("validoDa", "si sovrappone a un'altra riga di "+dopo.Codice))
			}
			if prima.Articolo != dopo.Articolo || prima.Base != dopo.Base {
				errori = append(errori, colpevole.Errore("articolo", "articolo e base di "+dopo.Codice+" devono essere gli stessi in ogni riga"))
			}
		}
	}
	for _, v := range voci {
		if v.Riga.Base == "" {
			continue
		}
		base, esiste := t.codici[v.Riga.Base]
		if !esiste || voci[base[0]].Riga.Base != "" || voci[base[0]].Riga.Articolo != v.Riga.Articolo {
			errori = append(errori, v.Errore("base", "non è il codice di una riga ordinaria dello stesso articolo"))
		}
	}
	return foglio.Unisci(errori)
}
