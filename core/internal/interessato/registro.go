package interessato

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Impronta is how core's register names a tax code: an HMAC-SHA256 with the tenant's key, cut to 128 bits, and the last
// four signs.
func Impronta(chiave []byte, codice string) string {
	m := hmac.New(sha256.New, chiave)
	m.Write([]byte(codice))
	return hex.EncodeToString(m.Sum(nil)[:16]) + " …" + codice[len(codice)-4:]
}

// improntaDi is how the register of the context's tenant names a tax code.
func (s Servizio) improntaDi(ctx context.Context, codice string) (string, error) {
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return "", err
	}
	var chiave []byte
	if err := database.Pool.QueryRow(ctx, `SELECT chiave FROM chiave`).Scan(&chiave); err != nil {
		return "", db.Wrap("chiave del registro", err)
	}
	return Impronta(chiave, codice), nil
}

// annota writes the line of an act about a tax code, and gives how the line names it.
func (s Servizio) annota(ctx context.Context, azione, codice, motivo, indirizzo string) (string, error) {
	impronta, err := s.improntaDi(ctx, codice)
	if err != nil {
		return "", err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return "", err
	}
	chi, _ := auth.From(ctx)
	a := db.Access{Attore: chi.User, Azione: azione, OggettoTipo: "codiceFiscale", Oggetto: impronta, Motivo: motivo, Esito: "OK", Indirizzo: indirizzo}
	if azione != consultato {
		return impronta, database.Audit(ctx, a)
	}
	return impronta, database.Transaction(ctx, func(tx *db.Tx) error {
		if err := entroLOra(tx, chi.User); err != nil {
			return err
		}
		return tx.Audit(a)
	})
}

// consultato is the act of who asks for everything that is held on a person.
const consultato = "INTERESSATO_CONSULTATO"

// personeAllOra is about how many persons an account may ask for everything in an hour: the requests of art. 15 that an office has
// come by the day, and who empties the archive goes through it person by person.
const personeAllOra = 30

// entroLOra is the 429 of an account that has asked for too many persons in the last hour.
func entroLOra(tx *db.Tx, attore string) error {
	libero, err := voce.Limite{Serie: "interessati di", Attore: attore, AlPiu: personeAllOra, Dove: `azione = ?`, Valori: []any{consultato}}.NellOra(tx)
	if e := problem.As(err); e != nil && e.Kind == problem.TooManyRequests {
		e.Dettaglio = "Questa utenza ha già raccolto i dati di " + strconv.Itoa(personeAllOra) + " persone nell'ultima ora: riprovare dalle " +
			libero.Add(time.Minute).In(calendario.Roma()).Format("15:04") + "."
	}
	return err
}

// inRegistro is the question to the register of one service; the fines are told by their id, a vehicle by its plate, the
// person by what the services make of her tax code, a list of look-ups by who is in it.
const inRegistro = `(SELECT '%s'::text, quando, attore, azione, oggetto_tipo, oggetto, motivo, esito FROM %s
	WHERE oggetto_tipo = 'verbale' AND oggetto = ANY($1) OR oggetto_tipo IN ('targa', 'veicolo') AND oggetto = ANY($2)
		OR oggetto_tipo = 'codiceFiscale' AND oggetto = ANY($3)
		OR oggetto_tipo = 'elenco' AND oggetto IN (SELECT elenco::text FROM connessione_v1.elencato WHERE codice_fiscale = $5)
	ORDER BY quando DESC LIMIT $4)`

// registri reads the lines of every service about the person, her fines and their plates.
func (r raccolta) registri(ctx context.Context) error {
	var suo string
	database, err := r.pools.Tenant(ctx)
	if err != nil {
		return err
	}
	if err := database.Pool.QueryRow(ctx, `SELECT tenantapi_v1.impronta($1)`, r.x.CodiceFiscale).Scan(&suo); err != nil {
		return db.Wrap("registro di tenantapi", err)
	}
	verbali, targhe := []string{}, []string{}
	for _, v := range r.x.Verbali {
		verbali, targhe = append(verbali, v.ID.String()), append(targhe, v.Targa)
	}
	sql := ""
	for _, m := range bootstrap.Modules() {
		if !m.InTenant {
			continue
		}
		if sql != "" {
			sql += " UNION ALL "
		}
		sql += fmt.Sprintf(inRegistro, m.Name, pgx.Identifier{bootstrap.Views(m.Schema), "registro"}.Sanitize())
	}
	r.x.Registro, err = db.Every[Riga](ctx, r.pools, "registri", sql+" ORDER BY 2 DESC LIMIT $4", verbali, targhe, []string{r.impronta, suo}, righeMassime, r.x.CodiceFiscale)
	r.x.Parziale = r.x.Parziale || len(r.x.Registro) == righeMassime
	return err
}
