package operatore

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// HTTP answers the REST routes of accounts. The tenant is that of the context; accounts of the platform
// itself are made at the command line.
type HTTP struct{ Servizio *Servizio }

// dati are what of an account may change, as JSON has them.
type dati struct {
	Nome          string   `json:"nome"`
	Cognome       string   `json:"cognome"`
	CodiceFiscale string   `json:"codiceFiscale"`
	Reparto       string   `json:"reparto"`
	Ruoli         []string `json:"ruoli"`
	Integratore   string   `json:"integratore"`
	Verifica      string   `json:"verifica"`
}

func (d dati) operatore(tenant, username string) Operatore {
	return Operatore{Username: username, Tenant: tenant, Nome: d.Nome, Cognome: d.Cognome, CodiceFiscale: d.CodiceFiscale,
		Reparto: d.Reparto, Ruoli: d.Ruoli, Integratore: d.Integratore, Verifica: d.Verifica}
}

// nuovo is the body of POST /operatori.
type nuovo struct {
	Username string `json:"username"`
	dati
	Password    string `json:"password"`
	Provvisoria bool   `json:"provvisoria"`
}

// modifica is the body of PUT /operatori/{username}.
type modifica struct {
	dati
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

// cambioPassword is the body of POST /operatori/{username}/password.
type cambioPassword struct {
	Password    string `json:"password"`
	Provvisoria bool   `json:"provvisoria"`
}

// risposta is an account as it is shown: nothing of its password.
type risposta struct {
	Username string `json:"username"`
	dati
	Stato    string `json:"stato"`
	Versione int    `json:"versione"`
}

func rispostaDi(o Operatore) risposta {
	return risposta{Username: o.Username, Stato: o.Stato, Versione: o.Versione, dati: dati{
		Nome: o.Nome, Cognome: o.Cognome, CodiceFiscale: o.CodiceFiscale, Reparto: o.Reparto,
		Ruoli: o.Ruoli, Integratore: o.Integratore, Verifica: o.Verifica,
	}}
}

// leggiFiltro reads the parameters of the list.
func leggiFiltro(parametro func(string) string) (Filtro, error) {
	base, err := voce.LeggiFiltro(parametro)
	if err != nil {
		return Filtro{}, err
	}
	f := Filtro{Filtro: base, Stato: parametro("stato"), Reparto: parametro("reparto")}
	var g voce.Guasti
	g.Se(f.Stato != "" && f.Stato != Attivo && f.Stato != Bloccato, "stato", "ATTIVO oppure BLOCCATO")
	g.Se(f.Reparto != "" && !formaReparto.MatchString(f.Reparto), "reparto", "non è un codice di reparto")
	return f, voce.Raccogli(g)
}

// Elenca serves GET /operatori.
func (h HTTP) Elenca(c echo.Context) error {
	f, err := leggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	letti, err := h.Servizio.elencati(c, f)
	if err != nil {
		return err
	}
	pagina := voce.Pagina[risposta]{Elementi: make([]risposta, len(letti.Elementi)), Cursore: letti.Cursore}
	for i, o := range letti.Elementi {
		pagina.Elementi[i] = rispostaDi(o)
	}
	return c.JSON(http.StatusOK, pagina)
}

// Trova serves GET /operatori/{username}.
func (h HTTP) Trova(c echo.Context) error {
	o, err := h.Servizio.trovato(c)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, rispostaDi(o))
}

// elencati reads a page of the accounts of the tenant of a request, and records that they were read.
func (s *Servizio) elencati(c echo.Context, f Filtro) (voce.Pagina[Operatore], error) {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	letti, err := s.Elenca(ctx, t.Nome, f)
	if err != nil {
		return letti, err
	}
	return letti, voce.Letture(s.Store.Pools, "operatore")(ctx, t.Nome, "", f.Cerca)
}

// trovato reads the account that a request names, and records that it was read.
func (s *Servizio) trovato(c echo.Context) (Operatore, error) {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	o, err := s.Trova(ctx, t.Nome, c.Param("username"))
	if err != nil {
		return o, err
	}
	return o, voce.Letture(s.Store.Pools, "operatore")(ctx, t.Nome, o.Username, "")
}

// Crea serves POST /operatori: 201, or 200 for an LDAP account that is there already with the same data.
func (h HTTP) Crea(c echo.Context) error {
	corpo, err := web.Decode[nuovo](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	richiesto := corpo.operatore(t.Nome, corpo.Username)
	richiesto.Provvisoria = corpo.Provvisoria
	esito, err := h.Servizio.Crea(ctx, richiesto, corpo.Password)
	if err != nil {
		return err
	}
	o, err := h.Servizio.Trova(ctx, t.Nome, corpo.Username)
	if err != nil {
		return err
	}
	return c.JSON(esito.Stato(), rispostaDi(o))
}

// Modifica serves PUT /operatori/{username}.
func (h HTTP) Modifica(c echo.Context) error {
	corpo, err := web.DecodeAll[modifica](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	o := corpo.operatore(t.Nome, c.Param("username"))
	o.Stato, o.Versione = corpo.Stato, corpo.Versione
	if o, err = h.Servizio.Modifica(ctx, o); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, rispostaDi(o))
}

// Password serves POST /operatori/{username}/password.
func (h HTTP) Password(c echo.Context) error {
	corpo, err := web.Decode[cambioPassword](c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	if _, err := h.Servizio.CambiaPassword(ctx, Conto{Tenant: t.Nome, Username: c.Param("username")}, corpo.Password, corpo.Provvisoria); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
