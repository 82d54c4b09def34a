package vita

import (
	"slices"

	"github.com/google/uuid"
)

// punti: who drove, and the points of the licence.
//
//nolint:gochecknoglobals // a table
var punti = capitolo{
	righe: []Transizione{
		{
			Evento: EventoConducenteRichiesto, Chi: ChiDecide,
			Significato: "Si chiede al proprietario chi guidava (art. 126-bis c. 2 CdS).",
			Procedura:   resta(ProcedureValide()...),
			Punti:       passa(PuntiNonDovuti, PuntiRichiesti),
		},
		{
			Evento: EventoConducenteRicevuto, Chi: ChiDecide,
			Significato: "Il proprietario ha detto chi guidava.",
			Punti:       da[Punti]{PuntiRichiesti, PuntiOmessi}.a(PuntiRicevuti),
		},
		{
			Evento: EventoConducenteRichiesto, Chi: ChiDecide,
			Significato: "Si chiede di nuovo chi guidava: di chi era stato indicato la posizione è chiusa, perché non era lui.",
			Procedura:   resta(ProcedureValide()...),
			Punti:       da[Punti]{PuntiRicevuti, PuntiDaComunicare}.a(PuntiRichiesti),
		},
		{
			Evento: EventoConducenteRicevuto, Chi: ChiDecide,
			Significato: "Il proprietario dice che guidava un altro: di chi era stato indicato la posizione è chiusa.",
			Punti:       resta(PuntiRicevuti),
		},
		{
			Evento: EventoPosizioneChiusa, Chi: ChiDecide,
			Significato: "Chi era stato indicato non guidava: da lui non si chiede più nulla, e si chiede di nuovo chi guidava.",
			Procedura:   ProcedureInCorso().a(ProcedureInCorso()...),
			Debito:      da[Debito]{NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero}.a(NonEsigibile, DebitoRidotto30, DebitoRidotto, DebitoIntero),
			Punti:       da[Punti]{PuntiRicevuti, PuntiDaComunicare}.a(PuntiRichiesti),
		},
		{
			Evento: EventoPosizioneChiusa, Chi: ChiDecide,
			Significato: "Come sopra, quando la somma è già ordinata, rateizzata, sospesa o versata in parte: resta quella.",
			Procedura:   ProcedureInCorso().a(ProcedureInCorso()...),
			Debito:      resta(DebitoOrdinanza, DebitoRateizzato, Sospeso, PagatoParziale),
			Punti:       da[Punti]{PuntiRicevuti, PuntiDaComunicare}.a(PuntiRichiesti),
		},
		{
			Evento: EventoNotificaPerfezionata, Chi: ChiDecide,
			Significato: "Tutto è pagato prima che l'atto sia stampato: al proprietario è notificata la sola richiesta di dire chi guidava, da lì i sessanta giorni.",
			Procedura:   resta(Validato),
			Debito:      resta(debitiChiusi()...),
			Punti:       resta(PuntiNonDovuti, PuntiRichiesti),
		},
		{
			Evento: EventoConducenteOmesso, Chi: ChiDecide,
			Significato: "Sessanta giorni senza risposta, e nessun ricorso che pende: nasce la violazione dell'art. 126-bis c. 2 CdS.",
			Procedura:   resta(ProcedureValide()...),
			Ricorso:     resta(senzaRicorso()...),
			Punti:       passa(PuntiRichiesti, PuntiOmessi),
		},
		{
			Evento: EventoPuntiDaComunicare, Chi: ChiDecide,
			Significato: "La violazione è definita, da un pagamento, da una decisione o dai termini: i punti vanno comunicati all'anagrafe degli abilitati alla guida.",
			Procedura:   resta(ProcedureValide()...),
			Ricorso:     resta(senzaRicorso()...),
			Punti:       passa(PuntiRicevuti, PuntiDaComunicare),
		},
		{
			Evento: EventoPuntiComunicati, Chi: ChiDecide,
			Significato: "L'anagrafe ha ricevuto la decurtazione.",
			Punti:       passa(PuntiDaComunicare, PuntiComunicati),
		},
		{
			Evento: EventoPuntiScartati, Chi: ChiDecide,
			Significato: "I punti non si tolgono: l'anagrafe li ha rifiutati o il verbale è caduto.",
			Punti:       da[Punti]{PuntiRichiesti, PuntiRicevuti, PuntiOmessi, PuntiDaComunicare}.a(PuntiScartati),
		},
		{
			Evento: EventoPuntiScartati, Chi: ChiDecide, Riapre: true,
			Significato: "Il verbale è caduto dopo la comunicazione: l'anagrafe restituisce i punti.",
			Procedura:   resta(ProcedureSenzaPagare()...),
			Punti:       passa(PuntiComunicati, PuntiScartati),
		},
	},
}

// NullaDaNotificare is why a position is closed that opens when all is paid: its person is who answers.
const NullaDaNotificare = "debito chiuso: nulla da notificare"

// TogliePunti reports that a violation takes points off a licence (art. 126-bis c. 1 CdS).
func (s Stato) TogliePunti() bool {
	return slices.ContainsFunc(s.Violazioni, func(v ViolazioneScelta) bool { return v.Punti > 0 })
}

// Conducente finds the position of the driver. One that was closed is the driver's where nothing was left to
// ask him, or where the axis of the points still holds his data; else it was closed because he is not the
// driver.
func (s Stato) Conducente() (Posizione, bool) {
	var chiusa Posizione
	conDati := slices.Contains([]Punti{PuntiRicevuti, PuntiDaComunicare, PuntiComunicati}, s.Punti)
	for _, p := range s.Posizioni {
		switch {
		case p.Titolo != Trasgressore:
		case p.Chiusa == "":
			return p, true
		case conDati || p.Chiusa == NullaDaNotificare:
			chiusa = p
		}
	}
	return chiusa, chiusa.ID != uuid.Nil
}

// RestaIlConducente reports that nobody has asked the owner yet who was driving, though points depend on it:
// the request is still to be served, whoever has paid (art. 126-bis c. 2 CdS).
func (s Stato) RestaIlConducente() bool {
	_, noto := s.Conducente()
	return !noto && s.TogliePunti() && s.Punti == PuntiNonDovuti && slices.Contains(ProcedureInCorso(), s.Procedura) &&
		slices.ContainsFunc(s.Posizioni, func(p Posizione) bool { return ChiamatoADire(p) && p.GiornoZero.IsZero() })
}

// ChiamatoADire picks the position of who must say who was driving.
func ChiamatoADire(p Posizione) bool { return p.Titolo == Obbligato && p.Chiusa == "" }
