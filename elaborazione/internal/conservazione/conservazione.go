// Package conservazione deletes what the command no longer keeps of its fines: what goes and how is in the schema
// (conserva, oscura_verbale), when is in the rounds of shared/spine/retention. Here the others are told, and what a restore
// brought back is erased again.
package conservazione

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Regole runs the rules on the fines of every command.
func Regole(p *db.Pools, t *tenant.Directory, log *slog.Logger) retention.Runner {
	return retention.Runner{Pools: p, Tenant: t, Log: log, Kinds: verbale.ConservateDa("elaborazione"), After: annuncia}
}

// annuncia tells of the fines that went, and not of what went apart from them.
func annuncia(tx *db.Tx, gone []retention.Gone) error {
	for _, g := range gone {
		if g.Verbale == nil || g.Oggetto == nil || *g.Verbale != *g.Oggetto {
			continue
		}
		if err := tx.Publish(event.VerbaleCancellato{IDVerbale: g.Verbale.String()}); err != nil {
			return err
		}
	}
	return nil
}

// Riga is a line of the register of deletions as it is kept outside the database: ids, no person. Quando is an instant.
type Riga struct {
	Classe  string    `json:"classe"`
	Verbale uuid.UUID `json:"verbale"`
	Quando  time.Time `json:"quando"`
}

// Esporta writes the fines erased so far, a JSON object a line, the oldest first.
func Esporta(ctx context.Context, p *db.Pools, w io.Writer) error {
	righe, err := db.Every[Riga](ctx, p, "registro delle cancellazioni",
		`SELECT classe, verbale, quando FROM cancellazione WHERE oggetto = verbale ORDER BY posizione`)
	if err != nil {
		return err
	}
	scrive := json.NewEncoder(w)
	for _, r := range righe {
		if err := scrive.Encode(r); err != nil {
			return fmt.Errorf("conservazione: %w", err)
		}
	}
	return nil
}

// Ripetute counts what became of the lines of a register that was given back after a restore.
type Ripetute struct{ Cancellati, Gia, Trattenuti, Assenti int }

// Ripeti erases again the fines of a register; a fine already erased, or held, stays as it is. Only the owner of the
// schema may: no rule is asked for.
func Ripeti(ctx context.Context, p *db.Pools, r io.Reader) (fatte Ripetute, err error) {
	database, err := p.Tenant(ctx)
	if err != nil {
		return fatte, err
	}
	legge := json.NewDecoder(r)
	for n := 1; ; n++ {
		var riga Riga
		err := legge.Decode(&riga)
		if errors.Is(err, io.EOF) {
			return fatte, nil
		}
		if err != nil || riga.Verbale == uuid.Nil || riga.Classe == "" {
			return fatte, problem.CampoNonValido("file", fmt.Sprintf("la voce %d non è una riga del registro delle cancellazioni", n))
		}
		if err := fatte.una(ctx, database, riga); err != nil {
			return fatte, err
		}
	}
}

func (x *Ripetute) una(ctx context.Context, database *db.Database, r Riga) error {
	var esito string
	err := pgx.BeginFunc(ctx, database.Pool, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `SELECT ripeti_cancellazione($1, $2)`, r.Classe, r.Verbale).Scan(&esito); err != nil || esito != "CANCELLATO" {
			return err
		}
		return db.Enqueue(ctx, tx, tenant.Name(ctx), event.VerbaleCancellato{IDVerbale: r.Verbale.String()})
	})
	if err != nil {
		return db.Wrap("cancellazione del verbale "+r.Verbale.String(), err)
	}
	switch esito {
	case "CANCELLATO":
		x.Cancellati++
		database.Wake()
	case "GIA_CANCELLATO":
		x.Gia++
	case "TRATTENUTO":
		x.Trattenuti++
	default:
		x.Assenti++
	}
	return nil
}
