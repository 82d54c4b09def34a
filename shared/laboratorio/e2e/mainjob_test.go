//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// The fine of the main job: art. 157 c. 8 CdS, at least 42.00 euro in 2026; within five days 70 % of
// it (art. 202 c. 1).
const (
	minimoCent   = 4200
	scontatoCent = 2940
)

// unVerbale is the fine whose way the test follows.
type unVerbale struct {
	idEsterno, id, numero, lettera, targa string

	anno   int
	avvisi []avvisoSOAP // RIDOTTO_30, RIDOTTO
}

func TestMainJob(t *testing.T) {
	for i, porta := range []string{"VerbaleInsSoap11", "VerbaleInsSoap12"} {
		t.Run("a fine with nothing but a plate, through "+porta, func(t *testing.T) {
			v := inserisciConZeep(t, porta, fmt.Sprintf("lavoro-%d", i), fmt.Sprintf("fa 90%d-zz", i))
			t.Run("the owner is found and the act made within ten seconds", func(t *testing.T) {
				stack.attendiAtto(t, "alfa", v.idEsterno, 10*time.Second)
			})
			t.Run("the citizen finds it without an account", v.anonimo)
			t.Run("the act can be opened and paid from", v.atto)
			t.Run("the search of the command finds it, another's does not", v.ricerca)
			t.Run("the operators' portal shows it, another's does not", v.portale)
		})
	}
	t.Run("a citizen reads the fine of their own car", cittadino)
}

// inserisciConZeep inserts with the foreign client and checks its answer.
func inserisciConZeep(t *testing.T, porta, idEsterno, targa string) unVerbale {
	t.Helper()
	idEsterno += "-" + unico()
	esiti := stack.zeep(t, "alfa", porta, soloTarga(idEsterno, targa, nil),
		domanda{"leggiVerbale", map[string]any{"idEsterno": idEsterno}})
	if esiti[0].Errore != nil || esiti[1].Errore != nil {
		t.Fatalf("insertion %+v, reading %+v", esiti[0].Errore, esiti[1].Errore)
	}
	r := esiti[0].Risposta
	if r.Esito != "INSERITO" || r.IDVerbale == "" || r.IDVerbale != esiti[1].Risposta.IDVerbale || len(r.Avviso) != 2 {
		t.Fatalf("inserted %+v, read %+v", r, esiti[1].Risposta)
	}
	for i, atteso := range []avvisoSOAP{
		{Tipo: "RIDOTTO_30", ImportoCent: scontatoCent, Giorni: 5}, {Tipo: "RIDOTTO", ImportoCent: minimoCent, Giorni: 60},
	} {
		avuto := r.Avviso[i]
		if avuto.Tipo != atteso.Tipo || avuto.ImportoCent != atteso.ImportoCent || avuto.Giorni != atteso.Giorni {
			t.Errorf("notice %+v, want %+v", avuto, atteso)
		}
		if len(avuto.NumeroAvviso) != 18 || len(avuto.IUV) != 17 {
			t.Errorf("notice number %q, IUV %q", avuto.NumeroAvviso, avuto.IUV)
		}
	}
	return unVerbale{idEsterno: idEsterno, id: r.IDVerbale, numero: r.Numero, lettera: r.Lettera, anno: r.Anno,
		targa: strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(targa)), avvisi: r.Avviso}
}

// codici are the QR texts that the notices must carry (pagoPA, Specifiche attuative: QR 002).
func (v unVerbale) codici(t *testing.T) []string {
	t.Helper()
	ente := stack.enteDi(t, "alfa")
	var testi []string
	for _, a := range v.avvisi {
		testi = append(testi, fmt.Sprintf("PAGOPA|002|%s|%s|%d", a.NumeroAvviso, ente, a.ImportoCent))
	}
	return testi
}

// pagamentoLetto is the money side of a fine.
type pagamentoLetto struct {
	Debito            string
	ImportoDovutoCent int
	Opzioni           []struct {
		Tipo, NumeroAvviso, IUV, QR, Decorrenza string
		ImportoCent, SpeseCent, Giorni          int
	}
}

func (v unVerbale) verificaPagamento(t *testing.T, p pagamentoLetto) {
	t.Helper()
	if p.ImportoDovutoCent != scontatoCent || p.Debito != "NON_ESIGIBILE" {
		t.Errorf("due %d (%s), want %d before service", p.ImportoDovutoCent, p.Debito, scontatoCent)
	}
	var qr []string
	for _, o := range p.Opzioni {
		qr = append(qr, o.QR)
	}
	if diff := cmp.Diff(v.codici(t), qr); diff != "" {
		t.Errorf("QR texts of the notices (-want +got):\n%s", diff)
	}
}

