// Package motorizzazione answers as the national register of vehicles and
// licences, with behaviours chosen by the plate or the licence number asked for
// and failures on demand. It serves the local stack and every test of a client;
// the table of scenarios is in shared/laboratorio/simulatori/README.md.
package motorizzazione

import (
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/codici/patente"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Orologio tells the present instant.
type Orologio interface{ Adesso() time.Time }

// Opzioni of the simulator. A nil Orologio is the machine's.
type Opzioni struct {
	Orologio Orologio
}

type orologioDiSistema struct{}

// Adesso is the machine's time.
func (orologioDiSistema) Adesso() time.Time { return time.Now() }

// Simulatore is one register with its counters. It is safe for concurrent use
// and keeps nothing on disk.
type Simulatore struct {
	orologio  Orologio
	comando   comando
	conteggio conteggio
}

// Nuovo returns a register that behaves normally.
func Nuovo(o Opzioni) *Simulatore {
	if o.Orologio == nil {
		o.Orologio = orologioDiSistema{}
	}
	return &Simulatore{orologio: o.Orologio}
}

// Registra mounts the register under /motorizzazione and its control under
// /controllo/motorizzazione.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	mux.HandleFunc("GET /motorizzazione/v1/veicoli/{targa}", s.veicolo)
	mux.HandleFunc("GET /motorizzazione/v1/patenti/{numero}", s.patente)
	mux.HandleFunc("GET /controllo/motorizzazione", s.leggiControllo)
	mux.HandleFunc("POST /controllo/motorizzazione", s.cambiaControllo)
}

// Handler is a server of this register alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

func (s *Simulatore) veicolo(w http.ResponseWriter, r *http.Request) {
	chiave := targa.Normalizza(r.PathValue("targa"))
	s.conteggio.aggiungi("veicoli", chiave)
	s.rispondi(w, r, chiave, func(sc Scenario) (any, *rifiuto) {
		giorno := r.URL.Query().Get("data")
		if _, err := time.Parse(time.DateOnly, giorno); err != nil {
			return nil, &rifiuto{stato: 400, codice: "DATA_NON_VALIDA", dettaglio: "Il parametro data è obbligatorio, nella forma AAAA-MM-GG."}
		}
		return s.veicoloDi(sc, chiave, giorno)
	})
}

func (s *Simulatore) veicoloDi(sc Scenario, chiave, giorno string) (any, *rifiuto) {
	tipi := targa.Tipi(chiave)
	if len(tipi) == 0 {
		return nil, &rifiuto{stato: 400, codice: "TARGA_NON_VALIDA", dettaglio: "La targa non ha la forma di una targa italiana."}
	}
	crea := sc.storia
	if crea == nil {
		crea = ordinaria
	}
	v, ok := crea(chiave, tipi[0]).alla(giorno, s.oggi())
	if !ok {
		return nil, nonImmatricolato(giorno)
	}
	return v, nil
}

func (s *Simulatore) patente(w http.ResponseWriter, r *http.Request) {
	chiave := targa.Normalizza(r.PathValue("numero"))
	s.conteggio.aggiungi("patenti", chiave)
	s.rispondi(w, r, chiave, func(sc Scenario) (any, *rifiuto) {
		forma := patente.Valida(chiave, "IT")
		if !forma.Valida {
			return nil, &rifiuto{stato: 400, codice: "PATENTE_NON_VALIDA", dettaglio: "Il numero non può essere quello di una patente italiana."}
		}
		if forma.Formato == patente.Sconosciuto {
			return nil, sconosciuto()
		}
		p := licenza(chiave, s.oggi())
		if sc.licenza != nil {
			p = sc.licenza(p)
		}
		return p, nil
	})
}

// oggi is the present day in Rome.
func (s *Simulatore) oggi() string { return calendario.Da(s.orologio.Adesso()).String() }

// rispondi checks the headers, builds the good answer and lets the commanded
// failure, else the scenario's, spoil it.
func (s *Simulatore) rispondi(w http.ResponseWriter, r *http.Request, chiave string, dati func(Scenario) (any, *rifiuto)) {
	sc := scenarioDi(chiave)
	buona := s.buona(r, chiave, sc, dati)
	rotto := s.comando.prossimo()
	if rotto == nil && buona.stato == http.StatusOK {
		rotto = sc.guasto
	}
	if rotto == nil {
		buona.scrivi(w)
		return
	}
	rotto(s, w, r, buona)
}

func (s *Simulatore) buona(r *http.Request, chiave string, sc Scenario, dati func(Scenario) (any, *rifiuto)) risposta {
	if rif := intestazioni(r); rif != nil {
		return rif.risposta(chiave)
	}
	if sc.rifiuto != nil {
		return sc.rifiuto.risposta(chiave)
	}
	d, rif := dati(sc)
	if rif != nil {
		return rif.risposta(chiave)
	}
	return inJSON(chiave, http.StatusOK, "application/json", d)
}

// intestazioni demands who asks and why: the register answers nobody without.
func intestazioni(r *http.Request) *rifiuto {
	for _, i := range []struct{ nome, codice string }{{"X-Richiedente", "RICHIEDENTE_MANCANTE"}, {"X-Motivo", "MOTIVO_MANCANTE"}} {
		v := strings.TrimSpace(r.Header.Get(i.nome))
		if v == "" || len(v) > 200 || strings.ContainsFunc(v, unicode.IsControl) {
			return &rifiuto{stato: 400, codice: i.codice, dettaglio: "Intestazione " + i.nome + " obbligatoria, da 1 a 200 caratteri."}
		}
	}
	return nil
}
