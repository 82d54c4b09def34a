package revisione

import (
	"slices"
	"strconv"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/debito"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/lettura"
)

// Rimedio is what a person may do about a fine priced by a row that was corrected.
type Rimedio string

// The remedies, from a fine not yet served to a closed fine.
const (
	Riscegli      Rimedio = "RISCEGLI_LA_RIGA"   // not accepted yet: VIOLAZIONE_SCELTA before it is
	Scarta        Rimedio = "SCARTA_E_RIFAI"     // no act yet
	Annulla       Rimedio = "ANNULLA_E_RIFAI"    // an act that nobody has been served yet
	Rettifica     Rimedio = "RETTIFICA"          // served, more was asked than the law asks: VIOLAZIONE_RETTIFICATA
	Rimborsa      Rimedio = "RIMBORSA"           // more was paid than the law asks: the same, then the excess is given back
	Stabilisci    Rimedio = "STABILISCI_LA_RIGA" // only facts can tell the row
	CorreggiPunti Rimedio = "CORREGGI_I_PUNTI"   // the sum stands, the points do not
	Accessorie    Rimedio = "RIVEDI_ACCESSORIE"  // the sum stands, the accessory sanctions do not
	Lascia        Rimedio = "LASCIA"             // closed, or not more was asked than the law asks
)

// voce is a remedy with the words of the office.
type voce struct {
	rimedio Rimedio
	ufficio string
}

func rimedi() []voce {
	return []voce{
		{Riscegli, "Scegliere di nuovo la riga prima di validare"},
		{Scarta, "Scartare e inserire di nuovo"},
		{Annulla, "Annullare in autotutela prima della notifica e rifare"},
		{Rettifica, "Rettificare in autotutela"},
		{Rimborsa, "Rettificare in autotutela e rimborsare la differenza"},
		{Stabilisci, "Stabilire quale riga vale"},
		{CorreggiPunti, "Correggere i punti"},
		{Accessorie, "Rivedere le sanzioni accessorie"},
		{Lascia, "Lasciare com'è"},
	}
}

// Rimedi lists them.
func Rimedi() []Rimedio {
	var tutti []Rimedio
	for _, v := range rimedi() {
		tutti = append(tutti, v.rimedio)
	}
	return tutti
}

// Parola is what the office reads.
func (r Rimedio) Parola() string {
	for _, v := range rimedi() {
		if v.rimedio == r {
			return v.ufficio
		}
	}
	return verbale.Leggibile(string(r))
}

// decidi sets the remedy; the sentences are one text.
func (e *esame) decidi(r Rimedio, frasi ...string) {
	dette := slices.DeleteFunc(append(frasi, e.avvisa()...), func(f string) bool { return f == "" })
	e.Rimedio, e.CheFare = r, strings.Join(dette, " ")
}

// chiuso reports a fine that ended without asking for money, or without asking any more.
func (e *esame) chiuso() bool {
	return e.Ricorso == verbale.RicorsoAccolto || slices.Contains(verbale.ProcedureSenzaPagare(), e.Procedura)
}

// servito reports that somebody holds the act.
func (e *esame) servito() bool {
	return slices.ContainsFunc(e.prima.Posizioni, func(p lettura.Posizione) bool { return !p.GiornoZero.IsZero() })
}

// nonServito is a fine that nobody holds: it is corrected before it leaves. True where it was one.
func (e *esame) nonServito() bool {
	switch {
	case e.servito():
		return false
	case slices.Contains(verbale.ProcedureNonAccettate(), e.Procedura):
		e.decidi(Riscegli, "Il comando non l'ha ancora accettato: prima di validarlo si sceglie di nuovo la riga della violazione, e vale l'importo di oggi.")
	case slices.Contains(verbale.ProcedureSenzaAtto(), e.Procedura):
		e.decidi(Scarta, "L'atto non esiste ancora: scartare il verbale e inserirlo di nuovo.", e.rifatto())
	case slices.Contains(verbale.ProcedureConAtto(), e.Procedura):
		e.decidi(Annulla, "Nessuno l'ha ancora ricevuto: annullarlo in autotutela prima che l'atto parta o arrivi, e inserirlo di nuovo.", e.rifatto())
	default:
		return false
	}
	return true
}

