package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// rigaCliente measures what the platform's client adds to a question to an outside system, beside net/http alone: limits, breaker,
// measures, deadlines, the judgement of the answer.
func rigaCliente() riga {
	return riga{
		nome:   "cliente",
		titolo: "una domanda a un sistema esterno con il client della piattaforma, rispetto alla stessa con net/http soltanto",
		misura: misuraCliente,
	}
}

// voceCliente is the answer, of the size of a vehicle's.
const voceCliente = `{"targa":"AB123CD","tipo":"AUTOVEICOLO","marca":"PROVA","modello":"PROVA","intestatari":[%s]}`

// muto is a system in this process that answers at once.
type muto struct {
	server *http.Server
	base   string
	fine   chan error
}

func nuovoMuto() (*muto, error) {
	ascolto, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("cliente: %w", err)
	}
	corpo := []byte(fmt.Sprintf(voceCliente, strings.Repeat(`{"tipo":"PERSONA","cognome":"PROVA"},`, 40)+"{}"))
	m := &muto{base: "http://" + ascolto.Addr().String(), fine: make(chan error, 1), server: &http.Server{ReadHeaderTimeout: 5 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(corpo) // a caller that has gone
		})}}
	go func() { m.fine <- m.server.Serve(ascolto) }()
	return m, nil
}

func (m *muto) chiudi() error {
	err := m.server.Close()
	if fine := <-m.fine; !errors.Is(fine, http.ErrServerClosed) {
		return errors.Join(err, fine)
	}
	return err
}

func misuraCliente(ctx context.Context, b *banco.Banco) (e esito, err error) {
	m, err := nuovoMuto()
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, m.chiudi()) }()
	nostro, err := esterno.New(esterno.Options{Name: "muto", BaseURL: m.base})
	if err != nil {
		return e, err
	}
	defer nostro.Close()
	nudo := &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
	defer nudo.CloseIdleConnections()
	return misuraCalcoli(ctx, b, "cliente", []calcolo{{
		nome: "domanda con risposta di un kilobyte e mezzo", nostro: func(n int) error { return chiediNostro(ctx, nostro, n) },
		rispetto: "rispetto a net/http soltanto", pari: func(n int) error { return chiediNudo(ctx, nudo, m.base, n) },
	}})
}

func chiediNostro(ctx context.Context, c *esterno.Client, n int) error {
	call := esterno.Call{Path: []string{"veicoli", fmt.Sprint("AB", n)}, Requester: "alfa", Reason: string(verbale.MotivoNotifica)}
	call.Read = func(a esterno.Answer) error {
		var letta struct{ Targa string }
		return esterno.JSON(a.Body, &letta)
	}
	return c.Do(ctx, call)
}

func chiediNudo(ctx context.Context, c *http.Client, base string, n int) error {
	richiesta, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/veicoli/"+fmt.Sprint("AB", n), http.NoBody)
	if err != nil {
		return fmt.Errorf("cliente: %w", err)
	}
	risposta, err := c.Do(richiesta)
	if err != nil {
		return fmt.Errorf("cliente: %w", err)
	}
	defer risposta.Body.Close()
	corpo, err := io.ReadAll(risposta.Body)
	if err != nil {
		return fmt.Errorf("cliente: %w", err)
	}
	var letta struct{ Targa string }
	return esterno.JSON(corpo, &letta)
}
