package conseguenze

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

const manca = "manca"

// vaglio reads the texts of a request and collects what is wrong with them, each with its field. The fields
// that it was asked to read are those of the event: campiDi tells them to a caller who asks what may happen to a fine.
type vaglio struct {
	campi   []problem.Campo
	chiesti []event.CampoAzione
}

// chiede notes a field of the event; valori are the words that it admits, where they are few.
func (v *vaglio) chiede(campo, tipo string, valori ...string) {
	v.chiesti = append(v.chiesti, event.CampoAzione{Nome: campo, Tipo: tipo, Valori: valori})
}

func (v *vaglio) rifiuta(campo, messaggio string) {
	v.campi = append(v.campi, problem.Campo{Campo: campo, Messaggio: messaggio})
}

// errore is the refusal of the whole request; nil when nothing is wrong.
func (v *vaglio) errore() error {
	if len(v.campi) == 0 {
		return nil
	}
	return problem.NonValido(v.campi...)
}

// testo wants one line of 1 to massimo characters.
func (v *vaglio) testo(campo, scritto string, massimo int) string {
	if strings.TrimSpace(scritto) == "" {
		v.rifiuta(campo, manca)
	}
	return v.facoltativo(campo, scritto, massimo)
}

// facoltativo is testo that may be missing.
func (v *vaglio) facoltativo(campo, scritto string, massimo int) string {
	v.chiede(campo, event.CampoTesto)
	scritto = strings.TrimSpace(scritto)
	if n := utf8.RuneCountInString(scritto); n > massimo {
		v.rifiuta(campo, fmt.Sprintf("deve avere al più %d caratteri: ne ha %d", massimo, n))
		return ""
	}
	if strings.ContainsFunc(scritto, diControllo) {
		v.rifiuta(campo, "contiene caratteri di controllo")
		return ""
	}
	return scritto
}

// diControllo reports what would show another text than the one recorded: control characters, and those
// that turn the direction of writing. Line ends are text.
func diControllo(r rune) bool {
	return unicode.Is(unicode.Cc, r) && r != '\n' || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// tra wants one of some words.
func (v *vaglio) tra(campo, scritto string, ammessi ...string) string {
	v.chiede(campo, event.CampoScelta, ammessi...)
	switch {
	case scritto == "":
		v.rifiuta(campo, manca)
	case !slices.Contains(ammessi, scritto):
		v.rifiuta(campo, "è ammesso uno tra "+strings.Join(ammessi, ", "))
	default:
		return scritto
	}
	return ""
}

// giorno reads YYYY-MM-DD; an empty text is no day.
func (v *vaglio) giorno(campo, scritto string) calendario.Giorno {
	v.chiede(campo, event.CampoData)
	if scritto == "" {
		return calendario.Giorno{}
	}
	g, err := calendario.Parse(scritto)
	if err != nil {
		v.rifiuta(campo, "non è un giorno, da scrivere AAAA-MM-GG")
	}
	return g
}

// istante reads an instant with its offset, or a day, which is its first instant in Rome; an empty text
// is no instant.
func (v *vaglio) istante(campo, scritto string) time.Time {
	v.chiede(campo, event.CampoIstante)
	if scritto == "" {
		return time.Time{}
	}
	if g, err := calendario.Parse(scritto); err == nil {
		return g.Inizio()
	}
	t, err := time.Parse(time.RFC3339, scritto)
	if err != nil {
		v.rifiuta(campo, "non è un giorno AAAA-MM-GG né un istante RFC 3339")
	}
	return t
}

// id reads an identifier; an empty text is none. di is the type of the field: what the identifier is of.
func (v *vaglio) id(campo, di, scritto string) uuid.UUID {
	v.chiede(campo, di)
	if scritto == "" {
		return uuid.Nil
	}
	id, ok := codici.ID(scritto)
	if !ok || id == uuid.Nil {
		v.rifiuta(campo, "non è un identificativo")
		return uuid.Nil
	}
	return id
}

// massimoCent bounds the sums that a person writes, in cents.
const massimoCent = 10_000_000_00

// cent wants a sum in cents, from minimo up.
func (v *vaglio) cent(campo string, scritti *int64, minimo int64) importo.Cent {
	v.chiede(campo, event.CampoImporto)
	switch {
	case scritti == nil:
		v.rifiuta(campo, manca)
	case *scritti < minimo || *scritti > massimoCent:
		v.rifiuta(campo, fmt.Sprintf("deve essere tra %d e %d centesimi", minimo, int64(massimoCent)))
	default:
		return importo.Cent(*scritti)
	}
	return 0
}

// intero wants a number within bounds; zero where it is missing.
func (v *vaglio) intero(campo string, n, minimo, massimo int) int {
	v.chiede(campo, event.CampoIntero)
	if n != 0 && (n < minimo || n > massimo) {
		v.rifiuta(campo, fmt.Sprintf("deve essere tra %d e %d", minimo, massimo))
		return 0
	}
	return n
}

// cent is a sum that the sieve has let through.
func cent(n *int64) importo.Cent {
	if n == nil {
		return 0
	}
	return importo.Cent(*n)
}
