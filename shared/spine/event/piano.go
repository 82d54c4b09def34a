package event

// PianoSimula asks by which ways the fines of a month would be served under other channels: chiedi.elaborazione.piano.simula.
const PianoSimula = "piano.simula"

// DomandaSimulazione is the payload of chiedi.elaborazione.piano.simula: channels in the order in which they are tried (SEND, POSTALE), and
// the month of the violations, as 2026-10.
type DomandaSimulazione struct {
	Canali []string `json:"canali"`
	Mese   string   `json:"mese"`
}

// RispostaSimulazione is the answer: how many addressees would be served by which way, and how many would wait for a person.
type RispostaSimulazione struct {
	Mese        string           `json:"mese"`
	Destinatari int              `json:"destinatari"`
	Vie         []ViaSimulata    `json:"vie"`
	Persone     int              `json:"persone"`
	Motivi      []MotivoSimulato `json:"motivi"`
}

// ViaSimulata is a way: costs in cents before VAT, both 0 where they are not known; Giorni is the median from dispatch to service of the last
// year, 0 where nothing is known.
type ViaSimulata struct {
	Via         string `json:"via"`
	Quanti      int    `json:"quanti"`
	CostoDaCent int64  `json:"costoDaCent"`
	CostoACent  int64  `json:"costoACent"`
	Giorni      int    `json:"giorni"`
}

// MotivoSimulato is why addressees would wait for a person.
type MotivoSimulato struct {
	Perche string `json:"perche"`
	Quanti int    `json:"quanti"`
}
