package app

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/anpr"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	rottaVisura   = base + "/VisuraAnagraficaConnRestService/perCodiceFiscale"
	rottaPerDati  = base + "/VisuraAnagraficaConnRestService/perDatiAnagrafici"
	rottaMassiva  = base + "/VisuraAnagraficaConnRestService/massiva"
	rottaVisure   = base + "/VisuraAnagraficaConnRestService/visure/"
	viaDiProva    = "VIA AMERIGO VESPUCCI"
	viaDiZurigo   = "BAHNHOFSTRASSE"
	nonRegistrato = "Soggetto non registrato in ANPR"
)

type visuraLetta struct {
	Esito, IDAnpr, CodiceFiscale, DataDecesso, Testo, Data string
	Residenza                                              struct{ Via, Nazione string }
	Avvertenze                                             []string
	Alle                                                   time.Time
}

// visura asks about somebody, with a reason.
func (b *banco) visura(t *testing.T, token string, corpo oggetto, stato int) *httptest.ResponseRecorder {
	t.Helper()
	return b.chiede(t, rottaVisura, token, testo(t, chiesta(corpo)), stato)
}

func TestVisura(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore, v := b.operatore(t, "alfa"), b.inserisci(t, "alfa", 1)
	b.sulVerbale(t, v, "001", "003", "004", "006", "008", "404", "405")
	for codice, atteso := range map[string]visuraLetta{
		"001": {Esito: "TROVATO"}, "003": {Esito: "PIU_SOGGETTI"}, "004": {Esito: "DECEDUTO", DataDecesso: "2026-09-01"}, "006": {Esito: "AIRE"},
		"008": {Esito: "TROVATO"}, "404": {Esito: "NON_TROVATO", Testo: nonRegistrato}, "405": {Esito: "NON_TROVATO", Testo: "Soggetto cancellato da ANPR"},
	} {
		w := b.visura(t, operatore, oggetto{"codiceFiscale": persona(codice), "idVerbale": v.ID.String()}, http.StatusOK)
		x := risposta[visuraLetta](t, w)
		via := map[string]string{"001": viaDiProva, "004": viaDiProva, "006": viaDiZurigo, "008": viaDiProva}[codice]
		if x.Esito != atteso.Esito || x.DataDecesso != atteso.DataDecesso || x.Testo != atteso.Testo || x.Residenza.Via != via || x.Data != oggi {
			t.Errorf("%s: %s", codice, w.Body)
		}
		if cambiato := codice == "008"; cambiato != (len(x.Avvertenze) == 1) || cambiato && x.CodiceFiscale == persona("008") {
			t.Errorf("%s: %s", codice, w.Body)
		}
	}
	b.visura(t, operatore, oggetto{"codiceFiscale": persona("001"), "data": oggi}, http.StatusOK)
	b.visura(t, operatore, oggetto{"codiceFiscale": persona("001"), "data": "2026-08-01"}, http.StatusOK)
	righe := b.interrogazioni(t, persona("001"))
	if len(righe) != 3 || !strings.HasSuffix(righe[0], "TROVATO ANPR f 1") || !strings.HasSuffix(righe[1], "TROVATO ANPR t 0") ||
		!strings.HasSuffix(righe[2], "TROVATO ANPR f 0") {
		t.Errorf("the same question of the same day is read again, another day is another question: %q", righe)
	}
	if r := b.registro(t, "alfa", "INTERROGA_VISURA"); len(r) != 9 || r[0].Oggetto != v.ID.String() {
		t.Errorf("%d lines", len(r))
	}
}

// TestUnaMorteNonSiPerde: of a fine the register is asked as of today too, since as of the day of the violation it may show who has died
// as alive.
func TestUnaMorteNonSiPerde(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore, v := b.operatore(t, "alfa"), b.inserisci(t, "alfa", 1)
	b.sulVerbale(t, v, "015")
	for _, c := range []struct {
		corpo oggetto
		esito string
	}{
		{oggetto{"data": "2026-09-01"}, "TROVATO"},
		{oggetto{"data": "2026-09-01", "idVerbale": v.ID.String()}, "DECEDUTO"},
		{oggetto{"idVerbale": v.ID.String()}, "DECEDUTO"},
	} {
		c.corpo["codiceFiscale"] = persona("015")
		x := risposta[visuraLetta](t, b.visura(t, operatore, c.corpo, http.StatusOK))
		if x.Esito != c.esito || (x.DataDecesso != "") != (c.esito == "DECEDUTO") {
			t.Errorf("%v: %+v", c.corpo, x)
		}
	}
}

