package verbale

import "slices"

// CodiceIndagine is the stable word for why a look-up of the owner ended so (vpn/README.md).
type CodiceIndagine string

// The words of an owner who was found: by which right somebody alone answers (art. 196 c. 1 CdS).
const (
	IndagineUnicoProprietario CodiceIndagine = "UNICO_PROPRIETARIO"
	IndagineLocatario         CodiceIndagine = "LOCATARIO"
	IndagineUsufruttuario     CodiceIndagine = "USUFRUTTUARIO"
	IndagineAcquirente        CodiceIndagine = "ACQUIRENTE"
)

// The words of an answer from which a person has to decide.
const (
	IndagineComproprietari          CodiceIndagine = "COMPROPRIETARI"
	IndaginePiuInVece               CodiceIndagine = "PIU_IN_VECE" // several instead of the owner
	IndagineRubato                  CodiceIndagine = "RUBATO"
	IndagineCessato                 CodiceIndagine = "CESSATO"
	IndagineDecedutoPrima           CodiceIndagine = "DECEDUTO_PRIMA" // dead before the day of the violation
	IndagineDecedutoDopo            CodiceIndagine = "DECEDUTO_DOPO"  // on that day or after it
	IndagineMinorenne               CodiceIndagine = "MINORENNE"
	IndagineDatiDiscordi            CodiceIndagine = "DATI_DISCORDI"      // the tax code is not that of the person beside it
	IndagineIndirizzoDiscorde       CodiceIndagine = "INDIRIZZO_DISCORDE" // a country that is none, or CAP, comune and province of different places
	IndagineAltroGiorno             CodiceIndagine = "ALTRO_GIORNO"       // the register knows the holders of today, not those of that day
	IndagineTargaEstera             CodiceIndagine = "TARGA_ESTERA"
	IndagineTargaNonValida          CodiceIndagine = "TARGA_NON_VALIDA"
	IndagineRispostaNonUtilizzabile CodiceIndagine = "RISPOSTA_NON_UTILIZZABILE" // the register answered nonsense to the last
	IndagineRichiestaRifiutata      CodiceIndagine = "RICHIESTA_RIFIUTATA"       // the register does not want to answer
)

// The words of a vehicle that the register does not know, which are the register's own.
const (
	IndagineNonPresente      CodiceIndagine = "NON_PRESENTE"
	IndagineNonImmatricolato CodiceIndagine = "NON_IMMATRICOLATO"
)

// voceIndagine tells the office what the register answered and what may be done. The citizen reads neither.
type voceIndagine struct {
	valore            CodiceIndagine
	successo, rimedio string
}

