package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
)

// TestLUtenzaDelCittadinoEIntestatariaDeiSuoiVerbali: name and tax code of the account are of one person, the one to
// whom the register gives the car of the first fine.
func TestLUtenzaDelCittadinoEIntestatariaDeiSuoiVerbali(t *testing.T) {
	t.Parallel()
	for _, c := range comandiProva() {
		p := cittadinoDi(c.nome)
		i := slices.IndexFunc(utenti(c), func(u utente) bool { return u.ruolo == "CITTADINO" })
		u := utenti(c)[i]
		if u.nome != p.Nome || u.cognome != p.Cognome || !strings.HasSuffix(u.altro, " "+p.CodiceFiscale) || fatti(c.nome)[0].Targa != targaCittadino(c.nome) {
			t.Errorf("%s: %+v is not %+v", c.nome, u, p)
		}
		nato, err := time.Parse(time.DateOnly, p.DataNascita)
		if err != nil {
			t.Fatal(err)
		}
		suo, err := codicefiscale.Calcola(codicefiscale.Persona{Cognome: u.cognome, Nome: u.nome, Nascita: nato,
			Sesso: codicefiscale.Sesso(p.Sesso), CodiceCatastale: p.CodiceCatastaleNascita})
		if err != nil || suo != p.CodiceFiscale {
			t.Errorf("%s %s has %s, not %s (%v)", u.nome, u.cognome, p.CodiceFiscale, suo, err)
		}
		if strings.ContainsAny(u.nome+u.cognome, " ") {
			t.Errorf("%q %q do not fit in a line of words", u.nome, u.cognome)
		}
	}
}
