// Package fruizione is how a command uses PDND: its clients and their keys, and the e-services it has subscribed to.
package fruizione

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// How a command is known to PDND, and which e-services it uses.
const (
	ChiaveClient     = "pdnd.client"
	ChiaveEService   = "pdnd.eservice"
	ChiavePseudonimi = "pdnd.pseudonimi"
)

// EServiceInad is INAD among the e-services of a command. Its calls have the tax code in the address, which is not told to who
// signs the proof of a bound voucher: DPoP is not for it.
const EServiceInad = "inad"

// The e-services of the population register: the address at which an act is served, and the register's own key of a person.
const (
	EServiceAnprC001 = "anpr-c001"
	EServiceAnprC030 = "anpr-c030"
)

// ServizioAnpr is the service of the population register behind a name, as the last part of its audience has it; empty: none.
func ServizioAnpr(nome string) string {
	return map[string]string{EServiceAnprC001: "C001-servizioNotifica", EServiceAnprC030: "C030-servizioAccertamentoIdUnicoNazionale"}[nome]
}

// MancaAllEService are the members that an e-service of this name cannot do without and that its setting does not have: its
// gateway would refuse every call.
func MancaAllEService(nome string, e EService) (mancano []string) {
	if ServizioAnpr(nome) == "" {
		return nil
	}
	for _, s := range []string{FirmaCorpo, EvidenzaLegata} {
		if !slices.Contains(e.Schemi, s) {
			mancano = append(mancano, "lo schema "+s)
		}
	}
	if e.Postazione == "" {
		mancano = append(mancano, "la postazione")
	}
	if e.Livello == "" {
		mancano = append(mancano, "il livello (LoA)")
	}
	return mancano
}

// DPoPNonAmmesso reports an e-service that the platform cannot call with a bound voucher.
func DPoPNonAmmesso(nome string) bool { return nome == EServiceInad }

// The environments of PDND.
const (
	Produzione   = "PRODUZIONE"
	Collaudo     = "COLLAUDO"
	Attestazione = "ATTESTAZIONE"
)

// The patterns of ModI that an e-service may ask for beside the voucher.
const (
	FirmaCorpo     = "INTEGRITY_REST_02"
	Evidenza       = "AUDIT_REST_01"
	EvidenzaLegata = "AUDIT_REST_02" // the voucher is bound to the evidence
)

// Client is a client of a command in PDND, as ChiaveClient has it for each name that the command gives one.
type Client struct {
	Ambiente string   `json:"ambiente"`
	ClientID string   `json:"clientId"`
	Chiavi   []Chiave `json:"chiavi"` // the newest first: the next is used until PDND takes the one before
}

// Chiave is a private key, by the name of its file.
type Chiave struct {
	File  string `json:"file"`
	Kid   string `json:"kid,omitempty"`   // as PDND shows it; empty: as the key itself gives it
	Scade string `json:"scade,omitempty"` // day (YYYY-MM-DD) by which the command means to replace it; empty: none
}

// EService is the use of an e-service, as ChiaveEService has it for each name by which modules call it.
type EService struct {
	Client     string   `json:"client"` // one of ChiaveClient
	Finalita   string   `json:"finalita"`
	Audience   string   `json:"audience"`
	Schemi     []string `json:"schemi,omitempty"`
	DPoP       bool     `json:"dpop,omitempty"`
	Postazione string   `json:"postazione,omitempty"` // userLocation of calls that do not say theirs
	Livello    string   `json:"livello,omitempty"`    // LoA of the same
	Scade      string   `json:"scade,omitempty"`      // day (YYYY-MM-DD) on which agreement or purpose ends; empty: none
}

// Preavviso is how many days before it ends a person is told of a key, or of a use of PDND.
const Preavviso = 30

// modulo reads these settings.
const modulo = "elaborazione"

const (
	formaNome   = `^[a-z][a-z0-9-]{0,39}$`
	formaUUID   = `^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`
	formaGiorno = `^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`
	formaFile   = `^pdnd[a-z0-9-]*$`
)

