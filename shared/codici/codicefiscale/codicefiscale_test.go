package codicefiscale

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func giorno(anno int, mese time.Month, g int) time.Time {
	return time.Date(anno, mese, g, 0, 0, 0, 0, time.UTC)
}

func TestEsempiSvoltiDelDecreto(t *testing.T) {
	t.Parallel()
	ettore := Persona{"Lombardini", "Ettore", giorno(1964, 5, 7), Maschio, "D612"}
	rosalba := Persona{"Lombardini", "Rosalba", giorno(1964, 5, 7), Femmina, "d612"}
	casi := []struct {
		nota    string
		persona Persona
		codice  string
	}{
		{"uomo, tre consonanti nel nome", ettore, "LMBTTR64E07D612F"},
		{"donna, giorno più 40, quattro consonanti nel nome", rosalba, "LMBRLB64E47D612H"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			codice, err := Calcola(c.persona)
			if err != nil || codice != c.codice {
				t.Errorf("calcolato %q, errore %v", codice, err)
			}
		})
	}
}

func TestOmocodiaDellaScheda(t *testing.T) {
	t.Parallel()
	varianti := Varianti("LMBTTR64E07D612F")
	if len(varianti) != 127 {
		t.Fatalf("%d varianti invece di 127", len(varianti))
	}
	for i, attesa := range map[int]string{0: "LMBTTR64E07D61NU", 2: "LMBTTR64E07D6MNF"} {
		if varianti[i] != attesa {
			t.Errorf("variante %d: %s invece di %s", i, varianti[i], attesa)
		}
	}
	uniche := map[string]bool{}
	for _, v := range varianti {
		uniche[v] = true
	}
	if len(uniche) != 127 || uniche["LMBTTR64E07D612F"] {
		t.Error("le varianti si ripetono o comprendono il codice di base")
	}
}

func TestLettereDiOmocodia(t *testing.T) {
	t.Parallel()
	for cifra, lettera := range map[string]string{
		"0": "L", "1": "M", "2": "N", "3": "P", "4": "Q", "5": "R", "6": "S", "7": "T", "8": "U", "9": "V",
	} {
		codice := conLettera(t, "LMBTTR64E07D61"+cifra)
		variante := conLettera(t, "LMBTTR64E07D61"+lettera)
		if trovata := Varianti(codice)[0]; trovata != variante {
			t.Errorf("%s: %s invece di %s", cifra, trovata, variante)
		}
		if base, ok := SenzaOmocodia(variante); !ok || base != codice {
			t.Errorf("%s: %s torna a %s", lettera, variante, base)
		}
	}
}

func TestRegoleDelNome(t *testing.T) {
	t.Parallel()
	casi := []struct{ nota, cognome, nome, sei string }{
		{"cognome corto prende la vocale e la X", "Fo", "Ada", "FOXDAA"},
		{"due vocali sole", "Ai", "Io", "AIXIOX"},
		{"nome di tre consonanti come il cognome", "Rossi", "Marco", "RSSMRC"},
		{"nome di quattro consonanti: prima, terza e quarta", "Rossi", "Gianfranco", "RSSGFR"},
		{"più nomi sono una stringa sola", "Rossi", "Maria Anna", "RSSMNN"},
		{"apostrofo e spazio cadono", "D'Angelo Di Pietro", "Niccolo’", "DNGNCL"},
		{"accento cade", "Pèrotti", "Niccolò", "PRTNCL"},
		{"dieresi su O diventa OE", "Köb", "Ïa", "KBOIAX"},
		{"dieresi su A diventa AE", "Bär", "Eva", "BRAVEA"},
		{"la E della dieresi conta: JOE, UEX", "Jö", "Ü", "JOEUEX"},
		{"ß diventa SS", "Weiß", "Uwe", "WSSWUE"},
		{"trattino cade", "Rossi-Bo", "Jean-Luc", "RSSJLC"},
		{"cediglia e caron cadono", "Çelik", "Žan", "CLKZNA"},
		{"accento circonflesso cade (Circolare 34/E/2011)", "Rhône", "Jérôme", "RHNJRM"},
		{"dieresi su E e I cade, non aggiunge la E (Circolare 34/E/2011)", "Noël", "Loïs", "NLOLSO"},
		{"Æ diventa AE e Œ diventa OE (Circolare 34/E/2011)", "Bæ", "Œe", "BAEOEE"},
		{"dieresi scomposta come quella composta", "Ko\u0308b", "U\u0308", "KBOUEX"},
		{"apostrofo finale al posto dell'accento", "Canto'", "Nicolo'", "CNTNCL"},
		{"cognome composto di coniugi: una stringa sola", "De Bernardi Ai", "Al", "DBRLAX"},
		{"tre consonanti bastano anche con la prima vocale", "Urso", "Aldo Ugo", "RSULDG"},
		{"una lettera sola si completa con due X", "O", "E", "OXXEXX"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			codice, err := Calcola(Persona{c.cognome, c.nome, giorno(1980, 1, 1), Maschio, "H501"})
			if err != nil || !strings.HasPrefix(codice, c.sei) {
				t.Errorf("calcolato %q (%v), atteso %s…", codice, err, c.sei)
			}
		})
	}
}

