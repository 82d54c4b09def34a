package vita

import (
	"slices"
)

// ricorso: from the appeal to the decision that nobody can appeal any more.
//
//nolint:gochecknoglobals // a table
var ricorso = capitolo{
	righe: slices.Concat(righeRicorso, righeDecisione()),
	dati: perTutti(leggiCome(ricorsoMosso), EventoRicorsoTrasmesso, EventoSospensivaConcessa, EventoSospensivaRevocata, EventoRicorsoAccolto,
		EventoRicorsoRespinto, EventoRicorsoRideterminato, EventoRicorsoInammissibile, EventoRicorsoImpugnato, EventoRicorsoDefinito,
		EventoOrdinanzaEmessa, EventoOrdinanzaNotificata).e(EventoRicorsoPresentato, leggi[RicorsoProposto]),
}

// righeRicorso: the appeal until its decision.
//
//nolint:gochecknoglobals // a table
var righeRicorso = []Transizione{
	{
		Evento: EventoRicorsoPresentato, Chi: ChiDecide,
		Significato: "È presentato ricorso, al prefetto o al giudice di pace: maggiorazione e riscossione si fermano (artt. 203 e 204-bis CdS).",
		Procedura:   resta(ricorribili()...),
		Ricorso:     passa(RicorsoNessuno, RicorsoPresentato),
	},
	{
		Evento: EventoRicorsoPresentato, Chi: ChiDecide,
		Significato: "Ricorre anche un altro destinatario, mentre pende il ricorso di uno: ciascuno ha il suo.",
		Procedura:   resta(ricorribili()...),
		Ricorso:     resta(RicorsiPendenti()...),
	},
	{
		Evento: EventoRicorsoPresentato, Chi: ChiDecide, Riapre: true,
		Significato: "Ricorre un altro destinatario, dopo che il ricorso di uno è deciso.",
		Procedura:   resta(ricorribili()...),
		Ricorso:     da[Ricorso]{RicorsoRespinto, RicorsoRideterminato, RicorsoInammissibile, RicorsoDefinitivo}.a(RicorsoPresentato),
	},
	{
		Evento: EventoRicorsoTrasmesso, Chi: ChiDecide,
		Significato: "Gli atti e le deduzioni vanno al prefetto o al giudice (art. 203 c. 2 CdS).",
		Ricorso:     da[Ricorso]{RicorsoPresentato, RicorsoTrasmesso, RicorsoSospensiva}.a(RicorsoTrasmesso, RicorsoSospensiva),
	},
	{
		Evento: EventoSospensivaConcessa, Chi: ChiDecide,
		Significato: "L'autorità sospende l'efficacia del verbale o dell'ordinanza.",
		Ricorso:     da[Ricorso]{RicorsoPresentato, RicorsoTrasmesso, RicorsoImpugnato}.a(RicorsoSospensiva),
	},
	{
		Evento: EventoSospensivaRevocata, Chi: ChiDecide,
		Significato: "La sospensione cade, il ricorso continua.",
		Ricorso:     passa(RicorsoSospensiva, RicorsoTrasmesso, RicorsoPresentato, RicorsoImpugnato),
	},
	{
		Evento: EventoRicorsoAccolto, Chi: ChiDecide,
		Significato: "Il ricorso è accolto: il verbale è archiviato o annullato, nulla è dovuto, il versato si rimborsa.",
		Procedura:   unione(ricorribili()).a(Archiviato),
		Debito:      unione(debitiAperti(), debitiChiusi()).a(Sgravato, Eccedenza, Rimborsato),
		Ricorso:     RicorsiPendenti().a(RicorsoAccolto),
	},
	{
		Evento: EventoRicorsoAccolto, Chi: ChiDecide,
		Significato: "Il ricorso è accolto, o la decisione che lo accoglieva è confermata, quando il verbale è già caduto: il debito è chiuso da allora.",
		Procedura:   resta(ProcedureSenzaPagare()...),
		Debito:      resta(debitiChiusi()...),
		Ricorso:     RicorsiPendenti().a(RicorsoAccolto),
	},
}

// righeDecisione: the decision of an appeal, until nobody can appeal any more.
func righeDecisione() []Transizione {
	return slices.Concat(
		decisioni(EventoRicorsoRespinto, RicorsoRespinto, "Il ricorso è respinto: è dovuta la somma dell'ordinanza-ingiunzione o della sentenza (artt. 204 e 204-bis CdS)."),
		decisioni(EventoRicorsoRideterminato, RicorsoRideterminato, "L'autorità fissa un'altra somma."),
		righeOrdinanza,
	)
}

