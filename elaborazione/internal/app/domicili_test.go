package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// inad takes the next look-up of a domicile and answers it with addresses (JSON, empty: none); it gives the fine.
func (s *anpr) inad(t *testing.T, domicili string) (idVerbale string) {
	t.Helper()
	coda, err := s.connessione.JS.Consumer(t.Context(), bus.StreamWork, "connessione-domicilio")
	if err != nil {
		t.Fatal(err)
	}
	m, err := coda.Next(jetstream.FetchMaxWait(30 * time.Second))
	if err != nil {
		t.Fatalf("no look-up is asked for: %v", err)
	}
	var x event.LavoroDomicilio
	if err := json.Unmarshal(m.Data(), &x); err != nil {
		t.Fatal(err)
	}
	if err := m.Ack(); err != nil {
		t.Fatal(err)
	}
	id, esito := uuid.NewString(), event.DomicilioTrovato
	if domicili == "" {
		esito = event.DomicilioNonTrovato
	}
	s.Esegui(t, "connessione", "alfa", `INSERT INTO domicilio (id, chiave, codice_fiscale, giorno, esito, fonte, risposta, alle)
		VALUES ($1::uuid, $1::uuid::text, 'RSSMRA80A01H501U', '2026-11-20', $2, 'INAD', $3, now())`, id, esito, `{"domicili":[`+domicili+`]}`)
	corpo, err := json.Marshal(event.DomicilioEsito{IDDomicilio: id, IDVerbale: x.IDVerbale, IDPosizione: x.IDPosizione, Esito: esito})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.connessione.JS.Publish(t.Context(), "fatti.alfa.domicilio.esito", corpo); err != nil {
		t.Fatal(err)
	}
	return x.IDVerbale
}

