package deposito

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"
	"gocloud.dev/blob/s3blob"
)

// cartellaModo lets only the service's user and group into the folders of documents.
const cartellaModo = 0o750

// Apri opens the store at an address:
//
//	file:///absolute/folder   created when missing; ?durevole=no gives up waiting for the disk
//	s3://bucket?region=…      with the parameters of gocloud.dev and the credentials of the machine
//	mem://                    a new empty store of this process, for tests
//
// A file store waits until document and folder entry are on the disk, so that a row committed
// afterwards never names a file that a power cut took away.
func Apri(ctx context.Context, indirizzo string) (*Deposito, error) {
	u, err := url.Parse(indirizzo)
	if err != nil {
		return nil, errors.New("indirizzo del deposito malformato")
	}
	switch u.Scheme {
	case fileblob.Scheme:
		return apriCartella(u)
	case s3blob.Scheme:
		return apriS3(ctx, u)
	case memblob.Scheme:
		return &Deposito{bucket: memblob.OpenBucket(nil)}, nil
	}
	return nil, fmt.Errorf("indirizzo del deposito: schema %q sconosciuto (file, s3, mem)", u.Scheme)
}

func apriCartella(u *url.URL) (*Deposito, error) {
	cartella := filepath.Clean(u.Path)
	if u.Host != "" && u.Host != "localhost" || !filepath.IsAbs(cartella) || cartella == "/" {
		return nil, errors.New("indirizzo del deposito: serve una cartella assoluta, file:///cartella")
	}
	durevole, err := leggiDurevole(u.Query())
	if err != nil {
		return nil, err
	}
	// Temporary files beside the final ones: a rename between file systems is not atomic. No
	// metadata files: the row of the database has the type of the document.
	bucket, err := fileblob.OpenBucket(cartella, &fileblob.Options{
		CreateDir: true, DirFileMode: cartellaModo, NoTempDir: true, Metadata: fileblob.MetadataDontWrite,
	})
	if err != nil {
		return nil, fmt.Errorf("apertura del deposito: %w", err)
	}
	return &Deposito{bucket: bucket, cartella: cartella, durevole: durevole}, nil
}

func leggiDurevole(parametri url.Values) (bool, error) {
	for nome, valori := range parametri {
		if nome != "durevole" || len(valori) != 1 || valori[0] != "si" && valori[0] != "no" {
			return false, fmt.Errorf("indirizzo del deposito: parametro %q non ammesso (durevole=si|no)", nome)
		}
	}
	return parametri.Get("durevole") != "no", nil
}

func apriS3(ctx context.Context, u *url.URL) (*Deposito, error) {
	bucket, err := blob.OpenBucket(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("apertura del deposito: %w", err)
	}
	return &Deposito{bucket: bucket}, nil
}
