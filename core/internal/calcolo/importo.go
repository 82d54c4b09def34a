package calcolo

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// candidateMassime is how many violations a page offers to choose from.
const candidateMassime = 30

// paginaImporto is the page of what a violation costs on a day.
type paginaImporto struct {
	*modulo
	tabella   *sanzione.Tabella
	Elenco    []sanzione.Sanzione // rows in force on the day of the violation, to choose from
	Candidate []sanzione.Sanzione // rows that the text typed may mean
	Esito     *esitoImporto
}

// esitoImporto is the answer. Riga is nil where the band was typed, and Recidiva says that it is a repeat.
type esitoImporto struct {
	Riga                *sanzione.Sanzione
	Recidiva, Ordinanza bool
	Notifica, Pagamento calendario.Giorno
	Dovuto              cds.EsitoDovuto
	Avvisi              []cds.Avviso
	Spiegazione         []cds.Passo
	Avvertenze          []string
	Versione            string
}

// richiestaImporto is the form as read.
type richiestaImporto struct {
	Commessa, Notifica, Pagamento, NotificaOrdinanza calendario.Giorno
	Riga                                             *sanzione.Sanzione
	Recidiva                                         bool
	Ora                                              *cds.EsitoNotturna // nil: no time was typed
	Situazione                                       cds.Situazione
}

// calcolaImporto reads the form and asks the law.
func calcolaImporto(m *modulo, t *sanzione.Tabella, oggi calendario.Giorno) (*paginaImporto, error) {
	p := &paginaImporto{modulo: m, tabella: t}
	if m.vuoto() {
		m.proponi("giorno", oggi.String())
		m.proponi("pagamento", oggi.String())
		p.Elenco = inVigore(t, oggi)
		return p, nil
	}
	r := p.leggi(oggi)
	if !m.buono() {
		return p, nil
	}
	esito, err := r.esito()
	if err != nil {
		return p, m.rifiuta(err, map[string]string{"minCent": "minimo", "maxCent": "massimo", "speseCent": "spese",
			"versatoCent": "versato", "ordinataCent": "ordinata", "giorno": "pagamento", "tariffaCent": "tariffa"})
	}
	esito.Versione = t.Versione()
	p.Esito = &esito
	return p, nil
}

// leggi reads the form; what cannot be is noted.
func (p *paginaImporto) leggi(oggi calendario.Giorno) richiestaImporto {
	r := richiestaImporto{Commessa: p.giornoDovuto("giorno"), Notifica: p.giorno("notifica"),
		Pagamento: p.giornoDovuto("pagamento"), NotificaOrdinanza: p.giorno("notificaOrdinanza")}
	istante, notaOra := p.istante("ora", r.Commessa)
	if notaOra {
		notte := cds.Notturna(istante)
		r.Ora = &notte
	}
	del := r.Commessa
	if del.IsZero() {
		del = oggi
	}
	p.Elenco = inVigore(p.tabella, del)
	v := p.violazione(&r, del)
	r.Situazione = cds.Situazione{Violazioni: []cds.Violazione{v}, SpeseCent: p.euro("spese"), VersatoCent: p.euro("versato"),
		OrdinanzaPrefetto: p.spunta("ordinanza"), OrdinataCent: p.euro("ordinata")}
	p.ordine(r)
	return r
}

// ordine refuses days that come before what they follow.
func (p *paginaImporto) ordine(r richiestaImporto) {
	prima := func(a, b calendario.Giorno) bool { return !a.IsZero() && !b.IsZero() && a.Before(b) }
	p.guasti.Se(prima(r.Notifica, r.Commessa), "notifica", "precede la violazione")
	p.guasti.Se(prima(r.Pagamento, r.Commessa), "pagamento", "precede la violazione")
	p.guasti.Se(prima(r.NotificaOrdinanza, r.Notifica), "notificaOrdinanza", "precede la notificazione del verbale")
	p.guasti.Se(!r.NotificaOrdinanza.IsZero() && !r.Situazione.OrdinanzaPrefetto, "notificaOrdinanza", "è indicata senza ordinanza del prefetto")
}