// TestChiHaUnDomicilioAspettaInUnElenco: the act of who has a digital domicile is in no lot and in the queue, with addresses,
// register and last day, until somebody sends it; that of who has none is in the lot and in no queue; who reads them is on record,
// and who may not decide reads nothing.
func TestChiHaUnDomicilioAspettaInUnElenco(t *testing.T) {
	t.Parallel()
	b := avviaCon(t, banchi.Impostazione("visura.domicilio", "true"))
	s := &anpr{&ufficio{banco: b, chi: b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}, testkit.Bus(t, b.nats, "connessione")}
	core := testkit.Bus(t, b.nats, "core")
	chiede := func(chi string) (event.RispostaDomicili, error) {
		return domanda[event.RispostaDomicili](t, core, event.RegistriDomicili, chi, event.DomandaRegistri{Indirizzo: "192.0.2.7"})
	}
	if r, err := chiede(s.chi); err != nil || len(r.Atti) != 0 || r.Oltre {
		t.Fatalf("%+v %v", r, err)
	}
	id := s.inserisci(t, "V-1", "AB123CD").IDVerbale
	s.rispondi(t, id, event.IndagineTrovata, 1)
	s.inad(t, `{"indirizzo":"rossi@pec.example","tipo":"PEC","fonte":"INAD"},{"indirizzo":"studio@pec.example","tipo":"PEC","fonte":"INAD","professione":"Avvocato"},
		{"indirizzo":"cessato@pec.example","tipo":"PEC","fonte":"INAD","fine":"2020-01-01T00:00:00Z"},{"indirizzo":"posta@example","tipo":"EMAIL","fonte":"IPA"}`)
	s.stampato(t, id)
	senza := s.inserisci(t, "V-2", "CD456EF").IDVerbale
	s.rispondi(t, senza, event.IndagineTrovata, 1)
	s.inad(t, "")
	s.stampato(t, senza)
	r, err := chiede(s.chi)
	if err != nil || len(r.Atti) != 1 || len(r.Atti[0].Domicili) != 2 {
		t.Fatalf("%+v %v", r, err)
	}
	accertato, _ := s.verbale(t, id, s.chi)["dataAccertamento"].(string)
	ultimo := calendario.MustParse(accertato[:len("2006-01-02")]).AddDays(90).String()
	a := r.Atti[0]
	if d := a.Domicili; a.IDVerbale != id || a.Targa != "AB123CD" || d[0].Indirizzo != "rossi@pec.example" || d[0].Fonte != "INAD" ||
		d[1].Professione != "Avvocato" || a.Ultimo != ultimo || a.Trovato != tempo.Oggi().String() || a.Destinatario == "" {
		t.Errorf("%+v, the last day is %s", a, ultimo)
	}
	var letture int
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE azione = 'DOMICILIO_LETTO' AND oggetto = $1
		AND attore = 'ufficio.alfa' AND indirizzo = '192.0.2.7'`, id).Scan(&letture); err != nil || letture != 1 {
		t.Errorf("%d lines of audit (%v)", letture, err)
	}
	if _, err := chiede(b.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore)); !problem.Is(err, "PERMESSO_MANCANTE") {
		t.Errorf("who may not decide: %v", err)
	}
	if r, err := chiede(b.token(t, "ufficio.beta", "beta", auth.RuoloUfficio)); err != nil || len(r.Atti) != 0 {
		t.Errorf("another command: %+v %v", r, err)
	}
	b.Esegui(t, "connessione", "alfa", `UPDATE domicilio SET risposta = NULL, codice_fiscale = '', cancellata = now()`)
	if r, err := chiede(s.chi); err != nil || len(r.Atti) != 1 || len(r.Atti[0].Domicili) != 0 {
		t.Errorf("the address is erased, the act still waits: %+v %v", r, err)
	}
	s.deve(t, id, eventoDi("NOTIFICA_AVVIATA", "", map[string]any{"canale": "PEC"}))
	if r, err := chiede(s.chi); err != nil || len(r.Atti) != 0 {
		t.Errorf("it was sent: %+v %v", r, err)
	}
	if r, _ := s.chiedi(t, "GET "+verbali+id, s.chi, nil); r.StatusCode != http.StatusOK {
		t.Errorf("%d", r.StatusCode)
	}
}

// TestUnDomicilioTrovatoToglieDalLotto: the act lies in the open automatic lot when a register says that its addressee has a digital
// domicile: it is in the queue at once, and the lot, once closed, leaves it out and sends the other.
func TestUnDomicilioTrovatoToglieDalLotto(t *testing.T) {
	t.Parallel()
	b := avviaCon(t)
	s := &anpr{&ufficio{banco: b, chi: b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}, testkit.Bus(t, b.nats, "connessione")}
	ids := b.conAtto(t, s.chi, 2)
	aperto := b.aperto(t, s.chi)
	s.deve(t, ids[0], eventoDi("VISURA_CHIESTA", "", map[string]any{"registro": "DOMICILIO_DIGITALE"}))
	s.inad(t, `{"indirizzo":"rossi@pec.example","tipo":"PEC","fonte":"INAD"}`)
	core := testkit.Bus(t, b.nats, "core")
	testkit.Attendi(t, 30*time.Second, "the queue", func() bool {
		r, err := domanda[event.RispostaDomicili](t, core, event.RegistriDomicili, s.chi, event.DomandaRegistri{})
		return err == nil && len(r.Atti) == 1 && r.Atti[0].IDVerbale == ids[0]
	})
	if _, err := domanda[event.RispostaLotto](t, core, event.LottoChiudi, s.chi, event.DomandaLotto{IDLotto: aperto.ID.String()}); err != nil {
		t.Fatal(err)
	}
	b.completa(t, s.chi, aperto)
	for id, vuole := range map[string]string{ids[0]: "ATTO_GENERATO", ids[1]: "IN_NOTIFICA"} {
		if p := s.verbale(t, id, s.chi)["procedura"]; p != vuole {
			t.Errorf("%s: %v, want %s", id, p, vuole)
		}
	}
	r, err := domanda[event.RispostaDomicili](t, core, event.RegistriDomicili, s.chi, event.DomandaRegistri{})
	if err != nil || len(r.Atti) != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

// TestAllaSpedizioneIlDomicilioSiChiedeDiNuovo: three acts have lain in the open lot since before its closing, two of them since the day
// before. Of those two the register is asked again as the lot is closed, of the third, whose answer is of today, it is not. Who has a
// domicile by now is left out and is in the queue, the others leave; nobody is asked twice in a day.
func TestAllaSpedizioneIlDomicilioSiChiedeDiNuovo(t *testing.T) {
	t.Parallel()
	b := avviaCon(t, banchi.Impostazione("visura.domicilio", "true"))
	s := &anpr{&ufficio{banco: b, chi: b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}, testkit.Bus(t, b.nats, "connessione")}
	core := testkit.Bus(t, b.nats, "core")
	var ids []string
	for i, targa := range []string{"AB123CD", "CD456EF", "EF789GH"} {
		id := s.inserisci(t, fmt.Sprint("V-", i), targa).IDVerbale
		s.rispondi(t, id, event.IndagineTrovata, 1)
		s.inad(t, "")
		s.stampato(t, id)
		ids = append(ids, id)
	}
	b.Esegui(t, "elaborazione", "alfa", `UPDATE visura SET giorno = giorno - 1 WHERE verbale <> $1`, ids[2])
	aperto := b.aperto(t, s.chi)
	if _, err := domanda[event.RispostaLotto](t, core, event.LottoChiudi, s.chi, event.DomandaLotto{IDLotto: aperto.ID.String()}); err != nil {
		t.Fatal(err)
	}
	primo := s.inad(t, `{"indirizzo":"rossi@pec.example","tipo":"PEC","fonte":"INAD"}`)
	if p := s.verbale(t, ids[2], s.chi)["procedura"]; p != "ATTO_GENERATO" {
		t.Errorf("it left before the answers: %v", p)
	}
	secondo := s.inad(t, "")
	b.completa(t, s.chi, aperto)
	vuole := map[string]string{ids[0]: "IN_NOTIFICA", ids[1]: "IN_NOTIFICA", ids[2]: "IN_NOTIFICA"}
	vuole[primo] = "ATTO_GENERATO"
	if primo == ids[2] || secondo == ids[2] || primo == secondo {
		t.Errorf("asked about %s and %s", primo, secondo)
	}
	for id, procedura := range vuole {
		if p := s.verbale(t, id, s.chi)["procedura"]; p != procedura {
			t.Errorf("%s: %v, want %s", id, p, procedura)
		}
	}
	r, err := domanda[event.RispostaDomicili](t, core, event.RegistriDomicili, s.chi, event.DomandaRegistri{})
	if err != nil || len(r.Atti) != 1 || r.Atti[0].IDVerbale != primo {
		t.Errorf("%+v %v", r, err)
	}
	var chieste string
	if err := b.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT string_agg(n::text, ' ' ORDER BY n) FROM (SELECT count(*) AS n FROM visura GROUP BY verbale) x`).
		Scan(&chieste); err != nil || chieste != "1 2 2" {
		t.Errorf("%q questions (%v)", chieste, err)
	}
}

