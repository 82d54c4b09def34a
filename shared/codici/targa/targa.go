// Package targa reads vehicle plates: it normalises them, lists every kind of plate a string may
// be, and says in Italian why a string is no plate at all.
//
// A shape rarely names one kind of vehicle (LL ddddd is a motorcycle, an old trailer or, with a
// province in front, a plate of before 1994), so the answer is a list, likeliest first; the officer
// who saw the vehicle chooses. Pure functions: no register is asked, so a valid shape may still
// belong to no vehicle.
package targa

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tipo is a kind of plate as UtilityService and SOAP name it. The list may grow: a reader keeps
// values that it does not know.
type Tipo string

// The kinds of plate. ESTERA is answered only for a country other than Italy.
const (
	Autoveicolo          Tipo = "AUTOVEICOLO"
	Motoveicolo          Tipo = "MOTOVEICOLO"
	Ciclomotore          Tipo = "CICLOMOTORE"
	Rimorchio            Tipo = "RIMORCHIO"
	Prova                Tipo = "PROVA"
	EscursionistiEsteri  Tipo = "ESCURSIONISTI_ESTERI"
	Esercito             Tipo = "ESERCITO"
	Marina               Tipo = "MARINA"
	Aeronautica          Tipo = "AERONAUTICA"
	Carabinieri          Tipo = "CARABINIERI"
	GuardiaDiFinanza     Tipo = "GUARDIA_DI_FINANZA"
	PoliziaDiStato       Tipo = "POLIZIA_DI_STATO"
	PoliziaPenitenziaria Tipo = "POLIZIA_PENITENZIARIA"
	PoliziaLocale        Tipo = "POLIZIA_LOCALE"
	GuardiaCostiera      Tipo = "GUARDIA_COSTIERA"
	VigiliDelFuoco       Tipo = "VIGILI_DEL_FUOCO"
	ProtezioneCivile     Tipo = "PROTEZIONE_CIVILE"
	CroceRossa           Tipo = "CROCE_ROSSA"
	Diplomatica          Tipo = "DIPLOMATICA"
	Provinciale          Tipo = "PROVINCIALE"
	Agricola             Tipo = "AGRICOLA"
	Forestale            Tipo = "FORESTALE"
	Provvisoria          Tipo = "PROVVISORIA"
	Estera               Tipo = "ESTERA"
)

const (
	// lunghezzaGrezza is the longest text examined before cleaning up: the longest Italian plate
	// (POLIZIA PENITENZIARIA 123 AB) with its blanks is far below.
	lunghezzaGrezza = 64
	minimoEstera    = 2
	massimoEstera   = 12
)

// Candidato is one reading of a plate.
type Candidato struct {
	Tipo   Tipo
	Classe Classe
	// Avvertenza is Italian text for the officer, empty when there is nothing to say.
	Avvertenza string
}

// Esito is the answer of [Valida].
type Esito struct {
	Valida       bool
	Normalizzata string
	// Tipi lists every kind the shape allows, likeliest first, each once; empty when not valid.
	Tipi []Tipo
	// Motivo is Italian and says why the plate is refused; empty when it is valid.
	Motivo string
	// Avvertenze are Italian remarks for the officer, on a refused plate too.
	Avvertenze []string
	// Suggerimenti are normalised plates the writer or the camera may have meant: shown to a
	// person, never applied.
	Suggerimenti []string
}

// Valida judges a plate as a person or a camera wrote it. nazione is the country: empty, I, IT and
// ITA are Italy; any other that [Nazione] knows makes the plate ESTERA, 2 to 12 letters or digits, judged
// no further. An Italian plate is refused only when no known shape fits. Normalizzata is the key of the
// plate ([Chiave]), also where the plate is refused.
func Valida(raw, nazione string) Esito {
	esito, ok := grezza(raw)
	if !ok {
		return esito
	}
	paese := strings.ToUpper(strings.TrimSpace(nazione))
	if !Italia(paese) {
		if motivo := MotivoNazione(paese); motivo != "" {
			esito.Motivo = motivo
			return esito
		}
	}
	if esito.Motivo = difetto(esito.Normalizzata); esito.Motivo != "" {
		return esito
	}
	if Italia(paese) {
		return esito.italiana(raw)
	}
	return esito.estera()
}

// ValidaEstera judges a plate of a country that nobody says and that is not Italy.
func ValidaEstera(raw string) Esito {
	esito, ok := grezza(raw)
	if !ok {
		return esito
	}
	if esito.Motivo = difetto(esito.Normalizzata); esito.Motivo != "" {
		return esito
	}
	return esito.estera()
}

