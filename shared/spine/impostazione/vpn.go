package impostazione

// moduloVpn reads these settings.
const moduloVpn = "vpn"

// ChiaveConsulteAllOra is how many vehicles and licences an account may look up in an hour, ConsulteAllOra how many where
// the command has not said.
const (
	ChiaveConsulteAllOra = "consultazione.allOra"
	ConsulteAllOra       = 120
)

func vpn() []Dichiarazione {
	return append([]Dichiarazione{{
		Chiave: ChiaveConsulteAllOra, Modulo: moduloVpn, Gruppo: "Visure di veicoli e patenti", Titolo: "Visure all'ora",
		Descrizione: "Quante visure di veicoli e patenti può chiedere in un'ora ogni utenza: oltre, si risponde 429 fino all'ora dopo.",
		Schema:      intero(1, 100_000), Usuale: `120`, Esempio: `60`,
	}}, registri()...)
}
