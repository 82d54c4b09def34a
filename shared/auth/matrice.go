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
	PermessoPiattaforma  Permesso = "piattaforma:amministra"
	PermessoTenant       Permesso = "tenant:amministra"
	PermessoSoap         Permesso = "soap:usa"
	PermessoVerbaleLeggi Permesso = "verbale:leggi"
	PermessoVerbalePdf   Permesso = "verbale:pdf"
	PermessoPersona      Permesso = "persona:leggi"
	PermessoPortale      Permesso = "portale:consulta"
	PermessoMobile       Permesso = "mobile:usa"
	PermessoOcr          Permesso = "ocr:usa"
	PermessoVpnLeggi     Permesso = "vpn:leggi"
	PermessoUtilita      Permesso = "utilita:usa"
	PermessoRicerca      Permesso = "ricerca:riservata"
)

// Matrice gives the permissions of each role. Nothing that is not written here is allowed.
func Matrice() map[string][]Permesso {
	operatore := []Permesso{
		PermessoVerbaleLeggi, PermessoVerbalePdf, PermessoPersona, PermessoPortale,
		PermessoOcr, PermessoVpnLeggi, PermessoUtilita, PermessoRicerca,
	}
	return map[string][]Permesso{
		RuoloPiattaforma:    {PermessoPiattaforma, PermessoUtilita},
		RuoloAmministratore: {PermessoTenant, PermessoUtilita},
		RuoloUfficio:        operatore,
		RuoloOperatore:      operatore,
		RuoloAgente:         {PermessoMobile, PermessoUtilita},
		RuoloIntegratore:    {PermessoSoap, PermessoUtilita},
		RuoloLettura:        {PermessoVerbaleLeggi, PermessoPortale, PermessoUtilita},
		RuoloCittadino:      {PermessoPortale, PermessoUtilita},
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
