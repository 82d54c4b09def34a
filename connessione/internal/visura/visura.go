// Package visura asks the population register who a person is and where to serve an act, and keeps the answer for the day.
package visura

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/anpr"
	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/residenza"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Service asks within the tenant of the context.
type Service struct {
	Store    interrogazione.Store
	Anpr     interrogazione.Ambienti[*anpr.Client]
	Sedi     Sedi // nil: companies are not looked up
	Anagrafe *anagrafe.Copy
	Adesso   func() time.Time
}

// Visura is what the register said, and when.
type Visura struct {
	residenza.Risposta
	Alle time.Time `json:"alle"`

	id uuid.UUID
}

// Chi is who is looked up: by tax code, or by personal data, as of a day.
type Chi struct {
	CodiceFiscale string
	Dati          *anpr.DatiAnagrafici
	Data          calendario.Giorno

	ancheOggi bool   // of a fine, and a day that is past
	idAnpr    string // the register's key, once it has given it
}

// cercata is who is looked up, as the persons of a fine are compared.
func (c Chi) cercata() interrogazione.Cercata {
	if d := c.Dati; d != nil {
		return interrogazione.Cercata{Campo: "cognome", Cognome: d.Cognome, Nome: d.Nome, Sesso: d.Sesso, Nascita: d.Nascita}
	}
	return interrogazione.Cercata{Campo: "codiceFiscale", CodiceFiscale: c.CodiceFiscale}
}

// chiave tells one question from another.
func (c Chi) chiave() string {
	giorno := c.Data.String()
	if c.ancheOggi {
		giorno += "|oggi"
	}
	if c.Dati == nil {
		return c.CodiceFiscale + "|" + giorno
	}
	d := c.Dati
	somma := sha256.Sum256([]byte(strings.Join([]string{d.Cognome, d.Nome, d.Sesso, d.Nascita.String(), d.CodiceIstat, d.Stato, giorno}, "|")))
	return hex.EncodeToString(somma[:])
}

// Altro is what goes into the transaction of a look-up beside it; nil for nothing.
type Altro func(Visura) interrogazione.Effetto

const nomeRegistro = string(verbale.ArchivioAnpr)

// Cerca gives the register's answer about a person, asking once a day for the same question. For a fine it asks as of today
// too: an answer about a past day may show a person alive who has died since.
func (s Service) Cerca(ctx context.Context, q interrogazione.Richiesta, chi Chi, altro Altro) (Visura, error) {
	giorno := calendario.Da(s.Adesso())
	chi.ancheOggi = q.Verbale.Valid && giorno.After(chi.Data)
	chiave, err := s.Anpr.Chiave(ctx, chi.chiave())
	if err != nil {
		return Visura{}, err
	}
	r, libera, err := s.Store.Attendi(ctx, interrogazione.Visure, chiave, chi.CodiceFiscale, giorno)
	switch {
	case errors.Is(err, interrogazione.ErrInCorso):
		return Visura{}, problem.NonDisponibile("INTERROGAZIONE_IN_CORSO", "Questa persona si sta già cercando in ANPR: riprovare fra poco.")
	case err != nil && ctx.Err() != nil:
		return Visura{}, problem.NonDisponibile(interrogazione.NonDisponibile, "La risposta di ANPR non c'è ancora.").With(err)
	case err != nil:
		return Visura{}, err
	case r.Risposto:
		return s.diOggi(ctx, q, r, altro)
	}
	defer libera()
	return s.chiedi(ctx, q, chi, r, altro)
}

// diOggi gives an answer of the day again; that it was looked at is recorded like a question.
func (s Service) diOggi(ctx context.Context, q interrogazione.Richiesta, r interrogazione.Riga, altro Altro) (Visura, error) {
	v, err := leggi(r)
	if err != nil {
		return v, err
	}
	n := nota(r)
	n.Riuso, n.Costi = true, nil
	return v, s.Store.Annota(ctx, q, n, effetto(altro, v))
}

func effetto(altro Altro, v Visura) interrogazione.Effetto {
	if altro == nil {
		return nil
	}
	return altro(v)
}

func nota(r interrogazione.Riga) libro.Riga {
	return libro.Riga{Tipo: tipo, CodiceFiscale: r.CodiceFiscale, Risposta: uuid.NullUUID{UUID: r.ID, Valid: true},
		Esito: r.Esito, Fonte: r.Fonte, Costi: r.Costi}
}

// tipo is these look-ups, and their lists.
const tipo = libro.Visura

func leggi(r interrogazione.Riga) (Visura, error) {
	var x residenza.Risposta
	if err := json.Unmarshal(r.Risposta, &x); err != nil {
		return Visura{}, err
	}
	return Visura{Risposta: x, Alle: r.Alle.In(calendario.Da(r.Alle).Inizio().Location()), id: r.ID}, nil
}

