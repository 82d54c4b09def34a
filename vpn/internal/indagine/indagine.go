// Package indagine finds out who answers for the vehicle of a fine on the day of the violation, and
// hands it over as a fact.
package indagine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

// Durevole is the work queue of these look-ups.
const Durevole = "vpn-targa"

// motivoPredefinito is what the register is told when the sender of the work gave no reason.
const motivoPredefinito = "Accertamento di violazione: ricerca dell'obbligato in solido (art. 196 CdS)"

// ripetutaDopo is after how many deliveries, also those that an open breaker refused, a failure is laid to the plate
// and not to the register: some three minutes of pauses. After a longer outage that is every question of the queue: a
// second one is then seen by a caller who asks from a page.
const ripetutaDopo = 10

// Registro answers who held a vehicle on a day.
type Registro interface {
	Veicolo(ctx context.Context, d registro.Domanda) (registro.Veicolo, error)
}

// nonDisponibile is the code of a register that does not answer.
const nonDisponibile = "REGISTRO_NON_DISPONIBILE"

// nonConfigurato is the code of a command that has no register to ask.
const nonConfigurato = "REGISTRO_NON_CONFIGURATO"

// Service makes the look-ups. Tabelle names the places of birth; Adesso is the clock. Consegne is how often a
// fine is asked about whose answers cannot be trusted, before a person decides.
type Service struct {
	Store    Store
	Registro Registro
	Tabelle  *tabella.Copy
	Adesso   func() time.Time
	Consegne uint64

	inCorso sync.Map // tenant and message at work, to a channel closed at its end
}

// Lavora takes one message of lavori.vpn.targa: it reads the fine, asks the register once, and writes
// outcome, audit and fact together. A message already taken asks nobody, nor does one whose answer came by
// file while it waited. A register that is away, or tables not yet read, is an error that makes the message wait. An answer that cannot be trusted is tried
// again, and at the last delivery the fine waits for a person, who sees why; so it does at once where the
// register refuses to answer.
func (s *Service) Lavora(ctx context.Context, m bus.Message) error {
	libera, err := s.turno(ctx, m)
	if err != nil {
		return err
	}
	defer libera()
	var lavoro event.LavoroTarga
	if err := m.Decode(&lavoro); err != nil {
		return err
	}
	verbale, err := uuid.Parse(lavoro.IDVerbale)
	if err != nil {
		return bus.Permanent(fmt.Errorf("indagine: idVerbale: %w", err))
	}
	if err := s.Tabelle.Ready(ctx); err != nil {
		return err
	}
	if fatto, err := s.Store.GiaRicevuto(ctx, m.ID); err != nil || fatto {
		return err
	}
	veicolo, err := s.Store.VeicoloDelVerbale(ctx, verbale)
	if err != nil {
		return err
	}
	if gia, err := s.Store.DalFile(ctx, m, verbale, veicolo); err != nil || gia {
		return err
	}
	if lavoro.Motivo == "" {
		lavoro.Motivo = motivoPredefinito
	}
	r, fatto, err := s.presa(ctx, m, verbale, func(ctx context.Context) (Riga, error) { return s.chiedi(ctx, m, verbale, veicolo, lavoro) })
	if err != nil || fatto {
		return err
	}
	return s.Store.Scrivi(ctx, m.ID, lavoro.Motivo, r)
}

// presa lets one replica ask for a message, once. It returns an answer kept but not yet written as an outcome, or asks and
// keeps the new answer at once; while another replica asks, the message waits. fatto says that the other replica has written
// the outcome meanwhile.
func (s *Service) presa(ctx context.Context, m bus.Message, verbale uuid.UUID, chiedi func(context.Context) (Riga, error)) (r Riga, fatto bool, err error) {
	t, mio, err := s.Store.Turni().Prendi(ctx, m.ID, uuid.NullUUID{UUID: verbale, Valid: true})
	switch {
	case err != nil:
		return Riga{}, false, err
	case !mio:
		return Riga{}, false, errors.New("indagine: il messaggio è già in lavorazione")
	case t.Esito != nil:
		return r, false, json.Unmarshal(t.Esito, &r) //nolint:musttag // written by Tieni, and read by nobody else
	}
	if fatto, err = s.Store.GiaRicevuto(ctx, m.ID); err != nil || fatto {
		return Riga{}, fatto, errors.Join(err, t.Lascia(ctx))
	}
	tenuta, smetti := t.Reggi(ctx)
	defer smetti()
	if r, err = chiedi(tenuta); err != nil {
		return Riga{}, false, errors.Join(err, t.Lascia(ctx))
	}
	return r, false, t.Tieni(ctx, r)
}

// chiedi asks the registers, and gives the outcome to be written; an error means that there is none yet.
func (s *Service) chiedi(ctx context.Context, m bus.Message, verbale uuid.UUID, v VeicoloVerbale, lavoro event.LavoroTarga) (Riga, error) {
	esito, err := s.indaga(ctx, verbale, v, lavoro.Motivo, m.Deliveries > ripetutaDopo)
	if err != nil {
		if senzaTraccia := s.annota(ctx, m, lavoro, err); senzaTraccia != nil {
			return Riga{}, senzaTraccia // and the message comes again
		}
		var finito bool
		if esito, finito = s.senzaRisposta(m, err); !finito {
			return Riga{}, err
		}
		esito.Rete = rete(esterno.As(err))
	}
	return s.riga(verbale, v, esito), nil
}

