package lettura

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// LimiteFile is the longest body of POST /letture: a lot of receipts is some PDFs of 200 pages.
const LimiteFile = 64 << 20

// HTTP is the door of readings.
type HTTP struct{ Service *Service }

// Crea answers POST /letture.
func (h HTTP) Crea(c echo.Context) error {
	tipo, nome, file, err := modulo(c.Request())
	if err != nil {
		return err
	}
	l, err := h.Service.Crea(c.Request().Context(), verbale.TipoLettura(tipo), nome, file, c.RealIP())
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, c.Request().URL.Path+"/"+l.ID.String())
	if l.Stato == verbale.LetturaInCorso {
		return c.JSON(http.StatusAccepted, l)
	}
	return c.JSON(http.StatusCreated, l)
}

// modulo reads the two parts tipo and file, in any order.
func modulo(r *http.Request) (tipo, nome string, file []byte, err error) {
	parti, err := r.MultipartReader()
	if err != nil {
		return "", "", nil, problem.TipoNonAmmesso("multipart/form-data con le parti tipo e file").With(err)
	}
	visti := map[string]bool{}
	for {
		p, err := parti.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", "", nil, guasto(err)
		}
		if n := p.FormName(); visti[n] {
			return "", "", nil, problem.CampoNonValido(n, "c'è due volte")
		}
		visti[p.FormName()] = true
		if tipo, nome, file, err = parte(p, tipo, nome, file); err != nil {
			return "", "", nil, err
		}
	}
	switch {
	case !visti["tipo"]:
		return "", "", nil, problem.CampoNonValido("tipo", "manca: TARGA, AVVISO_RICEVIMENTO, BOLLETTINO o VERBALE")
	case !visti["file"]:
		return "", "", nil, problem.CampoNonValido("file", "manca")
	}
	return tipo, nome, file, nil
}

func parte(p *multipart.Part, tipo, nome string, file []byte) (string, string, []byte, error) {
	limite := int64(LimiteFile)
	if p.FormName() == "tipo" {
		limite = 100
	}
	b, err := io.ReadAll(io.LimitReader(p, limite+1))
	switch {
	case err != nil:
		return "", "", nil, guasto(err)
	case int64(len(b)) > limite && p.FormName() == "tipo":
		return "", "", nil, problem.CampoNonValido("tipo", "è troppo lungo")
	case int64(len(b)) > limite:
		return "", "", nil, problem.TroppoGrande(LimiteFile)
	}
	switch p.FormName() {
	case "tipo":
		tipo = string(b)
	case "file":
		nome, file = p.FileName(), b
	default:
		return "", "", nil, problem.CampoNonValido(p.FormName(), "non è un campo di questa richiesta")
	}
	return tipo, nome, file, nil
}

// guasto tells a body over the limit or cut short from a fault of ours.
func guasto(err error) error {
	if troppo, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return problem.TroppoGrande(LimiteFile).With(troppo)
	}
	if p := problem.As(err); p != nil {
		return p
	}
	return problem.Malformata("Il modulo multipart è interrotto o malformato.").With(err)
}

func chiave(c echo.Context) (uuid.UUID, error) {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return uuid.Nil, problem.NonTrovato("lettura", c.Param("id"))
	}
	return id, nil
}

// Leggi answers GET /letture/{id}.
func (h HTTP) Leggi(c echo.Context) error {
	id, err := chiave(c)
	if err != nil {
		return err
	}
	l, err := h.Service.Store.Leggi(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, l)
}

// Conferma answers POST /letture/{id}/conferma.
func (h HTTP) Conferma(c echo.Context) error {
	id, err := chiave(c)
	if err != nil {
		return err
	}
	corpo, err := web.Decode[Conferma](c)
	if err != nil {
		return err //nolint:wrapcheck // a problem
	}
	l, err := h.Service.Conferma(c.Request().Context(), id, corpo, c.RealIP())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, l)
}

// Immagine answers GET /letture/{id}/immagine: the picture, drawn anew.
func (h HTTP) Immagine(c echo.Context) error {
	id, err := chiave(c)
	if err != nil {
		return err
	}
	foto, err := h.Service.Immagine(c.Request().Context(), id)
	if err != nil {
		return err
	}
	if err := web.Document(c, fmt.Sprintf("lettura-%s", id), foto); err != nil {
		return fmt.Errorf("lettura: %w", err)
	}
	return nil
}
