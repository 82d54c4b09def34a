package ipa

import "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"

// Scenario is one behaviour that a caller chooses by the tax code (simulatore.CodiceAmministrazione). principali are the addresses
// that a body names first.
type Scenario struct {
	Codice, Nome         string
	domicili, principali []domicilio
	guasto               simulatore.Guasto
}

// domicilio is an address of a body; tipo as the client knows it, anything else is a word that it does not know.
type domicilio struct{ locale, tipo, ente string }

// Scenari lists the behaviours; the failures of every system are those of simulatore.Scenari. A code of no scenario has nothing.
func Scenari() []Scenario {
	protocollo, ufficio := domicilio{"protocollo", "PEC", "ente"}, domicilio{"ufficio", "PEC", "ente"}
	return []Scenario{
		{Codice: "001", Nome: "un ente con una PEC", domicili: []domicilio{protocollo}},
		{Codice: "002", Nome: "due PEC di un ente: la sua principale è la seconda", domicili: []domicilio{ufficio, protocollo}, principali: []domicilio{protocollo}},
		{Codice: "003", Nome: "una casella ordinaria", domicili: []domicilio{{"posta", "Altro", "ente"}}},
		{Codice: "004", Nome: "due enti con lo stesso codice fiscale", domicili: []domicilio{{"scuola", "PEC", "uno"}, {"comune", "SERCQ", "due"}},
			principali: []domicilio{{"comune", "SERCQ", "due"}}},
		{Codice: "404", Nome: "nessun ente"},
		{Codice: "531", Nome: "num_items non è quanti sono", domicili: []domicilio{protocollo}, guasto: simulatore.Altera(func(m map[string]any) {
			if esito, c := m["result"].(map[string]any); c {
				esito["num_items"] = 3
			}
		})},
		{Codice: "535", Nome: "un indirizzo che non lo è", domicili: []domicilio{{"non è ", "PEC", "ente"}}},
	}
}

// di is the scenario of a tax code; a code of a common failure is a body with an address.
func di(cf string) Scenario {
	codice := simulatore.DelCodiceFiscale(cf)
	for _, s := range Scenari() {
		if s.Codice == codice {
			return s
		}
	}
	if simulatore.PerCodice(codice) != nil {
		return Scenario{Codice: codice, domicili: []domicilio{{"protocollo", "PEC", "ente"}}}
	}
	return Scenario{}
}

func guasto(cf string) simulatore.Guasto {
	if s := di(cf); s.guasto != nil {
		return s.guasto
	}
	return simulatore.PerCodice(simulatore.DelCodiceFiscale(cf))
}
