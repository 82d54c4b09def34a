package verbale

// RegistroVisura is what the registers of the State are asked about the person of a position.
type RegistroVisura string

// The questions: where a person lives (ANPR), and where a person or a company has a digital domicile (INAD, INI-PEC, IPA).
const (
	VisuraResidenza RegistroVisura = "RESIDENZA"
	VisuraDomicilio RegistroVisura = "DOMICILIO_DIGITALE"
)

// CodiceQuota is why a question waits that a register would answer tomorrow: today's are finished.
const CodiceQuota = "QUOTA_ESAURITA"

// AttesaVeicoli stands beside the questions about persons where all that waits for a register is listed: who answers for a plate.
const AttesaVeicoli = "VEICOLI"

// RegistriVisura lists them in the order in which they are asked.
func RegistriVisura() []RegistroVisura { return []RegistroVisura{VisuraResidenza, VisuraDomicilio} }

// Parola is the name that the office reads.
func (r RegistroVisura) Parola() string {
	switch r {
	case VisuraResidenza:
		return "Residenza (ANPR)"
	case VisuraDomicilio:
		return "Domicilio digitale (INAD)"
	case AttesaVeicoli:
		return "Intestatario (registro dei veicoli)"
	default:
		return Leggibile(string(r))
	}
}

// enteConCifre is how long the tax code of a company or a body is.
const enteConCifre = 11

// Ente reports the tax code of a company or a body.
func Ente(codiceFiscale string) bool { return len(codiceFiscale) == enteConCifre }

// Chi names the register that answers about somebody with a tax code: of companies it is another one than of persons.
func (r RegistroVisura) Chi(codiceFiscale string) string { return r.chi(Ente(codiceFiscale)) }

func (r RegistroVisura) chi(ente bool) string {
	switch {
	case r == VisuraResidenza && ente:
		return "registro delle imprese"
	case r == VisuraResidenza:
		return string(ArchivioAnpr)
	case r == VisuraDomicilio && ente:
		return "INI-PEC, IPA, INAD"
	case r == VisuraDomicilio:
		return string(ArchivioInad)
	}
	return Leggibile(string(r))
}

// ParolaDi is the name that the office reads of a question about somebody with a tax code.
func (r RegistroVisura) ParolaDi(codiceFiscale string) string {
	return r.ParolaPer(Ente(codiceFiscale))
}

// ParolaPer is the name that the office reads of a question about a body, or about a person.
func (r RegistroVisura) ParolaPer(ente bool) string {
	switch {
	case r == VisuraResidenza && ente:
		return "Sede (" + r.chi(ente) + ")"
	case r == VisuraDomicilio:
		return "Domicilio digitale (" + r.chi(ente) + ")"
	}
	return r.Parola()
}

// StatoVisura is what became of a question to the registers of the State.
type StatoVisura string

// The states of a question. Only CHIESTA and CONFLITTO wait for something: for the register, for a person.
const (
	VisuraChiesta    StatoVisura = "CHIESTA"
	VisuraConforme   StatoVisura = "CONFORME"    // it says what the fine says
	VisuraTrovata    StatoVisura = "TROVATA"     // of a domicile: there is one
	VisuraNonTrovata StatoVisura = "NON_TROVATA" // the register does not hold the person: what the fine says stays
	VisuraConflitto  StatoVisura = "CONFLITTO"
	VisuraApplicata  StatoVisura = "APPLICATA"
	VisuraScartata   StatoVisura = "SCARTATA"
	VisuraSuperata   StatoVisura = "SUPERATA" // it came when it could change nothing: another person, served, closed
)

// StatiVisura lists them with their words.
func StatiVisura() []StatoVisura { return valori(statiVisura()) }

func statiVisura() []voce[StatoVisura] {
	return []voce[StatoVisura]{
		{VisuraChiesta, "In attesa del registro", nonSiDice},
		{VisuraConforme, "Dati uguali a quelli del verbale", nonSiDice},
		{VisuraTrovata, "Domicilio digitale trovato", nonSiDice},
		{VisuraNonTrovata, "Il registro non lo conosce", nonSiDice},
		{VisuraConflitto, "Da decidere", nonSiDice},
		{VisuraApplicata, "Applicata", nonSiDice},
		{VisuraScartata, "Scartata", nonSiDice},
		{VisuraSuperata, "Arrivata quando non serviva più", nonSiDice},
	}
}

