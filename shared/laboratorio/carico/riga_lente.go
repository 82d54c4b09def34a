package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Connections that one address holds open without ever ending a request, while people read the portal.
const (
	connessioniLente   = 1000
	indirizzoLento     = "127.0.0.2"
	paginePerSecondo   = 100
	traguardoLente     = 1.25 // "unchanged": what a p99 of some thousands of pages can tell apart
	ognunaScrive       = time.Second
	viaPagina          = "/ConnessioneService/portale/"
	paginePrima        = 200 // not measured: templates parsed, connections opened
	sempreAperteAlmeno = 0.9
)

// rigaLente compares pages of the portal while an address holds so many slow connections with the same without.
func rigaLente() riga {
	return riga{
		nome: "lente",
		titolo: fmt.Sprintf("pagine del portale (%d al secondo) mentre un indirizzo tiene aperte %d connessioni lente, contro le stesse senza",
			paginePerSecondo, connessioniLente),
		misura: misuraLente,
	}
}

// lente is the measurement: people who read pages, and the slow connections.
type lente struct {
	*banco.Banco
	indirizzo string // of connessione, host and port
	cliente   *http.Client
	gen       misura.Generatore

	aperte, riaperte atomic.Int64
}

func misuraLente(ctx context.Context, b *banco.Banco) (e esito, err error) {
	l := &lente{Banco: b, indirizzo: strings.TrimPrefix(b.Indirizzo(b.Servizio("connessione")), "http://"),
		cliente: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: misura.Chiamanti, MaxConnsPerHost: 64}}}
	defer l.cliente.CloseIdleConnections()
	if _, err := l.gen.Chiuso(ctx, misura.Limiti{Durata: time.Minute, Massimo: paginePrima, Insieme: misura.Chiamanti}, l.pagina); err != nil {
		return e, err
	}
	var quieti, colpiti []misura.Misurazione
	for i := range b.Opz.Giri() {
		b.Annota("lente: giro %d di %d (senza, con)", i+1, b.Opz.Giri())
		quieto, err := l.leggono(ctx)
		if err != nil {
			return e, err
		}
		colpito, err := misura.ConDisturbo(ctx, l.quandoTenute, l.tiene)
		if err != nil {
			return e, err
		}
		quieti, colpiti = append(quieti, quieto), append(colpiti, colpito)
	}
	return esito{Cifre: misura.CifreDisturbo("pagina", "senza connessioni lente", colpiti, quieti, traguardoLente), Note: []string{fmt.Sprintf(
		"ogni connessione lenta manda un byte al secondo, metà nelle intestazioni e metà nel corpo; chiusa dal servizio, se ne apre un'altra: %d volte in %d giri.",
		l.riaperte.Load(), b.Opz.Giri())}}, nil
}

// leggono lets people read pages at a fixed rate.
func (l *lente) leggono(ctx context.Context) (misura.Misurazione, error) {
	return l.gen.Aperto(ctx, paginePerSecondo, misura.Limiti{Durata: l.Opz.Durata(20*time.Second, 4*time.Second), Massimo: 100_000, Insieme: 64}, l.pagina)
}

// quandoTenute is leggono once the slow connections are there.
func (l *lente) quandoTenute(ctx context.Context) (m misura.Misurazione, err error) {
	attesa, fine := context.WithTimeoutCause(ctx, time.Minute, fmt.Errorf("%d connessioni lente aperte su %d dopo un minuto", l.aperte.Load(), connessioniLente))
	defer fine()
	for float64(l.aperte.Load()) < sempreAperteAlmeno*connessioniLente {
		if clock.Sleep(attesa, 50*time.Millisecond) != nil {
			return m, context.Cause(attesa)
		}
	}
	return l.leggono(ctx)
}

func (l *lente) pagina(ctx context.Context, _ int64) error {
	richiesta, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+l.indirizzo+viaPagina, http.NoBody)
	if err != nil {
		return fmt.Errorf("pagina del portale: %w", err)
	}
	risposta, err := l.cliente.Do(richiesta)
	if err != nil {
		return fmt.Errorf("pagina del portale: %w", err)
	}
	defer risposta.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(risposta.Body, 1<<20)); err != nil || risposta.StatusCode != http.StatusOK {
		return fmt.Errorf("pagina del portale: %s: %w", risposta.Status, err)
	}
	return nil
}

// tiene holds the slow connections until ctx ends, opening another for each that is closed.
func (l *lente) tiene(ctx context.Context) error {
	var tutte sync.WaitGroup
	for i := range connessioniLente {
		tutte.Go(func() {
			for ctx.Err() == nil {
				l.tieneUna(ctx, i%2 == 0)
				l.riaperte.Add(1)
				_ = clock.Sleep(ctx, 10*time.Millisecond)
			}
		})
	}
	tutte.Wait()
	return nil
}

// tieneUna opens a request and sends a byte of it each second, of its headers or of its body, until it is cut.
func (l *lente) tieneUna(ctx context.Context, intestazioni bool) {
	chi := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(indirizzoLento)}, Timeout: 10 * time.Second}
	conn, err := chi.DialContext(ctx, "tcp", l.indirizzo)
	if err != nil {
		return
	}
	chiudi := func() { _ = conn.Close() }
	defer chiudi()
	stop := context.AfterFunc(ctx, chiudi)
	defer stop()
	l.aperte.Add(1)
	defer l.aperte.Add(-1)
	inizio := "POST /ConnessioneService/rest/WebPortalService/consultaVerbaleAnonimo HTTP/1.1\r\nHost: " + l.indirizzo + "\r\nX-Prova: "
	if !intestazioni {
		inizio += "x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"
	}
	if _, err := io.WriteString(conn, inizio); err != nil {
		return
	}
	for clock.Sleep(ctx, ognunaScrive) == nil {
		if _, err := io.WriteString(conn, "x"); err != nil {
			return
		}
	}
}
