package calcolo

import (
	"cmp"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// luoghiMassimi is how many places a page offers to choose from.
const luoghiMassimi = 12

// luogo is a place of birth: a comune as it was called on a day, or a foreign state.
type luogo struct{ Codice, Nome, Provincia string }

// String is the place as people read it: "Firenze (FI)".
func (l luogo) String() string {
	switch {
	case l.Nome == "":
		return l.Codice
	case l.Provincia == "":
		return l.Nome
	}
	return l.Nome + " (" + l.Provincia + ")"
}

// luogoDi names the place of a code on a day; only the code where no table knows it.
func luogoDi(t *comune.Tabella, codice string, giorno calendario.Giorno) (luogo, bool) {
	if c, trovato := t.CercaCatastale(codice, giorno); trovato {
		return delComune(c), true
	}
	if stato, trovato := comune.CercaStato(codice); trovato {
		return luogo{Codice: stato.Codice, Nome: stato.Nome}, true
	}
	return luogo{Codice: codice}, false
}

// cercaLuoghi finds the places that somebody means by what he writes: a code, a whole name, else the
// names that contain it, which are not exact. The name is that of the day of birth.
func cercaLuoghi(t *comune.Tabella, scritto, provincia string, nascita calendario.Giorno) (trovati []luogo, esatti bool) {
	if codice := codicefiscale.Normalizza(scritto); comune.CatastaleValido(codice) {
		l, _ := luogoDi(t, codice, nascita)
		return []luogo{l}, true
	}
	if interi := conNome(t, scritto, provincia, nascita); len(interi) > 0 {
		return interi, true
	}
	return conParte(t, scritto, provincia, nascita), false
}

// conNome finds the comuni of a name, more than one where several provinces have it, and the foreign state. The
// province may be the comune's on another day.
func conNome(t *comune.Tabella, nome, provincia string, nascita calendario.Giorno) []luogo {
	var trovati []luogo
	for _, c := range t.Trova(nome, provincia, nascita).Comuni {
		trovati = append(trovati, delComune(c))
	}
	if stato, trovato := comune.CercaStatoNome(nome); trovato && provincia == "" {
		trovati = append(trovati, luogo{Codice: stato.Codice, Nome: stato.Nome})
	}
	return trovati
}

// conParte finds the comuni whose name contains the text.
func conParte(t *comune.Tabella, scritto, provincia string, nascita calendario.Giorno) []luogo {
	parte := strings.ToLower(scritto)
	var trovati []luogo
	for _, c := range t.Tutte() {
		if c.InVigore(nascita) && (provincia == "" || strings.EqualFold(c.Provincia, provincia)) &&
			(strings.Contains(strings.ToLower(c.Nome), parte) || strings.Contains(strings.ToLower(c.AltroNome), parte)) {
			trovati = append(trovati, delComune(c))
		}
	}
	slices.SortFunc(trovati, func(a, b luogo) int { return cmp.Compare(a.Nome, b.Nome) })
	return trovati
}

func delComune(c comune.Comune) luogo {
	return luogo{Codice: c.CodiceCatastale, Nome: c.Nome, Provincia: c.Provincia}
}
