package app_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	sendWeb  = "/CoreService/send"
	idInvio  = "018f0000-0000-7000-8000-0000000000f1"
	idProva  = "018f0000-0000-7000-8000-0000000000f2"
	ricevuta = "%PDF-1.7 ricevuta\n%%EOF"
)

// conSend answers the questions about SEND in connessione's stead, to an operator who proves with core's keys who he is.
type conSend struct {
	mu        sync.Mutex
	chieste   []string
	rifiuta   error
	anteprima event.AnteprimaInvio
	canale    event.StatoCanale
	annullato string // the state that a cancellation answers
}

func (b *banco) conSend(t *testing.T) *conSend {
	t.Helper()
	x := &conSend{annullato: "ACCETTATA",
		canale: event.StatoCanale{Collegata: true, Server: "api.notifichedigitali.it", Versioni: []string{"v2.6", "v2.9", "v2.9"}},
		anteprima: event.AnteprimaInvio{Destinatario: "Bianchi <b> Anna", CodiceFiscale: codice, Indirizzo: []string{"VIA ROMA 1", "40100 BOLOGNA BO"},
			Oggetto: "Verbale 123/2026", IDDocumento: idAtto, Byte: 4_200, Tassonomia: "010101P", CanaleFisico: "REGISTERED_LETTER_890", DigitaleCent: 200,
			CartaceoDaCent: 913, CartaceoACent: 1205, Avvisi: []event.AvvisoInvio{{Tipo: "RIDOTTO_30", NumeroAvviso: "301000000000000123", ImportoCent: 2940}}}}
	v := auth.NewVerifier("connessione", tempo.Adesso)
	if err := v.Set([]byte(b.navigatore(t).apri("/CoreService/rest/chiavi").corpo)); err != nil {
		t.Fatal(err)
	}
	sua := testkit.Bus(t, b.nats, "connessione")
	for _, operazione := range []string{event.SendCanale, event.SendAnteprima, event.SendAvvia, event.SendAnnulla} {
		if err := sua.Reply(operazione, 5*time.Second, func(ctx context.Context, corpo []byte) (any, error) {
			chi, err := v.Verify(bus.Token(ctx))
			if err != nil {
				return nil, err
			}
			x.mu.Lock()
			defer x.mu.Unlock()
			x.chieste = append(x.chieste, fmt.Sprintf("%s %s %s %s", operazione, chi.User, chi.Tenant, corpo))
			if x.rifiuta != nil && operazione != event.SendAnteprima {
				return nil, x.rifiuta
			}
			return map[string]any{event.SendCanale: x.canale, event.SendAnteprima: x.anteprima,
				event.SendAvvia:   event.RispostaInvio{ID: idInvio, Stato: "DA_INVIARE"},
				event.SendAnnulla: event.RispostaAnnullo{ID: idInvio, Stato: x.annullato, Codice: "NOTIFICATION_CANCELLATION_ACCEPTED"}}[operazione], nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

func (x *conSend) cambia(f func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	f()
}

// prendi gives what was asked since the last time, but for the state of the channel.
func (x *conSend) prendi() (chieste []string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, c := range x.chieste {
		if !strings.HasPrefix(c, event.SendCanale) {
			chieste = append(chieste, c)
		}
	}
	x.chieste = nil
	return chieste
}

const casaInvio = `"physicalAddress":{"address":"VIA <ROMA> 1","municipality":"BOLOGNA"}`

// unInvio writes, as connessione, an attempt of the fine of unVerbale: delivered by post, and to be served by the days.
func (b *banco) unInvio(t *testing.T) {
	t.Helper()
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "connessione", "alfa", sql, args...) }
	sql(`INSERT INTO invio (id, verbale, posizione, documento, sha256, stato, chiesto, protocollo, inviato, iun, accettato, via, prevista, costo)
		VALUES ($1, $2, $3, $4, '', 'ACCETTATA', '2026-03-04T08:00:00Z', 'V-2026-123-1', '2026-03-04T08:05:00Z', 'ABCD-EFGH-ILMN-202603-P-1', '2026-03-04T09:00:00Z',
			'SEND_CARTACEO', '2026-03-20', '{"stimato":true,"digitaleCent":100,"cartaCent":969,"ivaCent":213,"dirittiCent":100,"totaleCent":1382,"lettere":1}')`,
		idInvio, idVerbale, idPosizione, idAtto)
	for i, e := range []struct{ categoria, accaduto, dettagli string }{
		{"REQUEST_ACCEPTED", "2026-03-04T09:00:00Z", `{}`},
		{"SEND_ANALOG_DOMICILE", "2026-03-04T18:00:00Z", `{"recIndex":0,"productType":"890","sentAttemptMade":0,` + casaInvio + `}`},
		{"SEND_ANALOG_FEEDBACK", "2026-03-10T09:00:00Z", `{"recIndex":0,"responseStatus":"OK","deliveryDetailCode":"RECAG001C"}`},
		{"SCHEDULE_REFINEMENT", "2026-03-10T09:00:00Z", `{"recIndex":0,"schedulingDate":"2026-03-20T09:00:00Z"}`},
		{"VALIDATE_SOMETHING", "2026-03-10T10:00:00Z", `{}`},
	} {
		grezzo := fmt.Sprintf(`{"elementId":"e%d","category":%q,"eventTimestamp":%q,"details":%s}`, i, e.categoria, e.accaduto, e.dettagli)
		sql(`INSERT INTO invio_elemento (invio, elemento, categoria, impronta, accaduto, letto, grezzo) VALUES ($1, 'e' || $2::text, $3, $2::text, $4, now(), $5)`,
			idInvio, strconv.Itoa(i), e.categoria, e.accaduto, grezzo)
	}
	somma := sha256.Sum256([]byte(ricevuta))
	sql(`INSERT INTO invio_prova (id, invio, chiave, categoria, elemento, nome, mime, sha256, byte, presa)
		VALUES ($1, $2, 'PN_1', 'ANALOG_DELIVERY', 'e2', 'ricevuta.pdf', 'application/pdf', $3, 20, now())`, idProva, idInvio, hex.EncodeToString(somma[:]))
	sql(`INSERT INTO invio_prova (id, invio, chiave, categoria, elemento) VALUES (gen_random_uuid(), $1, 'PN_2', 'SENDER_ACK', 'e0')`, idInvio)
	documenti, err := deposito.DiServizio(t.Context(), b.app.Settings.DepositoURL, b.app.OnClose)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := documenti.Metti(t.Context(), "alfa", []byte(ricevuta), "application/pdf"); err != nil {
		t.Fatal(err)
	}
}

// TestLaPaginaDiUnaNotifica: what happened, what comes next and by when, costs, proofs to open; who may not read persons sees no address
// and opens no proof, and for another command it does not exist.
func TestLaPaginaDiUnaNotifica(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	b.unInvio(t)
	pagina := sendWeb + "/" + idInvio
	n := b.conRuolo(t, auth.RuoloUfficio)
	r := n.apri(pagina)
	r.mostra(t, `href="/CoreService/verbali/`+idVerbale+`">123/2026</a>`, "Accettata", "ABCD-EFGH-ILMN-202603-P-1", "V-2026-123-1",
		"04/03/2026 19:00", "Spedita una lettera", "raccomandata per atti giudiziari, 1º invio", "VIA &lt;ROMA&gt; 1, BOLOGNA",
		"10/03/2026 10:00", "La lettera è stata consegnata",
		"Il 20/03/2026 la notifica si perfeziona per decorrenza dei termini (art. 26 c. 9 D.L. 76/2020)", "SEND dice: VALIDATE_SOMETHING",
		`href="`+pagina+"/prove/"+idProva+`">Ricevuta della posta</a>`, "Attestazione della presa in carico: SEND non l'ha ancora data",
		"Costo finora", "9,69 €, 1 lettera", "13,82 €", `href="/CoreService/documenti/`+idAtto, `action="`+pagina+`/annulla"`)
	r.nasconde(t, "<ROMA>", "SCHEDULE_REFINEMENT")
	if r := n.apri(pagina + "/prove/" + idProva); r.stato != http.StatusOK || r.corpo != ricevuta ||
		!strings.HasPrefix(r.testa.Get("Content-Type"), "application/pdf") {
		t.Errorf("the proof: %d %q", r.stato, r.corpo)
	}
	var righe int
	if err := b.ambiente.Banca(t, "core", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM registro
		WHERE azione IN ('NOTIFICA_LETTA', 'ATTESTAZIONE_LETTA') AND oggetto = $1 AND attore = 'prova.ufficio'`, idVerbale).Scan(&righe); err != nil || righe != 2 {
		t.Errorf("%d lines of the register, %v", righe, err)
	}
	poco := b.dentro(t, "lettore").apri(pagina)
	poco.mostra(t, "Spedita una lettera", "Ricevuta della posta", "13,82 €")
	poco.nasconde(t, "VIA", "/prove/", "/annulla", "/CoreService/documenti/")
	if r := b.dentro(t, "lettore").apri(pagina + "/prove/" + idProva); r.stato != http.StatusForbidden {
		t.Errorf("the proof, to who may not read persons: %d", r.stato)
	}
	for _, percorso := range []string{"/x", "/" + uuid.NewString(), "/" + idInvio + "/prove/" + uuid.NewString(), "/" + idInvio + "/prove/x"} {
		if r := n.apri(sendWeb + percorso); r.stato != http.StatusNotFound {
			t.Errorf("%s: %d", percorso, r.stato)
		}
	}
	luigi := b.dentro(t, "luigi")
	for _, percorso := range []string{pagina, pagina + "/prove/" + idProva} {
		if r := luigi.apri(percorso); r.stato != http.StatusNotFound {
			t.Errorf("%s of another command: %d", percorso, r.stato)
		}
	}
}

// TestUnaNotificaSiAnnullaConUnMotivo: connessione is asked with reason and confirmation; what it refuses comes back to the form.
func TestUnaNotificaSiAnnullaConUnMotivo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	b.unInvio(t)
	x := b.conSend(t)
	n, pagina := b.conRuolo(t, auth.RuoloUfficio), sendWeb+"/"+idInvio
	if r := n.invia(pagina+"/annulla", url.Values{"motivo": {"errore"}}); r.stato != http.StatusBadRequest || len(x.prendi()) != 0 {
		t.Errorf("without confirmation: %d", r.stato)
	}
	modulo := url.Values{"motivo": {" indirizzo <errato> "}, "conferma": {"si"}}
	if r := n.invia(pagina+"/annulla", modulo); r.stato != http.StatusSeeOther || r.testa.Get("Location") != pagina+"?fatto=annullo" {
		t.Errorf("%d %s", r.stato, r.testa.Get("Location"))
	}
	chiesta := `send.annulla prova.ufficio alfa {"id":"` + idInvio + `","motivo":"indirizzo \u003cerrato\u003e","indirizzo":"`
	if chieste := x.prendi(); len(chieste) != 1 || !strings.HasPrefix(chieste[0], chiesta) {
		t.Errorf("%q", chieste)
	}
	n.apri(pagina+"?fatto=annullo").mostra(t, "vale quando SEND lo conferma, e qui si legge")
	x.cambia(func() {
		x.rifiuta = problem.Conflitto("NOTIFICA_IN_VALIDAZIONE", "SEND non ha ancora detto se accetta la notifica.")
	})
	r := n.invia(pagina+"/annulla", modulo)
	r.mostra(t, "SEND non ha ancora detto se accetta la notifica.", "indirizzo &lt;errato&gt;</textarea>", "<details class=\"mt-4\" open")
	if r.stato != http.StatusConflict {
		t.Errorf("refused: %d", r.stato)
	}
	x.cambia(func() { x.rifiuta, x.annullato = nil, "RIFIUTATA" })
	if r := n.invia(pagina+"/annulla", modulo); r.testa.Get("Location") != pagina+"?fatto=ritiro" {
		t.Errorf("one that had not left: %s", r.testa.Get("Location"))
	}
	b.ambiente.Esegui(t, "connessione", "alfa", `UPDATE invio SET annullo = now(), annullo_da = 'anna', annullo_perche = 'indirizzo <errato>'`)
	r = n.apri(pagina)
	r.mostra(t, "Annullamento chiesto da", "anna", "indirizzo &lt;errato&gt;", "L&#39;annullamento vale quando SEND lo conferma")
	r.nasconde(t, `/annulla"`)
}

// TestSiMandaConSendDallaPaginaDelVerbale: the page of the fine leads to what would leave and what it costs; the form starts it with the
// key that it was made with, and what is refused is told in its words, the same key kept.
func TestSiMandaConSendDallaPaginaDelVerbale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	x := b.conSend(t)
	b.elaborazione(t).ammette(nil)
	n := b.conRuolo(t, auth.RuoloUfficio)
	m := regexp.MustCompile(`href="([^"]+)">Manda con SEND`).FindStringSubmatch(n.apri("/CoreService/verbali/" + idVerbale).corpo)
	if m == nil {
		t.Fatal("no way from the fine")
	}
	b.dentro(t, "mario").apri("/CoreService/verbali/"+idVerbale).nasconde(t, "Manda con SEND")
	percorso := strings.ReplaceAll(m[1], "&amp;", "&")
	r := n.apri(percorso)
	r.mostra(t, "Manda con SEND il verbale 123/2026", "Bianchi &lt;b&gt; Anna", "VIA ROMA 1, 40100 BOLOGNA BO",
		"301000000000000123, 29,40 €", "2,00 €", "da 9,13 € a 12,05 €",
		"raccomandata per atti giudiziari (890)", "5 KB", `name="comandoAperto" value="alfa"`)
	chiave := regexp.MustCompile(`name="idempotenza" value="([0-9a-f-]{36})"`).FindStringSubmatch(r.corpo)
	if chiave == nil {
		t.Fatal("the form has no key")
	}
	x.prendi()
	modulo := url.Values{"verbale": {idVerbale}, "posizione": {idPosizione}, "idempotenza": {chiave[1]}, "motivo": {"prima notifica"}, "comandoAperto": {"alfa"}}
	for range 2 { // a double click
		if r := n.invia(sendWeb+"/nuova", modulo); r.stato != http.StatusSeeOther || r.testa.Get("Location") != sendWeb+"/"+idInvio+"?fatto=avvio" {
			t.Errorf("%d %s", r.stato, r.testa.Get("Location"))
		}
	}
	chieste := x.prendi()
	vuole := `send.avvia prova.ufficio alfa {"idVerbale":"` + idVerbale + `","posizione":"` + idPosizione +
		`","motivo":"prima notifica","idempotenza":"` + chiave[1] + `","indirizzo":"`
	if len(chieste) != 2 || !strings.HasPrefix(chieste[0], vuole) || chieste[0] != chieste[1] {
		t.Errorf("%q, want %q", chieste, vuole)
	}
	x.cambia(func() {
		x.rifiuta = problem.Conflitto("TENTATIVO_VIVO", "Di questa posizione una notifica è già in corso.")
	})
	r = n.invia(sendWeb+"/nuova", modulo)
	r.mostra(t, "Di questa posizione una notifica è già in corso.", "prima notifica</textarea>", `value="`+chiave[1]+`"`)
	if r.stato != http.StatusConflict {
		t.Errorf("refused: %d", r.stato)
	}
	x.cambia(func() { x.anteprima.Manca = []string{"cap: manca <il> CAP"} })
	r = n.apri(percorso)
	r.mostra(t, "Ora non può partire", "manca &lt;il&gt; CAP", "Bianchi")
	r.nasconde(t, "<form method=\"post\" action=\"/CoreService/send/nuova\"")
	for _, q := range []string{"", "?verbale=x&posizione=y", "?verbale=" + uuid.NewString() + "&posizione=" + idPosizione} {
		if r := n.apri(sendWeb + "/nuova" + q); r.stato != http.StatusNotFound {
			t.Errorf("%q: %d", q, r.stato)
		}
	}
	if r := b.dentro(t, "luigi").apri(percorso); r.stato != http.StatusNotFound {
		t.Errorf("another command's: %d", r.stato)
	}
	b.unInvio(t)
	r = n.apri("/CoreService/verbali/" + idVerbale)
	r.mostra(t, `href="`+sendWeb+"/"+idInvio+`">Accettata</a>`, "10/03/2026 11:00, SEND dice: VALIDATE_SOMETHING")
	r.nasconde(t, "Manda con SEND")
	b.ambiente.Esegui(t, "connessione", "alfa", `UPDATE invio SET stato = 'ANNULLATA'`)
	n.apri("/CoreService/verbali/"+idVerbale).mostra(t, "Manda con SEND")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET debito = 'PAGATO'`)
	n.apri("/CoreService/verbali/"+idVerbale).nasconde(t, "Manda con SEND")
}

// TestIlCanaleDiSend: connected or not and why, paused, how many, what goes wrong by kind with what to do, how far behind the stream is
// read; also while connessione does not answer.
func TestIlCanaleDiSend(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(sendWeb).mostra(t, "Non si sa se il comando è collegato", "Nessuna notifica da mostrare", "Nessun flusso")
	x := b.conSend(t)
	n.apri(sendWeb).mostra(t, "Collegata a api.notifichedigitali.it (v2.6, v2.9, v2.9).", `aria-current="page">SEND`)
	x.cambia(func() { x.canale = event.StatoCanale{Perche: "il comando non ha scelto un collegamento a SEND"} })
	n.apri(sendWeb).mostra(t, "Non collegata: il comando non ha scelto un collegamento a SEND.")
	dal := tempo.Adesso().Add(-time.Hour)
	x.cambia(func() {
		x.canale = event.StatoCanale{Collegata: true, PausaDal: &dal, PausaFino: &dal, Codice: "ACCESSO_NEGATO"}
	})
	n.apri(sendWeb).mostra(t, "In pausa dal", "SEND rifiuta la chiave del comando (ACCESSO_NEGATO)", "controlla la chiave")
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "connessione", "alfa", sql, args...) }
	for i, c := range []struct{ stato, persona, ferma, rifiuti, inviato string }{
		{"DA_INVIARE", "", "CANALE_IN_PAUSA", "", ""}, {"DA_INVIARE", "", "DATI_MANCANTI", "", ""}, {"ESITO_IGNOTO", "AVVISO_IN_USO", "", "", "90 minutes"},
		{"NON_PERFEZIONABILE", "DECEDUTO", "", "", "50 hours"}, {"IN_VALIDAZIONE", "", "", "", "30 minutes"}, {"ACCETTATA", "", "", "", "20 minutes"},
		{"RIFIUTATA", "", "", `[{"codice":"NOT_VALID_ADDRESS"}]`, "49 hours"},
	} {
		sql(`INSERT INTO invio (id, verbale, posizione, documento, sha256, stato, chiesto, persona, persona_dal, ferma, ferma_dal, rifiuti, inviato)
			VALUES (gen_random_uuid(), $1, $2, $3, '', $4, $5::timestamptz - $6 * interval '1 minute', $7, CASE WHEN $7 <> '' THEN $5::timestamptz END,
				$8, CASE WHEN $8 <> '' THEN $5::timestamptz END, nullif($9, '')::jsonb, $5::timestamptz - nullif($10, '')::interval)`,
			idVerbale, idPosizione, idAtto, c.stato, tempo.Adesso(), i, c.persona, c.ferma, c.rifiuti, c.inviato)
	}
	sql(`INSERT INTO flusso (id, chi, versione, stato, creato, letto, elemento)
		VALUES (gen_random_uuid(), 'x', 'v2.9', 'ATTIVO', $1, $1, $1::timestamptz - interval '125 minutes')`, tempo.Adesso())
	r := n.apri(sendWeb)
	r.mostra(t, "2 ore e 5 minuti", `href="/CoreService/send?codice=AVVISO_IN_USO"`, `href="/CoreService/send?codice=NOT_VALID_ADDRESS"`,
		"l&#39;indirizzo non è valido per la posta",
		"Correggere l&#39;indirizzo sul verbale", "il destinatario risulta deceduto")
	for nome, quante := range map[string]string{"Partite nell&#39;ultima ora": "2", "Da mandare": "3", "In validazione da SEND": "1", "Accettate, in corso": "1"} {
		if !regexp.MustCompile(nome + `</dt>\s*<dd[^>]*>` + quante + `</dd>`).MatchString(r.corpo) {
			t.Errorf("%s: not %s", nome, quante)
		}
	}
	poco := b.dentro(t, "lettore").apri(sendWeb)
	poco.mostra(t, "Una persona decide")
	poco.nasconde(t, "codice=DECEDUTO")
	righe := func(n *navigatore, ricerca string) int {
		t.Helper()
		return strings.Count(n.apri(sendWeb+ricerca).corpo, `<th scope="row"><a href="/CoreService/send/`)
	}
	for ricerca, vuole := range map[string]int{"": 7, "?aspetta=PERSONA": 2, "?aspetta=FERMA": 2, "?stato=DA_INVIARE": 2, "?codice=DECEDUTO": 1,
		"?codice=NOT_VALID_ADDRESS": 1, "?codice=BOH": 0, "?stato=DA_INVIARE&aspetta=PERSONA": 0} {
		if ha := righe(n, ricerca); ha != vuole {
			t.Errorf("%q: %d rows, want %d", ricerca, ha, vuole)
		}
	}
	if ha := righe(b.dentro(t, "lettore"), "?codice=DECEDUTO"); ha != 0 {
		t.Errorf("who may not read persons finds %d who are dead", ha)
	}
	for _, q := range []string{"?stato=BOH", "?aspetta=BOH", "?dopo=x"} {
		if r := n.apri(sendWeb + q); r.stato != http.StatusBadRequest {
			t.Errorf("%s: %d", q, r.stato)
		}
	}
	b.dentro(t, "luigi").apri(sendWeb).mostra(t, "Nessuna notifica da mostrare")
	t.Run("the first page counts what the list shows", func(t *testing.T) {
		r := n.apri("/CoreService/")
		r.mostra(t, `href="/CoreService/send?aspetta=PERSONA">Notifiche con SEND: una persona decide</a>: <strong>2</strong>`,
			`href="/CoreService/send?aspetta=FERMA">Notifiche con SEND che non possono partire</a>: <strong>2</strong>`)
		r.nasconde(t, "Canale di SEND in pausa")
		sql(`INSERT INTO arresto (registro, codice, transazione, dal, ultimo, fino) VALUES ('send', 'ACCESSO_NEGATO', '', now(), now(), now())`)
		n.apri("/CoreService/").mostra(t, `href="/CoreService/send">Canale di SEND in pausa</a>: <strong>1</strong>`)
		b.conRuolo(t, auth.RuoloAmministratore).apri("/CoreService/").mostra(t, "Canale di SEND in pausa: <strong>1</strong>")
	})
	t.Run("sixty days that are over wait for a reading, in sight", func(t *testing.T) {
		const coda, nome = sendWeb + "?aspetta=RILETTURA", "Sessanta giorni finiti, che aspettano una rilettura di SEND"
		for _, giorni := range []int{10, 61, 70} {
			sql(`INSERT INTO invio (id, verbale, posizione, documento, sha256, stato, chiesto, giorno, letto)
				VALUES (gen_random_uuid(), $1, $2, $3, '', 'PERFEZIONATA', $4, $4::timestamptz::date - $5::integer, $4::timestamptz - interval '40 days')`,
				idVerbale, idPosizione, idAtto, tempo.Adesso(), giorni)
		}
		n.apri("/CoreService/").mostra(t, `href="`+coda+`">`+nome+`</a>: <strong>2</strong>`)
		if ha := righe(n, "?aspetta=RILETTURA"); ha != 2 {
			t.Errorf("%d rows, want 2", ha)
		}
		sql(`UPDATE invio SET letto = $1 WHERE stato = 'PERFEZIONATA'`, tempo.Adesso())
		n.apri("/CoreService/").nasconde(t, nome)
	})
}

// TestPagineDelleNotifiche: every notification once, fifty a page, under the filter that was chosen.
func TestPagineDelleNotifiche(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	b.ambiente.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, stato, chiesto)
		SELECT gen_random_uuid(), $1, $2, $3, '', CASE WHEN g % 2 = 0 THEN 'ACCETTATA' ELSE 'ANNULLATA' END,
			'2026-03-02T09:30:00Z'::timestamptz + (g / 3) * interval '1 hour' FROM generate_series(1, 120) g`, idVerbale, idPosizione, idAtto)
	n := b.dentro(t, "mario")
	for filtro, vuole := range map[string][2]int{"": {120, 3}, "?stato=ACCETTATA": {60, 2}} {
		visti, pagine := map[string]bool{}, 0
		for percorso := sendWeb + filtro; percorso != ""; pagine++ {
			r := n.apri(percorso)
			for _, m := range regexp.MustCompile(`<th scope="row"><a href="/CoreService/send/([0-9a-f-]{36})"`).FindAllStringSubmatch(r.corpo, -1) {
				if visti[m[1]] {
					t.Errorf("%s twice", m[1])
				}
				visti[m[1]] = true
			}
			percorso = ""
			if m := regexp.MustCompile(`href="([^"]+)" rel="next"`).FindStringSubmatch(r.corpo); m != nil {
				percorso = strings.ReplaceAll(m[1], "&amp;", "&")
			}
		}
		if len(visti) != vuole[0] || pagine != vuole[1] {
			t.Errorf("%q: %d in %d pages", filtro, len(visti), pagine)
		}
	}
}
