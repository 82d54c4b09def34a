package event

import (
	"encoding/json"
	"strings"
)

// Morto is work that failed for good, with its reason; listed and requeued by core.
type Morto struct {
	SoggettoOrigine string          `json:"soggettoOrigine"`
	Modulo          string          `json:"modulo"`
	IDMessaggio     string          `json:"idMessaggio"`
	Motivo          string          `json:"motivo"`
	Consegne        uint64          `json:"consegne"`
	Corpo           json.RawMessage `json:"corpo"`
}

// Soggetto is morti.<modulo>.<tipo>.<tenant>: the type is the third token of a work subject, the
// thing of a fact.
func (m Morto) Soggetto(tenant string) string {
	tipo := "sconosciuto"
	if parti := strings.Split(m.SoggettoOrigine, "."); len(parti) > 2 {
		tipo = parti[2]
	}
	return "morti." + m.Modulo + "." + tipo + "." + tenant
}

// Oggetto is the id of the message that died.
func (m Morto) Oggetto() string { return m.IDMessaggio }
