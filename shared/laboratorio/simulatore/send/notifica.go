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

// notifica is a request and what became of it.
type notifica struct {
	parole.Richiesta
	IUN, id, ente string
	scenario      Scenario
	ricevuta      time.Time
	visibile      time.Time // before which a look-up does not find it
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
	ferma          bool // nothing more happens to it by itself
	pagata         bool
	freddi         map[string]time.Time // when a file of the archive was first asked for
}

// passo is something that happens to a notification. saputo is when SEND learns it, which may be long after it happened.
type passo struct {
	accaduto, saputo time.Time
	categoria, coda  string // the end of its id, which tells it from others of its category
	intera           bool   // of the whole notification, not of a recipient
	dettagli         parole.Dettagli
	atti             []string // categories of the legal facts that it bears
	carta            bool     // a letter leaves: not for who has paid or read
	due              bool     // told twice
	invalida         []string // categories that a correction takes away
}

// passa is a step whose time has come, unless what happened meanwhile stops it.
func (s *Simulatore) passa(n *notifica, p passo, quando time.Time) {
	switch {
	case n.annullata, n.ferma, p.categoria == parole.Decorrenza && n.vista && p.accaduto.After(n.vistaAlle):
		return
	case p.carta && (n.pagata || n.vista):
		n.ferma = true
		return
	case p.categoria == parole.Corretta && (n.vista || n.pagata || n.annullaChiesta):
		n.ferma = true // nobody corrects what somebody read, paid or cancelled
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

// aggiungi writes an element, and tells the streams.
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
	for i := 0; n.invalidi[id]; i++ { // the like was taken away by a correction
		id += ".REWORK_" + strconv.Itoa(i)
	}
	return id
}

// valide are the elements that no correction took away.
func (n *notifica) valide() []parole.Elemento {
	return slices.DeleteFunc(slices.Clone(n.sequenza), func(e parole.Elemento) bool { return n.invalidi[e.ID] })
}

// togli takes elements away, by category, and gives them with their statuses.
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

// storia are the statuses in order, each with the elements that came while it lasted.
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

// statoDopo is the status after the last of some elements (StateMap of pn-timeline-service).
func statoDopo(valide []parole.Elemento, prima string) string {
	if len(valide) == 0 {
		return prima
	}
	ultimo := valide[len(valide)-1].Categoria
	if ultimo == parole.Corretta { // as if what was taken away had never come
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

// trova is a notification that the caller may read: accepted, and its own.
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

// annulla always answers 202 for a notification that is there; what came of it is in the body.
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

// annullaChiesta is a cancellation that will be effective after a while, if the scenario lets it.
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

// perfezionata reports that the recipient has read it or that its term has run.
func (n *notifica) perfezionata() bool {
	return slices.ContainsFunc(n.valide(), func(e parole.Elemento) bool { return e.Categoria == parole.Visione || e.Categoria == parole.Decorrenza })
}

// chiaveAtto is the key of a file that SEND makes, always the same.
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

// paga takes payments made elsewhere; an unknown pair refuses them all.
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

// pagati are payments that SEND now knows.
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

// costo is what a notification costs under a notice. Costs of letters that a correction took away are gone.
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

// applica reports a notice on which costs are asked.
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

// attiDi are the legal facts of a notification, also those that a correction has overtaken.
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

// dove is a link, or how long to wait for one.
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

// emesso are the bytes of a file that SEND made; nil for any other key.
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
