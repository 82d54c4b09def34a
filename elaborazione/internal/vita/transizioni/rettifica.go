package transizioni

import "github.com/piattaforma-verbali/verbali/shared/verbale"

// rettifica: a violation takes another row once the fine was accepted, in favour of who answers for it.
//
//nolint:gochecknoglobals // a table
var rettifica = []Transizione{
	rettificaAperta(verbale.EventoViolazioneRettificata,
		"Il comando rettifica in autotutela la riga di una violazione: si chiede meno, mai di più; ciò che è stato notificato resta com'è."),
	rettificaChiusa(verbale.EventoViolazioneRettificata, "Come sopra, a debito chiuso: ciò che è stato versato in più si rimborsa."),
	rettificaAperta(verbale.EventoAssicurazioneRegolarizzata,
		"La copertura è tornata operante, o il veicolo è stato demolito, nei termini: la sanzione è ridotta alla metà (art. 193 c. 3 CdS)."),
	rettificaChiusa(verbale.EventoAssicurazioneRegolarizzata, "Come sopra, a debito chiuso: ciò che è stato versato in più si rimborsa."),
}

// rettificabili are the appeals beside which the command may still ask for less: once an authority has fixed the sum, the
// sum is its own.
func rettificabili() []verbale.Ricorso {
	return []verbale.Ricorso{verbale.RicorsoNessuno, verbale.RicorsoPresentato, verbale.RicorsoTrasmesso, verbale.RicorsoSospensiva, verbale.RicorsoInammissibile}
}

func rettificaAperta(t verbale.TipoEvento, significato string) Transizione {
	aperti := da[verbale.Debito]{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto, verbale.DebitoIntero,
		verbale.PagatoParziale, verbale.Sospeso}
	return Transizione{Evento: t, Chi: ChiDecide, Significato: significato, Procedura: resta(inCorso()...),
		Debito: aperti.a(unione(aperti, verbale.DebitiChiusi())...), Ricorso: resta(rettificabili()...)}
}

func rettificaChiusa(t verbale.TipoEvento, significato string) Transizione {
	return Transizione{Evento: t, Chi: ChiDecide, Significato: significato, Procedura: resta(ProcedureValide()...),
		Debito: unione(verbale.DebitiChiusi()).a(verbale.DebitiChiusi()...), Ricorso: resta(rettificabili()...)}
}
