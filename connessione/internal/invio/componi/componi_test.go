package componi_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/connessione/internal/invio/componi"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

func dati(cambia ...func(*componi.Dati)) componi.Dati {
	d := componi.Dati{Numero: "123/A", Anno: 2026, Ordine: 1, Persona: componi.Soggetto{CodiceFiscale: simulatore.CodicePersona("003", "AAA"),
		Cognome: "D’Alò", Nome: "Niccolò", Indirizzo: "Via dell’Università", Civico: "1", Cap: "00100", Comune: "Forlì", Provincia: "FC"},
		Avvisi: []componi.Avviso{{Tipo: "RIDOTTO_30", Numero: "301", Creditore: "01199250158"}, {Tipo: "RIDOTTO", Numero: "302", Creditore: "01199250158"}}}
	for _, f := range cambia {
		f(&d)
	}
	return d
}

func mittente() componi.Mittente {
	return componi.Mittente{Denominazione: "Comune di Forlì", CodiceFiscale: "01199250158", Tassonomia: "010101P", TassonomiaSenza: "010103N",
		Carta: parole.Carta890}
}

func TestRichiesta(t *testing.T) {
	t.Parallel()
	q, manca := componi.Richiesta(dati(), mittente())
	if len(manca) != 0 {
		t.Fatal(manca)
	}
	d := q.Destinatari[0]
	if d.Denominazione != "D'Alo Niccolo" || d.Fisico.Indirizzo != "Via dell'Universita 1" || d.Fisico.Comune != "Forli" || q.Mittente != "Comune di Forli" {
		t.Errorf("letters that SEND refuses: %+v, %s", d, q.Mittente)
	}
	if len(d.Pagamenti) != 2 || d.Pagamenti[0].PagoPA.Avviso != "301" || d.Pagamenti[0].PagoPA.ApplicaCosti || q.Tassonomia != "010101P" {
		t.Errorf("%+v", q)
	}
	if q.Tariffa != parole.TariffaFissa || q.Integrazione != parole.IntegrazioneNessuna || q.Importo != nil || q.Sommario != "" {
		t.Errorf("%+v", q)
	}
	for _, parola := range []string{d.CodiceFiscale, "Alo", "Niccol"} {
		if strings.Contains(q.Oggetto, parola) {
			t.Errorf("the subject names the person: %s", q.Oggetto)
		}
	}
	if q, _ := componi.Richiesta(dati(func(d *componi.Dati) { d.Avvisi = nil }), mittente()); q.Tassonomia != "010103N" || len(q.Destinatari[0].Pagamenti) != 0 {
		t.Errorf("%+v", q)
	}
}

func TestRigheDellIndirizzo(t *testing.T) {
	t.Parallel()
	lungo := dati(func(d *componi.Dati) { d.Persona.Indirizzo = "Piazza dei Santi Apostoli Pietro e Paolo Martiri" })
	q, manca := componi.Richiesta(lungo, mittente())
	f := q.Destinatari[0].Fisico
	if len(manca) != 0 || f.Indirizzo != "Piazza dei Santi Apostoli Pietro e Paolo" || f.Dettagli != "Martiri 1" {
		t.Errorf("%+v %v", f, manca)
	}
	estero := dati(func(d *componi.Dati) {
		d.Persona.Nazione, d.Persona.Provincia, d.Persona.Cap, d.Persona.Comune = "FR", "", "75001", "Paris"
	})
	if q, manca := componi.Richiesta(estero, mittente()); len(manca) != 0 || q.Destinatari[0].Fisico.StatoEstero != "Francia" {
		t.Errorf("%+v %v", q.Destinatari[0].Fisico, manca)
	}
}
