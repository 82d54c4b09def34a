// Package indagine finds out who answers for the vehicle of a fine on the day of the violation, and
// hands it over as a fact.
package indagine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
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

	// Posti are the questions at once, whatever chunk they are of; nil: as many as there are messages.
	Posti chan struct{}

	inCorso sync.Map // tenant and message at work, to a channel closed at its end
}

// annota keeps in the audit a question that left and brought no outcome: each answer that cannot be
// used, and of a network that is silent the first time only, since the message asks until it speaks.
func annota(l *lavoro, causa error) []db.Access {
	e := esterno.As(causa)
	via := errors.Is(causa, esterno.ErrUnavailable)
	spento := errors.Is(causa, registro.ErrNonConfigurato)
	if e == nil || e.Attempts == 0 && !spento || via && l.m.Deliveries > 1 {
		return nil
	}
	esito := string(verbale.IndagineRispostaNonUtilizzabile)
	switch {
	case spento:
		esito = nonConfigurato
	case via:
		esito = nonDisponibile
	case errors.Is(causa, registro.ErrAltroGiorno):
		return nil // an outcome, whose line is its own
	case errors.Is(causa, esterno.ErrRefused):
		esito = string(verbale.IndagineRichiestaRifiutata)
	}
	return []db.Access{accesso(l.verbale.String(), l.motivo, esito)}
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
func (s *Service) indaga(ctx context.Context, l *lavoro, v VeicoloVerbale, annota func(libro.Riga)) (Giudizio, error) {
	if !targa.Italia(v.Nazione) {
		return estera(v.Nazione, "la targa è di un altro Stato"), nil
	}
	giorno := calendario.Da(v.Violazione)
	risposta, err := s.Registro.Veicolo(ctx, registro.Domanda{
		Targa: v.Targa, Data: giorno, Richiedente: tenant.Name(ctx), Motivo: l.motivo, InCoda: true, Ripetuta: l.m.Deliveries > ripetutaDopo,
		Verbale: l.verbale, Annota: annota,
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
