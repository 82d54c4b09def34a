package invio

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
)

const (
	paginePerGiro  = 20                 // pages read before the other parts of Giro have their turn
	svuotatoDopo   = 5 * time.Minute    // a replaced stream that stays empty this long is closed
	flussoPerde    = 6 * 24 * time.Hour // a longer gap may lose events: SEND keeps them seven days
	attesaUsuale   = 10 * time.Second   // after an empty page without retry-after
	flussoAttivo   = "ATTIVO"
	flussoDaVuoto  = "DA_SVUOTARE"
	flussoChiuso   = "CHIUSO"
	titoloDiFlusso = "Piattaforma Verbali "
)

// flusso is a stream that this platform made.
type flusso struct {
	ID                        uuid.UUID
	Chi, Versione, Stato      string
	Creato                    time.Time
	Ultimo                    string
	Letto, Elemento, VuotoDal *time.Time
	Prossimo                  time.Time
}

// leggiFlussi reads the command's streams. It creates the active stream where none exists, or where its version is not the chosen one.
func (s *Service) leggiFlussi(ctx context.Context, comando string, c canale) (time.Duration, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return dopoUnErrore, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT id, chi, versione, stato, creato, ultimo, letto, elemento, vuoto_dal, prossimo FROM flusso
		WHERE chi = $1 AND stato <> 'CHIUSO' ORDER BY creato`, c.chi)
	if err != nil {
		return dopoUnErrore, db.Wrap("flusso", err)
	}
	flussi, err := pgx.CollectRows(righe, pgx.RowToStructByPos[flusso])
	if err != nil {
		return dopoUnErrore, db.Wrap("flusso", err)
	}
	attivo := slices.IndexFunc(flussi, func(f flusso) bool { return f.Stato == flussoAttivo })
	if attivo < 0 || flussi[attivo].Versione != c.scelto.Flussi {
		prima := flusso{}
		if attivo >= 0 {
			prima = flussi[attivo]
		}
		return passo, s.creaFlusso(ctx, comando, c, database, prima)
	}
	fra := riposo
	var errori []error
	for _, f := range flussi {
		quando, err := s.leggiFlusso(ctx, comando, c, database, f)
		fra, errori = min(fra, quando), append(errori, err)
	}
	return fra, tutte(errori)
}

// creaFlusso creates the stream of the version in use; the new stream replaces prima, unless prima is empty. A stream that SEND created
// just before a crash is found by its title.
func (s *Service) creaFlusso(ctx context.Context, comando string, c canale, database *db.Database, prima flusso) error {
	titolo := titoloDiFlusso + comando + " " + c.scelto.Gruppo + " " + c.scelto.Flussi
	q := parole.NuovoFlusso{Titolo: titolo, Tipo: parole.FlussoSequenza, Gruppi: []string{}, Filtro: parole.FiltroMittente(), AttendeAccettata: true}
	if c.scelto.Gruppo != "" {
		q.Gruppi = []string{c.scelto.Gruppo}
	}
	if prima.ID != uuid.Nil {
		q.Sostituisce = prima.ID.String()
	}
	nuovo, err := s.flussoPerso(ctx, comando, c, database, titolo)
	if err == nil && nuovo == "" {
		var f parole.Flusso
		f, err = c.CreaFlusso(ctx, chi(comando, ""), q)
		nuovo = f.ID
	}
	if err != nil {
		return err
	}
	id, err := uuid.Parse(nuovo)
	if err != nil {
		return esterno.Invalid("un flusso senza numero")
	}
	var lotto pgx.Batch
	lotto.Queue(`UPDATE flusso SET stato = $2 WHERE id = $1`, prima.ID, flussoDaVuoto)
	lotto.Queue(`INSERT INTO flusso (id, chi, versione, stato, creato, prossimo) VALUES ($1, $2, $3, $4, $5, clock_timestamp())
		ON CONFLICT (id) DO UPDATE SET stato = excluded.stato, chi = excluded.chi, versione = excluded.versione`,
		id, c.chi, c.scelto.Flussi, flussoAttivo, s.Adesso())
	s.rileggiTutte(&lotto) // what happened while there was no stream
	return database.Send(ctx, &lotto)
}

// flussoPerso finds at SEND an active stream with this title that the database lacks. The id is empty when there is none.
func (s *Service) flussoPerso(ctx context.Context, comando string, c canale, database *db.Database, titolo string) (string, error) {
	voci, err := c.Flussi(ctx, chi(comando, ""))
	if err != nil {
		return "", err
	}
	for _, v := range voci {
		id, err := uuid.Parse(v.ID)
		if err != nil || v.Titolo != titolo {
			continue
		}
		var noto bool
		if err := database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM flusso WHERE id = $1)`, id).Scan(&noto); err != nil || noto {
			if err != nil {
				return "", db.Wrap("flusso", err)
			}
			continue
		}
		if f, err := c.Flusso(ctx, chi(comando, ""), c.scelto.Flussi, v.ID); err == nil && f.Spento.IsZero() {
			return v.ID, nil
		}
	}
	return "", nil
}

