package motorizzazione

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
)

// Scenario is one behaviour that a caller chooses by the identifier it asks
// for: a plate ZS<codice>LL, or a licence U10000<codice>L, where L is any letter
// of Italian plates, so that every scenario has hundreds of plates.
type Scenario struct {
	Codice  string // three digits
	Nome    string // Italian, for people
	storia  func(numero string, tipo targa.Tipo) storia
	licenza func(p Patente) Patente
	guasto  simulatore.Guasto    // what goes wrong with the answer, nil when nothing
	rifiuto *simulatore.Risposta // what the register refuses with, nil when it does not
}

const (
	prefissoTarga   = "ZS"
	prefissoSocieta = "ZT"
	prefissoPatente = "U10000"
)

// Targa builds the plate of a scenario; variante is two letters.
func Targa(codice, variante string) string { return prefissoTarga + codice + variante }

// TargaSocieta builds the plate of a company whose tax code chooses a scenario of the registers of persons and of SEND; variante is
// two letters.
func TargaSocieta(codice, variante string) string { return prefissoSocieta + codice + variante }

// NumeroPatente builds the licence number of a scenario; variante is a letter.
func NumeroPatente(codice, variante string) string { return prefissoPatente + codice + variante }

// ScenariVeicolo lists the scenarios of plates, the ranges 51n and 8nn by their
// first member. Any other code behaves as an ordinary plate.
func ScenariVeicolo() []Scenario { return append(scenariDiVeicolo(), scenariDiGuasto()...) }

// ScenariPatente lists the scenarios of licences in the same way.
func ScenariPatente() []Scenario { return append(scenariDiPatente(), scenariDiGuasto()...) }

// scenarioDi finds the scenario chosen by a normalised plate or licence number;
// the zero Scenario is the ordinary behaviour.
func scenarioDi(chiave string) Scenario {
	switch {
	case strings.HasPrefix(chiave, prefissoTarga) && len(chiave) == 7:
		return perCodice(chiave[2:5], ScenariVeicolo())
	case strings.HasPrefix(chiave, prefissoSocieta) && len(chiave) == 7:
		return Scenario{Codice: chiave[2:5], storia: uguale(dittaDi(chiave[2:5]))}
	case strings.HasPrefix(chiave, prefissoPatente) && len(chiave) == 10:
		return perCodice(chiave[6:9], ScenariPatente())
	default:
		return Scenario{}
	}
}

func perCodice(codice string, elenco []Scenario) Scenario {
	for _, s := range elenco {
		if s.Codice == codice {
			return s
		}
	}
	return Scenario{Codice: codice, guasto: simulatore.PerCodice(codice)} // of the ranges, else ordinary
}

func scenariDiVeicolo() []Scenario {
	return []Scenario{
		{Codice: "001", Nome: "trovato, un proprietario", storia: ordinaria},
		{Codice: "002", Nome: "proprietario nato all'estero", storia: uguale(natoAllEstero)},
		{Codice: "010", Nome: "società proprietaria", storia: uguale(ditta)},
		{Codice: "020", Nome: "due comproprietari", storia: uguale(comproprietari(2))},
		{Codice: "021", Nome: "tre comproprietari", storia: uguale(comproprietari(3))},
		{Codice: "030", Nome: "leasing: società proprietaria e persona locataria", storia: uguale(leasing(false))},
		{Codice: "031", Nome: "nuda proprietà e usufrutto", storia: uguale(conTitolo("USUFRUTTUARIO"))},
		{Codice: "032", Nome: "vendita con riserva di proprietà", storia: uguale(conTitolo("ACQUIRENTE"))},
		{Codice: "033", Nome: "leasing: società proprietaria e società locataria", storia: uguale(leasing(true))},
		{Codice: "034", Nome: "leasing: società proprietaria e due locatari", storia: uguale(leasingADue)},
		{Codice: "040", Nome: "rubato dal 2020-01-15", storia: rubato},
		{Codice: "050", Nome: "targa di un altro Stato della stessa forma (404 TARGA_ESTERA)", rifiuto: targaEstera()},
		{Codice: "051", Nome: "proprietario residente in Svizzera", storia: uguale(residenteAllEstero)},
		{Codice: "052", Nome: "radiato per esportazione in Germania dal 2021-06-01, nessun intestatario", storia: esportato},
		{Codice: "060", Nome: "proprietario deceduto il 2019-11-03", storia: uguale(deceduto)},
		{Codice: "061", Nome: "due comproprietari, uno deceduto il 2019-11-03", storia: uguale(unoDeceduto)},
		{Codice: "062", Nome: "proprietario minorenne (nato il 2016-05-20)", storia: uguale(minorenne)},
		{Codice: Trasferito, Nome: "per l'ANPR il proprietario si è trasferito", storia: ordinaria},
		{Codice: Morto, Nome: "per l'ANPR il proprietario è deceduto il 2026-09-01", storia: ordinaria},
		{Codice: "070", Nome: "venduto ogni 1º luglio: il proprietario dipende dalla data", storia: vendutoOgniAnno},
		{Codice: "539", Nome: "risposta per un altro giorno", guasto: simulatore.Altera(altroGiorno)},
		{Codice: "543", Nome: "indirizzo in uno Stato che non esiste (XX)", guasto: simulatore.Altera(nazioneInesistente)},
		{Codice: "544", Nome: "comune dell'indirizzo diverso da quello del codice ISTAT", guasto: simulatore.Altera(altroComune)},
	}
}

