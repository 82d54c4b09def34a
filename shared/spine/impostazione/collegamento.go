package impostazione

import "maps"

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

// formaRaggiungi is the schema of such a setting. file is the pattern of the names of its files, propri the schemas of the fields
// beside those of Raggiungi.
func formaRaggiungi(file string, propri map[string]any, obbligatori ...string) string {
	campi := map[string]any{"indirizzo": campoTesto(formaIndirizzo), "proxy": campoTesto(file), "certificato": campoTesto(file),
		"chiave": campoTesto(file), "radici": campoTesto(file), "attesaSecondi": campoNumero(1, 20), "alGiorno": campoNumero(0, 10_000_000)}
	maps.Copy(campi, propri)
	forma := map[string]any{"type": "object", "additionalProperties": false, "properties": campi,
		"dependentRequired": map[string][]string{"certificato": {"chiave"}, "chiave": {"certificato"}}}
	if len(obbligatori) > 0 {
		forma["required"] = obbligatori
	}
	return schema(forma)
}

func campoTesto(forma string) map[string]any {
	return map[string]any{"type": "string", "maxLength": 300, "pattern": forma}
}

func campoNumero(minimo, massimo int) map[string]any {
	return map[string]any{"type": "integer", "minimum": minimo, "maximum": massimo}
}
