package ricerca

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/registro"
)

// Handler is the HTTP door of the search.
type Handler struct {
	Service Service
	Diario  *registro.Diario
	Chi     func(echo.Context) (auth.Identity, error)
	Aperto  bool // the reserved filter and the streams need no token
}

// Flussi are the media types of the streams, which have no deadline.
func Flussi() []string { return []string{mimeCSV, mimeRighe} }

const (
	// pezzoEntro is how long a caller may take to read a piece of a stream.
	pezzoEntro = time.Minute
	// annotaEntro is how long the line of a stream may wait to be taken, when its caller has gone.
	annotaEntro = 5 * time.Second
)

// RichiedeRealm reads X-Realm before method, path and body of everything but the paths given, and
// puts the tenant into the context (design, section 6).
func RichiedeRealm(tenants *tenant.Directory, tranne ...string) echo.MiddlewareFunc {
	return func(prossimo echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if slices.Contains(tranne, c.Request().URL.Path) {
				return prossimo(c)
			}
			nome, err := realm(c.Request().Header.Values(web.RealmHeader))
			if err != nil {
				return err
			}
			ctx := c.Request().Context()
			t, err := tenants.Find(ctx, nome)
			if err != nil {
				return err
			}
			c.SetRequest(c.Request().WithContext(tenant.With(ctx, t)))
			return prossimo(c)
		}
	}
}

// Ricerca answers POST /api/verbale/ricerca: a page, or a stream of all to a caller who prefers one.
func (h Handler) Ricerca(c echo.Context) error {
	r, err := web.Decode[Richiesta](c)
	if err != nil {
		return err
	}
	flusso, inFlusso := formaFlusso(web.Accept(c.Request().Header, append([]string{mimeJSON}, Flussi()...)...))
	attore, err := h.attore(c, inFlusso || r.CodiceFiscale != "")
	if err != nil {
		return err
	}
	if inFlusso {
		return h.flusso(c, &r, flusso, attore)
	}
	return h.pagina(c, &r, attore)
}

func (h Handler) pagina(c echo.Context, r *Richiesta, attore string) error {
	ctx := c.Request().Context()
	p, err := h.Service.Pagina(ctx, r)
	if err != nil {
		return err
	}
	defer h.Service.Libera(p)
	if err := h.annota(ctx, c, accesso("RICERCA", attore, r, p.Righe)); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(len(p.Testo)))
	return c.Blob(http.StatusOK, mimeJSON, p.Testo)
}

// flusso sends all there is. A failure after the first piece goes up as an error: the answer is cut, so
// that nobody takes it for a whole one. The audit has what was handed over in any case.
func (h Handler) flusso(c echo.Context, r *Richiesta, f forma, attore string) error {
	ctx := c.Request().Context()
	defer scadenza(c, time.Time{}) // the next request on the connection has its own
	righe, err := h.Service.Flusso(ctx, r, f, func(pezzo []byte) error { return consegna(c, f, pezzo) })
	if err != nil && !c.Response().Committed {
		return err
	}
	a := accesso("ESTRAZIONE", attore, r, righe)
	if err != nil {
		a.Esito += ", interrotta"
	}
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), annotaEntro)
	defer fine()
	return errors.Join(err, h.annota(ctx, c, a))
}

func consegna(c echo.Context, f forma, pezzo []byte) error {
	w := c.Response()
	if !w.Committed {
		w.Header().Set(echo.HeaderContentType, f.mime)
		w.WriteHeader(http.StatusOK)
	}
	scadenza(c, time.Now().Add(pezzoEntro))
	if _, err := w.Write(pezzo); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}

// scadenza is until when a piece may be written. A writer without deadlines has none to set.
func scadenza(c echo.Context, quando time.Time) {
	_ = http.NewResponseController(c.Response()).SetWriteDeadline(quando)
}

func accesso(azione, attore string, r *Richiesta, righe int) db.Access {
	return db.Access{Attore: attore, Azione: azione, OggettoTipo: "verbali", Motivo: r.criteri(), Esito: "elementi " + strconv.Itoa(righe)}
}

func (h Handler) annota(ctx context.Context, c echo.Context, a db.Access) error {
	a.Indirizzo = c.RealIP()
	t, _ := tenant.From(ctx)
	return h.Diario.Annota(ctx, t, a)
}

// attore names the caller for the audit, and puts one who was asked for a token into the context. The
// filter by tax code and the streams are for a caller who shows a token of this tenant with the permission, unless
// the setting opens them.
func (h Handler) attore(c echo.Context, riservata bool) (string, error) {
	if !riservata || h.Aperto {
		return "anonimo", nil
	}
	riservato := problem.Vietato("RISERVATO", "La ricerca per codice fiscale e l'estrazione di tutti i verbali richiedono un token del comando.")
	chi, err := h.Chi(c)
	if err != nil {
		return "", riservato.With(err)
	}
	ctx := c.Request().Context()
	t, _ := tenant.From(ctx)
	if chi.Tenant != t.Nome || !chi.Can(auth.PermessoRicerca) {
		return "", riservato
	}
	c.SetRequest(c.Request().WithContext(auth.With(ctx, chi)))
	return chi.User, nil
}