func grezza(raw string) (Esito, bool) {
	if len(raw) > lunghezzaGrezza {
		return Esito{Motivo: fmt.Sprintf("la targa è troppo lunga: al massimo %d caratteri", lunghezzaGrezza)}, false
	}
	return Esito{Normalizzata: Chiave(raw)}, true
}

// Italia says whether a country code, in upper case, means Italy; no code means Italy.
func Italia(paese string) bool {
	return paese == "" || paese == "I" || paese == "IT" || paese == "ITA"
}

func difetto(chiave string) string {
	switch {
	case chiave == "":
		return "la targa manca"
	case strings.ContainsFunc(chiave, nonAlfanumerico):
		return "la targa contiene segni che non sono lettere o cifre"
	}
	return ""
}

func nonAlfanumerico(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func (e Esito) italiana(raw string) Esito {
	if altraScrittura(raw) {
		e.Motivo = motivoAltraScrittura
		if len(Tipi(e.Normalizzata)) > 0 {
			e.Suggerimenti = []string{e.Normalizzata}
			e.Motivo += "; forse " + e.Normalizzata + ", oppure la targa è estera: indicare la nazione"
		}
		return e
	}
	for f := range letture(e.Normalizzata) {
		e.Tipi = aggiungi(e.Tipi, f.tipo)
		if f.avvertenza != "" {
			e.Avvertenze = aggiungi(e.Avvertenze, f.avvertenza)
		}
	}
	e.Valida = len(e.Tipi) > 0
	if forse := altroStato(e.Normalizzata); forse != "" {
		e.Avvertenze = append(e.Avvertenze, forse)
	}
	if !e.Valida {
		e.Suggerimenti = Suggerimenti(e.Normalizzata)
		e.Motivo = motivoItaliano(e.Normalizzata, e.Suggerimenti)
		if len(e.Avvertenze) > 0 {
			e.Motivo += "; " + strings.Join(e.Avvertenze, "; ")
		}
	}
	return e
}

func motivoItaliano(normalizzata string, suggerimenti []string) string {
	motivo := "nessun formato di targa italiana corrisponde"
	switch {
	case corrisponde("aadddaa", normalizzata) && strings.ContainsAny(normalizzata, "IOQU"):
		motivo = "le lettere I, O, Q e U non sono usate nelle targhe italiane dal 1994"
	case corrisponde("lldddll", normalizzata):
		motivo = "le serie che iniziano per X e Y sono di rimorchi e polizia locale e hanno un altro formato"
	}
	if len(suggerimenti) > 0 {
		motivo += "; forse " + strings.Join(suggerimenti, " o ")
	}
	return motivo
}

const motivoAltraScrittura = "la targa contiene lettere o cifre accentate o di un altro alfabeto: le italiane usano solo quelle da A a Z e da 0 a 9"

// altraScrittura reports letters or digits that an Italian plate does not have. Wide forms are a way to
// type, no other sign.
func altraScrittura(raw string) bool {
	return strings.ContainsFunc(Normalizza(raw), func(r rune) bool {
		return r >= utf8.RuneSelf && (r < '！' || r > '～') && (unicode.IsLetter(r) || unicode.IsDigit(r)) && !strings.ContainsRune(altriSeparatori, r)
	})
}

func (e Esito) estera() Esito {
	if r, c := senzaGemella(e.Normalizzata); c {
		e.Motivo = fmt.Sprintf("la targa contiene %q, che non è una lettera latina né ne ha una uguale: "+
			"scrivere la targa con le lettere latine e le cifre che porta per la circolazione internazionale (Convenzione di Vienna 1968, allegato 2)", r)
		return e
	}
	n := utf8.RuneCountInString(e.Normalizzata)
	if n < minimoEstera || n > massimoEstera {
		e.Motivo = fmt.Sprintf("una targa estera ha da %d a %d caratteri", minimoEstera, massimoEstera)
		return e
	}
	e.Valida, e.Tipi = true, []Tipo{Estera}
	return e
}

// Tipi lists every kind of plate that a normalised Italian string may be, likeliest first, each
// once; nil when no shape fits.
func Tipi(normalizzata string) []Tipo {
	var tipi []Tipo
	for f := range letture(normalizzata) {
		tipi = aggiungi(tipi, f.tipo)
	}
	return tipi
}

func aggiungi[T comparable](elenco []T, nuovo T) []T {
	if slices.Contains(elenco, nuovo) {
		return elenco
	}
	return append(elenco, nuovo)
}
