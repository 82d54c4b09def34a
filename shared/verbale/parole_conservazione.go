package verbale

import "slices"

// ClasseConservazione is a kind of data that a command keeps for a time of its own.
type ClasseConservazione string

// The kinds. A fine is over when nobody may ask anything of anybody any more (verbali_v1.conservabile): the term of the
// first four, and of the photographs, runs from its last event.
const (
	ConservaPagato     ClasseConservazione = "VERBALE_PAGATO"
	ConservaAnnullato  ClasseConservazione = "VERBALE_ANNULLATO"
	ConservaPrescritto ClasseConservazione = "VERBALE_PRESCRITTO"
	ConservaScartato   ClasseConservazione = "VERBALE_SCARTATO"
	ConservaFoto       ClasseConservazione = "FOTO"
	ConservaPacchetti  ClasseConservazione = "PACCHETTI"
	ConservaEsiti      ClasseConservazione = "ESITI_POSTALI"
	ConservaIndagini   ClasseConservazione = "INDAGINI"
	ConservaAnonime    ClasseConservazione = "CONSULTAZIONI_ANONIME"
	ConservaDomande    ClasseConservazione = "INTERROGAZIONI"
	ConservaMorti      ClasseConservazione = "LAVORI_MORTI"
	ConservaRettifiche ClasseConservazione = "RETTIFICHE"
	ConservaLetture    ClasseConservazione = "LETTURE"
	ConservaRegistro   ClasseConservazione = "REGISTRO"
	nonConfermato                          = " (dalla memoria, non confermato: decide il piano di conservazione del comando)"
	cinqueAnni                             = "art. 209 CdS e art. 28 L. 689/1981, cinque anni" + nonConfermato
	dalleNecessita                         = "art. 5 c. 1 lett. e GDPR: non oltre ciò che serve" + nonConfermato
	pianoDelComando                        = "piano di conservazione del comando"
)

// Conservazione describes a kind of data: its words, whose data they are, from when the term runs, and the term that the
// law suggests to the proposer, which is never a default. Months below MinimoMesi are refused: the platform itself needs the data so long.
type Conservazione struct {
	Classe                    ClasseConservazione
	Nome, Riguarda, Dal       string
	Moduli                    []string // which delete their own
	SuggeritiMesi, MinimoMesi int      // 0: none
	Fonte                     string
}

const (
	moduloElaborazione = "elaborazione"
	dallUltimoEvento   = "dall'ultimo evento del verbale"
	personeEDocumenti  = "le persone, la targa, i documenti e ciò che è stato scritto a parole; restano somme, date, stati e violazioni"
)

// Conservazioni are the kinds, in the order in which a person is shown them.
func Conservazioni() []Conservazione {
	e := []string{moduloElaborazione}
	return []Conservazione{
		{ConservaPagato, "Verbali pagati", personeEDocumenti, dallUltimoEvento, e, 60, 24, cinqueAnni},
		{ConservaAnnullato, "Verbali annullati, archiviati o sgravati", personeEDocumenti, dallUltimoEvento, e, 60, 12, cinqueAnni},
		{ConservaPrescritto, "Verbali estinti o prescritti", personeEDocumenti, dallUltimoEvento, e, 60, 12, cinqueAnni},
		{ConservaScartato, "Verbali scartati", personeEDocumenti, dallUltimoEvento, e, 12, 1, dalleNecessita},
		{ConservaFoto, "Fotografie dei verbali conclusi", "le immagini allegate, prima del resto", dallUltimoEvento, e, 0, 1, dalleNecessita},
		{ConservaPacchetti, "Pacchetti per la stampa", "i file dei lotti: gli atti restano nei verbali", "dalla fine del lotto", e, 12, 1, dalleNecessita},
		{ConservaEsiti, "Esiti della posta", "i file caricati e le loro righe: le notifiche restano nei verbali", "dalla fine della lavorazione", e, 60, 12, cinqueAnni},
		{ConservaIndagini, "Visure dei veicoli", "le risposte del registro sui verbali conclusi", "dal giorno della risposta", []string{"vpn"}, 24, 1, dalleNecessita},
		{ConservaAnonime, "Consultazioni anonime", "le righe di chi ha cercato un verbale senza farsi conoscere", "dal giorno della consultazione",
			[]string{"connessione"}, 12, 1, dalleNecessita},
		{ConservaDomande, "Interrogazioni di anagrafe e domicili", "le risposte di ANPR e INAD e gli elenchi, dei verbali conclusi o senza verbale; chi ha chiesto resta nel registro",
			"dal giorno della risposta", []string{"connessione"}, 24, 1, dalleNecessita},
		{ConservaLetture, "Letture ottiche", "ciò che si è letto di targhe, ricevute e bollettini; la ricevuta confermata resta nel verbale", "dal giorno della lettura",
			[]string{"ocr"}, 12, 1, dalleNecessita},
		{ConservaMorti, "Lavori morti", "ciò che i messaggi dicevano", "dal giorno in cui il lavoro si è fermato", []string{"core"}, 12, 1, pianoDelComando},
		{ConservaRettifiche, "Richieste di rettifica decise", "chi ha chiesto e che cosa", "dalla decisione", []string{"core"}, 60, 12, pianoDelComando},
		{ConservaRegistro, "Registri degli accessi", "le righe di chi ha fatto e letto che cosa, in ogni modulo", "dal giorno della riga",
			[]string{"core", moduloElaborazione, "connessione", "vpn", "tenantapi", "mobile", "ocr"}, 24, 6, "misure di sicurezza del comando" + nonConfermato},
	}
}

// ConservazioneDi finds a kind; false for an unknown word.
func ConservazioneDi(c ClasseConservazione) (Conservazione, bool) {
	i := slices.IndexFunc(Conservazioni(), func(x Conservazione) bool { return x.Classe == c })
	if i < 0 {
		return Conservazione{}, false
	}
	return Conservazioni()[i], true
}

// ConservateDa are the kinds that a module deletes.
func ConservateDa(modulo string) (tutte []string) {
	for _, c := range Conservazioni() {
		if slices.Contains(c.Moduli, modulo) {
			tutte = append(tutte, string(c.Classe))
		}
	}
	return tutte
}

// Cancellato stands wherever a person's data were erased.
const Cancellato = "[CANCELLATO]"

// FileCancellato is the hash of a document whose file was erased: no file has it.
const FileCancellato = "0000000000000000000000000000000000000000000000000000000000000000"
