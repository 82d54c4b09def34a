// Package vaglio checks the texts of a request: it collects the errors by field, and records which fields the check read, from
// which a form is made.
package vaglio

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Manca refuses a field that is not there.
const Manca = "manca"

// Vaglio reads the texts of a request. Campi are the errors found; Chiesti are the fields that the check read, which are those
// of the request.
type Vaglio struct {
	Campi   []problem.Campo
	Chiesti []event.CampoAzione
}

// Chiede notes a field of the event; valori are the words that it admits, where they are few.
func (v *Vaglio) Chiede(campo, tipo string, valori ...string) {
	v.Chiesti = append(v.Chiesti, event.CampoAzione{Nome: campo, Tipo: tipo, Valori: valori})
}

// Rifiuta adds an error of a field.
func (v *Vaglio) Rifiuta(campo, messaggio string) {
	v.Campi = append(v.Campi, problem.Campo{Campo: campo, Messaggio: messaggio})
}

// Errore is the refusal of the whole request; nil when nothing is wrong.
func (v *Vaglio) Errore() error {
	if len(v.Campi) == 0 {
		return nil
	}
	return problem.NonValido(v.Campi...)
}

// Testo wants one line of 1 to massimo characters.
func (v *Vaglio) Testo(campo, scritto string, massimo int) string {
	if strings.TrimSpace(scritto) == "" {
		v.Rifiuta(campo, Manca)
	}
	return v.Facoltativo(campo, scritto, massimo)
}

// Facoltativo is testo that may be missing.
func (v *Vaglio) Facoltativo(campo, scritto string, massimo int) string {
	v.Chiede(campo, event.CampoTesto)
	scritto = strings.TrimSpace(scritto)
	if n := utf8.RuneCountInString(scritto); n > massimo {
		v.Rifiuta(campo, fmt.Sprintf("deve avere al più %d caratteri: ne ha %d", massimo, n))
		return ""
	}
	if strings.ContainsFunc(scritto, diControllo) {
		v.Rifiuta(campo, "contiene caratteri di controllo")
		return ""
	}
	return scritto
}

// diControllo reports what would show another text than the one recorded: control characters, and those
// that turn the direction of writing. Line ends are text.
func diControllo(r rune) bool {
	return unicode.Is(unicode.Cc, r) && r != '\n' || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// Tra wants one of some words.
func (v *Vaglio) Tra(campo, scritto string, ammessi ...string) string {
	v.Chiede(campo, event.CampoScelta, ammessi...)
	switch {
	case scritto == "":
		v.Rifiuta(campo, Manca)
	case !slices.Contains(ammessi, scritto):
		v.Rifiuta(campo, "è ammesso uno tra "+strings.Join(ammessi, ", "))
	default:
		return scritto
	}
	return ""
}

// Giorno reads YYYY-MM-DD; an empty text is no day.
func (v *Vaglio) Giorno(campo, scritto string) calendario.Giorno {
	v.Chiede(campo, event.CampoData)
	if scritto == "" {
		return calendario.Giorno{}
	}
	g, err := calendario.Parse(scritto)
	if err != nil {
		v.Rifiuta(campo, "non è un giorno, da scrivere AAAA-MM-GG")
	}
	return g
}

// Istante reads an instant with its offset, or a day, which is its first instant in Rome; an empty text
// is no instant.
func (v *Vaglio) Istante(campo, scritto string) time.Time {
	v.Chiede(campo, event.CampoIstante)
	if scritto == "" {
		return time.Time{}
	}
	if g, err := calendario.Parse(scritto); err == nil {
		return g.Inizio()
	}
	t, err := time.Parse(time.RFC3339, scritto)
	if err != nil {
		v.Rifiuta(campo, "non è un giorno AAAA-MM-GG né un istante RFC 3339")
	}
	return t
}

// Id reads an identifier; an empty text gives the zero one. di is the type of the field, which says whose identifier it is.
func (v *Vaglio) Id(campo, di, scritto string) uuid.UUID {
	v.Chiede(campo, di)
	if scritto == "" {
		return uuid.Nil
	}
	id, ok := codici.ID(scritto)
	if !ok || id == uuid.Nil {
		v.Rifiuta(campo, "non è un identificativo")
		return uuid.Nil
	}
	return id
}

// massimoCent bounds the sums that a person writes, in cents.
const massimoCent = 10_000_000_00

// Cent wants a sum in cents, from minimo up.
func (v *Vaglio) Cent(campo string, scritti *int64, minimo int64) importo.Cent {
	v.Chiede(campo, event.CampoImporto)
	switch {
	case scritti == nil:
		v.Rifiuta(campo, Manca)
	case *scritti < minimo || *scritti > massimoCent:
		v.Rifiuta(campo, fmt.Sprintf("deve essere tra %d e %d centesimi", minimo, int64(massimoCent)))
	default:
		return importo.Cent(*scritti)
	}
	return 0
}

// Intero wants a number within bounds; zero where it is missing.
func (v *Vaglio) Intero(campo string, n, minimo, massimo int) int {
	v.Chiede(campo, event.CampoIntero)
	if n != 0 && (n < minimo || n > massimo) {
		v.Rifiuta(campo, fmt.Sprintf("deve essere tra %d e %d", minimo, massimo))
		return 0
	}
	return n
}

// Cent is a sum that the sieve has let through.
func Cent(n *int64) importo.Cent {
	if n == nil {
		return 0
	}
	return importo.Cent(*n)
}

// Forma reads a text that may be missing by the rule of the insertion.
func (v *Vaglio) Forma(campo, scritto string, leggi func(string) (string, error)) string {
	scritto = v.Facoltativo(campo, scritto, 20)
	if scritto == "" {
		return ""
	}
	letto, err := leggi(scritto)
	if err != nil {
		v.Rifiuta(campo, err.Error())
	}
	return letto
}
