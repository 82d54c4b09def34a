package chiave

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Scrivi puts the private key into a file that its owner alone reads, whole or not at all. A file that
// is there is replaced only when asked to.
func (c *Chiave) Scrivi(percorso string, sostituisci bool) error {
	testo, err := c.PEM()
	if err != nil {
		return err
	}
	provvisorio, err := scriviAccanto(percorso, testo)
	if err != nil {
		return problem.CampoNonValido("FILE", "non si scrive: "+err.Error())
	}
	defer func() { _ = os.Remove(provvisorio) }() // gone already when it was renamed
	if sostituisci {
		err = os.Rename(provvisorio, percorso)
	} else {
		err = os.Link(provvisorio, percorso) // unlike a rename, it fails when the name is taken
	}
	switch {
	case errors.Is(err, fs.ErrExist):
		return problem.Conflitto("FILE_PRESENTE", percorso+" esiste già: --sostituisci lo sostituisce.")
	case err != nil:
		return problem.CampoNonValido("FILE", "non si scrive: "+err.Error())
	}
	return nil
}

// scriviAccanto writes a new file in the same folder, readable by its owner alone.
func scriviAccanto(percorso string, testo []byte) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(percorso), ".chiave-*") // 0600
	if err != nil {
		return "", fmt.Errorf("chiave: %w", err)
	}
	_, err = f.Write(testo)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}
