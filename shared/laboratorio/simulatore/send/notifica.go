package send

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// notifica is a request with its outcome and its timeline.
type notifica struct {
	parole.Richiesta
	IUN, id, ente string
	scenario      Scenario
	ricevuta      time.Time
	visibile      time.Time // the earliest instant at which a look-up finds it
	accettata     bool
	accettataAlle time.Time
	rifiuti       []parole.Errore

	sequenza       []parole.Elemento
	invalidi       map[string]bool // ids that a correction took away
	stato          string
	annullaChiesta bool
	annullata      bool
	vista          bool
	vistaAlle      time.Time
	ferma          bool // its scenario goes no further
	pagata         bool
	freddi         map[string]time.Time // when a file of the archive was first asked for
}

// passo is something that happens to a notification. saputo is when SEND learns it, which may be long after it happened.
type passo struct {
	accaduto, saputo time.Time
	categoria, coda  string // the end of its id, which tells it from others of its category
	intera           bool   // the element concerns the whole notification, not a recipient
	dettagli         parole.Dettagli
	atti             []string // categories of the legal facts that it bears
	carta            bool     // a letter leaves, unless the recipient has paid or read
	due              bool     // streams tell the element twice
	invalida         []string // categories that a correction takes away
}

// passa runs a step whose time has come, unless something that happened meanwhile stops it.
func (s *Simulatore) passa(n *notifica, p passo, quando time.Time) {
	switch {
	case n.annullata, n.ferma, p.categoria == parole.Decorrenza && n.vista && p.accaduto.After(n.vistaAlle):
		return
	case p.carta && (n.pagata || n.vista):
		n.ferma = true
		return
	case p.categoria == parole.Corretta && (n.vista || n.pagata || n.annullaChiesta):
		n.ferma = true // SEND corrects no notification that was read, paid or cancelled
		return
	}
	if p.categoria == parole.Corretta {
		p.dettagli.Invalidata = n.togli(p.invalida)
	}
	s.aggiungi(n, p, quando)
	if p.due {
		s.diffondi(n, n.sequenza[len(n.sequenza)-1], n.stato)
	}
}

// aggiungi adds an element to the timeline and tells the streams.
func (s *Simulatore) aggiungi(n *notifica, p passo, quando time.Time) {
	e := parole.Elemento{ID: n.idElemento(p), Categoria: p.categoria, Accaduto: p.accaduto, Saputo: quando, Istante: p.accaduto, Inviata: n.ricevuta}
	for _, c := range p.atti {
		e.Atti = append(e.Atti, parole.AttoOpponibile{Chiave: "safestorage://" + n.chiaveAtto(e.ID, c), Categoria: c})
	}
	if !p.intera && p.dettagli.RecIndex == nil {
		zero := 0
		p.dettagli.RecIndex = &zero
	}
	e.Dettagli = &p.dettagli
	if p.categoria == parole.AvvisoGenerato {
		e.Dettagli.ChiaveAvviso = "safestorage://" + n.chiaveAtto(e.ID, parole.DocumentoAvviso)
	}
	if p.categoria == parole.Visione && !n.vista {
		n.vista, n.vistaAlle = true, p.accaduto
	}
	prima := n.stato
	n.sequenza = append(n.sequenza, e)
	n.stato = statoDopo(n.valide(), prima)
	nuovo := ""
	if n.stato != prima {
		nuovo = n.stato
	}
	s.diffondi(n, e, nuovo)
}

func (n *notifica) idElemento(p passo) string {
	id := p.categoria + ".IUN_" + n.IUN
	if !p.intera {
		id += ".RECINDEX_0"
	}
	if p.coda != "" {
		id += "." + p.coda
	}
	for i := 0; n.invalidi[id]; i++ { // a correction took away an element with this id
		id += ".REWORK_" + strconv.Itoa(i)
	}
	return id
}

