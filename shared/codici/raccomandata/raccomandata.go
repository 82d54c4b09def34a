// Package raccomandata reads the codes that the post gives to letters: the twelve digits of judicial
// acts and domestic registered mail, and the thirteen characters of the international standard S10
// of the Universal Postal Union. Pure functions: a right code may still be on no envelope.
package raccomandata

import (
	"strings"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

// Tipo is what a code says of itself. The list may grow.
type Tipo string

// The kinds. Nazionale is the code of twelve digits, whatever it travels on: its first digits tell
// the product by custom only (see [Indizio]). The others are S10, by service letter.
const (
	Nazionale      Tipo = "NAZIONALE"
	Raccomandata   Tipo = "RACCOMANDATA"   // R
	Assicurata     Tipo = "ASSICURATA"     // V
	Pacco          Tipo = "PACCO"          // C
	Espresso       Tipo = "ESPRESSO"       // E
	Corrispondenza Tipo = "CORRISPONDENZA" // L
	AltroServizio  Tipo = "ALTRO_SERVIZIO" // any other letter
)

// Indizio is the product that the first two digits of a national code hint at. It is custom of some
// senders, not a rule: show it, never decide on it.
type Indizio string

// The hints.
const (
	NessunIndizio   Indizio = ""
	AttoGiudiziario Indizio = "ATTO_GIUDIZIARIO" // 76 to 79
	CartaDiAtto     Indizio = "CARTA_DI_ATTO"    // 66 to 69: receipts and notices that go with an act
	Sportello       Indizio = "SPORTELLO"        // 12 to 15: mail handed over the counter
)

// Esito is the answer of [Valida].
type Esito struct {
	Valido       bool
	Normalizzato string
	// Tipo is known as soon as the shape is, also when the check digit is wrong.
	Tipo Tipo
	// Indizio is for national codes only.
	Indizio Indizio
	// DaConfermare is true when only the check digit of a national code is wrong: its rule is not
	// official, so an outcome is not thrown away for it before a person has looked at the envelope.
	DaConfermare bool
	// Motivo is Italian and says why the code is refused; empty when it is valid.
	Motivo string
	// Avvertenza is an Italian remark for the operator.
	Avvertenza string
}

// lunghezzaGrezza is the longest text examined before cleaning up.
const lunghezzaGrezza = 64

// avvisoNonUfficiale goes with every judgement on the check digit of a national code.
const avvisoNonUfficiale = "la regola della cifra di controllo non è un testo ufficiale: confrontare il codice con la busta prima di scartare un esito"

// Valida judges a code as written. Blanks and invisible signs go and letters become capitals. Before
// the last digit of twelve the printed hyphen goes too; anywhere else a hyphen is a fault, because
// it parts the digits of another kind of number.
func Valida(raw string) Esito {
	if len(raw) > lunghezzaGrezza {
		return Esito{Motivo: "il codice è troppo lungo: sono 12 cifre, o 13 caratteri se internazionale"}
	}
	esito := Esito{Normalizzato: Normalizza(raw)}
	switch codice := esito.Normalizzato; {
	case codice == "":
		esito.Motivo = "il codice manca"
	case strings.ContainsRune(codice, '-'):
		esito.Motivo = "il trattino sta solo prima dell'ultima delle dodici cifre"
	case strings.ContainsFunc(codice, segnoEstraneo):
		esito.Motivo = "il codice contiene segni che non sono lettere senza accento o cifre"
	case len(codice) == cifreNazionali || !codici.Lettera(codice[0]):
		return esito.nazionale()
	default:
		return esito.internazionale()
	}
	return esito
}

// Normalizza gives the form in which codes are stored and compared: without the prefix of a scanner
// (see [codici.Letto]), blanks and invisible signs, upper case, every dash a hyphen, and none before the last of twelve digits. Applying it
// twice changes nothing.
func Normalizza(raw string) string {
	pulito := codici.LettoSegnoPerSegno(raw, segno)
	if len(pulito) == cifreNazionali+1 && pulito[cifreNazionali-1] == '-' {
		if cifre := pulito[:cifreNazionali-1] + pulito[cifreNazionali:]; codici.SoloCifre(cifre) {
			return cifre
		}
	}
	return pulito
}

func segno(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case codici.Trattino(r):
		return '-'
	case codici.Vuoto(r):
		return -1
	}
	return r
}

func segnoEstraneo(r rune) bool {
	return r >= utf8.RuneSelf || !codici.Lettera(byte(r)) && !codici.Cifra(byte(r))
}

// forseLettere names the usual exchange, which a person repairs.
func forseLettere(cifre string) string {
	if strings.ContainsAny(cifre, "OIQ") {
		return "; forse la lettera O sta per 0 o la I per 1"
	}
	return ""
}
