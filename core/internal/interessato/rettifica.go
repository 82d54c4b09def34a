package interessato

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Months of art. 12 c. 3 GDPR: to answer, and by how many more the term may be prolonged, with a reason.
const (
	mesiRisposta = 1
	mesiProroga  = 2
)

// mostrate is how many requests a list gives.
const mostrate = 200

// Stato of a request.
type Stato string

// The states of a request.
const (
	Ricevuta Stato = "RICEVUTA"
	Accolta  Stato = "ACCOLTA"
	Respinta Stato = "RESPINTA"
)

// Rettifica is a request to correct the data held on a person (art. 16 GDPR). Entro is the last day to answer, in Rome.
// Evento is the place in the log of the fine of what corrected it: accepting changes no datum.
type Rettifica struct {
	ID            uuid.UUID         `json:"id"`
	Verbale       *uuid.UUID        `json:"idVerbale,omitempty"`
	Estremi       string            `json:"estremi,omitempty"`
	CodiceFiscale string            `json:"codiceFiscale,omitempty"`
	Richiedente   string            `json:"richiedente"`
	Testo         string            `json:"testo"`
	Prova         string            `json:"prova,omitempty"`
	Ricevuta      calendario.Giorno `json:"ricevuta"`
	Entro         calendario.Giorno `json:"entro"`
	Prorogata     string            `json:"prorogata,omitempty"`
	RegistrataDa  string            `json:"registrataDa"`
	Stato         Stato             `json:"stato"`
	Motivo        string            `json:"motivo,omitempty"`
	Evento        *int              `json:"evento,omitempty"`
	Decisa        *time.Time        `json:"decisa,omitempty"`
	DecisaDa      string            `json:"decisaDa,omitempty"`
}

// NuovaRettifica is the content of a new request: on a fine or on a person. Ricevuta is the day it came, today if empty.
type NuovaRettifica struct {
	IDVerbale     string `json:"idVerbale,omitempty"`
	CodiceFiscale string `json:"codiceFiscale,omitempty"`
	Richiedente   string `json:"richiedente"`
	Testo         string `json:"testo"`
	Prova         string `json:"prova,omitempty"`
	Ricevuta      string `json:"ricevuta,omitempty"`
}

// Esito is how a request ends. Evento is the sequence of the event of the fine that followed.
type Esito struct {
	Stato  Stato  `json:"stato"`
	Motivo string `json:"motivo"`
	Evento *int   `json:"evento,omitempty"`
}

const leggiRettifiche = `SELECT r.id, r.verbale, coalesce(concat_ws('/', v.numero::text, nullif(v.lettera, ''), v.anno::text), ''), r.codice_fiscale, r.richiedente,
		r.testo, r.prova, r.ricevuta, r.entro, r.prorogata, r.registrata_da, r.stato, r.motivo, r.evento, r.decisa, r.decisa_da
	FROM rettifica r LEFT JOIN verbali_v1.verbale v ON v.id = r.verbale`

// Rettifiche gives the requests, those that wait first by their term. The reading is in the register.
func (s Servizio) Rettifiche(ctx context.Context, indirizzo string) ([]Rettifica, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	chi, _ := auth.From(ctx)
	a := db.Access{Attore: chi.User, Azione: "RETTIFICHE_LETTE", OggettoTipo: "rettifiche", Esito: "OK", Indirizzo: indirizzo}
	if err := database.Audit(ctx, a); err != nil {
		return nil, err
	}
	return db.Every[Rettifica](ctx, s.Pools, "rettifiche", leggiRettifiche+` ORDER BY r.stato <> 'RICEVUTA', CASE r.stato WHEN 'RICEVUTA' THEN r.entro END,
		r.decisa DESC, r.id LIMIT $1`, mostrate)
}

