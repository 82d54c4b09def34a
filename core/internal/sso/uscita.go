package sso

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Uscita is where the browser goes to end the session at the provider too (OpenID Connect RP-Initiated Logout 1.0); false
// when the provider has no such door or is not known yet.
func (p *Ponte) Uscita(idToken string) (string, bool) {
	f, err := p.pronto()
	if err != nil || f.documento.Uscita == "" {
		return "", false
	}
	u, err := url.Parse(f.documento.Uscita)
	if err != nil {
		return "", false
	}
	q := u.Query()
	q.Set("client_id", p.impostazioni.ClientID)
	q.Set("post_logout_redirect_uri", p.impostazioni.dopoUscita())
	if idToken != "" {
		q.Set("id_token_hint", idToken)
	}
	u.RawQuery = q.Encode()
	return u.String(), true
}

// disconnessa is a session that a provider says is over: that of SID, or every one of Soggetto.
type disconnessa struct{ Comando, Emittente, Soggetto, SID, ID string }

const (
	eventoUscita   = "http://schemas.openid.net/event/backchannel-logout"
	avvisoAlPiu    = 10 * time.Minute // a notice older than this says nothing
	orologiDiversi = time.Minute
)

// avviso reads a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6): signed by the provider for us, of now, about an
// end of a session, of somebody, and no id_token, which has a nonce. errRifiutato is anything else.
func (p *Ponte) avviso(ctx context.Context, grezzo string) (d disconnessa, err error) {
	f, err := p.pronto()
	if err != nil {
		return d, err
	}
	ctx, fine := context.WithTimeout(oidc.ClientContext(ctx, p.client), rispondeEntro)
	defer fine()
	token, err := f.verificatore.Verify(ctx, grezzo)
	if err != nil {
		return d, fmt.Errorf("%w: logout_token: %w", errRifiutato, err)
	}
	var detto struct {
		SID    string                     `json:"sid"`
		ID     string                     `json:"jti"`
		Nonce  *json.RawMessage           `json:"nonce"`
		Eventi map[string]json.RawMessage `json:"events"`
	}
	if err := token.Claims(&detto); err != nil {
		return d, fmt.Errorf("%w: logout_token: %w", errRifiutato, err)
	}
	eta := p.adesso().Sub(token.IssuedAt)
	switch {
	case detto.Eventi[eventoUscita] == nil || detto.Eventi[eventoUscita][0] != '{':
		return d, fmt.Errorf("%w: logout_token: non dice di un'uscita", errRifiutato)
	case detto.Nonce != nil:
		return d, fmt.Errorf("%w: logout_token: ha un nonce", errRifiutato)
	case detto.ID == "" || detto.SID == "" && token.Subject == "":
		return d, fmt.Errorf("%w: logout_token: manca jti, oppure sub e sid", errRifiutato)
	case eta > avvisoAlPiu || eta < -orologiDiversi:
		return d, fmt.Errorf("%w: logout_token: non è di adesso", errRifiutato)
	}
	return disconnessa{Comando: p.impostazioni.Comando, Emittente: p.impostazioni.Emittente, Soggetto: token.Subject, SID: detto.SID, ID: detto.ID}, nil
}

// avvisoNonValido is what a provider reads that sent something else.
func avvisoNonValido() *problem.Error { return problem.Malformata("Il logout_token non è valido.") }

// suo reports whether an answer says to be of this provider, where it says so or the provider always does.
func (p *Ponte) suo(iss string) bool {
	if iss != "" {
		return iss == p.impostazioni.Emittente
	}
	f, err := p.pronto()
	return err != nil || !f.documento.ConIss
}
