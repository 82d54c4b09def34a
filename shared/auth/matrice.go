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

// Permesso is what a route asks for: a thing and an act on it.
type Permesso string

// The permissions in use. A role may hold thing:* for all acts on a thing.
const (
	PermessoTenant          Permesso = "tenant:amministra" // create, suspend, take up again
	PermessoIntervalloLeggi Permesso = "intervallo:leggi"  // ranges of notice numbers
	PermessoIntervallo      Permesso = "intervallo:amministra"
	PermessoOperatore       Permesso = "operatore:amministra" // accounts; roles that may be given are bounded apart
	PermessoReparto         Permesso = "reparto:amministra"
	PermessoPortaleGestione Permesso = "portale:amministra"
	PermessoAgente          Permesso = "agente:amministra"
	PermessoIntegratore     Permesso = "integratore:amministra"
	PermessoImpostazione    Permesso = "impostazione:amministra"
	PermessoRegistro        Permesso = "registro:leggi"   // who did and read what
	PermessoMorti           Permesso = "morti:amministra" // work that failed for good: see it, queue it again
	PermessoTabellaLeggi    Permesso = "tabella:leggi"
	PermessoTabella         Permesso = "tabella:piattaforma" // load violations and municipalities
	PermessoTabellaTenant   Permesso = "tabella:tenant"      // load the streets of the tenant
	PermessoSoap            Permesso = "soap:usa"
	PermessoVerbaleLeggi    Permesso = "verbale:leggi"
	PermessoVerbalePdf      Permesso = "verbale:pdf"
	PermessoVerbaleAnnota   Permesso = "verbale:annota" // notes, anomalies, documents
	PermessoVerbaleDecidi   Permesso = "verbale:decidi" // validate, annul, appeals, enforcement: any event of a person
	PermessoPagamento       Permesso = "pagamento:registra"
	PermessoLottoLeggi      Permesso = "lotto:leggi"
	PermessoLotto           Permesso = "lotto:avvia" // start, pause, cancel lots; the package holds names and addresses
	PermessoPersona         Permesso = "persona:leggi"
	PermessoPortale         Permesso = "portale:consulta"
	PermessoMobile          Permesso = "mobile:usa"
	PermessoOcr             Permesso = "ocr:usa"
	PermessoVpnLeggi        Permesso = "vpn:leggi"
	PermessoVpnCollegamenti Permesso = "vpn:collegamenti" // state of the networks: no person in it
	PermessoUtilita         Permesso = "utilita:usa"
	PermessoRicerca         Permesso = "ricerca:riservata"
)

// Matrice gives the permissions of each role. Nothing that is not written here is allowed.
func Matrice() map[string][]Permesso {
	operatore := []Permesso{
		PermessoVerbaleLeggi, PermessoVerbalePdf, PermessoPersona, PermessoPortale,
		PermessoOcr, "vpn:*", PermessoUtilita, PermessoRicerca, PermessoTabellaLeggi,
		PermessoVerbaleAnnota, PermessoPagamento, PermessoLottoLeggi,
	}
	return map[string][]Permesso{
		RuoloPiattaforma: {
			PermessoTenant, "intervallo:*", PermessoOperatore, PermessoReparto, PermessoPortaleGestione,
			PermessoRegistro, PermessoVpnCollegamenti, PermessoUtilita, PermessoTabellaLeggi, PermessoTabella,
		},
		RuoloAmministratore: {
			PermessoIntervalloLeggi, PermessoOperatore, PermessoReparto, PermessoPortaleGestione, PermessoAgente,
			PermessoIntegratore, PermessoImpostazione, PermessoRegistro, PermessoVpnCollegamenti, PermessoUtilita,
			PermessoTabellaLeggi, PermessoTabellaTenant, PermessoMorti,
		},
		RuoloUfficio:     append([]Permesso{PermessoVerbaleDecidi, PermessoLotto}, operatore...),
		RuoloOperatore:   operatore,
		RuoloAgente:      {PermessoMobile, PermessoUtilita},
		RuoloIntegratore: {PermessoSoap, PermessoUtilita},
		RuoloLettura:     {PermessoVerbaleLeggi, PermessoPortale, PermessoUtilita, PermessoTabellaLeggi},
		RuoloCittadino:   {PermessoPortale, PermessoUtilita},
	}
}

// Concede reports whether a role holds a permission, by name, by thing:* or by *.
func Concede(ruolo string, p Permesso) bool {
	cosa, _, _ := strings.Cut(string(p), ":")
	for _, q := range Matrice()[ruolo] {
		if q == "*" || q == p || string(q) == cosa+":*" {
			return true
		}
	}
	return false
}
