package send

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// File is a file that SEND has given. Tipo is the media type that the store declares: a legal fact need not be a PDF. Impronta is the
// SHA-256 computed here, in hexadecimal: SEND gives none of legal facts.
type File struct {
	Nome, Tipo, Impronta string
	Contenuto            []byte
}

// Attendi is the error for a file that SEND is still fetching from its archive. Dopo is how long to wait.
type Attendi struct{ Dopo time.Duration }

// Error names the wait.
func (a *Attendi) Error() string { return fmt.Sprintf("in archivio: fra %s", a.Dopo) }

// AttiOpponibili lists the legal facts of a notification.
func (c *Client) AttiOpponibili(ctx context.Context, chi Chi, iun string) (voci []parole.VoceAtto, err error) {
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodGet, percorso: []string{parole.Push, parole.VersioneP, iun, "legal-facts"}, leggi: letto(&voci,
		func() error {
			for _, v := range voci {
				if v.IUN != iun || !parole.ChiaveFile(v.Atto.Chiave) {
					return esterno.Invalid("un atto opponibile di un'altra notifica o senza chiave")
				}
			}
			return nil
		})})
	return voci, err
}

// Atto downloads a legal fact by its key. The error is *Attendi while the file is in SEND's archive. An expired link is requested once
// more.
func (c *Client) Atto(ctx context.Context, chi Chi, iun, chiave string) (File, error) {
	return c.prendi(ctx, chi, []string{parole.Push, iun, "download", "legal-facts", parole.SenzaPrefisso(chiave)}, nil)
}

// Avviso downloads the notice of receipt (AAR) by the key that its element names.
func (c *Client) Avviso(ctx context.Context, chi Chi, iun, chiave string) (File, error) {
	return c.prendi(ctx, chi, []string{parole.Push, iun, "document", parole.DocumentoAvviso},
		url.Values{parole.ParametroDocumento: {parole.SenzaPrefisso(chiave)}})
}

// Documento downloads an act as SEND keeps it, and checks the digest that SEND declares.
func (c *Client) Documento(ctx context.Context, chi Chi, iun string, indice int) (File, error) {
	return c.prendi(ctx, chi, []string{parole.Delivery, "notifications", "sent", iun, "attachments", "documents", strconv.Itoa(indice)}, nil)
}

func (c *Client) prendi(ctx context.Context, chi Chi, percorso []string, query url.Values) (f File, err error) {
	for range 2 {
		var d parole.DaScaricare
		if d, err = c.dove(ctx, chi, percorso, query); err != nil {
			return f, err
		}
		if f, err = c.scarica(ctx, chi, d); !Scaduto(err) {
			return f, err
		}
	}
	return f, err
}

// dove asks SEND for the link to a file.
func (c *Client) dove(ctx context.Context, chi Chi, percorso []string, query url.Values) (d parole.DaScaricare, err error) {
	err = c.chiedi(ctx, chi, domanda{metodo: http.MethodGet, percorso: percorso, query: query, leggi: func(a esterno.Answer) error {
		d = parole.DaScaricare{}
		if err := esterno.JSON(a.Body, &d); err != nil {
			return err
		}
		switch {
		case d.Indirizzo == "" && (d.RiprovaFra <= 0 || d.RiprovaFra > 7*24*3600):
			return esterno.Invalid("di un file non si dice né dove né quando")
		case d.Lunghezza < 0 || d.Lunghezza > fileAlPiu:
			return esterno.Invalid("un file oltre %d byte", fileAlPiu)
		}
		return nil
	}})
	if err == nil && d.Indirizzo == "" {
		err = &Attendi{time.Duration(d.RiprovaFra * float64(time.Second))}
	}
	return d, err
}

// scarica downloads a file from its link, without any credential, and checks its length and digest.
func (c *Client) scarica(ctx context.Context, chi Chi, d parole.DaScaricare) (f File, err error) {
	err = c.deposito.Do(ctx, esterno.Call{Link: d.Indirizzo, Requester: chi.Tenant, Reason: chi.Motivo, Work: chi.InCoda, Read: func(a esterno.Answer) error {
		if len(a.Body) == 0 || d.Lunghezza > 0 && len(a.Body) != int(d.Lunghezza) || d.SHA256 != "" && Impronta(a.Body) != d.SHA256 {
			return esterno.Invalid("il file non è quello annunciato")
		}
		somma := sha256.Sum256(a.Body)
		f = File{Nome: d.Nome, Tipo: a.MediaType(), Impronta: hex.EncodeToString(somma[:]), Contenuto: a.Body}
		return nil
	}})
	return f, err
}
