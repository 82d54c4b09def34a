// Package sso is the bridge to single sign-on by OpenID Connect: code flow with PKCE, state and nonce
// bound to the browser, each used once. The provider says who the person is; whether he is an operator
// and what he may do is the realm's to say.
package sso

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
)

// The routes, under the base of the web application. The provider knows the second.
const (
	Inizio  = "sso"
	Ritorno = "sso/ritorno" // for a command's provider with the command's name after it, as Avviso
	Avviso  = "sso/uscita"  // where a provider says that a session of its own is over
)

const (
	rispondeEntro = 10 * time.Second // for the provider to answer
	riprovaOgni   = 10 * time.Second // between two attempts to find it
)

// Realm lets in whom the provider has vouched for: it looks for the account, its state and its tenant,
// and leaves the line of the register. An account that is not there, or is blocked, is a 401.
type Realm interface {
	AccediSso(ctx context.Context, chi accesso.Validato, indirizzo string) (event.RispostaAccesso, error)
}

// Ponte is the bridge. It finds the provider by itself, however late that one comes up.
type Ponte struct {
	impostazioni Impostazioni
	adesso       func() time.Time
	log          *slog.Logger
	client       *http.Client
	sigillo      *sigillo

	smette   context.CancelFunc
	attesa   sync.WaitGroup
	tentato  chan struct{} // closed after the first attempt to find the provider
	unaVolta sync.Once

	mu        sync.RWMutex
	fornitore *fornitore
}

// fornitore is the provider, once it has said where its doors are.
type fornitore struct {
	oauth        oauth2.Config
	provider     *oidc.Provider
	verificatore *oidc.IDTokenVerifier
	documento    documento
}

// documento is what of the provider's own description go-oidc leaves to the caller.
type documento struct {
	Modi   []string `json:"token_endpoint_auth_methods_supported"`
	Entra  string   `json:"authorization_endpoint"`
	Token  string   `json:"token_endpoint"`
	Chiavi string   `json:"jwks_uri"`
	Info   string   `json:"userinfo_endpoint"`
	Uscita string   `json:"end_session_endpoint"`
	ConIss bool     `json:"authorization_response_iss_parameter_supported"`
}

// Nuovo makes the bridge and begins to look for the provider; adesso is the clock. Chiudi ends it.
func Nuovo(i Impostazioni, adesso func() time.Time, log *slog.Logger) (*Ponte, error) {
	s, err := nuovoSigillo(i.ClientSegreto, i.Comando+"\n"+i.Portale+"\n"+i.Emittente)
	if err != nil {
		return nil, err
	}
	p := &Ponte{impostazioni: i, adesso: adesso, log: log, sigillo: s, tentato: make(chan struct{}),
		client: cliente(&parsimonia{dietro: i.trasporto()})}
	ctx, smette := context.WithCancel(context.Background())
	p.smette = smette
	p.attesa.Go(func() { p.cerca(ctx) })
	return p, nil
}

// Chiudi stops looking for the provider.
func (p *Ponte) Chiudi() {
	p.smette()
	p.attesa.Wait()
	p.client.CloseIdleConnections()
}

// Disponibile reports whether the provider has answered once: until then nobody can be sent to it.
func (p *Ponte) Disponibile() bool {
	_, err := p.pronto()
	return err == nil
}

func (p *Ponte) pronto() (*fornitore, error) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.fornitore == nil {
		return nil, nonDisponibile()
	}
	return p.fornitore, nil
}

func nonDisponibile() *problem.Error {
	return problem.NonDisponibile("ACCESSO_UNICO_NON_DISPONIBILE", "L'accesso unico al momento non è disponibile: entrare con nome utente e password, o riprovare.")
}

// cerca reads the provider's document until it can.
func (p *Ponte) cerca(ctx context.Context) {
	for tentativo := 0; ctx.Err() == nil; tentativo++ {
		f, err := p.scopri(ctx)
		if err == nil {
			p.mu.Lock()
			p.fornitore = f
			p.mu.Unlock()
		}
		p.unaVolta.Do(func() { close(p.tentato) })
		if err == nil {
			return
		}
		if tentativo == 0 && ctx.Err() == nil { // once, not every few seconds
			p.log.WarnContext(ctx, "fornitore dell'accesso unico non raggiunto, riprova", "emittente", p.impostazioni.Emittente, "errore", err)
		}
		t := time.NewTimer(p.impostazioni.riprova())
		select {
		case <-ctx.Done():
		case <-t.C:
		}
		t.Stop()
	}
}

