package app

import (
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/collegamento"
	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/connessione/internal/sportello"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// trovabile waits until the fact of a fine has reached the routing table.
func (b *banco) trovabile(t *testing.T, coppia oggetto) {
	t.Helper()
	testkit.Attendi(t, attesa, "the fine to be found without credentials", func() bool {
		return b.manda(rottaAnonimo, "", testo(t, coppia)).Code == http.StatusOK
	})
}

func TestConsultazioneAnonima(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 42, func(v *verbaleProva) { v.CodiceFiscale, v.GiornoZero = "RSSMRA80A01H501U", "2026-11-18" })
	altro := b.inserisci(t, "beta", 43)
	id := b.documento(t, v, "AVVISO_ANONIMO", "%PDF-avviso")
	b.emetti(t, v)
	b.emetti(t, altro)
	b.trovabile(t, v.coppia())
	b.trovabile(t, altro.coppia())

	t.Run("plate and notice in every spelling find it, without personal data", func(t *testing.T) {
		nav := v.Avvisi[0].Numero
		for _, iuv := range []string{v.Avvisi[0].IUV, nav, pagopa.Raggruppa(nav), " " + nav[:4] + "-" + nav[4:9] + " – " + nav[9:], v.Avvisi[1].IUV, larga(nav)} {
			for _, targa := range []string{"AB042CD", "ab 042 cd", "AB-042-CD", "ＡＢ０４２ｃｄ"} {
				w := b.chiede(t, rottaAnonimo, "", testo(t, oggetto{"iuv": iuv, "targa": targa}), http.StatusOK)
				var a portale.Anonimo
				if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
					t.Fatal(err)
				}
				if a.Verbale.Numero != "42" || a.Pagamento.ImportoDovutoCent != 7290 || a.Documento == nil {
					t.Errorf("%s %s: %s", iuv, targa, w.Body)
				}
				for _, nascosto := range []string{"ROSSI", "MARIO", "RSSMRA", "Segreta", "AB042CD", "Via Roma"} {
					if contiene(w.Body.String(), nascosto) {
						t.Errorf("the answer says %s", nascosto)
					}
				}
			}
		}
	})
	t.Run("a wrong plate, an unknown notice, another tenant's pair are the same bytes", func(t *testing.T) {
		ignoto, err := pagopa.Componi("02", "9999999999999")
		if err != nil {
			t.Fatal(err)
		}
		var primo string
		for nome, coppia := range map[string]oggetto{
			"wrong plate":    {"iuv": v.Avvisi[0].IUV, "targa": "ZZ999ZZ"},
			"unknown notice": {"iuv": ignoto.IUV, "targa": v.Targa},
			"crossed pair":   {"iuv": v.Avvisi[0].IUV, "targa": altro.Targa},
			"portal of beta": {"iuv": v.Avvisi[0].IUV, "targa": v.Targa, "portale": "beta-cittadini"},
			"unknown portal": {"iuv": v.Avvisi[0].IUV, "targa": v.Targa, "portale": "inventato"},
		} {
			w := b.chiede(t, rottaAnonimo, "", testo(t, coppia), http.StatusNotFound)
			if primo == "" {
				primo = w.Body.String()
			}
			if w.Body.String() != primo {
				t.Errorf("%s: %s, not %s", nome, w.Body, primo)
			}
		}
	})
	t.Run("its own portal finds it, in any case of letters", func(t *testing.T) {
		b.chiede(t, rottaAnonimo, "", testo(t, oggetto{"iuv": v.Avvisi[0].IUV, "targa": v.Targa, "portale": "ALFA-Cittadini"}), http.StatusOK)
	})
	t.Run("a mistyped digit is told apart and names iuv", func(t *testing.T) {
		nav := []byte(v.Avvisi[0].Numero)
		nav[10] = '0' + (nav[10]-'0'+1)%10
		d := risposta[problem.Document](t, b.chiede(t, rottaAnonimo, "", testo(t, oggetto{"iuv": string(nav), "targa": v.Targa}), http.StatusBadRequest))
		if d.Codice != "IUV_DIGITATO_MALE" || nomi(d) != "iuv" {
			t.Errorf("%+v", d)
		}
	})
	t.Run("what is no notice and no plate names both", func(t *testing.T) {
		lungo := `{"iuv":"` + strings.Repeat("1", 5000) + `","targa":"` + strings.Repeat("A", 5000) + `"}`
		for _, corpo := range []string{`{}`, `{"iuv":"12","targa":"!!"}`, `{"iuv":"abc","targa":""}`, lungo} {
			d := risposta[problem.Document](t, b.chiede(t, rottaAnonimo, "", corpo, http.StatusBadRequest))
			if nomi(d) != "iuv,targa" || d.Codice == "IUV_DIGITATO_MALE" {
				t.Errorf("%.40s: %+v", corpo, d)
			}
		}
	})
	t.Run("the twins of another alphabet, wide forms and other digits are the letters and digits of the plate", func(t *testing.T) {
		twin := strings.NewReplacer("A", "А", "B", "В", "C", "С", "E", "Е", "0", "٠", "4", "４").Replace(v.Targa)
		if twin == v.Targa {
			t.Fatal(twin)
		}
		b.chiede(t, rottaAnonimo, "", testo(t, oggetto{"iuv": v.Avvisi[0].IUV, "targa": twin}), http.StatusOK)
		b.chiede(t, rottaAnonimo, "", testo(t, oggetto{"iuv": altro.Avvisi[0].IUV, "targa": twin}), http.StatusNotFound)
	})
	t.Run("letters without a twin are told apart, whether the fine is there or not", func(t *testing.T) {
		for _, iuv := range []string{v.Avvisi[0].IUV, altro.Avvisi[0].IUV} {
			for _, targa := range []string{"АБ042СD", "粤B12345", "دبي12345"} {
				d := risposta[problem.Document](t, b.chiede(t, rottaAnonimo, "", testo(t, oggetto{"iuv": iuv, "targa": targa}), http.StatusBadRequest))
				if nomi(d) != "targa" || !strings.Contains(d.Detail, "lettera latina") {
					t.Errorf("%+v", d)
				}
			}
		}
	})
	t.Run("the paper is that of the notice's own position", func(t *testing.T) {
		altra := *v
		altra.Posizione = uuid.New()
		b.esegui(t, v.Tenant, `INSERT INTO posizione (id, verbale, ordine, titolo) VALUES ($1, $2, 2, 'TRASGRESSORE')`, altra.Posizione, v.ID)
		b.documento(t, &altra, "AVVISO_ANONIMO", "%PDF-di-un-altro")
		a := risposta[portale.Anonimo](t, b.chiede(t, rottaAnonimo, "", testo(t, v.coppia()), http.StatusOK))
		if a.Documento == nil || !strings.Contains(a.Documento.URL, id) {
			t.Errorf("%+v, not %s", a.Documento, id)
		}
	})
	t.Run("the link gives the notice and nothing else", func(t *testing.T) {
		a := risposta[portale.Anonimo](t, b.chiede(t, rottaAnonimo, "", testo(t, v.coppia()), http.StatusOK))
		if a.Documento.Scade.Sub(b.orologio.Adesso()) != 15*time.Minute {
			t.Errorf("the link expires at %v", a.Documento.Scade)
		}
		w := b.chiede(t, a.Documento.URL, "", "", http.StatusOK)
		if w.Body.String() != "%PDF-avviso" || w.Header().Get("Content-Type") != "application/pdf" {
			t.Errorf("%v %q", w.Header(), w.Body)
		}
		b.linkCattivi(t, a.Documento.URL, id, v)
		b.orologio.Avanza(15 * time.Minute)
		if w := b.chiede(t, a.Documento.URL, "", "", http.StatusForbidden); !contiene(w.Body.String(), "COLLEGAMENTO_SCADUTO") {
			t.Errorf("%s", w.Body)
		}
		b.orologio.Imposta(mezzogiorno(oggi))
	})
}

