package verbale

import (
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// The ways in which an operator names who answers.
const (
	daCandidato = "candidato" // somebody on the papers of the vehicle
	daPersona   = "persona"
	daSocieta   = "societa"
)

// intestazioni are the ways to say who answers at the position that waits for its person (art. 196 CdS).
func intestazioni() []Azione {
	di := func(chi, bottone, spiegazione string) Azione {
		return Azione{Tipo: eventoTrovato, Chi: chi, Bottone: bottone, Spiegazione: spiegazione, Campo: "motivo", Etichetta: "Motivo", Massimo: perMotivo,
			Conferma: "Ho verificato: l'atto sarà intestato e notificato a chi è indicato qui", permesso: auth.PermessoVerbaleDecidi,
			procedure: []string{"INTESTATARIO_RICHIESTO", "INTESTATARIO_ANOMALO", "ATTO_GENERATO", "IN_NOTIFICA", "NON_NOTIFICABILE"}, seAnche: (*Verbale).manca}
	}
	candidato := di(daCandidato, "Notifica a chi è scelto", "Perché risponde questa persona e non un'altra.")
	candidato.seAnche = func(v *Verbale) bool { return v.manca() && v.sceglibili() }
	return []Azione{
		candidato,
		di(daPersona, "Indica a mano una persona", "Da dove si sa che risponde: un documento, una comunicazione, un accertamento."),
		di(daSocieta, "Indica a mano una società o un ente", "Da dove si sa che risponde: un documento, una visura, una comunicazione."),
	}
}

func intestazione(chi string) (Azione, bool) {
	i := slices.IndexFunc(intestazioni(), func(x Azione) bool { return x.Chi == chi })
	if i < 0 {
		return Azione{}, false
	}
	return intestazioni()[i], true
}

// sceglibili reports that the answer of the registry names somebody who may be chosen.
func (v *Verbale) sceglibili() bool {
	return v.Indagine != nil && !v.Indagine.Superata && slices.ContainsFunc(v.Indagine.Candidati, Candidato.sceglibile)
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
		{daPersona, "cognome", pagine.Campo{Etichetta: "Cognome", Massimo: 120, Obbligatorio: true}},
		{daPersona, "nome", pagine.Campo{Etichetta: "Nome", Massimo: 120, Obbligatorio: true}},
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

func leggiIntestatario(valore func(string) string) intestatario {
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
	if x.Chi == daCandidato {
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

// guida says of an answer of the registry what happened and what may be done.
type guida struct{ Successo, Rimedio string }

// guidaDi explains the words of vpn (vpn/README.md, outcomes of a look-up).
func (x *Indagine) guidaDi() guida {
	const rilettura = "Controllare la fotografia e la lettura della targa. Se la targa è sbagliata il verbale si scarta, e chi lo ha inserito lo manda di nuovo con quella giusta. " +
		"Se è giusta, e chi risponde è noto da altra fonte, lo si indica a mano."
	guide := map[string]guida{
		"NON_PRESENTE":      {"Il registro nazionale dei veicoli non conosce questa targa.", rilettura},
		"NON_IMMATRICOLATO": {"Il giorno della violazione nessun veicolo aveva questa targa.", rilettura + " Controllare anche la data della violazione."},
		"TARGA_NON_VALIDA":  {"La targa non ha la forma di una targa italiana.", rilettura},
		"CESSATO": {"Quel giorno il veicolo non era più in circolazione per il registro: demolito, esportato o radiato.",
			rilettura + " Se invece il veicolo circolava, risponde chi ne aveva la disponibilità."},
		"TARGA_ESTERA": {"La targa è di un altro Stato: il registro italiano non ne conosce il proprietario.",
			"Chiedere l'intestatario all'autorità dello Stato della targa e indicarlo a mano, con l'indirizzo all'estero. Se non si può sapere, il verbale si chiude con il motivo."},
		"COMPROPRIETARI": {"Il veicolo ha più proprietari, obbligati in solido (art. 196 c. 1 CdS).",
			"Scegliere a chi notificare: pagando uno, il debito è chiuso per tutti."},
		"PIU_IN_VECE": {"Più soggetti rispondono al posto del proprietario: locatari, usufruttuari o acquirenti (art. 196 c. 1 CdS).",
			"Scegliere a chi notificare. Il proprietario qui non risponde."},
		"RUBATO": {"Il giorno della violazione il veicolo risultava rubato.",
			"Controllare la denuncia di furto: se la circolazione è avvenuta contro la sua volontà il proprietario non risponde (art. 196 c. 1 CdS) e il verbale si chiude. Altrimenti lo si sceglie qui sotto."},
		"DECEDUTO_PRIMA": {"L'intestatario era già morto il giorno della violazione: i documenti del veicolo non erano aggiornati.",
			"Stabilire di chi era il veicolo quel giorno (un erede, un acquirente) e indicarlo a mano. L'obbligo è suo, non del defunto. Se non si può sapere, il verbale si chiude con il motivo."},
		"DECEDUTO_DOPO": {"L'intestatario è morto il giorno della violazione o dopo.",
			"L'obbligo non passa agli eredi (art. 199 CdS, art. 7 L. 689/1981): controllato il decesso, il verbale si chiude per decesso. Se guidava un altro, noto, il verbale prosegue verso di lui."},
		"DATI_DISCORDI": {"Il codice fiscale che l'archivio dà all'intestatario non corrisponde ai suoi dati: sulla busta e sull'avviso di pagamento risulterebbero due persone diverse.",
			"Stabilire di chi si tratta (anagrafe, registro delle imprese) e indicarlo a mano, oppure sceglierlo qui sotto se i dati sono comunque i suoi."},
		"INDIRIZZO_DISCORDE": {"L'indirizzo che l'archivio dà all'intestatario si contraddice: la nazione non esiste, o il comune non è quello del suo codice ISTAT.",
			"Stabilire dove risiede o ha sede (anagrafe, registro delle imprese) e indicarlo a mano con l'indirizzo giusto, oppure sceglierlo qui sotto se l'indirizzo va bene così."},
		"RISPOSTA_NON_UTILIZZABILE": {"L'archivio ha risposto più volte in un modo che non si può leggere.",
			"Chiedere di nuovo l'intestatario più tardi. Se non basta avvisare l'assistenza, o indicarlo a mano se è noto da altra fonte."},
		"RICHIESTA_RIFIUTATA": {"L'archivio ha rifiutato la domanda: il dato non si conosce.",
			"Leggere il motivo: di solito è l'abilitazione del comando. Poi chiedere di nuovo l'intestatario, o indicarlo a mano se è noto da altra fonte."},
		"MINORENNE": {"L'intestatario era minorenne il giorno della violazione: non è assoggettabile a sanzione (art. 2 L. 689/1981).",
			"Stabilire chi ne aveva la sorveglianza e indicarlo a mano."},
	}
	if g, nota := guide[x.Codice]; nota {
		return g
	}
	return guida{"L'archivio dei veicoli non ha dato un intestatario a cui notificare.",
		"Leggere che cosa ha risposto, chiedere di nuovo l'intestatario o indicarlo a mano. Se non si può sapere, il verbale si chiude con il motivo."}
}

// parolaTitolo names the right that somebody has on a vehicle.
func parolaTitolo(titolo string) string {
	return parola(map[string]string{"ACQUIRENTE": "Acquirente con riserva di proprietà"}, titolo)
}

// perche says why a candidate may not be chosen; empty: they may.
func (c Candidato) perche() string {
	switch {
	case !c.Decesso.IsZero():
		return "Deceduto il " + c.Decesso.Italiano() + ": non gli si può notificare."
	case !c.Risponde:
		return "Per il suo titolo non risponde: risponde chi aveva il veicolo al suo posto (art. 196 c. 1 CdS)."
	}
	return ""
}

// periodo is since when, and until when, somebody has their title.
func (c Candidato) periodo() string {
	switch {
	case c.Dal.IsZero() && c.Al.IsZero():
		return ""
	case c.Al.IsZero():
		return "dal " + c.Dal.Italiano()
	}
	return "dal " + c.Dal.Italiano() + " al " + c.Al.Italiano()
}
