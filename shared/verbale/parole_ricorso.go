package verbale

import "slices"

// Ricorso is where the appeal is.
type Ricorso string

// The states of the appeal.
const (
	RicorsoNessuno       Ricorso = "NESSUNO"
	RicorsoPresentato    Ricorso = "PRESENTATO"
	RicorsoTrasmesso     Ricorso = "TRASMESSO"
	RicorsoSospensiva    Ricorso = "SOSPENSIVA"
	RicorsoAccolto       Ricorso = "ACCOLTO"
	RicorsoRespinto      Ricorso = "RESPINTO"
	RicorsoRideterminato Ricorso = "RIDETERMINATO"
	RicorsoInammissibile Ricorso = "INAMMISSIBILE"
	RicorsoImpugnato     Ricorso = "IMPUGNATO"
	RicorsoDefinitivo    Ricorso = "DEFINITIVO"
)

// ricorsi: the citizen reads the events of the appeal and what it does to the sum.
func ricorsi() []voce[Ricorso] {
	return []voce[Ricorso]{
		{RicorsoNessuno, "Nessuno", nonSiDice},
		{RicorsoPresentato, "Presentato", nonSiDice},
		{RicorsoTrasmesso, "Trasmesso all'autorità", nonSiDice},
		{RicorsoSospensiva, "Sospensione concessa", nonSiDice},
		{RicorsoAccolto, "Accolto", nonSiDice},
		{RicorsoRespinto, "Respinto", nonSiDice},
		{RicorsoRideterminato, "Somma rideterminata", nonSiDice},
		{RicorsoInammissibile, "Inammissibile", nonSiDice},
		{RicorsoImpugnato, "Decisione impugnata", nonSiDice},
		{RicorsoDefinitivo, "Definitivo", nonSiDice},
	}
}

// Ricorsi lists the states of the appeal.
func Ricorsi() []Ricorso { return valori(ricorsi()) }

// Parola is the office's label.
func (r Ricorso) Parola() string { return cerca(ricorsi(), r).ufficio }

// InFrase is the label inside a sentence.
func (r Ricorso) InFrase() string { return inFrase(r.Parola()) }

// Pendente reports that an appeal waits for its decision.
func (r Ricorso) Pendente() bool { return slices.Contains(RicorsiPendenti(), r) }

// Aperto reports that an appeal waits for its decision, or was granted: surcharge and enforcement stop
// (design, section 4, invariant b).
func (r Ricorso) Aperto() bool { return r.Pendente() || r == RicorsoAccolto }

// RicorsiPendenti are the states in which an appeal waits for its decision.
func RicorsiPendenti() []Ricorso {
	return []Ricorso{RicorsoPresentato, RicorsoTrasmesso, RicorsoSospensiva, RicorsoImpugnato}
}

// Autorita decides an appeal.
type Autorita string

// The authorities (artt. 203, 204-bis and 205 CdS).
const (
	Prefetto      Autorita = "PREFETTO"
	GiudiceDiPace Autorita = "GIUDICE_DI_PACE"
	Tribunale     Autorita = "TRIBUNALE"
	AltraAutorita Autorita = "ALTRO"
)

// autorita: both registers say them with the article, as a sentence begins.
func autorita() []voce[Autorita] {
	return []voce[Autorita]{
		{Prefetto, "Il prefetto", "Il prefetto"},
		{GiudiceDiPace, "Il giudice di pace", "Il giudice di pace"},
		{Tribunale, "Il tribunale", "Il tribunale"},
		{AltraAutorita, "L'autorità che decide sul ricorso", "L'autorità che decide sul ricorso"},
	}
}

// Parola names the authority at the beginning of a sentence, to everybody.
func (a Autorita) Parola() string {
	if v := cerca(autorita(), a); v.cittadino != "" {
		return v.cittadino
	}
	return AltraAutorita.Parola()
}
