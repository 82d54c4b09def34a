package vita

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/transizioni"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Assi are the five axes of a fine, which the table of transitions moves.
type Assi = transizioni.Assi

// Stato is what the events of a fine amount to: the tables hold it, and a replay gives it again. The
// zero value is a fine before its first event.
//
//nolint:recvcheck // read by value; by pointer only inside Applica, on its own copy
type Stato struct {
	ID       uuid.UUID
	Sequenza int // of the last event
	Assi
	Importato         bool
	Cancellato        bool // its persons were erased (ADR 0012): nothing may happen to it any more
	Violazioni        []ViolazioneScelta
	Posizioni         []Posizione    // by order of opening
	Avvisi            []Avviso       // by order of issue
	Notifiche         []Notifica     // by order of sending
	Pagamenti         []Pagamento    // by order of recording
	Impugnazioni      []Impugnazione // by order of recording
	Scadenze          []Scadenza     // by position and kind
	Anomalie          []Anomalia     // open, by order of opening
	Visure            []Visura       // by order of asking
	Conto             Conto
	ImportoCent       importo.Cent      // smallest sum on a notice, of those printed
	DataNotifica      calendario.Giorno // of the position served first
	ScadenzaPagamento calendario.Giorno // of the same position
	SospesoDal        calendario.Giorno // of the last hold of the debt; looked at while it is in force
	SospensivaDal     calendario.Giorno // of the last suspension by who decides an appeal; the same
}

// Posizione stands between a fine and a person: the law counts per addressee.
type Posizione struct {
	ID          uuid.UUID         `json:"id"`
	Ordine      int               `json:"ordine"`
	Titolo      verbale.Titolo    `json:"titolo"`
	Soggetto    uuid.UUID         `json:"soggetto,omitzero"`   // zero: not known yet
	GiornoZero  calendario.Giorno `json:"giornoZero,omitzero"` // perfected service
	Prova       string            `json:"-"`                   // of the service; empty: missing
	ProvaDubbia bool              `json:"-"`
	Chiusa      string            `json:"-"` // why nobody is served here any more
	SpeseCent   importo.Cent      `json:"-"` // of ascertainment and service, as charged
	Atto        uuid.UUID         `json:"-"` // document; zero: not printed
	// Neopatentato, of the driver: the points are doubled (cds.Neopatentato).
	Neopatentato bool `json:"neopatentato,omitempty"`
}

// Aperta reports that the person is still to be served.
func (p Posizione) Aperta() bool { return p.GiornoZero.IsZero() && p.Chiusa == "" }

// Provata reports that the service is perfected and its proof is neither missing nor doubtful.
func (p Posizione) Provata() bool { return !p.GiornoZero.IsZero() && !p.SenzaProva() && !p.ProvaDubbia }

// SenzaProva reports that the proof is missing, or is a text that proves nothing: outcome files of the past were recorded
// with whatever their cells had.
func (p Posizione) SenzaProva() bool { return p.Prova == "" || raccomandata.ProvaNulla(p.Prova) != "" }

// Avviso is a payment notice of a position. ImportoCent is the whole sum, SpeseCent its part that is
// expenses; Giorni is how long it is good, from service.
type Avviso struct {
	ID           uuid.UUID           `json:"id"`
	Posizione    uuid.UUID           `json:"posizione"`
	Tipo         cds.Tipo            `json:"tipo"`
	NumeroAvviso string              `json:"numeroAvviso"`
	IUV          string              `json:"iuv"`
	Ente         string              `json:"codiceFiscaleEnte"`
	ImportoCent  importo.Cent        `json:"importoCent"`
	SpeseCent    importo.Cent        `json:"speseCent"`
	Giorni       int                 `json:"giorni"`
	Stato        verbale.StatoAvviso `json:"-"`
}

// CanaleSconosciuto is the channel of an attempt of which nobody has said how it left.
const CanaleSconosciuto = string(verbale.CanaleAltro)

// Notifica is an attempt to serve a position over a channel.
type Notifica struct {
	ID        uuid.UUID
	Posizione uuid.UUID
	Canale    string
	Stato     verbale.StatoNotifica
	Avviata   calendario.Giorno
	Esito     calendario.Giorno // legal day of the outcome
	Prova     string
	Motivo    string
}

// Pagamento is money that came in. Avviso is zero when the payer named none; Posizione is the one whose day
// prices it, zero only when the fine has none.
type Pagamento struct {
	ID          uuid.UUID         `json:"id"`
	Avviso      uuid.UUID         `json:"avviso,omitzero"`
	Posizione   uuid.UUID         `json:"posizione,omitzero"`
	ImportoCent importo.Cent      `json:"importoCent"`
	Data        calendario.Giorno `json:"data"`
	Canale      string            `json:"canale"`
	Riferimento string            `json:"riferimento"`
	Stornato    calendario.Giorno `json:"-"` // taken back: counts no more
}

// Impugnazione is an appeal, of a position where it is known whose.
type Impugnazione struct {
	ID          uuid.UUID
	Posizione   uuid.UUID
	Autorita    verbale.Autorita
	Stato       verbale.Ricorso
	Presentato  calendario.Giorno
	Deciso      calendario.Giorno
	Notificato  calendario.Giorno // the decision, to the person
	ImportoCent importo.Cent      // that the decision names
	Riferimento string
}

