package calcolo

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
)

func codiceDi(t *testing.T, campi url.Values) paginaCodice {
	t.Helper()
	p, err := calcolaCodice(nuovoModulo(campi), comune.Iniziale(), oggi)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// persona is the worked example of the sheet (identifiers, section 1.3), with other fields on demand.
func persona(altri ...string) url.Values {
	v := url.Values{"azione": {azioneCalcola}, "cognome": {"Lombardini"}, "nome": {"Ettore"}, "nascita": {"1964-05-07"}, "sesso": {"M"}, "luogo": {"D612"}}
	for i := 0; i+1 < len(altri); i += 2 {
		v.Set(altri[i], altri[i+1])
	}
	return v
}

func TestCodiceFiscaleDellaScheda(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regola string
		campi  url.Values
		codice string
		luogo  string
	}{
		{"a man, place by code", persona(), "LMBTTR64E07D612F", "Firenze (FI)"},
		{"place by name", persona("luogo", "firenze"), "LMBTTR64E07D612F", "Firenze (FI)"},
		{"place by name and province", persona("luogo", "Firenze", "provincia", "fi"), "LMBTTR64E07D612F", "Firenze (FI)"},
		{"a foreign state by name", persona("luogo", "Albania"), "LMBTTR64E07Z100" + controllo(t, "LMBTTR64E07Z100"), "Albania"},
		{"a date as people write it", persona("nascita", "7/5/1964"), "LMBTTR64E07D612F", "Firenze (FI)"},
		{"a woman: day plus 40", persona("nome", "Rosalba", "sesso", "F"), "LMBRLB64E47D612H", "Firenze (FI)"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := codiceDi(t, c.campi)
			if p.Calcolato == nil || p.Calcolato.Codice != c.codice {
				t.Fatalf("%+v, faults %+v", p.Calcolato, p.guasti)
			}
			var intero strings.Builder
			for _, x := range p.Calcolato.Parti {
				intero.WriteString(x.Caratteri)
			}
			if intero.String() != c.codice || p.Calcolato.Parti[3].Significato != c.luogo {
				t.Errorf("parts: %+v", p.Calcolato.Parti)
			}
		})
	}
}

func TestUnLuogoIgnotoEUnaAvvertenza(t *testing.T) {
	t.Parallel()
	p := codiceDi(t, persona("luogo", "M999"))
	if p.Calcolato == nil || !strings.Contains(strings.Join(p.Calcolato.Avvertenze, " "), "M999") {
		t.Errorf("%+v, faults %+v", p.Calcolato, p.guasti)
	}
}

// Part of a name offers the places of that day; the one chosen goes into the form.
func TestUnLuogoAmbiguoSiSceglie(t *testing.T) {
	t.Parallel()
	p := codiceDi(t, persona("luogo", "Reggio"))
	if p.Calcolato != nil || p.guasto("luogo") == "" || len(p.Candidati) != 2 {
		t.Fatalf("%+v, candidates %v, faults %+v", p.Calcolato, p.Candidati, p.guasti)
	}
	i := slices.IndexFunc(p.Candidati, func(l luogo) bool { return l.Codice == "H224" })
	if i < 0 {
		t.Fatalf("candidates %v", p.Candidati)
	}
	scelto := codiceDi(t, persona("luogo", "Reggio", "luogoScelto", "H224"))
	if scelto.Calcolato == nil || scelto.Calcolato.Codice[11:15] != "H224" || scelto.valore("luogo") != p.Candidati[i].Nome {
		t.Errorf("%+v, place %q", scelto.Calcolato, scelto.valore("luogo"))
	}
}

// A person with one name has XXX for the other; a letter outside the official table is read with a warning.
func TestCodiceDiUnNomeSolo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		campi      url.Values
		inizio     string
		avvertenze int
	}{
		{persona("cognome", ""), "XXXTTR64E07D612", 0}, {persona("nome", " "), "LMBXXX64E07D612", 0}, {persona("cognome", "."), "XXXTTR64E07D612", 1},
		{persona("cognome", "Țepeș"), "TPSTTR64E07D612", 1}, {persona("nome", "Lucia, Maria"), "LMBLCU64E07D612", 1},
	} {
		p := codiceDi(t, c.campi)
		if p.Calcolato == nil || !strings.HasPrefix(p.Calcolato.Codice, c.inizio) || len(p.Calcolato.Avvertenze) != c.avvertenze {
			t.Errorf("%v: %+v, faults %+v", c.campi, p.Calcolato, p.guasti)
		}
	}
}

