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

// ChiaveInipec and ChiaveIpa have a CollegamentoDomicili each: without one the command is not connected.
const (
	ChiaveInipec = "domicilio.inipec"
	ChiaveIpa    = "domicilio.ipa"
)

// CollegamentoDomicili is how a command reaches a register of companies' (INI-PEC) or of public bodies' (IPA) domiciles. Firma,
// Catena, Accesso, Proxy, Certificato, Chiave and Radici are names of files in the folder of the command's secrets: the key that
// signs and the certificates that go with it (INI-PEC), the key that the index has given (IPA), those of the connection.
type CollegamentoDomicili struct {
	Raggiungi

	Cliente   string `json:"cliente"`
	Ambito    string `json:"ambito"`
	Firma     string `json:"firma"`
	Catena    string `json:"catena"`
	Accesso   string `json:"accesso"`
	CostoCent int64  `json:"costoCent"` // of an answer, in cents
}

// The domiciles of a person who has both kinds.
const (
	DomicilioPersonale     = "PERSONALE"
	DomicilioProfessionale = "PROFESSIONALE"
)

const gruppoAnagrafica = "Anagrafe e domicili digitali"

// domicili are the settings of the connections to the registers of companies' and public bodies' domiciles.
func domicili() []Dichiarazione {
	return []Dichiarazione{
		{
			Chiave: ChiaveInipec, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "INI-PEC e sedi delle imprese (InfoCamere)",
			Descrizione: "Dove sta il servizio di InfoCamere e le credenziali della convenzione: cliente (client_id), ambito (scope), firma e catena (nomi di file nella cartella dei segreti del comando: la chiave RSA che firma e i suoi certificati). Alle imprese si chiede qui prima che all'INAD. La forma del servizio non è pubblica: i nomi del collegamento vanno confrontati con i documenti della convenzione. Facoltativi: proxy, certificato, chiave, radici (nomi di file), attesaSecondi, alGiorno, costoCent (di una risposta, in centesimi). I file di firma, accesso e chiave cominciano con la riga host: e il nome del server.",
			Schema:      collegamentoDomicili("cliente", "ambito", "firma", "catena"), Forma: "come nell'esempio", Altrimenti: "non è collegato",
			Esempio: `{"indirizzo": "https://imprese.example/servizi", "cliente": "COMUNE-ALFA", "ambito": "inipec", "firma": "domicilio-firma", "catena": "domicilio-catena", "costoCent": 10, "alGiorno": 500}`,
		},
		{
			Chiave: ChiaveIpa, Modulo: moduloConnessione, Gruppo: gruppoAnagrafica, Titolo: "IPA: domicili delle pubbliche amministrazioni",
			Descrizione: "Dove stanno i servizi web dell'IPA (fin dove comincia il nome del servizio, WS23DOMDIGCFServices) e accesso, il nome del file nella cartella dei segreti del comando con la chiave che l'IPA ha dato (AUTH_ID). Agli enti pubblici si chiede qui prima che all'INAD. Facoltativi: proxy, certificato, chiave, radici (nomi di file), attesaSecondi, alGiorno, costoCent (di una risposta, in centesimi). I file di firma, accesso e chiave cominciano con la riga host: e il nome del server.",
			Schema:      collegamentoDomicili("accesso"), Forma: "come nell'esempio", Altrimenti: "non è collegato",
			Esempio: `{"indirizzo": "https://indice.example/ws", "accesso": "domicilio-ipa", "alGiorno": 500}`,
		},
	}
}

// collegamentoDomicili is the schema of a connection with these fields, all of them needed, beside those that every one has.
func collegamentoDomicili(propri ...string) string {
	const file = `^domicilio[a-z0-9-]*$`
	campi := map[string]any{"costoCent": campoNumero(0, 100_000)}
	for _, nome := range propri {
		campi[nome] = campoTesto(file)
		if nome == "cliente" || nome == "ambito" {
			campi[nome] = campoTesto(formaSenzaSpazio)
		}
	}
	return formaRaggiungi(file, campi, append([]string{"indirizzo"}, propri...)...)
}

func connessione() []Dichiarazione {
	return append(domicili(), []Dichiarazione{
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
			Descrizione: "Quante di quelle estrazioni i lavori automatici lasciano a chi aspetta una risposta. Negli ultimi dieci giorni del termine di notifica di un verbale " +
				"il lavoro che lo riguarda usa anche queste.",
			Schema: intero(0, 1_000_000), Usuale: `100`, Esempio: `200`,
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
			Descrizione: "Quante di quelle interrogazioni, per ogni servizio, i lavori automatici lasciano a chi aspetta una risposta. Negli ultimi dieci giorni del termine " +
				"di notifica di un verbale il lavoro che lo riguarda usa anche queste.",
			Schema: intero(0, 1_000_000), Usuale: `100`, Esempio: `200`,
		},
	}...)
}
