// Package pagina shows the fixed tables to operators, and takes a new version from a file or from a decree.
package pagina

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella/decreto"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Permesso is what loading a table asks for.
func Permesso(nome string) auth.Permission {
	if tabella.DelTenant(nome) {
		return auth.PermessoTabellaTenant
	}
	return auth.PermessoTabella
}

// Pagine answers the page with the list of the tables; Di those of one table.
type Pagine struct {
	Servizio *tabella.Servizio
	Sessione sessione.HTTP
}

// PagineDi answers the pages of one table.
type PagineDi struct {
	Pagine
	nome string
}

// Di are the pages of a table.
func (p Pagine) Di(nome string) PagineDi { return PagineDi{Pagine: p, nome: nome} }

// collegamento is an address below that of a table, with its parameters.
func collegamento(nome, parte string, parametri ...string) templ.SafeURL {
	valori := url.Values{}
	for i := 0; i+1 < len(parametri); i += 2 {
		if parametri[i+1] != "" {
			valori.Set(parametri[i], parametri[i+1])
		}
	}
	dove := tabella.IndirizzoDi(nome) + parte
	if len(valori) > 0 {
		dove += "?" + valori.Encode()
	}
	return templ.SafeURL(dove)
}

// Elenco serves GET /tabelle.
func (p Pagine) Elenco(c echo.Context, _ sessione.Sessione) error {
	t, _ := tenant.From(c.Request().Context())
	tutte, err := p.Servizio.Elenca(c.Request().Context(), t.Nome)
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, "Tabelle", lista(tutte, t.Nome == ""))
}

// quale is the table of these pages, with the tenant of the context if it belongs to one.
func (p PagineDi) quale(c echo.Context) tabella.Quale {
	q := tabella.Quale{Nome: p.nome}
	if t, ok := tenant.From(c.Request().Context()); ok && tabella.DelTenant(p.nome) {
		q.Tenant = t.Nome
	}
	return q
}

// paginaRighe is the list of the rows of a table.
type paginaRighe struct {
	tabella.Stato
	tabella.Filtro
	Rifiuto           pagine.Rifiuto
	Colonne           []string
	Righe             []rigaVista
	Cursore           string
	Attuale, Carica   bool // the present version; this operator may load another
	Indietro, Ricerca bool // not the first page; something was asked for
}

// Righe serves GET /tabelle/{nome}. An invalid search comes back with its errors.
func (p PagineDi) Righe(c echo.Context, s sessione.Sessione) error {
	ctx := c.Request().Context()
	v := vistaDi(p.nome)
	f, err := tabella.LeggiFiltro(c.QueryParam)
	dati := paginaRighe{Filtro: f, Colonne: v.colonne, Carica: tabella.Caricabile(p.nome) && s.Puo(Permesso(p.nome)),
		Indietro: f.Dopo != "", Ricerca: f.Cerca+f.InVigoreAl+f.CertiEntro+f.Verifica != ""}
	if err != nil {
		var suo bool
		if dati.Rifiuto, suo = pagine.Rifiutato(err); !suo {
			return err
		}
		f = tabella.Filtro{Filtro: voce.Filtro{Dimensione: 1}}
	}
	attuale, err := p.Servizio.Stato(ctx, p.quale(c))
	if err != nil {
		return err
	}
	lette, stato, err := p.Servizio.Righe(ctx, p.quale(c), f)
	if err != nil {
		return err
	}
	dati.Stato, dati.Attuale, dati.Cursore = stato, stato.Versione == attuale.Versione, lette.Cursore
	for _, e := range lette.Elementi {
		r, err := v.celle(e)
		if err != nil {
			return err
		}
		dati.Righe = append(dati.Righe, r)
	}
	if dati.Rifiuto.Stato != 0 {
		dati.Righe, dati.Cursore = nil, ""
	}
	return p.Sessione.Pagine.Scrivi(c, dati.Rifiuto.Codice(), p.Sessione.Cornice(c, tabella.Titolo(p.nome)), righePagina(dati))
}

