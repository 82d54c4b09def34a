package impostazione

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// indirizzo of the list; a setting is below it, by key.
const indirizzo = pagine.Base + "impostazioni"

// Pagine answers the pages of settings.
type Pagine struct {
	Servizio *Servizio
	Sessione sessione.HTTP
}

// gruppo is the settings of one subject.
type gruppo struct {
	Nome string
	Voci []Voce
}

// modulo is the form of a setting: the text typed, and its faults.
type modulo struct {
	Voce
	Scritto, Dal, Oggi string
	Rifiuto            pagine.Rifiuto
	Fatto              string
}

// siSimula reports whether a page can say what another value would do.
func siSimula(chiave string) bool { return chiave == scelte.ChiaveCanali }

// Simula is the address of that page.
func Simula() string { return IndirizzoDi(scelte.ChiaveCanali) + "/simula" }

// siProva reports whether the page Accesso can try what a setting says.
func siProva(chiave string) bool {
	parola, _, _ := strings.Cut(chiave, ".")
	return slices.Contains([]string{"ldap", "accessoUnico", "gruppi", "portali"}, parola)
}

// ritirabileOggi is the value in force that may still be taken away.
func (m modulo) ritirabileOggi() []Valore {
	d, err := dichiarata(m.Chiave)
	if err != nil || !d.Accesso || m.InVigore == nil || m.InVigore.ValidaDa != m.Oggi {
		return nil
	}
	return []Valore{*m.InVigore}
}

// IndirizzoDi is the page of a setting.
func IndirizzoDi(chiave string) string { return indirizzo + "/" + url.PathEscape(chiave) }

// Elenco serves GET /impostazioni.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	t, _ := tenant.From(c.Request().Context())
	tutte, err := p.Servizio.Elenca(c.Request().Context(), t.Nome)
	if err != nil {
		return err
	}
	var gruppi []gruppo
	for _, v := range tutte {
		if len(gruppi) == 0 || gruppi[len(gruppi)-1].Nome != v.Gruppo {
			gruppi = append(gruppi, gruppo{Nome: v.Gruppo})
		}
		ultimo := &gruppi[len(gruppi)-1]
		ultimo.Voci = append(ultimo.Voci, v)
	}
	return p.Sessione.Scrivi(c, "Impostazioni", lista(gruppi))
}

// Cerca serves GET /impostazioni/apri?chiave=: a key of a family, by its name.
func (p Pagine) Cerca(c echo.Context, _ sessione.Sessione) error {
	if _, err := dichiarata(c.QueryParam("chiave")); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, IndirizzoDi(c.QueryParam("chiave")))
}

// Apri serves GET /impostazioni/{chiave}.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	m, err := p.modulo(c)
	if err != nil {
		return err
	}
	if m.InVigore != nil {
		m.Scritto = m.Scrivi(m.InVigore.Valore)
	}
	m.Fatto = pagine.Fatto(c.QueryParam("fatto"))
	return p.mostra(c, m)
}

// Imposta serves POST /impostazioni/{chiave}.
func (p Pagine) Imposta(c echo.Context, _ sessione.Sessione) error {
	m, err := p.modulo(c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	m.Scritto, m.Dal = c.FormValue(campoValore), c.FormValue("validaDa")
	esito, err := p.Servizio.Imposta(ctx, Impostazione{Tenant: t.Nome, Chiave: m.Chiave, Valore: m.Leggi(m.Scritto), ValidaDa: m.Dal}, false)
	return p.conclude(c, m, esito, err)
}

// Ritira serves POST /impostazioni/{chiave}/ritira.
func (p Pagine) Ritira(c echo.Context, _ sessione.Sessione) error {
	m, err := p.modulo(c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	err = p.Servizio.Ritira(ctx, Impostazione{Tenant: t.Nome, Chiave: m.Chiave, ValidaDa: c.FormValue("validaDa")})
	return p.conclude(c, m, voce.Cambiata, err)
}

func (p Pagine) modulo(c echo.Context) (modulo, error) {
	t, _ := tenant.From(c.Request().Context())
	v, err := p.Servizio.Trova(c.Request().Context(), t.Nome, c.Param("chiave"))
	return modulo{Voce: v, Oggi: p.Servizio.oggi()}, err
}

// conclude shows the setting as it is now, or the form again with its faults.
func (p Pagine) conclude(c echo.Context, m modulo, esito voce.Esito, err error) error {
	if err == nil {
		fatto := map[voce.Esito]string{voce.Creata: "cambiato", voce.Cambiata: "cambiato", voce.GiaPresente: "presente"}[esito]
		return c.Redirect(http.StatusSeeOther, IndirizzoDi(m.Chiave)+"?fatto="+fatto)
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	m.Rifiuto = rifiuto
	return p.mostra(c, m)
}

func (p Pagine) mostra(c echo.Context, m modulo) error {
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, m.Titolo), scheda(m))
}
