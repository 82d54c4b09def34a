package scelte

import (
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// moduloTenantapi reads these settings.
const moduloTenantapi = "tenantapi"

// What a command asks of the programs that search its fines by X-Realm.
const (
	ChiaveRicercaReti           = "ricerca.reti"
	ChiaveRicercaSegreto        = "ricerca.segreto"
	ChiaveRicercaPagine         = "ricerca.pagine"
	ChiaveRicercaPagineAlGiorno = "ricerca.pagineAlGiorno"
	ChiaveRicercaAlMinuto       = "ricerca.alMinuto"
)

const gruppoRicerca = "Ricerca dei verbali da altri programmi"

// Ricerca are the settings of the search by other programs, which tenantapi reads.
func Ricerca() []impostazione.Dichiarazione {
	return []impostazione.Dichiarazione{
		{
			Chiave: ChiaveRicercaReti, Modulo: moduloTenantapi, Gruppo: gruppoRicerca, Titolo: "Reti ammesse",
			Descrizione: "Gli indirizzi e le reti da cui i programmi possono cercare, separati da virgole. Agli altri si risponde 403.",
			Schema:      impostazione.Testo(1000, `^[0-9A-Fa-f:./]+( *, *[0-9A-Fa-f:./]+)*$`), Forma: "indirizzi o reti (10.1.0.0/16), separati da virgole",
			Altrimenti: "da qualunque indirizzo che arriva al servizio", Esempio: `"10.1.0.0/16, 192.0.2.7"`,
		},
		{
			Chiave: ChiaveRicercaSegreto, Modulo: moduloTenantapi, Gruppo: gruppoRicerca, Titolo: "Gettone dei programmi",
			Descrizione: "Il nome del file, nella cartella dei segreti del comando, con il gettone che i programmi mandano in X-Gettone: uno per file, di almeno 20 caratteri. Più file, separati da virgole, mentre i programmi passano dall'uno all'altro. Senza gettone si risponde 401.",
			Schema:      impostazione.Testo(200, `^ricerca[a-z0-9-]*( *, *ricerca[a-z0-9-]*){0,2}$`), Forma: "uno o più nomi, al più tre, che cominciano con ricerca: lettere minuscole, cifre e trattini",
			Altrimenti: "nessun gettone", Esempio: `"ricerca"`,
		},
		{
			Chiave: ChiaveRicercaPagine, Modulo: moduloTenantapi, Gruppo: gruppoRicerca, Titolo: "Pagine senza token",
			Descrizione: "Quante pagine di una ricerca si danno senza il token di un operatore: oltre, si risponde 403 RISERVATO.",
			Schema:      impostazione.Intero(1, 100_000), Altrimenti: "tutte", Esempio: `10`,
		},
		{
			Chiave: ChiaveRicercaPagineAlGiorno, Modulo: moduloTenantapi, Gruppo: gruppoRicerca, Titolo: "Pagine al giorno senza token",
			Descrizione: "Quante pagine in un giorno, di tutte le sue ricerche insieme, si danno a ogni indirizzo senza il token di un operatore: oltre, si risponde 403 RISERVATO fino a mezzanotte.",
			Schema:      impostazione.Intero(1, 10_000_000), Altrimenti: "tutte", Esempio: `2000`,
		},
		{
			Chiave: ChiaveRicercaAlMinuto, Modulo: moduloTenantapi, Gruppo: gruppoRicerca, Titolo: "Ricerche al minuto",
			Descrizione: "Quante ricerche può fare in un minuto ogni indirizzo: oltre, si risponde 429.",
			Schema:      impostazione.Intero(1, 100_000), Altrimenti: "quante ne vuole", Esempio: `600`,
		},
	}
}