// successiva is the address of the next page of the same search.
func (p paginaRighe) successiva() templ.SafeURL { return p.ricerca("", p.Cursore) }

// ricerca is the address of the same search, below the table, from a cursor on.
func (p paginaRighe) ricerca(parte, cursore string) templ.SafeURL {
	versione := ""
	if p.Filtro.Versione > 0 {
		versione = strconv.Itoa(p.Filtro.Versione)
	}
	return collegamento(p.Nome, parte, "testo", p.Cerca, "inVigoreAl", p.InVigoreAl, "importiCertiEntro", p.CertiEntro, "verifica", p.Verifica,
		"versione", versione, "cursore", cursore)
}

// Riga serves GET /tabelle/{nome}/riga?chiave=.
func (p PagineDi) Riga(c echo.Context, _ sessione.Sessione) error {
	v, err := Scheda(c.Request().Context(), p.Servizio, p.quale(c), c.QueryParam("chiave"))
	if err != nil {
		return err
	}
	return p.Sessione.Scrivi(c, tabella.Titolo(p.nome)+" "+tabella.CodiceDi(v.Chiave), schedaPagina(p.nome, v))
}

// Esporta serves GET /tabelle/{nome}/esporta.
func (p PagineDi) Esporta(c echo.Context, _ sessione.Sessione) error {
	f, err := tabella.LeggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	scrivi, stato, err := p.Servizio.Esporta(c.Request().Context(), p.quale(c), f.Versione)
	if err != nil {
		return err
	}
	return tabella.RispondiCSV(c, stato, scrivi)
}

// paginaVersioni is the history of a table.
type paginaVersioni struct {
	tabella.Stato
	Voci    []tabella.Versione
	Cursore string
	Fatto   string
}

// Versioni serves GET /tabelle/{nome}/versioni.
func (p PagineDi) Versioni(c echo.Context, _ sessione.Sessione) error {
	f, err := voce.LeggiFiltro(c.QueryParam)
	if err != nil {
		return err
	}
	stato, err := p.Servizio.Stato(c.Request().Context(), p.quale(c))
	if err != nil {
		return err
	}
	lette, err := p.Servizio.Versioni(c.Request().Context(), p.quale(c), f)
	if err != nil {
		return err
	}
	dati := paginaVersioni{Stato: stato, Voci: lette.Elementi, Cursore: lette.Cursore, Fatto: fatto(c.QueryParam("fatto"), stato)}
	return p.Sessione.Scrivi(c, "Versioni di "+p.nome, versioniPagina(dati))
}

// fatto is what an import has just done; an unknown code says nothing.
func fatto(codice string, s tabella.Stato) string {
	switch codice {
	case tabella.EsitoCaricata:
		return "Caricata la versione " + strconv.Itoa(s.Versione) + "."
	case tabella.EsitoInvariata:
		return "Il file non cambia nulla: la tabella resta alla versione " + strconv.Itoa(s.Versione) + "."
	}
	return ""
}

// Differenza serves GET /tabelle/{nome}/differenza.
func (p PagineDi) Differenza(c echo.Context, _ sessione.Sessione) error {
	da, a, err := tabella.LeggiVersioni(c)
	if err != nil {
		return err
	}
	confronto, err := p.Servizio.Differenza(c.Request().Context(), p.quale(c), da, a)
	if err != nil {
		return err
	}
	r := tabella.Rapporto{Rapporto: confronto.Rapporto, Raffronti: confronto.Raffronti}
	dati := paginaDifferenza{Nome: p.nome, Confronto: confronto, Parti: Parti(r, inizioDi(c)), Indirizzo: func(parte string, n int) templ.SafeURL {
		return collegamento(p.nome, "/differenza", "da", strconv.Itoa(confronto.Da), "a", strconv.Itoa(confronto.A), parte, strconv.Itoa(n))
	}}
	return p.Sessione.Scrivi(c, "Differenza fra versioni di "+p.nome, differenzaPagina(dati))
}

