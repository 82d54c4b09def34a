package codicefiscale

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const segniDelCodice = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// codiceACaso draws the code of a person or one of its variants of omocodia.
func codiceACaso(t *rapid.T) string {
	codice, err := Calcola(personaACaso(t))
	if err != nil {
		t.Fatal(err)
	}
	return rapid.SampledFrom(append(Varianti(codice), codice)).Draw(t, "variante")
}

func TestOgniCarattereSbagliatoSiScopre(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		giusto := codiceACaso(t)
		for posto := range len(giusto) {
			for _, segno := range []byte(segniDelCodice) {
				errato := []byte(giusto)
				if errato[posto] = segno; string(errato) != giusto && Valida(string(errato)).Valido {
					t.Fatalf("%s accettato al posto di %s", errato, giusto)
				}
			}
		}
	})
}

// scambioInvisibile lists the swaps of neighbours that the check letter cannot see.
func scambioInvisibile(codice string, posto int) bool {
	switch coppia := codice[posto : posto+2]; {
	case posto < 5:
		return coppia == "WY" || coppia == "YW"
	case posto == 14:
		return coppia == "MS" || coppia == "SM" || coppia == "NT" || coppia == "TN"
	}
	return false
}

func TestOgniScambioDiViciniSiScopreTrannePochi(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		giusto := codiceACaso(t)
		for posto := range len(giusto) - 1 {
			scambiato := []byte(giusto)
			scambiato[posto], scambiato[posto+1] = scambiato[posto+1], scambiato[posto]
			if string(scambiato) == giusto {
				continue
			}
			if Valida(string(scambiato)).Valido != scambioInvisibile(giusto, posto) {
				t.Fatalf("%s da %s: %+v", scambiato, giusto, Valida(string(scambiato)))
			}
		}
	})
}

func TestGliScambiCheLaLetteraNonVedeEsistono(t *testing.T) {
	t.Parallel()
	casi := []struct{ nota, quindici, scambiato string }{
		{"W e Y nel cognome", "RWYTTR64E07D612", "RYWTTR64E07D612"},
		{"Y e W a cavallo di cognome e nome", "RSYWTR64E07D612", "RSWYTR64E07D612"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			lettera := conLettera(t, c.quindici)[15:]
			if !Valida(c.quindici+lettera).Valido || !Valida(c.scambiato+lettera).Valido {
				t.Errorf("%s e %s non hanno la stessa lettera %s", c.quindici, c.scambiato, lettera)
			}
		})
	}
}

// The last digit of omocodia and the check letter: 1 is M and 6 is S, 2 is N and 7 is T.
func TestGliScambiInvisibiliInFondoEsistono(t *testing.T) {
	t.Parallel()
	for _, coppia := range []string{"MS", "SM", "NT", "TN"} {
		t.Run(coppia, func(t *testing.T) {
			t.Parallel()
			cifra := strings.IndexByte(lettereOmocodia, coppia[0])
			for luogo := range 100 {
				codice := Varianti(conLettera(t, fmt.Sprintf("LMBTTR64E07D%02d%d", luogo, cifra)))[0]
				if codice[14:] != coppia {
					continue
				}
				if scambiato := codice[:14] + coppia[1:] + coppia[:1]; !Valida(scambiato).Valido {
					t.Errorf("%s da %s si scopre", scambiato, codice)
				}
				return
			}
			t.Error("nessun codice finisce così")
		})
	}
}

// The check digit of eleven-digit codes sees every wrong digit and every swap but 09 with 90.
func TestUndiciCifreScopronoCifreEScambi(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		dieci := rapid.StringMatching(`[1-9][0-9]{9}`).Draw(t, "dieci")
		cifra, _ := CifraControllo(dieci)
		giusto := dieci + string(cifra)
		posto := rapid.IntRange(0, 9).Draw(t, "posto")
		scambiato := []byte(giusto)
		scambiato[posto], scambiato[posto+1] = scambiato[posto+1], scambiato[posto]
		coppia := giusto[posto : posto+2]
		invisibile := coppia[0] == coppia[1] || coppia == "09" || coppia == "90"
		if Valida(string(scambiato)).Valido != invisibile {
			t.Fatalf("%s da %s", scambiato, giusto)
		}
		errato := []byte(giusto)
		errato[posto] = '0' + (errato[posto]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "scarto")))%10
		if Valida(string(errato)).Valido {
			t.Fatalf("%s da %s", errato, giusto)
		}
	})
}

// Years before 1900 give a code too; the century is not in it, so the days it allows are later.
func TestValidaAccettaIlCodiceDiOgniAnnoAmmesso(t *testing.T) {
	t.Parallel()
	for nascita := giorno(annoMinimo, 1, 1); nascita.Year() <= annoMassimo; nascita = nascita.AddDate(0, 0, 1) {
		codice, err := Calcola(Persona{"Rossi", "Maria", nascita, Femmina, "H501"})
		if err != nil {
			t.Fatal(err)
		}
		dati, err := Decodifica(codice)
		if err != nil || dati.Giorno != nascita.Day() || dati.Mese != nascita.Month() || dati.AnnoBreve != nascita.Year()%100 {
			t.Fatalf("%v: %s dice %+v, errore %v", nascita, codice, dati, err)
		}
	}
}
