package send

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// TestOgniStoria: each scenario ends where the law and SEND's documents say, by elements that the contract has.
func TestOgniStoria(t *testing.T) {
	t.Parallel()
	for codice, c := range map[string]struct {
		fine  string
		perfe float64 // the earliest legal instant, in days from the acceptance; 0: none
	}{
		"001": {parole.StatoPerfezionata, 7.05}, "002": {parole.StatoPerfezionata, 22.06},
		"003": {parole.StatoPerfezionata, 13}, "004": {parole.StatoPerfezionata, 22},
		"005": {parole.StatoPerfezionata, 14}, "006": {parole.StatoRestituita, 0}, "008": {parole.StatoPerfezionata, 13}, "009": {parole.StatoVista, 5},
		"010": {parole.StatoInConsegna, 0}, "011": {parole.StatoPerfezionata, 16}, "012": {parole.StatoRestituita, 0}, "013": {parole.StatoVista, 11},
		"015": {parole.StatoPerfezionata, 7.05}, "016": {parole.StatoPerfezionata, 13}, "017": {parole.StatoPerfezionata, 0}, "018": {parole.StatoPerfezionata, 14},
	} {
		t.Run(codice, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			f := b.flusso()
			st := b.spedisci(b.richiesta(codice))
			if st.Stato != parole.Accettata || !parole.IUN(st.IUN) {
				t.Fatalf("%+v", st)
			}
			b.avanti(45 * 24 * time.Hour)
			n := b.notifica(st.IUN)
			var prima time.Time
			visti := map[string]bool{}
			for _, e := range n.Sequenza {
				if visti[e.ID] {
					t.Errorf("%s twice in the timeline", e.ID)
				}
				visti[e.ID] = true
				q := e.Dettagli.EventTimestamp
				if legale := e.Categoria == parole.Visione || e.Categoria == parole.Decorrenza; legale && !q.IsZero() && (prima.IsZero() || q.Before(prima)) {
					prima = q
				}
			}
			var accettata time.Time
			if n.Sequenza[0].Categoria == parole.RichiestaAccettata {
				accettata = n.Sequenza[0].Accaduto
			}
			atteso := time.Time{}
			if c.perfe > 0 {
				atteso = accettata.Add(time.Duration(c.perfe * 24 * float64(time.Hour)))
			}
			if n.Stato != c.fine || !prima.Round(time.Second).Equal(atteso.Round(time.Second)) || accettata.IsZero() {
				t.Errorf("%s perfected %v (accepted %v), want %s %v", n.Stato, prima, accettata, c.fine, atteso)
			}
			if ultimo := n.Storia[len(n.Storia)-1]; ultimo.Stato != n.Stato {
				t.Errorf("the history ends with %s, the status is %s", ultimo.Stato, n.Stato)
			}
			b.tutto(f) // each page is held to the contract; events are kept for seven days and these are older
		})
	}
}

func TestDopoLe21UnGiornoInPiu(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	st := b.spedisci(b.richiesta("014"))
	b.avanti(20 * 24 * time.Hour)
	for _, e := range b.notifica(st.IUN).Sequenza {
		// half past nine of Rome in summer is 19:30Z; the request was accepted on 1 September
		if vuole := time.Date(2026, 9, 9, 19, 30, 0, 0, time.UTC); e.Categoria == parole.Decorrenza && !e.Dettagli.EventTimestamp.Equal(vuole) {
			t.Errorf("%v, want %v", e.Dettagli.EventTimestamp, vuole)
		}
	}
}

// TestUnaCorrezione tells what it takes away, and what follows has another id.
func TestUnaCorrezione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	st := b.spedisci(b.richiesta("018"))
	b.avanti(19 * 24 * time.Hour)
	prima := b.notifica(st.IUN)
	b.avanti(26 * 24 * time.Hour)
	poi := b.notifica(st.IUN)
	ha := func(n parole.Notifica, id string) bool {
		return slices.ContainsFunc(n.Sequenza, func(e parole.Elemento) bool { return e.ID == id })
	}
	vecchia := "REFINEMENT.IUN_" + st.IUN + ".RECINDEX_0"
	if !ha(prima, vecchia) || ha(poi, vecchia) || !ha(poi, vecchia+".REWORK_0") {
		t.Errorf("%v then %v", prima.Sequenza, poi.Sequenza)
	}
	var tolte [][]string
	for _, e := range poi.Sequenza {
		if e.Categoria != parole.Corretta {
			continue
		}
		var ids []string
		for _, s := range e.Dettagli.Invalidata {
			for _, x := range s.Elementi {
				ids = append(ids, x.Categoria)
			}
		}
		tolte = append(tolte, ids)
	}
	if len(tolte) != 2 || !slices.Contains(tolte[0], parole.Decorrenza) || !slices.Contains(tolte[1], parole.Deceduto) {
		t.Errorf("%v", tolte)
	}
}

