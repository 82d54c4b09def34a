package pdnd

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Domande is the door of the other modules: chiedi.elaborazione.voucher and .firma for the modules admitted by the bus, and
// chiedi.elaborazione.pdnd.* of an operator, by his token.
type Domande struct {
	Service *Service
	Tenant  *tenant.Directory
	Attendi func(ctx context.Context) error // the settings of the commands
	Ammetti func(ctx context.Context, permesso auth.Permission) (context.Context, error)
}

// Tutte are the questions by operation.
func (d Domande) Tutte() map[string]bus.Answer {
	return map[string]bus.Answer{event.PdndVoucher: d.voucher, event.PdndFirma: d.firma, event.PdndStato: d.stato, event.PdndProva: d.prova}
}

func (d Domande) voucher(ctx context.Context, corpo []byte) (any, error) {
	q, err := leggiDomanda[event.DomandaVoucher](corpo)
	if err != nil {
		return nil, err
	}
	if ctx, err = d.entra(ctx, q, nil); err != nil {
		return nil, err
	}
	return d.Service.Voucher(ctx, q)
}

func (d Domande) firma(ctx context.Context, corpo []byte) (any, error) {
	q, err := leggiDomanda[event.DomandaFirma](corpo)
	if err != nil {
		return nil, err
	}
	if ctx, err = d.entra(ctx, q.DomandaVoucher, difettiFirma(q)); err != nil {
		return nil, err
	}
	return d.Service.Firma(ctx, q)
}

func (d Domande) stato(ctx context.Context, _ []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoImpostazione)
	if err != nil {
		return nil, err
	}
	return d.Service.StatoDi(ctx)
}

func (d Domande) prova(ctx context.Context, corpo []byte) (any, error) {
	ctx, err := d.Ammetti(ctx, auth.PermessoImpostazione)
	if err != nil {
		return nil, err
	}
	q, err := leggiDomanda[event.DomandaProvaPdnd](corpo)
	if err != nil {
		return nil, err
	}
	return d.Service.Prova(ctx, q)
}

func leggiDomanda[T any](corpo []byte) (q T, err error) {
	if err := json.Unmarshal(corpo, &q); err != nil {
		return q, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	return q, nil
}

// entra checks a question and gives the context of its command.
func (d Domande) entra(ctx context.Context, q event.DomandaVoucher, altri []problem.Campo) (context.Context, error) {
	if campi := append(difetti(q), altri...); len(campi) > 0 {
		return ctx, problem.NonValido(campi...)
	}
	if err := d.Attendi(ctx); err != nil {
		return ctx, err
	}
	t, err := d.Tenant.Find(ctx, q.Tenant)
	return tenant.With(ctx, t), err
}

// metodi is the form of a method of HTTP.
var metodi = regexp.MustCompile(`^[A-Z]{1,10}$`)

func difetti(q event.DomandaVoucher) (campi []problem.Campo) {
	manca := func(bene bool, campo, messaggio string) {
		if !bene {
			campi = append(campi, problem.Campo{Campo: campo, Messaggio: messaggio})
		}
	}
	u, err := url.Parse(q.Indirizzo)
	manca(metodi.MatchString(q.Metodo), "metodo", "un metodo HTTP")
	manca(err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") && u.RawQuery == "" && u.Fragment == "" && len(q.Indirizzo) <= 2000,
		"indirizzo", "un indirizzo http o https, senza parametri")
	manca(esterno.Tellable(q.Attore), "attore", "chi chiede: fino a 200 byte")
	manca(esterno.Tellable(q.Motivo), "motivo", "perché si chiede: fino a 200 byte")
	_, eID := codici.ID(q.IDVerbale)
	manca(q.IDVerbale == "" || eID, "idVerbale", "l'identificativo di un verbale")
	manca(len(q.Rifiutato) <= esterno.ReasonLimit, "rifiutato", "l'identificativo di un voucher")
	return campi
}

func difettiFirma(q event.DomandaFirma) (campi []problem.Campo) {
	somma, err := base64.StdEncoding.DecodeString(q.Digest)
	if q.Digest != "" && (err != nil || len(somma) != 32) {
		campi = append(campi, problem.Campo{Campo: "digest", Messaggio: "lo SHA-256 del corpo, in base64"})
	}
	if q.Digest != "" && !esterno.Tellable(q.ContentType) {
		campi = append(campi, problem.Campo{Campo: "contentType", Messaggio: "il tipo del corpo che si firma"})
	}
	for _, c := range []struct{ campo, valore string }{{"contentEncoding", q.ContentEncoding}, {"postazione", q.Postazione}, {"livello", q.Livello}} {
		if c.valore != "" && !esterno.Tellable(c.valore) {
			campi = append(campi, problem.Campo{Campo: c.campo, Messaggio: "fino a 200 byte, senza caratteri di controllo"})
		}
	}
	return campi
}
