package app_test

import (
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/evento"
	simulato "github.com/piattaforma-verbali/verbali/shared/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/testkit"
	"github.com/piattaforma-verbali/verbali/vpn/internal/motorizzazione"
)

const giornoDiProva = "2026-03-10T10:00:00+01:00"

// attesa is what a scenario plate must come to: words that the reason must have.
type attesa struct{ targa, nazione, esito, motivo string }

func scenari() map[string]attesa {
	z := func(codice string) string { return simulato.Targa(codice, "KT") }
	return map[string]attesa{
		"one owner":                               {z("001"), "IT", "TROVATO", "Un solo proprietario"},
		"owner born abroad":                       {z("002"), "IT", "TROVATO", "Un solo proprietario"},
		"company":                                 {z("010"), "IT", "TROVATO", "Un solo proprietario"},
		"any plate":                               {"AB123CD", "IT", "TROVATO", "Un solo proprietario"},
		"two owners":                              {z("020"), "IT", "ANOMALA", "2 comproprietari"},
		"three owners":                            {z("021"), "IT", "ANOMALA", "3 comproprietari"},
		"the lessee answers for a leased car":     {z("030"), "IT", "TROVATO", "risponde il locatario"},
		"a company may be the lessee":             {z("033"), "IT", "TROVATO", "risponde il locatario"},
		"the usufructuary answers":                {z("031"), "IT", "TROVATO", "risponde l'usufruttuario"},
		"the buyer with retained title answers":   {z("032"), "IT", "TROVATO", "risponde l'acquirente"},
		"stolen":                                  {z("040"), "IT", "ANOMALA", "rubato dal 15/01/2020"},
		"foreign, says the register":              {z("050"), "IT", "ANOMALA", "Targa estera"},
		"foreign, says the fine":                  {"B-XY 1", "DE", "ANOMALA", "(DE)"},
		"owner abroad":                            {z("051"), "IT", "TROVATO", "all'estero (CH)"},
		"exported":                                {z("052"), "IT", "ANOMALA", "esportazione (DE)"},
		"dead owner":                              {z("060"), "IT", "ANOMALA", "deceduto il 03/11/2019"},
		"one of two owners is dead":               {z("061"), "IT", "ANOMALA", "deceduto"},
		"owner under age":                         {z("062"), "IT", "ANOMALA", "minorenne"},
		"sold every year":                         {z("070"), "IT", "TROVATO", "Un solo proprietario"},
		"unknown":                                 {z("404"), "IT", "SCONOSCIUTA", "non è nel registro"},
		"no plate of any shape":                   {"QQQ", "IT", "ANOMALA", "non ha la forma"},
		"found after two failures":                {z("512"), "IT", "TROVATO", "Un solo proprietario"},
		"found slowly":                            {z("800"), "IT", "TROVATO", "Un solo proprietario"},
		"found, with a tax code of somebody else": {z("538"), "IT", "TROVATO", "Da verificare"},
	}
}

