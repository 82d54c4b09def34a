package scrittura

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/permutazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	cifreBase = 13 // of the base of a notice number (pagoPA, Specifiche attuative)
	// Positions of notice numbers are taken from the sequence in blocks: what a stop leaves unused is a gap, and gaps are
	// fine. A block that is used up at once is followed by one twice as large.
	perBlocco     = 100
	perBloccoMax  = 1600
	usatoInFretta = time.Second
	passaggi      = 1000 // numbers given by senders that are passed over at once
)

// blocchi hands out the numbers of ranges of one kind from blocks of positions, taken from the counter of each range.
type blocchi struct {
	tipo    string // of permutazione
	tabella string // of the counters
	mu      sync.Mutex
	liberi  map[chiaveBlocco]*blocco
}

func nuoviBlocchi(tipo, tabella string) blocchi {
	return blocchi{tipo: tipo, tabella: tabella, liberi: map[chiaveBlocco]*blocco{}}
}

type chiaveBlocco struct {
	tenant     string
	intervallo int64
}

// blocco is a block of numbers reserved by this process: the positions after prossima up to ultima, those that came back
// unused, its size and the time of the reservation. ordine gives the numbers of the range.
type blocco struct {
	mu               sync.Mutex
	prossima, ultima int64
	rese             []int64
	quante           int64
	preso            time.Time
	ordine           permutazione.Ordine
}

// preso is a place in a range: its position and the digits of its number.
type preso struct {
	posizione int64
	cifre     string
}

func (b *blocchi) di(c chiaveBlocco) *blocco {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.liberi[c] == nil {
		b.liberi[c] = &blocco{}
	}
	return b.liberi[c]
}

// NumeriAvviso takes n notice numbers from the tenant's ranges, the first that has room. They are used,
// given back with RendiNumeri or lost. 503 INTERVALLO_ESAURITO when no range has room.
func (s *Scrittore) NumeriAvviso(ctx context.Context, intervalli []anagrafe.Intervallo, n int) ([]conseguenze.NumeroAvviso, error) {
	numeri, err := s.NumeriAvvisoFinoA(ctx, intervalli, n)
	if err == nil && len(numeri) < n {
		s.RendiNumeri(ctx, numeri)
		numeri, err = nil, problem.NonDisponibile("INTERVALLO_ESAURITO", "Al comando non restano numeri di avviso di pagamento.")
	}
	return numeri, err
}

// NumeriAvvisoFinoA takes n notice numbers as NumeriAvviso does, or as many as the ranges still have.
func (s *Scrittore) NumeriAvvisoFinoA(ctx context.Context, intervalli []anagrafe.Intervallo, n int) ([]conseguenze.NumeroAvviso, error) {
	var numeri []conseguenze.NumeroAvviso
	for _, i := range intervalli {
		for len(numeri) < n {
			p, ok, err := s.prossimo(ctx, &s.blocchi, i.ID, cifreBase-len(i.Prefisso))
			if err != nil {
				s.RendiNumeri(ctx, numeri)
				return nil, err
			}
			if !ok {
				break
			}
			a, err := pagopa.Componi(i.Segregazione, i.Prefisso+p.cifre)
			if err != nil {
				return nil, fmt.Errorf("verbale: numero di avviso: %w", err)
			}
			numeri = append(numeri, conseguenze.NumeroAvviso{Numero: a.Numero, IUV: a.IUV, Ente: i.CodiceFiscaleEnte, Intervallo: i.ID, Sequenza: p.posizione})
		}
	}
	return numeri, nil
}

// RendiNumeri gives back numbers that NumeriAvviso gave to the same tenant: the next who asks has them.
// Only numbers that nobody was told and that no transaction can have written may come back; where that is
// not known, as when the database went away, they are lost.
func (s *Scrittore) RendiNumeri(ctx context.Context, numeri []conseguenze.NumeroAvviso) {
	for _, n := range numeri {
		s.blocchi.di(chiaveBlocco{tenant.Name(ctx), n.Intervallo}).rendi(n.Sequenza)
	}
}

func (b *blocco) rendi(posizione int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rese = append(b.rese, posizione)
}

// prossimo gives a place of a range that came back, or the next one, taking a new block when the last is
// used up; cifre is how many digits follow the prefix. False when the range has no room.
func (s *Scrittore) prossimo(ctx context.Context, di *blocchi, intervallo int64, cifre int) (preso, bool, error) {
	b := di.di(chiaveBlocco{tenant.Name(ctx), intervallo})
	posizione, numero, ok, err := b.prendi(func(quante int64) (int64, permutazione.Ordine, error) {
		return s.nuovoBlocco(ctx, di, permutazione.Intervallo{Tipo: di.tipo, ID: intervallo, Cifre: cifre}, quante)
	})
	return preso{posizione, fmt.Sprintf("%0*d", cifre, numero)}, ok, err
}

