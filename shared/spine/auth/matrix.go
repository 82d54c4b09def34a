package auth

import (
	"slices"
	"strings"
)

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
	PermessoTenant            Permission = "tenant:amministra" // create, suspend, take up again
	PermessoIntervalloLeggi   Permission = "intervallo:leggi"  // ranges of notice numbers
	PermessoIntervallo        Permission = "intervallo:amministra"
	PermessoOperatore         Permission = "operatore:amministra" // accounts; roles that may be given are bounded apart
	PermessoRuolo             Permission = "ruolo:amministra"     // the roles that a command makes itself
	PermessoReparto           Permission = "reparto:amministra"
	PermessoPortaleGestione   Permission = "portale:amministra"
	PermessoAgente            Permission = "agente:amministra"
	PermessoIntegratore       Permission = "integratore:amministra"
	PermessoImpostazione      Permission = "impostazione:amministra"
	PermessoRegistro          Permission = "registro:leggi"           // who did and read what
	PermessoMorti             Permission = "morti:amministra"         // work that failed for good: see it, queue it again
	PermessoConservazione     Permission = "conservazione:amministra" // how long data are kept, holds, deletions
	PermessoInteressato       Permission = "interessato:gestisci"     // all that is held on a person, and requests to correct it
	PermessoTabellaLeggi      Permission = "tabella:leggi"
	PermessoTabella           Permission = "tabella:piattaforma" // load violations and municipalities
	PermessoTabellaTenant     Permission = "tabella:tenant"      // load the streets of the tenant
	PermessoSoap              Permission = "soap:usa"
	PermessoVerbalePropri     Permission = "verbale:propri" // the fines that one ascertained oneself; who may read all holds it too
	PermessoVerbaleLeggi      Permission = "verbale:leggi"
	PermessoVerbalePdf        Permission = "verbale:pdf"
	PermessoVerbaleAnnota     Permission = "verbale:annota"   // notes, anomalies, documents
	PermessoVerbaleDecidi     Permission = "verbale:decidi"   // validate, annul, appeals, enforcement: any event of a person
	PermessoTariffe           Permission = "tariffa:verifica" // the fines that a corrected table concerns: sums and states, no person
	PermessoPagamento         Permission = "pagamento:registra"
	PermessoLottoLeggi        Permission = "lotto:leggi"
	PermessoLotto             Permission = "lotto:avvia" // start, pause, cancel lots; the package holds names and addresses
	PermessoPersona           Permission = "persona:leggi"
	PermessoPortale           Permission = "portale:consulta"
	PermessoMobile            Permission = "mobile:usa"
	PermessoOcr               Permission = "ocr:usa"
	PermessoVpnLeggi          Permission = "vpn:leggi"
	PermessoVpnCollegamenti   Permission = "vpn:collegamenti"     // state of the networks: no person in it
	PermessoVpnRinnova        Permission = "collegamento:rinnova" // put a new password of a connection into use
	PermessoAnagrafica        Permission = "anagrafica:consulta"  // the registers of persons, one at a time with a reason
	PermessoAnagraficaElenchi Permission = "anagrafica:elenchi"   // lists of persons in them
	PermessoUtilita           Permission = "utilita:usa"
	PermessoRicerca           Permission = "ricerca:riservata"
)

