package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/esterno/libro"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/infows"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/pra"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/vpn/internal/app"
)

// conInfows is a service whose command alfa asks the Motorizzazione's SOAP services alone, with its secrets in a folder.
func conInfows(t *testing.T, impostazioni string) (b *banco, soap *infows.Simulatore, segreto func(nome, valore string)) {
	t.Helper()
	soap = infows.Nuovo(infows.Opzioni{Orologio: tempo.Corrente{}})
	server := httptest.NewServer(soap.Handler())
	t.Cleanup(server.Close)
	cartella := t.TempDir()
	segreto = func(nome, valore string) {
		if err := os.MkdirAll(filepath.Join(cartella, "alfa"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(cartella, "alfa", nome), []byte("host: 127.0.0.1\n"+valore+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	segreto("veicoli-password", infows.Password)
	segreto("veicoli-pin", infows.Pin)
	b = apparecchiaVerso(t, "", func(i *app.Impostazioni) { i.SegretiDir = cartella })
	b.imposta(t, map[string]string{"veicoli.registri": `["INFOWS"]`,
		"veicoli.infows": `{"indirizzo":"` + server.URL + `/infows/services","utente":"` + infows.Utente + `","password":"veicoli-password","pin":"veicoli-pin"` + impostazioni + `}`},
		func() bool { c := b.collegamenti(t); return len(c) == 1 && c[0].Name == "infows/alfa" })
	return b, soap, segreto
}

// TestTheMotorizzazioneInItsOwnLanguage: the same questions by another wire come to the same outcomes; who held the vehicle on a
// day before it changed hands is not who holds it today.
func TestTheMotorizzazioneInItsOwnLanguage(t *testing.T) {
	t.Parallel()
	b, _, _ := conInfows(t, `,"costoMillesimi":406`)
	casi := map[string]struct{ targa, giorno, esito, codice string }{
		"one owner":               {"ZS001AA", giornoDiProva, "TROVATO", "UNICO_PROPRIETARIO"},
		"company":                 {"ZS010AA", giornoDiProva, "TROVATO", "UNICO_PROPRIETARIO"},
		"three owners":            {"ZS021AA", giornoDiProva, "ANOMALA", "COMPROPRIETARI"},
		"lessee":                  {"ZS030AA", giornoDiProva, "TROVATO", "LOCATARIO"},
		"off the register":        {"ZS052AA", giornoDiProva, "ANOMALA", "CESSATO"},
		"dead":                    {"ZS060AA", giornoDiProva, "ANOMALA", "DECEDUTO_PRIMA"},
		"abroad, by its own code": {"ZS051AA", giornoDiProva, "ANOMALA", "INDIRIZZO_DISCORDE"},
		"unknown":                 {"ZS404AA", giornoDiProva, "SCONOSCIUTA", "NON_PRESENTE"},
		"no plate":                {"QQQ", giornoDiProva, "ANOMALA", "TARGA_NON_VALIDA"},
		"sold since":              {"ZS070AA", "2018-03-10T10:00:00+01:00", "ANOMALA", "ALTRO_GIORNO"},
	}
	ids := map[string]string{}
	for nome, c := range casi {
		ids[nome] = b.verbale(t, "alfa", c.targa, "IT", c.giorno)
		b.incarica(t, "alfa", ids[nome], uuid.NewString())
	}
	b.attendiIndagini(t, "alfa", len(casi))
	conn := b.ambiente.Collega(t, "elaborazione", "alfa")
	for nome, c := range casi {
		var esito, codice, rete, istat, luogo string
		if err := conn.QueryRow(t.Context(), `SELECT esito, codice, rete, comune_istat, luogo_nascita FROM vpn_v1.indagine WHERE verbale = $1`, ids[nome]).
			Scan(&esito, &codice, &rete, &istat, &luogo); err != nil {
			t.Fatalf("%s: %v", nome, err)
		}
		if esito != c.esito || codice != c.codice || esito == "TROVATO" && (rete != "infows" || istat == "") {
			t.Errorf("%s: %s %s %q %q", nome, esito, codice, rete, istat)
		}
		if nome == "one owner" && luogo == "" {
			t.Error("the place of birth, which the tax code carries, is missing")
		}
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM vpn_v1.libro WHERE fonte = 'INFOWS' AND verbale IS NOT NULL AND costo_millesimi = 406`); n != len(casi)-1 {
		t.Errorf("%d answers on record, of %d that were paid", n, len(casi)-1)
	}
	for percorso, vuole := range map[string]string{
		"/veicoli/AB123CD?motivo=prova":                           `"tipo":"AUTOVEICOLO"`,
		"/patenti/U10000610A?motivo=prova":                        `"stato":"SOSPESA"`,
		"/veicoli/AB127CD/copertura?motivo=prova&data=2026-03-10": `"assicurato":false`,
		"/veicoli/AB128CD/copertura?motivo=prova&data=2026-03-10": `"revisioneValida":true`,
		"/veicoli/ZS070AA?motivo=prova&data=2018-03-10":           `"codice":"ALTRO_GIORNO"`,
		"/veicoli/ZS404AA/copertura?motivo=prova&data=2026-03-10": `"codice":"NON_TROVATO"`,
		"/veicoli/QQQ/copertura?data=2026-03-10":                  `"campo":"targa"`,
	} {
		w := b.chiediCome(t, "/VpnService/rest"+percorso)
		conforme(t, "/VpnService/rest"+percorso, w)
		if !strings.Contains(w.Body.String(), vuole) {
			t.Errorf("%s: %d %s", percorso, w.Code, w.Body)
		}
	}
	if c := b.collegamenti(t)[0]; c.DaConfermare == 0 || len(c.Avvisi) != 2 || !strings.Contains(c.Avvisi[1], "confermati") {
		t.Errorf("%+v", c)
	}
}

// rinnova asks for a new password as an administrator does.
func (b *banco) rinnova(t *testing.T, corpo string, cambia ...func(*auth.Claims)) *httptest.ResponseRecorder {
	t.Helper()
	cambia = append([]func(*auth.Claims){ruolo(auth.RuoloAmministratore)}, cambia...)
	return b.manda(t, "/VpnService/rest/collegamenti/infows/password", corpo, cambia...)
}

// manda posts a body as a caller.
func (b *banco) manda(t *testing.T, percorso, corpo string, cambia ...func(*auth.Claims)) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, percorso, strings.NewReader(corpo))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+b.realm.Token(t, claims(cambia...)))
	w := httptest.NewRecorder()
	b.Web.Echo.ServeHTTP(w, r)
	return w
}

// TestThePasswordIsRenewedInTime: a person is told before it expires, changes it by one act, and the questions go on with the
// new one; a change whose outcome nobody knows is told as that.
func TestThePasswordIsRenewedInTime(t *testing.T) {
	t.Parallel()
	oggi := tempo.Oggi()
	b, soap, segreto := conInfows(t, `,"passwordGiorni":90,"passwordDal":"`+oggi.AddDays(-80).String()+`"`)
	if c := b.collegamenti(t)[0]; c.PasswordScade != oggi.AddDays(10) || !strings.Contains(c.Avvisi[0], "La password scade il "+oggi.AddDays(10).Italiano()) {
		t.Errorf("%+v", c)
	}
	for nome, c := range map[string]struct{ corpo, codice string }{
		"the one in use":      {`{"file":"veicoli-password"}`, "VALIDAZIONE"},
		"a file of other use": {`{"file":"ldap"}`, "VALIDAZIONE"},
		"a file not there":    {`{"file":"veicoli-manca"}`, "VALIDAZIONE"},
		"a file that climbs":  {`{"file":"veicoli/../../x"}`, "VALIDAZIONE"},
	} {
		if w := b.rinnova(t, c.corpo); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d %s", nome, w.Code, w.Body)
		}
	}
	if w := b.rinnova(t, `{"file":"veicoli-nuova"}`, ruolo(auth.RuoloUfficio)); w.Code != http.StatusForbidden {
		t.Errorf("the office: %d", w.Code)
	}
	segreto("veicoli-nuova", "Nuova-2026")
	if !soap.Comanda(simulatore.Controllo{Modo: "chiude", Volte: 1}) {
		t.Fatal("no such mode")
	}
	if w := b.rinnova(t, `{"file":"veicoli-nuova"}`); problema(t, w).Codice != "ESITO_IGNOTO" {
		t.Errorf("a silence: %d %s", w.Code, w.Body)
	}
	if soap.PasswordInUso() != "Nuova-2026" { // the silent register had taken it
		t.Fatal("the simulator did not take the password")
	}
	if w := b.rinnova(t, `{"file":"veicoli-nuova"}`); problema(t, w).Codice != "PASSWORD_RIFIUTATA" {
		t.Errorf("the old one again: %d %s", w.Code, w.Body)
	}
	if w := b.rinnova(t, `{"file":"veicoli-nuova","giaCambiata":true}`); w.Code != http.StatusNoContent {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := b.chiediCome(t, veicolo); w.Code != http.StatusOK {
		t.Errorf("with the new one: %d %s", w.Code, w.Body)
	}
	segreto("veicoli-terza", "Terza-2027")
	if w := b.rinnova(t, `{"file":"veicoli-terza"}`); w.Code != http.StatusNoContent || soap.PasswordInUso() != "Terza-2027" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := b.chiediCome(t, veicolo); w.Code != http.StatusOK {
		t.Errorf("with the third: %d %s", w.Code, w.Body)
	}
	if c := b.collegamenti(t)[0]; c.PasswordScade != oggi.AddDays(90) || len(c.Avvisi) != 1 {
		t.Errorf("%+v", c)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'RINNOVO_PASSWORD' AND attore = 'operatore.alfa' AND motivo LIKE 'veicoli%'`); n != 7 { // of the refused ones, that of another use has a name of another use
		t.Errorf("%d lines of audit", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM parola WHERE file LIKE '%2026%' OR file LIKE '%2027%'`); n != 0 {
		t.Error("a password is in the database")
	}
}

// TestRefusedCredentialsStopTheCommandsQuestions, and nobody else's; a good secret in the same file starts them again.
func TestRefusedCredentialsStopTheCommandsQuestions(t *testing.T) {
	t.Parallel()
	b, soap, segreto := conInfows(t, "")
	segreto("veicoli-pin", "00000000")
	for range 3 {
		if w := b.chiediCome(t, veicolo); problema(t, w).Codice != "REGISTRO_NON_DISPONIBILE" {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if c := b.collegamenti(t)[0]; c.Attempts != 1 || !strings.Contains(strings.Join(c.Avvisi, " "), "PIN_RIFIUTATO") {
		t.Errorf("%+v", c)
	}
	segreto("veicoli-pin", infows.Pin)
	if w := b.chiediCome(t, veicolo); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if n := soap.Richieste("AB123CD"); n != 1 {
		t.Errorf("answered %d times", n)
	}
}

// TestRefusedCredentialsStayRefused: a restart, and another replica, do not burn another attempt, of PRA either; a person who has
// had the user unlocked lets the questions leave again. No row has the credentials.
func TestRefusedCredentialsStayRefused(t *testing.T) {
	t.Parallel()
	b, soap, segreto := conInfows(t, "")
	segreto("veicoli-pra", "sbagliata")
	aci := pra.Nuovo(pra.Opzioni{Orologio: tempo.Corrente{}})
	var arrivate atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { arrivate.Add(1); aci.Handler().ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	b.imposta(t, map[string]string{"veicoli.registri": `["PRA"]`, "veicoli.pra": `{"indirizzo":"` + server.URL + `/pra/visura-targa-telaio","utente":"` +
		pra.Utente + `","password":"veicoli-pra","canale":"` + pra.Canale + `"}`},
		func() bool { c := b.collegamenti(t); return len(c) == 1 && c[0].Name == "pra/alfa" })
	insieme := make(chan int, 8)
	for range cap(insieme) {
		go func() { insieme <- b.chiediCome(t, veicolo).Code }()
	}
	for range cap(insieme) {
		if stato := <-insieme; stato != http.StatusServiceUnavailable {
			t.Errorf("%d", stato)
		}
	}
	altra := b.replica(t)
	if w := altra.chiediCome(t, veicolo); problema(t, w).Codice != "REGISTRO_NON_DISPONIBILE" || arrivate.Load() != 1 {
		t.Errorf("%d questions arrived, of two replicas: %d %s", arrivate.Load(), w.Code, w.Body)
	}
	if c := altra.collegamenti(t)[0]; !strings.Contains(strings.Join(c.Avvisi, " "), "CREDENZIALI_RIFIUTATE") {
		t.Errorf("%+v", c)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM rifiuto WHERE registro = 'PRA' AND length(impronta) = 32 AND position('sbagliata'::bytea IN impronta) = 0`); n != 1 {
		t.Errorf("%d refusals on record", n)
	}
	riapri := func(registro, corpo string, come ...func(*auth.Claims)) *httptest.ResponseRecorder {
		return altra.manda(t, "/VpnService/rest/collegamenti/"+registro+"/riapertura", corpo, append([]func(*auth.Claims){ruolo(auth.RuoloAmministratore)}, come...)...)
	}
	for nome, c := range map[string]struct {
		w      *httptest.ResponseRecorder
		codice string
	}{
		"without a reason":     {riapri("pra", `{}`), "DATI_NON_VALIDI"},
		"a register that runs": {riapri("infows", `{"motivo":"sbloccato"}`), "COLLEGAMENTO_NON_FERMO"},
		"no register":          {riapri("altro", `{"motivo":"sbloccato"}`), "NON_TROVATO"},
		"the office":           {riapri("pra", `{"motivo":"sbloccato"}`, ruolo(auth.RuoloUfficio)), "PERMESSO_MANCANTE"},
	} {
		if p := problema(t, c.w); p.Codice != c.codice {
			t.Errorf("%s: %d %s", nome, c.w.Code, c.w.Body)
		}
	}
	if w := riapri("pra", `{"motivo":"utente sbloccato dall'ACI"}`); w.Code != http.StatusNoContent {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := b.chiediCome(t, veicolo); w.Code != http.StatusServiceUnavailable || arrivate.Load() != 2 {
		t.Errorf("after it: %d, %d arrived", w.Code, arrivate.Load())
	}
	segreto("veicoli-pra", pra.Password)
	if w := altra.chiediCome(t, veicolo); w.Code != http.StatusOK || soap.Richieste("AB123CD") != 0 {
		t.Errorf("with the good one: %d %s", w.Code, w.Body)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'RIAPERTURA_COLLEGAMENTO' AND attore = 'operatore.alfa' AND oggetto = 'pra'`); n != 1 {
		t.Errorf("%d lines of audit", n)
	}
}

// TestEachQuestionIsPaidAndRecorded: of a plate that may be of two kinds the first answer is on record although the second service
// is silent, and is not asked again; PRA is asked for each kind; what left and brought nothing may be billed, and is counted apart.
func TestEachQuestionIsPaidAndRecorded(t *testing.T) {
	t.Parallel()
	b, _, segreto := conInfows(t, `,"costoMillesimi":406`)
	segreto("veicoli-pra", pra.Password)
	aci := pra.Nuovo(pra.Opzioni{Orologio: tempo.Corrente{}})
	var muto atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if muto.Load() {
			panic(http.ErrAbortHandler) // it has read the question
		}
		aci.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	b.imposta(t, map[string]string{"veicoli.registri": `["INFOWS","PRA"]`, "veicoli.pra": `{"indirizzo":"` + server.URL + `/pra/visura-targa-telaio","utente":"` +
		pra.Utente + `","password":"veicoli-pra","canale":"` + pra.Canale + `","costoMillesimi":6000}`},
		func() bool { c := b.collegamenti(t); return len(c) == 2 && c[1].Name == "pra/alfa" })
	const doppia = "ZS40412" // a motorcycle's or a trailer's
	muto.Store(true)
	id := b.verbale(t, "alfa", doppia, "IT", giornoDiProva)
	b.incarica(t, "alfa", id, uuid.NewString())
	testkit.Attendi(t, 20*time.Second, "the second register to be silent twice", func() bool {
		return b.conta(t, "alfa", `SELECT count(*) FROM vpn_v1.libro WHERE fonte = 'PRA' AND esito = 'SENZA_RISPOSTA' AND costo_millesimi = 6000 AND attore = 'sistema'`) >= 2
	})
	muto.Store(false)
	b.attendiIndagini(t, "alfa", 1)
	if n := b.conta(t, "alfa", `SELECT count(*) FROM vpn_v1.libro WHERE fonte = 'INFOWS' AND esito = 'NON_PRESENTE' AND costo_millesimi = 406`); n != 2 {
		t.Errorf("%d answers of the first register, one for each kind", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM vpn_v1.libro WHERE fonte = 'PRA' AND esito = 'NON_PRESENTE'`); n != 2 {
		t.Errorf("%d answers of the PRA, one for each kind", n)
	}
	w := b.chiediCome(t, "/VpnService/rest/costi/verbali/"+id)
	conforme(t, "/VpnService/rest/costi/verbali/"+id, w)
	var costi struct {
		Spese []libro.Spesa `json:"spese"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &costi); err != nil || len(costi.Spese) != 2 || costi.Spese[0].CostoMillesimi != 812 ||
		costi.Spese[0].SenzaRisposta != 0 || costi.Spese[1].SenzaRisposta < 12000 || costi.Spese[1].CostoMillesimi != costi.Spese[1].SenzaRisposta+12000 {
		t.Errorf("%v %+v", err, costi)
	}
}

// TestTheNextRegisterKnowsThatDay: the Motorizzazione knows who holds the vehicle today, the PRA who held it then; while the
// second is away the first, which has answered, is not asked and paid again.
func TestTheNextRegisterKnowsThatDay(t *testing.T) {
	t.Parallel()
	b, soap, segreto := conInfows(t, `,"costoMillesimi":406`)
	segreto("veicoli-pra", pra.Password)
	aci := pra.Nuovo(pra.Opzioni{Orologio: tempo.Corrente{}})
	server := httptest.NewServer(aci.Handler())
	t.Cleanup(server.Close)
	b.imposta(t, map[string]string{"veicoli.registri": `["INFOWS","PRA"]`, "veicoli.pra": `{"indirizzo":"` + server.URL + `/pra/visura-targa-telaio","utente":"` +
		pra.Utente + `","password":"veicoli-pra","canale":"` + pra.Canale + `","costoMillesimi":6000}`},
		func() bool { c := b.collegamenti(t); return len(c) == 2 && c[1].Name == "pra/alfa" })
	if !aci.Comanda(simulatore.Controllo{Modo: "errore"}) {
		t.Fatal("no such mode")
	}
	venduto := b.verbale(t, "alfa", "ZS070AA", "IT", "2018-03-10T10:00:00+01:00")
	b.incarica(t, "alfa", venduto, uuid.NewString())
	testkit.Attendi(t, 20*time.Second, "the second register to be asked again and again", func() bool { return aci.Richieste("ZS070AA") > 2 })
	b.Close() // a restart forgets nothing
	b = b.replica(t)
	dopo := aci.Richieste("ZS070AA")
	testkit.Attendi(t, 60*time.Second, "another process to ask it", func() bool { return aci.Richieste("ZS070AA") > dopo })
	if !aci.Comanda(simulatore.Controllo{Modo: "normale"}) {
		t.Fatal("no such mode")
	}
	moderno, motorino := b.verbale(t, "alfa", "ZS001AA", "IT", giornoDiProva), b.verbale(t, "alfa", "ZS404AA", "IT", giornoDiProva)
	b.incarica(t, "alfa", moderno, uuid.NewString())
	b.incarica(t, "alfa", motorino, uuid.NewString())
	b.attendiIndagini(t, "alfa", 3)
	if n := soap.Richieste("ZS070AA"); n != 1 {
		t.Errorf("the first register was asked %d times", n)
	}
	for id, vuole := range map[string]string{venduto: "TROVATO pra 6406", moderno: "TROVATO infows 406", motorino: "SCONOSCIUTA infows 6406"} {
		var avuto string
		if err := b.ambiente.Banca(t, "vpn", "alfa").QueryRow(t.Context(), `SELECT concat_ws(' ', esito, rete, (SELECT sum(costo_millesimi) FROM vpn_v1.libro d WHERE d.verbale = i.verbale))
			FROM indagine i WHERE verbale = $1`, id).Scan(&avuto); err != nil || avuto != vuole {
			t.Errorf("%q %v, want %q", avuto, err, vuole)
		}
	}
	if w := b.chiediCome(t, "/VpnService/rest/patenti/U10000001A?motivo=prova"); w.Code != http.StatusOK {
		t.Errorf("a licence, which the PRA has not: %d %s", w.Code, w.Body)
	}
}
