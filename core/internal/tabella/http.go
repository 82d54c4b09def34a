package tabella

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Tenant finds the tenants that are served.
type Tenant interface {
	Find(ctx context.Context, nome string) (tenant.Tenant, error)
}

// HTTP answers the REST routes of the fixed tables. Reading asks for a tenant only where the table
// belongs to one; streets are loaded by an operator who works in a tenant, the others by an operator who runs the platform.
type HTTP struct {
	Servizio *Servizio
	Tenant   Tenant
}

// TipoCSV is the media type of a file of a table.
const TipoCSV = "text/csv"

// elencoStati is the answer of GET /tabelle.
type elencoStati struct {
	Elementi []Stato `json:"elementi"`
}

// Elenca serves GET /tabelle.
func (h HTTP) Elenca(c echo.Context) error {
	nome, err := h.tenant(c)
	if err != nil {
		return err
	}
	tutti, err := h.Servizio.Elenca(c.Request().Context(), nome)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, elencoStati{Elementi: tutti})
}

// Righe serves GET /tabelle/{nome}: a page of its rows or, to a caller who accepts text/csv, the whole table.
func (h HTTP) Righe(c echo.Context) error {
	q, err := h.quale(c)
	if err != nil {
		return err
	}
	f, err := LeggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	if strings.Contains(c.Request().Header.Get(echo.HeaderAccept), TipoCSV) {
		return h.esporta(c, q, f.Versione)
	}
	stato, err := h.Servizio.inVersione(c.Request().Context(), q, f.Versione)
	if err != nil || cheHaGia(c, marca(stato, "")) {
		return err
	}
	f.Versione = stato.Versione // an import meanwhile does not give its rows the tag of before
	pagina, _, err := h.Servizio.Righe(c.Request().Context(), q, f)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pagina)
}

func (h HTTP) esporta(c echo.Context, q Quale, versione int) error {
	stato, err := h.Servizio.inVersione(c.Request().Context(), q, versione)
	if err != nil || cheHaGia(c, marca(stato, "-csv")) {
		return err
	}
	scrivi, stato, err := h.Servizio.Esporta(c.Request().Context(), q, stato.Versione)
	if err != nil {
		return err
	}
	return RispondiCSV(c, stato, scrivi)
}

