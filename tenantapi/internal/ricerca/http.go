package ricerca

import (
	"context"
	"errors"
	"fmt"
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
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/misura"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/registro"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/regole"
)

// Handler is the HTTP door of the search.
type Handler struct {
	Service  Service
	Diario   *registro.Diario
	Regole   *regole.Copia
	Misura   *misura.Misura
	Giornata *misura.Giornata // pages that went out without a token
	Respinti *Respinti
	Chi      func(echo.Context) (auth.Identity, error)
	// Finche is the context of a stream while its caller, who may read, would be let in: web.Server.While.
	Finche func(ctx context.Context, chi auth.Identity, legge func(auth.Identity) bool) (context.Context, func())
	Aperto bool // the reserved filter, the streams, the notes and any page need no token
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
	chi, provato := h.provato(c)
	r.conNote = h.Aperto || provato && chi.Can(auth.PermessoPersona)
	attore := anonimo
	if chi.User != "" {
		attore = chi.User
	}
	if r.propri, err = h.propri(c, chi); err != nil {
		return err
	}
	if (inFlusso || r.CodiceFiscale != "") && !h.Aperto && !provato {
		return h.rifiuta(c, attore, &r, riservato())
	}
	if inFlusso {
		return h.flusso(c, &r, flusso, attore)
	}
	return h.pagina(c, &r, attore, !h.Aperto && !provato)
}

func (h Handler) pagina(c echo.Context, r *Richiesta, attore string, limitate bool) error {
	ctx, alPiu := c.Request().Context(), 0
	resa := func() {}
	if limitate {
		alPiu = regoleDi(c).Pagine
		presa, ok := h.unaPagina(c)
		if !ok {
			return h.respinto(ctx, c, riservato())
		}
		resa = presa
	}
	p, err := h.Service.Pagina(ctx, r, alPiu)
	if err != nil {
		resa()
	}
	if problem.Is(err, codiceRiservato) {
		return h.rifiuta(c, attore, r, err)
	}
	if err != nil {
		return err
	}
	defer h.Service.Libera(p)
	a, err := h.accesso(ctx, "RICERCA", attore, r)
	if err != nil {
		return err
	}
	a.Esito = fmt.Sprintf("elementi %d, pagina %d", p.Righe, p.Quale)
	if err := h.annota(ctx, c, a); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(len(p.Testo)))
	return c.Blob(http.StatusOK, mimeJSON, p.Testo)
}

// flusso sends all there is, to a caller who is known as long as he would be let in. A failure after the first piece goes up as an error: the answer is cut, so
// that nobody takes it for a whole one. The audit counts the rows handed over in any case.
func (h Handler) flusso(c echo.Context, r *Richiesta, f forma, attore string) error {
	ctx := c.Request().Context()
	if chi, noto := auth.From(ctx); noto {
		segue, lascia := h.Finche(ctx, chi, legge)
		defer lascia()
		ctx = segue
	}
	defer scadenza(c, time.Time{}) // the next request on the connection has its own
	righe, err := h.Service.Flusso(ctx, r, f, func(pezzo []byte) error { return consegna(c, f, pezzo) })
	if err != nil && !c.Response().Committed {
		return err
	}
	ctx, fine := context.WithTimeout(context.WithoutCancel(ctx), annotaEntro)
	defer fine()
	a, errAccesso := h.accesso(ctx, "ESTRAZIONE", attore, r)
	if errAccesso != nil {
		return errors.Join(err, errAccesso)
	}
	a.Esito = "elementi " + strconv.Itoa(righe)
	if err != nil {
		a.Esito += ", interrotta"
	}
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

// accesso is the line of a search but for its outcome. It names no value of a filter; of a tax code, by which a person is
// looked for, it has a hash keyed for the tenant and the last four signs, so that the lines about a person can be found by
// who knows the code, and by nobody else.
func (h Handler) accesso(ctx context.Context, azione, attore string, r *Richiesta) (a db.Access, err error) {
	a = db.Access{Attore: attore, Azione: azione, OggettoTipo: "verbali", Motivo: r.criteri()}
	if r.CodiceFiscale != "" {
		a.OggettoTipo = "codiceFiscale"
		a.Oggetto, err = h.Service.Store.Impronta(ctx, r.CodiceFiscale)
	}
	return a, err
}

// rifiuta records a search that is refused, and gives the refusal.
func (h Handler) rifiuta(c echo.Context, attore string, r *Richiesta, rifiuto error) error {
	ctx := c.Request().Context()
	a, err := h.accesso(ctx, "RICERCA", attore, r)
	if err != nil {
		return err
	}
	a.Esito = problem.As(rifiuto).Codice
	return errors.Join(rifiuto, h.annota(ctx, c, a))
}

func (h Handler) annota(ctx context.Context, c echo.Context, a db.Access) error {
	a.Indirizzo = c.RealIP()
	t, _ := tenant.From(ctx)
	return h.Diario.Annota(ctx, t, a)
}

// anonimo is the caller known by his address alone.
const anonimo = "anonimo"

// codiceRiservato is told to a caller who would have to show a token of this tenant with the permission.
const codiceRiservato = "RISERVATO"

func riservato() error {
	return problem.Vietato(codiceRiservato, "La ricerca per codice fiscale, l'estrazione di tutti i verbali e le pagine oltre quelle aperte richiedono un token del comando.")
}

// provato is a caller who shows a token of this tenant with the permission of reserved searches, and puts him into the
// context. One whose token reads his own fines alone is known, and not proved: he finds only those. Any other is nobody,
// and reads what nobody may.
func (h Handler) provato(c echo.Context) (auth.Identity, bool) {
	if c.Request().Header.Get(echo.HeaderAuthorization) == "" {
		return auth.Identity{}, false
	}
	chi, err := h.Chi(c)
	ctx := c.Request().Context()
	t, _ := tenant.From(ctx)
	if err != nil || chi.Tenant != t.Nome || !legge(chi) {
		return auth.Identity{}, false
	}
	c.SetRequest(c.Request().WithContext(auth.With(ctx, chi)))
	return chi, chi.Can(auth.PermessoRicerca)
}

// legge reports whether a caller may read fines: any, or those that he ascertained.
func legge(chi auth.Identity) bool { return chi.Can(auth.PermessoRicerca) || soloPropri(chi) }

// soloPropri reports whether a caller may read the fines that he ascertained, and no others.
func soloPropri(chi auth.Identity) bool {
	return chi.Can(auth.PermessoVerbalePropri) && !chi.Can(auth.PermessoVerbaleLeggi)
}

// propri are the numbers of the officer that a caller is, where he finds only his own fines; nil where he finds any.
func (h Handler) propri(c echo.Context, chi auth.Identity) ([]string, error) {
	if !soloPropri(chi) {
		return nil, nil
	}
	confine, err := lettore.Lettore{Pools: h.Service.Store.pools}.Confine(c.Request().Context())
	matricole, _ := confine.Matricole()
	return matricole, err
}
