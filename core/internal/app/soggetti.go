package app

import "time"

// accessoEntro is the time of one answer of the realm.
const accessoEntro = 10 * time.Second

// soggetti is every subject of core.
func (a *App) soggetti() error {
	if err := a.Bus.SeguiPiattaforma(a.tabelle.Aggiorna); err != nil { // fatti.piattaforma.>
		return err
	}
	if err := a.Bus.AscoltaPiattaforma("operatore", a.flussi.Sveglia); err != nil {
		return err
	}
	return a.Bus.Rispondi("accesso", accessoEntro, a.realm.Domanda)
}
