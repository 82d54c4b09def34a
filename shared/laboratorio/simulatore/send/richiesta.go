package send

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// richiedi takes a new notification, or refuses it at once: for its content, or as a double.
func (s *Simulatore) richiedi(c *chiamata) simulatore.Risposta {
	var q parole.Richiesta
	if !c.servita("v2.4", "v2.5", parole.VersioneRichieste) {
		return *gateway(http.StatusForbidden, parole.GatewayVietato)
	}
	if no, ok := c.leggiCorpo("richiesta", &q); !ok {
		return no
	}
	cf := q.Destinatari[0].CodiceFiscale
	scenario := scenarioDi(q.Destinatari[0], s.o.Usuale)
	c.domanda.Chiave, c.domanda.Numero = cf, q.Protocollo+" "+q.Token
	c.domanda.Guasto = simulatore.PerCodice(simulatore.DelCodiceFiscale(cf))
	if c.ente.CodiceFiscale != "" && q.CodiceMittente != c.ente.CodiceFiscale {
		return problema(http.StatusForbidden, parole.MittenteNonValido, q.CodiceMittente, "senderTaxId")
	}
	switch {
	case scenario.Codice == spento:
		return problema(http.StatusBadRequest, parole.SendSpento, "", "none")
	case scenario.Codice == quota:
		return problema(http.StatusBadRequest, parole.LimiteSuperato, "", "none")
	case scenario.Codice == anagrafe && s.Richieste(cf) < anagrafeVolte:
		return problema(http.StatusServiceUnavailable, parole.AnagrafeNonRisponde, "", "none")
	}
	if errori := s.controlla(q, c.ente); len(errori) > 0 {
		return problemi(http.StatusBadRequest, errori...)
	}
	if no, doppia := s.doppia(q, c.ente); doppia {
		return no
	}
	iun := s.nuovoIUN(c.adesso)
	if err := s.accade(fatto{Che: fattoRichiesta, Chiave: c.ente.Chiave, IUN: iun, Richiesta: &q}); err != nil {
		return guasta(err)
	}
	r := simulatore.InJSON(parole.Presa{IDRichiesta: parole.IDDi(iun), Protocollo: q.Protocollo, Token: q.Token})
	r.Stato = http.StatusAccepted
	return r
}

// doppia refuses a token or a notice that is in use. As in SEND, the content is not compared.
func (s *Simulatore) doppia(q parole.Richiesta, e Ente) (simulatore.Risposta, bool) {
	conflitto := func(elemento, valore string) (simulatore.Risposta, bool) {
		return problema(http.StatusConflict, parole.Duplicata, elemento, elemento+"="+valore), true
	}
	if s.token[chiaveToken(e.Chiave, q.Protocollo, q.Token)] != nil {
		return conflitto(parole.DoppioToken, q.CodiceMittente+"##"+q.Protocollo+"##"+q.Token)
	}
	for a := range avvisiDi(q) {
		if s.avvisi[a] != nil {
			return conflitto(parole.DoppioAvviso, a)
		}
	}
	return simulatore.Risposta{}, false
}

// senzaToken is the token that SEND keeps for a request without one: a second request of the same protocol is a double.
const senzaToken = "NO_IDEMPOTENCE_TOKEN"

func chiaveToken(ente, protocollo, token string) string {
	if token == "" {
		token = senzaToken
	}
	return ente + "##" + protocollo + "##" + token
}

// avvisiDi lists the notices of payment of a request.
func avvisiDi(q parole.Richiesta) func(func(string) bool) {
	return func(dai func(string) bool) {
		for _, d := range q.Destinatari {
			for _, p := range d.Pagamenti {
				if p.PagoPA != nil && !dai(p.PagoPA.Creditore+"##"+p.PagoPA.Avviso) {
					return
				}
			}
		}
	}
}

