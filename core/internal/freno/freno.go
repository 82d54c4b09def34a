// Package freno slows down who guesses passwords. Failures are counted in the platform database, so
// that the count holds over restarts and across replicas, by three keys: the account and the address
// together, and the address alone over all accounts, which are made to wait longer and longer; and the
// account alone, which is only slowed: who knows the password always gets in from another address, and, as long as
// he has not failed there, from one from which he has got in before. Accounts that do not exist are counted as the others.
// What is counted are different attempts: a program that goes on with a password of before fails once an hour.
package freno

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// The measures of the delays.
const (
	liberi      = 3                // failures of an account from an address that cost nothing
	attesaPrima = 2 * time.Second  // after the next one; each further one doubles it
	attesaAlPiu = 15 * time.Minute // and no more
	tollerati   = 20               // failures of an account from everywhere before its answers are slowed
	lentezza    = 50 * time.Millisecond
	lentezzaMax = 2 * time.Second
	dimenticaIn = time.Hour           // without failures
	perdonaOgni = 3 * time.Minute     // one failure of an address
	ricordaPer  = 30 * 24 * time.Hour // from where an account has got in
	// perConosciuti times as many failures as of strangers cost nothing to the accounts that an address knows, together: a
	// thousand officers behind one address mistype less in an hour. Past them who has failed there waits, a minute at most:
	// who tries one password on all of an office has one attempt for each of them in an hour, and one a minute more.
	perConosciuti    = 4
	attesaConosciuti = time.Minute
	// insieme is how many attempts from an address are judged at once in this process: their failures are known then.
	insieme = 8
	// perCittadini times as many failures cost nothing at a citizens' portal, where the persons behind one address do not know each
	// other, and each account that gets in there for the first time pays for perAmmesso more.
	perCittadini = 4
	perAmmesso   = 3
	sistemaEntro = 5 * time.Second
)

// Freno counts and slows. One per process.
type Freno struct {
	store      store
	adesso     func() time.Time
	attese     attese // of an account and address
	indirizzo  attese // of an address, over the accounts that it does not know
	conosciuti attese // of an address, over those that it knows
	// The same at the citizens' portals, whose failures are counted apart.
	cittadini, cittadiniConosciuti attese

	mu   sync.Mutex
	file map[chiave]*fila
}

// attese are the seconds to wait after the n-th failure, from n = 1.
type attese []int

// fila lets in some attempts of one account and address, or of one address: the others of this process
// wait for their outcome, and right ones at the same time are not taken for guesses.
type fila struct {
	posti  *semaphore.Weighted
	utenti int
}

// chiave is what a row is found by: no name and no address is kept.
type chiave [sha256.Size]byte

// Nuovo makes the brake on the platform database; daIndirizzo are the failures of an address, over all accounts, that
// cost nothing, four times as many those over the accounts that it knows, and at citizens' portals; adesso is the clock.
func Nuovo(p *db.Pools, daIndirizzo int, adesso func() time.Time) *Freno {
	return &Freno{store: store{pools: p}, adesso: adesso, attese: dopo(liberi, attesaAlPiu), indirizzo: dopo(daIndirizzo, attesaAlPiu),
		conosciuti: dopo(perConosciuti*daIndirizzo, attesaConosciuti), cittadini: dopo(perCittadini*daIndirizzo, attesaConosciuti),
		cittadiniConosciuti: dopo(perCittadini*perConosciuti*daIndirizzo, attesaConosciuti), file: map[chiave]*fila{}}
}

// dopo are the waits, up to the longest, once so many failures have cost nothing.
func dopo(liberi int, alPiu time.Duration) attese {
	tutte := slices.Repeat(attese{0}, liberi)
	for a := attesaPrima; a < alPiu; a *= 2 {
		tutte = append(tutte, int(a.Seconds()))
	}
	return append(tutte, int(alPiu.Seconds()))
}

// libere is how many failures cost nothing.
func (a attese) libere() int {
	n := 0
	for n < len(a) && a[n] == 0 {
		n++
	}
	return n
}

// lento is how much later an account is answered after so many failures from everywhere.
func lento(falliti int) time.Duration {
	if falliti <= tollerati {
		return 0
	}
	return min(lentezza<<min(falliti-tollerati-1, 10), lentezzaMax)
}

// Turno is the leave to judge one password: its failure is counted already. Exactly one of Ammesso,
// Rifiutato, Reso and NonGiudicato ends it.
type Turno struct {
	// Conosciuto: the account has got in from this address before, and what fails there is counted with that of the others
	// which have.
	Conosciuto bool
	// GiaVista: the attempt failed before within the hour and is not counted. DaGuardare is false when it need not be looked at either: it
	// was repeated too often, and is Rifiutato unseen.
	GiaVista, DaGuardare bool

	freno                                        *Freno
	coppia, utenza, indirizzo, conosciuti, prova chiave
	cittadini                                    bool
	contato                                      chiave // of the two of the address, that which this attempt is counted on
	daIndirizzo                                  int    // failures counted there, this one too
	lascia                                       func()
}

// Domanda is an attempt. Utente is the normalised name, existing or not; Indirizzo may be empty, which is one address more. Prova is a
// keyed hash of all that was given, by which the same attempt is known again.
type Domanda struct {
	Utente, Indirizzo string
	Prova             []byte
	Cittadini         bool // at a citizens' portal
}

// turno is the turn that a question asks for.
func (f *Freno) turno(d Domanda) *Turno {
	di, rete := "", web.Network(d.Indirizzo)
	if d.Cittadini {
		di = " dei cittadini"
	}
	return &Turno{freno: f, cittadini: d.Cittadini, DaGuardare: true, coppia: impronta("coppia", d.Utente, rete), utenza: impronta("utenza", d.Utente),
		indirizzo: impronta("indirizzo"+di, rete), conosciuti: impronta("conosciuti"+di, rete), prova: impronta("prova", d.Utente, rete, string(d.Prova))}
}

