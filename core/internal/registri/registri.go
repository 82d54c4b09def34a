// Package registri shows what waits because of the registers: questions about persons and plates without an answer, and the acts
// whose addressee has a digital domicile, which no lot of paper takes by itself. elaborazione knows them with their terms; here they are counted and shown.
package registri

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Domicili is the address of the page of the acts to be sent to a digital domicile.
const Domicili = pagine.Base + "domiciliDigitali"

// NomeDomicili is the queue, as people read it.
const NomeDomicili = "Atti con domicilio digitale, da mandare"

// Attese is the address of the page of what waits for a register.
const Attese = pagine.Base + "registriInAttesa"

// nomeAttese is the queue, as people read it.
const nomeAttese = "Aspettano la risposta di un registro"

// contaAlPiu bounds what the first page counts.
const contaAlPiu = 10_000

// Store counts in the database of the context's tenant.
type Store struct {
	Pools  *db.Pools
	Adesso func() time.Time
}

// Code is the row of the first page, without a link for a caller who may not read fines.
func (s Store) Code(ctx context.Context) ([]pagine.Coda, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	attese := pagine.Coda{Nome: nomeAttese, Indirizzo: Attese}
	if err := database.Pool.QueryRow(ctx, contaAttese, contaAlPiu+1, calendario.Da(s.Adesso())).Scan(&attese.Quanti); err != nil {
		return nil, db.Wrap(attese.Nome, err)
	}
	attese.Quanti, attese.Oltre = min(attese.Quanti, contaAlPiu), attese.Quanti > contaAlPiu
	if chi, ok := auth.From(ctx); !ok || !chi.Can(auth.PermessoVerbaleDecidi) {
		attese.Indirizzo = ""
	}
	return []pagine.Coda{attese}, nil
}

// contaAttese counts the questions that were tried in vain, or that nobody has answered since the day before: a question just
// asked is no queue.
const contaAttese = `SELECT count(*) FROM (SELECT 1 FROM verbali_v1.registro_atteso x
	WHERE x.giorno < $2::date
		OR EXISTS (SELECT FROM connessione_v1.attesa a WHERE a.posizione = x.posizione AND a.registro = x.registro)
	UNION ALL SELECT 1 FROM verbali_v1.targa_attesa t WHERE (t.quando AT TIME ZONE 'Europe/Rome')::date < $2::date
		OR EXISTS (SELECT FROM vpn_v1.registro r WHERE r.oggetto_tipo = 'verbale' AND r.oggetto = t.verbale::text
			AND r.azione = 'INDAGINE_TARGA' AND r.quando >= t.quando) LIMIT $1) x`

// Attesa is a question about the persons of a fine that waits for a register.
type Attesa struct {
	Registro verbale.RegistroVisura
	Chiesta  calendario.Giorno
	Detto    string // why, as far as it was tried
	Codice   string // tax code of the subject; it tells a company from a person
}

// Perche says in words why it waits.
func (a Attesa) Perche() string {
	if a.Detto == "" {
		return "in coda " + a.Chiesta.Detto("dal") + ": l'atto si stampa quando il registro risponde"
	}
	return a.Chiesta.Detto("dal") + ". " + a.Detto
}

// Verbale are the questions of a fine without an answer.
func (s Store) Verbale(ctx context.Context, id uuid.UUID) ([]Attesa, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return nil, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT x.registro, x.giorno, coalesce(a.detto, ''), coalesce(s.codice_fiscale, '') FROM verbali_v1.registro_atteso x
		LEFT JOIN verbali_v1.posizione p ON p.id = x.posizione LEFT JOIN verbali_v1.soggetto s ON s.id = p.soggetto
		LEFT JOIN connessione_v1.attesa a ON a.posizione = x.posizione AND a.registro = x.registro WHERE x.verbale = $1 ORDER BY x.id`, id)
	if err != nil {
		return nil, db.Wrap("registri in attesa", err)
	}
	attese, err := pgx.CollectRows(righe, pgx.RowToStructByPos[Attesa])
	return attese, db.Wrap("registri in attesa", err)
}
