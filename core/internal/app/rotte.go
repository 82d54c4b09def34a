package app

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettore"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/agente"
	"github.com/piattaforma-verbali/verbali/core/internal/calcolo"
	"github.com/piattaforma-verbali/verbali/core/internal/conservazione"
	"github.com/piattaforma-verbali/verbali/core/internal/costo"
	"github.com/piattaforma-verbali/verbali/core/internal/direttorio"
	"github.com/piattaforma-verbali/verbali/core/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/core/internal/home"
	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/integratore"
	"github.com/piattaforma-verbali/verbali/core/internal/interessato"
	"github.com/piattaforma-verbali/verbali/core/internal/intervallo"
	"github.com/piattaforma-verbali/verbali/core/internal/lotto"
	"github.com/piattaforma-verbali/verbali/core/internal/morto"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/pdnd"
	"github.com/piattaforma-verbali/verbali/core/internal/piano"
	"github.com/piattaforma-verbali/verbali/core/internal/portale"
	"github.com/piattaforma-verbali/verbali/core/internal/propria"
	"github.com/piattaforma-verbali/verbali/core/internal/registri"
	"github.com/piattaforma-verbali/verbali/core/internal/registro"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
	"github.com/piattaforma-verbali/verbali/core/internal/ruolo"
	"github.com/piattaforma-verbali/verbali/core/internal/schedario"
	"github.com/piattaforma-verbali/verbali/core/internal/send"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella/decreto"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella/pagina"
	"github.com/piattaforma-verbali/verbali/core/internal/tariffa"
	"github.com/piattaforma-verbali/verbali/core/internal/tenant"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/elenco"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/scheda"
)

// limiteModulo bounds the forms of the pages, limiteFile those that carry a file, in bytes.
const (
	limiteModulo = 16 << 10
	limiteFile   = web.LimitPart
)

// rotte is every route of core. The pages are open to the middleware of the realm: their door is the
// session (sessione.HTTP.Pagina).
func (a *App) rotte() {
	realm := accesso.HTTP{Chiavi: a.chiavi}
	s := a.sessione()
	inizio := home.HTTP{Sessione: s, Fonti: a.code(), Propria: propria.Servizio{Pools: a.Pools, Adesso: a.Now}}
	cerca := elenco.HTTP{Store: elenco.Store{Store: fascicolo.Store{Pools: a.Pools}}, Sessione: s}
	verbali := scheda.HTTP{Store: fascicolo.Store{Pools: a.Pools}, Deposito: a.deposito, Chiede: a.aElaborazione,
		Morti: a.morti().Store.DelVerbale, Sessione: s, Adesso: a.Now, Tabella: a.tabelle.Violazioni, Log: a.Log}

	rest := a.Web.Group("")
	rest.Add(http.MethodGet, "/chiavi", realm.Insieme, web.Open(), web.NoTenant())

	a.pagina(http.MethodGet, "", s.Pagina(inizio.Pagina))
	a.rotteSessione(s, rest)
	a.pagina(http.MethodGet, "verbali", s.PaginaTenant(cerca.Elenco, auth.PermessoVerbalePropri))
	a.pagina(http.MethodPost, "verbali", s.PaginaTenant(cerca.Cerca, auth.PermessoVerbalePropri))
	a.pagina(http.MethodGet, "verbali/:id", s.PaginaTenant(verbali.Scheda, auth.PermessoVerbalePropri))
	a.pagina(http.MethodPost, "verbali/:id/eventi", s.PaginaTenant(verbali.Evento, auth.PermessoVerbaleAnnota))
	a.pagina(http.MethodGet, "documenti/:id", s.PaginaTenant(verbali.Documento, auth.PermessoVerbalePdf))
	a.rotteLotti(s)
	a.rotteEsiti(s)
	a.rotteComando(s)
	a.rotteOperatori(s)
	a.rotteAccesso(s)
	a.rottePiattaforma(s)
	a.rotteCalcoli(s)
	a.rotteTabelle(s)
	a.rotteMorti(s)
	a.rotteTariffe(s)
	a.rotteConservazione(s)
	a.rotteInteressato(s)
	a.rottePdnd(s)
	a.rotteCosti(s)
	a.rotteRegistri(s)
	a.rotteSend(s)
	a.rottePiano(s)
	a.pagina(http.MethodGet, "statico/*", pagine.Serve(a.pagine.Statico()))
	a.pagina(http.MethodGet, "risorse/*", pagine.Serve(a.pagine.Risorse()))
}

