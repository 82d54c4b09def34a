package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

const visure = "/ElaborazioneService/rest/VisuraAnagraficaElabRestService/visure"

// anpr is the office, beside a connessione that the test plays: it takes the work from the bus and answers as the service would.
type anpr struct {
	*ufficio
	connessione *bus.Bus
}

func apriAnpr(t *testing.T, chiede string) *anpr {
	t.Helper()
	b := avviaCon(t, banchi.Impostazione("visura.residenza", chiede))
	return &anpr{&ufficio{banco: b, chi: b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}, testkit.Bus(t, b.nats, "connessione")}
}

// domanda takes the next look-up from the queue of connessione.
func (s *anpr) domanda(t *testing.T) event.LavoroVisura {
	t.Helper()
	coda, err := s.connessione.JS.Consumer(t.Context(), bus.StreamWork, "connessione-visura")
	if err != nil {
		t.Fatal(err)
	}
	m, err := coda.Next(jetstream.FetchMaxWait(30 * time.Second))
	if err != nil {
		t.Fatalf("no look-up is asked for: %v", err)
	}
	var x event.LavoroVisura
	if err := json.Unmarshal(m.Data(), &x); err != nil {
		t.Fatal(err)
	}
	if err := m.Ack(); err != nil {
		t.Fatal(err)
	}
	return x
}

// risponde answers a look-up with what ANPR says: the row of connessione's view, then the fact.
func (s *anpr) risponde(t *testing.T, x event.LavoroVisura, esito, altro string) {
	t.Helper()
	id := uuid.NewString()
	s.Esegui(t, "connessione", "alfa", `INSERT INTO visura (id, chiave, codice_fiscale, giorno, esito, fonte, risposta, alle)
		VALUES ($1::uuid, $1::uuid::text, 'RSSMRA80A01H501U', '2026-11-20', $2, 'ANPR', $3, now())`, id, esito,
		fmt.Sprintf(`{"esito":%q,"codiceFiscale":"RSSMRA80A01H501U","cognome":"ROSSI","nome":"MARIO","dataNascita":"1980-01-01"%s}`, esito, altro))
	corpo, err := json.Marshal(event.VisuraEsito{IDVisura: id, IDVerbale: x.IDVerbale, IDPosizione: x.IDPosizione, Esito: esito})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.connessione.JS.Publish(t.Context(), "fatti.alfa.visura.esito", corpo); err != nil {
		t.Fatal(err)
	}
}

const inViaCavour = `,"residenza":{"via":"VIA CAVOUR","civico":"3","cap":"48121","comune":"RAVENNA","provincia":"RA"}`

// una waits until the look-up of a fine is in a state, and gives it.
func (s *anpr) una(t *testing.T, idVerbale, stato string) (letta lettura.VisuraLetta) {
	t.Helper()
	testkit.Attendi(t, 30*time.Second, "the look-up to be "+stato, func() bool {
		r, testo := s.chiedi(t, "GET "+visure+"?stato="+stato, s.chi, nil)
		var p struct {
			Visure []lettura.VisuraLetta `json:"visure"`
		}
		if err := json.Unmarshal(testo, &p); err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", r.StatusCode, testo)
		}
		for _, v := range p.Visure {
			if v.Verbale.String() == idVerbale {
				letta = v
			}
		}
		return letta.ID != uuid.Nil
	})
	return letta
}

// decide asks to apply or set aside; corpo is the JSON.
func (s *anpr) decide(t *testing.T, id, cosa, chi, corpo string) (int, string) {
	t.Helper()
	r, testo := s.chiedi(t, "POST "+visure+"/"+id+"/"+cosa, chi, []byte(corpo), "Content-Type", "application/json")
	s.conforme(t, r, []byte(corpo), testo)
	return r.StatusCode, string(testo)
}

func (s *anpr) indirizzo(t *testing.T, id string) string {
	t.Helper()
	posizioni, _ := s.verbale(t, id, s.chi)["posizioni"].([]any)
	p, _ := posizioni[0].(map[string]any)
	chi, _ := p["soggetto"].(map[string]any)
	return fmt.Sprint(chi["indirizzo"])
}

