// Package identita is what a command decides about who enters: its directory, its single sign-on, the roles of groups, the providers
// of its portals, and what it asks of passwords. Core reads it, and connessione what concerns portals.
package identita

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// Where the operators of a command are known: its LDAP directory and its provider of single sign-on. Secrets are
// files of the command's folder, by name.
const (
	ChiaveLDAP           = "ldap.direttorio"
	ChiaveLDAPServer     = "ldap.server"
	ChiaveLDAPBase       = "ldap.base"
	ChiaveLDAPFiltro     = "ldap.filtro"
	ChiaveLDAPLettore    = "ldap.lettore"
	ChiaveLDAPSegreto    = "ldap.segreto"
	ChiaveLDAPCA         = "ldap.certificati"
	ChiaveLDAPGruppi     = "ldap.gruppi"
	ChiaveLDAPBaseGruppi = "ldap.baseGruppi"

	ChiaveSso          = "accessoUnico.fornitore"
	ChiaveSsoEmittente = "accessoUnico.emittente"
	ChiaveSsoClient    = "accessoUnico.client"
	ChiaveSsoSegreto   = "accessoUnico.segreto"
	ChiaveSsoCA        = "accessoUnico.certificati"
	ChiaveSsoAttributo = "accessoUnico.attributo"
	ChiaveSsoGruppi    = "accessoUnico.gruppi"
	ChiaveSsoAcr       = "accessoUnico.acr"

	ChiaveGruppiRuoli = "gruppi.ruoli"
	ChiaveGruppiAMano = "gruppi.ruoliAMano"
)

// The directory, or provider, that a command uses: its own, the platform's or none.
const (
	DellaPiattaforma = "PIATTAFORMA"
	Proprio          = "PROPRIO"
	Spento           = "SPENTO"
)

// What becomes of roles given by hand where groups give others.
const (
	AManoRestano    = "RESTANO"
	AManoSostituiti = "SOSTITUITI"
)

const (
	gruppoLDAP   = "Server LDAP degli operatori"
	gruppoSso    = "Accesso unico degli operatori"
	gruppoGruppi = "Ruoli dai gruppi"

	// formaFile… are the names that a file in the folder of the command's secrets may have here: not that of another use.
	formaFileLDAP       = `^ldap[a-z0-9-]*$`
	formaFileLDAPParole = "comincia con ldap: lettere minuscole, cifre e trattini"
	formaFileSso        = `^sso[a-z0-9-]*$`
	formaFileSsoParole  = "comincia con sso: lettere minuscole, cifre e trattini"

	formaAttributo = `^[A-Za-z][A-Za-z0-9-]*$`
)

// Impostazioni are the settings that say who is let in, and as what: passwords first.
func Impostazioni() []impostazione.Dichiarazione {
	tutte := slices.Concat(direttorio(), fornitore(), gruppi(), portali())
	for i := range tutte {
		tutte[i].Modulo, tutte[i].Accesso = moduloCore, true
	}
	return append(password(), tutte...)
}

