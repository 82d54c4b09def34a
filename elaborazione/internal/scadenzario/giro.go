package scadenzario

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	tenantInsieme  = 2                // worked at once: at midnight all have something to do
	perTransazione = 30 * time.Second // a transaction begun is ended, also while the process stops
)

// Esito counts what a round did, in fines.
type Esito struct {
	Mossi       int
	Rifiutati   int
	Occupati    int // in the hands of others: the next round finds them
	SenzaAvviso int // moved without a notice, because no number was left
	Guasti      int // tenants that could not be looked at to the end
}

func (e *Esito) somma(x Esito) {
	e.Mossi += x.Mossi
	e.Rifiutati += x.Rifiutati
	e.Occupati += x.Occupati
	e.SenzaAvviso += x.SenzaAvviso
	e.Guasti += x.Guasti
}

// Giro looks once at all active tenants, two at a time: one with much to do lets the others pass after
// some transactions. It ends early when ctx does.
func (s *Scadenzario) Giro(ctx context.Context) Esito {
	s.misure.iniziata.Store(true)
	inizio := time.Now()
	oggi := calendario.Da(s.Adesso())
	var aperti []*lavoro
	for _, t := range s.Tenant.Active() {
		aperti = append(aperti, &lavoro{Scadenzario: s, tenant: t, oggi: oggi})
	}
	tutti := aperti
	for len(aperti) > 0 && ctx.Err() == nil {
		aperti = s.passaggio(ctx, aperti)
	}
	var esito Esito
	for _, l := range tutti {
		esito.somma(l.esito)
	}
	come := riuscito
	switch {
	case ctx.Err() != nil:
		come = interrotto
	case esito.Guasti+esito.Rifiutati > 0:
		come = conErrori
	}
	s.misure.fine(come, s.Adesso(), time.Since(inizio))
	return esito
}

// passaggio gives each tenant its turn and tells which have more to do.
func (s *Scadenzario) passaggio(ctx context.Context, lavori []*lavoro) (ancora []*lavoro) {
	var mu sync.Mutex
	var insieme sync.WaitGroup
	posti := make(chan struct{}, tenantInsieme)
	for i, l := range lavori {
		if i >= tenantInsieme && clock.Sleep(ctx, s.passo) != nil {
			break
		}
		posti <- struct{}{}
		insieme.Go(func() {
			defer func() { <-posti }()
			if l.turno(ctx) {
				mu.Lock()
				defer mu.Unlock()
				ancora = append(ancora, l)
			}
		})
	}
	insieme.Wait()
	return ancora
}

// lavoro is the round of one tenant: how far it is, and the numbers that it took and did not use.
type lavoro struct {
	*Scadenzario
	tenant tenant.Tenant
	oggi   calendario.Giorno
	dopo   punto
	avanzo []conseguenze.NumeroAvviso
	esito  Esito

	ripreso bool // the acts that waited for a setting have been looked at
}

// turno works some transactions; true when there is more to do. A tenant that was suspended meanwhile
// is left as it is.
func (l *lavoro) turno(ctx context.Context) bool {
	ctx = tenant.With(ctx, l.tenant)
	l.riprendi(ctx)
	for range l.Scadenzario.turno {
		if ctx.Err() != nil || l.Tenant.Suspended(l.tenant.Nome) {
			return false
		}
		ancora, err := l.porzione(ctx)
		if err != nil {
			if ctx.Err() == nil {
				l.esito.Guasti++
				l.Log.WarnContext(ctx, "termini in attesa", "errore", err)
			}
			return false
		}
		if !ancora {
			return false
		}
	}
	return true
}

