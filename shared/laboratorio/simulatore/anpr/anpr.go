// Package anpr answers as the national population register behind its gateway (GovWay): C001-servizioNotifica and
// C030-servizioAccertamentoIdUnicoNazionale, with the checks of ModI, the refusals of register and gateway in their own shapes,
// ids of operation that must grow, bodies held to the contract (Contratto), a daily measure, scenarios by tax code (Scenari) and failures on demand.
package anpr

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/anpr"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Opzioni of the simulator. Adesso nil is the machine's clock. Verifica nil asks of the tokens only that they are there: nobody
// has given keys to check them with. AlGiorno is how many calls of a service a client has in a day; 0: no limit.
type Opzioni struct {
	Adesso   func() time.Time
	Verifica *modi.Verificatore
	AlGiorno int
	Persone  *motorizzazione.Persone // whom the registers of vehicles have named; nil: nobody
}

// The services played, as their addresses call them.
const (
	C001 = parole.C001
	C030 = parole.C030
)

const (
	radice   = "/anpr/govway/rest/in/MinInternoPortaANPR"
	chiamata = "-PDND"
)

// Destinatario is the audience of tokens for a service: without -PDND, and without the operation.
func Destinatario(servizio string) string {
	return "https://simulatori.example" + radice + "/" + servizio + "/v1"
}

// Simulatore is one register with its failures and counters. It is safe for concurrent use and keeps nothing on disk.
type Simulatore struct {
	*simulatore.Banco
	o Opzioni

	mu        sync.Mutex
	risposte  map[string]simulatore.Risposta // of C001, by id of operation
	ultima    string                         // id of C001
	insieme   int
	alPiu     int // calls of C001 at once that were seen
	giorno    calendario.Giorno
	richieste map[string]int

	ids sync.Map // tax codes by the keys that C030 has given
}

// Nuovo returns a register that behaves normally.
func Nuovo(o Opzioni) *Simulatore {
	if o.Adesso == nil {
		o.Adesso = clock.Now
	}
	return &Simulatore{Banco: simulatore.Nuovo("anpr", strings.ToUpper), o: o, risposte: map[string]simulatore.Risposta{}, richieste: map[string]int{}}
}

// Registra mounts the register under /anpr and its control under /controllo/anpr.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	for _, servizio := range []string{C001, C030} {
		base := radice + chiamata + "/" + servizio + "/" + parole.Versione + "/"
		mux.HandleFunc("POST "+base+parole.Operazione, func(w http.ResponseWriter, r *http.Request) { s.operazione(w, r, servizio) })
		mux.HandleFunc("GET "+base+parole.Stato, func(w http.ResponseWriter, r *http.Request) { s.stato(w, r, servizio) })
	}
	mux.HandleFunc("/anpr/", func(w http.ResponseWriter, r *http.Request) {
		titolo, detto := "NotFound", "Unknown API Request"
		if strings.HasPrefix(r.URL.Path, radice+chiamata+"/") {
			titolo, detto = "UndefinedOperation", "Operation undefined in the API specification"
		}
		delGateway(w.Header(), http.StatusNotFound, titolo, detto).Scrivi(w)
	})
	s.Banco.Registra(mux)
}

// Handler is a server of this register alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

// Insieme is how many calls of C001 were there at once, at most: one lower id after a higher one is an error, so a client sends
// them one at a time.
func (s *Simulatore) Insieme() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.alPiu
}

// delGateway is an error of the gateway, which carries the id of its transaction.
func delGateway(h http.Header, stato int, titolo, detto string) simulatore.Risposta {
	id := uuid.NewString()
	h.Set(parole.TransazioneDelGateway, id)
	corpo, _ := json.Marshal(map[string]any{"type": fmt.Sprintf("https://govway.org/handling-errors/%d/%s.html", stato, titolo), //nolint:errchkjson // plain values
		"title": titolo, "status": stato, "detail": detto, "govway_id": id})
	return simulatore.Risposta{Stato: stato, Tipo: "application/problem+json", Corpo: corpo}
}