// turno lets one delivery of a message work at a time: the second finds what the first wrote, and asks
// nobody.
func (s *Service) turno(ctx context.Context, m bus.Message) (libera func(), err error) {
	chiave, mio := tenant.Name(ctx)+" "+m.ID, make(chan struct{})
	for {
		altro, occupato := s.inCorso.LoadOrStore(chiave, mio)
		if !occupato {
			return func() { s.inCorso.Delete(chiave); close(mio) }, nil
		}
		select {
		case <-altro.(chan struct{}): //nolint:forcetypeassert // nothing else enters the map
		case <-ctx.Done():
			return nil, fmt.Errorf("indagine: %w", ctx.Err())
		}
	}
}

// annota keeps in the audit a question that left and brought no outcome: each answer that cannot be
// used, and of a network that is silent the first time only, since the message asks until it speaks.
func (s *Service) annota(ctx context.Context, m bus.Message, lavoro event.LavoroTarga, causa error) error {
	e := esterno.As(causa)
	via := errors.Is(causa, esterno.ErrUnavailable)
	spento := errors.Is(causa, registro.ErrNonConfigurato)
	if e == nil || e.Attempts == 0 && !spento || via && m.Deliveries > 1 {
		return nil
	}
	esito := string(verbale.IndagineRispostaNonUtilizzabile)
	switch {
	case spento:
		esito = nonConfigurato
	case via:
		esito = nonDisponibile
	case errors.Is(causa, registro.ErrAltroGiorno):
		return nil // an outcome, whose line is that of Scrivi
	case errors.Is(causa, esterno.ErrRefused):
		esito = string(verbale.IndagineRichiestaRifiutata)
	}
	return s.Store.Annota(ctx, lavoro.IDVerbale, lavoro.Motivo, esito)
}

// senzaRisposta is the outcome of a question to which no better answer will come; false while one may.
func (s *Service) senzaRisposta(m bus.Message, causa error) (Giudizio, bool) {
	e := esterno.As(causa)
	switch {
	case e == nil:
	case errors.Is(causa, esterno.ErrInvalidAnswer) && m.Deliveries >= s.Consegne:
		return arresa(verbale.IndagineRispostaNonUtilizzabile, "Il registro dei veicoli ha risposto più volte in un modo che non si può usare", e.Detail), true
	case errors.Is(causa, registro.ErrAltroGiorno):
		return anomala(verbale.IndagineAltroGiorno, "Il registro dà gli intestatari di oggi e non quelli del giorno della violazione ("+e.Detail+
			"): individuare chi lo era quel giorno per altra via, per esempio con l'estratto cronologico del PRA (art. 201 c. 1 CdS)."), true
	case errors.Is(causa, esterno.ErrRefused):
		return arresa(verbale.IndagineRichiestaRifiutata, "Il registro dei veicoli ha rifiutato la domanda", cmp.Or(e.Code, e.Detail)), true
	}
	return Giudizio{}, false
}

// indaga gives the outcome; an error means that there is none yet.
func (s *Service) indaga(ctx context.Context, verbale uuid.UUID, v VeicoloVerbale, motivo string, ripetuta bool) (Giudizio, error) {
	if !targa.Italia(v.Nazione) {
		return estera(v.Nazione, "la targa è di un altro Stato"), nil
	}
	giorno := calendario.Da(v.Violazione)
	risposta, err := s.Registro.Veicolo(ctx, registro.Domanda{
		Targa: v.Targa, Data: giorno, Richiedente: tenant.Name(ctx), Motivo: motivo, InCoda: true, Ripetuta: ripetuta, Verbale: verbale,
	})
	if err != nil {
		return senzaVeicolo(err)
	}
	return Giudica(risposta, s.Tabelle.Comuni()), nil
}

// rete is the register that an error comes from, without the command whose connection it is.
func rete(e *esterno.Error) string {
	sistema, _, _ := strings.Cut(e.System, "/")
	return cmp.Or(sistema, Rete)
}

// senzaVeicolo tells what the register knows from what went wrong on the way.
func senzaVeicolo(err error) (Giudizio, error) {
	e := esterno.As(err)
	if e == nil {
		return Giudizio{}, fmt.Errorf("indagine: %w", err)
	}
	switch {
	case errors.Is(err, registro.ErrNonConfigurato):
		return Giudizio{}, problem.NonDisponibile(nonConfigurato, "Il comando non ha un registro dei veicoli collegato ("+e.Detail+").").With(err)
	case errors.Is(err, esterno.ErrUnavailable):
		return Giudizio{}, problem.NonDisponibile(nonDisponibile, "Il registro dei veicoli non risponde.").With(err)
	case errors.Is(err, registro.ErrTargaEstera):
		var nazione string
		if t, ok := errors.AsType[*registro.TargaEstera](err); ok {
			nazione = t.Nazione
		}
		g := estera(nazione, "il registro nazionale la dà per immatricolata in un altro Stato")
		g.Rete = rete(e)
		return g, nil
	case errors.Is(err, esterno.ErrNotFound):
		g := sconosciuta(e.Code)
		g.Rete = rete(e)
		return g, nil
	case errors.Is(err, esterno.ErrRefused) && e.Code == string(verbale.IndagineTargaNonValida):
		g := anomala(verbale.IndagineTargaNonValida, "La targa non ha la forma di una targa italiana. Verificare la lettura.")
		if e.Attempts == 0 {
			g.Rete = "" // it never left
		}
		return g, nil
	}
	return Giudizio{}, fmt.Errorf("indagine: %w", err)
}
