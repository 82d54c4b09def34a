package verbale

import (
	"slices"
	"strings"
)

// Avvertenza names what holds a fine when it comes in: whatever the policy of the command, a person looks before it is
// validated. What the fine itself says of it follows the name (LeggiAvvertenza).
type Avvertenza string

// The warnings that hold a fine. The first six are the rules of shared/legge/riscontro.
const (
	AvvertenzaMinorenne             Avvertenza = "MINORENNE"
	AvvertenzaCodiceFiscale         Avvertenza = "CODICE_FISCALE_DISCORDE"
	AvvertenzaIndirizzo             Avvertenza = "INDIRIZZO_DISCORDE"
	AvvertenzaNonStampabile         Avvertenza = "NON_STAMPABILE"
	AvvertenzaDispositivoMancante   Avvertenza = "DISPOSITIVO_MANCANTE"
	AvvertenzaDispositivoIncompleto Avvertenza = "DISPOSITIVO_INCOMPLETO"
	AvvertenzaTaratura              Avvertenza = "TARATURA_SCADUTA"
	AvvertenzaDoppione              Avvertenza = "POSSIBILE_DOPPIONE"
	AvvertenzaRigaDaScegliere       Avvertenza = "VIOLAZIONE_DA_SCEGLIERE"
	AvvertenzaRigaDubbia            Avvertenza = "RIGA_DUBBIA"
	AvvertenzaTariffa               Avvertenza = "TARIFFA_MANCANTE"
	AvvertenzaTabella               Avvertenza = "TABELLA_DA_CONFERMARE"
	AvvertenzaSospensioneBreve      Avvertenza = "SOSPENSIONE_BREVE"
	AvvertenzaRecidiva              Avvertenza = "RECIDIVA_PROPOSTA"
	AvvertenzaConcorso              Avvertenza = "CONCORSO_PROPOSTO"
	AvvertenzaClasse                Avvertenza = "CLASSE_DISCORDE"
)

// voceAvvertenza says of a warning its name and what the office can do. The citizen reads neither.
type voceAvvertenza struct {
	valore           Avvertenza
	ufficio, rimedio string
}

func avvertenze() []voceAvvertenza {
	const dispositivo = "Indicare i dati del dispositivo che sono agli atti (tipo, matricola, approvazione, taratura): se sono in regola poi si valida; se non ci sono il verbale si scarta."
	return []voceAvvertenza{
		{AvvertenzaMinorenne, "Destinatario minorenne", "Il verbale non si valida verso un minorenne: chiudere la sua posizione, aprire quella di chi era tenuto alla sorveglianza, poi validare."},
		{AvvertenzaCodiceFiscale, "Codice fiscale discorde", "Stabilire di chi si tratta (anagrafe). Se i dati sono comunque i suoi si valida; altrimenti chiudere la sua posizione e aprirla con i dati giusti, poi validare."},
		{AvvertenzaIndirizzo, "Indirizzo discorde", "Stabilire dove risiede o ha sede (anagrafe, registro delle imprese). Se l'indirizzo va bene così si valida; altrimenti chiudere la posizione e aprirla con l'indirizzo giusto, poi validare."},
		{AvvertenzaNonStampabile, "Destinatario che non si può stampare", "Scrivere il nome e l'indirizzo in lettere latine, come sul documento o in anagrafe: chiudere la posizione e aprirla con i dati giusti, poi validare. Con questi dati l'atto non si stampa."},
		{AvvertenzaDispositivoMancante, "Manca il dispositivo", dispositivo},
		{AvvertenzaDispositivoIncompleto, "Dispositivo incompleto", dispositivo + " La velocità rilevata e il limite, se mancano, si indicano insieme: senza non si valida."},
		{AvvertenzaTaratura, "Taratura scaduta", "Cercare il certificato di taratura in vigore quel giorno. Se c'è si indicano i dati del dispositivo e poi si valida; se non c'è l'accertamento non regge e il verbale si scarta."},
		{AvvertenzaDoppione, AnomaliaDoppione.Parola(), AnomaliaDoppione.Rimedio()},
		{AvvertenzaRigaDaScegliere, "Violazione da scegliere", "Scegliere la riga della tabella fra quelle possibili, poi validare."},
		{AvvertenzaRigaDubbia, "Riga dubbia della tabella", "Leggere il dubbio e confrontarlo con la legge in vigore quel giorno: se gli importi sono giusti si valida."},
		{AvvertenzaTariffa, "Manca la tariffa", "La tariffa evasa si aggiunge alla sanzione: il verbale si scarta, e chi lo ha inserito lo manda di nuovo con la tariffa; se non è dovuta si valida."},
		{AvvertenzaTabella, "Tabella da confermare", "Gli importi non sono certi per il giorno della violazione: si valida quando la tabella di quel giorno è confermata."},
		{AvvertenzaSospensioneBreve, "Sospensione breve", "Stabilire se con la sospensione breve della patente (art. 218-ter CdS) la riduzione del 30 % spetta, poi validare."},
		{AvvertenzaRecidiva, "Recidiva proposta", "Leggere i precedenti: se la recidiva c'è si sceglie la sua riga, altrimenti si valida così."},
		{AvvertenzaConcorso, "Concorso proposto", "Leggere gli altri verbali dello stesso veicolo: se le violazioni concorrono si decide quale somma chiedere, altrimenti si valida così."},
		{AvvertenzaClasse, "Classe del veicolo discorde", "Stabilire che veicolo era: se la classe dichiarata è giusta si corregge la targa scartando il verbale e inserendolo di nuovo; se è sbagliata si inserisce di nuovo con quella giusta, perché la classe sceglie la riga e la somma; se tutte e due sono giuste (una targa prestata, un carrello) si valida."},
	}
}