func TestCodiceSbagliatoDiceIlCampo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		regola string
		campi  url.Values
		campo  string
	}{
		{"no name at all", persona("cognome", " ", "nome", ""), "cognome"},
		{"fillers for names", persona("cognome", ".", "nome", "XXX"), "cognome"},
		{"a surname without letters", persona("cognome", "123"), "cognome"},
		{"a bracket in the surname", persona("cognome", "Rossi (detto Gigi)"), "cognome"},
		{"no sex", persona("sesso", ""), "sesso"},
		{"another sex", persona("sesso", "X"), "sesso"},
		{"no birth", persona("nascita", ""), "nascita"},
		{"impossible birth", persona("nascita", "1964-02-30"), "nascita"},
		{"a birth to come", persona("nascita", "2026-11-21"), "nascita"},
		{"no place", persona("luogo", ""), "luogo"},
		{"unknown place", persona("luogo", "Paperopoli"), "luogo"},
		{"a place of another province", persona("luogo", "Firenze", "provincia", "MI"), "luogo"},
		{"nothing to judge", url.Values{"azione": {azioneValida}, "codice": {" "}}, "codice"},
		{"nothing to do", url.Values{"azione": {"altro"}}, "azione"},
		{"no action", url.Values{"codice": {"LMBTTR64E07D612F"}}, "azione"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := codiceDi(t, c.campi)
			if p.Calcolato != nil || p.Giudicato != nil || p.guasto(c.campo) == "" {
				t.Errorf("%+v, %+v, faults %+v", p.Calcolato, p.Giudicato, p.guasti)
			}
		})
	}
}

func controllo(t *testing.T, quindici string) string {
	t.Helper()
	lettera, ok := codicefiscale.LetteraControllo(quindici)
	if !ok {
		t.Fatalf("%s has no check letter", quindici)
	}
	return string(lettera)
}

func TestUnCodiceDiceDiChiE(t *testing.T) {
	t.Parallel()
	giudica := func(codice string) *codiceGiudicato {
		p := codiceDi(t, url.Values{"azione": {azioneValida}, "codice": {codice}})
		if p.Giudicato == nil {
			t.Fatalf("%s: faults %+v", codice, p.guasti)
		}
		return p.Giudicato
	}
	g := giudica("lmb ttr 64e07 d612 f")
	if !g.Valido || g.Quando != "07/05/1964" || !strings.Contains(g.Dove, "Firenze (FI)") || g.LuogoIgnoto {
		t.Errorf("%+v", g)
	}
	if omocodo := giudica("LMBTTR64E07D61NU"); !omocodo.Valido || !omocodo.Dati.Omocodia || omocodo.Dati.Base != "LMBTTR64E07D612F" || omocodo.Parti[3].Caratteri != "D61N" {
		t.Errorf("omocodia: %+v", omocodo)
	}
	if ente := giudica("02765430125"); !ente.Valido || !ente.Numerico || ente.Parti != nil {
		t.Errorf("eleven digits: %+v", ente)
	}
	if storto := giudica("LMBTTR64E07D612A"); storto.Valido || storto.Motivo == "" {
		t.Errorf("wrong check letter: %+v", storto)
	}
	if scambiato := giudica("LMBTTR64EO7D612F"); scambiato.Valido || !slices.Contains(scambiato.Suggerimenti, "LMBTTR64E07D612F") {
		t.Errorf("the letter O for a zero: %+v", scambiato)
	}
	if fuori := giudica("LMBTTR64E07M999" + controllo(t, "LMBTTR64E07M999")); !fuori.Valido || len(fuori.avvertenze()) != 1 {
		t.Errorf("unknown place: %+v", fuori)
	}
	if secolo := giudica("LMBTTR10E07D612" + controllo(t, "LMBTTR10E07D612")); secolo.Quando != "07/05/1910 oppure 07/05/2010" {
		t.Errorf("two centuries: %q", secolo.Quando)
	}
}
