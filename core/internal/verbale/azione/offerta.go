package azione

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// Offerta is what elaborazione says may happen to the fine now, for the operator; Muta: it has not answered.
type Offerta struct {
	event.RispostaAzioni

	Muta bool
}

// azione finds an admitted event.
func (o Offerta) azione(tipo verbale.TipoEvento) (event.AzioneAmmessa, bool) {
	i := slices.IndexFunc(o.Ammesse, func(a event.AzioneAmmessa) bool { return a.Tipo == string(tipo) })
	if i < 0 {
		return event.AzioneAmmessa{}, false
	}
	return o.Ammesse[i], true
}

// campo finds a field of an admitted event.
func (o Offerta) campo(tipo verbale.TipoEvento, nome string) (event.CampoAzione, bool) {
	a, _ := o.azione(tipo)
	i := slices.IndexFunc(a.Campi, func(c event.CampoAzione) bool { return c.Nome == nome })
	if i < 0 {
		return event.CampoAzione{}, false
	}
	return a.Campi[i], true
}

// con reports that an event is admitted with this value of a field.
func (o Offerta) con(tipo verbale.TipoEvento, nome string, valore uuid.UUID) bool {
	c, _ := o.campo(tipo, nome)
	return slices.Contains(c.Valori, valore.String())
}

// generiche are the admitted events for which the page has no form of its own.
func (o Offerta) generiche(proprie []Azione) (tutte []Azione) {
	for _, a := range o.Ammesse {
		tipo := verbale.TipoEvento(a.Tipo)
		if tipo == verbale.EventoAnomaliaRisolta || tipo == verbale.EventoIntestatarioTrovato ||
			slices.ContainsFunc(proprie, func(x Azione) bool { return x.Tipo == tipo }) {
			continue
		}
		tutte = append(tutte, generica(a))
	}
	return tutte
}

// generica is the form of an event as its fields tell it.
func generica(a event.AzioneAmmessa) Azione {
	return Azione{Tipo: verbale.TipoEvento(a.Tipo), Bottone: a.Parole, Spiegazione: "Resta nella storia del verbale.", Campo: "motivo", Etichetta: "Motivo",
		Massimo: perMotivo, Permesso: auth.PermessoVerbaleAnnota, generica: true,
		campi: func(v *fascicolo.Verbale, _ Offerta) []Campo {
			var campi []Campo
			for _, c := range a.Campi {
				campi = append(campi, comeModulo(v, c)...)
			}
			return conNomi(verbale.TipoEvento(a.Tipo), campi...)
		}}
}

// comeModulo is a field of the form for a field of the request: several for a person, none for what the page does not
// ask.
func comeModulo(v *fascicolo.Verbale, c event.CampoAzione) []Campo {
	x := Campo{Campo: pagine.Campo{Etichetta: etichettaCampo(c.Nome), Aiuto: verbale.AiutoCampo(c.Nome), Obbligatorio: c.Obbligatorio,
		Massimo: perNota}, Dove: c.Nome, tipo: c.Tipo}
	switch c.Tipo {
	case event.CampoPersona:
		return personaIn(c)
	case event.CampoIdentificativo, event.CampoRicorso:
		return nil
	case event.CampoTesto:
		if c.Nome == "motivo" {
			return nil
		}
	case event.CampoIntero:
		return comeNumero(v, c, x)
	case event.CampoData, event.CampoIstante:
		if x.Tipo = "date"; c.Obbligatorio {
			x.Aiuto = ""
		}
	case event.CampoImporto:
	case event.CampoSiNo:
		x.opzioni = []pagine.Opzione{{Nome: "No"}, {Valore: "si", Nome: "Sì"}}
	case event.CampoCodiceViolazione:
		x.righe = RighePossibili(v, c.Valori)
	default:
		x.opzioni = []pagine.Opzione{{Nome: "Scegliere"}}
		for _, valore := range c.Valori {
			x.opzioni = append(x.opzioni, pagine.Opzione{Valore: valore, Nome: nomeValore(v, c, valore)})
		}
	}
	return []Campo{x}
}

// comeNumero is a field for a number: which violation is chosen by what it says, and is not asked of a fine with one alone.
func comeNumero(v *fascicolo.Verbale, c event.CampoAzione, x Campo) []Campo {
	switch {
	case c.Nome == "dati.candidato" || c.Nome == campoOrdine && len(v.Violazioni) < 2:
		return nil
	case c.Nome == campoOrdine:
		x.opzioni = []pagine.Opzione{{Nome: "Quella a cui la riga si applica"}}
		for i, y := range v.Violazioni {
			x.opzioni = append(x.opzioni, pagine.Opzione{Valore: strconv.Itoa(i + 1), Nome: strconv.Itoa(i+1) + ": " + fascicolo.Norma(y)})
		}
		x.Aiuto = ""
	default:
		x.Tipo = "number"
	}
	return []Campo{x}
}

// campoOrdine is the field that names one of several violations, from 1.
const campoOrdine = "dati.ordine"

// personaIn are the fields of a person, at their place in the request.
func personaIn(c event.CampoAzione) (tutti []Campo) {
	for _, di := range campi(daPersona) {
		x := Campo{Campo: di.Campo, Dove: c.Nome + "." + di.parte + "." + di.nome, tipo: event.CampoTesto}
		x.Obbligatorio = di.Obbligatorio && c.Obbligatorio
		tutti = append(tutti, x)
	}
	return tutti
}

// nomeValore is what a person reads for a value of a choice.
func nomeValore(v *fascicolo.Verbale, c event.CampoAzione, valore string) string {
	switch c.Tipo {
	case event.CampoPosizione, event.CampoAnomalia, event.CampoInvio, event.CampoPagamento:
		id, _ := uuid.Parse(valore)
		return cmp.Or(nomeDi(v, id), valore)
	}
	return verbale.ParolaScelta(c.Nome, valore)
}

// nomeDi is what a person reads for something that the fine has; empty for what it has not. An anomaly of a position has
// its id: a choice of positions comes first.
func nomeDi(v *fascicolo.Verbale, id uuid.UUID) string {
	nomi := map[uuid.UUID]string{}
	for _, a := range v.Anomalie {
		nomi[a.ID] = a.Tipo.Parola()
	}
	for _, n := range v.Notifiche {
		nomi[n.ID] = verbale.ParolaCanale(n.Canale) + ", " + n.Avviata.Italiano()
	}
	for _, p := range v.Pagamenti {
		nomi[p.ID] = p.Data.Italiano() + ", " + p.ImportoCent.Euro()
	}
	for _, p := range v.Posizioni {
		nomi[p.ID] = nomePosizione(p)
	}
	return nomi[id]
}

// etichettaCampo is the label of a field of a request; an unknown field of a newer elaborazione keeps its name.
func etichettaCampo(nome string) string {
	return cmp.Or(verbale.ParolaCampo(nome), pagine.NomeCampo(nome))
}
