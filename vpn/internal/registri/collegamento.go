package registri

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/config"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/vpn/internal/infows"
	"github.com/piattaforma-verbali/verbali/vpn/internal/motorizzazione"
	"github.com/piattaforma-verbali/verbali/vpn/internal/pra"
)

// posto is a register of a command; of nobody's: the platform's.
type posto struct{ comando, registro string }

// String is the connection as metrics and errors call it: the register, and the command whose connection it is.
func (p posto) String() string {
	if p.comando == "" {
		return reteDi(p.registro)
	}
	return reteDi(p.registro) + "/" + p.comando
}

// reteDi is the register as the rows of indagine call it.
func reteDi(registro string) string { return strings.ToLower(registro) }

// aperto is a connection in use, and the settings it was made of.
type aperto struct {
	lingua lingua
	fatta  string // of which settings
}

// collegamento is a register that a command has chosen: lingua is nil where it cannot be asked, and motivo says why.
type collegamento struct {
	posto    posto
	registro string // its word in the settings
	rete     string
	lingua   lingua
	suo      impostazione.Collegamento
	motivo   error
}

// collegamenti are the registers of the context's tenant, in its order.
func (s *Scelta) collegamenti(ctx context.Context) []collegamento {
	if err := s.o.Anagrafe.Wait(ctx); err != nil {
		return []collegamento{{motivo: &esterno.Error{System: "registri", Kind: esterno.ErrUnavailable, Cause: err}}}
	}
	return s.di(comando(ctx))
}

// di are the registers of a command.
func (s *Scelta) di(nome string) []collegamento {
	ordine := []string{impostazione.RegistroMotorizzazione}
	if _, err := s.leggi(nome, impostazione.ChiaveRegistri, &ordine); err != nil || len(ordine) == 0 {
		return []collegamento{{registro: impostazione.RegistroMotorizzazione, rete: reteDi(impostazione.RegistroMotorizzazione),
			motivo: s.dici(posto{nome, ""}, nonConfigurato("registri", "il comando non ha scelto alcun registro"))}}
	}
	tutti := make([]collegamento, len(ordine))
	for i, r := range ordine {
		tutti[i] = s.collegamento(nome, r)
	}
	return tutti
}

// collegamento opens the connection of a command to a register, or says why it cannot be used.
func (s *Scelta) collegamento(nome, registro string) collegamento {
	c := collegamento{posto: posto{nome, registro}, registro: registro, rete: reteDi(registro)}
	scritto, err := s.leggi(nome, impostazione.ChiaveRegistro(registro), &c.suo)
	switch {
	case err != nil:
		c.motivo = s.dici(c.posto, nonConfigurato(c.posto.String(), err.Error()))
		return c
	case c.suo.Indirizzo != "":
		c.lingua, err = s.apri(c.posto, c.suo)
	case registro == impostazione.RegistroMotorizzazione && s.o.Piattaforma.BaseURL != "":
		c.lingua, err = s.diPiattaforma()
		c.posto = posto{"", registro}
	case scritto:
		err = errors.New("manca l'indirizzo")
	default:
		err = errors.New("il comando non ha l'impostazione " + impostazione.ChiaveRegistro(registro))
	}
	if err != nil {
		c.lingua, c.motivo = nil, s.dici(posto{nome, registro}, nonConfigurato(c.rete+"/"+nome, err.Error()))
	}
	return c
}

// dici tells the log once why a connection cannot be used, and again when the reason changes.
func (s *Scelta) dici(p posto, e *esterno.Error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.detti[p] != e.Detail {
		s.detti[p] = e.Detail
		s.o.Log.Warn("registro dei veicoli non collegato", "tenant", p.comando, "registro", p.registro, "motivo", e.Detail)
	}
	return e
}

// leggi reads a setting of a command as it holds today, in Rome.
func (s *Scelta) leggi(nome, chiave string, dove any) (bool, error) {
	return s.o.Anagrafe.Of(nome).Impostazione(chiave, calendario.Da(s.o.Adesso()).String(), dove)
}

// diPiattaforma is the connection of the platform, for the commands that have none of their own.
func (s *Scelta) diPiattaforma() (lingua, error) {
	return s.aperta(posto{"", impostazione.RegistroMotorizzazione}, "", func() (lingua, error) {
		o := s.o.Piattaforma
		o.Name, o.Daily = motorizzazione.Nome, s.alGiorno(impostazione.RegistroMotorizzazione)
		return motorizzazione.Nuovo(o)
	})
}

// apri gives the connection that a command's settings describe, made anew when they change.
func (s *Scelta) apri(p posto, c impostazione.Collegamento) (lingua, error) {
	sola := c
	sola.CostoMillesimi, sola.AlGiorno, sola.PasswordDal, sola.PasswordGiorni = 0, 0, "", 0
	chiave, err := json.Marshal(sola) //nolint:gosec // names of files, no secret
	if err != nil {
		return nil, err
	}
	return s.aperta(p, string(chiave), func() (lingua, error) {
		o, err := s.opzioni(p, c)
		if err != nil {
			return nil, err
		}
		return s.parla(p, c, o)
	})
}