// larga writes the digits as keyboards of the Far East do.
func larga(cifre string) string {
	return strings.Map(func(r rune) rune { return r - '0' + '０' }, cifre)
}

// TestAvvisoDiUnVerbaleChiuso: a paper that asks for money nobody owes any more is neither offered nor opened, not even
// by a link that is still good.
func TestAvvisoDiUnVerbaleChiuso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 44)
	b.documento(t, v, "AVVISO_ANONIMO", "%PDF-avviso")
	b.emetti(t, v)
	b.trovabile(t, v.coppia())
	consulta := func() portale.Anonimo {
		return risposta[portale.Anonimo](t, b.chiede(t, rottaAnonimo, "", testo(t, v.coppia()), http.StatusOK))
	}
	primo := consulta().Documento
	if primo == nil {
		t.Fatal("no paper before")
	}
	b.esegui(t, v.Tenant, `UPDATE avviso SET stato = 'ANNULLATO' WHERE verbale = $1`, v.ID)
	if d := consulta().Documento; d != nil {
		t.Errorf("still offered: %+v", d)
	}
	_, coda, _ := strings.Cut(primo.URL, "/documenti/")
	pagina := "/ConnessioneService/portale/documenti/" + coda
	for percorso, w := range map[string]*httptest.ResponseRecorder{primo.URL: b.chiede(t, primo.URL, "", "", http.StatusForbidden), pagina: b.manda(pagina, "", "")} {
		if w.Code != http.StatusForbidden || !contiene(w.Body.String(), "non si paga pi") || contiene(w.Body.String(), "%PDF") {
			t.Errorf("%s: %d %s", percorso, w.Code, w.Body)
		}
	}
}

