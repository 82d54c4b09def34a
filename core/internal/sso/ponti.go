package sso

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Ponti are the bridges of the platform and of the commands that have a provider of their own. The settings of a command are
// read each time: a change is obeyed at the next login.
type Ponti struct {
	Piattaforma *Ponte // nil: none
	// Leggi gives the settings of a command's own provider; false when its operators come in by the platform's, or by none:
	// SPENTO says which. A fault of the settings is an error, a sentence for who keeps them.
	Leggi  func(ctx context.Context, comando string) (i Impostazioni, proprio, spento bool, err error)
	Adesso func() time.Time
	Log    *slog.Logger

	mu      sync.Mutex
	comandi map[string]*diComando
	chiusi  bool
}

type diComando struct {
	ponte   *Ponte
	fattoDa string // the settings
}

// Di gives the bridge by which the operators of a command come in; nil when by none. Empty is the platform's.
func (p *Ponti) Di(ctx context.Context, comando string) (*Ponte, error) {
	if comando == "" {
		return p.Piattaforma, nil
	}
	i, proprio, spento, err := p.Leggi(ctx, comando)
	switch {
	case err != nil:
		p.Log.WarnContext(ctx, "accesso unico di un comando non impostato bene", "tenant", comando, "errore", err)
		return nil, nonDisponibile().With(err)
	case spento:
		return nil, nil //nolint:nilnil // by none is a choice
	case !proprio:
		return p.Piattaforma, nil
	}
	ponte, err := p.proprio(i)
	if err != nil {
		return nil, err
	}
	ponte.aspetta(ctx)
	return ponte, nil
}

// aspetta lets a bridge that was just made ask its provider.
func (p *Ponte) aspetta(ctx context.Context) {
	select {
	case <-p.tentato:
	case <-time.After(attesaPrima):
	case <-ctx.Done():
	}
}

// attesaPrima is how long the first request after a change of settings waits for the provider.
const attesaPrima = 2 * time.Second

// proprio keeps one bridge a command: other settings are another bridge.
func (p *Ponti) proprio(i Impostazioni) (*Ponte, error) {
	fattoDa := fmt.Sprintf("%q", []string{i.Emittente, i.ClientID, i.ClientSegreto, i.Indirizzo, i.Attributo, i.Gruppi, strings.Join(i.Acr, " "), i.Fiducia})
	p.mu.Lock()
	defer p.mu.Unlock()
	chiave := i.Comando + "/" + i.Portale
	c := p.comandi[chiave]
	switch {
	case p.chiusi:
		return nil, nonDisponibile()
	case c != nil && c.fattoDa == fattoDa:
		return c.ponte, nil
	}
	nuovo, err := Nuovo(i, p.Adesso, p.Log)
	if err != nil {
		return nil, err
	}
	if c != nil {
		c.ponte.Chiudi() // at once: what it waits for is cut off
	}
	if p.comandi == nil {
		p.comandi = map[string]*diComando{}
	}
	p.comandi[chiave] = &diComando{nuovo, fattoDa}
	return nuovo, nil
}

// Chiudi ends the bridges of the commands.
func (p *Ponti) Chiudi() {
	p.mu.Lock()
	tutti := p.comandi
	p.comandi, p.chiusi = nil, true
	p.mu.Unlock()
	for _, c := range tutti {
		c.ponte.Chiudi()
	}
}

// Stato reports whether there is single sign-on for the operators of a command, and whether its provider has answered.
func (p *Ponti) Stato(ctx context.Context, comando string) (c, disponibile bool) {
	ponte, err := p.Di(ctx, comando)
	if problem.Is(err, nonDisponibile().Codice) {
		return true, false
	}
	if err != nil || ponte == nil {
		return false, false
	}
	return true, ponte.Disponibile()
}

// Uscita is where the browser ends its session at the provider of a command; false when nowhere.
func (p *Ponti) Uscita(ctx context.Context, comando, idToken string) (string, bool) {
	ponte, err := p.Di(ctx, comando)
	if err != nil || ponte == nil {
		return "", false
	}
	return ponte.Uscita(idToken)
}
