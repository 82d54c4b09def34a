package conservazione

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Rimozione is the proposal to lift a hold: the hold stays until another person confirms it.
type Rimozione struct {
	ID         uuid.UUID `json:"id"`
	Motivo     string    `json:"motivo"`
	Proposta   time.Time `json:"proposta"`
	PropostaDa string    `json:"propostaDa"`
}

// motivoMassimo bounds the reason of a lifting, in characters.
const motivoMassimo = 500

// rigaVincolo is a hold as its table has it.
type rigaVincolo struct {
	ID                           uuid.UUID
	Verbale                      *uuid.UUID
	Estremi, CodiceFiscale       string
	Motivo                       string
	Posto                        time.Time
	PostoDa                      string
	Fino                         calendario.Giorno
	Tolto                        *time.Time
	ToltoDa                      string
	Rimozione                    *uuid.UUID
	RimozioneMotivo, RimozioneDa string
	RimozioneProposta            *time.Time
}

func (r rigaVincolo) vincolo() Vincolo {
	v := Vincolo{ID: r.ID, Verbale: r.Verbale, Estremi: r.Estremi, CodiceFiscale: r.CodiceFiscale, Motivo: r.Motivo, Posto: r.Posto,
		PostoDa: r.PostoDa, Fino: r.Fino, Tolto: r.Tolto, ToltoDa: r.ToltoDa}
	if r.Rimozione != nil {
		v.Rimozione = &Rimozione{ID: *r.Rimozione, Motivo: r.RimozioneMotivo, Proposta: *r.RimozioneProposta, PropostaDa: r.RimozioneDa}
	}
	return v
}

// Vincoli gives the last holds: those whose lifting waits for a confirmation first, then those in force.
func (s Servizio) Vincoli(ctx context.Context) ([]Vincolo, error) {
	righe, err := db.Every[rigaVincolo](ctx, s.Pools, "vincoli", `SELECT h.id, h.verbale,
			coalesce(concat_ws('/', v.numero::text, nullif(v.lettera, ''), v.anno::text), '') AS estremi,
			h.codice_fiscale, h.motivo, h.posto, h.posto_da, h.fino, h.tolto, h.tolto_da,
			h.rimozione, h.rimozione_motivo, h.rimozione_da, h.rimozione_proposta
		FROM vincolo h LEFT JOIN verbali_v1.verbale v ON v.id = h.verbale
		ORDER BY h.tolto IS NOT NULL, h.rimozione IS NULL, h.posto DESC LIMIT $1`, mostrate)
	if err != nil {
		return nil, err
	}
	tutti := make([]Vincolo, len(righe))
	for i, r := range righe {
		tutti[i] = r.vincolo()
	}
	return tutti, nil
}

// ProponiRimozione asks that a hold be lifted, and why: nothing changes until another person confirms it. 404 for a hold that
// is not there or was lifted, 409 GIA_PROPOSTA while a proposal waits.
func (s Servizio) ProponiRimozione(ctx context.Context, chi, motivo, indirizzo string) (r Rimozione, err error) {
	motivo = strings.TrimSpace(motivo)
	switch n := utf8.RuneCountInString(motivo); {
	case n == 0:
		return r, problem.CampoNonValido("motivo", "manca: perché il vincolo si toglie")
	case n > motivoMassimo || !utf8.ValidString(motivo) || strings.ContainsRune(motivo, 0):
		return r, problem.CampoNonValido("motivo", "è un testo di al massimo 500 caratteri")
	}
	r = Rimozione{ID: uuid.Must(uuid.NewV7()), Motivo: motivo, PropostaDa: attore(ctx)}
	return r, s.sulVincolo(ctx, chi, db.Access{Azione: "VINCOLO_RIMOZIONE_PROPOSTA", Motivo: motivo, Indirizzo: indirizzo}, func(tx *db.Tx, v rigaVincolo) error {
		if v.Rimozione != nil {
			return problem.Conflitto("GIA_PROPOSTA", "La rimozione di questo vincolo aspetta già la conferma di una seconda persona.")
		}
		return tx.Raw(`UPDATE vincolo SET rimozione = ?, rimozione_motivo = ?, rimozione_da = ?, rimozione_proposta = now() WHERE id = ?
			RETURNING rimozione_proposta`, r.ID, r.Motivo, r.PropostaDa, v.ID).Scan(&r.Proposta).Error
	})
}

