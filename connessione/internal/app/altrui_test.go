package app

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sportello"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// con is a key with some members changed; nil takes one away.
func con(chiave, cambi oggetto) oggetto {
	k := maps.Clone(chiave)
	for nome, valore := range cambi {
		if k[nome] = valore; valore == nil {
			delete(k, nome)
		}
	}
	return k
}

// conosciuto waits until core's copy knows the account of a citizen: his own fine is then found by number, series and plate.
func (b *banco) conosciuto(t *testing.T, token string, sua *verbaleProva) {
	t.Helper()
	testkit.Attendi(t, attesa, "the account to be known", func() bool {
		return contiene(b.manda(rottaDati, token, testo(t, sua.chiave())).Body.String(), "ROSSI")
	})
}

// TestLUtenzaDiUnCittadinoNonElencaIVerbaliDiUnaTarga: numbers run in sequence and plates are public, so that number, series
// and plate prove nothing.
func TestLUtenzaDiUnCittadinoNonElencaIVerbaliDiUnaTarga(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	sua := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = cfBianchi })
	curioso := b.cittadino(t, "bianchi", cfBianchi)
	b.conosciuto(t, curioso, sua)
	for n := range int64(20) {
		b.inserisci(t, "alfa", 100+n, func(v *verbaleProva) { v.Targa, v.CodiceFiscale = "AB123CD", cfRossi })
	}
	for _, rotta := range []string{rottaPagamento, rottaDati} {
		var primo string
		for n := 90; n < 130; n++ {
			w := b.chiede(t, rotta, curioso, fmt.Sprintf(`{"numero":%d,"lettera":"A","targa":"AB123CD"}`, n), http.StatusBadRequest)
			if primo == "" {
				primo = w.Body.String()
			}
			if w.Body.String() != primo {
				t.Fatalf("number %d is told apart: %s", n, w.Body)
			}
		}
		if d := risposta[problem.Document](t, b.chiede(t, rotta, curioso, `{"numero":100,"lettera":"A","targa":"AB123CD"}`, http.StatusBadRequest)); nomi(d) != "anno,iuv,dataViolazione" {
			t.Errorf("names %q", nomi(d))
		}
	}
	t.Run("whose own fine it is finds it by number, series and plate", func(t *testing.T) {
		r := risposta[portale.Dati](t, b.chiede(t, rottaDati, curioso, testo(t, sua.chiave()), http.StatusOK))
		if len(r.Verbali) != 1 || !r.Verbali[0].Posizioni[0].Propria {
			t.Errorf("%+v", r)
		}
	})
	t.Run("what was tried is in the register of the command", func(t *testing.T) {
		if righe := b.registro(t, "alfa", "ricercaVerbalePagamento"); len(righe) != 41 || righe[0].Attore != "bianchi" || righe[0].Esito != "CHIAVE_INCOMPLETA" || righe[0].Oggetto != "90/A" {
			t.Errorf("%d lines, %+v", len(righe), righe)
		}
	})
}