// paginaDifferenza is a difference; Indirizzo is that of the page with a part from a row on.
type paginaDifferenza struct {
	Nome string
	tabella.Confronto
	Parti     []parte
	Indirizzo func(parte string, n int) templ.SafeURL
}

// inizioDi reads from which row each part of a difference is shown.
func inizioDi(c echo.Context) func(string) int {
	return func(parte string) int {
		n, err := strconv.Atoi(c.QueryParam(parte))
		if err != nil {
			return 0
		}
		return n
	}
}

// moduloCarica is the form that takes a file.
type moduloCarica struct {
	Nome    string
	Rifiuto pagine.Rifiuto
}

// Modulo serves GET /tabelle/{nome}/carica.
func (p PagineDi) Modulo(c echo.Context, _ sessione.Sessione) error {
	return p.modulo(c, pagine.Rifiuto{})
}

func (p PagineDi) modulo(c echo.Context, r pagine.Rifiuto) error {
	return p.Sessione.Pagine.Scrivi(c, r.Codice(), p.Sessione.Cornice(c, "Carica "+p.nome), caricaPagina(moduloCarica{Nome: p.nome, Rifiuto: r}))
}

// Carica serves POST /tabelle/{nome}/carica: a file without faults is kept, and its preview opened.
func (p PagineDi) Carica(c echo.Context, s sessione.Sessione) error {
	ctx := c.Request().Context()
	file, err := fileDi(c)
	if err == nil {
		_, err = p.Servizio.Anteprima(ctx, p.quale(c), file)
	}
	if err != nil {
		rifiuto, suo := pagine.Rifiutato(err)
		if !suo {
			return err
		}
		return p.modulo(c, rifiuto)
	}
	return p.apri(c, s, file)
}

// apri keeps a file without faults and opens its preview.
func (p PagineDi) apri(c echo.Context, s sessione.Sessione, file []byte) error {
	id, err := p.Servizio.Bozze.Salva(c.Request().Context(), tabella.Bozza{Quale: p.quale(c), Operatore: s.Operatore.Username, File: file})
	if err != nil {
		return err
	}
	return vai(c, collegamento(p.nome, "/bozze/"+id))
}

// Compresa serves POST /tabelle/{nome}/compresa: the preview of the table that the program brings with it.
func (p PagineDi) Compresa(c echo.Context, s sessione.Sessione) error {
	file, err := tabella.Compresa(p.nome)
	if err != nil {
		return err
	}
	return p.apri(c, s, file)
}

// moduloDecreto is the form of a biennial decree.
type moduloDecreto struct {
	decreto.Scritto

	Rifiuto pagine.Rifiuto
}

// Decreto serves GET /tabelle/violazioni/decreto.
func (p PagineDi) Decreto(c echo.Context, _ sessione.Sessione) error {
	anno := p.Servizio.Oggi().Anno() + 1
	return p.moduloDecreto(c, moduloDecreto{Scritto: decreto.Scritto{Dal: strconv.Itoa(anno) + "-01-01"}})
}

func (p PagineDi) moduloDecreto(c echo.Context, m moduloDecreto) error {
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, "Decreto biennale"), decretoPagina(m))
}

// CalcolaDecreto serves POST /tabelle/violazioni/decreto: the table after the decree is kept, and its preview opened.
func (p PagineDi) CalcolaDecreto(c echo.Context, s sessione.Sessione) error {
	m := moduloDecreto{Scritto: decreto.Scritto{Variazione: c.FormValue("variazione"), Dal: c.FormValue("dal"), Fonte: c.FormValue("fonte")}}
	legge, err := m.Legge()
	var file string
	if err == nil {
		file, err = decreto.Intero(c.Request().Context(), p.Servizio, legge)
	}
	if err != nil {
		var suo bool
		if m.Rifiuto, suo = pagine.Rifiutato(err); !suo {
			return err
		}
		return p.moduloDecreto(c, m)
	}
	return p.apri(c, s, []byte(file))
}

