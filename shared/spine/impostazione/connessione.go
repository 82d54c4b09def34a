package impostazione

// moduloConnessione reads these settings.
const moduloConnessione = "connessione"

// What a command decides about looking persons up in the registers of the State, and what holds where it has not said.
const (
	ChiaveInterrogazioniAllOra = "anagrafica.allOra"
	InterrogazioniAllOra       = 120
	ChiaveInElencoAllOra       = "anagrafica.inElencoAllOra"
	InElencoAllOra             = 2000
	ChiaveDomicilioPreferito   = "domicilio.preferenza"
	ChiaveInadAlGiorno         = "inad.alGiorno"
	InadAlGiorno               = 1000
	ChiaveInadRiserva          = "inad.riserva"
	InadRiserva                = 100
	ChiaveAnprAlGiorno         = "anpr.alGiorno"
	AnprAlGiorno               = 1000
	ChiaveAnprUnicoAlGiorno    = "anpr.unicoAlGiorno"
	AnprUnicoAlGiorno          = 1000
	ChiaveAnprRiserva          = "anpr.riserva"
	AnprRiserva                = 100
)

// The domiciles of a person who has both kinds.
const (
	DomicilioPersonale     = "PERSONALE"
	DomicilioProfessionale = "PROFESSIONALE"
)

const gruppoAnagrafica = "Anagrafe e domicili digitali"

func connessione() []Dichiarazione {
	return []Dichiarazione{
		{
			Chiave: ChiaveInterrogazioniAllOra, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "Interrogazioni all'ora",
			Descrizione: "Quante persone può cercare in un'ora ogni utenza, in ANPR e fra i domicili digitali: oltre, si risponde 429 fino all'ora dopo.",
			Schema:      intero(1, 100_000), Usuale: `120`, Esempio: `60`,
		},
		{
			Chiave: ChiaveInElencoAllOra, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "Persone negli elenchi all'ora",
			Descrizione: "Quante persone può cercare in un'ora ogni utenza con gli elenchi, che hanno un limite loro: oltre, si risponde 429 fino all'ora dopo.",
			Schema:      intero(1, 100_000), Usuale: `2000`, Esempio: `500`,
		},
		{
			Chiave: ChiaveDomicilioPreferito, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "Domicilio preferito",
			Descrizione: "Quale domicilio digitale si usa per chi ne ha eletti due: il suo personale, o quello della sua professione.",
			Schema:      scelta(DomicilioPersonale, DomicilioProfessionale), Usuale: `"` + DomicilioPersonale + `"`, Esempio: `"` + DomicilioProfessionale + `"`,
		},
		{
			Chiave: ChiaveInadAlGiorno, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "Estrazioni INAD al giorno",
			Descrizione: "Quante estrazioni singole si chiedono all'INAD in un giorno, al più quante la finalità dichiarata alla PDND ne ammette. Gli elenchi non contano.",
			Schema:      intero(1, 1_000_000), Usuale: `1000`, Esempio: `2000`,
		},
		{
			Chiave: ChiaveInadRiserva, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "Riserva INAD per le persone",
			Descrizione: "Quante di quelle estrazioni i lavori automatici lasciano a chi aspetta una risposta.",
			Schema:      intero(0, 1_000_000), Usuale: `100`, Esempio: `200`,
		},
		{
			Chiave: ChiaveAnprAlGiorno, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "Interrogazioni ANPR al giorno",
			Descrizione: "Quante interrogazioni per notificare (C001) si fanno ad ANPR in un giorno, al più quante la finalità dichiarata alla PDND ne ammette.",
			Schema:      intero(1, 1_000_000), Usuale: `1000`, Esempio: `5000`,
		},
		{
			Chiave: ChiaveAnprUnicoAlGiorno, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "Identificativi ANPR al giorno",
			Descrizione: "Quanti identificativi unici (C030) si chiedono ad ANPR in un giorno, al più quanti la loro finalità ne ammette: finiti quelli si chiede per codice fiscale.",
			Schema:      intero(1, 1_000_000), Usuale: `1000`, Esempio: `5000`,
		},
		{
			Chiave: ChiaveAnprRiserva, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "Riserva ANPR per le persone",
			Descrizione: "Quante di quelle interrogazioni, per ogni servizio, i lavori automatici lasciano a chi aspetta una risposta.",
			Schema:      intero(0, 1_000_000), Usuale: `100`, Esempio: `200`,
		},
	}
}