// Parola is the name that the office reads.
func (s StatoVisura) Parola() string { return cerca(statiVisura(), s).ufficio }

// InAttesa reports a question that waits, for the register or for a person.
func (s StatoVisura) InAttesa() bool { return s == VisuraChiesta || s == VisuraConflitto }

// aScartarla ends the words about who does not answer: the register may be wrong too.
const aScartarla = " Se il registro si sbaglia si scarta la risposta dicendo perché, e l'atto riprende com'era."

func anomalieDiVisura() []voceAnomalia {
	return []voceAnomalia{
		{AnomaliaVisuraTrasferito, "Il destinatario si è trasferito", "L'anagrafe lo dà residente altrove: gli atti sono fermi. Applicare la risposta scrive l'indirizzo dell'anagrafe; l'atto già stampato resta, marcato come superato, e se ne stampa uno nuovo, se il termine non è passato (art. 201 c. 1 CdS). Scartarla lascia l'indirizzo che c'è: la notifica a quello della carta di circolazione, dell'archivio dei veicoli o della patente vale comunque.", true},
		{AnomaliaVisuraEstero, "Il destinatario risiede all'estero", "L'anagrafe lo dà iscritto all'AIRE: gli atti sono fermi. La notifica segue le vie per l'estero e il termine è di trecentosessanta giorni (art. 201 c. 1 CdS). Applicare la risposta scrive l'indirizzo estero. Scartarla lascia l'indirizzo che c'è, se è di un domicilio in Italia.", true},
		{AnomaliaVisuraIndirizzo, "Indirizzo dell'anagrafe non riconosciuto", "L'indirizzo dell'anagrafe non ha via e comune, o il suo comune non è nella tabella dei comuni, o CAP e provincia sono di un altro luogo: gli atti sono fermi. Applicare la risposta lo scrive com'è. Scartarla lascia quello che c'è. Altrimenti chiudere la posizione e aprirla con l'indirizzo giusto.", true},
		{AnomaliaVisuraPersona, "L'anagrafe nomina un'altra persona", "A quel codice fiscale l'anagrafe dà un altro nome o un'altra data di nascita: chi risponde non si cambia da solo (art. 196 CdS). Stabilire di chi si tratta. Se è la stessa persona si scarta la risposta dicendo perché, e l'atto riprende; altrimenti chiudere la posizione e aprire quella di chi risponde.", true},
		{AnomaliaVisuraPiuSoggetti, "L'anagrafe ha più persone", "A ciò che si è chiesto l'anagrafe risponde con più persone: nessuna si sceglie da sola. Chiedere al comune di residenza. Se i dati del verbale sono giusti si scarta la risposta dicendo perché; altrimenti chiudere la posizione e aprirla con i dati giusti.", true},
		{AnomaliaVisuraMinorenne, "Per l'anagrafe è minorenne", "Per l'anagrafe il giorno della violazione era minorenne: a lui non si notifica nulla, ne risponde chi era tenuto alla sorveglianza (art. 2 L. 689/1981, art. 196 CdS). Chiudere la sua posizione e aprire quella di chi ne risponde." + aScartarla, true},
		{AnomaliaVisuraDecessoPrima, "Deceduto prima della violazione", "Il giorno della violazione era già morto: non ne risponde, e nemmeno gli eredi per lui (art. 7 L. 689/1981). Cercare chi aveva il veicolo quel giorno, erede o altri (art. 196 CdS): chiudere la sua posizione e aprire quella, o archiviare." + aScartarla, true},
		{AnomaliaVisuraDecessoDopo, "Deceduto dopo la violazione", "È morto dopo la violazione: l'obbligo di pagare non passa agli eredi (art. 7 L. 689/1981). Se nessun altro risponde il verbale si chiude per decesso; altrimenti chiudere la sua posizione." + aScartarla, true},
		{AnomaliaVisuraDecesso, "Deceduto, non si sa quando", "L'anagrafe lo dà morto senza dire il giorno. Chiedere la data al comune: se la morte segue la violazione il verbale si chiude per decesso (art. 7 L. 689/1981), altrimenti si cerca chi aveva il veicolo." + aScartarla, true},
		{AnomaliaVisuraIllegibile, "Risposta dell'anagrafe da leggere", "L'anagrafe ha risposto in un modo che la piattaforma non conosce: nulla è stato cambiato. Leggerla, poi scartarla dicendo perché: l'atto riprende com'era.", true},
	}
}