func TestIlCaricoVuoleLeSueTestate(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	corpo := pdf("uno")
	posto := func() (p []parole.Posto) {
		leggi(t, b.chiama("POST", "/delivery/attachments/preload", uno(impronta(corpo)), 200, "posti"), &p)
		return p
	}
	for nome, c := range map[string]struct {
		cambia func(h map[string]string, indirizzo *string, corpo *[]byte)
		stato  int
		codice string
	}{
		"con Authorization": {func(h map[string]string, _ *string, _ *[]byte) { h["Authorization"] = "Bearer x" }, 403, "SignatureDoesNotMatch"},
		"con la chiave":     {func(h map[string]string, _ *string, _ *[]byte) { h["x-api-key"] = chiaveEnte }, 403, "SignatureDoesNotMatch"},
		"altro segreto":     {func(h map[string]string, _ *string, _ *[]byte) { h["x-amz-meta-secret"] = "x" }, 403, "SignatureDoesNotMatch"},
		"altro tipo":        {func(h map[string]string, _ *string, _ *[]byte) { h["Content-Type"] = "application/json" }, 403, "SignatureDoesNotMatch"},
		"altra impronta": {func(h map[string]string, _ *string, _ *[]byte) {
			h["x-amz-checksum-sha256"] = impronta([]byte("due"))
		}, 403, "SignatureDoesNotMatch"},
		"altri byte": {func(_ map[string]string, _ *string, c *[]byte) { *c = pdf("due") }, 403, "SignatureDoesNotMatch"},
		"esadecimale": {func(h map[string]string, _ *string, _ *[]byte) {
			h["x-amz-checksum-sha256"] = strings.Repeat("a", 64)
		}, 400, "Value for x-amz-checksum-sha256 header is invalid"},
		"indirizzo riscritto": {func(_ map[string]string, i *string, _ *[]byte) {
			dove, q, _ := strings.Cut(*i, "?")
			parti := strings.Split(q, "&")
			slices.Sort(parti)
			*i = dove + "?" + strings.Join(parti, "&")
		}, 403, "SignatureDoesNotMatch"},
		"scaduto": {func(map[string]string, *string, *[]byte) { b.avanti(time.Hour) }, 403, "expired"},
	} {
		p, mandato := posto()[0], bytes.Clone(corpo)
		h := perCarico(p, impronta(corpo))
		c.cambia(h, &p.Indirizzo, &mandato)
		r := b.manda("PUT", p.Indirizzo, mandato, h)
		if r.stato != c.stato || !strings.Contains(string(r.corpo), c.codice) || r.testate.Get("Content-Type") != "application/xml" {
			t.Errorf("%s: %d %s", nome, r.stato, r.corpo)
		}
	}
	b.chiama("POST", "/delivery/attachments/preload", []parole.Precarico{{Indice: "0", SHA256: vuoto}}, 400, "problema")
	b.chiama("POST", "/delivery/attachments/preload", make([]parole.Precarico, 16), 400, "problema")
}

