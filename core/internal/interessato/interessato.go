// Package interessato answers a person's right of access (art. 15 GDPR): everything that a command holds on one tax code,
// with where it came from, and who looked at it. It reads the published views alone; of other persons in the same fines
// it gives nothing. Each answer is in the register before it is shown.
package interessato

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Bounds of one document; where one is reached, Parziale says so.
const (
	verbaliMassimi = 500
	righeMassime   = 5_000
	testoMassimo   = 500 // characters of the reason
)

// Domanda is whom one asks about, and why.
type Domanda struct {
	CodiceFiscale string `json:"codiceFiscale"`
	Motivo        string `json:"motivo"`
}

// Documento is everything that the command holds on a tax code. Interrogazioni and Registro are newest first.
type Documento struct {
	CodiceFiscale  string           `json:"codiceFiscale"`
	Comando        string           `json:"comando"`
	Motivo         string           `json:"motivo"`
	Redatto        time.Time        `json:"redatto"`
	RedattoDa      string           `json:"redattoDa"`
	Verbali        []Verbale        `json:"verbali"`
	Precedenti     []Dati           `json:"datiPrecedenti"` // held, and no longer those of a fine
	Indagini       []Indagine       `json:"indagini"`
	Interrogazioni []Interrogazione `json:"interrogazioni"`
	Utenze         []Utenza         `json:"utenze"`
	Registro       []Riga           `json:"registro"`
	Parziale       bool             `json:"parziale"` // there is more than one document takes
}

// Dati are the person as they are held.
type Dati struct {
	ID uuid.UUID `json:"id"`
	lettura.Soggetto
}

// Verbale is a fine in which the person is a subject.
type Verbale struct {
	ID             uuid.UUID         `json:"id"`
	Estremi        string            `json:"estremi"`
	Targa          string            `json:"targa"`
	DataViolazione time.Time         `json:"dataViolazione"`
	Luogo          string            `json:"luogo"`
	Procedura      verbale.Procedura `json:"procedura"`
	Debito         verbale.Debito    `json:"debito"`
	Note           string            `json:"note"`
	Fonte          verbale.Fonte     `json:"fonte"`
	InseritoDa     string            `json:"inseritoDa"`
	Inserito       time.Time         `json:"inserito"`
	Posizioni      []Posizione       `json:"posizioni"`
	Pagamenti      []Pagamento       `json:"pagamenti"`
	Ricorsi        []Ricorso         `json:"ricorsi"`
	Documenti      []File            `json:"documenti"`
	Eventi         []Evento          `json:"eventi"`
}

// Posizione is the person's place in a fine, with the data held of her there and their sources.
type Posizione struct {
	ID          uuid.UUID         `json:"id"`
	Titolo      verbale.Titolo    `json:"titolo"`
	GiornoZero  calendario.Giorno `json:"giornoZero,omitzero"`
	Dati        Dati              `json:"dati"`
	Provenienza []Provenienza     `json:"provenienza"`
	Avvisi      []Avviso          `json:"avvisi"`
	Notifiche   []Notifica        `json:"notifiche"`
}

// Provenienza is where the data of a position came from.
type Provenienza struct {
	Da     string    `json:"da"`
	Quando time.Time `json:"quando"`
	Attore string    `json:"attore"`
}

// Avviso is a payment notice to the person.
type Avviso struct {
	Posizione uuid.UUID           `json:"-"`
	Numero    string              `json:"numero"`
	Tipo      string              `json:"tipo"`
	Importo   importo.Cent        `json:"importoCent"`
	Stato     verbale.StatoAvviso `json:"stato"`
	Emesso    time.Time           `json:"emesso"`
}

// Notifica is an attempt to serve the person.
type Notifica struct {
	ID        uuid.UUID             `json:"id"`
	Posizione uuid.UUID             `json:"-"`
	Canale    string                `json:"canale"`
	Stato     verbale.StatoNotifica `json:"stato"`
	Avviata   calendario.Giorno     `json:"avviata,omitzero"`
	Esito     calendario.Giorno     `json:"esito,omitzero"`
	Motivo    string                `json:"motivo"`

	Destinatario *parole.Destinatario `json:"destinatario,omitempty" db:"-"` // as the channel was told
	Passi        []PassoNotifica      `json:"passi" db:"-"`                  // what the channel said, the earliest first
}

// PassoNotifica is a step of a notification, told to the office.
type PassoNotifica struct {
	Quando   time.Time `json:"quando"`
	Testo    string    `json:"testo"`
	Dettagli []string  `json:"dettagli,omitempty"`
}

