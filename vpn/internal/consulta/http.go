package consulta

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registri"
)

// Handler is the HTTP door of the look-ups.
type Handler struct {
	Service Service
	Reti    Reti
	Spese   libro.Conti
	Comando func(ctx context.Context, nome string) (tenant.Tenant, error) // finds a command by its name
	Adesso  func() time.Time
}

// Reti are the connections to the registers, and what their answers cost.
type Reti interface {
	Stati(ctx context.Context, comando string) []registri.Stato
	Rinnova(ctx context.Context, file string, giaCambiata bool) error
	Riapri(ctx context.Context, registro string) error
}

// Veicolo answers GET /veicoli/{targa}?data=&causa=&motivo=.
func (h Handler) Veicolo(c echo.Context) error {
	var v verifica
	targa := v.targa(c.Param("targa"))
	giorno := v.giorno(c.QueryParam("data"), calendario.Da(h.Adesso()))
	r := richiesta(c, &v)
	if err := v.errore(); err != nil {
		return err
	}
	esito, err := h.Service.Veicolo(c.Request().Context(), r, targa, giorno)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, esito)
}

// Copertura answers GET /veicoli/{targa}/copertura?data=&causa=&motivo=.
func (h Handler) Copertura(c echo.Context) error {
	var v verifica
	targa := v.targa(c.Param("targa"))
	giorno := v.giorno(c.QueryParam("data"), calendario.Da(h.Adesso()))
	r := richiesta(c, &v)
	if err := v.errore(); err != nil {
		return err
	}
	esito, err := h.Service.Copertura(c.Request().Context(), r, targa, giorno)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, esito)
}

// rinnovo names the file of a new password; GiaCambiata: the register has it already.
type rinnovo struct {
	File        string `json:"file"`
	GiaCambiata bool   `json:"giaCambiata"`
}

// Rinnova answers POST /collegamenti/infows/password {file, giaCambiata?}: it puts a new password of the Motorizzazione's
// services into use; 204. Every attempt is in the register, whatever its outcome.
func (h Handler) Rinnova(c echo.Context) error {
	corpo, err := web.Decode[rinnovo](c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	chi, _ := auth.From(ctx)
	err = h.Reti.Rinnova(ctx, corpo.File, corpo.GiaCambiata)
	riga := db.Access{Attore: chi.User, Azione: "RINNOVO_PASSWORD", OggettoTipo: "collegamento", Oggetto: "infows", Motivo: corpo.File, Indirizzo: c.RealIP()}
	if err := esterno.Audit(ctx, h.Service.Pools, riga, err); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// riapertura says why questions may leave again.
type riapertura struct {
	Motivo string `json:"motivo"`
}

// Riapri answers POST /collegamenti/{registro}/riapertura {motivo}: the questions of a register that has refused the
// credentials leave again with the same ones; 204. Every attempt is in the register.
func (h Handler) Riapri(c echo.Context) error {
	corpo, err := web.Decode[riapertura](c)
	if err != nil {
		return err
	}
	var v verifica
	motivo := v.motivo(corpo.Motivo)
	if err := v.errore(); err != nil {
		return err
	}
	ctx, nome := c.Request().Context(), strings.ToUpper(c.Param("registro"))
	chi, _ := auth.From(ctx)
	err = h.Reti.Riapri(ctx, nome)
	riga := db.Access{Attore: chi.User, Azione: "RIAPERTURA_COLLEGAMENTO", OggettoTipo: "collegamento", Oggetto: strings.ToLower(nome), Motivo: motivo, Indirizzo: c.RealIP()}
	if err := esterno.Audit(ctx, h.Service.Pools, riga, err); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// Patente answers GET /patenti/{numero}?causa=&motivo=.
func (h Handler) Patente(c echo.Context) error {
	var v verifica
	numero := v.patente(c.Param("numero"))
	r := richiesta(c, &v)
	if err := v.errore(); err != nil {
		return err
	}
	esito, err := h.Service.Patente(c.Request().Context(), r, numero)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, esito)
}

// Collegamenti answers GET /collegamenti: what the calls of this process met on each network of the caller's command, and what
// a person should see to; the platform's own for who has no command.
func (h Handler) Collegamenti(c echo.Context) error {
	chi, _ := auth.From(c.Request().Context())
	ctx := c.Request().Context()
	if t, err := h.Comando(ctx, chi.Tenant); err == nil {
		ctx = tenant.With(ctx, t)
	}
	return c.JSON(http.StatusOK, map[string]any{"collegamenti": h.Reti.Stati(ctx, chi.Tenant)})
}

// Costi answers GET /costi?mese=AAAA-MM: what the answers of a month cost, of the present month in Rome when it is not said.
func (h Handler) Costi(c echo.Context) error {
	oggi := calendario.Da(h.Adesso())
	mese := cmp.Or(c.QueryParam("mese"), oggi.String()[:len("2006-01")])
	primo, err := calendario.Parse(mese + "-01")
	if err != nil {
		return problem.CampoNonValido("mese", "deve essere un mese nella forma AAAA-MM")
	}
	spese, err := h.Spese.DelMese(c.Request().Context(), primo)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"mese": mese, "spese": spese, "costoMillesimi": libro.Totale(spese).CostoMillesimi})
}

// CostiVerbale answers GET /costi/verbali/{id}: what the answers asked for a fine cost.
func (h Handler) CostiVerbale(c echo.Context) error {
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return problem.NonTrovato("Verbale", c.Param("id"))
	}
	spese, err := h.Spese.DelVerbale(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"verbale": id, "spese": spese, "costoMillesimi": libro.Totale(spese).CostoMillesimi})
}

func richiesta(c echo.Context, v *verifica) Richiesta {
	chi, _ := auth.From(c.Request().Context())
	return Richiesta{Attore: chi.User, Indirizzo: c.RealIP(), Motivo: v.motivo(c.QueryParam("motivo")), Causa: v.causa(c.QueryParam("causa"))}
}