// TestLIndirizzoDiOggi: of a fine and a past day the address of that day comes with the warning that it is another today; without a
// fine, and where nothing has changed, without.
func TestLIndirizzoDiOggi(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore, v := b.operatore(t, "alfa"), b.inserisci(t, "alfa", 1)
	b.sulVerbale(t, v, "016", "017", "001")
	delVerbale := oggetto{"data": "2026-09-01", "idVerbale": v.ID.String()}
	for nome, c := range map[string]struct {
		codice, via, avverte string
		corpo                oggetto
	}{
		"moved since":           {"016", viaDiProva, "Oggi la residenza è un'altra", delVerbale},
		"moved, asked of today": {"016", "VIA DEI CONDOTTI", "", oggetto{"idVerbale": v.ID.String()}},
		"moved, and no fine":    {"016", viaDiProva, "", oggetto{"data": "2026-09-01", "motivo": "RISCOSSIONE"}},
		"nowhere any more":      {"017", viaDiProva, "Oggi il registro non dà più una residenza", delVerbale},
		"where he was":          {"001", viaDiProva, "", delVerbale},
	} {
		t.Run(nome, func(t *testing.T) {
			corpo := maps.Clone(c.corpo)
			corpo["codiceFiscale"] = persona(c.codice)
			x := risposta[visuraLetta](t, b.visura(t, operatore, corpo, http.StatusOK))
			avverte := strings.Join(x.Avvertenze, " ")
			if x.Esito != "TROVATO" || x.Residenza.Via != c.via || (c.avverte == "") != (avverte == "") || !strings.Contains(avverte, c.avverte) {
				t.Errorf("%+v", x)
			}
		})
	}
}