// consultaAnonima asks what a citizen asks, from an address of its own.
func consultaAnonima(t *testing.T, iuv, targa, ip string) risposta {
	t.Helper()
	return chiama(t, http.MethodPost, stack.url("connessione", baseConnessione+"/consultaVerbaleAnonimo"),
		map[string]string{"iuv": iuv, "targa": targa}, daIndirizzo(ip))
}

func (v unVerbale) anonimo(t *testing.T) {
	for i, iuv := range []string{v.avvisi[0].IUV, raggruppato(v.avvisi[1].NumeroAvviso)} {
		r := consultaAnonima(t, iuv, v.targa, "198.51.100.7")
		letta := leggi[struct {
			Verbale   struct{ Numero, Lettera, Procedura string }
			Pagamento pagamentoLetto
			Documento struct{ URL string }
		}](t, r, http.StatusOK)
		if letta.Verbale.Numero != v.numero || letta.Verbale.Procedura != "ATTO_GENERATO" {
			t.Errorf("fine %+v, want number %s", letta.Verbale, v.numero)
		}
		v.verificaPagamento(t, letta.Pagamento)
		if i == 0 {
			v.verificaAvvisoAnonimo(t, letta.Documento.URL)
		}
	}
	verificaProblema(t, consultaAnonima(t, v.avvisi[0].IUV, "ZZ999ZZ", "198.51.100.7"), http.StatusNotFound, "")
}

// verificaAvvisoAnonimo opens the link without credentials: a notice on which nobody is named.
func (v unVerbale) verificaAvvisoAnonimo(t *testing.T, indirizzo string) {
	t.Helper()
	if indirizzo == "" {
		t.Fatal("no link to the anonymous notice")
	}
	base, err := url.Parse(stack.url("connessione", "/"))
	if err != nil {
		t.Fatal(err)
	}
	dove, err := base.Parse(indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	r := chiama(t, http.MethodGet, dove.String(), nil)
	if r.stato != http.StatusOK {
		t.Fatalf("link %s: %d %.300s", indirizzo, r.stato, r.corpo)
	}
	conserva(t, "avviso-anonimo.pdf", r.corpo)
	testo := testoPDF(t, r.corpo)
	if !rigaCon(testo, raggruppato(v.avvisi[0].NumeroAvviso)) || !strings.Contains(testo, "ANONIMO") || !strings.Contains(testo, "29,40") {
		t.Errorf("the anonymous notice says:\n%s", testo)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(v.codici(t))), codiciQR(t, r.corpo, 1)); diff != "" {
		t.Errorf("QR codes of the anonymous notice (-want +got):\n%s", diff)
	}
	senza, _, _ := strings.Cut(dove.String(), "?")
	if r := chiama(t, http.MethodGet, senza, nil); r.stato != http.StatusUnauthorized && r.stato != http.StatusNotFound {
		t.Errorf("without its key the document answers %d", r.stato)
	}
}

// scaricaAtto gets the act as an operator of its command.
func scaricaAtto(t *testing.T, id, token string) []byte {
	t.Helper()
	r := chiama(t, http.MethodGet, stack.url("elaborazione", baseElaborazione+"/verbali/"+id+"/pdf"), nil, conToken(token))
	if r.stato != http.StatusOK || !strings.HasPrefix(r.testa.Get("Content-Type"), "application/pdf") {
		t.Fatalf("act of %s: %d %s %.300s", id, r.stato, r.testa.Get("Content-Type"), r.corpo)
	}
	return r.corpo
}

func (v unVerbale) atto(t *testing.T) {
	pdf := scaricaAtto(t, v.id, stack.operatore(t, "alfa"))
	conserva(t, "atto.pdf", pdf)
	testo := testoPDF(t, pdf)
	for _, riga := range [][]string{{v.targa}, {"29,40", raggruppato(v.avvisi[0].NumeroAvviso)}, {"42,00", raggruppato(v.avvisi[1].NumeroAvviso)}} {
		if !rigaCon(testo, riga...) {
			t.Errorf("no line of the act has %q:\n%s", riga, testo)
		}
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(v.codici(t))), codiciQR(t, pdf, 1)); diff != "" {
		t.Errorf("QR codes of the act (-want +got):\n%s", diff)
	}
	r := chiama(t, http.MethodGet, stack.url("elaborazione", baseElaborazione+"/verbali/"+v.id+"/pdf"), nil, conToken(stack.operatore(t, "beta")))
	verificaProblema(t, r, http.StatusNotFound, "")
}