func TestITreNo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	subito := func(nome, codice string, stato int, cambia func(*parole.Richiesta)) {
		t.Helper()
		q := b.richiesta("001")
		cambia(&q)
		var p parole.Problema
		leggi(t, b.chiama("POST", "/delivery/v2.6/requests", q, stato, "problema"), &p)
		if p.Errori[0].Codice != codice {
			t.Errorf("%s: %+v", nome, p.Errori)
		}
	}
	di := func(q *parole.Richiesta) *parole.Destinatario { return &q.Destinatari[0] }
	for nome, cambia := range map[string]func(*parole.Richiesta){
		"accenti":           func(q *parole.Richiesta) { di(q).Fisico.Comune = "FORLÌ" },
		"riga lunga":        func(q *parole.Richiesta) { di(q).Fisico.Indirizzo = strings.Repeat("A", 45) },
		"riga del comune":   func(q *parole.Richiesta) { di(q).Fisico.Comune = strings.Repeat("A", 36) },
		"senza provincia":   func(q *parole.Richiesta) { di(q).Fisico.Provincia = "" },
		"senza indirizzo":   func(q *parole.Richiesta) { di(q).Fisico = nil },
		"costi con forfait": func(q *parole.Richiesta) { di(q).Pagamenti[0].PagoPA.ApplicaCosti = true },
		"avviso due volte":  func(q *parole.Richiesta) { di(q).Pagamenti[1] = di(q).Pagamenti[0] },
		"codice fiscale":    func(q *parole.Richiesta) { di(q).CodiceFiscale = "SCNAAA80A01Z001A" }, // another check letter
		"DELIVERY_MODE":     func(q *parole.Richiesta) { q.Tariffa = parole.TariffaConsegna },
		"chiave del file":   func(q *parole.Richiesta) { q.Documenti[0].Dove.Chiave = "ALTRO-1.pdf" },
	} {
		subito(nome, parole.Parametro, 400, cambia)
	}
	subito("tassonomia", parole.TassonomiaIgnota, 400, func(q *parole.Richiesta) { q.Tassonomia = "999999Z" })
	subito("gruppo", parole.GruppoNonValido, 400, func(q *parole.Richiesta) { q.Gruppo = "altro" })
	subito("denominazione", parole.CorpoNonValido, 400, func(q *parole.Richiesta) { di(q).Denominazione = strings.Repeat("A", 89) })
	subito("mittente", parole.MittenteNonValido, 403, func(q *parole.Richiesta) { q.CodiceMittente = "77777777777" })
	subito("spento", parole.SendSpento, 400, func(q *parole.Richiesta) { di(q).CodiceFiscale = simulatore.CodicePersona(spento, "AAA") })
	subito("limite", parole.LimiteSuperato, 400, func(q *parole.Richiesta) { di(q).CodiceFiscale = simulatore.CodicePersona(quota, "AAA") })

	q := b.richiesta("001")
	primo := b.spedisci(q)
	uguale := func(nome, elemento string, cambia func(*parole.Richiesta)) {
		t.Helper()
		altra := q
		cambia(&altra)
		var p parole.Problema
		leggi(t, b.chiama("POST", "/delivery/v2.6/requests", altra, 409, "problema"), &p)
		if e := p.Errori[0]; e.Codice != parole.Duplicata || e.Elemento != elemento {
			t.Errorf("%s: %+v", nome, e)
		}
	}
	uguale("token", parole.DoppioToken, func(r *parole.Richiesta) { r.Oggetto = "un altro testo" })
	uguale("avviso", parole.DoppioAvviso, func(r *parole.Richiesta) { r.Token = "nuovo" })
	if primo.Stato != parole.Accettata {
		t.Error(primo)
	}

	for i, codice := range parole.Rifiuti() {
		q := b.richiesta("0" + strconv.Itoa(primoRifiuto+i))
		st := b.spedisci(q)
		if st.Stato != parole.Rifiutata || st.Errori[0].Codice != codice || st.IUN != "" {
			t.Errorf("%s: %+v", codice, st.Errori)
		}
		b.chiama("POST", "/delivery/v2.6/requests", q, 409, "problema") // the token is taken for ever
		q.Token += "-bis"
		b.chiama("POST", "/delivery/v2.6/requests", q, 202, "presa") // the notices are free again
	}
	for nome, c := range map[string]struct {
		codice string
		file   func() parole.Allegato
	}{
		"non un PDF":    {parole.RifiutoNonPDF, func() parole.Allegato { return b.carica([]byte("testo")) }},
		"mai caricato":  {parole.RifiutoFileAssente, func() parole.Allegato { a := b.carica(pdf("x")); a.Dove.Versione = "altra"; return a }},
		"altro impegno": {parole.RifiutoFileDiverso, func() parole.Allegato { a := b.carica(pdf("x")); a.Impronta.SHA256 = impronta([]byte("y")); return a }},
		"vecchio":       {parole.RifiutoFileScaduto, func() parole.Allegato { a := b.carica(pdf("x")); b.avanti(valeFile); return a }},
	} {
		q := b.richiesta("001")
		q.Documenti[0].Allegato = c.file()
		if st := b.spedisci(q); st.Stato != parole.Rifiutata || st.Errori[0].Codice != c.codice {
			t.Errorf("%s: %+v", nome, st.Errori)
		}
	}
}