func TestEveryScenarioPlateComesToItsOutcome(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	fatti, err := b.altri.Conn.SubscribeSync("fatti.alfa.indagine.esito")
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for nome, s := range scenari() {
		ids[nome] = b.verbale(t, "alfa", s.targa, s.nazione, giornoDiProva)
		b.incarica(t, "alfa", ids[nome], uuid.NewString())
	}
	b.attendiIndagini(t, "alfa", len(ids))
	annunciati := map[string]evento.IndagineEsito{}
	for range ids {
		m, err := fatti.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatalf("a fact is missing: %v", err)
		}
		var e evento.IndagineEsito
		if err := json.Unmarshal(m.Data, &e); err != nil {
			t.Fatal(err)
		}
		annunciati[e.IDVerbale] = e
	}
	conn := b.ambiente.Collega(t, "elaborazione", "alfa") // who reads the view is another module
	for nome, s := range scenari() {
		var id, esito, motivo, tipo, cf, registro string
		err := conn.QueryRow(t.Context(), `SELECT id::text, esito, motivo, tipo, codice_fiscale, rete FROM vpn_v1.indagine WHERE verbale = $1`, ids[nome]).
			Scan(&id, &esito, &motivo, &tipo, &cf, &registro)
		if err != nil {
			t.Fatalf("%s: %v", nome, err)
		}
		if esito != s.esito || !strings.Contains(motivo, s.motivo) || (tipo != "") != (esito == "TROVATO") || (cf != "") != (esito == "TROVATO") {
			t.Errorf("%s: %s %q %s %s", nome, esito, motivo, tipo, cf)
		}
		if d := cmp.Diff(evento.IndagineEsito{IDIndagine: id, IDVerbale: ids[nome], Esito: esito}, annunciati[ids[nome]]); d != "" {
			t.Errorf("%s: fact (-want +got):\n%s", nome, d)
		}
		if (registro == "") != (s.nazione != "IT") {
			t.Errorf("%s: network %q", nome, registro)
		}
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'INDAGINE_TARGA' AND oggetto_tipo = 'verbale' AND motivo = 'prova' AND esito <> ''`); n != len(ids) {
		t.Errorf("%d lines of audit for %d look-ups", n, len(ids))
	}
}

func TestOwnerIsThatOfTheDayOfTheViolationInRome(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	targa := simulato.Targa("070", "ZZ")
	// One hour of real time: in Rome it is still June, then July, when the car is sold.
	giugno := b.verbale(t, "alfa", targa, "IT", "2025-06-30T21:30:00Z")
	luglio := b.verbale(t, "alfa", targa, "IT", "2025-06-30T22:30:00Z")
	b.incarica(t, "alfa", giugno, "m1")
	b.incarica(t, "alfa", luglio, "m2")
	b.attendiIndagini(t, "alfa", 2)
	if n := b.conta(t, "alfa", `SELECT count(DISTINCT codice_fiscale) FROM indagine WHERE esito = 'TROVATO'`); n != 2 {
		t.Errorf("%d owners on the two sides of midnight in Rome, want 2", n)
	}
}

func TestRowHoldsPersonAddressAndVehicle(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.incarica(t, "alfa", b.verbale(t, "alfa", simulato.Targa("030", "AA"), "IT", giornoDiProva), "m1")
	b.attendiIndagini(t, "alfa", 1)
	var riga struct{ Tipo, CodiceFiscale, Cognome, Nome, Sesso, Nascita, Luogo, Indirizzo, Civico, Cap, Comune, Istat, Provincia, Nazione, Marca, Modello string }
	var risposta json.RawMessage
	err := b.ambiente.Collega(t, "vpn", "alfa").QueryRow(t.Context(), `SELECT tipo, codice_fiscale, cognome, nome, sesso, data_nascita::text,
		luogo_nascita, indirizzo, civico, cap, comune, comune_istat, provincia, nazione, marca, modello, risposta FROM indagine`).
		Scan(&riga.Tipo, &riga.CodiceFiscale, &riga.Cognome, &riga.Nome, &riga.Sesso, &riga.Nascita, &riga.Luogo, &riga.Indirizzo, &riga.Civico,
			&riga.Cap, &riga.Comune, &riga.Istat, &riga.Provincia, &riga.Nazione, &riga.Marca, &riga.Modello, &risposta)
	if err != nil {
		t.Fatal(err)
	}
	var v motorizzazione.Veicolo
	if err := json.Unmarshal(risposta, &v); err != nil || len(v.Intestatari) != 2 {
		t.Fatalf("kept answer %s: %v", risposta, err)
	}
	l := v.Intestatari[1]
	want := riga
	want.Tipo, want.CodiceFiscale, want.Nascita = string(l.Tipo), l.CodiceFiscale, l.DataNascita.String()
	want.Cognome, want.Nome, want.Sesso = l.Cognome, l.Nome, l.Sesso
	want.Indirizzo, want.Cap, want.Comune = l.Indirizzo.Via, l.Indirizzo.CAP, l.Indirizzo.Comune
	want.Civico = l.Indirizzo.Civico
	want.Istat, want.Provincia, want.Nazione = l.Indirizzo.CodiceIstat, l.Indirizzo.Provincia, l.Indirizzo.Nazione
	want.Marca, want.Modello = v.Marca, v.Modello
	if d := cmp.Diff(want, riga); d != "" || l.Titolo != "LOCATARIO" || riga.Cognome == "" || riga.Luogo == "" {
		t.Errorf("%+v (-answer +row):\n%s", riga, d)
	}
}

func TestSameMessageThreeTimesAtOnceMakesOneOutcomeAndOneFact(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	fatti, err := b.altri.Conn.SubscribeSync("fatti.alfa.indagine.esito")
	if err != nil {
		t.Fatal(err)
	}
	targa := simulato.Targa("801", "AA") // one second: the three are at work together
	verbale := b.verbale(t, "alfa", targa, "IT", giornoDiProva)
	for range 3 {
		b.incarica(t, "alfa", verbale, "lo-stesso")
	}
	b.codaVuota(t)
	unaVolta := func() {
		t.Helper()
		for tabella, sql := range map[string]string{
			"indagine": `SELECT count(*) FROM indagine`,
			"registro": `SELECT count(*) FROM registro`,
			"ricevuto": `SELECT count(*) FROM ricevuto WHERE consumatore = 'vpn-targa'`,
		} {
			if n := b.conta(t, "alfa", sql); n != 1 {
				t.Errorf("%s: %d rows", tabella, n)
			}
		}
	}
	unaVolta()
	chieste := b.registro.Richieste(targa)
	b.incarica(t, "alfa", verbale, "lo-stesso")
	b.codaVuota(t)
	unaVolta()
	if n := b.registro.Richieste(targa); n != chieste {
		t.Errorf("a message already taken asked the register again: %d, then %d", chieste, n)
	}
	if _, err := fatti.NextMsg(10 * time.Second); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 5*time.Second, "an empty outbox", func() bool { return b.conta(t, "alfa", `SELECT count(*) FROM uscita`) == 0 })
	if n, _, _ := fatti.Pending(); n != 0 {
		t.Errorf("%d facts too many", n)
	}
}

func TestRegisterAwayMakesTheMessageWaitAndNeverDie(t *testing.T) {
	t.Parallel()
	posto, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	indirizzo := posto.Addr().String()
	_ = posto.Close() // nobody answers here
	b := apparecchiaVerso(t, "http://"+indirizzo)
	morti, err := b.altri.Conn.SubscribeSync("morti.>")
	if err != nil {
		t.Fatal(err)
	}
	b.incarica(t, "alfa", b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva), "m1")
	testkit.Attendi(t, 20*time.Second, "a measured failure", func() bool {
		return b.stato(t).Guasti >= 4 // two deliveries at least
	})
	if s := b.stato(t); s.Esito != "CON_ERRORI" && s.Esito != "NON_RAGGIUNGIBILE" {
		t.Errorf("network %s", s.Esito)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine`); n != 0 {
		t.Errorf("%d outcomes from a register that is away", n)
	}
	if w := b.chiediCome(t, "/VpnService/rest/veicoli/AB123CD?motivo=prova"); w.Code != http.StatusServiceUnavailable || problema(t, w).Codice != "REGISTRO_NON_DISPONIBILE" {
		t.Errorf("a question meanwhile: %d %s", w.Code, w.Body)
	}
	posto, err = net.Listen("tcp", indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	torna := &httptest.Server{Listener: posto, Config: &http.Server{Handler: simulato.Nuovo(simulato.Opzioni{}).Handler()}}
	torna.Start()
	t.Cleanup(torna.Close)
	testkit.Attendi(t, 60*time.Second, "the owner", func() bool {
		return b.conta(t, "alfa", `SELECT count(*) FROM indagine WHERE esito = 'TROVATO'`) == 1
	})
	if n, _, _ := morti.Pending(); n != 0 {
		t.Errorf("%d dead letters", n)
	}
}

