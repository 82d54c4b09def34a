package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// inserimento: from the roadside to the desk that accepts the fine, or throws it away.
//
//nolint:gochecknoglobals // a table
var inserimento = []Transizione{
	{
		Evento: verbale.EventoInserito, Chi: SoloSistema,
		Significato: "Il verbale entra nella piattaforma e attende che il comando lo accetti; una rilevazione o un preavviso attendono di diventare verbale.",
		Procedura:   passa(proceduraInesistente, verbale.DaValidare, verbale.Rilevato, verbale.Preavvisato),
		Debito:      passa(debitoInesistente, verbale.NonEsigibile),
		Ricorso:     passa(ricorsoInesistente, verbale.RicorsoNessuno),
		Punti:       passa(puntiInesistenti, verbale.PuntiNonDovuti, verbale.PuntiRicevuti),
		Riscossione: passa(riscossioneInesistente, verbale.RiscossioneNessuna),
	},
	{
		Evento: verbale.EventoRedatto, Chi: ChiDecide, Chiede: true,
		Significato: "La rilevazione, o il preavviso non pagato, diventa verbale (art. 200 CdS).",
		Procedura:   da[verbale.Procedura]{verbale.Rilevato, verbale.Preavvisato}.a(verbale.DaValidare),
	},
	{
		Evento: verbale.EventoContestato, Chi: SoloSistema,
		Significato: "Il verbale è stato consegnato al trasgressore sul posto: per lui è notificato, i termini decorrono (artt. 200 e 202 CdS).",
		Procedura:   resta(verbale.DaValidare),
		Debito:      passa(verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.NonEsigibile),
	},
	{
		Evento: verbale.EventoValidato, Chi: ChiDecide,
		Significato: "Il comando accetta il verbale, per mano di una persona o per la regola che si è dato; se ogni destinatario l'ha già in mano è notificato.",
		Procedura:   passa(verbale.DaValidare, verbale.Validato, verbale.Notificato),
	},
	{
		Evento: verbale.EventoViolazioneScelta, Chi: ChiDecide,
		Significato: "Una persona sceglie la riga della tabella di una violazione che ne ha più d'una possibile, o prende gli importi confermati dopo: il verbale si valida poi.",
		Procedura:   resta(verbale.DaValidare),
		Debito: da[verbale.Debito]{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto}.a(verbale.NonEsigibile,
			verbale.DebitoRidotto30, verbale.DebitoRidotto),
		Punti: unione([]verbale.Punti{verbale.PuntiNonDovuti, verbale.PuntiRicevuti}).a(verbale.PuntiNonDovuti, verbale.PuntiRicevuti),
	},
	{
		Evento: verbale.EventoDispositivoIndicato, Chi: ChiDecide,
		Significato: "Una persona indica i dati del dispositivo che ha accertato la violazione, che chi ha inserito il verbale non aveva detto (art. 201 c. 1-bis CdS).",
		Procedura:   resta(verbale.DaValidare),
	},
	{
		Evento: verbale.EventoScartato, Chi: ChiDecide,
		Significato: "Il verbale è tolto prima che un atto esista: nulla è mai stato chiesto a nessuno, ciò che fosse stato versato si rimborsa.",
		Procedura:   unione(verbale.ProcedureNonAccettate(), verbale.ProcedureSenzaAtto()).a(verbale.Scartato),
		Debito: da[verbale.Debito]{verbale.NonEsigibile, verbale.Sospeso, verbale.PagatoParziale, verbale.Pagato, verbale.Eccedenza,
			verbale.Rimborsato}.a(verbale.Sgravato, verbale.Eccedenza, verbale.Rimborsato),
	},
}
