package ipa

import (
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// Chiave has a domicili.Collegamento: without one the command is not connected.
const Chiave = "domicilio.ipa"

// Impostazione is the setting of a command's connection to the IPA.
func Impostazione() impostazione.Dichiarazione {
	return domicili.Registro{
		Chiave: Chiave, Titolo: "IPA: domicili delle pubbliche amministrazioni",
		Descrizione: "Dove stanno i servizi web dell'IPA (fin dove comincia il nome del servizio, WS23DOMDIGCFServices) e accesso, il nome del file nella cartella dei segreti del comando con la chiave che l'IPA ha dato (AUTH_ID). Agli enti pubblici si chiede qui prima che all'INAD.",
		Esempio:     `{"indirizzo": "https://indice.example/ws", "accesso": "domicilio-ipa", "alGiorno": 500}`,
		Campi:       []string{"accesso"},
	}.Impostazione()
}
