package vita

import (
	"cmp"
	"slices"
)

// Procedura is where the procedure is.
type Procedura string

// The states of the procedure, in the usual order. The empty one is a fine that does not exist yet.
const (
	Rilevato             Procedura = "RILEVATO"
	Preavvisato          Procedura = "PREAVVISATO"
	DaValidare           Procedura = "DA_VALIDARE"
	Validato             Procedura = "VALIDATO"
	Scartato             Procedura = "SCARTATO"
	IntestatarioChiesto  Procedura = "INTESTATARIO_RICHIESTO"
	IntestatarioNoto     Procedura = "INTESTATARIO_TROVATO"
	IntestatarioIncerto  Procedura = "INTESTATARIO_ANOMALO"
	ConAtto              Procedura = "ATTO_GENERATO"
	InNotifica           Procedura = "IN_NOTIFICA"
	Notificato           Procedura = "NOTIFICATO"
	NonNotificabile      Procedura = "NON_NOTIFICABILE"
	Definito             Procedura = "DEFINITO"
	Archiviato           Procedura = "ARCHIVIATO"
	AnnullatoAutotutela  Procedura = "ANNULLATO_AUTOTUTELA"
	EstintoTermini       Procedura = "ESTINTO_TERMINI"
	EstintoDecesso       Procedura = "ESTINTO_DECESSO"
	proceduraInesistente Procedura = ""
)

// Debito is what is owed and under which title.
type Debito string

// The states of the debt.
const (
	NonEsigibile      Debito = "NON_ESIGIBILE"
	DebitoRidotto30   Debito = "RIDOTTO_30"
	DebitoRidotto     Debito = "RIDOTTO"
	DebitoIntero      Debito = "INTERO"
	DebitoOrdinanza   Debito = "ORDINANZA"
	DebitoRateizzato  Debito = "RATEIZZATO"
	PagatoParziale    Debito = "PAGATO_PARZIALE"
	Pagato            Debito = "PAGATO"
	Eccedenza         Debito = "ECCEDENZA"
	Rimborsato        Debito = "RIMBORSATO"
	Sospeso           Debito = "SOSPESO"
	Sgravato          Debito = "SGRAVATO"
	debitoInesistente Debito = ""
)

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
	ricorsoInesistente   Ricorso = ""
)

// Punti is where the points of the licence are.
type Punti string

// The states of the points.
const (
	PuntiNonDovuti    Punti = "NON_DOVUTI"
	PuntiRichiesti    Punti = "DATI_RICHIESTI"
	PuntiRicevuti     Punti = "DATI_RICEVUTI"
	PuntiOmessi       Punti = "DATI_OMESSI"
	PuntiDaComunicare Punti = "DA_COMUNICARE"
	PuntiComunicati   Punti = "COMUNICATI"
	PuntiScartati     Punti = "SCARTATI"
	puntiInesistenti  Punti = ""
)

// Riscossione is where enforcement is.
type Riscossione string

// The states of enforcement.
const (
	RiscossioneNessuna     Riscossione = "NESSUNA"
	Sollecitato            Riscossione = "SOLLECITATO"
	Selezionato            Riscossione = "SELEZIONATO"
	InRuolo                Riscossione = "IN_RUOLO"
	Ingiunto               Riscossione = "INGIUNTO"
	Riscosso               Riscossione = "RISCOSSO"
	Inesigibile            Riscossione = "INESIGIBILE"
	Discaricato            Riscossione = "DISCARICATO"
	RiscossioneBloccata    Riscossione = "BLOCCATO"
	riscossioneInesistente Riscossione = ""
)

// Assi are the five axes of a fine.
type Assi struct {
	Procedura   Procedura   `json:"procedura,omitzero"`
	Debito      Debito      `json:"debito,omitzero"`
	Ricorso     Ricorso     `json:"ricorso,omitzero"`
	Punti       Punti       `json:"punti,omitzero"`
	Riscossione Riscossione `json:"riscossione,omitzero"`
}

// Con gives the axes with those that are named in altri instead.
func (a Assi) Con(altri Assi) Assi {
	a.Procedura = cmp.Or(altri.Procedura, a.Procedura)
	a.Debito = cmp.Or(altri.Debito, a.Debito)
	a.Ricorso = cmp.Or(altri.Ricorso, a.Ricorso)
	a.Punti = cmp.Or(altri.Punti, a.Punti)
	a.Riscossione = cmp.Or(altri.Riscossione, a.Riscossione)
	return a
}

// DebitoChiuso reports that nothing more can be asked (design, section 4, invariant a).
func (a Assi) DebitoChiuso() bool { return slices.Contains(debitiChiusi(), a.Debito) }

// ProceduraChiusa reports that nothing more is done about the fine.
func (a Assi) ProceduraChiusa() bool { return slices.Contains(procedureChiuse(), a.Procedura) }

// RicorsoAperto reports that an appeal waits for its decision, or was granted: surcharge and
// enforcement stop (invariant b).
func (a Assi) RicorsoAperto() bool {
	return slices.Contains([]Ricorso{RicorsoPresentato, RicorsoTrasmesso, RicorsoSospensiva, RicorsoImpugnato, RicorsoAccolto}, a.Ricorso)
}

func debitiChiusi() []Debito { return []Debito{Pagato, Eccedenza, Rimborsato, Sgravato} }

func debitiAperti() []Debito {
	return []Debito{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero, DebitoOrdinanza, DebitoRateizzato, PagatoParziale, Sospeso}
}

func procedureChiuse() []Procedura {
	return []Procedura{Scartato, Definito, Archiviato, AnnullatoAutotutela, EstintoTermini, EstintoDecesso}
}

// riaperti names the axis that a step opens again after it was closed; empty when there is none.
func (a Assi) riaperti(dopo Assi) string {
	switch {
	case a.DebitoChiuso() && !dopo.DebitoChiuso():
		return "debito"
	case a.ProceduraChiusa() && !dopo.ProceduraChiusa():
		return "procedura"
	case slices.Contains([]Ricorso{RicorsoAccolto, RicorsoDefinitivo}, a.Ricorso) && a.Ricorso != dopo.Ricorso && dopo.Ricorso != RicorsoDefinitivo:
		return "ricorso"
	case slices.Contains([]Punti{PuntiComunicati, PuntiScartati}, a.Punti) && a.Punti != dopo.Punti:
		return "punti"
	case slices.Contains([]Riscossione{Riscosso, Discaricato}, a.Riscossione) && a.Riscossione != dopo.Riscossione:
		return "riscossione"
	}
	return ""
}