// TestIlFoglioInManoApreCioCheMostraLaPaginaAnonima, to the account of somebody else, in one try.
func TestIlFoglioInManoApreCioCheMostraLaPaginaAnonima(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 7, func(v *verbaleProva) { v.CodiceFiscale, v.GiornoZero = cfRossi, "2026-11-18" })
	atto, avviso := b.documento(t, v, "ATTO", "%PDF-atto"), b.documento(t, v, "AVVISO_ANONIMO", "%PDF-avviso")
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, codice_fiscale)
		VALUES ('trasferito', 'beta', 'CITT', 'CITT', 'x', '{CITTADINO}', $1)`, cfRossi)
	altrui := b.cittadino(t, "bianchi", cfBianchi)
	for nome, token := range map[string]string{
		"another citizen": altrui,
		"an account that core has moved to another tenant": b.firma(t, claims("trasferito", "alfa", auth.RuoloCittadino)),
	} {
		for che, chiave := range map[string]oggetto{
			"the day":           v.intera(),
			"the notice number": con(v.intera(), oggetto{"dataViolazione": nil, "iuv": v.Avvisi[0].Numero}),
			"both":              con(v.intera(), oggetto{"iuv": v.Avvisi[1].IUV}),
		} {
			w := b.chiede(t, rottaDati, token, testo(t, chiave), http.StatusOK)
			x := risposta[portale.Dati](t, w).Verbali[0]
			if x.Pagamento.ImportoDovutoCent != 7290 || len(x.Violazioni) != 1 || x.Fascicolo != nil || len(x.Posizioni) != 0 ||
				len(x.Documenti) != 1 || x.Documenti[0].ID != avviso {
				t.Errorf("%s by %s: %+v", nome, che, x)
			}
			b.chiede(t, x.Documenti[0].URL, "", "", http.StatusOK)
			for _, nascosto := range []string{"ROSSI", cfRossi, "Segreta", "Via Roma", "AR-12345", atto} {
				if contiene(w.Body.String(), nascosto) {
					t.Errorf("%s by %s reads %s", nome, che, nascosto)
				}
			}
			b.chiede(t, rottaPagamento, token, testo(t, chiave), http.StatusOK)
		}
	}
	t.Run("any part wrong is the same 404", func(t *testing.T) {
		iuvAltrui := avvisi(t, "alfa", 999)[0].IUV
		for nome, cambio := range map[string]oggetto{
			"number": {"numero": 8}, "series": {"lettera": "B"}, "plate": {"targa": "AB007CE"}, "year": {"anno": 2025},
			"day": {"dataViolazione": "2026-08-02"}, "notice": {"iuv": iuvAltrui}, "notice without a day": {"iuv": iuvAltrui, "dataViolazione": nil},
		} {
			if w := b.chiede(t, rottaDati, altrui, testo(t, con(v.intera(), cambio)), http.StatusNotFound); !contiene(w.Body.String(), "VERBALE_NON_TROVATO") {
				t.Errorf("%s: %s", nome, w.Body)
			}
		}
	})
	t.Run("what is missing is named", func(t *testing.T) {
		for atteso, cambio := range map[string]oggetto{
			"anno": {"anno": nil}, "iuv,dataViolazione": {"dataViolazione": nil}, "dataViolazione": {"dataViolazione": "1/8/2026"}, "iuv": {"iuv": "12"},
		} {
			if d := risposta[problem.Document](t, b.chiede(t, rottaDati, altrui, testo(t, con(v.intera(), cambio)), http.StatusBadRequest)); nomi(d) != atteso {
				t.Errorf("%q, want %q", nomi(d), atteso)
			}
		}
	})
	t.Run("an operator narrows by notice and by day", func(t *testing.T) {
		operatore := b.operatore(t, "alfa")
		b.chiede(t, rottaDati, operatore, testo(t, con(v.chiave(), oggetto{"iuv": v.Avvisi[0].IUV, "dataViolazione": "2026-08-01"})), http.StatusOK)
		b.chiede(t, rottaDati, operatore, testo(t, con(v.chiave(), oggetto{"dataViolazione": "2026-08-02"})), http.StatusNotFound)
	})
	t.Run("on the pages too, with the day as it is written on the paper", func(t *testing.T) {
		b.realmPagine(t, map[string]string{"bianchi": altrui})
		n := b.navigatore()
		n.accede("bianchi", passwordBuona)
		modulo := url.Values{"numero": {"7"}, "lettera": {"a"}, "anno": {"2026"}, "targa": {"ab 007 cd"}, "dataViolazione": {"1/8/2026"}}
		w := n.invia(n.apre(sportello.Base+"miei"), sportello.Base+"miei", modulo)
		verificaPagina(t, w, http.StatusOK, "Verbale n. 7/A del 2026", "72,90 €")
		modulo.Del("dataViolazione")
		w = n.invia(n.apre(sportello.Base+"miei"), sportello.Base+"miei", modulo)
		verificaPagina(t, w, http.StatusBadRequest, "#campo-iuv", "#campo-dataViolazione", `value="2026"`)
	})
}

// TestUnUtenzaCheIndovinaIFogliAspetta: a day is one of 365, so that keys are tried by machines.
func TestUnUtenzaCheIndovinaIFogliAspetta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(i *Impostazioni) { i.RicercaPerUtenza = 4 })
	sua := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = cfBianchi })
	v := b.inserisci(t, "alfa", 7, func(v *verbaleProva) { v.CodiceFiscale = cfRossi })
	token := b.cittadino(t, "bianchi", cfBianchi)
	b.conosciuto(t, token, sua)
	b.orologio.Avanza(time.Hour) // what was tried before the account was known is forgotten
	giorno := func(g int) string {
		return testo(t, con(v.intera(), oggetto{"dataViolazione": fmt.Sprintf("2026-09-%02d", g)}))
	}
	attese := []int{}
	for g := 1; len(attese) < 3; g++ {
		w := b.manda(rottaPagamento, token, giorno(g))
		if w.Code == http.StatusNotFound {
			continue
		}
		secondi, err := strconv.Atoi(w.Header().Get("Retry-After"))
		if err != nil || w.Code != http.StatusTooManyRequests {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		attese = append(attese, secondi)
		if w := b.chiede(t, rottaPagamento, token, testo(t, v.intera()), http.StatusTooManyRequests); contiene(w.Body.String(), `"verbali":`) {
			t.Errorf("the right day shows through the wait: %s", w.Body)
		}
		b.chiede(t, rottaDati, token, testo(t, sua.chiave()), http.StatusOK) // one's own fine waits for nothing
		b.orologio.Avanza(time.Duration(secondi) * time.Second)
	}
	if attese[0] != 15 || attese[1] != 30 || attese[2] != 60 {
		t.Errorf("waits %v", attese)
	}
	b.chiede(t, rottaPagamento, token, testo(t, v.intera()), http.StatusOK) // the paper itself, after the wait
	rallentato := 0
	for _, r := range b.registro(t, "alfa", "ricercaVerbalePagamento") {
		if r.Esito == "RALLENTATO" && r.Attore == "bianchi" {
			rallentato++
		}
	}
	misura := `portale_tentativi_totale{esito="RALLENTATO",porta="UTENZA"} 6`
	if rallentato != 3 || !strings.Contains(b.metriche(), misura) {
		t.Errorf("%d lines of the register say it; the metric is not %s", rallentato, misura)
	}
}

// TestLeChiaviNonIntereContanoSullaSolaUtenza: who has not all of the paper at hand keeps nobody of his office waiting.
func TestLeChiaviNonIntereContanoSullaSolaUtenza(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(i *Impostazioni) { i.AnonimoPerIndirizzo, i.RicercaPerUtenza = 3, 6 })
	sua := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = cfBianchi })
	v := b.inserisci(t, "alfa", 7, func(v *verbaleProva) { v.CodiceFiscale = cfRossi })
	bianchi, verdi := b.cittadino(t, "bianchi", cfBianchi), b.cittadino(t, "verdi", cfBianchi)
	b.conosciuto(t, bianchi, sua)
	b.conosciuto(t, verdi, sua)
	b.orologio.Avanza(time.Hour) // what was tried before the accounts were known is forgotten
	for range 6 {
		b.chiede(t, rottaPagamento, bianchi, testo(t, v.chiave()), http.StatusBadRequest)
	}
	b.chiede(t, rottaPagamento, bianchi, testo(t, v.chiave()), http.StatusTooManyRequests)
	b.chiede(t, rottaPagamento, verdi, testo(t, v.intera()), http.StatusOK)
}

// metriche are the measures, as an internal network reads them.
func (b *banco) metriche() string {
	r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
	r.RemoteAddr = "127.0.0.1:4000"
	w := httptest.NewRecorder()
	b.servizio.Web.Echo.ServeHTTP(w, r)
	return w.Body.String()
}

// TestLeChiaviErrateDiUnUtenzaContanoFraLeRepliche, and over restarts: two services on one database let an account be wrong as often as
// one, whichever of the two it asks, and both keep it waiting; another account waits for nothing.
func TestLeChiaviErrateDiUnUtenzaContanoFraLeRepliche(t *testing.T) {
	t.Parallel()
	const errori = 5
	b := apparecchia(t, func(i *Impostazioni) { i.RicercaPerUtenza = errori })
	altra := b.replica(t)
	sua := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = cfBianchi })
	v := b.inserisci(t, "alfa", 7, func(v *verbaleProva) { v.CodiceFiscale = cfRossi })
	bianchi, verdi := b.cittadino(t, "bianchi", cfBianchi), b.cittadino(t, "verdi", cfBianchi)
	for _, r := range []*banco{b, altra} {
		r.conosciuto(t, bianchi, sua)
		r.conosciuto(t, verdi, sua)
	}
	b.orologio.Avanza(time.Hour) // what was tried before the accounts were known is forgotten
	giorno := func(g int) string {
		return testo(t, con(v.intera(), oggetto{"dataViolazione": fmt.Sprintf("2026-09-%02d", g)}))
	}
	var giudicate atomic.Int32
	var g sync.WaitGroup
	for n := range 6 * errori {
		g.Go(func() {
			if []*banco{b, altra}[n%2].manda(rottaPagamento, bianchi, giorno(n%28+1)).Code == http.StatusNotFound {
				giudicate.Add(1)
			}
		})
	}
	if g.Wait(); giudicate.Load() != errori {
		t.Errorf("%d wrong keys of %d were told that they are", giudicate.Load(), 6*errori)
	}
	aspetta := func(r *banco) {
		t.Helper()
		if s := r.chiede(t, rottaPagamento, bianchi, testo(t, v.intera()), http.StatusTooManyRequests).Header().Get("Retry-After"); s != "12" {
			t.Errorf("Retry-After %q", s)
		}
		r.chiede(t, rottaPagamento, verdi, testo(t, v.intera()), http.StatusOK)
		r.chiede(t, rottaDati, bianchi, testo(t, sua.chiave()), http.StatusOK)
	}
	aspetta(b)
	aspetta(altra)
	aspetta(b.replica(t)) // as after a restart
	b.orologio.Avanza(12 * time.Second)
	altra.chiede(t, rottaPagamento, bianchi, testo(t, v.intera()), http.StatusOK)
	altra.chiede(t, rottaPagamento, bianchi, giorno(1), http.StatusNotFound)
	if s := b.chiede(t, rottaPagamento, bianchi, giorno(2), http.StatusTooManyRequests).Header().Get("Retry-After"); s != "24" {
		t.Errorf("the second wait: Retry-After %q", s)
	}
	b.orologio.Avanza(24 * time.Hour)
	b.chiede(t, rottaPagamento, verdi, giorno(3), http.StatusNotFound)
	var righe int
	if err := b.ambiente.Collega(t, "connessione", "").QueryRow(t.Context(), `SELECT count(*) FROM tentativo`).Scan(&righe); err != nil || righe != 1 {
		t.Errorf("%d rows a day later: %v", righe, err)
	}
}
