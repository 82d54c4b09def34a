package inipec

import (
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// Chiave has a domicili.Collegamento: without one the command is not connected.
const Chiave = "domicilio.inipec"

// Impostazione is the setting of a command's connection to INI-PEC.
func Impostazione() impostazione.Dichiarazione {
	return domicili.Registro{
		Chiave: Chiave, Titolo: "INI-PEC e sedi delle imprese (InfoCamere)",
		Descrizione: "Dove sta il servizio di InfoCamere e le credenziali della convenzione: cliente (client_id), ambito (scope), firma e catena (nomi di file nella cartella dei segreti del comando: la chiave RSA che firma e i suoi certificati). Alle imprese si chiede qui prima che all'INAD. La forma del servizio non è pubblica: i nomi del collegamento vanno confrontati con i documenti della convenzione.",
		Esempio:     `{"indirizzo": "https://imprese.example/servizi", "cliente": "COMUNE-ALFA", "ambito": "inipec", "firma": "domicilio-firma", "catena": "domicilio-catena", "costoCent": 10, "alGiorno": 500}`,
		Campi:       []string{"cliente", "ambito", "firma", "catena"},
	}.Impostazione()
}
