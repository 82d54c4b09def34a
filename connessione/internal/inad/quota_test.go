package inad

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// viaDPoP gives a voucher that is bound to a key, and keeps what was asked of it.
type viaDPoP struct{ chiamata pdnd.Call }

func (v *viaDPoP) Bearer(ctx context.Context, call pdnd.Call, do func(context.Context, http.Header) error) error {
	v.chiamata = call
	return do(ctx, http.Header{"Authorization": {"DPoP x"}})
}

// TestIlGiornoEFinito: the register's own 429 is the end of the day, and is asked for once.
func TestIlGiornoEFinito(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *simulato.Opzioni) { o.AlGiorno = 1 })
	una, altra := simulatore.CodicePersona("001", "AAA"), simulatore.CodicePersona("001", "AAB")
	if _, err := b.Estrai(t.Context(), chi(), una); err != nil {
		t.Fatal(err)
	}
	_, err := b.Estrai(t.Context(), chi(), altra)
	if _, finito := errors.AsType[*Quota](err); !finito || b.registro.Richieste(altra) != 1 {
		t.Errorf("%v after %d attempts", err, b.registro.Richieste(altra))
	}
}

// TestSenzaProvaDiPossesso: the address of a call is withheld from who would sign the proof, so a bound voucher cannot serve.
func TestSenzaProvaDiPossesso(t *testing.T) {
	t.Parallel()
	b, v := apparecchia(t), &viaDPoP{}
	b.Client.vie = v
	c := chi()
	c.InCoda = true
	if _, err := b.Estrai(t.Context(), c, simulatore.CodicePersona("001", "AAA")); !problem.Is(err, CodiceDPoP) || b.registro.Richieste(simulatore.CodicePersona("001", "AAA")) != 0 {
		t.Errorf("%v", err)
	}
	if !v.chiamata.Work {
		t.Error("nobody waits for it")
	}
}
