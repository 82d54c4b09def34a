package transizioni

import (
	"slices"

	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// ricorso: from the appeal to the decision that nobody can appeal any more.
//
//nolint:gochecknoglobals // a table
var ricorso = slices.Concat(righeRicorsoProposto, righeDecisione())

// righeRicorsoProposto: the appeal until its decision.
//
//nolint:gochecknoglobals // a table
var righeRicorsoProposto = []Transizione{
	{
		Evento: verbale.EventoRicorsoPresentato, Chi: ChiDecide,
		Significato: "È presentato ricorso, al prefetto o al giudice di pace: maggiorazione e riscossione si fermano (artt. 203 e 204-bis CdS).",
		Procedura:   resta(ricorribili()...),
		Ricorso:     passa(verbale.RicorsoNessuno, verbale.RicorsoPresentato),
	},
	{
		Evento: verbale.EventoRicorsoPresentato, Chi: ChiDecide,
		Significato: "Ricorre anche un altro destinatario, mentre pende il ricorso di uno: ciascuno ha il suo.",
		Procedura:   resta(ricorribili()...),
		Ricorso:     resta(RicorsiPendenti()...),
	},
	{
		Evento: verbale.EventoRicorsoPresentato, Chi: ChiDecide, Riapre: true,
		Significato: "Ricorre un altro destinatario, dopo che il ricorso di uno è deciso.",
		Procedura:   resta(ricorribili()...),
		Ricorso: da[verbale.Ricorso]{verbale.RicorsoRespinto, verbale.RicorsoRideterminato, verbale.RicorsoInammissibile,
			verbale.RicorsoDefinitivo}.a(verbale.RicorsoPresentato),
	},
	{
		Evento: verbale.EventoRicorsoTrasmesso, Chi: ChiDecide,
		Significato: "Gli atti e le deduzioni vanno al prefetto o al giudice (art. 203 c. 2 CdS).",
		Ricorso: da[verbale.Ricorso]{verbale.RicorsoPresentato, verbale.RicorsoTrasmesso, verbale.RicorsoSospensiva}.a(verbale.RicorsoTrasmesso,
			verbale.RicorsoSospensiva),
	},
	{
		Evento: verbale.EventoSospensivaConcessa, Chi: ChiDecide,
		Significato: "L'autorità sospende l'efficacia del verbale o dell'ordinanza.",
		Ricorso:     da[verbale.Ricorso]{verbale.RicorsoPresentato, verbale.RicorsoTrasmesso, verbale.RicorsoImpugnato}.a(verbale.RicorsoSospensiva),
	},
	{
		Evento: verbale.EventoSospensivaRevocata, Chi: ChiDecide,
		Significato: "La sospensione cade, il ricorso continua.",
		Ricorso:     passa(verbale.RicorsoSospensiva, verbale.RicorsoTrasmesso, verbale.RicorsoPresentato, verbale.RicorsoImpugnato),
	},
	{
		Evento: verbale.EventoRicorsoAccolto, Chi: ChiDecide,
		Significato: "Il ricorso è accolto: il verbale è archiviato o annullato, nulla è dovuto, il versato si rimborsa.",
		Procedura:   unione(ricorribili()).a(verbale.Archiviato),
		Debito:      unione(verbale.DebitiAperti(), verbale.DebitiChiusi()).a(verbale.Sgravato, verbale.Eccedenza, verbale.Rimborsato),
		Ricorso:     RicorsiPendenti().a(verbale.RicorsoAccolto),
	},
	{
		Evento: verbale.EventoRicorsoAccolto, Chi: ChiDecide,
		Significato: "Il ricorso è accolto, o la decisione che lo accoglieva è confermata, quando il verbale è già caduto: il debito è chiuso da allora.",
		Procedura:   resta(verbale.ProcedureSenzaPagare()...),
		Debito:      resta(verbale.DebitiChiusi()...),
		Ricorso:     RicorsiPendenti().a(verbale.RicorsoAccolto),
	},
}

// righeDecisione: the decision of an appeal, until nobody can appeal any more.
func righeDecisione() []Transizione {
	return slices.Concat(
		decisioni(verbale.EventoRicorsoRespinto, verbale.RicorsoRespinto, "Il ricorso è respinto: è dovuta la somma dell'ordinanza-ingiunzione o della sentenza (artt. 204 e 204-bis CdS)."),
		decisioni(verbale.EventoRicorsoRideterminato, verbale.RicorsoRideterminato, "L'autorità fissa un'altra somma."),
		righeOrdinanza,
	)
}

// decisioni are the rows of a decision that leaves something to pay.
func decisioni(evento verbale.TipoEvento, esito verbale.Ricorso, significato string) []Transizione {
	dopo := unione([]verbale.Debito{verbale.DebitoOrdinanza}, verbale.DebitiAperti(), []verbale.Debito{verbale.Pagato, verbale.Eccedenza})
	return []Transizione{
		{
			Evento: evento, Chi: ChiDecide,
			Significato: significato,
			Debito:      unione(verbale.DebitiAperti()).a(dopo...),
			Ricorso:     RicorsiPendenti().a(esito),
		},
		{
			Evento: evento, Chi: ChiDecide,
			Significato: "Come sopra, per il ricorso di un destinatario mentre ne pende un altro: maggiorazione e riscossione restano ferme.",
			Debito:      unione(verbale.DebitiAperti()).a(dopo...),
			Ricorso:     resta(RicorsiPendenti()...),
		},
		{
			Evento: evento, Chi: ChiDecide,
			Significato: "Come sopra, quando il debito è già chiuso: resta chiuso.",
			Debito:      unione(verbale.DebitiChiusi()).a(verbale.DebitiChiusi()...),
			Ricorso:     RicorsiPendenti().a(esito),
		},
		{
			Evento: evento, Chi: ChiDecide,
			Significato: "Come sopra, a debito chiuso e mentre pende il ricorso di un altro.",
			Debito:      unione(verbale.DebitiChiusi()).a(verbale.DebitiChiusi()...),
			Ricorso:     resta(RicorsiPendenti()...),
		},
		{
			Evento: evento, Chi: ChiDecide, Riapre: true,
			Significato: "Come sopra, riformando la decisione che aveva accolto il ricorso: il verbale archiviato torna a valere.",
			Procedura:   passa(verbale.Archiviato, verbale.Notificato, verbale.InNotifica),
			Debito:      da[verbale.Debito]{verbale.Sgravato, verbale.Eccedenza, verbale.Rimborsato}.a(dopo...),
			Ricorso:     passa(verbale.RicorsoImpugnato, esito),
		},
	}
}

// righeOrdinanza: after the decision, and the order of the prefect without an appeal.
//
//nolint:gochecknoglobals // a table
var righeOrdinanza = []Transizione{
	{
		Evento: verbale.EventoRicorsoInammissibile, Chi: ChiDecide,
		Significato: "Il ricorso non è esaminato: il verbale vale come se non fosse stato presentato.",
		Ricorso:     RicorsiPendenti().a(verbale.RicorsoInammissibile),
	},
	{
		Evento: verbale.EventoRicorsoInammissibile, Chi: ChiDecide,
		Significato: "Non è esaminato il ricorso di un destinatario mentre ne pende un altro.",
		Ricorso:     resta(RicorsiPendenti()...),
	},
	{
		Evento: verbale.EventoRicorsoImpugnato, Chi: ChiDecide, Riapre: true,
		Significato: "La decisione è impugnata: opposizione all'ordinanza o appello (art. 205 CdS, art. 6 d.lgs. 150/2011).",
		Ricorso:     unione(RicorsiDecisi(), []verbale.Ricorso{verbale.RicorsoDefinitivo}).a(verbale.RicorsoImpugnato),
	},
	{
		Evento: verbale.EventoRicorsoImpugnato, Chi: ChiDecide,
		Significato: "È impugnata l'ordinanza che il prefetto ha emesso senza alcun ricorso (art. 205 CdS, art. 6 d.lgs. 150/2011).",
		Ricorso:     passa(verbale.RicorsoNessuno, verbale.RicorsoImpugnato),
	},
	{
		Evento: verbale.EventoRicorsoImpugnato, Chi: ChiDecide, Riapre: true,
		Significato: "È impugnata la decisione sul ricorso di uno mentre pende quello di un altro.",
		Ricorso:     resta(RicorsiPendenti()...),
	},
	{
		Evento: verbale.EventoRicorsoDefinito, Chi: ChiDecide,
		Significato: "La decisione non si può più impugnare.",
		Ricorso:     RicorsiDecisi().a(verbale.RicorsoDefinitivo),
	},
	{
		Evento: verbale.EventoRicorsoDefinito, Chi: ChiDecide,
		Significato: "La decisione sul ricorso di uno non si può più impugnare, mentre pende, o è già definito, quello di un altro.",
		Ricorso:     unione(RicorsiPendenti(), []verbale.Ricorso{verbale.RicorsoDefinitivo}).a(),
	},
	{
		Evento: verbale.EventoOrdinanzaEmessa, Chi: ChiDecide, Chiede: true,
		Significato: "Senza ricorso, perché il pagamento in misura ridotta non è ammesso, il prefetto ordina una somma (art. 202 cc. 3 e 3-bis CdS).",
		Procedura:   resta(inCorso()...),
		Debito: unione(verbale.DebitiAperti()).a(unione([]verbale.Debito{verbale.DebitoOrdinanza}, verbale.DebitiAperti(),
			[]verbale.Debito{verbale.Pagato, verbale.Eccedenza})...),
		Ricorso: resta(ordinabili()...),
	},
	{
		Evento: verbale.EventoOrdinanzaEmessa, Chi: ChiDecide,
		Significato: "Come sopra, quando il debito è già chiuso: resta chiuso, e una persona guarda.",
		Procedura:   resta(ProcedureValide()...),
		Debito:      resta(verbale.DebitiChiusi()...),
		Ricorso:     resta(ordinabili()...),
	},
	{
		Evento: verbale.EventoOrdinanzaNotificata, Chi: ChiDecide,
		Significato: "L'ordinanza o la sentenza è notificata alla persona: da lì decorrono i trenta giorni (artt. 204 e 205 CdS).",
		Ricorso:     resta(ordinabili()...),
	},
}
