package calcolo

import (
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// paginaVelocita is the page of a measured speed.
type paginaVelocita struct {
	*modulo
	Esito       *sanzione.EsitoVelocita
	Spiegazione []cds.Passo
	Avvertenze  []string
	Versione    string
}

// calcolaVelocita reads the form and asks the law.
func calcolaVelocita(m *modulo, t *sanzione.Tabella, oggi calendario.Giorno) (paginaVelocita, error) {
	p := paginaVelocita{modulo: m, Versione: t.Versione()}
	if m.vuoto() {
		m.proponi("giorno", oggi.String())
		return p, nil
	}
	r := sanzione.RichiestaVelocita{RilevataDecimi: p.decimi("rilevata"), Limite: p.intero("limite"), Data: p.giornoDovuto("giorno"),
		Neopatentato: p.spunta("neopatentato"), Recidiva: p.spunta("recidiva")}
	if p.spunta("pesante") {
		r.Classe = sanzione.Pesante
	}
	var ora cds.EsitoNotturna
	if istante, nota := p.istante("ora", r.Data); nota {
		ora = cds.Notturna(istante)
		r.Notturna = ora.Notturna
	}
	if !m.buono() {
		return p, nil
	}
	e, err := t.Velocita(r)
	if err != nil {
		return p, m.rifiuta(err, map[string]string{"data": "giorno"})
	}
	p.Esito = &e
	p.Spiegazione, p.Avvertenze = slices.Concat(ora.Spiegazione, e.Spiegazione), slices.Concat(ora.Avvertenze, e.Avvertenze)
	return p, nil
}

// significato says the paragraph, or that the limit was kept.
func (p paginaVelocita) significato() string {
	if p.Esito.Comma == "" {
		return "Il limite è rispettato: nessuna violazione"
	}
	return "Oltre il limite di " + chilometri(p.Esito.EccessoDecimi) + ": art. 142 c. " + p.Esito.Comma
}

// quantoSiPaga is the address of the amount of this violation, on the same day and at the same time.
func (p paginaVelocita) quantoSiPaga() templ.SafeURL {
	valori := url.Values{"violazione": {p.Esito.Codice}, "giorno": {p.valore("giorno")}, "ora": {p.valore("ora")}, "pagamento": {p.valore("giorno")}}
	return templ.SafeURL(indirizzoImporto + "?" + valori.Encode())
}
