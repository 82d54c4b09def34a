package ruolo

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// parole is what each permission lets one do, for who composes a role.
func parole() map[auth.Permission]string {
	return map[auth.Permission]string{
		auth.PermessoVerbalePropri: "leggere i verbali che si sono accertati", auth.PermessoVerbaleLeggi: "leggere tutti i verbali",
		auth.PermessoVerbalePdf: "aprire atti e documenti", auth.PermessoVerbaleAnnota: "note, anomalie, documenti",
		auth.PermessoVerbaleDecidi: "convalidare, annullare, ricorsi, riscossione", auth.PermessoPersona: "vedere i dati delle persone",
		auth.PermessoPagamento: "registrare pagamenti", auth.PermessoLottoLeggi: "vedere i lotti",
		auth.PermessoLotto: "avviare e fermare lotti, scaricarne il pacchetto", auth.PermessoTariffe: "i verbali di una tabella corretta",
		auth.PermessoRicerca: "ricerche riservate", auth.PermessoPortale: "consultare il portale",
		auth.PermessoVpnLeggi: "visure di veicoli e patenti", auth.PermessoVpnCollegamenti: "stato delle reti nazionali",
		auth.PermessoAnagrafica: "visure anagrafiche e domicili digitali", auth.PermessoAnagraficaElenchi: "elenchi di visure anagrafiche e domicili digitali",
		auth.PermessoMobile: "tablet e controlli su strada", auth.PermessoOcr: "lettura di immagini",
		auth.PermessoVpnRinnova: "rinnovo delle password dei collegamenti",
		auth.PermessoSoap:       "inserire verbali da un sistema esterno", auth.PermessoUtilita: "calcoli",
		auth.PermessoTabellaLeggi: "consultare le tabelle", auth.PermessoTabellaTenant: "caricare le strade del comando",
		auth.PermessoTabella: "caricare le tabelle della piattaforma", auth.PermessoOperatore: "utenze",
		auth.PermessoRuolo: "ruoli", auth.PermessoReparto: "reparti", auth.PermessoPortaleGestione: "portali",
		auth.PermessoAgente: "agenti", auth.PermessoIntegratore: "sistemi esterni", auth.PermessoImpostazione: "impostazioni",
		auth.PermessoRegistro: "registro degli accessi", auth.PermessoMorti: "lavori morti",
		auth.PermessoConservazione: "termini di conservazione e vincoli", auth.PermessoInteressato: "ciò che si detiene su una persona, rettifiche",
		auth.PermessoIntervalloLeggi: "vedere gli intervalli di numeri",
		auth.PermessoIntervallo:      "assegnare intervalli di numeri", auth.PermessoTenant: "comandi serviti",
	}
}

// parola is what a permission, also one with :*, lets one do.
func parola(p auth.Permission) string {
	if detta, nota := parole()[p]; nota {
		return detta
	}
	if p == "*" {
		return "tutto, nel comando"
	}
	return "ogni permesso che comincia per " + strings.TrimSuffix(string(p), "*")
}

// gruppi are thing:* for each thing that has several permissions.
func gruppi() (tutti []auth.Permission) {
	for _, p := range auth.Permissions() {
		cosa, _, _ := strings.Cut(string(p), ":")
		g := auth.Permission(cosa + ":*")
		if len(auth.Expand(g)) > 1 && !slices.Contains(tutti, g) {
			tutti = append(tutti, g)
		}
	}
	return tutti
}
