package scrittura

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	vincoloNumero = "verbale_anno_lettera_numero_key"
	vincoloChiave = "verbale_integratore_id_esterno_key"
	tentativi     = 10               // against senders that take the numbers of our series
	perGruppo     = 20 * time.Second // to record what waited together
)

// errPresente says that the keys of some senders were there already: the transaction gives everything back.
var errPresente = errors.New("verbale: chiave già presente")

// Registrato is what came out of recording a fine.
type Registrato struct {
	Presente bool // the key was there: nothing was written
	ID       uuid.UUID
	Impronta [32]byte               // of the recorded one
	Risposta Risposta               // the first answer
	Assi     vita.Assi              // of today
	Anomalie []verbale.TipoAnomalia // open today; filled only when the fine is read
}

// Registra records a new fine with its first events, or returns the fine that has the same key; of two concurrent insertions of
// a key the second waits for the first and finds its fine. Concurrent fines of a tenant share a transaction, with the searches
// of their examination, yet each fails alone. 409 NUMERO_GIA_USATO when the sender's number belongs to another fine.
func (s *Scrittore) Registra(ctx context.Context, n conseguenze.Nuovo, esame Esame) (Registrato, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return Registrato{}, err
	}
	r := &richiesta{ctx: ctx, n: n, esame: esame}
	r.pronta = r.scrivi(trovato{precedenti: make([][]lettura.Precedente, len(esame.Ricerche))})
	s.aGruppi(tenant.Name(ctx), r, func(insieme []*richiesta, letto func()) { s.registra(ctx, database, insieme, letto) })
	return r.fatto, r.err
}

// registra records what waited together: in one transaction, or each in its own when that fails.
func (s *Scrittore) registra(ctx context.Context, database *db.Database, insieme []*richiesta, letto func()) {
	// Whoever leads the group works for the others too: his leaving must not undo their work.
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), perGruppo)
	defer fine()
	if len(insieme) > 1 {
		insieme = registraInsieme(ctx, database, insieme, letto)
	}
	for _, r := range insieme {
		r.fatto, r.err = s.registraSola(ctx, database, r, letto)
	}
}

// registraInsieme records fines in one transaction, all or none, and gives those that must go on alone:
// whose key is there already, or all of them when the database refuses the group.
func registraInsieme(ctx context.Context, database *db.Database, insieme []*richiesta, letto func()) (soli []*richiesta) {
	uscite, err := inTransazione(ctx, database, insieme, letto)
	for errors.Is(err, errPresente) {
		var nuovi []*richiesta
		for _, r := range insieme {
			if r.presente {
				soli = append(soli, r)
			} else {
				nuovi = append(nuovi, r)
			}
		}
		if insieme = nuovi; len(insieme) == 0 {
			return soli
		}
		uscite, err = inTransazione(ctx, database, insieme, letto)
	}
	if err != nil && !db.Unreachable(err) {
		return append(soli, insieme...)
	}
	for _, r := range insieme {
		r.err = db.Wrap("registrazione", err)
	}
	database.Wake(uscite...)
	return soli
}

// inTransazione records some fines, all or none, and gives the messages that it wrote. errPresente when keys are there already.
func inTransazione(ctx context.Context, database *db.Database, insieme []*richiesta, letto func()) ([]db.OutboxRow, error) {
	var w *scritture
	err := ripeti(func() error {
		w = nuoveScritture()
		return inPipeline(ctx, database.Pool, func(t *pipeline) error { return w.insieme(ctx, t, insieme, letto) })
	})
	if err != nil {
		return nil, err
	}
	return w.uscite, nil
}

// registraSola records one fine in its own transaction and returns its own error.
func (s *Scrittore) registraSola(ctx context.Context, database *db.Database, r *richiesta, letto func()) (Registrato, error) {
	var err error
	var vincolo string
	var uscite []db.OutboxRow
	for range tentativi {
		if r.presente {
			return s.Presente(ctx, r.n.Integratore, r.n.IDEsterno)
		}
		// Somebody took our next number, or recorded the same key, while we were waiting.
		uscite, err = inTransazione(ctx, database, []*richiesta{r}, letto)
		vincolo, _ = db.Duplicate(err)
		r.aVista = r.aVista || vincolo == vincoloNumero
		if !errors.Is(err, errPresente) && vincolo != vincoloChiave && (vincolo != vincoloNumero || r.n.Numero != 0) {
			break
		}
	}
	switch {
	case vincolo == vincoloNumero:
		return Registrato{}, problem.Conflitto("NUMERO_GIA_USATO",
			"Il numero "+conseguenze.Estremi(r.n.Numero, r.n.Lettera, r.n.Anno)+" appartiene a un altro verbale.").With(err)
	case err != nil:
		database.WakeUncertain(err)
		return Registrato{}, db.Wrap("registrazione", err)
	}
	database.Wake(uscite...)
	return r.fatto, nil
}