func scenariDiPatente() []Scenario {
	return []Scenario{
		{Codice: "610", Nome: "patente sospesa", licenza: sospesa},
		{Codice: "611", Nome: "patente revocata", licenza: revocata},
		{Codice: "612", Nome: "patente scaduta il 2020-02-29", licenza: scaduta},
		{Codice: "613", Nome: "patente senza punti", licenza: senzaPunti},
		{Codice: "614", Nome: "titolare deceduto il 2019-11-03", licenza: titolareDeceduto},
	}
}

// scenariDiGuasto are the failures of every system and those that speak of holders and licences.
func scenariDiGuasto() []Scenario {
	elenco := []Scenario{
		{Codice: "404", Nome: "sconosciuto", rifiuto: sconosciuto()},
		{Codice: "531", Nome: "campi mancanti", guasto: simulatore.Altera(campiMancanti)},
		{Codice: "532", Nome: "risposta per un'altra targa o un'altra patente", guasto: simulatore.Altera(altraChiave)},
		{Codice: "535", Nome: "intestatario ripetuto o categoria ripetuta", guasto: simulatore.Altera(ripetuto)},
		{Codice: "536", Nome: "risposta in ISO-8859-1 invece che in UTF-8", guasto: simulatore.InLatino(simulatore.Altera(accentata))},
		{Codice: "537", Nome: "codice fiscale con lettera di controllo errata", guasto: simulatore.Altera(codiceErrato)},
		{Codice: "538", Nome: "codice fiscale valido che non corrisponde al nome", guasto: simulatore.Altera(nomeDiscorde)},
	}
	for _, g := range simulatore.Scenari() {
		elenco = append(elenco, Scenario{Codice: g.Codice, Nome: g.Nome, guasto: g.Guasto})
	}
	return elenco
}

// uguale makes a history whose holders are the same since the beginning.
func uguale(crea func(d *dado) []Intestatario) func(numero string, tipo targa.Tipo) storia {
	return func(numero string, tipo targa.Tipo) storia { return di(numero, tipo, crea) }
}

func targaEstera() *simulatore.Risposta {
	r := simulatore.Problema(http.StatusNotFound, "TARGA_ESTERA", "La targa risulta immatricolata in un altro Stato (FR).", map[string]any{"nazione": "FR"})
	return &r
}

func sconosciuto() *simulatore.Risposta {
	r := simulatore.Problema(http.StatusNotFound, "NON_PRESENTE", "Nessun dato in archivio per la chiave richiesta.", nil)
	return &r
}

func nonImmatricolato(giorno string) simulatore.Risposta {
	return simulatore.Problema(http.StatusNotFound, "NON_IMMATRICOLATO", fmt.Sprintf("Il veicolo non era immatricolato il %s.", giorno), nil)
}
