package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// fettePerGiro is in how many slices the time of each door is cut in a round: the doors take turns, so
// that what else the machine does falls on all alike.
const fettePerGiro = 6

// rigaAutenticazione compares a handler behind Bearer and behind BASIC with itself without either.
func rigaAutenticazione() riga {
	return riga{
		nome:   "autenticazione",
		titolo: fmt.Sprintf("la stessa richiesta con Bearer e con BASIC, contro la stessa senza autenticazione, %d chiamanti", misura.Chiamanti),
		misura: misuraAutenticazione,
	}
}

// porta is one way to the handler; traguardo is the share of the open door's requests that is owed to it.
type porta struct {
	nome, percorso, autorizzazione string
	traguardo                      float64
}

// passato is what went through a door: in how much time, and with how much processor of this process,
// where callers and service both are.
type passato struct {
	misura.Misurazione
	cpu time.Duration
}

func (p *passato) aggiungi(m misura.Misurazione, cpu time.Duration) {
	p.Latenze, p.Durata, p.cpu = append(p.Latenze, m.Latenze...), p.Durata+m.Durata, p.cpu+cpu
}

// perRichiesta is the processor's time of one request, in microseconds.
func (p *passato) perRichiesta() float64 {
	return float64(p.cpu) / float64(time.Microsecond) / float64(max(1, len(p.Latenze)))
}

// corsia is the measurement: the service, its three doors (the first is the open one) and who calls.
type corsia struct {
	*banco.Banco
	sportello *banco.Sportello
	cliente   *http.Client
	porte     []porta
	gen       misura.Generatore
}

func misuraAutenticazione(ctx context.Context, b *banco.Banco) (e esito, err error) {
	c, err := nuovaCorsia(ctx, b)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, c.chiudi()) }()
	if _, err := c.giro(ctx); err != nil { // connections opened, BASIC exchanged
		return e, err
	}
	var tutti [][]passato
	for i := range b.Opz.Giri() {
		b.Annota("autenticazione: giro %d di %d", i+1, b.Opz.Giri())
		g, err := c.giro(ctx)
		if err != nil {
			return e, err
		}
		tutti = append(tutti, g)
	}
	return esitoAutenticazione(c.porte, tutti), nil
}

func nuovaCorsia(ctx context.Context, b *banco.Banco) (*corsia, error) {
	s, err := b.ApriSportello(ctx)
	if err != nil {
		return nil, err
	}
	r, err := s.Accedi(ctx, banco.UtenteSportello, "127.0.0.1")
	if err != nil {
		return nil, errors.Join(err, s.Chiudi())
	}
	return &corsia{
		Banco: b, sportello: s,
		cliente: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
			MaxIdleConns: misura.Chiamanti, MaxIdleConnsPerHost: misura.Chiamanti, MaxConnsPerHost: misura.Chiamanti, DisableCompression: true,
		}},
		porte: []porta{
			{nome: "aperta", percorso: banco.ViaAperta},
			{nome: "Bearer", percorso: banco.ViaProtetta, autorizzazione: "Bearer " + r.Token, traguardo: 0.8},
			{nome: "BASIC", percorso: banco.ViaProtetta, traguardo: 0.85,
				autorizzazione: "Basic " + base64.StdEncoding.EncodeToString([]byte(banco.UtenteSportello+":"+banco.Password))},
		},
	}, nil
}

func (c *corsia) chiudi() error {
	c.cliente.CloseIdleConnections()
	return c.sportello.Chiudi()
}

// giro lets each door have its slices, each time another one first.
func (c *corsia) giro(ctx context.Context) ([]passato, error) {
	l := misura.Limiti{Durata: c.Opz.Durata(time.Second, 250*time.Millisecond), Massimo: 1_000_000, Insieme: misura.Chiamanti}
	passati := make([]passato, len(c.porte))
	for fetta := range fettePerGiro {
		for i := range c.porte {
			quale := (fetta + i) % len(c.porte)
			prima := c.Consumi()["carico"]
			m, err := c.gen.Chiuso(ctx, l, func(ctx context.Context, _ int64) error { return c.chiedi(ctx, c.porte[quale]) })
			if err != nil {
				return nil, err
			}
			passati[quale].aggiungi(m, c.Consumi()["carico"]-prima)
		}
	}
	return passati, nil
}

func (c *corsia) chiedi(ctx context.Context, p porta) error {
	richiesta, err := http.NewRequestWithContext(ctx, http.MethodGet, c.sportello.Base+p.percorso+banco.TargaScheda, http.NoBody)
	if err != nil {
		return fmt.Errorf("porta %s: %w", p.nome, err)
	}
	if p.autorizzazione != "" {
		richiesta.Header.Set("Authorization", p.autorizzazione)
	}
	risposta, err := c.cliente.Do(richiesta)
	if err != nil {
		return fmt.Errorf("porta %s: %w", p.nome, err)
	}
	defer risposta.Body.Close()
	testo, err := io.ReadAll(io.LimitReader(risposta.Body, 64<<10))
	if err != nil {
		return fmt.Errorf("porta %s: %w", p.nome, err)
	}
	if risposta.StatusCode != http.StatusOK {
		return fmt.Errorf("porta %s: %s: %.300s", p.nome, risposta.Status, testo)
	}
	return nil
}

// esitoAutenticazione compares each door after the first with the first.
func esitoAutenticazione(porte []porta, tutti [][]passato) esito {
	perGiro := func(quale int, f func(*passato) float64) (v []float64) {
		for i := range tutti {
			v = append(v, f(&tutti[i][quale]))
		}
		return v
	}
	var cifre []misura.Cifra
	for _, x := range []struct {
		nome, unita string
		f           func(*passato) float64
	}{
		{"richieste", "/s", func(p *passato) float64 { return p.AlSecondo() }},
		{"p50", "ms", func(p *passato) float64 { return misura.Millisecondi(misura.Percentile(p.Latenze, 50)) }},
		{"p99", "ms", func(p *passato) float64 { return misura.Millisecondi(misura.Percentile(p.Latenze, 99)) }},
		{"processore per richiesta", "µs", (*passato).perRichiesta},
	} {
		aperta := perGiro(0, x.f)
		var coppia []misura.Cifra
		for i := 1; i < len(porte); i++ {
			coppia = misura.Confronta(x.nome+", "+porte[i].nome, x.unita, "porta "+porte[0].nome, perGiro(i, x.f), aperta)
			if x.unita == "/s" && porte[i].traguardo > 0 {
				coppia[0].Traguardo = misura.Almeno(porte[i].traguardo)
			}
			cifre = append(cifre, coppia[0])
		}
		cifre = append(cifre, coppia[1:]...) // the open door's own, once
	}
	return esito{Cifre: cifre, Note: []string{
		fmt.Sprintf("un servizio vero (chiavi, revoche, tenant, realm sul bus) con chi lo chiama nello stesso processo, %d connessioni; "+
			"le porte si alternano a fette. Il processore per richiesta comprende il chiamante: la differenza è il costo della porta. "+
			"Con BASIC core è interrogato una volta al minuto per utenza.", misura.Chiamanti),
	}}
}
