package infows

import "slices"

// Operazione is an operation of Info-ws: the path of its service, the element of its request, and that of its input, which are
// not made of one another. These names come from the clients that are seen to use them.
type Operazione struct{ Nome, Servizio, Richiesta, Input string }

// The operations in use, by the kind of vehicle where that chooses the service.
const (
	OperazioneAutoveicolo    = "A"
	OperazioneMotoveicolo    = "M"
	OperazioneCiclomotore    = "C"
	OperazioneRimorchio      = "R"
	OperazionePatente        = "PATENTE"
	OperazioneCopertura      = "COPERTURA"
	OperazioneCambioPassword = "CAMBIO_PASSWORD"
)

// Operazioni lists them.
func Operazioni() []Operazione {
	return []Operazione{
		{OperazioneAutoveicolo, "dettaglioAutoveicoloComproprietari", "dettaglioAutoveicoloComproprietariRequest", "dettaglioAutoveicoloBaseInput"},
		{OperazioneMotoveicolo, "dettaglioMotoveicoloComproprietari", "dettaglioMotoveicoloComproprietariRequest", "dettaglioMotoveicoloBaseInput"},
		{OperazioneCiclomotore, "dettaglioCiclomotoreComproprietari", "dettaglioCiclomotoreComproprietariRequest", "dettaglioCiclomotoreBaseInput"},
		{OperazioneRimorchio, "dettaglioRimorchioComproprietari", "dettaglioRimorchioComproprietariRequest", "dettaglioRimorchioBaseInput"},
		{OperazionePatente, "dettaglioPatenteBase", "dettaglioPatenteRequest", "ambitoPatenteBase"},
		{OperazioneCopertura, "verificaCoperturaAssicurativaScadenzaRevisione", "verificaAssicurazioneScadenzaRevisioneRequest", ""},
		{OperazioneCambioPassword, "cambioPassword", "richiestaCambioPassword", ""},
	}
}

// OperazioneDi finds an operation by its name; the zero value when there is none.
func OperazioneDi(nome string) Operazione {
	tutte := Operazioni()
	if i := slices.IndexFunc(tutte, func(o Operazione) bool { return o.Nome == nome }); i >= 0 {
		return tutte[i]
	}
	return Operazione{}
}
