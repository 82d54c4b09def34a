package consulta

import (
	"context"
	"encoding/json"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Domande is the door of the other modules: chiedi.vpn.targa and chiedi.vpn.patente. The caller is the
// one of the token that comes along, never a name in the question.
type Domande struct {
	Service Service
	Ammetti func(ctx context.Context, moduli []string, permessi ...auth.Permission) (context.Context, error)
	Adesso  func() time.Time
}

// entroMassimo is the longest wait that a question may name.
const entroMassimo = 25 * time.Second

// Targa answers evento.DomandaTarga with what RispostaTarga says.
func (d Domande) Targa(ctx context.Context, corpo []byte) (any, error) {
	var q event.DomandaTarga
	ctx, r, err := d.entra(ctx, corpo, &q)
	if err != nil {
		return nil, err
	}
	var v verifica
	targa, giorno := v.targa(q.Targa), v.giorno(q.Data, calendario.Da(d.Adesso()))
	r.Indirizzo, r.Motivo = q.Indirizzo, v.motivo(q.Motivo)
	ctx, libera := v.entro(ctx, q.EntroMs)
	defer libera()
	if err := v.errore(); err != nil {
		return nil, err
	}
	return d.Service.Veicolo(ctx, r, targa, giorno)
}

// Patente answers evento.DomandaPatente with what RispostaPatente says.
func (d Domande) Patente(ctx context.Context, corpo []byte) (any, error) {
	var q event.DomandaPatente
	ctx, r, err := d.entra(ctx, corpo, &q)
	if err != nil {
		return nil, err
	}
	var v verifica
	numero := v.patente(q.Numero)
	r.Indirizzo, r.Motivo = q.Indirizzo, v.motivo(q.Motivo)
	ctx, libera := v.entro(ctx, q.EntroMs)
	defer libera()
	if err := v.errore(); err != nil {
		return nil, err
	}
	return d.Service.Patente(ctx, r, numero)
}

// entra proves the caller, then what the caller may, then reads the question: 401, 403, 404 of the tenant,
// 400, as on HTTP. A token of the tablets' module opens too: officers check vehicles in real time.
func (d Domande) entra(ctx context.Context, corpo []byte, domanda any) (context.Context, Richiesta, error) {
	ctx, err := d.Ammetti(ctx, []string{"vpn", "mobile"}, auth.PermessoVpnLeggi, auth.PermessoMobile)
	if err != nil {
		return ctx, Richiesta{}, err
	}
	if err := json.Unmarshal(corpo, domanda); err != nil {
		return ctx, Richiesta{}, problem.Malformata("La domanda non è il JSON atteso.").With(err)
	}
	chi, _ := auth.From(ctx)
	return ctx, Richiesta{Attore: chi.User}, nil
}

// entro shortens the time of the answer to what who asks can wait.
func (v *verifica) entro(ctx context.Context, millisecondi int) (context.Context, context.CancelFunc) {
	tempo := time.Duration(millisecondi) * time.Millisecond
	if millisecondi == 0 {
		return ctx, func() {}
	}
	if millisecondi < 0 || tempo > entroMassimo {
		v.manca("entroMs", "deve essere fra 0 e 25000")
	}
	return context.WithTimeout(ctx, tempo)
}
