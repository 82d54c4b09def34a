// Package costo shows what the answers of registers and the notifications cost a command, month by month and for a fine: what the books
// of vpn and connessione say, summed.
package costo

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
)

// Indirizzo of the page.
const Indirizzo = pagine.Base + "costi"

// Pagine answers the page.
type Pagine struct {
	Conti    libro.Conti
	Sessione sessione.HTTP
	Adesso   func() time.Time
}

// vista is what the page shows.
type vista struct {
	Mese string // YYYY-MM
	Voci []libro.Spesa
	Mesi []libro.Spesa
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
	if v.Voci, err = p.Conti.DelMese(ctx, primo); err != nil {
		return err
	}
	if v.Mesi, err = p.Conti.Mesi(ctx, calendario.MustParse(oggi+"-01")); err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, http.StatusOK, p.Sessione.Cornice(c, "Costi dei registri"), pagina(v))
}

// mese is a month as a person reads it.
func mese(nome string) string {
	anno, numero, _ := strings.Cut(nome, "-")
	return numero + "/" + anno
}

// Voce says in words which register was asked, and for what, or by which channel a notification left.
func Voce(s libro.Spesa) string {
	if s.Cosa == libro.Invio {
		return strings.ToUpper(s.Registro) + ", notifiche"
	}
	cose := map[string]string{libro.Veicolo: "veicoli", libro.Patente: "patenti", libro.Copertura: "assicurazione e revisione",
		libro.Domicilio: "domicili digitali", libro.Verifica: "verifiche di domicili digitali", libro.Visura: "residenze",
		string(verbale.ArchivioImprese) + " " + libro.Visura: "sedi"}
	return verbale.ParolaArchivio(s.Registro) + ", " + cmp.Or(cose[s.Registro+" "+s.Cosa], cose[s.Cosa], strings.ToLower(s.Cosa))
}

// SulVerbale says the same of one fine, with how many and how much.
func SulVerbale(s libro.Spesa) (etichetta, valore string) {
	if s.Cosa == libro.Invio {
		return "Costo di " + Voce(s), pagine.Quante(int(s.Domande), "notifica", "notifiche") + ", " + s.Costo()
	}
	return "Domande ai registri: " + Voce(s), pagine.Quante(int(s.Domande), "domanda", "domande") + ", " + s.Costo()
}

// Conti sums the books of the services that ask.
func Conti(pools *db.Pools) libro.Conti {
	return libro.Conti{Pools: pools, Libri: []string{"vpn_v1.libro", "connessione_v1.libro", "connessione_v1.spesa_invio"}}
}
