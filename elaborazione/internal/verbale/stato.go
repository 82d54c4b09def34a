// Package verbale is the life of a fine: its event log, the states that follow from it, insertion,
// the owner of the vehicle, the act. A fine changes only by events applied with Applica.
package verbale

import (
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/importo"
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
	RicorsoNessuno      Ricorso = "NESSUNO"
	RicorsoPresentato   Ricorso = "PRESENTATO"
	RicorsoTrasmesso    Ricorso = "TRASMESSO"
	RicorsoSospensiva   Ricorso = "SOSPENSIVA"
	RicorsoAccolto      Ricorso = "ACCOLTO"
	RicorsoRespinto     Ricorso = "RESPINTO"
	RicorsoRidefinito   Ricorso = "RIDETERMINATO"
	RicorsoInammissibil Ricorso = "INAMMISSIBILE"
	RicorsoImpugnato    Ricorso = "IMPUGNATO"
	RicorsoDefinitivo   Ricorso = "DEFINITIVO"
	ricorsoInesistente  Ricorso = ""
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

// Titolo says why a person answers for the sanction (art. 196 CdS).
type Titolo string

// The two titles.
const (
	Trasgressore Titolo = "TRASGRESSORE"
	Obbligato    Titolo = "OBBLIGATO"
)

// Assi are the five axes of a fine.
type Assi struct {
	Procedura   Procedura
	Debito      Debito
	Ricorso     Ricorso
	Punti       Punti
	Riscossione Riscossione
}

// Stato is what the events of a fine amount to. The zero value is a fine before its first event.
//
//nolint:recvcheck // read by value; by pointer only inside Applica, on its own copy
type Stato struct {
	ID       uuid.UUID
	Sequenza int // of the last event
	Assi
	Posizioni         []Posizione // by order of opening
	Avvisi            []Avviso    // by order of issue
	Anomalie          []uuid.UUID // open
	ImportoCent       importo.Cent
	DataNotifica      calendario.Giorno // of the position served first
	ScadenzaPagamento calendario.Giorno // of the same position
}

// Posizione stands between a fine and a person: the law counts per addressee.
type Posizione struct {
	ID         uuid.UUID         `json:"id"`
	Ordine     int               `json:"ordine"`
	Titolo     Titolo            `json:"titolo"`
	Soggetto   uuid.UUID         `json:"soggetto,omitzero"`   // zero: not known yet
	GiornoZero calendario.Giorno `json:"giornoZero,omitzero"` // perfected service
	Atto       uuid.UUID         `json:"-"`                   // document; zero: not printed
}

// Posizione finds a position of the fine.
func (s Stato) Posizione(id uuid.UUID) (Posizione, bool) {
	i := slices.IndexFunc(s.Posizioni, func(p Posizione) bool { return p.ID == id })
	if i < 0 {
		return Posizione{}, false
	}
	return s.Posizioni[i], true
}

// SenzaSoggetto gives the position that waits for its person; false when each has one.
func (s Stato) SenzaSoggetto() (Posizione, bool) {
	i := slices.IndexFunc(s.Posizioni, func(p Posizione) bool { return p.Soggetto == uuid.Nil })
	if i < 0 {
		return Posizione{}, false
	}
	return s.Posizioni[i], true
}

// AvvisiDi lists the notices of a position, in order of issue.
func (s Stato) AvvisiDi(posizione uuid.UUID) []Avviso {
	var suoi []Avviso
	for _, a := range s.Avvisi {
		if a.Posizione == posizione {
			suoi = append(suoi, a)
		}
	}
	return suoi
}

// DebitoChiuso reports that nothing more can be asked (design, section 4, invariant a).
func (s Stato) DebitoChiuso() bool {
	return slices.Contains([]Debito{Pagato, Eccedenza, Rimborsato, Sgravato}, s.Debito)
}

// copia gives a state that shares nothing with s.
func (s Stato) copia() Stato {
	s.Posizioni = slices.Clone(s.Posizioni)
	s.Avvisi = slices.Clone(s.Avvisi)
	s.Anomalie = slices.Clone(s.Anomalie)
	return s
}