// TestOgniServizioDiANPRHaLaSuaGiornata: C030 and C001 are counted apart; with the first used up the second is asked by tax code, with
// the second used up nobody is.
func TestOgniServizioDiANPRHaLaSuaGiornata(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore, v := b.operatore(t, "alfa"), b.inserisci(t, "alfa", 1)
	b.sulVerbale(t, v, "001")
	usate := func(chi string) (n int) {
		err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT coalesce(sum(usate), 0) FROM quota WHERE chi = $1`, chi).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	b.visura(t, operatore, oggetto{"codiceFiscale": persona("001"), "data": "2026-09-01", "idVerbale": v.ID.String()}, http.StatusOK)
	if c030, c001 := usate("anpr-c030"), usate("anpr-c001"); c030 != 1 || c001 != 2 {
		t.Errorf("C030 %d, C001 %d: the key is asked for once, the person of two days", c030, c001)
	}
	b.ambiente.Esegui(t, modulo, "alfa", `UPDATE quota SET usate = 1000 WHERE chi = 'anpr-c030'`)
	b.visura(t, operatore, oggetto{"codiceFiscale": persona("002")}, http.StatusOK)
	if c030, c001 := usate("anpr-c030"), usate("anpr-c001"); c030 != 1000 || c001 != 3 || b.anpr.Richieste(persona("002")) != 1 {
		t.Errorf("C030 %d, C001 %d, by tax code %d", c030, c001, b.anpr.Richieste(persona("002")))
	}
	b.ambiente.Esegui(t, modulo, "alfa", `UPDATE quota SET usate = 1000 WHERE chi = 'anpr-c001'`)
	b.visura(t, operatore, oggetto{"codiceFiscale": persona("004")}, http.StatusTooManyRequests)
}

func TestVisuraPerDatiAnagrafici(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	dati := func(altro oggetto) string {
		corpo := chiesta(oggetto{"cognome": "Prova", "nome": "Persona 001", "sesso": "M", "dataNascita": "1980-01-01", "comuneIstat": "058091", "comune": "Roma"})
		maps.Copy(corpo, altro)
		return testo(t, corpo)
	}
	if x := risposta[visuraLetta](t, b.chiede(t, rottaPerDati, operatore, dati(nil), http.StatusOK)); x.Esito != "TROVATO" || x.CodiceFiscale != persona("001") {
		t.Errorf("%+v", x)
	}
	if x := risposta[visuraLetta](t, b.chiede(t, rottaPerDati, operatore, dati(oggetto{"nome": "Persona 003"}), http.StatusOK)); x.Esito != "PIU_SOGGETTI" {
		t.Errorf("%+v", x)
	}
	solo := risposta[visuraLetta](t, b.chiede(t, rottaPerDati, operatore, dati(oggetto{"cognome": "XXX"}), http.StatusOK))
	if solo.Esito != "TROVATO" || solo.CodiceFiscale != persona("001") {
		t.Errorf("a person with one name: %+v", solo)
	}
	d := risposta[problem.Document](t, b.chiede(t, rottaPerDati, operatore, dati(oggetto{"nome": "Persona 407"}), http.StatusConflict))
	if d.Codice != "DATI_DISCORDANTI" || strings.Contains(d.Detail, "nascita") || len(d.Errori) != 1 || !strings.Contains(d.Errori[0].Messaggio, "data di nascita") {
		t.Errorf("%+v", d)
	}
	for campo, male := range map[string]oggetto{"cognome": {"cognome": " ", "nome": "."}, "nome": {"nome": strings.Repeat("y", 101)},
		"sesso": {"sesso": "X"}, "dataNascita": {"dataNascita": "1980"}, "comuneIstat": {"stato": "Francia"}, "comune": {"comune": ""},
		"data": {"data": "2030-01-01"}, "motivo": {"motivo": ""}} {
		d := risposta[problem.Document](t, b.chiede(t, rottaPerDati, operatore, dati(male), http.StatusBadRequest))
		if len(d.Errori) != 1 || d.Errori[0].Campo != campo {
			t.Errorf("%s: %+v", campo, d)
		}
	}
}

func TestVisuraRifiuta(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	for nome, c := range map[string]struct {
		corpo oggetto
		campo string
	}{
		"a body":           {oggetto{"codiceFiscale": simulatore.CodiceEnte("001", "00001")}, "codiceFiscale"},
		"no code":          {oggetto{}, "codiceFiscale"},
		"a day to come":    {oggetto{"codiceFiscale": persona("001"), "data": "2027-01-01"}, "data"},
		"no reason":        {oggetto{"codiceFiscale": persona("001"), "motivo": ""}, "motivo"},
		"a fine of nobody": {oggetto{"codiceFiscale": persona("001"), "idVerbale": uuid.NewString()}, "idVerbale"},
	} {
		d := risposta[problem.Document](t, b.visura(t, operatore, c.corpo, http.StatusBadRequest))
		if len(d.Errori) != 1 || d.Errori[0].Campo != c.campo {
			t.Errorf("%s: %+v", nome, d)
		}
	}
	for _, ruolo := range []string{auth.RuoloLettura, auth.RuoloCittadino, auth.RuoloAgente, auth.RuoloAmministratore} {
		b.visura(t, b.firma(t, claims("x", "alfa", ruolo)), oggetto{"codiceFiscale": persona("001")}, http.StatusForbidden)
	}
	b.visura(t, "", oggetto{"codiceFiscale": persona("001")}, http.StatusUnauthorized)
	b.chiede(t, rottaMassiva, operatore, testo(t, chiesta(oggetto{"codiciFiscali": []string{persona("001")}})), http.StatusForbidden)
	if b.chiesti.Load() != 0 {
		t.Errorf("%d signatures were asked for", b.chiesti.Load())
	}
}

func TestANPRNonRisponde(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	for codice, atteso := range map[string]string{"500": "REGISTRO_NON_DISPONIBILE", "534": "REGISTRO_NON_DISPONIBILE", "542": "REGISTRO_NON_DISPONIBILE",
		"532": "RISPOSTA_NON_UTILIZZABILE", "536": "RISPOSTA_NON_UTILIZZABILE"} {
		d := risposta[problem.Document](t, b.visura(t, operatore, oggetto{"codiceFiscale": persona(codice)}, http.StatusServiceUnavailable))
		if d.Codice != atteso {
			t.Errorf("%s: %+v", codice, d)
		}
	}
	b.rifiuto.Store(problem.Troppe(time.Minute))
	b.visura(t, operatore, oggetto{"codiceFiscale": persona("001")}, http.StatusTooManyRequests)
	b.rifiuto.Store(problem.Conflitto("CHIAVE_NON_UTILIZZABILE", "La chiave del comando non si legge."))
	b.visura(t, operatore, oggetto{"codiceFiscale": persona("001")}, http.StatusConflict)
	b.rifiuto.Store(nil)
	b.visura(t, operatore, oggetto{"codiceFiscale": persona("001")}, http.StatusOK)
	senza := apparecchia(t)
	d := risposta[problem.Document](t, senza.visura(t, senza.operatore(t, "alfa"), oggetto{"codiceFiscale": persona("001")}, http.StatusConflict))
	if d.Codice != "REGISTRO_NON_CONFIGURATO" {
		t.Errorf("%+v", d)
	}
}

// TestVisureInsieme: many accounts at once are calls one after another, each with a number of its own.
func TestVisureInsieme(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	var g sync.WaitGroup
	for i := range 12 {
		g.Go(func() {
			cf := simulatore.CodicePersona("001", "Z"+string(rune('A'+i/2))+"A") // each asked by two
			if w := b.manda(rottaVisura, operatore, testo(t, chiesta(oggetto{"codiceFiscale": cf}))); w.Code != http.StatusOK {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	g.Wait()
	var righe, numeri int
	if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*), count(DISTINCT operazione) FROM visura WHERE operazione ~ '^20[0-9]{15}$'`).
		Scan(&righe, &numeri); err != nil || righe != 6 || numeri != 6 || b.anpr.Insieme() != 1 {
		t.Errorf("%d questions, %d numbers, %d at once: %v", righe, numeri, b.anpr.Insieme(), err)
	}
}

