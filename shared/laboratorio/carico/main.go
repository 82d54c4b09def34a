// Command carico is the load generator of make bench: it starts a stack of its own on this machine,
// measures it against the limit or the peer of the same minute, prints a table and stops all it
// started. docs/prestazioni.md says how to read it. Nothing in production depends on it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
)

func main() {
	ctx, fine := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer fine()
	context.AfterFunc(ctx, fine) // a second Ctrl-C ends at once: the children die with this process
	err := esegui(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "carico: interrotto")
		os.Exit(130) //nolint:gocritic // fine only gives the signals back
	case err != nil:
		fmt.Fprintln(os.Stderr, "carico:", err)
		os.Exit(1)
	}
}

// esegui measures the rows asked for, or has them guarded.
func esegui(ctx context.Context, argomenti []string, uscita, diario io.Writer) error {
	opz, err := banco.LeggiOpzioni(argomenti, diario)
	if err != nil {
		return err
	}
	scelte, err := scegli(righe(), opz.Righe)
	if err != nil {
		return err
	}
	if opz.Veglia && !opz.Registra {
		return vigila(ctx, opz, scelte, uscita, diario)
	}
	r, err := misuraSuBanco(ctx, opz, scelte, uscita, diario)
	if err == nil && opz.Registra {
		err = registra(opz.Rapporti, r)
	}
	return err
}

// misuraSuBanco measures rows on a stack of their own. The table is printed also when a row fails, with the others.
func misuraSuBanco(ctx context.Context, opz banco.Opzioni, scelte []riga, uscita, diario io.Writer) (rapporto, error) {
	b, err := banco.Apparecchia(ctx, opz, diario)
	if err != nil {
		return rapporto{}, err
	}
	r, errMisura := misuraTutte(ctx, b, scelte)
	errFine := b.Chiudi()
	errStampa := r.scrivi(uscita)
	if opz.Json != "" {
		errStampa = errors.Join(errStampa, r.salva(opz.Json))
	}
	return r, errors.Join(errMisura, errFine, errStampa)
}

// misuraTutte runs the rows one after the other; a failing row does not keep the others from running.
func misuraTutte(ctx context.Context, b *banco.Banco, scelte []riga) (r rapporto, err error) {
	m, err := banco.Descrivi(ctx, b)
	r = rapporto{Macchina: m, Breve: b.Opz.Breve}
	prima := b.Orologi()
	defer func() { r.Macchina.EstraneiPerCento = banco.Estranei(prima, b.Orologi()) }()
	for _, x := range scelte {
		if ctx.Err() != nil {
			break
		}
		b.Annota("%s: %s", x.nome, x.titolo)
		daQui, inizio := b.Orologi(), time.Now()
		e, errRiga := x.misura(ctx, b)
		misurata := rigaMisurata{Nome: x.nome, Titolo: x.titolo, esito: e, Secondi: time.Since(inizio).Seconds(),
			EstraneiPerCento: banco.Estranei(daQui, b.Orologi())}
		if errRiga != nil {
			misurata.Errore, misurata.senzaLimite = errRiga.Error(), errors.Is(errRiga, banco.ErrSenzaTransazioni)
			err = errors.Join(err, fmt.Errorf("riga %s: %w", x.nome, errRiga))
		}
		r.Righe = append(r.Righe, misurata)
	}
	return r, err
}