// termineNotifica is the last day on which the fine, made again, may be handed over to everybody who answers for it and
// holds no act yet; to everybody where all do.
func (e *esame) termineNotifica() (ultimo calendario.Giorno, err error) {
	vive := slices.DeleteFunc(slices.Clone(e.prima.Posizioni), func(p lettura.Posizione) bool { return p.Chiusa != "" })
	senza := slices.DeleteFunc(slices.Clone(vive), func(p lettura.Posizione) bool { return !p.GiornoZero.IsZero() })
	if len(senza) > 0 {
		vive = senza
	}
	if len(vive) == 0 { // nobody is known yet
		return cds.UltimoGiorno(cds.TipoNotifica(false, e.prima.Contestato, false), e.prima.DataAccertamento)
	}
	for _, p := range vive {
		estero := p.Soggetto != nil && p.Soggetto.Nazione != "" && p.Soggetto.Nazione != "IT"
		suo, err := cds.UltimoGiorno(cds.TipoNotifica(estero, e.prima.Contestato, p.Titolo == verbale.Obbligato), e.prima.DataAccertamento)
		if err != nil {
			return ultimo, err
		}
		if ultimo.IsZero() || suo.Before(ultimo) {
			ultimo = suo
		}
	}
	return ultimo, nil
}

// rifatto says until when the fine, made again, may be handed over for service.
func (e *esame) rifatto() string {
	ultimo, err := e.termineNotifica()
	switch {
	case err != nil:
		return "Verificare il termine per notificarlo (art. 201 CdS)."
	case e.oggi.After(ultimo):
		return "Il termine per notificare il nuovo verbale è finito " + ultimo.Detto("il") + " (art. 201 c. 1 CdS): verificare se decorre da un altro giorno, altrimenti non si rifà."
	}
	e.Entro = ultimo
	norma := " (art. 201 c. 1 CdS"
	if slices.ContainsFunc(e.prima.Posizioni, func(p lettura.Posizione) bool { return p.Chiusa == "" && p.Soggetto == nil }) {
		norma += "; 360 giorni per chi risiede all'estero" // where people live was not read, or nobody knows it yet
	}
	return "Il nuovo verbale va affidato per la notifica entro " + ultimo.Detto("il") + norma + ")."
}

// stabilisci is a fine whose row only facts can tell.
func (e *esame) stabilisci() {
	var tra []string
	for _, x := range e.Violazioni {
		if x.Legge == nil {
			tra = append(tra, x.Codici...)
		}
	}
	switch {
	case e.chiuso():
		e.lasciaChiuso()
	case slices.Contains(verbale.ProcedureNonAccettate(), e.Procedura) && !e.servito():
		e.nonServito()
	case len(tra) == 0:
		e.decidi(Stabilisci, "La tabella non ha più la riga nel giorno della violazione: stabilire quale norma fu violata; se fu chiesto ciò che la legge non chiede, annullare in autotutela.", e.rifatto())
	default:
		e.decidi(Stabilisci, "Stabilire dai fatti quale riga vale fra "+strings.Join(tra, ", ")+". Se la legge chiede meno di quanto fu chiesto, rettificare la violazione in autotutela e rimborsare ciò che fosse stato pagato in più; se chiede di più, a chi è stato notificato non si chiede altro.",
			e.rifatto())
	}
}

func (e *esame) lasciaChiuso() {
	e.decidi(Lascia, "Il verbale è chiuso e nulla è chiesto: non c'è nulla da fare.")
}

// rimedia chooses by the sums asked and paid and by who holds the act.
func (e *esame) rimedia(chiesto, legge lettura.Conto) error {
	if e.chiuso() {
		e.lasciaChiuso()
		return nil
	}
	if e.nonServito() {
		return nil
	}
	diPiu, uguale, err := e.confronta()
	if err != nil {
		return err
	}
	inPiu := (legge.EccedenzaCent - legge.RimborsatoCent).Meno(chiesto.EccedenzaCent - chiesto.RimborsatoCent)
	switch {
	case uguale:
		e.sommaGiusta()
	case inPiu > 0:
		e.decidi(Rimborsa, "È stato pagato più di quanto la legge chiede: rettificare la violazione in autotutela e rimborsare "+inPiu.Euro()+
			" (art. 2033 c.c.).", e.altro())
	case chiesto.Chiuso():
		e.decidi(Lascia, "Il debito è chiuso per quanto fu chiesto: nulla si chiede in più e nulla è da rendere.", e.altro())
	case diPiu:
		e.decidi(Rettifica, "Fu chiesto più di quanto la legge chiede: rettificare la violazione in autotutela, la differenza"+
			di(chiesto.PrezzoCent.Meno(legge.PrezzoCent))+" non si chiede più; oppure annullare e rifare il verbale.", e.rifatto(), e.altro())
	default:
		e.decidi(Lascia, "Fu chiesto meno di quanto la legge chiede: a chi è stato notificato non si chiede di più.", e.altro())
	}
	return nil
}

