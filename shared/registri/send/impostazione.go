package send

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/esterno/collegamento"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

const (
	modulo = "connessione"
	gruppo = "Notifiche con SEND"
)

// The settings of a command about SEND.
const (
	ChiaveCollegamento  = "send.collegamento"
	ChiaveTassonomia    = "send.tassonomia"
	ChiaveSenzaPagare   = "send.tassonomiaSenzaPagamento"
	ChiaveCarta         = "send.cartaceo"
	ChiaveDiritti       = "send.dirittiCent"
	ChiaveSilenzio      = "send.silenzioGiorni"
	ChiavePrezzoCarta   = "send.prezzoCartaceo"
	TassonomiaUsuale    = "010101P"
	TassonomiaSenza     = "010103N"
	DirittiUsuali       = 100 // cents
	SilenzioUsuale      = 60  // days
	PrezzoCartaDaUsuale = 913 // cents before VAT, an 890 to 20 g (tender prices of September 2026)
	PrezzoCartaAUsuale  = 1205
)

// Collegamento says how a command reaches SEND. An empty Indirizzo means the installation's. Accesso names the file with the key among the
// command's secrets. Pdnd says that the key requires a voucher. Gruppo is the id of the key's group.
type Collegamento struct {
	collegamento.Raggiungi

	Accesso   string `json:"accesso"`
	Pdnd      bool   `json:"pdnd"`
	Gruppo    string `json:"gruppo"`
	Richieste string `json:"richieste"` // versions of the API; empty: the newest that the platform knows
	Notifiche string `json:"notifiche"`
	Flussi    string `json:"flussi"`
}

// PrezzoCarta is the least and the greatest cost of a letter, in cents before VAT. SEND tells the price of a letter only after it left.
type PrezzoCarta struct {
	DaCent int64 `json:"daCent"`
	ACent  int64 `json:"aCent"`
}

// Impostazioni are the settings of notifications by SEND.
func Impostazioni() []impostazione.Dichiarazione {
	const file, versione = `^send[a-z0-9-]*$`, `^v[0-9]\.[0-9]$`
	campi := map[string]any{"accesso": impostazione.CampoTesto(file), "pdnd": map[string]any{"type": "boolean"},
		"gruppo": impostazione.CampoTesto(impostazione.FormaSenzaSpazio), "richieste": impostazione.CampoTesto(versione),
		"notifiche": impostazione.CampoTesto(versione), "flussi": impostazione.CampoTesto(versione)}
	tutte := []impostazione.Dichiarazione{
		{
			Chiave: ChiaveCollegamento, Titolo: "Collegamento a SEND",
			Descrizione: "accesso è il nome del file, nella cartella dei segreti del comando, con la chiave che SEND ha dato al comando (la prima riga è host: e il nome del server). pdnd: true, se la chiave vuole anche il voucher della PDND (e-service send). gruppo, se la chiave ha dei gruppi. indirizzo, se non è quello dell'installazione: produzione e collaudo stanno così uno accanto all'altro. Facoltativi: versioni dell'API (richieste, notifiche, flussi: una versione dei flussi cambiata ne crea uno nuovo), proxy, certificato, chiave, radici (nomi di file), attesaSecondi, alGiorno.",
			Schema:      collegamento.Schema(file, campi, "accesso"), Forma: "come nell'esempio", Altrimenti: "non è collegato: nessun atto parte con SEND",
			Esempio: `{"accesso": "send-chiave", "pdnd": true, "gruppo": "63f359bc72337440a40f537e"}`,
		},
		{
			Chiave: ChiaveTassonomia, Titolo: "Tassonomia degli atti con pagamento",
			Descrizione: "Il codice della tassonomia di SEND per gli atti che chiedono un pagamento.",
			Schema:      impostazione.Scelta(tassonomie('P')...), Usuale: `"` + TassonomiaUsuale + `"`, Esempio: `"070101P"`,
		},
		{
			Chiave: ChiaveSenzaPagare, Titolo: "Tassonomia degli atti senza pagamento",
			Descrizione: "Il codice per gli atti che non chiedono un pagamento in misura ridotta (art. 202 c. 3 e 3-bis CdS).",
			Schema:      impostazione.Scelta(tassonomie('N')...), Usuale: `"` + TassonomiaSenza + `"`, Esempio: `"010104N"`,
		},
		{
			Chiave: ChiaveCarta, Titolo: "Canale cartaceo di SEND",
			Descrizione: "Come viaggia la carta verso chi non ha un domicilio digitale: la raccomandata degli atti giudiziari (890) o quella con avviso di ricevimento (AR).",
			Schema:      impostazione.Scelta(Carta890, CartaAR), Usuale: `"` + Carta890 + `"`, Esempio: `"` + CartaAR + `"`,
		},
		{
			Chiave: ChiaveDiritti, Titolo: "Diritti del comando per notifica",
			Descrizione: "Centesimi che il comando stesso spende per ogni notifica, accanto a quelli di SEND: entrano nel costo mostrato, non nella somma chiesta.",
			Schema:      impostazione.Intero(0, 100), Usuale: `100`, Esempio: `0`,
		},
		{
			Chiave: ChiavePrezzoCarta, Titolo: "Prezzo stimato di una lettera di SEND",
			Descrizione: "Centesimi prima dell'IVA, da e a, con cui si stima il costo finché SEND non dice quello vero.",
			Schema: impostazione.Schema(map[string]any{"type": "object", "additionalProperties": false, "required": []string{"daCent", "aCent"},
				"properties": map[string]any{"daCent": impostazione.CampoNumero(0, 10_000), "aCent": impostazione.CampoNumero(0, 10_000)}}),
			Forma: "come nell'esempio", Usuale: `{"daCent": 913, "aCent": 1205}`, Esempio: `{"daCent": 933, "aCent": 1209}`,
		},
		{
			Chiave: ChiaveSilenzio, Titolo: "Giorni di silenzio di SEND",
			Descrizione: "Dopo quanti giorni senza notizie di una lettera una persona è avvisata.",
			Schema:      impostazione.Intero(7, 365), Usuale: `60`, Esempio: `45`,
		},
	}
	for i := range tutte {
		tutte[i].Modulo, tutte[i].Gruppo = modulo, gruppo
	}
	return tutte
}

// tassonomie are the codes that end in a letter.
func tassonomie(fine byte) []string {
	return slices.DeleteFunc(Tassonomie(), func(c string) bool { return c[len(c)-1] != fine })
}
