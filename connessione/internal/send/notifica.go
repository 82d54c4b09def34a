package send

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// Elemento is an element of a timeline with the bytes that SEND sent, kept also where they cannot be decoded.
type Elemento struct {
	parole.Elemento
	Grezzo      []byte
	Illeggibile bool // a member cannot be decoded: a person must look at the element
}

// Notifica is a notification as SEND has it now.
type Notifica struct {
	parole.Notifica
	Elementi []Elemento
}

// Sequenza gives the elements without their bytes, as perfeziona reads them.
func (n Notifica) Sequenza() []parole.Elemento {
	tutti := make([]parole.Elemento, 0, len(n.Elementi))
	for _, e := range n.Elementi {
		tutti = append(tutti, e.Elemento)
	}
	return tutti
}

// Leggi reads a notification; esterno.ErrNotFound for one of another sender, and for one that is not accepted yet.
func (c *Client) Leggi(ctx context.Context, chi Chi, iun string) (n Notifica, err error) {
	if !parole.IUN(iun) {
		return n, esterno.Refused("non è lo IUN di una notifica legale")
	}
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodGet, percorso: []string{parole.Delivery, c.versioni.Notifiche, "notifications", "sent", iun},
		leggi: func(a esterno.Answer) error {
			var scritta struct {
				parole.Notifica
				Sequenza []json.RawMessage `json:"timeline"`
			}
			if err := esterno.JSON(a.Body, &scritta); err != nil {
				return err
			}
			if scritta.IUN != iun {
				return esterno.Invalid("la notifica è un'altra")
			}
			if scritta.Stato == "" || scritta.Sequenza == nil || scritta.InviataAlle.IsZero() {
				return esterno.Invalid("la notifica è senza stato, istante o sequenza")
			}
			n = Notifica{Notifica: scritta.Notifica}
			for _, grezzo := range scritta.Sequenza {
				n.Elementi = append(n.Elementi, LeggiElemento(grezzo))
			}
			return nil
		}})
	return n, err
}

// LeggiElemento decodes an element. A member that cannot be decoded makes the element Illeggibile; an unknown category does not.
func LeggiElemento(grezzo []byte) Elemento {
	e := Elemento{Grezzo: slices.Clone(grezzo)}
	if err := json.Unmarshal(grezzo, &e.Elemento); err == nil && e.ID != "" && e.Categoria != "" {
		return e
	}
	var almeno struct {
		ID        string `json:"elementId"`
		Categoria string `json:"category"`
	}
	_ = json.Unmarshal(grezzo, &almeno)
	return Elemento{Elemento: parole.Elemento{ID: almeno.ID, Categoria: almeno.Categoria}, Grezzo: e.Grezzo, Illeggibile: true}
}

// Annulla asks for a cancellation and gives SEND's code. The cancellation takes effect when its element comes, which may be never.
func (c *Client) Annulla(ctx context.Context, chi Chi, iun string) (codice string, err error) {
	var r parole.Ricevuta
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodPut, percorso: []string{parole.Push, parole.VersioneP, "notifications", "cancel", iun},
		buoni: []int{http.StatusAccepted}, leggi: letto(&r, func() error {
			for _, d := range r.Dettagli {
				if slices.Contains([]string{parole.AnnullamentoAccolto, parole.GiaAnnullata, parole.AnnullaRifiutata}, d.Codice) {
					codice = d.Codice
					return nil
				}
			}
			return esterno.Invalid("dell'annullamento non si dice l'esito")
		})})
	return codice, err
}

// Costo asks what a notification costs under a notice; esterno.ErrNotFound, with the code that says why, where there is no cost.
func (c *Client) Costo(ctx context.Context, chi Chi, creditore, avviso string) (p parole.Costo, err error) {
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodGet, percorso: []string{parole.Delivery, parole.VersionePr, "price", creditore, avviso},
		leggi: letto(&p, func() error {
			for _, n := range []*int{p.Parziale, p.Totale} {
				if n == nil || *n < 0 {
					return esterno.Invalid("un costo che manca o è negativo")
				}
			}
			return nil
		})})
	return p, err
}

// DiPagati tells SEND what was paid elsewhere. SEND refuses all the payments (esterno.ErrNotFound) when it does not know one pair of
// creditor and notice; the caller then tells them one at a time.
func (c *Client) DiPagati(ctx context.Context, chi Chi, pagati []parole.Pagato) error {
	pagati = slices.Clone(pagati)
	for i := range pagati {
		pagati[i].Data = pagati[i].Data.UTC()
	}
	return c.chiedi(ctx, chi, domanda{metodo: http.MethodPost, percorso: []string{parole.Delivery, "events", "payment", "pagopa"},
		corpo: parole.Pagamenti{Eventi: pagati},
		buoni: []int{http.StatusNoContent}, leggi: senzaCorpo})
}
