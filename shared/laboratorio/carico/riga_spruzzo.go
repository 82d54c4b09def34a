package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Passwords sprayed over many names from one address, while people log in.
const (
	provatiAlSecondo   = 50
	entranoAlSecondo   = 4
	traguardoSpruzzo   = 3 // times the p99 of a login while nobody sprays
	indirizzoSpruzzo   = "203.0.113.7"
	nomiSpruzzo        = 40 // those of the local data, and others that do not exist
	insiemeSpruzzo     = 512
	massimoDegliArrivi = 100_000
)

// rigaSpruzzo compares the logins of people while passwords are sprayed with the same while nobody does.
func rigaSpruzzo() riga {
	return riga{
		nome: "spruzzo",
		titolo: fmt.Sprintf("accessi legittimi (%d al secondo) mentre un indirizzo prova %d password al secondo su %d nomi, contro gli stessi senza",
			entranoAlSecondo, provatiAlSecondo, nomiSpruzzo),
		misura: misuraSpruzzo,
	}
}

// spruzzo is the measurement: who logs in, who sprays, and what core answered to the latter.
type spruzzo struct {
	*anticamera
	respinti, giudicati atomic.Int64
}

func misuraSpruzzo(ctx context.Context, b *banco.Banco) (e esito, err error) {
	s, err := b.ApriSportello(ctx)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, s.Chiudi()) }()
	p := &spruzzo{anticamera: &anticamera{Banco: b, sportello: s, utenze: utenzeAccessi()}}
	if _, err := p.accessi(ctx, 2); err != nil { // pools of the tenants opened
		return e, err
	}
	var quieti, colpiti []misura.Misurazione
	for i := range b.Opz.Giri() {
		b.Annota("spruzzo: giro %d di %d (senza, con)", i+1, b.Opz.Giri())
		quieto, err := p.entrano(ctx)
		if err != nil {
			return e, err
		}
		colpito, err := p.sotto(ctx)
		if err != nil {
			return e, err
		}
		quieti, colpiti = append(quieti, quieto), append(colpiti, colpito)
	}
	return esito{Cifre: misura.CifreDisturbo("accesso", "senza spruzzo", colpiti, quieti, traguardoSpruzzo), Note: []string{
		fmt.Sprintf("ogni persona entra da un indirizzo suo; dei tentativi dell'unico indirizzo che spruzza %d sono stati giudicati (argon2id), %d respinti prima.",
			p.giudicati.Load(), p.respinti.Load())}}, nil
}

func (p *spruzzo) durata() time.Duration { return p.Opz.Durata(30*time.Second, 6*time.Second) }

// entrano lets people log in at a fixed rate, each from an address of his own.
func (p *spruzzo) entrano(ctx context.Context) (misura.Misurazione, error) {
	l := misura.Limiti{Durata: p.durata(), Massimo: massimoDegliArrivi, Insieme: insiemeSpruzzo}
	return p.gen.Aperto(ctx, entranoAlSecondo, l, p.entra)
}

// sotto is entrano while the passwords are sprayed; the first second of it too, when the address is not known yet.
func (p *spruzzo) sotto(ctx context.Context) (misura.Misurazione, error) {
	return misura.ConDisturbo(ctx, p.entrano, func(ctx context.Context) error {
		var gen misura.Generatore
		_, err := gen.Aperto(ctx, provatiAlSecondo, misura.Limiti{Durata: time.Hour, Massimo: massimoDegliArrivi, Insieme: insiemeSpruzzo}, p.prova)
		return err
	})
}

// prova is one sprayed password: anything but a refusal is a fault of the platform.
func (p *spruzzo) prova(ctx context.Context, n int64) error {
	nome := fmt.Sprintf("nome%d", n%nomiSpruzzo)
	if i := int(n % nomiSpruzzo); i < len(p.utenze) {
		nome = p.utenze[i]
	}
	_, err := auth.RemoteRealm{Bus: p.sportello.Bus}.Login(ctx, event.DomandaAccesso{
		Utente: nome, Password: fmt.Sprintf("Estate-%d", n), Indirizzo: indirizzoSpruzzo, Modulo: banco.ModuloSportello,
	})
	switch {
	case problem.Is(err, "TROPPI_TENTATIVI"):
		p.respinti.Add(1)
	case problem.Is(err, "CREDENZIALI_NON_VALIDE"):
		p.giudicati.Add(1)
	case ctx.Err() == nil:
		return fmt.Errorf("password spruzzata: %w", err)
	}
	return nil
}
