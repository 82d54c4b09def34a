// Package decreto carries the table of sanctions beyond its last confirmed day with invented decrees, so that the
// demonstration and the tests work on every day. No real command may have such a table: only the laboratory imports this
// package.
package decreto

import (
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// Fonte is the source of every row that Fino makes: its reader must see at once that no such decree exists.
const Fonte = "DECRETO DI PROVA, INVENTATO: importi invariati, nessun valore di legge"

// alPiu bounds the invented decrees: a century of bienniums.
const alPiu = 50

// Fino gives a table whose amounts reach the day: t itself where it does already, else t after as many invented biennial
// decrees as it takes, each with an index of zero. Rows of the days before keep their amounts and sources.
func Fino(t *sanzione.Tabella, giorno calendario.Giorno) (*sanzione.Tabella, error) {
	for range alPiu {
		fine, finisce := t.Fine(giorno)
		if !finisce || !fine.Before(giorno) {
			return t, nil
		}
		var err error
		if t, err = sanzione.Aggiorna(t, sanzione.Decreto{ValidoDa: fine.AddDays(1), Fonte: Fonte}); err != nil {
			return nil, fmt.Errorf("decreto di prova dal %s: %w", fine.AddDays(1), err)
		}
	}
	return nil, fmt.Errorf("nessun decreto di prova arriva al %s", giorno)
}
