package verbale

// Riscossione is where enforcement is.
type Riscossione string

// The states of enforcement.
const (
	RiscossioneNessuna  Riscossione = "NESSUNA"
	Sollecitato         Riscossione = "SOLLECITATO"
	Selezionato         Riscossione = "SELEZIONATO"
	InRuolo             Riscossione = "IN_RUOLO"
	Ingiunto            Riscossione = "INGIUNTO"
	Riscosso            Riscossione = "RISCOSSO"
	Inesigibile         Riscossione = "INESIGIBILE"
	Discaricato         Riscossione = "DISCARICATO"
	RiscossioneBloccata Riscossione = "BLOCCATO"
)

// riscossioni: the citizen reads the events.
func riscossioni() []voce[Riscossione] {
	return []voce[Riscossione]{
		{RiscossioneNessuna, "Nessuna", nonSiDice},
		{Sollecitato, "Sollecitato", nonSiDice},
		{Selezionato, "Da riscuotere", nonSiDice},
		{InRuolo, "Iscritto a ruolo", nonSiDice},
		{Ingiunto, "Ingiunzione emessa", nonSiDice},
		{Riscosso, "Riscosso", nonSiDice},
		{Inesigibile, "Inesigibile", nonSiDice},
		{Discaricato, "Discaricato", nonSiDice},
		{RiscossioneBloccata, "Riscossione bloccata", nonSiDice},
	}
}

// Riscossioni lists the states of enforcement.
func Riscossioni() []Riscossione { return valori(riscossioni()) }

// Parola is the office's label.
func (r Riscossione) Parola() string { return cerca(riscossioni(), r).ufficio }

// InFrase is the label inside a sentence.
func (r Riscossione) InFrase() string { return inFrase(r.Parola()) }