func TestCalcolaNominaIlCampoCheManca(t *testing.T) {
	t.Parallel()
	buona := Persona{"Rossi", "Mario", giorno(1980, 1, 1), Maschio, "H501"}
	casi := []struct {
		nota, campo string
		guasta      func(*Persona)
	}{
		{"nessun nome", "cognome", func(p *Persona) { p.Cognome, p.Nome = " ", "" }},
		{"solo segnaposto", "cognome", func(p *Persona) { p.Cognome, p.Nome = ".", "XXX" }},
		{"parentesi", "cognome", func(p *Persona) { p.Cognome = "Rossi (detto Gigi)" }},
		{"barra", "cognome", func(p *Persona) { p.Cognome = "Rossi / Bianchi" }},
		{"virgola nel cognome", "cognome", func(p *Persona) { p.Cognome = "Rossi, Mario" }},
		{"virgolette", "nome", func(p *Persona) { p.Nome = "Luigi «Gigi»" }},
		{"carattere perso", "nome", func(p *Persona) { p.Nome = "Nicol\ufffd" }},
		{"cognome con una cifra", "cognome", func(p *Persona) { p.Cognome = "R0ssi" }},
		{"altro alfabeto", "cognome", func(p *Persona) { p.Cognome = "Иванов" }},
		{"cifra a tutta larghezza", "nome", func(p *Persona) { p.Nome = "Anna１" }},
		{"greco", "nome", func(p *Persona) { p.Nome = "Μαρια" }},
		{"una lettera cirillica fra le latine", "nome", func(p *Persona) { p.Nome = "M\u0430ria" }},
		{"data mancante", "dataNascita", func(p *Persona) { p.Nascita = time.Time{} }},
		{"anno impossibile", "dataNascita", func(p *Persona) { p.Nascita = giorno(1200, 1, 1) }},
		{"sesso sconosciuto", "sesso", func(p *Persona) { p.Sesso = "X" }},
		{"luogo di tre caratteri", "codiceCatastale", func(p *Persona) { p.CodiceCatastale = "H50" }},
		{"luogo con omocodia", "codiceCatastale", func(p *Persona) { p.CodiceCatastale = "H50M" }},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			persona := buona
			c.guasta(&persona)
			_, err := Calcola(persona)
			var e *ErroreCampo
			if !errors.As(err, &e) || e.Campo != c.campo || !errors.Is(err, ErrPersona) {
				t.Errorf("errore %v, atteso su %s", err, c.campo)
			}
		})
	}
}

// conLettera completes fifteen characters with their check letter.
func conLettera(t *testing.T, quindici string) string {
	t.Helper()
	lettera, ok := LetteraControllo(quindici)
	if !ok {
		t.Fatalf("%q non ha una lettera di controllo", quindici)
	}
	return quindici + string(lettera)
}

