package cds

import (
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// TipoScadenza names a deadline.
type TipoScadenza string

// The deadlines, named after the act and its days.
const (
	PagamentoScontato5          TipoScadenza = "PAGAMENTO_SCONTATO_5"
	PagamentoRidotto60          TipoScadenza = "PAGAMENTO_RIDOTTO_60"
	AccreditoBonifico2          TipoScadenza = "ACCREDITO_BONIFICO_2"
	RicorsoPrefetto60           TipoScadenza = "RICORSO_PREFETTO_60"
	RicorsoGiudice30            TipoScadenza = "RICORSO_GIUDICE_30"
	RicorsoGiudiceEstero60      TipoScadenza = "RICORSO_GIUDICE_ESTERO_60"
	Notifica90                  TipoScadenza = "NOTIFICA_90"
	Notifica100                 TipoScadenza = "NOTIFICA_100"
	Notifica360                 TipoScadenza = "NOTIFICA_360"
	DatiConducente60            TipoScadenza = "DATI_CONDUCENTE_60"
	Rateizzazione30             TipoScadenza = "RATEIZZAZIONE_30"
	PerfezionamentoDeposito     TipoScadenza = "PERFEZIONAMENTO_DEPOSITO_POSTALE"
	PerfezionamentoSend         TipoScadenza = "PERFEZIONAMENTO_SEND_DIGITALE"
	PerfezionamentoSendSatura   TipoScadenza = "PERFEZIONAMENTO_SEND_CASELLA_SATURA"
	PerfezionamentoSendCartaceo TipoScadenza = "PERFEZIONAMENTO_SEND_CARTACEO"
	OrdinanzaPrefetto180        TipoScadenza = "ORDINANZA_PREFETTO_180"
	OrdinanzaPrefetto210        TipoScadenza = "ORDINANZA_PREFETTO_210"
	NotificaOrdinanza150        TipoScadenza = "NOTIFICA_ORDINANZA_150"
	PagamentoOrdinanza30        TipoScadenza = "PAGAMENTO_ORDINANZA_30"
	OpposizioneOrdinanza30      TipoScadenza = "OPPOSIZIONE_ORDINANZA_30"
	Prescrizione5Anni           TipoScadenza = "PRESCRIZIONE_5_ANNI"
)

// TipiScadenza lists every deadline, in the order of the contract of /scadenze/calcola.
func TipiScadenza() []TipoScadenza {
	return []TipoScadenza{
		PagamentoScontato5, PagamentoRidotto60, AccreditoBonifico2, RicorsoPrefetto60, RicorsoGiudice30, RicorsoGiudiceEstero60,
		Notifica90, Notifica100, Notifica360, DatiConducente60, Rateizzazione30, PerfezionamentoDeposito, PerfezionamentoSend,
		PerfezionamentoSendSatura, PerfezionamentoSendCartaceo, OrdinanzaPrefetto180, OrdinanzaPrefetto210, NotificaOrdinanza150,
		PagamentoOrdinanza30, OpposizioneOrdinanza30, Prescrizione5Anni,
	}
}

// RichiestaScadenza asks for a deadline.
type RichiestaScadenza struct {
	Tipo TipoScadenza
	// Decorrenza is the day it runs from, in Rome. For AccreditoBonifico2 it is the day the payment is
	// due, or with TermineGiorni the day of service.
	Decorrenza calendario.Giorno
	// DopoLe21 says that the digital message of SEND was delivered after 21:00 (see the function
	// DopoLe21): the count starts from the next day. Other deadlines ignore it.
	DopoLe21 bool
	// Ritiro is the day the deposited letter was collected, zero if never: PerfezionamentoDeposito only.
	Ritiro calendario.Giorno
	// Accesso is the day the act was opened on SEND, zero if never: the deadlines of SEND only.
	Accesso calendario.Giorno
	// TermineGiorni, 5 or 60, asks AccreditoBonifico2 to compute from service the day that payment is
	// due. Zero for every other deadline: the law fixes their days.
	TermineGiorni int
	// Patrono is the patron saint of the office. It moves no deadline; a warning says that the office
	// is closed on the last day.
	Patrono calendario.Locale
}

// EsitoScadenza is a deadline: the last useful day of a term, or the day service is perfected.
type EsitoScadenza struct {
	Tipo     TipoScadenza      `json:"tipo"`
	Scadenza calendario.Giorno `json:"scadenza"`
	// Spiegazione leads to Scadenza: the last step that establishes a day establishes that one.
	Spiegazione []Passo  `json:"spiegazione"`
	Avvertenze  []string `json:"avvertenze"`
}

// Scadenza counts a deadline; where the law is open it takes the careful choice and warns. The error is
// an *Errore.
func Scadenza(r RichiestaScadenza) (EsitoScadenza, error) {
	regola, err := r.regola()
	if err != nil {
		return EsitoScadenza{}, err
	}
	s := spiegazione{passi: make([]Passo, 0, 3)}
	da, err := r.inizio(regola, &s)
	if err != nil {
		return EsitoScadenza{}, err
	}
	c, err := regola.conta(da)
	if err != nil {
		return EsitoScadenza{}, err
	}
	regola.spiega(da, c, &s)
	giorno := regola.anticipa(r, c.Scadenza, &s)
	regola.avverti(r, c, giorno, &s)
	return EsitoScadenza{Tipo: r.Tipo, Scadenza: giorno, Spiegazione: s.passi, Avvertenze: s.elenco()}, nil
}

// UltimoGiorno is the day that Scadenza gives when nothing but the starting day is known, without the
// explanation: for those who compare thousands of days. The error is an *Errore.
func UltimoGiorno(tipo TipoScadenza, decorrenza calendario.Giorno) (calendario.Giorno, error) {
	regola, err := RichiestaScadenza{Tipo: tipo, Decorrenza: decorrenza}.regola()
	if err != nil {
		return calendario.Giorno{}, err
	}
	c, err := regola.conta(decorrenza)
	return c.Scadenza, err
}