func direttorio() []impostazione.Dichiarazione {
	return []impostazione.Dichiarazione{
		{
			Chiave: ChiaveLDAP, Gruppo: gruppoLDAP, Titolo: "Quale server",
			Descrizione: "Quale server verifica le utenze di tipo LDAP del comando: quello della piattaforma, quello del comando (PROPRIO, con le impostazioni che seguono), o nessuno (SPENTO: chi è entrato con quello ne è messo fuori). Prima di passare a PROPRIO lo si prova alla pagina Accesso.",
			Schema:      impostazione.Scelta(DellaPiattaforma, Proprio, Spento), Usuale: `"PIATTAFORMA"`, Esempio: `"PROPRIO"`,
		},
		{
			Chiave: ChiaveLDAPServer, Gruppo: gruppoLDAP, Titolo: "Indirizzo del server",
			Descrizione: "ldaps://nome[:porta], oppure ldap://nome[:porta], che passa a StartTLS: il collegamento è sempre cifrato.",
			Schema:      impostazione.Testo(200, `^ldaps?://[A-Za-z0-9.:\[\]-]+$`), Forma: "ldaps://nome oppure ldap://nome", Esempio: `"ldaps://dc.comune.example"`,
		},
		{
			Chiave: ChiaveLDAPBase, Gruppo: gruppoLDAP, Titolo: "Base",
			Descrizione: "Il DN sotto cui cercare le persone, a qualunque profondità.",
			Schema:      impostazione.Testo(500, ""), Esempio: `"ou=persone,dc=comune,dc=example"`,
		},
		{
			Chiave: ChiaveLDAPFiltro, Gruppo: gruppoLDAP, Titolo: "Filtro",
			Descrizione: "Il filtro che trova la voce di una persona; {utente} è il nome utente, scritto come un filtro lo vuole.",
			Schema:      impostazione.Testo(500, `^\(.*\{utente\}.*\)$`), Forma: "un filtro fra parentesi con {utente}", Usuale: `"(uid={utente})"`, Esempio: `"(&(objectClass=person)(sAMAccountName={utente}))"`,
		},
		{
			Chiave: ChiaveLDAPLettore, Gruppo: gruppoLDAP, Titolo: "Chi legge",
			Descrizione: "Il DN con cui si cercano le persone: basta che possa leggere.",
			Schema:      impostazione.Testo(500, ""), Esempio: `"cn=verbali,ou=servizi,dc=comune,dc=example"`,
		},
		{
			Chiave: ChiaveLDAPSegreto, Gruppo: gruppoLDAP, Titolo: "Segreto di chi legge",
			Descrizione: "Il nome del file, nella cartella dei segreti del comando, con la password di chi legge; la prima riga dice per quale server è (host: dc.comune.example).",
			Schema:      impostazione.Testo(64, formaFileLDAP), Forma: formaFileLDAPParole, Esempio: `"ldap"`,
		},
		{
			Chiave: ChiaveLDAPCA, Gruppo: gruppoLDAP, Titolo: "Certificati",
			Descrizione: "Il nome del file, nella cartella dei segreti del comando, con i certificati (PEM) di chi ha firmato quello del server.",
			Schema:      impostazione.Testo(64, formaFileLDAP), Forma: formaFileLDAPParole, Altrimenti: "quelli del sistema", Esempio: `"ldap-ca"`,
		},
		{
			Chiave: ChiaveLDAPGruppi, Gruppo: gruppoLDAP, Titolo: "Attributo dei gruppi",
			Descrizione: "L'attributo con cui la voce di una persona nomina i propri gruppi; non serve dove si indica la base dei gruppi.",
			Schema:      impostazione.Testo(64, formaAttributo), Forma: "il nome di un attributo", Usuale: `"memberOf"`, Esempio: `"memberOf"`,
		},
		{
			Chiave: ChiaveLDAPBaseGruppi, Gruppo: gruppoLDAP, Titolo: "Base dei gruppi",
			Descrizione: "Il DN sotto cui cercare i gruppi che nominano la persona (member, uniqueMember), dove le voci non nominano i propri.",
			Schema:      impostazione.Testo(500, ""), Altrimenti: "si legge l'attributo della persona", Esempio: `"ou=gruppi,dc=comune,dc=example"`,
		},
	}
}