func indagini() []voceIndagine {
	const rilettura = "Controllare la fotografia e la lettura della targa. Se la targa è sbagliata il verbale si scarta, e chi lo ha inserito lo manda di nuovo con quella giusta. " +
		"Se è giusta, e chi risponde è noto da altra fonte, lo si indica a mano."
	return []voceIndagine{
		{IndagineNonPresente, "Il registro nazionale dei veicoli non conosce questa targa.", rilettura},
		{IndagineNonImmatricolato, "Il giorno della violazione nessun veicolo aveva questa targa.", rilettura + " Controllare anche la data della violazione."},
		{IndagineTargaNonValida, "La targa non ha la forma di una targa italiana.", rilettura},
		{IndagineCessato, "Quel giorno il veicolo non era più in circolazione per il registro: demolito, esportato o radiato.", rilettura + " Se invece il veicolo circolava, risponde chi ne aveva la disponibilità."},
		{IndagineTargaEstera, "La targa è di un altro Stato: il registro italiano non ne conosce il proprietario.", "Chiedere l'intestatario all'autorità dello Stato della targa e indicarlo a mano, con l'indirizzo all'estero. Se non si può sapere, il verbale si chiude con il motivo."},
		{IndagineComproprietari, "Il veicolo ha più proprietari, obbligati in solido (art. 196 c. 1 CdS).", "Scegliere a chi notificare: pagando uno, il debito è chiuso per tutti."},
		{IndaginePiuInVece, "Più soggetti rispondono al posto del proprietario: locatari, usufruttuari o acquirenti (art. 196 c. 1 CdS).", "Scegliere a chi notificare. Il proprietario qui non risponde."},
		{IndagineRubato, "Il giorno della violazione il veicolo risultava rubato.", "Controllare la denuncia di furto: se la circolazione è avvenuta contro la sua volontà il proprietario non risponde (art. 196 c. 1 CdS) e il verbale si chiude. Altrimenti lo si sceglie qui sotto."},
		{IndagineDecedutoPrima, "L'intestatario era già morto il giorno della violazione: i documenti del veicolo non erano aggiornati.", "Stabilire di chi era il veicolo quel giorno (un erede, un acquirente) e indicarlo a mano. L'obbligo è suo, non del defunto. Se non si può sapere, il verbale si chiude con il motivo."},
		{IndagineDecedutoDopo, "L'intestatario è morto il giorno della violazione o dopo.", "L'obbligo non passa agli eredi (art. 199 CdS, art. 7 L. 689/1981): controllato il decesso, il verbale si chiude per decesso. Se guidava un altro, noto, il verbale prosegue verso di lui."},
		{IndagineDatiDiscordi, "Il codice fiscale che l'archivio dà all'intestatario non corrisponde ai suoi dati: sulla busta e sull'avviso di pagamento risulterebbero due persone diverse.", "Stabilire di chi si tratta (anagrafe, registro delle imprese) e indicarlo a mano, oppure sceglierlo qui sotto se i dati sono comunque i suoi."},
		{IndagineIndirizzoDiscorde, "L'indirizzo che l'archivio dà all'intestatario si contraddice: la nazione non esiste, o CAP, comune e provincia non sono di uno stesso luogo.", "Stabilire dove risiede o ha sede (anagrafe, registro delle imprese) e indicarlo a mano con l'indirizzo giusto, oppure sceglierlo qui sotto se l'indirizzo va bene così."},
		{IndagineAltroGiorno, "L'archivio dà gli intestatari di oggi: il veicolo ha cambiato intestatario dopo la violazione, o non si sa da quando lo hanno.", "Non si notifica a chi lo possiede oggi. Chiedere al PRA chi lo era quel giorno (estratto cronologico) e indicarlo a mano, oppure collegare un registro che lo sappia e chiedere di nuovo l'intestatario."},
		{IndagineRispostaNonUtilizzabile, "L'archivio ha risposto più volte in un modo che non si può leggere.", "Chiedere di nuovo l'intestatario più tardi. Se non basta avvisare l'assistenza, o indicarlo a mano se è noto da altra fonte."},
		{IndagineRichiestaRifiutata, "L'archivio ha rifiutato la domanda: il dato non si conosce.", "Leggere il motivo: di solito è l'abilitazione del comando. Poi chiedere di nuovo l'intestatario, o indicarlo a mano se è noto da altra fonte."},
		{IndagineMinorenne, "L'intestatario era minorenne il giorno della violazione: non è assoggettabile a sanzione (art. 2 L. 689/1981).", "Stabilire chi ne aveva la sorveglianza e indicarlo a mano."},
	}
}

// Successo tells the office what happened, of an answer from which a person has to decide.
func (c CodiceIndagine) Successo() string { return c.voce().successo }

// Rimedio says what the office can do.
func (c CodiceIndagine) Rimedio() string { return c.voce().rimedio }

func (c CodiceIndagine) voce() voceIndagine {
	if i := slices.IndexFunc(indagini(), func(v voceIndagine) bool { return v.valore == c }); i >= 0 {
		return indagini()[i]
	}
	return voceIndagine{c, "L'archivio dei veicoli non ha dato un intestatario a cui notificare.",
		"Leggere che cosa ha risposto, chiedere di nuovo l'intestatario o indicarlo a mano. Se non si può sapere, il verbale si chiude con il motivo."}
}
