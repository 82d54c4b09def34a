package operatore

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// indirizzo of the list; an account is below it, by username.
const indirizzo = pagine.Base + "operatori"

// Pagine answers the pages of accounts.
type Pagine struct {
	Servizio *Servizio
	Sessione sessione.HTTP
}

// modulo is the page of an account, new or to be changed. No password is ever in it.
type modulo struct {
	Operatore
	Nuovo       bool
	Amministra  bool // the operator may change it; else it is only shown
	Blocca      bool // he may block it and let it in again
	Propria     bool // it is the operator's own
	Ruoli       []pagine.Opzione
	Reparti     []pagine.Opzione
	Integratori []pagine.Opzione
	Rifiuto     pagine.Rifiuto // of the form of the data, or of a new account
	Password    pagine.Rifiuto // of the form of the password
}

func (m modulo) azione() string {
	if m.Nuovo {
		return indirizzo
	}
	return indirizzo + "/" + m.Username
}

// verifiche are the choices of who checks the password.
func verifiche() []pagine.Opzione {
	return []pagine.Opzione{{Valore: Locale, Nome: "Password conservata qui"}, {Valore: LDAP, Nome: "Server LDAP del comando"}}
}

// Elenco serves GET /operatori.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	f, err := leggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	letti, err := p.Servizio.elencati(c, f)
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Operatori", elenco(pagine.Elenco{
		Titolo: "Operatori", Indirizzo: indirizzo, Nuovo: "Nuovo operatore", Cerca: f.Cerca, Cursore: letti.Cursore,
		Colonne: []string{"Nome utente", "Cognome e nome", "Reparto", "Ruoli", "Stato"},
		Vuoto:   len(letti.Elementi) == 0, Fatto: pagine.Fatto(c.QueryParam("fatto")),
	}, letti.Elementi))
}

// Nuovo serves GET /operatori/nuovo.
func (p Pagine) Nuovo(c echo.Context, _ sessione.Sessione) error {
	t, _ := tenant.From(c.Request().Context())
	return p.mostra(c, modulo{Nuovo: true, Operatore: Operatore{Tenant: t.Nome, Stato: Attivo, Verifica: Locale}})
}

// Apri serves GET /operatori/{username}.
func (p Pagine) Apri(c echo.Context, _ sessione.Sessione) error {
	o, err := p.Servizio.trovato(c)
	if err != nil {
		return err
	}
	return p.mostra(c, modulo{Operatore: o})
}

// letto is the account as the form has it.
func letto(c echo.Context) (Operatore, error) {
	campi, err := c.FormParams()
	if err != nil {
		return Operatore{}, problem.Malformata("Il modulo non si legge.").With(err)
	}
	t, _ := tenant.From(c.Request().Context())
	return Operatore{Tenant: t.Nome, Nome: campi.Get("nome"), Cognome: campi.Get("cognome"), CodiceFiscale: campi.Get("codiceFiscale"),
		Reparto: campi.Get("reparto"), Ruoli: campi["ruoli"], Integratore: campi.Get("integratore"), Verifica: campi.Get("verifica"),
		Versione: pagine.VersioneLetta(c)}, nil
}

// Crea serves POST /operatori.
func (p Pagine) Crea(c echo.Context, _ sessione.Sessione) error {
	o, err := letto(c)
	if err != nil {
		return err
	}
	o.Username, o.Stato, o.Provvisoria = c.FormValue("username"), Attivo, o.Verifica != LDAP
	esito := voce.Creata
	password, err := ripetuta(c)
	if err == nil {
		esito, err = p.Servizio.Crea(voce.Con(c.Request().Context(), c.RealIP()), o, password)
	}
	if err != nil {
		return p.rifiuta(c, modulo{Nuovo: true, Operatore: o}, err)
	}
	return fatto(c, esito.Codice())
}

// Modifica serves POST /operatori/{username}: the data, not the state.
func (p Pagine) Modifica(c echo.Context, _ sessione.Sessione) error {
	o, err := letto(c)
	if err != nil {
		return err
	}
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	presente, err := p.Servizio.Trova(ctx, o.Tenant, c.Param("username"))
	if err != nil {
		return err
	}
	o.Username, o.Stato = presente.Username, presente.Stato
	if _, err := p.Servizio.Modifica(ctx, o); err != nil {
		return p.rifiuta(c, modulo{Operatore: o}, err)
	}
	return fatto(c, "cambiato")
}