// chiedi asks the register, and writes what it said before anybody sees it. A question that left and whose answer is not known
// leaves again under its number.
func (s Service) chiedi(ctx context.Context, q interrogazione.Richiesta, chi Chi, r interrogazione.Riga, altro Altro) (Visura, error) {
	if len(chi.CodiceFiscale) == cifreEnte {
		return s.sede(ctx, q, chi, r, altro)
	}
	p, err := s.persona(ctx, q, chi, &r)
	if err != nil {
		return Visura{}, s.Store.Fallita(ctx, q, nota(interrogazione.Riga{ID: r.ID, CodiceFiscale: chi.CodiceFiscale}), err)
	}
	r.Alle, r.Esito, r.Fonte = s.Adesso(), p.Esito, nomeRegistro
	if chi.CodiceFiscale == "" {
		r.CodiceFiscale = p.CodiceFiscale
	}
	r.Costi = map[string]int64{nomeRegistro: 0}
	p.Data = chi.Data
	if r.Risposta, err = json.Marshal(p); err != nil {
		return Visura{}, err
	}
	somma := sha256.Sum256(r.Risposta)
	r.Impronta = hex.EncodeToString(somma[:])
	v, err := leggi(r)
	if err != nil {
		return v, err
	}
	return v, s.Store.Rispondi(ctx, r, q, nota(r), effetto(altro, v))
}

// persona asks as of the day wanted, and before, where it must, as of today: who is dead today is dead.
func (s Service) persona(ctx context.Context, q interrogazione.Richiesta, chi Chi, r *interrogazione.Riga) (residenza.Risposta, error) {
	if !chi.ancheOggi {
		return s.diUnGiorno(ctx, q, chi, r)
	}
	attuale := chi
	attuale.Data = calendario.Da(s.Adesso())
	oggi, err := s.diUnGiorno(ctx, q, attuale, nil)
	if err != nil {
		return oggi, err
	}
	chi.idAnpr = oggi.IDAnpr
	p, err := s.diUnGiorno(ctx, q, chi, r)
	switch {
	case err != nil:
		return p, err
	case oggi.Esito == residenza.Deceduto && p.Esito == residenza.NonTrovato:
		return oggi, nil
	case oggi.Esito == residenza.Deceduto:
		p.Esito, p.DataDecesso = residenza.Deceduto, oggi.DataDecesso
	case p.Residenza != nil && (oggi.Residenza == nil || *oggi.Residenza != *p.Residenza):
		p.Avvertenze = append(p.Avvertenze, traslocato(oggi))
	}
	return p, nil
}

// traslocato says that the address of a past day is not the one of today.
func traslocato(oggi residenza.Risposta) string {
	if oggi.Residenza == nil {
		return "Oggi il registro non dà più una residenza in quel luogo: prima di notificare un atto va cercata quella di oggi."
	}
	return "Oggi la residenza è un'altra: un atto si notifica a quella di oggi."
}

// diUnGiorno asks within the day's measure, and turns the register's words into kinds of answer. The number of the
// question is kept in r, which may be nil.
func (s Service) diUnGiorno(ctx context.Context, q interrogazione.Richiesta, chi Chi, r *interrogazione.Riga) (residenza.Risposta, error) {
	registro, err := s.Anpr.Di(ctx)
	if err != nil {
		return residenza.Risposta{}, err
	}
	misura, err := s.misura(ctx, q.Chi)
	if err != nil {
		return residenza.Risposta{}, err
	}
	d := anpr.Domanda{Tenant: tenant.Name(ctx), Attore: q.Attore, Motivo: q.Motivo, IDVerbale: q.IDVerbale(), Pratica: q.Pratica,
		InCoda: q.InCoda, CodiceFiscale: chi.CodiceFiscale, Dati: chi.Dati, Data: chi.Data, IDAnpr: chi.idAnpr, Misura: misura}
	if r != nil {
		d.Operazione, d.Ricorda = r.Operazione, func(ctx context.Context, operazione string) error {
			r.Operazione = operazione
			return r.Parte(ctx, operazione)
		}
	}
	p, err := registro.Persona(ctx, d)
	return giudica(p, err)
}

func giudica(p residenza.Risposta, err error) (residenza.Risposta, error) {
	if err == nil || problem.Is(err, interrogazione.CodiceQuota) {
		return p, err
	}
	if _, c := errors.AsType[*anpr.PiuSoggetti](err); c {
		return residenza.Risposta{Esito: residenza.PiuSoggetti}, nil
	}
	if _, c := errors.AsType[*anpr.Contraddizione](err); c {
		return p, problem.Conflitto(interrogazione.Discordanti, "ANPR non riconosce i dati che gli sono stati dati.").With(err)
	}
	if errors.Is(err, esterno.ErrNotFound) {
		p = residenza.Risposta{Esito: residenza.NonTrovato}
		if d, c := errors.AsType[*anpr.Detto](err); c {
			p.Testo = d.Testo
		}
		return p, nil
	}
	return p, interrogazione.Spiega(nomeRegistro, err)
}

func (s Service) impostazione(ctx context.Context, chiave string, dst any) error {
	if err := s.Anagrafe.Wait(ctx); err != nil {
		return err
	}
	_, err := s.Anagrafe.Of(tenant.Name(ctx)).Impostazione(chiave, calendario.Da(s.Adesso()).String(), dst)
	return err
}
