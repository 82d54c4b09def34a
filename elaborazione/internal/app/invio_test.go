package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// send is the office, beside a connessione that the test plays: it takes what is to be sent, and tells what SEND says.
type send struct {
	*ufficio
	connessione *bus.Bus
	pool        *pgxpool.Pool
}

func apriSend(t *testing.T) *send {
	t.Helper()
	b := avvia(t)
	return &send{&ufficio{banco: b, chi: b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)}, testkit.Bus(t, b.nats, "connessione"),
		b.Banca(t, "elaborazione", "alfa")}
}

// partenza asks the platform to send an act.
func partenza(tentativo string) map[string]any {
	return eventoDi("NOTIFICA_AVVIATA", "", map[string]any{"canale": "SEND", "parte": true, "notifica": tentativo})
}

// lavoro takes the next act to send from the queue of connessione.
func (s *send) lavoro(t *testing.T) (x event.LavoroSend) {
	t.Helper()
	coda, err := s.connessione.JS.Consumer(t.Context(), bus.StreamWork, "connessione-send")
	if err != nil {
		t.Fatal(err)
	}
	m, err := coda.Next(jetstream.FetchMaxWait(30 * time.Second))
	if err != nil {
		t.Fatalf("nothing is to be sent: %v", err)
	}
	if err := json.Unmarshal(m.Data(), &x); err != nil {
		t.Fatal(err)
	}
	if err := m.Ack(); err != nil {
		t.Fatal(err)
	}
	return x
}

