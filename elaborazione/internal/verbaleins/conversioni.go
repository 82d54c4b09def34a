package verbaleins

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// The conversions below hold the facets of the simple types of verbaleins.xsd, under the same names;
// the end-to-end tests compare their verdict with libxml2's.

// spaziXML are the characters that xsd:token collapses; other blanks of Unicode are text.
func spaziXML(r rune) bool { return r == ' ' || r == '\t' || r == '\r' || r == '\n' }

// comprimi applies whiteSpace="collapse"; what is collapsed already is given back as it is.
func comprimi(s string) string {
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

func cifra(r rune) bool        { return r >= '0' && r <= '9' }
func maiuscola(r rune) bool    { return r >= 'A' && r <= 'Z' }
func letteraASCII(r rune) bool { return maiuscola(r) || r >= 'a' && r <= 'z' }

// Which runes a code may have: letters without accent and digits, and some signs.
func alfanumerica(r rune) bool { return letteraASCII(r) || cifra(r) }
func diMatricola(r rune) bool  { return alfanumerica(r) || r == '.' || r == '_' || r == '/' || r == '-' }
func diIDEsterno(r rune) bool  { return diMatricola(r) || r == ':' }
func diCursore(r rune) bool    { return alfanumerica(r) || r == '_' || r == '-' }
func diCap(r rune) bool        { return alfanumerica(r) || r == ' ' || r == '-' }
func diSottotipo(r rune) bool  { return alfanumerica(r) || r == '.' || r == '+' || r == '-' }
func minuscola(r rune) bool    { return r >= 'a' && r <= 'z' }

// tutti reports whether s has minimo to massimo runes, all of them good.
func tutti(s string, minimo, massimo int, buona func(rune) bool) bool {
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
	if s = comprimi(s); !tutti(s, minimo, massimo, buona) {
		return "", errors.New("deve essere " + atteso)
	}
	return s, nil
}

// testo is one line of 1 to massimo runes.
func testo(massimo int) soap.Conversion[string] {
	return func(s string) (string, error) {
		s = comprimi(s)
		if n := utf8.RuneCountInString(s); n < 1 || n > massimo {
			return "", fmt.Errorf("deve avere da 1 a %d caratteri: ne ha %d", massimo, n)
		}
		if strings.ContainsFunc(s, riservato) {
			return "", errors.New("contiene caratteri di controllo")
		}
		return s, nil
	}
}

// note may have several lines; blanks around them go.
func note(s string) (string, error) {
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

func idEsterno(s string) (string, error) {
	return codice(s, 1, 64, diIDEsterno, "di 1-64 caratteri tra lettere senza accenti, cifre e . _ : / -")
}

func cursore(s string) (string, error) {
	return codice(s, 1, 100, diCursore, "un cursore di leggiVariazioni")
}

func matricola(s string) (string, error) {
	return codice(s, 1, 20, diMatricola, "di 1-20 caratteri tra lettere senza accenti, cifre e . _ / -")
}

func codiceViolazione(s string) (string, error) {
	return codice(s, 1, 40, diMatricola, "di 1-40 caratteri tra lettere senza accenti, cifre e . _ / -")
}

func numero(s string) (string, error) {
	s, err := codice(s, 1, 10, cifra, "di 1-10 cifre, non tutte zero")
	s = strings.TrimLeft(s, "0")
	if err == nil && s == "" {
		return "", errors.New("deve essere di 1-10 cifre, non tutte zero")
	}
	return s, err
}

func lettera(s string) (string, error) {
	s, err := codice(s, 0, 3, letteraASCII, "di 0-3 lettere senza accenti")
	return strings.ToUpper(s), err
}

func codiceIstat(s string) (string, error) { return codice(s, 6, 6, cifra, "di sei cifre") }

func nazione(s string) (string, error) {
	return codice(s, 2, 2, maiuscola, "di due lettere maiuscole (ISO 3166-1)")
}

// nazioneTarga writes every code of Italy as IT.
func nazioneTarga(s string) (string, error) {
	s, err := codice(s, 1, 3, maiuscola, "di 1-3 lettere maiuscole")
	if err == nil && targa.Italia(s) {
		return "IT", nil
	}
	return s, err
}

func provincia(s string) (string, error) {
	s, err := codice(s, 2, 2, letteraASCII, "di due lettere")
	return strings.ToUpper(s), err
}

func codicePostale(s string) (string, error) {
	return codice(s, 1, 10, diCap, "di 1-10 caratteri tra lettere, cifre, spazi e trattini")
}

func codiceFiscale(s string) (string, error) {
	s = comprimi(s)
	if !tutti(s, 16, 16, alfanumerica) && !tutti(s, 11, 11, cifra) {
		return "", errors.New("deve essere di 16 lettere e cifre oppure di 11 cifre")
	}
	return strings.ToUpper(s), nil
}

func partitaIva(s string) (string, error) { return codice(s, 11, 11, cifra, "di 11 cifre") }

func sesso(s string) (string, error) {
	if s = comprimi(s); s != "F" && s != "M" {
		return "", errors.New("deve essere F o M")
	}
	return s, nil
}

func tipoTarga(s string) (targa.Tipo, error) {
	switch t := targa.Tipo(comprimi(s)); t {
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

func nomeFile(s string) (string, error) {
	s, err := testo(120)(s)
	if err == nil && strings.ContainsAny(s, `/\`) {
		return "", errors.New(`non deve contenere / o \`)
	}
	return s, err
}

func tipoMIME(s string) (string, error) {
	s = comprimi(s)
	tipo, sotto, _ := strings.Cut(s, "/")
	if len(s) > 100 || !tutti(tipo, 1, 100, minuscola) || !tutti(sotto, 1, 100, diSottotipo) {
		return "", errors.New("deve essere un tipo MIME, come application/pdf")
	}
	return s, nil
}

// contenuto reads base64 with blanks anywhere, and the last bits zero as xsd:base64Binary wants.
func contenuto(s string) ([]byte, error) {
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