type elencoVisure struct {
	Stato         string
	Totale, Fatti int
	Voci          []struct {
		Stato, Errore string
		Visura        *visuraLetta
	}
}

func TestVisuraMassiva(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	ufficio := b.ufficio(t, "alfa")
	codici := []string{persona("001"), persona("404"), persona("532"), simulatore.CodiceEnte("001", "00001"), persona("407"), persona("004")}
	dove := b.chiede(t, rottaMassiva, ufficio, testo(t, chiesta(oggetto{"codiciFiscali": codici})), http.StatusAccepted).Header().Get("Location")
	var e elencoVisure
	testkit.Attendi(t, attesa, "the list", func() bool {
		e = risposta[elencoVisure](t, b.chiede(t, dove, ufficio, "", http.StatusOK))
		return e.Stato == "COMPLETATO_CON_ERRORI"
	})
	var esiti []string
	for _, v := range e.Voci {
		esito := v.Stato
		if v.Visura != nil {
			esito = v.Visura.Esito
		}
		esiti = append(esiti, esito)
	}
	if s := strings.Join(esiti, " "); s != "TROVATO NON_TROVATO ERRORE_DEFINITIVO ERRORE_DEFINITIVO ERRORE_DEFINITIVO DECEDUTO" || e.Fatti != 6 {
		t.Errorf("%s %+v", s, e)
	}
	if detto := e.Voci[4].Errore; detto == "" || strings.Contains(detto, "data di nascita") {
		t.Errorf("%q: the register's words are for nobody who keeps them", detto)
	}
	b.chiede(t, dove, b.firma(t, claims("altro.alfa", "alfa", auth.RuoloUfficio)), "", http.StatusNotFound)
	b.chiede(t, dove, b.ufficio(t, "beta"), "", http.StatusNotFound)
	b.chiede(t, rottaVisure+"x", ufficio, "", http.StatusNotFound)
}

