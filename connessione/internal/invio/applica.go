package invio

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// arrivo holds what a reading brought for one attempt.
type arrivo struct {
	elementi []send.Elemento
	iun      string
	intera   bool // the whole notification was read, by its IUN
}

// impronta hashes the content of an element. Two readings that differ only in the order of JSON members have the same hash.
func impronta(grezzo []byte) string {
	var v any
	if json.Unmarshal(grezzo, &v) == nil {
		if in, err := json.Marshal(v); err == nil {
			grezzo = in
		}
	}
	somma := sha256.Sum256(grezzo)
	return hex.EncodeToString(somma[:])
}

// applica writes what was read of some attempts, derives each attempt again from its whole timeline, and puts the facts into the outbox.
// All this happens in the caller's transaction.
func (s *Service) applica(ctx context.Context, tx pgx.Tx, comando string, letti map[uuid.UUID]*arrivo, sc scelte) error {
	if len(letti) == 0 {
		return nil
	}
	adesso := s.Adesso()
	ids := make([]uuid.UUID, 0, len(letti))
	for id := range letti {
		ids = append(ids, id)
	}
	invii, err := prendi(ctx, tx, `WHERE i.id = ANY ($1) AND i.cancellata IS NULL ORDER BY i.id FOR UPDATE OF i`, ids)
	if err != nil {
		return err
	}
	prima, viste, err := elementiDi(ctx, tx, ids)
	if err != nil {
		return err
	}
	var lotto pgx.Batch
	var fuori []db.OutboxRow
	for _, i := range invii {
		x := letti[i.ID]
		nuovi := x.nuovi(&lotto, i.ID, viste, adesso)
		if x.iun != "" && i.IUN == "" {
			i.IUN = x.iun
		}
		if x.intera {
			i.Letto = &adesso
		}
		eraAccettata := i.Accettato != nil
		fatti, superati := i.legge(prima[i.ID], nuovi, sc, adesso)
		for _, f := range fatti {
			r, err := db.NewOutboxRow(ctx, comando, f)
			if err != nil {
				return err
			}
			fuori = append(fuori, r)
		}
		if len(superati) > 0 {
			lotto.Queue(`UPDATE invio_elemento SET superato = true WHERE invio = $1 AND elemento = ANY ($2) AND NOT superato`, i.ID, superati)
			lotto.Queue(`UPDATE invio_prova SET superata = true WHERE invio = $1 AND elemento = ANY ($2) AND NOT superata`, i.ID, superati)
		}
		if i.Accettato != nil && !eraAccettata {
			lotto.Queue(pagatiDi, i.ID, adesso)
		}
		i.accoda(&lotto)
	}
	db.QueueOutbox(&lotto, fuori)
	return db.Wrap("invio", tx.SendBatch(ctx, &lotto).Close())
}

// nuovi returns the elements that were not read before, and queues their rows.
func (x *arrivo) nuovi(lotto *pgx.Batch, invio uuid.UUID, viste map[lettura]bool, adesso time.Time) (nuovi []send.Elemento) {
	for _, e := range x.elementi {
		letta := lettura{invio, e.ID, impronta(e.Grezzo)}
		if viste[letta] {
			continue
		}
		viste[letta] = true
		nuovi = append(nuovi, e)
		letta.accoda(lotto, e, adesso)
	}
	return nuovi
}

// lettura identifies a reading of an element by its content.
type lettura struct {
	invio              uuid.UUID
	elemento, impronta string
}

// accoda queues the rows of an element that was not read before, and of the files that it names.
func (l lettura) accoda(lotto *pgx.Batch, e send.Elemento, adesso time.Time) {
	lotto.Queue(`INSERT INTO invio_elemento (invio, elemento, categoria, impronta, accaduto, saputo, letto, illeggibile, grezzo)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, l.invio, l.elemento, e.Categoria, l.impronta, oNulla(e.Accaduto), oNulla(e.Saputo), adesso,
		e.Illeggibile, string(e.Grezzo))
	for chiave, categoria := range attiDi(e) {
		lotto.Queue(`INSERT INTO invio_prova (id, invio, chiave, categoria, elemento, prossimo) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
			uuid.Must(uuid.NewV7()), l.invio, chiave, categoria, l.elemento, adesso)
	}
}

// accoda queues the update of the attempt's row.
func (i *Invio) accoda(lotto *pgx.Batch) {
	lotto.Queue(aggiorna, i.ID, i.Stato, i.IUN, i.Accettato, i.Giorno, i.Istante, i.Modo, i.Via, i.Prevista, i.Elementi, i.Correzioni, i.Rifiuti,
		i.Persona, i.PersonaDal, i.Ferma, i.FermaDal, i.Letto, i.Prossimo, i.Ultimo, i.Revisione, i.Costo, i.IDRichiesta, i.Inviato, i.Subito)
}

const aggiorna = `UPDATE invio SET stato = $2, iun = $3, accettato = $4, giorno = $5, istante = $6, modo = $7, via = $8, prevista = $9, elementi = $10,
	correzioni = $11, rifiuti = $12, persona = $13, persona_dal = $14, ferma = $15, ferma_dal = $16, letto = $17, prossimo = $18, ultimo = $19, revisione = $20,
	costo = $21, id_richiesta = $22, inviato = $23, subito = $24 WHERE id = $1`

