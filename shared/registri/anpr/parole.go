// Package anpr is the words on the wire of the national population register behind its gateway, as its client and its simulator
// write and read them. The bodies are held to the register's schema by the simulator.
package anpr

// The services, as the last part of their audience and of their address has them.
const (
	C001 = "C001-servizioNotifica"
	C030 = "C030-servizioAccertamentoIdUnicoNazionale"
)

// Versione and Operazione end the address of a question; Stato, after Versione, that of the call which asks about nobody.
const (
	Versione   = "v1"
	Operazione = "anpr-service-e002"
	Stato      = "status"
)

// The codes of the register's list of errors.
const (
	NonRegistrato         = "EN122"
	NonTrovato            = "EN130"
	NonTrovatoNeiDati     = "EN133"
	PiuSoggetti           = "EN067"
	NumeroNonValido       = "EN079" // of the operation: not above the last
	NonEffettuabile       = "999"
	MancanoCriteri        = "EN132"
	RicercaPerIDAnpr      = "EN148" // an anomaly, beside an answer
	DataNonValida         = "EN178"
	CampoNonValido        = "EC001"
	DataNascitaDiscorde   = "EN071" // one of those of data that are not the record's
	QuotaEsaurita         = "LIMITEXCEEDED"
	TipoDelGateway        = "govway.org"            // within the type of an error of the gateway
	TransazioneDelGateway = "Govway-Transaction-Id" // a header
)
