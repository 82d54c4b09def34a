package send

import (
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// Scenario is what happens to a notification. The recipient's tax code chooses it (simulatore.CodicePersona, simulatore.CodiceEnte). A tax
// code without a scenario goes digital where the request has a domicile, and one time in four otherwise; the rest goes by paper.
type Scenario struct {
	Codice, Nome string
	rifiuto      string // of the validation
	storia       func(*racconto)
}

// The scenarios that code outside Scenari names.
const (
	digitale       = "001"
	satura         = "002"
	consegnata     = "003"
	ripetuta       = "004"
	irreperibile   = "005"
	deceduto       = "006"
	allaPorta      = "008"
	primoRifiuto   = 20
	invisibile     = "040"
	maiAnnullata   = "041"
	anagrafe       = "042"
	spento         = "043"
	quota          = "044"
	maiConvalidata = "045"
	freddo         = "046"
	anagrafeVolte  = 2
)

// Scenari lists the scenarios, with the failures common to every simulator at the end.
func Scenari() []Scenario {
	elenco := []Scenario{
		{Codice: digitale, Nome: "PEC consegnata subito", storia: func(r *racconto) { r.digitale(r.a(0.05)) }},
		{Codice: satura, Nome: "casella piena due volte, poi raccomandata semplice", storia: (*racconto).satura},
		{Codice: consegnata, Nome: "carta consegnata al terzo giorno", storia: func(r *racconto) { r.carta("RECAG001C", "") }},
		{Codice: ripetuta, Nome: "carta smarrita e rispedita, consegnata al dodicesimo giorno", storia: (*racconto).smarrita},
		{Codice: irreperibile, Nome: "irreperibile: deposito dell'avviso", storia: (*racconto).irreperibile},
		{Codice: deceduto, Nome: "destinatario deceduto: mai perfezionata", storia: (*racconto).deceduto},
		{Codice: "007", Nome: "indirizzo rifiutato in validazione", rifiuto: parole.RifiutoIndirizzo},
		{Codice: allaPorta, Nome: "atto rifiutato alla porta, che vale consegna", storia: func(r *racconto) { r.carta("RECAG003C", parole.CausaRifiutato) }},
		{Codice: "009", Nome: "letta il quinto giorno, prima della decorrenza", storia: func(r *racconto) { r.letta(5); r.carta("RECAG001C", "") }},
		{Codice: "010", Nome: "carta senza esito", storia: func(r *racconto) { r.partenza(1, 0.1, r.costo(1)) }},
		{Codice: "011", Nome: "corretta dopo il perfezionamento: consegna al sesto giorno, non al terzo", storia: (*racconto).corretta},
		{Codice: "012", Nome: "corretta dopo il perfezionamento: il destinatario era deceduto", storia: (*racconto).correttaResa},
		{Codice: "013", Nome: "decorrenza saputa tardi, che precede una visione già ricevuta", storia: (*racconto).tardiva},
		{Codice: "014", Nome: "PEC consegnata dopo le 21: un giorno in più", storia: func(r *racconto) { r.digitale(r.dopoLe(21)) }},
		{Codice: "015", Nome: "elementi mandati due volte e fuori ordine", storia: (*racconto).disordine},
		{Codice: "016", Nome: "ritirata in un punto di ritiro: non perfeziona", storia: func(r *racconto) {
			r.metti(passo{accaduto: r.a(2), categoria: parole.RitiroRadd, dettagli: parole.Dettagli{TipoRadd: "ALT", TransazioneRa: "radd-1", EventTimestamp: r.a(2)}})
			r.carta("RECAG001C", "")
		}},
		{Codice: "017", Nome: "decorrenza senza istante", storia: func(r *racconto) { r.senzaIstante = true; r.digitale(r.a(0.05)) }},
		{Codice: "018", Nome: "corretta due volte", storia: (*racconto).correttaDueVolte},
	}
	for i, codice := range parole.Rifiuti() {
		elenco = append(elenco, Scenario{Codice: fmt.Sprintf("%03d", primoRifiuto+i), Nome: "rifiutata in validazione: " + codice, rifiuto: codice})
	}
	subito := func(r *racconto) { r.digitale(r.a(0.05)) }
	elenco = append(elenco,
		Scenario{Codice: invisibile, Nome: "per 30 secondi chi la cerca non la trova (404)", storia: subito},
		Scenario{Codice: maiAnnullata, Nome: "l'annullamento accolto non arriva mai", storia: func(r *racconto) { r.carta("RECAG001C", "") }},
		Scenario{Codice: anagrafe, Nome: "anagrafe tributaria non disponibile due volte (503), poi bene", storia: subito},
		Scenario{Codice: spento, Nome: "invio non abilitato (400)"},
		Scenario{Codice: quota, Nome: "limite di notifiche superato (400)"},
		Scenario{Codice: maiConvalidata, Nome: "mai convalidata"},
		Scenario{Codice: freddo, Nome: "attestazioni in archivio: dieci secondi di attesa", storia: subito},
	)
	for _, g := range simulatore.Scenari() {
		elenco = append(elenco, Scenario{Codice: g.Codice, Nome: g.Nome, storia: subito})
	}
	return elenco
}

// strade maps the street names by which SEND's own test environment chooses to scenarios.
func strade() map[string]string {
	return map[string]string{"@OK_890": consegnata, "@OK_AR": consegnata, "@FAIL_890": allaPorta, "@FAIL_AR": allaPorta, "@FAIL-IRREPERIBILE_890": irreperibile,
		"@FAIL-IRREPERIBILE_AR": irreperibile, "@OK-RETRY_890": ripetuta, "@OK-RETRY_AR": ripetuta, "@FAIL_DECEDUTO_890": deceduto, "@FAIL_DECEDUTO_AR": deceduto}
}

// scenarioDi finds the scenario that a recipient chooses; usuale is that of a tax code without one.
func scenarioDi(d parole.Destinatario, usuale string) Scenario {
	codice := simulatore.DelCodiceFiscale(d.CodiceFiscale)
	if len(codice) == 3 && codice[0] == '8' || strings.HasPrefix(codice, "51") { // the ranges of failures
		codice = digitale
	}
	for _, c := range []string{codice, usuale} {
		if s, noto := delCodice(c); noto {
			return s
		}
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(d.CodiceFiscale))
	codice = consegnata
	switch {
	case d.Digitale != nil && strings.HasSuffix(d.Digitale.Indirizzo, "@fail.it"):
		codice = satura
	case d.Digitale != nil, h.Sum32()%4 == 0:
		codice = digitale
	case d.Fisico != nil:
		campi := strings.Fields(strings.ToUpper(d.Fisico.Indirizzo))
		if strada, nota := strade()[campi[max(0, len(campi)-1)]]; nota {
			codice = strada
		}
	}
	s, _ := delCodice(codice)
	return s
}

func delCodice(codice string) (Scenario, bool) {
	for _, s := range Scenari() {
		if s.Codice == codice {
			return s, true
		}
	}
	return Scenario{}, false
}

// passi gives the steps of an accepted notification.
func (s Scenario) passi(di *Simulatore, n *notifica) []passo {
	if s.storia == nil {
		return nil
	}
	r := &racconto{s: di, n: n}
	pagine := 1
	r.metti(passo{accaduto: r.a(0.01), categoria: parole.AvvisoGenerato, dettagli: parole.Dettagli{Pagine: &pagine}})
	s.storia(r)
	return r.passi
}

// racconto tells the story of a notification, in days from its acceptance.
type racconto struct {
	s            *Simulatore
	n            *notifica
	passi        []passo
	senzaIstante bool
	due          bool
}

func (r *racconto) a(giorni float64) time.Time { return r.n.accettataAlle.Add(r.s.giorni(giorni)) }

// dopoLe is the first half past an hour of Rome after the acceptance.
func (r *racconto) dopoLe(ora int) time.Time {
	da := r.n.accettataAlle.In(calendario.Roma())
	t := time.Date(da.Year(), da.Month(), da.Day(), ora, 30, 0, 0, calendario.Roma())
	if t.Before(da) {
		t = t.AddDate(0, 0, 1)
	}
	return t.UTC()
}

// metti adds a step. SEND learns of it when it happens, unless the step says otherwise.
func (r *racconto) metti(p passo) {
	if p.saputo.IsZero() {
		p.saputo = p.accaduto
	}
	p.due = r.due
	r.passi = append(r.passi, p)
}

func (r *racconto) digitaleDi() *parole.IndirizzoDigitale {
	if d := r.n.Destinatari[0].Digitale; d != nil {
		return &parole.IndirizzoDigitale{Tipo: "PEC", Indirizzo: d.Indirizzo}
	}
	return &parole.IndirizzoDigitale{Tipo: "PEC", Indirizzo: strings.ToLower(r.n.Destinatari[0].CodiceFiscale) + "@pec.example.it"}
}

func (r *racconto) fonte() string {
	if r.n.Destinatari[0].Digitale != nil {
		return "SPECIAL"
	}
	return "GENERAL"
}

// tentativo sends to a digital domicile and gives the outcome.
func (r *racconto) tentativo(numero int, alle time.Time, esito, codice string) {
	coda := fmt.Sprintf("SOURCE_%s.REPEAT_false.ATTEMPT_%d", r.fonte(), numero)
	prima := alle.Add(-r.s.giorni(0.02))
	r.metti(passo{accaduto: prima, categoria: parole.DigitaleInviato, coda: coda,
		dettagli: parole.Dettagli{Digitale: r.digitaleDi(), FonteDigitale: r.fonte(), Tentativo: &numero}})
	no := false
	r.metti(passo{accaduto: prima.Add(r.s.giorni(0.01)), categoria: parole.DigitaleInCorso, coda: coda + ".IDX_1", atti: []string{parole.RicevutaPEC},
		dettagli: parole.Dettagli{Digitale: r.digitaleDi(), FonteDigitale: r.fonte(), CodiceEsito: "C001", Riprova: &no, Tentativo: &numero,
			DataNotifica: prima}})
	r.metti(passo{accaduto: alle, categoria: parole.DigitaleEsito, coda: coda, atti: []string{parole.RicevutaPEC},
		dettagli: parole.Dettagli{Digitale: r.digitaleDi(), FonteDigitale: r.fonte(), Esito: esito, CodiceEsito: codice, DataNotifica: alle}})
}

// digitale delivers a PEC at an instant: seven days run, eight where it came after nine in the evening of Rome.
func (r *racconto) digitale(alle time.Time) {
	r.tentativo(0, alle, parole.EsitoPositivo, parole.DigitaleConsegnatoDi)
	poi := alle.Add(r.s.giorni(0.001))
	r.metti(passo{accaduto: poi, categoria: parole.DigitaleAttestato,
		dettagli: parole.Dettagli{Digitale: r.digitaleDi(), FineRecapiti: "SUCCESS", FineAlle: alle}})
	r.metti(passo{accaduto: poi, categoria: parole.DigitaleRiuscito, atti: []string{parole.AttoDigitale}, dettagli: parole.Dettagli{Digitale: r.digitaleDi()}})
	giorni := 7.0
	if alle.In(calendario.Roma()).Hour() >= parole.IstanteDigitaleOre {
		giorni++
	}
	r.decorre(poi, alle.Add(r.s.giorni(giorni)), "")
}

// decorre announces the day on which the term will have run, and adds the element of that day.
func (r *racconto) decorre(da, quando time.Time, coda string) {
	r.metti(passo{accaduto: da, categoria: parole.DecorrenzaPrevista, coda: coda, dettagli: parole.Dettagli{Prevista: quando}})
	r.decorrenza(quando, quando, coda)
}

func (r *racconto) decorrenza(quando, saputo time.Time, coda string) {
	costo := int64(0)
	d := parole.Dettagli{Costo: &costo, EventTimestamp: quando}
	if r.senzaIstante {
		d.EventTimestamp = time.Time{}
	}
	r.metti(passo{accaduto: quando, saputo: saputo, categoria: parole.Decorrenza, coda: coda, dettagli: d})
}

// satura finds a full mailbox twice, seven days apart. Fifteen days run from the deposit of the notice.
func (r *racconto) satura() {
	r.tentativo(0, r.a(0.05), parole.EsitoNegativo, "C004")
	r.tentativo(1, r.a(7.05), parole.EsitoNegativo, "C004")
	alle := r.a(7.06)
	r.metti(passo{accaduto: alle, categoria: parole.DigitaleAttestato,
		dettagli: parole.Dettagli{Digitale: r.digitaleDi(), FineRecapiti: "FAILURE", FineAlle: alle}})
	r.metti(passo{accaduto: alle, categoria: parole.DigitaleFallito, atti: []string{parole.AttoDigitale}})
	costo, pagine := semplice, 1
	r.metti(passo{accaduto: alle, categoria: parole.SemplicePreparata, dettagli: parole.Dettagli{Fisico: r.n.Destinatari[0].Fisico}})
	r.metti(passo{accaduto: r.a(7.1), categoria: parole.SempliceInviata, carta: true,
		dettagli: parole.Dettagli{Fisico: r.n.Destinatari[0].Fisico, Prodotto: "RS", CostoCarta: &costo, Pagine: &pagine}})
	r.decorre(alle, alle.Add(r.s.giorni(15)), "")
}

// What letters cost here, in euro cents before VAT: the first and the second, and a simple one.
const (
	primaLettera   = 969
	secondaLettera = 963
	semplice       = 345
)

func (r *racconto) costo(invio int) int {
	if invio > 1 {
		return secondaLettera
	}
	return primaLettera
}

// posta gives the details that every paper element has.
func (r *racconto) posta(invio int) parole.Dettagli {
	zero := invio - 1
	return parole.Dettagli{Fisico: r.n.Destinatari[0].Fisico, Servizio: r.n.Carta, Invio: &zero}
}

// partenza sends a letter.
func (r *racconto) partenza(invio int, giorno float64, costo int) {
	coda := fmt.Sprintf("ATTEMPT_%d", invio-1)
	d := r.posta(invio)
	if invio == 1 {
		r.metti(passo{accaduto: r.a(giorno - 0.05), categoria: parole.CartaPrevista, dettagli: parole.Dettagli{Prevista: r.a(giorno)}})
	}
	r.metti(passo{accaduto: r.a(giorno - 0.02), categoria: parole.CartaPreparata, coda: coda, dettagli: d})
	pagine, peso := 3, 18
	d.Prodotto, d.CostoCarta, d.Pagine, d.Peso = "890", &costo, &pagine, &peso
	if r.n.Carta == parole.CartaAR {
		d.Prodotto = "AR"
	}
	r.metti(passo{accaduto: r.a(giorno), categoria: parole.CartaInviata, coda: coda, carta: true, dettagli: d})
	r.metti(passo{accaduto: r.a(giorno + 0.5), categoria: parole.CartaInCorso, coda: coda + ".IDX_1",
		dettagli: parole.Dettagli{CodiceEsito: "CON080", Raccomandata: r.raccomandata(invio), Servizio: r.n.Carta, DataNotifica: r.a(giorno + 0.5)}})
}

func (r *racconto) raccomandata(invio int) string {
	return fmt.Sprintf("69%09d%d", fnvDi(r.n.IUN)%1_000_000_000, invio)
}

func fnvDi(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s))
	return h.Sum32()
}

