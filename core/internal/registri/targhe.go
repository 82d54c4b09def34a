package registri

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// spiega says of the plates that wait why they do: what their register last said, to this question.
func (s Store) spiega(ctx context.Context, domande []event.DomandaInAttesa) error {
	quali := map[string][]int{}
	var ids []string
	for i, d := range domande {
		if d.Registro == verbale.AttesaVeicoli {
			quali[d.IDVerbale] = append(quali[d.IDVerbale], i)
			ids = append(ids, d.IDVerbale)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	righe, err := database.Pool.Query(ctx, `SELECT DISTINCT ON (r.oggetto) r.oggetto, r.esito, r.quando
		FROM vpn_v1.registro r JOIN verbali_v1.targa_attesa t ON t.verbale = r.oggetto::uuid AND r.quando >= t.quando
		WHERE r.oggetto_tipo = 'verbale' AND r.oggetto = ANY ($1) AND r.azione = 'INDAGINE_TARGA' ORDER BY r.oggetto, r.posizione DESC`, ids)
	if err != nil {
		return db.Wrap("targhe in attesa", err)
	}
	defer righe.Close()
	for righe.Next() {
		var id, esito string
		var quando time.Time
		if err := righe.Scan(&id, &esito, &quando); err != nil {
			return db.Wrap("targhe in attesa", err)
		}
		for _, i := range quali[id] {
			domande[i].Detto, domande[i].Provata = percheTarga(esito), quando
		}
	}
	return db.Wrap("targhe in attesa", righe.Err())
}

// percheTarga says in words why a plate waits, by the outcome of its last question.
func percheTarga(esito string) string {
	switch esito {
	case "REGISTRO_NON_CONFIGURATO":
		return "Il comando non ha un registro dei veicoli collegato: l'amministratore lo collega nelle impostazioni «Registri dei veicoli e delle patenti», oppure si chiede per file con un lotto di visure."
	case string(verbale.IndagineRispostaNonUtilizzabile):
		return "Il registro dei veicoli ha risposto in un modo che non si può usare: si chiede di nuovo."
	default:
		return "Il registro dei veicoli non risponde."
	}
}
