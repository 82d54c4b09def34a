package cds

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/calendario"
)

// fine says how the end of a term moves.
type fine int

const (
	finePiena   fine = iota // never: nobody may rely on an extension
	fineFestivi             // past Sundays and national holidays
	fineGiudice             // past holidays and Saturdays, August left out
)

// regola is one deadline of the law.
type regola struct {
	nome   string
	norma  string
	giorni int
	fine   fine
	// ufficio: a term of the office, which must not rely on an extension.
	ufficio bool
	// amministrativo: a term of the citizen towards an administration; whether Saturday moves it is open.
	amministrativo bool
	// perfeziona: the day service takes effect, which collection or access can only bring forward.
	perfeziona bool
	// send: the platform fixes the day; access instead of collection brings it forward.
	send bool
	// dopoLe21: a delivery after 21:00 counts from the next day.
	dopoLe21 bool
}

// regolaDi finds the rule of a deadline.
func regolaDi(t TipoScadenza) (regola, bool) {
	const sendNorma = "art. 26 c. 9 D.L. 76/2020"
	switch t {
	case PagamentoScontato5:
		return regola{nome: "Pagamento con riduzione del 30 %", norma: "art. 202 c. 1 CdS", giorni: GiorniScontato, fine: fineFestivi}, true
	case PagamentoRidotto60:
		return regola{nome: "Pagamento in misura ridotta", norma: "art. 202 c. 1 CdS", giorni: GiorniRidotto, fine: fineFestivi}, true
	case PagamentoOrdinanza30:
		return regola{nome: "Pagamento della somma ordinata dal prefetto", norma: "art. 204 c. 2 CdS", giorni: 30, fine: fineFestivi}, true
	case RicorsoPrefetto60:
		return regola{nome: "Ricorso al prefetto", norma: "art. 203 c. 1 CdS", giorni: 60, fine: fineFestivi, amministrativo: true}, true
	case DatiConducente60:
		return regola{nome: "Comunicazione dei dati del conducente", norma: "art. 126-bis c. 2 CdS", giorni: 60, fine: fineFestivi, amministrativo: true}, true
	case Rateizzazione30:
		return regola{nome: "Richiesta di rateizzazione", norma: "art. 202-bis c. 4 CdS", giorni: 30, fine: fineFestivi, amministrativo: true}, true
	case RicorsoGiudice30:
		return regola{nome: "Ricorso al giudice di pace", norma: "art. 204-bis CdS; art. 7 D.Lgs. 150/2011", giorni: 30, fine: fineGiudice}, true
	case RicorsoGiudiceEstero60:
		return regola{nome: "Ricorso al giudice di pace di chi risiede all'estero", norma: "art. 204-bis CdS; art. 7 D.Lgs. 150/2011", giorni: 60, fine: fineGiudice}, true
	case OpposizioneOrdinanza30:
		return regola{nome: "Opposizione all'ordinanza del prefetto", norma: "art. 205 CdS; art. 6 D.Lgs. 150/2011", giorni: 30, fine: fineGiudice}, true
	case PerfezionamentoDeposito:
		return regola{nome: "Perfezionamento per deposito all'ufficio postale", norma: "art. 8 c. 4 L. 890/1982", giorni: 10, fine: fineFestivi, perfeziona: true}, true
	case PerfezionamentoSend:
		return regola{nome: "Perfezionamento SEND digitale", norma: sendNorma, giorni: 7, perfeziona: true, send: true, dopoLe21: true}, true
	case PerfezionamentoSendSatura:
		return regola{nome: "Perfezionamento SEND a casella satura o non valida", norma: sendNorma, giorni: 15, perfeziona: true, send: true}, true
	case PerfezionamentoSendCartaceo:
		return regola{nome: "Perfezionamento SEND con avviso cartaceo", norma: sendNorma, giorni: 10, perfeziona: true, send: true}, true
	default:
		return regolaUfficio(t)
	}
}

// regolaUfficio finds the terms that bind the offices.
func regolaUfficio(t TipoScadenza) (regola, bool) {
	switch t {
	case Notifica90:
		return regola{nome: "Notificazione del verbale", norma: "art. 201 c. 1 CdS", giorni: 90, ufficio: true}, true
	case Notifica100:
		return regola{nome: "Notificazione all'obbligato in solido dopo la contestazione immediata", norma: "art. 201 c. 1 CdS", giorni: 100, ufficio: true}, true
	case Notifica360:
		return regola{nome: "Notificazione a chi risiede all'estero", norma: "art. 201 c. 1 CdS", giorni: 360, ufficio: true}, true
	case OrdinanzaPrefetto180:
		return regola{nome: "Ordinanza del prefetto sul ricorso presentato al comando", norma: "artt. 203 c. 2, 204 cc. 1 e 1-bis CdS", giorni: 180, ufficio: true}, true
	case OrdinanzaPrefetto210:
		return regola{nome: "Ordinanza del prefetto sul ricorso presentato al prefetto", norma: "artt. 203 c. 1-bis, 204 cc. 1 e 1-bis CdS", giorni: 210, ufficio: true}, true
	default:
		return regola{}, false
	}
}

// DopoLe21 reports that a SEND message delivered at this instant counts from the next day: later
// than 21:00 in Rome (D.L. 76/2020 art. 26 c. 9).
func DopoLe21(t time.Time) bool {
	locale := t.In(calendario.Roma())
	ora, minuto, secondo := locale.Clock()
	return ora > 21 || ora == 21 && (minuto > 0 || secondo > 0 || locale.Nanosecond() > 0)
}

func sabato(g calendario.Giorno) bool { return g.Weekday() == time.Saturday }
