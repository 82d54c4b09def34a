package piano

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

const (
	indirizzoSimula = Indirizzo + "/simula"
	titoloSimula    = "Prova altri canali"
)

// traCanali stands between channels in an address.
const traCanali = "-"

// ordini are the channels that may be tried, in order.
func ordini() []pagine.Opzione {
	send, posta := string(verbale.LottoSend), string(verbale.LottoPostale)
	return []pagine.Opzione{{Valore: send + traCanali + posta, Nome: "SEND, poi posta"}, {Valore: posta + traCanali + send, Nome: "Posta, poi SEND"},
		{Valore: send, Nome: "Solo SEND"}, {Valore: posta, Nome: "Solo posta"}}
}

// paginaSimula is what the simulation shows. Risposta is nil before it is asked. Qui is its address, Torna and Da where the reader came from.
type paginaSimula struct {
	Qui, Torna, Da string
	Canali, Mese   string
	Oggi           calendario.Giorno
	Rifiuto        pagine.Rifiuto
	Risposta       *event.RispostaSimulazione
}

// mesi are the last twelve whole months, the latest first.
func (p paginaSimula) mesi() (tutti []pagine.Opzione) {
	questo := primoDelMese(p.Oggi)
	for i := range mesiMostrati {
		m := questo.AddMonths(-i - 1).String()[:len("2006-01")]
		tutti = append(tutti, pagine.Opzione{Valore: m, Nome: mese(m)})
	}
	return tutti
}

// domanda is what elaborazione is asked; 400 names the field whose value the form has not.
func (p paginaSimula) domanda() (event.DomandaSimulazione, error) {
	ha := func(tutti []pagine.Opzione, valore string) bool {
		return slices.ContainsFunc(tutti, func(o pagine.Opzione) bool { return o.Valore == valore })
	}
	switch {
	case !ha(ordini(), p.Canali):
		return event.DomandaSimulazione{}, problem.CampoNonValido("canali", "non è una voce di questo elenco")
	case !ha(p.mesi(), p.Mese):
		return event.DomandaSimulazione{}, problem.CampoNonValido("mese", "è uno degli ultimi dodici mesi")
	}
	return event.DomandaSimulazione{Canali: strings.Split(p.Canali, traCanali), Mese: p.Mese}, nil
}

// ordine is the chosen order in words.
func (p paginaSimula) ordine() string {
	for _, o := range ordini() {
		if o.Valore == p.Canali {
			return o.Nome
		}
	}
	return ""
}

// daSoli is how many would leave by themselves.
func (p paginaSimula) daSoli() (n int) {
	for _, v := range p.Risposta.Vie {
		n += v.Quanti
	}
	return n
}

func viaDi(v event.ViaSimulata) cds.Canale { return cds.Canale(v.Via) }

// costoDi is what a way would cost.
func costoDi(v event.ViaSimulata) string {
	da, a := importo.Cent(v.CostoDaCent), importo.Cent(v.CostoACent)
	switch {
	case v.Quanti == 0:
		return "nulla"
	case da == 0 && a == 0:
		return "non noto"
	case da == a:
		return da.Euro()
	}
	return "da " + da.Euro() + " a " + a.Euro()
}

// giorniDi is how long a way takes, of the acts that were served by it.
func giorniDi(v event.ViaSimulata) string {
	if v.Giorni == 0 {
		return "non noti"
	}
	return pagine.Quante(v.Giorni, "giorno", "giorni")
}
