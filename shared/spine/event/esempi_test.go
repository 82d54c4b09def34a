package event

import (
	"encoding/json"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	unID      = "01936a2e-7c00-7000-8000-000000000001"
	unAltroID = "01936a2e-7c00-7000-8000-000000000002"
	unSHA     = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
)

// Esempi gives one message of each kind, by the name of its channel in docs/asyncapi.yaml: what a
// reader of the contract sees and what the tests check it with.
func Esempi() map[string]Corpo {
	unIstante, alSecondo, mancano := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), 500.0, 2
	return map[string]Corpo{
		"verbaleInserito": VerbaleInserito{IDVerbale: unID, Sequenza: 1, Procedura: string(verbale.Validato), Fonte: string(verbale.FonteSoap)},
		"avvisoEmesso":    AvvisoEmesso{IDVerbale: unID, Sequenza: 3, Avvisi: []string{unAltroID}},
		"attoGenerato":    AttoGenerato{IDVerbale: unID, Sequenza: 6, IDPosizione: unAltroID, IDDocumento: unAltroID, SHA256: unSHA},
		"verbaleCambiato": VerbaleCambiato{IDVerbale: unID, Sequenza: 8, Eventi: []string{string(verbale.EventoPagamento)},
			Procedura: string(verbale.Notificato), Debito: string(verbale.Pagato), Ricorso: string(verbale.RicorsoNessuno),
			Punti: string(verbale.PuntiNonDovuti), Riscossione: string(verbale.RiscossioneNessuna)},
		"notificaPerfezionata": NotificaPerfezionata{IDVerbale: unID, Sequenza: 7, IDPosizione: unAltroID, Giorno: "2026-11-20"},
		"pagamentoRicevuto":    PagamentoRicevuto{IDVerbale: unID, Sequenza: 8, IDPagamento: unAltroID, ImportoCent: 2940, Debito: string(verbale.Pagato)},
		"importazioneConclusa": ImportazioneConclusa{IDImportazione: unID, Formato: "storico-eventi", Casi: 100, Nuovi: 100},
		"indagineEsito":        IndagineEsito{IDIndagine: unAltroID, IDVerbale: unID, Esito: IndagineTrovata},
		"verbaleCancellato":    VerbaleCancellato{IDVerbale: unID},
		"lavoroLettura":        LavoroLettura{IDLettura: unID},
		"letturaConfermata":    LetturaConfermata{IDLettura: unID, Tipo: string(verbale.LetturaTarga)},
		"lavoroTarga":          LavoroTarga{IDVerbale: unID, Motivo: "NOTIFICA_VERBALE"},
		"lavoroDomicilio":      LavoroDomicilio{IDVerbale: unID, IDPosizione: unAltroID, Motivo: "NOTIFICA_VERBALE"},
		"domicilioEsito":       DomicilioEsito{IDDomicilio: unAltroID, IDVerbale: unID, IDPosizione: unAltroID, Esito: DomicilioTrovato},
		"lavoroVisura":         LavoroVisura{IDVerbale: unID, IDPosizione: unAltroID, Data: "2026-11-20", Motivo: "NOTIFICA_VERBALE"},
		"visuraEsito":          VisuraEsito{IDVisura: unAltroID, IDVerbale: unID, IDPosizione: unAltroID, Esito: "TROVATO"},
		"lavoroSend":           LavoroSend{IDVerbale: unID, IDPosizione: unAltroID, IDNotifica: unAltroID, IDDocumento: unAltroID, SHA256: unSHA, Entro: "2026-11-30"},
		"invioEsito": InvioEsito{IDVerbale: unID, IDPosizione: unAltroID, IDNotifica: unAltroID, Canale: string(verbale.CanaleSend), Revisione: 2,
			Stato: InvioPerfezionato, IUN: "UJRX-APEQ-UEYZ-202606-R-1", Accettata: &unIstante, Giorno: "2026-11-20", Istante: &unIstante, Modo: "VISIONE",
			Via: "SEND_DIGITALE", Elementi: []string{"NOTIFICATION_VIEWED.IUN_UJRX-APEQ-UEYZ-202606-R-1.RECINDEX_0"}, Prove: []string{unSHA}},
		"lavoroPdf":     LavoroPdf{IDVerbale: unID, IDPosizione: unAltroID, Rettifica: 9},
		"lavoroPostale": LavoroPostale{IDLotto: unID, Porzione: 1},
		"lavoroLotto":   LavoroLotto{IDLotto: unID, Porzione: 1},
		"lavoroEsiti":   LavoroEsiti{IDEsito: unID, Porzione: 1},
		"avanzamentoLotto": AvanzamentoLotto{IDLotto: unID, Revisione: 5, Stato: string(verbale.LottoInCorso), Nome: "LOT-alfa-20261120-001", Chiuso: &unIstante,
			Iniziato: &unIstante, Totale: 1000, OK: 248, Ripetibili: 1, Saltati: 1, LavoratoMs: 500, AlSecondo: &alSecondo, MancanoSecondi: &mancano},
		"morto": Morto{SoggettoOrigine: "lavori.vpn.targa.alfa", Modulo: "vpn", IDMessaggio: unID,
			Motivo: "verbale inesistente", Consegne: 1, Corpo: json.RawMessage(`{"idVerbale":"` + unID + `"}`)},
		"tenantCreato":         TenantCreato("alfa"),
		"tenantSospeso":        TenantSospeso("alfa"),
		"tenantRiattivato":     TenantRiattivato("alfa"),
		"anagrafeCambiata":     AnagrafeCambiata("alfa"),
		"operatoreCambiato":    OperatoreCambiato("alfa", "operatore.alfa"),
		"operatoreBloccato":    OperatoreBloccato("alfa", "operatore.alfa"),
		"impostazioniCambiate": ImpostazioniCambiate("alfa"),
		"tabelleAggiornate":    TabelleAggiornate("", "violazioni"),
	}
}
