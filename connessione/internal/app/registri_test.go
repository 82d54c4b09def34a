package app

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/domicilio"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/anpr"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/inad"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	rottaDomicilio = base + "/InadConnRestService/domicilio"
	rottaVerifica  = base + "/InadConnRestService/verifica"
	rottaDomicili  = base + "/InadConnRestService/domicili"
)

// bancoRegistri is a bench with simulated registers, and elaborazione's answers to the questions for vouchers.
type bancoRegistri struct {
	*banco
	inad    *inad.Simulatore
	anpr    *anpr.Simulatore
	pdnd    *modi.Piattaforma
	chiesti atomic.Int32
	rifiuto atomic.Pointer[problem.Error] // of elaborazione, if it refuses
	nudi    atomic.Bool                   // the settings of the command name no patterns: a voucher alone

	destinatario atomic.Value // a string: the service of ANPR whose purpose the command uses for every e-service of it; empty: each its own
}

func apparecchiaRegistri(t *testing.T, cambia ...func(*inad.Opzioni)) *bancoRegistri {
	t.Helper()
	return apparecchiaRegistriCon(t, func(*Impostazioni) {}, cambia...)
}

func apparecchiaRegistriCon(t *testing.T, ritocca func(*Impostazioni), cambia ...func(*inad.Opzioni)) *bancoRegistri {
	t.Helper()
	b := montaRegistri(t, []string{"alfa", "beta"}, ritocca, cambia...)
	b.avvia(t)
	return b
}

// montaRegistri is a bench with these tenants whose process is still to start.
func montaRegistri(t *testing.T, tenants []string, ritocca func(*Impostazioni), cambia ...func(*inad.Opzioni)) *bancoRegistri {
	t.Helper()
	b := &bancoRegistri{}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	b.banco = monta(t, tenants, func(i *Impostazioni) {
		i.AnprURL, i.AnprScadenza, i.AnprTentativo, i.AnprInsieme = server.URL+"/anpr/govway/rest/in/MinInternoPortaANPR-PDND", 10*time.Second, 2*time.Second, 8
		i.InadURL, i.InadScadenza, i.InadTentativo, i.InadInsieme = server.URL+"/inad/rest/inad/v1/domiciliodigitale", 10*time.Second, 2*time.Second, 8
		ritocca(i)
	})
	b.pdnd = modi.NuovaPiattaforma(b.orologio.Adesso)
	b.pdnd.Durata = 30 * 24 * time.Hour
	opzioni := inad.Opzioni{Adesso: b.orologio.Adesso, Verifica: b.pdnd.Verificatore()}
	for _, f := range cambia {
		f(&opzioni)
	}
	b.inad = inad.Nuovo(opzioni)
	b.inad.Registra(mux)
	b.anpr = anpr.Nuovo(anpr.Opzioni{Adesso: b.orologio.Adesso, Verifica: b.pdnd.Verificatore()})
	b.anpr.Registra(mux)
	b.elaborazione(t)
	return b
}

