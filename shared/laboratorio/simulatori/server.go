package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/anpr"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/infows"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inipec"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/ipa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pra"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// attesaChiusura is how long a stop waits for answers already begun.
const attesaChiusura = 5 * time.Second

// attesaElenchi is how long a list of INAD stays in each of its states: on a person's machine nobody waits for minutes.
const attesaElenchi = 5 * time.Second

// variabileGiorno says how long a day of SEND lasts, instead of the minute of its own test environment.
const variabileGiorno = "VERBALI_SEND_GIORNO"

func giornoSend(testo string) (time.Duration, error) {
	if testo == "" {
		return time.Minute, nil
	}
	d, err := time.ParseDuration(testo)
	if err == nil && d < time.Millisecond {
		err = errors.New("almeno un millisecondo")
	}
	if err != nil {
		return 0, fmt.Errorf("%s %q: %w", variabileGiorno, testo, err)
	}
	return d, nil
}

// alSecondoSend is how many calls of a key SEND's gateway takes in a second, the burst of its usual plan.
const alSecondoSend = 100

// attesaInipec is how long INI-PEC prepares a list.
const attesaInipec = time.Second

// alSecondoPdnd is how many vouchers PDND grants an organisation in a second: its development default, for that of production
// is not known.
const alSecondoPdnd = 10

// sistemi are the simulated systems. Where PDND knows clients, registers that are called with its vouchers check them.
func sistemi(clienti []pdnd.Iscrizione) ([]interface{ Registra(mux *http.ServeMux) }, error) {
	piattaforma := pdnd.Nuovo(pdnd.Opzioni{AlSecondo: alSecondoPdnd})
	for _, c := range clienti {
		if err := piattaforma.Iscrivi(c); err != nil {
			return nil, err
		}
	}
	var verifica *modi.Verificatore
	if len(clienti) > 0 {
		verifica = &modi.Verificatore{Adesso: clock.Now, Pdnd: piattaforma.ChiavePdnd, Fruitore: piattaforma.ChiaveFruitore}
	}
	giorno, err := giornoSend(os.Getenv(variabileGiorno))
	if err != nil {
		return nil, err
	}
	notifiche, err := send.Nuovo(send.Opzioni{Giorno: giorno, AlSecondo: alSecondoSend, Verifica: verifica, Giornale: os.Getenv("VERBALI_SEND_GIORNALE")})
	if err != nil {
		return nil, fmt.Errorf("VERBALI_SEND_GIORNALE: %w", err)
	}
	persone := &motorizzazione.Persone{}
	return []interface{ Registra(mux *http.ServeMux) }{
		motorizzazione.Nuovo(motorizzazione.Opzioni{Persone: persone}),
		piattaforma,
		inad.Nuovo(inad.Opzioni{Attesa: attesaElenchi, Verifica: verifica}),
		anpr.Nuovo(anpr.Opzioni{Verifica: verifica, Persone: persone}),
		infows.Nuovo(infows.Opzioni{Persone: persone}),
		pra.Nuovo(pra.Opzioni{Persone: persone}),
		inipec.Nuovo(inipec.Opzioni{Attesa: attesaInipec}),
		ipa.Nuovo(),
		notifiche,
	}, nil
}

// leggiIscrizioni reads the clients that PDND knows from the start; none without a file.
func leggiIscrizioni(nome string) (clienti []pdnd.Iscrizione, err error) {
	if nome == "" {
		return nil, nil
	}
	dati, err := os.ReadFile(nome)
	if err == nil {
		err = json.Unmarshal(dati, &clienti)
	}
	if err != nil {
		return nil, fmt.Errorf("VERBALI_PDND_ISCRIZIONI: %w", err)
	}
	return clienti, nil
}

// rotte mounts every simulated system beside the probes.
func rotte(clienti []pdnd.Iscrizione) (*http.ServeMux, error) {
	tutti, err := sistemi(clienti)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	bene := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("ok\n"))
	}
	mux.HandleFunc("GET /livez", bene)
	mux.HandleFunc("GET /readyz", bene)
	for _, sistema := range tutti {
		sistema.Registra(mux)
	}
	return mux, nil
}

// servi listens until ctx ends, then stops gracefully. The error is nil after an
// ordinary stop.
func servi(ctx context.Context, log *slog.Logger, indirizzo, iscrizioni string) error {
	clienti, err := leggiIscrizioni(iscrizioni)
	if err != nil {
		return err
	}
	mux, err := rotte(clienti)
	if err != nil {
		return err
	}
	ascolto, err := (&net.ListenConfig{}).Listen(ctx, "tcp", indirizzo)
	if err != nil {
		return fmt.Errorf("VERBALI_INDIRIZZO %q: %w", indirizzo, err)
	}
	return serviSu(ctx, log, ascolto, mux)
}

func serviSu(ctx context.Context, log *slog.Logger, ascolto net.Listener, mux http.Handler) error {
	// Requests end with ctx: a caller kept waiting by a slow scenario must not
	// hold up the stop.
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute,
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
