package riscontro

import (
	"fmt"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/alfabeto"
)

// NonStampabile is the rule of the letters: an act names its addressee and where he lives in letters that a postman reads.
const NonStampabile Regola = "NON_STAMPABILE"

// Scritto is a datum of an addressee: what it is called within a sentence ("il cognome"), and its text.
type Scritto struct{ Nome, Testo string }

// Scrittura judges what the act writes of its addressee: a character that has no Latin spelling (of a script without a rule, a
// picture, the sign of a letter that was lost on the way) would be printed by its code point.
func Scrittura(dati ...Scritto) []Difetto {
	var nomi, segni []string
	for _, d := range dati {
		ignoti := alfabeto.Ignoti(d.Testo)
		if len(ignoti) == 0 {
			continue
		}
		nomi = append(nomi, d.Nome)
		for _, r := range ignoti[:min(len(ignoti), 3)] {
			segni = append(segni, fmt.Sprintf("U+%04X", r))
		}
	}
	if len(nomi) == 0 {
		return nil
	}
	return []Difetto{{NonStampabile, "ha " + elenco(nomi) + " con segni che l'atto non può stampare (" + strings.Join(segni[:min(len(segni), 6)], ", ") +
		"): va scritto in lettere latine, come sul documento o in anagrafe"}}
}