// fileDi reads the file of a form.
func fileDi(c echo.Context) ([]byte, error) {
	testa, err := c.FormFile(tabella.CampoFile)
	if troppo, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, problem.TroppoGrande(troppo.Limit).With(err)
	}
	if err != nil {
		return nil, tabella.FileErrato(problem.Campo{Campo: tabella.CampoFile, Messaggio: "manca: scegliere un file CSV"})
	}
	file, err := testa.Open()
	if err != nil {
		return nil, fmt.Errorf("tabella: file del modulo: %w", err)
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(file)
}

// moduloBozza is the preview of a file and the form that confirms it.
type moduloBozza struct {
	Nome, ID, Nota string
	Rapporto       tabella.Rapporto
	Parti          []parte
	Rifiuto        pagine.Rifiuto
	Indirizzo      func(parte string, n int) templ.SafeURL
}

// Bozza serves GET /tabelle/{nome}/bozze/{id}: what the file changes of the table as it is now.
func (p PagineDi) Bozza(c echo.Context, s sessione.Sessione) error {
	return p.bozza(c, s, moduloBozza{})
}

func (p PagineDi) bozza(c echo.Context, s sessione.Sessione, m moduloBozza) error {
	m.Nome, m.ID = p.nome, c.Param("id")
	file, err := p.Servizio.Bozze.Trova(c.Request().Context(), m.ID, tabella.Bozza{Quale: p.quale(c), Operatore: s.Operatore.Username})
	if err != nil {
		return err
	}
	anteprima := p.Servizio.AnteprimaConEffetti
	if c.QueryString() != "" { // another page of the lists: the fines were counted on the first
		anteprima = p.Servizio.Anteprima
	}
	if m.Rapporto, err = anteprima(c.Request().Context(), p.quale(c), file); err != nil {
		rifiuto, suo := pagine.Rifiutato(err) // the table has changed so that the file no longer fits it
		if !suo {
			return err
		}
		return p.modulo(c, rifiuto)
	}
	m.Parti = Parti(m.Rapporto, inizioDi(c))
	m.Indirizzo = func(parte string, n int) templ.SafeURL {
		return collegamento(p.nome, "/bozze/"+m.ID, parte, strconv.Itoa(n))
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, "Anteprima: "+p.nome), bozzaPagina(m))
}

// Conferma serves POST /tabelle/{nome}/bozze/{id}: the file becomes the next version, or its preview
// comes back with what stops it.
func (p PagineDi) Conferma(c echo.Context, s sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	id := c.Param("id")
	file, err := p.Servizio.Bozze.Trova(ctx, id, tabella.Bozza{Quale: p.quale(c), Operatore: s.Operatore.Username})
	if err != nil {
		return err
	}
	nota := c.FormValue("nota")
	var r tabella.Rapporto
	if strings.TrimSpace(nota) == "" {
		err = problem.CampoNonValido("nota", "manca: dire perché si carica il file")
	} else {
		r, err = p.Servizio.Importa(ctx, tabella.Importazione{Quale: p.quale(c), File: file, Base: max(pagine.VersioneLetta(c), 0),
			Forza: c.FormValue("forza") == "true", Nota: nota})
	}
	if err != nil {
		rifiuto, suo := pagine.Rifiutato(err)
		if !suo {
			return err
		}
		return p.bozza(c, s, moduloBozza{Nota: nota, Rifiuto: rifiuto})
	}
	if err := p.Servizio.Bozze.Dimentica(ctx, id); err != nil {
		return err
	}
	return vai(c, collegamento(p.nome, "/versioni", "fatto", r.Esito))
}

func vai(c echo.Context, dove templ.SafeURL) error {
	return c.Redirect(http.StatusSeeOther, string(dove))
}