// Scadenza is the last day of a term of a position that moves the debt.
type Scadenza struct {
	Posizione uuid.UUID         `json:"posizione,omitzero"`
	Tipo      cds.TipoScadenza  `json:"tipo"`
	Giorno    calendario.Giorno `json:"giorno"`
	Fatta     calendario.Giorno `json:"-"` // the day it was acted upon
}

// Anomalia waits for a person. Posizione is the addressee whom it is about, Altro the other fine: zero where there is none.
type Anomalia struct {
	ID        uuid.UUID            `json:"id"`
	Tipo      verbale.TipoAnomalia `json:"tipo"`
	Testo     string               `json:"testo"`
	Posizione uuid.UUID            `json:"posizione,omitzero"`
	Altro     uuid.UUID            `json:"altro,omitzero"`
	Aperta    time.Time            `json:"-"`
}

// Conto is the money of a fine as the last event about money left it (invariant g):
// PrezzoCent = VersatoCent - EccedenzaCent + ResiduoCent + SgravatoCent.
type Conto struct {
	PrezzoCent     importo.Cent `json:"prezzoCent"`     // what the law asks in all, on that day
	VersatoCent    importo.Cent `json:"versatoCent"`    // paid and not taken back
	EccedenzaCent  importo.Cent `json:"eccedenzaCent"`  // paid beyond the price, refunded or to refund
	RimborsatoCent importo.Cent `json:"rimborsatoCent"` // of the excess
	ResiduoCent    importo.Cent `json:"residuoCent"`
	SgravatoCent   importo.Cent `json:"sgravatoCent"`
}

// Torna reports that the account adds up.
func (c Conto) Torna() bool {
	return min(c.PrezzoCent, c.VersatoCent, c.EccedenzaCent, c.RimborsatoCent, c.ResiduoCent, c.SgravatoCent) >= 0 &&
		c.RimborsatoCent <= c.EccedenzaCent && c.PrezzoCent == c.VersatoCent-c.EccedenzaCent+c.ResiduoCent+c.SgravatoCent
}

// Posizione finds a position of the fine.
func (s Stato) Posizione(id uuid.UUID) (Posizione, bool) {
	i := slices.IndexFunc(s.Posizioni, func(p Posizione) bool { return p.ID == id })
	if i < 0 {
		return Posizione{}, false
	}
	return s.Posizioni[i], true
}

// Servita gives the position served first, of those that are not closed: the debt follows it. False
// before any service.
func (s Stato) Servita() (prima Posizione, ok bool) {
	for _, p := range s.Posizioni {
		if !p.GiornoZero.IsZero() && p.Chiusa == "" && (!ok || p.GiornoZero.Before(prima.GiornoZero)) {
			prima, ok = p, true
		}
	}
	return prima, ok
}

// TutteServite reports that a position is served and none is open.
func (s Stato) TutteServite() bool {
	_, una := s.Servita()
	return una && !slices.ContainsFunc(s.Posizioni, Posizione.Aperta)
}

// SenzaSoggetto gives the open position that waits for its person; false when each has one.
func (s Stato) SenzaSoggetto() (Posizione, bool) {
	i := slices.IndexFunc(s.Posizioni, func(p Posizione) bool { return p.Soggetto == uuid.Nil && p.Chiusa == "" })
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

// Scadenza finds a term of a position.
func (s Stato) Scadenza(posizione uuid.UUID, tipo cds.TipoScadenza) (Scadenza, bool) {
	i := slices.IndexFunc(s.Scadenze, func(x Scadenza) bool { return x.Posizione == posizione && x.Tipo == tipo })
	if i < 0 {
		return Scadenza{}, false
	}
	return s.Scadenze[i], true
}

// Fermo says why surcharge and enforcement of a position must wait (invariant b); empty when they need not. The zero position
// stands for the position that the debt follows.
func (s Stato) Fermo(posizione uuid.UUID) string {
	p, ok := s.Posizione(posizione)
	if !ok {
		p, ok = s.Servita()
	}
	switch {
	case s.RicorsoAperto():
		return "pende o è stato accolto un ricorso"
	case s.Debito == verbale.Sospeso:
		return "il debito è sospeso"
	case !ok || p.GiornoZero.IsZero():
		return "la notifica non è perfezionata"
	case p.Chiusa != "":
		return "da questa persona non si chiede più nulla"
	case !p.Provata():
		return "la prova della notifica manca o è dubbia"
	}
	return ""
}

// Copia gives a state that shares nothing with s.
func (s Stato) Copia() Stato {
	s.Violazioni = slices.Clone(s.Violazioni)
	s.Posizioni = slices.Clone(s.Posizioni)
	s.Avvisi = slices.Clone(s.Avvisi)
	s.Notifiche = slices.Clone(s.Notifiche)
	s.Pagamenti = slices.Clone(s.Pagamenti)
	s.Impugnazioni = slices.Clone(s.Impugnazioni)
	s.Scadenze = slices.Clone(s.Scadenze)
	s.Anomalie = slices.Clone(s.Anomalie)
	s.Visure = slices.Clone(s.Visure)
	return s
}

// InCorso reports that the command has accepted the fine and that it is not closed.
func (s Stato) InCorso() bool { return slices.Contains(verbale.ProcedureInCorso(), s.Procedura) }

// Ammette reports that a row of the table admits the event from the present axes.
func (s Stato) Ammette(t verbale.TipoEvento) bool {
	_, _, ok := s.Passo(t, Assi{})
	return ok
}
