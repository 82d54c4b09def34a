package tabella

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

const chiaveMassima = 80 // characters

// Storia is how the rows of a code were written and changed, the first time first.
type Storia struct {
	Colonne  []string // of the table
	Passaggi []Passaggio
	Lette    []foglio.Datata // as each of them left the row
}

// Storia gives that of the row of a key; 404 for a text that is no key.
func (s *Servizio) Storia(ctx context.Context, q Quale, chiave string) (storia Storia, err error) {
	g, err := genereDi(q.Nome)
	if err != nil {
		return storia, err
	}
	var guasti voce.Guasti
	if guasti.Testo("chiave", chiave, chiaveMassima); len(guasti) > 0 || CodiceDi(chiave) == chiave {
		return storia, problem.NonTrovato("riga", chiave)
	}
	storia.Colonne = g.colonne
	if storia.Passaggi, err = s.Store.Storia(ctx, q.conservata(), CodiceDi(chiave)+"/"); err != nil {
		return storia, err
	}
	storia.Lette = make([]foglio.Datata, len(storia.Passaggi))
	for i, p := range storia.Passaggi {
		if storia.Lette[i], err = g.leggi(p.Dati); err != nil {
			return storia, err
		}
	}
	return storia, nil
}
