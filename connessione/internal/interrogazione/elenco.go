package interrogazione

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The states of a list, as those of every batch of the platform.
const (
	Accodato   = string(verbale.LottoAccodato)
	InCorso    = string(verbale.LottoInCorso)
	InPausa    = string(verbale.LottoInPausa) // the register's day is used up
	Completato = string(verbale.LottoCompletato)
	ConErrori  = string(verbale.LottoCompletatoConErrori)
)

// The states of an item.
const (
	VoceInAttesa = string(verbale.VoceInAttesa)
	VoceOK       = string(verbale.VoceOK)
	VoceErrata   = string(verbale.VoceErroreDefinitivo)
)

// VociAlPiu is how many persons a list may have.
const VociAlPiu = 1000

// Elenco is a look-up of many persons, worked in the background.
type Elenco struct {
	ID             uuid.UUID
	Tipo, Stato    string
	Attore, Motivo string
	Nota           string
	Verbale        uuid.NullUUID
	Quando         time.Time
	Esterno        string     // the register's own id of the list, while it works it
	Chiesto        *time.Time // when the register took it; without Esterno its list came to nothing
	Prossimo       *time.Time // not before then
	Detto          string     // why it waits
}

// Finito reports that a list has no more to do.
func (e Elenco) Finito() bool { return e.Stato == Completato || e.Stato == ConErrori }

// Voce is a person of a list.
type Voce struct {
	Ordine        int
	CodiceFiscale string
	Data          calendario.Giorno
	Stato         string
	Risposta      uuid.NullUUID
	Errore        string
}

// CreaElenco writes a list and the message that has it worked, together.
func (s Store) CreaElenco(ctx context.Context, e Elenco, voci []Voce, lavoro event.Corpo) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		err := tx.Exec(`INSERT INTO elenco (id, tipo, stato, attore, motivo, nota, verbale, quando) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			e.ID, e.Tipo, Accodato, e.Attore, e.Motivo, e.Nota, e.Verbale, e.Quando).Error
		for i, v := range voci {
			if err == nil {
				err = tx.Exec(`INSERT INTO voce_elenco (elenco, ordine, codice_fiscale, data) VALUES (?, ?, ?, ?)`, e.ID, i+1, v.CodiceFiscale, v.Data).Error
			}
		}
		if err != nil {
			return err
		}
		if err := tx.Audit(db.Access{Attore: e.Attore, Azione: "CHIEDE_ELENCO_" + e.Tipo, OggettoTipo: "elenco", Oggetto: e.ID.String(), Motivo: e.Motivo, Esito: Accodato}); err != nil {
			return err
		}
		return tx.Publish(lavoro)
	})
}

// Elenco reads a list with its persons; false when it is not there.
func (s Store) Elenco(ctx context.Context, id uuid.UUID, tipo string) (e Elenco, voci []Voce, c bool, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return e, nil, false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT id, tipo, stato, attore, motivo, nota, verbale, quando, esterno, chiesto, prossimo, detto
		FROM elenco WHERE id = $1 AND tipo = $2`, id, tipo).
		Scan(&e.ID, &e.Tipo, &e.Stato, &e.Attore, &e.Motivo, &e.Nota, &e.Verbale, &e.Quando, &e.Esterno, &e.Chiesto, &e.Prossimo, &e.Detto)
	if errors.Is(err, pgx.ErrNoRows) {
		return e, nil, false, nil
	}
	if err != nil {
		return e, nil, false, db.Wrap("elenco", err)
	}
	righe, err := database.Pool.Query(ctx, `SELECT ordine, codice_fiscale, data, stato, risposta, errore FROM voce_elenco WHERE elenco = $1 ORDER BY ordine`, id)
	if err != nil {
		return e, nil, false, db.Wrap("elenco", err)
	}
	voci, err = pgx.CollectRows(righe, pgx.RowToStructByPos[Voce])
	return e, voci, true, db.Wrap("elenco", err)
}

// Segna is the effect that an item is worked.
func Segna(elenco uuid.UUID, ordine int, stato string, riga uuid.NullUUID, errore string) Effetto {
	return func(tx *db.Tx) error {
		return tx.Exec(`UPDATE voce_elenco SET stato = ?, risposta = ?, errore = ? WHERE elenco = ? AND ordine = ? AND stato = 'IN_ATTESA'`,
			stato, riga, errore, elenco, ordine).Error
	}
}

// Salva writes where a list is.
func (s Store) Salva(ctx context.Context, e Elenco, altro Effetto) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(context.WithoutCancel(ctx), func(tx *db.Tx) error {
		err := tx.Exec(`UPDATE elenco SET stato = ?, esterno = ?, chiesto = ?, prossimo = ?, detto = ? WHERE id = ?`,
			e.Stato, e.Esterno, e.Chiesto, e.Prossimo, e.Detto, e.ID).Error
		if err != nil || altro == nil {
			return err
		}
		return altro(tx)
	})
}