// Avvertenze lists the warnings that hold a fine.
func Avvertenze() []Avvertenza {
	var tutte []Avvertenza
	for _, v := range avvertenze() {
		tutte = append(tutte, v.valore)
	}
	return tutte
}

// AvvertenzeDelDispositivo are those that the data of the device settle, once a person gives them: the law has then nothing
// against them.
func AvvertenzeDelDispositivo() []Avvertenza {
	return []Avvertenza{AvvertenzaDispositivoMancante, AvvertenzaDispositivoIncompleto, AvvertenzaTaratura}
}

// Trattiene reports a warning that holds the fine.
func (a Avvertenza) Trattiene() bool { return slices.Contains(Avvertenze(), a) }

// DiPersona reports a warning that tells of a person something that not every reader of the fine may know.
func (a Avvertenza) DiPersona() bool {
	return slices.Contains([]Avvertenza{AvvertenzaMinorenne, AvvertenzaCodiceFiscale, AvvertenzaIndirizzo, AvvertenzaNonStampabile, AvvertenzaRecidiva}, a)
}

// Parola is the name that the office reads.
func (a Avvertenza) Parola() string { return a.voce().ufficio }

// Rimedio says what the office can do.
func (a Avvertenza) Rimedio() string { return a.voce().rimedio }

func (a Avvertenza) voce() voceAvvertenza {
	for _, v := range avvertenze() {
		if v.valore == a {
			return v
		}
	}
	return voceAvvertenza{valore: a, ufficio: Leggibile(string(a)), rimedio: controllare}
}

// ScriviAvvertenza writes a warning as the fine keeps it: its name and what it says.
func ScriviAvvertenza(a Avvertenza, testo string) string { return string(a) + separaAvvertenza + testo }

// LeggiAvvertenza parts a warning into its name and what it says.
func LeggiAvvertenza(scritta string) (Avvertenza, string) {
	nome, testo, _ := strings.Cut(scritta, separaAvvertenza)
	return Avvertenza(nome), testo
}

// SenzaPersone are written warnings without those that tell of a person.
func SenzaPersone(avvertenze []string) []string {
	return slices.DeleteFunc(slices.Clone(avvertenze), func(scritta string) bool {
		a, _ := LeggiAvvertenza(scritta)
		return a.DiPersona()
	})
}

const separaAvvertenza = ": "
