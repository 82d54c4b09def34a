package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// punti: who drove, and the points of the licence.
//
//nolint:gochecknoglobals // a table
var punti = []Transizione{
	{
		Evento: verbale.EventoConducenteRichiesto, Chi: ChiDecide,
		Significato: "Si chiede al proprietario chi guidava (art. 126-bis c. 2 CdS).",
		Procedura:   resta(ProcedureValide()...),
		Punti:       passa(verbale.PuntiNonDovuti, verbale.PuntiRichiesti),
	},
	{
		Evento: verbale.EventoConducenteRicevuto, Chi: ChiDecide,
		Significato: "Il proprietario ha detto chi guidava.",
		Punti:       da[verbale.Punti]{verbale.PuntiRichiesti, verbale.PuntiOmessi}.a(verbale.PuntiRicevuti),
	},
	{
		Evento: verbale.EventoConducenteRichiesto, Chi: ChiDecide,
		Significato: "Si chiede di nuovo chi guidava: di chi era stato indicato la posizione è chiusa, perché non era lui.",
		Procedura:   resta(ProcedureValide()...),
		Punti:       da[verbale.Punti]{verbale.PuntiRicevuti, verbale.PuntiDaComunicare}.a(verbale.PuntiRichiesti),
	},
	{
		Evento: verbale.EventoConducenteRicevuto, Chi: ChiDecide,
		Significato: "Il proprietario dice che guidava un altro: di chi era stato indicato la posizione è chiusa.",
		Punti:       resta(verbale.PuntiRicevuti),
	},
	{
		Evento: verbale.EventoPosizioneChiusa, Chi: ChiDecide,
		Significato: "Chi era stato indicato non guidava: da lui non si chiede più nulla, e si chiede di nuovo chi guidava.",
		Procedura:   inCorso().a(inCorso()...),
		Debito: da[verbale.Debito]{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero}.a(verbale.NonEsigibile,
			verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero),
		Punti: da[verbale.Punti]{verbale.PuntiRicevuti, verbale.PuntiDaComunicare}.a(verbale.PuntiRichiesti),
	},
	{
		Evento: verbale.EventoPosizioneChiusa, Chi: ChiDecide,
		Significato: "Come sopra, quando la somma è già ordinata, rateizzata, sospesa o versata in parte: resta quella.",
		Procedura:   inCorso().a(inCorso()...),
		Debito:      resta(verbale.DebitoOrdinanza, verbale.DebitoRateizzato, verbale.Sospeso, verbale.PagatoParziale),
		Punti:       da[verbale.Punti]{verbale.PuntiRicevuti, verbale.PuntiDaComunicare}.a(verbale.PuntiRichiesti),
	},
	{
		Evento: verbale.EventoPosizioneChiusa, Chi: ChiDecide,
		Significato: "Chi è indicato come trasgressore non lo è, e il comando non ha ancora accettato il verbale: non si sa chi guidava.",
		Procedura:   resta(verbale.ProcedureNonAccettate()...),
		Debito: da[verbale.Debito]{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero}.a(verbale.NonEsigibile,
			verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero),
		Punti: passa(verbale.PuntiRicevuti, verbale.PuntiNonDovuti),
	},
	{
		Evento: verbale.EventoPosizioneAperta, Chi: ChiDecide,
		Significato: "Si sa chi guidava prima che il comando accetti il verbale: i suoi dati ci sono già.",
		Procedura:   resta(verbale.ProcedureNonAccettate()...),
		Punti:       passa(verbale.PuntiNonDovuti, verbale.PuntiRicevuti),
	},
	{
		Evento: verbale.EventoNotificaPerfezionata, Chi: ChiDecide,
		Significato: "Tutto è pagato prima che l'atto sia stampato: al proprietario è notificata la sola richiesta di dire chi guidava, da lì i sessanta giorni.",
		Procedura:   resta(verbale.Validato),
		Debito:      resta(verbale.DebitiChiusi()...),
		Punti:       resta(verbale.PuntiNonDovuti, verbale.PuntiRichiesti),
	},
	{
		Evento: verbale.EventoConducenteOmesso, Chi: ChiDecide,
		Significato: "Sessanta giorni senza risposta, e nessun ricorso che pende: nasce la violazione dell'art. 126-bis c. 2 CdS.",
		Procedura:   resta(ProcedureValide()...),
		Ricorso:     resta(senzaRicorso()...),
		Punti:       passa(verbale.PuntiRichiesti, verbale.PuntiOmessi),
	},
	{
		Evento: verbale.EventoPuntiDaComunicare, Chi: ChiDecide,
		Significato: "La violazione è definita, da un pagamento, da una decisione o dai termini: i punti vanno comunicati all'anagrafe degli abilitati alla guida.",
		Procedura:   resta(ProcedureValide()...),
		Ricorso:     resta(senzaRicorso()...),
		Punti:       passa(verbale.PuntiRicevuti, verbale.PuntiDaComunicare),
	},
	{
		Evento: verbale.EventoPuntiComunicati, Chi: ChiDecide,
		Significato: "L'anagrafe ha ricevuto la decurtazione.",
		Punti:       passa(verbale.PuntiDaComunicare, verbale.PuntiComunicati),
	},
	{
		Evento: verbale.EventoPuntiScartati, Chi: ChiDecide,
		Significato: "I punti non si tolgono: l'anagrafe li ha rifiutati o il verbale è caduto.",
		Punti:       da[verbale.Punti]{verbale.PuntiRichiesti, verbale.PuntiRicevuti, verbale.PuntiOmessi, verbale.PuntiDaComunicare}.a(verbale.PuntiScartati),
	},
	{
		Evento: verbale.EventoPuntiScartati, Chi: ChiDecide, Riapre: true,
		Significato: "Il verbale è caduto dopo la comunicazione: l'anagrafe restituisce i punti.",
		Procedura:   resta(verbale.ProcedureSenzaPagare()...),
		Punti:       passa(verbale.PuntiComunicati, verbale.PuntiScartati),
	},
}
