package piano

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/send"
)

const titolo = "Che cosa aspetta"

// paginaElenco is what the page of what waits shows. Persone, Lotti and Decide say what the role may read and do.
type paginaElenco struct {
	Filtro  filtro
	Gruppi  []Gruppo
	Voci    []Voce
	Invii   map[uuid.UUID]send.Invio // the last by SEND, by position
	Altri   posto
	Oggi    calendario.Giorno
	Persone bool
	Lotti   bool
	Decide  bool
}

// faccia is a choice that narrows the list, with how many rows it leaves.
type faccia struct {
	Nome, Indirizzo string
	Quanti          int
	Scelta          bool
}

// perAttesa are the choices of what is waited for, within the way and proposal that were chosen.
func (p paginaElenco) perAttesa() (facce []faccia) {
	quanti, tutti := map[verbale.AttesaNotifica]int{}, 0
	for _, g := range p.Gruppi {
		if (p.Filtro.Via == nil || *p.Filtro.Via == g.Via) && (p.Filtro.Proposta == "" || p.Filtro.Proposta == g.Proposta) {
			quanti[g.Aspetta] += g.Quanti
			tutti += g.Quanti
		}
	}
	facce = append(facce, faccia{"Tutto", p.Filtro.conAspetta("").indirizzo(), tutti, p.Filtro.Aspetta == ""})
	for _, a := range verbale.AtteseNotifica() {
		if quanti[a] > 0 || a == p.Filtro.Aspetta {
			facce = append(facce, faccia{a.Parola(), p.Filtro.conAspetta(a).indirizzo(), quanti[a], a == p.Filtro.Aspetta})
		}
	}
	return facce
}

// perVia are the choices of the way, within what is waited for and the proposal that were chosen.
func (p paginaElenco) perVia() (facce []faccia) {
	quanti, tutti := map[cds.Canale]int{}, 0
	for _, g := range p.Gruppi {
		if (p.Filtro.Aspetta == "" || p.Filtro.Aspetta == g.Aspetta) && (p.Filtro.Proposta == "" || p.Filtro.Proposta == g.Proposta) {
			quanti[g.Via] += g.Quanti
			tutti += g.Quanti
		}
	}
	facce = append(facce, faccia{"Tutte", p.Filtro.conVia(nil).indirizzo(), tutti, p.Filtro.Via == nil})
	for _, via := range slices.Concat(verbale.CanaliDiInvio(), []cds.Canale{""}) {
		scelta := p.Filtro.Via != nil && *p.Filtro.Via == via
		if quanti[via] > 0 || scelta {
			facce = append(facce, faccia{parolaVia(via), p.Filtro.conVia(&via).indirizzo(), quanti[via], scelta})
		}
	}
	return facce
}

// detto says what the address has narrowed beside the choices; empty: nothing.
func (p paginaElenco) detto() string {
	switch {
	case p.Filtro.Domicilio:
		return "Solo gli atti che una persona manda a un domicilio digitale."
	case !p.Filtro.Entro.IsZero():
		return "Solo ciò che non è partito e va mandato entro " + p.Filtro.Entro.Detto("il") + "."
	case p.Filtro.Proposta != "":
		return "Solo ciò che si propone di mandare per un'altra via: " + verbale.ParolaCanale(p.Filtro.Proposta) + "."
	}
	return ""
}

// successiva is the address of the next page; empty: there is none.
func (p paginaElenco) successiva() string {
	if p.Altri.Posizione == uuid.Nil {
		return ""
	}
	f := p.Filtro
	f.Dopo = p.Altri
	return f.indirizzo()
}

// inizio is the address of the first page.
func (p paginaElenco) inizio() string {
	f := p.Filtro
	f.Dopo = posto{}
	return f.indirizzo()
}

// perche says why a row waits, as far as the role may read it.
func (p paginaElenco) perche(v Voce) string {
	if v.Perche == "" {
		return "con questo ruolo il motivo non si vede"
	}
	return v.Perche
}

// giorni says for how long a row has waited.
func giorni(dal, oggi calendario.Giorno) string {
	return "da " + pagine.Quante(max(oggi.DiffDays(dal), 0), "giorno", "giorni")
}

// proposti sums what is proposed for the post.
func proposti(gruppi []Gruppo) (tutti Gruppo) {
	for _, g := range gruppi {
		if g.Proposta != verbale.CanalePosta {
			continue
		}
		tutti.Quanti += g.Quanti
		if tutti.Primo.IsZero() || !g.Primo.IsZero() && g.Primo.Before(tutti.Primo) {
			tutti.Primo = g.Primo
		}
	}
	return tutti
}
