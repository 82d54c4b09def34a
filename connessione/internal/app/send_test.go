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
	"github.com/jackc/pgx/v5"
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

// bancoSend is a bench with a simulated SEND, whose days pass with the clock of the bench, and with elaborazione's answers.
type bancoSend struct {
	*banco
	send    *simulato.Simulatore
	server  *httptest.Server
	rifiuto atomic.Pointer[problem.Error] // of elaborazione, if it refuses
	avviate atomic.Int32
	numero  int64
}

func apparecchiaSend(t *testing.T, cambia ...func(*simulato.Opzioni)) *bancoSend {
	t.Helper()
	b := &bancoSend{}
	mux := http.NewServeMux()
	b.server = httptest.NewServer(mux)
	t.Cleanup(b.server.Close)
	segreti := t.TempDir()
	b.segreto(t, segreti, simulato.ChiaveDemo+"alfa")
	b.banco = monta(t, []string{"alfa", "beta"}, func(i *Impostazioni) {
		i.SegretiDir, i.RetiComandi, i.SendURL = segreti, []string{"127.0.0.0/8"}, b.server.URL+"/send"
		i.SendScadenza, i.SendTentativo, i.SendInsieme = 10*time.Second, 5*time.Second, 8
	})
	o := simulato.Opzioni{Adesso: b.orologio.Adesso, AttesaVuoto: 50 * time.Millisecond}
	for _, f := range cambia {
		f(&o)
	}
	var err error
	if b.send, err = simulato.Nuovo(o); err != nil {
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

// elaborazione begins the attempts that it is asked for, and hands them over.
func (b *bancoSend) elaborazione(t *testing.T) {
	t.Helper()
	elaborazione := testkit.Bus(t, b.nats, "elaborazione")
	err := elaborazione.Reply(event.VerbaleEvento, 5*time.Second, func(_ context.Context, corpo []byte) (any, error) {
		var d event.DomandaEvento
		var r struct {
			Tipo, Posizione, Motivo string
			Dati                    struct {
				Canale, Notifica string
				Parte            bool
			}
		}
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
		b.esegui(t, "alfa", `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata) VALUES ($1, $2, $3, 'SEND', 'AVVIATA', '2026-11-20') ON CONFLICT DO NOTHING`,
			r.Dati.Notifica, d.IDVerbale, r.Posizione)
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

// passano lets days pass, each with time to be told of.
func (b *bancoSend) passano(giorni int) {
	for range giorni {
		b.orologio.Avanza(24 * time.Hour)
		time.Sleep(120 * time.Millisecond)
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
	if err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*) FROM invio WHERE inviato IS NOT NULL`).Scan(&n); err != nil && err != pgx.ErrNoRows {
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
	b.passano(16)
	n = b.giunge(t, id, invio.Perfezionata)
	if n.Modo != "DECORRENZA" || n.Via != "SEND_CARTACEO" || n.Giorno == "" || n.Costo.Stimato || n.Costo.Lettere != 1 {
		t.Errorf("%+v", n)
	}
	testkit.Attendi(t, attesa, "the facts", func() bool { return len(b.detti(t, id)) >= 2 })
	fatti := b.detti(t, id)
	if !slices.Equal(stati(fatti), []string{event.InvioAccettato, event.InvioPerfezionato}) || fatti[1].Giorno != n.Giorno || fatti[1].Revisione <= fatti[0].Revisione {
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

// TestScenariDiSend: what becomes of a notification in each story that the recipient's tax code chooses, and what elaborazione is told.
func TestScenariDiSend(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	const acc, perf, tolta = event.InvioAccettato, event.InvioPerfezionato, event.InvioNonPiuPerfezionato
	casi := []struct {
		scenario, modo, via, persona string
		stato                        invio.Stato
		fatti                        []string
	}{
		{"001", "DECORRENZA", "SEND_DIGITALE", "", invio.Perfezionata, []string{acc, perf}},
		{"002", "DECORRENZA", "SEND_CASELLA_SATURA", "", invio.Perfezionata, []string{acc, perf}},
		{"004", "DECORRENZA", "SEND_CARTACEO", "", invio.Perfezionata, []string{acc, perf}},
		{"005", "DECORRENZA", "SEND_CARTACEO", "", invio.Perfezionata, []string{acc, perf}},
		{"006", "", "SEND_CARTACEO", "DECEDUTO", invio.NonPerfezionabile, []string{acc, event.InvioNonPerfezionabile}},
		{"007", "", "", "", invio.Rifiutata, []string{event.InvioRifiutato}},
		{"008", "DECORRENZA", "SEND_CARTACEO", "", invio.Perfezionata, []string{acc, perf}},
		{"009", "VISIONE", "SEND_CARTACEO", "", invio.Perfezionata, []string{acc, perf}},
		{"011", "DECORRENZA", "SEND_CARTACEO", "", invio.Perfezionata, []string{acc, perf, perf}}, // taken back meanwhile, where the correction was read by itself
		{"012", "", "SEND_CARTACEO", "DECEDUTO", invio.NonPerfezionabile, []string{acc, perf, tolta, event.InvioNonPerfezionabile}},
		{"013", "DECORRENZA", "SEND_CARTACEO", "", invio.Perfezionata, []string{acc, perf, perf}},
		{"015", "DECORRENZA", "SEND_DIGITALE", "", invio.Perfezionata, []string{acc, perf}},
		{"016", "DECORRENZA", "SEND_CARTACEO", "", invio.Perfezionata, []string{acc, perf}},
		{"017", "", "SEND_DIGITALE", "SENZA_ISTANTE", invio.Accettata, []string{acc}},
		{"020", "", "", "", invio.Rifiutata, []string{event.InvioRifiutato}},
	}
	ids := make([]string, len(casi))
	for i, c := range casi {
		ids[i] = b.notifica(t, b.multa(t, c.scenario))
	}
	for _, id := range ids {
		b.giunge(t, id, invio.InValidazione)
	}
	b.passano(40)
	for i, c := range casi {
		n := b.giunge(t, ids[i], c.stato)
		if n.Modo != c.modo || n.Via != c.via || n.Persona != c.persona || (n.Giorno != "") != (c.modo != "") || (len(n.Rifiuti) > 0) != (c.stato == invio.Rifiutata) {
			t.Errorf("%s: %+v", c.scenario, n)
		}
		detti := stati(b.detti(t, ids[i]))
		if c.scenario == "011" {
			detti = slices.DeleteFunc(detti, func(s string) bool { return s == tolta })
		}
		if !slices.Equal(detti, c.fatti) {
			t.Errorf("%s: elaborazione was told %v, want %v", c.scenario, detti, c.fatti)
		}
	}
	if n := b.richieste(t); n != len(casi) {
		t.Errorf("%d notifications at SEND, want %d", n, len(casi))
	}
}

// TestChiManda: who may send, what is refused at the door, and that nobody is notified twice.
func TestChiManda(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	v := b.multa(t, "003")
	id := b.notifica(t, v)
	if altra := risposta[event.RispostaInvio](t, b.chiede(t, rottaNotifiche, b.ufficio(t), testo(t, chiestaNotifica(v)), http.StatusAccepted)); altra.ID != id {
		t.Errorf("the same key gives %s, want %s", altra.ID, id)
	}
	if b.avviate.Load() != 1 {
		t.Errorf("begun %d times", b.avviate.Load())
	}
	no := func(corpo oggetto, stato int, parole ...string) {
		t.Helper()
		w := b.chiede(t, rottaNotifiche, b.ufficio(t), testo(t, corpo), stato)
		for _, p := range parole {
			if !strings.Contains(w.Body.String(), p) {
				t.Errorf("%s does not say %q", w.Body, p)
			}
		}
	}
	no(chiestaNotifica(v, "idempotenza", "n-2"), http.StatusConflict, "TENTATIVO_VIVO")
	no(chiestaNotifica(v, "posizione", uuid.NewString()), http.StatusNotFound)
	no(chiestaNotifica(v, "idVerbale", "12"), http.StatusBadRequest, "idVerbale")
	no(chiestaNotifica(v, "motivo", " "), http.StatusBadRequest, "motivo")
	no(chiestaNotifica(v, "idempotenza", ""), http.StatusBadRequest, "idempotenza")
	for _, x := range []struct{ cambia, campo string }{
		{"codice_fiscale = ''", "codiceFiscale"}, {"codice_fiscale = 'RSSMRA80A01H501X'", "codiceFiscale"}, {"indirizzo = '', civico = ''", "indirizzo"}, {"cap = ''", "cap"},
		{"provincia = ''", "provincia"}, {"comune = 'un comune dal nome lungo più di una riga di quarantaquattro caratteri'", "comune"}, {"nazione = 'QQ'", "nazione"},
		{"cognome = repeat('A', 60), nome = repeat('B', 60)", "denominazione"},
	} {
		no(chiestaNotifica(b.multa(t, "003", x.cambia)), http.StatusBadRequest, `"`+x.campo+`"`)
	}
	senza := b.multa(t, "003")
	b.esegui(t, "alfa", `DELETE FROM documento WHERE verbale = $1`, senza.ID)
	no(chiestaNotifica(senza), http.StatusBadRequest, "documento")
	pagata := b.multa(t, "003")
	b.esegui(t, "alfa", `UPDATE verbale SET debito = 'PAGATO' WHERE id = $1`, pagata.ID)
	no(chiestaNotifica(pagata), http.StatusBadRequest, "idVerbale")
	b.chiede(t, rottaNotifiche, b.operatore(t, "alfa"), testo(t, chiestaNotifica(v)), http.StatusForbidden)
	b.chiede(t, rottaNotifiche+"/"+id, b.firma(t, claims("ufficio.beta", "beta", auth.RuoloUfficio)), "", http.StatusNotFound)
	b.chiede(t, rottaNotifiche+"/"+uuid.NewString(), b.ufficio(t), "", http.StatusNotFound)
	b.giunge(t, id, invio.InValidazione)
	if n := b.richieste(t); n != 1 {
		t.Errorf("%d at SEND", n)
	}
}

// TestSendCheNonLasciaEntrare: the channel pauses for the command, no fine is refused, and it heals by itself.
func TestSendCheNonLasciaEntrare(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	b.segreto(t, b.imp.SegretiDir, "chiave-di-nessuno")
	v := b.multa(t, "003")
	id := b.notifica(t, v)
	testkit.Attendi(t, attesa, "the pause", func() bool { return b.leggi(t, id).Ferma == "CANALE_IN_PAUSA" })
	var stato event.StatoCanale
	testkit.Attendi(t, attesa, "the channel says so", func() bool {
		stato = b.canale(t)
		return stato.PausaFino != nil
	})
	if !stato.Collegata || stato.Codice == "" || stato.Perche == "" {
		t.Errorf("%+v", stato)
	}
	b.segreto(t, b.imp.SegretiDir, simulato.ChiaveDemo+"alfa")
	b.ambiente.Esegui(t, modulo, "alfa", `UPDATE arresto SET fino = clock_timestamp()`) // the pause is over
	b.sveglia(t)
	n := b.giunge(t, id, invio.InValidazione)
	if n.Ferma != "" || len(n.Rifiuti) != 0 {
		t.Errorf("%+v", n)
	}
	testkit.Attendi(t, attesa, "the channel is open", func() bool { return b.canale(t).PausaFino == nil })
}

func (b *bancoSend) canale(t *testing.T) (s event.StatoCanale) {
	t.Helper()
	if err := b.core.Ask(auth.With(t.Context(), auth.Identity{Token: b.ufficio(t)}), "connessione."+event.SendCanale, event.DomandaCanale{}, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// sveglia has the command looked at now, as a new piece of work does.
func (b *bancoSend) sveglia(t *testing.T) {
	t.Helper()
	v := b.multa(t, "001")
	b.affida(t, v.ID.String(), v.Posizione.String(), uuid.NewString())
}

// TestUnaRispostaPersa: an answer that does not come sends nothing twice, whether SEND has the request or not.
func TestUnaRispostaPersa(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	v := b.multa(t, "003")
	altra := b.multa(t, "003")
	id := b.notifica(t, v)
	b.giunge(t, id, invio.InValidazione)
	// As after a kill: the request left, and nobody wrote what came of it.
	b.ambiente.Esegui(t, modulo, "alfa", `UPDATE invio SET stato = 'DA_INVIARE', inviato = NULL, id_richiesta = '', prossimo = $2 WHERE id = $1`, id, b.orologio.Adesso())
	b.sveglia(t)
	b.giunge(t, id, invio.InValidazione)
	// The same token at SEND with another content is a person's.
	secondo := b.notifica(t, altra)
	b.giunge(t, secondo, invio.InValidazione)
	b.ambiente.Esegui(t, modulo, "alfa", `UPDATE invio SET stato = 'DA_INVIARE', inviato = NULL, id_richiesta = '', prossimo = $2,
		richiesta = jsonb_set(richiesta, '{recipients,0,taxId}', '"RSSMRA80A01H501U"') WHERE id = $1`, secondo, b.orologio.Adesso())
	b.sveglia(t)
	if n := b.giunge(t, secondo, invio.EsitoIgnoto); n.Persona != "CONTENUTO_DIVERSO" {
		t.Errorf("%+v", n)
	}
	b.orologio.Avanza(time.Hour)
	b.giunge(t, id, invio.Accettata)
	b.seguita(t, id)
}

// seguita: the request of an attempt is at SEND once.
func (b *bancoSend) seguita(t *testing.T, id string) {
	t.Helper()
	quante := 0
	for _, r := range b.send.Ricevute() {
		if strings.HasPrefix(r.Richiesta, "POST") && strings.HasSuffix(r.Risorsa, "/requests") && strings.Contains(r.Chiave+r.Numero, id) && r.Stato == http.StatusAccepted {
			quante++
		}
	}
	if quante > 1 {
		t.Errorf("%s left %d times", id, quante)
	}
}

// TestAnnulloEPagamento: a cancellation is effective when SEND says so; SEND is told of a payment under a notice that it has.
func TestAnnulloEPagamento(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	v, pagata := b.multa(t, "003"), b.multa(t, "010")
	id, altra := b.notifica(t, v), b.notifica(t, pagata)
	annulla := rottaNotifiche + "/" + id + "/annulla"
	b.giunge(t, id, invio.InValidazione)
	b.chiede(t, annulla, b.ufficio(t), `{"motivo":"errore"}`, http.StatusConflict) // SEND has not said yes or no
	b.giunge(t, altra, invio.InValidazione)
	b.orologio.Avanza(time.Hour)
	b.giunge(t, id, invio.Accettata)
	b.giunge(t, altra, invio.Accettata)
	b.chiede(t, annulla, b.ufficio(t), `{"motivo":" "}`, http.StatusBadRequest)
	r := risposta[event.RispostaAnnullo](t, b.chiede(t, annulla, b.ufficio(t), `{"motivo":"Annullato in autotutela"}`, http.StatusAccepted))
	if r.Codice != parole.AnnullamentoAccolto {
		t.Errorf("%+v", r)
	}
	b.passano(2)
	b.giunge(t, id, invio.Annullata)
	if detti := stati(b.detti(t, id)); !slices.Equal(detti, []string{event.InvioAccettato, event.InvioAnnullato}) {
		t.Errorf("%v", detti)
	}
	b.esegui(t, "alfa", `INSERT INTO pagamento (id, verbale, avviso, importo_cent, data, canale, riferimento, posizione) VALUES ($1, $2, $3, 7290, '2026-11-21', 'PAGOPA', 'r1', $4)`,
		uuid.New(), pagata.ID, pagata.idAvvisi[0], pagata.Posizione)
	b.incarica(t, event.PagamentoRicevuto{IDVerbale: pagata.ID.String(), Sequenza: 9, ImportoCent: 7290}, uuid.NewString())
	testkit.Attendi(t, attesa, "SEND is told", func() bool {
		var detti int
		err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT count(*) FROM invio_pagato WHERE esito = 'DETTO'`).Scan(&detti)
		return err == nil && detti == 1
	})
	testkit.Attendi(t, attesa, "its element", func() bool {
		return slices.ContainsFunc(b.leggi(t, altra).Elementi, func(e invio.ElementoLetto) bool { return e.Categoria == parole.PagamentoSaputo })
	})
}

// TestIFlussiDiSend: a stream that was removed is made again and what is open is read by its IUN; another version makes another stream.
func TestIFlussiDiSend(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	id := b.notifica(t, b.multa(t, "003"))
	b.accettata(t, id)
	flussi := func(stato string) (tutti []string) {
		righe, err := b.ambiente.Banca(t, modulo, "alfa").Query(t.Context(), `SELECT id::text || ' ' || versione FROM flusso WHERE stato = $1`, stato)
		if err == nil {
			tutti, err = pgx.CollectRows(righe, pgx.RowTo[string])
		}
		if err != nil {
			t.Fatal(err)
		}
		return tutti
	}
	primo := flussi("ATTIVO")
	if len(primo) != 1 {
		t.Fatalf("%v", primo)
	}
	q, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, b.server.URL+"/send/delivery-progresses/v2.9/streams/"+strings.Fields(primo[0])[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set(parole.IntestazioneChiave, simulato.ChiaveDemo+"alfa")
	w, err := b.server.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	_ = w.Body.Close()
	testkit.Attendi(t, attesa, "another stream", func() bool { f := flussi("ATTIVO"); return len(f) == 1 && f[0] != primo[0] })
	b.passano(16)
	b.giunge(t, id, invio.Perfezionata)
	b.imposta(t, parole.ChiaveCollegamento, `{"accesso": "send-chiave", "flussi": "v2.8"}`)
	testkit.Attendi(t, attesa, "a stream of the other version", func() bool {
		f := flussi("ATTIVO")
		return len(f) == 1 && strings.HasSuffix(f[0], " v2.8") && len(flussi("DA_SVUOTARE")) == 1
	})
}
