package codicefiscale

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
)

// tre are the letters that a surname or a first name leaves in the code.
type tre [3]byte

// String gives the letters as the code has them.
func (t tre) String() string { return string(t[:]) }

// senza is what the code carries for a name that the person does not have.
func senza() tre { return tre{'X', 'X', 'X'} }

// deiNomi gives the letters of surname and first name; one of the two may be absent.
func deiNomi(p Persona) (cognome, nome tre, err error) {
	if nominativo.Pulito(p.Cognome) == "" && nominativo.Pulito(p.Nome) == "" {
		return cognome, nome, &ErroreCampo{"cognome", nominativo.MancaTutto}
	}
	if cognome, err = dalTesto("cognome", p.Cognome, treLettere); err != nil {
		return cognome, nome, err
	}
	nome, err = dalTesto("nome", primaDellaVirgola(p.Nome), treDelNome)
	return cognome, nome, err
}

func dalTesto(campo, testo string, riduci func([]byte) tre) (tre, error) {
	if nominativo.Pulito(testo) == "" {
		return senza(), nil
	}
	lettere, semplice := soloASCII(make([]byte, 0, lunghezzaGrezza), testo)
	if !semplice {
		n := leggiNome(testo)
		if n.ignoto != 0 {
			return tre{}, &ErroreCampo{campo, illeggibile(campo, n.ignoto)}
		}
		lettere = n.prima(lettere)
	}
	return riduci(lettere), nil
}

// primaDellaVirgola are the names that count in the code: those of the birth certificate before a comma
// (art. 35 c. 2 D.P.R. 396/2000).
func primaDellaVirgola(nomi string) string {
	prima, _, _ := strings.Cut(strings.TrimLeft(nomi, ", "), ",")
	return prima
}

// illeggibile says what to write instead of a sign that is no part of a name.
func illeggibile(campo string, r rune) string {
	solo := "scrivere soltanto il " + campo + " dell'atto di nascita"
	switch {
	case strings.ContainsRune("()[]{}<>", r):
		return "le parentesi non fanno parte di un " + campo + ": " + solo
	case strings.ContainsRune(`"«»“”„`, r):
		return "le virgolette non fanno parte di un " + campo + ": " + solo
	case r == '/' || r == '\\' || r == '|':
		return fmt.Sprintf("il segno %q separa due scritture: %s", r, solo)
	case r == ',' || r == ';':
		return fmt.Sprintf("il segno %q separa i nomi, che vanno nel campo nome: %s", r, solo)
	case unicode.IsDigit(r):
		return fmt.Sprintf("contiene la cifra %q: %s", r, solo)
	case unicode.IsLetter(r):
		return fmt.Sprintf("la lettera %q non è latina: scrivere il %s come sta in lettere latine nel documento o all'anagrafe", r, campo)
	}
	return fmt.Sprintf("il segno %q non fa parte di un %s: %s", r, campo, solo)
}

// Avvertenze says, in Italian, what of the names makes the code that [Calcola] gives uncertain: a letter outside the
// official table, names after a comma, a filler that was read as an absent name. The field comes first.
func Avvertenze(p Persona) []string {
	var note []string
	for _, c := range []struct{ campo, testo string }{{"cognome", p.Cognome}, {"nome", p.Nome}} {
		if nominativo.Segnaposto(c.testo) {
			note = append(note, fmt.Sprintf("%s: %q non è un %s, il codice lo tratta come assente (XXX)", c.campo, c.testo, c.campo))
			continue
		}
		letto := c.testo
		if c.campo == "nome" {
			if letto = primaDellaVirgola(c.testo); strings.Contains(c.testo, ",") {
				note = append(note, "nome: contano soltanto i nomi prima della virgola (art. 35 c. 2 D.P.R. 396/2000)")
			}
		}
		if nota := fuoriTabella(c.campo, leggiNome(letto)); nota != "" {
			note = append(note, nota)
		}
	}
	return note
}

func fuoriTabella(campo string, n nome) string {
	var lette []string
	for _, r := range n.fuori {
		s, _ := leggiSegno(r)
		detta := string(r) + " si legge " + s.letture[0]
		if s.letture[0] == "" {
			detta = fmt.Sprintf("%q (U+%04X) si omette", r, r)
		}
		if !slices.Contains(lette, detta) {
			lette = append(lette, detta)
		}
	}
	if lette == nil {
		return ""
	}
	return campo + ": " + strings.Join(lette, ", ") + ", ma la tabella ufficiale non lo prevede (circ. AE 34/E/2011): l'ufficio può averlo letto in altro modo, il codice attribuito è quello del documento"
}

// treLettere: consonants in order, then vowels in order, then X.
func treLettere(lettere []byte) tre {
	prese, scritte := senza(), 0
	for _, vocali := range [...]bool{false, true} {
		for i := 0; i < len(lettere) && scritte < len(prese); i++ {
			if vocale(lettere[i]) == vocali {
				prese[scritte] = lettere[i]
				scritte++
			}
		}
	}
	return prese
}

// treDelNome: with four or more consonants the first, third and fourth; else as the surname.
func treDelNome(lettere []byte) tre {
	var prime [4]byte
	scritte := 0
	for i := 0; i < len(lettere) && scritte < len(prime); i++ {
		if !vocale(lettere[i]) {
			prime[scritte] = lettere[i]
			scritte++
		}
	}
	if scritte < len(prime) {
		return treLettere(lettere)
	}
	return tre{prime[0], prime[2], prime[3]}
}

func vocale(c byte) bool {
	return c == 'A' || c == 'E' || c == 'I' || c == 'O' || c == 'U'
}
