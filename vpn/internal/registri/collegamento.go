package registri

import (
	"context"
	"errors"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/vpn/internal/infows"
	"github.com/piattaforma-verbali/verbali/vpn/internal/motorizzazione"
	"github.com/piattaforma-verbali/verbali/vpn/internal/pra"
)

// posto identifies a command's connection to a register; an empty comando is the platform's own.
func posto(comando, registro string) collegamento.Posto {
	return collegamento.Posto{Comando: comando, Sistema: reteDi(registro)}
}

// reteDi is the register as the rows of indagine call it.
func reteDi(registro string) string { return strings.ToLower(registro) }

// scelto is a register that a command has chosen: lingua is nil where it cannot be asked, and motivo says why.
type scelto struct {
	posto    collegamento.Posto
	registro string // its word in the settings
	rete     string
	lingua   lingua
	suo      veicoli.Collegamento
	motivo   error
}

// collegamenti are the registers of the context's tenant, in its order.
func (s *Scelta) collegamenti(ctx context.Context) []scelto {
	if err := s.o.Anagrafe.Wait(ctx); err != nil {
		return []scelto{{motivo: &esterno.Error{System: "registri", Kind: esterno.ErrUnavailable, Cause: err}}}
	}
	return s.di(comando(ctx))
}

// di are the registers of a command.
func (s *Scelta) di(nome string) []scelto {
	ordine := []string{veicoli.RegistroMotorizzazione}
	if _, err := s.leggi(nome, veicoli.ChiaveRegistri, &ordine); err != nil || len(ordine) == 0 {
		return []scelto{{registro: veicoli.RegistroMotorizzazione, rete: reteDi(veicoli.RegistroMotorizzazione),
			motivo: s.dici(posto(nome, ""), nonConfigurato("registri", "il comando non ha scelto alcun registro"))}}
	}
	tutti := make([]scelto, len(ordine))
	for i, r := range ordine {
		tutti[i] = s.collegamento(nome, r)
	}
	return tutti
}

// collegamento opens the connection of a command to a register, or says why it cannot be used.
func (s *Scelta) collegamento(nome, registro string) scelto {
	c := scelto{posto: posto(nome, registro), registro: registro, rete: reteDi(registro)}
	scritto, err := s.leggi(nome, veicoli.ChiaveRegistro(registro), &c.suo)
	switch {
	case err != nil:
		c.motivo = s.dici(c.posto, nonConfigurato(c.posto.String(), err.Error()))
		return c
	case c.suo.Indirizzo != "":
		c.lingua, err = s.apri(nome, registro, c.suo)
	case registro == veicoli.RegistroMotorizzazione && s.o.Piattaforma.BaseURL != "":
		c.lingua, err = s.diPiattaforma()
		c.posto = posto("", registro)
	case scritto:
		err = errors.New("manca l'indirizzo")
	default:
		err = errors.New("il comando non ha l'impostazione " + veicoli.ChiaveRegistro(registro))
	}
	if err != nil {
		c.lingua, c.motivo = nil, s.dici(posto(nome, registro), nonConfigurato(c.rete+"/"+nome, err.Error()))
	}
	return c
}

// dici tells the log once why a connection cannot be used, and again when the reason changes.
func (s *Scelta) dici(p collegamento.Posto, e *esterno.Error) error {
	s.aperti.Dici(p, e.Detail)
	return e
}

// leggi reads a setting of a command as it holds today, in Rome.
func (s *Scelta) leggi(nome, chiave string, dove any) (bool, error) {
	return s.o.Anagrafe.Of(nome).Impostazione(chiave, calendario.Da(s.o.Adesso()).String(), dove)
}

// diPiattaforma is the connection of the platform, for the commands that have none of their own.
func (s *Scelta) diPiattaforma() (lingua, error) {
	return s.aperti.Apri(posto("", veicoli.RegistroMotorizzazione), nil, func() (lingua, error) {
		o := s.o.Piattaforma
		o.Name, o.Daily = motorizzazione.Nome, s.alGiorno(veicoli.RegistroMotorizzazione)
		return motorizzazione.Nuovo(o)
	})
}

// apri gives the connection that a command's settings describe, made anew when they change.
func (s *Scelta) apri(nome, registro string, c veicoli.Collegamento) (lingua, error) {
	sola, p := c, posto(nome, registro)
	sola.CostoMillesimi, sola.AlGiorno, sola.PasswordDal, sola.PasswordGiorni = 0, 0, "", 0
	return s.aperti.Apri(p, sola, func() (lingua, error) {
		o, err := s.aperti.Opzioni(p, c.Raggiungi)
		if err != nil {
			return nil, err
		}
		o.Daily = s.alGiorno(registro)
		return s.parla(nome, registro, c, o)
	})
}

// parla makes the client of a register in its own language.
func (s *Scelta) parla(nome, registro string, c veicoli.Collegamento, o esterno.Options) (lingua, error) {
	switch registro {
	case veicoli.RegistroMotorizzazione:
		return motorizzazione.Nuovo(o)
	case veicoli.RegistroInfows:
		return infows.Nuovo(o, infows.Opzioni{Utente: c.Utente, Adesso: s.o.Adesso, Rifiuti: rifiuti{s.o.Store, registro},
			Password: func(ctx context.Context) (string, error) {
				inUso, err := s.inUso(ctx, registro, c)
				if err != nil {
					return "", err
				}
				return s.segreto(nome, inUso.file, c)
			}, Pin: func() (string, error) {
				if c.Pin == "" {
					return "", nil
				}
				return s.segreto(nome, c.Pin, c)
			}})
	case veicoli.RegistroPra:
		return pra.Nuovo(o, pra.Opzioni{Utente: c.Utente, Canale: c.Canale, Rifiuti: rifiuti{s.o.Store, registro},
			Password: func() (string, error) { return s.segreto(nome, c.Password, c) }})
	}
	return nil, errors.New("registro sconosciuto: " + registro)
}

// alGiorno counts the questions of a day in the database of the tenant that asks, by the limit that it has set.
func (s *Scelta) alGiorno(registro string) esterno.Daily {
	return esterno.Daily{Count: s.o.Store.Quote(), Most: func(ctx context.Context) int {
		var c veicoli.Collegamento
		if _, err := s.leggi(comando(ctx), veicoli.ChiaveRegistro(registro), &c); err != nil {
			return 0
		}
		return c.AlGiorno
	}}
}

// Rivedi opens the connections of these tenants with their present settings, so that faults and unconfirmed connections are
// logged before the first question, and closes the connections without settings.
func (s *Scelta) Rivedi(tenant []string) {
	scelti := map[collegamento.Posto]bool{posto("", veicoli.RegistroMotorizzazione): true}
	for _, nome := range tenant {
		for _, c := range s.di(nome) {
			scelti[c.posto] = true
		}
	}
	s.aperti.Restano(scelti)
}
