package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
)

// Goals of the row (design section 10).
const (
	traguardoComandi   = 0.7
	connessioniMassime = 64
	quotaOfferta       = 0.5  // of what one command reaches flat out
	traguardoOfferta   = 0.98 // "the same": what a clock of two seconds can tell apart
	attesaRiposo       = 40 * time.Second
	attesaBreve        = 5 * time.Second
)

// rigaComandi compares searches spread over 50 of 500 commands with the same searches in one.
func rigaComandi() riga {
	return riga{
		nome:   "comandi",
		titolo: fmt.Sprintf("ricerca in %d comandi attivi su %d, contro la stessa in uno solo, %d chiamanti", comandiAttivi, comandiTutti, misura.Chiamanti),
		misura: misuraComandi,
	}
}

// giroComandi is one round: one command, many, one again; flat out, then at the same offered rate.
type giroComandi struct {
	uno, molti               float64
	unoOfferto, moltiOfferto misura.Misurazione
	connessioni              int
}

func misuraComandi(ctx context.Context, b *banco.Banco) (e esito, err error) {
	c, err := nuoviComandi(ctx, b)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, c.chiudi(ctx)) }()
	b.Annota("comandi: creo %d banche dati", c.tutti)
	perUno, err := c.crea(ctx)
	if err != nil {
		return e, err
	}
	durata, connessioni, err := c.attendiGiro(ctx)
	if err != nil {
		return e, err
	}
	e.Cifre = []misura.Cifra{
		{Nome: "creazione di una banca dati", Valore: misura.Millisecondi(perUno), Unita: "ms"},
		{Nome: "giro dei servizi su tutti", Valore: durata.Seconds(), Unita: "s"},
		{Nome: "connessioni durante il giro", Valore: float64(connessioni), Unita: ""},
	}
	gare, err := c.gare(ctx)
	if err != nil {
		return e, err
	}
	e.Cifre = append(e.Cifre, gare...)
	riposo, err := c.riposo(ctx)
	e.Cifre = append(e.Cifre, riposo...)
	e.Note = []string{fmt.Sprintf("ricerca per targa da tenantapi, %d chiamanti a turno sui comandi; ogni banca dati ha i verbali di %s. "+
		"A ritmo offerto la frequenza è il %.0f %% di quella di un comando solo. Il giro è quello di tutti i servizi insieme.", misura.Chiamanti, tenantModello, 100*quotaOfferta)}
	return e, err
}

// gare runs the rounds; the first searches, which open the connections, are not measured.
func (c *comandi) gare(ctx context.Context) ([]misura.Cifra, error) {
	var gen misura.Generatore
	l := misura.Limiti{Durata: c.Opz.Durata(8*time.Second, 2*time.Second), Massimo: 1_000_000, Insieme: misura.Chiamanti}
	for _, f := range []misura.Lavoro{c.uno, c.molti} {
		riscaldo := misura.Limiti{Durata: c.Opz.Durata(4*time.Second, 2*time.Second), Massimo: l.Massimo, Insieme: misura.Chiamanti}
		if _, err := gen.Chiuso(ctx, riscaldo, f); err != nil {
			return nil, err
		}
	}
	var tutti []giroComandi
	for i := range c.Opz.Giri() {
		c.Annota("comandi: giro %d di %d", i+1, c.Opz.Giri())
		g, err := c.giro(ctx, &gen, l)
		if err != nil {
			return nil, err
		}
		tutti = append(tutti, g)
	}
	return cifreComandi(tutti), nil
}

func (c *comandi) giro(ctx context.Context, gen *misura.Generatore, l misura.Limiti) (g giroComandi, err error) {
	prima, err := gen.Chiuso(ctx, l, c.uno)
	if err != nil {
		return g, err
	}
	conta := c.contaConnessioni(ctx)
	molti, err := gen.Chiuso(ctx, l, c.molti)
	connessioni, errConta := conta()
	if err := errors.Join(err, errConta); err != nil {
		return g, err
	}
	dopo, err := gen.Chiuso(ctx, l, c.uno)
	if err != nil {
		return g, err
	}
	g.uno, g.molti, g.connessioni = misura.Media(prima.AlSecondo(), dopo.AlSecondo()), molti.AlSecondo(), connessioni
	l.Insieme = 4 * misura.Chiamanti
	if g.unoOfferto, err = gen.Aperto(ctx, quotaOfferta*g.uno, l, c.uno); err != nil {
		return g, err
	}
	g.moltiOfferto, err = gen.Aperto(ctx, quotaOfferta*g.uno, l, c.molti)
	return g, err
}

