package event

import (
	"encoding/json"
	"strings"
)

// Morto is work that failed for good, with its reason; listed and requeued by core. Grezzo is the payload whole, where it
// is no JSON or a JSON that PostgreSQL does not keep; Corpo is null then.
type Morto struct {
	SoggettoOrigine string          `json:"soggettoOrigine"`
	Modulo          string          `json:"modulo"`
	IDMessaggio     string          `json:"idMessaggio"`
	Motivo          string          `json:"motivo"`
	Consegne        uint64          `json:"consegne"`
	Corpo           json.RawMessage `json:"corpo"`
	Grezzo          []byte          `json:"grezzo,omitempty"`
}

// InByte gives the same with its payload as bytes.
func (m Morto) InByte() Morto {
	if m.Grezzo == nil {
		m.Grezzo, m.Corpo = m.Corpo, json.RawMessage("null")
	}
	return m
}

// Messaggio is the payload as it was.
func (m Morto) Messaggio() []byte {
	if m.Grezzo != nil {
		return m.Grezzo
	}
	return m.Corpo
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