func (p *Ponte) scopri(ctx context.Context) (*fornitore, error) {
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.impostazioni.Emittente)
	if err != nil {
		return nil, fmt.Errorf("sso: %w", err)
	}
	var d documento
	if err := provider.Claims(&d); err != nil {
		return nil, fmt.Errorf("sso: %w", err)
	}
	if err := d.cifrate(p.impostazioni.Emittente); err != nil {
		return nil, err
	}
	if d.Uscita != "" && !protetto(d.Uscita) {
		d.Uscita = "" // nobody is sent where others listen
	}
	return &fornitore{
		oauth: oauth2.Config{
			ClientID: p.impostazioni.ClientID, ClientSecret: p.impostazioni.ClientSegreto, Endpoint: porte(provider, d.Modi),
			RedirectURL: p.impostazioni.ritorno(), Scopes: []string{oidc.ScopeOpenID, "profile", "email"},
		},
		provider: provider, documento: d,
		verificatore: provider.Verifier(&oidc.Config{ClientID: p.impostazioni.ClientID, Now: p.adesso}),
	}, nil
}

// errInChiaro is a provider that wants secrets, codes or tokens where others listen.
var errInChiaro = errors.New("sso: una porta del fornitore non è https")

// cifrate refuses a provider with a door that is not https: http is admitted only for this machine, named so in the
// settings.
func (d documento) cifrate(emittente string) error {
	for _, porta := range []string{d.Token, d.Chiavi, d.Info, d.Entra} {
		u, err := url.Parse(porta)
		if porta == "" { // what must be there go-oidc and oauth2 ask for
			continue
		}
		locale := err == nil && strings.HasPrefix(emittente, "http://") && protetto("http://"+u.Host)
		if err != nil || u.Host == "" || u.User != nil {
			return errInChiaro
		}
		if u.Scheme != "https" && (u.Scheme != "http" || !locale) {
			return errInChiaro
		}
	}
	return nil
}

// porte is where the provider answers and how it wants the client's secret, as its document says: left
// to find out by trying, oauth2 would send the same code twice.
func porte(provider *oidc.Provider, modi []string) oauth2.Endpoint {
	p := provider.Endpoint()
	p.AuthStyle = oauth2.AuthStyleInHeader // the default of the specification
	if slices.Contains(modi, "client_secret_post") {
		p.AuthStyle = oauth2.AuthStyleInParams
	}
	return p
}

// invia gives the address to send the browser to, and what it must bring back.
func (p *Ponte) invia(torna string, livelli ...string) (indirizzo string, mia prova, err error) {
	f, err := p.pronto()
	if err != nil {
		return "", mia, err
	}
	mia = nuovaProva(torna, p.adesso())
	opzioni := []oauth2.AuthCodeOption{oidc.Nonce(mia.Nonce), oauth2.S256ChallengeOption(mia.Verifica)}
	if acr := slices.Concat(livelli, p.impostazioni.Acr); len(acr) > 0 {
		opzioni = append(opzioni, oauth2.SetAuthURLParam("acr_values", strings.Join(acr, " ")))
	}
	return f.oauth.AuthCodeURL(mia.Stato, opzioni...), mia, nil
}

// errRifiutato is an answer of the provider that proves nothing; what it wraps is for the log.
var errRifiutato = errors.New("sso: risposta non valida")

// Persona is whom the provider vouches for.
type Persona struct {
	Utente, Soggetto, SID string
	Gruppi                []string // nil: single sign-on says nothing of groups here
	Attributi             map[string]any
	IDToken               string // as it came, for the provider's own logout
}

