package visura

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Durevole is the work queue of these look-ups.
const Durevole = "connessione-visura"

// Elenco is a list as its account reads it.
type Elenco struct {
	ID     uuid.UUID    `json:"id"`
	Stato  string       `json:"stato"`
	Totale int          `json:"totale"`
	Fatti  int          `json:"fatti"`
	Detto  string       `json:"detto,omitempty"`
	Voci   []VoceElenco `json:"voci"`
}

// VoceElenco is a person of a list with the answer so far.
type VoceElenco struct {
	CodiceFiscale string  `json:"codiceFiscale"`
	Stato         string  `json:"stato"`
	Visura        *Visura `json:"visura,omitempty"`
	Errore        string  `json:"errore,omitempty"`
}

// Accoda takes a list; the register has no list of its own, so its persons are asked for one by one.
func (s Service) Accoda(ctx context.Context, q interrogazione.Richiesta, voci []interrogazione.Voce) (Elenco, error) {
	if _, err := s.Anpr.Di(ctx); err != nil {
		return Elenco{}, err
	}
	if _, err := s.Store.Completa(ctx, q, interrogazione.Cercate("codiciFiscali", voci)...); err != nil {
		return Elenco{}, err
	}
	limite := domicili.InElencoAllOra
	if err := s.impostazione(ctx, domicili.ChiaveInElencoAllOra, &limite); err != nil {
		return Elenco{}, err
	}
	if err := s.Store.OraElenco(ctx, s.Adesso(), len(voci), limite, q.Chi); err != nil {
		return Elenco{}, err
	}
	id := uuid.Must(uuid.NewV7())
	nuovo := interrogazione.Elenco{ID: id, Tipo: tipo, Attore: q.Attore, Motivo: q.Motivo, Nota: q.Nota, Verbale: q.Verbale, Quando: s.Adesso()}
	err := s.Store.CreaElenco(ctx, nuovo, voci, event.LavoroVisura{IDElenco: id.String()})
	return Elenco{ID: id, Stato: interrogazione.Accodato, Totale: len(voci), Voci: []VoceElenco{}}, err
}

// Leggi gives a list to the account that asked for it. That it was read is recorded.
func (s Service) Leggi(ctx context.Context, id uuid.UUID, chi interrogazione.Chi) (Elenco, error) {
	e, voci, c, err := s.Store.Elenco(ctx, id, tipo)
	if err != nil {
		return Elenco{}, err
	}
	if !c || e.Attore != chi.Attore {
		return Elenco{}, problem.NonTrovato("elenco", id.String())
	}
	righe, err := s.Store.Righe(ctx, interrogazione.Visure, id)
	if err != nil {
		return Elenco{}, err
	}
	letto := Elenco{ID: id, Stato: e.Stato, Totale: len(voci), Detto: e.Detto, Voci: []VoceElenco{}}
	for _, v := range voci {
		voce := VoceElenco{CodiceFiscale: v.CodiceFiscale, Stato: v.Stato, Errore: v.Errore}
		if v.Stato != interrogazione.VoceInAttesa {
			letto.Fatti++
		}
		if r, c := righe[v.Risposta.UUID]; c && v.Risposta.Valid {
			visura, err := leggi(r)
			if err != nil {
				return Elenco{}, err
			}
			voce.Visura = &visura
		}
		letto.Voci = append(letto.Voci, voce)
	}
	return letto, s.Store.LettoElenco(ctx, e, chi)
}

// Lavora takes one message of lavori.connessione.visura: the person of a position, whose answer goes into one transaction with its
// record and the fact, or a list. A register that is away, that does not let the command in, or whose day is used up, makes the
// message wait; a refusal of the question, or three answers that cannot be used, make it die. An answer of the same
// day is not asked for again, and a question that had left is asked under its number.
func (s Service) Lavora(ctx context.Context, m bus.Message) error {
	var lavoro event.LavoroVisura
	if err := m.Decode(&lavoro); err != nil {
		return err
	}
	if gia, err := s.Store.Ricevuto(ctx, Durevole, m.ID); err != nil || gia {
		return err
	}
	if lavoro.IDElenco != "" {
		id, err := uuid.Parse(lavoro.IDElenco)
		if err != nil {
			return bus.Permanent(fmt.Errorf("visura: idElenco: %w", err))
		}
		l := interrogazione.Lavorazione{Store: s.Store, Tipo: tipo, Durevole: Durevole, Adesso: s.Adesso, Una: s.una}
		return l.Lavora(ctx, m.ID, id)
	}
	giorno := calendario.Da(s.Adesso())
	if lavoro.Data != "" {
		var err error
		if giorno, err = calendario.Parse(lavoro.Data); err != nil {
			return bus.Permanent(fmt.Errorf("visura: data: %w", err))
		}
	}
	chi := interrogazione.Lavoro{Registro: verbale.VisuraResidenza, Verbale: lavoro.IDVerbale, Posizione: lavoro.IDPosizione, Corpo: m.Body}
	perche := interrogazione.Perche{Motivo: cmp.Or(lavoro.Motivo, string(verbale.MotivoNotifica)), IDVerbale: lavoro.IDVerbale}
	q, codice, err := s.Store.DelLavoro(ctx, perche, &chi, s.Adesso())
	if err != nil {
		return s.Store.Attende(ctx, chi, err, m.Deliveries, s.Adesso())
	}
	if len(codice) == cifreEnte && !s.conSede(ctx) {
		return bus.Permanent(fmt.Errorf("visura: la posizione %s è di un ente", lavoro.IDPosizione))
	}
	if len(codice) == cifreEnte {
		giorno = calendario.Da(s.Adesso()) // the business register knows no other
	}
	_, err = s.Cerca(ctx, q, Chi{CodiceFiscale: codice, Data: giorno}, func(v Visura) interrogazione.Effetto {
		return interrogazione.Annuncia(Durevole, m.ID,
			event.VisuraEsito{IDVisura: v.id.String(), IDVerbale: lavoro.IDVerbale, IDPosizione: lavoro.IDPosizione, Esito: v.Esito})
	})
	return s.Store.Attende(ctx, chi, err, m.Deliveries, s.Adesso())
}

// una asks about a person of a list.
func (s Service) una(ctx context.Context, e interrogazione.Elenco, q interrogazione.Richiesta, v interrogazione.Voce) error {
	if len(v.CodiceFiscale) == cifreEnte {
		return problem.CampoNonValido("codiceFiscale", "è di un ente: in ANPR ci sono le persone")
	}
	_, err := s.Cerca(ctx, q, Chi{CodiceFiscale: v.CodiceFiscale, Data: v.Data}, func(x Visura) interrogazione.Effetto {
		return interrogazione.Segna(e.ID, v.Ordine, interrogazione.VoceOK, uuid.NullUUID{UUID: x.id, Valid: true}, "")
	})
	return err
}
