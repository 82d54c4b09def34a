package inad

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/inad"
)

const conservato = 48 * time.Hour

// richiesta is a list that was asked for.
type richiesta struct {
	codici []string
	alle   time.Time
}

// chiediElenco takes a list. The member praticalReference is written without its first c, as the official schema has it:
// the right spelling is refused.
func (s *Simulatore) chiediElenco(w http.ResponseWriter, r *http.Request) {
	_, risposta, ok := s.entra(r)
	if ok {
		risposta = s.prendi(r, w.Header())
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: parole.Elenco, Chiave: "ELENCO"}, risposta)
}

func (s *Simulatore) prendi(r *http.Request, testate http.Header) simulatore.Risposta {
	corpo, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	var chiesta struct {
		Codici  []string `json:"codiciFiscali"`
		Pratica string   `json:"praticalReference"`
	}
	if err != nil || json.Unmarshal(corpo, &chiesta) != nil || strings.TrimSpace(chiesta.Pratica) == "" {
		return malfatta("")
	}
	if len(chiesta.Codici) == 0 || len(chiesta.Codici) > parole.AlPiu {
		return malfatta("codiciFiscali")
	}
	for _, cf := range chiesta.Codici {
		if !codici.MatchString(cf) {
			return malfatta("codiciFiscali")
		}
	}
	id := uuid.NewString()
	s.mu.Lock()
	s.elenchi[id] = richiesta{chiesta.Codici, s.o.Adesso()}
	s.mu.Unlock()
	testate.Set("Location", percorso+"/"+parole.Elenco+"/"+parole.Stato+"/"+id)
	risposta := simulatore.InJSON(map[string]string{"state": parole.PresaInCarico, "message": "Richiesta presa in carico",
		"id": id, "dateTimeRequest": s.istante()})
	risposta.Stato = http.StatusAccepted
	return risposta
}

// trova is a list that is still kept, and for how long it has been worked.
func (s *Simulatore) trova(id string) (richiesta, time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q, c := s.elenchi[id]
	da := s.o.Adesso().Sub(q.alle)
	return q, da, c && da < conservato
}

func (s *Simulatore) statoElenco(w http.ResponseWriter, r *http.Request) {
	_, risposta, ok := s.entra(r)
	_, da, c := s.trova(r.PathValue("id"))
	switch {
	case !ok:
	case !c:
		risposta = assente()
	case da < s.o.Attesa:
		risposta = simulatore.InJSON(map[string]string{"state": parole.PresaInCarico, "message": "Richiesta presa in carico"})
	case da < 2*s.o.Attesa:
		risposta = simulatore.InJSON(map[string]string{"state": parole.InElaborazione, "message": "Richiesta elenco in elaborazione"})
	default:
		w.Header().Set("Location", percorso+"/"+parole.Elenco+"/"+parole.Risposta+"/"+r.PathValue("id"))
		risposta = simulatore.InJSON(map[string]string{"state": parole.Disponibile, "message": "Elenco disponibile"})
		risposta.Stato = http.StatusSeeOther
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: parole.Stato, Chiave: "STATO"}, risposta)
}

func (s *Simulatore) risultato(w http.ResponseWriter, r *http.Request) {
	_, risposta, ok := s.entra(r)
	q, da, c := s.trova(r.PathValue("id"))
	switch {
	case !ok:
	case !c, da < 2*s.o.Attesa:
		risposta = assente()
	default:
		risposta = simulatore.InJSON(map[string]any{"list": s.lista(q)})
	}
	s.Rispondi(w, r, simulatore.Domanda{Risorsa: parole.Risposta, Chiave: "RISULTATO"}, risposta)
}

// lista has an item a code, in an order of its own; without a domicile the value is not filled, in one of three ways.
func (s *Simulatore) lista(q richiesta) (voci []map[string]any) {
	for i, cf := range slices.Backward(q.codici) {
		voce := map[string]any{"codiceFiscale": cf, "since": s.istante()}
		if elementi := domicili(cf, s.o.Adesso()); len(elementi) > 0 {
			voce["digitalAddress"] = elementi
		} else if i%3 == 1 {
			voce["digitalAddress"] = nil
		} else if i%3 == 2 {
			voce["digitalAddress"] = []any{}
		}
		switch simulatore.DelCodiceFiscale(cf) {
		case unoInPiu:
			voci = append(voci, map[string]any{"codiceFiscale": simulatore.CodicePersona("001", "QQQ"), "since": s.istante(),
				"digitalAddress": []map[string]any{{"digitalAddress": "altro@pec.example.it"}}})
		case diUnAltro:
			voce["codiceFiscale"] = simulatore.CodicePersona("001", "QQQ")
		}
		voci = append(voci, voce)
	}
	return voci
}
