package verbale

import (
	"context"
	"fmt"
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
	cifre := fmt.Sprint(sequenza)
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

// numera gives the fine its number in the series, in the transaction that records it: a refused fine
// gives the number back, so the series has no holes. The row of the series stays locked until the
// commit. Numbers that a sender gave in the same series are passed over.
func numera(ctx context.Context, tx pgx.Tx, anno int, lettera string) (numero int64, err error) {
	for range passaggi {
		var preso bool
		err = tx.QueryRow(ctx, `WITH n AS (
				INSERT INTO numerazione (anno, lettera, ultimo) VALUES ($1, $2, 1)
				ON CONFLICT (anno, lettera) DO UPDATE SET ultimo = numerazione.ultimo + 1 RETURNING ultimo)
			SELECT ultimo, EXISTS (SELECT FROM verbale WHERE anno = $1 AND lettera = $2 AND numero = ultimo) FROM n`,
			anno, lettera).Scan(&numero, &preso)
		if err != nil {
			return 0, fmt.Errorf("verbale: numerazione %d/%s: %w", anno, lettera, err)
		}
		if !preso {
			return numero, nil
		}
	}
	return 0, problem.NonDisponibile("NUMERAZIONE_OCCUPATA", "La serie è occupata da numeri dati da altri: riprovare.")
}
