package calcolo

import (
	"net/url"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// tutteDallaNotifica asks for every deadline of a service at once.
const tutteDallaNotifica cds.TipoScadenza = "TUTTE"

// paginaScadenza is the page of a deadline, or of all those of a service.
type paginaScadenza struct {
	*modulo
	Decorrenza calendario.Giorno
	Esito      *cds.EsitoScadenza
	Tutte      []cds.EsitoScadenza
}

// calcolaScadenza reads the form and asks the law.
func calcolaScadenza(m *modulo, oggi calendario.Giorno) (*paginaScadenza, error) {
	p := &paginaScadenza{modulo: m}
	if m.vuoto() {
		m.proponi("tipo", string(tutteDallaNotifica))
		m.proponi("decorrenza", oggi.String())
		return p, nil
	}
	r := p.leggi()
	if !m.buono() {
		return p, nil
	}
	campi := map[string]string{"termineGiorni": "termine"}
	if r.Tipo != tutteDallaNotifica {
		e, err := cds.Scadenza(r)
		if err != nil {
			return p, m.rifiuta(err, campi)
		}
		p.Esito = &e
		return p, nil
	}
	for _, tipo := range dallaNotifica() {
		e, err := cds.Scadenza(cds.RichiestaScadenza{Tipo: tipo, Decorrenza: r.Decorrenza})
		if err != nil {
			return p, m.rifiuta(err, campi)
		}
		p.Tutte = append(p.Tutte, e)
	}
	return p, nil
}

// leggi reads the form; what cannot be is noted.
func (p *paginaScadenza) leggi() cds.RichiestaScadenza {
	r := cds.RichiestaScadenza{Tipo: cds.TipoScadenza(p.testo("tipo")), Decorrenza: p.giornoDovuto("decorrenza"),
		Ritiro: p.giorno("ritiro"), Accesso: p.giorno("accesso"), TermineGiorni: p.intero("termine")}
	if istante, nota := p.istante("ora", r.Decorrenza); nota {
		r.DopoLe21 = cds.DopoLe21(istante)
	}
	p.Decorrenza = r.Decorrenza
	return r
}

// particolare is whether a field that few deadlines need holds something.
func (p *paginaScadenza) particolare() bool {
	for _, nome := range []string{"ora", "ritiro", "accesso", "termine"} {
		if p.valore(nome) != "" {
			return true
		}
	}
	return false
}

// solo is the address of one deadline of the same day.
func (p *paginaScadenza) solo(t cds.TipoScadenza) templ.SafeURL { return scadenzaDal(t, p.Decorrenza) }

// dallaNotificazione is the address of every deadline of a service.
func dallaNotificazione(g calendario.Giorno) templ.SafeURL { return scadenzaDal(tutteDallaNotifica, g) }

func scadenzaDal(t cds.TipoScadenza, g calendario.Giorno) templ.SafeURL {
	return templ.SafeURL(indirizzoScadenza + "?" + url.Values{"tipo": {string(t)}, "decorrenza": {g.String()}}.Encode())
}
