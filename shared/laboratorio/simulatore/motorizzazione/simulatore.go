// Package motorizzazione answers as the national register of vehicles and
// licences, with behaviours chosen by the plate or the licence number asked for
// and failures on demand. It serves the local stack and every test of a client;
// simulatori -scenari prints the scenarios.
package motorizzazione

import (
	"net/http"
	"strings"
	"time"
	"unicode"

	"github.com/piattaforma-verbali/verbali/shared/codici/patente"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Orologio tells the present instant.
type Orologio interface{ Adesso() time.Time }

// Opzioni of the simulator. A nil Orologio is the machine's; who is named goes into Persone, which may be nil.
type Opzioni struct {
	Orologio Orologio
	Persone  *Persone
}

type orologioDiSistema struct{}

// Adesso is the machine's time.
func (orologioDiSistema) Adesso() time.Time { return clock.Now() }

// Simulatore is one register with its failures and counters. It is safe for concurrent use and keeps
// nothing on disk.
type Simulatore struct {
	*simulatore.Banco
	orologio Orologio
	persone  *Persone
}

// Nuovo returns a register that behaves normally.
func Nuovo(o Opzioni) *Simulatore {
	if o.Orologio == nil {
		o.Orologio = orologioDiSistema{}
	}
	return &Simulatore{Banco: simulatore.Nuovo("motorizzazione", targa.Normalizza), orologio: o.Orologio, persone: o.Persone}
}

// Registra mounts the register under /motorizzazione and its control under
// /controllo/motorizzazione.
func (s *Simulatore) Registra(mux *http.ServeMux) {
	mux.HandleFunc("GET /motorizzazione/v1/veicoli/{targa}", s.veicolo)
	mux.HandleFunc("GET /motorizzazione/v1/patenti/{numero}", s.patente)
	s.Banco.Registra(mux)
}

// Handler is a server of this register alone, for tests.
func (s *Simulatore) Handler() http.Handler {
	mux := http.NewServeMux()
	s.Registra(mux)
	return mux
}

func (s *Simulatore) veicolo(w http.ResponseWriter, r *http.Request) {
	chiave := targa.Normalizza(r.PathValue("targa"))
	sc := scenarioDi(chiave)
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "veicoli", Chiave: chiave, Guasto: sc.guasto}, buona(r, sc, func() simulatore.Risposta {
		giorno := r.URL.Query().Get("data")
		if _, err := time.Parse(time.DateOnly, giorno); err != nil {
			return simulatore.Problema(http.StatusBadRequest, "DATA_NON_VALIDA", "Il parametro data è obbligatorio, nella forma AAAA-MM-GG.", nil)
		}
		return s.veicoloDi(sc, chiave, giorno)
	}))
}

// Cerca gives what the register holds of a plate on a day, for the simulators of other languages: the same people answer in
// all. The word is why there is nothing (NON_PRESENTE, NON_IMMATRICOLATO, TARGA_ESTERA, TARGA_NON_VALIDA); guasto is the scenario's.
func (s *Simulatore) Cerca(numero, giorno string) (v Veicolo, parola string, guasto simulatore.Guasto) {
	chiave := targa.Normalizza(numero)
	sc, tipi := scenarioDi(chiave), targa.Tipi(chiave)
	switch {
	case len(tipi) == 0:
		return v, "TARGA_NON_VALIDA", sc.guasto
	case sc.Codice == "050":
		return v, "TARGA_ESTERA", sc.guasto
	case sc.rifiuto != nil:
		return v, "NON_PRESENTE", sc.guasto
	}
	crea := sc.storia
	if crea == nil {
		crea = ordinaria
	}
	v, ok := crea(chiave, tipi[0]).alla(giorno, s.oggi())
	if !ok {
		return v, "NON_IMMATRICOLATO", sc.guasto
	}
	s.persone.ricorda(sc.Codice, v.Intestatari)
	return v, "", sc.guasto
}

// CercaPatente is Cerca, of a licence.
func (s *Simulatore) CercaPatente(numero string) (p Patente, parola string, guasto simulatore.Guasto) {
	chiave := targa.Normalizza(numero)
	sc := scenarioDi(chiave)
	if forma := patente.Valida(chiave, "IT"); !forma.Valida || forma.Formato == patente.Sconosciuto || sc.rifiuto != nil {
		return p, "NON_PRESENTE", sc.guasto
	}
	p = licenza(chiave, s.oggi())
	if sc.licenza != nil {
		p = sc.licenza(p)
	}
	return p, "", sc.guasto
}

func (s *Simulatore) veicoloDi(sc Scenario, chiave, giorno string) simulatore.Risposta {
	tipi := targa.Tipi(chiave)
	if len(tipi) == 0 {
		return simulatore.Problema(http.StatusBadRequest, "TARGA_NON_VALIDA", "La targa non ha la forma di una targa italiana.", nil)
	}
	crea := sc.storia
	if crea == nil {
		crea = ordinaria
	}
	v, ok := crea(chiave, tipi[0]).alla(giorno, s.oggi())
	if !ok {
		return nonImmatricolato(giorno)
	}
	s.persone.ricorda(sc.Codice, v.Intestatari)
	return simulatore.InJSON(v)
}

func (s *Simulatore) patente(w http.ResponseWriter, r *http.Request) {
	chiave := targa.Normalizza(r.PathValue("numero"))
	sc := scenarioDi(chiave)
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: "patenti", Chiave: chiave, Guasto: sc.guasto}, buona(r, sc, func() simulatore.Risposta {
		forma := patente.Valida(chiave, "IT")
		if !forma.Valida {
			return simulatore.Problema(http.StatusBadRequest, "PATENTE_NON_VALIDA", "Il numero non può essere quello di una patente italiana.", nil)
		}
		if forma.Formato == patente.Sconosciuto {
			return *sconosciuto()
		}
		p := licenza(chiave, s.oggi())
		if sc.licenza != nil {
			p = sc.licenza(p)
		}
		return simulatore.InJSON(p)
	}))
}

// oggi is the present day in Rome.
func (s *Simulatore) oggi() string { return calendario.Da(s.orologio.Adesso()).String() }

// buona is the answer that no failure has spoiled: the register answers nobody who does not say who
// asks and why.
func buona(r *http.Request, sc Scenario, dati func() simulatore.Risposta) simulatore.Risposta {
	for _, i := range []struct{ nome, codice string }{{"X-Richiedente", "RICHIEDENTE_MANCANTE"}, {"X-Motivo", "MOTIVO_MANCANTE"}} {
		v := strings.TrimSpace(r.Header.Get(i.nome))
		if v == "" || len(v) > 200 || strings.ContainsFunc(v, unicode.IsControl) {
			return simulatore.Problema(http.StatusBadRequest, i.codice, "Intestazione "+i.nome+" obbligatoria, da 1 a 200 caratteri.", nil)
		}
	}
	if sc.rifiuto != nil {
		return *sc.rifiuto
	}
	return dati()
}
