package verbale

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/db"
	"github.com/piattaforma-verbali/verbali/shared/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/problem"
)

const (
	cifreBase = 13   // of the base of a notice number (pagoPA, Specifiche attuative)
	perBlocco = 100  // notice numbers taken at a time: what a stop leaves unused is a gap, and gaps are fine
	passaggi  = 1000 // numbers given by senders that are passed over at once
)

// NumeroAvviso is a payment notice number that nobody else has.
type NumeroAvviso struct{ Numero, IUV, Ente string }

// blocchi hands out notice numbers from blocks taken from the sequence of each range.
type blocchi struct {
	mu     sync.Mutex
	liberi map[chiaveBlocco]*blocco
}

type chiaveBlocco struct {
	tenant     string
	intervallo int64
}

// blocco is what is left of a block: after prossimo, up to ultimo.
type blocco struct {
	mu               sync.Mutex
	prossimo, ultimo int64
}

func (b *blocchi) di(c chiaveBlocco) *blocco {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.liberi[c] == nil {
		b.liberi[c] = &blocco{}
	}
	return b.liberi[c]
}

// NumeriAvviso takes n notice numbers from the tenant's ranges, the first that has room. They are used
// or lost, never given again. 503 INTERVALLO_ESAURITO when no range has room.
func (s *Store) NumeriAvviso(ctx context.Context, intervalli []anagrafe.Intervallo, n int) ([]NumeroAvviso, error) {
	var numeri []NumeroAvviso
	for _, i := range intervalli {
		for len(numeri) < n {
			sequenza, err := s.prossimo(ctx, i)
			if err != nil {
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
			numeri = append(numeri, NumeroAvviso{Numero: a.Numero, IUV: a.IUV, Ente: i.CodiceFiscaleEnte})
		}
	}
	if len(numeri) < n {
		return nil, problem.NonDisponibile("INTERVALLO_ESAURITO", "Al comando non restano numeri di avviso di pagamento.")
	}
	return numeri, nil
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

// prossimo gives the next number of a range, taking a new block when the last one is used up.
func (s *Store) prossimo(ctx context.Context, i anagrafe.Intervallo) (int64, error) {
	b := s.blocchi.di(chiaveBlocco{nomeTenant(ctx), i.ID})
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.prossimo == b.ultimo {
		ultimo, err := s.nuovoBlocco(ctx, i.ID)
		if err != nil {
			return 0, err
		}
		b.prossimo, b.ultimo = ultimo-perBlocco, ultimo
	}
	b.prossimo++
	return b.prossimo, nil
}

func (s *Store) nuovoBlocco(ctx context.Context, intervallo int64) (ultimo int64, err error) {
	banca, err := s.piscine.Tenant(ctx)
	if err != nil {
		return 0, err //nolint:wrapcheck // the pool names the database
	}
	err = banca.Pool.QueryRow(ctx, `INSERT INTO numero_avviso (intervallo, ultimo) VALUES ($1, $2)
		ON CONFLICT (intervallo) DO UPDATE SET ultimo = numero_avviso.ultimo + EXCLUDED.ultimo RETURNING ultimo`, intervallo, perBlocco).Scan(&ultimo)
	return ultimo, db.Errore("numeri di avviso", err) //nolint:wrapcheck // the one place that names it
}

// serie is a run of numbers of one year.
type serie struct {
	anno    int
	lettera string
}

// numera gives each fine its number, in the transaction that records it: a refused fine gives the
// number back, so the series have no holes. The row of a series stays locked until the commit; several
// series are taken in order, so that nobody waits in a circle. Numbers that senders gave are kept.
func numera(ctx context.Context, tx pgx.Tx, insieme []*richiesta) ([]int64, error) {
	numeri := make([]int64, len(insieme))
	per := map[serie][]int{}
	for i, r := range insieme {
		if numeri[i] = r.n.Numero; numeri[i] == 0 {
			chiave := serie{r.n.Anno, r.n.Lettera}
			per[chiave] = append(per[chiave], i)
		}
	}
	for _, chiave := range slices.SortedFunc(maps.Keys(per), serie.confronta) {
		presi, err := chiave.prendi(ctx, tx, len(per[chiave]))
		if err != nil {
			return nil, err
		}
		for i, quale := range per[chiave] {
			numeri[quale] = presi[i]
		}
	}
	return numeri, nil
}

func (s serie) confronta(altra serie) int {
	return cmp.Or(cmp.Compare(s.anno, altra.anno), strings.Compare(s.lettera, altra.lettera))
}

// prendi takes the next numbers of the series, passing over those that a sender has given.
func (s serie) prendi(ctx context.Context, tx pgx.Tx, quanti int) ([]int64, error) {
	presi := make([]int64, 0, quanti)
	for range passaggi {
		liberi, err := s.blocco(ctx, tx, quanti-len(presi))
		if err != nil {
			return nil, fmt.Errorf("verbale: numerazione %d/%s: %w", s.anno, s.lettera, err)
		}
		if presi = append(presi, liberi...); len(presi) == quanti {
			return presi, nil
		}
	}
	return nil, problem.NonDisponibile("NUMERAZIONE_OCCUPATA", "La serie è occupata da numeri dati da altri: riprovare.")
}

// blocco moves the series on and gives those of the numbers that nobody has.
func (s serie) blocco(ctx context.Context, tx pgx.Tx, quanti int) ([]int64, error) {
	var ultimo int64
	err := tx.QueryRow(ctx, `INSERT INTO numerazione (anno, lettera, ultimo) VALUES ($1, $2, $3)
		ON CONFLICT (anno, lettera) DO UPDATE SET ultimo = numerazione.ultimo + EXCLUDED.ultimo RETURNING ultimo`, s.anno, s.lettera, quanti).Scan(&ultimo)
	if err != nil {
		return nil, err //nolint:wrapcheck // wrapped by the caller
	}
	dati, err := righe(ctx, tx, pgx.RowTo[int64], `SELECT numero FROM verbale WHERE anno = $1 AND lettera = $2 AND numero BETWEEN $3 AND $4`,
		s.anno, s.lettera, ultimo-int64(quanti)+1, ultimo)
	liberi := make([]int64, 0, quanti)
	for n := ultimo - int64(quanti) + 1; n <= ultimo; n++ {
		if !slices.Contains(dati, n) {
			liberi = append(liberi, n)
		}
	}
	return liberi, err
}