func TestCercareUnaRichiesta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	q := b.richiesta(invisibile)
	b.chiama("POST", "/delivery/v2.6/requests", q, 202, "presa")
	dove := "/delivery/v2.6/requests?paProtocolNumber=" + q.Protocollo + "&idempotenceToken=" + q.Token
	b.chiama("GET", dove, nil, 404, "problema") // while it is being stored
	b.avanti(30 * time.Second)
	var st parole.StatoRichiesta
	if leggi(t, b.chiama("GET", dove, nil, 200, "statoRichiesta"), &st); st.Stato != parole.InValidazione || st.RiprovaFra != 10 || st.IUN != "" {
		t.Errorf("%+v", st)
	}
	b.chiama("GET", "/delivery/v2.6/requests?paProtocolNumber="+q.Protocollo, nil, 400, "problema")
	b.chiama("GET", "/delivery/v2.6/requests?notificationRequestId=AAAA", nil, 404, "problema")
	b.avanti(time.Hour)
	b.chiama("GET", dove, nil, 200, "statoRichiesta")
}

func TestIlGateway(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(o *Opzioni) {
		o.AlSecondo = 6
		o.Enti = append(o.Enti, Ente{Chiave: "con-voucher", Pdnd: true}, Ente{Chiave: "spenta", Spento: true})
	})
	chiedi := func(testate map[string]string, stato int, messaggio string) {
		t.Helper()
		r := b.manda("GET", b.url+"/send/delivery-progresses/v2.9/streams", nil, testate)
		var g parole.Gateway
		if r.stato == stato && messaggio == "" {
			return
		}
		if err := Conforme("gateway", r.corpo); err != nil || json.Unmarshal(r.corpo, &g) != nil || r.stato != stato || g.Messaggio != messaggio {
			t.Errorf("%v: %d %s", testate, r.stato, r.corpo)
		}
	}
	chiedi(nil, 401, parole.GatewaySenzaChiave)
	chiedi(map[string]string{"x-api-key": "altra"}, 403, parole.GatewayNegato)
	chiedi(map[string]string{"x-api-key": "spenta"}, 403, parole.GatewayNegato)
	chiedi(map[string]string{"x-api-key": chiaveEnte, "Authorization": "Bearer x"}, 403, parole.GatewayNegato)
	chiedi(map[string]string{"x-api-key": "con-voucher"}, 403, parole.GatewayNegato)
	chiedi(map[string]string{"x-api-key": "con-voucher", "Authorization": "Bearer x"}, 200, "")
	for range 6 {
		chiedi(map[string]string{"x-api-key": chiaveEnte}, 200, "")
	}
	chiedi(map[string]string{"x-api-key": chiaveEnte}, 429, parole.GatewayTroppe)
	b.avanti(time.Second)
	chiedi(map[string]string{"x-api-key": chiaveEnte}, 200, "")
	b.manda("POST", b.url+"/controllo/send/gateway", []byte(`{"stato":403,"volte":1}`), nil)
	chiedi(map[string]string{"x-api-key": chiaveEnte}, 403, parole.GatewayNegato)
	chiedi(map[string]string{"x-api-key": chiaveEnte}, 200, "")
}

