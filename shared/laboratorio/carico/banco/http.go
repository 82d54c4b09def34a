package banco

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// The measured routes: one handler, three doors.
const (
	ViaAperta   = "/aperta/"
	ViaProtetta = "/protetta/"
	TargaScheda = "AB123CD"
	parteTarga  = ":targa"
)

// scheda is what the handler answers: a small document, read from memory.
type scheda struct {
	Targa           string `json:"targa"`
	Fabbrica        string `json:"fabbrica"`
	Modello         string `json:"modello"`
	Immatricolato   string `json:"immatricolato"`
	Classe          string `json:"classe"`
	PostiDichiarati int    `json:"postiDichiarati"`
}

// RotteSportello registers the same handler without authentication and behind a permission, where the
// tenant of the caller is looked for too, as on every route of the services.
func RotteSportello(s *web.Server) {
	schede := map[string]scheda{TargaScheda: {
		Targa: TargaScheda, Fabbrica: "Prova", Modello: "Prova 1.0", Immatricolato: "2019-05-07", Classe: "M1", PostiDichiarati: 5,
	}}
	leggi := func(c echo.Context) error {
		x, nota := schede[c.Param("targa")]
		if !nota {
			return c.NoContent(http.StatusNotFound)
		}
		return c.JSON(http.StatusOK, x)
	}
	g := s.Group("")
	g.Add(http.MethodGet, ViaAperta+parteTarga, leggi, web.Open(), web.NoTenant())
	g.Add(http.MethodGet, ViaProtetta+parteTarga, leggi, web.Permission(auth.PermessoVpnLeggi))
}

// Risponde200 reports that an address answers a GET with 200.
func Risponde200(ctx context.Context, indirizzo string) bool {
	richiesta, err := http.NewRequestWithContext(ctx, http.MethodGet, indirizzo, http.NoBody)
	if err != nil {
		return false
	}
	cliente := http.Client{Timeout: 3 * time.Second}
	risposta, err := cliente.Do(richiesta)
	if err != nil {
		return false
	}
	defer risposta.Body.Close()
	_, err = io.Copy(io.Discard, risposta.Body)
	return err == nil && risposta.StatusCode == http.StatusOK
}