// identifica exchanges the code and gives whom the provider vouches for. errRifiutato is an answer that
// proves nothing; a *problem.Error, a provider that is away.
func (p *Ponte) identifica(ctx context.Context, codice string, mia prova) (chi Persona, err error) {
	f, err := p.pronto()
	if err != nil {
		return chi, err
	}
	ctx, fine := context.WithTimeout(oidc.ClientContext(ctx, p.client), rispondeEntro)
	defer fine()
	gettone, err := f.oauth.Exchange(ctx, codice, oauth2.VerifierOption(mia.Verifica))
	if err != nil {
		if rifiuto, ok := errors.AsType[*oauth2.RetrieveError](err); ok && rifiuto.Response.StatusCode < http.StatusInternalServerError {
			return chi, fmt.Errorf("%w: scambio del codice: stato %d %s", errRifiutato, rifiuto.Response.StatusCode, rifiuto.ErrorCode)
		}
		return chi, nonDisponibile().With(err)
	}
	chi.IDToken, _ = gettone.Extra("id_token").(string)
	token, err := f.verificatore.Verify(ctx, chi.IDToken)
	if err != nil {
		return chi, fmt.Errorf("%w: id_token: %w", errRifiutato, err)
	}
	if subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(mia.Nonce)) != 1 {
		return chi, fmt.Errorf("%w: nonce", errRifiutato)
	}
	attributi, err := p.impostazioni.attributi(token)
	if err != nil {
		return chi, err
	}
	if attributi, err = p.conInfo(ctx, f, gettone, attributi); err != nil {
		return chi, err
	}
	chi.Attributi = attributi
	if chi.Utente, err = p.impostazioni.utente(attributi); err != nil {
		return chi, err
	}
	chi.Soggetto = token.Subject
	chi.SID, _ = attributi["sid"].(string)
	if p.impostazioni.Gruppi != "" { // told nowhere, the person is in none
		chi.Gruppi = testi(attributi[p.impostazioni.Gruppi])
	}
	return chi, nil
}

// attributi are the claims, after what go-oidc leaves to the caller: the authorized party, the level of
// authentication.
func (i Impostazioni) attributi(token *oidc.IDToken) (attributi map[string]any, err error) {
	if err := token.Claims(&attributi); err != nil {
		return nil, fmt.Errorf("%w: %w", errRifiutato, err)
	}
	if azp, c := attributi["azp"]; c && azp != i.ClientID || !c && len(token.Audience) > 1 {
		return nil, fmt.Errorf("%w: azp", errRifiutato)
	}
	if acr, _ := attributi["acr"].(string); len(i.Acr) > 0 && !slices.Contains(i.Acr, acr) {
		return nil, fmt.Errorf("%w: acr %q non ammesso", errRifiutato, acr)
	}
	return attributi, nil
}

// utente reads the username; an address of mail counts only if the provider has checked it.
func (i Impostazioni) utente(attributi map[string]any) (string, error) {
	if i.Attributo == "email" && attributi["email_verified"] != true {
		return "", fmt.Errorf("%w: email non verificata", errRifiutato)
	}
	utente, _ := attributi[i.Attributo].(string)
	if strings.TrimSpace(utente) == "" {
		return "", fmt.Errorf("%w: manca l'attributo %s", errRifiutato, i.Attributo)
	}
	return utente, nil
}

// conInfo adds what some providers tell at their userinfo door alone, when a claim that the settings name is not in the token.
// What the token says is not changed by it.
func (p *Ponte) conInfo(ctx context.Context, f *fornitore, gettone *oauth2.Token, attributi map[string]any) (map[string]any, error) {
	manca := func(nome string) bool { return nome != "" && attributi[nome] == nil }
	serve := manca(p.impostazioni.Gruppi) || p.impostazioni.Portale != "" && manca(p.impostazioni.Attributo)
	if f.provider.UserInfoEndpoint() == "" || !serve {
		return attributi, nil
	}
	info, err := f.provider.UserInfo(ctx, oauth2.StaticTokenSource(gettone))
	if err != nil {
		return nil, nonDisponibile().With(fmt.Errorf("sso: userinfo: %w", err))
	}
	var tutti map[string]any
	if err := info.Claims(&tutti); err != nil || info.Subject != attributi["sub"] {
		return nil, fmt.Errorf("%w: userinfo di un'altra persona", errRifiutato)
	}
	maps.Copy(tutti, attributi)
	return tutti, nil
}

// testi is a claim that may be one text or a list of them.
func testi(valore any) []string {
	tutti := []string{}
	switch v := valore.(type) {
	case string:
		tutti = append(tutti, v)
	case []any:
		for _, x := range v {
			if testo, c := x.(string); c {
				tutti = append(tutti, testo)
			}
		}
	}
	return tutti
}