// insieme writes fines in a transaction of two round trips: the first reads keys, doubles and earlier fines, the second takes the
// numbers and writes the callers' rows. A possible double, and a series whose next numbers senders have given, cost one more.
func (w *scritture) insieme(ctx context.Context, t *pipeline, insieme []*richiesta, letto func()) error {
	trovati, err := cercaPrima(&t.Batch, insieme)
	if err != nil {
		return err
	}
	if err := t.manda(ctx); err != nil {
		return err
	}
	aVista := false // the numbers are to be known before the rows are written
	for i, r := range insieme {
		if r.presente = trovati[i].presente; r.presente {
			err = errPresente
		}
		aVista = aVista || r.aVista || len(trovati[i].doppioni) > 0
	}
	if err != nil {
		return err
	}
	letto()
	if !aVista {
		for i, r := range insieme {
			if err := w.registrata(r, r.n.Numero, trovati[i]); err != nil {
				return err
			}
		}
		return w.accoda(&t.Batch)
	}
	numerazione := nuovaNumerazione(insieme)
	numerazione.chiedi(&t.Batch)
	if err := t.manda(ctx); err != nil {
		return err
	}
	if err := numerazione.completa(ctx, t); err != nil {
		return err
	}
	for i, r := range insieme {
		if err := w.conDoppioni(ctx, t, r, numerazione.numeri[i], trovati[i]); err != nil {
			return err
		}
	}
	return w.accoda(&t.Batch)
}

// pronta is a fine that lacks its number alone: the rows of all its tables but verbale, and what that one holds.
type pronta struct {
	n     conseguenze.Nuovo
	stato vita.Stato
	righe *scritture
	err   error
}

// scrivi makes the rows of a fine that may be the double of others and follow others.
func (r *richiesta) scrivi(prima trovato) (p pronta) {
	p.n, p.righe = r.n, nuoveScritture()
	if p.err = r.esame.su(&p.n, prima.precedenti); p.err != nil {
		return p
	}
	for _, d := range prima.doppioni {
		p.n.Avvertenze = append(slices.Clone(p.n.Avvertenze), d.Avvertenza())
	}
	stato, passi, err := vivi(vita.Stato{ID: p.n.ID}, p.n.EventiIniziali(prima.doppioni))
	if err != nil {
		p.err = err
		return p
	}
	p.stato = stato
	p.righe.nuovo(p.n, stato, passi)
	p.err = p.righe.annunci(r.ctx, p.n, passi)
	return p
}

// registrata gathers the rows of a fine that gets this number, 0 for the next of its series: those that its caller made when nothing was found before it.
func (w *scritture) registrata(r *richiesta, numero int64, prima trovato) error {
	p := r.pronta
	if prima.qualcosa() {
		p = r.scrivi(prima)
	}
	if p.err != nil {
		return p.err
	}
	p.n.Numero = numero
	r.fatto = Registrato{ID: p.n.ID, Impronta: p.n.Impronta, Assi: p.stato.Assi, Risposta: rispondi(p.n, p.stato, p.n.Avvertenze)}
	if numero == 0 {
		w.daNumerare(r, p)
	} else {
		w.nuove.verbale(p.n, p.stato, w.json(r.fatto.Risposta), w.dispositivo(p.n))
	}
	w.unisci(p.righe)
	return nil
}

// daNumerare puts a fine among those of its series that get their numbers as they are written; the answer has its own then.
func (w *scritture) daNumerare(r *richiesta, p pronta) {
	s := serie{p.n.Anno, p.n.Lettera}
	if w.numerati == nil {
		w.numerati = map[serie]*numerati{}
	}
	if w.numerati[s] == nil {
		w.numerati[s] = &numerati{di: map[uuid.UUID]*richiesta{}}
	}
	x := w.numerati[s]
	x.verbale(p.n, p.stato, w.json(r.fatto.Risposta), w.dispositivo(p.n))
	x.di[p.n.ID] = r
}

