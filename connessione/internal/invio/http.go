package invio

import (
	"context"
	"encoding/json"
	"mime"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/connessione/internal/send/perfeziona"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/registri/send/racconto"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// HTTP is the group PndConnRestService.
type HTTP struct{ *Service }

// Avvia answers POST /notifiche.
func (h HTTP) Avvia(c echo.Context) error {
	q, err := web.Decode[struct {
		IDVerbale   string `json:"idVerbale"`
		Posizione   string `json:"posizione"`
		Motivo      string `json:"motivo"`
		Idempotenza string `json:"idempotenza"`
	}](c)
	if err != nil {
		return err
	}
	r, err := h.Service.Avvia(c.Request().Context(), event.DomandaInvio{IDVerbale: q.IDVerbale, Posizione: q.Posizione, Motivo: q.Motivo,
		Idempotenza: q.Idempotenza, Indirizzo: c.RealIP()})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, r)
}

// Notifica is an attempt as GET /notifiche/{id} tells it.
type Notifica struct {
	ID           string             `json:"id"`
	IDVerbale    string             `json:"idVerbale"`
	Posizione    string             `json:"posizione"`
	Stato        Stato              `json:"stato"`
	Protocollo   string             `json:"protocollo,omitempty"`
	IUN          string             `json:"iun,omitempty"`
	Chiesta      time.Time          `json:"chiesta"`
	Inviata      *time.Time         `json:"inviata,omitempty"`
	Accettata    *time.Time         `json:"accettata,omitempty"`
	Giorno       string             `json:"giorno,omitempty"`
	Istante      *time.Time         `json:"istante,omitempty"`
	Modo         string             `json:"modo,omitempty"`
	Via          string             `json:"via,omitempty"`
	Prevista     string             `json:"prevista,omitempty"`
	Persona      string             `json:"persona,omitempty"`
	Ferma        string             `json:"ferma,omitempty"`
	Rifiuti      []racconto.Rifiuto `json:"rifiuti,omitempty"`
	Annullo      *time.Time         `json:"annullo,omitempty"`
	Costo        *racconto.Costo    `json:"costo,omitempty"`
	Elementi     []ElementoLetto    `json:"elementi"`
	Attestazioni []Attestazione     `json:"attestazioni"`
}

// ElementoLetto is an element of a timeline, without what names people.
type ElementoLetto struct {
	Categoria string     `json:"categoria"`
	Accaduto  *time.Time `json:"accaduto,omitempty"`
	Saputo    *time.Time `json:"saputo,omitempty"`
	Superato  bool       `json:"superato,omitempty"`
}

// Attestazione is a legal fact or other evidence. Presa is nil until SEND has given the file.
type Attestazione struct {
	ID        string     `json:"id"`
	Categoria string     `json:"categoria"`
	Nome      string     `json:"nome,omitempty"`
	Tipo      string     `json:"tipo,omitempty"`
	SHA256    string     `json:"sha256,omitempty"`
	Byte      int64      `json:"byte,omitempty"`
	Presa     *time.Time `json:"presa,omitempty"`
	Superata  bool       `json:"superata,omitempty"`
}

// Mostra answers GET /notifiche/{id}.
func (h HTTP) Mostra(c echo.Context) error {
	ctx := c.Request().Context()
	database, err := h.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	i, err := h.trova(ctx, database, c.Param("id"))
	if err != nil {
		return err
	}
	n := Notifica{ID: i.ID.String(), IDVerbale: i.Verbale.String(), Posizione: i.Posizione.String(), Stato: i.Stato, Protocollo: i.Protocollo, IUN: i.IUN,
		Chiesta: i.Chiesto, Inviata: i.Inviato, Accettata: i.Accettato, Istante: i.Istante, Modo: i.Modo, Via: i.Via, Persona: i.Persona, Ferma: i.Ferma,
		Rifiuti: i.Rifiuti, Annullo: i.Annullo, Costo: i.Costo, Elementi: []ElementoLetto{}, Attestazioni: []Attestazione{}}
	if !i.Giorno.IsZero() {
		n.Giorno = i.Giorno.String()
	}
	if !i.Prevista.IsZero() {
		n.Prevista = i.Prevista.String()
	}
	n.Elementi, err = raccogli[ElementoLetto](ctx, database, `SELECT categoria, accaduto, saputo, superato FROM invio_elemento
		WHERE invio = $1 ORDER BY ordine`, i.ID)
	if err != nil {
		return err
	}
	if n.Attestazioni, err = raccogli[Attestazione](ctx, database, `SELECT id::text, categoria, nome, mime, sha256, byte, presa, superata FROM invio_prova
		WHERE invio = $1 ORDER BY id`, i.ID); err != nil {
		return err
	}
	if err := h.annota(ctx, db.Access{Azione: "NOTIFICA_LETTA", Oggetto: i.Verbale.String(), Esito: string(i.Stato), Indirizzo: c.RealIP()}); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, n)
}

func raccogli[T any](ctx context.Context, database *db.Database, sql string, args ...any) ([]T, error) {
	righe, err := database.Pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, db.Wrap("notifica", err)
	}
	tutti, err := pgx.CollectRows(righe, pgx.RowToStructByPos[T])
	if tutti == nil {
		tutti = []T{}
	}
	return tutti, db.Wrap("notifica", err)
}

func (h HTTP) trova(ctx context.Context, database *db.Database, chiave string) (*Invio, error) {
	id, ok := codici.ID(chiave)
	if !ok {
		return nil, problem.NonTrovato("notifica", chiave)
	}
	i, err := uno(ctx, database.Pool, `WHERE i.id = $1`, id)
	if err == nil && i == nil {
		err = problem.NonTrovato("notifica", chiave)
	}
	return i, err
}

