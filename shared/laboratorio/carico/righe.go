package main

import (
	"context"
	"fmt"
	"slices"
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
		rigaOttica(),
		rigaAvvio(),
		rigaAutenticazione(),
		rigaSpruzzo(),
		rigaLente(),
		rigaAnagrafe(),
		rigaAtto(),
		rigaInserimento(),
		rigaCatena(),
		rigaSend(),
		rigaImportazione(),
		rigaRicerca(),
		rigaConsultazione(),
		rigaComandi(),
		rigaPiano(),
	}
}

// scegli keeps the rows named, in their own order, or all of them.
func scegli(tutte []riga, nomi []string) (scelte []riga, err error) {
	if len(nomi) == 0 {
		return tutte, nil
	}
	note := make([]string, 0, len(tutte))
	for _, r := range tutte {
		note = append(note, r.nome)
		if slices.Contains(nomi, r.nome) {
			scelte = append(scelte, r)
		}
	}
	for _, nome := range nomi {
		if !slices.Contains(note, nome) {
			return nil, fmt.Errorf("riga sconosciuta: %s; ci sono: %s", nome, strings.Join(note, ", "))
		}
	}
	return scelte, nil
}