// rileggiTutte schedules at once the reading by IUN of every accepted notification that is not paid.
func (s *Service) rileggiTutte(lotto *pgx.Batch) {
	lotto.Queue(`UPDATE invio i SET prossimo = $1 WHERE i.iun <> '' AND i.cancellata IS NULL AND i.stato IN ('ACCETTATA', 'PERFEZIONATA', 'NON_PERFEZIONABILE')
		AND NOT EXISTS (SELECT FROM invio_pagato p WHERE p.invio = i.id)`, s.Adesso())
}

// leggiFlusso reads a stream page by page until it is empty. Each page is committed before SEND is told to forget its events.
func (s *Service) leggiFlusso(ctx context.Context, comando string, c canale, database *db.Database, f flusso) (time.Duration, error) {
	adesso := clock.Now()
	if fra := f.Prossimo.Sub(adesso); fra > 0 {
		return fra, nil
	}
	if f.Letto != nil && adesso.Sub(*f.Letto) > flussoPerde {
		var lotto pgx.Batch
		s.rileggiTutte(&lotto)
		if err := database.Send(ctx, &lotto); err != nil {
			return dopoUnErrore, err
		}
	}
	for range paginePerGiro {
		pagina, err := c.Eventi(ctx, chi(comando, ""), f.Versione, f.ID.String(), f.Ultimo)
		if err != nil {
			return s.flussoNo(ctx, database, f, err)
		}
		attesa := pagina.Attesa
		if len(pagina.Eventi) == 0 {
			attesa = max(cmp.Or(attesa, attesaUsuale), passo)
		}
		if err := s.scriviPagina(ctx, comando, &f, pagina, attesa); err != nil {
			return dopoUnErrore, err
		}
		if attesa > 0 {
			return s.quantoAttende(ctx, database, attesa)
		}
	}
	return 0, nil
}

