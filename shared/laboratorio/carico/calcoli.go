package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

const (
	scrittoInJSON  = "la stessa risposta scritta in JSON"
	formaControllo = "la sola forma, con un'espressione regolare"
)

// errFalso is an answer that cannot be: the bench does not measure what does not work.
var errFalso = errors.New("risposta sbagliata")

// calcoliDiritto are the functions that run inside a lot. Each is compared with the least its caller
// cannot do without: writing the answer down, looking at the form of a text.
func calcoliDiritto() ([]calcolo, error) {
	var tutti []calcolo
	for _, crea := range []func() (calcolo, error){
		calcoloDovuto, calcoloAvvisi, calcoloScadenza, calcoloRiga, calcoloCodice, calcoloCodiceValido, calcoloTarga,
	} {
		c, err := crea()
		if err != nil {
			return nil, err
		}
		tutti = append(tutti, c)
	}
	return append(tutti, calcoloNumero()), nil
}

// giornoBase is the first day of the questions; they spread over four years from it.
func giornoBase(n int) calendario.Giorno { return calendario.MustParse("2026-01-01").AddDays(n % 1461) }

// scritto compares a function with writing one of its answers in JSON.
func scritto[T any](nome string, f func(n int) (T, error)) (calcolo, error) {
	esempio, err := f(33)
	if err != nil {
		return calcolo{}, fmt.Errorf("%s: %w", nome, err)
	}
	return calcolo{nome: nome, rispetto: scrittoInJSON,
		nostro: func(n int) error { _, err := f(n); return err },
		pari:   func(int) error { _, err := json.Marshal(esempio); return err },
	}, nil
}

func violazioneProva(n int) []cds.Violazione {
	return []cds.Violazione{{Codice: "153-10", MinCent: 8700, MaxCent: 34400, Sconto30: n%3 != 0, Notturna: n%2 == 0}}
}

func calcoloDovuto() (calcolo, error) {
	return scritto("importo dovuto in un giorno, spiegato", func(n int) (cds.EsitoDovuto, error) {
		notifica := giornoBase(n)
		return cds.DovutoAl(cds.Situazione{Violazioni: violazioneProva(n), SpeseCent: 1200}, notifica, notifica.AddDays(n%70))
	})
}

func calcoloAvvisi() (calcolo, error) {
	return scritto("avvisi di un verbale, spiegati", func(n int) (cds.EsitoAvvisi, error) {
		return cds.Avvisi(violazioneProva(n), 1200)
	})
}

func calcoloScadenza() (calcolo, error) {
	tipi := []cds.TipoScadenza{cds.PagamentoScontato5, cds.PagamentoRidotto60, cds.RicorsoPrefetto60, cds.RicorsoGiudice30, cds.Notifica90}
	return scritto("scadenza, spiegata", func(n int) (cds.EsitoScadenza, error) {
		return cds.Scadenza(cds.RichiestaScadenza{Tipo: tipi[n%len(tipi)], Decorrenza: giornoBase(n)})
	})
}

func calcoloRiga() (calcolo, error) {
	t := sanzione.Iniziale()
	criteri := []sanzione.Criterio{
		{Articolo: "153", Comma: "10"}, {Articolo: "157", Comma: "8"}, {Articolo: "172", Comma: "10"}, {Articolo: "146", Comma: "3"},
	}
	return scritto("riga della tabella per la violazione", func(n int) ([]sanzione.Sanzione, error) {
		c := criteri[n%len(criteri)]
		c.Data = giornoBase(n)
		return t.Scegli(c)
	})
}

// persona is one of a hundred thousand that do not exist.
func persona(n int) codicefiscale.Persona {
	lettera := func(k int) string { return string(rune('A' + k%26)) }
	return codicefiscale.Persona{
		Cognome: "Ver" + lettera(n) + "dini" + lettera(n/26), Nome: "Alb" + lettera(n/7) + "erta", Sesso: codicefiscale.Femmina,
		Nascita: time.Date(1950+n%60, time.Month(1+n%12), 1+n%28, 0, 0, 0, 0, time.UTC), CodiceCatastale: "H501",
	}
}

func calcoloCodice() (calcolo, error) {
	forma := regexp.MustCompile(`^[A-Z]{6}[0-9]{2}[A-EHLMPRST][0-9]{2}[A-Z][0-9]{3}[A-Z]$`)
	return calcolo{nome: "codice fiscale calcolato", rispetto: formaControllo,
		nostro: func(n int) error { _, err := codicefiscale.Calcola(persona(n)); return err },
		pari:   combacia(forma, "VRDLRT64E47H501X"),
	}, nil
}

func calcoloCodiceValido() (calcolo, error) {
	codici, err := codiciProva()
	if err != nil {
		return calcolo{}, err
	}
	forma := regexp.MustCompile(`^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$`)
	return calcolo{nome: "codice fiscale controllato", rispetto: formaControllo,
		nostro: func(n int) error { return vero(codicefiscale.Valida(codici[n%len(codici)]).Valido) },
		pari:   combacia(forma, codici[0]),
	}, nil
}

func codiciProva() ([]string, error) {
	codici := make([]string, 1000)
	for i := range codici {
		codice, err := codicefiscale.Calcola(persona(i))
		if err != nil {
			return nil, err
		}
		codici[i] = codice
	}
	return codici, nil
}

func calcoloTarga() (calcolo, error) {
	forma := regexp.MustCompile(`^[A-HJ-NPR-TV-Z]{2}[0-9]{3}[A-HJ-NPR-TV-Z]{2}$`)
	targhe := []string{"AB123CD", "ab 123 cd", "EF45678", "CC123AA", "XA123BC", "FI123456", "BB2345"}
	return calcolo{nome: "targa controllata, con i suoi tipi", rispetto: formaControllo,
		nostro: func(n int) error { return vero(targa.Valida(targhe[n%len(targhe)], "").Valida) },
		pari:   combacia(forma, targhe[0]),
	}, nil
}

func calcoloNumero() calcolo {
	return calcolo{nome: "numero avviso composto e riletto", rispetto: "le sole cifre, con fmt",
		nostro: func(n int) error {
			a, err := pagopa.Componi("12", fmt.Sprintf("%013d", n))
			if err != nil {
				return err
			}
			_, err = pagopa.LeggiNumero(a.Numero)
			return err
		},
		pari: func(n int) error { return vero(fmt.Sprintf("%013d", n) != "") },
	}
}

func combacia(forma *regexp.Regexp, testo string) func(int) error {
	return func(int) error { return vero(forma.MatchString(testo)) }
}

func vero(b bool) error {
	if !b {
		return errFalso
	}
	return nil
}
