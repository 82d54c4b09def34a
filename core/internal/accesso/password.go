package accesso

import (
	"context"
	"errors"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/web"

	"github.com/piattaforma-verbali/verbali/core/internal/credenziale"
	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// password judges the password by the row, or by the directory for an account that it keeps, with the roles
// that its groups give there. Where the command has no directory nobody gets in, for the work of an unknown name.
func (r *Realm) password(ctx context.Context, d event.DomandaAccesso, o *operatore.Operatore) (giusta bool, dati *operatore.DaiGruppi, err error) {
	if o == nil || o.Verifica != operatore.LDAP {
		giusta, err = r.impronta(ctx, d, o)
		return giusta, nil, err
	}
	if len(d.Password) > limiteCampo {
		return false, nil, nil
	}
	giusta, dati, err = r.Direttori.Verifica(ctx, *o, d.Password)
	if errors.Is(err, ldap.ErrNessuno) {
		_, err = r.impronta(ctx, d, nil)
		return false, nil, err
	}
	return giusta, dati, err
}

// impronta computes H and compares it with the stored hash. It computes one argon2id in every case, so that an unknown name and
// a legacy row cost as much as the others.
func (r *Realm) impronta(ctx context.Context, d event.DomandaAccesso, o *operatore.Operatore) (bool, error) {
	sale, impronta := d.Reparto, r.finta
	if o != nil {
		sale, impronta = o.RepartoSale, o.Impronta
	}
	if len(d.Password) > limiteCampo || len(sale) > limiteCampo {
		sale, d.Password = "", ""
		impronta = r.finta
	}
	h := auth.Fingerprint(d.Password, sale)
	lascia, err := r.turni.Prendi(ctx, web.Network(d.Indirizzo))
	if err != nil {
		return false, err
	}
	defer lascia()
	if credenziale.Protetta(impronta) {
		return r.corrisponde(h, impronta)
	}
	if _, err := r.corrisponde(h, r.finta); err != nil {
		return false, err
	}
	return credenziale.Corrisponde(h, impronta) // H as it was imported, or a value of no form: no hash
}