func (s *anpr) stampato(t *testing.T, id string) {
	t.Helper()
	testkit.Attendi(t, 30*time.Second, "the act", func() bool { return s.verbale(t, id, s.chi)["procedura"] == "ATTO_GENERATO" })
}

const perMotivo = `{"motivo":"trasferito, risulta anche dal SIC"}`

// TestUnTrasferitoLoDecideLUfficio: what ANPR says against the fine waits for who may decide, of this command, with a reason; applied
// it is the address of the act, once; decided it is not decided again.
func TestUnTrasferitoLoDecideLUfficio(t *testing.T) {
	t.Parallel()
	s := apriAnpr(t, "true")
	id := s.inserisci(t, "V-1", "AB123CD").IDVerbale
	s.rispondi(t, id, event.IndagineTrovata, 1)
	lavoro := s.domanda(t)
	if lavoro.IDVerbale != id {
		t.Fatalf("%+v", lavoro)
	}
	s.risponde(t, lavoro, "TROVATO", inViaCavour)
	v := s.una(t, id, "CONFLITTO")
	if v.Anomalia != "VISURA_TRASFERITO" || !strings.Contains(v.Testo, "Via Garibaldi") || !strings.Contains(v.Testo, "VIA CAVOUR") || len(s.atti(t, id)) > 0 {
		t.Errorf("%+v", v)
	}
	agente, beta := s.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore), s.token(t, "ufficio.beta", "beta", auth.RuoloUfficio)
	for nome, c := range map[string]struct {
		id, chi, corpo string
		stato          int
		dice           string
	}{
		"another role":        {v.ID.String(), agente, perMotivo, http.StatusForbidden, "PERMESSO_MANCANTE"},
		"another command":     {v.ID.String(), beta, perMotivo, http.StatusNotFound, "NON_TROVATO"},
		"without a reason":    {v.ID.String(), s.chi, `{"motivo":" "}`, http.StatusBadRequest, `"motivo"`},
		"one that is none":    {uuid.NewString(), s.chi, perMotivo, http.StatusNotFound, "NON_TROVATO"},
		"with a body of ours": {v.ID.String(), s.chi, `{"motivo":"x","indirizzo":"Via Mia"}`, http.StatusBadRequest, "indirizzo"},
	} {
		for _, cosa := range []string{"applica", "scarta"} {
			if stato, testo := s.decide(t, c.id, cosa, c.chi, c.corpo); stato != c.stato || !strings.Contains(testo, c.dice) {
				t.Errorf("%s, %s: %d %s", nome, cosa, stato, testo)
			}
		}
	}
	if r, testo := s.chiedi(t, "GET "+visure+"/"+v.ID.String(), beta, nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("another command reads it: %s", testo)
	}
	for i, vuole := range []int{http.StatusCreated, http.StatusOK} {
		if stato, testo := s.decide(t, v.ID.String(), "applica", s.chi, perMotivo); stato != vuole {
			t.Fatalf("%d: %d %s", i, stato, testo)
		}
	}
	s.stampato(t, id)
	for _, c := range [][2]string{{"applica", `{"motivo":"ancora","idempotenza":"altra"}`}, {"scarta", `{"motivo":"anzi no","idempotenza":"poi"}`},
		{"scarta", perMotivo}} {
		cosa := c[0]
		if stato, testo := s.decide(t, v.ID.String(), cosa, s.chi, c[1]); stato != http.StatusConflict || !strings.Contains(testo, "VISURA_GIA_DECISA") {
			t.Errorf("%s: %d %s", cosa, stato, testo)
		}
	}
	if a := s.indirizzo(t, id); a != "VIA CAVOUR" || len(s.atti(t, id)["ATTO"]) != 1 || len(s.atti(t, id)["SUPERATO"]) != 0 {
		t.Errorf("%s %v", a, s.atti(t, id))
	}
	s.rivive(t, id)
}

const aZurigo = `,"residenza":{"via":"BAHNHOFSTRASSE","civico":"7","cap":"8001","comune":"ZURIGO","nazione":"SVIZZERA","tipo":"4"}`