// Impostazioni are those of PDND, which elaborazione reads for all modules.
func Impostazioni() []impostazione.Dichiarazione {
	tutte := []impostazione.Dichiarazione{
		{
			Chiave: ChiaveClient, Titolo: "Client", Altrimenti: "nessuno: gli e-service della PDND non si usano",
			Descrizione: "I client del comando presso la PDND, con un nome a piacere: ambiente (PRODUZIONE, COLLAUDO, ATTESTAZIONE), clientId, chiavi. Di ogni chiave il file nella cartella dei segreti del comando; facoltativi il kid, come lo mostra la PDND, e il giorno entro cui cambiarla. Per cambiarla si carica la nuova sulla PDND e la si scrive per prima: finché la PDND non la accetta si usa la seguente.",
			Schema: impostazione.Schema(mappa(10, map[string]any{
				"ambiente": map[string]any{"enum": []string{Produzione, Collaudo, Attestazione}},
				"clientId": testo(formaUUID),
				"chiavi": map[string]any{"type": "array", "minItems": 1, "maxItems": 3, "items": oggetto(map[string]any{
					"file": testo(formaFile), "kid": testo(`^[a-zA-Z0-9_-]{43}$`), "scade": testo(formaGiorno)}, "file")},
			}, "ambiente", "clientId", "chiavi")),
			Esempio: `{"comune": {"ambiente": "COLLAUDO", "clientId": "9f0c6a3e-1d52-4a37-8a55-0c1b2d3e4f50", "chiavi": [{"file": "pdnd-2027", "scade": "2028-01-31"}, {"file": "pdnd"}]}}`,
		},
		{
			Chiave: ChiaveEService, Titolo: "E-service", Altrimenti: "nessuno",
			Descrizione: "Gli e-service a cui il comando è iscritto, con il nome che usa chi li chiama (inad, anpr-c001 …): client, finalita (purposeId), audience dichiarata nel catalogo (non è l'indirizzo della chiamata). schemi dice che cosa chiede oltre al voucher: INTEGRITY_REST_02, AUDIT_REST_01 oppure AUDIT_REST_02; dpop se il voucher va legato a una chiave (non per inad, che ha il codice fiscale nell'indirizzo della chiamata); postazione e livello (LoA) valgono per le chiamate che non dicono i propri. anpr-c001 e anpr-c030 vogliono INTEGRITY_REST_02 e AUDIT_REST_02, postazione e livello, ciascuno con la finalità del proprio servizio; inad vuole il solo voucher. scade è il giorno in cui finisce la fruizione.",
			Schema: impostazione.Schema(conAnpr(senzaDPoP(mappa(50, map[string]any{
				"client": testo(formaNome), "finalita": testo(formaUUID), "audience": testo(impostazione.FormaSenzaSpazio),
				"schemi": map[string]any{"type": "array", "uniqueItems": true, "maxItems": 2,
					"items": map[string]any{"enum": []string{FirmaCorpo, Evidenza, EvidenzaLegata}},
					"not":   map[string]any{"allOf": []any{contiene(Evidenza), contiene(EvidenzaLegata)}}},
				"dpop": map[string]any{"type": "boolean"}, "postazione": testo(`^\S(.*\S)?$`), "livello": testo(impostazione.FormaSenzaSpazio), "scade": testo(formaGiorno),
			}, "client", "finalita", "audience"), EServiceInad))),
			Esempio: `{"anpr-c001": {"client": "comune", "finalita": "5a1f1c0e-2b7d-4c55-9b0e-6d3f8a7b9c10", "audience": "https://modipa-val.anpr.interno.it/govway/rest/in/MinInternoPortaANPR/C001-servizioNotifica/v1", "schemi": ["INTEGRITY_REST_02", "AUDIT_REST_02"], "postazione": "server-verbali", "livello": "LoA2"}}`,
		},
		{
			Chiave: ChiavePseudonimi, Titolo: "Pseudonimi degli operatori", Altrimenti: "gli e-service leggono il nome utente",
			Descrizione: "Il nome del file, nella cartella dei segreti del comando, con il segreto (almeno 16 caratteri) da cui si ricava lo pseudonimo con cui un operatore è nominato agli e-service che vogliono sapere chi chiede.",
			Schema:      impostazione.Testo(64, formaFile), Esempio: `"pdnd-pseudonimi"`,
		},
	}
	for i := range tutte {
		tutte[i].Modulo, tutte[i].Gruppo, tutte[i].Forma = modulo, "PDND: registri dello Stato", "come nell'esempio"
	}
	tutte[2].Forma = "comincia con pdnd: lettere minuscole, cifre e trattini"
	return tutte
}

func testo(forma string) map[string]any {
	return map[string]any{"type": "string", "minLength": 1, "maxLength": 300, "pattern": forma}
}

func contiene(schema string) map[string]any {
	return map[string]any{"contains": map[string]any{"const": schema}}
}

func oggetto(membri map[string]any, obbligatori ...string) map[string]any {
	return map[string]any{"type": "object", "additionalProperties": false, "required": obbligatori, "properties": membri}
}

// mappa is the schema of objects of one form by name.
func mappa(quanti int, membri map[string]any, obbligatori ...string) map[string]any {
	return map[string]any{"type": "object", "maxProperties": quanti, "propertyNames": map[string]any{"pattern": formaNome},
		"additionalProperties": oggetto(membri, obbligatori...)}
}

// senzaDPoP adds to a schema that an e-service has no dpop.
func senzaDPoP(mappa map[string]any, nome string) map[string]any {
	mappa["allOf"] = []any{map[string]any{"properties": map[string]any{
		nome: map[string]any{"properties": map[string]any{"dpop": map[string]any{"const": false}}}}}}
	return mappa
}

// conAnpr adds to a schema what the e-services of the population register cannot do without, and that INAD takes a voucher alone.
func conAnpr(mappa map[string]any) map[string]any {
	serve := map[string]any{"required": []string{"schemi", "postazione", "livello"}, "properties": map[string]any{
		"schemi": map[string]any{"allOf": []any{contiene(FirmaCorpo), contiene(EvidenzaLegata)}}}}
	altri, _ := mappa["allOf"].([]any)
	mappa["allOf"] = append(altri, map[string]any{"properties": map[string]any{EServiceAnprC001: serve, EServiceAnprC030: serve,
		EServiceInad: map[string]any{"properties": map[string]any{"schemi": map[string]any{"maxItems": 0}}}}})
	return mappa
}