// TestUnElencoAspettaIlGiornoDopo: work leaves to people what the command has set apart, and goes on after midnight.
func TestUnElencoAspettaIlGiornoDopo(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	b.imposta(t, "anpr.alGiorno", "3")
	b.imposta(t, "anpr.riserva", "1")
	ufficio := b.ufficio(t, "alfa")
	prova := 0
	testkit.Attendi(t, attesa, "the settings", func() bool {
		prova++
		cf := simulatore.CodicePersona("001", "P"+string(rune('A'+prova/26))+string(rune('A'+prova%26)))
		return b.manda(rottaVisura, b.firma(t, claims("sonda"+cf, "alfa", auth.RuoloOperatore)), testo(t, chiesta(oggetto{"codiceFiscale": cf}))).Code == http.StatusTooManyRequests
	})
	b.orologio.Avanza(24 * time.Hour)
	codici := []string{persona("001"), persona("002"), persona("004")}
	dove := b.chiede(t, rottaMassiva, ufficio, testo(t, chiesta(oggetto{"codiciFiscali": codici})), http.StatusAccepted).Header().Get("Location")
	leggi := func() elencoVisure { return risposta[elencoVisure](t, b.chiede(t, dove, ufficio, "", http.StatusOK)) }
	testkit.Attendi(t, attesa, "the pause", func() bool { return leggi().Stato == "IN_PAUSA" })
	if e := leggi(); e.Fatti != 2 {
		t.Errorf("%+v: two of three, one is set apart", e)
	}
	b.visura(t, ufficio, oggetto{"codiceFiscale": persona("006")}, http.StatusOK)
	b.orologio.Avanza(24 * time.Hour)
	testkit.Attendi(t, attesa, "the day after", func() bool { return leggi().Stato == "COMPLETATO" })
	for _, x := range []string{"001", "002"} {
		if n := b.interrogazioni(t, persona(x)); len(n) != 1 {
			t.Errorf("%s: %q", x, n)
		}
	}
}

func TestIlLavoroDiUnaVisura(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = persona("004") })
	lavoro := event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String(), Motivo: "RISCOSSIONE"}
	for range 3 {
		b.incarica(t, lavoro, "uno")
	}
	b.incarica(t, lavoro, "due")
	const soggetto = "fatti.alfa.visura.esito"
	testkit.Attendi(t, attesa, "the facts", func() bool { return len(b.fatti(t, soggetto)) == 2 })
	var fatto event.VisuraEsito
	err := json.Unmarshal([]byte(b.fatti(t, soggetto)[1]), &fatto)
	atteso := event.VisuraEsito{IDVisura: fatto.IDVisura, IDVerbale: lavoro.IDVerbale, IDPosizione: lavoro.IDPosizione, Esito: "DECEDUTO"}
	if err != nil || fatto != atteso || fatto.IDVisura == "" {
		t.Errorf("%+v %v", fatto, err)
	}
	if n := b.anpr.Richieste(persona("004")); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// TestLeParoleDellAnprNonRestano: work about a person whom ANPR contradicts dies without the register's words.
func TestLeParoleDellAnprNonRestano(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = persona("407") })
	b.incarica(t, event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, "uno")
	testkit.Attendi(t, attesa, "the dead letter", func() bool { return b.morto(t, "visura") != "" })
	if m := b.morto(t, "visura"); !strings.Contains(m, "DATI_DISCORDANTI") || !strings.Contains(m, `"consegne":1`) || strings.Contains(m, "nascita") {
		t.Error(m)
	}
}

