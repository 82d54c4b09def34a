package consulta

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/auth"
	"github.com/piattaforma-verbali/verbali/shared/bus"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/evento"
	"github.com/piattaforma-verbali/verbali/shared/problem"
	"github.com/piattaforma-verbali/verbali/shared/tenant"
)

// Domande is the door of the other modules: chiedi.vpn.targa and chiedi.vpn.patente. The caller is the
// one of the token that comes along, never a name in the question.
type Domande struct {
	Service Service
	Chi     func(token string, moduli ...string) (auth.Identita, error)
	Tenant  func(ctx context.Context, nome string) (tenant.Tenant, error)
	Ammessi []string // roles that the module lets in; * is any
	Adesso  func() time.Time
}

// entroMassimo is the longest wait that a question may name.
const entroMassimo = 25 * time.Second

// Targa answers evento.DomandaTarga with what RispostaTarga says.
func (d Domande) Targa(ctx context.Context, corpo []byte) (any, error) {
	var q evento.DomandaTarga
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
	var q evento.DomandaPatente
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
	chi, err := d.Chi(bus.Token(ctx), "vpn", "mobile")
	if err != nil {
		return ctx, Richiesta{}, err
	}
	if err := d.ammetti(chi); err != nil {
		return ctx, Richiesta{}, err
	}
	t, err := d.Tenant(ctx, chi.Tenant)
	if err != nil {
		return ctx, Richiesta{}, err
	}
	if err := json.Unmarshal(corpo, domanda); err != nil {
		return ctx, Richiesta{}, problem.Malformata("La domanda non è il JSON atteso.").Con(err)
	}
	return tenant.Con(auth.Con(ctx, chi), t), Richiesta{Attore: chi.Utente}, nil
}

func (d Domande) ammetti(chi auth.Identita) error {
	switch {
	case !slices.Contains(d.Ammessi, "*") && !slices.ContainsFunc(chi.Ruoli, func(r string) bool { return slices.Contains(d.Ammessi, r) }):
		return problem.Vietato("RUOLO_NON_AMMESSO", "Il ruolo non è ammesso in questo servizio.")
	case !chi.Puo(auth.PermessoVpnLeggi) && !chi.Puo(auth.PermessoMobile):
		return problem.Vietato("PERMESSO_MANCANTE", "Il ruolo non consente questa operazione.")
	case chi.Tenant == "":
		return problem.Vietato("TENANT_NON_ASSEGNATO", "All'utente non è assegnato un tenant.")
	}
	return nil
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
