package pagine

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// CampoComando is the hidden field with the tenant that a form was opened for.
const CampoComando = "comandoAperto"

// Guasti are the faults of the fields of a form that came back.
type Guasti []problem.Campo

// Di returns the fault of a field; empty without one.
func (g Guasti) Di(nome string) string {
	for _, c := range g {
		if c.Campo == nome {
			return c.Messaggio
		}
	}
	return ""
}

// Rifiuto is a form refused: the sentence and the faults of its fields. The zero value is a form not
// yet sent.
type Rifiuto struct {
	Stato  int // HTTP status of the page; 0: the form was not refused
	Frase  string
	Guasti Guasti
}

// Rifiutato turns an error that the user may read into what the form shows; false for an error that is
// not of the form: no permission, service away, internal.
func Rifiutato(err error) (Rifiuto, bool) {
	e := problem.As(err)
	if e == nil || e.Kind != problem.BadRequest && e.Kind != problem.Conflicting {
		return Rifiuto{}, false
	}
	r := Rifiuto{Stato: e.Kind.Status(), Frase: e.Dettaglio, Guasti: e.Campi}
	if e.Codice == "DATI_NON_VALIDI" && len(e.Campi) == 1 {
		r.Frase = "Un dato è da correggere." // the sentence of the error names the field as programs do
	}
	return r, true
}

// NomeCampo is the name of a field as a person reads it: codiceFiscaleEnte is Codice fiscale ente.
func NomeCampo(nome string) string {
	nome = nome[strings.LastIndex(nome, ".")+1:]
	var parole strings.Builder
	for i, r := range nome {
		switch {
		case i == 0:
			parole.WriteRune(unicode.ToUpper(r))
		case unicode.IsUpper(r):
			parole.WriteString(" " + string(unicode.ToLower(r)))
		default:
			parole.WriteRune(r)
		}
	}
	return parole.String()
}

// Campo is a field of a form: its name (the same as in JSON), its label, the text typed, a word of
// help, its fault.
type Campo struct {
	Nome, Etichetta, Valore, Aiuto, Guasto string
	Tipo                                   string // of the input; empty: text
	Completa                               string // of autocomplete; empty: off
	Massimo                                int    // characters; 0: 200
	Obbligatorio, SolaLettura              bool
}

func (c Campo) id() string { return "campo-" + strings.ReplaceAll(c.Nome, ".", "-") }

func (c Campo) tipo() string {
	if c.Tipo == "" {
		return "text"
	}
	return c.Tipo
}

func (c Campo) completa() string {
	if c.Completa == "" {
		return "off"
	}
	return c.Completa
}

func (c Campo) massimo() int {
	if c.Massimo == 0 {
		return 200
	}
	return c.Massimo
}

// descritto is whether the input has a line below it.
func (c Campo) descritto() bool { return c.Aiuto != "" || c.Guasto != "" }

// Opzione is a choice of a field.
type Opzione struct{ Valore, Nome string }

// OpzioniDette are the words of a vocabulary as choices, in their order, by what people read for them.
func OpzioniDette[T ~string](valori []T, parola func(T) string) []Opzione {
	scelte := make([]Opzione, len(valori))
	for i, v := range valori {
		scelte[i] = Opzione{Valore: string(v), Nome: parola(v)}
	}
	return scelte
}

// Opzioni makes choices whose name is the value itself.
func Opzioni(valori ...string) []Opzione {
	tutte := make([]Opzione, len(valori))
	for i, v := range valori {
		tutte[i] = Opzione{v, v}
	}
	return tutte
}

// ConPresente adds the present value of an entry, marked, to the choices in use when it is not among them: saving a form does
// not remove a value that has ceased. An empty value adds no choice.
func ConPresente(inUso []Opzione, presente string) []Opzione {
	if presente == "" || slices.ContainsFunc(inUso, func(o Opzione) bool { return o.Valore == presente }) {
		return inUso
	}
	return append(slices.Clip(inUso), Opzione{presente, presente + " (non in uso)"})
}

func scelta(v string, scelte []string) bool { return slices.Contains(scelte, v) }

// Elenco surrounds the rows of a list: the list's address, the search, the cursor of the next page, the columns.
type Elenco struct {
	Titolo, Indirizzo, Cerca, Cursore string
	Nuovo                             string // text of the link that adds an entry; empty: none
	Colonne                           []string
	Vuoto                             bool
	Fatto                             string // the act just done (Fatto)
}

// Fatto is the sentence for what a form did before it sent the user back to the list; an unknown code
// says nothing, so that nobody can put words of his own on the page.
func Fatto(codice string) string {
	return map[string]string{
		"creato": "Creato.", "cambiato": "Modifica salvata.", "presente": "Era già presente: nulla da cambiare.",
		"bloccato": "Bloccato.", "sbloccato": "Sbloccato.", "sospeso": "Sospeso.", "riattivato": "Riattivato.",
		"password": "Nuova password impostata.", "eliminato": "Eliminato.",
	}[codice]
}

// successiva is the address of the next page of the same search.
func (e Elenco) successiva() templ.SafeURL {
	return templ.SafeURL(e.Indirizzo + "?" + url.Values{"cerca": {e.Cerca}, "cursore": {e.Cursore}}.Encode())
}

// descrizione ties an input to the line below it.
func descrizione(c Campo) templ.Attributes {
	a := templ.Attributes{}
	if c.descritto() {
		a["aria-describedby"] = c.id() + "-aiuto"
	}
	if c.Guasto != "" {
		a["aria-invalid"] = "true"
	}
	return a
}

// Codice is the HTTP status of the page of the form.
func (r Rifiuto) Codice() int {
	if r.Stato == 0 {
		return http.StatusOK
	}
	return r.Stato
}

// Stato is the state of an entry in words.
func Stato(s string) string {
	if parola, nota := map[string]string{
		"ATTIVO": "Attivo", "CESSATO": "Cessato", "BLOCCATO": "Bloccato", "SOSPESO": "Sospeso",
	}[s]; nota {
		return parola
	}
	return s
}

// Stati are states as choices.
func Stati(stati ...string) []Opzione {
	tutte := make([]Opzione, len(stati))
	for i, s := range stati {
		tutte[i] = Opzione{s, Stato(s)}
	}
	return tutte
}
