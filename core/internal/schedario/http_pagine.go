package schedario

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/sessione"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// Pagine answers the pages of a noun.
type Pagine[T any] struct {
	Dichiarazione[T]
	Sessione sessione.HTTP
}

func (d Dichiarazione[T]) indirizzo() string { return pagine.Base + d.Percorso }

// Elenco serves GET of the list. Whoever may only read is not offered to add an entry.
func (p Pagine[T]) Elenco(c echo.Context, s sessione.Sessione) error {
	f, lette, err := p.elenca(c)
	if err != nil {
		return err
	}
	e := pagine.Elenco{
		Titolo: p.TitoloElenco, Indirizzo: p.indirizzo(), Cerca: f.Cerca, Cursore: lette.Cursore,
		Colonne: p.Colonne, Vuoto: len(lette.Elementi) == 0, Fatto: pagine.Fatto(c.QueryParam("fatto")),
	}
	if s.Puo(p.Scrive) {
		e.Nuovo = p.TitoloNuova
	}
	righe := make([]rigaElenco, len(lette.Elementi))
	for i, v := range lette.Elementi {
		righe[i] = rigaElenco{p.indirizzo() + "/" + *p.Testa(&v).Chiave, p.Celle(v)}
	}
	return p.Sessione.Scrivi(c, e.Titolo, elenco(e, righe))
}

// FormNuova serves GET of the form of a new entry.
func (p Pagine[T]) FormNuova(c echo.Context, _ sessione.Sessione) error {
	v := p.Iniziale
	p.assegna(c.Request().Context(), &v)
	return p.mostra(c, v, Modulo{Nuova: true})
}

// Apri serves GET of an entry.
func (p Pagine[T]) Apri(c echo.Context, _ sessione.Sessione) error {
	v, err := p.trova(c)
	if err != nil {
		return err
	}
	return p.mostra(c, v, Modulo{Fatto: pagine.Fatto(c.QueryParam("fatto"))})
}

// Crea serves POST of the form of a new entry.
func (p Pagine[T]) Crea(c echo.Context, _ sessione.Sessione) error {
	v := p.letta(c, p.Iniziale, true)
	creata, esito, err := p.Usi.Crea(voce.Con(c.Request().Context(), c.RealIP()), v)
	if err != nil {
		return p.rifiuta(c, v, Modulo{Nuova: true}, err)
	}
	indirizzo := p.indirizzo()
	if p.ApreLaNuova {
		indirizzo += "/" + *p.Testa(&creata).Chiave
	}
	return c.Redirect(http.StatusSeeOther, indirizzo+"?fatto="+esito.Codice())
}

// Modifica serves POST of the form of an entry.
func (p Pagine[T]) Modifica(c echo.Context, _ sessione.Sessione) error {
	var vuota T
	v := p.letta(c, vuota, false)
	*p.Testa(&v).Chiave, *p.Testa(&v).Versione = c.Param(p.Parametro), pagine.VersioneLetta(c)
	if _, err := p.Usi.Modifica(voce.Con(c.Request().Context(), c.RealIP()), v); err != nil {
		return p.rifiuta(c, v, Modulo{}, err)
	}
	return c.Redirect(http.StatusSeeOther, p.indirizzo()+"?fatto=cambiato")
}

// Elimina serves POST of the form that takes an entry away.
func (p Pagine[T]) Elimina(c echo.Context, _ sessione.Sessione) error {
	ctx := voce.Con(c.Request().Context(), c.RealIP())
	t, _ := tenant.From(ctx)
	err := p.Usi.Elimina(ctx, t.Nome, c.Param(p.Parametro))
	if err == nil {
		return c.Redirect(http.StatusSeeOther, p.indirizzo()+"?fatto=eliminato")
	}
	v, letta := p.Usi.Trova(ctx, t.Nome, c.Param(p.Parametro))
	if letta != nil {
		return letta
	}
	return p.rifiuta(c, v, Modulo{}, err)
}

// letta is the entry that a form was sent with.
func (p Pagine[T]) letta(c echo.Context, v T, nuova bool) T {
	for _, campo := range p.Campi {
		switch {
		case !campo.Quando.vale(nuova):
		case campo.Molti != nil:
			_ = c.FormValue(campo.Nome) // reads the form
			*campo.Molti(&v) = c.Request().Form[campo.Nome]
		default:
			*campo.Di(&v) = c.FormValue(campo.Nome)
		}
	}
	p.assegna(c.Request().Context(), &v)
	return v
}

// rifiuta shows the form again with the texts typed and their faults.
func (p Pagine[T]) rifiuta(c echo.Context, v T, m Modulo, err error) error {
	rifiuto, suo := pagine.Rifiutato(err)
	if !suo {
		return err
	}
	if m.Rifiuto = rifiuto; p.Rileggi != nil && !m.Nuova {
		if v, err = p.Rileggi(c.Request().Context(), v); err != nil {
			return err
		}
	}
	return p.mostra(c, v, m)
}

func (p Pagine[T]) mostra(c echo.Context, v T, m Modulo) (err error) {
	m.Titolo, m.Indirizzo, m.Azione, m.Elimina = p.TitoloNuova, p.indirizzo(), p.indirizzo(), p.Usi.Elimina != nil
	if t := p.Testa(&v); !m.Nuova {
		m.Titolo, m.Azione = p.Titolo(v), m.Azione+"/"+*t.Chiave
		if t.Versione != nil {
			m.Versione = *t.Versione
		}
	}
	if m.Campi, err = p.campi(c.Request().Context(), v, m); err != nil {
		return err
	}
	contenuto := Scheda(m)
	if p.Scheda != nil {
		contenuto = p.Scheda(v, m)
	}
	return p.Sessione.Pagine.Scrivi(c, m.Rifiuto.Codice(), p.Sessione.Cornice(c, m.Titolo), contenuto)
}

// campi are the fields of a form as they are drawn: a choice that cannot be changed is shown in its words.
func (p Pagine[T]) campi(ctx context.Context, v T, m Modulo) (campi []CampoModulo, err error) {
	for _, campo := range p.Campi {
		if !campo.Quando.vale(m.Nuova) {
			continue
		}
		x := CampoModulo{Campo: campo.Campo}
		x.Guasto = m.Rifiuto.Guasti.Di(campo.Nome)
		if campo.Molti != nil {
			x.Molti, x.Scelti = true, *campo.Molti(&v)
		} else {
			x.Valore = *campo.Di(&v)
		}
		if campo.Scelte != nil {
			if x.Scelte, err = campo.Scelte(ctx, v); err != nil {
				return nil, err
			}
		}
		campi = append(campi, x.fermo())
	}
	return campi, nil
}
