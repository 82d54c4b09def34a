package app

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/identita"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/direttorio"
	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/sso"
)

// ImpostazioniSso of single sign-on by OpenID Connect: all of the first four, or none; SsoIndirizzo alone is for the
// providers of commands.
type ImpostazioniSso struct {
	SsoEmittente     string   `mapstructure:"sso_emittente" descrizione:"indirizzo del fornitore dell'accesso unico (OpenID Connect) della piattaforma; vuoto: non ce n'è"`
	SsoClientID      string   `mapstructure:"sso_client_id" descrizione:"nome con cui il fornitore conosce questo servizio"`
	SsoClientSegreto string   `mapstructure:"sso_client_segreto" segreto:"true" descrizione:"segreto di questo servizio presso il fornitore"`
	SsoIndirizzo     string   `mapstructure:"sso_indirizzo" descrizione:"indirizzo pubblico di questo servizio, senza percorso: il fornitore rimanda a INDIRIZZO/CoreService/sso/ritorno, quello di un comando a INDIRIZZO/CoreService/sso/ritorno/COMANDO"`
	SsoAttributo     string   `mapstructure:"sso_attributo" default:"preferred_username" descrizione:"attributo del fornitore che è il nome utente"`
	SsoGruppi        string   `mapstructure:"sso_gruppi" descrizione:"attributo del fornitore con i gruppi della persona; vuoto: l'accesso unico non cambia i ruoli"`
	SsoAcr           []string `mapstructure:"sso_acr" descrizione:"livelli di autenticazione ammessi (acr), separati da virgole; vuoto: tutti"`
}

func (i ImpostazioniSso) indirizzo() string { return strings.TrimSuffix(i.SsoIndirizzo, "/") }

// accessoUnico reads the settings; false when single sign-on is not asked for. The fault names each
// setting that is missing or wrong.
func (i ImpostazioniSso) accessoUnico() (sso.Impostazioni, bool, error) {
	lette := sso.Impostazioni{
		Emittente: i.SsoEmittente, ClientID: i.SsoClientID, ClientSegreto: i.SsoClientSegreto,
		Indirizzo: i.indirizzo(), Attributo: i.SsoAttributo, Gruppi: i.SsoGruppi, Acr: i.SsoAcr,
	}
	if !lette.Date() {
		return lette, false, nil
	}
	return lette, true, lette.Valida()
}

// apriAccessoUnico makes the bridges, which look for their providers by themselves.
func (a *App) apriAccessoUnico() (err error) {
	a.ponti = &sso.Ponti{Leggi: a.accessoDelComando, Adesso: a.Now, Log: a.Log}
	a.OnClose(a.ponti.Chiudi)
	lette, date, err := a.impostazioni.accessoUnico()
	if err != nil || !date {
		return err
	}
	if a.ponti.Piattaforma, err = sso.Nuovo(lette, a.Now, a.Log); err == nil {
		a.OnClose(a.ponti.Piattaforma.Chiudi)
	}
	return err
}

// chiaviSso are the settings of a command's own provider.
func chiaviSso() []string {
	return []string{identita.ChiaveSso, identita.ChiaveSsoEmittente, identita.ChiaveSsoClient, identita.ChiaveSsoSegreto,
		identita.ChiaveSsoCA, identita.ChiaveSsoAttributo, identita.ChiaveSsoGruppi, identita.ChiaveSsoAcr}
}

// accessoDelComando reads the settings of a command's own provider, as they are now.
func (a *App) accessoDelComando(ctx context.Context, comando string) (i sso.Impostazioni, proprio, spento bool, err error) {
	v, err := a.utenti.Impostazioni.InVigore(ctx, comando, chiaviSso()...)
	if err != nil {
		return i, false, false, err
	}
	switch v.Testo(identita.ChiaveSso) {
	case identita.Spento:
		return i, false, true, nil
	case identita.Proprio:
		i, err = a.fornitoreDi(comando, v)
		return i, true, false, err
	}
	return i, false, false, nil
}

// provaFornitore tries the provider that a command has set, also while its operators come in by another; portale: that of a portal
// of its own.
func (a *App) provaFornitore(ctx context.Context, comando, portale string) (sso.Referto, error) {
	i, frase, err := a.daProvare(ctx, comando, portale)
	if err != nil || frase != "" {
		return sso.Referto{Frase: frase}, err
	}
	return sso.Prova(ctx, i), nil
}

