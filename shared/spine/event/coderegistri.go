package event

import (
	"encoding/json"
	"time"
)

// RegistriDomicili is the question of the page on the acts with a digital domicile, for the operator whose token comes along.
const RegistriDomicili = "registri.domicili"

// RegistriAttese is the question of the page on what waits for a register, for the operator whose token comes along.
const RegistriAttese = "registri.attese"

// DomandaRegistri is the payload of chiedi.elaborazione.registri.*.
type DomandaRegistri struct {
	Indirizzo string `json:"indirizzo,omitempty"` // of the caller, for the audit
}

// RispostaDomicili are the acts in no lot whose addressee has a digital domicile, the nearest to their term first. Oltre: there
// are more.
type RispostaDomicili struct {
	Atti  []AttoDomiciliato `json:"atti"`
	Oltre bool              `json:"oltre"`
}

// AttoDomiciliato is an act to be sent. Days are YYYY-MM-DD in Rome: when the domicile was found, and the last of the term of
// service. Domicili are those valid today; none where they have ended or were erased.
type AttoDomiciliato struct {
	IDVerbale    string              `json:"idVerbale"`
	Numero       string              `json:"numero"` // as on paper
	Targa        string              `json:"targa"`
	Destinatario string              `json:"destinatario"`
	Domicili     []IndirizzoDigitale `json:"domicili"`
	Trovato      string              `json:"trovato"`
	Ultimo       string              `json:"ultimo"`
}

// IndirizzoDigitale is a certified address, with the register that holds it.
type IndirizzoDigitale struct {
	Indirizzo   string `json:"indirizzo"`
	Tipo        string `json:"tipo"`
	Fonte       string `json:"fonte"`
	Professione string `json:"professione,omitempty"` // elected as a professional
}

// tipoOrdinario is an address by which nothing is served.
const tipoOrdinario = "EMAIL"

// DomiciliValidi are the certified addresses of an answer of connessione_v1.domicilio that are valid at an instant.
func DomiciliValidi(risposta []byte, adesso time.Time) ([]IndirizzoDigitale, error) {
	validi := []IndirizzoDigitale{}
	if len(risposta) == 0 {
		return validi, nil
	}
	var letta struct {
		Domicili []struct {
			IndirizzoDigitale

			Fine *time.Time `json:"fine"`
		} `json:"domicili"`
	}
	if err := json.Unmarshal(risposta, &letta); err != nil {
		return nil, err
	}
	for _, d := range letta.Domicili {
		if d.Tipo != tipoOrdinario && (d.Fine == nil || !d.Fine.Before(adesso)) {
			validi = append(validi, d.IndirizzoDigitale)
		}
	}
	return validi, nil
}

// RispostaAttese are the questions to the registers without an answer, about persons and about plates, the nearest to their term
// first. Oltre: there are more.
type RispostaAttese struct {
	Domande []DomandaInAttesa `json:"domande"`
	Oltre   bool              `json:"oltre"`
}

// DomandaInAttesa is one of them. Days are YYYY-MM-DD in Rome: when it was asked, and the last of the term of service. Detto is why
// it waits, in Italian; empty while it was not tried, and of a plate, whose tries vpn_v1.registro has.
type DomandaInAttesa struct {
	IDVerbale string    `json:"idVerbale"`
	Numero    string    `json:"numero"` // as on paper
	Targa     string    `json:"targa"`
	Registro  string    `json:"registro"`       // as verbale.RegistroVisura, or VEICOLI of a plate
	Ente      bool      `json:"ente,omitempty"` // about a company or a body, which have other registers than persons
	Chiesta   string    `json:"chiesta"`
	Ultimo    string    `json:"ultimo"`
	Detto     string    `json:"detto,omitempty"`
	Provata   time.Time `json:"provata,omitzero"`
}
