package comune

import (
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// PaeseDaNome is the code (ISO 3166-1 alpha-2) of a country by its Italian name, as registers write it: "SVIZZERA", "Olanda",
// "REPUBBLICA DI GERMANIA". False for a name that is of none.
func PaeseDaNome(nome string) (string, bool) {
	nomi := []string{nome}
	if s, c := CercaStatoNome(nome); c {
		nomi = append(append(nomi, s.Nome), s.AltriNomi...)
	}
	for _, n := range nomi {
		for _, prefisso := range []string{"", "repubblica di ", "regno di ", "repubblica federale di "} {
			if resto, c := strings.CutPrefix(strings.ToLower(strings.TrimSpace(n)), prefisso); c {
				if sigla, c := paesi()[chiaveNome(resto)]; c {
					return sigla, true
				}
			}
		}
	}
	return "", false
}

// paesi are the codes of the countries by the key of their Italian name.
//
//nolint:gochecknoglobals // made once: it never changes
var paesi = sync.OnceValue(func() map[string]string {
	tutti := map[string]string{}
	nomi := display.Regions(language.Italian)
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			sigla := string([]rune{a, b})
			if !PaeseNoto(sigla) {
				continue
			}
			if nome := nomi.Name(language.MustParseRegion(sigla)); nome != "" {
				tutti[chiaveNome(nome)] = sigla
			}
		}
	}
	return tutti
})
