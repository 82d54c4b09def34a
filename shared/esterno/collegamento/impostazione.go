package collegamento

import (
	"maps"

	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
)

// Raggiungi is what the setting of every connection to an outside system has, whatever else it says: where the system is and how
// it is reached. Proxy, Certificato, Chiave and Radici are names of files in the folder of the command's secrets.
type Raggiungi struct {
	Indirizzo     string `json:"indirizzo"`
	Proxy         string `json:"proxy"`
	Certificato   string `json:"certificato"`
	Chiave        string `json:"chiave"`
	Radici        string `json:"radici"`
	AttesaSecondi int    `json:"attesaSecondi"` // of one attempt; 0: the service's
	AlGiorno      int    `json:"alGiorno"`      // questions a day, over all replicas; 0: no limit
}

// Schema is that of such a setting. file is the pattern of the names of its files, propri the schemas of the fields
// beside those of Raggiungi.
func Schema(file string, propri map[string]any, obbligatori ...string) string {
	campi := map[string]any{"indirizzo": impostazione.CampoTesto(impostazione.FormaIndirizzo), "proxy": impostazione.CampoTesto(file), "certificato": impostazione.CampoTesto(file),
		"chiave": impostazione.CampoTesto(file), "radici": impostazione.CampoTesto(file), "attesaSecondi": impostazione.CampoNumero(1, 20), "alGiorno": impostazione.CampoNumero(0, 10_000_000)}
	maps.Copy(campi, propri)
	forma := map[string]any{"type": "object", "additionalProperties": false, "properties": campi,
		"dependentRequired": map[string][]string{"certificato": {"chiave"}, "chiave": {"certificato"}}}
	if len(obbligatori) > 0 {
		forma["required"] = obbligatori
	}
	return impostazione.Schema(forma)
}
