package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/piattaforma-verbali/verbali/connessione/internal/invio"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	rottaNotifiche = base + "/PndConnRestService/notifiche"
	rottaCosti     = base + "/PndConnRestService/costi"
)

// bancoSend is a bench with a simulated SEND, whose days pass with the clock of the bench, and with a stand-in for elaborazione.
type bancoSend struct {
	*banco
	send    *simulato.Simulatore
	server  *httptest.Server
	rifiuto atomic.Pointer[problem.Error] // the answer of elaborazione; nil: it accepts
	carica  atomic.Pointer[func()]        // called once, before the next upload is answered
	avviate atomic.Int32
	numero  int64
}

func apparecchiaSend(t *testing.T) *bancoSend {
	t.Helper()
	b := &bancoSend{}
	mux := http.NewServeMux()
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			if f := b.carica.Swap(nil); f != nil {
				(*f)()
			}
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(b.server.Close)
	segreti := t.TempDir()
	b.segreto(t, segreti, simulato.ChiaveDemo+"alfa")
	b.banco = monta(t, []string{"alfa", "beta"}, func(i *Impostazioni) {
		i.SegretiDir, i.RetiComandi, i.SendURL = segreti, []string{"127.0.0.0/8"}, b.server.URL+"/send"
		i.SendScadenza, i.SendTentativo, i.SendInsieme = 10*time.Second, 5*time.Second, 8
	})
	var err error
	if b.send, err = simulato.Nuovo(simulato.Opzioni{Adesso: b.orologio.Adesso, AttesaVuoto: 50 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	b.send.Registra(mux)
	b.elaborazione(t)
	b.avvia(t)
	b.imposta(t, parole.ChiaveCollegamento, `{"accesso": "send-chiave"}`)
	return b
}

func (b *bancoSend) segreto(t *testing.T, cartella, chiave string) {
	t.Helper()
	suo := filepath.Join(cartella, "alfa")
	if err := os.MkdirAll(suo, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(suo, "send-chiave"), []byte("host: 127.0.0.1\n"+chiave+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
}

// richiestaDiAvvio is the event that connessione asks elaborazione to record.
type richiestaDiAvvio struct {
	Tipo      string `json:"tipo"`
	Posizione string `json:"posizione"`
	Motivo    string `json:"motivo"`
	Dati      struct {
		Canale   string `json:"canale"`
		Notifica string `json:"notifica"`
		Parte    bool   `json:"parte"`
	} `json:"dati"`
}

// elaborazione answers the questions as the service would: it begins each attempt and hands it over.
func (b *bancoSend) elaborazione(t *testing.T) {
	t.Helper()
	elaborazione := testkit.Bus(t, b.nats, "elaborazione")
	err := elaborazione.Reply(event.VerbaleEvento, 5*time.Second, func(_ context.Context, corpo []byte) (any, error) {
		var d event.DomandaEvento
		var r richiestaDiAvvio
		if err := json.Unmarshal(corpo, &d); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(d.Richiesta, &r); err != nil {
			return nil, err
		}
		if no := b.rifiuto.Load(); no != nil {
			return nil, no
		}
		if r.Tipo != "NOTIFICA_AVVIATA" || r.Dati.Canale != "SEND" || !r.Dati.Parte || r.Motivo == "" {
			return nil, problem.CampoNonValido("dati", "non è una notifica con SEND")
		}
		b.avviate.Add(1)
		b.esegui(t, "alfa", `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata) VALUES ($1, $2, $3, 'SEND', 'AVVIATA', '2026-11-20')
			ON CONFLICT DO NOTHING`, r.Dati.Notifica, d.IDVerbale, r.Posizione)
		b.affida(t, d.IDVerbale, r.Posizione, r.Dati.Notifica)
		return event.RispostaEvento{Sequenza: 7, Procedura: "IN_NOTIFICA", Nuovo: true}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// affida publishes the work of an attempt, as elaborazione does.
func (b *bancoSend) affida(t *testing.T, idVerbale, posizione, notifica string) {
	t.Helper()
	var documento, sha string
	if err := b.ambiente.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT id::text, sha256 FROM documento WHERE posizione = $1`, posizione).
		Scan(&documento, &sha); err != nil {
		t.Error(err)
	}
	b.incarica(t, event.LavoroSend{IDVerbale: idVerbale, IDPosizione: posizione, IDNotifica: notifica, IDDocumento: documento, SHA256: sha}, uuid.NewString())
}

const attoDiProva = "%%PDF-1.7\natto di prova %s\n%%%%EOF\n"

// multa is a fine with its act, whose owner's tax code chooses the scenario.
func (b *bancoSend) multa(t *testing.T, scenario string, ritocchi ...string) *verbaleProva {
	t.Helper()
	b.numero++
	n := b.numero
	v := b.inserisci(t, "alfa", n, func(v *verbaleProva) {
		v.CodiceFiscale = simulatore.CodicePersona(scenario, string(rune('A'+n/26%26))+string(rune('A'+n%26))+"A")
		v.Procedura = "ATTO_GENERATO"
	})
	b.esegui(t, "alfa", `UPDATE soggetto SET indirizzo = 'Via Nicolò Tommaseo', civico = '1', cap = '00100', comune = 'Roma', provincia = 'RM'
		WHERE id = (SELECT soggetto FROM posizione WHERE id = $1)`, v.Posizione)
	for _, r := range ritocchi {
		b.esegui(t, "alfa", `UPDATE soggetto SET `+r+` WHERE id = (SELECT soggetto FROM posizione WHERE id = $1)`, v.Posizione)
	}
	b.documento(t, v, "ATTO", fmt.Sprintf(attoDiProva, v.ID))
	return v
}

func (b *bancoSend) ufficio(t *testing.T) string {
	t.Helper()
	return b.firma(t, claims("ufficio.alfa", "alfa", auth.RuoloUfficio))
}

func chiestaNotifica(v *verbaleProva, altro ...string) oggetto {
	o := oggetto{"idVerbale": v.ID.String(), "posizione": v.Posizione.String(), "motivo": "Notifica del verbale", "idempotenza": "n-1"}
	for i := 0; i < len(altro); i += 2 {
		o[altro[i]] = altro[i+1]
	}
	return o
}

// avvia starts a notification by REST, once the settings have arrived.
func (b *bancoSend) notifica(t *testing.T, v *verbaleProva) string {
	t.Helper()
	var w *httptest.ResponseRecorder
	testkit.Attendi(t, attesa, "the connection to SEND", func() bool {
		w = b.manda(rottaNotifiche, b.ufficio(t), testo(t, chiestaNotifica(v)))
		return w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "SEND_NON_COLLEGATA")
	})
	if w.Code != http.StatusAccepted {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return risposta[event.RispostaInvio](t, w).ID
}

func (b *bancoSend) leggi(t *testing.T, id string) invio.Notifica {
	t.Helper()
	return risposta[invio.Notifica](t, b.chiede(t, rottaNotifiche+"/"+id, b.ufficio(t), "", http.StatusOK))
}

// giunge waits until a notification is in a state, without a change of the clock.
func (b *bancoSend) giunge(t *testing.T, id string, stato invio.Stato) (n invio.Notifica) {
	t.Helper()
	defer func() {
		if n.Stato != stato {
			t.Logf("%+v", n)
		}
	}()
	testkit.Attendi(t, attesa, "state "+string(stato), func() bool {
		n = b.leggi(t, id)
		return n.Stato == stato
	})
	return n
}

// accettata waits until SEND has a notification, and lets it be validated.
func (b *bancoSend) accettata(t *testing.T, id string) invio.Notifica {
	t.Helper()
	b.giunge(t, id, invio.InValidazione)
	b.orologio.Avanza(time.Hour) // within a hundredth of a day
	return b.giunge(t, id, invio.Accettata)
}

// passano lets days pass two at a time, and waits until the streams are read; while no notification is open the streams are left alone.
func (b *bancoSend) passano(t *testing.T, giorni int) {
	t.Helper()
	var prima, poi time.Time
	var aperte int
	letto := func(quando *time.Time) {
		err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT coalesce(max(letto), 'epoch'),
			(SELECT count(*) FROM invio WHERE stato IN ('IN_VALIDAZIONE', 'ACCETTATA')) FROM flusso`).Scan(quando, &aperte)
		if err != nil {
			t.Fatal(err)
		}
	}
	for range (giorni + 1) / 2 {
		b.orologio.Avanza(48 * time.Hour)
		letto(&prima)
		testkit.Attendi(t, attesa, "a reading of the stream", func() bool {
			letto(&poi)
			return aperte == 0 || poi.After(prima)
		})
	}
}

// detti are the facts of an attempt so far.
func (b *bancoSend) detti(t *testing.T, id string) (tutti []event.InvioEsito) {
	t.Helper()
	c, err := b.core.JS.CreateOrUpdateConsumer(t.Context(), bus.StreamFacts, jetstream.ConsumerConfig{FilterSubject: "fatti.alfa.invio.esito",
		DeliverPolicy: jetstream.DeliverAllPolicy, AckPolicy: jetstream.AckNonePolicy})
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.FetchNoWait(1000)
	if err != nil {
		t.Fatal(err)
	}
	for x := range m.Messages() {
		var f event.InvioEsito
		if err := json.Unmarshal(x.Data(), &f); err != nil {
			t.Fatal(err)
		}
		if f.IDNotifica == id {
			tutti = append(tutti, f)
		}
	}
	return tutti
}

func stati(fatti []event.InvioEsito) (tutti []string) {
	for _, f := range fatti {
		tutti = append(tutti, f.Stato)
	}
	return tutti
}

// richieste are the notifications that SEND has of a fine.
func (b *bancoSend) richieste(t *testing.T) (n int) {
	t.Helper()
	if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*) FROM invio WHERE inviato IS NOT NULL`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestUnaNotificaPerRestFinoAlPerfezionamento(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	v := b.multa(t, "003")
	id := b.notifica(t, v)
	if stato := b.leggi(t, id).Stato; stato == "" {
		t.Fatal("no state")
	}
	n := b.accettata(t, id)
	if !parole.IUN(n.IUN) || n.Accettata == nil || n.Costo == nil || !n.Costo.Stimato {
		t.Errorf("%+v", n)
	}
	b.passano(t, 16)
	n = b.giunge(t, id, invio.Perfezionata)
	if n.Modo != "DECORRENZA" || n.Via != "SEND_CARTACEO" || n.Giorno == "" || n.Costo.Stimato || n.Costo.Lettere != 1 {
		t.Errorf("%+v", n)
	}
	testkit.Attendi(t, attesa, "the facts", func() bool { return len(b.detti(t, id)) >= 2 })
	fatti := b.detti(t, id)
	giusti := slices.Equal(stati(fatti), []string{event.InvioAccettato, event.InvioPerfezionato})
	if !giusti || fatti[1].Giorno != n.Giorno || fatti[1].Revisione <= fatti[0].Revisione {
		t.Errorf("%+v", fatti)
	}
	b.attestazioni(t, id)
	c := risposta[invio.CostoAvviso](t, b.chiede(t, rottaCosti+"/"+v.Avvisi[0].Numero, b.ufficio(t), "", http.StatusOK))
	if c.Costo != *n.Costo || c.IUN != n.IUN {
		t.Errorf("%+v, want %+v", c, n.Costo)
	}
	b.chiede(t, rottaCosti+"/399999999999999999", b.ufficio(t), "", http.StatusNotFound)
	if b.avviate.Load() != 1 || b.richieste(t) != 1 {
		t.Errorf("elaborazione was asked %d times", b.avviate.Load())
	}
}

// attestazioni opens every proof.
func (b *bancoSend) attestazioni(t *testing.T, id string) {
	t.Helper()
	var n invio.Notifica
	testkit.Attendi(t, attesa, "the proofs", func() bool {
		b.orologio.Avanza(15 * time.Second) // SEND says after how many seconds a file is out of its archive; who got no answer asks within the hour
		n = b.leggi(t, id)
		return len(n.Attestazioni) > 1 && !slices.ContainsFunc(n.Attestazioni, func(a invio.Attestazione) bool { return a.SHA256 == "" })
	})
	for _, a := range n.Attestazioni {
		w := b.manda(rottaNotifiche+"/"+id+"/attestazioni/"+a.ID, b.ufficio(t), "")
		if w.Code != http.StatusOK || int64(w.Body.Len()) != a.Byte {
			t.Errorf("%s: %d, %d bytes, want %d", a.Categoria, w.Code, w.Body.Len(), a.Byte)
		}
	}
}
