package lettura

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// VincoloPagamento lets each payment of a channel in once.
const VincoloPagamento = "pagamento_canale_riferimento_key"

// destinatarioPagamento is what a payment is for.
type destinatarioPagamento struct {
	Verbale, Avviso uuid.UUID // avviso zero: the whole fine
	Violazione      calendario.Giorno
}

// Destinatario finds the notice (by number and IUV, or by IUV alone) or the fine that a payment names, in whatever
// state it is. A fine that is not there is the same 404, however it was named.
func (s *Lettore) Destinatario(ctx context.Context, numero, iuv string, verbale uuid.UUID) (d destinatarioPagamento, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return d, err
	}
	const per = `SELECT v.id, a.id, (v.data_violazione AT TIME ZONE 'Europe/Rome')::date
		FROM avviso a JOIN verbale v ON v.id = a.verbale WHERE `
	sql, chiave := `SELECT v.id, NULL::uuid, (v.data_violazione AT TIME ZONE 'Europe/Rome')::date FROM verbale v WHERE v.id = $1`, any(verbale)
	switch {
	case numero != "":
		sql, chiave = per+"a.iuv = $2 AND a.numero_avviso = $1 LIMIT 2", numero
	case iuv != "":
		sql, chiave = per+"a.iuv = $1 LIMIT 2", iuv
	}
	args := []any{chiave}
	if numero != "" {
		args = append(args, iuv) // the index is on it
	}
	rows, err := database.Pool.Query(ctx, sql, args...)
	if err != nil {
		return d, db.Wrap("pagamento", err)
	}
	tutti, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (d destinatarioPagamento, err error) {
		var avviso *uuid.UUID
		err = r.Scan(&d.Verbale, &avviso, &d.Violazione)
		d.Avviso = oZero(avviso)
		return d, err
	})
	switch {
	case err != nil:
		return d, db.Wrap("pagamento", err)
	case len(tutti) == 0:
		return d, problem.Nuovo(problem.Missing, "NON_TROVATO", "Non trovato",
			"Nessun verbale del comando corrisponde a ciò che è stato pagato.")
	case len(tutti) > 1:
		return d, problem.Conflitto("AVVISO_AMBIGUO", "Più avvisi di enti diversi hanno questo codice: indicare idVerbale.")
	}
	return tutti[0], nil
}

// pagamentoPresente is a payment that was recorded.
type pagamentoPresente struct {
	Verbale  uuid.UUID
	Importo  importo.Cent
	Data     calendario.Giorno
	Stornato calendario.Giorno      // zero: it counts
	Risposta vita.RispostaPagamento // the first one
}

// Pagamento finds a payment by channel and reference, taken back or not; false when there is none.
func (s *Lettore) Pagamento(ctx context.Context, canale, riferimento string) (p pagamentoPresente, c bool, err error) {
	database, err := s.pools.Tenant(ctx)
	if err != nil {
		return p, false, err
	}
	var risposta []byte
	err = database.Pool.QueryRow(ctx, `SELECT verbale, importo_cent, data, stornato, risposta FROM pagamento WHERE canale = $1 AND riferimento = $2`, canale, riferimento).
		Scan(&p.Verbale, &p.Importo, &p.Data, &p.Stornato, &risposta)
	if errors.Is(err, pgx.ErrNoRows) {
		return p, false, nil
	}
	if err != nil {
		return p, false, db.Wrap("pagamento", err)
	}
	if len(risposta) > 0 {
		if err := json.Unmarshal(risposta, &p.Risposta); err != nil {
			return p, false, fmt.Errorf("verbale: risposta al pagamento: %w", err)
		}
	}
	return p, true, nil
}
