package app

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/invio"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// TestScenariDiSend: each story that the recipient's tax code chooses leads to its state, and elaborazione receives its facts.
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
	b.passano(t, 40)
	for i, c := range casi {
		n := b.giunge(t, ids[i], c.stato)
		rifiutata := c.stato == invio.Rifiutata
		if n.Modo != c.modo || n.Via != c.via || n.Persona != c.persona || (n.Giorno != "") != (c.modo != "") || (len(n.Rifiuti) > 0) != rifiutata {
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

// TestChiManda: only an entitled operator sends, bad requests are refused at once, and nobody is notified twice.
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
		{"codice_fiscale = ''", "codiceFiscale"}, {"codice_fiscale = 'RSSMRA80A01H501X'", "codiceFiscale"},
		{"indirizzo = '', civico = ''", "indirizzo"}, {"cap = ''", "cap"}, {"provincia = ''", "provincia"},
		{"comune = 'un comune dal nome lungo più di una riga di quarantaquattro caratteri'", "comune"}, {"nazione = 'QQ'", "nazione"},
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

// TestSendCheNonLasciaEntrare: a refusal of the key pauses the command's channel. No fine is refused, and the channel heals by itself.
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

// sveglia wakes the work of the command, as a new message does.
func (b *bancoSend) sveglia(t *testing.T) {
	t.Helper()
	v := b.multa(t, "001")
	b.affida(t, v.ID.String(), v.Posizione.String(), uuid.NewString())
}

// TestUnaRispostaPersa: a lost answer sends nothing twice, whether SEND has the request or not.
func TestUnaRispostaPersa(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	v := b.multa(t, "003")
	altra := b.multa(t, "003")
	id := b.notifica(t, v)
	b.giunge(t, id, invio.InValidazione)
	// As after a kill: the request left, and nobody wrote what came of it.
	b.ambiente.Esegui(t, modulo, "alfa", `UPDATE invio SET stato = 'DA_INVIARE', inviato = NULL, id_richiesta = '', prossimo = $2 WHERE id = $1`,
		id, b.orologio.Adesso())
	b.sveglia(t)
	b.giunge(t, id, invio.InValidazione)
	// A person decides when SEND has the same token with another content.
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

// seguita checks that SEND took the request of an attempt at most once.
func (b *bancoSend) seguita(t *testing.T, id string) {
	t.Helper()
	quante := 0
	for _, r := range b.send.Ricevute() {
		presa := strings.HasPrefix(r.Richiesta, "POST") && strings.HasSuffix(r.Risorsa, "/requests") && r.Stato == http.StatusAccepted
		if presa && strings.Contains(r.Chiave+r.Numero, id) {
			quante++
		}
	}
	if quante > 1 {
		t.Errorf("%s left %d times", id, quante)
	}
}

// TestAnnulloEPagamento: a cancellation takes effect when SEND says so. SEND is told of a payment under a notice that it has.
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
	b.passano(t, 2)
	if n := b.giunge(t, id, invio.Annullata); n.Costo == nil || n.Costo.Stimato {
		t.Errorf("the cost of what is cancelled is final: %+v", n.Costo)
	}
	if detti := stati(b.detti(t, id)); !slices.Equal(detti, []string{event.InvioAccettato, event.InvioAnnullato}) {
		t.Errorf("%v", detti)
	}
	b.esegui(t, "alfa", `INSERT INTO pagamento (id, verbale, avviso, importo_cent, data, canale, riferimento, posizione)
		VALUES ($1, $2, $3, 7290, '2026-11-21', 'PAGOPA', 'r1', $4)`, uuid.New(), pagata.ID, pagata.idAvvisi[0], pagata.Posizione)
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

// TestAnnullataMentreParte: what is cancelled while its act is uploaded never reaches SEND, and elaborazione is told once.
func TestAnnullataMentreParte(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	inizia, riprende := make(chan struct{}), make(chan struct{})
	ferma := func() { close(inizia); <-riprende }
	b.carica.Store(&ferma)
	id := b.notifica(t, b.multa(t, "001"))
	<-inizia
	b.chiede(t, rottaNotifiche+"/"+id+"/annulla", b.ufficio(t), `{"motivo":"errore"}`, http.StatusAccepted)
	close(riprende)
	b.giunge(t, b.notifica(t, b.multa(t, "001")), invio.InValidazione)
	if n := b.leggi(t, id); n.Stato != invio.Rifiutata || b.richieste(t) != 1 {
		t.Errorf("%s, %d notifications at SEND, want the other one alone", n.Stato, b.richieste(t))
	}
	if detti := stati(b.detti(t, id)); !slices.Equal(detti, []string{event.InvioNonPartito}) {
		t.Errorf("%v", detti)
	}
}

// TestIFlussiDiSend: a removed stream is created again and the open notifications are read by their IUN. Another version creates another
// stream.
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
	b.passano(t, 16)
	b.giunge(t, id, invio.Perfezionata)
	b.imposta(t, parole.ChiaveCollegamento, `{"accesso": "send-chiave", "flussi": "v2.8"}`)
	testkit.Attendi(t, attesa, "a stream of the other version", func() bool {
		f := flussi("ATTIVO")
		return len(f) == 1 && strings.HasSuffix(f[0], " v2.8") && len(flussi("DA_SVUOTARE")) == 1
	})
}

// TestSiRileggePrimaCheLaSommaCresca: the sixty days of a service wait for a reading on their last day or later, also when SEND told of
// the service after them.
func TestSiRileggePrimaCheLaSommaCresca(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	puntuale := b.notifica(t, b.multa(t, "001"))
	b.accettata(t, puntuale)
	b.passano(t, 16)
	n := b.giunge(t, puntuale, invio.Perfezionata)
	aspettano := func() (giorni []string) {
		righe, err := b.ambiente.Banca(t, modulo, "alfa").Query(t.Context(), `SELECT (dal - 60)::text FROM connessione_v1.rilettura`)
		if err == nil {
			giorni, err = pgx.CollectRows(righe, pgx.RowTo[string])
		}
		if err != nil {
			t.Fatal(err)
		}
		return giorni
	}
	if g := aspettano(); !slices.Equal(g, []string{n.Giorno}) {
		t.Fatalf("%v, want %s", g, n.Giorno)
	}
	tardiva := b.notifica(t, b.multa(t, "004"))
	b.accettata(t, tardiva)
	b.orologio.Avanza(100 * 24 * time.Hour)
	b.giunge(t, tardiva, invio.Perfezionata)
	testkit.Attendi(t, attesa, "both read again", func() bool { return len(aspettano()) == 0 })
	if n := b.giunge(t, puntuale, invio.Perfezionata); n.Persona != "" {
		t.Errorf("%+v", n)
	}
}

// TestChiAspettaTroppo: a person is told of what SEND should have said by now, until SEND says it.
func TestChiAspettaTroppo(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	mai, muta, annullata := b.notifica(t, b.multa(t, "045")), b.notifica(t, b.multa(t, "010")), b.notifica(t, b.multa(t, "041"))
	for _, id := range []string{mai, muta, annullata} {
		b.giunge(t, id, invio.InValidazione)
	}
	b.orologio.Avanza(time.Hour)
	b.giunge(t, annullata, invio.Accettata)
	b.chiede(t, rottaNotifiche+"/"+annullata+"/annulla", b.ufficio(t), `{"motivo":"errore"}`, http.StatusAccepted)
	chiede := func(id, persona string) {
		t.Helper()
		testkit.Attendi(t, attesa, persona, func() bool { return b.leggi(t, id).Persona == persona })
	}
	b.passano(t, 2)
	chiede(mai, "SENZA_ESITO")
	b.passano(t, 4)
	chiede(annullata, "ANNULLO_SENZA_EFFETTO")
	if n := b.leggi(t, muta); n.Persona != "" || n.Stato != invio.Accettata {
		t.Errorf("%+v", n)
	}
	b.passano(t, 14) // the other is delivered all the same
	chiede(annullata, "")
	b.giunge(t, annullata, invio.Perfezionata)
	b.orologio.Avanza(50 * 24 * time.Hour)
	b.passano(t, 4)
	chiede(muta, "SILENZIO")
}

// TestChiEDimenticato: the personal data of a notification are erased with the persons of its fine.
func TestChiEDimenticato(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	v := b.multa(t, "003")
	id := b.notifica(t, v)
	b.accettata(t, id)
	b.passano(t, 4) // the letter arrives on the third day, and its proof with it
	b.attestazioni(t, id)
	b.esegui(t, "alfa", `INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE', $1, $1)`, v.ID)
	b.ambiente.Esegui(t, modulo, "alfa", `SELECT cancella_verbale($1)`, v.ID)
	var resta int
	err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT
		(SELECT count(*) FROM invio WHERE id = $1 AND (richiesta IS NOT NULL OR prossimo IS NOT NULL))
		+ (SELECT count(*) FROM invio_elemento WHERE invio = $1 AND grezzo::text <> '{}')
		+ (SELECT count(*) FROM invio_prova WHERE invio = $1 AND sha256 || nome <> '')`, id).
		Scan(&resta)
	if err != nil || resta != 0 {
		t.Errorf("%d rows still speak of the person: %v", resta, err)
	}
	if n := b.leggi(t, id); n.Stato != invio.Accettata || n.IUN == "" {
		t.Errorf("%+v", n)
	}
}

// TestLeRisposteCattive: each kind of refusal has its own effect, and every notification that waits says why.
func TestLeRisposteCattive(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	anagrafe := b.notifica(t, b.multa(t, "042")) // SEND answers 503 twice
	v := b.multa(t, "003")
	prima := b.notifica(t, v)
	b.giunge(t, prima, invio.InValidazione)

	doppia := uuid.NewString() // another attempt at the same position, which elaborazione would not begin: its notices are in use
	b.affida(t, v.ID.String(), v.Posizione.String(), doppia)
	testkit.Attendi(t, attesa, "a person", func() bool { return b.stato(t, doppia) == "ESITO_IGNOTO AVVISO_IN_USO" })
	b.chiede(t, rottaNotifiche+"/"+doppia+"/annulla", b.ufficio(t), `{"motivo":"doppia"}`, http.StatusAccepted)
	b.giunge(t, doppia, invio.Rifiutata)
	b.detto(t, doppia, event.InvioNonPartito)

	senza := b.multa(t, "003", "cap = ''") // found when it is about to leave
	manca := uuid.NewString()
	b.affida(t, senza.ID.String(), senza.Posizione.String(), manca)
	testkit.Attendi(t, attesa, "what is missing", func() bool { return b.stato(t, manca) == "DA_INVIARE " })
	n := b.leggiFerma(t, manca, "DATI_MANCANTI")
	if len(n.Rifiuti) != 1 || n.Rifiuti[0].Campo != "cap" {
		t.Errorf("%+v", n)
	}
	b.esegui(t, "alfa", `UPDATE soggetto SET cap = '00100' WHERE id = (SELECT soggetto FROM posizione WHERE id = $1)`, senza.Posizione)
	b.orologio.Avanza(2 * time.Hour)
	b.sveglia(t)
	if n := b.giunge(t, manca, invio.InValidazione); n.Ferma != "" || len(n.Rifiuti) != 0 {
		t.Errorf("%+v", n)
	}

	no := b.notifica(t, b.multa(t, "003")) // a request that SEND refuses at once
	b.giunge(t, no, invio.InValidazione)
	b.ambiente.Esegui(t, modulo, "alfa", `UPDATE invio SET stato = 'DA_INVIARE', inviato = NULL, id_richiesta = '', prossimo = $2,
		lasciata = $2::timestamptz - interval '1 hour', token = 'altro', richiesta = jsonb_set(jsonb_set(richiesta, '{idempotenceToken}', '"altro"'), '{recipients,0,physicalAddress,zip}', '"0010@"')
		WHERE id = $1`, no, b.orologio.Adesso())
	b.sveglia(t)
	r := b.giunge(t, no, invio.Rifiutata)
	if len(r.Rifiuti) == 0 || r.Rifiuti[0].Codice == "" {
		t.Errorf("%+v", r)
	}
	b.detto(t, no, event.InvioNonPartito)
	testkit.Attendi(t, attesa, "SEND answers again", func() bool {
		b.orologio.Avanza(2 * time.Minute)
		b.sveglia(t)
		return b.leggi(t, anagrafe).Stato == invio.InValidazione
	})
}

// detto checks that elaborazione receives this fact of an attempt, and no other.
func (b *bancoSend) detto(t *testing.T, id, stato string) {
	t.Helper()
	testkit.Attendi(t, attesa, "the fact "+stato, func() bool { return slices.Equal(stati(b.detti(t, id)), []string{stato}) })
}

// stato reads the state of an attempt, and why a person must decide.
func (b *bancoSend) stato(t *testing.T, id string) (s string) {
	t.Helper()
	_ = b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT stato || ' ' || persona FROM invio WHERE id = $1`, id).Scan(&s) // none yet
	return s
}

func (b *bancoSend) leggiFerma(t *testing.T, id, perche string) (n invio.Notifica) {
	t.Helper()
	testkit.Attendi(t, attesa, perche, func() bool {
		n = b.leggi(t, id)
		return n.Ferma == perche
	})
	return n
}

// TestOltreIlTermineNonParte: an act handed over in time that SEND could not take does not leave after its last day: elaborazione hears why,
// and a person decides. On the last day itself it leaves.
func TestOltreIlTermineNonParte(t *testing.T) {
	t.Parallel()
	b := apparecchiaSend(t)
	b.giunge(t, b.notifica(t, b.multa(t, "001")), invio.InValidazione) // the settings have arrived
	oggi := calendario.Da(b.orologio.Adesso())
	manda := func(entro calendario.Giorno) string {
		v, id := b.multa(t, "001"), uuid.NewString()
		var documento, sha string
		if err := b.ambiente.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT id::text, sha256 FROM documento WHERE posizione = $1`, v.Posizione).
			Scan(&documento, &sha); err != nil {
			t.Fatal(err)
		}
		b.incarica(t, event.LavoroSend{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String(), IDNotifica: id, IDDocumento: documento, SHA256: sha,
			Entro: entro.String()}, uuid.NewString())
		testkit.Attendi(t, attesa, "the attempt", func() bool { return b.stato(t, id) != "" })
		return id
	}
	ieri, adesso := manda(oggi.AddDays(-1)), manda(oggi)
	if r := b.giunge(t, ieri, invio.Rifiutata); len(r.Rifiuti) != 1 || r.Rifiuti[0].Codice != event.InvioOltreTermine {
		t.Errorf("%+v", r.Rifiuti)
	}
	b.detto(t, ieri, event.InvioNonPartito)
	b.giunge(t, adesso, invio.InValidazione)
	if n := b.richieste(t); n != 2 {
		t.Errorf("%d requests at SEND", n)
	}
}
