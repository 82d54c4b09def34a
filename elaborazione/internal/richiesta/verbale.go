// Package richiesta is a fine as a source sends it, whatever the source: its fields, read and normalised, and the
// fingerprint by which the same request is known again. Nothing in it was compared with a table of the tenant.
package richiesta

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// Verbale is a fine as an integrator sends it, read and normalised: strings are trimmed, an absent
// optional field is the zero value (or nil where zero means something), days are civil days in Rome.
// Nothing in it was compared with a table of the tenant.
type Verbale struct {
	IDEsterno                  string
	Numero                     string    // without leading zeros; empty when the platform gives it
	Lettera                    string    // upper case; empty for the series without letters
	Anno                       int       // 0 when absent
	DataOraViolazione          time.Time // in Rome, to the microsecond
	DataAccertamento           calendario.Giorno
	Luogo                      Luogo
	Veicolo                    Veicolo
	Violazioni                 []Violazione // 1 to 10
	Dispositivo                *Dispositivo
	Preavviso                  *Preavviso
	ContestazioneImmediata     bool
	DataContestazione          calendario.Giorno // only with ContestazioneImmediata
	MotivoMancataContestazione string
	Trasgressore               *Soggetto
	Obbligato                  *Soggetto
	Patente                    *Patente
	Agenti                     []Agente // 1 to 5
	Reparto                    string
	Note                       string
	Allegati                   []Allegato // 0 to 20
}

// Luogo is the place of the violation. The coordinates are WGS84, both there or both nil.
type Luogo struct {
	ComuneIstat string // six digits
	Indirizzo   string
	Civico      string
	Metri       *int64 // chilometro, in metres
	Latitudine  *int64 // millionths of a degree
	Longitudine *int64 // millionths of a degree
}

// Veicolo is the vehicle. TargaScritta is what the sender wrote; Targa is that text normalised, for the fingerprint alone:
// the plate is searched by its key (targa.Chiave).
type Veicolo struct {
	Targa        string
	TargaScritta string
	TipoTarga    targa.Tipo // empty when absent
	Nazione      string     // IT when absent
	Classe       string     // of the table of violations, where the officer says it; empty when absent
	Marca        string
	Modello      string
}

// Violazione names one violation; its row of the table is the caller's to find.
type Violazione struct {
	Articolo       string // as 142 or 126-bis
	Comma          string // as 8 or 9-bis
	Lettera        string // lower case
	Codice         string
	VelocitaDecimi *int64 // velocitaRilevata, tenths of km/h
	Limite         *int64 // km/h
	Periodi        *int64 // how often the sanction applies: whole periods, days or 24 hours, as the law counts
	TariffaCent    *int64 // tariff of parking or of the toll zone that was evaded
	Note           string
}

// How long the words about a device may be, in characters.
const (
	MassimoTipoDispositivo = 120
	MassimoMatricola       = 60
	MassimoApprovazione    = 200
)

// Dispositivo is the device that measured.
type Dispositivo struct {
	Tipo         string
	Matricola    string
	Approvazione string
	Taratura     calendario.Giorno // last calibration
}

// Preavviso is the note left on the vehicle.
type Preavviso struct {
	Numero string
	Data   calendario.Giorno
}

// Soggetto is a person or a company: one of the two is there.
type Soggetto struct {
	Persona   *Persona
	Societa   *Societa
	Indirizzo *Indirizzo
}

// Persona is a natural person, with a surname, a first name or both, as they were written: a filler (".") counts in the
// fingerprint and goes when the subject is made. The tax code is upper case, its check letter not verified.
type Persona struct {
	Cognome       string
	Nome          string
	CodiceFiscale string
	Sesso         string // F, M or empty
	DataNascita   calendario.Giorno
	LuogoNascita  string
}

// Societa is a company, a public body or a firm.
type Societa struct {
	Denominazione string
	CodiceFiscale string
	PartitaIva    string // eleven digits, not verified
}

// Indirizzo is a postal address.
type Indirizzo struct {
	Via         string
	Civico      string
	Cap         string
	Comune      string
	ComuneIstat string
	Provincia   string // upper case
	Nazione     string // ISO 3166-1 alpha-2; IT when absent
}

// Patente is what the register of licences showed of the driver at the check, with which the short suspension is counted
// (art. 218-ter CdS), and the points of a new driver (art. 126-bis CdS).
type Patente struct {
	Punti       *int64            // left, 0 to 30; nil: nobody says
	Incidente   bool              // the driver caused a crash
	Rilascio    calendario.Giorno // of the licence; zero: nobody says
	GiaTitolare bool              // of category B or higher before it
}

// Agente is an officer, by number.
type Agente struct {
	Matricola string
}

// Allegato is an attached file. Tipo is what the sender says it is.
type Allegato struct {
	Nome        string
	Tipo        string
	Descrizione string
	Contenuto   []byte
}