// valide lists the elements that no correction took away.
func (n *notifica) valide() []parole.Elemento {
	return slices.DeleteFunc(slices.Clone(n.sequenza), func(e parole.Elemento) bool { return n.invalidi[e.ID] })
}

// togli takes away the elements of these categories, and returns them with their statuses.
func (n *notifica) togli(categorie []string) (tolte []parole.StoriaInvalidata) {
	for _, h := range n.storia() {
		tolta := parole.StoriaInvalidata{Stato: h.Stato, Da: h.Da}
		for _, e := range n.valide() {
			if slices.Contains(h.Elementi, e.ID) && slices.Contains(categorie, e.Categoria) {
				tolta.Elementi = append(tolta.Elementi, e)
			}
		}
		if len(tolta.Elementi) > 0 {
			tolte = append(tolte, tolta)
		}
	}
	for _, t := range tolte {
		for _, e := range t.Elementi {
			n.invalidi[e.ID] = true
		}
	}
	return tolte
}

// storia lists the statuses in order, each with the elements that came while it lasted.
func (n *notifica) storia() (storia []parole.StatoPreso) {
	valide := n.valide()
	stato := parole.StatoInValidazione
	for i, e := range valide {
		stato = statoDopo(valide[:i+1], stato)
		if len(storia) == 0 || storia[len(storia)-1].Stato != stato {
			storia = append(storia, parole.StatoPreso{Stato: stato, Da: e.Accaduto})
		}
		storia[len(storia)-1].Elementi = append(storia[len(storia)-1].Elementi, e.ID)
	}
	return storia
}

// statoDopo gives the status after the last of some elements (StateMap of pn-timeline-service).
func statoDopo(valide []parole.Elemento, prima string) string {
	if len(valide) == 0 {
		return prima
	}
	ultimo := valide[len(valide)-1].Categoria
	if ultimo == parole.Corretta { // the elements taken away count as if they had never come
		stato := parole.StatoInValidazione
		for i, e := range valide[:len(valide)-1] {
			if e.Categoria != parole.Corretta {
				stato = statoDopo(valide[:i+1], stato)
			}
		}
		return stato
	}
	if prima == parole.StatoAnnullata || prima == parole.StatoVista && ultimo != parole.Annullata {
		return prima
	}
	return cmp.Or(map[string]string{parole.RichiestaAccettata: parole.StatoAccettata, parole.RichiestaRifiutata: parole.StatoRifiutata,
		parole.DigitaleInviato: parole.StatoInConsegna, parole.CartaInviata: parole.StatoInConsegna, parole.DigitaleAttestato: parole.StatoConsegnata,
		parole.CartaRiuscita: parole.StatoConsegnata, parole.Irreperibile: parole.StatoIrreperibile, parole.Visione: parole.StatoVista,
		parole.Decorrenza: parole.StatoPerfezionata, parole.Deceduto: parole.StatoRestituita, parole.Annullata: parole.StatoAnnullata}[ultimo], prima)
}

// trova finds an accepted notification of the caller.
func (s *Simulatore) trova(c *chiamata) (*notifica, simulatore.Risposta, bool) {
	n := s.notifiche[c.PathValue("iun")]
	switch {
	case !parole.IUN(c.PathValue("iun")):
		return nil, problema(http.StatusBadRequest, parole.ParametriNonValidi, "", "Validation errors: [iun]"), false
	case n == nil, n.ente != c.ente.Chiave, !n.accettata:
		return nil, problema(http.StatusNotFound, parole.NotificaNonTrovata, "", "none"), false
	}
	return n, simulatore.Risposta{}, true
}

// leggi gives a whole notification.
func (s *Simulatore) leggi(c *chiamata) simulatore.Risposta {
	if !c.servita("v2.8", parole.VersioneNotifiche) {
		return *gateway(http.StatusForbidden, parole.GatewayVietato)
	}
	n, no, ok := s.trova(c)
	if !ok {
		return no
	}
	valide := n.valide()
	return simulatore.InJSON(parole.Notifica{Richiesta: n.Richiesta, IUN: n.IUN, InviataAlle: n.ricevuta, IDMittente: "ente-" + n.ente, Disponibili: true,
		Stato: n.stato, Storia: n.storia(), Sequenza: valide})
}

