package visura

import (
	"context"
	"errors"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/anpr"
	"github.com/piattaforma-verbali/verbali/connessione/internal/interrogazione"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/anpr"
)

// misura is how much the command may ask of each service of ANPR in a day: they have purposes, and days, of their own.
type misura struct {
	s       Service
	chi     interrogazione.Chi
	limiti  map[string]int // by e-service
	riserva int
}

func (s Service) misura(ctx context.Context, chi interrogazione.Chi) (misura, error) {
	c001, c030, riserva := parole.AlGiorno, parole.UnicoAlGiorno, parole.Riserva
	err := errors.Join(s.impostazione(ctx, parole.ChiaveAlGiorno, &c001),
		s.impostazione(ctx, parole.ChiaveUnicoAlGiorno, &c030), s.impostazione(ctx, parole.ChiaveRiserva, &riserva))
	return misura{s, chi, map[string]int{anpr.EServiceC001: c001, anpr.EServiceC030: c030}, riserva}, err
}

// Prendi takes one of the calls of an e-service that the command has today; 429 for one too many.
func (m misura) Prendi(ctx context.Context, eService string) error {
	di := interrogazione.Misura{Registro: eService, Limite: m.limiti[eService], Riserva: m.riserva}
	return m.s.Store.Giornata(ctx, di, m.s.Adesso(), m.chi)
}

// Finita keeps that the register wants no more calls for a while, of zero until midnight, and gives the refusal.
func (m misura) Finita(ctx context.Context, eService string, riprende time.Duration) error {
	return m.s.Store.Esaurita(context.WithoutCancel(ctx), eService, m.s.Adesso(), riprende)
}
