package auth

import "strings"

// The roles of an operator (design, section 6).
const (
	RuoloPiattaforma    = "PIATTAFORMA"
	RuoloAmministratore = "AMMINISTRATORE"
	RuoloUfficio        = "UFFICIO"
	RuoloOperatore      = "OPERATORE"
	RuoloAgente         = "AGENTE"
	RuoloIntegratore    = "INTEGRATORE"
	RuoloLettura        = "LETTURA"
	RuoloCittadino      = "CITTADINO"
)

// Permission is what a route asks for: a thing and an act on it.
type Permission string

// The permissions in use. A role may hold thing:* for all acts on a thing.
const (
	PermessoTenant          Permission = "tenant:amministra" // create, suspend, take up again
	PermessoIntervalloLeggi Permission = "intervallo:leggi"  // ranges of notice numbers
	PermessoIntervallo      Permission = "intervallo:amministra"
	PermessoOperatore       Permission = "operatore:amministra" // accounts; roles that may be given are bounded apart
	PermessoReparto         Permission = "reparto:amministra"
	PermessoPortaleGestione Permission = "portale:amministra"
	PermessoAgente          Permission = "agente:amministra"
	PermessoIntegratore     Permission = "integratore:amministra"
	PermessoImpostazione    Permission = "impostazione:amministra"
	PermessoRegistro        Permission = "registro:leggi"   // who did and read what
	PermessoMorti           Permission = "morti:amministra" // work that failed for good: see it, queue it again
	PermessoTabellaLeggi    Permission = "tabella:leggi"
	PermessoTabella         Permission = "tabella:piattaforma" // load violations and municipalities
	PermessoTabellaTenant   Permission = "tabella:tenant"      // load the streets of the tenant
	PermessoSoap            Permission = "soap:usa"
	PermessoVerbaleLeggi    Permission = "verbale:leggi"
	PermessoVerbalePdf      Permission = "verbale:pdf"
	PermessoVerbaleAnnota   Permission = "verbale:annota"   // notes, anomalies, documents
	PermessoVerbaleDecidi   Permission = "verbale:decidi"   // validate, annul, appeals, enforcement: any event of a person
	PermessoTariffe         Permission = "tariffa:verifica" // the fines that a corrected table concerns: sums and states, no person
	PermessoPagamento       Permission = "pagamento:registra"
	PermessoLottoLeggi      Permission = "lotto:leggi"
	PermessoLotto           Permission = "lotto:avvia" // start, pause, cancel lots; the package holds names and addresses
	PermessoPersona         Permission = "persona:leggi"
	PermessoPortale         Permission = "portale:consulta"
	PermessoMobile          Permission = "mobile:usa"
	PermessoOcr             Permission = "ocr:usa"
	PermessoVpnLeggi        Permission = "vpn:leggi"
	PermessoVpnCollegamenti Permission = "vpn:collegamenti" // state of the networks: no person in it
	PermessoUtilita         Permission = "utilita:usa"
	PermessoRicerca         Permission = "ricerca:riservata"
)

// Matrix gives the permissions of each role. Nothing that is not written here is allowed.
func Matrix() map[string][]Permission {
	operatore := []Permission{
		PermessoVerbaleLeggi, PermessoVerbalePdf, PermessoPersona, PermessoPortale,
		PermessoOcr, "vpn:*", PermessoUtilita, PermessoRicerca, PermessoTabellaLeggi,
		PermessoVerbaleAnnota, PermessoPagamento, PermessoLottoLeggi,
	}
	return map[string][]Permission{
		RuoloPiattaforma: {
			PermessoTenant, "intervallo:*", PermessoOperatore, PermessoReparto, PermessoPortaleGestione,
			PermessoRegistro, PermessoVpnCollegamenti, PermessoUtilita, PermessoTabellaLeggi, PermessoTabella,
		},
		RuoloAmministratore: {
			PermessoIntervalloLeggi, PermessoOperatore, PermessoReparto, PermessoPortaleGestione, PermessoAgente,
			PermessoIntegratore, PermessoImpostazione, PermessoRegistro, PermessoVpnCollegamenti, PermessoUtilita,
			PermessoTabellaLeggi, PermessoTabellaTenant, PermessoMorti, PermessoTariffe,
		},
		RuoloUfficio:     append([]Permission{PermessoVerbaleDecidi, PermessoLotto, PermessoTariffe}, operatore...),
		RuoloOperatore:   operatore,
		RuoloAgente:      {PermessoMobile, PermessoUtilita},
		RuoloIntegratore: {PermessoSoap, PermessoUtilita},
		RuoloLettura:     {PermessoVerbaleLeggi, PermessoPortale, PermessoUtilita, PermessoTabellaLeggi},
		RuoloCittadino:   {PermessoPortale, PermessoUtilita},
	}
}

// Grants reports whether a role holds a permission, by name, by thing:* or by *.
func Grants(ruolo string, p Permission) bool {
	cosa, _, _ := strings.Cut(string(p), ":")
	for _, q := range Matrix()[ruolo] {
		if q == "*" || q == p || string(q) == cosa+":*" {
			return true
		}
	}
	return false
}
