package indagine

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/vpn/internal/motorizzazione"
)

// Riga is a row of the table indagine.
type Riga struct {
	ID, Verbale   uuid.UUID
	Esito, Motivo string
	Tipo          string
	CodiceFiscale string
	Cognome, Nome string
	Denominazione string
	Sesso         string
	DataNascita   calendario.Giorno
	LuogoNascita  string
	Indirizzo     string
	Civico, Cap   string
	Comune        string
	ComuneIstat   string
	Provincia     string
	Nazione       string
	Marca         string
	Modello       string
	Rete          string
	Quando        time.Time
	Risposta      *string
}

// TableName is the table in the search path.
func (Riga) TableName() string { return "indagine" }

func (s Service) riga(verbale uuid.UUID, g Giudizio) Riga {
	r := Riga{ID: uuid.Must(uuid.NewV7()), Verbale: verbale, Esito: g.Esito, Motivo: g.Motivo, Rete: g.Rete, Quando: s.Adesso()}
	if g.Veicolo != nil {
		r.Marca, r.Modello, r.Risposta = g.Veicolo.Marca, g.Veicolo.Modello, testo(*g.Veicolo)
		if len(g.Veicolo.Avvertenze) > 0 {
			r.Motivo += " Da verificare: " + strings.Join(g.Veicolo.Avvertenze, "; ") + "."
		}
	}
	if g.Responsabile != nil {
		s.intesta(&r, *g.Responsabile)
	}
	return r
}

func (s Service) intesta(r *Riga, i motorizzazione.Intestatario) {
	r.Tipo, r.CodiceFiscale = string(i.Tipo), i.CodiceFiscale
	r.Cognome, r.Nome, r.Denominazione, r.Sesso = i.Cognome, i.Nome, i.Denominazione, i.Sesso
	r.DataNascita, r.LuogoNascita = i.DataNascita, s.luogo(i)
	a := i.Indirizzo
	r.Indirizzo, r.Civico, r.Cap, r.Comune = a.Via, a.Civico, a.CAP, a.Comune
	r.ComuneIstat, r.Provincia, r.Nazione = a.CodiceIstat, a.Provincia, a.Nazione
}

// luogo names the place of birth as it was called then; a code that is not in the table stays a code.
func (s Service) luogo(i motorizzazione.Intestatario) string {
	if c, ok := s.Tabelle.Comuni().CercaCatastale(i.CodiceCatastaleNascita, i.DataNascita); ok {
		return c.Nome
	}
	return i.CodiceCatastaleNascita
}

func testo(v motorizzazione.Veicolo) *string {
	dati, err := json.Marshal(v)
	if err != nil {
		return nil // plain strings and days: it cannot fail
	}
	s := string(dati)
	return &s
}
