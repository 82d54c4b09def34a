package indagine

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno/turno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Store reads fines and writes outcomes, in the database of the context's tenant. Presa is how long a message is one replica's alone
// unless it says that it still works at it; zero: that of turno. Segnali are those of the process.
type Store struct {
	Pools   *db.Pools
	Presa   time.Duration
	Segnali *turno.Segnali
}

// Turni are those of the messages.
func (s Store) Turni() turno.Turni {
	return turno.Turni{Pools: s.Pools, Ambito: Durevole, Dura: s.Presa, Segnali: s.Segnali}
}

// VeicoloVerbale is what a fine says of its vehicle. Violazione is an instant.
type VeicoloVerbale struct {
	Targa      string
	Nazione    string
	Violazione time.Time
}

// rispostaDalFile is an answer that came by file about a plate on a day.
type rispostaDalFile struct {
	targa  string
	giorno calendario.Giorno
	quando time.Time
}

// noto is what the database knows of messages before anybody is asked.
type noto struct {
	turni    *turno.Molti
	ricevuti map[string]bool
	veicoli  map[uuid.UUID]VeicoloVerbale
	dalFile  map[uuid.UUID][]rispostaDalFile
}

// Prendi takes the right to ask for each message, and reads in the same journey which of them were worked already, what elaborazione's
// view says of their fines (a fine that is not this tenant's is not there), and what files have answered about these. The turns come
// first: a message that another replica works until then is found worked, or in hand.
func (s Store) Prendi(ctx context.Context, lavori []*lavoro) (*noto, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	messaggi, verbali, richieste := make([]string, len(lavori)), make([]uuid.UUID, len(lavori)), make([]turno.Richiesta, len(lavori))
	for i, l := range lavori {
		messaggi[i], verbali[i] = l.m.ID, l.verbale
		richieste[i] = turno.Richiesta{Chiave: l.m.ID, Verbale: uuid.NullUUID{UUID: l.verbale, Valid: true}}
	}
	n := &noto{ricevuti: map[string]bool{}, veicoli: make(map[uuid.UUID]VeicoloVerbale, len(lavori)), dalFile: map[uuid.UUID][]rispostaDalFile{}}
	var lotto pgx.Batch
	n.turni = s.Turni().PrendiMolti(ctx, &lotto, richieste)
	n.leggeRicevuti(&lotto, messaggi)
	lotto.Queue(`SELECT id, targa, nazione, data_violazione FROM verbali_v1.verbale WHERE id = ANY ($1)`, verbali).Query(n.leggiVeicoli)
	lotto.Queue(`SELECT verbale, targa, giorno, quando FROM indagine WHERE verbale = ANY ($1) AND rete = $2 AND codice <> $3 AND giorno IS NOT NULL
		AND cancellata IS NULL`, verbali, event.ReteTracciato, string(verbale.IndagineRispostaNonUtilizzabile)).Query(n.leggiFile)
	return n, database.Send(ctx, &lotto)
}

func (n *noto) leggeRicevuti(lotto *pgx.Batch, messaggi []string) {
	lotto.Queue(`SELECT id FROM ricevuto WHERE consumatore = $1 AND id = ANY ($2)`, Durevole, messaggi).Query(func(righe pgx.Rows) error {
		var id string
		_, err := pgx.ForEachRow(righe, []any{&id}, func() error { n.ricevuti[id] = true; return nil })
		return err
	})
}

func (n *noto) leggiVeicoli(righe pgx.Rows) error {
	var id uuid.UUID
	var v VeicoloVerbale
	_, err := pgx.ForEachRow(righe, []any{&id, &v.Targa, &v.Nazione, &v.Violazione}, func() error { n.veicoli[id] = v; return nil })
	return err
}

func (n *noto) leggiFile(righe pgx.Rows) error {
	var id uuid.UUID
	var r rispostaDalFile
	_, err := pgx.ForEachRow(righe, []any{&id, &r.targa, &r.giorno, &r.quando}, func() error {
		n.dalFile[id] = append(n.dalFile[id], r)
		return nil
	})
	return err
}

// haRispostoUnFile reports that a file has answered, since a message was sent, about the vehicle of its fine as it is now: the fact of
// that answer left with it, and the message is taken without asking, and paying, a register. An answer of no use does not count.
func (n *noto) haRispostoUnFile(l *lavoro, v VeicoloVerbale) bool {
	for _, r := range n.dalFile[l.verbale] {
		if r.targa == targa.Normalizza(v.Targa) && r.giorno == calendario.Da(v.Violazione) && !r.quando.Before(l.m.Time.Truncate(time.Microsecond)) {
			return true
		}
	}
	return false
}

// accesso is a line of the audit of these look-ups, which the system makes.
func accesso(verbale, motivo, esito string) db.Access {
	return db.Access{Attore: "sistema", Azione: "INDAGINE_TARGA", OggettoTipo: "verbale", Oggetto: verbale, Motivo: motivo, Esito: esito}
}

// fatto is the message that tells an outcome.
func fatto(r Riga) event.IndagineEsito {
	return event.IndagineEsito{IDIndagine: r.ID.String(), IDVerbale: r.Verbale.String(), Esito: r.Esito}
}
