package collegamento

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/spine/network"
)

// ErrNonConfigurato is the cause of a question to a system that the command's settings do not connect as they should: nobody is
// asked until they change.
var ErrNonConfigurato = errors.New("collegamento non configurato")

// Why a command's connection is refused: the name of the field, then the fault.
const (
	senzaHTTPS     = "indirizzo: serve https, perché le credenziali viaggerebbero in chiaro (senza https solo verso le reti indicate in VERBALI_RETI_COMANDI)"
	httpColProxy   = "indirizzo: serve https, perché oltre il proxy le credenziali viaggerebbero in chiaro"
	reteNonAmmessa = ": è in una rete in cui i comandi non possono indicare server (VERBALI_RETI_COMANDI)"
)

// confine gives how the connections of a command are opened: towards the networks admitted for servers that commands name, and
// without https towards those alone that somebody has listed, since credentials travel in clear. What opens is judged by its
// address, after its name was resolved: the system's, or its proxy's. An error names the field of the setting.
func confine(reti network.Admitted, r Raggiungi) (func(ctx context.Context, rete, indirizzo string) (net.Conn, error), error) {
	ammesse, campo := reti, "indirizzo"
	u, err := url.Parse(r.Indirizzo)
	if err != nil || u.Host == "" {
		return nil, errors.New("indirizzo: non è un indirizzo")
	}
	switch {
	case u.Scheme != "https" && r.Proxy != "":
		return nil, errors.New(httpColProxy)
	case u.Scheme != "https":
		ammesse = ammesse.Listed()
	}
	if numero, err := netip.ParseAddr(u.Hostname()); err == nil && !ammesse.Admits(numero) {
		if u.Scheme != "https" && reti.Admits(numero) {
			return nil, errors.New(senzaHTTPS)
		}
		return nil, errors.New("indirizzo" + reteNonAmmessa)
	}
	if r.Proxy != "" {
		campo = "proxy"
	}
	return func(ctx context.Context, rete, indirizzo string) (net.Conn, error) {
		conn, err := ammesse.Dial(ctx, rete, indirizzo)
		if _, fuori := errors.AsType[*net.AddrError](err); fuori {
			return nil, nonAmmessa(campo, u.Scheme)
		}
		return conn, err
	}, nil
}

// nonAmmessa is the error of a connection that was not opened.
func nonAmmessa(campo, schema string) error {
	perche := campo + reteNonAmmessa
	if schema != "https" {
		perche = senzaHTTPS
	}
	e := esterno.Stranger(perche)
	e.Code, e.Cause = "RETE_NON_AMMESSA", ErrNonConfigurato
	return e
}
