// Package send simulates SEND for senders (Piattaforma Notifiche Digitali, requests 2.6, sent notifications 2.9, streams 2.9): preload and
// upload with checksums, the three kinds of refusal, timelines by the scenario that the recipient's tax code chooses (Scenari), streams
// that are purged, costs, legal facts, cancellation. It serves the local stack and every test of a client. Its clock is Opzioni.Adesso,
// and a day of a timeline lasts Opzioni.Giorno, so that no test waits.
package send

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Opzioni of the simulator; everything is optional.
type Opzioni struct {
	Adesso      func() time.Time   // nil: the machine's clock
	Giorno      time.Duration      // how long a day of a timeline lasts; 24 h
	Convalida   time.Duration      // from request to outcome; a hundredth of Giorno
	Enti        []Ente             // none: each key that begins with ChiaveDemo is an organisation of its own
	Verifica    *modi.Verificatore // of vouchers; nil: a voucher need only be there
	AlSecondo   int                // calls of a key; 0: any number
	AttesaVuoto time.Duration      // retry-after of an empty page of a stream; 5 s
	Severo      bool               // an early reading of a stream is refused with 429
	FlussiAlPiu int                // active streams of an organisation; 10
	Usuale      string             // scenario of a tax code without one; empty: digital or by paper
	Giornale    string             // a file that keeps what was received, so that a restart goes on; empty: none
}

// Ente is an organisation that sends.
type Ente struct {
	Chiave        string
	CodiceFiscale string   // empty: any
	Gruppi        []string // of the key; with groups each request names one of them
	Pdnd          bool     // the key wants a voucher beside it; without, an Authorization header is refused
	Spento        bool     // the key is blocked
}

// ChiaveDemo begins the keys of the organisations of a local stack; one that goes on with "pdnd-" wants a voucher.
const ChiaveDemo = "send-demo-"

// Destinatario is the audience of vouchers for SEND.
const Destinatario = "https://simulatori.example/send"

// Simulatore is one SEND with its organisations. It is safe for concurrent use.
type Simulatore struct {
	*simulatore.Banco
	o Opzioni

	mu        sync.Mutex
	scarto    time.Duration // by which its clock was put forward
	coda      coda
	prenotati int
	tenuti    int              // bytes of uploaded files
	file      map[string]*file // uploaded or to be, by key
	notifiche map[string]*notifica
	richieste map[string]*notifica // by notificationRequestId
	token     map[string]*notifica // by organisation, protocol and token
	avvisi    map[string]*notifica // by creditor and notice
	flussi    map[string]*flusso
	rifiuti   rifiuti
	secondo   int64
	chiamate  map[string]int
	giornale  *os.File
}

// Nuovo returns a SEND that behaves normally; the error is of the journal's file.
func Nuovo(o Opzioni) (*Simulatore, error) {
	if o.Adesso == nil {
		o.Adesso = clock.Now
	}
	o.Giorno = oppure(o.Giorno, 24*time.Hour)
	o.Convalida = oppure(o.Convalida, o.Giorno/100)
	o.AttesaVuoto = oppure(o.AttesaVuoto, 5*time.Second)
	o.FlussiAlPiu = oppure(o.FlussiAlPiu, 10)
	s := &Simulatore{Banco: simulatore.Nuovo("send", func(k string) string { return k }), o: o, file: map[string]*file{}, notifiche: map[string]*notifica{},
		richieste: map[string]*notifica{}, token: map[string]*notifica{}, avvisi: map[string]*notifica{}, flussi: map[string]*flusso{}}
	if o.Giornale == "" {
		return s, nil
	}
	return s, s.riprendi(o.Giornale)
}

func oppure[T int | time.Duration](v, usuale T) T {
	if v <= 0 {
		return usuale
	}
	return v
}

// Close closes the journal.
func (s *Simulatore) Close() error {
	if s.giornale == nil {
		return nil
	}
	return s.giornale.Close()
}