// errore is one of the register's own, with what goes beside it.
type errore struct {
	Codice string `json:"codiceErroreAnomalia"`
	Tipo   string `json:"tipoErroreAnomalia"`
	Testo  string `json:"testoErroreAnomalia"`
}

func diANPR(stato int, errori ...errore) simulatore.Risposta {
	corpo, _ := json.Marshal(map[string]any{"idOperazioneANPR": uuid.NewString(), "listaErrori": errori}) //nolint:errchkjson // plain values
	return simulatore.Risposta{Stato: stato, Tipo: "application/json", Corpo: corpo}
}

// en148 is the remark on a search that is not by the register's own key.
func en148() errore {
	return errore{parole.RicercaPerIDAnpr, "W", "La ricerca deve essere effettuata per idANPR"}
}

// richiesta is RichiestaE002 as far as it is read.
type richiesta struct {
	Operazione string         `json:"idOperazioneClient"`
	Criteri    map[string]any `json:"criteriRicerca"`
	Dati       struct {
		Data   string `json:"dataRiferimentoRichiesta"`
		Motivo string `json:"motivoRichiesta"`
		Caso   string `json:"casoUso"`
	} `json:"datiRichiesta"`
}

// operazione answers one call: gateway first, then the register.
func (s *Simulatore) operazione(w http.ResponseWriter, r *http.Request, servizio string) {
	uscita := s.passa(servizio)
	defer uscita()
	corpo, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return
	}
	w.Header().Set(parole.TransazioneDelGateway, uuid.NewString())
	var q richiesta
	risposta, ok := s.gateway(w.Header(), r, corpo, servizio)
	if ok {
		if err := leggi(corpo, servizio, &q); err != nil {
			risposta = delGateway(w.Header(), http.StatusBadRequest, "InvalidRequestContent", err.Error())
		} else {
			risposta = s.registro(servizio, q)
		}
	}
	chiave, _ := q.Criteri["codiceFiscale"].(string)
	if id, di := q.Criteri["idANPR"].(string); di {
		chiave = id
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: servizio, Chiave: strings.ToUpper(chiave), Numero: q.Operazione, Guasto: s.guasto(q.Criteri)}, risposta)
}

// Stato is the resource of GET /status among those that are counted and noted.
const Stato = parole.Stato

// stato answers GET /status: the gateway lets in who may ask, and the register says nothing of anybody.
func (s *Simulatore) stato(w http.ResponseWriter, r *http.Request, servizio string) {
	w.Header().Set(parole.TransazioneDelGateway, uuid.NewString())
	risposta, ok := s.gateway(w.Header(), r, nil, servizio)
	if ok {
		risposta = simulatore.InJSON(map[string]string{})
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: servizio + "/" + Stato}, risposta)
}

// passa counts the calls of C001 that are there at once.
func (s *Simulatore) passa(servizio string) func() {
	if servizio != C001 {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.insieme++
	s.alPiu = max(s.alPiu, s.insieme)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.insieme--
	}
}

// gateway checks tokens and measure; ok false is a refusal already made.
func (s *Simulatore) gateway(h http.Header, r *http.Request, corpo []byte, servizio string) (no simulatore.Risposta, ok bool) {
	client := "client"
	if s.o.Verifica != nil {
		aud := Destinatario(servizio)
		voucher, male := s.o.Verifica.Voucher(r, aud)
		if male == nil {
			male = s.o.Verifica.Integro(r, corpo, aud)
		}
		if male == nil {
			male = s.o.Verifica.Tracciato(r, voucher, aud)
		}
		switch {
		case male != nil && male.Titolo == modi.TracciaVuota:
			return diANPR(http.StatusBadRequest, errore{parole.NonEffettuabile, "E", "Operazione non effettuabile"}), false
		case male != nil:
			return delGateway(h, male.Stato, male.Titolo, "Received request is not conform to the required interoperability profile"), false
		}
		client = voucher.Client
	} else if r.Header.Get("Authorization") == "" {
		return delGateway(h, http.StatusUnauthorized, "TokenAuthenticationRequired", "A token is required"), false
	}
	resto, restano := s.conta(client + "/" + servizio)
	h.Set("X-Ratelimit-Limit", strconv.Itoa(s.o.AlGiorno))
	h.Set("X-Ratelimit-Remaining", strconv.Itoa(max(0, resto)))
	h.Set("X-Ratelimit-Reset", strconv.Itoa(int(restano/time.Second)))
	if s.o.AlGiorno > 0 && resto < 0 {
		return delGateway(h, http.StatusTooManyRequests, "LimitExceeded", "Limit exceeded detected"), false
	}
	return no, true
}