// TestUnaDomandaPartitaTornaConIlSuoNumero: a process dies between its question and the answer, and another asks under the same number,
// which the register then answers without a second look-up.
func TestUnaDomandaPartitaTornaConIlSuoNumero(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	const numero = "20261120110000001"
	b.ambiente.Esegui(t, modulo, "alfa", `INSERT INTO turno (id, ambito, chiave, chi, fino, esterno)
		VALUES ($1, 'visura', encode(sha256(convert_to($2, 'UTF8')), 'hex'), $1, '-infinity', $3)`, uuid.New(), persona("001")+"|"+oggi+"|"+oggi, numero)
	b.visura(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": persona("001")}, http.StatusOK)
	var righe int
	if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*) FROM visura WHERE operazione = $1`, numero).
		Scan(&righe); err != nil || righe != 1 {
		t.Errorf("%d %v", righe, err)
	}
}

// TestUnRifiutoDelGatewayFaAspettare: the settings of the command name no patterns, and ANPR's gateway refuses every call. Work
// about many persons stays, asks almost nothing, and says why; nothing dies. With the settings mended it goes on by itself, and each
// person is asked about once. A question that the register itself refuses still dies.
func TestUnRifiutoDelGatewayFaAspettare(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	b.nudi.Store(true)
	var lavori []event.LavoroVisura
	for i := range 6 {
		v := b.inserisci(t, "alfa", int64(i+1), func(v *verbaleProva) { v.CodiceFiscale = simulatore.CodicePersona("001", "G"+string(rune('A'+i))+"A") })
		lavori = append(lavori, event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()})
		b.incarica(t, lavori[i], "g"+string(rune('0'+i)))
	}
	arresti := func() (codice string, n int) {
		if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT coalesce(max(codice), ''), count(*) FROM arresto`).Scan(&codice, &n); err != nil {
			t.Fatal(err)
		}
		return codice, n
	}
	testkit.Attendi(t, attesa, "the stop", func() bool { codice, _ := arresti(); return codice == "INTEROPERABILITYINVALIDREQUEST" })
	time.Sleep(3 * time.Second) // deliveries come again
	if m := b.morto(t, "visura"); m != "" {
		t.Fatalf("it died: %s", m)
	}
	var detti string
	if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*) || ' ' || min(codice) || ' ' || max(codice) FROM attesa
		WHERE detto LIKE '%AUDIT_REST_02%'`).Scan(&detti); err != nil || detti != "6 REGISTRO_NEGATO REGISTRO_NEGATO" {
		t.Errorf("each fine says why: %s %v", detti, err)
	}
	chieste := b.chiesti.Load()
	if chieste > 4 { // as many as are worked at once
		t.Errorf("%d questions went to a gateway that refuses all", chieste)
	}
	d := risposta[problem.Document](t, b.visura(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": persona("001")}, http.StatusServiceUnavailable))
	if d.Codice != "REGISTRO_NEGATO" || !strings.Contains(d.Detail, "AUDIT_REST_02") || !strings.Contains(d.Detail, "orologio") {
		t.Errorf("a person is told what to look at: %+v", d)
	}
	b.nudi.Store(false)
	b.orologio.Avanza(time.Minute)
	const soggetto = "fatti.alfa.visura.esito"
	testkit.Attendi(t, 60*time.Second, "the facts", func() bool { return len(b.fatti(t, soggetto)) == len(lavori) })
	if codice, n := arresti(); n != 0 {
		t.Errorf("it is still stopped: %s", codice)
	}
	testkit.Attendi(t, attesa, "nobody waits", func() bool {
		err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*)::text FROM attesa`).Scan(&detti)
		return err == nil && detti == "0"
	})
	for i := range lavori {
		if n := b.anpr.Richieste(simulatore.CodicePersona("001", "G"+string(rune('A'+i))+"A")); n > 2 {
			t.Errorf("%d: asked %d times", i, n)
		}
	}
	if m := b.morto(t, "visura"); m != "" {
		t.Errorf("it died: %s", m)
	}
}

// TestUnaImpostazioneSbagliataFaAspettare: PDND refuses the voucher, or a key cannot be read: work waits for whoever mends it.
func TestUnaImpostazioneSbagliataFaAspettare(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	b.rifiuto.Store(problem.Conflitto("VOUCHER_RIFIUTATO", "La PDND ha rifiutato il voucher."))
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = persona("001") })
	b.incarica(t, event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, "uno")
	testkit.Attendi(t, attesa, "the question", func() bool { return b.chiesti.Load() > 0 })
	for range 3 { // a person who tries is told each time
		b.visura(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": persona("002")}, http.StatusConflict)
	}
	time.Sleep(2 * time.Second)
	if m := b.morto(t, "visura"); m != "" {
		t.Fatalf("it died: %s", m)
	}
	b.rifiuto.Store(nil)
	b.visura(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": persona("002")}, http.StatusOK) // what a person is answered lets work go on at once
	testkit.Attendi(t, 60*time.Second, "the fact", func() bool { return len(b.fatti(t, "fatti.alfa.visura.esito")) == 1 })
}

// TestNegliUltimiGiorniSiUsaAncheLaRiserva: of the day's questions those alone are left that are kept for people. Work about a fine
// far from the end of its term waits and says so; in its last days it is asked; past the term it waits like any other.
func TestNegliUltimiGiorniSiUsaAncheLaRiserva(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	for _, registro := range []string{"anpr-c001", "anpr-c030"} {
		b.ambiente.Esegui(t, modulo, "alfa", `INSERT INTO quota (chi, dal, usate) VALUES ($1, $2, $3)`, registro,
			calendario.MustParse(oggi).Inizio(), anpr.AlGiorno-5)
	}
	for i, giorni := range []int{30, 79, 80, 90, 91} { // since the ascertainment
		v := b.inserisci(t, "alfa", int64(i+1), func(v *verbaleProva) { v.CodiceFiscale = simulatore.CodicePersona("001", "U"+string(rune('A'+i))+"A") })
		b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET data_accertamento = $2 WHERE id = $1`, v.ID, calendario.MustParse(oggi).AddDays(-giorni))
		b.incarica(t, event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, "u"+string(rune('0'+i)))
	}
	testkit.Attendi(t, attesa, "those in their last days", func() bool { return len(b.fatti(t, "fatti.alfa.visura.esito")) == 2 })
	var aspettano string
	testkit.Attendi(t, attesa, "the others wait", func() bool {
		err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*) || ' ' || min(codice) || ' ' || max(codice) FROM attesa`).Scan(&aspettano)
		return err == nil && aspettano == "3 QUOTA_ESAURITA QUOTA_ESAURITA"
	})
	for i, vuole := range []int{0, 0, 1, 1, 0} {
		if n := b.interrogazioni(t, simulatore.CodicePersona("001", "U"+string(rune('A'+i))+"A")); len(n) != vuole {
			t.Errorf("%d: %q", i, n)
		}
	}
}