func fornitore() []impostazione.Dichiarazione {
	return []impostazione.Dichiarazione{
		{
			Chiave: ChiaveSso, Gruppo: gruppoSso, Titolo: "Quale fornitore",
			Descrizione: "Da quale fornitore (OpenID Connect) possono entrare gli operatori: quello della piattaforma, quello del comando (PROPRIO, con le impostazioni che seguono), o nessuno (SPENTO). Da un altro non entrano.",
			Schema:      impostazione.Scelta(DellaPiattaforma, Proprio, Spento), Usuale: `"PIATTAFORMA"`, Esempio: `"PROPRIO"`,
		},
		{
			Chiave: ChiaveSsoEmittente, Gruppo: gruppoSso, Titolo: "Emittente",
			Descrizione: "L'indirizzo del fornitore, come lui lo scrive nei suoi token: https.",
			Schema:      impostazione.Testo(300, impostazione.FormaIndirizzo), Forma: "un indirizzo https", Esempio: `"https://accesso.comune.example/realm"`,
		},
		{
			Chiave: ChiaveSsoClient, Gruppo: gruppoSso, Titolo: "Nome presso il fornitore",
			Descrizione: "Il client_id con cui il fornitore conosce questa applicazione.",
			Schema:      impostazione.Testo(200, impostazione.FormaSenzaSpazio), Forma: "senza spazi", Esempio: `"verbali"`,
		},
		{
			Chiave: ChiaveSsoSegreto, Gruppo: gruppoSso, Titolo: "Segreto presso il fornitore",
			Descrizione: "Il nome del file, nella cartella dei segreti del comando, con il segreto dato dal fornitore; la prima riga dice di quale (host: accesso.comune.example).",
			Schema:      impostazione.Testo(64, formaFileSso), Forma: formaFileSsoParole, Esempio: `"sso"`,
		},
		{
			Chiave: ChiaveSsoCA, Gruppo: gruppoSso, Titolo: "Certificati",
			Descrizione: "Il nome del file, nella cartella dei segreti del comando, con i certificati (PEM) di chi ha firmato quello del fornitore.",
			Schema:      impostazione.Testo(64, formaFileSso), Forma: formaFileSsoParole, Altrimenti: "quelli del sistema", Esempio: `"sso-ca"`,
		},
		{
			Chiave: ChiaveSsoAttributo, Gruppo: gruppoSso, Titolo: "Attributo del nome utente",
			Descrizione: "L'attributo che è il nome utente. Deve essere unico presso il fornitore e la persona non deve poterlo cambiare; email vale solo se verificata.",
			Schema:      impostazione.Testo(100, impostazione.FormaSenzaSpazio), Forma: "senza spazi", Usuale: `"preferred_username"`, Esempio: `"preferred_username"`,
		},
		{
			Chiave: ChiaveSsoGruppi, Gruppo: gruppoSso, Titolo: "Attributo dei gruppi",
			Descrizione: "L'attributo con i gruppi della persona. Dove è indicato e manca in una risposta, la persona non è in alcun gruppo.",
			Schema:      impostazione.Testo(100, impostazione.FormaSenzaSpazio), Forma: "senza spazi",
			Altrimenti: "l'accesso unico non cambia i ruoli", Esempio: `"groups"`,
		},
		{
			Chiave: ChiaveSsoAcr, Gruppo: gruppoSso, Titolo: "Livelli ammessi",
			Descrizione: "I livelli di autenticazione (acr) che bastano, uno per riga.",
			Schema:      impostazione.Testi(10, 200, impostazione.FormaSenzaSpazio), Forma: "senza spazi", Altrimenti: "qualunque livello", Esempio: `["alto"]`,
		},
	}
}

