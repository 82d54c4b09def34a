package rotte

import (
	"maps"
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// Tavola is the table of roles of design.md, section 6, written a second time, by hand and in full: no :*, no role made of
// another. Every test of who may what expects this, and nothing that the code computes.
func Tavola() map[string]string {
	return map[string]string{
		// Tenants, ranges, platform tables, what a new tenant needs before it has an administrator; no fine, no person.
		"PIATTAFORMA": "tenant:amministra intervallo:leggi intervallo:amministra operatore:amministra reparto:amministra " +
			"portale:amministra registro:leggi vpn:collegamenti utilita:usa tabella:leggi tabella:piattaforma",
		// His own command, the roles that it makes, dead letters. Ranges are read only: another prefix would be another command's
		// numbers. Of the fines that a corrected table concerns he sees sums and states, no person.
		"AMMINISTRATORE": "intervallo:leggi operatore:amministra ruolo:amministra reparto:amministra portale:amministra " +
			"agente:amministra integratore:amministra impostazione:amministra registro:leggi vpn:collegamenti collegamento:rinnova utilita:usa " +
			"tabella:leggi tabella:tenant morti:amministra tariffa:verifica conservazione:amministra",
		// What OPERATORE may, and: validate, decide, annul, appeals, enforcement; start lots; what a corrected table concerns.
		"UFFICIO": "verbale:propri verbale:leggi verbale:pdf verbale:annota persona:leggi portale:consulta ocr:usa vpn:leggi " +
			"vpn:collegamenti utilita:usa ricerca:riservata tabella:leggi pagamento:registra lotto:leggi anagrafica:consulta " +
			"verbale:decidi lotto:avvia tariffa:verifica interessato:gestisci anagrafica:elenchi",
		// Read, insert by hand, register payments, look up with a reason.
		"OPERATORE": "verbale:propri verbale:leggi verbale:pdf verbale:annota persona:leggi portale:consulta ocr:usa vpn:leggi " +
			"vpn:collegamenti utilita:usa ricerca:riservata tabella:leggi pagamento:registra lotto:leggi anagrafica:consulta",
		// Tablet, real-time checks, the fines that he ascertained.
		"AGENTE": "mobile:usa verbale:propri utilita:usa",
		// SOAP, own fines.
		"INTEGRATORE": "soap:usa utilita:usa",
		// Read without personal data: no PDF, no document.
		"LETTURA": "verbale:propri verbale:leggi portale:consulta utilita:usa tabella:leggi",
		// The portal.
		"CITTADINO": "portale:consulta utilita:usa",
	}
}

// Puo reports whether the table gives a permission to a role.
func Puo(ruolo string, p auth.Permission) bool {
	return slices.Contains(strings.Fields(Tavola()[ruolo]), string(p))
}

// Ruoli are the roles of the table, in order of name.
func Ruoli() []string { return slices.Sorted(maps.Keys(Tavola())) }
