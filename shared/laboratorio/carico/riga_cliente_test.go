package main

import (
	"io"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
)

// TestRigaCliente: both ask and read the same answer, and the row gives the ratio.
//
//nolint:paralleltest // it measures, on one processor
func TestRigaCliente(t *testing.T) {
	b := &banco.Banco{Opz: banco.Opzioni{Breve: true}, Diario: io.Discard}
	e, err := misuraCliente(t.Context(), b)
	if err != nil || len(e.Cifre) != 4 || e.Cifre[0].Rapporto <= 0 || e.Cifre[0].Valore < 100 {
		t.Errorf("%v %+v", err, e)
	}
}
