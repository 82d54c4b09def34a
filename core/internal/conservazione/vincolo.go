package conservazione

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Vincolo is a legal hold on a fine or on a person: who, why, until when. While it is in force nothing that it reaches is
// deleted. Fino is the last day in Rome; zero: until two persons lift it.
type Vincolo struct {
	ID            uuid.UUID         `json:"id"`
	Verbale       *uuid.UUID        `json:"idVerbale,omitempty"`
	Estremi       string            `json:"estremi,omitempty"`
	CodiceFiscale string            `json:"codiceFiscale,omitempty"`
	Motivo        string            `json:"motivo"`
	Posto         time.Time         `json:"posto"`
	PostoDa       string            `json:"postoDa"`
	Fino          calendario.Giorno `json:"fino,omitzero"`
	Tolto         *time.Time        `json:"tolto,omitempty"`
	ToltoDa       string            `json:"toltoDa,omitempty"`
	Rimozione     *Rimozione        `json:"rimozione,omitempty"`
}

// NuovoVincolo is the request for a hold.
type NuovoVincolo struct {
	IDVerbale     string `json:"idVerbale,omitempty"`
	CodiceFiscale string `json:"codiceFiscale,omitempty"`
	Motivo        string `json:"motivo"`
	Fino          string `json:"fino,omitempty"`
}

// chiaveCancellazioni is the lock that every portion of a deletion holds in the tenant's database (conserva, cancella_verbale).
const chiaveCancellazioni = 1977679241

// ferma waits for the portions of a deletion that run: those after the transaction see what it writes.
func ferma(tx *db.Tx) error {
	return tx.Exec(`SELECT pg_advisory_xact_lock(?)`, chiaveCancellazioni).Error
}

// nonCancellato answers 409 GIA_CANCELLATO for a fine whose persons are gone; nil: a hold on a person.
func nonCancellato(tx *db.Tx, su *uuid.UUID) error {
	if su == nil {
		return nil
	}
	gia, err := cancellato(tx, *su)
	if err == nil && gia {
		err = problem.Conflitto("GIA_CANCELLATO", "Le persone di questo verbale sono già state cancellate: non c'è più nulla da trattenere.")
	}
	return err
}

func cancellato(tx *db.Tx, su uuid.UUID) (gia bool, err error) {
	err = tx.Raw(`SELECT EXISTS (SELECT 1 FROM verbali_v1.cancellazione WHERE verbale = ? AND oggetto = verbale)`, su).Scan(&gia).Error
	return gia, err
}

// Cancellato reports whether the persons of a fine are gone, and that stays so until the transaction ends: an erasure that runs
// is waited for, and a later erasure waits and finds the rows that the transaction has written.
func Cancellato(tx *db.Tx, su uuid.UUID) (bool, error) {
	if err := tx.Exec(`SELECT pg_advisory_xact_lock_shared(?)`, chiaveCancellazioni).Error; err != nil {
		return false, err
	}
	return cancellato(tx, su)
}

// Posto is a new hold and the number of fines that it reaches now; zero may be a mistyped tax code. The hold covers later fines
// too.
type Posto struct {
	ID      uuid.UUID `json:"id"`
	Verbali int64     `json:"verbali"`
}

// Poni sets a hold on a fine or on a person, after the portion of a deletion that runs; 404 for a fine that the tenant does
// not have, 409 GIA_CANCELLATO for one already erased.
func (s Servizio) Poni(ctx context.Context, n NuovoVincolo, indirizzo string) (Posto, error) {
	su, fino, err := s.leggi(ctx, &n)
	if err != nil {
		return Posto{}, err
	}
	p := Posto{ID: uuid.Must(uuid.NewV7()), Verbali: 1}
	riga := db.Access{Azione: "VINCOLO_POSTO", Oggetto: p.ID.String(), Motivo: n.Motivo, Indirizzo: indirizzo}
	return p, s.scrive(ctx, riga, func(tx *db.Tx) error {
		if err := ferma(tx); err != nil {
			return err
		}
		if err := nonCancellato(tx, su); err != nil {
			return err
		}
		if su == nil {
			if err := tx.Raw(`SELECT count(DISTINCT p.verbale) FROM verbali_v1.posizione p JOIN verbali_v1.soggetto s ON s.id = p.soggetto
				WHERE upper(s.codice_fiscale) = ?`, n.CodiceFiscale).Scan(&p.Verbali).Error; err != nil {
				return err
			}
		}
		return tx.Exec(`INSERT INTO vincolo (id, verbale, codice_fiscale, motivo, posto_da, fino) VALUES (?, ?, ?, ?, ?, ?)`,
			p.ID, su, n.CodiceFiscale, n.Motivo, attore(ctx), oNulla(fino)).Error
	})
}

// leggi checks the request for a hold and normalises it.
func (s Servizio) leggi(ctx context.Context, n *NuovoVincolo) (su *uuid.UUID, fino calendario.Giorno, err error) {
	n.Motivo, n.IDVerbale = strings.TrimSpace(n.Motivo), strings.TrimSpace(n.IDVerbale)
	n.CodiceFiscale = codicefiscale.Normalizza(n.CodiceFiscale)
	switch {
	case n.Motivo == "":
		return nil, fino, problem.CampoNonValido("motivo", "manca")
	case (n.IDVerbale == "") == (n.CodiceFiscale == ""):
		return nil, fino, problem.CampoNonValido("idVerbale", "si indica un verbale oppure un codice fiscale")
	case n.CodiceFiscale != "" && len(n.CodiceFiscale) != 16 && len(n.CodiceFiscale) != 11:
		return nil, fino, problem.CampoNonValido("codiceFiscale", "ha 16 caratteri, o 11 cifre")
	}
	if n.Fino != "" {
		if fino, err = calendario.Parse(n.Fino); err != nil {
			return nil, fino, problem.CampoNonValido("fino", "non è un giorno")
		}
		if err := s.futuro(fino); err != nil {
			return nil, fino, err
		}
	}
	if n.IDVerbale != "" {
		id, err := s.verbale(ctx, n.IDVerbale)
		if err != nil {
			return nil, fino, err
		}
		su = &id
	}
	return su, fino, nil
}

// Scaduti ends the holds whose last day is over, and takes the tax code out of them: the line of the hold stays, the person goes.
// Done each hour, it needs no person and no rule: what nothing holds has no reason to be kept. Until it is done the hold holds.
func (s Servizio) Scaduti(ctx context.Context, pool *db.Pool) error {
	adesso := s.Adesso()
	_, err := pool.Exec(ctx, `UPDATE vincolo SET finito = $1, codice_fiscale = CASE codice_fiscale WHEN '' THEN '' ELSE $2 END
		WHERE tolto IS NULL AND finito IS NULL AND fino < $3::date`, adesso, verbale.Cancellato, calendario.Da(adesso))
	return db.Wrap("vincoli scaduti", err)
}

// futuro refuses a last day that is not after today, in Rome.
func (s Servizio) futuro(fino calendario.Giorno) error {
	if calendario.Da(s.Adesso()).Before(fino) {
		return nil
	}
	return problem.CampoNonValido("fino", "deve essere dopo oggi: per toglierlo prima serve la conferma di un'altra persona; vuoto, vale finché lo si toglie in due")
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

// oNulla is NULL for no day.
func oNulla(g calendario.Giorno) any {
	if g.IsZero() {
		return nil
	}
	return g
}
