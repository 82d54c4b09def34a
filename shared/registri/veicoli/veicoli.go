// Package veicoli is what a command decides about the registers of vehicles and licences: which are asked, in which order, how each is
// reached, and how often. The connection to a register is declared beside the words of that register.
package veicoli

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// modulo reads these settings.
const modulo = "vpn"

// The registers of vehicles and licences, by the language that each speaks.
const (
	RegistroMotorizzazione = string(verbale.ArchivioMotorizzazione)
	RegistroInfows         = string(verbale.ArchivioInfows)
	RegistroPra            = string(verbale.ArchivioPra)
)

// Registri are all of them, in the order in which a page shows them.
func Registri() []string { return []string{RegistroMotorizzazione, RegistroInfows, RegistroPra} }

// ChiaveRegistri has the registers that a command asks, in order.
const ChiaveRegistri = "veicoli.registri"

// ChiaveRegistro gives the key of the connection to a register.
func ChiaveRegistro(registro string) string { return "veicoli." + strings.ToLower(registro) }

// ChiaveTracciato has what a line of the exchange by file costs.
const ChiaveTracciato = "veicoli.tracciato"

// ChiaveConsulteAllOra is how many vehicles and licences an account may look up in an hour, ConsulteAllOra how many where
// the command has not said.
const (
	ChiaveConsulteAllOra = "consultazione.allOra"
	ConsulteAllOra       = 120
)

// Collegamento is how a command reaches a register: ChiaveRegistro has one for each. Password and Pin are names of files in the
// folder of the command's secrets.
type Collegamento struct {
	collegamento.Raggiungi

	Utente         string `json:"utente"`
	Password       string `json:"password"`
	Pin            string `json:"pin"`
	Canale         string `json:"canale"`
	PasswordDal    string `json:"passwordDal"`    // YYYY-MM-DD, when the password was last changed
	PasswordGiorni int    `json:"passwordGiorni"` // for how long it is good; 0: PasswordGiorni
	CostoMillesimi int64  `json:"costoMillesimi"` // of an answer, in thousandths of a euro
}

// PasswordBuona is for how many days a password is good.
func (c Collegamento) PasswordBuona() int { return cmp.Or(c.PasswordGiorni, PasswordGiorni) }

// PasswordGiorni is how long a password of Info-ws is good where the command has not said. From memory, not confirmed.
const PasswordGiorni = 90

// PreavvisoPassword is how many days before it ends a person is told of a password.
const PreavvisoPassword = 15

const gruppo = "Registri dei veicoli e delle patenti"

// Impostazioni are the settings of the look-ups of vehicles and licences, among them the connections that the registers declare.
func Impostazioni(collegamenti ...impostazione.Dichiarazione) []impostazione.Dichiarazione {
	prima := []impostazione.Dichiarazione{
		{
			Chiave: ChiaveConsulteAllOra, Modulo: modulo, Gruppo: "Visure di veicoli e patenti", Titolo: "Visure all'ora",
			Descrizione: "Quante visure di veicoli e patenti può chiedere in un'ora ogni utenza: oltre, si risponde 429 fino all'ora dopo.",
			Schema:      impostazione.Intero(1, 100_000), Usuale: `120`, Esempio: `60`,
		},
		{
			Chiave: ChiaveRegistri, Modulo: modulo, Gruppo: gruppo, Titolo: "Registri da interrogare",
			Descrizione: "Quali registri si interrogano, nell'ordine: al secondo si chiede quando il primo non ha il dato, non lo ha per quel giorno, o non risponde. MOTORIZZAZIONE è il collegamento documentato dalla piattaforma, INFOWS i servizi SOAP della Motorizzazione, PRA il Pubblico registro automobilistico dell'ACI.",
			Schema:      impostazione.Elenco(Registri()...), Usuale: `["MOTORIZZAZIONE"]`, Esempio: `["INFOWS", "PRA"]`,
		},
		Registro{
			Nome: RegistroMotorizzazione, Titolo: "Collegamento documentato",
			Descrizione: "Il registro che parla il linguaggio documentato dalla piattaforma: dove sta, quanto costa una risposta e quante domande si possono fare in un giorno.",
			Altrimenti:  "quello della piattaforma, se c'è", Esempio: `{"costoMillesimi": 406, "alGiorno": 5000}`,
		}.Impostazione(),
	}
	tracciato := impostazione.Dichiarazione{
		Chiave: ChiaveTracciato, Modulo: modulo, Gruppo: gruppo, Titolo: "Scambio per file con la Motorizzazione",
		Descrizione: "Quanto costa ogni riga di risposta dei lotti di visure, in millesimi di euro.",
		Schema: impostazione.Schema(map[string]any{"type": "object", "additionalProperties": false, "required": []string{"costoMillesimi"},
			"properties": map[string]any{"costoMillesimi": impostazione.CampoNumero(0, 1_000_000)}}),
		Forma: "come nell'esempio", Altrimenti: "il costo non si conosce: si segna zero", Esempio: `{"costoMillesimi": 406}`,
	}
	return append(slices.Concat(prima, collegamenti), tracciato)
}

// Registro is a register as it declares a command's connection. Campi are the fields of Collegamento that it has beside those of every
// connection, Obbligatori those that a command must fill in.
type Registro struct {
	Nome, Titolo, Descrizione, Altrimenti, Esempio string
	Campi, Obbligatori                             []string
}

// Impostazione is the setting of the connection.
func (r Registro) Impostazione() impostazione.Dichiarazione {
	const file = `^veicoli[a-z0-9-]*$`
	campi := map[string]any{
		"utente": impostazione.CampoTesto(impostazione.FormaSenzaSpazio), "password": impostazione.CampoTesto(file), "pin": impostazione.CampoTesto(file),
		"canale":      impostazione.CampoTesto(impostazione.FormaSenzaSpazio),
		"passwordDal": impostazione.CampoTesto(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`), "passwordGiorni": impostazione.CampoNumero(1, 3650),
	}
	maps.DeleteFunc(campi, func(nome string, _ any) bool { return !slices.Contains(r.Campi, nome) })
	campi["costoMillesimi"] = impostazione.CampoNumero(0, 1_000_000)
	return impostazione.Dichiarazione{
		Chiave: ChiaveRegistro(r.Nome), Modulo: modulo, Gruppo: gruppo, Titolo: r.Titolo,
		Descrizione: r.Descrizione + " Facoltativi: proxy, certificato, chiave, radici (nomi di file), attesaSecondi. I file di password, PIN e chiave cominciano con la riga host: e il nome del server. costoMillesimi è in millesimi di euro.",
		Schema:      collegamento.Schema(file, campi, r.Obbligatori...), Forma: "come nell'esempio", Altrimenti: r.Altrimenti, Esempio: r.Esempio,
	}
}