// elaborazione answers the questions for vouchers and signatures.
func (b *bancoRegistri) elaborazione(t *testing.T) {
	t.Helper()
	elaborazione := testkit.Bus(t, b.nats, "elaborazione")
	rispondi := func(operazione string, intestazioni func(event.DomandaFirma) http.Header) {
		if err := elaborazione.Reply(operazione, 5*time.Second, func(_ context.Context, corpo []byte) (any, error) {
			var d event.DomandaFirma
			if err := json.Unmarshal(corpo, &d); err != nil {
				return nil, err
			}
			b.chiesti.Add(1)
			if no := b.rifiuto.Load(); no != nil {
				return nil, no
			}
			return b.risposta(intestazioni(d)), nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	rispondi(event.PdndVoucher, func(event.DomandaFirma) http.Header { return b.pdnd.Voucher(inad.Destinatario) })
	rispondi(event.PdndFirma, func(d event.DomandaFirma) http.Header {
		servizio := map[string]string{"anpr-c001": anpr.C001, "anpr-c030": anpr.C030}[d.EService]
		if altrui, _ := b.destinatario.Load().(string); altrui != "" {
			servizio = altrui
		}
		h := b.pdnd.FirmaDi(anpr.Destinatario(servizio), d.Digest)
		if b.nudi.Load() {
			h = http.Header{"Authorization": h["Authorization"]}
		}
		return h
	})
}

func (b *bancoRegistri) risposta(h http.Header) event.RispostaFirma {
	r := event.RispostaFirma{Intestazioni: map[string]string{}, Scade: b.orologio.Adesso().Add(time.Hour), IDVoucher: uuid.NewString(), PurposeID: b.pdnd.Finalita}
	for nome := range h {
		r.Intestazioni[nome] = h.Get(nome)
	}
	return r
}

func (b *bancoRegistri) ufficio(t *testing.T, nome string) string {
	t.Helper()
	return b.firma(t, claims("ufficio."+nome, nome, auth.RuoloUfficio))
}

func persona(codice string) string { return simulatore.CodicePersona(codice, "AAA") }

// chiesta is a body with a reason that is in order.
func chiesta(altro oggetto) oggetto {
	corpo := oggetto{"motivo": "NOTIFICA_VERBALE"}
	maps.Copy(corpo, altro)
	return corpo
}

// domicilio asks for the domicile of somebody, with a reason.
func (b *banco) domicilio(t *testing.T, token string, corpo oggetto, stato int) *httptest.ResponseRecorder {
	t.Helper()
	return b.chiede(t, rottaDomicilio, token, testo(t, chiesta(corpo)), stato)
}

func (b *banco) verifica(t *testing.T, token string, corpo oggetto, stato int) *httptest.ResponseRecorder {
	t.Helper()
	return b.chiede(t, rottaVerifica, token, testo(t, chiesta(corpo)), stato)
}

type domicili struct {
	Domicili   []domicilio.Domicilio
	Alle       time.Time
	Avvertenze []string
	Prova      *domicilio.Prova
}

func TestDomicilio(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	v := b.inserisci(t, "alfa", 1)
	b.sulVerbale(t, v, "001", "003", "002", "004", "404")
	for codice, scelto := range map[string]string{"001": "scnaaa80a01z001", "003": "scnaaa80a01z003", "002": "scnaaa80a01z002", "004": "", "404": ""} {
		w := b.domicilio(t, operatore, oggetto{"codiceFiscale": persona(codice), "idVerbale": v.ID.String()}, http.StatusOK)
		var usato string
		d := risposta[domicili](t, w)
		for _, x := range d.Domicili {
			if x.Scelto {
				usato = x.Indirizzo[:15]
				if x.Tipo != domicilio.PEC || x.Fonte != "INAD" || codice == "003" && x.Professione != "" {
					t.Errorf("%s: %+v", codice, x)
				}
			}
		}
		if usato != scelto || d.Domicili == nil || !d.Alle.Equal(b.orologio.Adesso()) {
			t.Errorf("%s: %s, want %q", codice, w.Body, scelto)
		}
	}
	t.Run("the same day nobody is asked again, and that it was looked at is on record", func(t *testing.T) {
		b.domicilio(t, b.ufficio(t, "alfa"), oggetto{"codiceFiscale": persona("001"), "motivo": "ALTRO", "nota": "prova"}, http.StatusOK)
		if n := b.inad.Richieste(persona("001")); n != 1 {
			t.Errorf("asked %d times", n)
		}
		b.orologio.Avanza(24 * time.Hour)
		b.domicilio(t, operatore, oggetto{"codiceFiscale": persona("001")}, http.StatusOK)
		if n := b.inad.Richieste(persona("001")); n != 2 {
			t.Errorf("the day after, asked %d times in all", n)
		}
		righe := b.interrogazioni(t, persona("001"))
		if len(righe) != 3 || righe[0] != "operatore.alfa NOTIFICA_VERBALE  TROVATO INAD f 1" || righe[1] != "ufficio.alfa ALTRO prova TROVATO INAD t 0" {
			t.Errorf("%q", righe)
		}
		if r := b.registro(t, "alfa", "INTERROGA_DOMICILIO"); len(r) != 7 || r[0].OggettoTipo != "verbale" || r[0].Oggetto != v.ID.String() || r[5].OggettoTipo != "interrogazione" {
			t.Errorf("%d lines %+v", len(r), r)
		}
	})
	t.Run("two who ask at once are one question", func(t *testing.T) {
		var g sync.WaitGroup
		for range 6 {
			g.Go(func() {
				b.manda(rottaDomicilio, operatore, testo(t, chiesta(oggetto{"codiceFiscale": simulatore.CodicePersona("001", "BBB")})))
			})
		}
		if g.Wait(); b.inad.Richieste(simulatore.CodicePersona("001", "BBB")) != 1 {
			t.Errorf("asked %d times", b.inad.Richieste(simulatore.CodicePersona("001", "BBB")))
		}
	})
}

// interrogazioni are the lines of who asked about a tax code.
func (b *banco) interrogazioni(t *testing.T, codice string) (righe []string) {
	t.Helper()
	r, err := b.ambiente.Banca(t, modulo, "alfa").Query(t.Context(), `SELECT concat_ws(' ', attore, motivo, nota, esito, fonte, riuso, CASE WHEN verbale IS NULL THEN 0 ELSE 1 END)
		FROM libro WHERE codice_fiscale = $1 ORDER BY quando`, codice)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for r.Next() {
		var una string
		if err := r.Scan(&una); err != nil {
			t.Fatal(err)
		}
		righe = append(righe, una)
	}
	return righe
}

func TestDomicilioRifiuta(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	altrui := b.inserisci(t, "beta", 1)
	for nome, c := range map[string]struct {
		corpo oggetto
		campo string
	}{
		"no reason":                     {oggetto{"codiceFiscale": persona("001")}, "motivo"},
		"a reason that is none":         {chiesta(oggetto{"codiceFiscale": persona("001"), "motivo": "CURIOSITA"}), "motivo"},
		"another reason without words":  {chiesta(oggetto{"codiceFiscale": persona("001"), "motivo": "ALTRO"}), "nota"},
		"a tax code that is none":       {chiesta(oggetto{"codiceFiscale": "XX"}), "codiceFiscale"},
		"a fine of nobody":              {chiesta(oggetto{"codiceFiscale": persona("001"), "idVerbale": uuid.NewString()}), "idVerbale"},
		"another command's fine":        {chiesta(oggetto{"codiceFiscale": persona("001"), "idVerbale": altrui.ID.String()}), "idVerbale"},
		"a fine that is no id":          {chiesta(oggetto{"codiceFiscale": persona("001"), "idVerbale": "1"}), "idVerbale"},
		"a member that nobody expected": {chiesta(oggetto{"codiceFiscale": persona("001"), "perche": "x"}), "perche"},
	} {
		t.Run(nome, func(t *testing.T) {
			d := risposta[problem.Document](t, b.chiede(t, rottaDomicilio, operatore, testo(t, c.corpo), http.StatusBadRequest))
			if len(d.Errori) != 1 || d.Errori[0].Campo != c.campo {
				t.Errorf("%+v", d)
			}
		})
	}
	if n := b.inad.Richieste(persona("001")); n != 0 {
		t.Errorf("the register was asked %d times", n)
	}
	for _, ruolo := range []string{auth.RuoloLettura, auth.RuoloCittadino, auth.RuoloAgente, auth.RuoloAmministratore} {
		for rotta, corpo := range map[string]oggetto{rottaDomicilio: {"codiceFiscale": persona("001")},
			rottaVerifica: {"codiceFiscale": persona("001"), "indirizzo": "a@b.it", "data": oggi}} {
			b.chiede(t, rotta, b.firma(t, claims("x", "alfa", ruolo)), testo(t, chiesta(corpo)), http.StatusForbidden)
			b.chiede(t, rotta, "", testo(t, chiesta(corpo)), http.StatusUnauthorized)
		}
	}
	b.chiede(t, rottaDomicili, operatore, testo(t, chiesta(oggetto{"codiciFiscali": []string{persona("001")}})), http.StatusForbidden)
}

func TestIlRegistroDeiDomiciliNonRisponde(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	chiedi := func(codice string, stato int) problem.Document {
		t.Helper()
		return risposta[problem.Document](t, b.chiede(t, rottaDomicilio, operatore, testo(t, chiesta(oggetto{"codiceFiscale": persona(codice)})), stato))
	}
	const via = "REGISTRO_NON_DISPONIBILE"
	for codice, atteso := range map[string]string{"500": via, "534": via, "542": via, "532": "RISPOSTA_NON_UTILIZZABILE"} {
		if d := chiedi(codice, http.StatusServiceUnavailable); d.Codice != atteso {
			t.Errorf("%s: %+v", codice, d)
		}
	}
	if righe := b.interrogazioni(t, persona("500")); len(righe) != 1 || righe[0] != "operatore.alfa NOTIFICA_VERBALE  REGISTRO_NON_DISPONIBILE  f 0" {
		t.Errorf("a question without an answer is on record too: %q", righe)
	}
	b.rifiuto.Store(problem.Conflitto("ESERVICE_NON_CONFIGURATO", "Manca la finalità di INAD."))
	if d := chiedi("001", http.StatusConflict); d.Codice != "ESERVICE_NON_CONFIGURATO" {
		t.Errorf("%+v", d)
	}
	b.rifiuto.Store(nil)
	b.domicilio(t, operatore, oggetto{"codiceFiscale": persona("001")}, http.StatusOK)
	omocodo := omocodo(persona("001"))
	d := risposta[domicili](t, b.domicilio(t, operatore, oggetto{"codiceFiscale": omocodo}, http.StatusOK))
	if len(d.Domicili) != 0 || len(d.Avvertenze) != 1 {
		t.Errorf("a code with letters in place of figures: %+v", d)
	}
}

// omocodo is a tax code with a letter in place of its last figure, and the check letter that goes with it.
func omocodo(codice string) string {
	radice := []byte(codice[:15])
	radice[14] = "LMNPQRSTUV"[radice[14]-'0']
	return simulatore.ConControllo(string(radice))
}

func TestSenzaIndirizzoNonSiChiede(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	d := risposta[problem.Document](t, b.domicilio(t, b.operatore(t, "alfa"), oggetto{"codiceFiscale": persona("001")}, http.StatusConflict))
	if d.Codice != "REGISTRO_NON_CONFIGURATO" {
		t.Errorf("%+v", d)
	}
}

func (b *banco) imposta(t *testing.T, chiave, valore string) {
	t.Helper()
	b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', $1, $2)
		ON CONFLICT ON CONSTRAINT impostazione_pkey DO UPDATE SET valore = excluded.valore`, chiave, valore)
	if err := b.core.Conn.Publish("fatti.piattaforma.impostazioni.cambiate", []byte(`{"tenant":"alfa"}`)); err != nil {
		t.Fatal(err)
	}
}

func TestQuantoSiPuoChiedere(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	b.imposta(t, "anagrafica.allOra", "3")
	b.imposta(t, "inad.alGiorno", "5")
	n := 0
	chiedi := func(utente string) int {
		n++
		cf := simulatore.CodicePersona("001", "B"+string(rune('A'+n/26))+string(rune('A'+n%26)))
		return b.manda(rottaDomicilio, b.firma(t, claims(utente, "alfa", auth.RuoloOperatore)), testo(t, chiesta(oggetto{"codiceFiscale": cf}))).Code
	}
	testkit.Attendi(t, attesa, "the settings", func() bool { return chiedi("sonda") == http.StatusTooManyRequests })
	b.orologio.Avanza(24 * time.Hour)
	var stati []int
	for _, utente := range []string{"uno", "uno", "uno", "uno", "due", "due", "due"} {
		stati = append(stati, chiedi(utente))
	}
	for i, atteso := range []int{200, 200, 200, 429, 200, 200, 429} {
		if stati[i] != atteso {
			t.Errorf("%v: the fourth of an account in an hour waits, and the sixth of the command in a day", stati)
		}
	}
	b.orologio.Avanza(24 * time.Hour)
	if s := chiedi("due"); s != http.StatusOK {
		t.Errorf("the day after: %d", s)
	}
}

// TestLInadDiceBasta: once the register has said that the day is used up nobody asks it again before midnight.
func TestLInadDiceBasta(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t, func(o *inad.Opzioni) { o.AlGiorno = 1 })
	operatore := b.operatore(t, "alfa")
	codici := []string{simulatore.CodicePersona("001", "CAA"), simulatore.CodicePersona("001", "CAB"), simulatore.CodicePersona("001", "CAC")}
	for i, stato := range []int{http.StatusOK, http.StatusTooManyRequests, http.StatusTooManyRequests} {
		b.domicilio(t, operatore, oggetto{"codiceFiscale": codici[i]}, stato)
	}
	if n := b.inad.Richieste(codici[2]); n != 0 {
		t.Errorf("asked %d times after it had said so", n)
	}
	b.orologio.Avanza(24 * time.Hour)
	b.domicilio(t, operatore, oggetto{"codiceFiscale": codici[2]}, http.StatusOK)
}

// TestGliIstantiDellINAD: an end without a zone is Rome's, one with a zone without its colon is read; a domicile serves until then.
func TestGliIstantiDellINAD(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	prima := b.orologio.Adesso()
	fini := map[string]time.Time{"008": prima.Add(30 * 24 * time.Hour), "009": prima.Add(time.Hour)}
	for codice, fine := range fini {
		d := risposta[domicili](t, b.domicilio(t, operatore, oggetto{"codiceFiscale": persona(codice)}, http.StatusOK))
		if len(d.Domicili) != 1 || d.Domicili[0].Fine == nil || !d.Domicili[0].Fine.Equal(fine) || !d.Domicili[0].Scelto ||
			!d.Prova.Dichiarato.Equal(prima) {
			t.Errorf("%s: %+v %+v, want until %s", codice, d, d.Prova, fine)
		}
	}
	b.orologio.Avanza(61 * time.Minute)
	for codice, ancora := range map[string]int{"008": 1, "009": 0} {
		if d := risposta[domicili](t, b.domicilio(t, operatore, oggetto{"codiceFiscale": persona(codice)}, http.StatusOK)); len(d.Domicili) != ancora {
			t.Errorf("%s an hour later: %+v", codice, d)
		}
	}
}

// TestUnIndirizzoIllegibileNonNeTogliUnAltro: what cannot be read is left out and said, alone and in a list; who has nothing else fails
// alone. A 404 in application/json is nobody.
func TestUnIndirizzoIllegibileNonNeTogliUnAltro(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	ufficio := b.ufficio(t, "alfa")
	d := risposta[domicili](t, b.domicilio(t, ufficio, oggetto{"codiceFiscale": persona("010")}, http.StatusOK))
	if len(d.Domicili) != 1 || !d.Domicili[0].Scelto || len(d.Avvertenze) != 1 ||
		d.Avvertenze[0] != "L'INAD ha anche domicili che non si leggono (1): non sono stati presi." {
		t.Errorf("%+v", d)
	}
	if d := risposta[domicili](t, b.domicilio(t, ufficio, oggetto{"codiceFiscale": persona("405")}, http.StatusOK)); len(d.Domicili) != 0 {
		t.Errorf("%+v", d)
	}
	codici := []string{simulatore.CodicePersona("010", "BBB"), persona("535")}
	for i := range 100 {
		codici = append(codici, simulatore.CodicePersona("001", "A"+string(rune('A'+i/26))+string(rune('A'+i%26))))
	}
	dove := b.chiede(t, rottaDomicili, ufficio, testo(t, chiesta(oggetto{"codiciFiscali": codici})), http.StatusAccepted).Header().Get("Location")
	leggi := func() elenco { return risposta[elenco](t, b.chiede(t, dove, ufficio, "", http.StatusOK)) }
	testkit.Attendi(t, attesa, "the register to have the list", func() bool { return leggi().Detto == "L'INAD sta preparando l'elenco." })
	testkit.Attendi(t, attesa, "the list", func() bool {
		b.orologio.Avanza(5 * time.Minute)
		return leggi().Stato == "COMPLETATO_CON_ERRORI"
	})
	e := leggi()
	if e.Fatti != len(codici) || len(e.Voci[0].Domicili) != 1 || e.Voci[1].Stato != "ERRORE_DEFINITIVO" || len(e.Voci[101].Domicili) != 1 {
		t.Errorf("%+v", e.Voci[:3])
	}
	for cf, volte := range map[string]int{codici[0]: 0, codici[1]: 1, codici[101]: 0} {
		if n := b.inad.Richieste(cf); n != volte {
			t.Errorf("%s was asked for alone %d times, want %d", cf, n, volte)
		}
	}
}

// TestUnRegistroSiLasciaStareQuantoChiede: for the seconds that it has named nobody asks it, and then it is asked again on the same day.
func TestUnRegistroSiLasciaStareQuantoChiede(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	for nome, c := range map[string]struct {
		chiedi    func(t *testing.T, token string, corpo oggetto, stato int) *httptest.ResponseRecorder
		richieste func(string) int
		codice    string
		altro     string
	}{
		"INAD, Retry-After":       {b.domicilio, b.inad.Richieste, "432", "QAA"},
		"ANPR, Retry-After":       {b.visura, func(cf string) int { return b.anpr.Richieste(anpr.ID(cf)) }, "432", "QAB"},
		"ANPR, X-RateLimit-Reset": {b.visura, func(cf string) int { return b.anpr.Richieste(anpr.ID(cf)) }, "433", "QAC"},
	} {
		cf, altro := persona(c.codice), simulatore.CodicePersona("001", c.altro)
		w := c.chiedi(t, operatore, oggetto{"codiceFiscale": cf}, http.StatusTooManyRequests)
		if d := risposta[problem.Document](t, w); w.Header().Get("Retry-After") != "900" || d.Codice != "QUOTA_ESAURITA" ||
			!strings.Contains(d.Detail, "non interrogarlo fino alle") {
			t.Errorf("%s: Retry-After %s: %s", nome, w.Header().Get("Retry-After"), w.Body)
		}
		prima := c.richieste(cf)
		b.orologio.Avanza(14 * time.Minute)
		w = c.chiedi(t, operatore, oggetto{"codiceFiscale": altro}, http.StatusTooManyRequests)
		if w.Header().Get("Retry-After") != "60" || c.richieste(altro) != 0 {
			t.Errorf("%s: another person a minute before: Retry-After %s, asked %d times", nome, w.Header().Get("Retry-After"), c.richieste(altro))
		}
		b.orologio.Avanza(time.Minute + time.Second)
		c.chiedi(t, operatore, oggetto{"codiceFiscale": cf}, http.StatusOK)
		if c.richieste(cf) <= prima {
			t.Errorf("%s: not asked again", nome)
		}
	}
}

func TestVerificaDomicilio(t *testing.T) {
	t.Parallel()
	b := apparecchiaRegistri(t)
	operatore := b.operatore(t, "alfa")
	for indirizzo, atteso := range map[string]bool{"scnaaa80a01z001": true, "altro": false} {
		if indirizzo != "altro" {
			indirizzo = minuscolo(persona("001"))
		}
		w := b.verifica(t, operatore, oggetto{"codiceFiscale": persona("001"), "indirizzo": indirizzo + "@pec.example.it", "data": oggi}, http.StatusOK)
		if e := risposta[struct{ Esito bool }](t, w); e.Esito != atteso {
			t.Errorf("%s: %s", indirizzo, w.Body)
		}
	}
	w := b.verifica(t, operatore, oggetto{"codiceFiscale": persona("001"), "indirizzo": "no", "data": "2027-01-01"}, http.StatusBadRequest)
	d := risposta[problem.Document](t, w)
	if len(d.Errori) != 2 || d.Errori[0].Campo != "indirizzo" || d.Errori[1].Campo != "data" {
		t.Errorf("%+v", d)
	}
}

func minuscolo(s string) string {
	dati := []byte(s)
	for i, c := range dati {
		if c >= 'A' && c <= 'Z' {
			dati[i] = c + 'a' - 'A'
		}
	}
	return string(dati)
}
