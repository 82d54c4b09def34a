package app

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/core/internal/sso"
)

// ImpostazioniSso of single sign-on by OpenID Connect: all of the first four, or none.
type ImpostazioniSso struct {
	SsoEmittente     string   `mapstructure:"sso_emittente" descrizione:"indirizzo del fornitore dell'accesso unico (OpenID Connect); vuoto: non si usa"`
	SsoClientID      string   `mapstructure:"sso_client_id" descrizione:"nome con cui il fornitore conosce questo servizio"`
	SsoClientSegreto string   `mapstructure:"sso_client_segreto" segreto:"true" descrizione:"segreto di questo servizio presso il fornitore"`
	SsoIndirizzo     string   `mapstructure:"sso_indirizzo" descrizione:"indirizzo pubblico di questo servizio, senza percorso: il fornitore rimanda a INDIRIZZO/CoreService/sso/ritorno"`
	SsoAttributo     string   `mapstructure:"sso_attributo" default:"preferred_username" descrizione:"attributo del fornitore che è il nome utente"`
	SsoAcr           []string `mapstructure:"sso_acr" descrizione:"livelli di autenticazione ammessi (acr), separati da virgole; vuoto: tutti"`
}

// accessoUnico reads the settings; false when single sign-on is not asked for. The fault names each
// setting that is missing or wrong.
func (i ImpostazioniSso) accessoUnico() (sso.Impostazioni, bool, error) {
	lette := sso.Impostazioni{
		Emittente: i.SsoEmittente, ClientID: i.SsoClientID, ClientSegreto: i.SsoClientSegreto,
		Indirizzo: strings.TrimSuffix(i.SsoIndirizzo, "/"), Attributo: i.SsoAttributo, Acr: i.SsoAcr,
	}
	if !lette.Date() {
		return lette, false, nil
	}
	return lette, true, lette.Valida()
}

// apriAccessoUnico makes the bridge, which looks for the provider by itself.
func (a *App) apriAccessoUnico() (err error) {
	lette, date, err := a.impostazioni.accessoUnico()
	if err != nil || !date {
		return err
	}
	if a.ponte, err = sso.Nuovo(lette, a.Now, a.Log); err == nil {
		a.OnClose(a.ponte.Chiudi)
	}
	return err
}
