package residenza

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/codici/strada"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	registro "github.com/piattaforma-verbali/verbali/shared/registri/residenza"
)

// parole are the words of a text without accents, signs and case.
func parole(testo string) []string {
	piano, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), testo)
	if err != nil {
		piano = testo
	}
	return strings.FieldsFunc(strings.ToUpper(piano), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// stessaPersona compares code, surname, name and birth date, where both sides have them: of several given names the shorter list
// may be the beginning of the longer.
func (x Arrivo) stessaPersona() bool {
	r, p := x.Risposta, x.Persona
	nata := registro.Giorno(r.DataNascita)
	cognome, nome := nominativo.Pulito(p.Cognome), nominativo.Pulito(p.Nome)
	switch {
	case r.CodiceFiscale != "" && p.CodiceFiscale != "" && !strings.EqualFold(r.CodiceFiscale, p.CodiceFiscale):
		return false
	case !nata.IsZero() && !p.DataNascita.IsZero() && nata != p.DataNascita:
		return false
	case r.Cognome != "" && cognome != "" && strings.Join(parole(r.Cognome), "") != strings.Join(parole(cognome), ""):
		return false
	}
	return r.Nome == "" || nome == "" || comincia(parole(r.Nome), parole(nome))
}

// comincia reports that the shorter of two lists begins the longer.
func comincia(a, b []string) bool {
	n := min(len(a), len(b))
	return slices.Equal(a[:n], b[:n])
}

// abbreviate are the kinds of street as people shorten them.
func abbreviate() map[string]string {
	return map[string]string{"V": "VIA", "VLE": "VIALE", "CSO": "CORSO", "PZA": "PIAZZA", "PZZA": "PIAZZA", "PIAZZ": "PIAZZA", "LGO": "LARGO",
		"STR": "STRADA", "VIC": "VICOLO", "LOC": "LOCALITA", "FRAZ": "FRAZIONE"}
}

// via are the words of an address with its number; "P.zza" is one word, as "V.le" is.
func via(s vita.Soggetto) []string {
	testo := s.Indirizzo
	if i := strings.IndexByte(testo, ' '); i > 0 {
		testo = strings.NewReplacer(".", "", "/", "").Replace(testo[:i]) + testo[i:]
	}
	tutte := slices.DeleteFunc(slices.Concat(parole(testo), parole(s.Civico)), func(p string) bool { return p == "N" || p == "NUM" || p == "CIV" })
	if len(tutte) > 0 {
		if intera, c := abbreviate()[tutte[0]]; c {
			tutte[0] = intera
		}
	}
	return tutte
}

// stessoLuogo compares the addresses of fine and register by country, comune, street and number. The register may add staircase
// and interior: what one side has more at the end makes no other place, nor does a different postal code, hamlet or host.
func (x Arrivo) stessoLuogo() bool {
	verbale, anagrafe := x.Persona, Recapito(x.Risposta)
	if verbale.AllEstero() != anagrafe.AllEstero() || anagrafe.AllEstero() && !strings.EqualFold(verbale.Nazione, anagrafe.Nazione) ||
		!x.stessoComune(verbale, anagrafe) {
		return false
	}
	nuda := anagrafe
	nuda.Indirizzo = x.Risposta.Residenza.Via
	verbale.Indirizzo = presso.ReplaceAllString(verbale.Indirizzo, "")
	return stessaPorta(x.Persona, anagrafe) || stessaPorta(verbale, nuda)
}

// presso is with whom somebody stays, before a street.
var presso = regexp.MustCompile(`(?i)^\s*(c/o|presso)\s[^,]*,\s*`)

// stessoComune compares by code, by the letters of the name, and by the comune that the table has under both names.
func (x Arrivo) stessoComune(verbale, anagrafe vita.Soggetto) bool {
	switch {
	case verbale.ComuneIstat != "" && anagrafe.ComuneIstat != "":
		return verbale.ComuneIstat == anagrafe.ComuneIstat
	case strings.Join(parole(verbale.Comune), "") == strings.Join(parole(anagrafe.Comune), ""):
		return true
	case x.Comuni == nil || anagrafe.AllEstero():
		return false
	}
	a := x.Comuni.Trova(verbale.Comune, verbale.Provincia, calendario.Giorno{}).Comuni
	b := x.Comuni.Trova(anagrafe.Comune, anagrafe.Provincia, calendario.Giorno{}).Comuni
	return len(a) == 1 && len(b) == 1 && a[0].CodiceIstat == b[0].CodiceIstat
}

// stessaPorta compares street and number, where both or neither have one: by their words, or as places on a street, with kinds of
// street and titles in full or shortened.
func stessaPorta(a, b vita.Soggetto) bool {
	x, y := via(a), via(b)
	if len(x) == 0 || len(y) == 0 {
		return false
	}
	if numerata(x) == numerata(y) && comincia(x, y) {
		return true
	}
	posto := func(s vita.Soggetto) strada.Posto { return strada.Posto{Indirizzo: s.Indirizzo, Civico: s.Civico} }
	return conNumero(a) == conNumero(b) && posto(a).Stesso(posto(b))
}

// numerata reports an address that has a number: one without is not the same door.
func numerata(via []string) bool {
	return slices.ContainsFunc(via, func(p string) bool { return strings.ContainsFunc(p, unicode.IsDigit) })
}

// conNumero reports a number of the door, which may stand behind the street.
func conNumero(s vita.Soggetto) bool {
	parole := strings.Fields(s.Indirizzo)
	if len(parole) > 1 && len(parole[len(parole)-1]) == 1 && !numerata(parole[len(parole)-1:]) {
		parole = parole[:len(parole)-1] // 12 A
	}
	return numerata([]string{s.Civico}) || len(parole) > 1 && numerata(parole[len(parole)-1:])
}

func nome(parti ...string) string {
	return strings.Join(slices.DeleteFunc(parti, func(p string) bool { return p == "" }), " ")
}

func (x Arrivo) chiNelVerbale() string {
	detto := nome(x.Persona.Cognome, x.Persona.Nome)
	if !x.Persona.DataNascita.IsZero() {
		detto += ", nato " + x.Persona.DataNascita.Detto("il")
	}
	return detto + conCodice(x.Persona.CodiceFiscale)
}

func (x Arrivo) chiInAnagrafe() string {
	detto := nome(x.Risposta.Cognome, x.Risposta.Nome)
	if nata := registro.Giorno(x.Risposta.DataNascita); !nata.IsZero() {
		detto += ", nato " + nata.Detto("il")
	}
	return detto + conCodice(x.Risposta.CodiceFiscale)
}

func conCodice(codice string) string {
	if codice == "" {
		return ""
	}
	return " (" + codice + ")"
}

// indirizzo is an address in one line.
func indirizzo(s vita.Soggetto) string {
	comune := nome(s.Cap, s.Comune, s.Provincia)
	via := nome(s.Indirizzo, s.Civico)
	switch {
	case via == "" && comune == "":
		return "nessun indirizzo"
	case via == "" || comune == "":
		return via + comune
	}
	return via + ", " + comune
}

func estero(i *registro.Indirizzo) string {
	if i == nil || i.Nazione == "" {
		return " (iscritto all'AIRE)"
	}
	return ", " + i.Nazione
}

func dal(i *registro.Indirizzo) string {
	if g := registro.Giorno(i.Dal); !g.IsZero() {
		return ", " + g.Detto("dal")
	}
	return ""
}
