package tabella

import (
	"context"
	"encoding/json"
	"io"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"

	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// statoReparti gives the departments of a tenant as a table: each counts its own changes and none is
// ever deleted, so that the sum grows at every change.
func (s *Servizio) statoReparti(ctx context.Context, tenant string) (Stato, error) {
	stato := Stato{Nome: Reparti, Tenant: tenant}
	database, err := s.Store.Pools.Platform(ctx)
	if err != nil {
		return stato, err
	}
	err = database.Pool.QueryRow(ctx, `SELECT coalesce(sum(versione), 0), count(*) FROM reparto WHERE tenant = $1`, tenant).Scan(&stato.Versione, &stato.Righe)
	return stato, db.Wrap("reparti", err)
}

func (s *Servizio) righeReparti(ctx context.Context, tenant string, f Filtro) (voce.Pagina[json.RawMessage], error) {
	letti, err := s.Reparti.Elenca(ctx, tenant, f.Filtro)
	if err != nil {
		return voce.Pagina[json.RawMessage]{}, err
	}
	p := voce.Pagina[json.RawMessage]{Elementi: make([]json.RawMessage, len(letti.Elementi)), Cursore: letti.Cursore}
	for i, r := range letti.Elementi {
		if p.Elementi[i], err = json.Marshal(r); err != nil {
			return p, err
		}
	}
	return p, nil
}

// pagineReparti is how many departments are read at a time.
const pagineReparti = 200

func (s *Servizio) esportaReparti(ctx context.Context, tenant string) (func(io.Writer) error, error) {
	var tutti []reparto.Reparto
	for f := (voce.Filtro{Dimensione: pagineReparti}); ; f.Dopo = tutti[len(tutti)-1].Codice {
		p, err := s.Reparti.Elenca(ctx, tenant, f)
		if err != nil {
			return nil, err
		}
		tutti = append(tutti, p.Elementi...)
		if p.Cursore == "" {
			break
		}
	}
	return func(w io.Writer) error { return scriviReparti(w, tutti) }, nil
}

func scriviReparti(w io.Writer, tutti []reparto.Reparto) error {
	righe := make([]rigaReparto, len(tutti))
	for i, r := range tutti {
		righe[i] = rigaReparto(r)
	}
	return foglio.Scrivi(w, colonneReparti(), righe)
}

// rigaReparto is a department as a row of a file, which no spreadsheet runs as a formula.
type rigaReparto reparto.Reparto

// Chiave is the code of the department.
func (r rigaReparto) Chiave() string { return r.Codice }

// Campi are the cells in the order of colonneReparti.
func (r rigaReparto) Campi() []string { return []string{r.Codice, r.Descrizione, r.Stato} }

func colonneReparti() []string { return []string{"codice", "descrizione", "stato"} }