// Lavorazione is how the items of one kind of list are worked.
type Lavorazione struct {
	Store    Store
	Tipo     string
	Durevole string
	Adesso   func() time.Time
	// Prima works what can be asked for together, and reports whether the items that are left may be asked one by one. It may
	// change and save the list.
	Prima func(ctx context.Context, e *Elenco, q Richiesta, voci []Voce) (bool, error)
	// Una asks about one person; with the answer goes Segna.
	Una func(ctx context.Context, e Elenco, q Richiesta, v Voce) error
}

const (
	// passata is how long one delivery works a list before it lets others pass.
	passata = 40 * time.Second
	// ripresa is after how long a register that does not answer is asked again.
	ripresa = 30 * time.Second
)

// errAttende makes a message come again later, however often.
func errAttende(perche string) error { return problem.NonDisponibile("ELENCO_IN_ATTESA", perche) }

// Lavora takes one delivery of a list's message: each item is committed by itself, so the next delivery, also after the process
// died, goes on where this one came to. An item that no register can answer fails alone; a register that is away, or whose day
// is used up, makes the list wait.
func (l Lavorazione) Lavora(ctx context.Context, messaggio string, id uuid.UUID) error {
	e, voci, c, err := l.Store.Elenco(ctx, id, l.Tipo)
	if err != nil || !c || e.Finito() {
		return err
	}
	if e.Prossimo != nil && l.Adesso().Before(*e.Prossimo) {
		return errAttende(e.Detto)
	}
	q, err := l.Store.Completa(ctx, Richiesta{Chi: Chi{Attore: e.Attore, InCoda: true}, Motivo: e.Motivo, Nota: e.Nota, Verbale: e.Verbale})
	if err != nil {
		return err
	}
	if !e.Verbale.Valid {
		q.Pratica = "INT-" + e.ID.String() // one proceeding over all deliveries
	}
	e.Stato, e.Prossimo, e.Detto = InCorso, nil, ""
	if l.Prima != nil {
		pronto, err := l.Prima(ctx, &e, q, inAttesa(voci))
		if err != nil || !pronto {
			return l.rimanda(ctx, e, err)
		}
		if _, voci, _, err = l.Store.Elenco(ctx, id, l.Tipo); err != nil {
			return err
		}
	}
	fine := time.Now().Add(passata)
	for _, v := range inAttesa(voci) {
		if time.Now().After(fine) {
			return errors.Join(l.Store.Salva(ctx, e, nil), errAttende("l'elenco va avanti"))
		}
		if err := l.una(ctx, e, q, v); err != nil {
			return l.rimanda(ctx, e, err)
		}
	}
	return l.chiudi(ctx, messaggio, e)
}

func inAttesa(voci []Voce) (restano []Voce) {
	for _, v := range voci {
		if v.Stato == VoceInAttesa {
			restano = append(restano, v)
		}
	}
	return restano
}

// una works an item; on its error the whole list must wait.
func (l Lavorazione) una(ctx context.Context, e Elenco, q Richiesta, v Voce) error {
	err := l.Una(ctx, e, q, v)
	if p := problem.As(err); p != nil && definitivo(p) {
		return l.Store.Salva(ctx, e, Segna(e.ID, v.Ordine, VoceErrata, uuid.NullUUID{}, p.Dettaglio))
	}
	return err
}

// definitivo reports that asking about this person again brings nothing else.
func definitivo(p *problem.Error) bool {
	return p.Kind == problem.BadRequest || p.Codice == Rifiutata || p.Codice == NonUtilizzabile || p.Codice == Discordanti
}

// rimanda keeps why a list waits and until when.
func (l Lavorazione) rimanda(ctx context.Context, e Elenco, causa error) error {
	if causa == nil {
		return errors.Join(l.Store.Salva(ctx, e, nil), errAttende(e.Detto))
	}
	p := problem.As(causa)
	if p == nil {
		return causa
	}
	dopo := l.Adesso().Add(ripresa)
	if p.Kind == problem.TooManyRequests {
		e.Stato, dopo = InPausa, l.Adesso().Add(max(p.RetryAfter, time.Second))
	}
	e.Prossimo, e.Detto = &dopo, p.Dettaglio
	return errors.Join(errAttende(p.Dettaglio), l.Store.Salva(ctx, e, nil))
}

// chiudi ends a list that has nothing left.
func (l Lavorazione) chiudi(ctx context.Context, messaggio string, e Elenco) error {
	_, voci, _, err := l.Store.Elenco(ctx, e.ID, l.Tipo)
	if err != nil {
		return err
	}
	e.Stato = Completato
	for _, v := range voci {
		if v.Stato == VoceErrata {
			e.Stato = ConErrori
		}
	}
	return l.Store.Salva(ctx, e, func(tx *db.Tx) error {
		_, err := tx.Receive(l.Durevole, messaggio)
		return err
	})
}
