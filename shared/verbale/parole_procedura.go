package verbale

import (
	"cmp"
	"slices"
)

// Procedura is where the procedure is; empty for a fine that does not exist yet.
type Procedura string

// The states of the procedure.
const (
	Rilevato            Procedura = "RILEVATO"
	Preavvisato         Procedura = "PREAVVISATO"
	DaValidare          Procedura = "DA_VALIDARE"
	Validato            Procedura = "VALIDATO"
	Scartato            Procedura = "SCARTATO"
	IntestatarioChiesto Procedura = "INTESTATARIO_RICHIESTO"
	IntestatarioNoto    Procedura = "INTESTATARIO_TROVATO"
	IntestatarioIncerto Procedura = "INTESTATARIO_ANOMALO"
	ConAtto             Procedura = "ATTO_GENERATO"
	InNotifica          Procedura = "IN_NOTIFICA"
	Notificato          Procedura = "NOTIFICATO"
	NonNotificabile     Procedura = "NON_NOTIFICABILE"
	Definito            Procedura = "DEFINITO"
	Archiviato          Procedura = "ARCHIVIATO"
	AnnullatoAutotutela Procedura = "ANNULLATO_AUTOTUTELA"
	EstintoTermini      Procedura = "ESTINTO_TERMINI"
	EstintoDecesso      Procedura = "ESTINTO_DECESSO"
)

func procedure() []voce[Procedura] {
	const (
		daNotificare = "Il verbale è stato registrato e deve ancora essere notificato."
		estinto      = "L'obbligo di pagare si è estinto."
	)
	return []voce[Procedura]{
		{Rilevato, "Rilevato", "La violazione è stata rilevata: il verbale non è ancora stato fatto."},
		{Preavvisato, "Preavviso lasciato sul veicolo", "Sul veicolo è stato lasciato un preavviso: il verbale non è ancora stato fatto."},
		{DaValidare, "Da validare", "Il comando deve ancora controllare il verbale."},
		{Validato, "Validato", daNotificare},
		{IntestatarioChiesto, "Intestatario richiesto", daNotificare},
		{IntestatarioIncerto, "Intestatario da verificare", daNotificare},
		{IntestatarioNoto, "Intestatario trovato", daNotificare},
		{ConAtto, "Atto formato", "Il verbale è pronto per essere notificato."},
		{InNotifica, "In corso di notifica", "Il verbale è stato spedito: si attende la conferma della consegna."},
		{NonNotificabile, "Non notificabile", "Finora non è stato possibile notificare il verbale."},
		{Notificato, "Notificato", "Il verbale è stato notificato."},
		{Definito, "Definito", "La pratica è conclusa."},
		{Scartato, "Scartato", "Il verbale è stato scartato."},
		{Archiviato, "Archiviato", "Il verbale è stato archiviato."},
		{AnnullatoAutotutela, "Annullato in autotutela", "Il comando ha annullato il verbale."},
		{EstintoTermini, "Estinto per decorso dei termini", estinto},
		{EstintoDecesso, "Estinto per decesso", estinto}, // of a death nothing is said to the holder of a paper
	}
}

// Procedure lists the states in the order of the life of a fine, those that end it last.
func Procedure() []Procedura { return valori(procedure()) }

// Parola is the office's label.
func (p Procedura) Parola() string { return cerca(procedure(), p).ufficio }

// InFrase is the label inside a sentence.
func (p Procedura) InFrase() string { return inFrase(p.Parola()) }

// Cittadino is the sentence that the citizen reads.
func (p Procedura) Cittadino() string {
	return cmp.Or(cerca(procedure(), p).cittadino, "Per sapere a che punto è il verbale rivolgersi al comando.")
}

// Chiusa reports that nothing more is done about the fine.
func (p Procedura) Chiusa() bool { return slices.Contains(ProcedureChiuse(), p) }

// ProcedureChiuse are the states after which nothing more is done.
func ProcedureChiuse() []Procedura {
	return []Procedura{Scartato, Definito, Archiviato, AnnullatoAutotutela, EstintoTermini, EstintoDecesso}
}

// ProcedureSenzaPagare are the closed states that ended without asking for money, or without asking any more.
func ProcedureSenzaPagare() []Procedura {
	return []Procedura{Scartato, Archiviato, AnnullatoAutotutela, EstintoTermini, EstintoDecesso}
}

// ProcedureNonAccettate are the states of a fine that the command has not accepted yet.
func ProcedureNonAccettate() []Procedura { return []Procedura{Rilevato, Preavvisato, DaValidare} }

// ProcedureSenzaAtto are the states of an accepted fine that has no act yet.
func ProcedureSenzaAtto() []Procedura {
	return []Procedura{Validato, IntestatarioChiesto, IntestatarioIncerto, IntestatarioNoto}
}

// ProcedureConAtto are the states in which an act exists and somebody is still to be served.
func ProcedureConAtto() []Procedura { return []Procedura{ConAtto, InNotifica, NonNotificabile} }

// ProcedureDaNotificare are the states of a fine somebody of which may still be to be served.
func ProcedureDaNotificare() []Procedura { return append(ProcedureInCorso(), DaValidare) }

// ProcedureInCorso are the states of a fine that the command has accepted and that is not closed.
func ProcedureInCorso() []Procedura {
	return slices.Concat(ProcedureSenzaAtto(), ProcedureConAtto(), []Procedura{Notificato})
}

// ProcedureDiPersona are the states in which the fine itself waits for a person of the office.
func ProcedureDiPersona() []Procedura {
	return []Procedura{DaValidare, IntestatarioIncerto, NonNotificabile}
}
