// Package partitaiva checks Italian VAT numbers: eleven digits, seven of the taxpayer, three of the
// office, one of control. They are text: leading zeros are significant. Pure functions.
package partitaiva

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
)

const (
	lunghezza       = 11
	lunghezzaGrezza = 64
)

// Esito is the answer of [Valida].
type Esito struct {
	Valida bool
	// Normalizzata is the eleven digits, or what cleaning up left of anything else.
	Normalizzata string
	// Ufficio is the three digits of the office that gave the number; empty unless Valida.
	Ufficio string
	// Motivo is Italian and says why the number is refused; empty when it is valid.
	Motivo string
	// Avvertenza is an Italian remark on a number that is accepted: an office never heard of.
	Avvertenza string
}

// Normalizza cleans up as codicefiscale does and drops a leading country code IT.
func Normalizza(raw string) string {
	return strings.TrimPrefix(codicefiscale.Normalizza(raw), "IT")
}

// Valida judges a VAT number as written. All zeros would satisfy the check digit and is refused.
func Valida(raw string) Esito {
	if len(raw) > lunghezzaGrezza {
		return Esito{Motivo: "la partita IVA è troppo lunga: sono 11 cifre"}
	}
	esito := Esito{Normalizzata: Normalizza(raw)}
	esito.Motivo = difetto(esito.Normalizzata)
	if esito.Motivo != "" {
		return esito
	}
	esito.Valida, esito.Ufficio = true, esito.Normalizzata[7:10]
	if !ufficioNoto(esito.Ufficio) {
		esito.Avvertenza = "l'ufficio " + esito.Ufficio + " non è tra quelli noti"
	}
	return esito
}

func difetto(numero string) string {
	if numero == "" {
		return "la partita IVA manca"
	}
	if !codici.SoloCifre(numero) {
		return "la partita IVA è fatta di sole cifre" + lettereSimili(numero)
	}
	if len(numero) != lunghezza {
		return "la partita IVA deve avere 11 cifre, zeri iniziali compresi"
	}
	if strings.Trim(numero, "0") == "" {
		return "una partita IVA di soli zeri non esiste"
	}
	if cifra, _ := codicefiscale.CifraControllo(numero[:lunghezza-1]); cifra != numero[lunghezza-1] {
		return "la cifra di controllo non corrisponde: il numero è scritto male"
	}
	return ""
}

// lettereSimili names the usual exchange, which a person repairs.
func lettereSimili(numero string) string {
	if strings.ContainsAny(numero, "OIQ") {
		return "; forse la lettera O sta per 0 o la I per 1"
	}
	return ""
}

// ufficioNoto: 001 to 100 are the provinces, then the special ones.
func ufficioNoto(ufficio string) bool {
	switch ufficio {
	case "120", "121", "888", "999":
		return true
	}
	return "001" <= ufficio && ufficio <= "100"
}
