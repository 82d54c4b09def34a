package fonti

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
)

// segreto reads a secret of a command for the server of a connection; an empty file is an error.
func (f *Fonti) segreto(p collegamento.Posto, nome string, c domicili.Collegamento) (string, error) {
	testo, err := f.aperti.Segreto(p.Comando, nome, c.Raggiungi)
	if testo = strings.TrimSpace(testo); err == nil && testo == "" {
		err = fmt.Errorf("il file %s è vuoto", nome)
	}
	return testo, err
}

// firma reads the key that signs and its certificates, its own first.
func (f *Fonti) firma(p collegamento.Posto, c domicili.Collegamento) (*rsa.PrivateKey, [][]byte, error) {
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
	certificati, err := config.TenantSecret(f.o.SegretiDir, p.Comando, c.Catena)
	if err != nil {
		return nil, nil, fmt.Errorf("il file %s non si legge nella cartella dei segreti del comando", c.Catena)
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
