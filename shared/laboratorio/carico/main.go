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
	opz, err := leggiOpzioni(argomenti, diario)
	if err != nil {
		return err
	}
	scelte, err := scegli(righe(), opz.riga)
	if err != nil {
		return err
	}
	b, err := apparecchia(ctx, opz, diario)
	if err != nil {
		return err
	}
	rapporto, errMisura := misura(ctx, b, scelte)
	errFine := b.chiudi()
	errStampa := rapporto.scrivi(uscita)
	if opz.json != "" {
		errStampa = errors.Join(errStampa, rapporto.salva(opz.json))
	}
	return errors.Join(errMisura, errFine, errStampa)
}

// misura runs the rows one after the other; one that fails does not keep the others from running.
func misura(ctx context.Context, b *banco, scelte []riga) (r rapporto, err error) {
	m, err := descrivi(ctx, b)
	r = rapporto{Macchina: m, Breve: b.opz.breve}
	prima := b.orologi()
	defer func() { r.Macchina.EstraneiPerCento = estranei(prima, b.orologi()) }()
	for _, x := range scelte {
		if ctx.Err() != nil {
			break
		}
		b.annota("%s: %s", x.nome, x.titolo)
		e, errRiga := x.misura(ctx, b)
		if errRiga != nil {
			err = errors.Join(err, fmt.Errorf("riga %s: %w", x.nome, errRiga))
		}
		r.Righe = append(r.Righe, rigaMisurata{Nome: x.nome, Titolo: x.titolo, esito: e})
	}
	return r, err
}