// statoRichiesta tells what became of a request, by its id or by protocol and token together.
func (s *Simulatore) statoRichiesta(c *chiamata) simulatore.Risposta {
	if !c.servita("v2.4", "v2.5", parole.VersioneRichieste) {
		return *gateway(http.StatusForbidden, parole.GatewayVietato)
	}
	q := c.URL.Query()
	id, protocollo, token := q.Get(parole.PerID), q.Get(parole.PerProtocollo), q.Get(parole.PerToken)
	c.domanda.Chiave = id + protocollo
	n := s.richieste[id]
	switch {
	case id == "" && (protocollo == "" || token == ""):
		return problema(http.StatusBadRequest, parole.ParametroRichiesto, parole.PerID, "none")
	case id == "":
		n = s.token[chiaveToken(c.ente.Chiave, protocollo, token)]
		c.domanda.Numero = protocollo + " " + token
	}
	if n == nil || n.ente != c.ente.Chiave || c.adesso.Before(n.visibile) {
		return problema(http.StatusNotFound, parole.NotificaNonTrovata, "", "none")
	}
	return simulatore.InJSON(n.statoRichiesta())
}

func (n *notifica) statoRichiesta() parole.StatoRichiesta {
	r := parole.StatoRichiesta{Richiesta: n.Richiesta, IDRichiesta: n.id, Stato: parole.InValidazione}
	switch {
	case n.accettata:
		r.Stato, r.IUN = parole.Accettata, n.IUN
	case len(n.rifiuti) > 0:
		r.Stato, r.Errori = parole.Rifiutata, n.rifiuti
	default:
		r.RiprovaFra = 10
	}
	return r
}

// nasce records a request that was taken, and schedules its outcome.
func (s *Simulatore) nasce(f fatto) {
	n := &notifica{IUN: f.IUN, id: parole.IDDi(f.IUN), ente: f.Chiave, Richiesta: *f.Richiesta, ricevuta: f.Quando,
		scenario: scenarioDi(f.Richiesta.Destinatari[0], s.o.Usuale), invalidi: map[string]bool{}, stato: parole.StatoInValidazione}
	s.notifiche[n.IUN], s.richieste[n.id], s.token[chiaveToken(n.ente, n.Protocollo, n.Token)] = n, n, n
	for a := range avvisiDi(n.Richiesta) {
		s.avvisi[a] = n
	}
	if n.scenario.Codice == invisibile {
		n.visibile = f.Quando.Add(30 * time.Second)
	}
	if n.scenario.Codice != maiConvalidata {
		s.alle(f.Quando.Add(s.o.Convalida), func(quando time.Time) { s.convalida(n, quando) })
	}
}

// allegati lists the files that a request names.
func (n *notifica) allegati() (tutti []parole.Allegato) {
	for _, d := range n.Documenti {
		tutti = append(tutti, d.Allegato)
	}
	for _, d := range n.Destinatari {
		for _, p := range d.Pagamenti {
			if p.PagoPA != nil && p.PagoPA.Allegato != nil {
				tutti = append(tutti, *p.PagoPA.Allegato)
			}
		}
	}
	return tutti
}

// convalida decides the outcome of a request: the refusal after validation, or the acceptance with which its scenario begins.
func (s *Simulatore) convalida(n *notifica, quando time.Time) {
	n.rifiuti = s.perche(n)
	d := parole.Dettagli{IDRichiesta: n.id, Protocollo: n.Protocollo, Token: n.Token}
	if len(n.rifiuti) > 0 {
		for _, r := range n.rifiuti {
			d.Rifiuti = append(d.Rifiuti, parole.MotivoRifiuto{Codice: r.Codice, Dettaglio: r.Dettaglio, RecIndex: r.RecIndex})
		}
		for a := range avvisiDi(n.Richiesta) { // a refusal frees the notices, not the token
			delete(s.avvisi, a)
		}
		s.aggiungi(n, passo{accaduto: quando, categoria: parole.RichiestaRifiutata, intera: true, dettagli: d}, quando)
		return
	}
	n.accettata, n.accettataAlle = true, quando
	s.aggiungi(n, passo{accaduto: quando, categoria: parole.RichiestaAccettata, intera: true, dettagli: d, atti: []string{parole.AttoPresaInCarico}}, quando)
	for _, p := range n.scenario.passi(s, n) {
		s.alle(p.saputo, func(quando time.Time) { s.passa(n, p, quando) })
	}
}

