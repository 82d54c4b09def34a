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

	"github.com/google/uuid"

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

// AvvisiEmessi takes facts of issued notices of one tenant: it reads plates and IUVs of those very fines from the sender's view and
// adds their rows. A fact seen twice changes nothing; one whose fine has no notices dies alone.
func (s *Service) AvvisiEmessi(ctx context.Context, fatti []bus.Message) ([]error, error) {
	esiti, verbali, ids := make([]error, len(fatti)), make([]uuid.UUID, len(fatti)), []uuid.UUID(nil)
	for i, m := range fatti {
		if verbali[i], esiti[i] = verbaleDi(m); esiti[i] == nil {
			ids = append(ids, verbali[i])
		}
	}
	coppie, err := s.store.coppieDi(ctx, ids)
	if err != nil {
		return nil, err
	}
	var presi []string
	var tutte []Coppia
	for i, m := range fatti {
		switch sue := coppie[verbali[i]]; {
		case esiti[i] != nil:
		case len(sue) == 0: // the fact leaves after the commit of its rows: waiting brings none
			esiti[i] = bus.Permanent(fmt.Errorf("instradamento: il verbale %s non ha avvisi", verbali[i]))
		default:
			presi, tutte = append(presi, m.ID), append(tutte, sue...)
		}
	}
	if len(presi) == 0 {
		return esiti, nil
	}
	return esiti, s.store.aggiungi(ctx, presi, tenant.Name(ctx), s.impronte(tutte))
}

// verbaleDi reads which fine a fact is about.
func verbaleDi(m bus.Message) (uuid.UUID, error) {
	var fatto event.AvvisoEmesso
	if err := m.Decode(&fatto); err != nil {
		return uuid.Nil, err
	}
	id, err := uuid.Parse(fatto.IDVerbale)
	if err != nil {
		return uuid.Nil, bus.Permanent(fmt.Errorf("instradamento: idVerbale: %w", err))
	}
	return id, nil
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

// impronte are the rows of the table for these pairs, in the order of the rebuilding: two that write the same rows never wait for
// each other.
func (s *Service) impronte(coppie []Coppia) [][]byte {
	tutte := make([][]byte, len(coppie))
	for i, c := range coppie {
		tutte[i] = s.chiave.Impronta(c)
	}
	slices.SortFunc(tutte, bytes.Compare)
	return tutte
}