func TestValidaNellOrdineDellaScheda(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, codice string
		valido       bool
		livello      Livello
		motivo       string
	}{
		{"codice giusto", "LMBTTR64E07D612F", true, Controllo, ""},
		{"minuscole, spazi e trattini", " lmb ttr-64e07.d612f ", true, Controllo, ""},
		{"vuoto", " ", false, Nessuno, "manca"},
		{"15 caratteri", "LMBTTR64E07D612", false, Nessuno, "16 caratteri"},
		{"17 caratteri", "LMBTTR64E07D612FF", false, Nessuno, "16 caratteri"},
		{"testo smisurato", strings.Repeat("A", 5000), false, Nessuno, "troppo lungo"},
		{"cifra nel cognome", "LM8TTR64E07D612F", false, Nessuno, "cognome"},
		{"cifra nel nome", "LMBT7R64E07D612F", false, Nessuno, "nome"},
		{"lettera non di omocodia nell'anno", "LMBTTR6AE07D612F", false, Nessuno, "anno"},
		{"mese F non esiste", "LMBTTR64F07D612F", false, Nessuno, "mese"},
		{"O per zero nel giorno", "LMBTTR64EO7D612F", false, Nessuno, "giorno"},
		{"cifra al posto della lettera del luogo", "LMBTTR64E070612F", false, Nessuno, "luogo"},
		{"cifra di controllo", "LMBTTR64E07D6121", false, Nessuno, "controllo"},
		{"lettera di controllo errata", "LMBTTR64E07D612G", false, Formato, "lettera di controllo"},
		{"omocodia senza ricalcolo della lettera", "LMBTTR64E07D61NF", false, Formato, "lettera di controllo"},
		{"A cirillica", "LMBTTR64E07D612\u0410", false, Nessuno, "segni"},
		{"s lunga", "\u017fMBTTR64E07D612F", false, Nessuno, "segni"},
		{"giorno 00", conLettera(t, "LMBTTR64E00D612"), false, Controllo, "data"},
		{"giorno 32", conLettera(t, "LMBTTR64E32D612"), false, Controllo, "data"},
		{"giorno 40", conLettera(t, "LMBTTR64E40D612"), false, Controllo, "data"},
		{"giorno 72", conLettera(t, "LMBTTR64E72D612"), false, Controllo, "data"},
		{"giorno 99", conLettera(t, "LMBTTR64E99D612"), false, Controllo, "data"},
		{"31 aprile", conLettera(t, "LMBTTR64D31D612"), false, Controllo, "data"},
		{"29 febbraio di un anno mai bisestile", conLettera(t, "LMBTTR63B29D612"), false, Controllo, "data"},
		{"29 febbraio 2000, non 1900", conLettera(t, "LMBTTR00B29D612"), true, Controllo, ""},
		{"29 febbraio donna", conLettera(t, "LMBTTR64B69D612"), true, Controllo, ""},
		{"nata il 31", conLettera(t, "LMBTTR64E71D612"), true, Controllo, ""},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.codice)
			if esito.Valido != c.valido || esito.Livello != c.livello || !strings.Contains(esito.Motivo, c.motivo) || c.valido != (esito.Motivo == "") {
				t.Errorf("esito %+v", esito)
			}
		})
	}
}

func TestUndiciCifre(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, codice string
		valido       bool
		livello      Livello
	}{
		{"ente senza partita IVA inizia per 8", "80012345676", true, Controllo},
		{"uguale a una partita IVA", "02765430125", true, Controllo},
		{"con spazi", "0276 5430 125", true, Controllo},
		{"cifra di controllo errata", "02765430126", false, Formato},
		{"soli zeri", "00000000000", false, Nessuno},
		{"una lettera", "0276543O125", false, Nessuno},
		{"lettera all'ultimo posto", "0276543012S", false, Nessuno},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.codice)
			if esito.Valido != c.valido || esito.Livello != c.livello || !esito.Numerico || c.valido != (esito.Motivo == "") {
				t.Errorf("esito %+v", esito)
			}
		})
	}
}

func TestDecodifica(t *testing.T) {
	t.Parallel()
	atteso := Dati{Sesso: Femmina, AnnoBreve: 64, Mese: 5, Giorno: 7, CodiceCatastale: "D612", Base: "LMBRLB64E47D612H"}
	dati, err := Decodifica("lmbrlb64e47d612h")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(atteso, dati); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]time.Time{giorno(1964, 5, 7), giorno(2064, 5, 7)}, dati.Nascite()); d != "" {
		t.Error(d)
	}
	for _, rifiutato := range []string{"02765430125", "LMBRLB64E47D612X", ""} {
		if _, err := Decodifica(rifiutato); !errors.Is(err, ErrNonValido) {
			t.Errorf("%q: errore %v", rifiutato, err)
		}
	}
}

func TestNascitaPrendeIlSecoloGiaPassato(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota   string
		dati   Dati
		oggi   time.Time
		atteso time.Time
		ok     bool
	}{
		{"anno 64 nel 2026 è il 1964", Dati{AnnoBreve: 64, Mese: 5, Giorno: 7}, giorno(2026, 11, 20), giorno(1964, 5, 7), true},
		{"nato oggi", Dati{AnnoBreve: 26, Mese: 11, Giorno: 20}, time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), giorno(2026, 11, 20), true},
		{"domani è ancora il secolo scorso", Dati{AnnoBreve: 26, Mese: 11, Giorno: 21}, giorno(2026, 11, 20), giorno(1926, 11, 21), true},
		{"29 febbraio 00 visto nel 1999", Dati{AnnoBreve: 0, Mese: 2, Giorno: 29}, giorno(1999, 1, 1), time.Time{}, false},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			nascita, ok := c.dati.Nascita(c.oggi)
			if !nascita.Equal(c.atteso) || ok != c.ok {
				t.Errorf("%v %v", nascita, ok)
			}
		})
	}
}

