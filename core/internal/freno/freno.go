// Package freno slows down who guesses passwords. Failures are counted in the platform database, so
// that the count holds over restarts and across replicas, by two keys: the account and the address
// together, which is made to wait longer and longer, and the account alone, which is only slowed: who
// knows the password always gets in from another address. Accounts that do not exist are counted as
// the others.
package freno

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// The measures of the delays.
const (
	liberi       = 3                // failures of an account from an address that cost nothing
	attesaPrima  = 2 * time.Second  // after the next one; each further one doubles it
	attesaAlPiu  = 15 * time.Minute // and no more
	tollerati    = 20               // failures of an account from everywhere before its answers are slowed
	lentezza     = 50 * time.Millisecond
	lentezzaMax  = 2 * time.Second
	dimenticaIn  = time.Hour // without failures
	sistemaEntro = 5 * time.Second
)

// Freno counts and slows. One per process.
type Freno struct {
	store  store
	adesso func() time.Time
	attese []int // seconds to wait after the n-th failure, from n = 1

	mu   sync.Mutex
	file map[chiave]*fila
}

// fila lets in as many attempts of one account and address as are free: the others of this process
// wait for their outcome, and right ones at the same time are not taken for guesses.
type fila struct {
	posti  *semaphore.Weighted
	utenti int
}

// chiave is what a row is found by: no name and no address is kept.
type chiave [sha256.Size]byte

// Nuovo makes the brake on the platform database; adesso is the clock.
func Nuovo(p *db.Pools, adesso func() time.Time) *Freno {
	return &Freno{store: store{pools: p}, adesso: adesso, attese: attese(), file: map[chiave]*fila{}}
}

func attese() []int {
	var tutte []int
	for range liberi {
		tutte = append(tutte, 0)
	}
	for a := attesaPrima; a < attesaAlPiu; a *= 2 {
		tutte = append(tutte, int(a.Seconds()))
	}
	return append(tutte, int(attesaAlPiu.Seconds()))
}

// lento is how much later an account is answered after so many failures from everywhere.
func lento(falliti int) time.Duration {
	if falliti <= tollerati {
		return 0
	}
	return min(lentezza<<min(falliti-tollerati-1, 10), lentezzaMax)
}

// Turno is the leave to judge one password: its failure is counted already. Exactly one of Ammesso,
// Rifiutato and Reso ends it.
type Turno struct {
	freno          *Freno
	coppia, utenza chiave
	lascia         func()
}

// Prenota counts one more failure before the password is looked at, so that guesses at the same time
// do not all pass. Within the delay of an account and address it is TROPPI_TENTATIVI, whatever the
// password, with the cause ErrGiaNoto when that was said before. utente is the normalised name, existing or not; indirizzo may be empty, which is one
// address more.
func (f *Freno) Prenota(ctx context.Context, utente, indirizzo string) (*Turno, error) {
	t := &Turno{freno: f, coppia: impronta("coppia", utente, rete(indirizzo)), utenza: impronta("utenza", utente)}
	if err := f.inFila(ctx, t); err != nil {
		return nil, err
	}
	esito, err := f.store.prenota(ctx, t.coppia, t.utenza, f.adesso(), f.attese)
	switch {
	case err != nil:
		t.lascia()
		return nil, err
	case !esito.passa:
		t.lascia()
		return nil, troppi(esito.attesa, esito.giaNoto)
	}
	if err := attendi(ctx, lento(esito.utenza)); err != nil {
		t.Reso(ctx)
		return nil, problem.NonDisponibile("REALM_OCCUPATO", "Troppi accessi in corso: riprovare.").With(err)
	}
	return t, nil
}

// ErrGiaNoto is the cause of a TROPPI_TENTATIVI that is not the first since the last failure of that
// account and address: there is nothing new to write of it.
var ErrGiaNoto = errors.New("freno: già rimandato dopo l'ultimo tentativo fallito")

// troppi asks to come back after whole seconds, at least one.
func troppi(dopo time.Duration, giaNoto bool) *problem.Error {
	secondi := max(1, int((dopo+time.Second-1)/time.Second))
	e := problem.Nuovo(problem.TooManyRequests, "TROPPI_TENTATIVI", "Troppi tentativi",
		fmt.Sprintf("Troppi tentativi falliti: riprovare fra %s.", durata(secondi)))
	e.RetryAfter = time.Duration(secondi) * time.Second
	if giaNoto {
		return e.With(ErrGiaNoto)
	}
	return e
}

func durata(secondi int) string {
	switch {
	case secondi == 1:
		return "un secondo"
	case secondi <= 90:
		return fmt.Sprintf("%d secondi", secondi)
	}
	return fmt.Sprintf("%d minuti", (secondi+59)/60)
}

func attendi(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

func (f *Freno) inFila(ctx context.Context, t *Turno) error {
	f.mu.Lock()
	coda, c := f.file[t.coppia]
	if !c {
		coda = &fila{posti: semaphore.NewWeighted(liberi)}
		f.file[t.coppia] = coda
	}
	coda.utenti++
	f.mu.Unlock()
	esci := func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if coda.utenti--; coda.utenti == 0 {
			delete(f.file, t.coppia)
		}
	}
	if err := coda.posti.Acquire(ctx, 1); err != nil {
		esci()
		return problem.NonDisponibile("REALM_OCCUPATO", "Troppi accessi in corso: riprovare.").With(err)
	}
	t.lascia = func() {
		coda.posti.Release(1)
		esci()
	}
	return nil
}

// Ammesso ends the turn of a right password: the account and address start anew, the account alone has
// half of its failures, and they are not kept any longer for it.
func (t *Turno) Ammesso(ctx context.Context) error {
	defer t.lascia()
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), sistemaEntro)
	defer fine()
	return t.freno.store.ammetti(ctx, t.coppia, t.utenza)
}

// Rifiutato ends the turn of a wrong one, which is counted already; the account's failures are kept for
// an hour more.
func (t *Turno) Rifiutato(ctx context.Context) error {
	defer t.lascia()
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), sistemaEntro)
	defer fine()
	return t.freno.store.rifiuta(ctx, t.utenza, t.freno.adesso())
}

// Reso ends a turn whose password nobody judged: it is no failure. One that cannot be given back stays
// counted.
func (t *Turno) Reso(ctx context.Context) {
	defer t.lascia()
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), sistemaEntro)
	defer fine()
	_ = t.freno.store.rendi(ctx, t.coppia, t.utenza, t.freno.adesso())
}

// impronta hashes the parts with their lengths: no two lists of parts give the same text.
func impronta(parti ...string) chiave {
	h := sha256.New()
	for _, p := range parti {
		_, _ = fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return chiave(h.Sum(nil))
}

// rete is what counts as one address: an IPv4 address, or the /64 that one IPv6 customer has whole.
func rete(indirizzo string) string {
	a, err := netip.ParseAddr(indirizzo)
	if err != nil {
		return indirizzo
	}
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return a.String()
	}
	return p.String()
}