// Registra writes a request with its term; 404 for a fine that the tenant does not have.
func (s Servizio) Registra(ctx context.Context, n NuovaRettifica, indirizzo string) (uuid.UUID, error) {
	r := Rettifica{ID: uuid.Must(uuid.NewV7()), CodiceFiscale: codicefiscale.Normalizza(n.CodiceFiscale), Richiedente: strings.TrimSpace(n.Richiedente),
		Testo: strings.TrimSpace(n.Testo), Prova: strings.TrimSpace(n.Prova), Ricevuta: calendario.Da(s.Adesso())}
	n.IDVerbale = strings.TrimSpace(n.IDVerbale)
	switch {
	case (n.IDVerbale == "") == (r.CodiceFiscale == ""):
		return r.ID, problem.CampoNonValido("idVerbale", "si indica un verbale oppure un codice fiscale")
	case r.CodiceFiscale != "" && len(r.CodiceFiscale) != 16 && len(r.CodiceFiscale) != 11:
		return r.ID, problem.CampoNonValido("codiceFiscale", "ha 16 caratteri, o 11 cifre")
	case r.Richiedente == "":
		return r.ID, problem.CampoNonValido("richiedente", "manca")
	case r.Testo == "":
		return r.ID, problem.CampoNonValido("testo", "manca: che cosa va corretto")
	}
	if n.Ricevuta != "" {
		g, err := calendario.Parse(n.Ricevuta)
		if err != nil || g.After(r.Ricevuta) {
			return r.ID, problem.CampoNonValido("ricevuta", "non è un giorno passato")
		}
		r.Ricevuta = g
	}
	if n.IDVerbale != "" {
		id, err := s.verbale(ctx, n.IDVerbale)
		if err != nil {
			return r.ID, err
		}
		r.Verbale = &id
	}
	return r.ID, s.scrive(ctx, r, "RETTIFICA_RICEVUTA", indirizzo, func(tx *db.Tx) error {
		return tx.Exec(`INSERT INTO rettifica (id, verbale, codice_fiscale, richiedente, testo, prova, ricevuta, entro, registrata_da) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			r.ID, r.Verbale, r.CodiceFiscale, r.Richiedente, r.Testo, r.Prova, r.Ricevuta, r.Ricevuta.AddMonths(mesiRisposta), attore(ctx)).Error
	})
}

// Proroga prolongs the term by two months, once, with a reason and before the first has passed (art. 12 c. 3).
func (s Servizio) Proroga(ctx context.Context, chi, motivo, indirizzo string) error {
	r, err := s.aperta(ctx, chi)
	motivo = strings.TrimSpace(motivo)
	switch {
	case err != nil:
		return err
	case motivo == "":
		return problem.CampoNonValido("motivo", "manca: perché serve più tempo")
	case r.Prorogata != "":
		return problem.Conflitto("GIA_PROROGATA", "Il termine è già stato prorogato.")
	case calendario.Da(s.Adesso()).After(r.Entro):
		return problem.Conflitto("TERMINE_DECORSO", "Il termine è decorso: della proroga la persona andava avvisata prima.")
	}
	return s.scrive(ctx, r, "RETTIFICA_PROROGATA", indirizzo, func(tx *db.Tx) error {
		return unaSola(tx, `UPDATE rettifica SET prorogata = ?, entro = ? WHERE id = ? AND stato = 'RICEVUTA' AND prorogata = ''`,
			motivo, r.Ricevuta.AddMonths(mesiRisposta+mesiProroga), r.ID)
	})
}

// Decidi ends a request. No datum changes here: the correction is an event of the fine, recorded since the request came,
// and named here.
func (s Servizio) Decidi(ctx context.Context, chi string, e Esito, indirizzo string) error {
	r, err := s.aperta(ctx, chi)
	e.Motivo = strings.TrimSpace(e.Motivo)
	switch {
	case err != nil:
		return err
	case e.Stato != Accolta && e.Stato != Respinta:
		return problem.CampoNonValido("stato", "ACCOLTA o RESPINTA")
	case e.Stato == Respinta && e.Evento != nil:
		return problem.CampoNonValido("evento", "una richiesta respinta non corregge nulla")
	case e.Motivo == "" && e.Evento == nil:
		return problem.CampoNonValido("motivo", "manca: perché si respinge, o che cosa si è fatto")
	case e.Evento != nil && r.Verbale == nil:
		return problem.CampoNonValido("evento", "la richiesta non è su un verbale")
	}
	if e.Evento != nil {
		trovati, err := db.Every[struct{ Sequenza int }](ctx, s.Pools, "evento", `SELECT e.sequenza FROM verbali_v1.evento e JOIN rettifica r ON r.verbale = e.verbale
			WHERE r.id = $1 AND e.sequenza = $2 AND (e.registrato AT TIME ZONE 'Europe/Rome')::date >= r.ricevuta`, r.ID, *e.Evento)
		if err != nil {
			return err
		}
		if len(trovati) == 0 {
			return problem.CampoNonValido("evento", "non è un evento del verbale registrato dopo la richiesta")
		}
	}
	return s.scrive(ctx, r, "RETTIFICA_"+string(e.Stato), indirizzo, func(tx *db.Tx) error {
		return unaSola(tx, `UPDATE rettifica SET stato = ?, motivo = ?, evento = ?, decisa = now(), decisa_da = ? WHERE id = ? AND stato = 'RICEVUTA'`,
			string(e.Stato), e.Motivo, e.Evento, attore(ctx), r.ID)
	})
}

// unaSola makes a change of one request that still waits.
func unaSola(tx *db.Tx, sql string, args ...any) error {
	r := tx.Exec(sql, args...)
	if r.Error == nil && r.RowsAffected == 0 {
		return problem.Conflitto("GIA_DECISA", "La richiesta nel frattempo è cambiata.")
	}
	return r.Error
}

// aperta is a request that waits: 404 where there is none, 409 GIA_DECISA.
func (s Servizio) aperta(ctx context.Context, chi string) (Rettifica, error) {
	id, err := uuid.Parse(chi)
	if err != nil {
		return Rettifica{}, problem.NonTrovato("rettifica", chi)
	}
	tutte, err := db.Every[Rettifica](ctx, s.Pools, "rettifica", leggiRettifiche+` WHERE r.id = $1`, id)
	switch {
	case err != nil:
		return Rettifica{}, err
	case len(tutte) == 0:
		return Rettifica{}, problem.NonTrovato("rettifica", chi)
	case tutte[0].Stato != Ricevuta:
		return Rettifica{}, problem.Conflitto("GIA_DECISA", "La richiesta è già decisa.")
	}
	return tutte[0], nil
}

func (s Servizio) verbale(ctx context.Context, testo string) (uuid.UUID, error) {
	id, err := uuid.Parse(testo)
	if err != nil {
		return id, problem.NonTrovato("verbale", testo)
	}
	trovati, err := db.Every[struct{ ID uuid.UUID }](ctx, s.Pools, "verbale", `SELECT id FROM verbali_v1.verbale WHERE id = $1`, id)
	if err == nil && len(trovati) == 0 {
		err = problem.NonTrovato("verbale", testo)
	}
	return id, err
}

func attore(ctx context.Context) string {
	chi, _ := auth.From(ctx)
	return chi.User
}

// scrive makes a change with its line of the register: on the fine, or on the tax code by its keyed hash.
func (s Servizio) scrive(ctx context.Context, r Rettifica, azione, indirizzo string, f func(*db.Tx) error) error {
	a := db.Access{Attore: attore(ctx), Azione: azione, Motivo: "richiesta " + r.ID.String(), Esito: "OK", Indirizzo: indirizzo}
	if r.Verbale != nil {
		a.OggettoTipo, a.Oggetto = "verbale", r.Verbale.String()
	} else {
		impronta, err := s.improntaDi(ctx, r.CodiceFiscale)
		if err != nil {
			return err
		}
		a.OggettoTipo, a.Oggetto = "codiceFiscale", impronta
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		return tx.Audit(a)
	})
}

// Code are the requests that wait, for the first page.
func (s Servizio) Code(ctx context.Context) ([]pagine.Coda, error) {
	conti, err := db.Every[struct {
		Quanti         int
		Vecchia, Entro calendario.Giorno
	}](ctx, s.Pools, "rettifiche che aspettano", `SELECT count(*), min(ricevuta), min(entro) FROM rettifica WHERE stato = 'RICEVUTA'`)
	if err != nil {
		return nil, err
	}
	c := conti[0]
	return []pagine.Coda{{Nome: "Richieste di rettifica dei dati", Indirizzo: paginaRettifiche, Quanti: c.Quanti, PiuVecchia: c.Vecchia, Entro: c.Entro}}, nil
}