// esito adds what the post says of a letter.
func (r *racconto) esito(invio int, giorno, saputo float64, codice, causa string) {
	esito := parole.EsitoNegativo
	if causa == "" || causa == parole.CausaRifiutato { // a refusal at the door serves the act
		esito = parole.EsitoPositivo
	}
	coda := fmt.Sprintf("ATTEMPT_%d", invio-1)
	d := r.posta(invio)
	d.Esito, d.CodiceEsito, d.Causa, d.DataNotifica, d.Raccomandata = esito, codice, causa, r.a(giorno), r.raccomandata(invio)
	d.Allegati = []parole.AllegatoPostale{{ID: "1", Tipo: "23L", Data: r.a(giorno)}}
	r.metti(passo{accaduto: r.a(giorno), saputo: r.a(saputo), categoria: parole.CartaEsito, coda: coda, atti: []string{parole.RicevutaPostale}, dettagli: d})
}

// carta delivers a letter on the third day, or has it refused at the door, which serves the act too. Ten days run.
func (r *racconto) carta(codice, causa string) {
	r.partenza(1, 0.1, r.costo(1))
	r.consegnata(1, 3, 3.5, codice, causa)
}

// consegnata delivers a letter; SEND learns of it later.
func (r *racconto) consegnata(invio int, giorno, saputo float64, codice, causa string) {
	r.esito(invio, giorno, saputo, codice, causa)
	r.metti(passo{accaduto: r.a(saputo), categoria: parole.CartaRiuscita, dettagli: parole.Dettagli{Fisico: r.n.Destinatari[0].Fisico}})
	quando := r.a(giorno + 10)
	r.metti(passo{accaduto: r.a(saputo), categoria: parole.DecorrenzaPrevista, dettagli: parole.Dettagli{Prevista: quando}})
	r.decorrenza(quando, dopo(quando, r.a(saputo)), "")
}

func dopo(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