// pagina registers a page of the web application.
func (a *App) pagina(metodo, percorso string, h echo.HandlerFunc, opzioni ...web.Option) {
	opzioni = append([]web.Option{web.Open(), web.NoTenant(), web.Limit(limiteModulo)}, opzioni...)
	a.Web.Add(metodo, []string{pagine.Base + percorso}, h, opzioni...)
}

// rotteOperatori are accounts and roles, and the page of one's own password.
func (a *App) rotteOperatori(s sessione.HTTP) {
	operatori := operatore.Nuovo(a.Pools, a.Now)
	h, g, permesso := operatore.HTTP{Servizio: operatori}, a.Web.Group("/operatori"), web.Permission(auth.PermessoOperatore)
	g.Add(http.MethodGet, "", h.Elenca, permesso)
	g.Add(http.MethodPost, "", h.Crea, permesso)
	g.Add(http.MethodGet, "/:username", h.Trova, permesso)
	g.Add(http.MethodPut, "/:username", h.Modifica, permesso)
	g.Add(http.MethodPost, "/:username/password", h.Password, permesso)
	a.rotteRuoli(s)
	p := operatore.Pagine{Servizio: operatori, Sessione: s}
	a.pagina(http.MethodGet, "operatori", s.PaginaTenant(p.Elenco, auth.PermessoOperatore))
	a.pagina(http.MethodPost, "operatori", s.PaginaTenant(p.Crea, auth.PermessoOperatore))
	a.pagina(http.MethodGet, "operatori/nuovo", s.PaginaTenant(p.Nuovo, auth.PermessoOperatore))
	a.pagina(http.MethodGet, "operatori/:username", s.PaginaTenant(p.Apri, auth.PermessoOperatore))
	a.pagina(http.MethodPost, "operatori/:username", s.PaginaTenant(p.Modifica, auth.PermessoOperatore))
	a.pagina(http.MethodPost, "operatori/:username/password", s.PaginaTenant(p.NuovaPassword, auth.PermessoOperatore))
	a.pagina(http.MethodPost, "operatori/:username/blocca", s.PaginaTenant(p.Blocca, auth.PermessoOperatore))
	a.pagina(http.MethodPost, "operatori/:username/sblocca", s.PaginaTenant(p.Sblocca, auth.PermessoOperatore))
	password := operatore.PaginaPropria{Servizio: operatori, Sessione: s, Realm: a.realm}
	a.pagina(http.MethodGet, "password", s.Pagina(password.Apri))
	a.pagina(http.MethodPost, "password", s.Pagina(password.Cambia))
	accessi := propria.Pagine{Servizio: propria.Servizio{Pools: a.Pools, Adesso: a.Now}, Sessione: s, Realm: a.realm}
	a.pagina(http.MethodGet, "accessi", s.Pagina(accessi.Apri))
	a.pagina(http.MethodPost, "accessi", s.Pagina(accessi.Chiudi))
}

// rotteAccesso try where a command keeps its accounts.
func (a *App) rotteAccesso(s sessione.HTTP) {
	h := direttorio.HTTP{Direttori: a.utenti, Sessione: s, Unico: a.provaFornitore}
	a.Web.Group("/accesso").Add(http.MethodPost, "/unico/prova", h.ProvaUnico, web.Permission(auth.PermessoImpostazione))
	a.pagina(http.MethodPost, "accesso/unico", s.PaginaTenant(h.PaginaUnico, auth.PermessoImpostazione))
	a.Web.Group("/accesso").Add(http.MethodPost, "/ldap/prova", h.ProvaLDAP, web.Permission(auth.PermessoImpostazione))
	a.pagina(http.MethodGet, "accesso", s.PaginaTenant(h.Apri, auth.PermessoImpostazione))
	a.pagina(http.MethodPost, "accesso/ldap", s.PaginaTenant(h.PaginaLDAP, auth.PermessoImpostazione))
}