// attiDi maps the keys of the files that an element names to their categories.
func attiDi(e send.Elemento) map[string]string {
	atti := map[string]string{}
	for _, a := range e.Atti {
		if parole.ChiaveFile(a.Chiave) {
			atti[a.Chiave] = a.Categoria
		}
	}
	if e.Dettagli != nil && e.Categoria == parole.AvvisoGenerato && parole.ChiaveFile(e.Dettagli.ChiaveAvviso) {
		atti[e.Dettagli.ChiaveAvviso] = parole.DocumentoAvviso
	}
	return atti
}

func oNulla(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// domanda is a connection or a transaction.
type domanda interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// prendi reads attempts; dove is what follows FROM invio i.
func prendi(ctx context.Context, da domanda, dove string, args ...any) ([]*Invio, error) {
	righe, err := da.Query(ctx, `SELECT `+colonne+` FROM invio i `+dove, args...)
	if err != nil {
		return nil, db.Wrap("invio", err)
	}
	invii, err := pgx.CollectRows(righe, func(r pgx.CollectableRow) (*Invio, error) {
		var i Invio
		return &i, r.Scan(i.campi()...)
	})
	return invii, db.Wrap("invio", err)
}

// elementiDi reads the timelines of attempts in the order of arrival, and the set of readings already kept.
func elementiDi(ctx context.Context, da domanda, ids []uuid.UUID) (map[uuid.UUID][]send.Elemento, map[lettura]bool, error) {
	righe, err := da.Query(ctx, `SELECT invio, elemento, impronta, grezzo::text FROM invio_elemento WHERE invio = ANY ($1) ORDER BY invio, ordine`, ids)
	if err != nil {
		return nil, nil, db.Wrap("invio", err)
	}
	tutti, viste := map[uuid.UUID][]send.Elemento{}, map[lettura]bool{}
	var l lettura
	var grezzo string
	_, err = pgx.ForEachRow(righe, []any{&l.invio, &l.elemento, &l.impronta, &grezzo}, func() error {
		tutti[l.invio] = append(tutti[l.invio], send.LeggiElemento([]byte(grezzo)))
		viste[l] = true
		return nil
	})
	return tutti, viste, db.Wrap("invio", err)
}

// uno reads one attempt; nil where there is none.
func uno(ctx context.Context, da domanda, dove string, args ...any) (*Invio, error) {
	invii, err := prendi(ctx, da, dove, args...)
	if err != nil || len(invii) == 0 {
		return nil, err
	}
	return invii[0], nil
}

// transazione runs f in a transaction of the command's database, and wakes its relay.
func (s *Service) transazione(ctx context.Context, f func(tx pgx.Tx) error) error {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, database.Pool, f)
	if err == nil {
		database.Wake()
	} else {
		database.WakeUncertain(err)
	}
	return db.Wrap("invio", err)
}

// errNiente ends a transaction that found nothing to do.
var errNiente = errors.New("niente da fare")

// chiude ends an attempt that SEND did not take, and tells elaborazione that it did not leave.
func (s *Service) chiude(ctx context.Context, comando string, id uuid.UUID, rifiuti []racconto.Rifiuto) error {
	_, err := s.chiudeSe(ctx, comando, id, rifiuti, func(*Invio, *pgx.Batch) error { return nil })
	if errors.Is(err, errNiente) {
		return nil
	}
	return err
}

// chiudeSe does the same unless se, which sees the attempt locked, refuses; se may queue rows of its own. It gives the attempt as it is
// then, nil where the command has none; errNiente says that SEND took it, or that it had ended, before.
func (s *Service) chiudeSe(ctx context.Context, comando string, id uuid.UUID, rifiuti []racconto.Rifiuto, se func(*Invio, *pgx.Batch) error) (
	i *Invio, err error,
) {
	err = s.transazione(ctx, func(tx pgx.Tx) (err error) {
		if i, err = uno(ctx, tx, `WHERE i.id = $1 FOR UPDATE OF i`, id); err != nil {
			return err
		}
		if i == nil || i.Accettato != nil || i.Stato.Finito() {
			return errNiente
		}
		var lotto pgx.Batch
		if err := se(i, &lotto); err != nil {
			return err
		}
		i.Stato, i.Rifiuti, i.Subito, i.Prossimo = Rifiutata, rifiuti, true, nil
		i.Ferma, i.FermaDal, i.Persona, i.PersonaDal = "", nil, "", nil
		i.Revisione++
		f := event.InvioEsito{IDVerbale: i.Verbale.String(), IDPosizione: i.Posizione.String(), IDNotifica: i.ID.String(), Canale: canaleSend,
			Revisione: i.Revisione, Stato: event.InvioNonPartito}
		for _, r := range rifiuti {
			f.Codici = append(f.Codici, r.Codice)
		}
		r, err := db.NewOutboxRow(ctx, comando, f)
		if err != nil {
			return err
		}
		i.accoda(&lotto)
		db.QueueOutbox(&lotto, []db.OutboxRow{r})
		return tx.SendBatch(ctx, &lotto).Close()
	})
	return i, err
}
