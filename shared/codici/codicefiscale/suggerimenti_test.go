package codicefiscale

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSuggerimenti(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, scritto string
		proposti      []string
		motivo        string
	}{
		{"O per zero nel giorno", "LMBTTR64EO7D612F", []string{"LMBTTR64E07D612F"}, "forse la lettera O sta per la cifra 0"},
		{"I per uno nel luogo, in minuscolo", "lmbttr64e07d6i2f", []string{"LMBTTR64E07D612F"}, "forse la lettera I sta per la cifra 1"},
		{"8 per B nel cognome", "LM8TTR64E07D612F", []string{"LMBTTR64E07D612F"}, "forse la cifra 8 sta per la lettera B"},
		{"0 per D nella lettera del luogo", "LMBTTR64E070612F", []string{"LMBTTR64E07D612F"}, "forse la cifra 0 sta per la lettera O"},
		{"due scambi insieme", "LM8TTR64EO7D612F", []string{"LMBTTR64E07D612F"}, "forse la cifra 8"},
		{"S per 5 si legge come omocodia: la scopre la lettera", "LMBTTRS4E07D612X", nil, "lettera di controllo"},
		{"5 scritto S nell'anno", "RSSMRA8SA01H501Z", []string{"RSSMRA85A01H501Z"}, "lettera di controllo"},
		{"undici cifre con una O", "0276543O125", []string{"02765430125"}, "forse la lettera O sta per la cifra 0"},
		{"undici cifre con l'ultima S", "0276543012S", []string{"02765430125"}, "sole cifre"},
		{"undici cifre sbagliate senza lettere", "02765430126", nil, "controllo"},
		{"cinque scambi sono troppi", "LMBTTROOEOOD6I2F", nil, "anno"},
		{"lettera senza somiglianze", "LMBTTR6AE07D612F", nil, "anno"},
		{"codice già valido", "LMBTTR64E07D612F", nil, ""},
		{"lunghezza sbagliata", "LMBTTR64EO7D612", nil, "16 caratteri"},
		{"cifra a tutta larghezza: rifiutata, non convertita", "LMBTTR64E０7D612F", nil, "segni"},
		{"vuoto", "", nil, "manca"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(c.proposti, Suggerimenti(c.scritto)); d != "" {
				t.Error(d)
			}
			if esito := Valida(c.scritto); !strings.Contains(esito.Motivo, c.motivo) {
				t.Errorf("motivo %q", esito.Motivo)
			}
		})
	}
}

func TestIlSuggerimentoRitrovaOgniCifraScrittaComeLettera(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		giusto, err := Calcola(personaACaso(t))
		if err != nil {
			t.Fatal(err)
		}
		posto := int(rapid.SampledFrom([]byte(postiOmocodia)).Draw(t, "posto"))
		scritto := []byte(giusto)
		switch scritto[posto] {
		case '0':
			scritto[posto] = 'O'
		case '1':
			scritto[posto] = 'I'
		default:
			return
		}
		if proposti := Suggerimenti(string(scritto)); len(proposti) != 1 || proposti[0] != giusto {
			t.Fatalf("%s da %s: %v", scritto, giusto, proposti)
		}
	})
}

// The usual mistakes of systems of this field: each is shown not to be ours.
func TestErroriUsuali(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, codice string
		valido       bool
	}{
		{"l'omocodia si accetta a destra", "LMBTTR64E07D61NU", true},
		{"l'omocodia si accetta anche nel solo anno", conLettera(t, "LMBTTRSQE07D612"), true},
		{"l'omocodia si accetta in una sola cifra a sinistra", conLettera(t, "LMBTTRS4E07D612"), true},
		{"l'omocodia non si accetta senza ricalcolare la lettera", "LMBTTR64E07D61NF", false},
		{"la lettera di omocodia non vale per il mese", conLettera(t, "LMBTTR64N07D612"), false},
		{"la donna nata il 31 porta 71", conLettera(t, "LMBRLB64E71D612"), true},
		{"il giorno 40 non esiste", conLettera(t, "LMBRLB64E40D612"), false},
		{"il giorno 72 non esiste", conLettera(t, "LMBRLB64E72D612"), false},
		{"il 30 febbraio delle donne non esiste", conLettera(t, "LMBRLB64B70D612"), false},
		{"le undici cifre delle persone si accettano", "80012345676", true},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			if esito := Valida(c.codice); esito.Valido != c.valido {
				t.Errorf("%s: %+v", c.codice, esito)
			}
		})
	}
}

func TestNatoAllEstero(t *testing.T) {
	t.Parallel()
	for luogo, estero := range map[string]bool{"Z110": true, "H501": false, "A001": false} {
		codice, err := Calcola(Persona{"Müller", "Jörg", giorno(1970, 2, 28), Maschio, luogo})
		if err != nil {
			t.Fatal(err)
		}
		variante := Varianti(codice)[6]
		for _, c := range []string{codice, variante} {
			if dati, err := Decodifica(c); err != nil || dati.NatoAllEstero() != estero || dati.CodiceCatastale != luogo {
				t.Errorf("%s: %+v, errore %v", c, dati, err)
			}
		}
	}
}
