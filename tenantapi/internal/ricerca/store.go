package ricerca

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Store reads the published views of the fines in the database of the context's tenant.
type Store struct {
	pools   *db.Pools
	colonne string // of every statement
	memorie memorie
	opera   sync.WaitGroup

	mu      sync.Mutex
	file    map[*db.Pool]*fila
	sigilli map[*db.Pool][]byte
}

// NuovoStore makes a Store; Chiudi ends it.
func NuovoStore(p *db.Pools) *Store {
	return &Store{pools: p, colonne: elencoColonne(), file: map[*db.Pool]*fila{}, sigilli: map[*db.Pool][]byte{}}
}

// Chiudi waits for the queries that are under way. The pools are still open.
func (s *Store) Chiudi() { s.opera.Wait() }

// cerca asks and writes the answer; libera gives its memory back.
func (s *Store) cerca(ctx context.Context, q *query, f forma) (Pagina, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return Pagina{}, err
	}
	_, riservata := auth.From(ctx)
	p, err := s.fila(database.Pool).chiedi(ctx, domanda{query: q, forma: f, testo: q.sql(s.colonne), riservata: riservata})
	return p, db.Wrap("ricerca", err)
}

func (s *Store) libera(p Pagina) { s.memorie.rendi(p.Testo) }

func (s *Store) fila(pool *db.Pool) *fila {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file[pool] == nil {
		s.file[pool] = nuovaFila(pool, &s.memorie, &s.opera)
	}
	return s.file[pool]
}

// sigillo signs the cursors of a search of the context's tenant.
func (s *Store) sigillo(ctx context.Context, r *Richiesta) (sigillo, error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return sigillo{}, err
	}
	chiave, err := s.chiave(ctx, database.Pool)
	if err != nil {
		return sigillo{}, err
	}
	t, _ := tenant.From(ctx)
	return nuovoSigillo(chiave, t.Nome, *r), nil
}

// Impronta is how the audit names a tax code: an HMAC-SHA256 with a key of the tenant, cut to 128 bits, and the last four
// signs. A text that is no tax code is not named.
func (s *Store) Impronta(ctx context.Context, codiceFiscale string) (string, error) {
	codice := strings.ToUpper(strings.TrimSpace(codiceFiscale))
	if len(codice) != 11 && len(codice) != 16 {
		return "", nil
	}
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return "", err
	}
	chiave, err := s.chiave(ctx, database.Pool)
	if err != nil {
		return "", err
	}
	deriva := hmac.New(sha256.New, chiave) // a key of its own, beside that of the cursors
	deriva.Write([]byte("registro: codice fiscale"))
	m := hmac.New(sha256.New, deriva.Sum(nil))
	m.Write([]byte(codice))
	return hex.EncodeToString(m.Sum(nil)[:16]) + " …" + codice[len(codice)-4:], nil
}

// chiave is that of the tenant's cursors: made with the schema, never changed.
func (s *Store) chiave(ctx context.Context, pool *db.Pool) (chiave []byte, err error) {
	s.mu.Lock()
	chiave = s.sigilli[pool]
	s.mu.Unlock()
	if chiave != nil {
		return chiave, nil
	}
	if err := pool.QueryRow(ctx, `SELECT chiave FROM chiave`).Scan(&chiave); err != nil {
		return nil, db.Wrap("chiave dei cursori", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sigilli[pool] = chiave
	return chiave, nil
}