// violazione is the row that was chosen, or the band that was typed.
func (p *paginaImporto) violazione(r *richiestaImporto, del calendario.Giorno) cds.Violazione {
	scritta := p.testo("violazione")
	switch {
	case scritta != "" && p.aMano():
		p.sbaglia("violazione", "indicare la violazione oppure minimo e massimo, non entrambi")
	case scritta != "":
		return p.daTabella(scritta, r, del)
	case p.aMano():
		return cds.Violazione{MinCent: p.euro("minimo"), MaxCent: p.euro("massimo"), Sconto30: p.spunta("sconto"),
			Notturna: p.spunta("notturna"), Moltiplicatore: cds.Moltiplicatore(p.testo("moltiplicatore"))}
	default:
		p.sbaglia("violazione", "manca: indicare una violazione della tabella oppure minimo e massimo")
	}
	return cds.Violazione{}
}

// daTabella finds the row that was meant; several are offered to choose from.
func (p *paginaImporto) daTabella(scritta string, r *richiestaImporto, del calendario.Giorno) cds.Violazione {
	trovate := cercaViolazioni(p.tabella, scritta, del)
	switch len(trovate) {
	case 0:
		p.sbaglia("violazione", "nessuna violazione in vigore il "+del.Italiano()+" corrisponde")
	case 1:
		r.Riga = &trovate[0]
		r.Recidiva = p.spunta("recidiva")
		return p.applicata(*r.Riga, r.Riga.Violazione(r.Ora != nil && r.Ora.Notturna, r.Recidiva))
	default:
		p.Candidate = trovate[:min(len(trovate), candidateMassime)]
		p.sbaglia("violazione", fmt.Sprintf("le violazioni che corrispondono sono %d: sceglierne una", len(trovate)))
	}
	return cds.Violazione{}
}

// applicata is the violation as often as it was committed, with the tariff that was evaded: what the row does not admit is
// a fault.
func (p *paginaImporto) applicata(riga sanzione.Sanzione, v cds.Violazione) cds.Violazione {
	volte := p.intero("periodi")
	ammesse, piu := riga.Volte(volte)
	v.Periodi, v.TariffaCent = ammesse, p.euro("tariffa")
	p.guasti.Se(!piu, "periodi", "questa violazione si applica una volta sola")
	p.guasti.Se(piu && ammesse < volte, "periodi", fmt.Sprintf("la legge applica questa violazione al massimo %d volte", ammesse))
	p.guasti.Se(v.TariffaCent > 0 && riga.Tariffa == "", "tariffa", "a questa violazione non si aggiunge la tariffa")
	return v
}

// esito asks the law. The error is of its packages.
func (r richiestaImporto) esito() (esitoImporto, error) {
	e := esitoImporto{Riga: r.Riga, Recidiva: r.Recidiva, Ordinanza: r.Situazione.OrdinanzaPrefetto, Notifica: r.Notifica, Pagamento: r.Pagamento}
	var err error
	if r.Situazione.SemestriInRitardo, err = r.semestri(); err != nil {
		return e, err
	}
	if e.Dovuto, err = cds.DovutoAl(r.Situazione, r.Notifica, r.Pagamento); err != nil {
		return e, err
	}
	if !r.Situazione.OrdinanzaPrefetto {
		avvisi, err := cds.Avvisi(r.Situazione.Violazioni, r.Situazione.SpeseCent)
		if err != nil {
			return e, err
		}
		e.Avvisi = avvisi.Avvisi
	}
	e.Spiegazione, e.Avvertenze = e.Dovuto.Spiegazione, e.Dovuto.Avvertenze
	if r.Ora != nil {
		e.Spiegazione = slices.Concat(r.Ora.Spiegazione, e.Spiegazione)
		e.Avvertenze = slices.Concat(r.Ora.Avvertenze, e.Avvertenze)
	}
	e.Avvertenze = append(e.Avvertenze, r.daVerificare()...)
	return e, nil
}

// semestri counts the half-years of delay: of the sum of the report, or of the ordered one from the day
// after its own term.
func (r richiestaImporto) semestri() (int, error) {
	if !r.Situazione.OrdinanzaPrefetto || r.NotificaOrdinanza.IsZero() {
		return r.Situazione.SemestriAl(r.Notifica, r.Pagamento)
	}
	ultimo, err := cds.UltimoGiorno(cds.PagamentoOrdinanza30, r.NotificaOrdinanza)
	if err != nil {
		return 0, err
	}
	return cds.SemestriCompiuti(ultimo.AddDays(1), r.Pagamento), nil
}