// daProvare gives the settings of a trial, or the sentence that says why there is nothing to try.
func (a *App) daProvare(ctx context.Context, comando, portale string) (i sso.Impostazioni, frase string, err error) {
	if portale != "" {
		p, c, err := a.fornitoreDelPortale(ctx, portale)
		switch {
		case !c || p.Tenant != comando:
			return i, "Per questo portale il comando non ha impostato un fornitore.", err
		case err != nil:
			return i, nonImpostato(err, "", identita.ChiavePortaliUnico+": "), nil
		}
		return p.Impostazioni, "", nil
	}
	v, err := a.utenti.Impostazioni.InVigore(ctx, comando, chiaviSso()...)
	if err != nil {
		return i, "", err
	}
	if v.Testo(identita.ChiaveSsoEmittente) == "" && v.Testo(identita.ChiaveSso) != identita.Proprio {
		return i, "Il comando non ha impostato un fornitore proprio: quello della piattaforma lo prova chi la tiene.", nil
	}
	if i, err = a.fornitoreDi(comando, v); err != nil {
		return i, nonImpostato(err, "accessoUnico.", ""), nil
	}
	return i, "", nil
}

// nonImpostato turns a fault of settings into a sentence that names those of the command.
func nonImpostato(err error, prefisso, davanti string) string {
	nomi := []string{"VERBALI_SSO_INDIRIZZO", "l'indirizzo pubblico della piattaforma (VERBALI_SSO_INDIRIZZO)"}
	if prefisso == "" {
		nomi = []string{"VERBALI_SSO_INDIRIZZO", "indirizzo"}
	}
	for da, a := range map[string]string{"EMITTENTE": "emittente", "CLIENT_ID": "client", "CLIENT_SEGRETO": "segreto", "ATTRIBUTO": "attributo"} {
		nomi = append(nomi, "VERBALI_SSO_"+da, prefisso+a)
	}
	return davanti + strings.NewReplacer(nomi...).Replace(err.Error()) + "."
}

// fornitoreDi reads a command's provider; the fault is a sentence for who keeps the settings.
func (a *App) fornitoreDi(comando string, v impostazione.InVigore) (i sso.Impostazioni, err error) {
	i = sso.Impostazioni{
		Comando: comando, Emittente: v.Testo(identita.ChiaveSsoEmittente), ClientID: v.Testo(identita.ChiaveSsoClient), Indirizzo: a.impostazioni.indirizzo(),
		Attributo: v.Testo(identita.ChiaveSsoAttributo), Gruppi: v.Testo(identita.ChiaveSsoGruppi),
	}
	for _, chiave := range []string{identita.ChiaveSsoEmittente, identita.ChiaveSsoClient, identita.ChiaveSsoSegreto} {
		if v.Testo(chiave) == "" {
			return i, errors.New("manca l'impostazione " + chiave)
		}
	}
	if i.ClientSegreto, err = direttorio.SegretoPer(a.Settings.SegretiDir, comando, v.Testo(identita.ChiaveSsoSegreto), i.Emittente); err != nil {
		return i, err
	}
	if _, err := v.Leggi(identita.ChiaveSsoAcr, &i.Acr); err != nil {
		return i, err
	}
	return a.fidato(i, v.Testo(identita.ChiaveSsoCA))
}

// fidato gives a command's provider its way there: where it may be, and whose certificates are believed.
func (a *App) fidato(i sso.Impostazioni, certificati string) (_ sso.Impostazioni, err error) {
	comando := i.Comando
	radici, err := direttorio.Radici(a.Settings.SegretiDir, comando, certificati)
	if err != nil {
		return i, err
	}
	if certificati != "" {
		if i.Fiducia, err = direttorio.Segreto(a.Settings.SegretiDir, comando, certificati); err != nil {
			return i, err
		}
	}
	i.Trasporto = a.utenti.Reti.Transport(&tls.Config{RootCAs: radici, MinVersion: tls.VersionTLS12}, http.ProxyFromEnvironment)
	return i, i.Valida()
}

// fornitoreDelPortale reads the provider of a portal, as it is now; false where it has none.
func (a *App) fornitoreDelPortale(ctx context.Context, codice string) (p sso.Portale, c bool, err error) {
	portale, trovato, err := accesso.Store{Pools: a.Pools}.Portale(ctx, codice)
	if err != nil || !trovato {
		return p, false, err
	}
	v, err := a.utenti.Impostazioni.InVigore(ctx, portale.Tenant, identita.ChiavePortaliUnico)
	if err != nil {
		return p, false, err
	}
	var tutti map[string]identita.PortaleUnico
	if _, err := v.Leggi(identita.ChiavePortaliUnico, &tutti); err != nil {
		return p, false, err
	}
	u, c := tutti[codice]
	if !c {
		return p, false, nil
	}
	p = sso.Portale{Tenant: portale.Tenant, Livello: u.Livello, Crea: u.Crea, Reparto: u.Reparto, Impostazioni: sso.Impostazioni{
		Comando: portale.Tenant, Portale: codice, Emittente: u.Emittente, ClientID: u.Client, Indirizzo: strings.TrimSuffix(u.Indirizzo, "/"),
		Attributo: cmp.Or(u.CodiceFiscale, "fiscalNumber")}}
	if p.ClientSegreto, err = direttorio.SegretoPer(a.Settings.SegretiDir, portale.Tenant, u.Segreto, u.Emittente); err == nil {
		p.Impostazioni, err = a.fidato(p.Impostazioni, "")
	}
	return p, true, err
}