// RispondiCSV sends a table as a file to be saved.
func RispondiCSV(c echo.Context, stato Stato, scrivi func(io.Writer) error) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, TipoCSV+"; charset=utf-8; header=present")
	h.Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="%s-v%d.csv"`, stato.Nome, stato.Versione))
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	return scrivi(c.Response())
}

// marca is the tag of a version in one of its forms.
func marca(s Stato, forma string) string {
	return `"` + strings.Join([]string{s.Nome, s.Tenant, strconv.Itoa(s.Versione), s.Impronta}, ".") + forma + `"`
}

// cheHaGia sets the tag of the answer and, to a caller who has that version already, answers 304.
func cheHaGia(c echo.Context, tag string) bool {
	h := c.Response().Header()
	h.Set("ETag", tag)
	h.Set(echo.HeaderCacheControl, "private, no-cache")
	h.Set(echo.HeaderVary, "Accept, Authorization, "+web.RealmHeader)
	for v := range strings.SplitSeq(strings.Join(c.Request().Header.Values("If-None-Match"), ","), ",") {
		if v = strings.TrimSpace(v); v == "*" || strings.TrimPrefix(v, "W/") == tag {
			return c.NoContent(http.StatusNotModified) == nil
		}
	}
	return false
}

// Versioni serves GET /tabelle/{nome}/versioni.
func (h HTTP) Versioni(c echo.Context) error {
	q, err := h.quale(c)
	if err != nil {
		return err
	}
	f, err := voce.LeggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	pagina, err := h.Servizio.Versioni(c.Request().Context(), q, f)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, pagina)
}

// Differenza serves GET /tabelle/{nome}/differenza.
func (h HTTP) Differenza(c echo.Context) error {
	q, err := h.quale(c)
	if err != nil {
		return err
	}
	da, a, err := LeggiVersioni(c)
	if err != nil {
		return err
	}
	confronto, err := h.Servizio.Differenza(c.Request().Context(), q, da, a)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, confronto)
}

// LeggiVersioni reads the parameters da and a: 0 where there is none.
func LeggiVersioni(c echo.Context) (da, a int, err error) {
	var g voce.Guasti
	if testo := c.QueryParam("da"); testo != "" {
		da = versioneLetta("da", testo, &g)
	}
	if testo := c.QueryParam("a"); testo != "" {
		a = versioneLetta("a", testo, &g)
	}
	return da, a, voce.Raccogli(g)
}

// Anteprima serves POST /tabelle/{nome}/anteprima.
func (h HTTP) Anteprima(c echo.Context) error {
	return h.anteprima(c, Quale{Nome: c.Param("nome")})
}

// AnteprimaStrade serves POST /tabelle/strade/anteprima, for the tenant of the context.
func (h HTTP) AnteprimaStrade(c echo.Context) error { return h.anteprima(c, stradeDi(c)) }

func (h HTTP) anteprima(c echo.Context, q Quale) error {
	file, err := leggiCSV(c)
	if err != nil {
		return err
	}
	r, err := h.Servizio.AnteprimaConEffetti(c.Request().Context(), q, file)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, r)
}

// Compresa serves GET /tabelle/{nome}/compresa: the table that the program brings with it, as a file.
func (h HTTP) Compresa(c echo.Context) error {
	file, err := Compresa(c.Param("nome"))
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, TipoCSV+"; charset=utf-8; header=present", file)
}

// Importa serves POST /tabelle/{nome}/importazione: 201, or 200 when the file changes nothing.
func (h HTTP) Importa(c echo.Context) error {
	return h.importa(c, Quale{Nome: c.Param("nome")})
}

// ImportaStrade serves POST /tabelle/strade/importazione, for the tenant of the context.
func (h HTTP) ImportaStrade(c echo.Context) error { return h.importa(c, stradeDi(c)) }

func (h HTTP) importa(c echo.Context, q Quale) error {
	i, err := leggiImportazione(c, q)
	if err != nil {
		return err
	}
	r, err := h.Servizio.Importa(voce.Con(c.Request().Context(), c.RealIP()), i)
	if err != nil {
		return err
	}
	if r.Esito == EsitoInvariata {
		return c.JSON(http.StatusOK, r)
	}
	return c.JSON(http.StatusCreated, r)
}

func leggiImportazione(c echo.Context, q Quale) (i Importazione, err error) {
	var g voce.Guasti
	i = Importazione{Quale: q, Nota: c.QueryParam("nota")}
	i.Base = versioneLetta("versione", c.QueryParam("versione"), &g)
	switch forza := c.QueryParam("forza"); forza {
	case "true", "false", "":
		i.Forza = forza == "true"
	default:
		g.Se(true, "forza", "true oppure false")
	}
	if err := voce.Raccogli(g); err != nil {
		return i, err
	}
	i.File, err = leggiCSV(c)
	return i, err
}

// leggiCSV reads a body of text/csv in UTF-8.
func leggiCSV(c echo.Context) ([]byte, error) {
	tipo, param, err := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if cs := param["charset"]; err != nil || tipo != TipoCSV || cs != "" && !strings.EqualFold(cs, "utf-8") {
		return nil, problem.TipoNonAmmesso(TipoCSV + " in UTF-8")
	}
	file, err := io.ReadAll(c.Request().Body)
	if troppo, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, problem.TroppoGrande(troppo.Limit).With(err)
	}
	return file, err
}

func stradeDi(c echo.Context) Quale {
	t, _ := tenant.From(c.Request().Context())
	return Quale{Nome: Strade, Tenant: t.Nome}
}

// quale is the table of the path, with its tenant if it belongs to one.
func (h HTTP) quale(c echo.Context) (Quale, error) {
	q := Quale{Nome: c.Param("nome")}
	if !slices.Contains(Nomi(), q.Nome) {
		return q, sconosciuta(q.Nome)
	}
	if !DelTenant(q.Nome) {
		return q, nil
	}
	nome, err := h.tenant(c)
	if err == nil && nome == "" {
		err = problem.CampoNonValido(web.RealmHeader, "indicare un solo tenant")
	}
	q.Tenant = nome
	return q, err
}

// tenant is the caller's tenant or, for an administrator of the platform, the tenant that the request names, if any.
func (h HTTP) tenant(c echo.Context) (string, error) {
	ctx := c.Request().Context()
	chi, _ := auth.From(ctx)
	nome := chi.Tenant
	if nome == "" && chi.HasRole(auth.RuoloPiattaforma) {
		nome = strings.TrimSpace(c.Request().Header.Get(web.RealmHeader))
	}
	if nome == "" {
		return "", nil
	}
	t, err := h.Tenant.Find(ctx, nome)
	return t.Nome, err
}
