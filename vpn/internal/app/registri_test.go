package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/motorizzazione"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registri"
)

// imposta writes settings of alfa and waits until the service obeys, as cosa says.
func (b *banco) imposta(t *testing.T, valori map[string]string, cosa func() bool) {
	t.Helper()
	for chiave, valore := range valori {
		b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', '`+chiave+`', '`+valore+`')
			ON CONFLICT (tenant, chiave, valida_da) DO UPDATE SET valore = excluded.valore`)
	}
	if err := b.altri.Conn.Publish("fatti.piattaforma.impostazione.cambiata", []byte(`{"tenant":"alfa"}`)); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "the setting to be obeyed", cosa)
}

// collegamenti are the connections as a caller of a command sees them.
func (b *banco) collegamenti(t *testing.T, cambia ...func(*auth.Claims)) []registri.Stato {
	t.Helper()
	const percorso = "/VpnService/rest/collegamenti"
	w := b.chiediCome(t, percorso, cambia...)
	conforme(t, percorso, w)
	var letti struct {
		Collegamenti []registri.Stato `json:"collegamenti"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &letti); err != nil {
		t.Fatal(err)
	}
	return letti.Collegamenti
}

// TestNoAddressByDefault: without an address of the platform, and without one of the command, nothing is asked and everything
// says why; with the command's own the work that waited is done.
func TestNoAddressByDefault(t *testing.T) {
	t.Parallel()
	b := apparecchiaVerso(t, "")
	w := b.chiediCome(t, veicolo)
	if p := problema(t, w); w.Code != http.StatusServiceUnavailable || p.Codice != "REGISTRO_NON_CONFIGURATO" ||
		!strings.Contains(p.Detail, "veicoli.motorizzazione") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	c := b.collegamenti(t)
	if len(c) != 1 || c[0].Verdict != "NON_CONFIGURATA" || c[0].Address != "" || len(c[0].Avvisi) != 1 || c[0].Registro != "MOTORIZZAZIONE" {
		t.Errorf("%+v", c)
	}
	if c := b.collegamenti(t, func(c *auth.Claims) { c.Tenant, c.Roles = "", []string{auth.RuoloPiattaforma} }); len(c) != 1 || c[0].Verdict != "NON_CONFIGURATA" {
		t.Errorf("the platform's: %+v", c)
	}
	verbale := b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva)
	b.incarica(t, "alfa", verbale, uuid.NewString())
	conn := b.ambiente.Collega(t, "vpn", "alfa")
	testkit.Attendi(t, 10*time.Second, "the audit to say that there is no register", func() bool {
		var n int
		return conn.QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE oggetto = $1 AND esito = 'REGISTRO_NON_CONFIGURATO'`, verbale).Scan(&n) == nil && n == 1
	})
	suo := b.simula(t)
	b.imposta(t, map[string]string{"veicoli.motorizzazione": `{"indirizzo":"` + suo + `/motorizzazione"}`}, func() bool {
		return b.chiediCome(t, veicolo).Code == http.StatusOK
	})
	b.attendiIndagini(t, "alfa", 1)
	if c := b.collegamenti(t); len(c) != 1 || c[0].Tenant != "alfa" || c[0].Name != "motorizzazione/alfa" ||
		c[0].Verdict != "RAGGIUNGIBILE" || len(c[0].Avvisi) != 0 {
		t.Errorf("its own: %+v", c)
	}
	if w := b.chiediCome(t, veicolo, func(c *auth.Claims) { c.Tenant = "beta" }); problema(t, w).Codice != "REGISTRO_NON_CONFIGURATO" {
		t.Errorf("another command: %d %s", w.Code, w.Body)
	}
}

// TestQuestionsOfADayAndTheirCost: what a command has set is obeyed by the queue and by people, and what was answered is on
// record with its cost, by month and by fine.
func TestQuestionsOfADayAndTheirCost(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.imposta(t, map[string]string{"veicoli.motorizzazione": `{"costoMillesimi":406,"alGiorno":4}`}, func() bool {
		return b.collegamenti(t)[0].AlGiorno == 4
	})
	verbale := b.verbale(t, "alfa", simulato.Targa("404", "AA"), "IT", giornoDiProva)
	b.incarica(t, "alfa", verbale, uuid.NewString())
	b.attendiIndagini(t, "alfa", 1)
	for percorso, stato := range map[string]int{veicolo: 200, "/VpnService/rest/patenti/U10000001A?motivo=prova": 200, "/VpnService/rest/veicoli/ZS543AA?motivo=prova": 200} {
		if w := b.chiediCome(t, percorso); w.Code != stato {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	w := b.chiediCome(t, veicolo)
	if p := problema(t, w); p.Codice != "DOMANDE_DEL_GIORNO_ESAURITE" || w.Code != http.StatusServiceUnavailable {
		t.Errorf("the fifth: %d %s", w.Code, w.Body)
	}
	if c := b.collegamenti(t)[0]; c.Oggi == nil || *c.Oggi != 4 || c.CostoMillesimi != 406 {
		t.Errorf("%+v", c)
	}
	if w := b.chiediCome(t, veicolo, func(c *auth.Claims) { c.Tenant = "beta" }); w.Code != http.StatusOK {
		t.Errorf("another command: %d %s", w.Code, w.Body)
	}
	for percorso, vuole := range map[string]string{
		"/costi":                    `"costoMillesimi":1624,"mese":"`,
		"/costi?mese=2020-01":       `{"costoMillesimi":0,"mese":"2020-01","spese":[]}`,
		"/costi/verbali/" + verbale: `{"costoMillesimi":406,"spese":[{"registro":"MOTORIZZAZIONE","cosa":"VEICOLO","domande":1,"costoMillesimi":406}],"verbale":"` + verbale + `"}`,
		"/costi/verbali/altro":      `"codice":"NON_TROVATO"`,
		"/costi?mese=ieri":          `"campo":"mese"`,
	} {
		w := b.chiediCome(t, "/VpnService/rest"+percorso)
		conforme(t, "/VpnService/rest"+percorso, w)
		if !strings.Contains(w.Body.String(), vuole) {
			t.Errorf("%s: %d %s", percorso, w.Code, w.Body)
		}
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM vpn_v1.libro WHERE attore = 'operatore.alfa' AND verbale IS NULL AND esito = 'TROVATO'`); n != 3 {
		t.Errorf("%d questions of the operator on record", n)
	}
}

// TestAnAnswerIsNotPaidTwice: what a register answered is kept at once, and the next delivery writes it without asking; so it
// is while another replica is asking.
func TestAnAnswerIsNotPaidTwice(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "vpn", "alfa", `ALTER TABLE indagine ADD CONSTRAINT impedita CHECK (esito = '') NOT VALID`) // the outcome cannot be written
	verbale := b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva)
	b.incarica(t, "alfa", verbale, "una-volta")
	conn := b.ambiente.Collega(t, "vpn", "alfa")
	testkit.Attendi(t, 10*time.Second, "the answer to be kept", func() bool {
		var n int
		return conn.QueryRow(t.Context(), `SELECT count(*) FROM turno WHERE esito IS NOT NULL`).Scan(&n) == nil && n == 1
	})
	b.ambiente.Esegui(t, "vpn", "alfa", `ALTER TABLE indagine DROP CONSTRAINT impedita`)
	b.attendiIndagini(t, "alfa", 1)
	if n := b.registro.Richieste("AB123CD"); n != 1 {
		t.Errorf("asked %d times", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine WHERE esito = 'TROVATO' AND cognome <> '' AND classe = 'AUTOVEICOLO' AND categoria = 'M1' AND jsonb_array_length(candidati) = 1`); n != 1 {
		t.Error("the outcome kept is not the one written")
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM turno`); n != 0 {
		t.Errorf("%d rows left", n)
	}
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO turno (id, chi, ambito, chiave, verbale, fino)
		VALUES (gen_random_uuid(), gen_random_uuid(), 'vpn-targa', 'altrui', '`+verbale+`', clock_timestamp() + interval '1500 milliseconds')`)
	b.incarica(t, "alfa", b.verbale(t, "alfa", "EF456GH", "IT", giornoDiProva), "altrui")
	testkit.Attendi(t, 10*time.Second, "the other replica's time to be over", func() bool { return b.conta(t, "alfa", `SELECT count(*) FROM indagine`) == 2 })
	if n := b.registro.Richieste("EF456GH"); n != 1 {
		t.Errorf("asked %d times", n)
	}
}