// conta takes one of the calls of the day, also of those that end in error, and tells how many are left and until when.
func (s *Simulatore) conta(chi string) (resto int, restano time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	adesso := s.o.Adesso()
	if oggi := calendario.Da(adesso); oggi != s.giorno {
		s.giorno, s.richieste = oggi, map[string]int{}
	}
	s.richieste[chi]++
	return s.o.AlGiorno - s.richieste[chi], s.giorno.AddDays(1).Inizio().Sub(adesso)
}

// lunghezza is how long an id of operation may be: a longer one the gateway lets through, and the register refuses.
const lunghezza = 30

// leggi reads a body against the contract: a null, a missing member and an unknown one break it.
func leggi(corpo []byte, servizio string, q *richiesta) error {
	if err := json.Unmarshal(corpo, q); err == nil && len(q.Operazione) > lunghezza {
		return nil
	}
	if err := Conforme("richiesta"+servizio[:4], corpo); err != nil {
		return fmt.Errorf("request content not conform to API specification: %T", err)
	}
	return nil
}

// cercabile reports criteria that name a person: a code, or the five personal data.
func cercabile(criteri map[string]any) bool {
	if criteri["codiceFiscale"] != nil || criteri["idANPR"] != nil {
		return true
	}
	for _, coppia := range [][2]string{{"cognome", "senzaCognome"}, {"nome", "senzaNome"}, {"sesso"}} {
		if criteri[coppia[0]] == nil && criteri[coppia[1]] == nil {
			return false
		}
	}
	nascita, _ := criteri["datiNascita"].(map[string]any)
	return nascita["dataEvento"] != nil && nascita["luogoNascita"] != nil
}

// registro is the register's own judgement of a request in order.
func (s *Simulatore) registro(servizio string, q richiesta) simulatore.Risposta {
	_, errData := calendario.Parse(q.Dati.Data)
	switch {
	case len(q.Operazione) > lunghezza:
		return diANPR(http.StatusBadRequest, errore{parole.CampoNonValido, "E", "Lunghezza del campo idOperazioneClient maggiore del massimo consentito 30"})
	case errData != nil:
		return diANPR(http.StatusBadRequest, errore{parole.DataNonValida, "E", "Data di riferimento non valida"})
	case q.Dati.Caso != servizio[:4]:
		return diANPR(http.StatusBadRequest, errore{parole.CampoNonValido, "E", "Caso d'uso non previsto"})
	case !cercabile(q.Criteri):
		return diANPR(http.StatusBadRequest, errore{parole.MancanoCriteri, "E", "La ricerca richiede il codice fiscale, l'idANPR o i cinque dati anagrafici"})
	}
	if servizio == C030 {
		return s.unico(q)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if gia, c := s.risposte[q.Operazione]; c {
		return gia
	}
	if len(q.Operazione) == len(s.ultima) && q.Operazione < s.ultima {
		return diANPR(http.StatusBadRequest, errore{parole.NumeroNonValido, "E", "Identificativo operazione non valido"})
	}
	s.ultima = q.Operazione
	risposta := s.notifica(q)
	s.risposte[q.Operazione] = risposta
	return risposta
}
