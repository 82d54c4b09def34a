package send

import (
	"context"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/elenco"
)

// registro is SEND's key in connessione_v1.arresto, which records the pauses of connections.
const registro = "send"

// Code lists the rows of the first page: notifications that wait for a person or cannot leave, the paused channel, sixty days that wait
// for a reading. The rows have no links for a caller who may not read fines.
func (s Store) Code(ctx context.Context) ([]pagine.Coda, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	code := []pagine.Coda{
		{Nome: "Notifiche con SEND: una persona decide", Indirizzo: filtro{Aspetta: aspettaPersona}.indirizzo(elenco.Posto{})},
		{Nome: "Notifiche con SEND che non possono partire", Indirizzo: filtro{Aspetta: aspettaPartire}.indirizzo(elenco.Posto{})},
		{Nome: "Canale di SEND in pausa", Indirizzo: Indirizzo},
		{Nome: "Sessanta giorni finiti, che aspettano una rilettura di SEND", Indirizzo: filtro{Aspetta: aspettaRilettura}.indirizzo(elenco.Posto{})},
	}
	for i, c := range []struct {
		sql  string
		dati []any
	}{
		{`SELECT count(*), min(dal) FROM (SELECT persona_dal AS dal FROM connessione_v1.invio WHERE persona <> '' LIMIT $1) x`, nil},
		{`SELECT count(*), min(dal) FROM (SELECT ferma_dal AS dal FROM connessione_v1.invio WHERE ferma <> '' LIMIT $1) x`, nil},
		{`SELECT count(*), min(dal) FROM (SELECT dal FROM connessione_v1.arresto WHERE registro = '` + registro + `' LIMIT $1) x`, nil},
		{`SELECT count(*), min(dal) FROM (SELECT dal::timestamptz AS dal FROM connessione_v1.rilettura WHERE dal < $2 LIMIT $1) x`, []any{calendario.Da(s.Adesso())}},
	} {
		var dal *time.Time
		if err := database.Pool.QueryRow(ctx, c.sql, append([]any{contaAlPiu + 1}, c.dati...)...).Scan(&code[i].Quanti, &dal); err != nil {
			return nil, db.Wrap(code[i].Nome, err)
		}
		code[i].Quanti, code[i].Oltre = min(code[i].Quanti, contaAlPiu), code[i].Quanti > contaAlPiu
		if dal != nil {
			code[i].PiuVecchia = calendario.Da(*dal)
		}
		if chi, ok := auth.From(ctx); !ok || !chi.Can(auth.PermessoVerbaleLeggi) {
			code[i].Indirizzo = ""
		}
	}
	return code, nil
}