// TestPrimaChiHaIlTermineVicino: the day of the register is used up before many questions come, in an order of their own. They leave
// the bus, where nobody is kept out by them, and say why they wait; the few questions that there are then go to those whose
// term is nearest, abroad three hundred and sixty days, and one whose terms are gone comes last. Who arrives meanwhile, with a term
// that is farther, takes none of theirs. Each is asked about once.
func TestPrimaChiHaIlTermineVicino(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	for _, registro := range []string{"anpr-c001", "anpr-c030"} {
		b.ambiente.Esegui(t, modulo, "alfa", `INSERT INTO quota (chi, dal, usate) VALUES ($1, $2, $3)`, registro,
			calendario.MustParse(oggi).Inizio(), anpr.AlGiorno-anpr.Riserva)
	}
	codice := func(i int) string { return simulatore.CodicePersona("001", "T"+string(rune('A'+i))+"A") }
	manda := func(i, giorni int) {
		v := b.inserisci(t, "alfa", int64(i+1), func(v *verbaleProva) { v.CodiceFiscale = codice(i) })
		b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET data_accertamento = $2 WHERE id = $1`, v.ID, calendario.MustParse(oggi).AddDays(-giorni))
		b.incarica(t, event.LavoroVisura{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}, "t"+string(rune('0'+i)))
	}
	suo := b.ambiente.Collega(t, modulo, "alfa")
	fuori := func() (n int) {
		if err := suo.QueryRow(t.Context(), `SELECT count(*) FROM attesa WHERE lavoro IS NOT NULL
			AND detto LIKE '%da chi è più vicino al suo termine%'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i, giorni := range []int{400, 10, 60, 30, 75, 340, 20} { // since the ascertainment
		manda(i, giorni)
	}
	testkit.Attendi(t, attesa, "all leave the bus", func() bool { return fuori() == 7 })
	posto := func(quanti int) { b.ambiente.Esegui(t, modulo, "alfa", `UPDATE quota SET usate = usate - $1`, quanti) }
	posto(3)
	chiesti := func(vuole string) func() bool { // by the letter of their codes
		return func() bool {
			var suoi string
			err := suo.QueryRow(t.Context(), `SELECT coalesce(string_agg(substr(codice_fiscale, 5, 1), '' ORDER BY codice_fiscale), '') FROM libro`).Scan(&suoi)
			return err == nil && suoi == vuole
		}
	}
	testkit.Attendi(t, 2*time.Minute, "the three nearest", chiesti("CEF"))
	manda(7, 1)
	testkit.Attendi(t, attesa, "who came last waits too", func() bool { return fuori() == 5 })
	posto(3)
	testkit.Attendi(t, 2*time.Minute, "the next three", chiesti("BCDEFG"))
	posto(2)
	testkit.Attendi(t, 2*time.Minute, "everybody", func() bool { return len(b.fatti(t, "fatti.alfa.visura.esito")) == 8 })
	testkit.Attendi(t, attesa, "nobody waits", func() bool { return fuori() == 0 })
	for i := range 8 {
		if n := b.anpr.Richieste(codice(i)); n > 2 { // the key and the person
			t.Errorf("%d: asked %d times", i, n)
		}
	}
	if m := b.morto(t, "visura"); m != "" {
		t.Error(m)
	}
}
