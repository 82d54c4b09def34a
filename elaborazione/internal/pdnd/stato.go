package pdnd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// preavviso is how many days before a key or a use ends a person is told.
const preavviso = 30

// Stato says what works of the e-services of a command, and what expires.
func (s *Service) Stato(tenant string) (event.StatoPdnd, error) {
	i, err := s.impostazioni(tenant)
	if err != nil {
		return event.StatoPdnd{}, err
	}
	r := event.StatoPdnd{Avvertenze: []string{}, Autorita: []event.AutoritaPdnd{}, Client: []event.StatoClientPdnd{}, EService: []event.StatoEServicePdnd{}}
	var ambienti []string
	for _, nome := range nomi(i.client) {
		c := i.client[nome]
		r.Client = append(r.Client, s.statoClient(tenant, nome, c))
		if !slices.Contains(ambienti, c.Ambiente) {
			ambienti = append(ambienti, c.Ambiente)
		}
	}
	for _, ambiente := range ambienti {
		if a := s.Autorita[ambiente]; a != nil {
			r.Autorita = append(r.Autorita, a.stato())
			if frase := strings.TrimSpace(fraseOrologio(a)); frase != "" {
				r.Avvertenze = append(r.Avvertenze, frase)
			}
		}
	}
	for _, nome := range nomi(i.eService) {
		r.EService = append(r.EService, s.statoEService(i, tenant, nome))
	}
	r.Avvertenze = append(r.Avvertenze, s.avvertenze(r)...)
	return r, nil
}

func (a *Autorita) stato() event.AutoritaPdnd {
	di := a.State()
	r := event.AutoritaPdnd{Ambiente: a.ambiente, Indirizzo: di.Address, Esito: di.Verdict, UltimoErrore: di.LastError}
	if scarto, quando := a.Scarto(); !quando.IsZero() {
		ms := scarto.Milliseconds()
		r.ScartoMs, r.Misurato = &ms, quando.UTC()
	}
	return r
}

func (s *Service) statoClient(tenant, nome string, c impostazione.ClientPdnd) event.StatoClientPdnd {
	r := event.StatoClientPdnd{Nome: nome, Ambiente: c.Ambiente, ClientID: c.ClientID}
	for _, k := range c.Chiavi {
		r.Chiavi = append(r.Chiavi, s.statoChiave(tenant, c.ClientID, k))
	}
	return r
}

func (s *Service) statoChiave(tenant, clientID string, k impostazione.ChiavePdnd) event.StatoChiavePdnd {
	r := event.StatoChiavePdnd{File: k.File, Scade: k.Scade}
	letta, err := s.portachiavi.chiave(tenant, k.File, k.Kid)
	if err != nil {
		r.Stato, r.Frase = event.ChiavePdndNonUtilizzabile, "Il file non è utilizzabile: "+err.Error()+"."
		return r
	}
	m := s.memoria.chiave(tenant, clientID, letta.Kid)
	r.Kid, r.Riuscita = letta.Kid, istante(m.riuscita)
	switch {
	case m.rifiutata.After(m.riuscita):
		r.Stato, r.Frase = event.ChiavePdndRifiutata, "L'ultima volta la PDND non l'ha accettata: dopo averla caricata servono alcuni minuti."
	case m.riuscita.IsZero():
		r.Stato, r.Frase = event.ChiavePdndMaiUsata, "Non è stata ancora usata da quando il servizio è partito."
	default:
		r.Stato, r.Frase = event.ChiavePdndInUso, "La PDND la accetta."
	}
	return r
}

func (s *Service) statoEService(i usi, tenant, nome string) event.StatoEServicePdnd {
	e := i.eService[nome]
	r := event.StatoEServicePdnd{Nome: nome, Client: e.Client, Finalita: e.Finalita, Audience: e.Audience, Schemi: append([]string{}, e.Schemi...), DPoP: e.DPoP,
		Scade: e.Scade}
	u, err := s.usoDi(i, tenant, nome)
	if err != nil {
		r.Stato, r.Frase = event.EServicePdndNonConfigurato, problem.Sentence(err)
		return r
	}
	m := s.memoria.di(u)
	r.Riuscita, r.ScadeVoucher, r.Errore, r.UltimoErrore = istante(m.riuscita), istante(m.scade), istante(m.errore), m.frase
	r.Chiesti, r.Serviti = m.chiesti, m.serviti
	switch {
	case m.riuscita.IsZero() && m.errore.IsZero():
		r.Stato, r.Frase = event.EServicePdndMaiProvato, "Non è stato ancora usato da quando il servizio è partito."
	case m.errore.After(m.riuscita) && m.errore.After(m.servita):
		r.Stato, r.Frase = event.EServicePdndNonFunziona, m.frase
	case len(m.audience) > 0 && !slices.Contains(m.audience, e.Audience):
		r.Stato = event.EServicePdndNonFunziona
		r.Frase = "La PDND dà il voucher, ma per " + strings.Join(m.audience, ", ") + ": è quella l'audience da scrivere nelle impostazioni."
	case m.errore.After(m.riuscita):
		r.Stato, r.Frase = event.EServicePdndFunziona, "Dopo l'ultimo errore le chiamate si servono del voucher che c'è già."
	default:
		r.Stato, r.Frase = event.EServicePdndFunziona, "La PDND dà il voucher."
	}
	return r
}

// avvertenze are what does not work and what expires soon.
func (s *Service) avvertenze(r event.StatoPdnd) (tutte []string) {
	oggi := calendario.Da(s.Adesso())
	scade := func(cosa, giorno string) {
		fine, err := calendario.LeggiData(giorno)
		switch {
		case giorno == "" || err != nil:
		case fine.Before(oggi):
			tutte = append(tutte, fmt.Sprintf("%s: scadenza passata, il %s.", cosa, fine.Italiano()))
		case !oggi.AddDays(preavviso).Before(fine):
			tutte = append(tutte, fmt.Sprintf("%s: scade il %s.", cosa, fine.Italiano()))
		}
	}
	for _, e := range r.EService {
		if e.Stato == event.EServicePdndNonFunziona || e.Stato == event.EServicePdndNonConfigurato {
			tutte = append(tutte, fmt.Sprintf("L'e-service «%s» non funziona: %s", e.Nome, e.Frase))
		}
		scade(fmt.Sprintf("L'e-service «%s»", e.Nome), e.Scade)
	}
	for _, c := range r.Client {
		for _, k := range c.Chiavi {
			if k.Stato == event.ChiavePdndNonUtilizzabile || k.Stato == event.ChiavePdndRifiutata {
				tutte = append(tutte, fmt.Sprintf("La chiave «%s» del client «%s»: %s", k.File, c.Nome, k.Frase))
			}
			scade(fmt.Sprintf("La chiave «%s» del client «%s»", k.File, c.Nome), k.Scade)
		}
	}
	return tutte
}

// istante is a moment in UTC; the zero time stays zero.
func istante(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC()
}
