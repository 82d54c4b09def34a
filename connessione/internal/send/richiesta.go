package send

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// Impronta is the digest of a file as SEND wants it: SHA-256 in base64.
func Impronta(contenuto []byte) string {
	somma := sha256.Sum256(contenuto)
	return base64.StdEncoding.EncodeToString(somma[:])
}

// Precarica asks for the places of at most parole.PrecarichiAlPiu files, each with an index of its own; the answer has them by index. A
// place is good for an hour. A second call gives other places, and SEND drops the unused ones.
func (c *Client) Precarica(ctx context.Context, chi Chi, file []parole.Precarico) (map[string]parole.Posto, error) {
	var posti []parole.Posto
	perIndice := map[string]parole.Posto{}
	err := c.chiedi(ctx, chi, domanda{metodo: http.MethodPost, percorso: []string{parole.Delivery, "attachments", "preload"}, corpo: file, ancora: true,
		leggi: letto(&posti, func() error {
			clear(perIndice)
			for _, p := range posti {
				if p.Indirizzo == "" || p.Segreto == "" || !parole.ChiaveFile(p.Chiave) || p.Metodo != http.MethodPut && p.Metodo != http.MethodPost {
					return esterno.Invalid("un posto senza indirizzo, segreto, chiave o metodo")
				}
				perIndice[p.Indice] = p
			}
			if len(posti) != len(file) || slices.ContainsFunc(file, func(f parole.Precarico) bool { return perIndice[f.Indice].Chiave == "" }) {
				return esterno.Invalid("i posti non sono quelli chiesti")
			}
			return nil
		})})
	return perIndice, err
}

// Carica uploads a file to its place and gives the version by which a request names it. The call carries no credential and uses the
// address as it came. A file whose digest is not that of the preload does not leave.
func (c *Client) Carica(ctx context.Context, chi Chi, file parole.Precarico, posto parole.Posto, contenuto []byte) (versione string, err error) {
	if Impronta(contenuto) != file.SHA256 {
		return "", esterno.Refused("il file non è quello di cui si è chiesto il posto")
	}
	h := http.Header{"Content-Type": {file.ContentType}}
	h.Set(parole.IntestazioneSegreto, posto.Segreto)
	h.Set(parole.IntestazioneControllo, file.SHA256)
	err = c.deposito.Do(ctx, esterno.Call{Method: posto.Metodo, Link: posto.Indirizzo, Header: h, Body: contenuto, Again: true,
		Requester: chi.Tenant, Reason: chi.Motivo, Work: chi.InCoda, Read: func(a esterno.Answer) error {
			if versione = a.Header.Get(parole.IntestazioneVersioneID); versione == "" || len(versione) > 256 {
				return esterno.Invalid("caricato senza versione")
			}
			return nil
		}})
	return versione, err
}

// Richiedi requests a notification. The call is never repeated: after an error that is Ignoto the caller asks StatoDi, and then sends the
// same request with the same token. After a Doppia SEND has the token or the notice, perhaps with another content.
func (c *Client) Richiedi(ctx context.Context, chi Chi, q parole.Richiesta) (p parole.Presa, err error) {
	if q.Token == "" || q.Protocollo == "" {
		return p, esterno.Refused("una richiesta senza token o protocollo non si saprebbe ritrovare")
	}
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodPost, percorso: []string{parole.Delivery, c.versioni.Richieste, "requests"}, corpo: q,
		buoni: []int{http.StatusAccepted}, leggi: letto(&p, func() error {
			if !parole.IDRichiesta(p.IDRichiesta) || p.Protocollo != q.Protocollo || p.Token != "" && p.Token != q.Token {
				return esterno.Invalid("la presa in carico è di un'altra richiesta")
			}
			return nil
		})})
	return p, err
}

// Stato asks what became of a request; esterno.ErrNotFound for one that SEND does not know.
func (c *Client) Stato(ctx context.Context, chi Chi, id string) (parole.StatoRichiesta, error) {
	return c.stato(ctx, chi, url.Values{parole.PerID: {id}}, func(s parole.StatoRichiesta) bool { return s.IDRichiesta == id })
}

// StatoDi asks what became of a request, by protocol and token. Right after an error that is Ignoto a 404 proves nothing: SEND may still
// be storing the request.
func (c *Client) StatoDi(ctx context.Context, chi Chi, protocollo, token string) (parole.StatoRichiesta, error) {
	return c.stato(ctx, chi, url.Values{parole.PerProtocollo: {protocollo}, parole.PerToken: {token}}, func(s parole.StatoRichiesta) bool {
		return s.Protocollo == protocollo && s.Token == token
	})
}

func (c *Client) stato(ctx context.Context, chi Chi, per url.Values, sua func(parole.StatoRichiesta) bool) (s parole.StatoRichiesta, err error) {
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodGet, percorso: []string{parole.Delivery, c.versioni.Richieste, "requests"}, query: per,
		leggi: func(a esterno.Answer) error {
			s = parole.StatoRichiesta{}
			if err := esterno.JSON(a.Body, &s); err != nil {
				return err
			}
			if !sua(s) || !parole.IDRichiesta(s.IDRichiesta) {
				return esterno.Invalid("lo stato è di un'altra richiesta")
			}
			return statoVale(s)
		}})
	return s, err
}

// statoVale checks that a state has the members that SEND promises for it.
func statoVale(s parole.StatoRichiesta) error {
	switch s.Stato {
	case parole.InValidazione:
		if s.IUN != "" {
			return esterno.Invalid("una richiesta in validazione con uno IUN")
		}
	case parole.Accettata:
		if !parole.IUN(s.IUN) {
			return esterno.Invalid("una richiesta accettata senza uno IUN legale")
		}
	case parole.Rifiutata:
		if len(s.Errori) == 0 || s.IUN != "" {
			return esterno.Invalid("una richiesta rifiutata senza il perché")
		}
	default:
		return esterno.Invalid("notificationRequestStatus sconosciuto")
	}
	return nil
}

// StessoContenuto reports that a request which SEND has is the one that was sent: its sender, recipients, notices and acts. SEND does not
// compare them when a token comes twice.
func StessoContenuto(nostra, loro parole.Richiesta) bool {
	return slices.Equal(contenuto(nostra), contenuto(loro))
}

func contenuto(q parole.Richiesta) []string {
	tutto := []string{q.CodiceMittente, q.Protocollo, q.Token, q.Tassonomia}
	for _, d := range q.Destinatari {
		tutto = append(tutto, "destinatario", d.Tipo, d.CodiceFiscale)
		for _, p := range d.Pagamenti {
			if p.PagoPA != nil {
				tutto = append(tutto, "avviso", p.PagoPA.Creditore, p.PagoPA.Avviso)
			}
		}
	}
	for _, d := range q.Documenti {
		tutto = append(tutto, "atto", d.Impronta.SHA256)
	}
	return tutto
}
