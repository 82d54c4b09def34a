package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// denaro: terms and payments.
//
//nolint:gochecknoglobals // a table
var denaro = []Transizione{
	{
		Evento: verbale.EventoScontoDecorso, Chi: SoloSistema,
		Significato: "I cinque giorni dello sconto del 30 per cento sono passati: si paga il minimo (art. 202 c. 1 CdS).",
		Debito:      passa(verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoRidotto30),
	},
	{
		Evento: verbale.EventoScontoDecorso, Chi: SoloSistema,
		Significato: "I cinque giorni sono passati per una posizione che il debito non segue, o che ha già altro prezzo.",
		Debito: resta(verbale.NonEsigibile, verbale.DebitoRidotto, verbale.DebitoIntero, verbale.DebitoOrdinanza, verbale.DebitoRateizzato,
			verbale.PagatoParziale, verbale.Sospeso),
	},
	{
		Evento: verbale.EventoRidottoDecorso, Chi: SoloSistema, Aggrava: true,
		Significato: "I sessanta giorni sono passati senza pagamento né ricorso: il verbale è titolo esecutivo per la metà del massimo (art. 203 c. 3 CdS).",
		Debito:      passa(verbale.DebitoRidotto, verbale.DebitoIntero, verbale.DebitoRidotto),
	},
	{
		Evento: verbale.EventoRidottoDecorso, Chi: SoloSistema, Aggrava: true,
		Significato: "Come sopra, quando dei cinque giorni non si è preso atto.",
		Debito:      passa(verbale.DebitoRidotto30, verbale.DebitoIntero, verbale.DebitoRidotto30),
	},
	{
		Evento: verbale.EventoRidottoDecorso, Chi: SoloSistema, Aggrava: true,
		Significato: "I sessanta giorni sono passati per una posizione che il debito non segue, o dopo un pagamento parziale.",
		Debito:      resta(verbale.NonEsigibile, verbale.DebitoIntero, verbale.DebitoOrdinanza, verbale.DebitoRateizzato, verbale.PagatoParziale),
	},
	{
		Evento: verbale.EventoPagamento, Chi: ChiSuoCanale,
		Significato: "È arrivato un pagamento, anche prima della notifica: se basta al prezzo del suo giorno chiude il debito, altrimenti è un acconto (artt. 202 CdS e 389 Reg.).",
		Debito: unione(verbale.DebitiAperti()).a(verbale.PagatoParziale, verbale.Pagato, verbale.Eccedenza, verbale.Rimborsato, verbale.Sgravato,
			verbale.DebitoRateizzato, verbale.Sospeso, verbale.NonEsigibile),
	},
	{
		Evento: verbale.EventoPagamento, Chi: ChiSuoCanale,
		Significato: "È arrivato un pagamento quando nulla era più dovuto: è tutto eccedenza, se non era arrivato prima, e in tempo; una persona guarda.",
		Debito:      unione(verbale.DebitiChiusi()).a(verbale.Eccedenza, verbale.Pagato, verbale.Sgravato, verbale.Rimborsato),
	},
	{
		Evento: verbale.EventoPagamentoStornato, Chi: ChiDecide,
		Significato: "Il pagamento non c'era o era di altro verbale: si toglie, e il debito torna a quello che sarebbe.",
		Debito:      unione(verbale.DebitiAperti()).a(verbale.DebitiAperti()...),
	},
	{
		Evento: verbale.EventoPagamentoStornato, Chi: ChiDecide, Riapre: true,
		Significato: "Si toglie il pagamento che aveva chiuso il debito riscosso: il verbale torna in corso, il credito tra quelli da riscuotere.",
		Procedura:   ProcedureValide().a(ProcedureValide()...),
		Debito:      unione(verbale.DebitiChiusi()).a(unione(verbale.DebitiAperti(), verbale.DebitiChiusi())...),
		Riscossione: passa(verbale.Riscosso, verbale.Riscosso, verbale.Selezionato),
	},
	{
		Evento: verbale.EventoPagamentoStornato, Chi: ChiDecide, Riapre: true,
		Significato: "Si toglie il pagamento che aveva chiuso il debito: una persona dice perché, e il verbale definito torna in corso.",
		Procedura:   ProcedureValide().a(ProcedureValide()...),
		Debito:      unione(verbale.DebitiChiusi()).a(unione(verbale.DebitiAperti(), verbale.DebitiChiusi())...),
	},
	{
		Evento: verbale.EventoPagamentoStornato, Chi: ChiDecide, Riapre: true,
		Significato: "Si toglie il pagamento di un verbale che nulla chiede più, o non ancora accettato.",
		Procedura:   resta(unione(verbale.ProcedureNonAccettate(), verbale.ProcedureSenzaPagare())...),
		Debito: unione(verbale.DebitiChiusi()).a(unione(verbale.DebitiChiusi(), []verbale.Debito{verbale.NonEsigibile, verbale.DebitoRidotto30,
			verbale.DebitoRidotto, verbale.DebitoIntero, verbale.PagatoParziale})...),
	},
	{
		Evento: verbale.EventoRimborso, Chi: ChiDecide,
		Significato: "Ciò che è stato versato in più è restituito.",
		Debito:      passa(verbale.Eccedenza, verbale.Rimborsato, verbale.Eccedenza),
	},
	{
		Evento: verbale.EventoSgravio, Chi: ChiDecide,
		Significato: "Il comando rinuncia a ciò che resta, per esempio a un residuo di pochi centesimi; o a ciò che una storia importata lascia aperto.",
		Procedura:   resta(unione(inCorso(), verbale.ProcedureChiuse())...),
		Debito: da[verbale.Debito]{verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero, verbale.DebitoOrdinanza,
			verbale.DebitoRateizzato, verbale.PagatoParziale}.a(verbale.Sgravato),
	},
	{
		Evento: verbale.EventoDebitoSospeso, Chi: ChiDecide,
		Significato: "Il debito è sospeso: nessuna maggiorazione e nessuna riscossione finché dura.",
		Procedura:   resta(inCorso()...),
		Debito: da[verbale.Debito]{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero,
			verbale.DebitoOrdinanza, verbale.DebitoRateizzato, verbale.PagatoParziale}.a(verbale.Sospeso),
	},
	{
		Evento: verbale.EventoDebitoRipreso, Chi: ChiDecide,
		Significato: "La sospensione è finita: il debito torna dov'era.",
		Debito: passa(verbale.Sospeso, verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero,
			verbale.DebitoOrdinanza, verbale.DebitoRateizzato, verbale.PagatoParziale),
	},
	{
		Evento: verbale.EventoRateizzazioneConcessa, Chi: ChiDecide, Chiede: true,
		Significato: "La somma si paga a rate (art. 202-bis CdS).",
		Procedura:   resta(inCorso()...),
		Debito: da[verbale.Debito]{verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero, verbale.DebitoOrdinanza,
			verbale.PagatoParziale}.a(verbale.DebitoRateizzato),
		Ricorso: resta(senzaRicorso()...),
	},
	{
		Evento: verbale.EventoRateizzazioneDecaduta, Chi: ChiDecide, Aggrava: true,
		Significato: "Le rate non sono state pagate: si chiede tutto ciò che resta (art. 202-bis c. 7 CdS); entro i sessanta giorni dalla notifica, ciò che è dovuto quel giorno.",
		Debito:      passa(verbale.DebitoRateizzato, verbale.DebitoIntero, verbale.DebitoOrdinanza, verbale.DebitoRidotto, verbale.PagatoParziale),
	},
}