func TestCostiPagamentiEAnnullamento(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cento, iva := 100, 22
	q := b.richiesta(ripetuta)
	q.Tariffa, q.Diritti, q.IVA, q.Integrazione = parole.TariffaConsegna, &cento, &iva, parole.IntegrazioneSincrona
	q.Destinatari[0].Pagamenti[0].PagoPA.ApplicaCosti = true
	dove := "/delivery/v2.3/price/77777777777/" + q.Destinatari[0].Pagamenti[0].PagoPA.Avviso
	b.chiama("GET", dove, nil, 404, "problema")
	st := b.spedisci(q)
	b.avanti(24 * 24 * time.Hour)
	var c parole.Costo
	if leggi(t, b.chiama("GET", dove, nil, 200, "costo"), &c); *c.Totale != 2557 || *c.Parziale != 2032 { // two letters of 969 and 963
		t.Errorf("%d %d", *c.Totale, *c.Parziale)
	}
	piena := b.richiesta(satura)
	piena.Tariffa, piena.Diritti, piena.IVA = parole.TariffaConsegna, &cento, &iva
	piena.Destinatari[0].Pagamenti[1].PagoPA.ApplicaCosti = true
	b.spedisci(piena)
	b.avanti(24 * 24 * time.Hour)
	dove = "/delivery/v2.3/price/77777777777/"
	for i, totale := range []int{0, 621} { // a simple letter of 345, its VAT rounded half up, under the notice that bears costs
		if leggi(t, b.chiama("GET", dove+piena.Destinatari[0].Pagamenti[i].PagoPA.Avviso, nil, 200, "costo"), &c); *c.Totale != totale {
			t.Errorf("notice %d: %d, want %d", i, *c.Totale, totale)
		}
	}
	pagato := parole.Pagamenti{Eventi: []parole.Pagato{
		{Avviso: q.Destinatari[0].Pagamenti[0].PagoPA.Avviso, Creditore: "77777777777", Data: b.orologio.Adesso(), Importo: 4200},
		{Avviso: "302010000000099999", Creditore: "77777777777", Data: b.orologio.Adesso(), Importo: 1}}}
	b.chiama("POST", "/delivery/events/payment/pagopa", pagato, 404, "problema") // one unknown pair: nothing is recorded
	pagato.Eventi = pagato.Eventi[:1]
	b.chiama("POST", "/delivery/events/payment/pagopa", pagato, 204, "")
	if n := b.notifica(st.IUN); len(slices.DeleteFunc(n.Sequenza, func(e parole.Elemento) bool { return e.Categoria != parole.PagamentoSaputo })) != 1 {
		t.Error("a payment is not one element")
	}

	q = b.richiesta("003")
	st = b.spedisci(q)
	for _, codice := range []string{parole.AnnullamentoAccolto, parole.GiaAnnullata} {
		var r parole.Ricevuta
		if leggi(t, b.chiama("PUT", "/delivery-push/v2.0/notifications/cancel/"+st.IUN, nil, 202, "ricevuta"), &r); r.Dettagli[0].Codice != codice {
			t.Errorf("%+v", r)
		}
	}
	q.Token += "-bis"
	b.chiama("POST", "/delivery/v2.6/requests", q, 409, "problema") // not before the cancellation is effective
	b.avanti(2 * time.Hour)
	b.chiama("POST", "/delivery/v2.6/requests", q, 202, "presa")
	b.avanti(20 * 24 * time.Hour)
	n := b.notifica(st.IUN)
	if n.Stato != parole.StatoAnnullata || slices.ContainsFunc(n.Sequenza, func(e parole.Elemento) bool { return e.Categoria == parole.CartaInviata }) {
		t.Errorf("%s", n.Stato)
	}
	b.chiama("PUT", "/delivery-push/v2.0/notifications/cancel/ADEG-HJKL-MNPQ-202609-A-1", nil, 404, "problema")
	st = b.spedisci(b.richiesta(maiAnnullata))
	b.chiama("PUT", "/delivery-push/v2.0/notifications/cancel/"+st.IUN, nil, 202, "ricevuta")
	b.avanti(20 * 24 * time.Hour)
	if n := b.notifica(st.IUN); n.Stato == parole.StatoAnnullata {
		t.Error("a cancellation that never comes came")
	}
}