// rotteRuoli are the roles: those of the platform to be read, those of a command to be made.
func (a *App) rotteRuoli(s sessione.HTTP) {
	d := ruolo.Dichiarazione(a.Pools)
	h, g, scrive := schedario.HTTP[ruolo.Ruolo]{Dichiarazione: d}, a.Web.Group("/ruoli"), web.Permission(d.Scrive)
	g.Add(http.MethodGet, "", ruolo.Elenca(a.Pools), web.Permission(auth.PermessoOperatore), web.NoTenant())
	g.Add(http.MethodPost, "", h.Crea, scrive)
	g.Add(http.MethodGet, "/:nome", h.Trova, scrive)
	g.Add(http.MethodPut, "/:nome", h.Modifica, scrive)
	g.Add(http.MethodDelete, "/:nome", h.Elimina, scrive)
	p := schedario.Pagine[ruolo.Ruolo]{Dichiarazione: d, Sessione: s}
	a.pagina(http.MethodGet, "ruoli", s.PaginaTenant(p.Elenco, d.Legge))
	a.pagina(http.MethodPost, "ruoli", s.PaginaTenant(p.Crea, d.Scrive))
	a.pagina(http.MethodGet, "ruoli/nuovo", s.PaginaTenant(p.FormNuova, d.Scrive))
	a.pagina(http.MethodGet, "ruoli/:nome", s.PaginaTenant(p.Apri, d.Legge))
	a.pagina(http.MethodPost, "ruoli/:nome", s.PaginaTenant(p.Modifica, d.Scrive))
	a.pagina(http.MethodPost, "ruoli/:nome/elimina", s.PaginaTenant(p.Elimina, d.Scrive))
}

// rotteCalcoli are the pages that compute: every role, whatever the tenant. A tax code is asked with
// POST, because a person's data do not travel in an address.
func (a *App) rotteCalcoli(s sessione.HTTP) {
	p := calcolo.HTTP{Sessione: s, Tabelle: a.tabelle, Adesso: a.Now}
	a.pagina(http.MethodGet, "calcoli", s.Pagina(p.Indice, auth.PermessoUtilita))
	a.pagina(http.MethodGet, "calcoli/importo", s.Pagina(p.Importo, auth.PermessoUtilita))
	a.pagina(http.MethodGet, "calcoli/scadenza", s.Pagina(p.Scadenza, auth.PermessoUtilita))
	a.pagina(http.MethodGet, "calcoli/velocita", s.Pagina(p.Velocita, auth.PermessoUtilita))
	a.pagina(http.MethodGet, "calcoli/codiceFiscale", s.Pagina(p.CodiceFiscale, auth.PermessoUtilita))
	a.pagina(http.MethodPost, "calcoli/codiceFiscale", s.Pagina(p.CalcolaCodiceFiscale, auth.PermessoUtilita))
}

// rotteLotti are the lots: read from elaborazione's views, commanded over the bus.
func (a *App) rotteLotti(s sessione.HTTP) {
	p := lotto.Pagine{Store: lotto.Store{Pools: a.Pools}, Chiede: a.aElaborazione, Segue: a.Bus.FollowLotto, Deposito: a.deposito,
		Reparti: reparto.Nuovo(a.Pools), Sessione: s, Log: a.Log}
	a.pagina(http.MethodGet, "lotti", s.PaginaTenant(p.Elenco, auth.PermessoLottoLeggi))
	a.pagina(http.MethodPost, "lotti", s.PaginaTenant(p.Crea, auth.PermessoLotto))
	a.pagina(http.MethodGet, "lotti/nuovo", s.PaginaTenant(p.Nuovo, auth.PermessoLotto))
	a.pagina(http.MethodGet, "lotti/:id", s.PaginaTenant(p.Apri, auth.PermessoLottoLeggi))
	a.pagina(http.MethodGet, "lotti/:id/eventi", s.PaginaTenant(p.Eventi, auth.PermessoLottoLeggi), web.NoTimeout())
	a.pagina(http.MethodGet, "lotti/:id/pacchetto", s.PaginaTenant(p.Pacchetto, auth.PermessoLotto), web.NoTimeout())
	for _, c := range lotto.Comandi() {
		a.pagina(http.MethodPost, "lotti/:id/"+c.Nome, s.PaginaTenant(p.Comanda(c.Nome), auth.PermessoLotto))
		if c.Domanda != "" {
			a.pagina(http.MethodGet, "lotti/:id/"+c.Nome, s.PaginaTenant(p.Conferma(c.Nome), auth.PermessoLotto))
		}
	}
}