// perche lists why a request is refused after validation, in SEND's order: payments, files, the scenario.
func (s *Simulatore) perche(n *notifica) (errori []parole.Errore) {
	no := func(codice, dettaglio string) {
		errori = append(errori, parole.Errore{Codice: codice, Dettaglio: dettaglio})
	}
	if n.Integrazione == parole.IntegrazioneAsincrona {
		for a := range avvisiDi(n.Richiesta) {
			if _, avviso, _ := strings.Cut(a, "##"); !strings.HasPrefix(avviso, "302011") {
				no(parole.RifiutoPagamento, "debt position not found")
			}
		}
	}
	for _, a := range n.allegati() {
		switch f := s.file[a.Dove.Chiave]; {
		case f == nil, f.Versione == "", f.Versione != a.Dove.Versione, f.Ente != n.ente:
			no(parole.RifiutoFileAssente, "Allegato non trovato. fileKey="+a.Dove.Chiave)
		case n.ricevuta.Sub(f.Chiesto) >= valeFile:
			no(parole.RifiutoFileScaduto, "fileKey="+a.Dove.Chiave)
		case f.SHA256 != a.Impronta.SHA256:
			no(parole.RifiutoFileDiverso, "Validation failed, different sha256 for fileKey="+a.Dove.Chiave)
		case f.Byte > troppoFile:
			no(parole.RifiutoTroppoGrande, "fileKey="+a.Dove.Chiave)
		case f.Tipo == parole.TipoPDF && !f.PDF:
			no(parole.RifiutoNonPDF, "fileKey="+a.Dove.Chiave)
		}
	}
	if i := slices.Index(parole.Rifiuti(), n.scenario.rifiuto); i >= 0 {
		zero := 0
		errori = append(errori, parole.Errore{Codice: n.scenario.rifiuto, Dettaglio: n.scenario.Nome, RecIndex: &zero})
	}
	return errori
}

// alfabeto holds the letters of an IUN, coppie the pairs of letters that it never has.
const alfabeto = "ADEGHJKLMNPQRTUVWXYZ"

var coppie = []string{"UV", "VU", "HN", "NH", "LJ"} //nolint:gochecknoglobals // never written

// nuovoIUN makes an IUN as SEND does: no two equal letters in a row, and a control letter over letters and digits.
func (s *Simulatore) nuovoIUN(adesso time.Time) string {
	for {
		var lettere []byte
		for len(lettere) < 12 {
			n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(alfabeto))))
			nuova := alfabeto[n.Int64()]
			if prima := lettere[max(0, len(lettere)-1):]; len(prima) == 0 || prima[0] != nuova && !slices.Contains(coppie, string([]byte{prima[0], nuova})) {
				lettere = append(lettere, nuova)
			}
		}
		mese := adesso.UTC().Format("200601")
		iun := fmt.Sprintf("%s-%s-%s-%s-%c-1", lettere[:4], lettere[4:8], lettere[8:], mese, controllo(lettere, mese))
		if s.notifiche[iun] == nil {
			return iun
		}
	}
}

// controllo computes the control letter of an IUN.
func controllo(lettere []byte, mese string) byte {
	somma := 0
	for _, l := range lettere {
		somma += strings.IndexByte(alfabeto, l) + 1
	}
	for _, c := range mese {
		somma += int(c - '0')
	}
	return alfabeto[somma%len(alfabeto)]
}
