package indagine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// insiemePer is how long an answer waits for others to share its commit, while questions are still outside.
const insiemePer = 250 * time.Millisecond

// lavoro is a message on its way.
type lavoro struct {
	quale   int // of the chunk
	m       bus.Message
	verbale uuid.UUID
	motivo  string
}

// Lavora takes messages of lavori.vpn.targa of one command: it reads their fines, asks the register once a message, within Posti, and
// writes outcomes, audit and facts as they come, those of a quick register with one commit. A message already taken asks nobody, nor
// does one whose answer came by file while it waited. A register that is away, or tables not yet read, is an error that makes the
// message wait. An answer that cannot be trusted is tried again, and at the last delivery the fine waits for a person, who sees why; so
// it does at once where the register refuses to answer. The error of all says that nothing was asked nor written.
func (s *Service) Lavora(ctx context.Context, ms []bus.Message) ([]error, error) {
	if err := s.Tabelle.Ready(ctx); err != nil {
		return nil, err
	}
	esiti := make([]error, len(ms))
	altrui, err := s.miei(ctx, ms, esiti)
	if err != nil {
		return nil, err
	}
	for _, i := range altrui { // nothing is held while they wait
		esiti[i] = s.sola(ctx, ms[i])
	}
	return esiti, nil
}

// miei works the messages that no other delivery in this process is at work on, and gives the rest.
func (s *Service) miei(ctx context.Context, ms []bus.Message, esiti []error) (altrui []int, err error) {
	finiti := make(chan struct{})
	var presi []*lavoro
	var chiavi []string
	defer func() {
		for _, k := range chiavi {
			s.inCorso.Delete(k)
		}
		close(finiti)
	}()
	for i, m := range ms {
		chiave := chiaveDi(ctx, m)
		if _, occupato := s.inCorso.LoadOrStore(chiave, finiti); occupato {
			altrui = append(altrui, i)
			continue
		}
		chiavi = append(chiavi, chiave)
		if l, err := leggi(i, m); err != nil {
			esiti[i] = err
		} else {
			presi = append(presi, l)
		}
	}
	return altrui, s.insieme(ctx, presi, esiti)
}

// sola works a message that another delivery had in hand.
func (s *Service) sola(ctx context.Context, m bus.Message) error {
	libera, err := s.turno(ctx, m)
	if err != nil {
		return err
	}
	defer libera()
	l, err := leggi(0, m)
	if err != nil {
		return err
	}
	esito := make([]error, 1)
	return cmp.Or(s.insieme(ctx, []*lavoro{l}, esito), esito[0])
}

func chiaveDi(ctx context.Context, m bus.Message) string { return tenant.Name(ctx) + " " + m.ID }

// turno lets one delivery of a message work at a time: the second waits, finds what the first wrote, and asks nobody.
func (s *Service) turno(ctx context.Context, m bus.Message) (libera func(), err error) {
	chiave, mio := chiaveDi(ctx, m), make(chan struct{})
	for {
		altro, occupato := s.inCorso.LoadOrStore(chiave, mio)
		if !occupato {
			return func() { s.inCorso.Delete(chiave); close(mio) }, nil
		}
		select {
		case <-altro.(chan struct{}): //nolint:forcetypeassert // nothing else enters the map
		case <-ctx.Done():
			return nil, fmt.Errorf("indagine: %w", ctx.Err())
		}
	}
}

// leggi reads what a message asks for.
func leggi(quale int, m bus.Message) (*lavoro, error) {
	var chiesto event.LavoroTarga
	if err := m.Decode(&chiesto); err != nil {
		return nil, err
	}
	verbale, err := uuid.Parse(chiesto.IDVerbale)
	if err != nil {
		return nil, bus.Permanent(fmt.Errorf("indagine: idVerbale: %w", err))
	}
	return &lavoro{quale, m, verbale, cmp.Or(chiesto.Motivo, motivoPredefinito)}, nil
}

// insieme works messages to their outcomes. Its error says that nothing was begun.
func (s *Service) insieme(ctx context.Context, lavori []*lavoro, esiti []error) error {
	if len(lavori) == 0 {
		return nil
	}
	n, err := s.Store.Prendi(ctx, lavori)
	if err != nil {
		return err
	}
	smetti := n.turni.Reggi(ctx)
	defer smetti()
	effetti := make(chan *Effetto, len(lavori))
	var chiedono sync.WaitGroup
	defer chiedono.Wait()
	chiedono.Go(func() { s.avvia(ctx, lavori, n, effetti, &chiedono) })
	for mancano := len(lavori); mancano > 0; {
		pronti := raccogli(effetti, mancano)
		mancano -= len(pronti)
		s.Store.Scrivi(ctx, n.turni, pronti)
		for _, e := range pronti {
			n.turni.Finito(e.Messaggio)
			esiti[e.quale] = e.Errore
		}
	}
	return nil
}

