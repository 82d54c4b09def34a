// Package credenziale is the passwords of accounts: which may be chosen, how one is kept, and how one is compared. It reads and writes
// nothing.
package credenziale

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Politica is what a command asks of the passwords that are kept here.
type Politica struct {
	Minimo   int // characters
	Scadenza int // days after which a password must be changed; zero: never (NIST SP 800-63B, 5.1.1.2)
}

// Usuale is the policy where a command has set none, and that of the platform's own accounts.
func Usuale() Politica { return Politica{Minimo: minimo} }

// Scaduta reports whether a password in use since an instant is to be changed.
func (p Politica) Scaduta(dal, adesso time.Time) bool {
	return p.Scadenza > 0 && adesso.Sub(dal) >= time.Duration(p.Scadenza)*24*time.Hour
}

// Massimo bounds a new password, in characters: it keeps hashing cheap. A password in use may have MassimoInUso.
const (
	Massimo      = 128
	MassimoInUso = 256
)

// A new password has at least so many characters, and so many different ones.
const (
	minimo  = 12
	diversi = 5
)

// comuni is the thousand commonest passwords, a line each, in small letters: words, names, teams, rows of the
// keyboard, numbers. What people put at their ends (years, signs) is taken away before a password is looked for.
//
//go:embed comuni.txt
var comuni string

// Ammessa refuses a new password that is too short, too long or no text, and the passwords that guessers try first
// (NIST SP 800-63B, 5.1.1.2): the username, as operatore.Normalizza gives it, the commonest ones, a few signs repeated.
func (p Politica) Ammessa(username, password string) error {
	if motivo := p.debole(username, password); motivo != "" {
		return problem.CampoNonValido("password", motivo)
	}
	return nil
}

func (p Politica) debole(username, password string) (motivo string) {
	if !utf8.ValidString(password) || strings.ContainsRune(password, 0) {
		return "non è un testo"
	}
	pieni := strings.Join(strings.Fields(password), " ") // blanks in a row are one, and those at the ends none
	n, minuscola := utf8.RuneCountInString(pieni), strings.ToLower(pieni)
	switch {
	case n < p.Minimo || utf8.RuneCountInString(password) > Massimo:
		return fmt.Sprintf("da %d a %d caratteri, senza contare gli spazi ai lati e quelli ripetuti", p.Minimo, Massimo)
	case quanti(minuscola) < diversi:
		return fmt.Sprintf("ripete pochi caratteri: almeno %d diversi", diversi)
	case contieneNome(minuscola, username):
		return "contiene il nome utente"
	case !strings.ContainsFunc(minuscola, func(r rune) bool { return !unicode.IsDigit(r) }):
		return "è di sole cifre"
	case dimostrativa(minuscola):
		return "contiene la parola demo: è come quelle delle dimostrazioni, che sono pubbliche"
	case comune(minuscola):
		return "è fra le più usate, o quasi: si indovina subito"
	}
	return ""
}

// quanti different characters a text has.
func quanti(testo string) int {
	segni := []rune(testo)
	slices.Sort(segni)
	return len(slices.Compact(segni))
}

// contieneNome reports whether a password has the username in it, forwards or backwards; of a name such as
// mario.rossi each part of four letters or more counts.
func contieneNome(minuscola, username string) bool {
	parti := append(strings.FieldsFunc(username, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), username)
	return slices.ContainsFunc(parti, func(parte string) bool {
		rovescia := []rune(parte)
		slices.Reverse(rovescia)
		return len(parte) >= 4 && (strings.Contains(minuscola, parte) || strings.Contains(minuscola, string(rovescia)))
	})
}

// dimostrativa reports whether a password is made like those that the documentation of the platform shows: with demo for a word,
// or beside the name of the platform.
func dimostrativa(minuscola string) bool {
	scritta, conLettere := comeLettere(minuscola), strings.NewReplacer("0", "o", "3", "e").Replace(minuscola)
	return strings.Contains(scritta, "verbalidemo") || strings.Contains(scritta, "demoverbali") ||
		slices.Contains(strings.FieldsFunc(conLettere, func(r rune) bool { return !unicode.IsLetter(r) }), "demo")
}

// comune looks a password up in the list: as it is, without its ends, with letters for the signs that resemble them, and once
// where it repeats itself.
func comune(minuscola string) bool {
	estraneo := func(r rune) bool { return !unicode.IsLetter(r) }
	for _, forma := range []string{
		minuscola, strings.TrimFunc(minuscola, estraneo), comeLettere(strings.TrimFunc(minuscola, estraneo)),
		comeLettere(strings.TrimRightFunc(minuscola, estraneo)), strings.TrimRightFunc(minuscola, unicode.IsPunct),
	} {
		for _, cercata := range []string{forma, unaVolta(forma)} {
			if cercata != "" && strings.Contains("\n"+comuni, "\n"+cercata+"\n") {
				return true
			}
		}
	}
	return false
}

// comeLettere reads as letters the signs that people write for them.
func comeLettere(testo string) string {
	return strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i",
		"-", "", "_", "", ".", "", " ", "").Replace(testo)
}

// unaVolta is the part that a text repeats; the text itself when it repeats none.
func unaVolta(testo string) string {
	for n := 1; n <= len(testo)/2; n++ {
		if len(testo)%n == 0 && strings.Repeat(testo[:n], len(testo)/n) == testo {
			return testo[:n]
		}
	}
	return testo
}
