package impostazione

import (
	"cmp"
	"maps"
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// The registers of vehicles and licences, by the language that each speaks.
const (
	RegistroMotorizzazione = string(verbale.ArchivioMotorizzazione)
	RegistroInfows         = string(verbale.ArchivioInfows)
	RegistroPra            = string(verbale.ArchivioPra)
)

// ChiaveRegistri has the registers that a command asks, in order; ChiaveRegistro the connection to one of them.
const ChiaveRegistri = "veicoli.registri"

// ChiaveTracciato has what a line of the exchange by file costs.
const ChiaveTracciato = "veicoli.tracciato"

// ChiaveRegistro gives the key of the connection to a register.
func ChiaveRegistro(registro string) string {
	return map[string]string{RegistroMotorizzazione: "veicoli.motorizzazione", RegistroInfows: "veicoli.infows", RegistroPra: "veicoli.pra"}[registro]
}

// Registri are all of them, in the order in which a page shows them.
func Registri() []string { return []string{RegistroMotorizzazione, RegistroInfows, RegistroPra} }

// Collegamento is how a command reaches a register: ChiaveRegistro has one for each. Password and Pin are names of files in the
// folder of the command's secrets.
type Collegamento struct {
	Raggiungi

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

// How many days before it ends a person is told of a password, and of a key or a use of PDND.
const (
	PreavvisoPassword = 15
	PreavvisoPdnd     = 30
)

// registri are the settings of the connections.
func registri() []Dichiarazione {
	tutte := []Dichiarazione{{
		Chiave: ChiaveRegistri, Titolo: "Registri da interrogare",
		Descrizione: "Quali registri si interrogano, nell'ordine: al secondo si chiede quando il primo non ha il dato, non lo ha per quel giorno, o non risponde. MOTORIZZAZIONE è il collegamento documentato dalla piattaforma, INFOWS i servizi SOAP della Motorizzazione, PRA il Pubblico registro automobilistico dell'ACI.",
		Schema:      elenco(Registri()...), Usuale: `["MOTORIZZAZIONE"]`, Esempio: `["INFOWS", "PRA"]`,
	}}
	for _, r := range []struct {
		registro, titolo, descrizione, altrimenti, esempio string
		campi, obbligatori                                 []string
	}{
		{RegistroMotorizzazione, "Collegamento documentato", "Il registro che parla il linguaggio documentato dalla piattaforma: dove sta, quanto costa una risposta e quante domande si possono fare in un giorno.",
			"quello della piattaforma, se c'è", `{"costoMillesimi": 406, "alGiorno": 5000}`, nil, nil},
		{RegistroInfows, "Servizi SOAP della Motorizzazione", "L'indirizzo di base dei servizi Info-ws e le credenziali della convenzione: utente, password e PIN (nomi di file nella cartella dei segreti del comando), da quando la password è in uso e per quanti giorni.",
			"non è collegato", `{"indirizzo": "https://registro.example/Info-ws/services", "utente": "CMRM000001", "password": "veicoli-password", "pin": "veicoli-pin", "passwordDal": "2026-11-02", "passwordGiorni": 90, "costoMillesimi": 406, "alGiorno": 5000}`,
			[]string{"utente", "password", "pin", "passwordDal", "passwordGiorni"}, []string{"indirizzo", "utente", "password"}},
		{RegistroPra, "Visure del PRA (ACI)", "L'indirizzo del servizio di visura per targa dell'ACI e le credenziali: utente, password (nome di un file nella cartella dei segreti del comando), canale.",
			"non è collegato", `{"indirizzo": "https://visure.example/visura-targa-telaio", "utente": "comune", "password": "veicoli-pra", "canale": "PL", "costoMillesimi": 6000, "alGiorno": 200}`,
			[]string{"utente", "password", "canale"}, []string{"indirizzo", "utente", "password"}},
	} {
		tutte = append(tutte, Dichiarazione{
			Chiave: ChiaveRegistro(r.registro), Titolo: r.titolo,
			Descrizione: r.descrizione + " Facoltativi: proxy, certificato, chiave, radici (nomi di file), attesaSecondi. I file di password, PIN e chiave cominciano con la riga host: e il nome del server. costoMillesimi è in millesimi di euro.",
			Schema:      collegamento(r.campi, r.obbligatori), Forma: "come nell'esempio", Altrimenti: r.altrimenti, Esempio: r.esempio,
		})
	}
	tutte = append(tutte, Dichiarazione{
		Chiave: ChiaveTracciato, Titolo: "Scambio per file con la Motorizzazione",
		Descrizione: "Quanto costa ogni riga di risposta dei lotti di visure, in millesimi di euro.",
		Schema: schema(map[string]any{"type": "object", "additionalProperties": false, "required": []string{"costoMillesimi"},
			"properties": map[string]any{"costoMillesimi": map[string]any{"type": "integer", "minimum": 0, "maximum": 1_000_000}}}),
		Forma: "come nell'esempio", Altrimenti: "il costo non si conosce: si segna zero", Esempio: `{"costoMillesimi": 406}`,
	})
	for i := range tutte {
		tutte[i].Modulo, tutte[i].Gruppo = moduloVpn, "Registri dei veicoli e delle patenti"
	}
	return tutte
}

// collegamento is the schema of a connection with these fields beside those that every connection has.
func collegamento(campi, obbligatori []string) string {
	const file = `^veicoli[a-z0-9-]*$`
	propri := map[string]any{
		"utente": campoTesto(formaSenzaSpazio), "password": campoTesto(file), "pin": campoTesto(file), "canale": campoTesto(formaSenzaSpazio),
		"passwordDal": campoTesto(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`), "passwordGiorni": campoNumero(1, 3650),
	}
	maps.DeleteFunc(propri, func(nome string, _ any) bool { return !slices.Contains(campi, nome) })
	propri["costoMillesimi"] = campoNumero(0, 1_000_000)
	return formaRaggiungi(file, propri, obbligatori...)
}
