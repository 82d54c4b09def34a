package invio

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/invio/componi"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// daSpedire holds what a notification says of its fine, and the debt and procedure that may forbid sending it.
type daSpedire struct {
	componi.Dati
	debito    verbale.Debito
	procedura verbale.Procedura
}

// leggiDati reads positions as their fines have them now. The map is keyed by position.
func leggiDati(ctx context.Context, da domanda, posizioni []uuid.UUID) (map[uuid.UUID]daSpedire, error) {
	righe, err := da.Query(ctx, `SELECT p.id, p.ordine, v.anno, v.numero, v.lettera, v.debito, v.procedura, s.tipo = 'SOCIETA', s.codice_fiscale, s.cognome,
			s.nome, s.denominazione, s.indirizzo, s.civico, s.cap, s.comune, s.provincia, s.nazione,
			(SELECT json_agg(json_build_object('tipo', a.tipo, 'numero', a.numero_avviso, 'creditore', a.codice_fiscale_ente, 'importoCent', a.importo_cent)
				ORDER BY a.tipo DESC) FROM verbali_v1.avviso a WHERE a.posizione = p.id AND a.tipo = ANY ($2) AND a.stato = $3)
		FROM verbali_v1.posizione p JOIN verbali_v1.verbale v ON v.id = p.verbale JOIN verbali_v1.soggetto s ON s.id = p.soggetto
		WHERE p.id = ANY ($1)`, posizioni, []cds.Tipo{cds.Ridotto30, cds.Ridotto}, verbale.AvvisoEmesso)
	if err != nil {
		return nil, db.Wrap("verbali da spedire", err)
	}
	tutti := map[uuid.UUID]daSpedire{}
	var id uuid.UUID
	var d daSpedire
	var numero int64
	var lettera string
	var avvisi []byte
	s := &d.Persona
	_, err = pgx.ForEachRow(righe, []any{&id, &d.Ordine, &d.Anno, &numero, &lettera, &d.debito, &d.procedura, &s.Societa, &s.CodiceFiscale, &s.Cognome, &s.Nome,
		&s.Denominazione, &s.Indirizzo, &s.Civico, &s.Cap, &s.Comune, &s.Provincia, &s.Nazione, &avvisi}, func() error {
		d.Numero = strconv.FormatInt(numero, 10)
		if lettera != "" {
			d.Numero += "/" + lettera
		}
		d.Avvisi = nil
		if avvisi != nil {
			if err := json.Unmarshal(avvisi, &d.Avvisi); err != nil {
				return err
			}
		}
		tutti[id] = d
		return nil
	})
	return tutti, db.Wrap("verbali da spedire", err)
}
