package web

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Lines of refusals a second, and at once, for strangers and for proven callers each: strangers do not fill the log, and their
// noise does not hide a known user who tries a forbidden act.
const (
	rifiutiAlSecondo = 20
	rifiutiInsieme   = 200
)

// chiaveAttore is where the name of who a page speaks to is, in the context of a request.
const chiaveAttore = "web.attore"

// SpeaksTo notes who was proven by something else than the Authorization header, for the line of a refusal.
func SpeaksTo(c echo.Context, username string) { c.Set(chiaveAttore, username) }

// rifiuti writes to the log which requests were refused: by whom, where and why, never what they held.
type rifiuti struct {
	log               *slog.Logger
	estranei, provati rigate
}

// rigate are the lines of one kind of callers: how many may be written, and how many were not since the last.
type rigate struct {
	misura  *rate.Limiter
	taciuti atomic.Int64
}

func nuoviRifiuti(l *slog.Logger) *rifiuti {
	r := &rifiuti{log: l}
	r.estranei.misura, r.provati.misura = rate.NewLimiter(rifiutiAlSecondo, rifiutiInsieme), rate.NewLimiter(rifiutiAlSecondo, rifiutiInsieme)
	return r
}

// scrivi leaves the line of a refusal. Requests without the credentials they need, not found, in
// conflict or too frequent are of every day, and in the metrics alone.
func (r *rifiuti) scrivi(ctx context.Context, c echo.Context, rotta string, err error) {
	livello := slog.LevelInfo
	switch stato := c.Response().Status; {
	case stato == http.StatusUnauthorized && len(c.Request().Header.Values(echo.HeaderAuthorization)) > 0,
		stato == http.StatusForbidden, stato == http.StatusMethodNotAllowed:
		livello = slog.LevelWarn
	case stato != http.StatusBadRequest && stato != http.StatusRequestEntityTooLarge && stato != http.StatusUnsupportedMediaType:
		return
	}
	chi, perPagina := c.Get(chiaveAttore).(string)
	righe := &r.estranei
	if _, provato := auth.From(ctx); provato || perPagina {
		righe = &r.provati
	}
	if !righe.misura.Allow() {
		righe.taciuti.Add(1)
		return
	}
	args := []any{"metodo", metodo(c.Request().Method), "rotta", rotta, "stato", c.Response().Status, "indirizzo", c.RealIP()}
	if p := problem.As(err); p != nil {
		args = append(args, "codice", p.Codice)
	}
	if perPagina {
		args = append(args, "attore", chi)
	}
	if n := righe.taciuti.Swap(0); n > 0 {
		args = append(args, "taciutePrima", n)
	}
	r.log.Log(ctx, livello, "richiesta rifiutata", args...)
}
