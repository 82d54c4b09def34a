// Package domicili is what a command decides about looking persons up in the registers of the State: how many in an hour, which of two
// digital domiciles is used, how the registers that it reaches by itself are connected. What concerns one register is declared beside
// that register's words.
package domicili

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// Modulo reads the settings of these registers, Gruppo is the subject under which a page shows them.
const (
	Modulo = "connessione"
	Gruppo = "Anagrafe e domicili digitali"
)

// How many persons an account may look up in an hour, by itself and by lists, and what holds where the command has not said.
const (
	ChiaveInterrogazioniAllOra = "anagrafica.allOra"
	InterrogazioniAllOra       = 120
	ChiaveInElencoAllOra       = "anagrafica.inElencoAllOra"
	InElencoAllOra             = 2000
)

// ChiaveDomicilioPreferito has which domicile is used of a person who has both kinds.
const ChiaveDomicilioPreferito = "domicilio.preferenza"

// The domiciles of a person who has both kinds.
const (
	DomicilioPersonale     = "PERSONALE"
	DomicilioProfessionale = "PROFESSIONALE"
)

// Collegamento is how a command reaches a register of companies' (INI-PEC) or of public bodies' (IPA) domiciles. Firma,
// Catena, Accesso, Proxy, Certificato, Chiave and Radici are names of files in the folder of the command's secrets: the key that
// signs and the certificates that go with it (INI-PEC), the key that the index has given (IPA), those of the connection.
type Collegamento struct {
	collegamento.Raggiungi

	Cliente   string `json:"cliente"`
	Ambito    string `json:"ambito"`
	Firma     string `json:"firma"`
	Catena    string `json:"catena"`
	Accesso   string `json:"accesso"`
	CostoCent int64  `json:"costoCent"` // of an answer, in cents
}

// Registro is such a register as it declares a command's connection. Campi are the fields of Collegamento that it has beside those of
// every connection; a command must fill in all of them.
type Registro struct {
	Chiave, Titolo, Descrizione, Esempio string
	Campi                                []string
}

// Impostazione is the setting of the connection.
func (r Registro) Impostazione() impostazione.Dichiarazione {
	const file = `^domicilio[a-z0-9-]*$`
	campi := map[string]any{"costoCent": impostazione.CampoNumero(0, 100_000)}
	for _, nome := range r.Campi {
		campi[nome] = impostazione.CampoTesto(file)
		if nome == "cliente" || nome == "ambito" {
			campi[nome] = impostazione.CampoTesto(impostazione.FormaSenzaSpazio)
		}
	}
	return impostazione.Dichiarazione{
		Chiave: r.Chiave, Modulo: Modulo, Gruppo: Gruppo, Titolo: r.Titolo,
		Descrizione: r.Descrizione + " Facoltativi: proxy, certificato, chiave, radici (nomi di file), attesaSecondi, alGiorno, costoCent (di una risposta, in centesimi). I file di firma, accesso e chiave cominciano con la riga host: e il nome del server.",
		Schema:      collegamento.Schema(file, campi, slices.Concat([]string{"indirizzo"}, r.Campi)...),
		Forma:       "come nell'esempio", Altrimenti: "non è collegato", Esempio: r.Esempio,
	}
}

// Impostazioni are the settings of look-ups in all registers of persons.
func Impostazioni() []impostazione.Dichiarazione {
	return []impostazione.Dichiarazione{
		{
			Chiave: ChiaveInterrogazioniAllOra, Modulo: Modulo, Gruppo: Gruppo, Titolo: "Interrogazioni all'ora",
			Descrizione: "Quante persone può cercare in un'ora ogni utenza, in ANPR e fra i domicili digitali: oltre, si risponde 429 fino all'ora dopo.",
			Schema:      impostazione.Intero(1, 100_000), Usuale: `120`, Esempio: `60`,
		},
		{
			Chiave: ChiaveInElencoAllOra, Modulo: Modulo, Gruppo: Gruppo, Titolo: "Persone negli elenchi all'ora",
			Descrizione: "Quante persone può cercare in un'ora ogni utenza con gli elenchi, che hanno un limite loro: oltre, si risponde 429 fino all'ora dopo.",
			Schema:      impostazione.Intero(1, 100_000), Usuale: `2000`, Esempio: `500`,
		},
		{
			Chiave: ChiaveDomicilioPreferito, Modulo: Modulo, Gruppo: Gruppo, Titolo: "Domicilio preferito",
			Descrizione: "Quale domicilio digitale si usa per chi ne ha eletti due: il suo personale, o quello della sua professione.",
			Schema:      impostazione.Scelta(DomicilioPersonale, DomicilioProfessionale),
			Usuale:      `"` + DomicilioPersonale + `"`, Esempio: `"` + DomicilioProfessionale + `"`,
		},
	}
}