func TestDiscordanzeAvvisaSenzaRifiutare(t *testing.T) {
	t.Parallel()
	giusta := Persona{"Lombardini", "Ettore", giorno(1964, 5, 7), Maschio, "D612"}
	if note := Discordanze("LMBTTR64E07D61NU", giusta); note != nil {
		t.Errorf("la variante di omocodia discorda: %v", note)
	}
	if note := Discordanze("LMBTTR64E07D612F", Persona{}); note != nil {
		t.Errorf("i campi vuoti discordano: %v", note)
	}
	altra := Persona{"Bianchi", "Anna", giorno(1964, 5, 8), Femmina, "H501"}
	note := Discordanze("LMBTTR64E07D612F", altra)
	if len(note) != 5 {
		t.Errorf("%d discordanze invece di 5: %v", len(note), note)
	}
	if note := Discordanze("02765430125", altra); note != nil {
		t.Errorf("un codice di ente discorda: %v", note)
	}
}

func personaACaso(t *rapid.T) Persona {
	return Persona{
		Cognome:         rapid.StringMatching(`[A-Z][A-Za-zàèéìòùâêîôûäëïöüßçčšžæœÄÖÜ'’ -]{0,24}`).Draw(t, "cognome"),
		Nome:            rapid.StringMatching(`[A-Zaeiou][A-Za-zàèéìòùâêîôûäëïöüßçčšžæœÄÖÜ'’ -]{0,24}`).Draw(t, "nome"),
		Nascita:         giorno(1900, 1, 1).AddDate(0, 0, rapid.IntRange(0, 73048).Draw(t, "giorni")),
		Sesso:           rapid.SampledFrom([]Sesso{Maschio, Femmina}).Draw(t, "sesso"),
		CodiceCatastale: rapid.StringMatching(`[A-MZ][0-9]{3}`).Draw(t, "luogo"),
	}
}

func TestIlCodiceCalcolatoESempreValidoEDiceLaPersona(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		persona := personaACaso(t)
		codice, err := Calcola(persona)
		if err != nil {
			t.Fatal(err)
		}
		dati, err := Decodifica(codice)
		if err != nil {
			t.Fatal(err)
		}
		if dati.Sesso != persona.Sesso || dati.CodiceCatastale != persona.CodiceCatastale || dati.Omocodia || dati.Base != codice {
			t.Fatalf("%s dice %+v", codice, dati)
		}
		trovata := false
		for _, nascita := range dati.Nascite() {
			trovata = trovata || nascita.Equal(persona.Nascita)
		}
		if note := Discordanze(codice, persona); !trovata || note != nil {
			t.Fatalf("%s: nascite %v, note %v", codice, dati.Nascite(), note)
		}
	})
}

func TestOgniVarianteDiOmocodiaDiceLeStesseCose(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		codice, err := Calcola(personaACaso(t))
		if err != nil {
			t.Fatal(err)
		}
		attesi, err := Decodifica(codice)
		if err != nil {
			t.Fatal(err)
		}
		attesi.Omocodia = true
		for _, variante := range Varianti(codice) {
			dati, err := Decodifica(variante)
			if err != nil || dati != attesi {
				t.Fatalf("%s: %+v, errore %v", variante, dati, err)
			}
			if base, ok := SenzaOmocodia(variante); !ok || base != codice {
				t.Fatalf("%s torna a %s", variante, base)
			}
		}
	})
}

func TestFunzioniDiControlloRifiutanoAltro(t *testing.T) {
	t.Parallel()
	for _, testo := range []string{"", "LMBTTR64E07D61", "LMBTTR64E07D61-", "lmbttr64e07d612"} {
		if lettera, ok := LetteraControllo(testo); ok {
			t.Errorf("%q ha lettera %c", testo, lettera)
		}
	}
	for _, testo := range []string{"", "027654301", "02765430A2", "02765430125"} {
		if cifra, ok := CifraControllo(testo); ok {
			t.Errorf("%q ha cifra %c", testo, cifra)
		}
	}
	for _, testo := range []string{"", "02765430125", "LMBTTR64E07D612G"} {
		if varianti := Varianti(testo); varianti != nil {
			t.Errorf("%q ha %d varianti", testo, len(varianti))
		}
	}
}
