package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/infows"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pra"
)

// attesaChiusura is how long a stop waits for answers already begun.
const attesaChiusura = 5 * time.Second

// attesaElenchi is how long a list of INAD stays in each of its states: on a person's machine nobody waits for minutes.
const attesaElenchi = 5 * time.Second

// alSecondoPdnd is how many vouchers PDND grants an organisation in a second: its development default, for that of production
// is not known.
const alSecondoPdnd = 10

// sistemi are the simulated systems.
func sistemi() []interface{ Registra(mux *http.ServeMux) } {
	return []interface{ Registra(mux *http.ServeMux) }{
		motorizzazione.Nuovo(motorizzazione.Opzioni{}),
		inad.Nuovo(inad.Opzioni{Attesa: attesaElenchi}),

		pdnd.Nuovo(pdnd.Opzioni{AlSecondo: alSecondoPdnd}),
		infows.Nuovo(infows.Opzioni{}),
		pra.Nuovo(pra.Opzioni{}),
	}
}

// rotte mounts every simulated system beside the probes.
func rotte() *http.ServeMux {
	mux := http.NewServeMux()
	bene := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("ok\n"))
	}
	mux.HandleFunc("GET /livez", bene)
	mux.HandleFunc("GET /readyz", bene)
	for _, sistema := range sistemi() {
		sistema.Registra(mux)
	}
	return mux
}

// servi listens until ctx ends, then stops gracefully. The error is nil after an
// ordinary stop.
func servi(ctx context.Context, log *slog.Logger, indirizzo string) error {
	ascolto, err := (&net.ListenConfig{}).Listen(ctx, "tcp", indirizzo)
	if err != nil {
		return fmt.Errorf("VERBALI_INDIRIZZO %q: %w", indirizzo, err)
	}
	return serviSu(ctx, log, ascolto)
}

func serviSu(ctx context.Context, log *slog.Logger, ascolto net.Listener) error {
	// Requests end with ctx: a caller kept waiting by a slow scenario must not
	// hold up the stop.
	server := &http.Server{Handler: rotte(), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	fine := make(chan error, 1)
	go func() { fine <- server.Serve(ascolto) }()
	log.Info("in ascolto", "indirizzo", ascolto.Addr().String())
	select {
	case err := <-fine:
		return fmt.Errorf("server: %w", err)
	case <-ctx.Done():
	}
	limite, libera := context.WithTimeout(context.WithoutCancel(ctx), attesaChiusura)
	defer libera()
	err := server.Shutdown(limite)
	if e := <-fine; !errors.Is(e, http.ErrServerClosed) {
		err = errors.Join(err, e)
	}
	log.Info("fermato")
	return err
}
