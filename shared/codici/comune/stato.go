package comune

import (
	_ "embed"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

//go:embed stati.csv
var stati string

// Stato is a foreign state or territory that has a Belfiore code of its own, Z and three digits: the place
// of birth in the tax code of a person who was born there.
//
// The list follows the one of the Agenzia delle entrate as ISTAT publishes it with its codes of foreign
// states ("codice AT"), with the dissolved states whose codes stay in tax codes. It is no complete history:
// an unknown code is for the caller to remark on, never a fault.
type Stato struct {
	// Codice is Z and three digits.
	Codice string `json:"codice"`
	Nome   string `json:"nome"`
	// AltriNomi are other names in use ("Olanda"), the former ones included.
	AltriNomi []string `json:"altriNomi,omitempty"`
	// Cessato says that the code is no longer given to new births.
	Cessato bool `json:"cessato"`
	// UltimoGiorno is the last day of a State that is no more; zero where the code changed on a day that is not
	// known, or where the State is in being. The days are those of public history.
	UltimoGiorno calendario.Giorno `json:"ultimoGiorno,omitzero"`
	// Perche is what ended it, in Italian: "unita alla Germania dal 3 ottobre 1990".
	Perche string `json:"perche,omitempty"`
}

// Avvertenza says in Italian that a person born on the day was not born there, because the State no longer existed; empty when
// he may have been. For a code that changed on an unknown day it warns about every birth.
func (s Stato) Avvertenza(nascita calendario.Giorno) string {
	switch {
	case !s.Cessato:
		return ""
	case s.UltimoGiorno.IsZero():
		return "il codice " + s.Codice + " (" + s.Nome + ") non si dà più: " + s.Perche + ", verificarlo"
	case nascita.After(s.UltimoGiorno):
		return "alla data di nascita lo Stato " + s.Nome + " (" + s.Codice + ") non c'era più (" + s.Perche + "): verificare il luogo di nascita"
	}
	return ""
}

// CercaStato finds a state by its Belfiore code; case does not count.
func CercaStato(codice string) (Stato, bool) {
	codice = strings.ToUpper(codice)
	if !CatastaleValido(codice) {
		return Stato{}, false
	}
	_, righe, _ := strings.Cut(stati, "\n")
	for righe != "" { // the list is in order of code: halve it
		inizio := strings.LastIndexByte(righe[:len(righe)/2], '\n') + 1
		riga, dopo, _ := strings.Cut(righe[inizio:], "\n")
		switch strings.Compare(codice, riga[:len(codice)]) {
		case 0:
			return leggiStato(riga), true
		case -1:
			righe = righe[:inizio]
		default:
			righe = dopo
		}
	}
	return Stato{}, false
}

// CercaStatoNome finds a state by any of its names; case, accents and apostrophes do not count. Where a
// state in being shares its name with a code no longer given, it is the state in being.
func CercaStatoNome(nomeCercato string) (Stato, bool) {
	chiave := chiaveNome(nomeCercato)
	if chiave == "" {
		return Stato{}, false
	}
	var cessato Stato
	_, righe, _ := strings.Cut(stati, "\n")
	for riga := range strings.Lines(righe) {
		if !chiamato(riga, chiave) {
			continue
		}
		s := leggiStato(riga)
		if !s.Cessato {
			return s, true
		}
		cessato = s
	}
	return cessato, cessato.Codice != ""
}

// chiamato reports that one of the names of the line has the key.
func chiamato(riga, chiave string) bool {
	_, riga, _ = strings.Cut(riga, ";")
	nome, riga, _ := strings.Cut(riga, ";")
	if siChiama(nome, chiave) {
		return true
	}
	altri, _, _ := strings.Cut(riga, ";")
	for n := range strings.SplitSeq(altri, ",") {
		if siChiama(n, chiave) {
			return true
		}
	}
	return false
}

// leggiStato reads a line of the list, other names separated by commas. The list is ours and a test reads all
// of it.
func leggiStato(riga string) Stato {
	celle := strings.SplitN(strings.TrimSuffix(riga, "\n")+";;;;;", ";", 7)
	s := Stato{Codice: celle[0], Nome: celle[1], Cessato: celle[3] == "si", Perche: celle[5]}
	s.UltimoGiorno, _ = calendario.Parse(celle[4]) // none: zero
	for n := range strings.SplitSeq(celle[2], ",") {
		if n = strings.TrimSpace(n); n != "" {
			s.AltriNomi = append(s.AltriNomi, n)
		}
	}
	return s
}
