// Package deposito keeps documents by their content: the key is <tenant>/<sha256 of the bytes>, so
// a document never changes, is stored once, and is checked whenever it is read.
//
// A folder, an S3 bucket or memory hold them, through gocloud.dev/blob. The file is written before
// the database row that names it; what no row names is an orphan, for the owner's sweep to remove.
package deposito

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"regexp"
	"sync"
	"time"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"github.com/piattaforma-verbali/verbali/shared/spine/group"
)

// The faults a caller tells apart, for errors.Is.
var (
	// ErrNonTrovato: the tenant has no document with that hash.
	ErrNonTrovato = errors.New("documento non trovato nel deposito")
	// ErrCorrotto: the stored bytes no longer have the hash that names them. They are not served.
	ErrCorrotto = errors.New("documento corrotto nel deposito")
	// ErrChiave: the tenant's name or the hash is malformed; nothing was touched.
	ErrChiave = errors.New("chiave del deposito malformata")
)

var (
	formaTenant = regexp.MustCompile(`^[a-z][a-z0-9-]{1,29}$`)
	formaSHA256 = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// Riferimento names a stored document; it is what a row of the database keeps.
type Riferimento struct {
	Tenant string
	// SHA256 is 64 lower-case hexadecimal digits.
	SHA256 string
	Byte   int64
}

// Voce is a document met by [Deposito.Elenca].
type Voce struct {
	Riferimento
	// Scritto is when its content was last stored, by the clock of the store.
	Scritto time.Time
}

// Deposito is an open store. It is safe for concurrent use by many goroutines and processes.
type Deposito struct {
	bucket   *blob.Bucket
	cartella string // of a file store, empty for the others
	durevole bool
	visti    sync.Map // tenants whose folder entry is already on disk
	fissaggi group.Group[error]
}

// Chiudi releases the connections of the store. Nothing else may be called after it.
func (d *Deposito) Chiudi() error {
	if err := d.bucket.Close(); err != nil {
		return fmt.Errorf("chiusura del deposito: %w", err)
	}
	return nil
}

// Accessibile says whether the store answers, for readiness checks.
func (d *Deposito) Accessibile(ctx context.Context) error {
	if d.cartella != "" { // the library walks all documents, and finds a folder that is not there empty
		c, err := os.Stat(d.cartella)
		switch {
		case err != nil:
			return fmt.Errorf("deposito non raggiungibile: %w", err)
		case !c.IsDir():
			return errors.New("deposito non raggiungibile: non è una cartella")
		}
		return nil
	}
	ok, err := d.bucket.IsAccessible(ctx)
	if err != nil {
		return fmt.Errorf("deposito non raggiungibile: %w", err)
	}
	if !ok {
		return errors.New("deposito non raggiungibile")
	}
	return nil
}

// Leggi gives the whole document after checking that its bytes still have their hash. Errors:
// ErrChiave, ErrNonTrovato, ErrCorrotto, or the store's own.
func (d *Deposito) Leggi(ctx context.Context, tenant, sha string) ([]byte, error) {
	chiave, err := chiaveDi(tenant, sha)
	if err != nil {
		return nil, err
	}
	contenuto, err := d.bucket.ReadAll(ctx, chiave)
	for _, altra := range []string{chiave + accantonato, chiave} { // set aside, or put back in between
		if gcerrors.Code(err) == gcerrors.NotFound {
			contenuto, err = d.bucket.ReadAll(ctx, altra)
		}
	}
	if err != nil {
		return nil, tradotto("lettura", chiave, err)
	}
	if impronta(contenuto) != sha {
		return nil, fmt.Errorf("%s: %w", chiave, ErrCorrotto)
	}
	return contenuto, nil
}

// Esiste says whether the tenant has a document with that hash, without reading it.
func (d *Deposito) Esiste(ctx context.Context, tenant, sha string) (bool, error) {
	chiave, err := chiaveDi(tenant, sha)
	if err != nil {
		return false, err
	}
	esiste, err := d.bucket.Exists(ctx, chiave)
	if err == nil && !esiste {
		esiste, err = d.bucket.Exists(ctx, chiave+accantonato)
	}
	if err != nil {
		return false, tradotto("ricerca", chiave, err)
	}
	return esiste, nil
}

func chiaveDi(tenant, sha string) (string, error) {
	if !formaTenant.MatchString(tenant) {
		return "", fmt.Errorf("tenant: %w", ErrChiave)
	}
	if !formaSHA256.MatchString(sha) {
		return "", fmt.Errorf("sha256: %w", ErrChiave)
	}
	return tenant + "/" + sha, nil
}

func impronta(contenuto []byte) string {
	somma := sha256.Sum256(contenuto)
	return hex.EncodeToString(somma[:])
}

func tradotto(operazione, chiave string, err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("%s: %w", chiave, ErrNonTrovato)
	}
	return fmt.Errorf("%s di %s dal deposito: %w", operazione, chiave, err)
}