// annulla always answers 202 for a known notification. The body says the outcome.
func (s *Simulatore) annulla(c *chiamata) simulatore.Risposta {
	n := s.notifiche[c.PathValue("iun")]
	if n == nil || n.ente != c.ente.Chiave {
		return problema(http.StatusNotFound, parole.NotificaNonTrovata, "", "none")
	}
	d := parole.DettaglioStato{Codice: parole.AnnullamentoAccolto, Livello: "INFO", Dettaglio: "La richiesta di annullamento è stata accettata"}
	switch {
	case len(n.rifiuti) > 0:
		d = parole.DettaglioStato{Codice: parole.AnnullaRifiutata, Livello: "WARN", Dettaglio: "Notifica rifiutata"}
	case n.annullaChiesta:
		d = parole.DettaglioStato{Codice: parole.GiaAnnullata, Livello: "WARN", Dettaglio: "È già presente una richiesta di annullamento"}
	default:
		if err := s.accade(fatto{Che: fattoAnnulla, IUN: n.IUN, ID: nuovoID()}); err != nil {
			return guasta(err)
		}
	}
	r := simulatore.InJSON(parole.Ricevuta{Stato: "OK", Dettagli: []parole.DettaglioStato{d}})
	r.Stato = http.StatusAccepted
	return r
}

// annullaChiesta schedules the effect of a cancellation, if the scenario allows one.
func (s *Simulatore) annullaChiesta(n *notifica, f fatto) {
	n.annullaChiesta = true
	fai := func(quando time.Time) {
		if !n.accettata {
			return
		}
		s.aggiungi(n, passo{accaduto: quando, categoria: parole.AnnullamentoRichiesto, intera: true, dettagli: parole.Dettagli{IDAnnulla: f.ID}}, quando)
		if n.scenario.Codice == maiAnnullata {
			return
		}
		s.alle(quando.Add(s.giorni(0.05)), func(quando time.Time) {
			n.annullata = true
			for a := range avvisiDi(n.Richiesta) {
				delete(s.avvisi, a)
			}
			costo, non := int64(0), []int{}
			if !n.perfezionata() {
				non = []int{0}
			}
			s.aggiungi(n, passo{accaduto: quando, categoria: parole.Annullata, intera: true, atti: []string{parole.AttoAnnullamento},
				dettagli: parole.Dettagli{Costo: &costo, NonPerfetti: &non}}, quando)
		})
	}
	s.alle(f.Quando.Add(s.giorni(0.01)), fai)
}

// perfezionata reports that the recipient has read the act or that the term has run.
func (n *notifica) perfezionata() bool {
	return slices.ContainsFunc(n.valide(), func(e parole.Elemento) bool { return e.Categoria == parole.Visione || e.Categoria == parole.Decorrenza })
}

// chiaveAtto is the key of a file that SEND makes; the same element and category give the same key.
func (n *notifica) chiaveAtto(elemento, categoria string) string {
	somma := sha256.Sum256([]byte(elemento + categoria))
	prefisso := "PN_LEGAL_FACTS-"
	switch categoria {
	case parole.DocumentoAvviso:
		prefisso = "PN_AAR-"
	case parole.RicevutaPEC, parole.RicevutaPostale:
		prefisso = "PN_EXTERNAL_LEGAL_FACTS-"
	}
	return prefisso + hex.EncodeToString(somma[:16]) + ".pdf"
}