func gruppi() []impostazione.Dichiarazione {
	return []impostazione.Dichiarazione{
		{
			Chiave: ChiaveGruppiRuoli, Gruppo: gruppoGruppi, Titolo: "Ruoli di ogni gruppo",
			Descrizione: "Quali ruoli danno i gruppi del server LDAP e dell'accesso unico: il nome del gruppo, o il suo DN, e i ruoli. Valgono dall'accesso successivo. Un nome semplice vale per ogni gruppo che si chiama così: dove anche altri possono creare gruppi si scrive il DN.",
			Schema: impostazione.Schema(map[string]any{"type": "object", "maxProperties": 100, "propertyNames": map[string]any{"minLength": 1, "maxLength": 500},
				"additionalProperties": map[string]any{"type": "array", "minItems": 1, "maxItems": 20, "uniqueItems": true,
					"items": map[string]any{"type": "string", "pattern": `^[A-Z][A-Z0-9_]{1,29}$`}}}),
			Forma:      "ruoli in lettere maiuscole",
			Altrimenti: "i ruoli si danno a mano", Esempio: `{"Ufficio verbali": ["UFFICIO"], "cn=Agenti,ou=gruppi,dc=comune,dc=example": ["AGENTE"]}`,
		},
		{
			Chiave: ChiaveGruppiAMano, Gruppo: gruppoGruppi, Titolo: "Ruoli dati a mano",
			Descrizione: "Che cosa è dei ruoli dati a mano a chi riceve i ruoli dai gruppi: restano accanto a quelli, o ne sono sostituiti.",
			Schema:      impostazione.Scelta(AManoRestano, AManoSostituiti), Usuale: `"RESTANO"`, Esempio: `"SOSTITUITI"`,
		},
	}
}

// PortaleUnico is how the accounts of a portal come in by a provider of identities, as ChiavePortaliUnico has it for each portal.
type PortaleUnico struct {
	Emittente     string `json:"emittente"`
	Client        string `json:"client"`
	Segreto       string `json:"segreto"`   // name of a file
	Indirizzo     string `json:"indirizzo"` // public address of the portal, without path
	CodiceFiscale string `json:"codiceFiscale"`
	Livello       string `json:"livello"`
	Crea          bool   `json:"crea"`
	Reparto       string `json:"reparto"`
}

// ChiavePortaliUnico has a PortaleUnico for each portal of the command that has one.
const ChiavePortaliUnico = "portali.accessoUnico"

func portali() []impostazione.Dichiarazione {
	uno := map[string]any{"type": "object", "additionalProperties": false, "required": []string{"emittente", "client", "segreto", "indirizzo"},
		"properties": map[string]any{
			"emittente": impostazione.CampoTesto(impostazione.FormaIndirizzo), "client": impostazione.CampoTesto(impostazione.FormaSenzaSpazio), "segreto": impostazione.CampoTesto(`^portale[a-z0-9-]*$`), "indirizzo": impostazione.CampoTesto(`^https?://[^\s/?#@]+$`),
			"codiceFiscale": impostazione.CampoTesto(impostazione.FormaSenzaSpazio), "livello": impostazione.CampoTesto(impostazione.FormaSenzaSpazio), "crea": map[string]any{"type": "boolean"},
			"reparto": impostazione.CampoTesto(`^[A-Z0-9][A-Z0-9_-]{0,19}$`),
		}}
	return []impostazione.Dichiarazione{{
		Chiave: ChiavePortaliUnico, Gruppo: "Accesso unico dei portali", Titolo: "Fornitore di ogni portale",
		Descrizione: "Da quale fornitore di identità (OpenID Connect) entra chi ha un'utenza, per ogni portale: emittente, client, segreto (nome di un file nella cartella dei segreti del comando, la cui prima riga è host: e il nome del fornitore), indirizzo pubblico del portale. codiceFiscale è l'attributo con il codice fiscale (se manca, fiscalNumber), livello il livello minimo (acr), crea dice se al primo accesso nasce l'utenza del cittadino, nel reparto indicato.",
		Schema: impostazione.Schema(map[string]any{"type": "object", "maxProperties": 20, "propertyNames": map[string]any{"pattern": `^[a-z][a-z0-9-]{1,39}$`},
			"additionalProperties": uno}),
		Forma: "come nell'esempio", Altrimenti: "si entra con nome utente e password",
		Esempio: `{"cittadini-alfa": {"emittente": "https://accesso.example", "client": "portale", "segreto": "portale", "indirizzo": "https://servizi.comune.example", "livello": "https://www.spid.gov.it/SpidL2", "crea": true, "reparto": "PL01"}}`,
	}}
}
