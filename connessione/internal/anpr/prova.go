package anpr

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/anpr"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Prova makes the call of an e-service that asks about nobody, GET /status, with everything that a question carries, and says in
// words what became of it.
func (c *Client) Prova(ctx context.Context, q event.DomandaProvaEService) (event.RispostaProvaEService, error) {
	s, ok := map[string]servizio{EServiceC001: notifica, EServiceC030: unico}[q.EService]
	if !ok {
		return event.RispostaProvaEService{}, problem.NonTrovato("e-service", q.EService)
	}
	percorso, corpo := []string{s.percorso, parole.Versione, parole.Stato}, []byte{}
	vie := pdnd.Call{Tenant: q.Tenant, EService: s.eService, Method: http.MethodGet, URL: c.base + "/" + strings.Join(percorso, "/"), Body: corpo,
		ContentType: "application/json", Actor: q.Attore, Reason: "PROVA"}
	err := c.vie.Prova(ctx, vie, func(ctx context.Context, h http.Header) error {
		h = h.Clone()
		h.Set("Content-Type", "application/json") // it is signed with the body, which is empty
		h.Set("Accept", "application/json, application/problem+json")
		return c.Do(ctx, esterno.Call{Method: http.MethodGet, Path: percorso, Header: h, Body: corpo, Requester: q.Tenant, Reason: "PROVA",
			Read: func(esterno.Answer) error { return nil }})
	})
	return esitoProva(err)
}

// esitoProva explains the failure of a trial call; it returns an error that is no refusal by ANPR or PDND.
func esitoProva(err error) (r event.RispostaProvaEService, _ error) {
	if err == nil {
		return event.RispostaProvaEService{Accettata: true, Frase: "ANPR ha accettato una chiamata vera, che non chiede di nessuno (GET /status)."}, nil
	}
	e, p := esterno.As(err), problem.As(err)
	if p != nil {
		return event.RispostaProvaEService{Frase: p.Dettaglio}, nil //nolint:nilerr // a refusal is what the try came to
	}
	if e == nil {
		return r, err
	}
	detto := e.Code
	if e.Detail != "" {
		detto = strings.TrimSpace(detto + ", " + e.Detail)
	}
	_, finita := errors.AsType[*Quota](err)
	switch {
	case finita:
		r.Frase = "ANPR ammette il comando, ma le sue chiamate di oggi sono finite (" + e.Code + "): riprendono dopo mezzanotte."
	case e.Status == http.StatusNotFound || e.Code == "UNDEFINEDOPERATION" || e.Code == "NOTFOUND":
		r.Frase = "All'indirizzo di ANPR di questa installazione il servizio non c'è (" + detto + "): da correggere nelle impostazioni di connessione, " +
			"e deve finire con MinInternoPortaANPR-PDND."
	case e.Code == parole.NonEffettuabile:
		r.Frase = "ANPR ha rifiutato la chiamata (999, operazione non effettuabile): di solito postazione o livello (LoA) non vanno bene. " +
			"Da controllare nelle impostazioni della PDND; se sono giusti, riprovare più tardi."
	case e.Code != "" && !errors.Is(err, esterno.ErrInvalidAnswer) && e.Status != 0 && e.Status < http.StatusInternalServerError:
		r.Frase = "ANPR ha rifiutato la chiamata (" + strings.TrimSuffix(detto, ", ") + "): " + pdnd.Cure(e.Code)
	default:
		r.Frase = "ANPR non ha dato una risposta che si possa usare: se accetta le chiamate non si sa. Riprovare più tardi; se continua, controllare la rete " +
			"e l'indirizzo di ANPR nelle impostazioni di connessione."
	}
	return r, nil
}
