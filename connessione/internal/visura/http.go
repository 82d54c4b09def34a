package visura

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/connessione/internal/anpr"
	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/codici/nominativo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
)

// HTTP is the group VisuraAnagraficaConnRestService.
type HTTP struct{ Service }

func chiChiede(c echo.Context) interrogazione.Chi {
	chi, _ := auth.From(c.Request().Context())
	return interrogazione.Chi{Attore: chi.User, Indirizzo: c.RealIP()}
}

// rispondi checks reason and fine, takes one of the account's look-ups of the hour, and asks.
func (h HTTP) rispondi(c echo.Context, v *interrogazione.Verifica, p interrogazione.Perche, chi Chi) error {
	ctx := c.Request().Context()
	q := v.Perche(p, chiChiede(c))
	if err := v.Errore(); err != nil {
		return err
	}
	q, err := h.Store.Completa(ctx, q, chi.cercata())
	if err != nil {
		return err
	}
	limite := domicili.InterrogazioniAllOra
	if err := h.impostazione(ctx, domicili.ChiaveInterrogazioniAllOra, &limite); err != nil {
		return err
	}
	if err := h.Store.Ora(ctx, h.Adesso(), limite, q.Chi); err != nil {
		return err
	}
	visura, err := h.Cerca(ctx, q, chi, nil)
	if err != nil {
		return conParole(err)
	}
	return c.JSON(http.StatusOK, visura)
}

// conParole shows the caller, and nobody else, what the register says of data that it contradicts: its words may quote the person.
func conParole(err error) error {
	x, detto := errors.AsType[*anpr.Contraddizione](err)
	p := problem.As(err)
	if !detto || p == nil {
		return err
	}
	risposta := *p
	risposta.Causa, risposta.Campi = nil, []problem.Campo{{Campo: "anpr", Messaggio: x.Testo}}
	return &risposta
}

// giorno is the day asked about; today, in Rome, where none is.
func (h HTTP) giorno(v *interrogazione.Verifica, testo string) calendario.Giorno {
	if testo == "" {
		return calendario.Da(h.Adesso())
	}
	return v.Giorno("data", testo, h.Adesso())
}

// cifreEnte is how long the tax code of a body is.
const cifreEnte = 11

// PerCodiceFiscale answers POST /perCodiceFiscale.
func (h HTTP) PerCodiceFiscale(c echo.Context) error {
	corpo, err := web.Decode[struct {
		CodiceFiscale string `json:"codiceFiscale"`
		Data          string `json:"data,omitempty"`
		interrogazione.Perche
	}](c)
	if err != nil {
		return err
	}
	var v interrogazione.Verifica
	chi := Chi{CodiceFiscale: v.CodiceFiscale("codiceFiscale", corpo.CodiceFiscale), Data: h.giorno(&v, corpo.Data)}
	ente := len(chi.CodiceFiscale) == cifreEnte && v.Errore() == nil
	switch {
	case ente && !h.conSede(c.Request().Context()):
		v.Manca("codiceFiscale", "è di un ente: in ANPR ci sono le persone")
	case ente && chi.Data != calendario.Da(h.Adesso()):
		v.Manca("data", "di un'impresa si conosce la sede di oggi")
	}
	return h.rispondi(c, &v, corpo.Perche, chi)
}

// PerDatiAnagrafici answers POST /perDatiAnagrafici.
func (h HTTP) PerDatiAnagrafici(c echo.Context) error {
	corpo, err := web.Decode[struct {
		Cognome     string `json:"cognome,omitempty"`
		Nome        string `json:"nome,omitempty"`
		Sesso       string `json:"sesso"`
		DataNascita string `json:"dataNascita"`
		ComuneIstat string `json:"comuneIstat,omitempty"`
		Comune      string `json:"comune,omitempty"`
		Stato       string `json:"stato,omitempty"`
		Data        string `json:"data,omitempty"`
		interrogazione.Perche
	}](c)
	if err != nil {
		return err
	}
	var v interrogazione.Verifica
	d := &anpr.DatiAnagrafici{Cognome: nome(&v, "cognome", corpo.Cognome), Nome: nome(&v, "nome", corpo.Nome),
		Sesso: strings.ToUpper(corpo.Sesso), CodiceIstat: corpo.ComuneIstat,
		Comune: strings.ToUpper(corpo.Comune), Stato: strings.ToUpper(strings.TrimSpace(corpo.Stato))}
	if d.Cognome == "" && d.Nome == "" {
		v.Manca("cognome", nominativo.MancaTutto)
	}
	if d.Sesso != "M" && d.Sesso != "F" {
		v.Manca("sesso", "M o F")
	}
	d.Nascita = v.Giorno("dataNascita", corpo.DataNascita, h.Adesso())
	switch {
	case (d.CodiceIstat == "") == (d.Stato == ""):
		v.Manca("comuneIstat", "serve il luogo di nascita: comuneIstat con comune, oppure stato")
	case d.CodiceIstat != "" && (len(d.CodiceIstat) != 6 || strings.Trim(d.CodiceIstat, "0123456789") != ""):
		v.Manca("comuneIstat", "sei cifre")
	case d.CodiceIstat != "" && d.Comune == "":
		v.Manca("comune", "è obbligatorio con comuneIstat")
	}
	return h.rispondi(c, &v, corpo.Perche, Chi{Dati: d, Data: h.giorno(&v, corpo.Data)})
}

// testoAlPiu is how long a name may be.
const testoAlPiu = 100

// nome is a name as the register has it; empty where the person has none.
func nome(v *interrogazione.Verifica, campo, testo string) string {
	testo = strings.ToUpper(nominativo.Pulito(testo))
	if len(testo) > testoAlPiu {
		v.Manca(campo, "al più 100 caratteri")
	}
	return testo
}

// Massiva answers POST /massiva: the persons are asked for one by one, in the background.
func (h HTTP) Massiva(c echo.Context) error {
	corpo, err := web.Decode[struct {
		CodiciFiscali []string `json:"codiciFiscali"`
		Data          string   `json:"data,omitempty"`
		interrogazione.Perche
	}](c)
	if err != nil {
		return err
	}
	var v interrogazione.Verifica
	voci := v.Codici("codiciFiscali", corpo.CodiciFiscali)
	giorno := h.giorno(&v, corpo.Data)
	for i := range voci {
		voci[i].Data = giorno
	}
	q := v.Perche(corpo.Perche, chiChiede(c))
	if err := v.Errore(); err != nil {
		return err
	}
	e, err := h.Accoda(c.Request().Context(), q, voci)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, strings.TrimSuffix(c.Request().URL.Path, "/massiva")+"/visure/"+e.ID.String())
	return c.JSON(http.StatusAccepted, e)
}

// Elenco answers GET /visure/{id}, to the account that asked for the list and to nobody else.
func (h HTTP) Elenco(c echo.Context) error {
	id, ok := codici.ID(c.Param("id"))
	if !ok {
		return problem.NonTrovato("elenco", c.Param("id"))
	}
	e, err := h.Leggi(c.Request().Context(), id, chiChiede(c))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, e)
}
