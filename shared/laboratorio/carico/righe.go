package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// riga is one row of the bench: what it is called on the command line, what it compares, and how.
type riga struct {
	nome, titolo string
	misura       func(ctx context.Context, b *banco.Banco) (esito, error)
}

// esito is what a row found; notes are sentences for the reader, such as where the time goes.
type esito struct {
	Cifre []misura.Cifra `json:"cifre"`
	Note  []string       `json:"note,omitempty"`
}

// righe is every row of the bench, in the order in which they run: those that look at a quiet stack
// come before those that load it. A new row is a new file and a line here.
func righe() []riga {
	return []riga{
		rigaDiritto(),
		rigaFirma(),
		rigaOttica(),
		rigaCliente(),
		rigaAvvio(),
		rigaStaffetta(),
		rigaAutenticazione(),
		rigaAccessi(),
		rigaSpruzzo(),
		rigaLente(),
		rigaAnagrafe(),
		rigaAtto(),
		rigaInserimento(),
		rigaCatena(),
		rigaImportazione(),
		rigaRicerca(),
		rigaConsultazione(),
		rigaComandi(),
	}
}

// scegli keeps the row named, or all of them.
func scegli(tutte []riga, nome string) ([]riga, error) {
	if nome == "" {
		return tutte, nil
	}
	nomi := make([]string, len(tutte))
	for i, r := range tutte {
		if r.nome == nome {
			return tutte[i : i+1], nil
		}
		nomi[i] = r.nome
	}
	return nil, fmt.Errorf("riga sconosciuta: %s; ci sono: %s", nome, strings.Join(nomi, ", "))
}
