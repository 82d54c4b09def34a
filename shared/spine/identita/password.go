package identita

import (
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// moduloCore reads these settings.
const moduloCore = "core"

// What a command asks of the passwords of its accounts, where no directory checks them.
const (
	ChiavePasswordLunghezza = "password.lunghezzaMinima"
	ChiavePasswordScadenza  = "password.scadenzaGiorni"
	ChiavePasswordOre       = "password.provvisoriaOre"
)

const gruppoPassword = "Password delle utenze"

func password() []impostazione.Dichiarazione {
	return []impostazione.Dichiarazione{
		{
			Chiave: ChiavePasswordLunghezza, Modulo: moduloCore, Gruppo: gruppoPassword, Titolo: "Lunghezza minima",
			Descrizione: "Quanti caratteri deve avere una nuova password. Quelle già in uso restano.",
			Schema:      impostazione.Intero(12, 64), Usuale: `12`, Esempio: `14`,
		},
		{
			Chiave: ChiavePasswordScadenza, Modulo: moduloCore, Gruppo: gruppoPassword, Titolo: "Scadenza in giorni",
			Descrizione: "Dopo quanti giorni una password va cambiata, salvo quelle dei sistemi esterni (ruolo INTEGRATORE). Non è consigliato: chi deve cambiarla spesso ne sceglie di più deboli (NIST SP 800-63B).",
			Schema:      impostazione.Intero(1, 3650), Altrimenti: "mai", Esempio: `365`,
		},
		{
			Chiave: ChiavePasswordOre, Modulo: moduloCore, Gruppo: gruppoPassword, Titolo: "Ore di una password provvisoria",
			Descrizione: "Per quante ore una password data da un amministratore apre la pagina che la cambia. Dopo, ne serve un'altra.",
			Schema:      impostazione.Intero(1, 720), Usuale: `72`, Esempio: `24`,
		},
	}
}