// daVerificare is what the figures do not say by themselves.
func (r richiestaImporto) daVerificare() []string {
	var note []string
	if r.Situazione.OrdinanzaPrefetto && r.NotificaOrdinanza.IsZero() {
		note = append(note, "Senza il giorno di notificazione dell'ordinanza non si conta la maggiorazione per il ritardo.")
	}
	if r.Riga == nil {
		return note
	}
	if r.Riga.Notturna && r.Ora == nil {
		note = append(note, "L'ora della violazione non è indicata: l'aumento notturno non è considerato.")
	}
	if r.Riga.OltreOrizzonte(r.Commessa) {
		note = append(note, "Gli importi sono verificati fino al "+r.Riga.Orizzonte.Italiano()+": controllare se un decreto successivo li ha cambiati.")
	}
	if r.Riga.Sconto30 == sanzione.ScontoCondizionato && r.Riga.PerPrecedenti() {
		note = append(note, "Lo sconto del 30 % spetta solo se non è una recidiva: controllare i precedenti.")
	}
	if r.Riga.Tariffa != "" && r.Situazione.Violazioni[0].TariffaCent == 0 {
		note = append(note, "La tariffa evasa non è indicata: la somma è senza "+r.Riga.Tariffa.Parola()+".")
	}
	return append(note, r.Riga.Avvisi()...)
}

// pagabile is whether the act names a sum: none without reduced payment, until the prefect orders one (art. 202 c. 3-bis CdS),
// and none for an offence.
func (e *esitoImporto) pagabile() bool {
	return e.Riga == nil || e.Riga.PagamentoRidotto || e.Ordinanza && !e.Riga.Penale
}

// somma is the sum in large letters.
func (e *esitoImporto) somma() string {
	if !e.pagabile() {
		return "Nessuna somma"
	}
	return e.Dovuto.DovutoCent.Euro()
}

// significato says which sum it is, or why there is none.
func (e *esitoImporto) significato() string {
	switch {
	case e.pagabile():
		return verbale.ParolaScopo(e.Dovuto.Tipo)
	case e.Riga.Penale:
		return "La violazione è reato: nessuna somma va indicata (art. 220 CdS)."
	default:
		return cds.SenzaRidotto
	}
}

// totale is what the steps add up to; nil where they have no sums.
func (e *esitoImporto) totale() *importo.Cent {
	if !e.pagabile() {
		return nil
	}
	return &e.Dovuto.DovutoCent
}

// punti are those of the row, before they are doubled for a new driver.
func (e *esitoImporto) punti() string {
	switch {
	case e.Riga.PuntiIgnoti:
		return "non noti"
	case e.Riga.Punti == 0:
		return "nessuno"
	default:
		return strconv.Itoa(e.Riga.Punti) + " (raddoppiano nei primi tre anni della patente, nei casi previsti)"
	}
}

// sconto says whether the discount of art. 202 c. 1 CdS is allowed, and why not.
func (e *esitoImporto) sconto() string {
	if perche := e.Riga.SenzaSconto(e.Recidiva); perche != "" {
		return "non ammesso: " + perche
	}
	return "ammesso"
}

// scegliendo is the address of the same form with a violation chosen.
func (p *paginaImporto) scegliendo(codice string) templ.SafeURL {
	valori := maps.Clone(p.valori)
	valori["violazione"] = []string{codice}
	return templ.SafeURL(indirizzoImporto + "?" + valori.Encode())
}

// aMano is whether the band is typed instead of chosen.
func (p *paginaImporto) aMano() bool { return p.valore("minimo") != "" || p.valore("massimo") != "" }

// conSosta is whether times or tariff are of interest: written, wrong, or asked for by the row.
func (p *paginaImporto) conSosta() bool {
	chiesta := p.Esito != nil && p.Esito.Riga != nil && (p.Esito.Riga.Modo != "" || p.Esito.Riga.Tariffa != "")
	return chiesta || p.valore("periodi") != "" || p.valore("tariffa") != ""
}

// conOrdinanza is whether payments made and the prefect's order are of interest.
func (p *paginaImporto) conOrdinanza() bool {
	return p.valore("versato") != "" || p.spunta("ordinanza") || p.valore("ordinata") != "" || p.valore("notificaOrdinanza") != ""
}