// cerca asks the search of a command.
func cerca(t *testing.T, realm string, chiave map[string]any) []string {
	t.Helper()
	r := chiama(t, http.MethodPost, stack.url("tenantapi", "/api/verbale/ricerca"), chiave, conTesta("X-Realm", realm))
	var id []string
	for _, e := range leggi[struct{ Elementi []struct{ ID string } }](t, r, http.StatusOK).Elementi {
		id = append(id, e.ID)
	}
	return id
}

func (v unVerbale) ricerca(t *testing.T) {
	for _, chiave := range []map[string]any{
		{"targa": v.targa}, {"iuv": v.avvisi[1].IUV}, {"iuv": v.avvisi[0].NumeroAvviso, "targa": v.targa},
		{"numero": v.numero, "lettera": v.lettera, "anno": v.anno},
		{"targa": v.targa, "procedura": []string{"ATTO_GENERATO"}, "fonte": []string{"SOAP"}, "articolo": "157"},
	} {
		if diff := cmp.Diff([]string{v.id}, cerca(t, "alfa", chiave)); diff != "" {
			t.Errorf("alfa, %v (-want +got):\n%s", chiave, diff)
		}
		for _, altro := range cerca(t, "beta", chiave) {
			if altro == v.id {
				t.Errorf("beta finds alfa's fine by %v", chiave)
			}
		}
	}
}

func (v unVerbale) portale(t *testing.T) {
	chiave := map[string]any{"numero": v.numero, "lettera": v.lettera, "targa": v.targa}
	alfa, beta := stack.operatore(t, "alfa"), stack.operatore(t, "beta")
	for _, rotta := range []string{"/ricercaVerbalePagamento", "/ricercaVerbaleDati"} {
		indirizzo := stack.url("connessione", baseConnessione+rotta)
		letta := leggi[struct {
			Verbali []struct {
				ID, Targa string
				Pagamento *pagamentoLetto
			}
		}](t, chiama(t, http.MethodPost, indirizzo, chiave, conToken(alfa)), http.StatusOK)
		if len(letta.Verbali) != 1 || letta.Verbali[0].ID != v.id {
			t.Fatalf("%s gives %+v", rotta, letta.Verbali)
		}
		if p := letta.Verbali[0].Pagamento; p != nil {
			v.verificaPagamento(t, *p)
		} else if rotta == "/ricercaVerbalePagamento" {
			t.Error("no pagamento")
		}
		verificaProblema(t, chiama(t, http.MethodPost, indirizzo, chiave, conToken(beta)), http.StatusNotFound, "")
		verificaProblema(t, chiama(t, http.MethodPost, indirizzo, chiave), http.StatusUnauthorized, "CREDENZIALI_NON_VALIDE")
	}
}

// cittadino reads the fine of the demonstration data whose owner has the citizen's tax code.
func cittadino(t *testing.T) {
	token := stack.entra(t, "cittadino.alfa", "CITT", "alfa-cittadini")
	const targa = "AB123CD"
	r := chiama(t, http.MethodPost, stack.url("tenantapi", "/api/verbale/ricerca"), map[string]any{"targa": targa, "articolo": "157"}, conTesta("X-Realm", "alfa"))
	trovati := leggi[struct {
		Elementi []struct{ Numero, Lettera string }
	}](t, r, http.StatusOK).Elementi
	if len(trovati) == 0 {
		t.Fatal("the demonstration data have no fine of the citizen's car")
	}
	chiave := map[string]any{"numero": trovati[0].Numero, "lettera": trovati[0].Lettera, "targa": targa}
	testkit.Attendi(t, 10*time.Second, "the owner's name on the citizen's fine", func() bool {
		r = chiama(t, http.MethodPost, stack.url("connessione", baseConnessione+"/ricercaVerbaleDati"), chiave, conToken(token))
		return r.stato == http.StatusOK && strings.Contains(string(r.corpo), `"cognome"`)
	})
	errata := map[string]any{"numero": trovati[0].Numero, "lettera": trovati[0].Lettera, "targa": "AB123CE"}
	r = chiama(t, http.MethodPost, stack.url("connessione", baseConnessione+"/ricercaVerbaleDati"), errata, conToken(token))
	verificaProblema(t, r, http.StatusBadRequest, "DATI_NON_VALIDI") // of others only by the whole paper
	errata["anno"], errata["dataViolazione"] = 2026, "2026-08-01"
	r = chiama(t, http.MethodPost, stack.url("connessione", baseConnessione+"/ricercaVerbaleDati"), errata, conToken(token))
	verificaProblema(t, r, http.StatusNotFound, "VERBALE_NON_TROVATO")
}