// paga takes payments made elsewhere, and refuses all of them for one unknown pair of creditor and notice.
func (s *Simulatore) paga(c *chiamata) simulatore.Risposta {
	var q parole.Pagamenti
	if no, ok := c.leggiCorpo("pagamenti", &q); !ok {
		return no
	}
	for _, p := range q.Eventi {
		n := s.avvisi[p.Creditore+"##"+p.Avviso]
		c.domanda.Chiave = p.Avviso
		if n == nil || n.ente != c.ente.Chiave || !n.accettata {
			return problema(http.StatusNotFound, parole.CostoNonTrovato, "", "none")
		}
	}
	if err := s.accade(fatto{Che: fattoPaga, Pagamenti: &q}); err != nil {
		return guasta(err)
	}
	return simulatore.Risposta{Stato: http.StatusNoContent, Tipo: parole.TipoJSON}
}

// pagati records payments on their notifications.
func (s *Simulatore) pagati(f fatto) {
	for _, p := range f.Pagamenti.Eventi {
		n := s.avvisi[p.Creditore+"##"+p.Avviso]
		n.pagata = true
		s.aggiungi(n, passo{accaduto: p.Data, categoria: parole.PagamentoSaputo, coda: "NOTICE_" + p.Avviso, dettagli: parole.Dettagli{
			TipoPersona: n.Destinatari[0].Tipo, Importo: &p.Importo, Creditore: p.Creditore, Avviso: p.Avviso, FontePagato: "PA", EventTimestamp: p.Data}}, f.Quando)
	}
}

// tariffa is SEND's own fee of a notification, in euro cents.
const tariffa = 100

// costo gives the cost of a notification under a notice, without the letters that a correction took away.
func (s *Simulatore) costo(c *chiamata) simulatore.Risposta {
	n := s.avvisi[c.PathValue("ente")+"##"+c.PathValue("avviso")]
	switch {
	case !c.servita(parole.VersionePr):
		return *gateway(http.StatusForbidden, parole.GatewayVietato)
	case n == nil, n.ente != c.ente.Chiave:
		return problema(http.StatusNotFound, parole.CostoNonTrovato, "", "none")
	case !n.accettata:
		return problema(http.StatusNotFound, parole.NonAncoraAccettata, "", "none")
	case n.annullata:
		return problema(http.StatusNotFound, parole.NotificaAnnullata, "", "none")
	}
	diritti, iva, carta := numero(n.Diritti, 100), numero(n.IVA, 22), 0
	p := parole.Costo{IUN: n.IUN}
	for _, e := range n.valide() {
		if e.Dettagli.CostoCarta != nil {
			carta += *e.Dettagli.CostoCarta
		}
		switch e.Categoria {
		case parole.Decorrenza:
			p.Decorrenza = e.Dettagli.EventTimestamp
		case parole.Visione:
			p.Vista = e.Dettagli.EventTimestamp
		}
	}
	parziale, totale, sua := tariffa+carta, tariffa+diritti+(carta*(100+iva)+50)/100, tariffa
	if n.Tariffa == parole.TariffaFissa || !n.applica(c.PathValue("avviso")) {
		parziale, totale = 0, 0
	}
	p.Parziale, p.Totale, p.IVA, p.Diritti, p.TariffaS, p.Carta = &parziale, &totale, &iva, &diritti, &sua, &carta
	return simulatore.InJSON(p)
}

func numero(n *int, usuale int) int {
	if n == nil {
		return usuale
	}
	return *n
}

// applica reports that the request asks SEND to add its costs to this notice.
func (n *notifica) applica(avviso string) bool {
	for _, d := range n.Destinatari {
		for _, p := range d.Pagamenti {
			if p.PagoPA != nil && p.PagoPA.Avviso == avviso {
				return p.PagoPA.ApplicaCosti
			}
		}
	}
	return false
}

// attiDi lists the legal facts of a notification, also those of elements that a correction took away.
func (n *notifica) attiDi() (tutti []parole.AttoOpponibile) {
	for _, e := range n.sequenza {
		tutti = append(tutti, e.Atti...)
	}
	return tutti
}