// rotteEsiti are the files of outcomes of the post: one is as long as the route of elaborazione takes it, with what
// the form puts around it.
func (a *App) rotteEsiti(s sessione.HTTP) {
	p := esitopostale.Pagine{Store: esitopostale.Store{Pools: a.Pools}, Chiede: a.aElaborazione, Deposito: a.deposito, Sessione: s}
	a.pagina(http.MethodGet, "esitiPostali", s.PaginaTenant(p.Elenco, auth.PermessoLottoLeggi))
	a.pagina(http.MethodPost, "esitiPostali", s.PaginaTenant(p.Carica, auth.PermessoLotto), web.Limit(web.LimitPart+limiteModulo))
	a.pagina(http.MethodGet, "esitiPostali/:id", s.PaginaTenant(p.Apri, auth.PermessoLottoLeggi))
}

// rottePdnd are the e-services of PDND: elaborazione says what works and tries them.
func (a *App) rottePdnd(s sessione.HTTP) {
	p := pdnd.Pagine{Chiede: a.aElaborazione, Sessione: s}
	a.pagina(http.MethodGet, "pdnd", s.PaginaTenant(p.Apri, auth.PermessoImpostazione))
	a.pagina(http.MethodPost, "pdnd/prova", s.PaginaTenant(p.Prova, auth.PermessoImpostazione))
}

// rotteRegistri are what waits because of the registers of the State.
func (a *App) rotteRegistri(s sessione.HTTP) {
	p := registri.Pagine{Store: registri.Store{Pools: a.Pools, Adesso: a.Now}, Chiede: a.aElaborazione, Sessione: s}
	a.pagina(http.MethodGet, "domiciliDigitali", s.PaginaTenant(p.ApriDomicili, auth.PermessoVerbaleDecidi))
	a.pagina(http.MethodGet, "registriInAttesa", s.PaginaTenant(p.ApriAttese, auth.PermessoVerbaleDecidi))
}

// rotteSend are the notifications by SEND: read from connessione's views, commanded over the bus.
func (a *App) rotteSend(s sessione.HTTP) {
	p := send.Pagine{Store: send.Store{Pools: a.Pools, Adesso: a.Now}, Chiede: a.aConnessione, Deposito: a.deposito, Sessione: s, Adesso: a.Now, Log: a.Log}
	a.pagina(http.MethodGet, "send", s.PaginaTenant(p.Canale, auth.PermessoVerbaleLeggi))
	a.pagina(http.MethodGet, "send/nuova", s.PaginaTenant(p.Prepara, auth.PermessoVerbaleDecidi))
	a.pagina(http.MethodPost, "send/nuova", s.PaginaTenant(p.Avvia, auth.PermessoVerbaleDecidi))
	a.pagina(http.MethodGet, "send/:id", s.PaginaTenant(p.Apri, auth.PermessoVerbaleLeggi))
	a.pagina(http.MethodPost, "send/:id/annulla", s.PaginaTenant(p.Annulla, auth.PermessoVerbaleDecidi))
	a.pagina(http.MethodGet, "send/:id/prove/:prova", s.PaginaTenant(p.Prova, auth.PermessoPersona))
}

// rottePiano are the plan of notification: read from elaborazione's view, commanded over the bus.
func (a *App) rottePiano(s sessione.HTTP) {
	p := piano.Pagine{Store: piano.Store{Pools: a.Pools, Adesso: a.Now}, Chiede: a.aElaborazione, Sessione: s}
	a.pagina(http.MethodGet, "piano", s.PaginaTenant(p.Elenco, auth.PermessoVerbaleLeggi))
	a.pagina(http.MethodGet, "piano/posta", s.PaginaTenant(p.ChiediPosta, auth.PermessoLotto))
	a.pagina(http.MethodPost, "piano/posta", s.PaginaTenant(p.MandaPosta, auth.PermessoLotto))
	a.pagina(http.MethodGet, "piano/cifre", s.PaginaTenant(p.Cifre, auth.PermessoVerbaleLeggi))
	a.pagina(http.MethodGet, "piano/simula", s.PaginaTenant(p.Simula, auth.PermessoVerbaleLeggi))
	a.pagina(http.MethodGet, "impostazioni/"+scelte.ChiaveCanali+"/simula", s.PaginaTenant(p.SimulaCanali, auth.PermessoImpostazione))
}

