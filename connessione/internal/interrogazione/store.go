package interrogazione

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Tavola is where the answers of one kind are kept.
type Tavola string

// The tables of answers.
const (
	Domicili Tavola = "domicilio"
	Visure   Tavola = "visura"
)

// Store keeps answers and look-ups in the database of the context's tenant.
type Store struct {
	Pools   *db.Pools
	Segnali *turno.Segnali // wakes those of this process who wait for another's question; nil: they look again by themselves
	Sveglia *Sveglia       // tells Ripresa what was put aside; nil: its sweep finds it
}

// Riga is an answer, or the place of an answer still awaited.
type Riga struct {
	Tavola        Tavola
	ID            uuid.UUID
	CodiceFiscale string
	Operazione    string // the register's id of the question, kept before it leaves
	Esito, Fonte  string
	Risposta      json.RawMessage
	Impronta      string // SHA-256 of what the register wrote, hexadecimal
	Alle          time.Time
	Dichiarato    *time.Time       // when the register says that it answered
	Pratica       string           // the proceeding that the register was told, and keeps
	Costi         map[string]int64 // of an answer that has just come, as libro.Riga
	Risposto      bool

	chiave string
	giorno calendario.Giorno
	turno  turno.Turno
}

// durata is how long a question belongs to the process that asks: after a crash another process takes it over.
const durata = 45 * time.Second

// colonne are those of an answer.
const colonne = `d.id, d.codice_fiscale, d.esito, d.fonte, d.risposta, d.impronta, d.alle, d.dichiarato, d.pratica`

func (r *Riga) campi() []any {
	return []any{&r.ID, &r.CodiceFiscale, &r.Esito, &r.Fonte, &r.Risposta, &r.Impronta, &r.Alle, &r.Dichiarato, &r.Pratica}
}

// turni are the questions of one kind that are being asked.
func (s Store) turni(dove Tavola) turno.Turni {
	return turno.Turni{Pools: s.Pools, Ambito: string(dove), Dura: durata, Segnali: s.Segnali}
}

// chiaveDi is a question of a day as its turn has it: no person is there.
func chiaveDi(chiave string, giorno calendario.Giorno) string {
	somma := sha256.Sum256([]byte(chiave + "|" + giorno.String()))
	return hex.EncodeToString(somma[:])
}

// ErrInCorso says that somebody else is asking the same.
var ErrInCorso = turno.ErrOccupato

// attesaAltri is how long a caller waits for another that is asking the same.
const attesaAltri = 5 * time.Second

// Attendi is Prendi that waits a while for somebody else who asks: then ErrInCorso.
func (s Store) Attendi(ctx context.Context, dove Tavola, chiave, codice string, giorno calendario.Giorno) (r Riga, libera func(), err error) {
	err = s.turni(dove).Aspetta(ctx, chiaveDi(chiave, giorno), attesaAltri, time.Second, func() (bool, error) {
		r, libera, err = s.Prendi(ctx, dove, chiave, codice, giorno)
		return r.Risposto || libera != nil, err
	})
	return r, libera, err
}

// Prendi gives the answer of the day to a question, where there is one, or takes the right to ask it: then libera is not nil
// and gives the right back unless the answer was written. While somebody else asks, both are empty.
func (s Store) Prendi(ctx context.Context, dove Tavola, chiave, codice string, giorno calendario.Giorno) (r Riga, libera func(), err error) {
	if r, err = s.delGiorno(ctx, dove, chiave, giorno); err != nil || r.Risposto {
		return r, nil, err
	}
	t, mio, err := s.turni(dove).Prendi(ctx, chiaveDi(chiave, giorno), uuid.NullUUID{})
	if err != nil || !mio {
		return r, nil, err
	}
	libera = func() { _ = t.Lascia(ctx) }                                          // a failure only makes another wait
	if r, err = s.delGiorno(ctx, dove, chiave, giorno); err != nil || r.Risposto { // written while this one looked and took
		libera()
		return r, nil, err
	}
	r.ID, r.CodiceFiscale, r.Operazione, r.turno = t.ID, codice, t.Esterno, t
	return r, libera, nil
}