// TestLIndirizzoEsteroSiApplica: the foreign address of who is in the AIRE is written with its State, and once the fine has it the
// register's own words contradict it no more; another foreign address does. One in a State that nobody knows is not applied.
func TestLIndirizzoEsteroSiApplica(t *testing.T) {
	t.Parallel()
	s := apriAnpr(t, "false")
	id := s.inserisci(t, "V-1", "AB123CD").IDVerbale
	s.rispondi(t, id, event.IndagineTrovata, 1)
	s.stampato(t, id)
	chiedi := func(giro, altro string) {
		t.Helper()
		e := eventoDi("VISURA_CHIESTA", "", map[string]any{"registro": "RESIDENZA"})
		e["idempotenza"] = giro
		s.deve(t, id, e)
		s.risponde(t, s.domanda(t), "AIRE", altro)
	}
	chiedi("prima", strings.ReplaceAll(aZurigo, "SVIZZERA", "ATLANTIDE"))
	v := s.una(t, id, "CONFLITTO")
	stato, testo := s.decide(t, v.ID.String(), "applica", s.chi, perMotivo)
	if stato != http.StatusConflict || !strings.Contains(testo, "scartarla, o indicare l'indirizzo a mano") {
		t.Errorf("a State without a code: %d %s", stato, testo)
	}
	if stato, testo := s.decide(t, v.ID.String(), "scarta", s.chi, perMotivo); stato != http.StatusCreated {
		t.Fatalf("%d %s", stato, testo)
	}
	stato, testo = s.decide(t, v.ID.String(), "applica", s.chi, perMotivo)
	if stato != http.StatusConflict || !strings.Contains(testo, "VISURA_GIA_DECISA") {
		t.Errorf("apply after setting aside: %d %s", stato, testo)
	}
	chiedi("seconda", aZurigo)
	if v = s.una(t, id, "CONFLITTO"); v.Anomalia != "VISURA_ESTERO" {
		t.Fatalf("%+v", v)
	}
	if stato, testo := s.decide(t, v.ID.String(), "applica", s.chi, perMotivo); stato != http.StatusCreated {
		t.Fatalf("%d %s", stato, testo)
	}
	posizioni, _ := s.verbale(t, id, s.chi)["posizioni"].([]any)
	p, _ := posizioni[0].(map[string]any)
	if chi, _ := p["soggetto"].(map[string]any); chi["indirizzo"] != "BAHNHOFSTRASSE" || chi["comune"] != "ZURIGO" || chi["nazione"] != "CH" {
		t.Errorf("%v", chi)
	}
	chiedi("terza", aZurigo)
	if v = s.una(t, id, "CONFORME"); v.Anomalia != "" {
		t.Errorf("its own address: %+v", v)
	}
	chiedi("quarta", strings.ReplaceAll(aZurigo, "BAHNHOFSTRASSE", "SEESTRASSE"))
	if v = s.una(t, id, "CONFLITTO"); v.Anomalia != "VISURA_ESTERO" || !strings.Contains(v.Testo, "SEESTRASSE") {
		t.Errorf("another address: %+v", v)
	}
	s.rivive(t, id)
}

// TestUnAttoPerUnIndirizzoSbagliatoSiRifa: the act is there when a person asks ANPR. It stands while the answer waits; when that is
// applied it is kept, as superseded, and another is printed for the new address.
func TestUnAttoPerUnIndirizzoSbagliatoSiRifa(t *testing.T) {
	t.Parallel()
	s := apriAnpr(t, "false")
	id := s.inserisci(t, "V-1", "AB123CD").IDVerbale
	s.rispondi(t, id, event.IndagineTrovata, 1)
	s.stampato(t, id)
	primo := s.atti(t, id)
	s.deve(t, id, eventoDi("VISURA_CHIESTA", "", map[string]any{"registro": "RESIDENZA"}))
	s.risponde(t, s.domanda(t), "TROVATO", inViaCavour)
	v := s.una(t, id, "CONFLITTO")
	if a := s.atti(t, id); len(a["ATTO"]) != 1 || a["ATTO"][0] != primo["ATTO"][0] {
		t.Errorf("while a person decides: %v, %v", primo, a)
	}
	if stato, testo := s.decide(t, v.ID.String(), "applica", s.chi, perMotivo); stato != http.StatusCreated {
		t.Fatalf("%d %s", stato, testo)
	}
	testkit.Attendi(t, 30*time.Second, "the second act", func() bool { return len(s.atti(t, id)["ATTO"]) == 1 })
	dopo := s.atti(t, id)
	if dopo["ATTO"][0] == primo["ATTO"][0] || len(dopo["SUPERATO"]) != 2 || !strings.Contains(strings.Join(dopo["SUPERATO"], " "), primo["ATTO"][0]) {
		t.Errorf("%v, then %v", primo, dopo)
	}
	if r, _ := s.chiedi(t, "GET "+verbali+id+"/pdf", s.chi, nil); r.StatusCode != http.StatusOK || s.indirizzo(t, id) != "VIA CAVOUR" {
		t.Errorf("%d %s", r.StatusCode, s.indirizzo(t, id))
	}
	s.rivive(t, id)
}

