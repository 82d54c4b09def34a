package registri

import (
	"context"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/vpn/internal/credenziali"
)

// Stato is a connection as GET /collegamenti shows it: what the calls of this process met, and what its command has set.
type Stato struct {
	esterno.State

	Registro       string            `json:"registro"`
	Tenant         string            `json:"tenant,omitempty"` // whose it is; empty: the platform's
	AlGiorno       int               `json:"alGiorno,omitempty"`
	Oggi           *int              `json:"oggi,omitempty"` // questions that left today, where there is a limit
	CostoMillesimi int64             `json:"costoMillesimi,omitempty"`
	PasswordScade  calendario.Giorno `json:"passwordScade,omitzero"`
	DaConfermare   int               `json:"nomiDaConfermare,omitempty"` // names of the language that no source confirms
	Avvisi         []string          `json:"avvisi"`                     // Italian: what a person should see to
}

// Stati are the connections of a command in its order, also those that are not set; of nobody: the platform's own. How many
// questions left today is told where the command's database can say it.
func (s *Scelta) Stati(ctx context.Context, nome string) []Stato {
	if nome == "" {
		return s.statiDiPiattaforma()
	}
	var tutti []Stato
	for _, c := range s.di(nome) {
		tutti = append(tutti, s.stato(ctx, c))
	}
	return tutti
}

func (s *Scelta) statiDiPiattaforma() []Stato {
	if s.o.Piattaforma.BaseURL == "" {
		return []Stato{{State: spento("motorizzazione"), Registro: veicoli.RegistroMotorizzazione,
			Avvisi: []string{"La piattaforma non ha un collegamento suo: vale quello di ogni comando."}}}
	}
	l, err := s.diPiattaforma()
	if err != nil {
		return []Stato{{State: spento("motorizzazione"), Registro: veicoli.RegistroMotorizzazione, Avvisi: []string{err.Error()}}}
	}
	return []Stato{{State: l.State(), Registro: veicoli.RegistroMotorizzazione, Avvisi: []string{}}}
}

// nessunaRisposta is every failure on the way to a server that a command has named: were refusals, silences and strangers' answers
// told apart, who keeps settings could read in them which machines and ports there are. The log of the module tells them apart.
const nessunaRisposta = "il registro non risponde: indirizzo, proxy o certificato non sono giusti, o risponde altro"

// spento is the state of a connection that is not set.
func spento(nome string) esterno.State {
	return esterno.State{Name: nome, Verdict: esterno.NotSet, Breaker: "CHIUSO"}
}

func (s *Scelta) stato(ctx context.Context, c scelto) Stato {
	x := Stato{Registro: c.registro, Tenant: c.posto.Comando, AlGiorno: c.suo.AlGiorno, CostoMillesimi: c.suo.CostoMillesimi, Avvisi: []string{}}
	if c.lingua == nil {
		x.State = spento(c.rete)
		x.Avvisi = append(x.Avvisi, "Non collegato: "+esterno.As(c.motivo).Detail+".")
		return x
	}
	x.State = c.lingua.State()
	if x.Unanswered && c.posto.Comando != "" {
		x.LastError = nessunaRisposta
	}
	if c.suo.AlGiorno > 0 {
		if t, ok := tenant.From(ctx); ok {
			if n, err := s.o.Store.Quote().Taken(tenant.With(ctx, t), x.Name); err == nil {
				x.Oggi = &n
			}
		}
	}
	if a, ok := c.lingua.(accreditato); ok {
		perche, err := a.Rifiutate(ctx)
		if e := esterno.As(err); e != nil && e.Detail != "" {
			x.Avvisi = append(x.Avvisi, "Le credenziali non partono: "+e.Detail+".")
		} else if err != nil {
			x.Avvisi = append(x.Avvisi, "Non si sa se il registro abbia rifiutato le credenziali: la banca dati del comando non risponde.")
		} else if perche != "" {
			x.Avvisi = append(x.Avvisi, credenziali.Avviso(perche))
		}
	}
	if c.registro == veicoli.RegistroInfows {
		s.password(ctx, c, &x)
	}
	if da := collegamento.DaConfermare(c.lingua); len(da) > 0 {
		x.DaConfermare = len(da)
		x.Avvisi = append(x.Avvisi, "I nomi di questo linguaggio non sono tutti confermati: controllarli con i documenti della convenzione prima dell'uso.")
	}
	return x
}

// password tells until when the password in use is good.
func (s *Scelta) password(ctx context.Context, c scelto, x *Stato) {
	p, err := s.inUso(ctx, c.registro, c.suo)
	if err != nil {
		x.Avvisi = append(x.Avvisi, "Non si sa quale password sia in uso: la banca dati del comando non risponde.")
		return
	}
	x.PasswordScade = scade(p, c.suo)
	if avviso := avvisoPassword(x.PasswordScade, calendario.Da(s.o.Adesso())); avviso != "" {
		x.Avvisi = append(x.Avvisi, avviso)
	}
}
