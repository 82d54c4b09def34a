package esitopostale

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// PerPorzione is how many rows are worked in one transaction.
const PerPorzione = 250

// Service holds the use cases of outcome files.
type Service struct {
	*Store

	Archivio    *archivio.Store
	Deposito    *deposito.Deposito
	Adesso      func() time.Time
	PerPorzione int
	Porta       *Porta // of all files, whichever way they come
}

// Carica keeps a file, reads its rows and queues their work. The same bytes again change nothing and give
// the first answer; one whose work had failed is taken up where it stopped. The refusals: 400 names column
// or line (nothing of such a file is kept), 415 media type or encoding.
func (s *Service) Carica(ctx context.Context, corpo []byte, contentType, indirizzo string) (Esito, error) {
	t, err := apri(corpo, contentType)
	if err != nil {
		return Esito{}, err
	}
	chi, _ := auth.From(ctx)
	somma := sha256.Sum256(corpo)
	impronta := hex.EncodeToString(somma[:])
	id, err := uuid.NewV7()
	if err != nil {
		return Esito{}, fmt.Errorf("esito postale: %w", err)
	}
	// The whole file is read once before it is kept, the file before the row that names it.
	if err := intero(corpo, contentType); err != nil {
		return Esito{}, err
	}
	if _, err := s.Deposito.Metti(ctx, tenant.Name(ctx), corpo, "text/csv"); err != nil {
		return Esito{}, fmt.Errorf("esito postale: %w", err)
	}
	err = s.inTransazione(ctx, func(tx pgx.Tx) error {
		nuovo, err := tx.Exec(ctx, `INSERT INTO esito_postale (id, sha256, byte, stato, caricato, caricato_da) VALUES ($1, $2, $3, '`+string(verbale.EsitiAccodati)+`', $4, $5)
			ON CONFLICT (sha256) DO NOTHING`, id, impronta, len(corpo), s.Adesso(), chi.User)
		if err != nil {
			return err
		}
		a := db.Access{Attore: chi.User, Azione: "ESITI_POSTALI_CARICATI", Esito: impronta, Indirizzo: indirizzo}
		if nuovo.RowsAffected() == 0 {
			return riprendi(ctx, tx, impronta, a)
		}
		if err := copiaRighe(ctx, tx, id, t); err != nil {
			return err
		}
		a.Oggetto = id.String()
		if err := registra(ctx, tx, a); err != nil {
			return err
		}
		return accoda(ctx, tx, Esito{ID: id})
	})
	if err != nil {
		return Esito{}, err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return Esito{}, err
	}
	return unEsito(ctx, database.Pool, `WHERE sha256 = $1`, impronta)
}

// intero reads a file to its end, to find its faults.
func intero(corpo []byte, contentType string) error {
	t, err := apri(corpo, contentType)
	for err == nil {
		_, err = t.prossima()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// copiaRighe writes the rows as they are, to be worked.
func copiaRighe(ctx context.Context, tx pgx.Tx, id uuid.UUID, t *tracciato) error {
	righe := &copia{tracciato: t, esito: id}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"esito_postale_riga"}, colonneCopia(), righe)
	switch {
	case err != nil:
		return err
	case righe.err != nil && !errors.Is(righe.err, io.EOF):
		return righe.err
	}
	_, err = tx.Exec(ctx, `UPDATE esito_postale SET totale = $2, non_validi = $3 WHERE id = $1`, id, t.righe, righe.errori)
	return err
}

// riprendi takes up a file whose work had failed.
func riprendi(ctx context.Context, tx pgx.Tx, impronta string, a db.Access) error {
	e, err := unEsito(ctx, tx, `WHERE sha256 = $1 FOR UPDATE`, impronta)
	if err != nil || e.Stato != verbale.EsitiFalliti {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE esito_postale SET stato = '`+string(verbale.EsitiAccodati)+`', motivo = '' WHERE id = $1`, e.ID); err != nil {
		return err
	}
	a.Azione, a.Oggetto = "ESITI_POSTALI_RIPRESI", e.ID.String()
	if err := registra(ctx, tx, a); err != nil {
		return err
	}
	return accoda(ctx, tx, e)
}
