package pdnd

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// StatoDi is Stato for the tenant of the context, with what the e-services themselves refuse: a voucher that PDND gives is no use
// where the gateway of the e-service turns the calls away.
func (s *Service) StatoDi(ctx context.Context) (event.StatoPdnd, error) {
	t, _ := tenant.From(ctx)
	r, err := s.Stato(t.Nome)
	if err != nil {
		return r, err
	}
	database, err := s.Pools.Tenant(ctx)
	if err != nil {
		return r, err
	}
	righe, err := database.Pool.Query(ctx, `SELECT registro, codice, transazione, dal, ultimo FROM connessione_v1.arresto`)
	if err != nil {
		return r, db.Wrap("pdnd", err)
	}
	fermi, err := pgx.CollectRows(righe, pgx.RowToStructByPos[fermo])
	if err != nil {
		return r, db.Wrap("pdnd", err)
	}
	for _, f := range fermi {
		for i := range r.EService {
			if e := &r.EService[i]; e.Nome == f.Registro && e.Stato != event.EServicePdndNonConfigurato {
				e.Stato, e.Frase = event.EServicePdndNonFunziona, f.frase()
				e.Errore, e.UltimoErrore = f.Ultimo.UTC(), f.frase()
				r.Avvertenze = append([]string{fmt.Sprintf("L'e-service «%s» non funziona: %s", e.Nome, e.Frase)}, r.Avvertenze...)
			}
		}
	}
	return r, nil
}

// fermo is an e-service that does not let the command in.
type fermo struct {
	Registro, Codice, Transazione string
	Dal, Ultimo                   time.Time
}

func (f fermo) frase() string {
	detto := f.Codice
	if f.Transazione != "" {
		detto += ", transazione " + f.Transazione
	}
	return fmt.Sprintf("Dal %s l'e-service rifiuta le chiamate del comando (%s): %s Le domande in coda aspettano e ripartono da sole.",
		f.Dal.In(calendario.Roma()).Format("02/01/2006 15:04"), detto, pdnd.Cure(f.Codice))
}

// Stato says what works of the e-services of a command, and what expires.
func (s *Service) Stato(comando string) (event.StatoPdnd, error) {
	i, err := s.impostazioni(comando)
	if err != nil {
		return event.StatoPdnd{}, err
	}
	r := event.StatoPdnd{Avvertenze: []string{}, Autorita: []event.AutoritaPdnd{}, Client: []event.StatoClientPdnd{}, EService: []event.StatoEServicePdnd{}}
	var ambienti []string
	for _, nome := range nomi(i.client) {
		c := i.client[nome]
		r.Client = append(r.Client, s.statoClient(comando, nome, c))
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
		r.EService = append(r.EService, s.statoEService(i, comando, nome))
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

func (s *Service) statoClient(comando, nome string, c fruizione.Client) event.StatoClientPdnd {
	r := event.StatoClientPdnd{Nome: nome, Ambiente: c.Ambiente, ClientID: c.ClientID}
	for _, k := range c.Chiavi {
		r.Chiavi = append(r.Chiavi, s.statoChiave(comando, c.ClientID, k))
	}
	return r
}

func (s *Service) statoChiave(comando, clientID string, k fruizione.Chiave) event.StatoChiavePdnd {
	r := event.StatoChiavePdnd{File: k.File, Scade: k.Scade}
	letta, err := s.portachiavi.chiave(comando, k.File, k.Kid)
	if err != nil {
		r.Stato, r.Frase = event.ChiavePdndNonUtilizzabile, "Il file non è utilizzabile: "+err.Error()+"."
		return r
	}
	m := s.memoria.chiave(comando, clientID, letta.Kid)
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

func (s *Service) statoEService(i usi, comando, nome string) event.StatoEServicePdnd {
	e := i.eService[nome]
	r := event.StatoEServicePdnd{Nome: nome, Client: e.Client, Finalita: e.Finalita, Audience: e.Audience, Schemi: append([]string{}, e.Schemi...), DPoP: e.DPoP,
		Scade: e.Scade}
	u, err := s.usoDi(i, comando, nome)
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
		r.Frase = "La PDND dà il voucher, ma " + cureAudience(u, m.audience)
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
		case !oggi.AddDays(fruizione.Preavviso).Before(fine):
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
