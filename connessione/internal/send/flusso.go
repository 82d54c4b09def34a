package send

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// Evento is one event of a stream. An event whose IUN is not that of a legal notification belongs to no notification of this platform.
type Evento struct {
	ID, IDRichiesta, IUN, NuovoStato string
	Elemento                         Elemento
}

// Pagina holds the events of a stream after the last one acknowledged. Passing Ultimo to Eventi acknowledges them, and SEND then forgets
// them: commit them first. Attesa is how long to leave the stream alone; zero when more events may be ready.
type Pagina struct {
	Eventi []Evento
	Ultimo string
	Attesa time.Duration
}

func (c *Client) flussi(versione string, altro ...string) []string {
	return append([]string{parole.Progressi, versione, "streams"}, altro...)
}

// CreaFlusso creates a stream of the client's version. With Sostituisce SEND disables the other stream, which is still read to its end by
// its own version. The call is never repeated: after an error Flussi shows whether the stream exists.
func (c *Client) CreaFlusso(ctx context.Context, chi Chi, q parole.NuovoFlusso) (f parole.Flusso, err error) {
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodPost, percorso: c.flussi(c.versioni.Flussi), corpo: q, leggi: letto(&f, func() error {
		return flussoVale(f)
	})})
	return f, err
}

func flussoVale(f parole.Flusso) error {
	if uuid.Validate(f.ID) != nil || f.Attivo.IsZero() {
		return esterno.Invalid("un flusso senza numero o istante")
	}
	return nil
}

// Flussi lists the streams of the organisation, of any version.
func (c *Client) Flussi(ctx context.Context, chi Chi) (voci []parole.VoceFlusso, err error) {
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodGet, percorso: c.flussi(c.versioni.Flussi), leggi: letto(&voci, func() error { return nil })})
	return voci, err
}

// Flusso reads a stream by its version, as an address has it. The error is esterno.ErrNotFound for a stream that was removed.
func (c *Client) Flusso(ctx context.Context, chi Chi, versione, id string) (f parole.Flusso, err error) {
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodGet, percorso: c.flussi(versione, id), leggi: letto(&f, func() error {
		if f.ID != id {
			return esterno.Invalid("il flusso è un altro")
		}
		return flussoVale(f)
	})})
	return f, err
}

// CambiaFlusso changes the settings of a stream.
func (c *Client) CambiaFlusso(ctx context.Context, chi Chi, versione, id string, q parole.NuovoFlusso) (f parole.Flusso, err error) {
	q.Sostituisce = ""
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodPut, percorso: c.flussi(versione, id), corpo: q, leggi: letto(&f,
		func() error { return flussoVale(f) })})
	return f, err
}

// SpegniFlusso disables a stream for ever. Its events can be read for fourteen more days.
func (c *Client) SpegniFlusso(ctx context.Context, chi Chi, versione, id string) (f parole.Flusso, err error) {
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodPost, percorso: c.flussi(versione, id, "action", "disable"), ancora: true,
		leggi: letto(&f, func() error { return flussoVale(f) })})
	return f, err
}

// CancellaFlusso removes a stream with the events that nobody read.
func (c *Client) CancellaFlusso(ctx context.Context, chi Chi, versione, id string) error {
	return c.chiedi(ctx, chi, domanda{metodo: http.MethodDelete, percorso: c.flussi(versione, id), buoni: []int{http.StatusNoContent}, leggi: senzaCorpo})
}

// Eventi reads a page. dopo acknowledges the events up to that id, and SEND purges them. An empty dopo acknowledges nothing.
func (c *Client) Eventi(ctx context.Context, chi Chi, versione, id, dopo string) (p Pagina, err error) {
	var q url.Values
	if dopo != "" {
		if !parole.IDEvento(dopo) {
			return p, esterno.Refused("lastEventId non è di un evento")
		}
		q = url.Values{parole.UltimoEvento: {dopo}}
	}
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodGet, percorso: c.flussi(versione, id, "events"), query: q, leggi: func(a esterno.Answer) (err error) {
		p, err = leggiPagina(a, dopo)
		return err
	}})
	return p, err
}

func leggiPagina(a esterno.Answer, dopo string) (Pagina, error) {
	var scritti []struct {
		ID          string          `json:"eventId"`
		IDRichiesta string          `json:"notificationRequestId"`
		IUN         string          `json:"iun"`
		NuovoStato  string          `json:"newStatus"`
		Elemento    json.RawMessage `json:"element"`
	}
	if err := esterno.JSON(a.Body, &scritti); err != nil {
		return Pagina{}, err
	}
	p := Pagina{Ultimo: dopo, Attesa: attesa(a.Header)}
	for _, s := range scritti {
		if !parole.IDEvento(s.ID) {
			return Pagina{}, esterno.Invalid("un evento senza numero")
		}
		p.Ultimo = max(p.Ultimo, s.ID)
		p.Eventi = append(p.Eventi, Evento{s.ID, s.IDRichiesta, s.IUN, s.NuovoStato, LeggiElemento(s.Elemento)})
	}
	return p, nil
}