// misura are the waits of the address over the accounts that it does not know, and over those that it knows.
func (t *Turno) misura() (ignoti, noti attese) {
	if t.cittadini {
		return t.freno.cittadini, t.freno.cittadiniConosciuti
	}
	return t.freno.indirizzo, t.freno.conosciuti
}

// OltreOperatori reports a citizens' portal at which the address has failed more than it may at the operators' doors, for an account
// that has not got in from there: an operator's is refused, so that names of operators are not tried at the wider measure.
func (t *Turno) OltreOperatori() bool {
	return t.cittadini && !t.Conosciuto && t.daIndirizzo > t.freno.indirizzo.libere()
}

// DaScrivere reports whether a refusal of this turn leaves a line of its own in the register: past what an address may
// fail for nothing only one failure in so many more does, so that who tries names one after the other does not fill it.
func (t *Turno) DaScrivere() bool {
	n := t.Oltre()
	return !t.GiaVista && n&(n-1) == 0
}

// Oltre are the failures of an address that has made more than cost nothing; zero for any other.
func (t *Turno) Oltre() int {
	attese, noti := t.misura()
	if t.Conosciuto {
		attese = noti
	}
	if t.daIndirizzo <= attese.libere() {
		return 0
	}
	return t.daIndirizzo
}

// Prenota counts one more failure before the password is looked at, so that guesses at the same time
// do not all pass. Within the delay of an account and address it is TROPPI_TENTATIVI, whatever the
// password, with the cause ErrGiaNoto when that was said before. An attempt that has failed within the hour teaches nothing
// and is not counted again.
func (f *Freno) Prenota(ctx context.Context, d Domanda) (*Turno, error) {
	t := f.turno(d)
	if err := f.inFila(ctx, t); err != nil {
		return nil, err
	}
	esito, err := f.store.prenota(ctx, t, f.adesso())
	switch {
	case err != nil:
		t.lascia()
		return nil, err
	case !esito.passa:
		t.lascia()
		return nil, troppi(esito.attesa, esito.giaNoto)
	}
	t.Conosciuto, t.daIndirizzo, t.contato = esito.conosciuto, esito.indirizzo, t.indirizzo
	t.GiaVista, t.DaGuardare = esito.giaVista, esito.daGuardare
	if t.Conosciuto {
		t.contato = t.conosciuti
	}
	if err := attendi(ctx, lento(esito.utenza)); err != nil {
		t.Reso(ctx)
		return nil, occupato(err)
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

// inFila takes a place among those of the pair, then among those of its address.
func (f *Freno) inFila(ctx context.Context, t *Turno) error {
	dellaCoppia, err := f.posto(ctx, t.coppia, liberi)
	if err != nil {
		return err
	}
	dellIndirizzo, err := f.posto(ctx, t.indirizzo, insieme)
	if err != nil {
		dellaCoppia()
		return err
	}
	t.lascia = func() {
		dellIndirizzo()
		dellaCoppia()
	}
	return nil
}

func (f *Freno) posto(ctx context.Context, di chiave, posti int64) (lascia func(), err error) {
	f.mu.Lock()
	coda, c := f.file[di]
	if !c {
		coda = &fila{posti: semaphore.NewWeighted(posti)}
		f.file[di] = coda
	}
	coda.utenti++
	f.mu.Unlock()
	esci := func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if coda.utenti--; coda.utenti == 0 {
			delete(f.file, di)
		}
	}
	if err := coda.posti.Acquire(ctx, 1); err != nil {
		esci()
		return nil, occupato(err)
	}
	return func() {
		coda.posti.Release(1)
		esci()
	}, nil
}

// Ammesso ends the turn of a right password: the account and address start anew and know each other from now on, the
// account alone has half of its failures, and they are not kept any longer for it; the address has this one back.
func (t *Turno) Ammesso(ctx context.Context) error {
	defer t.lascia()
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), sistemaEntro)
	defer fine()
	return t.freno.store.ammetti(ctx, t, t.freno.adesso())
}

// Rifiutato ends the turn of a wrong one, which is counted already; the account's failures are kept for
// an hour more.
func (t *Turno) Rifiutato(ctx context.Context) error {
	defer t.lascia()
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), sistemaEntro)
	defer fine()
	if t.GiaVista {
		return nil
	}
	nuova, err := t.freno.store.rifiuta(ctx, t, t.freno.adesso())
	if err == nil && !nuova { // the same attempt, at the same time, is counted already
		err = t.freno.store.rendi(ctx, t, t.freno.adesso())
	}
	return err
}

// NonGiudicato ends a turn whose password a directory that is away did not judge: it is no failure of the account, and stays
// one of the address, which does not go on for ever.
func (t *Turno) NonGiudicato(ctx context.Context) error {
	defer t.lascia()
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), sistemaEntro)
	defer fine()
	if t.GiaVista {
		return nil
	}
	return t.freno.store.nonGiudicato(ctx, t, t.freno.adesso())
}

// Reso ends a turn whose password nobody judged: it is no failure. A turn that cannot be given back stays counted.
func (t *Turno) Reso(ctx context.Context) {
	defer t.lascia()
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), sistemaEntro)
	defer fine()
	if t.GiaVista {
		return
	}
	_ = t.freno.store.rendi(ctx, t, t.freno.adesso())
}

// impronta hashes the parts with their lengths: no two lists of parts give the same text.
func impronta(parti ...string) chiave {
	h := sha256.New()
	for _, p := range parti {
		_, _ = fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return chiave(h.Sum(nil))
}