// atti lists the legal facts.
func (s *Simulatore) atti(c *chiamata) simulatore.Risposta {
	n, no, ok := s.trova(c)
	if !ok {
		return no
	}
	lista := []parole.VoceAtto{}
	for _, a := range n.attiDi() {
		lista = append(lista, parole.VoceAtto{IUN: n.IUN, CodiceFiscale: n.Destinatari[0].CodiceFiscale, Atto: a})
	}
	return simulatore.InJSON(lista)
}

// atto says where a legal fact is. A scan of the post comes out of an archive.
func (s *Simulatore) atto(c *chiamata) simulatore.Risposta {
	n, no, ok := s.trova(c)
	if !ok {
		return no
	}
	chiave := parole.SenzaPrefisso(c.PathValue("chiave"))
	for _, a := range n.attiDi() {
		if parole.SenzaPrefisso(a.Chiave) == chiave {
			return s.dove(c, n, chiave, a.Categoria == parole.RicevutaPostale || n.scenario.Codice == freddo)
		}
	}
	return problema(http.StatusNotFound, parole.AttoNonTrovato, "", "none")
}

// avviso says where the notice of receipt is.
func (s *Simulatore) avviso(c *chiamata) simulatore.Risposta {
	n, no, ok := s.trova(c)
	if !ok {
		return no
	}
	chiave := parole.SenzaPrefisso(c.URL.Query().Get(parole.ParametroDocumento))
	for _, e := range n.sequenza {
		if e.Categoria == parole.AvvisoGenerato && parole.SenzaPrefisso(e.Dettagli.ChiaveAvviso) == chiave {
			return s.dove(c, n, chiave, n.scenario.Codice == freddo)
		}
	}
	return problema(http.StatusNotFound, parole.AttoNonTrovato, "", "none")
}

// dove answers with the link to a file, or with the time to wait for one.
func (s *Simulatore) dove(c *chiamata, n *notifica, chiave string, inArchivio bool) simulatore.Risposta {
	r := parole.DaScaricare{Nome: chiave, Lunghezza: float64(len(s.emesso(chiave)))}
	if n.freddi == nil {
		n.freddi = map[string]time.Time{}
	}
	if inArchivio && n.freddi[chiave].IsZero() {
		n.freddi[chiave] = c.adesso
	}
	if da := c.adesso.Sub(n.freddi[chiave]); inArchivio && da < daArchivio {
		r.RiprovaFra = max(1, (daArchivio - da).Seconds())
		return simulatore.InJSON(r)
	}
	r.Indirizzo = firmato(c.Request, http.MethodGet, chiave, c.adesso.Add(valeLink))
	return simulatore.InJSON(r)
}

// emesso gives the bytes of a file that SEND made; nil for any other key.
func (s *Simulatore) emesso(chiave string) []byte {
	for _, p := range []string{"PN_LEGAL_FACTS-", "PN_AAR-", "PN_EXTERNAL_LEGAL_FACTS-"} {
		if len(chiave) > len(p) && chiave[:len(p)] == p {
			return pdf("SEND (simulatore) - documento senza valore", "chiave: "+chiave)
		}
	}
	return nil
}

// documento says where a file that the sender uploaded is.
func (s *Simulatore) documento(c *chiamata) simulatore.Risposta {
	n, no, ok := s.trova(c)
	if !ok {
		return no
	}
	i, err := strconv.Atoi(c.PathValue("indice"))
	if err != nil || i < 0 || i >= len(n.Documenti) {
		return problema(http.StatusNotFound, parole.FileNonTrovato, "", "none")
	}
	f := s.file[n.Documenti[i].Dove.Chiave]
	r := parole.DaScaricare{Nome: fmt.Sprintf("%s__%d.pdf", n.IUN, i), ContentType: f.Tipo, Lunghezza: float64(f.Byte), SHA256: f.SHA256}
	if f.Contenuto == nil {
		r.RiprovaFra = 3600
	} else {
		r.Indirizzo = firmato(c.Request, http.MethodGet, f.Chiave, c.adesso.Add(valeLink))
	}
	return simulatore.InJSON(r)
}
