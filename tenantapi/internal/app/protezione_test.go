package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/impostazioni"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/app"
)

// protetto is the service where alfa has set rules for the programs that search, and beta none.
type protetto struct {
	*banco
	orologio *tempo.Orologio
	operatore,
	estraneo string // tokens of alfa and of beta
	realm *testkit.Realm
}

func proteggi(t *testing.T, regole map[string]string) protetto {
	t.Helper()
	a := testkit.NuovoAmbiente(t)
	for chiave, valore := range regole {
		if _, nota := impostazioni.Tutte().Cerca(chiave); !nota {
			t.Fatalf("%s is no setting", chiave)
		}
		a.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', $1, $2)`, chiave, valore)
	}
	comune := a.Comune(t, "tenantapi", testkit.NATS(t))
	comune.SegretiDir = t.TempDir()
	if err := os.MkdirAll(filepath.Join(comune.SegretiDir, "alfa"), 0o700); err != nil {
		t.Fatal(err)
	}
	for nome, gettone := range map[string]string{"ricerca": "gettone-vecchio-di-prova\n", "ricerca-2027": "gettone-nuovo-di-prova",
		"altro": "gettone-di-altro-uso-di-prova", "ricerca-corto": "gettone-corto-di-19\n",
		"ricerca-due": "gettone-vecchio-di-prova\ngettone-nuovo-di-prova\n", "ricerca-vuoto": "\n"} {
		if err := os.WriteFile(filepath.Join(comune.SegretiDir, "alfa", nome), []byte(gettone), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := protetto{orologio: tempo.Fisso(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC))}
	s, err := app.Componi(t.Context(), app.Impostazioni{Settings: comune, Riservato: "token"}, p.orologio.Adesso)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if err := s.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	realm := testkit.NuovoRealm(t)
	if err := s.Verifier.Set(realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	di := func(nome string) string {
		c := testkit.Claims("tenantapi", "operatore."+nome, nome, auth.RuoloOperatore)
		c.ExpiresAt.Time = p.orologio.Adesso().Add(time.Hour)
		return "Bearer " + realm.Token(t, c)
	}
	p.banco, p.operatore, p.estraneo, p.realm = &banco{t, a, s.Web.Echo, s, leggiContratto(t)}, di("alfa"), di("beta"), realm
	return p
}

// chiede asks from an address, with headers in pairs; it gives the status and the body.
func (p protetto) chiede(t *testing.T, indirizzo, realm, corpo string, testa ...string) (int, string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/verbale/ricerca", strings.NewReader(corpo))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = indirizzo + ":4000"
	if realm != "" {
		r.Header.Set("X-Realm", realm)
	}
	for i := 0; i < len(testa); i += 2 {
		r.Header.Set(testa[i], testa[i+1])
	}
	w := httptest.NewRecorder()
	p.handler.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func TestOnlyTheNetworksOfTheCommandSearch(t *testing.T) {
	t.Parallel()
	p := proteggi(t, map[string]string{scelte.ChiaveRicercaReti: `"10.1.0.0/16, 192.0.2.7"`})
	for indirizzo, vuole := range map[string]int{"10.1.2.3": 200, "192.0.2.7": 200, "[::ffff:192.0.2.7]": 200,
		"10.2.0.1": 403, "192.0.2.8": 403, "[2001:db8::1]": 403} {
		if stato, corpo := p.chiede(t, indirizzo, "alfa", `{}`); stato != vuole || stato == 403 && !strings.Contains(corpo, "INDIRIZZO_NON_AMMESSO") {
			t.Errorf("%s: %d %s", indirizzo, stato, corpo)
		}
	}
	if stato, corpo := p.chiede(t, "10.2.0.1", "alfa", `{}`, "X-Forwarded-For", "10.1.2.3"); stato != 403 {
		t.Errorf("a caller who writes his own address: %d %s", stato, corpo)
	}
	if stato, _ := p.chiede(t, "10.2.0.1", "beta", `{}`); stato != 200 {
		t.Errorf("another command, which has set nothing: %d", stato)
	}
	p.attendiRegistro(t, "who was kept out", func(v voce) bool { return v.esito == "INDIRIZZO_NON_AMMESSO" })
}

// A stranger who goes on asking leaves a line at each doubling, whichever address of his network he asks from.
func TestStrangersDoNotFillTheRegister(t *testing.T) {
	t.Parallel()
	p := proteggi(t, map[string]string{scelte.ChiaveRicercaReti: `"10.1.0.0/16"`})
	for i := range 70 {
		if stato, corpo := p.chiede(t, fmt.Sprintf("[2001:db8::%x]", i+1), "alfa", `{}`); stato != 403 {
			t.Fatalf("%d %s", stato, corpo)
		}
	}
	p.attendiRegistro(t, "the last doubling", func(v voce) bool { return v.motivo == "64 richieste respinte da questa rete" })
	var righe int
	if err := p.ambiente.Banca(t, "tenantapi", "alfa").QueryRow(t.Context(), `SELECT count(*) FROM registro`).Scan(&righe); err != nil || righe != 7 {
		t.Errorf("%d lines, %v, want 7: 1, 2, 4, … 64", righe, err)
	}
}

func TestTheProgramsOfTheCommandShowItsToken(t *testing.T) {
	t.Parallel()
	p := proteggi(t, map[string]string{scelte.ChiaveRicercaSegreto: `"ricerca, ricerca-2027"`})
	for nome, c := range map[string]struct {
		testa []string
		vuole int
	}{
		"nothing":                          {nil, 401},
		"another token":                    {[]string{"X-Gettone", "gettone"}, 401},
		"no token":                         {[]string{"X-Gettone", ""}, 401},
		"both lines at once":               {[]string{"X-Gettone", "gettone-vecchio-di-prova\ngettone-nuovo-di-prova"}, 401},
		"the token":                        {[]string{"X-Gettone", "gettone-nuovo-di-prova"}, 200},
		"the one that is being replaced":   {[]string{"X-Gettone", "gettone-vecchio-di-prova"}, 200},
		"an operator of the command":       {[]string{"Authorization", p.operatore}, 200},
		"an operator of another command":   {[]string{"Authorization", p.estraneo}, 401},
		"a token that nobody signed":       {[]string{"Authorization", "Bearer x.y.z"}, 401},
		"the token, and a stream after it": {[]string{"X-Gettone", "gettone-nuovo-di-prova", "Accept", mimeCSV}, 403},
	} {
		if stato, corpo := p.chiede(t, "192.0.2.1", "alfa", `{}`, c.testa...); stato != c.vuole {
			t.Errorf("%s: %d %s, want %d", nome, stato, corpo, c.vuole)
		}
	}
	if stato, corpo := p.chiede(t, "192.0.2.1", "", `{}`); stato != 500 || !strings.Contains(corpo, "No tenant identifier specified") {
		t.Errorf("without X-Realm: %d %s", stato, corpo)
	}
	p.attendiRegistro(t, "who was kept out", func(v voce) bool { return v.esito == "CREDENZIALI_NON_VALIDE" })
}

// A walk through all the pages is what the streams refuse: it ends where the command says.
func TestPagesBeyondADepthAreReserved(t *testing.T) {
	t.Parallel()
	p := proteggi(t, map[string]string{scelte.ChiaveRicercaPagine: `2`})
	p.verbali(t, "alfa", 20)
	cammina := func(testa ...string) (visti int, ultimo string) {
		cursore := ""
		for range 10 {
			stato, corpo := p.chiede(t, "192.0.2.1", "alfa", fmt.Sprintf(`{"dimensione":5,"cursore":%q}`, cursore), testa...)
			if stato != http.StatusOK {
				return visti, corpo
			}
			var pagina struct {
				Elementi []json.RawMessage `json:"elementi"`
				Cursore  string            `json:"cursore"`
			}
			if err := json.Unmarshal([]byte(corpo), &pagina); err != nil {
				t.Fatal(err)
			}
			visti += len(pagina.Elementi)
			if cursore = pagina.Cursore; cursore == "" {
				break
			}
		}
		return visti, ""
	}
	if visti, ultimo := cammina(); visti != 10 || !strings.Contains(ultimo, "RISERVATO") {
		t.Errorf("without a token %d fines, then %s", visti, ultimo)
	}
	if visti, ultimo := cammina("Authorization", p.operatore); visti != 20 {
		t.Errorf("an operator sees %d fines, then %s", visti, ultimo)
	}
	for _, esito := range []string{"elementi 5, pagina 2", "RISERVATO", "elementi 5, pagina 4"} {
		p.attendiRegistro(t, esito, func(v voce) bool { return v.esito == esito })
	}
}

// Many narrow searches copy the archive as a deep one does: a client has so many pages in a day, whatever it asks.
func TestManyNarrowSearchesAreReserved(t *testing.T) {
	t.Parallel()
	p := proteggi(t, map[string]string{scelte.ChiaveRicercaPagine: `2`, scelte.ChiaveRicercaPagineAlGiorno: `3`})
	p.verbali(t, "alfa", 20)
	chiede := func(indirizzo, corpo string, vuole int, testa ...string) {
		t.Helper()
		stato, ha := p.chiede(t, indirizzo, "alfa", corpo, testa...)
		if stato != vuole || stato == 403 && !strings.Contains(ha, "RISERVATO") {
			t.Errorf("%s: %d %s, want %d", corpo, stato, ha, vuole)
		}
	}
	chiede("[2001:db8::1]", `{"numero":"x"}`, 400) // nothing goes out, nothing is counted
	for i, vuole := range []int{200, 200, 200, 403, 403} {
		chiede(fmt.Sprintf("[2001:db8::%d]", i+1), fmt.Sprintf(`{"numero":"%d"}`, i+1), vuole)
	}
	chiede("[2001:db8::1]", `{}`, 200, "Authorization", p.operatore)
	chiede("[2001:db8:0:1::1]", `{}`, 200) // another client
	p.attendiRegistro(t, "the second refusal", func(v voce) bool { return v.esito == "RISERVATO" && v.motivo == "2 richieste respinte da questa rete" })
	p.orologio.Avanza(24 * time.Hour)
	chiede("[2001:db8::1]", `{}`, 200)
}

func TestAClientSearchesAsOftenAsTheCommandSays(t *testing.T) {
	t.Parallel()
	p := proteggi(t, map[string]string{scelte.ChiaveRicercaAlMinuto: `3`})
	for i, vuole := range []int{200, 200, 200, 429, 429} {
		if stato, corpo := p.chiede(t, "192.0.2.1", "alfa", `{}`); stato != vuole {
			t.Errorf("search %d: %d %s", i, stato, corpo)
		}
	}
	for i, vuole := range []int{200, 200, 200, 429} { // one client has all the addresses of a /64
		if stato, corpo := p.chiede(t, fmt.Sprintf("[2001:db8::%d]", i+1), "alfa", `{}`); stato != vuole {
			t.Errorf("search %d of a /64: %d %s", i, stato, corpo)
		}
	}
	if stato, _ := p.chiede(t, "192.0.2.2", "alfa", `{}`); stato != 200 {
		t.Errorf("another client: %d", stato)
	}
	if stato, _ := p.chiede(t, "192.0.2.1", "beta", `{}`); stato != 200 {
		t.Errorf("another command: %d", stato)
	}
	p.orologio.Avanza(20 * time.Second)
	if stato, _ := p.chiede(t, "192.0.2.1", "alfa", `{}`); stato != 200 {
		t.Errorf("after the wait: %d", stato)
	}
}

// A yes or a no is enough to read a note word by word.
func TestTheNotesAnswerToATokenAlone(t *testing.T) {
	t.Parallel()
	p := proteggi(t, nil)
	p.verbali(t, "alfa", 2)
	p.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET note = 'il conducente era ubriaco' WHERE numero = 1`)
	for _, c := range []struct {
		nome, corpo, token string
		trova              bool
	}{
		{"a word of a note, without a token", `{"testo":"ubriaco"}`, "", false},
		{"its beginning", `{"testo":"ubr"}`, "", false},
		{"beside a word of the place", `{"testo":"roma ubriaco"}`, "", false},
		{"with a token of another command", `{"testo":"ubriaco"}`, p.estraneo, false},
		{"with a token", `{"testo":"ubriaco"}`, p.operatore, true},
		{"a word of the place, without a token", `{"testo":"roma"}`, "", true},
	} {
		stato, corpo := p.chiede(t, "192.0.2.1", "alfa", c.corpo, "Authorization", c.token)
		if stato != http.StatusOK || strings.Contains(corpo, `"numero":"1"`) != c.trova {
			t.Errorf("%s: %d %s", c.nome, stato, corpo)
		}
	}
}

// Who was looked for by tax code can be found again by who knows the code, also where the search was refused.
func TestTheRegisterSaysWhoWasLookedForByTaxCode(t *testing.T) {
	t.Parallel()
	p := proteggi(t, nil)
	const rossi, bianchi = "RSSMRA80A01H501U", "BNCLRA85C41F205X"
	p.chiede(t, "192.0.2.1", "alfa", `{"codiceFiscale":"`+rossi+`"}`)
	p.chiede(t, "192.0.2.1", "alfa", `{"codiceFiscale":" `+strings.ToLower(rossi)+`"}`, "Authorization", p.operatore)
	p.chiede(t, "192.0.2.1", "alfa", `{"codiceFiscale":"`+bianchi+`"}`, "Authorization", p.operatore)
	conn := p.ambiente.Collega(t, "tenantapi", "alfa")
	var righe [][3]string
	testkit.Attendi(t, 10*time.Second, "three lines", func() bool {
		rows, err := conn.Query(t.Context(), `SELECT oggetto, attore, esito FROM registro WHERE oggetto_tipo = 'codiceFiscale' ORDER BY posizione`)
		if err != nil {
			return false
		}
		defer rows.Close()
		righe = nil
		for rows.Next() {
			var r [3]string
			if rows.Scan(&r[0], &r[1], &r[2]) == nil {
				righe = append(righe, r)
			}
		}
		return len(righe) == 3
	})
	rifiutata, riuscita, altra := righe[0], righe[1], righe[2]
	if rifiutata[2] != "RISERVATO" || riuscita[1] != "operatore.alfa" || rifiutata[0] != riuscita[0] || altra[0] == riuscita[0] {
		t.Errorf("%v", righe)
	}
	if !strings.HasSuffix(riuscita[0], " …501U") || strings.Contains(riuscita[0], "RSS") || len(riuscita[0]) < 32 {
		t.Errorf("the person is named %q", riuscita[0])
	}
	var detta string
	if err := conn.QueryRow(t.Context(), `SELECT tenantapi_v1.impronta($1)`, strings.ToLower(rossi)).Scan(&detta); err != nil || detta != riuscita[0] {
		t.Errorf("core is told %q, the line says %q: %v", detta, riuscita[0], err)
	}
}

// An officer who shows his token finds his own fines, and asks no question whose answer is of others'.
func TestAnOfficerFindsHisOwnFines(t *testing.T) {
	t.Parallel()
	p := proteggi(t, nil)
	p.verbali(t, "alfa", 3)
	p.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET agenti = '{A002}', note = 'ubriaco' WHERE numero > 1`)
	p.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli) VALUES ('agente.alfa', 'alfa', 'PL01', 'PL01', 'x', '{AGENTE}')`)
	p.ambiente.Esegui(t, "core", "", `UPDATE agente SET operatore = 'agente.alfa' WHERE matricola = 'A001' AND tenant = 'alfa'`)
	di := func(chi string) string {
		c := testkit.Claims("tenantapi", chi, "alfa", auth.RuoloAgente)
		c.ExpiresAt.Time = p.orologio.Adesso().Add(time.Hour)
		return "Bearer " + p.realm.Token(t, c)
	}
	for _, c := range []struct {
		regola, corpo, token string
		stato                int
		trova                string
	}{
		{"all of them", `{}`, di("agente.alfa"), http.StatusOK, "1"},
		{"another's by its plate", `{"targa":"AA002BB"}`, di("agente.alfa"), http.StatusOK, ""},
		{"another's by its number", `{"numero":"2"}`, di("agente.alfa"), http.StatusOK, ""},
		{"another's by its note", `{"testo":"ubriaco"}`, di("agente.alfa"), http.StatusOK, ""},
		{"by tax code", `{"codiceFiscale":"RSSMRA80A01H501U"}`, di("agente.alfa"), http.StatusForbidden, ""},
		{"an account that is no officer", `{}`, di("collega.alfa"), http.StatusOK, ""},
		{"who may all", `{"ordina":"numero"}`, p.operatore, http.StatusOK, "1,2,3"},
	} {
		stato, corpo := p.chiede(t, "192.0.2.1", "alfa", c.corpo, "Authorization", c.token)
		var numeri []string
		for _, n := range []string{"1", "2", "3"} {
			if strings.Contains(corpo, `"numero":"`+n+`"`) {
				numeri = append(numeri, n)
			}
		}
		if stato != c.stato || strings.Join(numeri, ",") != c.trova {
			t.Errorf("%s: %d %s", c.regola, stato, corpo)
		}
	}
}

// TestATokenThatCanBeGuessedLetsNobodyIn: a file with a short token, with two or with none, or of another use, shuts the door.
func TestATokenThatCanBeGuessedLetsNobodyIn(t *testing.T) {
	t.Parallel()
	for nome, gettone := range map[string]string{"ricerca-corto": "gettone-corto-di-19", "ricerca-due": "gettone-nuovo-di-prova", "ricerca-vuoto": "",
		"altro": "gettone-di-altro-uso-di-prova", "ricerca, ricerca-corto": "gettone-vecchio-di-prova", "ricerca-manca": "x"} {
		p := proteggi(t, map[string]string{scelte.ChiaveRicercaSegreto: `"` + nome + `"`})
		if stato, corpo := p.chiede(t, "192.0.2.1", "alfa", `{}`, "X-Gettone", gettone); stato != 503 || !strings.Contains(corpo, "DATI_NON_PRONTI") {
			t.Errorf("%s: %d %s", nome, stato, corpo)
		}
	}
}