// dice has connessione keep and publish an outcome.
func (s *send) dice(t *testing.T, x event.InvioEsito) {
	t.Helper()
	s.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, chiesto, revisione) VALUES ($1, $2, $3, $3, 'ab', now(), $4)
		ON CONFLICT (id) DO UPDATE SET revisione = greatest(invio.revisione, EXCLUDED.revisione)`, x.IDNotifica, x.IDVerbale, x.IDPosizione, x.Revisione)
	corpo, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	m := nats.NewMsg("fatti.alfa.invio.esito")
	m.Data = corpo
	m.Header.Set("ce-id", uuid.NewString())
	m.Header.Set("ce-subject", x.IDVerbale)
	if _, err := s.connessione.JS.PublishMsg(t.Context(), m); err != nil {
		t.Fatal(err)
	}
}

// campiOfferti are the fields of an event that a form asks for.
func (s *send) campiOfferti(t *testing.T, id, tipo string) (nomi []string) {
	t.Helper()
	_, corpo := s.chiedi(t, "GET "+verbali+id+"/azioni", s.chi, nil)
	var r event.RispostaAzioni
	if err := json.Unmarshal(corpo, &r); err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Ammesse {
		for _, c := range a.Campi {
			if a.Tipo == tipo {
				nomi = append(nomi, c.Nome)
			}
		}
	}
	return nomi
}

// TestUnAttoParteConSend: the platform sends one act, once, as it was printed; it leaves the open lot, and what must not leave stays.
func TestUnAttoParteConSend(t *testing.T) {
	t.Parallel()
	s := apriSend(t)
	ids := s.conAtto(t, s.chi, 4)
	id, perPosta, pagato, annullato := ids[0], ids[1], ids[2], ids[3]
	if campi := strings.Join(s.campiOfferti(t, id, "NOTIFICA_AVVIATA"), " "); !strings.Contains(campi, "dati.canale") || strings.Contains(campi, "dati.parte") {
		t.Errorf("offered: %s", campi)
	}
	for campo, r := range map[string]map[string]any{
		"dati.parte": eventoDi("NOTIFICA_AVVIATA", "", map[string]any{"canale": "PEC", "parte": true}),
		"dataLegale": eventoDi("NOTIFICA_AVVIATA", fa(1), map[string]any{"canale": "SEND", "parte": true}),
	} {
		if stato, e := s.chiede(t, id, s.chi, r); stato != http.StatusBadRequest || len(e.Errori) != 1 || e.Errori[0].Campo != campo {
			t.Errorf("%s: %d %+v", campo, stato, e)
		}
	}
	tentativo := uuid.NewString()
	if e := s.deve(t, id, partenza(tentativo)); e.Procedura != "IN_NOTIFICA" {
		t.Errorf("%+v", e)
	}
	if stato, _ := s.chiede(t, id, s.chi, partenza(tentativo)); stato != http.StatusOK {
		t.Errorf("the same request again: %d", stato)
	}
	x := s.lavoro(t)
	atto := s.legge(t, `SELECT d.id || ' ' || d.sha256 FROM documento d JOIN posizione p ON p.id = d.posizione WHERE d.verbale = $1 AND d.tipo = 'ATTO'`, id)
	if x.IDVerbale != id || x.IDNotifica != tentativo || x.IDDocumento+" "+x.SHA256 != atto {
		t.Errorf("%+v, the act is %s", x, atto)
	}
	s.nonParte(t, id, "Una notifica è già in corso")
	s.pagaTutto(t, pagato)
	s.nonParte(t, pagato, "Il debito è chiuso")
	s.deve(t, annullato, eventoDi("VERBALE_ANNULLATO", "", nil))
	s.nonParte(t, annullato, "non è ammesso")

	l := s.aperto(t, s.chi)
	if l.Voci.Saltati != 2 || l.Voci.InAttesa != 2 { // what left by SEND, and what was annulled; who has paid is found by the work
		t.Errorf("%+v", l.Voci)
	}
	s.lotto(t, "POST "+lotti+"/"+l.ID.String()+"/chiudi", s.chi, nil, http.StatusOK)
	l = s.completa(t, s.chi, l)
	if l.Voci != (lotto.Conteggi{Totale: 4, OK: 1, Saltati: 3}) {
		t.Errorf("%+v", l.Voci)
	}
	_, voci := s.lotto(t, "GET "+lotti+"/"+l.ID.String()+"/voci", s.chi, nil, http.StatusOK)
	if !strings.Contains(voci, "L'atto parte con SEND") {
		t.Error(voci)
	}
	s.nonParte(t, perPosta, "Una notifica è già in corso")
	if n := s.legge(t, `SELECT count(*)::text FROM evento WHERE dati ->> 'parte' = 'true'`); n != "1" {
		t.Errorf("%s attempts", n)
	}
}

// nonParte wants the refusal of an act that the platform must not send, and its words.
func (s *send) nonParte(t *testing.T, id, parola string) {
	t.Helper()
	r := partenza(uuid.NewString())
	r["idempotenza"] = uuid.NewString()
	if stato, e := s.chiede(t, id, s.chi, r); stato != http.StatusConflict || !strings.Contains(e.Detail, parola) {
		t.Errorf("%d %+v, want %s", stato, e, parola)
	}
}

// pagaTutto pays more than is asked.
func (s *send) pagaTutto(t *testing.T, id string) {
	t.Helper()
	corpo := fmt.Sprintf(`{"idVerbale":%q,"importoCent":100000,"data":%q,"canale":"CONTANTI","riferimento":%q}`, id, fa(0), id)
	if r, testo := s.chiedi(t, "POST "+pagamenti, s.chi, []byte(corpo), "Content-Type", "application/json"); r.StatusCode != http.StatusCreated {
		t.Fatalf("%d %s", r.StatusCode, testo)
	}
}

// legge reads a text of tenant alfa.
func (s *send) legge(t *testing.T, sql string, args ...any) string {
	t.Helper()
	var testo string
	if err := s.pool.QueryRow(t.Context(), sql, args...).Scan(&testo); err != nil {
		t.Fatal(err)
	}
	return testo
}

// TestGliEsitiDiSendArrivano: from the bus to the fine: served, corrected, taken back; what nobody knows is a dead letter with words.
func TestGliEsitiDiSendArrivano(t *testing.T) {
	t.Parallel()
	s := apriSend(t)
	id := s.conAtto(t, s.chi, 1)[0]
	tentativo := uuid.NewString()
	s.deve(t, id, partenza(tentativo))
	w := s.lavoro(t)
	adesso := tempo.Adesso()
	x := event.InvioEsito{IDVerbale: id, IDPosizione: w.IDPosizione, IDNotifica: tentativo, Canale: string(verbale.CanaleSend), IUN: "UJRX-APEQ-UEYZ-202606-R-1",
		Accettata: &adesso}
	for _, passo := range []struct{ stato, giorno, vuole string }{
		{event.InvioAccettato, "", ""},
		{event.InvioPerfezionato, fa(0), "NOTIFICATO " + fa(0) + " false"},
		{event.InvioNonPiuPerfezionato, "", "NOTIFICATO " + fa(0) + " true"},
	} {
		x.Revisione, x.Stato, x.Giorno, x.Via = x.Revisione+1, passo.stato, passo.giorno, ""
		if passo.giorno != "" {
			x.Via = "SEND_CARTACEO"
		}
		s.dice(t, x)
		if passo.vuole == "" {
			continue
		}
		testkit.Attendi(t, 30*time.Second, passo.vuole, func() bool {
			return s.legge(t, `SELECT concat_ws(' ', v.procedura, p.giorno_zero, p.prova_dubbia::text) FROM verbale v JOIN posizione p ON p.verbale = v.id WHERE v.id = $1`, id) == passo.vuole
		})
	}
	x.IDNotifica, x.Stato = uuid.NewString(), event.InvioRifiutato
	s.dice(t, x)
	morti, err := testkit.Bus(t, s.nats, "core").JS.Consumer(t.Context(), bus.StreamDead, "core-morti")
	if err != nil {
		t.Fatal(err)
	}
	m, err := morti.Next(jetstream.FetchMaxWait(30 * time.Second))
	if err != nil {
		t.Fatal(err)
	}
	var morto event.Morto
	if err := json.Unmarshal(m.Data(), &morto); err != nil || morto.Consegne != 1 || !strings.Contains(morto.Motivo, "notifica "+x.IDNotifica) ||
		!strings.Contains(morto.Motivo, "il verbale non conosce questo tentativo") {
		t.Errorf("%+v %v", morto, err)
	}
}