// delGiorno gives the answer of a day, where there is one.
func (s Store) delGiorno(ctx context.Context, dove Tavola, chiave string, giorno calendario.Giorno) (r Riga, err error) {
	r = Riga{Tavola: dove, chiave: chiave, giorno: giorno}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return r, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT `+colonne+` FROM `+string(dove)+` d WHERE d.chiave = $1 AND d.giorno = $2 AND d.cancellata IS NULL`, chiave, giorno).
		Scan(r.campi()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, nil
	}
	r.Risposto = err == nil
	return r, db.Wrap(string(dove), err)
}

// Parte keeps the id under which a question is about to leave; turno.ErrPerso when the turn has passed to another, and the
// question must not leave.
func (r *Riga) Parte(ctx context.Context, operazione string) error {
	err := r.turno.Parte(ctx, operazione)
	if errors.Is(err, turno.ErrPerso) {
		return &esterno.Error{System: string(r.Tavola), Kind: esterno.ErrUnavailable, Cause: err}
	}
	return err
}

// Effetto is what goes into the transaction of an answer beside it.
type Effetto func(tx *db.Tx) error

// Rispondi writes an answer with its look-up, the audit, and whatever else belongs to it, together. The caller has gone, or
// not: what the register said is kept.
func (s Store) Rispondi(ctx context.Context, r Riga, q Richiesta, n libro.Riga, altro Effetto) error {
	return s.Annota(ctx, q, n, func(tx *db.Tx) error {
		err := tx.Exec(`INSERT INTO `+string(r.Tavola)+` (id, chiave, giorno, codice_fiscale, operazione, esito, fonte, risposta, impronta, alle, dichiarato, pratica)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`, r.ID, r.chiave, r.giorno, r.CodiceFiscale, r.Operazione, r.Esito, r.Fonte,
			string(r.Risposta), r.Impronta, r.Alle, r.Dichiarato, r.Pratica).Error
		if err == nil {
			err = turno.Chiudi(tx, string(r.Tavola), chiaveDi(r.chiave, r.giorno))
		}
		if err != nil || altro == nil {
			return err
		}
		return altro(tx)
	})
}

// Annota records a look-up: the line of who asked the registers about whom, and that of the audit.
func (s Store) Annota(ctx context.Context, q Richiesta, n libro.Riga, altro Effetto) error {
	ctx = context.WithoutCancel(ctx)
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Transaction(ctx, func(tx *db.Tx) error {
		if altro != nil {
			if err := altro(tx); err != nil {
				return err
			}
		}
		n.ID, n.Attore, n.Motivo, n.Nota, n.Verbale = uuid.Must(uuid.NewV7()), q.Attore, q.Motivo, q.Nota, q.Verbale
		if scritta, err := libro.Scrivi(tx, n); err != nil || !scritta {
			return err
		}
		return tx.Audit(q.accesso(n))
	})
}

// Fallita records a look-up that brought no answer and returns its failure. A person's look-up, and every paid one, always has
// a line. Background work has a line for each unusable answer, one for a fine and a day of a silent register, and none when no
// register was asked.
func (s Store) Fallita(ctx context.Context, q Richiesta, n libro.Riga, causa error) error {
	n.Esito = NonDisponibile
	if p := problem.As(causa); p != nil {
		n.Esito = p.Codice
	}
	e := esterno.As(causa)
	pagata := n.Costo() > 0
	if q.InCoda && !pagata && (e == nil || e.Attempts == 0) {
		return causa
	}
	n.UnaVolta = q.InCoda && !pagata && errors.Is(causa, esterno.ErrUnavailable)
	return errors.Join(causa, s.Annota(ctx, q, n, nil))
}

// accesso is the line of the audit: the fine, or the look-up where there is none, never a tax code.
func (q Richiesta) accesso(n libro.Riga) db.Access {
	a := db.Access{Attore: q.Attore, Azione: "INTERROGA_" + n.Tipo, OggettoTipo: "interrogazione", Oggetto: n.ID.String(), Motivo: q.Motivo, Esito: n.Esito, Indirizzo: q.Indirizzo}
	if q.Nota != "" {
		a.Motivo += ": " + q.Nota
	}
	if q.Verbale.Valid {
		a.OggettoTipo, a.Oggetto = "verbale", q.IDVerbale()
	}
	return a
}

// pratica is the number of a fine as registers see it; false for a fine that the command does not have.
func (s Store) pratica(ctx context.Context, id uuid.UUID) (pratica string, c bool, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return "", false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT 'VERB-' || anno || '-' || numero || lettera FROM verbali_v1.verbale WHERE id = $1`, id).Scan(&pratica)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", false, nil
	}
	return pratica, err == nil, db.Wrap("verbale", err)
}

// dellaPosizione are the tax code of the person of a position of a fine, and the name of a body; false where there is no such
// position, or nobody is known there yet.
func (s Store) dellaPosizione(ctx context.Context, verbale, posizione uuid.UUID) (codice, denominazione string, c bool, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return "", "", false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT s.codice_fiscale, s.denominazione FROM verbali_v1.posizione p JOIN verbali_v1.soggetto s ON s.id = p.soggetto
		WHERE p.id = $1 AND p.verbale = $2`, posizione, verbale).Scan(&codice, &denominazione)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", false, nil
	}
	return codice, denominazione, err == nil, db.Wrap("posizione", err)
}

// Ricevuto reports that the effect of a message is written already.
func (s Store) Ricevuto(ctx context.Context, durevole, messaggio string) (gia bool, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return false, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM ricevuto WHERE consumatore = $1 AND id = $2)`, durevole, messaggio).Scan(&gia)
	return gia, db.Wrap("ricevuto", err)
}