// Blocca serves POST /operatori/{username}/blocca.
func (p Pagine) Blocca(c echo.Context, _ sessione.Sessione) error {
	return p.agisci(c, "bloccato", p.Servizio.Blocca)
}

// Sblocca serves POST /operatori/{username}/sblocca.
func (p Pagine) Sblocca(c echo.Context, _ sessione.Sessione) error {
	return p.agisci(c, "sbloccato", p.Servizio.Sblocca)
}

// NuovaPassword serves POST /operatori/{username}/password.
func (p Pagine) NuovaPassword(c echo.Context, _ sessione.Sessione) error {
	t, _ := tenant.From(c.Request().Context())
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	password, err := ripetuta(c)
	if err == nil {
		_, err = p.Servizio.CambiaPassword(ctx, Conto{Tenant: t.Nome, Username: c.Param("username")}, password, true)
	}
	if err == nil {
		return fatto(c, "password")
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	o, err := p.Servizio.Trova(ctx, t.Nome, c.Param("username"))
	if err != nil {
		return err
	}
	return p.mostra(c, modulo{Operatore: o, Password: rifiuto})
}

// agisci runs an act that has no data: it shows the account again when it is refused.
func (p Pagine) agisci(c echo.Context, codice string, f func(context.Context, Conto) (Operatore, error)) error {
	t, _ := tenant.From(c.Request().Context())
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	_, err := f(ctx, Conto{Tenant: t.Nome, Username: c.Param("username"), Versione: pagine.VersioneLetta(c)})
	if err == nil {
		return fatto(c, codice)
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	o, err := p.Servizio.Trova(ctx, t.Nome, c.Param("username"))
	if err != nil {
		return err
	}
	return p.mostra(c, modulo{Operatore: o, Rifiuto: rifiuto})
}

// ripetuta is the password of a form, written twice.
func ripetuta(c echo.Context) (string, error) {
	password := c.FormValue("password")
	if password != c.FormValue("ripetuta") {
		return "", problem.CampoNonValido("ripetuta", "le due password sono diverse")
	}
	return password, nil
}

func fatto(c echo.Context, codice string) error {
	return c.Redirect(http.StatusSeeOther, indirizzo+"?"+url.Values{"fatto": {codice}}.Encode())
}

// rifiuta shows the form again with its values, passwords excepted, and its errors.
func (p Pagine) rifiuta(c echo.Context, m modulo, err error) error {
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	m.Rifiuto = rifiuto
	return p.mostra(c, m)
}

func (p Pagine) mostra(c echo.Context, m modulo) error {
	ctx := c.Request().Context()
	titolo := "Operatore " + m.Username
	if m.Nuovo {
		titolo = "Nuovo operatore"
	}
	propri, err := ruolo.Di(ctx, p.Servizio.Store.Pools, m.Tenant)
	if err != nil {
		return err
	}
	m.Amministra = amministra(ctx, m.Operatore, propri) == nil
	m.Blocca = m.Amministra || diPiattaforma(ctx)
	if s, ok := sessione.Da(ctx); ok {
		m.Propria = s.Operatore.Username == m.Username
	}
	if err := p.scelte(ctx, &m, propri); err != nil {
		return err
	}
	stato := max(m.Rifiuto.Codice(), m.Password.Codice())
	return p.Sessione.Pagine.Scrivi(c, stato, p.Sessione.Cornice(c, titolo), scheda(titolo, m))
}

// scelte fills what the fields may be: what the account has now stays a choice, though it has ceased.
func (p Pagine) scelte(ctx context.Context, m *modulo, propri []ruolo.Ruolo) error {
	ammessi := Assegnabili(ctx, m.Tenant, propri)
	for _, r := range append(ruolo.Tutti(), propri...) {
		if slices.Contains(ammessi, r.Nome) || slices.Contains(m.Operatore.Ruoli, r.Nome) {
			m.Ruoli = append(m.Ruoli, pagine.Opzione{Valore: r.Nome, Nome: r.Nome + ": " + r.Descrizione})
		}
	}
	reparti, err := p.Servizio.Store.reparti(ctx, m.Tenant)
	if err != nil {
		return err
	}
	m.Reparti = opzioni(reparti, m.Reparto, "Scegliere")
	integratori, err := p.Servizio.Store.integratori(ctx, m.Tenant)
	m.Integratori = append([]pagine.Opzione{{Nome: "Nessuno"}}, opzioni(integratori, m.Integratore, "")...)
	return err
}

// opzioni are the entries in use and the present one; vuota is the name of the choice of none when there
// is no present one.
func opzioni(servite []scelta, presente, vuota string) []pagine.Opzione {
	var tutte []pagine.Opzione
	if presente == "" && vuota != "" {
		tutte = append(tutte, pagine.Opzione{Nome: vuota})
	}
	for _, s := range servite {
		nome := s.Codice
		if s.Nome != "" {
			nome += ", " + s.Nome
		}
		tutte = append(tutte, pagine.Opzione{Valore: s.Codice, Nome: nome})
	}
	return pagine.ConPresente(tutte, presente)
}

// persona is who uses the account, surname first.
func (o Operatore) persona() string { return strings.TrimSpace(o.Cognome + " " + o.Nome) }

// aiutoPassword is said beside a new password.
const aiutoPassword = "Almeno 12 caratteri, se il comando non ha stabilito altro: tre o quattro parole a caso vanno bene, il nome utente e le password comuni no."

// indirizzoPropria is the page where an operator changes his own password.
const indirizzoPropria = sessione.PaginaPassword

// PaginaPropria answers the page where an operator changes his own password. The realm says whether the
// present one is right: its delays and its register hold here too.
type PaginaPropria struct {
	Servizio *Servizio
	Sessione sessione.HTTP
	Realm    auth.Realm
}

// Apri serves GET /password.
func (p PaginaPropria) Apri(c echo.Context, s sessione.Sessione) error {
	return p.mostra(c, s, pagine.Rifiuto{})
}

// Cambia serves POST /password. Every session of the operator ends, this one too.
func (p PaginaPropria) Cambia(c echo.Context, s sessione.Sessione) error {
	err := p.cambia(c, s)
	if err == nil {
		return p.Sessione.Pagine.Scrivi(c, http.StatusOK, pagine.Cornice{Titolo: "Password cambiata"}, propriaCambiata())
	}
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	return p.mostra(c, s, rifiuto)
}

func (p PaginaPropria) cambia(c echo.Context, s sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	nuova, err := ripetuta(c)
	if err != nil {
		return err
	}
	politica, err := p.Servizio.Politica(ctx, s.Operatore.Tenant)
	if err == nil {
		err = politica.Ammessa(Normalizza(s.Operatore.Username), nuova) // before the realm is asked: a refusal here is no attempt
	}
	if err != nil {
		return err
	}
	prima, err := p.Servizio.Trova(ctx, s.Operatore.Tenant, s.Operatore.Username)
	if err != nil {
		return err
	}
	_, err = p.Realm.Login(ctx, event.DomandaAccesso{
		Utente: s.Operatore.Username, Password: c.FormValue("attuale"), Indirizzo: c.RealIP(), Modulo: "core", Pagina: true,
	})
	if e := problem.As(err); e != nil && e.Kind == problem.Unauthenticated {
		return problem.CampoNonValido("attuale", "non è la password di questa utenza")
	}
	if err != nil {
		return err
	}
	_, err = p.Servizio.CambiaPropria(ctx, Conto{Tenant: prima.Tenant, Username: prima.Username, Versione: prima.Versione}, nuova)
	return err
}

func (p PaginaPropria) mostra(c echo.Context, s sessione.Sessione, r pagine.Rifiuto) error {
	o, err := p.Servizio.Trova(c.Request().Context(), s.Operatore.Tenant, s.Operatore.Username)
	if err != nil {
		return err
	}
	return p.Sessione.Pagine.Scrivi(c, r.Codice(), p.Sessione.Cornice(c, "La propria password"), propria(r, o.Verifica == LDAP, s.Operatore.CambiaPassword, o.ProvvisoriaFino))
}