// decisioni are the rows of a decision that leaves something to pay.
func decisioni(evento Tipo, esito Ricorso, significato string) []Transizione {
	dopo := unione([]Debito{DebitoOrdinanza}, debitiAperti(), []Debito{Pagato, Eccedenza})
	return []Transizione{
		{
			Evento: evento, Chi: ChiDecide,
			Significato: significato,
			Debito:      unione(debitiAperti()).a(dopo...),
			Ricorso:     RicorsiPendenti().a(esito),
		},
		{
			Evento: evento, Chi: ChiDecide,
			Significato: "Come sopra, per il ricorso di un destinatario mentre ne pende un altro: maggiorazione e riscossione restano ferme.",
			Debito:      unione(debitiAperti()).a(dopo...),
			Ricorso:     resta(RicorsiPendenti()...),
		},
		{
			Evento: evento, Chi: ChiDecide,
			Significato: "Come sopra, quando il debito è già chiuso: resta chiuso.",
			Debito:      unione(debitiChiusi()).a(debitiChiusi()...),
			Ricorso:     RicorsiPendenti().a(esito),
		},
		{
			Evento: evento, Chi: ChiDecide,
			Significato: "Come sopra, a debito chiuso e mentre pende il ricorso di un altro.",
			Debito:      unione(debitiChiusi()).a(debitiChiusi()...),
			Ricorso:     resta(RicorsiPendenti()...),
		},
		{
			Evento: evento, Chi: ChiDecide, Riapre: true,
			Significato: "Come sopra, riformando la decisione che aveva accolto il ricorso: il verbale archiviato torna a valere.",
			Procedura:   passa(Archiviato, Notificato, InNotifica),
			Debito:      da[Debito]{Sgravato, Eccedenza, Rimborsato}.a(dopo...),
			Ricorso:     passa(RicorsoImpugnato, esito),
		},
	}
}

// righeOrdinanza: after the decision, and the order of the prefect without an appeal.
//
//nolint:gochecknoglobals // a table
var righeOrdinanza = []Transizione{
	{
		Evento: EventoRicorsoInammissibile, Chi: ChiDecide,
		Significato: "Il ricorso non è esaminato: il verbale vale come se non fosse stato presentato.",
		Ricorso:     RicorsiPendenti().a(RicorsoInammissibile),
	},
	{
		Evento: EventoRicorsoInammissibile, Chi: ChiDecide,
		Significato: "Non è esaminato il ricorso di un destinatario mentre ne pende un altro.",
		Ricorso:     resta(RicorsiPendenti()...),
	},
	{
		Evento: EventoRicorsoImpugnato, Chi: ChiDecide, Riapre: true,
		Significato: "La decisione è impugnata: opposizione all'ordinanza o appello (art. 205 CdS, art. 6 d.lgs. 150/2011).",
		Ricorso:     unione(ricorsiDecisi(), []Ricorso{RicorsoDefinitivo}).a(RicorsoImpugnato),
	},
	{
		Evento: EventoRicorsoImpugnato, Chi: ChiDecide,
		Significato: "È impugnata l'ordinanza che il prefetto ha emesso senza alcun ricorso (art. 205 CdS, art. 6 d.lgs. 150/2011).",
		Ricorso:     passa(RicorsoNessuno, RicorsoImpugnato),
	},
	{
		Evento: EventoRicorsoImpugnato, Chi: ChiDecide, Riapre: true,
		Significato: "È impugnata la decisione sul ricorso di uno mentre pende quello di un altro.",
		Ricorso:     resta(RicorsiPendenti()...),
	},
	{
		Evento: EventoRicorsoDefinito, Chi: ChiDecide,
		Significato: "La decisione non si può più impugnare.",
		Ricorso:     ricorsiDecisi().a(RicorsoDefinitivo),
	},
	{
		Evento: EventoRicorsoDefinito, Chi: ChiDecide,
		Significato: "La decisione sul ricorso di uno non si può più impugnare, mentre pende, o è già definito, quello di un altro.",
		Ricorso:     unione(RicorsiPendenti(), []Ricorso{RicorsoDefinitivo}).a(),
	},
	{
		Evento: EventoOrdinanzaEmessa, Chi: ChiDecide, Chiede: true,
		Significato: "Senza ricorso, perché il pagamento in misura ridotta non è ammesso, il prefetto ordina una somma (art. 202 cc. 3 e 3-bis CdS).",
		Procedura:   resta(ProcedureInCorso()...),
		Debito:      unione(debitiAperti()).a(unione([]Debito{DebitoOrdinanza}, debitiAperti(), []Debito{Pagato, Eccedenza})...),
		Ricorso:     resta(ordinabili()...),
	},
	{
		Evento: EventoOrdinanzaEmessa, Chi: ChiDecide,
		Significato: "Come sopra, quando il debito è già chiuso: resta chiuso, e una persona guarda.",
		Procedura:   resta(ProcedureValide()...),
		Debito:      resta(debitiChiusi()...),
		Ricorso:     resta(ordinabili()...),
	},
	{
		Evento: EventoOrdinanzaNotificata, Chi: ChiDecide,
		Significato: "L'ordinanza o la sentenza è notificata alla persona: da lì decorrono i trenta giorni (artt. 204 e 205 CdS).",
		Ricorso:     resta(ordinabili()...),
	},
}
