package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/trace"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// statoInterrotta is the status counted when the caller has gone: nobody reads it. No standard has a
// number for it; 499 is the usual one.
const statoInterrotta = 499

// scriviErrore is the one place that turns an error into an answer.
func (s *Server) scriviErrore(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	err = daEcho(err, c)
	ctx := c.Request().Context()
	if errors.Is(err, context.Canceled) && errors.Is(ctx.Err(), context.Canceled) {
		_ = c.NoContent(statoInterrotta)
		return
	}
	traccia := ""
	if sc := trace.SpanContextFromContext(ctx); sc.HasTraceID() {
		traccia = sc.TraceID().String()
	}
	doc := problem.Describe(err, c.Request().URL.Path, traccia)
	if doc.Status >= http.StatusInternalServerError && doc.Codice != "TENANT_MANCANTE" {
		s.opz.Log.ErrorContext(ctx, "richiesta fallita", "metodo", c.Request().Method, "rotta", c.Path(), "errore", err)
	}
	s.intesta(c.Response().Header(), problem.As(err), doc.Status)
	if s.scriviFault(c, err, doc.Status) {
		return
	}
	doc.RiprovaTra = 0            // it is the header Retry-After
	corpo, _ := json.Marshal(doc) //nolint:errchkjson // a document is texts and numbers
	if c.Request().Method == http.MethodHead {
		corpo = nil
	}
	_ = c.Blob(doc.Status, problem.MediaType, corpo)
}

// intesta adds what the status asks for: Allow, Retry-After, WWW-Authenticate.
func (s *Server) intesta(h http.Header, e *problem.Error, stato int) {
	if e != nil && len(e.Ammessi) > 0 {
		h.Set(echo.HeaderAllow, strings.Join(e.Ammessi, ", "))
	}
	if e != nil && e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int((e.RetryAfter.Seconds())+0.999)))
	}
	if stato == http.StatusUnauthorized {
		h.Add("WWW-Authenticate", `Basic realm="ApplicationDomain", charset="UTF-8"`)
		h.Add("WWW-Authenticate", `Bearer realm="ApplicationDomain"`)
	}
}

// daEcho translates what echo itself refuses.
func daEcho(err error, c echo.Context) error {
	if troppo, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return problem.TroppoGrande(troppo.Limit).With(err)
	}
	var he *echo.HTTPError
	if problem.As(err) != nil || !errors.As(err, &he) {
		return err
	}
	switch he.Code {
	case http.StatusNotFound:
		return problem.RottaAssente()
	case http.StatusMethodNotAllowed:
		return problem.MetodoNonAmmesso(ammessi(c.Response().Header().Get(echo.HeaderAllow))...)
	case http.StatusRequestEntityTooLarge:
		return problem.TroppoGrande(LimitJSON)
	}
	if he.Code < http.StatusInternalServerError {
		return problem.Malformata("La richiesta non è leggibile.").With(err)
	}
	return err
}

// ammessi lists the methods of a route; OPTIONS, which echo always adds, is not one of ours.
func ammessi(allow string) []string {
	return slices.DeleteFunc(strings.Split(allow, ", "), func(m string) bool { return m == http.MethodOptions || m == "" })
}

// recupera turns a panic of a handler into an internal error.
func (s *Server) recupera(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler { //nolint:errorlint,err113 // net/http's own sentinel, by identity
					panic(p)
				}
				s.opz.Log.ErrorContext(c.Request().Context(), "panico", "rotta", c.Path(), "pila", string(debug.Stack()))
				err = fmt.Errorf("web: panico: %v", p)
			}
		}()
		return prossimo(c)
	}
}
