package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Decode decodes a JSON body strictly: right content type, UTF-8, one value that is not null, no
// unknown and no repeated field, no NUL in a text (PostgreSQL cannot keep it). Names of fields are
// matched without case, as encoding/json does, so two that differ by case alone are one repeated. Every
// refusal is a *problem.Error that names the field where there is one.
func Decode[T any](c echo.Context) (T, error) {
	dst, _, err := leggi[T](c)
	return dst, err
}

// DecodeAll is Decode for a body that replaces the whole entry (PUT): every member that T does
// not mark omitempty must be given, so that one forgotten is not one erased.
func DecodeAll[T any](c echo.Context) (T, error) {
	var vuoto T
	dst, corpo, err := leggi[T](c)
	if err != nil {
		return vuoto, err
	}
	var dati map[string]json.RawMessage
	if err := json.Unmarshal(corpo, &dati); err != nil {
		return vuoto, spiega(err)
	}
	var mancano []problem.Campo
	for _, nome := range membri(reflect.TypeFor[T]()) {
		if _, dato := dati[nome]; !dato {
			mancano = append(mancano, problem.Campo{Campo: nome, Messaggio: "manca"})
		}
	}
	if mancano != nil {
		return vuoto, problem.NonValido(mancano...)
	}
	return dst, nil
}

// membri are the names of the members that a body must have.
func membri(t reflect.Type) (nomi []string) {
	for f := range t.Fields() {
		nome, opzioni, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && nome == "":
			nomi = append(nomi, membri(f.Type)...)
		case nome != "-" && !strings.Contains(opzioni, "omitempty"):
			nomi = append(nomi, nome)
		}
	}
	return nomi
}

func leggi[T any](c echo.Context) (T, []byte, error) {
	var dst, vuoto T
	tipo, param, err := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if err != nil || tipo != echo.MIMEApplicationJSON || !utf8(param["charset"]) {
		return vuoto, nil, problem.TipoNonAmmesso("application/json in UTF-8")
	}
	corpo, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return vuoto, nil, spiega(err)
	}
	if err := controlla(corpo); err != nil {
		return vuoto, nil, err
	}
	d := json.NewDecoder(bytes.NewReader(corpo))
	d.DisallowUnknownFields()
	if err := d.Decode(&dst); err != nil {
		return vuoto, nil, spiega(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return vuoto, nil, problem.Malformata("Dopo il contenuto JSON c'è altro testo.")
	}
	return dst, corpo, nil
}

// inItaliano names a type of JSON, as encoding/json calls it ("number", "number 1.5").
func inItaliano(tipo string) string {
	nome, _, _ := strings.Cut(tipo, " ")
	if parola, nota := map[string]string{
		"number": "numero", "string": "testo", "bool": "vero o falso", "array": "elenco", "object": "oggetto",
	}[nome]; nota {
		return parola
	}
	return tipo
}

// serve says what a member of whole numbers wants: cents, where its name says so.
func serve(e *json.UnmarshalTypeError) string {
	switch {
	case e.Type == nil || e.Type.Kind() < reflect.Int || e.Type.Kind() > reflect.Uint64:
		return ""
	case strings.HasSuffix(e.Field, "Cent"):
		return "; serve un numero intero di centesimi di euro, come 1820 per 18,20 euro"
	}
	return "; serve un numero intero"
}

func utf8(charset string) bool { return charset == "" || strings.EqualFold(charset, "utf-8") }

// spiega tells the caller what could not be read; the error of the decoder stays for the log.
func spiega(err error) error {
	var troppo *http.MaxBytesError
	var tipo *json.UnmarshalTypeError
	switch {
	case problem.As(err) != nil:
		return err
	case errors.As(err, &troppo):
		return problem.TroppoGrande(troppo.Limit).With(err)
	case errors.As(err, &tipo) && tipo.Field != "":
		return problem.CampoNonValido(tipo.Field, "tipo non ammesso: "+inItaliano(tipo.Value)+serve(tipo)).With(err)
	case errors.As(err, &tipo):
		return problem.Malformata("Il contenuto JSON non è del tipo atteso.").With(err)
	}
	if nome, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return problem.CampoNonValido(strings.Trim(nome, `"`), "campo non previsto").With(err)
	}
	return problem.Malformata("Il contenuto non è JSON valido.").With(err)
}

// DecodePart decodes a member that a body read by Decode kept as it came (json.RawMessage), as strictly:
// the refusals name campo and the member within it. Nothing there is an empty object. Text, repeated fields and depth are
// not looked at again: Decode has checked the whole body, this member too; bytes from elsewhere go through CheckJSON first.
func DecodePart[T any](campo string, grezzi json.RawMessage) (T, error) {
	var dst, vuoto T
	if err := LeggiParteIn(campo, grezzi, &dst); err != nil {
		return vuoto, err
	}
	return dst, nil
}

// LeggiParteIn is DecodePart into a value of the caller's, which is undefined where it fails.
func LeggiParteIn(campo string, grezzi json.RawMessage, dst any) error {
	if len(grezzi) == 0 || bytes.Equal(grezzi, []byte("null")) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(grezzi))
	d.DisallowUnknownFields()
	err := d.Decode(dst)
	if err == nil {
		return nil
	}
	e := problem.As(spiega(err))
	switch {
	case e == nil || e.Kind != problem.BadRequest:
		return err
	case len(e.Campi) == 0:
		return problem.CampoNonValido(campo, "non è del tipo atteso").With(err)
	}
	return problem.CampoNonValido(campo+"."+e.Campi[0].Campo, e.Campi[0].Messaggio).With(err)
}
