// Package instradamento finds the tenant of an anonymous consultation without asking every tenant: a
// table of keyed hashes of IUV and plate, in the platform database, that nobody can list. It is fed
// by the facts of issued notices and rebuilt by a command.
package instradamento

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Chiave is the secret of the table, 32 bytes.
type Chiave []byte

// Coppia is what a citizen reads on the notice: the IUV, digits only, and the normalised plate.
type Coppia struct{ IUV, Targa string }

// Impronta is the row of the table for a pair: HMAC-SHA256 of the two, parted by a sign that neither
// contains.
func (k Chiave) Impronta(c Coppia) []byte {
	m := hmac.New(sha256.New, k)
	m.Write([]byte(c.IUV + "|" + c.Targa))
	return m.Sum(nil)
}

// Service routes, and keeps the table.
type Service struct {
	store  *store
	chiave Chiave
	log    *slog.Logger
}

// Nuovo makes the service on the pools of connessione.
func Nuovo(pools Pools, chiave Chiave, log *slog.Logger) *Service {
	return &Service{store: &store{pools: pools}, chiave: chiave, log: log}
}

// Comandi gives the names of the tenants whose notices the pair may name, in order: none for an unknown
// one, nearly always one, several where creditors use the same numbers. Every pair costs the same look-up.
func (s *Service) Comandi(ctx context.Context, c Coppia) ([]string, error) {
	return s.store.cerca(ctx, s.chiave.Impronta(c))
}

// AvvisoEmesso takes the fact of issued notices: it reads plate and IUVs of that very fine from the
// sender's view and adds its rows. A fact seen twice changes nothing.
func (s *Service) AvvisoEmesso(ctx context.Context, m bus.Message) error {
	var fatto event.AvvisoEmesso
	if err := m.Decode(&fatto); err != nil {
		return err
	}
	coppie, err := s.store.coppieDi(ctx, fatto.IDVerbale)
	if err != nil {
		return err
	}
	return s.store.aggiungi(ctx, m.ID, s.righe(tenant.Name(ctx), coppie))
}

// Ricostruisci makes the rows of a tenant those of the notices in its views, and counts them. Look-ups
// and the consumer go on meanwhile.
func (s *Service) Ricostruisci(ctx context.Context, t tenant.Tenant) (Conteggio, error) {
	n, err := s.store.ricostruisci(tenant.With(ctx, t), t.Nome, s.chiave)
	if err != nil {
		return n, fmt.Errorf("instradamento di %s: %w", t.Nome, err)
	}
	s.log.InfoContext(ctx, "instradamento ricostruito", "tenant", t.Nome, "avvisi", n.Avvisi, "aggiunti", n.Aggiunti, "tolti", n.Tolti)
	return n, nil
}

func (s *Service) righe(nome string, coppie []Coppia) []riga {
	righe := make([]riga, 0, len(coppie))
	for _, c := range coppie {
		righe = append(righe, riga{Chiave: s.chiave.Impronta(c), Tenant: nome})
	}
	// In the order of the rebuilding: two that write the same rows never wait for each other.
	slices.SortFunc(righe, func(a, b riga) int { return bytes.Compare(a.Chiave, b.Chiave) })
	return righe
}
