package sso

import (
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// Portale is the provider of a portal, with what becomes of who comes in by it.
type Portale struct {
	Impostazioni // Attributo is the claim with the tax code

	Tenant, Livello string
	Crea            bool
	Reparto         string
}

// RealmPortale lets in whom the provider of a portal has recognised.
type RealmPortale interface {
	AccediDalPortale(ctx context.Context, p accesso.DalPortale) (event.RispostaAccesso, error)
}

// Portali answers chiedi.core.portale.
type Portali struct {
	// Leggi gives the provider of a portal as it is set now; false where the portal has none.
	Leggi func(ctx context.Context, codice string) (Portale, bool, error)
	Ponti *Ponti
	Realm RealmPortale
	Store Store
	Log   *slog.Logger
}

// PaginaRitorno is where, on a portal's site, its provider sends the browser back to: the portal's code follows. PaginaPortale is
// where it sends it after a logout.
const (
	PaginaPortale = "/ConnessioneService/portale/"
	PaginaRitorno = PaginaPortale + "accesso/ritorno/"
)

// Domanda takes a step of an access.
func (p *Portali) Domanda(ctx context.Context, corpo []byte) (any, error) {
	var d event.DomandaPortale
	if err := json.Unmarshal(corpo, &d); err != nil {
		return nil, problem.Malformata("La domanda non è leggibile.").With(err)
	}
	portale, c, err := p.Leggi(ctx, strings.ToLower(d.Portale))
	if err != nil {
		p.Log.WarnContext(ctx, "accesso unico di un portale non impostato bene", "portale", d.Portale, "errore", err)
		return nil, nonDisponibile().With(err)
	}
	if !c {
		return nil, problem.RottaAssente()
	}
	ponte, err := p.Ponti.proprio(portale.Impostazioni)
	if err != nil {
		return nil, err
	}
	ponte.aspetta(ctx)
	switch d.Passo {
	case event.PassoInizio:
		return p.inizia(ponte, portale)
	case event.PassoRitorno:
		return p.torna(ctx, ponte, portale, d)
	case event.PassoUscita:
		la, _ := ponte.Uscita(d.IDToken)
		return event.RispostaPortale{Indirizzo: la}, nil
	case event.PassoAvviso:
		return p.avvisa(ctx, ponte, d)
	}
	return nil, problem.CampoNonValido("passo", "non è un passo di un accesso")
}

func (p *Portali) inizia(ponte *Ponte, portale Portale) (r event.RispostaPortale, err error) {
	indirizzo, mia, err := ponte.invia("", portale.livelli()...)
	if err != nil {
		return r, err
	}
	chiusa, err := ponte.sigillo.chiudi(mia)
	return event.RispostaPortale{Indirizzo: indirizzo, Prova: chiusa}, err
}

func (p *Portali) torna(ctx context.Context, ponte *Ponte, portale Portale, d event.DomandaPortale) (r event.RispostaPortale, err error) {
	mia, buona := ponte.sigillo.apri(d.Prova, ponte.adesso())
	switch {
	case !buona || subtle.ConstantTimeCompare([]byte(mia.Stato), []byte(d.Stato)) != 1:
		return r, daCapo(errRifiutato)
	case !ponte.suo(d.Iss) || d.Codice == "":
		return r, p.rifiuta(ctx, d, errRifiutato)
	}
	chi, err := ponte.identifica(ctx, d.Codice, mia)
	var persona operatore.Persona
	if err == nil {
		persona, err = portale.persona(chi)
	}
	if errors.Is(err, errRifiutato) {
		err = p.rifiuta(ctx, d, err)
	}
	if err != nil {
		return r, err
	}
	prima, err := p.Store.Consuma(ctx, mia.Stato)
	if err != nil || !prima {
		return r, cmp.Or(err, daCapo(errRifiutato))
	}
	entrato, err := p.Realm.AccediDalPortale(ctx, accesso.DalPortale{Portale: d.Portale, Tenant: portale.Tenant, Persona: persona,
		Crea: portale.Crea, Reparto: portale.Reparto, Indirizzo: d.Indirizzo})
	if err != nil {
		return r, err
	}
	return event.RispostaPortale{Accesso: &entrato, IDToken: chi.IDToken, Sessione: &event.SessioneDelFornitore{
		Emittente: portale.Emittente, Soggetto: chi.Soggetto, SID: chi.SID}}, nil
}

// avvisa judges the notice of a provider that a session of its own is over, by the same rules as for the web application. The
// module that serves the pages has the sessions, ends them, and remembers the notice in the same transaction.
func (p *Portali) avvisa(ctx context.Context, ponte *Ponte, d event.DomandaPortale) (r event.RispostaPortale, err error) {
	finita, err := ponte.avviso(ctx, d.Avviso)
	if errors.Is(err, errRifiutato) {
		p.Log.WarnContext(ctx, "avviso di uscita rifiutato", "portale", d.Portale, "indirizzo", d.Indirizzo, "errore", err)
		return r, avvisoNonValido().With(err)
	}
	if err != nil {
		return r, err
	}
	return event.RispostaPortale{Sessione: &event.SessioneDelFornitore{Emittente: finita.Emittente, Soggetto: finita.Soggetto, SID: finita.SID,
		Avviso: finita.ID}}, nil
}

func (p *Portali) rifiuta(ctx context.Context, d event.DomandaPortale, causa error) error {
	p.Log.WarnContext(ctx, "accesso unico del portale rifiutato", "portale", d.Portale, "indirizzo", d.Indirizzo, "errore", causa)
	return problem.Vietato("ACCESSO_UNICO_RIFIUTATO", "L'accesso non è riuscito: il fornitore non ha identificato la persona come serve.").With(causa)
}

// classeSpid begins the levels of SPID and CIE, which are in order: a higher one is always enough (Avviso SPID, and the
// technical rules of CIE).
const classeSpid = "https://www.spid.gov.it/SpidL"

// livelli are the levels asked of the provider.
func (p Portale) livelli() []string {
	if p.Livello == "" {
		return nil
	}
	return []string{p.Livello}
}

// basta reports whether a person was recognised at least at the level of the settings.
func (p Portale) basta(acr string) bool {
	minimo, spid := strings.CutPrefix(p.Livello, classeSpid)
	if !spid {
		return p.Livello == "" || acr == p.Livello
	}
	ha, spid := strings.CutPrefix(acr, classeSpid)
	return spid && len(ha) == 1 && ha >= minimo && ha <= "3"
}

// persona reads who it is: the level, the tax code with or without the prefix of eIDAS (TINIT-), the names.
func (p Portale) persona(chi Persona) (operatore.Persona, error) {
	testo := func(nome string) string {
		t, _ := chi.Attributi[nome].(string)
		return strings.TrimSpace(t)
	}
	if !p.basta(testo("acr")) {
		return operatore.Persona{}, errors.Join(errRifiutato, errors.New("sso: acr non ammesso"))
	}
	cf := codicefiscale.Valida(strings.TrimPrefix(strings.ToUpper(chi.Utente), "TINIT-"))
	if !cf.Valido {
		return operatore.Persona{}, errors.Join(errRifiutato, errors.New("sso: il codice fiscale manca o non è valido"))
	}
	return operatore.Persona{CodiceFiscale: cf.Normalizzato, Nome: cmp.Or(testo("given_name"), testo("name")),
		Cognome: cmp.Or(testo("family_name"), testo("familyName"))}, nil
}