// raccogli waits for effects that share a commit: all that are missing, or those that came within a while after the first.
func raccogli(effetti <-chan *Effetto, mancano int) []*Effetto {
	pronti := append(make([]*Effetto, 0, mancano), <-effetti)
	basta := time.NewTimer(insiemePer)
	defer basta.Stop()
	for len(pronti) < mancano {
		select {
		case e := <-effetti:
			pronti = append(pronti, e)
		case <-basta.C:
			return pronti
		}
	}
	return pronti
}

// avvia finds for each message whether it has to be asked for, and asks.
func (s *Service) avvia(ctx context.Context, lavori []*lavoro, n *noto, effetti chan<- *Effetto, chiedono *sync.WaitGroup) {
	for _, l := range lavori {
		e := &Effetto{Messaggio: l.m.ID, quale: l.quale, traccia: l.m.Trace(ctx)}
		v, daChiedere := n.giudica(l, e)
		if !daChiedere {
			effetti <- e
			continue
		}
		if e.Errore = s.posto(n.turni.Tenuto(l.m.ID)); e.Errore != nil {
			effetti <- e
			continue
		}
		chiedono.Go(func() {
			func() {
				defer s.lasciaPosto()
				s.chiedi(l.m.Trace(n.turni.Tenuto(l.m.ID)), l, v, e)
			}()
			effetti <- e
		})
	}
}

// giudica settles a message that asks nobody: worked already, of no fine of this command, answered by file, in the hands of another
// replica, or answered before and not yet written.
func (n *noto) giudica(l *lavoro, e *Effetto) (v VeicoloVerbale, daChiedere bool) {
	t, mio := n.turni.Preso(l.m.ID)
	e.mio = mio
	v, noto := n.veicoli[l.verbale]
	switch {
	case n.ricevuti[l.m.ID]:
	case !noto:
		e.Errore, e.Muore = bus.Permanent(fmt.Errorf("indagine: verbale %s assente", l.verbale)), true
	case n.haRispostoUnFile(l, v):
		e.Ricevuto = true
	case !mio:
		e.Errore = errors.New("indagine: il messaggio è già in lavorazione")
	case t.Esito != nil:
		var r Riga
		if e.Errore = json.Unmarshal(t.Esito, &r); e.Errore == nil { //nolint:musttag // written by Tieni, and read by nobody else
			e.esito(l, r)
		}
	default:
		return v, true
	}
	return v, false
}

// esito makes a row the outcome of a message.
func (e *Effetto) esito(l *lavoro, r Riga) {
	e.Riga, e.Ricevuto, e.Errore = &r, true, nil
	e.Accessi = append(e.Accessi, accesso(r.Verbale.String(), l.motivo, r.Esito))
}

// chiedi asks the registers for a message.
func (s *Service) chiedi(ctx context.Context, l *lavoro, v VeicoloVerbale, e *Effetto) {
	defer func() {
		if p := recover(); p != nil {
			e.Riga, e.Ricevuto, e.Errore = nil, false, fmt.Errorf("indagine: panico: %v", p)
		}
	}()
	g, err := s.indaga(ctx, l, v, func(r libro.Riga) { e.Domande = append(e.Domande, r) })
	if err != nil {
		e.Accessi = annota(l, err)
		var finito bool
		if g, finito = s.senzaRisposta(l.m, err); !finito {
			e.Errore = err
			return
		}
		g.Rete = rete(esterno.As(err))
	}
	e.esito(l, s.riga(l.verbale, v, g))
}

// posto waits for a place among the questions, as long as ctx.
func (s *Service) posto(ctx context.Context) error {
	if s.Posti == nil || ctx.Err() != nil {
		return ctxFinito(ctx)
	}
	select {
	case s.Posti <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctxFinito(ctx)
	}
}

func ctxFinito(ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("indagine: %w", context.Cause(ctx))
	}
	return nil
}

func (s *Service) lasciaPosto() {
	if s.Posti != nil {
		<-s.Posti
	}
}