func di(c importo.Cent) string {
	if c == 0 {
		return ""
	}
	return " di " + c.Euro()
}

// confronta prices the violations both ways, in each of the three measures: whether more was asked in any, or the same
// in all. A reduced payment that was denied is more.
func (e *esame) confronta() (diPiu, uguale bool, err error) {
	prima, err := debito.Misure(e.prima.Violazioni)
	if err != nil {
		return false, false, err
	}
	dopo, err := debito.Misure(e.dopo.Violazioni)
	if err != nil {
		return false, false, err
	}
	for i := range prima {
		negata := prima[i] == 0 && dopo[i] > 0
		diPiu = diPiu || negata || prima[i] > dopo[i] && dopo[i] > 0
	}
	return diPiu, prima == dopo, nil
}

// sommaGiusta is a fine that asked the right sum and said something else wrong.
func (e *esame) sommaGiusta() {
	switch d := e.Differenze(); {
	case slices.Contains(d, sanzione.DiversiPunti):
		e.decidi(CorreggiPunti, "La somma è giusta.", e.altro())
	case slices.Contains(d, sanzione.DiverseConseguenze):
		e.decidi(Accessorie, "La somma è giusta.", e.altro())
	default:
		e.decidi(Lascia, "La somma è giusta: non c'è nulla da fare.")
	}
}

// altro says what else than the sum is wrong, and what follows.
func (e *esame) altro() string {
	var frasi []string
	for _, x := range e.Violazioni {
		if slices.Contains(x.Differenze, sanzione.DiversiPunti) && x.Legge != nil {
			frasi = append(frasi, "I punti della violazione "+x.Codice+" sono "+strconv.Itoa(x.Legge.Punti)+", il verbale ne dice "+strconv.Itoa(x.Prima.Punti)+
				": "+e.dePunti())
		}
		if slices.Contains(x.Differenze, sanzione.DiverseConseguenze) {
			frasi = append(frasi, "Le sanzioni accessorie della violazione "+x.Codice+" non sono quelle che l'atto dice: avvisare chi le applica e valutare l'annullamento.")
		}
	}
	return strings.Join(frasi, " ")
}

func (e *esame) dePunti() string {
	if e.Punti == verbale.PuntiComunicati {
		return "chiedere all'anagrafe nazionale di rettificare la comunicazione (art. 126-bis CdS)."
	}
	return "comunicare quelli della legge (art. 126-bis CdS)."
}

// avvisa says who else must hear of it.
func (e *esame) avvisa() (frasi []string) {
	if e.Ricorso.Pendente() {
		frasi = append(frasi, "Pende un ricorso: dirlo all'autorità che decide.")
	}
	if slices.Contains([]verbale.Riscossione{verbale.Selezionato, verbale.InRuolo, verbale.Ingiunto}, e.Riscossione) {
		frasi = append(frasi, "Il credito è in riscossione: avvisare chi riscuote.")
	}
	return frasi
}

// Testo names the correction and the possible remedies: the words of the anomaly of the fine.
func (v Verbale) Testo() string {
	var parti []string
	for _, x := range v.Violazioni {
		var in []string
		for _, d := range x.Differenze {
			in = append(in, d.Parola())
		}
		parti = append(parti, x.Codice+" ("+strings.Join(in, ", ")+")")
	}
	testo := "La tabella delle violazioni è stata corretta dopo questo verbale: " + strings.Join(parti, "; ") + "."
	if v.DovutoCent != nil && *v.DovutoCent != v.ChiestoCent {
		testo += " Fu chiesto " + v.ChiestoCent.Euro() + ", la legge chiede " + v.DovutoCent.Euro() + "."
	}
	return testo + " " + v.CheFare
}
