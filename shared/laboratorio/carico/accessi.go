package main

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// utenzeAccessi are accounts of the local data, each with the same password.
func utenzeAccessi() []string {
	var nomi []string
	for _, tenant := range []string{"alfa", "beta"} {
		for ruolo := range strings.FieldsSeq("operatore ufficio agente integratore amministratore cittadino") {
			nomi = append(nomi, ruolo+"."+tenant)
		}
	}
	return nomi
}

// anticamera lets people log in at core.
type anticamera struct {
	*banco.Banco
	sportello *banco.Sportello
	utenze    []string
	gen       misura.Generatore
}

// accessi lets so many callers log in, one account after the other.
func (a *anticamera) accessi(ctx context.Context, quanti int) (misura.Misurazione, error) {
	l := misura.Limiti{Durata: a.Opz.Durata(3*time.Second, time.Second), Massimo: 20_000, Insieme: quanti}
	return a.gen.Chiuso(ctx, l, a.entra)
}

// entra is one login, from an address of its own.
func (a *anticamera) entra(ctx context.Context, n int64) error {
	_, err := a.sportello.Accedi(ctx, a.utenze[int(n)%len(a.utenze)], indirizzoDi(n))
	return err
}

// indirizzoDi spreads the callers over the addresses kept for measurements (RFC 2544, 198.18.0.0/15):
// core lets few attempts of one account from one address be judged at once.
func indirizzoDi(n int64) string {
	n %= 1 << 17
	return netip.AddrFrom4([4]byte{198, byte(18 + n>>16), byte(n >> 8), byte(n)}).String()
}