// TestSenzaConnessioneSiAspettaOSiProsegue: while connessione is away the act waits and nothing is applied; who goes on without has
// it printed at the address of before, and the answer that comes late changes nothing.
func TestSenzaConnessioneSiAspettaOSiProsegue(t *testing.T) {
	t.Parallel()
	s := apriAnpr(t, "true")
	id := s.inserisci(t, "V-1", "AB123CD").IDVerbale
	s.rispondi(t, id, event.IndagineTrovata, 1)
	v := s.una(t, id, "CHIESTA")
	if stato, testo := s.decide(t, v.ID.String(), "applica", s.chi, perMotivo); stato != http.StatusConflict || !strings.Contains(testo, "TRANSIZIONE_NON_AMMESSA") {
		t.Errorf("nothing to apply yet: %d %s", stato, testo)
	}
	if len(s.atti(t, id)) > 0 {
		t.Error("the act does not wait")
	}
	if stato, testo := s.decide(t, v.ID.String(), "scarta", s.chi, `{"motivo":"ANPR non risponde da tre giorni"}`); stato != http.StatusCreated {
		t.Fatalf("%d %s", stato, testo)
	}
	s.stampato(t, id)
	s.risponde(t, s.domanda(t), "TROVATO", inViaCavour)
	altro := s.inserisci(t, "V-2", "CD456EF").IDVerbale // the fact before this one's is taken first
	s.rispondi(t, altro, event.IndagineTrovata, 1)
	s.risponde(t, s.domanda(t), "TROVATO", `,"residenza":{"via":"VIA GARIBALDI","civico":"15","cap":"48121","comune":"RAVENNA","provincia":"RA"}`)
	s.stampato(t, altro)
	s.una(t, id, "SCARTATA")
	if a := s.atti(t, id); s.indirizzo(t, id) != "Via Garibaldi" || len(a["ATTO"]) != 1 || len(a["SUPERATO"]) != 0 {
		t.Errorf("%s %v", s.indirizzo(t, id), a)
	}
	s.rivive(t, id)
}

// TestUnMortoNonSiApplica: of who is dead there is no address to apply; and what waits in a fine that has ended meanwhile is stale.
func TestUnMortoNonSiApplica(t *testing.T) {
	t.Parallel()
	s := apriAnpr(t, "true")
	id := s.inserisci(t, "V-1", "AB123CD").IDVerbale
	s.rispondi(t, id, event.IndagineTrovata, 1)
	s.risponde(t, s.domanda(t), "DECEDUTO", `,"dataDecesso":"2020-05-01"`+inViaCavour)
	v := s.una(t, id, "CONFLITTO")
	if stato, testo := s.decide(t, v.ID.String(), "applica", s.chi, perMotivo); stato != http.StatusConflict || v.Anomalia != "VISURA_DECEDUTO_PRIMA" || !strings.Contains(testo, "art. 196 CdS") {
		t.Errorf("%s: %d %s", v.Anomalia, stato, testo)
	}
	s.deve(t, id, eventoDi("VERBALE_ARCHIVIATO", "", nil))
	if stato, testo := s.decide(t, v.ID.String(), "applica", s.chi, `{"motivo":"tardi","idempotenza":"tardi"}`); stato != http.StatusConflict {
		t.Errorf("stale: %d %s", stato, testo)
	}
	if a := s.indirizzo(t, id); a != "Via Garibaldi" || len(s.atti(t, id)) != 0 {
		t.Errorf("%s %v", a, s.atti(t, id))
	}
}
