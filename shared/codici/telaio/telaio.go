// Package telaio checks frame numbers (ISO 3779 vehicle identification numbers). The ninth
// character is a check digit in North America only and is not enforced; numbers of before 1981 and
// of small series are shorter and are accepted with a warning.
package telaio

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
)

const (
	lunghezza       = 17
	minimo          = 4
	lunghezzaGrezza = 64
)

// Esito is the answer of [Valida].
type Esito struct {
	Valido       bool
	Normalizzato string
	// Legacy is true for a number shorter than the seventeen characters of ISO 3779.
	Legacy bool
	// Motivo is Italian and says why the number is refused; empty when it is accepted.
	Motivo string
	// Avvertenza is an Italian remark on a number that is accepted with a doubt.
	Avvertenza string
}

// Valida judges a frame number as written: seventeen letters and digits without I, O and Q, or 4 to
// 16 letters and digits with a warning.
func Valida(raw string) Esito {
	if len(raw) > lunghezzaGrezza {
		return Esito{Motivo: "il numero di telaio è troppo lungo: sono 17 caratteri"}
	}
	esito := Esito{Normalizzato: targa.Normalizza(raw)}
	if esito.Motivo = difetto(esito.Normalizzato); esito.Motivo != "" {
		return esito
	}
	esito.Valido = true
	if len(esito.Normalizzato) < lunghezza {
		esito.Legacy = true
		esito.Avvertenza = "meno di 17 caratteri: ammesso per i veicoli anteriori al 1981 e le piccole serie, controllare il documento"
	}
	return esito
}

func difetto(numero string) string {
	switch n := len(numero); {
	case n == 0:
		return "il numero di telaio manca"
	case strings.ContainsFunc(numero, segnoEstraneo):
		return "il numero di telaio contiene segni che non sono lettere o cifre"
	case n > lunghezza:
		return "il numero di telaio ha più di 17 caratteri"
	case n < minimo:
		return "il numero di telaio ha meno di 4 caratteri"
	case n == lunghezza && strings.ContainsAny(numero, "IOQ"):
		return "un numero di telaio di 17 caratteri non contiene le lettere I, O e Q: forse 1 o 0"
	}
	return ""
}

func segnoEstraneo(r rune) bool {
	return (r < 'A' || r > 'Z') && (r < '0' || r > '9')
}