// TestUnRegistroMutoNonTieneFermoIlLotto: a register that is asked again as a lot is closed does not answer. An hour later the act that it
// said nothing of is to be tried again, with the reason, and the others leave.
func TestUnRegistroMutoNonTieneFermoIlLotto(t *testing.T) {
	t.Parallel()
	b := avviaCon(t, banchi.Impostazione("visura.domicilio", "true"))
	s := &anpr{&ufficio{banco: b, chi: b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}, testkit.Bus(t, b.nats, "connessione")}
	for i, targa := range []string{"AB123CD", "CD456EF"} {
		id := s.inserisci(t, fmt.Sprint("V-", i), targa).IDVerbale
		s.rispondi(t, id, event.IndagineTrovata, 1)
		s.inad(t, "")
		s.stampato(t, id)
	}
	b.Esegui(t, "elaborazione", "alfa", `UPDATE visura SET giorno = giorno - 1`)
	aperto := b.aperto(t, s.chi)
	if _, err := domanda[event.RispostaLotto](t, testkit.Bus(t, b.nats, "core"), event.LottoChiudi, s.chi, event.DomandaLotto{IDLotto: aperto.ID.String()}); err != nil {
		t.Fatal(err)
	}
	detto := s.inad(t, "")
	b.Esegui(t, "elaborazione", "alfa", `UPDATE lotto SET chiuso = chiuso - interval '2 hours' WHERE id = $1`, aperto.ID)
	suo := b.Collega(t, "elaborazione", "alfa")
	var voci string
	testkit.Attendi(t, 90*time.Second, "the lot", func() bool {
		err := suo.QueryRow(t.Context(), `SELECT string_agg(concat_ws(' ', v.stato, (v.verbale = $2)::text, substr(v.motivo, 1, 17)), ', ' ORDER BY v.stato DESC)
			FROM voce v JOIN lotto l ON l.id = v.lotto WHERE l.id = $1 AND l.stato = 'COMPLETATO_CON_ERRORI'`, aperto.ID, detto).Scan(&voci)
		return err == nil && voci != ""
	})
	if voci != "OK true , ERRORE_RIPETIBILE false Si aspetta ancora" {
		t.Error(voci)
	}
}
