package main

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// The measured routes: one handler, three doors.
const (
	viaAperta   = "/aperta/"
	viaProtetta = "/protetta/"
	targaScheda = "AB123CD"
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

// rotteSportello registers the same handler without authentication and behind a permission, where the
// tenant of the caller is looked for too, as on every route of the services.
func rotteSportello(s *web.Server) {
	schede := map[string]scheda{targaScheda: {
		Targa: targaScheda, Fabbrica: "Prova", Modello: "Prova 1.0", Immatricolato: "2019-05-07", Classe: "M1", PostiDichiarati: 5,
	}}
	leggi := func(c echo.Context) error {
		x, nota := schede[c.Param("targa")]
		if !nota {
			return c.NoContent(http.StatusNotFound)
		}
		return c.JSON(http.StatusOK, x)
	}
	g := s.Group("")
	g.Add(http.MethodGet, viaAperta+parteTarga, leggi, web.Open(), web.NoTenant())
	g.Add(http.MethodGet, viaProtetta+parteTarga, leggi, web.Permission(auth.PermessoVpnLeggi))
}
