package app

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// estratte is how many of INAD's day are taken.
func (b *banco) estratte(t *testing.T) (n int) {
	t.Helper()
	err := b.ambiente.Banca(t, modulo, "alfa").QueryRow(t.Context(), `SELECT coalesce(sum(usate), 0)::integer FROM quota WHERE chi = 'inad'`).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestCioCheNonParteNonConta: a question of the day is taken as it leaves; what elaborazione refuses takes none.
func TestCioCheNonParteNonConta(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	b.rifiuto.Store(problem.Conflitto("ESERVICE_NON_CONFIGURATO", "Manca la finalità di INAD."))
	for range 3 {
		b.domicilio(t, operatore, oggetto{"codiceFiscale": persona("001")}, http.StatusConflict)
	}
	if n := b.estratte(t); n != 0 {
		t.Errorf("%d taken by questions that did not leave", n)
	}
	b.rifiuto.Store(nil)
	b.domicilio(t, operatore, oggetto{"codiceFiscale": persona("001")}, http.StatusOK)
	b.domicilio(t, operatore, oggetto{"codiceFiscale": persona("001")}, http.StatusOK)
	if n := b.estratte(t); n != 1 {
		t.Errorf("%d taken by one question", n)
	}
	b.domicilio(t, operatore, oggetto{"codiceFiscale": persona("500")}, http.StatusServiceUnavailable)
	if n := b.estratte(t); n != 4 {
		t.Errorf("%d taken: three attempts reached the register", n)
	}
	b.verifica(t, operatore, oggetto{"codiceFiscale": persona("001"), "indirizzo": "a@pec.example.it", "data": oggi}, http.StatusOK)
	if n := b.estratte(t); n != 4 {
		t.Errorf("%d taken: only extractions count", n)
	}
}

// TestUnaRispostaHaLaSuaProva: with a domicile are kept the hash of what the register wrote, when it says so, and the proceeding.
func TestUnaRispostaHaLaSuaProva(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	v := b.inserisci(t, "alfa", 1)
	b.sulVerbale(t, v, "001")
	corpo := oggetto{"codiceFiscale": persona("001"), "idVerbale": v.ID.String()}
	d := risposta[domicili](t, b.domicilio(t, b.operatore(t, "alfa"), corpo, http.StatusOK))
	if d.Prova == nil || !regexp.MustCompile(`^VERB-2026-1[0-9]*[A-Z]*$`).MatchString(d.Prova.Pratica) || !d.Prova.Dichiarato.Equal(b.orologio.Adesso()) {
		t.Fatalf("%+v", d.Prova)
	}
	if d.Prova.Impronta != b.impronta(t, "/extract/"+persona("001")+"?practicalReference=altra") {
		t.Errorf("%s is not the hash of the register's body", d.Prova.Impronta)
	}
	b.orologio.Avanza(time.Hour)
	ancora := risposta[domicili](t, b.domicilio(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": persona("001")}, http.StatusOK))
	if ancora.Prova == nil || *ancora.Prova != *d.Prova {
		t.Errorf("the answer of the day has another proof: %+v", ancora.Prova)
	}
	var impronta, pratica string
	var dichiarato time.Time
	err := b.ambiente.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), `SELECT impronta, pratica, dichiarato FROM connessione_v1.domicilio WHERE codice_fiscale = $1`,
		persona("001")).Scan(&impronta, &pratica, &dichiarato)
	if err != nil || impronta != d.Prova.Impronta || pratica != d.Prova.Pratica || !dichiarato.Equal(d.Prova.Dichiarato) {
		t.Errorf("%s %s %s %v", impronta, pratica, dichiarato, err)
	}
	nessuno := risposta[domicili](t, b.domicilio(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": persona("404")}, http.StatusOK))
	if p := nessuno.Prova; p == nil || !regexp.MustCompile(`^INT-[0-9a-f-]{36}$`).MatchString(p.Pratica) || p.Impronta != "" {
		t.Errorf("of nobody: %+v", p)
	}
}

// impronta is the hash of what the register writes to a question, asked beside the platform.
func (b *bancoRegistri) impronta(t *testing.T, dove string) string {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/inad/rest/inad/v1/domiciliodigitale"+dove, http.NoBody)
	r.Header = b.pdnd.Voucher(inad.Destinatario)
	b.inad.Handler().ServeHTTP(w, r)
	corpo, err := io.ReadAll(w.Body)
	if err != nil || w.Code != http.StatusOK {
		t.Fatal(w.Code, err)
	}
	somma := sha256.Sum256(corpo)
	return hex.EncodeToString(somma[:])
}

// TestChiNonEAmmessoNonESenzaDomicilio: neither a register that does not let the command in, nor one that refuses a code that its
// form has room for, says anything about the person.
func TestChiNonEAmmessoNonESenzaDomicilio(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	for codice, atteso := range map[string]string{"403": "REGISTRO_NEGATO", "400": "RICHIESTA_RIFIUTATA"} {
		d := risposta[problem.Document](t, b.domicilio(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": persona(codice)}, http.StatusServiceUnavailable))
		if d.Codice != atteso {
			t.Errorf("%s: %+v", codice, d)
		}
	}
}

// TestGliElenchiHannoUnLimite: the persons of an account's lists are counted by the hour.
func TestGliElenchiHannoUnLimite(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	b.imposta(t, "anagrafica.inElencoAllOra", "3")
	ufficio := b.ufficio(t, "alfa")
	chiedi := func(token string, quanti int) int {
		codici := make([]string, quanti)
		for i := range codici {
			codici[i] = simulatore.CodicePersona("404", "D"+string(rune('A'+quanti))+string(rune('A'+i)))
		}
		return b.manda(rottaDomicili, token, testo(t, chiesta(oggetto{"codiciFiscali": codici}))).Code
	}
	testkit.Attendi(t, attesa, "the setting", func() bool { return chiedi(ufficio, 4) == http.StatusBadRequest })
	b.orologio.Avanza(time.Hour)
	var stati []int
	for _, quanti := range []int{2, 2, 1, 1} {
		stati = append(stati, chiedi(ufficio, quanti))
	}
	for i, atteso := range []int{202, 429, 202, 429} {
		if stati[i] != atteso {
			t.Errorf("%v: two, two more of which one is too many, one, and one too many", stati)
			break
		}
	}
	if s := chiedi(b.firma(t, claims("altro.alfa", "alfa", "UFFICIO")), 2); s != http.StatusAccepted {
		t.Errorf("another account: %d", s)
	}
	b.domicilio(t, ufficio, oggetto{"codiceFiscale": persona("001")}, http.StatusOK)
	b.orologio.Avanza(time.Hour)
	if s := chiedi(ufficio, 3); s != http.StatusAccepted {
		t.Errorf("an hour later: %d", s)
	}
}

// TestUnLavoroCheTornaHaUnaRiga: work that comes back to a register that is silent has one line, and to elaborazione that refuses none.
func TestUnLavoroCheTornaHaUnaRiga(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	v := b.inserisci(t, "alfa", 1, func(v *verbaleProva) { v.CodiceFiscale = persona("001") })
	lavoro := event.LavoroDomicilio{IDVerbale: v.ID.String(), IDPosizione: v.Posizione.String()}
	b.rifiuto.Store(problem.Conflitto("ESERVICE_NON_CONFIGURATO", "Manca la finalità di INAD."))
	b.incarica(t, lavoro, "uno")
	testkit.Attendi(t, attesa, "the questions for a voucher", func() bool { return b.chiesti.Load() >= 2 })
	if righe := b.interrogazioni(t, persona("001")); len(righe) != 0 {
		t.Errorf("no register was asked: %q", righe)
	}
	if !b.inad.Comanda(simulatore.Controllo{Modo: "errore", Volte: 6}) {
		t.Fatal("no such mode")
	}
	b.rifiuto.Store(nil)
	testkit.Attendi(t, attesa, "the fact", func() bool { return len(b.fatti(t, "fatti.alfa.domicilio.esito")) == 1 })
	righe := b.interrogazioni(t, persona("001"))
	if len(righe) != 2 || righe[0] != "sistema NOTIFICA_VERBALE  REGISTRO_NON_DISPONIBILE  f 1" || righe[1] != "sistema NOTIFICA_VERBALE  TROVATO INAD f 1" {
		t.Errorf("two deliveries met a silence: %q", righe)
	}
}