// Pagamento is a payment of the person, or of the fine as a whole.
type Pagamento struct {
	Verbale     uuid.UUID               `json:"-"`
	Data        calendario.Giorno       `json:"data"`
	Importo     importo.Cent            `json:"importoCent"`
	Canale      verbale.CanalePagamento `json:"canale"`
	Riferimento string                  `json:"riferimento"`
	Stornato    calendario.Giorno       `json:"stornato,omitzero"`
}

// Ricorso is an appeal of the person, or against the fine as a whole.
type Ricorso struct {
	Verbale    uuid.UUID         `json:"-"`
	Autorita   verbale.Autorita  `json:"autorita"`
	Stato      verbale.Ricorso   `json:"stato"`
	Presentato calendario.Giorno `json:"presentato"`
	Deciso     calendario.Giorno `json:"deciso,omitzero"`
}

// File is a document by its name.
type File struct {
	Verbale uuid.UUID             `json:"-"`
	Tipo    verbale.TipoDocumento `json:"tipo"`
	Nome    string                `json:"nome"`
	Creato  time.Time             `json:"creato"`
}

// Evento is an event of the fine that concerns the person or the fine as a whole.
type Evento struct {
	Verbale    uuid.UUID          `json:"-"`
	Tipo       verbale.TipoEvento `json:"tipo"`
	Giorno     calendario.Giorno  `json:"dataLegale"`
	Registrato time.Time          `json:"registrato"`
	Attore     string             `json:"attore"`
	Causa      string             `json:"causa,omitempty"` // where the event is the person's own
}

// Indagine is a look-up of a registry for a fine of the person, or in whose answer she is. Presente says that she is in
// it: as who answers (Dati), or on the papers of the vehicle.
type Indagine struct {
	ID       uuid.UUID `json:"id"`
	Verbale  uuid.UUID `json:"idVerbale"`
	Quando   time.Time `json:"quando"`
	Rete     string    `json:"rete"`
	Esito    string    `json:"esito"`
	Presente bool      `json:"presente"`
	Dati     []Dati    `json:"dati"`
}

// Utenza is an account with the tax code.
type Utenza struct {
	Username string    `json:"username"`
	Cognome  string    `json:"cognome"`
	Nome     string    `json:"nome"`
	Ruoli    []string  `json:"ruoli"`
	Stato    string    `json:"stato"`
	Creato   time.Time `json:"creato"`
}

// Riga is a line of a register about the person, one of her fines or its plate.
type Riga struct {
	Modulo      string    `json:"modulo"`
	Quando      time.Time `json:"quando"`
	Attore      string    `json:"attore"`
	Azione      string    `json:"azione"`
	OggettoTipo string    `json:"oggettoTipo"`
	Oggetto     string    `json:"oggetto"`
	Motivo      string    `json:"motivo"`
	Esito       string    `json:"esito"`
}

// Servizio gathers what the tenant of the context holds on a person.
type Servizio struct {
	Pools  *db.Pools
	Adesso func() time.Time
}

// Raccogli gives everything that is held on a tax code. The question is in the register first, with its reason; indirizzo
// is where it comes from. 400 DATI_NON_VALIDI without a reason or a tax code, 429 TROPPE_RICHIESTE for an account that asks too much.
func (s Servizio) Raccogli(ctx context.Context, d Domanda, indirizzo string) (Documento, error) {
	codice, motivo := codicefiscale.Normalizza(d.CodiceFiscale), strings.TrimSpace(d.Motivo)
	switch {
	case len(codice) != 16 && len(codice) != 11:
		return Documento{}, problem.CampoNonValido("codiceFiscale", "ha 16 caratteri, o 11 cifre")
	case motivo == "":
		return Documento{}, problem.CampoNonValido("motivo", "manca: chi chiede, e con quale richiesta")
	case len([]rune(motivo)) > testoMassimo:
		return Documento{}, problem.CampoNonValido("motivo", "al più 500 caratteri")
	}
	chi, _ := auth.From(ctx)
	x := Documento{CodiceFiscale: codice, Comando: tenant.Name(ctx), Motivo: motivo, Redatto: s.Adesso(), RedattoDa: chi.User}
	impronta, err := s.annota(ctx, consultato, codice, motivo, indirizzo)
	if err != nil {
		return Documento{}, err
	}
	r := raccolta{s.Pools, &x, impronta}
	for _, leggi := range []func(context.Context) error{r.verbali, r.posizioni, r.atti, r.precedenti, r.indagini, r.interrogazioni, r.utenze, r.registri} {
		if err := leggi(ctx); err != nil {
			return Documento{}, err
		}
	}
	return x, nil
}
