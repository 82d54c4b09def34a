package app

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/connessione/internal/portale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	cfRossi   = "RSSMRA80A01H501U"
	cfBianchi = "BNCLRA85C41F205X"
)

func contiene(testo, parte string) bool { return strings.Contains(testo, parte) }

var parametro = regexp.MustCompile(`:([A-Za-z]+)`)

func sostituisci(percorso string) string { return parametro.ReplaceAllString(percorso, "{$1}") }

func natsMsg(soggetto string, dati []byte, h nats.Header) *nats.Msg {
	return &nats.Msg{Subject: soggetto, Data: dati, Header: h}
}

func TestChiaveDiUnVerbale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	token := b.operatore(t, "alfa")
	v := b.inserisci(t, "alfa", 42)
	b.inserisci(t, "alfa", 42, func(x *verbaleProva) { x.Anno, x.Avvisi = 2025, avvisi(t, "alfa", 1042) })
	for nome, corpo := range map[string]string{
		"a string":            `{"numero":"42","lettera":"A","targa":"AB042CD"}`,
		"a number":            `{"numero":42,"lettera":"A","targa":"AB042CD"}`,
		"leading zeros":       `{"numero":"0000000000042","lettera":"a","targa":"ab 042-cd"}`,
		"blanks and low case": `{"numero":" 42 ","lettera":" a ","targa":" ab.042.cd "}`,
		"null for no year":    `{"numero":"42","lettera":"A","targa":"AB042CD","anno":null}`,
	} {
		t.Run(nome+" finds every year, newest first", func(t *testing.T) {
			r := risposta[portale.DaPagare](t, b.chiede(t, rottaPagamento, token, corpo, http.StatusOK))
			if len(r.Verbali) != 2 || r.Verbali[0].Anno != 2026 || r.Verbali[0].ID != v.ID.String() || r.Verbali[0].Numero != "42" {
				t.Errorf("%+v", r.Verbali)
			}
		})
	}
	t.Run("the year narrows", func(t *testing.T) {
		r := risposta[portale.DaPagare](t, b.chiede(t, rottaPagamento, token, `{"numero":42,"lettera":"A","targa":"AB042CD","anno":2025}`, http.StatusOK))
		if len(r.Verbali) != 1 || r.Verbali[0].Anno != 2025 {
			t.Errorf("%+v", r.Verbali)
		}
	})
	t.Run("any part wrong is the same 404", func(t *testing.T) {
		var primo string
		for _, corpo := range []string{
			`{"numero":"43","lettera":"A","targa":"AB042CD"}`, `{"numero":"42","lettera":"B","targa":"AB042CD"}`,
			`{"numero":"42","targa":"AB042CD"}`, `{"numero":"42","lettera":"A","targa":"AB042CE"}`,
			`{"numero":"42","lettera":"A","targa":"AB042CD","anno":2024}`,
		} {
			w := b.chiede(t, rottaPagamento, token, corpo, http.StatusNotFound)
			if primo == "" {
				primo = w.Body.String()
			}
			if w.Body.String() != primo {
				t.Errorf("%s: %s", corpo, w.Body)
			}
		}
	})
	t.Run("what cannot be a key is named", func(t *testing.T) {
		for corpo, campi := range map[string]string{
			`{}`: "numero,targa",
			`{"numero":"x","lettera":"ABCD","targa":"","anno":3}`:          "numero,lettera,targa,anno",
			`{"numero":"12345678901","lettera":"A","targa":"AB042CD"}`:     "numero",
			`{"numero":0,"lettera":"A","targa":"AB042CD"}`:                 "numero",
			`{"numero":4.2e1,"lettera":"A","targa":"AB042CD"}`:             "numero",
			`{"numero":-42,"lettera":"A","targa":"AB042CD"}`:               "numero",
			`{"numero":["42"],"lettera":"A","targa":"AB042CD"}`:            "numero",
			`{"numero":"42","lettera":"A","targa":"AB042CD","tenant":"b"}`: "tenant",
			`{"numero":"42","lettera":"A","targa":"AB' OR 1=1--"}`:         "targa",
		} {
			if d := risposta[problem.Document](t, b.chiede(t, rottaPagamento, token, corpo, http.StatusBadRequest)); nomi(d) != campi {
				t.Errorf("%s named %q, want %q", corpo, nomi(d), campi)
			}
		}
	})
}