// Annuncia is the effect of a piece of work: the message is taken and the fact leaves, once.
func Annuncia(durevole, messaggio string, fatto event.Corpo) Effetto {
	return func(tx *db.Tx) error {
		nuovo, err := tx.Receive(durevole, messaggio)
		if err != nil || !nuovo {
			return err
		}
		return tx.Publish(fatto)
	}
}

// Righe are the answers that the items of a list have.
func (s Store) Righe(ctx context.Context, dove Tavola, elenco uuid.UUID) (map[uuid.UUID]Riga, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT `+colonne+` FROM voce_elenco v JOIN `+string(dove)+` d ON d.id = v.risposta
		WHERE v.elenco = $1 AND d.cancellata IS NULL`, elenco)
	if err != nil {
		return nil, db.Wrap("elenco", err)
	}
	defer righe.Close()
	tutte := map[uuid.UUID]Riga{}
	for righe.Next() {
		r := Riga{Risposto: true}
		if err := righe.Scan(r.campi()...); err != nil {
			return nil, db.Wrap("elenco", err)
		}
		tutte[r.ID] = r
	}
	return tutte, db.Wrap("elenco", righe.Err())
}

// LettoElenco records that a list was read by whom.
func (s Store) LettoElenco(ctx context.Context, e Elenco, chi Chi) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	return database.Audit(context.WithoutCancel(ctx), db.Access{Attore: chi.Attore, Azione: "LEGGE_ELENCO_" + e.Tipo, OggettoTipo: "elenco",
		Oggetto: e.ID.String(), Motivo: e.Motivo, Esito: e.Stato, Indirizzo: chi.Indirizzo})
}

// DelLavoro is the look-up that a message asks for: about the person of a position. A position that is not there, or has
// nobody, will not get one by waiting. The work is given its term.
func (s Store) DelLavoro(ctx context.Context, p Perche, l *Lavoro, adesso time.Time) (q Richiesta, codice string, err error) {
	var v Verifica
	q = v.Perche(p, Chi{Attore: "sistema", InCoda: true})
	posizione, err := uuid.Parse(l.Posizione)
	if no := v.Errore(); no != nil || err != nil || !q.Verbale.Valid {
		return q, "", bus.Permanent(fmt.Errorf("interrogazione: lavoro malfatto: %w", errors.Join(no, err)))
	}
	if q, err = s.Completa(ctx, q); problem.Is(err, "DATI_NON_VALIDI") {
		return q, "", bus.Permanent(err)
	} else if err != nil {
		return q, "", err
	}
	codice, denominazione, c, err := s.dellaPosizione(ctx, q.Verbale.UUID, posizione)
	if err != nil {
		return q, "", err
	}
	cf := codicefiscale.Valida(codice)
	if !c || !cf.Valido {
		return q, "", bus.Permanent(fmt.Errorf("interrogazione: la posizione %s non ha una persona con codice fiscale valido", l.Posizione))
	}
	q.Denominazione = denominazione
	oggi := calendario.Da(adesso)
	if l.Termine, err = s.termine(ctx, q.Verbale.UUID, oggi); err != nil {
		return q, "", err
	}
	q.Urgente = l.Termine != (calendario.Giorno{}) && !oggi.AddDays(ultimiGiorni).Before(l.Termine)
	q.Precedono, err = s.precedono(ctx, *l, adesso)
	return q, cf.Normalizzato, err
}

// ultimiGiorni is the number of days before the end of its term in which a fine's work may use the share kept for people.
const ultimiGiorni = 10

// termine is the last day of the terms in which a fine is served (art. 201 c. 1 CdS: ninety days from the ascertainment, three
// hundred and sixty abroad): of those that are not gone the nearest, the zero day where all are.
func (s Store) termine(ctx context.Context, verbale uuid.UUID, oggi calendario.Giorno) (nessuno calendario.Giorno, err error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nessuno, err
	}
	var accertato calendario.Giorno
	err = database.Pool.QueryRow(ctx, `SELECT coalesce(data_accertamento, (data_violazione AT TIME ZONE 'Europe/Rome')::date) FROM verbali_v1.verbale WHERE id = $1`, verbale).
		Scan(&accertato)
	if err != nil {
		return nessuno, db.Wrap("verbale", err)
	}
	for _, tipo := range []cds.TipoScadenza{cds.Notifica90, cds.Notifica360} {
		ultimo, err := cds.UltimoGiorno(tipo, accertato)
		if err != nil || !oggi.After(ultimo) {
			return ultimo, err
		}
	}
	return nessuno, nil
}
