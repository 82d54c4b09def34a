package atto_test

import (
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestNessunAttoConSegniCheNonSiStampano: an addressee whose name or address no act can print has none, whatever a person says,
// until his name is written.
func TestNessunAttoConSegniCheNonSiStampano(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	ctx := b.Integratore("alfa")
	u := banco.NuovaPratica(t, b, "F-王", func(v *richiesta.Verbale) { v.Obbligato.Persona.Cognome = "Nicol\ufffd" })
	u.Fa(t, verbale.EventoValidato, `{}`)
	atti := func(messaggio string) string {
		if err := b.LavoraPdf(ctx, t, messaggio, u.ID.String()); err != nil {
			t.Fatal(err)
		}
		return b.Elenca(t, "alfa", `SELECT (SELECT count(*) FROM documento WHERE verbale = $1 AND tipo = 'ATTO') || ' atti, ' ||
			count(*) FILTER (WHERE chiusa IS NULL) || ' anomalie aperte, ' || count(chiusa) || ' chiuse'
			FROM anomalia WHERE verbale = $1 AND tipo = 'DESTINATARIO_NON_STAMPABILE'`, u.ID)
	}
	if ha := atti("p-1"); ha != "0 atti, 1 anomalie aperte, 0 chiuse" {
		t.Fatal(ha)
	}
	stato, err := b.Archivio.Stato(ctx, u.ID)
	if err != nil || len(stato.Anomalie) != 1 || !strings.Contains(stato.Anomalie[0].Testo, "U+FFFD") {
		t.Fatalf("%+v %v", stato.Anomalie, err)
	}
	u.Fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+stato.Anomalie[0].ID.String()+`","esito":"va bene così"}`)
	if ha := atti("p-2"); ha != "0 atti, 1 anomalie aperte, 1 chiuse" {
		t.Error("words do not write a name:", ha)
	}
	u.Fa(t, verbale.EventoPosizioneChiusa, `{}`)
	u.Fa(t, verbale.EventoPosizioneAperta, `{"titolo":"OBBLIGATO","persona":{"persona":{"cognome":"Nicolò","nome":"Mario"},
		"indirizzo":{"via":"Via Roma","comune":"Ravenna","cap":"48121","nazione":"IT"}}}`)
	u.Forma(t)
	if ha := atti("p-3"); ha != "1 atti, 0 anomalie aperte, 2 chiuse" {
		t.Error(ha)
	}
	b.Rivive(ctx, t, u.ID.String())
}
