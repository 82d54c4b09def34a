package deposito

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"time"
)

// Parte is a file of a package: its path in it and the hash that it is kept under.
type Parte struct{ Nome, SHA256 string }

// Pacchetto is documents of a tenant to be handed over together: under a folder called Nome, as of Del.
type Pacchetto struct {
	Tenant, Nome string
	Del          time.Time
	Parti        []Parte
}

// ScriviPacchetto writes a package as a ZIP without compression, part after part. Every part is checked as
// by Leggi before it is written: after an error the file written does not open.
func (d *Deposito) ScriviPacchetto(ctx context.Context, w io.Writer, p Pacchetto) error {
	z := zip.NewWriter(w)
	for _, parte := range p.Parti {
		dati, err := d.Leggi(ctx, p.Tenant, parte.SHA256)
		if err != nil {
			return fmt.Errorf("pacchetto %s: %s: %w", p.Nome, parte.Nome, err)
		}
		f, err := z.CreateHeader(&zip.FileHeader{Name: p.Nome + "/" + parte.Nome, Method: zip.Store, Modified: p.Del})
		if err == nil {
			_, err = f.Write(dati)
		}
		if err != nil {
			return fmt.Errorf("pacchetto %s: %w", p.Nome, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("pacchetto %s: %w", p.Nome, err)
	}
	return nil
}
