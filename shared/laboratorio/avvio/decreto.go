package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/decreto"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// conDecreto loads an invented decree where the amounts of the demonstration have ended, before the services read them.
// It looks a day ahead, for a stack that runs over New Year's Eve. The table is the whole platform's: nothing is loaded
// without demonstration data, nor in a server that is not the stack's own.
func (p *pila) conDecreto(ctx context.Context) error {
	if p.opz.senzaDati {
		return nil
	}
	ambiente, err := p.ambiente(p.servizioDi("core"))
	if err != nil {
		return err
	}
	nucleo := p.programma("core")
	file, err := chiede(ctx, nucleo, []string{"tabelle", "esporta", "violazioni"}, ambiente, "")
	if err != nil {
		return fmt.Errorf("core tabelle esporta violazioni: %w", err)
	}
	nuovo, fine, err := prolungata(file, calendario.Da(clock.Now()).AddDays(1))
	switch {
	case err != nil:
		return err
	case nuovo == "":
		return nil
	case p.opz.dsnEsterno != "":
		return errors.New("gli importi delle violazioni finiscono prima di oggi, e un decreto inventato non si carica in un server PostgreSQL che non è " +
			"dello stack locale: senza VERBALI_PG_DSN, oppure --senza-dati")
	}
	err = comanda(ctx, nucleo, []string{"tabelle", "importa", "violazioni", "-", "--forza", "--nota", decreto.Fonte}, ambiente, nuovo)
	if err != nil {
		return fmt.Errorf("core tabelle importa violazioni: %w", err)
	}
	p.log.Warn("caricato un decreto inventato: nessun importo dei giorni dopo l'ultimo confermato è di legge", "dopo", fine.String())
	return nil
}

// prolungata is a table as core exports it, carried to a day by invented decrees, and the last day before them; empty
// where it reaches the day already.
func prolungata(file []byte, giorno calendario.Giorno) (nuova string, fine calendario.Giorno, err error) {
	prima, err := sanzione.Carica(bytes.NewReader(file))
	if err != nil {
		return "", fine, fmt.Errorf("tabella delle violazioni: %w", err)
	}
	dopo, err := decreto.Fino(prima, giorno)
	if err != nil || dopo == prima {
		return "", fine, err
	}
	fine, _ = prima.Fine(giorno)
	var testo bytes.Buffer
	err = dopo.Scrivi(&testo)
	return testo.String(), fine, err
}
