package cds

import (
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// fine says how the end of a term moves.
type fine int

const (
	finePiena   fine = iota // never: nobody may rely on an extension
	fineFestivi             // past Sundays and national holidays
	fineGiudice             // past holidays and Saturdays, August left out
)

// regola is one deadline of the law. Its length is giorni, or anni.
type regola struct {
	nome   string
	norma  string
	giorni int
	anni   int
	fine   fine
	// somma explains a term that the law makes of several.
	somma string
	// avvertenza is what a person must always know about it.
	avvertenza string
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

// NormaSend is the law of service by SEND.
const NormaSend = "art. 26 c. 9 D.L. 76/2020"

const (
	normaGiudice  = "art. 204-bis CdS; art. 7 D.Lgs. 150/2011"
	normaNotifica = "art. 201 c. 1 CdS"

	// audizione: the days of a hearing are known to the prefect only.
	audizione = "Se il ricorrente ha chiesto l'audizione, i 120 giorni del prefetto restano sospesi dall'invito fino alla data fissata " +
		"(art. 204 c. 1-ter CdS): i giorni della sospensione vanno aggiunti a questa scadenza."
)

// regolaDi finds the rule of a deadline.
func regolaDi(t TipoScadenza) (regola, bool) {
	switch t {
	case PagamentoScontato5, PagamentoRidotto60, AccreditoBonifico2, PagamentoOrdinanza30:
		return regolaPagamento(t), true
	case RicorsoPrefetto60, DatiConducente60, Rateizzazione30, RicorsoGiudice30, RicorsoGiudiceEstero60, OpposizioneOrdinanza30:
		return regolaCittadino(t), true
	case PerfezionamentoDeposito, PerfezionamentoSend, PerfezionamentoSendSatura, PerfezionamentoSendCartaceo:
		return regolaPerfezionamento(t), true
	case Notifica90, Notifica100, Notifica360, OrdinanzaPrefetto180, OrdinanzaPrefetto210, NotificaOrdinanza150, Prescrizione5Anni:
		return regolaUfficio(t), true
	default:
		return regola{}, false
	}
}

// regolaPagamento: Saturday is an ordinary day and August counts.
func regolaPagamento(t TipoScadenza) regola {
	g := regola{fine: fineFestivi}
	switch t {
	case PagamentoScontato5:
		g.nome, g.norma, g.giorni = "Pagamento con riduzione del 30 %", "art. 202 c. 1 CdS", GiorniScontato
	case PagamentoRidotto60:
		g.nome, g.norma, g.giorni = "Pagamento in misura ridotta", "art. 202 c. 1 CdS", GiorniRidotto
	case PagamentoOrdinanza30:
		g.nome, g.norma, g.giorni = "Pagamento della somma ordinata dal prefetto", "art. 204 c. 2 CdS", 30
	default:
		g.nome, g.norma, g.giorni = "Accredito del bonifico dopo la scadenza del pagamento", "art. 17-quinquies D.L. 18/2016", 2
		g.avvertenza = "Per un pagamento pagoPA non conta l'accredito: vale l'istante del pagamento scritto nella ricevuta, da confrontare con la scadenza del pagamento."
	}
	return g
}

// regolaCittadino: the terms of appeals, of the driver's data and of instalments.
func regolaCittadino(t TipoScadenza) regola {
	switch t {
	case RicorsoPrefetto60:
		return regola{nome: "Ricorso al prefetto", norma: "art. 203 c. 1 CdS", giorni: 60, fine: fineFestivi, amministrativo: true}
	case DatiConducente60:
		return regola{nome: "Comunicazione dei dati del conducente", norma: "art. 126-bis c. 2 CdS", giorni: 60, fine: fineFestivi, amministrativo: true}
	case Rateizzazione30:
		return regola{nome: "Richiesta di rateizzazione", norma: "art. 202-bis c. 5 CdS", giorni: 30, fine: fineFestivi, amministrativo: true}
	case RicorsoGiudice30:
		return regola{nome: "Ricorso al giudice di pace", norma: normaGiudice, giorni: 30, fine: fineGiudice}
	case RicorsoGiudiceEstero60:
		return regola{nome: "Ricorso al giudice di pace di chi risiede all'estero", norma: normaGiudice, giorni: 60, fine: fineGiudice}
	default:
		return regola{nome: "Opposizione all'ordinanza del prefetto", norma: "art. 205 CdS; art. 6 D.Lgs. 150/2011", giorni: 30, fine: fineGiudice}
	}
}

// regolaPerfezionamento: the day service takes effect for the addressee.
func regolaPerfezionamento(t TipoScadenza) regola {
	switch t {
	case PerfezionamentoDeposito:
		return regola{nome: "Perfezionamento per deposito all'ufficio postale", norma: "art. 8 c. 4 L. 890/1982", giorni: 10, fine: fineFestivi, perfeziona: true}
	case PerfezionamentoSend:
		return regola{nome: "Perfezionamento SEND digitale", norma: NormaSend, giorni: 7, perfeziona: true, send: true, dopoLe21: true}
	case PerfezionamentoSendSatura:
		return regola{nome: "Perfezionamento SEND a casella satura o non valida", norma: NormaSend, giorni: 15, perfeziona: true, send: true}
	default:
		return regola{nome: "Perfezionamento SEND con avviso cartaceo", norma: NormaSend, giorni: 10, perfeziona: true, send: true}
	}
}

// regolaUfficio: the terms that bind the offices.
func regolaUfficio(t TipoScadenza) regola {
	switch t {
	case Notifica90:
		return regola{nome: "Notificazione del verbale", norma: normaNotifica, giorni: 90, ufficio: true}
	case Notifica100:
		return regola{nome: "Notificazione all'obbligato in solido dopo la contestazione immediata", norma: normaNotifica, giorni: 100, ufficio: true}
	case Notifica360:
		return regola{nome: "Notificazione a chi risiede all'estero", norma: normaNotifica, giorni: 360, ufficio: true}
	case OrdinanzaPrefetto180:
		return regola{nome: "Ordinanza del prefetto sul ricorso presentato al comando", norma: "artt. 203 c. 2, 204 cc. 1 e 1-bis CdS", giorni: 180,
			ufficio: true, avvertenza: audizione, somma: "60 giorni al comando per trasmettere gli atti e 120 al prefetto per decidere si sommano, " +
				"anche se gli atti partono prima: 180 giorni. Senza ordinanza entro il termine il ricorso si intende accolto."}
	case OrdinanzaPrefetto210:
		return regola{nome: "Ordinanza del prefetto sul ricorso presentato al prefetto", norma: "artt. 203 c. 1-bis, 204 cc. 1 e 1-bis CdS", giorni: 210,
			ufficio: true, avvertenza: audizione, somma: "30 giorni al prefetto per inviare il ricorso al comando, 60 al comando per rispondere e 120 al prefetto " +
				"per decidere si sommano: 210 giorni. Senza ordinanza entro il termine il ricorso si intende accolto."}
	case NotificaOrdinanza150:
		return regola{nome: "Notificazione dell'ordinanza del prefetto, dalla sua adozione", norma: "art. 204 c. 2 CdS", giorni: 150, ufficio: true}
	default:
		return regola{nome: "Prescrizione del diritto a riscuotere", norma: "art. 209 CdS; art. 28 L. 689/1981", anni: 5, fine: fineFestivi, ufficio: true,
			avvertenza: "Ogni atto di riscossione notificato interrompe la prescrizione: da quel giorno ricominciano cinque anni (art. 2943 c.c.)."}
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
