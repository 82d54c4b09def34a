package app

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/bus"

	"github.com/piattaforma-verbali/verbali/core/internal/morto"
)

// accessoEntro is the time of one answer of the realm.
const accessoEntro = 10 * time.Second

// mortiTentativi is how often a dead letter is tried: it is only written down, nothing but a long outage stops it.
const mortiTentativi = 1000

// soggetti is every subject of core.
func (a *App) soggetti() error {
	a.Consumatori.Avvia(bus.Consumo{Durevole: morto.Durevole, Tentativi: mortiTentativi, Gestisci: a.morti().Ricevi}) // morti.>
	if err := a.Bus.SeguiPiattaforma(a.tabelle.Aggiorna); err != nil {                                                // fatti.piattaforma.>
		return err
	}
	if err := a.Bus.AscoltaPiattaforma("operatore", a.flussi.Sveglia); err != nil {
		return err
	}
	return a.Bus.Rispondi("accesso", accessoEntro, a.realm.Domanda)
}

// morti is the work that failed for good, of every tenant apart.
func (a *App) morti() morto.Servizio {
	return morto.Servizio{Store: morto.Store{Piscine: a.Piscine}, Riaccoda: a.Bus.Riaccoda, Adesso: time.Now}
}
