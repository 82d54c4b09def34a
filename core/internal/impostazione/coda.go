package impostazione

import (
	"context"
	"encoding/json"

	"github.com/piattaforma-verbali/verbali/shared/impostazioni"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Code tells an administrator, before the first act waits for it, what the command has not set and no act may lack, and what lets it
// in to outside systems and ends soon. A caller who works in no command has nothing to set.
func (s *Servizio) Code(ctx context.Context) ([]pagine.Coda, error) {
	t, ok := tenant.From(ctx)
	if !ok || t.Nome == "" {
		return nil, nil
	}
	valori, err := s.Store.Valori(ctx, t.Nome, "")
	if err != nil {
		return nil, err
	}
	leggi := func(chiave string, valore any) error {
		if vige := (Voce{}).con(valori[chiave], s.oggi()).InVigore; vige != nil {
			return json.Unmarshal(vige.Valore, valore)
		}
		return nil
	}
	mancano, err := scelte.MancaAgliAtti(leggi)
	if err != nil {
		return nil, err
	}
	var tutte []pagine.Coda
	for _, chiave := range mancano {
		d, _ := impostazioni.Tutte().Cerca(chiave)
		tutte = append(tutte, pagine.Coda{Nome: "Senza questa impostazione gli atti non si stampano: " + d.Titolo, Indirizzo: IndirizzoDi(chiave), Quanti: 1})
	}
	scadono, err := s.scadenze(ctx, leggi)
	return append(tutte, scadono...), err
}
