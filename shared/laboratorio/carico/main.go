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

// esegui measures the rows asked for. The table is printed also when a row fails, with the others.
func esegui(ctx context.Context, argomenti []string, uscita, diario io.Writer) error {
	opz, err := banco.LeggiOpzioni(argomenti, diario)
	if err != nil {
		return err
	}
	scelte, err := scegli(righe(), opz.Riga)
	if err != nil {
		return err
	}
	b, err := banco.Apparecchia(ctx, opz, diario)
	if err != nil {
		return err
	}
	rapporto, errMisura := misuraTutte(ctx, b, scelte)
	errFine := b.Chiudi()
	errStampa := rapporto.scrivi(uscita)
	if opz.Json != "" {
		errStampa = errors.Join(errStampa, rapporto.salva(opz.Json))
	}
	return errors.Join(errMisura, errFine, errStampa)
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
		e, errRiga := x.misura(ctx, b)
		if errRiga != nil {
			err = errors.Join(err, fmt.Errorf("riga %s: %w", x.nome, errRiga))
		}
		r.Righe = append(r.Righe, rigaMisurata{Nome: x.nome, Titolo: x.titolo, esito: e})
	}
	return r, err
}