// rotteCosti are what the answers of the registers cost.
func (a *App) rotteCosti(s sessione.HTTP) {
	p := costo.Pagine{Conti: costo.Conti(a.Pools), Sessione: s, Adesso: a.Now}
	a.pagina(http.MethodGet, "costi", s.PaginaTenant(p.Apri, auth.PermessoImpostazione))
}

// rotteMorti are the work that failed for good, in the tenant of the operator who asks.
func (a *App) rotteMorti(s sessione.HTTP) {
	h, p := morto.HTTP{Servizio: a.morti()}, morto.Pagine{Servizio: a.morti(), Sessione: s}
	g := a.Web.Group("/lavoriMorti")
	g.Add(http.MethodGet, "", h.Elenca, web.Permission(auth.PermessoMorti))
	g.Add(http.MethodPost, "/:id/riaccoda", h.Riaccoda, web.Permission(auth.PermessoMorti))
	a.pagina(http.MethodGet, "lavoriMorti", s.PaginaTenant(p.Elenco, auth.PermessoMorti))
	a.pagina(http.MethodPost, "lavoriMorti/:id/riaccoda", s.PaginaTenant(p.Riaccoda, auth.PermessoMorti))
}

// rotteConservazione are the terms of the command's data and the holds.
func (a *App) rotteConservazione(s sessione.HTTP) {
	servizio := conservazione.Servizio{Pools: a.Pools, Adesso: a.Now}
	h, g, puo := conservazione.HTTP{Servizio: servizio}, a.Web.Group("/conservazione"), web.Permission(auth.PermessoConservazione)
	g.Add(http.MethodGet, "", h.Elenca, puo)
	g.Add(http.MethodGet, "/cancellazioni", h.Cancellazioni, puo)
	g.Add(http.MethodGet, "/vincoli", h.Vincoli, puo)
	g.Add(http.MethodPost, "/vincoli", h.Poni, puo)
	g.Add(http.MethodPost, "/vincoli/:id/rimozione", h.ProponiRimozione, puo)
	g.Add(http.MethodPost, "/vincoli/:id/rimozione/conferma", h.Togli, puo)
	g.Add(http.MethodDelete, "/vincoli/:id/rimozione", h.RitiraRimozione, puo)
	g.Add(http.MethodGet, "/:classe/anteprima", h.Anteprima, puo)
	g.Add(http.MethodPost, "/:classe", h.Proponi, puo)
	g.Add(http.MethodPost, "/:classe/conferma", h.Conferma, puo)
	g.Add(http.MethodDelete, "/:classe", h.Cessa, puo)
	p := conservazione.Pagine{Servizio: servizio, Sessione: s}
	a.pagina(http.MethodGet, "conservazione", s.PaginaTenant(p.Elenco, auth.PermessoConservazione))
	a.pagina(http.MethodPost, "conservazione", s.PaginaTenant(p.Regola, auth.PermessoConservazione))
	a.pagina(http.MethodPost, "conservazione/vincoli", s.PaginaTenant(p.Vincolo, auth.PermessoConservazione))
}

// rotteInteressato are the routes of the data held on a person. A tax code is asked with POST: it does not travel in an address.
func (a *App) rotteInteressato(s sessione.HTTP) {
	servizio := interessato.Servizio{Pools: a.Pools, Adesso: a.Now}
	h, g, puo := interessato.HTTP{Servizio: servizio}, a.Web.Group("/rettifiche"), web.Permission(auth.PermessoInteressato)
	a.Web.Group("/interessato").Add(http.MethodPost, "", h.Raccogli, puo)
	g.Add(http.MethodGet, "", h.Elenca, puo)
	g.Add(http.MethodPost, "", h.Registra, puo)
	g.Add(http.MethodPost, "/:id/proroga", h.Proroga, puo)
	g.Add(http.MethodPost, "/:id/esito", h.Decidi, puo)
	p := interessato.Pagine{Servizio: servizio, Sessione: s}
	a.pagina(http.MethodGet, "interessato", s.PaginaTenant(p.Apri, auth.PermessoInteressato))
	a.pagina(http.MethodPost, "interessato", s.PaginaTenant(p.Raccogli, auth.PermessoInteressato))
	a.pagina(http.MethodGet, "rettifiche", s.PaginaTenant(p.Rettifiche, auth.PermessoInteressato))
	a.pagina(http.MethodPost, "rettifiche", s.PaginaTenant(p.Registra, auth.PermessoInteressato))
	a.pagina(http.MethodPost, "rettifiche/:id", s.PaginaTenant(p.Decidi, auth.PermessoInteressato))
}

