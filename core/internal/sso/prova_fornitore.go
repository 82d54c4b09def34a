package sso

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Referto is what a trial of a provider found, in words; no secret is in it.
type Referto struct {
	Riuscita bool     `json:"riuscita"`
	Frase    string   `json:"frase"`
	Note     []string `json:"note,omitempty"`    // what works, but not all that there could be
	Ritorno  string   `json:"ritorno,omitempty"` // to be registered at the provider
}

// Prova asks a provider for what a login will need, without anybody logging in: its document, its keys, and whether it knows our
// name and secret.
func Prova(ctx context.Context, i Impostazioni) Referto {
	r := Referto{Ritorno: i.ritorno()}
	p := &Ponte{impostazioni: i, client: cliente(i.trasporto())}
	defer p.client.CloseIdleConnections()
	ctx, fine := context.WithTimeout(ctx, 2*rispondeEntro)
	defer fine()
	var d descrizione
	indirizzo := strings.TrimSuffix(i.Emittente, "/") + "/.well-known/openid-configuration"
	if r.Frase = p.chiedi(ctx, indirizzo, "il documento del fornitore", &d); r.Frase != "" {
		return r
	}
	if d.Emittente != i.Emittente {
		r.Frase = "Il documento del fornitore è di un altro emittente: l'emittente si scrive come lo scrive lui, in issuer."
		return r
	}
	if err := d.cifrate(i.Emittente); err != nil {
		r.Frase = "Il documento del fornitore indica una porta senza https (token, chiavi, persona o accesso): il segreto e i token viaggerebbero in chiaro."
		return r
	}
	if r.Frase = p.provaChiavi(ctx, d.Chiavi); r.Frase == "" {
		r.Frase = p.provaSegreto(ctx)
	}
	if r.Frase != "" {
		return r
	}
	r.Riuscita, r.Frase = true, "Il fornitore risponde, ha le sue chiavi, e riconosce il nome e il segreto."
	r.Note = d.note(i)
	return r
}

// descrizione is what a trial reads of a provider's document.
type descrizione struct {
	documento

	Emittente string   `json:"issuer"`
	Sfide     []string `json:"code_challenge_methods_supported"`
	Livelli   []string `json:"acr_values_supported"`
}

func (d descrizione) note(i Impostazioni) (note []string) {
	if d.Uscita == "" {
		note = append(note, "Il fornitore non ha una pagina di uscita: chi esce da qui resta entrato presso di lui.")
	}
	if len(d.Sfide) > 0 && !slices.Contains(d.Sfide, "S256") {
		note = append(note, "Il fornitore non dice di accettare PKCE con S256, che qui si usa sempre.")
	}
	for _, livello := range i.Acr {
		if len(d.Livelli) > 0 && !slices.Contains(d.Livelli, livello) {
			note = append(note, "Il fornitore non dice di conoscere il livello "+livello+".")
		}
	}
	return note
}

// chiedi reads a public document; a sentence when it is not there. The sentence is the same whether nobody answers or somebody
// does who is no provider, and repeats nothing of an answer: else who keeps settings could read in it which machines, ports and
// services there are.
func (p *Ponte) chiedi(ctx context.Context, indirizzo, cosa string, dst any) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, indirizzo, nil)
	if err != nil {
		return "L'indirizzo di " + cosa + " non è un indirizzo."
	}
	risposta, err := p.client.Do(req)
	if err != nil {
		return nonTrovato(cosa)
	}
	defer func() { _ = risposta.Body.Close() }()
	if risposta.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(risposta.Body, documentoMassimo)).Decode(dst) != nil {
		return nonTrovato(cosa)
	}
	return ""
}

func nonTrovato(cosa string) string {
	return "Non si legge " + cosa + ": o non si raggiunge, o il certificato non è di un'autorità conosciuta, o risponde altro. " +
		"Controllare nome, porta e percorso dell'indirizzo, il file dei certificati, e che la piattaforma ammetta la rete in cui è."
}

// provaChiavi: without a key for signatures no id_token can be believed.
func (p *Ponte) provaChiavi(ctx context.Context, indirizzo string) string {
	if indirizzo == "" {
		return "Il documento del fornitore non dice dove sono le sue chiavi (jwks_uri)."
	}
	var chiavi struct {
		Keys []struct {
			Tipo string `json:"kty"`
			Uso  string `json:"use"`
		} `json:"keys"`
	}
	if frase := p.chiedi(ctx, indirizzo, "le chiavi del fornitore", &chiavi); frase != "" {
		return frase
	}
	for _, k := range chiavi.Keys {
		if (k.Tipo == "RSA" || k.Tipo == "EC" || k.Tipo == "OKP") && (k.Uso == "" || k.Uso == "sig") {
			return ""
		}
	}
	return "Il fornitore non pubblica chiavi per le firme: nessun suo token si potrebbe credere."
}

// provaSegreto brings a code that nobody gave: a provider that knows us refuses the code (invalid_grant, RFC 6749, 5.2), a provider that does
// not refuses us. Any other refusal proves neither: a provider may look at the request before it looks at who asks.
func (p *Ponte) provaSegreto(ctx context.Context) string {
	f, err := p.scopri(ctx)
	if err != nil {
		return "Il documento del fornitore non si può usare: mancano gli indirizzi delle sue porte, o non sono come devono."
	}
	_, err = f.oauth.Exchange(oidc.ClientContext(ctx, p.client), "prova-"+rand.Text(), oauth2.VerifierOption(oauth2.GenerateVerifier()))
	rifiuto, risposto := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case err == nil:
		return "Il fornitore ha dato un token per un codice inventato: non se ne può credere nessuno."
	case !risposto:
		return nonTrovato("la porta dei token del fornitore")
	case rifiuto.ErrorCode == "invalid_grant":
		return ""
	case rifiuto.ErrorCode == "invalid_client", rifiuto.Response.StatusCode == http.StatusUnauthorized:
		return "Il fornitore non accetta il nome o il segreto di questa applicazione: controllare il client e il file del segreto."
	case rifiuto.ErrorCode == "unauthorized_client", rifiuto.ErrorCode == "unsupported_grant_type":
		return "Il fornitore conosce questa applicazione, ma non la lascia usare l'accesso con codice (authorization code): si abilita presso di lui."
	}
	return "Il fornitore ha le sue chiavi, ma la sua porta dei token non dà la risposta che si aspetta: non si sa se riconosca il nome e il segreto."
}