// parla makes the client of a register in its own language.
func (s *Scelta) parla(p posto, c impostazione.Collegamento, o esterno.Options) (lingua, error) {
	switch p.registro {
	case impostazione.RegistroMotorizzazione:
		return motorizzazione.Nuovo(o)
	case impostazione.RegistroInfows:
		return infows.Nuovo(o, infows.Opzioni{Utente: c.Utente, Adesso: s.o.Adesso, Rifiuti: rifiuti{s.o.Store, p.registro},
			Password: func(ctx context.Context) (string, error) {
				inUso, err := s.inUso(ctx, p.registro, c)
				if err != nil {
					return "", err
				}
				return s.segreto(p.comando, inUso.file, c)
			}, Pin: func() (string, error) {
				if c.Pin == "" {
					return "", nil
				}
				return s.segreto(p.comando, c.Pin, c)
			}})
	case impostazione.RegistroPra:
		return pra.Nuovo(o, pra.Opzioni{Utente: c.Utente, Canale: c.Canale, Rifiuti: rifiuti{s.o.Store, p.registro},
			Password: func() (string, error) { return s.segreto(p.comando, c.Password, c) }})
	}
	return nil, errors.New("registro sconosciuto: " + p.registro)
}

// aperta gives the connection in use at a place, or puts a new one into its stead; calls in progress end on the earlier one.
func (s *Scelta) aperta(p posto, chiave string, crea func() (lingua, error)) (lingua, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	prima := s.aperti[p]
	if prima != nil && prima.fatta == chiave {
		return prima.lingua, nil
	}
	nuova, err := crea()
	if err != nil {
		return nil, err
	}
	if prima != nil {
		s.o.Metrics.Unregister(prima.lingua)
		prima.lingua.Close()
	}
	if err := s.o.Metrics.Register(nuova); err != nil {
		return nil, err
	}
	if d, ok := nuova.(interface{ DaConfermare() []string }); ok && len(d.DaConfermare()) > 0 {
		s.o.Log.Warn("registro dei veicoli con nomi non confermati: controllarli con i documenti della convenzione", "collegamento", p.String(),
			"quanti", len(d.DaConfermare()), "nomi", strings.Join(d.DaConfermare(), " "))
	}
	s.aperti[p] = &aperto{lingua: nuova, fatta: chiave}
	delete(s.detti, p)
	return nuova, nil
}

// opzioni is how a command's connection is reached. Its files are looked for among its secrets, and followed.
func (s *Scelta) opzioni(p posto, c impostazione.Collegamento) (esterno.Options, error) {
	o := s.o.Piattaforma
	o.Name, o.BaseURL, o.Connection, o.Daily = p.String(), c.Indirizzo, esterno.Connection{}, s.alGiorno(p.registro)
	if c.AttesaSecondi > 0 {
		o.AttemptDeadline = time.Duration(c.AttesaSecondi) * time.Second
		o.Deadline = max(o.Deadline, o.AttemptDeadline+time.Second)
	}
	for _, f := range []struct {
		nome string
		dove *string
	}{{c.Proxy, &o.Connection.ProxyFile}, {c.Certificato, &o.Connection.Certificate}, {c.Chiave, &o.Connection.Key}, {c.Radici, &o.Connection.Roots}} {
		if f.nome == "" {
			continue
		}
		file, err := config.TenantSecretFile(s.o.SegretiDir, p.comando, f.nome)
		if err != nil {
			return o, err
		}
		*f.dove = file
	}
	if c.Chiave != "" {
		if _, err := s.segreto(p.comando, c.Chiave, c); err != nil {
			return o, fmt.Errorf("chiave: %w", err)
		}
	}
	var err error
	o.Connection.Dial, err = s.confine(c)
	return o, err
}

// alGiorno counts the questions of a day in the database of the tenant that asks, by the limit that it has set.
func (s *Scelta) alGiorno(registro string) esterno.Daily {
	return esterno.Daily{Count: s.o.Store.Quote(), Most: func(ctx context.Context) int {
		var c impostazione.Collegamento
		if _, err := s.leggi(comando(ctx), impostazione.ChiaveRegistro(registro), &c); err != nil {
			return 0
		}
		return c.AlGiorno
	}}
}

// Rivedi opens the connections of these tenants as their settings are now, so that what is wrong or unconfirmed with one is in
// the log before anybody asks, and forgets those of a tenant that no longer has them.
func (s *Scelta) Rivedi(tenant []string) {
	scelti := []posto{{"", impostazione.RegistroMotorizzazione}}
	for _, nome := range tenant {
		for _, c := range s.di(nome) {
			scelti = append(scelti, c.posto)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for p, a := range s.aperti {
		if !slices.Contains(scelti, p) {
			s.o.Metrics.Unregister(a.lingua)
			a.lingua.Close()
			delete(s.aperti, p)
		}
	}
}