// Registra mounts SEND under /send and its control under /controllo/send.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	for dove, fai := range map[string]gestore{
		"POST /send/delivery/attachments/preload":                                    s.precarica,
		"POST /send/delivery/{versione}/requests":                                    s.richiedi,
		"GET /send/delivery/{versione}/requests":                                     s.statoRichiesta,
		"GET /send/delivery/{versione}/notifications/sent/{iun}":                     s.leggi,
		"GET /send/delivery/notifications/sent/{iun}/attachments/documents/{indice}": s.documento,
		"GET /send/delivery/{versione}/price/{ente}/{avviso}":                        s.costo,
		"POST /send/delivery/events/payment/pagopa":                                  s.paga,
		"PUT /send/delivery-push/v2.0/notifications/cancel/{iun}":                    s.annulla,
		"GET /send/delivery-push/v2.0/{iun}/legal-facts":                             s.atti,
		"GET /send/delivery-push/{iun}/download/legal-facts/{chiave}":                s.atto,
		"GET /send/delivery-push/{iun}/document/AAR":                                 s.avviso,
		"POST /send/delivery-progresses/{versione}/streams":                          s.creaFlusso,
		"GET /send/delivery-progresses/{versione}/streams":                           s.elencoFlussi,
		"GET /send/delivery-progresses/{versione}/streams/{flusso}":                  s.leggiFlusso,
		"PUT /send/delivery-progresses/{versione}/streams/{flusso}":                  s.cambiaFlusso,
		"DELETE /send/delivery-progresses/{versione}/streams/{flusso}":               s.cancellaFlusso,
		"POST /send/delivery-progresses/{versione}/streams/{flusso}/action/disable":  s.spegniFlusso,
		"GET /send/delivery-progresses/{versione}/streams/{flusso}/events":           s.eventi,
	} {
		mux.HandleFunc(dove, s.conChiave(fai))
	}
	mux.HandleFunc("/send/", s.conChiave(altrove))
	mux.HandleFunc("/send/deposito/{chiave}", s.deposito)
	mux.HandleFunc("POST /controllo/send/orologio", s.comandaOrologio)
	mux.HandleFunc("POST /controllo/send/gateway", s.comandaGateway)
	mux.HandleFunc("POST /controllo/send/flussi/{flusso}", s.comandaFlusso)
	s.Banco.Registra(mux)
}

// altrove answers at an address that SEND does not have. A stream's address without a version has a refusal of its own.
func altrove(c *chiamata) simulatore.Risposta {
	if strings.HasPrefix(c.URL.Path, "/send/delivery-progresses/streams") {
		return simulatore.Risposta{Stato: http.StatusBadRequest, Tipo: parole.TipoJSON}
	}
	return *gateway(http.StatusForbidden, parole.GatewayVietato)
}

// Handler is a server of SEND alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

// chiamata is a call that the gateway let through.
type chiamata struct {
	*http.Request
	ente    Ente
	corpo   []byte
	adesso  time.Time
	domanda simulatore.Domanda // what the page shows of it; the handler adds to it
	testate http.Header        // of the answer
}

type gestore func(*chiamata) simulatore.Risposta

// grande exceeds the size of any body of the API, in bytes.
const grande = 8 << 20

// conChiave does what SEND's gateway does before a call: it checks rate, key and voucher.
func (s *Simulatore) conChiave(fai gestore) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c := &chiamata{Request: r, testate: w.Header(), domanda: simulatore.Domanda{Risorsa: r.Method + " " + risorsa(r), Chiave: chiave(r)}}
		corpo, err := io.ReadAll(io.LimitReader(r.Body, grande))
		c.corpo = corpo
		s.mu.Lock()
		c.adesso = s.adesso()
		s.avanza(c.adesso)
		var risposta simulatore.Risposta
		switch no := s.ferma(c); {
		case err != nil:
			risposta = problema(http.StatusBadRequest, parole.CorpoNonValido, "", "corpo interrotto")
		case no != nil:
			risposta = *no
		default:
			risposta = fai(c)
		}
		s.mu.Unlock()
		s.Rispondi(w, r, c.domanda, risposta)
	}
}

