package invio

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
)

const (
	proveInsieme  = 16
	provaRiprova  = time.Minute // doubles, up to a day
	provaRaddoppi = 10
	provaAlPiu    = 24 * time.Hour
)

// prova is a file to fetch from SEND: a legal fact, evidence of the delivery, or the notice of receipt.
type prova struct {
	ID, Invio, Verbale     uuid.UUID
	IUN, Chiave, Categoria string
	Tentativi              int
	file                   send.File
	messo                  deposito.Riferimento
	err                    error
}

// prendiProve fetches the due files. Each file enters the store first, and its row is written then.
func (s *Service) prendiProve(ctx context.Context, comando string, c canale) (time.Duration, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return dopoUnErrore, err
	}
	adesso := s.Adesso()
	righe, err := database.Pool.Query(ctx, `SELECT p.id, p.invio, i.verbale, i.iun, p.chiave, p.categoria, p.tentativi
		FROM invio_prova p JOIN invio i ON i.id = p.invio
		WHERE p.prossimo <= $1 AND i.iun <> '' ORDER BY p.prossimo LIMIT $2`, adesso, proveInsieme)
	if err != nil {
		return dopoUnErrore, db.Wrap("prove", err)
	}
	prove, err := pgx.CollectRows(righe, func(r pgx.CollectableRow) (*prova, error) {
		var p prova
		return &p, r.Scan(&p.ID, &p.Invio, &p.Verbale, &p.IUN, &p.Chiave, &p.Categoria, &p.Tentativi)
	})
	if err != nil {
		return dopoUnErrore, db.Wrap("prove", err)
	}
	if len(prove) == 0 {
		var quando *time.Time
		err := database.Pool.QueryRow(ctx, `SELECT min(p.prossimo) FROM invio_prova p JOIN invio i ON i.id = p.invio WHERE i.iun <> ''`).Scan(&quando)
		return entro(quando, adesso), db.Wrap("prove", err)
	}
	s.insieme(len(prove), func(n int) { s.prendiProva(ctx, comando, c, prove[n]) })
	var lotto pgx.Batch
	errori := make([]error, 0, len(prove))
	for _, p := range prove {
		errori = append(errori, p.accoda(&lotto, adesso))
	}
	return 0, errors.Join(database.Send(context.WithoutCancel(ctx), &lotto), tutte(errori))
}

func (s *Service) prendiProva(ctx context.Context, comando string, c canale, p *prova) {
	quale := chi(comando, p.Verbale.String())
	if p.Categoria == parole.DocumentoAvviso {
		p.file, p.err = c.Avviso(ctx, quale, p.IUN, p.Chiave)
	} else {
		p.file, p.err = c.Atto(ctx, quale, p.IUN, p.Chiave)
	}
	if p.err != nil {
		return
	}
	p.messo, p.err = s.Deposito.Metti(ctx, comando, p.file.Contenuto, p.file.Tipo)
	p.file.Contenuto = nil
}

// accoda queues the result of fetching a file. A file that is still in SEND's archive is no failure.
func (p *prova) accoda(lotto *pgx.Batch, adesso time.Time) error {
	if p.err == nil {
		lotto.Queue(`UPDATE invio_prova SET nome = $2, mime = $3, sha256 = $4, byte = $5, presa = $6, prossimo = NULL, errore = ''
			WHERE id = $1 AND prossimo IS NOT NULL`, p.ID, p.file.Nome, p.file.Tipo, p.messo.SHA256, p.messo.Byte, adesso)
		return nil
	}
	attesa := min(provaRiprova<<min(p.Tentativi, provaRaddoppi), provaAlPiu)
	errore, err := "NON_PRESA", p.err
	if a, inArchivio := errors.AsType[*send.Attendi](p.err); inArchivio {
		attesa, errore, err = max(a.Dopo, time.Second), "IN_ARCHIVIO", nil
	}
	lotto.Queue(`UPDATE invio_prova SET prossimo = $2, tentativi = tentativi + 1, errore = $3 WHERE id = $1 AND prossimo IS NOT NULL`, p.ID,
		adesso.Add(attesa), errore)
	return err
}
