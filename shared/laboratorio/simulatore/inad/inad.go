// Package inad answers as the national register of digital domiciles (AgID, INAD CONSULTAZIONE DD): the same refusals
// with the same status and body, bulk lists whose state advances with the clock, scenarios by tax code (Scenari), failures
// on demand. It serves the local stack and every test of a client.
package inad

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inad"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Opzioni of the simulator. Adesso nil is the machine's clock. Verifica nil asks of a voucher only that it is there:
// nobody has given keys to check it with. Attesa is how long a list stays in each of its two states before it is ready,
// five minutes when zero. AlGiorno is how many single extractions a client has in a day; 0: no limit.
type Opzioni struct {
	Adesso   func() time.Time
	Verifica *modi.Verificatore
	Attesa   time.Duration
	AlGiorno int
}

// Destinatario is the audience of vouchers for this register.
const Destinatario = "https://simulatori.example/inad"

// Simulatore is one register with its lists, failures and counters. It is safe for concurrent use and keeps nothing on disk.
type Simulatore struct {
	*simulatore.Banco
	o Opzioni

	mu       sync.Mutex
	elenchi  map[string]richiesta
	giorno   calendario.Giorno
	estratti map[string]int // of the day, by client
}

// Nuovo returns a register that behaves normally.
func Nuovo(o Opzioni) *Simulatore {
	if o.Adesso == nil {
		o.Adesso = clock.Now
	}
	if o.Attesa == 0 {
		o.Attesa = 5 * time.Minute
	}
	return &Simulatore{Banco: simulatore.Nuovo("inad", strings.ToUpper), o: o, elenchi: map[string]richiesta{}, estratti: map[string]int{}}
}

const percorso = "/inad/rest/inad/v1/domiciliodigitale"

// Registra mounts the register under /inad and its control under /controllo/inad.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	mux.HandleFunc("GET "+percorso+"/"+parole.Estrai+"/{cf}", s.estrai)
	mux.HandleFunc("GET "+percorso+"/"+parole.Verifica+"/{cf}", s.verifica)
	mux.HandleFunc("POST "+percorso+"/"+parole.Elenco, s.chiediElenco)
	mux.HandleFunc("GET "+percorso+"/"+parole.Elenco+"/"+parole.Stato+"/{id}", s.statoElenco)
	mux.HandleFunc("GET "+percorso+"/"+parole.Elenco+"/"+parole.Risposta+"/{id}", s.risultato)
	s.Banco.Registra(mux)
}

// Handler is a server of this register alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

// rifiuto is the register's own error body: status is a string, and it is no RFC 9457.
func rifiuto(stato int, tipo, dettaglio string) simulatore.Risposta {
	m := map[string]string{"status": strconv.Itoa(stato), "type": tipo}
	if dettaglio != "" {
		m["detail"] = dettaglio
	}
	corpo, _ := json.Marshal(m) //nolint:errchkjson // texts: it cannot fail
	return simulatore.Risposta{Stato: stato, Tipo: "application/problem+json", Corpo: corpo}
}

func malfatta(dettaglio string) simulatore.Risposta {
	return rifiuto(http.StatusBadRequest, parole.Malformata, dettaglio)
}

func assente() simulatore.Risposta {
	return rifiuto(http.StatusNotFound, parole.NonTrovato, "Nessun domicilio digitale")
}

// codici is the register's own pattern: its alternation is not grouped, and letters of omocodia do not match.
var codici = regexp.MustCompile(`^([0-9]{11})|([A-Za-z]{6}[0-9]{2}[A-Za-z]{1}[0-9]{2}[A-Za-z]{1}[0-9]{3}[A-Za-z]{1})$`)

var indirizzi = regexp.MustCompile(`^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9-.]+$`)

// entra checks who calls; ok false is a refusal already made.
func (s *Simulatore) entra(r *http.Request) (client string, no simulatore.Risposta, ok bool) {
	no = rifiuto(http.StatusUnauthorized, parole.NonAmmesso, "")
	grezzo, porta := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !porta || grezzo == "" {
		return "", no, false
	}
	if s.o.Verifica == nil {
		return "", no, true
	}
	v, male := s.o.Verifica.Voucher(r, Destinatario)
	return v.Client, no, male == nil
}

// rispondi answers a single question about a tax code, once its caller and its form are in order.
func (s *Simulatore) rispondi(w http.ResponseWriter, r *http.Request, risorsa string, buona func(cf string, q url.Values) simulatore.Risposta) {
	cf, q := r.PathValue("cf"), r.URL.Query()
	client, risposta, ok := s.entra(r)
	switch {
	case !ok:
	case strings.TrimSpace(q.Get(parole.Pratica)) == "":
		risposta = malfatta("")
	case !codici.MatchString(cf):
		risposta = malfatta("codice_fiscale")
	case risorsa == parole.Estrai && !s.conta(client):
		risposta = rifiuto(http.StatusTooManyRequests, parole.TroppeDomande, "")
	default:
		risposta = buona(cf, q)
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: risorsa, Chiave: strings.ToUpper(cf), Guasto: guasto(cf)}, risposta)
}

// conta takes one of the extractions of the day.
func (s *Simulatore) conta(client string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if oggi := calendario.Da(s.o.Adesso()); oggi != s.giorno {
		s.giorno, s.estratti = oggi, map[string]int{}
	}
	s.estratti[client]++
	return s.o.AlGiorno == 0 || s.estratti[client] <= s.o.AlGiorno
}

func (s *Simulatore) estrai(w http.ResponseWriter, r *http.Request) {
	s.rispondi(w, r, parole.Estrai, func(cf string, _ url.Values) simulatore.Risposta {
		elementi := domicili(cf, s.o.Adesso())
		if len(elementi) == 0 {
			return assente()
		}
		return simulatore.InJSON(map[string]any{"codiceFiscale": cf, "since": s.istante(), "digitalAddress": elementi})
	})
}

func (s *Simulatore) verifica(w http.ResponseWriter, r *http.Request) {
	s.rispondi(w, r, parole.Verifica, func(cf string, q url.Values) simulatore.Risposta {
		indirizzo := q.Get(parole.Indirizzo)
		if _, err := calendario.Parse(q.Get(parole.Giorno)); err != nil || !indirizzi.MatchString(indirizzo) {
			return malfatta("since o digital_address")
		}
		suo := slices.ContainsFunc(domicili(cf, s.o.Adesso()), func(d map[string]any) bool { return d["digitalAddress"] == indirizzo })
		return simulatore.InJSON(map[string]any{"outcome": suo, "dateTimeCheck": s.istante()})
	})
}

func (s *Simulatore) istante() string { return s.o.Adesso().UTC().Format(time.RFC3339) }
