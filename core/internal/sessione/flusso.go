package sessione

import (
	"context"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// Limits of the streams of events: a browser holds one for the page that is in front.
const (
	flussiPerSessione = 8
	flussiPerProcesso = 4000
	riapriDopo        = 30 * time.Second // for an operator who was refused
	leggiEntro        = 10 * time.Second // for the platform to answer
	battitoFlusso     = 15 * time.Second // between two signs of life on a silent stream
)

// Flussi pushes the state of sessions to their open pages. One goroutine reads all the sessions that
// have a stream in this process, every few seconds and when something of the platform changes; each
// request writes its own stream.
type Flussi struct {
	sessioni *Servizio
	tenant   Tenant
	ogni     time.Duration
	log      *slog.Logger

	sveglia chan struct{}
	finito  chan struct{}
	attesa  sync.WaitGroup
	chiudi  func()

	mu     sync.Mutex
	aperti map[Chiave][]*flusso
	quanti int
}

// flusso is one open stream. Only the newest snapshot counts: a slow reader misses the others.
type flusso struct {
	chi

	letture chan lettura
}

// NuoviFlussi makes the service; every `ogni` the sessions are read again. Chiudi ends it.
func NuoviFlussi(s *Servizio, t Tenant, ogni time.Duration, log *slog.Logger) *Flussi {
	f := &Flussi{sessioni: s, tenant: t, ogni: ogni, log: log, sveglia: make(chan struct{}, 1), finito: make(chan struct{}), aperti: map[Chiave][]*flusso{}}
	ctx, smette := context.WithCancel(context.Background())
	f.chiudi = sync.OnceFunc(func() { smette(); close(f.finito) })
	f.attesa.Go(func() { f.segui(ctx) })
	return f
}

// Chiudi ends every stream and waits for the reading of the sessions to be over.
func (f *Flussi) Chiudi() {
	f.chiudi()
	f.attesa.Wait()
}

// Sveglia has the sessions read at once. It never waits.
func (f *Flussi) Sveglia() {
	select {
	case f.sveglia <- struct{}{}:
	default:
	}
}

func (f *Flussi) segui(ctx context.Context) {
	orologio := time.NewTicker(f.ogni)
	defer orologio.Stop()
	guasta := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.sveglia:
		case <-orologio.C:
		}
		err := f.rileggi(ctx)
		if err != nil && ctx.Err() == nil && !guasta { // once, not every few seconds
			f.log.WarnContext(ctx, "sessioni aperte non rilette, riprova", "errore", err)
		}
		guasta = err != nil
	}
}

// rileggi hands a snapshot to each stream.
func (f *Flussi) rileggi(ctx context.Context) error {
	quali := f.elenca()
	if len(quali) == 0 {
		return nil
	}
	ctx, fine := context.WithTimeout(ctx, leggiEntro)
	defer fine()
	lette, err := f.sessioni.leggi(ctx, quali)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for chiave, l := range lette {
		for _, x := range f.aperti[chiave] {
			select { // this goroutine alone writes: after the old one is out there is room
			case <-x.letture:
			default:
			}
			x.letture <- l
		}
	}
	return nil
}

func (f *Flussi) elenca() []chi {
	f.mu.Lock()
	defer f.mu.Unlock()
	quali := make([]chi, 0, len(f.aperti))
	for _, flussi := range f.aperti {
		quali = append(quali, flussi[0].chi)
	}
	return quali
}

func (f *Flussi) apri(s Sessione) (*flusso, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.aperti[s.Chiave]) >= flussiPerSessione || f.quanti >= flussiPerProcesso {
		return nil, problem.Troppe(riapriDopo)
	}
	x := &flusso{chi: chi{chiave: s.Chiave, username: s.Operatore.Username}, letture: make(chan lettura, 1)}
	f.aperti[s.Chiave] = append(f.aperti[s.Chiave], x)
	f.quanti++
	return x, nil
}

