package azione

import (
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
	"github.com/piattaforma-verbali/verbali/core/internal/verbale/fascicolo"
)

// The ways in which an operator names who answers.
const (
	DaCandidato = "candidato" // somebody on the papers of the vehicle
	daPersona   = "persona"
	daSocieta   = "societa"
)

// Intestazioni are the ways to say who answers at the position that waits for its person (art. 196 CdS).
func Intestazioni() []Azione {
	di := func(chi, bottone, spiegazione string) Azione {
		return Azione{Tipo: verbale.EventoIntestatarioTrovato, Chi: chi, Bottone: bottone, Spiegazione: spiegazione,
			Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo,
			Conferma: "Ho verificato: l'atto sarà intestato e notificato a chi è indicato qui", Permesso: auth.PermessoVerbaleDecidi}
	}
	candidato := di(DaCandidato, "Notifica a chi è scelto", "Perché risponde questa persona e non un'altra.")
	candidato.adatta = (*fascicolo.Verbale).Sceglibili
	return []Azione{
		candidato,
		di(daPersona, "Indica a mano una persona", "Da dove si sa che risponde: un documento, una comunicazione, un accertamento."),
		di(daSocieta, "Indica a mano una società o un ente", "Da dove si sa che risponde: un documento, una visura, una comunicazione."),
	}
}

func intestazione(chi string) (Azione, bool) {
	i := slices.IndexFunc(Intestazioni(), func(x Azione) bool { return x.Chi == chi })
	if i < 0 {
		return Azione{}, false
	}
	return Intestazioni()[i], true
}

// intestatario is who answers, as the form says it. Candidato is the place in the answer, -1 when none was
// ticked; Campi are the fields of a person or a company, by their name in the form.
type intestatario struct {
	Chi       string
	Indagine  uuid.UUID
	Candidato int
	Campi     map[string]string
}

// campoDi is a field of the form of a person or a company. Parte is where elaborazione has it.
type campoDi struct {
	parte, nome string
	pagine.Campo
}

// campi are the fields of a person or a company, in the order of the page.
func campi(chi string) []campoDi {
	proprio := []campoDi{
		{daPersona, "cognome", pagine.Campo{Etichetta: "Cognome", Massimo: 120, Aiuto: "Vuoto per chi ha solo il nome."}},
		{daPersona, "nome", pagine.Campo{Etichetta: "Nome", Massimo: 120, Aiuto: "Vuoto per chi ha solo il cognome."}},
		{daPersona, "codiceFiscale", pagine.Campo{Etichetta: "Codice fiscale", Massimo: 16}},
		{daPersona, "dataNascita", pagine.Campo{Etichetta: "Data di nascita", Tipo: "date"}},
		{daPersona, "luogoNascita", pagine.Campo{Etichetta: "Luogo di nascita", Massimo: 120}},
	}
	if chi == daSocieta {
		proprio = []campoDi{
			{daSocieta, "denominazione", pagine.Campo{Etichetta: "Denominazione", Obbligatorio: true}},
			{daSocieta, "codiceFiscale", pagine.Campo{Etichetta: "Codice fiscale", Massimo: 16}},
			{daSocieta, "partitaIva", pagine.Campo{Etichetta: "Partita IVA", Massimo: 16}},
		}
	}
	const indirizzo = "indirizzo"
	tutti := slices.Concat(proprio, []campoDi{
		{indirizzo, "via", pagine.Campo{Etichetta: "Via o piazza", Obbligatorio: true}},
		{indirizzo, "civico", pagine.Campo{Etichetta: "Numero civico", Massimo: 20}},
		{indirizzo, "cap", pagine.Campo{Etichetta: "CAP", Massimo: 12}},
		{indirizzo, "comune", pagine.Campo{Etichetta: "Comune", Massimo: 120, Obbligatorio: true}},
		{indirizzo, "provincia", pagine.Campo{Etichetta: "Provincia", Massimo: 2, Aiuto: "La sigla: BO."}},
		{indirizzo, "nazione", pagine.Campo{Etichetta: "Nazione", Massimo: 2, Aiuto: "La sigla di due lettere; vuota: Italia."}},
	})
	for i := range tutti {
		tutti[i].Nome = chi + "." + tutti[i].nome
	}
	return tutti
}

// LeggiIntestatario reads who answers from a form.
func LeggiIntestatario(valore func(string) string) intestatario {
	x := intestatario{Chi: valore("chi"), Candidato: -1, Campi: map[string]string{}}
	x.Indagine, _ = uuid.Parse(valore("indagine"))
	if n, err := strconv.Atoi(valore("candidato")); err == nil && n >= 0 {
		x.Candidato = n
	}
	if x.Chi == daPersona || x.Chi == daSocieta {
		for _, c := range campi(x.Chi) {
			x.Campi[c.Nome] = strings.TrimSpace(valore(c.Nome))
		}
	}
	return x
}

// dati are the person as elaborazione reads one.
func (x intestatario) dati() map[string]any {
	if x.Chi == DaCandidato {
		return map[string]any{"indagine": x.Indagine.String(), "candidato": x.Candidato}
	}
	parti := map[string]any{}
	for _, c := range campi(x.Chi) {
		valore := x.Campi[c.Nome]
		if valore == "" && c.nome != "cognome" && c.nome != "denominazione" {
			continue
		}
		parte, _ := parti[c.parte].(map[string]string)
		if parte == nil {
			parte = map[string]string{}
			parti[c.parte] = parte
		}
		parte[c.nome] = valore
	}
	return map[string]any{"persona": parti}
}

// parolaTitolo names the right that somebody has on a vehicle.
func parolaTitolo(titolo string) string {
	if titolo == string(verbale.IndagineAcquirente) {
		return "Acquirente con riserva di proprietà"
	}
	return verbale.Leggibile(titolo)
}