func TestIlVerbaleDiUnAltroComandoNonSiMostraMai(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "beta", 1, func(v *verbaleProva) { v.CodiceFiscale = cfRossi })
	id := b.documento(t, v, "ATTO", "%PDF-atto")
	alfa, beta := b.operatore(t, "alfa"), b.operatore(t, "beta")
	b.chiede(t, rottaPagamento, beta, testo(t, v.chiave()), http.StatusOK)
	b.chiede(t, rottaDocumenti+id, beta, "", http.StatusOK)
	b.chiede(t, rottaPagamento, alfa, testo(t, v.chiave()), http.StatusNotFound)
	b.chiede(t, rottaDati, alfa, testo(t, v.chiave()), http.StatusNotFound)
	b.chiede(t, rottaDocumenti+id, alfa, "", http.StatusNotFound)

	r := httptest.NewRequest(http.MethodPost, rottaPagamento, strings.NewReader(testo(t, v.chiave())))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+alfa)
	r.Header.Set("X-Realm", "beta")
	w := httptest.NewRecorder()
	if b.servizio.Web.Echo.ServeHTTP(w, r); w.Code != http.StatusNotFound {
		t.Errorf("with X-Realm of beta: %d", w.Code)
	}
}

func TestChiVedeCheCosa(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 7, func(v *verbaleProva) { v.CodiceFiscale, v.GiornoZero = cfRossi, "2026-11-18" })
	atto, avviso := b.documento(t, v, "ATTO", "%PDF-atto"), b.documento(t, v, "AVVISO_ANONIMO", "%PDF-avviso")
	b.esegui(t, "alfa", `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata, esito, prova, motivo)
		VALUES (gen_random_uuid(), $1, $2, 'POSTALE', 'PERFEZIONATA', '2026-08-20', '2026-09-10', 'AR-12345', 'ritirata da VERDI')`, v.ID, v.Posizione)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, codice_fiscale)
		VALUES ('trasferito', 'beta', 'CITT', 'CITT', 'x', '{CITTADINO}', $1)`, cfRossi)
	proprio, altrui := b.cittadino(t, "rossi", "rssmra80a01h501u"), b.cittadino(t, "bianchi", cfBianchi)
	testkit.Attendi(t, attesa, "the account to be known", func() bool {
		return contiene(b.manda(rottaDati, proprio, testo(t, v.chiave())).Body.String(), "ROSSI")
	})
	casi := []struct {
		nome, token          string
		nomi, propria, prova bool
		documenti            []string
	}{
		{"an operator reads persons and opens everything", b.operatore(t, "alfa"), true, false, true, []string{atto, avviso}},
		{"LETTURA reads no person and gets the anonymous notice", b.firma(t, claims("l", "alfa", auth.RuoloLettura)), false, false, true, []string{avviso}},
		{"the person sees their own name and act", proprio, true, true, true, []string{atto, avviso}},
	}
	for _, caso := range casi {
		t.Run(caso.nome, func(t *testing.T) {
			w := b.chiede(t, rottaDati, caso.token, testo(t, v.chiave()), http.StatusOK)
			var r portale.Dati
			if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
				t.Fatal(err)
			}
			x := r.Verbali[0]
			for _, parola := range []string{"ROSSI", cfRossi, "Via Segreta"} {
				if contiene(strings.ReplaceAll(w.Body.String(), `"note":"nota con il nome di ROSSI"`, ""), parola) != caso.nomi {
					t.Errorf("%s is shown: %v", parola, !caso.nomi)
				}
			}
			n := x.Posizioni[0].Notifiche
			if len(n) != 1 || n[0].Canale != "POSTALE" || n[0].Stato != "PERFEZIONATA" || n[0].Esito.String() != "2026-09-10" ||
				(n[0].Prova == "AR-12345") != caso.prova || (n[0].Motivo == "ritirata da VERDI") != caso.nomi {
				t.Errorf("attempts to serve %+v", n)
			}
			if x.Posizioni[0].Propria != caso.propria || (x.Passi[1].Prova == "AR-12345") != caso.prova {
				t.Errorf("own %v, proof %q", x.Posizioni[0].Propria, x.Passi[1].Prova)
			}
			var ids []string
			for _, d := range x.Documenti {
				ids = append(ids, d.ID)
				token := caso.token
				if d.Scade != nil {
					token = "" // its link is enough
				}
				b.chiede(t, d.URL, token, "", http.StatusOK)
			}
			if !slices.Equal(ids, caso.documenti) {
				t.Errorf("documents %v, want %v", ids, caso.documenti)
			}
			if x.Pagamento.ImportoDovutoCent != 7290 || len(x.Violazioni) != 1 || x.Luogo.Indirizzo != "Via Roma" || x.Luogo.Comune != "Roma" {
				t.Errorf("%+v", x)
			}
		})
	}
	t.Run("the note is free text: only who may read persons", func(t *testing.T) {
		if w := b.manda(rottaDati, proprio, testo(t, v.chiave())); contiene(w.Body.String(), "nota con il nome") {
			t.Error("shown to a citizen")
		}
	})
	t.Run("the act is of its person: another citizen gets 404", func(t *testing.T) {
		b.chiede(t, rottaDocumenti+atto, proprio, "", http.StatusOK)
		b.chiede(t, rottaDocumenti+atto, altrui, "", http.StatusNotFound)
		b.chiede(t, rottaDocumenti+"non-un-id", proprio, "", http.StatusNotFound)
	})
}

func TestScadenzeDiUnaPosizione(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 7, func(v *verbaleProva) { v.GiornoZero = "2026-09-10" })
	r := risposta[portale.Dati](t, b.chiede(t, rottaDati, b.operatore(t, "alfa"), testo(t, v.chiave()), http.StatusOK))
	avute := map[string]string{}
	for _, s := range r.Verbali[0].Posizioni[0].Scadenze {
		avute[string(s.Tipo)] = s.Entro.String()
	}
	for tipo, giorno := range map[string]string{"PAGAMENTO_SCONTATO_5": "2026-09-15", "PAGAMENTO_RIDOTTO_60": "2026-11-09",
		"RICORSO_PREFETTO_60": "2026-11-09", "RICORSO_GIUDICE_30": "2026-10-12"} {
		if avute[tipo] != giorno {
			t.Errorf("%s ends on %q, want %s", tipo, avute[tipo], giorno)
		}
	}
}

func TestRegistroDelleVisure(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 9)
	id := b.documento(t, v, "ATTO", "%PDF-atto")
	token := b.operatore(t, "alfa")
	b.chiede(t, rottaPagamento, token, testo(t, v.chiave()), http.StatusOK)
	b.chiede(t, rottaDati, token, testo(t, v.chiave()), http.StatusOK)
	b.chiede(t, rottaDati, token, `{"numero":"10","lettera":"A","targa":"ZZ999ZZ"}`, http.StatusNotFound)
	b.chiede(t, rottaDocumenti+id, token, "", http.StatusOK)
	for azione, atteso := range map[string][]string{
		"ricercaVerbalePagamento": {v.ID.String() + " TROVATO"},
		"ricercaVerbaleDati":      {v.ID.String() + " TROVATO", "10/A NON_TROVATO"},
		"documento":               {id + " CONSEGNATO"},
	} {
		var avute []string
		for _, a := range b.registro(t, "alfa", azione) {
			if a.Attore != "operatore.alfa" || a.Indirizzo != "192.0.2.1" {
				t.Errorf("%+v", a)
			}
			avute = append(avute, a.Oggetto+" "+a.Esito)
		}
		if !slices.Equal(avute, atteso) {
			t.Errorf("%s: %v, want %v", azione, avute, atteso)
		}
	}
}

// An act that asks for more than a later rectification says so beside its link; the communication that follows does not.
func TestDocumentiDopoUnaRettifica(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 7, func(v *verbaleProva) { v.CodiceFiscale, v.GiornoZero = cfRossi, "2026-11-18" })
	atto := b.documento(t, v, "ATTO", "%PDF-atto")
	b.esegui(t, "alfa", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, registrato)
		VALUES ($1, 90, 'VIOLAZIONE_RETTIFICATA', '2026-11-20', 'ufficio.alfa', now() + interval '1 hour')`, v.ID)
	comunicazione := b.documento(t, v, "COMUNICAZIONE_RETTIFICA", "%PDF-rettifica")
	b.esegui(t, "alfa", `UPDATE documento SET creato = now() + interval '2 hours' WHERE tipo = 'COMUNICAZIONE_RETTIFICA'`)
	r := risposta[portale.Dati](t, b.chiede(t, rottaDati, b.operatore(t, "alfa"), testo(t, v.chiave()), http.StatusOK))
	superati := map[string]bool{}
	for _, d := range r.Verbali[0].Documenti {
		superati[d.ID] = d.Superato
	}
	if len(superati) != 2 || !superati[atto] || superati[comunicazione] {
		t.Errorf("superseded: %v", superati)
	}
}