// linkCattivi tries what a link must not open.
func (b *banco) linkCattivi(t *testing.T, buono, id string, v *verbaleProva) {
	t.Helper()
	atto := b.documento(t, v, "ATTO", "%PDF-atto")
	_, token, _ := strings.Cut(buono, "?")
	for nome, percorso := range map[string]string{
		"of another document": rottaDocumenti + atto + "?" + token,
		"cut":                 buono[:len(buono)-1],
		"altered":             strings.Replace(buono, "gettone=", "gettone=A", 1),
		"empty":               rottaDocumenti + id + "?gettone=",
	} {
		if w := b.chiede(t, percorso, "", "", http.StatusForbidden); !contiene(w.Body.String(), "COLLEGAMENTO_NON_VALIDO") {
			t.Errorf("%s: %s", nome, w.Body)
		}
	}
	b.chiede(t, rottaDocumenti+id, "", "", http.StatusUnauthorized)

	chiave, err := hex.DecodeString(chiaveProva)
	if err != nil {
		t.Fatal(err)
	}
	sigillo, err := collegamento.Nuovo(chiave, b.orologio.Adesso)
	if err != nil {
		t.Fatal(err)
	}
	nostro, _ := sigillo.Chiudi("alfa", atto) // even a seal of ours opens the anonymous notice alone
	b.chiede(t, rottaDocumenti+atto+"?gettone="+nostro, "", "", http.StatusNotFound)
}

