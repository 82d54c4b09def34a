package chiave

import (
	"context"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Servizio holds the use cases of the commands; Adesso is the clock.
type Servizio struct {
	Store  Store
	Adesso func() time.Time
}

// Ritira withdraws a key at once: its tokens are refused as soon as each process has read the set
// again. There must be another good key, in a running core: without it nobody could enter, and the
// services, which never forget their last key, would go on accepting the withdrawn one.
func (s Servizio) Ritira(ctx context.Context, kid string) error {
	righe, err := s.Store.Elenca(ctx)
	if err != nil {
		return err
	}
	adesso := s.Adesso()
	if !slices.ContainsFunc(righe, func(r Riga) bool { return r.KID == kid }) {
		return problem.Nuovo(problem.Missing, "NON_TROVATO", "Non trovato", "Chiave non trovata: "+kid)
	}
	if !slices.ContainsFunc(righe, func(r Riga) bool {
		return r.KID != kid && r.Valida(adesso) && adesso.Sub(r.Vista) < presenteEntro
	}) {
		return problem.Conflitto("CHIAVE_UNICA",
			"Nessun core in esecuzione ha un'altra chiave: metterne prima una nuova nel file di VERBALI_CHIAVE_FIRMA_FILE (core chiave nuova FILE --sostituisci) e attendere che core chiave elenca la mostri.")
	}
	_, err = s.Store.Ritira(ctx, kid, adesso)
	return err
}

// Stato says in a word how a key is at an instant.
func (r Riga) Stato(adesso time.Time) string {
	switch {
	case !r.Ritirata.IsZero():
		return "RITIRATA"
	case !r.Valida(adesso):
		return "SCADUTA"
	case adesso.Sub(r.Vista) < presenteEntro:
		return "IN_USO"
	}
	return "IN_SCADENZA"
}
