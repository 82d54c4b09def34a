package utilita

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/partitaiva"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// lunghezzaMassima of any text, in characters: the longest code there is has 256.
const lunghezzaMassima = 1000

const manca = "manca"

// campi collects the faults of a request, so that the caller reads them all at once.
type campi []problem.Campo

func (c *campi) rifiuta(campo, motivo string) {
	*c = append(*c, problem.Campo{Campo: campo, Messaggio: motivo})
}

// ha reports a field that was refused.
func (c *campi) ha(campo string) bool {
	return slices.ContainsFunc(*c, func(x problem.Campo) bool { return x.Campo == campo })
}

func (c *campi) errore() error {
	if len(*c) == 0 {
		return nil
	}
	return problem.NonValido(*c...)
}

// dato is a member that must be there; null is not there.
func dato[T any](c *campi, campo string, v *T) (valore T) {
	if v == nil {
		c.rifiuta(campo, manca)
		return valore
	}
	return *v
}

// oppure is a member that may be left out.
func oppure[T any](v *T, altrimenti T) T {
	if v == nil {
		return altrimenti
	}
	return *v
}

// testo is a text that must be there, empty or not.
func testo(c *campi, campo string, v *string) string {
	return misurato(c, campo, dato(c, campo, v))
}

// testoOppure is a text that may be left out.
func testoOppure(c *campi, campo string, v *string) string {
	return misurato(c, campo, oppure(v, ""))
}

func misurato(c *campi, campo, s string) string {
	if utf8.RuneCountInString(s) > lunghezzaMassima {
		c.rifiuta(campo, fmt.Sprintf("è troppo lungo: al massimo %d caratteri", lunghezzaMassima))
		return ""
	}
	return s
}

// The years of a day of the law or of a person: before them somebody wrote two figures of the year.
const (
	primoAnno  = 1850
	ultimoAnno = 2199
	annoErrato = "l'anno va scritto con quattro cifre, fra 1850 e 2199"
)

// plausibile reports a day of those years.
func plausibile(g calendario.Giorno) bool { return g.Anno() >= primoAnno && g.Anno() <= ultimoAnno }

// creditore is the code of a body that asks for money: a slip for an impossible creditor is money lost.
func creditore(c *campi, campo string, v *string) string {
	codice := testo(c, campo, v)
	if len(codice) == undiciCifre && codici.SoloCifre(codice) {
		if esito := partitaiva.Valida(codice); !esito.Valida {
			c.rifiuta(campo, "il codice fiscale dell'ente non può esistere: la cifra di controllo non corrisponde o è di soli zeri")
		}
	}
	return codice
}

const undiciCifre = 11

// giorno is a day that must be there.
func giorno(c *campi, campo string, v *string) calendario.Giorno {
	s := dato(c, campo, v)
	g, err := calendario.Parse(s)
	switch {
	case v == nil:
	case err != nil:
		c.rifiuta(campo, "non è un giorno che esiste, scritto AAAA-MM-GG")
	case !plausibile(g):
		c.rifiuta(campo, annoErrato)
		return calendario.Giorno{}
	}
	return g
}

// intero is a whole number that must be there.
func intero(c *campi, campo string, v *Numero) int64 {
	if v == nil {
		c.rifiuta(campo, manca)
	}
	return interoOppure(c, campo, v)
}

// interoOppure is a whole number that may be left out: it is zero then.
func interoOppure(c *campi, campo string, v *Numero) int64 { return scalato(c, campo, v, 0) }

// decimi is a number that must be there, in tenths.
func decimi(c *campi, campo string, v *Numero) int64 {
	if v == nil {
		c.rifiuta(campo, manca)
	}
	return scalato(c, campo, v, 1)
}

// scalato is a number times ten to the power of decimali, which is all the decimals it may have.
func scalato(c *campi, campo string, v *Numero, decimali int) int64 {
	if v == nil {
		return 0
	}
	n, motivo := v.scala(decimali)
	if motivo != "" {
		c.rifiuta(campo, motivo)
	}
	return n
}

// rifiuto puts the refusal of a package of law on the field of the request that it concerns; nomi has
// those that the request calls otherwise. Other errors stay what they are.
func rifiuto(err error, nomi map[string]string) error {
	campo, motivo, della := spiegato(err)
	if !della {
		return err
	}
	campo = strings.TrimPrefix(campo, "violazioni[0].")
	if nome, altro := nomi[campo]; altro {
		campo = nome
	}
	return problem.CampoNonValido(campo, motivo)
}

// spiegato reads field and reason of a refusal of the law.
func spiegato(err error) (campo, motivo string, della bool) {
	if e, ok := errors.AsType[*cds.Errore](err); ok {
		return e.Campo, e.Motivo, true
	}
	if e, ok := errors.AsType[*codicefiscale.ErroreCampo](err); ok {
		return e.Campo, e.Motivo, true
	}
	if e, ok := errors.AsType[*pagopa.Errore](err); ok {
		return e.Campo, e.Motivo, true
	}
	return "", "", false
}