func (b *banco) stato(t *testing.T) motorizzazione.Stato {
	t.Helper()
	w := b.chiediCome(t, "/VpnService/rest/collegamenti")
	var corpo struct {
		Collegamenti []motorizzazione.Stato `json:"collegamenti"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &corpo); err != nil || len(corpo.Collegamenti) != 1 {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	return corpo.Collegamenti[0]
}

func TestFineOfAnotherTenantIsNeverRead(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	morti, err := b.altri.Conn.SubscribeSync("morti.vpn.targa.alfa")
	if err != nil {
		t.Fatal(err)
	}
	diBeta := b.verbale(t, "beta", "AB123CD", "IT", giornoDiProva)
	b.incarica(t, "alfa", diBeta, "m1")
	m, err := morti.NextMsg(20 * time.Second)
	if err != nil || !strings.Contains(string(m.Data), "assente") {
		t.Fatalf("dead letter: %v", err)
	}
	if strings.Contains(string(m.Data), "AB123CD") {
		t.Errorf("the plate of another tenant's fine left: %s", m.Data)
	}
	if n := b.registro.Richieste("AB123CD"); n != 0 {
		t.Errorf("the register was asked %d times", n)
	}
	for _, tenant := range []string{"alfa", "beta"} {
		if n := b.conta(t, tenant, `SELECT count(*) FROM indagine`); n != 0 {
			t.Errorf("%s: %d outcomes", tenant, n)
		}
	}
}

func TestBrokenMessageDiesAtOnceWithItsReason(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	morti, err := b.altri.Conn.SubscribeSync("morti.vpn.targa.alfa")
	if err != nil {
		t.Fatal(err)
	}
	b.incarica(t, "alfa", "non-un-id", "m1")
	m, err := morti.NextMsg(20 * time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var morto evento.Morto
	if err := json.Unmarshal(m.Data, &morto); err != nil || morto.Consegne != 1 || !strings.Contains(morto.Motivo, "idVerbale") {
		t.Errorf("%s: %v", m.Data, err)
	}
}

func TestAnswerThatCannotBeTrustedIsTriedAgainAndIsNoOutcome(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	morti, err := b.altri.Conn.SubscribeSync("morti.>")
	if err != nil {
		t.Fatal(err)
	}
	codici := []string{"530", "531", "532", "533", "534", "535", "536", "537"}
	for _, codice := range codici {
		b.incarica(t, "alfa", b.verbale(t, "alfa", simulato.Targa(codice, "AA"), "IT", giornoDiProva), "m"+codice)
	}
	for _, codice := range codici {
		targa := simulato.Targa(codice, "AA")
		testkit.Attendi(t, 30*time.Second, "a second question about "+targa, func() bool { return b.registro.Richieste(targa) >= 2 })
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine`); n != 0 {
		t.Errorf("%d outcomes out of nonsense", n)
	}
	if n, _, _ := morti.Pending(); n != 0 {
		t.Errorf("%d messages died at their first deliveries", n)
	}
	if s := b.stato(t); int(s.Guasti) < len(codici) {
		t.Errorf("nonsense does not show in the state of the network: %+v", s)
	}
}

func TestSuspendedTenantIsNotServedAndItsWorkWaits(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if err := b.Tenant.Aggiorna(t.Context()); err != nil {
		t.Fatal(err)
	}
	if w := b.chiediCome(t, "/VpnService/rest/veicoli/AB123CD?motivo=prova"); w.Code != http.StatusForbidden || problema(t, w).Codice != "TENANT_SOSPESO" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	b.incarica(t, "alfa", b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva), "m1")
	b.incarica(t, "beta", b.verbale(t, "beta", "AB124CD", "IT", giornoDiProva), "m2")
	b.attendiIndagini(t, "beta", 1)
	if n := b.registro.Richieste("AB123CD"); n != 0 {
		t.Errorf("the register was asked %d times for a suspended command", n)
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'ATTIVO' WHERE nome = 'alfa'`)
	if err := b.Tenant.Aggiorna(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.attendiIndagini(t, "alfa", 1)
}
