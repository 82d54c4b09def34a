package costo

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Indirizzo of the page.
const Indirizzo = pagine.Base + "costi"

// Pagine answers the page.
type Pagine struct {
	Store    Store
	Sessione sessione.HTTP
	Adesso   func() time.Time
}

// vista is what the page shows.
type vista struct {
	Mese string // YYYY-MM
	Voci []Spesa
	Mesi []Spesa
}

// Apri serves GET /costi?mese=AAAA-MM: the present month in Rome where it is not said.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	oggi := calendario.Da(p.Adesso()).String()[:len("2006-01")]
	v := vista{Mese: cmp.Or(c.QueryParam("mese"), oggi)}
	primo, err := calendario.Parse(v.Mese + "-01")
	if err != nil {
		return problem.CampoNonValido("mese", "deve essere un mese nella forma AAAA-MM")
	}
	ctx := c.Request().Context()
	if v.Voci, err = p.Store.Mese(ctx, primo); err != nil {
		return err
	}
	if v.Mesi, err = p.Store.Mesi(ctx, calendario.MustParse(oggi+"-01")); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, http.StatusOK, p.Sessione.Cornice(c, "Costi dei registri"), pagina(v))
}

// mese is a month as a person reads it.
func mese(nome string) string {
	anno, numero, _ := strings.Cut(nome, "-")
	return numero + "/" + anno
}

// Voce says in words which register was asked, and for what.
func (s Spesa) Voce() string {
	registro, cosa, _ := strings.Cut(s.Nome, " ")
	cose := map[string]string{"VEICOLO": "veicoli", "PATENTE": "patenti", "COPERTURA": "assicurazione e revisione",
		"DOMICILIO": "domicili digitali", "SEDE": "sedi"}
	return verbale.ParolaArchivio(registro) + ", " + cmp.Or(cose[cosa], strings.ToLower(cosa))
}
