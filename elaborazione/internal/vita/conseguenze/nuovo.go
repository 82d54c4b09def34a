// Package conseguenze decides what happens to a fine without a person asking for it, or beside what a person asks: a new
// fine and its possible doubles, the answer of a registry, money that comes in, a letter handed to the post, the term of
// art. 201 CdS, what falls together with a fine that ends. What a person asks to record is judged in mosse, above. It is
// as pure as vita: the caller hands over what there is to look at, and writes what comes out.
package conseguenze

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// NumeroAvviso is a payment notice number that nobody else has.
type NumeroAvviso struct {
	Numero, IUV, Ente string

	Intervallo, Sequenza int64 // where it was taken from
}

// Nuovo is a fine that was read, checked and priced, and is to be recorded: nothing in it depends on
// what the database holds.
//
//nolint:recvcheck // read by value; by pointer only where its own insertion holds it
type Nuovo struct {
	ID          uuid.UUID
	Anno        int
	Numero      int64 // 0: the series gives it
	Lettera     string
	Integratore uuid.UUID
	IDEsterno   string
	Impronta    [32]byte
	Fonte       verbale.Fonte
	Politica    vita.Politica
	Attore      string
	Ora         time.Time // of the insertion

	Rilievo
	Violazioni []Violazione
	Soggetti   []vita.Soggetto
	Posizioni  []vita.Posizione
	Allegati   []vita.Documento
	Avvertenze []string
	// Trattenuto says that something known at the insertion holds the fine, each with its warning: whatever the policy of
	// the command, a person looks first.
	Trattenuto bool
	Importi    cds.EsitoAvvisi
	Punti      verbale.Punti
	Patente    *vita.Patente // of the driver at the check; nil: nobody said
	// Scadenze are the terms of a fine handed to the driver on the spot; none: it was not.
	Scadenze []vita.Scadenza
	// Numeri are payment notice numbers taken for this fine, in the order of positions and amounts.
	Numeri []NumeroAvviso
}

// Trattieni makes the fine wait for a person, whatever the policy of the command, and warns of the reason.
func (n *Nuovo) Trattieni(a verbale.Avvertenza, testo string) {
	n.Trattenuto = true
	n.Avvertenze = append(n.Avvertenze, verbale.ScriviAvvertenza(a, testo))
}

// CodiceFiscaleDi is the tax code of who answers by a title; empty where the person or the code is not known.
func (n Nuovo) CodiceFiscaleDi(t verbale.Titolo) string {
	p, c := n.posizione(t)
	if !c {
		return ""
	}
	for _, s := range n.Soggetti {
		if s.ID == p.Soggetto {
			return s.CodiceFiscale
		}
	}
	return ""
}

// Annullate are the states of a fine that was taken back or never held: what happened in it counts for nothing.
func Annullate() []string {
	var tutte []string
	for _, p := range verbale.ProcedureSenzaPagare() {
		tutte = append(tutte, string(p))
	}
	return tutte
}

// Rilievo is what the officers saw.
type Rilievo struct {
	Reparto           string
	Targa             string // the key by which it is searched
	TargaScritta      string // with the gaps and marks that it was written with; empty where nobody knows
	TipoTarga         string
	Nazione           string
	Marca             string
	Modello           string
	DataViolazione    time.Time // in Rome
	SenzaOra          bool      // only its day is known (imported fines)
	DataAccertamento  calendario.Giorno
	Luogo             Luogo
	Contestato        bool
	DataContestazione calendario.Giorno
	MotivoMancata     string
	PreavvisoNumero   string
	PreavvisoData     calendario.Giorno
	Dispositivo       *Dispositivo
	Agenti            []string
	Note              string
}

// Luogo is the place of the violation; coordinates are millionths of a degree, both or none.
type Luogo struct {
	Istat            string
	Indirizzo        string
	Civico           string
	Chilometro       string
	LatitudineMicro  *int64
	LongitudineMicro *int64
}

// Dispositivo is the device that measured.
type Dispositivo = vita.Dispositivo

// Violazione is one violation with its row of the table. Speeds are tenths of km/h.
type Violazione struct {
	sanzione.Sanzione
	Lettera         string // that the act cites; the row may be for several
	Notturna        bool   // the night third applies
	Periodi         int    // how often the band applies; 0 is once
	TariffaCent     importo.Cent
	Candidati       []string // the codes among which a person is to choose: the row has no band
	Alternative     []string // the codes that a person may take instead
	VelocitaDecimi  *int64
	LimiteDecimi    *int64
	Note            string
	VersioneTabella string
}

// Prezzo is the violation as the law prices it.
func (v Violazione) Prezzo() cds.Violazione {
	x := v.Sanzione.Violazione(v.Notturna, false) //nolint:staticcheck // QF1008: the table's method, not ours
	x.Periodi, x.TariffaCent, x.DaScegliere = v.Periodi, v.TariffaCent, len(v.Candidati) > 0
	return x
}

// ConseguenzeScritte are the accessory sanctions of a first violation, by their words; never nil.
func (v Violazione) ConseguenzeScritte() []string {
	scritte := make([]string, 0, len(v.Conseguenze))
	for _, c := range v.Conseguenze {
		scritte = append(scritte, string(c))
	}
	return scritte
}

// Scelta is the violation as the events hold it.
func (v Violazione) Scelta() vita.ViolazioneScelta {
	return vita.ViolazioneScelta{
		Codice: v.Codice, MinimoCent: v.MinCent, MassimoCent: v.MaxCent, Notturna: v.Notturna,
		Sconto30: v.AmmetteSconto(false), PagamentoRidotto: v.PagamentoRidotto, Punti: v.Punti, VersioneTabella: v.VersioneTabella,
		Periodi: v.Periodi, TariffaCent: v.TariffaCent, Candidati: strings.Join(v.Candidati, " "),
		Alternative: strings.Join(v.Alternative, " "),
	}
}

// Estremi writes number, series and year as a person reads them: "163/A/2026", and "163/2026" for the
// series without letters.
func Estremi(numero int64, lettera string, anno int) string {
	if lettera == "" {
		return fmt.Sprintf("%d/%d", numero, anno)
	}
	return fmt.Sprintf("%d/%s/%d", numero, lettera, anno)
}
