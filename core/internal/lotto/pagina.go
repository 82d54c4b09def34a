package lotto

import (
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/reparto"
)

// paginaElenco is what the list shows; Avvia says that the role may start lots.
type paginaElenco struct {
	Avvia, Inizio bool
	Aperti, Lotti []Lotto
	Altri         string
}

func (p paginaElenco) successiva() templ.SafeURL {
	return templ.SafeURL(indirizzo + "?" + url.Values{"cursore": {p.Altri}}.Encode())
}

func (l Lotto) indirizzo() string { return indirizzo + "/" + l.ID.String() }

// paginaLotto is what the page of a lot shows: Stato narrows its items.
type paginaLotto struct {
	Lotto   Lotto
	Avvia   bool
	Inizio  bool
	Fatto   string
	Rifiuto pagine.Rifiuto
	Stato   string
	Cursore string
	Voci    []Voce
	Altre   string
	Primo   *Lotto // whose failures this one tries again
}

// qui is the address of the page with the items that it shows now, from a cursor on.
func (p paginaLotto) qui(cursore string) string {
	q := url.Values{}
	if p.Stato != "" {
		q.Set("stato", p.Stato)
	}
	if cursore != "" {
		q.Set("cursore", cursore)
	}
	if len(q) == 0 {
		return p.Lotto.indirizzo()
	}
	return p.Lotto.indirizzo() + "?" + q.Encode()
}

// rilettura has the page follow the lot as long as something may happen to it: its counts come by the stream, and
// the rest is read again when the stream says another state, and now and then.
func (p paginaLotto) rilettura() templ.Attributes {
	if !p.Lotto.Seguito() {
		return templ.Attributes{}
	}
	return templ.Attributes{"data-eventi": p.Lotto.indirizzo() + "/eventi", "data-stato": string(p.Lotto.Stato),
		"hx-get": p.qui(p.Cursore), "hx-trigger": "avanza, every 30s", "hx-select": "#lotto", "hx-target": "this", "hx-swap": "outerMorph"}
}

// scelteStato are the states of the items, for the filter.
func scelteStato() []pagine.Opzione {
	return append([]pagine.Opzione{{Nome: "Tutte"}}, pagine.OpzioniDette(verbale.StatiVoce(), verbale.StatoVoce.Parola)...)
}

// modulo is the form of a new lot.
type modulo struct {
	Tipo, Da, A, Reparto string
	Procedura            []string
	Reparti              []reparto.Reparto
	Rifiuto              pagine.Rifiuto
	Vista                *event.AnteprimaLotto // what such a lot would be; nil: nobody has asked
}

// impronta names the choice that a preview is of.
func (m modulo) impronta() string {
	return strings.Join(append([]string{m.Tipo, m.Da, m.A, m.Reparto}, m.Procedura...), " ")
}

// domanda is the choice as elaborazione is asked for it.
func (m modulo) domanda() event.DomandaNuovoLotto {
	return event.DomandaNuovoLotto{Tipo: m.Tipo, Filtro: event.FiltroLotto{Procedura: m.Procedura, Reparto: m.Reparto, Da: m.Da, A: m.A}}
}

// spedisce reports that the acts of a lot of this kind leave: it has a preview.
func (m modulo) spedisce() bool {
	return m.Tipo == string(verbale.LottoPostale) || m.Tipo == string(verbale.LottoSend)
}

// costo says in words what the acts that leave would cost.
func costo(a event.AnteprimaLotto) string {
	if !a.Costo.Noto {
		return "non si conosce: lo sa chi porta le buste"
	}
	return "da " + importo.Cent(a.Costo.DaCent).Euro() + ", se tutti hanno un domicilio digitale, a " + importo.Cent(a.Costo.ACent).Euro() +
		", se tutti hanno una lettera; prima dell'IVA. Di lettere SEND ne spedisce una o due."
}

func tipi() []pagine.Opzione {
	return []pagine.Opzione{{Valore: string(verbale.LottoPostale), Nome: "Posta: gli atti sono affidati a chi li spedisce"}, {Valore: string(verbale.LottoSend), Nome: "SEND: la piattaforma manda gli atti, a un domicilio digitale o su carta"},
		{Valore: string(verbale.LottoPdf), Nome: "Stampa: gli atti in un solo pacchetto"},
		{Valore: string(verbale.LottoRettifica), Nome: "Rettifiche: le comunicazioni da consegnare a chi ha ricevuto l'atto"},
		{Valore: string(verbale.LottoVisura), Nome: "Visure: le targhe da chiedere per file alla Motorizzazione"}}
}

// procedure are the states from which a fine may enter a lot.
func procedure() []pagine.Opzione {
	return pagine.OpzioniDette([]verbale.Procedura{verbale.Validato, verbale.IntestatarioChiesto, verbale.IntestatarioIncerto,
		verbale.IntestatarioNoto, verbale.ConAtto, verbale.InNotifica}, verbale.Procedura.Parola)
}

func (m modulo) reparti() []pagine.Opzione {
	scelte := []pagine.Opzione{{Nome: "Tutti"}}
	for _, r := range m.Reparti {
		scelte = append(scelte, pagine.Opzione{Valore: r.Codice, Nome: r.Codice + " " + r.Descrizione})
	}
	return pagine.ConPresente(scelte, m.Reparto)
}

// controlla refuses what elaborazione need not be asked for.
func (m modulo) controlla(confermato bool) error {
	var campi []problem.Campo
	se := func(guasto bool, campo, messaggio string) {
		if guasto {
			campi = append(campi, problem.Campo{Campo: campo, Messaggio: messaggio})
		}
	}
	se(!slices.ContainsFunc(tipi(), func(o pagine.Opzione) bool { return o.Valore == m.Tipo }), "tipo", "scegliere posta, SEND, stampa, rettifiche o visure")
	da, errDa := calendario.Parse(m.Da)
	a, errA := calendario.Parse(m.A)
	se(m.Da != "" && errDa != nil, "da", "non è un giorno")
	se(m.A != "" && errA != nil, "a", "non è un giorno")
	se(errDa == nil && errA == nil && a.Before(da), "a", "viene prima del giorno iniziale")
	se(!confermato, "conferma", "confermare di aver controllato la scelta")
	if len(campi) > 0 {
		return problem.NonValido(campi...)
	}
	return nil
}

// senzaPrefisso names the fields as the form does: elaborazione has them within its filter.
func senzaPrefisso(r pagine.Rifiuto) pagine.Rifiuto {
	nomi := map[string]string{"filtro.da": "da", "filtro.a": "a", "filtro.reparto": "reparto"}
	r.Guasti = slices.Clone(r.Guasti)
	for i, g := range r.Guasti {
		if nome, nota := nomi[g.Campo]; nota {
			r.Guasti[i].Campo = nome
		}
	}
	return r
}
