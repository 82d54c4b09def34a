package infows

import (
	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// Impostazione is the setting of a command's connection to Info-ws.
func Impostazione() impostazione.Dichiarazione {
	return veicoli.Registro{
		Nome: veicoli.RegistroInfows, Titolo: "Servizi SOAP della Motorizzazione",
		Descrizione: "L'indirizzo di base dei servizi Info-ws e le credenziali della convenzione: utente, password e PIN (nomi di file nella cartella dei segreti del comando), da quando la password è in uso e per quanti giorni.",
		Altrimenti:  "non è collegato",
		Esempio:     `{"indirizzo": "https://registro.example/Info-ws/services", "utente": "CMRM000001", "password": "veicoli-password", "pin": "veicoli-pin", "passwordDal": "2026-11-02", "passwordGiorni": 90, "costoMillesimi": 406, "alGiorno": 5000}`,
		Campi:       []string{"utente", "password", "pin", "passwordDal", "passwordGiorni"}, Obbligatori: []string{"indirizzo", "utente", "password"},
	}.Impostazione()
}
