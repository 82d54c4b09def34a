package archivio

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

const (
	cifreBase = 13 // of the base of a notice number (pagoPA, Specifiche attuative)
	// Notice numbers are taken from the sequence in blocks: what a stop leaves unused is a gap, and gaps are
	// fine. A block that is used up at once is followed by one twice as large.
	perBlocco     = 100
	perBloccoMax  = 1600
	usatoInFretta = time.Second
	passaggi      = 1000 // numbers given by senders that are passed over at once
)

// blocchi hands out notice numbers from blocks taken from the sequence of each range.
type blocchi struct {
	mu     sync.Mutex
	liberi map[chiaveBlocco]*blocco
}

type chiaveBlocco struct {
	tenant     string
	intervallo int64
}

// blocco is what is left of a block: after prossimo, up to ultimo, and what came back unused; how large it
// was and when it was taken.
type blocco struct {
	mu               sync.Mutex
	prossimo, ultimo int64
	resi             []int64
	quanti           int64
	preso            time.Time
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
func (s *Store) NumeriAvviso(ctx context.Context, intervalli []anagrafe.Intervallo, n int) ([]conseguenze.NumeroAvviso, error) {
	numeri, err := s.NumeriAvvisoFinoA(ctx, intervalli, n)
	if err == nil && len(numeri) < n {
		s.RendiNumeri(ctx, numeri)
		numeri, err = nil, problem.NonDisponibile("INTERVALLO_ESAURITO", "Al comando non restano numeri di avviso di pagamento.")
	}
	return numeri, err
}

// NumeriAvvisoFinoA takes n notice numbers as NumeriAvviso does, or as many as the ranges still have.
func (s *Store) NumeriAvvisoFinoA(ctx context.Context, intervalli []anagrafe.Intervallo, n int) ([]conseguenze.NumeroAvviso, error) {
	var numeri []conseguenze.NumeroAvviso
	for _, i := range intervalli {
		for len(numeri) < n {
			sequenza, err := s.prossimo(ctx, i)
			if err != nil {
				s.RendiNumeri(ctx, numeri)
				return nil, err
			}
			base, ok := baseDi(i.Prefisso, sequenza)
			if !ok {
				break
			}
			a, err := pagopa.Componi(i.Segregazione, base)
			if err != nil {
				return nil, fmt.Errorf("verbale: numero di avviso: %w", err)
			}
			numeri = append(numeri, conseguenze.NumeroAvviso{Numero: a.Numero, IUV: a.IUV, Ente: i.CodiceFiscaleEnte, Intervallo: i.ID, Sequenza: sequenza})
		}
	}
	return numeri, nil
}

// RendiNumeri gives back numbers that NumeriAvviso gave to the same tenant: the next who asks has them.
// Only numbers that nobody was told and that no transaction can have written may come back; where that is
// not known, as when the database went away, they are lost.
func (s *Store) RendiNumeri(ctx context.Context, numeri []conseguenze.NumeroAvviso) {
	for _, n := range numeri {
		s.blocchi.di(chiaveBlocco{tenant.Name(ctx), n.Intervallo}).rendi(n.Sequenza)
	}
}

func (b *blocco) rendi(sequenza int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.resi = append(b.resi, sequenza)
}

// baseDi writes the 13 digits of a base; false when the range has no room for the number.
func baseDi(prefisso string, sequenza int64) (string, bool) {
	cifre := strconv.FormatInt(sequenza, 10)
	liberi := cifreBase - len(prefisso) - len(cifre)
	if liberi < 0 {
		return "", false
	}
	return prefisso + strings.Repeat("0", liberi) + cifre, true
}

// prossimo gives a number of a range that came back, or the next one, taking a new block when the last is
// used up.
func (s *Store) prossimo(ctx context.Context, i anagrafe.Intervallo) (int64, error) {
	b := s.blocchi.di(chiaveBlocco{tenant.Name(ctx), i.ID})
	return b.prendi(func(quanti int64) (int64, error) { return s.nuovoBlocco(ctx, i.ID, quanti) })
}

// prendi gives a number that came back, or the next one; nuovo takes so many more from the sequence and
// gives the last of them.
func (b *blocco) prendi(nuovo func(quanti int64) (int64, error)) (int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.resi); n > 0 {
		sequenza := b.resi[n-1]
		b.resi = b.resi[:n-1]
		return sequenza, nil
	}
	if b.prossimo == b.ultimo {
		quanti := b.seguente(time.Now())
		ultimo, err := nuovo(quanti)
		if err != nil {
			return 0, err
		}
		b.prossimo, b.ultimo = ultimo-quanti, ultimo
	}
	b.prossimo++
	return b.prossimo, nil
}

// seguente is the size of the block after this one.
func (b *blocco) seguente(adesso time.Time) int64 {
	in := adesso.Sub(b.preso)
	b.preso = adesso
	if in < usatoInFretta {
		b.quanti = min(2*b.quanti, perBloccoMax)
	} else {
		b.quanti = perBlocco
	}
	return b.quanti
}

func (s *Store) nuovoBlocco(ctx context.Context, intervallo, quanti int64) (ultimo int64, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return 0, err
	}
	err = database.Pool.QueryRow(ctx, `INSERT INTO numero_avviso (intervallo, ultimo) VALUES ($1, $2)
		ON CONFLICT (intervallo) DO UPDATE SET ultimo = numero_avviso.ultimo + EXCLUDED.ultimo RETURNING ultimo`, intervallo, quanti).Scan(&ultimo)
	return ultimo, db.Wrap("numeri di avviso", err)
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
