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

// Pacchetto writes documents of a tenant as a ZIP without compression, part after part, under the folder
// radice; del is the time that its entries bear. Every part is checked as by Leggi before it is written:
// an error leaves a ZIP that does not open.
func (d *Deposito) Pacchetto(ctx context.Context, w io.Writer, tenant, radice string, del time.Time, parti []Parte) error {
	z := zip.NewWriter(w)
	for _, p := range parti {
		dati, err := d.Leggi(ctx, tenant, p.SHA256)
		if err != nil {
			return fmt.Errorf("pacchetto %s: %s: %w", radice, p.Nome, err)
		}
		f, err := z.CreateHeader(&zip.FileHeader{Name: radice + "/" + p.Nome, Method: zip.Store, Modified: del})
		if err == nil {
			_, err = f.Write(dati)
		}
		if err != nil {
			return fmt.Errorf("pacchetto %s: %w", radice, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("pacchetto %s: %w", radice, err)
	}
	return nil
}
