package atto_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// rettificato is a fine that the earlier table priced ten times too high, served, and set right once the table was; prima happens
// between service and rectification.
func rettificato(t *testing.T, prima func(*banco.Banco, *banco.Pratica)) (*banco.Banco, *banco.Pratica) {
	t.Helper()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	b.Carica(t, banco.TabellaPrecedente(t))
	u := banco.NuovaPratica(t, b, "RETTIFICA", func(v *richiesta.Verbale) {
		v.Violazioni = []richiesta.Violazione{{Articolo: "15", Comma: "2", Codice: "15-2"}}
	})
	u.Fa(t, verbale.EventoValidato, `{}`)
	u.Forma(t)
	u.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"MESSO"}`)
	u.Fa(t, verbale.EventoNotificaPerfezionata, `{"canale":"MANI"}`)
	prima(b, u)
	b.Carica(t, sanzione.Iniziale())
	u.Fa(t, verbale.EventoViolazioneRettificata, `{"codice":"15-2"}`)
	return b, u
}

// comunica does the work that the rectification has asked for, twice, and gives the text of its communication.
func comunica(t *testing.T, b *banco.Banco, u *banco.Pratica) string {
	t.Helper()
	const chiesto = ` FROM uscita WHERE soggetto LIKE 'lavori.elaborazione.pdf.%' AND corpo::text LIKE '%rettifica%'`
	sequenza := b.Elenca(t, "alfa", `SELECT sequenza::text FROM evento WHERE verbale = $1 AND tipo = 'VIOLAZIONE_RETTIFICATA'`, u.ID)
	if chieste := b.Elenca(t, "alfa", `SELECT count(*)::text`+chiesto); chieste != "1" {
		t.Fatalf("%s communications were asked for", chieste)
	}
	lavoro := event.LavoroPdf{IDVerbale: u.ID.String(), IDPosizione: b.PosizioneDi(t, u.ID.String())}
	for _, c := range sequenza {
		lavoro.Rettifica = lavoro.Rettifica*10 + int(c-'0')
	}
	for range 2 {
		if err := banco.Uno(b.Atti.LavoroPdf, u.Ctx, banco.Messaggio(t, "rettifica-1", lavoro)); err != nil {
			t.Fatal(err)
		}
	}
	sha := b.Elenca(t, "alfa", `SELECT sha256 FROM documento WHERE verbale = $1 AND tipo = 'COMUNICAZIONE_RETTIFICA'`, u.ID)
	pdf, err := b.Deposito.Leggi(u.Ctx, "alfa", sha)
	if err != nil {
		t.Fatal(err)
	}
	b.Rivive(u.Ctx, t, u.ID.String())
	return leggibile(t, pdf)
}

// Who is asked too much by an act that he holds is told what is right, and with which notice to pay; the act stays.
func TestComunicazioneDellaRettifica(t *testing.T) {
	t.Parallel()
	b, u := rettificato(t, func(*banco.Banco, *banco.Pratica) {})
	letto := comunica(t, b, u)
	nuovo := b.Elenca(t, "alfa", `SELECT numero_avviso FROM avviso WHERE verbale = $1 AND stato = 'EMESSO' AND tipo = 'RIDOTTO'`, u.ID)
	for _, x := range []string{"Comunicazione di rettifica", "art. 21-nonies", "sanzione da € 430,00 a € 1.731,00", "sanzione da € 42,00 a € 173,00",
		"Motivo: prova", "prima € 430,00, ora € 42,00", "AVVISO DI PAGAMENTO", nuovo[:4] + " " + nuovo[4:8], "per il resto il verbale resta valido"} {
		if !strings.Contains(letto, x) {
			t.Errorf("%q is not in %s", x, letto)
		}
	}
	documenti := b.Elenca(t, "alfa", `SELECT tipo FROM documento WHERE verbale = $1 ORDER BY creato, tipo`, u.ID)
	if documenti != "ATTO AVVISO_ANONIMO AVVISO_ANONIMO COMUNICAZIONE_RETTIFICA" {
		t.Errorf("the file has %s", documenti)
	}
	if stato, err := u.Archivio.Stato(u.Ctx, u.ID); err != nil || stato.Posizioni[0].Atto.String() == "" || vita.DaFare(stato, stato.Posizioni[0]) {
		t.Errorf("the act is wanted again: %v", err)
	}
}

// Who has paid the wrong sum is told what comes back to him, and is asked nothing.
func TestComunicazioneAChiHaPagato(t *testing.T) {
	t.Parallel()
	b, u := rettificato(t, func(b *banco.Banco, u *banco.Pratica) {
		cent := int64(43000)
		_, _, err := b.Pratiche.RegistraPagamento(b.Come("alfa", "operatore.alfa", auth.RuoloOperatore), conseguenze.RichiestaPagamento{Canale: "PAGOPA", Riferimento: "R1",
			Data: "2026-11-20", ImportoCent: &cent, NumeroAvviso: b.Elenca(t, "alfa", `SELECT numero_avviso FROM avviso WHERE verbale = $1 AND tipo = 'RIDOTTO'`, u.ID)})
		if err != nil {
			t.Fatal(err)
		}
	})
	letto := comunica(t, b, u)
	for _, x := range []string{"È già stata versata la somma di € 430,00", "Da rimborsare: € 400,60", "IBAN"} {
		if !strings.Contains(letto, x) {
			t.Errorf("%q is not in %s", x, letto)
		}
	}
	if strings.Contains(letto, "AVVISO DI PAGAMENTO") {
		t.Error("who owes nothing gets a notice")
	}
}