// prendi gives a position that came back, or the next one, and its number; nuovo takes so many more from the counter and
// gives the last of them and the order of the range. False when the range has no number for the position.
func (b *blocco) prendi(nuovo func(quante int64) (int64, permutazione.Ordine, error)) (posizione, numero int64, ok bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.rese); n > 0 {
		posizione, b.rese = b.rese[n-1], b.rese[:n-1]
		numero, ok = b.ordine.Numero(posizione)
		return posizione, numero, ok, nil
	}
	if b.prossima == b.ultima {
		quante := b.seguente(clock.Now())
		ultima, ordine, err := nuovo(quante)
		if err != nil {
			return 0, 0, false, err
		}
		b.prossima, b.ultima, b.ordine = ultima-quante, ultima, ordine
	}
	b.prossima++
	numero, ok = b.ordine.Numero(b.prossima)
	return b.prossima, numero, ok, nil
}

// seguente is the size of the block after this one.
func (b *blocco) seguente(adesso time.Time) int64 {
	in := adesso.Sub(b.preso)
	b.preso = adesso
	if in < usatoInFretta {
		b.quante = min(2*b.quante, perBloccoMax)
	} else {
		b.quante = perBlocco
	}
	return b.quante
}

// nuovoBlocco moves the counter of a range on, and reads its order. A counter that a replica of the earlier release made
// is closed where it is: what follows is permuted.
func (s *Scrittore) nuovoBlocco(ctx context.Context, b *blocchi, i permutazione.Intervallo, quante int64) (ultima int64, o permutazione.Ordine, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return 0, o, err
	}
	var chiave []byte
	err = database.Pool.QueryRow(ctx, `WITH presa AS (
			INSERT INTO `+b.tabella+` AS n (intervallo, ultimo, dal) VALUES ($1, $2, 0)
			ON CONFLICT (intervallo) DO UPDATE SET ultimo = n.ultimo + EXCLUDED.ultimo, dal = coalesce(n.dal, n.ultimo) RETURNING ultimo, dal)
		SELECT p.ultimo, p.dal, k.chiave FROM presa p, chiave_numeri k`, i.ID, quante).Scan(&ultima, &i.Dal, &chiave)
	if err != nil {
		return 0, o, db.Wrap(b.tabella, err)
	}
	o, err = permutazione.Nuovo(chiave, i)
	return ultima, o, err
}

// serie is a run of numbers of one year.
type serie struct {
	anno    int
	lettera string
}

// numerazione gives fines their numbers in the transaction that records them: a refused fine gives the
// number back, so the series have no holes. The row of a series stays locked until the commit; several
// series are taken in order, so that nobody waits in a circle. Numbers that senders gave are kept.
type numerazione struct {
	numeri  []int64         // of each fine; 0: not given yet
	mancano map[serie][]int // the fines that wait for a number of each series
}

func nuovaNumerazione(insieme []*richiesta) *numerazione {
	n := &numerazione{numeri: make([]int64, len(insieme)), mancano: map[serie][]int{}}
	for i, r := range insieme {
		if n.numeri[i] = r.n.Numero; r.n.Numero == 0 {
			chiave := serie{r.n.Anno, r.n.Lettera}
			n.mancano[chiave] = append(n.mancano[chiave], i)
		}
	}
	return n
}

// chiedi moves each series on by as many numbers as are missing; those of them that nobody has are given
// when the answers are read.
func (n *numerazione) chiedi(lotto *pgx.Batch) {
	for _, s := range slices.SortedFunc(maps.Keys(n.mancano), serie.confronta) {
		quanti := len(n.mancano[s])
		lotto.Queue(`WITH presa AS (
				INSERT INTO numerazione (anno, lettera, ultimo) VALUES ($1, $2, $3)
				ON CONFLICT (anno, lettera) DO UPDATE SET ultimo = numerazione.ultimo + EXCLUDED.ultimo RETURNING ultimo)
			SELECT ultimo, ARRAY(SELECT numero FROM verbale WHERE anno = $1 AND lettera = $2 AND numero > ultimo - $3 AND numero <= ultimo) FROM presa`,
			s.anno, s.lettera, quanti).QueryRow(func(r pgx.Row) error {
			var ultimo int64
			var dati []int64 // by senders
			if err := r.Scan(&ultimo, &dati); err != nil {
				return fmt.Errorf("numerazione %d/%s: %w", s.anno, s.lettera, err)
			}
			for numero := ultimo - int64(quanti) + 1; numero <= ultimo; numero++ {
				if !slices.Contains(dati, numero) {
					n.da(s, numero)
				}
			}
			return nil
		})
	}
}

// da gives a number to the first fine that waits for one of the series.
func (n *numerazione) da(s serie, numero int64) {
	in := n.mancano[s]
	n.numeri[in[0]] = numero
	if n.mancano[s] = in[1:]; len(in) == 1 {
		delete(n.mancano, s)
	}
}

// completa goes on where senders have given the next numbers of a series.
func (n *numerazione) completa(ctx context.Context, t *pipeline) error {
	for range passaggi {
		if len(n.mancano) == 0 {
			return nil
		}
		n.chiedi(&t.Batch)
		if err := t.manda(ctx); err != nil {
			return err
		}
	}
	return problem.NonDisponibile("NUMERAZIONE_OCCUPATA", "La serie è occupata da numeri dati da altri: riprovare.")
}

func (s serie) confronta(altra serie) int {
	return cmp.Or(cmp.Compare(s.anno, altra.anno), strings.Compare(s.lettera, altra.lettera))
}
