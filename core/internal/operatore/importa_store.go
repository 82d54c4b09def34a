package operatore

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// errProva undoes an import that only had to be tried.
var errProva = errors.New("operatore: prova")

// Importa runs leggi in one transaction; it is given where accounts may belong, and what writes a
// batch. Rows, audit and one fact for all of them are kept together or not at all.
func (s Store) Importa(ctx context.Context, i Importazione, leggi func(luoghi, func([]importato, *errori) error) error) (esito Importati, err error) {
	database, err := s.Pools.Platform(ctx)
	if err != nil {
		return esito, err
	}
	err = pgx.BeginFunc(ctx, database.Pool, func(tx pgx.Tx) error {
		dove, err := luoghiDi(ctx, tx, i.Tenant)
		if err != nil {
			return err
		}
		err = leggi(dove, func(lotto []importato, e *errori) error {
			creati, presenti, err := importaLotto(ctx, tx, lotto, dove, e)
			esito.Creati += creati
			esito.Presenti += presenti
			return err
		})
		switch {
		case err != nil:
			return err
		case i.Prova:
			return errProva
		case esito.Creati == 0:
			return nil
		}
		return db.Enqueue(ctx, tx, tenant.Platform, event.OperatoreCambiato(i.Tenant, ""))
	})
	if errors.Is(err, errProva) {
		return esito, nil
	}
	if err != nil {
		return Importati{}, db.Wrap("importazione", err)
	}
	database.Wake()
	return esito, nil
}

// luoghiDi reads, and keeps as they are until the end, what accounts of a tenant may belong to.
func luoghiDi(ctx context.Context, tx pgx.Tx, nome string) (l luoghi, err error) {
	var c bool
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM tenant WHERE nome = $1 AND banca_pronta)`, nome).Scan(&c)
	if err != nil {
		return l, err
	}
	if !c {
		return l, problem.CampoNonValido("tenant", nome+" non è registrato")
	}
	l = luoghi{reparti: map[string]bool{}, integratori: map[string]string{}}
	var codice, id string
	righe, _ := tx.Query(ctx, `SELECT codice FROM reparto WHERE tenant = $1 AND stato = 'ATTIVO' FOR SHARE`, nome)
	if _, err = pgx.ForEachRow(righe, []any{&codice}, func() error { l.reparti[codice] = true; return nil }); err != nil {
		return l, err
	}
	righe, _ = tx.Query(ctx, `SELECT nome, id::text FROM integratore WHERE tenant = $1 AND stato = 'ATTIVO' FOR SHARE`, nome)
	if _, err = pgx.ForEachRow(righe, []any{&codice, &id}, func() error { l.integratori[codice] = id; return nil }); err != nil {
		return l, err
	}
	righe, _ = tx.Query(ctx, `SELECT nome FROM ruolo WHERE tenant = $1 FOR SHARE`, nome)
	_, err = pgx.ForEachRow(righe, []any{&codice}, func() error { l.ruoli = append(l.ruoli, ruolo.Ruolo{Nome: codice}); return nil })
	return l, err
}

// importaLotto compares a batch with the accounts that are there and, unless something is wrong with
// the file, writes the others.
func importaLotto(ctx context.Context, tx pgx.Tx, lotto []importato, dove luoghi, e *errori) (creati, presenti int, err error) {
	trovati, err := presentiFra(ctx, tx, lotto)
	if err != nil {
		return 0, 0, err
	}
	var nuovi []importato
	for _, o := range lotto {
		if presente, c := trovati[o.Username]; c {
			presenti++
			diverso(o, presente, e)
			continue
		}
		nuovi = append(nuovi, o)
	}
	if e.tutti > 0 || len(nuovi) == 0 {
		return 0, presenti, nil
	}
	return len(nuovi), presenti, inserisciLotto(ctx, tx, nuovi, dove)
}

func presentiFra(ctx context.Context, tx pgx.Tx, lotto []importato) (map[string]Operatore, error) {
	nomi := make([]string, 0, len(lotto))
	for _, o := range lotto {
		if FormaValida(o.Username) {
			nomi = append(nomi, o.Username)
		}
	}
	righe, err := tx.Query(ctx, seleziona+`WHERE o.username = ANY($1)`, nomi)
	if err != nil {
		return nil, err
	}
	tutti, err := pgx.CollectRows(righe, func(r pgx.CollectableRow) (Operatore, error) { return leggi(r.Scan) })
	trovati := make(map[string]Operatore, len(tutti))
	for _, o := range tutti {
		trovati[o.Username] = o
	}
	return trovati, err
}

func inserisciLotto(ctx context.Context, tx pgx.Tx, nuovi []importato, dove luoghi) error {
	colonne, righe := make([][]string, 9), make([]db.Access, len(nuovi))
	for j, o := range nuovi {
		righe[j] = db.Access{Attore: voce.Autore(ctx), Azione: "IMPORTATO", OggettoTipo: "operatore", Oggetto: nuovi[0].Tenant + "/" + o.Username, Esito: "OK"}
		for i, v := range []string{o.Username, o.Reparto, o.Impronta, o.Nome, o.Cognome, o.CodiceFiscale,
			strings.Join(o.Ruoli, ","), dove.integratori[o.Integratore], o.Stato} {
			colonne[i] = append(colonne[i], v)
		}
	}
	args := []any{nuovi[0].Tenant}
	for _, c := range colonne {
		args = append(args, c)
	}
	r, err := tx.Exec(ctx, `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, nome, cognome, codice_fiscale, ruoli, integratore, stato)
		SELECT u, $1, r, r, h, n, c, f, string_to_array(l, ','), nullif(i, '')::uuid, s
		FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
			AS x(u, r, h, n, c, f, l, i, s)
		ON CONFLICT (username) DO NOTHING`, args...)
	if err != nil {
		return err
	}
	if r.RowsAffected() != int64(len(nuovi)) {
		return problem.Conflitto("CAMBIATO_NEL_FRATTEMPO", "Qualcuno ha creato nel frattempo un'utenza del file: ripetere il comando.")
	}
	return db.Audit(ctx, tx, righe...)
}
