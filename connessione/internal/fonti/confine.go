package fonti

import (
	"context"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// Why a connection of a command is not made: the name of the field, then what is wrong with it.
const (
	senzaHTTPS     = "indirizzo: serve https, perché chiavi e gettoni viaggerebbero in chiaro (senza https solo verso le reti indicate in VERBALI_RETI_COMANDI)"
	httpColProxy   = "indirizzo: serve https, perché oltre il proxy chiavi e gettoni viaggerebbero in chiaro"
	reteNonAmmessa = "indirizzo: è in una rete in cui i comandi non possono indicare server (VERBALI_RETI_COMANDI)"
)

// confine gives how the connections of a command are opened: towards the networks admitted for servers that commands name, and
// without https towards those alone that somebody has listed. What opens is judged after its name was resolved.
func (f *Fonti) confine(c impostazione.CollegamentoDomicili) (func(ctx context.Context, rete, indirizzo string) (net.Conn, error), error) {
	u, err := url.Parse(c.Indirizzo)
	if err != nil || u.Host == "" {
		return nil, errors.New("indirizzo: non è un indirizzo")
	}
	ammesse, perche := f.o.Reti, reteNonAmmessa
	if u.Scheme != "https" {
		ammesse, perche = ammesse.Listed(), senzaHTTPS
		if c.Proxy != "" {
			return nil, errors.New(httpColProxy)
		}
	}
	if numero, err := netip.ParseAddr(u.Hostname()); err == nil && !ammesse.Admits(numero) {
		return nil, errors.New(perche)
	}
	return func(ctx context.Context, rete, indirizzo string) (net.Conn, error) {
		conn, err := ammesse.Dial(ctx, rete, indirizzo)
		if _, fuori := errors.AsType[*net.AddrError](err); fuori {
			e := esterno.Stranger(perche)
			e.Code = "RETE_NON_AMMESSA"
			return nil, e
		}
		return conn, err
	}, nil
}

// segreto reads a secret of a command, whose file must name the server of the connection (config.TenantSecretFor).
func (f *Fonti) segreto(p posto, nome string, c impostazione.CollegamentoDomicili) (string, error) {
	return letto(nome, func() (string, error) { return config.TenantSecretFor(f.o.SegretiDir, p.comando, nome, c.Indirizzo) })
}

func letto(nome string, leggi func() (string, error)) (string, error) {
	testo, err := leggi()
	if _, altrui := errors.AsType[*config.HostError](err); altrui {
		return "", err
	}
	if err != nil {
		return "", fmt.Errorf("il file %s non si legge", nome)
	}
	if testo = strings.TrimSpace(testo); testo == "" {
		return "", fmt.Errorf("il file %s è vuoto", nome)
	}
	return testo, nil
}

// firma reads the key that signs and its certificates, its own first.
func (f *Fonti) firma(p posto, c impostazione.CollegamentoDomicili) (*rsa.PrivateKey, [][]byte, error) {
	testo, err := f.segreto(p, c.Firma, c)
	if err != nil {
		return nil, nil, err
	}
	blocco, _ := pem.Decode([]byte(testo))
	if blocco == nil {
		return nil, nil, fmt.Errorf("il file %s non è una chiave PEM", c.Firma)
	}
	letta, err := x509.ParsePKCS8PrivateKey(blocco.Bytes)
	if err != nil {
		letta, err = x509.ParsePKCS1PrivateKey(blocco.Bytes)
	}
	chiave, rsaVera := letta.(*rsa.PrivateKey)
	if err != nil || !rsaVera {
		return nil, nil, fmt.Errorf("il file %s non è una chiave RSA", c.Firma)
	}
	certificati, err := letto(c.Catena, func() (string, error) { return config.TenantSecret(f.o.SegretiDir, p.comando, c.Catena) })
	if err != nil {
		return nil, nil, err
	}
	var catena [][]byte
	for resto := []byte(certificati); ; {
		var b *pem.Block
		if b, resto = pem.Decode(resto); b == nil {
			break
		}
		catena = append(catena, b.Bytes)
	}
	if len(catena) == 0 {
		return nil, nil, fmt.Errorf("il file %s non ha certificati PEM", c.Catena)
	}
	suo, err := x509.ParseCertificate(catena[0])
	if err != nil || !chiave.PublicKey.Equal(suo.PublicKey) {
		return nil, nil, fmt.Errorf("il primo certificato di %s non è della chiave di %s", c.Catena, c.Firma)
	}
	return chiave, catena, nil
}