func TestRegistroDegliAnonimi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 1)
	b.emetti(t, v)
	b.trovabile(t, v.coppia())
	b.chiede(t, rottaAnonimo, "", testo(t, oggetto{"iuv": v.Avvisi[0].IUV, "targa": "ZZ999ZZ"}), http.StatusNotFound)
	trovate := b.registro(t, "alfa", "consultaVerbaleAnonimo")
	if len(trovate) != 1 || trovate[0].Attore != "anonimo" || trovate[0].Oggetto != v.ID.String() || trovate[0].Indirizzo != "192.0.2.1" || trovate[0].Esito != "TROVATO" {
		t.Errorf("audit of alfa: %+v", trovate)
	}
	vane := b.registro(t, "", "consultaVerbaleAnonimo")
	if len(vane) == 0 || vane[len(vane)-1].Esito != "NON_TROVATO" || vane[len(vane)-1].Indirizzo != "192.0.2.1" {
		t.Errorf("audit of the platform: %+v", vane)
	}
	if n := len(b.registro(t, "beta", "consultaVerbaleAnonimo")); n != 0 {
		t.Errorf("%d lines in the audit of beta", n)
	}
}

// TestLoStessoAvvisoDiDueComandi: an IUV is unique for its creditor alone. A citizen is never shown the
// fine of another command: he says which, and nothing else tells the two apart.
func TestLoStessoAvvisoDiDueComandi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	alfa := b.inserisci(t, "alfa", 60, func(v *verbaleProva) { v.Numero = 1060 })
	beta := b.inserisci(t, "beta", 60)
	if diff := cmp.Diff(alfa.coppia(), beta.coppia()); diff != "" {
		t.Fatalf("the two are not the same pair:\n%s", diff)
	}
	di := func(codice string) oggetto {
		c := alfa.coppia()
		c["portale"] = codice
		return c
	}
	b.emetti(t, alfa)
	b.trovabile(t, alfa.coppia())
	b.emetti(t, beta)
	b.trovabile(t, di("beta-cittadini"))
	for _, prima := range []string{"as the facts came", "rebuilt"} {
		if prima == "rebuilt" {
			for range 2 { // the second finds nothing to do: no command takes the rows of another
				if err := Ricostruisci(t.Context(), b.imp, "", io.Discard); err != nil {
					t.Fatal(err)
				}
			}
			var out strings.Builder
			if err := Ricostruisci(t.Context(), b.imp, "", &out); err != nil || !strings.HasSuffix(out.String(), "4 avvisi, 0 righe aggiunte, 0 tolte\n") {
				t.Errorf("%v %q", err, out.String())
			}
		}
		for codice, numero := range map[string]string{"alfa-cittadini": "1060", "beta-cittadini": "60"} {
			if a := risposta[portale.Anonimo](t, b.chiede(t, rottaAnonimo, "", testo(t, di(codice)), http.StatusOK)); a.Verbale.Numero != numero {
				t.Errorf("%s, %s: fine %s", prima, codice, a.Verbale.Numero)
			}
		}
		d := risposta[problem.Document](t, b.chiede(t, rottaAnonimo, "", testo(t, alfa.coppia()), http.StatusConflict))
		want := []problem.Campo{{Campo: "portale", Messaggio: "uno di: alfa-cittadini, beta-cittadini"}}
		if diff := cmp.Diff(want, d.Errori); diff != "" || d.Codice != "PIU_COMANDI" {
			t.Errorf("%s: %s\n%s", prima, d.Codice, diff)
		}
	}
	t.Run("the page asks which command, and the answer is enough", func(t *testing.T) {
		n := b.navigatore()
		w := n.chiede(http.MethodPost, sportello.Base+"verbale", alfa.modulo())
		verificaPagina(t, w, http.StatusConflict, `<legend class="h6">Il comando scritto sull'avviso</legend>`, `value="alfa-cittadini"`, `value="beta-cittadini"`,
			"scegliere il comando", alfa.Targa)
		scelto := alfa.modulo()
		scelto.Set("portale", "beta-cittadini")
		verificaPagina(t, n.chiede(http.MethodPost, sportello.Base+"verbale", scelto), http.StatusOK, "Verbale n. 60/A del 2026")
	})
	t.Run("a suspended command does not hide the other", func(t *testing.T) {
		b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'beta'`)
		if err := b.servizio.Tenant.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a := risposta[portale.Anonimo](t, b.chiede(t, rottaAnonimo, "", testo(t, alfa.coppia()), http.StatusOK)); a.Verbale.Numero != "1060" {
			t.Errorf("fine %s", a.Verbale.Numero)
		}
	})
	t.Run("each question is in the register of who answered", func(t *testing.T) {
		for nome, want := range map[string]int{"": 3, "beta": 4} {
			trovati := 0
			for _, r := range b.registro(t, nome, "consultaVerbaleAnonimo") {
				if r.Esito == map[bool]string{true: "PIU_COMANDI", false: "TROVATO"}[nome == ""] {
					trovati++
				}
			}
			if trovati < want {
				t.Errorf("%q: %d lines, want %d", nome, trovati, want)
			}
		}
	})
}

// TestIlFoglioSiOffreFinoACheVale: a link to notices that nobody has to pay any more would be paid for
// nothing.
func TestIlFoglioSiOffreFinoACheVale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for i, c := range []struct {
		nome    string
		cambia  func(*verbaleProva)
		offerto bool
	}{
		{"before any service", func(*verbaleProva) {}, true},
		{"within the reduced term", func(v *verbaleProva) { v.GiornoZero = "2026-11-01" }, true},
		{"paid", func(v *verbaleProva) {
			v.GiornoZero, v.Pagati = "2026-11-18", []pagato{{cent: 7290, giorno: "2026-11-19"}}
		}, false},
		{"annulled", func(v *verbaleProva) { v.Procedura = "ANNULLATO_AUTOTUTELA" }, false},
		{"under appeal", func(v *verbaleProva) { v.GiornoZero, v.Ricorso = "2026-11-01", "TRASMESSO" }, false},
		{"after the reduced term", func(v *verbaleProva) { v.GiornoZero = "2026-03-01" }, false},
		{"after a part of it was paid", func(v *verbaleProva) {
			v.GiornoZero, v.Pagati = "2026-11-01", []pagato{{cent: 1000, giorno: "2026-11-10"}}
		}, false},
	} {
		v := b.inserisci(t, "alfa", int64(70+i), c.cambia)
		b.documento(t, v, "AVVISO_ANONIMO", "%PDF-avviso")
		b.emetti(t, v)
		b.trovabile(t, v.coppia())
		if a := risposta[portale.Anonimo](t, b.chiede(t, rottaAnonimo, "", testo(t, v.coppia()), http.StatusOK)); (a.Documento != nil) != c.offerto {
			t.Errorf("%s: %+v", c.nome, a.Documento)
		}
		w := b.navigatore().chiede(http.MethodPost, sportello.Base+"verbale", v.modulo())
		if contiene(w.Body.String(), "?gettone=") != c.offerto {
			t.Errorf("%s: the page says otherwise", c.nome)
		}
	}
	t.Run("a notice issued after the paper is not on it", func(t *testing.T) {
		v := b.inserisci(t, "alfa", 80, func(v *verbaleProva) { v.GiornoZero = "2026-03-01" })
		b.documento(t, v, "AVVISO_ANONIMO", "%PDF-avviso")
		a := avvisi(t, "alfa", 4000)[0]
		b.esegui(t, "alfa", `INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, spese_cent, giorni, emesso)
			VALUES ($1, $2, $3, 'INTERO', $4, $5, '80012345670', 18400, 1200, 0, now() + interval '1 minute')`, uuid.New(), v.ID, v.Posizione, a.Numero, a.IUV)
		b.emetti(t, v)
		b.trovabile(t, v.coppia())
		x := risposta[portale.Anonimo](t, b.chiede(t, rottaAnonimo, "", testo(t, v.coppia()), http.StatusOK))
		if x.Documento != nil || len(x.Pagamento.Opzioni) != 1 {
			t.Errorf("%+v", x)
		}
	})
}