// Annulla answers POST /notifiche/{id}/annulla: 202 with what SEND said.
func (h HTTP) Annulla(c echo.Context) error {
	q, err := web.Decode[struct {
		Motivo string `json:"motivo"`
	}](c)
	if err != nil {
		return err
	}
	r, err := h.Service.Annulla(c.Request().Context(), event.DomandaAnnullo{ID: c.Param("id"), Motivo: q.Motivo, Indirizzo: c.RealIP()})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusAccepted, r)
}

// Attestazione answers GET /notifiche/{id}/attestazioni/{aid} with the file; 409 ATTESTAZIONE_IN_ARRIVO while SEND has not given it.
func (h HTTP) Attestazione(c echo.Context) error {
	ctx := c.Request().Context()
	database, err := h.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	i, err := h.trova(ctx, database, c.Param("id"))
	if err != nil {
		return err
	}
	aid, ok := codici.ID(c.Param("aid"))
	if !ok {
		return problem.NonTrovato("attestazione", c.Param("aid"))
	}
	prove, err := raccogli[Attestazione](ctx, database, `SELECT id::text, categoria, nome, mime, sha256, byte, presa, superata FROM invio_prova
		WHERE invio = $1 AND id = $2`, i.ID, aid)
	switch {
	case err != nil:
		return err
	case len(prove) == 0:
		return problem.NonTrovato("attestazione", c.Param("aid"))
	case prove[0].SHA256 == "":
		return problem.Conflitto("ATTESTAZIONE_IN_ARRIVO", "SEND non ha ancora dato questa attestazione: si chiede da sola, e si può riprovare più tardi.")
	}
	contenuto, err := h.Deposito.Leggi(ctx, tenant.Name(ctx), prove[0].SHA256)
	if err != nil {
		return err
	}
	if err := h.annota(ctx, db.Access{Azione: "ATTESTAZIONE_LETTA", Oggetto: i.Verbale.String(), Esito: prove[0].Categoria, Indirizzo: c.RealIP()}); err != nil {
		return err
	}
	c.Response().Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": prove[0].Nome}))
	c.Response().Header().Set("X-Content-Type-Options", "nosniff")
	return c.Blob(http.StatusOK, prove[0].Tipo, contenuto)
}

// CostoAvviso is what the notification under a notice costs, as GET /costi/{numeroAvviso} tells it.
type CostoAvviso struct {
	NumeroAvviso string `json:"numeroAvviso"`
	IDNotifica   string `json:"idNotifica"`
	IUN          string `json:"iun,omitempty"`
	racconto.Costo
}

// Costi answers GET /costi/{numeroAvviso}; 404 for a notice with which nothing was sent.
func (h HTTP) Costi(c echo.Context) error {
	ctx := c.Request().Context()
	numero := c.Param("numeroAvviso")
	database, err := h.Pools.Tenant(ctx)
	if err != nil {
		return err
	}
	i, err := uno(ctx, database.Pool, `JOIN verbali_v1.avviso a ON a.posizione = i.posizione AND a.numero_avviso = $1
		WHERE i.stato <> 'RIFIUTATA'
			AND jsonb_path_exists(i.richiesta, '$.recipients[*].payments[*].pagoPa.noticeCode ? (@ == $n)', jsonb_build_object('n', $1::text))
		ORDER BY i.chiesto DESC LIMIT 1`, numero)
	switch {
	case err != nil:
		return err
	case i == nil:
		return problem.NonTrovato("notifica con l'avviso", numero)
	}
	r := CostoAvviso{NumeroAvviso: numero, IDNotifica: i.ID.String(), IUN: i.IUN}
	if i.Costo != nil {
		r.Costo = *i.Costo
	} else {
		sc, err := h.Canali.scelte(ctx, tenant.Name(ctx))
		if err != nil {
			return err
		}
		r.Costo = *costoDi(nil, perfeziona.Esito{}, sc)
	}
	return c.JSON(http.StatusOK, r)
}

// Domande answers the questions chiedi.connessione.send.* of the other modules. Ammetti checks the token and the permission of the
// operator for whom they ask.
type Domande struct {
	Service *Service
	Ammetti func(ctx context.Context, permesso auth.Permission) (context.Context, error)
}

// Tutte maps each operation to its answer.
func (d Domande) Tutte() map[string]bus.Answer {
	return map[string]bus.Answer{
		event.SendAnteprima: chiesta(d, auth.PermessoVerbaleDecidi, d.Service.Anteprima),
		event.SendAvvia:     chiesta(d, auth.PermessoVerbaleDecidi, d.Service.Avvia),
		event.SendAnnulla:   chiesta(d, auth.PermessoVerbaleDecidi, d.Service.Annulla),
		event.SendCanale:    chiesta(d, auth.PermessoVerbaleLeggi, d.Service.Canale),
	}
}

// chiesta answers a question only for a caller who holds the permission.
func chiesta[Q, R any](d Domande, permesso auth.Permission, risponde func(context.Context, Q) (R, error)) bus.Answer {
	return func(ctx context.Context, corpo []byte) (any, error) {
		ctx, err := d.Ammetti(ctx, permesso)
		if err != nil {
			return nil, err
		}
		var q Q
		if err := json.Unmarshal(corpo, &q); err != nil {
			return nil, problem.Malformata("La domanda non è il JSON atteso.").With(err)
		}
		return risponde(ctx, q)
	}
}