// passo is an event with the state that it led to.
type passo struct {
	evento vita.Evento
	dopo   vita.Stato
}

// vivi applies events one after the other.
func vivi(s vita.Stato, eventi []vita.Evento) (vita.Stato, []passo, error) {
	passi := make([]passo, 0, len(eventi))
	for _, e := range eventi {
		var err error
		if s, err = vita.Applica(s, e); err != nil {
			return s, nil, err
		}
		passi = append(passi, passo{e, s})
	}
	return s, passi, nil
}

// nuovo writes a fine with all its events, but for its own row: people, violations, attachments, history.
func (w *scritture) nuovo(n conseguenze.Nuovo, st vita.Stato, passi []passo) {
	for _, p := range n.Soggetti {
		w.nuove.soggetto(p)
	}
	for i, v := range n.Violazioni {
		w.nuove.violazione(n.ID, i+1, v)
	}
	for _, d := range n.Allegati {
		w.nuove.documento(n.ID, uuid.Nil, d, passi[0].evento.Registrato)
	}
	eventi := make([]vita.Evento, len(passi))
	for i, p := range passi {
		eventi[i] = p.evento
		w.evento(p.dopo, p.evento)
	}
	w.proietta(vita.Stato{ID: n.ID}, st, w.cambiDi(vita.Stato{}, n.Ora, eventi))
}

// idEsterno is NULL for a fine that no outside system names.
func idEsterno(n conseguenze.Nuovo) any {
	if n.IDEsterno == "" {
		return nil
	}
	return n.IDEsterno
}

// norme are the articles of the violations, each once, and the same with their paragraphs and letters.
func norme(n conseguenze.Nuovo) (articoli, norme []string) {
	for _, v := range n.Violazioni {
		if !slices.Contains(articoli, v.Articolo) {
			articoli = append(articoli, v.Articolo)
		}
		norme = append(norme, sanzione.Citazione(v.Articolo, v.Comma, v.Lettera))
	}
	return articoli, norme
}

func (w *scritture) dispositivo(n conseguenze.Nuovo) json.RawMessage {
	if n.Dispositivo == nil {
		return nil
	}
	return w.json(n.Dispositivo)
}

// annunci puts the messages of a new fine into the outbox, and its line into the audit. ctx is that
// of the caller who inserted it: its trace goes with the messages.
func (w *scritture) annunci(ctx context.Context, n conseguenze.Nuovo, passi []passo) error {
	var corpi []event.Corpo
	var prima vita.Stato
	for _, p := range passi {
		corpi = append(corpi, annunci(prima, p.dopo, p.evento)...)
		prima = p.dopo
	}
	w.registra(db.Access{Attore: n.Attore, Azione: string(verbale.EventoInserito), OggettoTipo: "verbale", Oggetto: n.ID.String(),
		Esito: string(passi[len(passi)-1].dopo.Procedura)})
	return w.pubblica(ctx, tenant.Name(ctx), corpi)
}

// Presente finds a fine by the sender's key, with its first answer and its state of today; 404
// NON_TROVATO when there is none.
func (s *Scrittore) Presente(ctx context.Context, integratore uuid.UUID, idEsterno string) (Registrato, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return Registrato{}, err
	}
	r := Registrato{Presente: true}
	var impronta, risposta []byte
	err = database.Pool.QueryRow(ctx, `SELECT id, impronta, risposta, procedura, debito, ricorso, punti, riscossione
		FROM verbale WHERE integratore = $1 AND id_esterno = $2`, integratore, idEsterno).
		Scan(&r.ID, &impronta, &risposta, &r.Assi.Procedura, &r.Assi.Debito, &r.Assi.Ricorso, &r.Assi.Punti, &r.Assi.Riscossione)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return r, problem.NonTrovato("verbale", idEsterno)
	case err != nil:
		return r, db.Wrap("verbale per idEsterno", err)
	case len(impronta) != len(r.Impronta):
		return r, fmt.Errorf("verbale %s: impronta di %d byte", r.ID, len(impronta))
	}
	copy(r.Impronta[:], impronta)
	if err := json.Unmarshal(risposta, &r.Risposta); err != nil {
		return r, fmt.Errorf("verbale %s: risposta: %w", r.ID, err)
	}
	return r, nil
}
