package esitopostale

import (
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// Columns of the file. Every row names its letter by lotto and sequenza, or by notifica, or by documento
// and destinatario, as the index of the package has them; if it has more than one, all must agree, and so must
// the code of the judicial act where the row has it.
const (
	colLotto        = "lotto"
	colSequenza     = "sequenza"
	colNotifica     = "notifica"
	colDocumento    = "documento"
	colDestinatario = "destinatario"
	colCodiceAG     = "codiceAG"
	colEsito        = "esito"
	colCausa        = "causa"
	colData         = "data"
	colDataCad      = "dataCad"
	colDataRitiro   = "dataRitiro"
	colAffidamento  = "dataAffidamento"
	colRaccomandata = "raccomandata"
	colRicevuta     = "ricevuta"
	colCan          = "can"
	colCad          = "cad"
	colArcad        = "arcad"
	colProva        = "prova"
)

// Colonne are the columns that are read.
func Colonne() []string {
	return []string{colLotto, colSequenza, colNotifica, colDocumento, colDestinatario, colCodiceAG, colEsito, colCausa, colData, colDataCad,
		colDataRitiro, colAffidamento, colRaccomandata, colRicevuta, colCan, colCad, colArcad, colProva}
}

// ignorate are columns of the index of a package, which may come back with it: they are not kept.
func ignorate() []string {
	return []string{"tenant", "prodotto", "file", "paginaDa", "paginaA", "pagine", "fogli", "nome", "indirizzo", "cap", "comune", "provincia",
		"nazione", "avvisi", "fronteRetro", "sha256Atto"}
}

// genere is what an outcome means for the service.
type genere int

const (
	inViaggio   genere = iota // nothing yet
	consegnato                // took effect on the day of data (art. 7 L. 890/1982)
	depositato                // took effect by deposit: ten days from the CAD, or the collection (art. 8)
	nonRiuscito               // the envelope came back, or is lost
)

// significato is an outcome of the table.
type significato struct {
	genere  genere
	canale  cds.Canale
	motivo  string // why the addressee was not served
	decesso bool
}

// esiti are the outcomes by their words (states of one dispatch: docs/operazioni/spedizione.md).
func esiti() map[string]significato {
	fallito := func(motivo string) significato { return significato{genere: nonRiuscito, motivo: motivo} }
	consegna := significato{genere: consegnato, canale: cds.CanalePostaConsegna}
	deposito := significato{genere: depositato, canale: cds.CanalePostaDeposito}
	return map[string]significato{
		"CONSEGNATO":              consegna,
		esitoTerzo:                consegna,
		"RIFIUTATO":               consegna,
		esitoRitirato:             deposito,
		esitoGiacenza:             deposito,
		"SCONOSCIUTO":             fallito("Destinatario sconosciuto"),
		"TRASFERITO":              fallito("Destinatario trasferito"),
		"IRREPERIBILE":            fallito("Destinatario irreperibile"),
		"INDIRIZZO_ERRATO":        fallito("Indirizzo errato"),
		"INDIRIZZO_INSUFFICIENTE": fallito("Indirizzo insufficiente"),
		"INDIRIZZO_MANCANTE":      fallito("Indirizzo mancante"),
		"DECEDUTO":                {genere: nonRiuscito, motivo: "Destinatario deceduto", decesso: true},
		"SMARRITO":                fallito("Plico smarrito"),
		"DANNEGGIATO":             fallito("Plico danneggiato"),
		"RUBATO":                  fallito("Plico rubato"),
		"NON_RENDICONTATO":        fallito("Esito non rendicontabile"),
		"NON_ACCETTATO":           fallito("Invio non accettato dal centro di stampa o dal vettore"),
		"ACCETTATO":               {},
		"IN_VIAGGIO":              {},
		"DEPOSITATO":              {}, // the law waits for the collection, or ten days and the receipt of the CAD
	}
}

// Words that the code asks about.
const (
	esitoTerzo    = "CONSEGNATO_TERZO"
	esitoRitirato = "RITIRATO"
	esitoGiacenza = "COMPIUTA_GIACENZA"
)

// chiusi are the closing codes of the carriers' public set whose outcome they say by themselves; those of
// perCausa say it by their cause. A pre-outcome or its documents start no term: only the closed file does.
func chiusi() map[string]string {
	return map[string]string{
		"RECAG001C": "CONSEGNATO", "RECAG002C": esitoTerzo, "RECAG005C": esitoRitirato, "RECAG006C": esitoRitirato, "RECAG008C": esitoGiacenza,
		"RECAG010": "DEPOSITATO", "RECAG011A": "DEPOSITATO", "RECAG011B": "DEPOSITATO", "RECAG012": "DEPOSITATO",
		"RECAG013": "NON_RENDICONTATO", "RECAG015": "NON_RENDICONTATO",
		"CON080": "IN_VIAGGIO", "CON020": "IN_VIAGGIO", "CON016": "IN_VIAGGIO", "CON018": "ACCETTATO",
		"CON991": "NON_ACCETTATO", "CON993": "NON_ACCETTATO", "CON995": "NON_ACCETTATO", "CON996": "NON_ACCETTATO",
		"CON997": "NON_ACCETTATO", "CON998": "NON_ACCETTATO",
	}
}

func perCausa(codice string) bool {
	switch codice {
	case "RECAG003C", "RECAG003F", "RECAG004B", "RECAG007C":
		return true
	}
	return false
}

// cause are the causes of the same set; an unlisted cause is never guessed.
func cause() map[string]string {
	return map[string]string{"M01": "IRREPERIBILE", "M02": "DECEDUTO", "M03": "SCONOSCIUTO", "M04": "TRASFERITO", "M05": "RIFIUTATO",
		"M06": "INDIRIZZO_ERRATO", "M07": "INDIRIZZO_MANCANTE", "M08": "INDIRIZZO_INSUFFICIENTE",
		"F01": "RUBATO", "F02": "SMARRITO", "F03": "DANNEGGIATO"}
}

// preEsito reports a stage of a code before the closed file.
func preEsito(codice string) bool {
	if len(codice) != len("RECAG001A") || !strings.HasPrefix(codice, "RECAG00") {
		return false
	}
	n, stadio := codice[len("RECAG00")], codice[len(codice)-1]
	switch {
	case n == '4':
		return stadio == 'A'
	case n == '3' && (stadio == 'D' || stadio == 'E'):
		return true
	}
	return n >= '1' && n <= '8' && (stadio == 'A' || stadio == 'B')
}

// riconosci reads outcome and cause into the word of the outcome; the column and the reason where it
// cannot.
func riconosci(esito, causa string) (nome, colonna, motivo string) {
	esito, causa = strings.ToUpper(esito), strings.ToUpper(causa)
	_, parola := esiti()[esito]
	switch {
	case esito == "":
		return "", colEsito, "manca"
	case strings.HasPrefix(esito, "RECRN"):
		return "", colEsito, "è di una raccomandata ordinaria: un verbale si notifica con l'atto giudiziario"
	case parola:
		return esito, "", ""
	case preEsito(esito):
		return "IN_VIAGGIO", "", ""
	case !perCausa(esito):
		if nome = chiusi()[esito]; nome == "" {
			return "", colEsito, "non è un esito che si conosce"
		}
		return nome, "", ""
	}
	if nome = cause()[causa]; nome == "" {
		return "", colCausa, "con " + esito + " serve una causa conosciuta"
	}
	if furto := strings.HasPrefix(causa, "F"); furto != (esito == "RECAG004B") {
		return "", colCausa, "non è una causa di " + esito
	}
	return nome, "", ""
}