// quantoAttende says how long to leave a stream alone: as long as SEND asks, or riposo while no notification is open.
func (s *Service) quantoAttende(ctx context.Context, database *db.Database, detta time.Duration) (time.Duration, error) {
	var aperte bool
	err := database.Pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM invio
		WHERE stato IN ('DA_INVIARE', 'IN_VALIDAZIONE', 'ACCETTATA', 'ESITO_IGNOTO'))`).Scan(&aperte)
	if err == nil && !aperte {
		return riposo, nil
	}
	return detta, db.Wrap("invio", err)
}

// flussoNo handles a failed reading. A stream that was read too early waits. A stream that SEND removed or refuses is closed, and the next
// turn creates another.
func (s *Service) flussoNo(ctx context.Context, database *db.Database, f flusso, err error) (time.Duration, error) {
	if r, presto := errors.AsType[*send.Ritmo](err); presto {
		attesa := max(r.Dopo, attesaUsuale)
		_, err := database.Pool.Exec(ctx, `UPDATE flusso SET prossimo = $2 WHERE id = $1`, f.ID, clock.Now().Add(attesa))
		return attesa, db.Wrap("flusso", err)
	}
	if !errors.Is(err, esterno.ErrNotFound) && !errors.Is(err, esterno.ErrRefused) {
		return dopoUnErrore, err
	}
	_, fatto := database.Pool.Exec(ctx, `UPDATE flusso SET stato = $2 WHERE id = $1`, f.ID, flussoChiuso)
	s.Log.WarnContext(ctx, "flusso di SEND tolto o rifiutato: se ne crea un altro e si rileggono le notifiche aperte", "flusso", f.ID, "errore", err)
	return passo, db.Wrap("flusso", fatto)
}

// scriviPagina commits the elements of a page together with the id of the event that the next reading acknowledges.
func (s *Service) scriviPagina(ctx context.Context, comando string, f *flusso, pagina send.Pagina, attesa time.Duration) error {
	sc, err := s.Canali.scelte(ctx, comando)
	if err != nil {
		return err
	}
	adesso := clock.Now()
	err = s.transazione(ctx, func(tx pgx.Tx) error {
		letti, err := s.diChi(ctx, tx, pagina.Eventi)
		if err != nil {
			return err
		}
		if err := s.applica(ctx, tx, comando, letti, sc); err != nil {
			return err
		}
		f.segna(pagina, adesso)
		f.Prossimo = adesso.Add(attesa)
		_, err = tx.Exec(ctx, `UPDATE flusso SET ultimo = $2, letto = $3, elemento = $4, vuoto_dal = $5, prossimo = $6, stato = $7 WHERE id = $1`,
			f.ID, f.Ultimo, f.Letto, f.Elemento, f.VuotoDal, f.Prossimo, f.Stato)
		return err
	})
	return err
}

// segna updates the stream after a page, and closes a replaced stream that has stayed empty.
func (f *flusso) segna(pagina send.Pagina, adesso time.Time) {
	f.Letto, f.Ultimo = &adesso, pagina.Ultimo
	for _, e := range pagina.Eventi {
		if quando := e.Elemento.Accaduto; !quando.IsZero() && (f.Elemento == nil || quando.After(*f.Elemento)) {
			f.Elemento = &quando
		}
	}
	switch {
	case len(pagina.Eventi) > 0:
		f.VuotoDal = nil
	case f.VuotoDal == nil:
		f.VuotoDal = &adesso
	case f.Stato == flussoDaVuoto && adesso.Sub(*f.VuotoDal) > svuotatoDopo:
		f.Stato = flussoChiuso
	}
}

// diChi finds the attempt of each event of a page. It skips the events of other senders and of informal notifications.
func (s *Service) diChi(ctx context.Context, tx pgx.Tx, eventi []send.Evento) (map[uuid.UUID]*arrivo, error) {
	var iun, richieste []string
	var token []uuid.UUID
	for _, e := range eventi {
		if parole.IUN(e.IUN) {
			iun = append(iun, e.IUN)
		}
		if e.IDRichiesta != "" {
			richieste = append(richieste, e.IDRichiesta)
		}
		if id, suo := tokenDi(e); suo {
			token = append(token, id)
		}
	}
	righe, err := tx.Query(ctx, `SELECT id, iun, id_richiesta FROM invio WHERE cancellata IS NULL AND (iun <> '' AND iun = ANY ($1)
		OR id_richiesta <> '' AND id_richiesta = ANY ($2) OR id = ANY ($3) AND token = id::text)`, iun, richieste, token)
	if err != nil {
		return nil, err
	}
	perIUN, perRichiesta, nostri := map[string]uuid.UUID{}, map[string]uuid.UUID{}, map[uuid.UUID]bool{}
	var id uuid.UUID
	var suoIUN, suaRichiesta string
	if _, err := pgx.ForEachRow(righe, []any{&id, &suoIUN, &suaRichiesta}, func() error {
		perIUN[suoIUN], perRichiesta[suaRichiesta], nostri[id] = id, id, true
		return nil
	}); err != nil {
		return nil, err
	}
	delete(perIUN, "")
	delete(perRichiesta, "")
	letti := map[uuid.UUID]*arrivo{}
	for _, e := range eventi {
		id, nostro := perIUN[e.IUN]
		if !nostro {
			id, nostro = perRichiesta[e.IDRichiesta]
		}
		if t, suo := tokenDi(e); !nostro && suo && nostri[t] {
			id, nostro = t, true
		}
		if !nostro {
			continue
		}
		if letti[id] == nil {
			letti[id] = &arrivo{}
		}
		letti[id].elementi = append(letti[id].elementi, e.Elemento)
		if parole.IUN(e.IUN) {
			letti[id].iun = e.IUN
			perIUN[e.IUN] = id
		}
	}
	return letti, nil
}

// tokenDi reads the token that an acceptance or a refusal names: the id of the attempt.
func tokenDi(e send.Evento) (uuid.UUID, bool) {
	if e.Elemento.Dettagli == nil || e.Elemento.Dettagli.Token == "" {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(e.Elemento.Dettagli.Token)
	return id, err == nil
}
