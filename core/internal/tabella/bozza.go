package tabella

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Bozze keeps in the platform database, where every replica finds it, the file that an operator has
// sent and whose preview he is looking at: until he confirms it, for a day at most.
type Bozze struct{ Pools *db.Pools }

// bozzePerOperatore is how many files of one operator are kept: the newest.
const bozzePerOperatore = 5

// Bozza is a file with the table that it is for and who sent it: nobody else sees it.
type Bozza struct {
	Quale
	Operatore string
	File      []byte
}

// Salva keeps a file, gives its id and forgets those of more than a day ago.
func (b Bozze) Salva(ctx context.Context, z Bozza) (id string, err error) {
	database, err := b.Pools.Platform(ctx)
	if err != nil {
		return "", err
	}
	err = database.Pool.QueryRow(ctx, `INSERT INTO tabella_bozza (nome, tenant, operatore, contenuto) VALUES ($1, $2, $3, $4) RETURNING id::text`,
		z.Nome, z.Tenant, z.Operatore, z.File).Scan(&id)
	if err == nil {
		_, err = database.Pool.Exec(ctx, `DELETE FROM tabella_bozza WHERE creata < now() - interval '1 day' OR id IN (
			SELECT id FROM tabella_bozza WHERE operatore = $1 ORDER BY creata DESC, id OFFSET $2)`, z.Operatore, bozzePerOperatore)
	}
	return id, db.Wrap("bozza", err)
}

// Trova reads the file of a preview; NON_TROVATO when it is not of this operator and table, has been
// confirmed or is a day old.
func (b Bozze) Trova(ctx context.Context, id string, z Bozza) ([]byte, error) {
	if uuid.Validate(id) != nil {
		return nil, bozzaAssente()
	}
	database, err := b.Pools.Platform(ctx)
	if err != nil {
		return nil, err
	}
	var file []byte
	err = database.Pool.QueryRow(ctx, `SELECT contenuto FROM tabella_bozza
		WHERE id = $1 AND nome = $2 AND tenant = $3 AND operatore = $4 AND creata >= now() - interval '1 day'`,
		id, z.Nome, z.Tenant, z.Operatore).Scan(&file)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, bozzaAssente()
	}
	return file, db.Wrap("bozza", err)
}

// Dimentica drops a file that has been confirmed.
func (b Bozze) Dimentica(ctx context.Context, id string) error {
	database, err := b.Pools.Platform(ctx)
	if err != nil {
		return err
	}
	_, err = database.Pool.Exec(ctx, `DELETE FROM tabella_bozza WHERE id = $1`, id)
	return db.Wrap("bozza", err)
}

func bozzaAssente() error {
	return problem.Nuovo(problem.Missing, "NON_TROVATO", "Anteprima non più disponibile",
		"L'anteprima è già stata confermata oppure è scaduta: vedere le versioni della tabella o caricare di nuovo il file.")
}
