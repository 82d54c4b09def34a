package stampa

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Diritto is the right over the vehicle by which somebody answers with the driver (art. 196 c. 1 CdS).
type Diritto string

// The rights that the register of vehicles knows. The zero value is a right that nobody has said.
const (
	DirittoProprietario  Diritto = "PROPRIETARIO"
	DirittoUsufruttuario Diritto = "USUFRUTTUARIO"
	DirittoLocatario     Diritto = "LOCATARIO"
	DirittoAcquirente    Diritto = "ACQUIRENTE" // with retention of title by the seller
)

// Atto is everything that is printed on an act. Texts may hold any Unicode: what the fonts lack
// is transliterated (see Stampatore.Traslittera). Amounts are euro cents. Instants are printed in
// Italian time, days as they are in their own location.
type Atto struct {
	Comando Comando

	CodiceAG string // the carrier's number of the judicial act, twelve digits; empty: not printed

	Numero  string // up to ten digits
	Lettera string // series, may be empty
	Anno    int

	FormatoIl         time.Time         // when the act was made; also the creation date of the PDF
	DataOraViolazione time.Time         // instant of the violation
	SenzaOra          bool              // of the violation only the day is known
	DataAccertamento  time.Time         // day of ascertainment, zero when not known
	DataContestazione time.Time         // day of the contestation on the spot, which names the driver; zero: there was none
	Servito           calendario.Giorno // day from which the terms of the addressee run; zero: he is still to be served
	Luogo             string

	Veicolo        Veicolo
	Violazioni     []Violazione
	MotivoMancata  string   // why it was not contested on the spot (art. 201 c.1-bis); may be empty
	Agenti         []string // service numbers
	Destinatario   Destinatario
	PuntiTotali    int      // points that the act takes away, capped by the caller (art. 126-bis c.1-bis)
	ConducenteNoto bool     // who drove is known, the addressee or another: nobody is to name him
	Neopatentato   bool     // who drove did so in the first three years of his licence: PuntiTotali are doubled
	OmessiDati     Edittale // sanction for not naming the driver (art. 126-bis c.2); zero: no figures
	Avvisi         []Avviso // none when no reduced payment is admitted; RIDOTTO_30 before RIDOTTO
	Spese          []Spesa  // included in every amount
	InteroCent     int64    // half of the maximum plus expenses (art. 203 c.3); zero: not printed
	Spiegazione    []string // how the amounts were reached, one sentence each
	Annotazioni    []string // further remarks of the command, printed before the amounts
	SiglaDocumento string   // reference of the archive, printed in the footer; may be empty
}

// Comando is the body that issues the act, and its creditor.
type Comando struct {
	Ente           string // the municipality or union: creditor and data controller
	Denominazione  string // the police corps
	Settore        string // office of the creditor, up to 50 characters; may be empty
	Indirizzo      string // also the return address on the envelope
	CodiceFiscale  string // of the creditor, 11 digits
	Telefono       string
	PEC            string
	SitoWeb        string
	Responsabile   string  // in charge of the procedure (L. 241/1990)
	Firmatario     string  // without a name no act is printed (art. 3 c. 2 d.lgs. 39/1993)
	Qualifica      string  // of the signatory, as "Il Comandante"
	CBILL          string  // interbank code; may be empty
	Prefettura     string  // seat of the competent Prefect, as "Ravenna"; may be empty
	GiudiceDiPace  string  // seat of the competent court; may be empty
	ContattoDPO    string  // data protection officer; may be empty
	PagaSulSuoSito bool    // the creditor's own site takes payments
	Stemma         *Stemma // coat of arms; may be nil

	ContoPostale         string // the creditor's postal account, up to twelve digits; empty: no postal slips
	IntestatarioConto    string // its holder, up to 50 characters; empty: Ente
	AutorizzazioneStampa string // Poste's leave to print slips, as "DB/SISB/E 1234 DEL 01/02/2024"; may be empty
}

// Veicolo is the vehicle. Marca and Modello may be empty.
type Veicolo struct {
	Targa, Marca, Modello string
}

// Violazione is one violation with its statutory sanction.
type Violazione struct {
	Articolo, Comma, Lettera string
	Testo                    string // the fact, in Italian
	Edittale                 Edittale
	Punti                    int
	Accessoria               string // accessory sanction; may be empty
	Velocita                 *Velocita
	Dispositivo              string // device, approval and calibration; may be empty
	Volte                    int    // how often the range applies; 0 or 1 is once
	TariffaCent              int64  // evaded tariff, added to every amount; zero: none
	SenzaSconto              bool   // no 30 % off (art. 202 c. 1)
	SenzaRidotto             bool   // no reduced payment: the notices leave it out (art. 202 c. 3 and 3-bis)
}

// Edittale is a statutory range in cents.
type Edittale struct {
	MinCent, MaxCent int64
}

// Velocita is a measured speed in tenths of km/h (art. 142 CdS, art. 345 Reg.).
type Velocita struct {
	RilevataDecimi, NettaDecimi, LimiteDecimi int64
}

// Destinatario is the person or company to whom the act is notified.
type Destinatario struct {
	Titolo        verbale.Titolo
	Diritto       Diritto // of the person who is OBBLIGATO
	Nome          string
	CodiceFiscale string // may be empty only when it does not exist
	Nascita       string // as "nato a Lugo (RA) il 01/01/1980"; may be empty
	Presso        string
	Via           string // street and number
	CAP           string
	Comune        string
	Provincia     string
	Stato         string // only for an address abroad
}

// Avviso is one pagoPA notice: the whole sum of its amount, expenses included.
type Avviso struct {
	Tipo        cds.Tipo
	NAV         string // 18 digits
	ImportoCent int64
	QR          string // PAGOPA|002|NAV|creditor|cents
}

// Spesa is one expense included in the amounts.
type Spesa struct {
	Descrizione string
	Cent        int64
}
