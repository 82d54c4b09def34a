package richiesta

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
)

// The conversions below hold the facets of the simple types of verbaleins.xsd, under the same names;
// the end-to-end tests compare their verdict with libxml2's.

// spaziXML are the characters that xsd:token collapses; other blanks of Unicode are text.
func spaziXML(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

// Comprimi applies whiteSpace="collapse"; a collapsed text is returned as it is.
func Comprimi(s string) string {
	spazio := true
	for i := range len(s) {
		switch s[i] {
		case '\t', '\r', '\n':
			return strings.Join(strings.FieldsFunc(s, spaziXML), " ")
		case ' ':
			if spazio {
				return strings.Join(strings.FieldsFunc(s, spaziXML), " ")
			}
			spazio = true
		default:
			spazio = false
		}
	}
	if spazio && s != "" {
		return s[:len(s)-1]
	}
	return s
}

// riservato reports control characters, and those that change the direction of writing: printed on
// an act they would show another text than the one recorded.
func riservato(r rune) bool {
	return unicode.Is(unicode.Cc, r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// Cifra reports an ASCII digit.
func Cifra(r rune) bool     { return r >= '0' && r <= '9' }
func maiuscola(r rune) bool { return r >= 'A' && r <= 'Z' }

// LetteraASCII reports a letter without accent.
func LetteraASCII(r rune) bool { return maiuscola(r) || r >= 'a' && r <= 'z' }

// Which runes a code may have: letters without accent and digits, and some signs.
func alfanumerica(r rune) bool { return LetteraASCII(r) || Cifra(r) }
func diMatricola(r rune) bool  { return alfanumerica(r) || r == '.' || r == '_' || r == '/' || r == '-' }
func diIDEsterno(r rune) bool  { return diMatricola(r) || r == ':' }
func diCursore(r rune) bool    { return alfanumerica(r) || r == '_' || r == '-' }
func diCap(r rune) bool        { return alfanumerica(r) || r == ' ' || r == '-' }
func diSottotipo(r rune) bool  { return alfanumerica(r) || r == '.' || r == '+' || r == '-' }
func minuscola(r rune) bool    { return r >= 'a' && r <= 'z' }

// Tutti reports whether s has minimo to massimo runes, all of them good.
func Tutti(s string, minimo, massimo int, buona func(rune) bool) bool {
	n := 0
	for _, r := range s {
		if n++; n > massimo || !buona(r) {
			return false
		}
	}
	return n >= minimo
}

// codice is a token of minimo to massimo runes of one kind.
func codice(s string, minimo, massimo int, buona func(rune) bool, atteso string) (string, error) {
	if s = Comprimi(s); !Tutti(s, minimo, massimo, buona) {
		return "", errors.New("deve essere " + atteso)
	}
	return s, nil
}

// Testo is one line of 1 to massimo runes.
func Testo(massimo int) func(string) (string, error) {
	return func(s string) (string, error) {
		s = Comprimi(s)
		if n := utf8.RuneCountInString(s); n < 1 || n > massimo {
			return "", fmt.Errorf("deve avere da 1 a %d caratteri: ne ha %d", massimo, n)
		}
		if strings.ContainsFunc(s, riservato) {
			return "", errors.New("contiene caratteri di controllo")
		}
		return s, nil
	}
}

// NomePersona is a surname or a first name, of up to 120 runes: empty where the person has none.
func NomePersona(s string) (string, error) {
	if Comprimi(s) == "" {
		return "", nil
	}
	return Testo(120)(s)
}

// Note may have several lines; blanks around them go.
func Note(s string) (string, error) {
	if n := utf8.RuneCountInString(s); n > 2000 {
		return "", fmt.Errorf("deve avere al massimo 2000 caratteri: ne ha %d", n)
	}
	if strings.ContainsFunc(s, func(r rune) bool { return riservato(r) && !spaziXML(r) }) {
		return "", errors.New("contiene caratteri di controllo")
	}
	s = strings.TrimFunc(s, spaziXML)
	if s == "" {
		return "", errors.New("è vuoto: se non serve va omesso")
	}
	return s, nil
}

// IDEsterno reads the key that the sender gives a fine.
func IDEsterno(s string) (string, error) {
	return codice(s, 1, 64, diIDEsterno, "di 1-64 caratteri tra lettere senza accenti, cifre e . _ : / -")
}

// Cursore reads a place of the feed of what changed.
func Cursore(s string) (string, error) {
	return codice(s, 1, 100, diCursore, "un cursore di leggiVariazioni")
}

// Matricola reads the number of an officer or of a device.
func Matricola(s string) (string, error) {
	return codice(s, 1, 20, diMatricola, "di 1-20 caratteri tra lettere senza accenti, cifre e . _ / -")
}

// CodiceViolazione reads the code of a row of the table of violations.
func CodiceViolazione(s string) (string, error) {
	return codice(s, 1, 40, diMatricola, "di 1-40 caratteri tra lettere senza accenti, cifre e . _ / -")
}

// Numero reads the number of a fine, without leading zeros.
func Numero(s string) (string, error) {
	s, err := codice(s, 1, 10, Cifra, "di 1-10 cifre, non tutte zero")
	s = strings.TrimLeft(s, "0")
	if err == nil && s == "" {
		return "", errors.New("deve essere di 1-10 cifre, non tutte zero")
	}
	return s, err
}

// Lettera reads the letters of a series, in upper case.
func Lettera(s string) (string, error) {
	s, err := codice(s, 0, 3, LetteraASCII, "di 0-3 lettere senza accenti")
	return strings.ToUpper(s), err
}

// CodiceIstat reads the code of a municipality.
func CodiceIstat(s string) (string, error) { return codice(s, 6, 6, Cifra, "di sei cifre") }

// Nazione reads a country (ISO 3166-1 alpha-2).
func Nazione(s string) (string, error) {
	return codice(s, 2, 2, maiuscola, "di due lettere maiuscole (ISO 3166-1)")
}

// NazioneTarga writes every code of Italy as IT.
func NazioneTarga(s string) (string, error) {
	s, err := codice(s, 1, 3, maiuscola, "di 1-3 lettere maiuscole")
	if err == nil && targa.Italia(s) {
		return "IT", nil
	}
	return s, err
}

// Provincia reads the letters of a province.
func Provincia(s string) (string, error) {
	s, err := codice(s, 2, 2, LetteraASCII, "di due lettere")
	return strings.ToUpper(s), err
}

// CodicePostale reads a postal code of any country.
func CodicePostale(s string) (string, error) {
	return codice(s, 1, 10, diCap, "di 1-10 caratteri tra lettere, cifre, spazi e trattini")
}

// CodiceFiscale reads a tax code by its shape; whether it can be one is asked later.
func CodiceFiscale(s string) (string, error) {
	s = Comprimi(s)
	if !Tutti(s, 16, 16, alfanumerica) && !Tutti(s, 11, 11, Cifra) {
		return "", errors.New("deve essere di 16 lettere e cifre oppure di 11 cifre")
	}
	return strings.ToUpper(s), nil
}

// PartitaIva reads a VAT number by its shape.
func PartitaIva(s string) (string, error) { return codice(s, 11, 11, Cifra, "di 11 cifre") }

// Sesso reads F or M.
func Sesso(s string) (string, error) {
	if s = Comprimi(s); s != "F" && s != "M" {
		return "", errors.New("deve essere F o M")
	}
	return s, nil
}

// TipoTarga reads a kind of plate.
func TipoTarga(s string) (targa.Tipo, error) {
	switch t := targa.Tipo(Comprimi(s)); t {
	case targa.Autoveicolo, targa.Motoveicolo, targa.Ciclomotore, targa.Rimorchio, targa.Prova,
		targa.EscursionistiEsteri, targa.Esercito, targa.Marina, targa.Aeronautica, targa.Carabinieri,
		targa.GuardiaDiFinanza, targa.PoliziaDiStato, targa.PoliziaPenitenziaria, targa.PoliziaLocale,
		targa.GuardiaCostiera, targa.VigiliDelFuoco, targa.ProtezioneCivile, targa.CroceRossa,
		targa.Diplomatica, targa.Provinciale, targa.Agricola, targa.Forestale, targa.Provvisoria,
		targa.Estera:
		return t, nil
	default:
		return "", errors.New("non è tra i tipi di targa dello schema")
	}
}

// NomeFile reads the name of an attached file.
func NomeFile(s string) (string, error) {
	s, err := Testo(120)(s)
	if err == nil && strings.ContainsAny(s, `/\`) {
		return "", errors.New(`non deve contenere / o \`)
	}
	return s, err
}

// TipoMIME reads a media type, of which the case and the parameters do not count (RFC 6838, 4.2).
func TipoMIME(s string) (string, error) {
	s = Comprimi(s)
	nome, parametri, _ := strings.Cut(s, ";")
	nome = strings.ToLower(strings.TrimSuffix(nome, " "))
	tipo, sotto, _ := strings.Cut(nome, "/")
	if len(s) > 100 || !Tutti(tipo, 1, 100, minuscola) || !Tutti(sotto, 1, 100, diSottotipo) || !Tutti(parametri, 0, 100, stampabile) {
		return "", errors.New("deve essere un tipo MIME, come application/pdf")
	}
	return nome, nil
}

func stampabile(r rune) bool { return ' ' <= r && r <= '~' }

// Contenuto reads base64 with blanks anywhere, and the last bits zero as xsd:base64Binary wants.
func Contenuto(s string) ([]byte, error) {
	if strings.ContainsAny(s, " \t") { // the decoder skips line ends by itself
		s = strings.Join(strings.FieldsFunc(s, spaziXML), "")
	}
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil {
		return nil, errors.New("non è base64 corretto")
	}
	if len(b) == 0 {
		return nil, errors.New("è vuoto")
	}
	return b, nil
}

// OItalia is the country, Italy where none is said.
func OItalia(nazione string) string {
	if nazione == "" {
		return "IT"
	}
	return nazione
}