// Togli lifts a hold as another person proposed: the proposal with that id, which the second person has read. A lifted hold on
// a person keeps that it existed, and not on whom. 403 STESSA_PERSONA unless the two accounts are of two persons
// (operatore.DuePersone), 409 RIMOZIONE_CAMBIATA when another proposal waits.
func (s Servizio) Togli(ctx context.Context, chi, proposta, indirizzo string) error {
	return s.sulVincolo(ctx, chi, db.Access{Azione: "VINCOLO_TOLTO", Indirizzo: indirizzo}, func(tx *db.Tx, v rigaVincolo) error {
		switch {
		case v.Rimozione == nil:
			return problem.NonTrovato("rimozione proposta", chi)
		case !strings.EqualFold(v.Rimozione.String(), proposta):
			return problem.Conflitto("RIMOZIONE_CAMBIATA", "La rimozione che aspetta non è più quella letta: va riletta prima di confermarla.")
		}
		if err := s.inDue(ctx, v.RimozioneDa, *v.RimozioneProposta); err != nil {
			return err
		}
		return tx.Exec(`UPDATE vincolo SET tolto = now(), tolto_da = ?, codice_fiscale = CASE codice_fiscale WHEN '' THEN '' ELSE ? END WHERE id = ?`,
			attore(ctx), verbale.Cancellato, v.ID).Error
	})
}

// RitiraRimozione takes back the proposal to lift a hold, which stays. One person may.
func (s Servizio) RitiraRimozione(ctx context.Context, chi, indirizzo string) error {
	return s.sulVincolo(ctx, chi, db.Access{Azione: "VINCOLO_RIMOZIONE_RITIRATA", Indirizzo: indirizzo}, func(tx *db.Tx, v rigaVincolo) error {
		if v.Rimozione == nil {
			return problem.NonTrovato("rimozione proposta", chi)
		}
		return tx.Exec(`UPDATE vincolo SET rimozione = NULL, rimozione_motivo = '', rimozione_da = '', rimozione_proposta = NULL WHERE id = ?`, v.ID).Error
	})
}

// sulVincolo locks a hold that nobody has lifted, and changes it with its line of the audit.
func (s Servizio) sulVincolo(ctx context.Context, chi string, riga db.Access, f func(*db.Tx, rigaVincolo) error) error {
	id, err := uuid.Parse(chi)
	if err != nil {
		return problem.NonTrovato("vincolo", chi)
	}
	riga.Oggetto = id.String()
	return s.scrive(ctx, riga, func(tx *db.Tx) error {
		var v rigaVincolo
		letta := tx.Raw(`SELECT id, rimozione, rimozione_motivo, rimozione_da, rimozione_proposta FROM vincolo WHERE id = ? AND tolto IS NULL FOR UPDATE`, id).Scan(&v)
		switch {
		case letta.Error != nil:
			return letta.Error
		case letta.RowsAffected == 0:
			return problem.NonTrovato("vincolo", chi)
		}
		return f(tx, v)
	})
}

// Code are the decisions that wait for the confirmation of a second person, on the first page.
func (s Servizio) Code(ctx context.Context) ([]pagine.Coda, error) {
	conti, err := db.Every[struct {
		Quanti  int
		Vecchia calendario.Giorno
	}](ctx, s.Pools, "conferme che aspettano", `SELECT count(*) AS quanti, min((proposta AT TIME ZONE 'Europe/Rome')::date) AS vecchia FROM (
		SELECT proposta FROM conservazione WHERE confermata IS NULL AND cessata IS NULL
		UNION ALL SELECT rimozione_proposta FROM vincolo WHERE rimozione IS NOT NULL AND tolto IS NULL) x`)
	if err != nil {
		return nil, err
	}
	return []pagine.Coda{{Nome: "Conservazione: proposte che aspettano la conferma di un'altra persona", Indirizzo: indirizzo,
		Quanti: conti[0].Quanti, PiuVecchia: conti[0].Vecchia}}, nil
}