// riprendi lets the acts be printed that waited for a setting of the command, or for a register that it no longer has asked, once
// a round.
func (l *lavoro) riprendi(ctx context.Context) {
	if l.ripreso || ctx.Err() != nil || l.Tenant.Suspended(l.tenant.Nome) {
		return
	}
	l.ripreso = true
	ripresi, err := l.Atti.RiprendiStampe(ctx, l.tenant)
	if ripresi > 0 {
		l.Log.InfoContext(ctx, "le impostazioni ci sono: riprende la stampa di atti trattenuti", "verbali", ripresi)
	}
	domande, errDomande := l.Atti.RiprendiDomande(ctx, l.tenant)
	if domande > 0 {
		l.Log.InfoContext(ctx, "un registro non si interroga più: riprende la stampa degli atti che lo aspettavano", "verbali", domande)
	}
	if err := errors.Join(err, errDomande); err != nil && ctx.Err() == nil {
		l.esito.Guasti++
		l.Log.WarnContext(ctx, "atti trattenuti non ripresi", "errore", err)
	}
}

// porzione moves the fines of the next terms in one transaction; false when there are no more.
func (l *lavoro) porzione(ctx context.Context) (bool, error) {
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), perTransazione)
	defer fine()
	termini, err := l.scaduti(ctx)
	if err != nil || len(termini) == 0 {
		return false, err
	}
	d, err := l.prepara(ctx, termini)
	if err != nil {
		return false, err
	}
	esito, err := l.Archivio.ApplicaMolti(ctx, verbaliDi(termini), d.decidi)
	if err != nil {
		return false, err
	}
	l.dopo = termini[len(termini)-1].punto
	l.restituisci(d, termini, esito)
	l.annota(ctx, d, esito)
	return true, nil
}

// prepara takes a number for each position that may need a notice, before anything is locked.
func (l *lavoro) prepara(ctx context.Context, termini []termine) (*decorso, error) {
	d := &decorso{Oggi: l.oggi, Numeri: map[uuid.UUID]conseguenze.NumeroAvviso{}, senza: map[uuid.UUID]bool{}}
	var servono []uuid.UUID
	for _, t := range termini {
		if t.tipo == cds.PagamentoRidotto60 && !slices.Contains(servono, t.posizione) {
			servono = append(servono, t.posizione)
		}
	}
	if manca := len(servono) - len(l.avanzo); manca > 0 {
		altri, err := l.Archivio.NumeriAvvisoFinoA(ctx, l.Anagrafe.Of(l.tenant.Nome).Intervalli, manca)
		if err != nil {
			return nil, err
		}
		l.avanzo = append(l.avanzo, altri...)
	}
	for _, p := range servono {
		if len(l.avanzo) == 0 {
			d.Numeri[p] = conseguenze.NumeroAvviso{}
			continue
		}
		d.Numeri[p], l.avanzo = l.avanzo[0], l.avanzo[1:]
	}
	return d, nil
}

// restituisci keeps for the next fines the numbers of those that did not change.
func (l *lavoro) restituisci(d *decorso, termini []termine, esito scrittura.EsitoMolti) {
	cambiati := map[uuid.UUID]bool{}
	for _, id := range esito.Cambiati {
		cambiati[id] = true
	}
	for _, t := range termini {
		if n := d.Numeri[t.posizione]; n.Numero != "" && !cambiati[t.verbale] {
			l.avanzo = append(l.avanzo, n)
			delete(d.Numeri, t.posizione)
		}
	}
}

func (l *lavoro) annota(ctx context.Context, d *decorso, esito scrittura.EsitoMolti) {
	x := Esito{Mossi: len(esito.Cambiati), Rifiutati: len(esito.Rifiutati), Occupati: esito.Occupati}
	for _, id := range esito.Cambiati {
		if d.senza[id] {
			x.SenzaAvviso++
		}
	}
	l.esito.somma(x)
	l.misure.conta(x)
	for id, motivo := range esito.Rifiutati {
		l.Log.ErrorContext(ctx, "un termine è decorso e il verbale lo rifiuta", "verbale", id, "errore", motivo)
	}
	if x.SenzaAvviso > 0 {
		l.Log.WarnContext(ctx, "numeri di avviso finiti: termini decorsi senza avviso", "verbali", x.SenzaAvviso)
	}
}