// Matrix gives the permissions of each role. Nothing that is not written here is allowed.
func Matrix() map[string][]Permission {
	operatore := []Permission{
		PermessoVerbaleLeggi, PermessoVerbalePdf, PermessoPersona, PermessoPortale,
		PermessoOcr, "vpn:*", PermessoAnagrafica, PermessoUtilita, PermessoRicerca, PermessoTabellaLeggi,
		PermessoVerbaleAnnota, PermessoPagamento, PermessoLottoLeggi,
	}
	return map[string][]Permission{
		RuoloPiattaforma: {
			PermessoTenant, "intervallo:*", PermessoOperatore, PermessoReparto, PermessoPortaleGestione,
			PermessoRegistro, PermessoVpnCollegamenti, PermessoUtilita, PermessoTabellaLeggi, PermessoTabella,
		},
		RuoloAmministratore: {
			PermessoIntervalloLeggi, PermessoOperatore, PermessoRuolo, PermessoReparto, PermessoPortaleGestione, PermessoAgente,
			PermessoIntegratore, PermessoImpostazione, PermessoRegistro, PermessoVpnCollegamenti, PermessoVpnRinnova, PermessoUtilita,
			PermessoTabellaLeggi, PermessoTabellaTenant, PermessoMorti, PermessoTariffe, PermessoConservazione,
		},
		RuoloUfficio:     append([]Permission{PermessoVerbaleDecidi, PermessoLotto, PermessoTariffe, PermessoInteressato, PermessoAnagraficaElenchi}, operatore...),
		RuoloOperatore:   operatore,
		RuoloAgente:      {PermessoMobile, PermessoVerbalePropri, PermessoUtilita},
		RuoloIntegratore: {PermessoSoap, PermessoUtilita},
		RuoloLettura:     {PermessoVerbaleLeggi, PermessoPortale, PermessoUtilita, PermessoTabellaLeggi},
		RuoloCittadino:   {PermessoPortale, PermessoUtilita},
	}
}

// matrix is Matrix, made once: every request asks it.
var matrix = Matrix() //nolint:gochecknoglobals // never written

// Grants reports whether a role of the platform holds a permission, by name, by thing:* or by *.
func Grants(ruolo string, p Permission) bool { return Covers(matrix[ruolo], p) }

// Covers reports whether a list of permissions holds one: by name, by thing:* or by *. The permission to read every fine covers
// reading one's own.
func Covers(elenco []Permission, p Permission) bool {
	cosa, _, _ := strings.Cut(string(p), ":")
	return slices.ContainsFunc(elenco, func(q Permission) bool {
		return q == "*" || q == p || string(q) == cosa+":*" || q == PermessoVerbaleLeggi && p == PermessoVerbalePropri
	})
}

// Permissions are all that a route may ask for, in the order in which a person is shown them.
func Permissions() []Permission {
	return []Permission{
		PermessoVerbalePropri, PermessoVerbaleLeggi, PermessoVerbalePdf, PermessoVerbaleAnnota, PermessoVerbaleDecidi, PermessoPersona,
		PermessoPagamento, PermessoLottoLeggi, PermessoLotto, PermessoTariffe, PermessoRicerca, PermessoPortale,
		PermessoVpnLeggi, PermessoVpnCollegamenti, PermessoVpnRinnova, PermessoAnagrafica, PermessoAnagraficaElenchi,
		PermessoMobile, PermessoOcr, PermessoSoap, PermessoUtilita,
		PermessoTabellaLeggi, PermessoTabellaTenant, PermessoTabella, PermessoOperatore, PermessoRuolo, PermessoReparto, PermessoPortaleGestione,
		PermessoAgente, PermessoIntegratore, PermessoImpostazione, PermessoRegistro, PermessoMorti, PermessoConservazione, PermessoInteressato,
		PermessoIntervalloLeggi, PermessoIntervallo, PermessoTenant,
	}
}

// OfPlatform reports whether a permission reaches beyond one command: no account of a command holds it, whatever
// its roles say.
func OfPlatform(p Permission) bool {
	return p == PermessoTenant || p == PermessoIntervallo || p == PermessoTabella
}

// Expand gives what a permission with or without :* stands for among Permissions; nothing for an unknown permission.
func Expand(p Permission) (stanno []Permission) {
	for _, q := range Permissions() {
		if q == p || p == "*" || strings.HasSuffix(string(p), ":*") && strings.HasPrefix(string(q), strings.TrimSuffix(string(p), "*")) {
			stanno = append(stanno, q)
		}
	}
	return stanno
}
