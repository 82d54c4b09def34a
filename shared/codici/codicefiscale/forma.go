package codicefiscale

import (
	"fmt"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
)

const (
	lettereMesi = "ABCDEHLMPRST"
	// lettereOmocodia stand for the digits 0 to 9 in the code of people who would share one.
	lettereOmocodia = "LMNPQRSTUV"
	// schemaPersona says what each of the sixteen places may hold: l a letter, d a digit or its
	// omocodia letter, m the letter of a month. In schemaNumerico n is a digit and nothing else.
	schemaPersona  = "llllllddmddldddl"
	schemaNumerico = "nnnnnnnnnnn"
)

func difettoDiForma(codice string) string {
	for i := range lunghezzaPersona {
		if !ammesso(schemaPersona[i], codice[i]) {
			return difettoAl(i) + scambioForse(codice[i])
		}
	}
	return ""
}

func ammesso(posto, c byte) bool {
	switch posto {
	case 'l':
		return codici.Lettera(c)
	case 'm':
		return strings.IndexByte(lettereMesi, c) >= 0
	case 'n':
		return codici.Cifra(c)
	}
	return codici.Cifra(c) || strings.IndexByte(lettereOmocodia, c) >= 0
}

// scambioForse names the usual exchange, without the code itself: a reason may end in a log.
func scambioForse(c byte) string {
	simile := simili(c)
	switch {
	case simile == "":
		return ""
	case codici.Cifra(c):
		return fmt.Sprintf("; forse la cifra %c sta per la lettera %c", c, simile[0])
	}
	return fmt.Sprintf("; forse la lettera %c sta per la cifra %c", c, simile[0])
}

func difettoAl(indice int) string {
	switch {
	case indice < 3:
		return "i primi tre caratteri, dal cognome, devono essere lettere"
	case indice < 6:
		return "i caratteri dal quarto al sesto, dal nome, devono essere lettere"
	case indice < 8:
		return "il settimo e l'ottavo carattere, anno di nascita, devono essere cifre (o lettere di omocodia)"
	case indice == 8:
		return "il nono carattere, mese di nascita, deve essere una lettera tra A B C D E H L M P R S T"
	case indice < 11:
		return "il decimo e l'undicesimo carattere, giorno di nascita, devono essere cifre (o lettere di omocodia)"
	case indice < 15:
		return "i caratteri dal dodicesimo al quindicesimo, luogo di nascita, devono essere una lettera e tre cifre (o lettere di omocodia)"
	}
	return "l'ultimo carattere, di controllo, deve essere una lettera"
}
