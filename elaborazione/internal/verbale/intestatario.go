package verbale

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// attoreSistema is who acts when no person does.
const attoreSistema = "elaborazione"

// Indagine is the answer of a registry of vehicles, as vpn publishes it.
type Indagine struct {
	ID      uuid.UUID
	Verbale uuid.UUID
	Esito   string // evento.IndagineTrovata, …
	Codice  string // stable word for Motivo (vpn/README.md); empty in answers written before it existed
	Motivo  string
	Titolo  string // by which Persona answers
	Rete    string
	Marca   string
	Modello string
	Persona Soggetto

	superata bool // it is about a plate or a day that the fine no longer has
}

// Indagine reads an answer from vpn's view; 404 while it is not there.
func (s *Store) Indagine(ctx context.Context, id uuid.UUID) (Indagine, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return Indagine{}, err
	}
	x := Indagine{ID: id}
	p := &x.Persona
	var targa, targaVerbale string
	var giorno calendario.Giorno
	var violazione *time.Time
	err = database.Pool.QueryRow(ctx, `SELECT i.verbale, i.esito, i.codice, coalesce(i.motivo, ''), i.titolo, coalesce(i.rete, ''), coalesce(i.marca, ''), coalesce(i.modello, ''),
			i.targa, i.giorno, coalesce(v.targa, ''), v.data_violazione,
			coalesce(i.tipo, ''), coalesce(i.codice_fiscale, ''), coalesce(i.cognome, ''), coalesce(i.nome, ''), coalesce(i.denominazione, ''),
			coalesce(i.sesso, ''), i.data_nascita, coalesce(i.luogo_nascita, ''), coalesce(i.indirizzo, ''), coalesce(i.civico, ''), coalesce(i.cap, ''),
			coalesce(i.comune, ''), coalesce(i.comune_istat, ''), coalesce(i.provincia, ''), coalesce(nullif(i.nazione, ''), 'IT')
		FROM vpn_v1.indagine i LEFT JOIN verbale v ON v.id = i.verbale WHERE i.id = $1`, id).
		Scan(&x.Verbale, &x.Esito, &x.Codice, &x.Motivo, &x.Titolo, &x.Rete, &x.Marca, &x.Modello,
			&targa, &giorno, &targaVerbale, &violazione,
			&p.Tipo, &p.CodiceFiscale, &p.Cognome, &p.Nome, &p.Denominazione,
			&p.Sesso, &p.DataNascita, &p.LuogoNascita, &p.Indirizzo, &p.Civico, &p.Cap,
			&p.Comune, &p.ComuneIstat, &p.Provincia, &p.Nazione)
	if errors.Is(err, pgx.ErrNoRows) {
		return x, problem.NonTrovato("indagine", id.String())
	}
	if violazione != nil { // rows written before these columns existed say nothing of what was asked
		x.superata = targa != "" && targa != targaVerbale || !giorno.IsZero() && giorno != calendario.Da(*violazione)
	}
	return x, db.Wrap("indagine "+id.String(), err)
}

// usabile reports that the answer names somebody to whom an act can be addressed.
func (x Indagine) usabile() bool {
	return x.Esito == event.IndagineTrovata && x.Persona.NomeCompleto() != "" &&
		(x.Persona.Tipo == Persona || x.Persona.Tipo == Societa)
}

// Intesta puts the answer of a registry into the position that waits for its person: art. 196 CdS
// makes the owner of the vehicle on that day jointly liable. An answer that is not usable opens an
// anomaly. An answer that comes late, twice, out of order, or about a plate or a day that the fine no
// longer has, changes nothing.
func (s *Service) Intesta(ctx context.Context, da Messaggio, idIndagine, idVerbale uuid.UUID) error {
	x, err := s.Store.Indagine(ctx, idIndagine)
	if err != nil {
		return err
	}
	if x.Verbale != idVerbale {
		return bus.Permanent(fmt.Errorf("verbale: l'indagine %s è del verbale %s, non di %s", x.ID, x.Verbale, idVerbale))
	}
	return s.Store.Applica(ctx, x.Verbale, x.decidi, da)
}

// decidi says what the answer changes in a fine.
func (x Indagine) decidi(stato Stato) ([]Evento, error) {
	p, attende := stato.SenzaSoggetto()
	if x.superata || !attende || !stato.ammette(EventoIntestatarioTrovato) {
		return nil, nil
	}
	e := Evento{Posizione: p.ID, Attore: attoreSistema, Causa: "indagine " + x.ID.String(), Prova: x.ID.String(), Idempotenza: "indagine:" + x.ID.String()}
	switch {
	case x.usabile():
		x.Persona.ID = nuovoID()
		e.Dati = IntestatarioTrovato{IDSoggetto: x.Persona.ID, Indagine: x.ID, Titolo: x.Titolo, Rete: x.Rete, Marca: x.Marca, Modello: x.Modello, Persona: x.Persona}
	case stato.ammette(EventoIntestatarioAnomalo):
		e.Dati = IntestatarioAnomalo{Anomalia: nuovoID(), Indagine: x.ID, Esito: x.esitoAnomalo(), Codice: x.Codice, Motivo: x.motivo()}
		return x.alPosto(stato, e), nil
	default:
		return nil, nil
	}
	return []Evento{e}, nil
}

// alPosto opens an anomaly, one at a time. Where a person has asked again before settling the last, the fine
// waits for this answer: it takes the place of the one before.
func (x Indagine) alPosto(stato Stato, nuova Evento) []Evento {
	i := slices.IndexFunc(stato.Anomalie, Anomalia.diIntestatario)
	switch {
	case i < 0:
		return []Evento{nuova}
	case stato.Procedura != IntestatarioChiesto:
		return nil
	}
	vecchia := Evento{Attore: attoreSistema, Causa: nuova.Causa, Dati: AnomaliaRisolta{Anomalia: stato.Anomalie[i].ID, Esito: "L'archivio ha risposto di nuovo."}}
	return []Evento{vecchia, nuova}
}

// esitoAnomalo: an owner without a name is an anomaly like any other.
func (x Indagine) esitoAnomalo() string {
	if x.Esito == event.IndagineSconosciuta {
		return x.Esito
	}
	return event.IndagineAnomala
}

func (x Indagine) motivo() string {
	if x.Motivo != "" {
		return x.Motivo
	}
	return "L'archivio dei veicoli non ha dato un intestatario utilizzabile."
}
