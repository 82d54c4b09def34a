// Package codicefiscale checks, computes and decodes Italian tax codes: the sixteen characters of
// a person (D.P.R. 605/1973, D.M. 23/12/1976 n. 13813) with every omocodia variant, and the eleven
// digits of bodies and of provisional codes.
//
// A formally right code may still belong to nobody: only the Agenzia delle Entrate knows. Pure
// functions; dates are calendar days at midnight UTC.
package codicefiscale

// Livello is how far a code has been verified.
type Livello string

// The levels reached, lowest first. Verificato is set by a caller who asked the Agenzia delle Entrate.
const (
	Nessuno    Livello = ""
	Formato    Livello = "FORMATO"
	Controllo  Livello = "CONTROLLO"
	Verificato Livello = "VERIFICATO"
)

const (
	lunghezzaPersona  = 16
	lunghezzaNumerico = 11
	lunghezzaGrezza   = 64
)

// Esito is the answer of [Valida].
type Esito struct {
	Valido       bool
	Normalizzato string
	// Numerico is true for the eleven digits of a body or of a provisional code: Dati is empty then.
	Numerico bool
	Livello  Livello
	// Dati is what the code of a person says; zero unless Valido.
	Dati Dati
	// Motivo is Italian and says why the code is refused; empty when it is valid.
	Motivo string
}

// Valida judges a tax code as written: sixteen characters (length, pattern, check letter, real
// date, in this order) or eleven digits with the check digit of VAT numbers. Whether the place
// exists and whether the code fits the person are for the caller: see [Dati] and [Discordanze].
func Valida(raw string) Esito {
	if len(raw) > lunghezzaGrezza {
		return Esito{Motivo: "il codice fiscale è troppo lungo: sono 16 caratteri, o 11 cifre"}
	}
	esito := Esito{Normalizzato: Normalizza(raw)}
	switch n := len(esito.Normalizzato); {
	case n == 0:
		esito.Motivo = "il codice fiscale manca"
	case !soloAlfanumerici(esito.Normalizzato):
		esito.Motivo = "il codice fiscale contiene segni che non sono lettere senza accento o cifre"
	case n == lunghezzaNumerico:
		return esito.numerico()
	case n == lunghezzaPersona:
		return esito.persona()
	default:
		esito.Motivo = "il codice fiscale deve avere 16 caratteri, o 11 cifre per enti e codici provvisori"
	}
	return esito
}

func (e Esito) numerico() Esito {
	e.Numerico = true
	if posti := postiErrati(schemaNumerico, []byte(e.Normalizzato)); len(posti) > 0 {
		e.Motivo = "un codice fiscale di 11 caratteri è fatto di sole cifre" + scambioForse(e.Normalizzato[posti[0]])
		return e
	}
	if e.Normalizzato == "00000000000" {
		e.Motivo = "un codice fiscale di soli zeri non esiste"
		return e
	}
	e.Livello = Formato
	if cifra, _ := CifraControllo(e.Normalizzato[:lunghezzaNumerico-1]); cifra != e.Normalizzato[lunghezzaNumerico-1] {
		e.Motivo = "la cifra di controllo non corrisponde: il codice è scritto male"
		return e
	}
	e.Valido, e.Livello = true, Controllo
	return e
}

func (e Esito) persona() Esito {
	dati, err := leggi(e.Normalizzato)
	if err != nil {
		e.Livello, e.Motivo = err.livello, err.motivo
		return e
	}
	e.Valido, e.Livello, e.Dati = true, Controllo, dati
	return e
}
