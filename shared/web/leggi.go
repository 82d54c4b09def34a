package web

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/problem"
)

// Leggi decodes a JSON body strictly: right content type, one value, no unknown field, UTF-8. Every
// refusal is a *problem.Error that names the field where there is one.
func Leggi[T any](c echo.Context) (T, error) {
	var dst T
	tipo, param, err := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if err != nil || tipo != echo.MIMEApplicationJSON || !utf8(param["charset"]) {
		return dst, problem.TipoNonAmmesso("application/json in UTF-8")
	}
	d := json.NewDecoder(c.Request().Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&dst); err != nil {
		return dst, spiega(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return dst, problem.Malformata("Dopo il contenuto JSON c'è altro testo.")
	}
	return dst, nil
}

func utf8(charset string) bool { return charset == "" || strings.EqualFold(charset, "utf-8") }

func spiega(err error) error {
	var troppo *http.MaxBytesError
	var tipo *json.UnmarshalTypeError
	var sintassi *json.SyntaxError
	switch {
	case errors.As(err, &troppo):
		return problem.TroppoGrande(troppo.Limit).Con(err)
	case errors.As(err, &tipo) && tipo.Field != "":
		return problem.CampoNonValido(tipo.Field, "tipo non ammesso: "+tipo.Value).Con(err)
	case errors.As(err, &sintassi), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &tipo):
		return problem.Malformata("Il contenuto non è JSON valido.").Con(err)
	}
	if nome, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return problem.CampoNonValido(strings.Trim(nome, `"`), "campo non previsto").Con(err)
	}
	if problem.Come(err) != nil {
		return err
	}
	return problem.Malformata("Il contenuto non è JSON valido.").Con(err)
}