// risorsa is the pattern of a call, by which the counters name it.
func risorsa(r *http.Request) string {
	_, dove, _ := strings.Cut(r.Pattern, "/send/")
	return dove
}

// chiave is what a call is about, before its body is read.
func chiave(r *http.Request) string {
	for _, nome := range []string{"chiave", "iun", "flusso", "avviso"} {
		if v := r.PathValue(nome); v != "" {
			return v
		}
	}
	return "-"
}

// ferma is the gateway's refusal of a call; nil when the call passes.
func (s *Simulatore) ferma(c *chiamata) *simulatore.Risposta {
	if stato := s.rifiuti.prossimo(); stato != 0 {
		return gateway(stato, map[int]string{http.StatusUnauthorized: parole.GatewaySenzaChiave, http.StatusForbidden: parole.GatewayNegato,
			http.StatusTooManyRequests: parole.GatewayTroppe}[stato])
	}
	scritta := c.Header.Get(parole.IntestazioneChiave)
	if scritta == "" {
		return gateway(http.StatusUnauthorized, parole.GatewaySenzaChiave)
	}
	ente, nota := s.enteDi(scritta)
	voucher := c.Header.Get("Authorization")
	switch {
	case !nota, ente.Spento, ente.Pdnd == (voucher == ""):
		return gateway(http.StatusForbidden, parole.GatewayNegato)
	case ente.Pdnd && s.o.Verifica != nil:
		if _, no := s.o.Verifica.Voucher(c.Request, Destinatario); no != nil {
			c.domanda.Perche = no.Perche
			return gateway(http.StatusForbidden, parole.GatewayNegato)
		}
	}
	if !s.conta(ente.Chiave, c.adesso) {
		return gateway(http.StatusTooManyRequests, parole.GatewayTroppe)
	}
	c.ente = ente
	return nil
}

func (s *Simulatore) enteDi(chiave string) (Ente, bool) {
	if i := slices.IndexFunc(s.o.Enti, func(e Ente) bool { return e.Chiave == chiave }); i >= 0 {
		return s.o.Enti[i], true
	}
	resto, sua := strings.CutPrefix(chiave, ChiaveDemo)
	return Ente{Chiave: chiave, Pdnd: strings.HasPrefix(resto, "pdnd-")}, sua && resto != "" && len(s.o.Enti) == 0
}

// conta takes one of the calls of a second.
func (s *Simulatore) conta(chiave string, adesso time.Time) bool {
	if s.o.AlSecondo == 0 {
		return true
	}
	if adesso.Unix() != s.secondo {
		s.secondo, s.chiamate = adesso.Unix(), map[string]int{}
	}
	s.chiamate[chiave]++
	return s.chiamate[chiave] <= s.o.AlSecondo
}

// adesso is the simulator's clock; the caller holds the lock.
func (s *Simulatore) adesso() time.Time { return s.o.Adesso().Add(s.scarto).UTC() }

// giorni converts days of production into the days of this simulator.
func (s *Simulatore) giorni(n float64) time.Duration { return time.Duration(n * float64(s.o.Giorno)) }

func gateway(stato int, messaggio string) *simulatore.Risposta {
	r := simulatore.InJSON(parole.Gateway{Messaggio: messaggio})
	r.Stato = stato
	return &r
}

// problema is SEND's own refusal, sent as application/json as it is in practice.
func problema(stato int, codice, elemento, dettaglio string) simulatore.Risposta {
	return problemi(stato, parole.Errore{Codice: codice, Elemento: elemento, Dettaglio: dettaglio})
}

