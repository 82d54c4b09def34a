package pra

import (
	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// Impostazione is the setting of a command's connection to the PRA.
func Impostazione() impostazione.Dichiarazione {
	return veicoli.Registro{
		Nome: veicoli.RegistroPra, Titolo: "Visure del PRA (ACI)",
		Descrizione: "L'indirizzo del servizio di visura per targa dell'ACI e le credenziali: utente, password (nome di un file nella cartella dei segreti del comando), canale.",
		Altrimenti:  "non è collegato",
		Esempio:     `{"indirizzo": "https://visure.example/visura-targa-telaio", "utente": "comune", "password": "veicoli-pra", "canale": "PL", "costoMillesimi": 6000, "alGiorno": 200}`,
		Campi:       []string{"utente", "password", "canale"}, Obbligatori: []string{"indirizzo", "utente", "password"},
	}.Impostazione()
}