// rotteTariffe are the fines that a corrected table of violations concerns.
func (a *App) rotteTariffe(s sessione.HTTP) {
	p := tariffa.Pagine{Chiede: a.aElaborazione, Sessione: s, Servizio: tariffa.Servizio{Lettore: lettore.Lettore{Pools: a.Pools}, Adesso: a.Now,
		Tabella: func(ctx context.Context) (*sanzione.Tabella, error) {
			return a.tabelle.Violazioni(), a.tabelle.Ready(ctx)
		}}}
	a.pagina(http.MethodGet, "tariffeCorrette", s.PaginaTenant(p.Elenco, auth.PermessoTariffe))
	a.pagina(http.MethodPost, "tariffeCorrette", s.PaginaTenant(p.Segnala, auth.PermessoVerbaleDecidi))
}

// rotteTabelle are the fixed tables. Any tenant reads those of the platform, whose administrator loads them; an operator who
// works in a tenant loads its streets.
func (a *App) rotteTabelle(s sessione.HTTP) {
	tabelle := tabella.Nuovo(a.Pools, a.Now)
	h, g := tabella.HTTP{Servizio: tabelle, Tenant: a.Tenant}, a.Web.Group("/tabelle")
	leggi := []web.Option{web.Permission(auth.PermessoTabellaLeggi), web.NoTenant()}
	carica := []web.Option{web.Permission(auth.PermessoTabella), web.NoTenant(), web.Limit(tabella.FileMassimo)}
	caricaStrade := []web.Option{web.Permission(auth.PermessoTabellaTenant), web.Limit(tabella.FileMassimo)}
	g.Add(http.MethodGet, "", h.Elenca, leggi...)
	g.Add(http.MethodGet, "/:nome", h.Righe, leggi...)
	g.Add(http.MethodGet, "/:nome/versioni", h.Versioni, leggi...)
	g.Add(http.MethodGet, "/:nome/differenza", h.Differenza, leggi...)
	g.Add(http.MethodGet, "/:nome/compresa", h.Compresa, leggi...)
	g.Add(http.MethodPost, "/violazioni/decreto", decreto.HTTP{Tabelle: tabelle}.Calcola, web.Permission(auth.PermessoTabella), web.NoTenant())
	g.Add(http.MethodPost, "/:nome/anteprima", h.Anteprima, carica...)
	g.Add(http.MethodPost, "/:nome/importazione", h.Importa, carica...)
	g.Add(http.MethodPost, "/strade/anteprima", h.AnteprimaStrade, caricaStrade...)
	g.Add(http.MethodPost, "/strade/importazione", h.ImportaStrade, caricaStrade...)

	p := pagina.Pagine{Servizio: tabelle, Sessione: s}
	a.pagina(http.MethodGet, "tabelle", s.Pagina(p.Elenco, auth.PermessoTabellaLeggi))
	violazioni := p.Di(tabella.Violazioni)
	a.pagina(http.MethodGet, "tabelle/violazioni/decreto", s.Pagina(violazioni.Decreto, auth.PermessoTabella))
	a.pagina(http.MethodPost, "tabelle/violazioni/decreto", s.Pagina(violazioni.CalcolaDecreto, auth.PermessoTabella))
	for _, nome := range tabella.Nomi() {
		una, base, entra := p.Di(nome), "tabelle/"+nome, s.Pagina
		if tabella.DelTenant(nome) {
			entra = s.PaginaTenant
		}
		a.pagina(http.MethodGet, base, entra(una.Righe, auth.PermessoTabellaLeggi))
		a.pagina(http.MethodGet, base+"/esporta", entra(una.Esporta, auth.PermessoTabellaLeggi))
		if !tabella.Caricabile(nome) {
			continue
		}
		a.pagina(http.MethodGet, base+"/riga", entra(una.Riga, auth.PermessoTabellaLeggi))
		a.pagina(http.MethodGet, base+"/versioni", entra(una.Versioni, auth.PermessoTabellaLeggi))
		a.pagina(http.MethodGet, base+"/differenza", entra(una.Differenza, auth.PermessoTabellaLeggi))
		a.pagina(http.MethodGet, base+"/carica", entra(una.Modulo, pagina.Permesso(nome)))
		a.pagina(http.MethodPost, base+"/carica", entra(una.Carica, pagina.Permesso(nome)), web.Limit(limiteFile))
		if tabella.Comprese(nome) {
			a.pagina(http.MethodPost, base+"/compresa", entra(una.Compresa, pagina.Permesso(nome)))
		}
		a.pagina(http.MethodGet, base+"/bozze/:id", entra(una.Bozza, pagina.Permesso(nome)))
		a.pagina(http.MethodPost, base+"/bozze/:id", entra(una.Conferma, pagina.Permesso(nome)))
	}
}