func problemi(stato int, errori ...parole.Errore) simulatore.Risposta {
	p := parole.Problema{Tipo: "GENERIC_ERROR", Stato: stato, Titolo: "Handled error", Dettaglio: "See logs for details in PN-DELIVERY",
		Traccia: "Root=1-" + casuale(8) + "-" + casuale(24), Errori: errori}
	if codice := errori[0].Codice; codice == parole.CorpoNonValido || codice == parole.ParametriNonValidi { // of the schema, before the service
		p.Tipo, p.Titolo, p.Dettaglio = "", "VALIDATION ERROR", ""
	} else if stato >= http.StatusInternalServerError {
		p.Titolo = "Unexpected error"
	}
	r := simulatore.InJSON(p)
	r.Stato = stato
	return r
}

// leggiCorpo checks a body against the contract and decodes it.
func (c *chiamata) leggiCorpo(forma string, v any) (no simulatore.Risposta, ok bool) {
	err := Conforme(forma, c.corpo)
	if err == nil {
		err = json.Unmarshal(c.corpo, v)
	}
	if err == nil {
		return no, true
	}
	testo := strings.Join(strings.Fields(err.Error()), " ")
	return problema(http.StatusBadRequest, parole.CorpoNonValido, "", "Validation errors: ["+testo[:min(len(testo), 900)]+"]"), false
}

// servita reports that the address names one of these versions of the API.
func (c *chiamata) servita(versioni ...string) bool {
	return slices.Contains(versioni, c.PathValue("versione"))
}

// casuale is n hexadecimal digits.
func casuale(n int) string {
	b := make([]byte, (n+1)/2)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)[:n]
}

// rifiuti are the gateway's refusals that a test commanded for the next calls. SEND never sees those calls.
type rifiuti struct{ stato, volte int }

func (r *rifiuti) prossimo() int {
	if r.volte == 0 {
		return 0
	}
	r.volte--
	return r.stato
}

// comandaGateway has the gateway refuse the next calls before SEND sees them: {"stato":401|403|429|503,"volte":n}.
func (s *Simulatore) comandaGateway(w http.ResponseWriter, r *http.Request) {
	var q struct{ Stato, Volte int }
	if !leggiComando(w, r, &q, func() bool { return q.Stato >= 400 && q.Stato < 600 && q.Volte >= 0 }) {
		return
	}
	s.mu.Lock()
	s.rifiuti = rifiuti{q.Stato, q.Volte}
	s.mu.Unlock()
	simulatore.InJSON(map[string]int{"stato": q.Stato, "volte": q.Volte}).Scrivi(w)
}

// comandaOrologio puts the simulator's clock forward: {"avanti":"168h"}.
func (s *Simulatore) comandaOrologio(w http.ResponseWriter, r *http.Request) {
	var q struct{ Avanti string }
	var quanto time.Duration
	if !leggiComando(w, r, &q, func() (bene bool) {
		var err error
		quanto, err = time.ParseDuration(q.Avanti)
		return err == nil && quanto >= 0
	}) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.accade(fatto{Che: fattoOrologio, Durata: quanto}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	s.avanza(s.adesso())
	simulatore.InJSON(map[string]string{"adesso": s.adesso().Format(time.RFC3339)}).Scrivi(w)
}

func leggiComando(w http.ResponseWriter, r *http.Request, v any, bene func() bool) bool {
	lettore := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16))
	lettore.DisallowUnknownFields()
	if err := lettore.Decode(v); err != nil || !bene() {
		simulatore.Problema(http.StatusBadRequest, "CONTROLLO_NON_VALIDO", "Comando non valido: vedere il README dei simulatori.", nil).Scrivi(w)
		return false
	}
	return true
}

// guasta is a failure of the simulator itself, such as a full disk under the journal.
func guasta(err error) simulatore.Risposta {
	return problema(http.StatusInternalServerError, "PN_GENERIC_ERROR", "", err.Error())
}

// nuovoID is the id of a stream or of a cancellation.
func nuovoID() string { return uuid.NewString() }

var errGiornale = errors.New("send: il giornale non si legge")