// contaConnessioni watches how many connections tenantapi holds; the function it gives stops and tells
// the most.
func (c *comandi) contaConnessioni(ctx context.Context) func() (int, error) {
	ctx, smetti := context.WithCancel(ctx)
	esito, massimo := make(chan error, 1), 0
	go func() {
		esito <- c.ConServer(ctx, "postgres", func(conn *pgx.Conn) error {
			for ctx.Err() == nil {
				var ora int
				if err := conn.QueryRow(context.WithoutCancel(ctx),
					`SELECT count(*) FROM pg_stat_activity WHERE application_name = 'verbali-tenantapi'`).Scan(&ora); err != nil {
					return err
				}
				massimo = max(massimo, ora)
				_ = clock.Sleep(ctx, 100*time.Millisecond)
			}
			return nil
		})
	}()
	return func() (int, error) {
		smetti()
		err := <-esito
		return massimo, err
	}
}

func cifreComandi(tutti []giroComandi) []misura.Cifra {
	var uno, molti, unoOfferto, moltiOfferto []float64
	var uno50, uno99, molti50, molti99 []float64
	connessioni := 0
	for _, g := range tutti {
		uno, molti = append(uno, g.uno), append(molti, g.molti)
		unoOfferto, moltiOfferto = append(unoOfferto, g.unoOfferto.AlSecondo()), append(moltiOfferto, g.moltiOfferto.AlSecondo())
		uno50 = append(uno50, misura.Millisecondi(misura.Percentile(g.unoOfferto.Latenze, 50)))
		uno99 = append(uno99, misura.Millisecondi(misura.Percentile(g.unoOfferto.Latenze, 99)))
		molti50 = append(molti50, misura.Millisecondi(misura.Percentile(g.moltiOfferto.Latenze, 50)))
		molti99 = append(molti99, misura.Millisecondi(misura.Percentile(g.moltiOfferto.Latenze, 99)))
		connessioni = max(connessioni, g.connessioni)
	}
	const rispetto = "un comando solo"
	cifre := misura.Confronta("ricerche a pieno regime", "/s", rispetto, molti, uno)
	cifre[0].Traguardo = misura.Almeno(traguardoComandi)
	offerto := misura.Confronta("ricerche a ritmo offerto", "/s", rispetto, moltiOfferto, unoOfferto)
	offerto[0].Traguardo = misura.Almeno(traguardoOfferta)
	cifre = append(cifre, offerto...)
	cifre = append(cifre, misura.Confronta("p50 a ritmo offerto", "ms", rispetto, molti50, uno50)...)
	cifre = append(cifre, misura.Confronta("p99 a ritmo offerto", "ms", rispetto, molti99, uno99)...)
	return append(cifre, misura.Cifra{Nome: "connessioni di tenantapi", Valore: float64(connessioni), Unita: "",
		Traguardo: &misura.Traguardo{Sotto: connessioniMassime + 1}})
}

// riposo starts a further replica of two services with all the commands there, lets it look at each of
// them, and tells what it holds when it has nothing left to do.
func (c *comandi) riposo(ctx context.Context) ([]misura.Cifra, error) {
	var cifre []misura.Cifra
	for _, nome := range []string{"vpn", "elaborazione"} {
		c.Annota("comandi: %s a riposo", nome)
		r, err := nuovaReplica(c.Banco, c.Servizio(nome))
		if err != nil {
			return cifre, err
		}
		m, err := r.aRiposoDopo(ctx, c.Opz.Durata(attesaRiposo, attesaBreve))
		if err != nil {
			return cifre, fmt.Errorf("%s: %w", nome, err)
		}
		cifre = append(cifre,
			misura.Cifra{Nome: fmt.Sprintf("%s con %d comandi: memoria RSS", nome, c.tutti), Valore: banco.Mebibyte(m.Rss), Unita: "MiB", Traguardo: &misura.Traguardo{Sotto: memoriaTraguardo}},
			misura.Cifra{Nome: fmt.Sprintf("%s con %d comandi: di cui anonima", nome, c.tutti), Valore: banco.Mebibyte(m.Anonima), Unita: "MiB"})
	}
	return cifre, nil
}