func (f *Flussi) lascia(x *flusso) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var altri []*flusso
	for _, y := range f.aperti[x.chiave] {
		if y != x {
			altri = append(altri, y)
		}
	}
	f.quanti--
	if f.aperti[x.chiave] = altri; len(altri) == 0 {
		delete(f.aperti, x.chiave)
	}
}

// Servi writes the stream of a session until the session or the request ends, or the process stops.
// An error means that nothing was written yet.
func (f *Flussi) Servi(w http.ResponseWriter, r *http.Request, s Sessione) error {
	x, err := f.apri(s)
	if err != nil {
		return err
	}
	defer f.lascia(x)
	f.Sveglia() // what changed between the reading of s and now
	p := web.NewEventWriter(w)
	stato := f.fotografa(r.Context(), s)
	if p.Event("sessione", stato) != nil {
		return nil
	}
	f.scrivi(r.Context(), p, x, stato)
	return nil
}

// Finche gives a context that ends with the session, or when its operator's roles, or what they may, change, for a stream of something
// that a page shows; the function lets it go. It counts among the streams of the session: 429 for one too many.
func (f *Flussi) Finche(ctx context.Context, s Sessione) (context.Context, func(), error) {
	x, err := f.apri(s)
	if err != nil {
		return ctx, nil, err
	}
	ctx, fine := context.WithCancel(ctx)
	finito := make(chan struct{})
	go func() {
		defer close(finito)
		defer fine()
		for {
			select {
			case <-ctx.Done():
				return
			case <-f.finito:
				return
			case l := <-x.letture:
				if l.fine != "" || !slices.Equal(l.Operatore.Ruoli, s.Operatore.Ruoli) || !slices.Equal(l.Operatore.Propri, s.Operatore.Propri) {
					return
				}
			}
		}
	}()
	f.Sveglia() // what changed between the reading of s and now
	return ctx, func() { fine(); <-finito; f.lascia(x) }, nil
}

// scrivi follows the session; when it returns the reader is gone or has been told the end.
func (f *Flussi) scrivi(ctx context.Context, p *web.EventWriter, x *flusso, ultima foto) {
	battito := time.NewTicker(battitoFlusso)
	defer battito.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-f.finito:
			return
		case <-battito.C:
			err = p.Comment()
		case l := <-x.letture:
			if l.fine != "" {
				_ = p.Event("fine", f.termina(l.fine, ultima))
				return
			}
			if nuova := f.fotografa(ctx, l.Sessione); !nuova.uguale(ultima) {
				ultima = nuova
				err = p.Event("sessione", nuova)
			}
		}
		if err != nil {
			return // the reader has gone
		}
	}
}

// foto is the payload of an event: the snapshot, with what must be known.
type foto struct {
	Istantanea

	Avvisi []Avviso  `json:"avvisi"`
	scade  time.Time // the same instant however many seconds are left
}

func (f *Flussi) fotografa(ctx context.Context, s Sessione) foto {
	return foto{Istantanea: f.sessioni.Istantanea(s), Avvisi: f.sessioni.avvisi(ctx, s, f.tenant), scade: s.Scade}
}

func (f foto) uguale(g foto) bool {
	f.ScadeTraSecondi = g.ScadeTraSecondi
	return f.scade.Equal(g.scade) && reflect.DeepEqual(f.Istantanea, g.Istantanea) && reflect.DeepEqual(f.Avvisi, g.Avvisi)
}

// conclusione is the payload of the last event.
type conclusione struct {
	Motivo    Fine   `json:"motivo"`
	Messaggio string `json:"messaggio"`
}

// termina explains the end. A session whose row a later login has cleared away had expired.
func (f *Flussi) termina(fine Fine, ultima foto) conclusione {
	if fine == Chiusa && !f.sessioni.adesso().Before(ultima.scade) {
		fine = Scaduta
	}
	return conclusione{Motivo: fine, Messaggio: fine.Messaggio()}
}
