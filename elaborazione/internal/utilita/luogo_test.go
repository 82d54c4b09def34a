package utilita_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// conOmonimi has two comuni of one name, and a third that was called so until 1950.
func conOmonimi(t *testing.T) *utilita.Service {
	t.Helper()
	da := calendario.MustParse("1861-03-17")
	comuni, err := comune.Nuova([]comune.Comune{
		{CodiceIstat: "016065", Nome: "Castro", Provincia: "BG", CodiceCatastale: "C337", ValidoDa: da},
		{CodiceIstat: "075096", Nome: "Castro", Provincia: "LE", CodiceCatastale: "M261", ValidoDa: calendario.MustParse("1975-04-04")},
		{CodiceIstat: "060001", Nome: "Castro", Provincia: "FR", CodiceCatastale: "C340", ValidoDa: da, ValidoA: calendario.MustParse("1949-12-31")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return &utilita.Service{Tabelle: compilate{sanzione.Iniziale(), comuni}, Adesso: oggi, NomeDebitore: latino}
}

// TestComuniOmonimi: the day of birth decides who shares the name, and the refusal lists them.
func TestComuniOmonimi(t *testing.T) {
	t.Parallel()
	s := conOmonimi(t)
	for nome, c := range map[string]struct{ nascita, comune, codice, motivo string }{
		"due, elencati":                {"1980-01-01", "Castro", "", "Castro (BG), Castro (LE)"},
		"la provincia sceglie":         {"1980-01-01", "Castro (LE)", "M261", ""},
		"parentesi con spazi":          {"1980-01-01", "Castro ( le ) ", "M261", ""},
		"uno solo prima del 1975":      {"1960-01-01", "Castro", "C337", ""},
		"il terzo finì prima del 1950": {"1940-01-01", "Castro", "", "Castro (BG), Castro (FR)"},
		"parentesi di altro":           {"1980-01-01", "Castro (Lecce)", "", "nessun comune"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			stato, risposta, err := chiedi(t, utilita.Risponde(s.CalcolaCodiceFiscale), `{"cognome":"Rossi","nome":"Mario","sesso":"M","dataNascita":"`+c.nascita+`","comune":"`+c.comune+`"}`)
			if c.codice != "" {
				if stato != http.StatusOK || !strings.Contains(string(risposta), `"codiceCatastale":"`+c.codice+`"`) {
					t.Errorf("%d %s %v", stato, risposta, err)
				}
				return
			}
			p, _ := errors.AsType[*problem.Error](err)
			if stato != http.StatusBadRequest || p == nil || len(p.Campi) != 1 || p.Campi[0].Campo != "comune" || !strings.Contains(p.Campi[0].Messaggio, c.motivo) {
				t.Errorf("%d %v", stato, err)
			}
		})
	}
}

// TestNascitaConLOrologio: of the two centuries that a code allows it is the latest that is not to come.
func TestNascitaConLOrologio(t *testing.T) {
	t.Parallel()
	for codice, atteso := range map[string]string{
		"LMBTTR64E07D612F": `"dataNascita":"1964-05-07","datePossibili":["1964-05-07","2064-05-07"]`,
		"RSSMRA20A01H501G": `"dataNascita":"2020-01-01","datePossibili":["1920-01-01","2020-01-01"]`,
	} {
		stato, risposta, err := chiedi(t, utilita.Risponde(servizio().ValidaCodiceFiscale), `{"codiceFiscale":"`+codice+`"}`)
		if stato != http.StatusOK || !strings.Contains(string(risposta), atteso) {
			t.Errorf("%s: %d %s %v", codice, stato, risposta, err)
		}
	}
}

// TestLuogoAllaNascitaPiuProbabile: a comune is named as it was on the likelier day of birth, not a century
// before; where it existed in the other century only, the answer says so.
func TestLuogoAllaNascitaPiuProbabile(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		s              *utilita.Service
		codice, atteso string
	}{
		"nato nel 2020: la provincia di oggi":       {servizio(), "RSSMRA20A01D704P", `"luogoNascita":"Forlì (FC)"`},
		"nato nel 1980: la provincia di allora":     {servizio(), "RSSMRA80A01D704D", `"luogoNascita":"Forlì (FO)"`},
		"il comune finì nel 1949: la data è dubbia": {conOmonimi(t), "RSSMRA20A01C340A", "esisteva il 01/01/1920 e non il 01/01/2020"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			stato, risposta, err := chiedi(t, utilita.Risponde(c.s.ValidaCodiceFiscale), `{"codiceFiscale":"`+c.codice+`"}`)
			if stato != http.StatusOK || !strings.Contains(string(risposta), c.atteso) {
				t.Errorf("%d %s %v", stato, risposta, err)
			}
		})
	}
}
