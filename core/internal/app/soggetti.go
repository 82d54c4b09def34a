package app

import "time"

// accessoEntro is the time of one answer of the realm.
const accessoEntro = 10 * time.Second

// soggetti is every subject of core.
func (a *App) soggetti() error {
	return a.Bus.Rispondi("accesso", accessoEntro, a.realm.Domanda)
}
