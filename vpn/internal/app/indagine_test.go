package app_test

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/vpn/internal/app"
	"github.com/piattaforma-verbali/verbali/vpn/internal/indagine"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

const giornoDiProva = "2026-03-10T10:00:00+01:00"

// attesa is what a scenario plate must come to: words that the reason must have.
type attesa struct{ targa, nazione, esito, codice, motivo string }

func scenari() map[string]attesa {
	z := func(codice string) string { return simulato.Targa(codice, "KT") }
	return map[string]attesa{
		"one owner":                             {z("001"), "IT", "TROVATO", "UNICO_PROPRIETARIO", "Un solo proprietario"},
		"owner born abroad":                     {z("002"), "IT", "TROVATO", "UNICO_PROPRIETARIO", "Un solo proprietario"},
		"company":                               {z("010"), "IT", "TROVATO", "UNICO_PROPRIETARIO", "Un solo proprietario"},
		"any plate":                             {"AB123CD", "IT", "TROVATO", "UNICO_PROPRIETARIO", "Un solo proprietario"},
		"two owners":                            {z("020"), "IT", "ANOMALA", "COMPROPRIETARI", "2 comproprietari"},
		"three owners":                          {z("021"), "IT", "ANOMALA", "COMPROPRIETARI", "3 comproprietari"},
		"the lessee answers for a leased car":   {z("030"), "IT", "TROVATO", "LOCATARIO", "risponde il locatario"},
		"a company may be the lessee":           {z("033"), "IT", "TROVATO", "LOCATARIO", "risponde il locatario"},
		"two lessees":                           {z("034"), "IT", "ANOMALA", "PIU_IN_VECE", "Più soggetti al posto del proprietario (2)"},
		"the usufructuary answers":              {z("031"), "IT", "TROVATO", "USUFRUTTUARIO", "risponde l'usufruttuario"},
		"the buyer with retained title answers": {z("032"), "IT", "TROVATO", "ACQUIRENTE", "risponde l'acquirente"},
		"stolen":                                {z("040"), "IT", "ANOMALA", "RUBATO", "rubato dal 15/01/2020"},
		"foreign, says the register":            {z("050"), "IT", "ANOMALA", "TARGA_ESTERA", "in un altro Stato (FR)"},
		"foreign, says the fine":                {"B-XY 1", "DE", "ANOMALA", "TARGA_ESTERA", "(DE)"},
		"owner abroad":                          {z("051"), "IT", "TROVATO", "UNICO_PROPRIETARIO", "all'estero (CH)"},
		"exported":                              {z("052"), "IT", "ANOMALA", "CESSATO", "esportazione (DE)"},
		"dead owner":                            {z("060"), "IT", "ANOMALA", "DECEDUTO_PRIMA", "deceduto il 03/11/2019, prima della violazione"},
		"one of two owners is dead":             {z("061"), "IT", "ANOMALA", "COMPROPRIETARI", "deceduto"},
		"owner under age":                       {z("062"), "IT", "ANOMALA", "MINORENNE", "minorenne"},
		"sold every year":                       {z("070"), "IT", "TROVATO", "UNICO_PROPRIETARIO", "Un solo proprietario"},
		"unknown":                               {z("404"), "IT", "SCONOSCIUTA", "NON_PRESENTE", "non è nel registro"},
		"no plate of any shape":                 {"QQQ", "IT", "ANOMALA", "TARGA_NON_VALIDA", "non ha la forma"},
		"nothing that a plate may hold":         {"À?-", "IT", "ANOMALA", "TARGA_NON_VALIDA", "non ha la forma"},
		"found after two failures":              {z("512"), "IT", "TROVATO", "UNICO_PROPRIETARIO", "Un solo proprietario"},
		"found slowly":                          {z("800"), "IT", "TROVATO", "UNICO_PROPRIETARIO", "Un solo proprietario"},
		"answered twice":                        {z("522"), "IT", "TROVATO", "UNICO_PROPRIETARIO", "Un solo proprietario"},
		"an address in a country that is none":  {z("543"), "IT", "ANOMALA", "INDIRIZZO_DISCORDE", "La nazione dell'indirizzo dell'intestatario non esiste"},
		"a comune that is not its code's":       {z("544"), "IT", "ANOMALA", "INDIRIZZO_DISCORDE", "non è quello del suo codice ISTAT"},
		"the tax code is of somebody else":      {z("538"), "IT", "ANOMALA", "DATI_DISCORDI", "nome: il codice fiscale porta"},
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
	annunciati := map[string]event.IndagineEsito{}
	for range ids {
		m, err := fatti.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatalf("a fact is missing: %v", err)
		}
		var e event.IndagineEsito
		if err := json.Unmarshal(m.Data, &e); err != nil {
			t.Fatal(err)
		}
		annunciati[e.IDVerbale] = e
	}
	conn := b.ambiente.Collega(t, "elaborazione", "alfa") // who reads the view is another module
	for nome, s := range scenari() {
		var id, esito, codice, motivo, tipo, cf, registro, titolo, giorno string
		err := conn.QueryRow(t.Context(), `SELECT id::text, esito, codice, motivo, tipo, codice_fiscale, rete, titolo, giorno::text
			FROM vpn_v1.indagine WHERE verbale = $1`, ids[nome]).
			Scan(&id, &esito, &codice, &motivo, &tipo, &cf, &registro, &titolo, &giorno)
		if err != nil {
			t.Fatalf("%s: %v", nome, err)
		}
		if esito != s.esito || codice != s.codice || !strings.Contains(motivo, s.motivo) || giorno != "2026-03-10" {
			t.Errorf("%s: %s %s %q %s", nome, esito, codice, motivo, giorno)
		}
		if trovato := esito == "TROVATO"; (tipo != "") != trovato || (cf != "") != trovato || (titolo != "") != trovato {
			t.Errorf("%s: %s names %s %s %s", nome, esito, tipo, cf, titolo)
		}
		if d := cmp.Diff(event.IndagineEsito{IDIndagine: id, IDVerbale: ids[nome], Esito: esito}, annunciati[ids[nome]]); d != "" {
			t.Errorf("%s: fact (-want +got):\n%s", nome, d)
		}
		if (registro == "") != (s.nazione != "IT" || s.targa == "À?-") {
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
	b.incarica(t, "alfa", b.verbale(t, "alfa", targa, "IT", "1994-06-30T10:00:00Z"), "m3")
	b.attendiIndagini(t, "alfa", 3)
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine WHERE giorno = '1994-06-30' AND esito = 'SCONOSCIUTA' AND codice = 'NON_IMMATRICOLATO' AND codice_fiscale = ''`); n != 1 {
		t.Error("a day before the first registration has an owner")
	}
}

// TestALookUpOfTheSecondReplicaIsInTheRegisterToo: two replicas may ask for the same message, and of each
// question that left there is a line.
func TestALookUpOfTheSecondReplicaIsInTheRegisterToo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	verbale := b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva)
	ctx := tenant.With(t.Context(), b.ambiente.Tenant("alfa"))
	s := indagine.Store{Pools: b.Pools}
	riga := indagine.Riga{ID: uuid.New(), Verbale: uuid.MustParse(verbale), Esito: "TROVATO", Codice: "UNICO_PROPRIETARIO", Rete: indagine.Rete,
		Quando: tempo.Adesso(), Soggetto: indagine.Soggetto{Tipo: "PERSONA", CodiceFiscale: "MRORSO46C55L424C"}, Titolo: registro.Proprietario, Targa: "AB123CD", Giorno: calendario.MustParse("2026-03-10"), Candidati: "[]", Avvertenze: "[]"}
	for range 2 {
		nuova := riga
		e := &indagine.Effetto{Messaggio: "lo-stesso", Ricevuto: true, Riga: &nuova,
			Accessi: []db.Access{{Attore: "sistema", Azione: "INDAGINE_TARGA", OggettoTipo: "verbale", Oggetto: verbale, Motivo: "prova", Esito: "TROVATO"}}}
		if s.Scrivi(ctx, &turno.Molti{}, []*indagine.Effetto{e}); e.Errore != nil {
			t.Fatal(e.Errore)
		}
		riga.ID = uuid.New()
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine`); n != 1 {
		t.Errorf("%d outcomes", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'INDAGINE_TARGA' AND motivo = 'prova'`); n != 2 {
		t.Errorf("%d lines of audit for two questions", n)
	}
}

func TestRowHoldsPersonAddressAndVehicle(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.incarica(t, "alfa", b.verbale(t, "alfa", simulato.Targa("030", "AA"), "IT", giornoDiProva), "m1")
	b.attendiIndagini(t, "alfa", 1)
	var riga struct{ Tipo, CodiceFiscale, Cognome, Nome, Sesso, Nascita, Luogo, Indirizzo, Civico, Cap, Comune, Istat, Provincia, Nazione, Marca, Modello string }
	var risposta json.RawMessage
	err := b.ambiente.Banca(t, "vpn", "alfa").QueryRow(t.Context(), `SELECT tipo, codice_fiscale, cognome, nome, sesso, data_nascita::text,
		luogo_nascita, indirizzo, civico, cap, comune, comune_istat, provincia, nazione, marca, modello, risposta FROM indagine`).
		Scan(&riga.Tipo, &riga.CodiceFiscale, &riga.Cognome, &riga.Nome, &riga.Sesso, &riga.Nascita, &riga.Luogo, &riga.Indirizzo, &riga.Civico,
			&riga.Cap, &riga.Comune, &riga.Istat, &riga.Provincia, &riga.Nazione, &riga.Marca, &riga.Modello, &risposta)
	if err != nil {
		t.Fatal(err)
	}
	var v registro.Veicolo
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

// candidati are the people on the papers that elaborazione reads of a fine's look-up.
func (b *banco) candidati(t *testing.T, verbale string) (elenco []indagine.Candidato, nazioneTarga, furto string) {
	t.Helper()
	var testo []byte
	err := b.ambiente.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(),
		`SELECT candidati, nazione_targa, coalesce(data_furto::text, '') FROM vpn_v1.indagine WHERE verbale = $1`, verbale).Scan(&testo, &nazioneTarga, &furto)
	if err != nil {
		t.Fatal(err)
	}
	lettore := json.NewDecoder(bytes.NewReader(testo))
	lettore.DisallowUnknownFields()
	if err := lettore.Decode(&elenco); err != nil {
		t.Fatalf("%s: %v", testo, err)
	}
	return elenco, nazioneTarga, furto
}

func TestWhoDecidesReadsEverybodyOnThePapers(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := map[string]struct {
		risponde []bool // one a holder, in the register's order
		altro    func(c []indagine.Candidato, nazione, furto string) bool
	}{
		"021": {[]bool{true, true, true}, nil},
		"030": {[]bool{false, true}, func(c []indagine.Candidato, _, _ string) bool {
			return c[0].Tipo == "SOCIETA" && c[0].Denominazione != "" && c[1].Titolo == "LOCATARIO" && c[1].LuogoNascita != "" && c[1].Comune != ""
		}},
		"034": {[]bool{false, true, true}, nil},
		"040": {[]bool{true}, func(_ []indagine.Candidato, _, furto string) bool { return furto == "2020-01-15" }},
		"050": {nil, func(_ []indagine.Candidato, nazione, _ string) bool { return nazione == "FR" }},
		"052": {nil, nil},
		"060": {[]bool{false}, func(c []indagine.Candidato, _, _ string) bool {
			return c[0].Decesso.String() == "2019-11-03" && c[0].Cognome != ""
		}},
		"061": {[]bool{false, true}, nil},
		"062": {[]bool{true}, func(c []indagine.Candidato, _, _ string) bool { return c[0].Minorenne }},
		"404": {nil, nil},
	}
	ids := map[string]string{}
	for codice := range casi {
		ids[codice] = b.verbale(t, "alfa", simulato.Targa(codice, "AA"), "IT", giornoDiProva)
		b.incarica(t, "alfa", ids[codice], uuid.NewString())
	}
	b.attendiIndagini(t, "alfa", len(casi))
	for codice, c := range casi {
		elenco, nazione, furto := b.candidati(t, ids[codice])
		var risponde []bool
		for _, x := range elenco {
			risponde = append(risponde, x.Risponde)
			if x.CodiceFiscale == "" || x.Indirizzo == "" || x.Dal.IsZero() || x.Titolo == "" || codice != "062" && x.Minorenne {
				t.Errorf("%s: %+v", codice, x)
			}
		}
		if d := cmp.Diff(c.risponde, risponde); d != "" {
			t.Errorf("%s: who answers (-want +got):\n%s", codice, d)
		} else if c.altro != nil && !c.altro(elenco, nazione, furto) {
			t.Errorf("%s: %+v %s %s", codice, elenco, nazione, furto)
		}
	}
}

// TestTheDayOfDeathAgainstThatOfTheViolation: what was owed dies, and who was dead owed nothing.
func TestTheDayOfDeathAgainstThatOfTheViolation(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := map[string]string{"2019-11-02T10:00:00+01:00": "DECEDUTO_DOPO", "2019-11-03T10:00:00+01:00": "DECEDUTO_DOPO",
		"2019-11-04T10:00:00+01:00": "DECEDUTO_PRIMA"}
	for violazione := range casi {
		b.incarica(t, "alfa", b.verbale(t, "alfa", simulato.Targa("060", "AA"), "IT", violazione), violazione)
	}
	b.attendiIndagini(t, "alfa", len(casi))
	for violazione, codice := range casi {
		if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine WHERE giorno = '`+violazione[:10]+`' AND codice = '`+codice+`'`); n != 1 {
			t.Errorf("%s is not %s", violazione, codice)
		}
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
	if chieste != 1 {
		t.Errorf("one piece of work asked the register %d times", chieste)
	}
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
		return b.stato(t).Faults >= 4 // two deliveries at least
	})
	if s := b.stato(t); s.Verdict != "CON_ERRORI" && s.Verdict != "NON_RAGGIUNGIBILE" {
		t.Errorf("network %s", s.Verdict)
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

// TestSomebodyInTheRegistersSteadMakesTheMessageWait: a page of courtesy or credentials refused on the way
// say nothing of a plate, and no person can decide on them.
func TestSomebodyInTheRegistersSteadMakesTheMessageWait(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	morti, err := b.altri.Conn.SubscribeSync("morti.>")
	if err != nil {
		t.Fatal(err)
	}
	codici := []string{"534", "541", "542"}
	for _, codice := range codici {
		b.incarica(t, "alfa", b.verbale(t, "alfa", simulato.Targa(codice, "AA"), "IT", giornoDiProva), "m"+codice)
	}
	testkit.Attendi(t, 30*time.Second, "the breaker to leave the network alone", func() bool { return b.stato(t).Verdict == esterno.Unreachable })
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine`); n != 0 {
		t.Errorf("%d outcomes of a register that did not answer", n)
	}
	if n, _, _ := morti.Pending(); n != 0 {
		t.Errorf("%d dead letters", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE esito = 'REGISTRO_NON_DISPONIBILE'`); n != len(codici) {
		t.Errorf("%d lines of audit, want one a fine however often it was asked", n)
	}
	w := b.chiediCome(t, "/VpnService/rest/veicoli/"+simulato.Targa("534", "AA")+"?motivo=prova")
	if w.Code != http.StatusServiceUnavailable || problema(t, w).Codice != "REGISTRO_NON_DISPONIBILE" {
		t.Errorf("a person meanwhile: %d %s", w.Code, w.Body)
	}
}

func (b *banco) stato(t *testing.T) esterno.State {
	t.Helper()
	w := b.chiediCome(t, "/VpnService/rest/collegamenti")
	var corpo struct {
		Collegamenti []esterno.State `json:"collegamenti"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &corpo); err != nil || len(corpo.Collegamenti) != 1 {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	return corpo.Collegamenti[0]
}

// TestALateAnswerIsNoAnswer: what comes after the time of an attempt is thrown away, and the question asked again
// makes one outcome.
func TestALateAnswerIsNoAnswer(t *testing.T) {
	t.Parallel()
	registro := simulato.Nuovo(simulato.Opzioni{})
	server := httptest.NewServer(registro.Handler())
	t.Cleanup(server.Close)
	b := apparecchiaVerso(t, server.URL, func(i *app.Impostazioni) { i.MotorizzazioneTentativo = time.Second })
	fatti, err := b.altri.Conn.SubscribeSync("fatti.alfa.indagine.esito")
	if err != nil {
		t.Fatal(err)
	}
	registro.Comanda(simulatore.Controllo{Modo: "lento", Volte: 2, Millisecondi: 1500})
	b.incarica(t, "alfa", b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva), "m1")
	b.codaVuota(t)
	if n := registro.Richieste("AB123CD"); n != 3 {
		t.Errorf("asked %d times, two of them answered late", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine WHERE esito = 'TROVATO'`); n != 1 {
		t.Errorf("%d outcomes", n)
	}
	if _, err := fatti.NextMsg(10 * time.Second); err != nil {
		t.Fatal(err)
	}
	if s := b.stato(t); s.Faults != 2 || s.Attempts != 3 || s.Verdict != esterno.Reachable {
		t.Errorf("what was measured: %+v", s)
	}
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
	var morto event.Morto
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
	codici := []string{"523", "530", "531", "532", "533", "535", "536", "537", "539"}
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
	if n := b.conta(t, "alfa", `SELECT count(DISTINCT oggetto) FROM registro WHERE azione = 'INDAGINE_TARGA' AND motivo = 'prova' AND esito = 'RISPOSTA_NON_UTILIZZABILE'`); n != len(codici) {
		t.Errorf("%d fines in the audit, of %d that were asked about", n, len(codici))
	}
	if s := b.stato(t); int(s.Faults) < len(codici) {
		t.Errorf("nonsense does not show in the state of the network: %+v", s)
	}
}

func TestSuspendedTenantIsNotServedAndItsWorkWaits(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if err := b.Tenant.Refresh(t.Context()); err != nil {
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
	if err := b.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.attendiIndagini(t, "alfa", 1)
}
