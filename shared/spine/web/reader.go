package web

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
)

// attendiLettore gives the reader of an answer a time for every piece of it, on every path: who takes a byte now and
// then holds neither a connection nor what the answer was made of. A download has as many times as it has pieces.
func (s *Server) attendiLettore(prossimo echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		risposta := c.Response()
		comandi := http.NewResponseController(risposta.Writer)
		risposta.Writer = &paziente{ResponseWriter: risposta.Writer, entro: func(n int64) {
			// A writer without deadlines (a test's recorder) has none to set.
			_ = comandi.SetWriteDeadline(time.Now().Add(s.perByte(n)))
		}}
		err := prossimo(c)
		_ = comandi.SetWriteDeadline(time.Now().Add(s.tempo + 2*cortesia)) // of what net/http holds until it has looked for the rest of a body
		return err
	}
}

// paziente is a writer that sets a deadline before each piece.
type paziente struct {
	http.ResponseWriter
	entro func(byteDelPezzo int64)
}

// Write gives each piece the time that its length takes on a slow line.
func (p *paziente) Write(pezzo []byte) (int, error) {
	p.entro(int64(len(pezzo)))
	return p.ResponseWriter.Write(pezzo) //nolint:wrapcheck // net/http's own errors, by identity
}

// Unwrap lets http.ResponseController reach the commands of the connection.
func (p *paziente) Unwrap() http.ResponseWriter { return p.ResponseWriter }
