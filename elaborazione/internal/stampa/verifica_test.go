package stampa_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
)

func TestAttoRifiutato(t *testing.T) {
	t.Parallel()
	casi := []struct {
		regola, frase string
		guasta        func(*stampa.Atto)
	}{
		{"an act has a number", "numero del verbale", func(a *stampa.Atto) { a.Numero = "" }},
		{"the date of the file comes from the act", "formazione", func(a *stampa.Atto) { a.FormatoIl = time.Time{} }},
		{"a violation has its day", "data della violazione", func(a *stampa.Atto) { a.DataOraViolazione = time.Time{} }},
		{"a vehicle has a plate", "targa", func(a *stampa.Atto) { a.Veicolo.Targa = "" }},
		{"an act says what was done", "manca la violazione", func(a *stampa.Atto) { a.Violazioni = nil }},
		{"an act has an addressee", "nome del destinatario", func(a *stampa.Atto) { a.Destinatario.Nome = "" }},
		{"the addressee answers for a reason", "titolo", func(a *stampa.Atto) { a.Destinatario.Titolo = "" }},
		{"an act names who answers for it", "responsabile", func(a *stampa.Atto) { a.Comando.Firmatario = "" }},
		{"an act comes from a command", "comando", func(a *stampa.Atto) { a.Comando.Denominazione = "" }},
		{"the QR code says the printed number", "non corrisponde", func(a *stampa.Atto) { a.Avvisi[0].NAV = nav60 }},
		{"the QR code says the printed amount", "non corrisponde", func(a *stampa.Atto) { a.Avvisi[1].ImportoCent++ }},
		{"the QR code says the printed creditor", "non corrisponde", func(a *stampa.Atto) { a.Comando.CodiceFiscale = "00246813570" }},
		{"the QR code is a pagoPA code", "non è un codice pagoPA", func(a *stampa.Atto) { a.Avvisi[0].QR = "https://esempio.it" }},
		{"the discount never stands alone", "modello", func(a *stampa.Atto) { a.Avvisi = a.Avvisi[:1] }},
		{"the discount comes first", "modello", func(a *stampa.Atto) { a.Avvisi[0], a.Avvisi[1] = a.Avvisi[1], a.Avvisi[0] }},
		{"the number of the carrier has twelve digits", "12 cifre", func(a *stampa.Atto) { a.CodiceAG = "78600000001" }},
		{"the number of the carrier has only digits", "12 cifre", func(a *stampa.Atto) { a.CodiceAG = "78600000001-" }},
		{"a slip has a postal account", "conto corrente", func(a *stampa.Atto) { a.Comando.ContoPostale = "IT60X0542" }},
		{"a slip has ten digits for its amount", "importo", func(a *stampa.Atto) { *a = conConto(carissimo()) }},
		{"expenses are a part of the amount", "non supera le spese", func(a *stampa.Atto) { a.Spese[0].Cent = 99999 }},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			a := esempio()
			c.guasta(&a)
			pdf, err := stampatore(t).Rendi(a)
			var incompleto *stampa.AttoIncompleto
			if !errors.As(err, &incompleto) || !strings.Contains(err.Error(), c.frase) {
				t.Errorf("Rendi() error = %v, want an AttoIncompleto that says %q", err, c.frase)
			}
			if pdf != nil {
				t.Error("a refused act gave a file")
			}
		})
	}
}

func TestAvvisoAnonimoRifiutato(t *testing.T) {
	t.Parallel()
	a := esempio()
	a.Avvisi = nil
	var incompleto *stampa.AttoIncompleto
	if _, err := stampatore(t).RendiAvvisoAnonimo(a); !errors.As(err, &incompleto) {
		t.Errorf("RendiAvvisoAnonimo() error = %v, want an AttoIncompleto", err)
	}
}

func TestQRConImportoRiempitoDiZeri(t *testing.T) {
	t.Parallel()
	a := esempio()
	a.Avvisi[0].QR = strings.Replace(qr30, "|13310", "|00000013310", 1)
	if _, err := stampatore(t).Rendi(a); err != nil {
		t.Errorf("an amount padded by the issuer is the same amount: %v", err)
	}
}