// rotteComando are the nouns that an administrator sets a tenant up with.
func (a *App) rotteComando(s sessione.HTTP) {
	rotteDi(a, s, reparto.Dichiarazione(a.Pools), s.PaginaTenant)
	rotteDi(a, s, agente.Dichiarazione(a.Pools), s.PaginaTenant)
	rotteDi(a, s, integratore.Dichiarazione(a.Pools), s.PaginaTenant)
	rotteDi(a, s, portale.Dichiarazione(a.Pools), s.PaginaTenant)
}

// rottePiattaforma are tenants, ranges of notice numbers, settings and the register of accesses.
func (a *App) rottePiattaforma(s sessione.HTTP) {
	rotteDi(a, s, tenant.Nuova(a.Pools, a.rileggiTenant).Dichiarazione(), s.Pagina, web.NoTenant())
	rotteDi(a, s, intervallo.Dichiarazione(a.Pools), s.PaginaTenant)

	impostazioni := impostazione.Nuovo(a.Pools, a.Now)
	m, pm := impostazione.HTTP{Servizio: impostazioni}, impostazione.Pagine{Servizio: impostazioni, Sessione: s}
	a.Web.Group("/impostazioni").Add(http.MethodGet, "", m.Elenca, web.Permission(auth.PermessoImpostazione))
	a.Web.Group("/impostazioni").Add(http.MethodGet, "/:chiave", m.Trova, web.Permission(auth.PermessoImpostazione))
	a.Web.Group("/impostazioni").Add(http.MethodPut, "/:chiave", m.Imposta, web.Permission(auth.PermessoImpostazione))
	a.Web.Group("/impostazioni").Add(http.MethodDelete, "/:chiave/:validaDa", m.Ritira, web.Permission(auth.PermessoImpostazione))
	a.pagina(http.MethodGet, "impostazioni", s.PaginaTenant(pm.Elenco, auth.PermessoImpostazione))
	a.pagina(http.MethodGet, "impostazioni/apri", s.PaginaTenant(pm.Cerca, auth.PermessoImpostazione))
	a.pagina(http.MethodGet, "impostazioni/:chiave", s.PaginaTenant(pm.Apri, auth.PermessoImpostazione))
	a.pagina(http.MethodPost, "impostazioni/:chiave", s.PaginaTenant(pm.Imposta, auth.PermessoImpostazione))
	a.pagina(http.MethodPost, "impostazioni/:chiave/ritira", s.PaginaTenant(pm.Ritira, auth.PermessoImpostazione))

	accessi := registro.Nuovo(a.Pools)
	a.Web.Group("/registro").Add(http.MethodGet, "", registro.HTTP{Servizio: accessi, Tenant: a.Tenant}.Elenca,
		web.Permission(auth.PermessoRegistro), web.NoTenant())
	a.pagina(http.MethodGet, "registro", s.Pagina(registro.Pagine{Servizio: accessi, Sessione: s}.Elenco, auth.PermessoRegistro))
}

// rileggiTenant makes this process obey a change of a tenant at once; the others learn of it from the
// bus, as this one does if the reading fails.
func (a *App) rileggiTenant(ctx context.Context) {
	if err := a.Tenant.Refresh(context.WithoutCancel(ctx)); err != nil {
		a.Log.WarnContext(ctx, "tenant non riletti dopo un cambiamento", "errore", err)
	}
}