func TestLeAttestazioni(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	st := b.spedisci(b.richiesta("003"))
	b.avanti(5 * 24 * time.Hour)
	var atti []parole.VoceAtto
	leggi(t, b.chiama("GET", "/delivery-push/v2.0/"+st.IUN+"/legal-facts", nil, 200, "atti"), &atti)
	if len(atti) != 2 {
		t.Fatalf("%+v", atti)
	}
	for _, a := range atti {
		dove := "/delivery-push/" + st.IUN + "/download/legal-facts/" + parole.SenzaPrefisso(a.Atto.Chiave)
		var d parole.DaScaricare
		leggi(t, b.chiama("GET", dove, nil, 200, "attoScaricabile"), &d)
		if (d.RiprovaFra == 10) != (a.Atto.Categoria == parole.RicevutaPostale) {
			t.Errorf("%s: %+v", a.Atto.Categoria, d)
		}
		b.avanti(10 * time.Second)
		leggi(t, b.chiama("GET", dove, nil, 200, "attoScaricabile"), &d)
		r := b.manda("GET", d.Indirizzo, nil, nil)
		if r.stato != 200 || !bytes.HasPrefix(r.corpo, []byte("%PDF-")) || float64(len(r.corpo)) != d.Lunghezza {
			t.Errorf("%d %s", r.stato, r.corpo)
		}
		b.avanti(time.Minute)
		if r := b.manda("GET", d.Indirizzo, nil, nil); r.stato != 403 {
			t.Errorf("a link that expired: %d", r.stato)
		}
	}
	var doc parole.DaScaricare
	leggi(t, b.chiama("GET", "/delivery/notifications/sent/"+st.IUN+"/attachments/documents/0", nil, 200, "documentoScaricabile"), &doc)
	if r := b.manda("GET", doc.Indirizzo, nil, nil); impronta(r.corpo) != doc.SHA256 {
		t.Error("another document")
	}
	for _, e := range b.notifica(st.IUN).Sequenza {
		if e.Categoria == parole.AvvisoGenerato {
			b.chiama("GET", "/delivery-push/"+st.IUN+"/document/AAR?documentId="+parole.SenzaPrefisso(e.Dettagli.ChiaveAvviso), nil, 200, "attoScaricabile")
		}
	}
	b.chiama("GET", "/delivery-push/"+st.IUN+"/download/legal-facts/altro.pdf", nil, 404, "problema")
}

// TestFermatoAMeta: a SEND that was killed goes on from its journal, and knows a request that it had taken.
func TestFermatoAMeta(t *testing.T) {
	t.Parallel()
	giornale := filepath.Join(t.TempDir(), "send.jsonl")
	b := apparecchia(t, func(o *Opzioni) { o.Giornale = giornale })
	f := b.flusso()
	q := b.richiesta("003")
	b.chiama("POST", "/delivery/v2.6/requests", q, 202, "presa")
	b.avanti(2 * 24 * time.Hour)
	primi := b.tutto(f)

	c := apparecchia(t, func(o *Opzioni) { o.Giornale = giornale; o.Adesso = b.orologio.Adesso })
	c.orologio = b.orologio
	c.chiama("POST", "/delivery/v2.6/requests", q, 409, "problema")
	if ancora, _ := c.pagina(f, ""); len(ancora) != 0 {
		t.Errorf("what was acknowledged before the stop is told again: %+v", ancora)
	}
	b.avanti(12 * 24 * time.Hour)
	if n := c.notifica(primi[0].IUN); n.Stato != parole.StatoPerfezionata || n.Sequenza[0].ID != primi[0].Elemento.ID {
		t.Errorf("%+v", n)
	}
	if poi, _ := c.pagina(f, ""); len(poi) == 0 || poi[0].ID <= primi[len(primi)-1].ID {
		t.Errorf("after %s: %+v", primi[len(primi)-1].ID, poi)
	}
}

func TestLaLetteraDiControllo(t *testing.T) {
	t.Parallel()
	if c := controllo([]byte("UJRXAPEQUEYZ"), "202606"); c != 'R' {
		t.Errorf("%c", c)
	}
}

// TestIGuasti: the failures of every system spoil the answer, not what was done; the same request is then a double.
func TestIGuasti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	q := b.richiesta("500")
	b.chiama("POST", "/delivery/v2.6/requests", q, 500, "")
	b.chiama("POST", "/delivery/v2.6/requests", q, 409, "problema")
	if r := b.Ricevute(); r[len(r)-1].Numero != q.Protocollo+" "+q.Token || r[len(r)-1].Perche == "" {
		t.Errorf("%+v", r[len(r)-1])
	}
	q = b.richiesta(anagrafe)
	b.chiama("POST", "/delivery/v2.6/requests", q, 503, "problema")
	b.chiama("POST", "/delivery/v2.6/requests", q, 503, "problema")
	b.chiama("POST", "/delivery/v2.6/requests", q, 202, "presa")
	r := b.manda("GET", b.url+"/controllo/send/ricevute", nil, map[string]string{"Accept": "text/html"})
	if r.stato != http.StatusOK || !strings.Contains(string(r.corpo), "no: ") {
		t.Errorf("%s", r.corpo)
	}
}
