package esitopostale

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/lettura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/posta"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// giudica records in a transaction of the caller's what the post says, by the same decisions as
// when a person records it (POST /verbali/{id}/eventi): one judgement an outcome, in their order. What
// contradicts the fine changes nothing and opens an anomaly, once. It waits for a change that holds the fines. The
// caller wakes the relay after its commit.
func (s *Service) giudica(ctx context.Context, tx pgx.Tx, esiti []posta.Esito) ([]posta.Giudizio, error) {
	per := map[uuid.UUID][]int{}
	var ids []uuid.UUID
	for i, x := range esiti {
		if per[x.Verbale] == nil {
			ids = append(ids, x.Verbale)
		}
		per[x.Verbale] = append(per[x.Verbale], i)
	}
	quadri, err := s.Archivio.TerminiIn(ctx, tx, ids) // held from here on, so that what two files say at once is not recorded twice
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if _, c := quadri[id]; !c {
			return nil, problem.NonTrovato("verbale", id.String())
		}
	}
	noti, err := lettura.ChiaviIn(ctx, tx, ids, posta.ChiaveEsito)
	if err != nil {
		return nil, err
	}
	giudice := posta.Posta{Ora: s.Adesso(), Quadri: quadri, Noti: noti}
	giudizi := make([]posta.Giudizio, len(esiti))
	fatto, err := s.Archivio.ApplicaIn(ctx, tx, ids, func(stato vita.Stato) (eventi []vita.Evento, err error) {
		for _, i := range per[stato.ID] {
			var nuovi []vita.Evento
			if giudizi[i], nuovi, stato, err = giudice.Giudica(stato, esiti[i]); err != nil {
				return nil, err
			}
			eventi = append(eventi, nuovi...)
		}
		return eventi, nil
	})
	if err != nil {
		return nil, err
	}
	for id, rifiuto := range fatto.Rifiutati {
		for _, i := range per[id] {
			giudizi[i] = posta.Giudizio{Esito: verbale.RigaRifiutata, Testo: mosse.Parole(rifiuto)}
		}
	}
	return giudizi, nil
}
