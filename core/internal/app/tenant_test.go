package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/tenant"
	"github.com/piattaforma-verbali/verbali/core/migrazioni"
)

// amministratori adds the administrators of alfa and beta.
func (b *banco) amministratori(t *testing.T) {
	t.Helper()
	for _, nome := range []string{"alfa", "beta"} {
		o := operatore.Operatore{Username: "capo." + nome, Tenant: nome, Reparto: "PL01", Ruoli: []string{"AMMINISTRATORE"}, CodiceFiscale: codiceDi("capo." + nome)}
		if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), o, password); err != nil {
			t.Fatal(err)
		}
	}
}

// rest asks a REST route as a program, with BASIC: "user[@tenant] METHOD /path"; the tenant goes into
// X-Realm. It waits for the realm to be reachable over NATS.
func (b *banco) rest(t *testing.T, richiesta, corpo string) (stato int, risposta string) {
	t.Helper()
	testkit.Attendi(t, 20*time.Second, "the realm to answer over NATS", func() bool {
		stato, risposta = b.unaVolta(t, richiesta, corpo)
		return stato != http.StatusServiceUnavailable
	})
	return stato, risposta
}

func (b *banco) unaVolta(t *testing.T, richiesta, corpo string) (stato int, risposta string) {
	t.Helper()
	parti := strings.SplitN(richiesta, " ", 3)
	chi, realm, _ := strings.Cut(parti[0], "@")
	req, err := http.NewRequestWithContext(t.Context(), parti[1], b.sito.URL+"/CoreService/rest"+parti[2], strings.NewReader(corpo))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	req.SetBasicAuth(chi, password)
	req.Header.Set("Content-Type", "application/json")
	if realm != "" {
		req.Header.Set("X-Realm", realm)
	}
	r, err := b.sito.Client().Do(req)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer r.Body.Close()
	letto, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	return r.StatusCode, string(letto)
}

// attendi fails unless REST answers with a status and these words.
func (b *banco) attendi(t *testing.T, richiesta, corpo string, stato int, dice ...string) string {
	t.Helper()
	ha, risposta := b.rest(t, richiesta, corpo)
	if ha != stato {
		t.Errorf("%s: %d, want %d\n%s", richiesta, ha, stato, risposta)
	}
	for _, parola := range dice {
		if !strings.Contains(risposta, parola) {
			t.Errorf("%s does not say %q:\n%s", richiesta, parola, risposta)
		}
	}
	return risposta
}

// nuovoTenant makes sure that the database of a tenant made in a test is dropped.
func nuovoTenant(t *testing.T) string {
	t.Helper()
	nome := fmt.Sprintf("t%x", tempo.Macchina().UnixNano())
	server := testkit.Postgres(t)
	t.Cleanup(func() { _ = server.Esegui(context.Background(), "DROP DATABASE IF EXISTS "+nome+" WITH (FORCE)") })
	return nome
}

func TestTenantPerProgrammi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	linea, err := nats.Connect(b.nats.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(linea.Close)
	fatti, err := linea.SubscribeSync("fatti.piattaforma.tenant.>")
	if err != nil || linea.Flush() != nil {
		t.Fatal(err)
	}
	fatto := func(quale string) {
		t.Helper()
		m, err := fatti.NextMsg(10 * time.Second)
		if err != nil || m.Subject != "fatti.piattaforma.tenant."+quale {
			t.Fatalf("fact %v (%v), want %s", m, err, quale)
		}
	}
	nome := nuovoTenant(t)
	corpo := `{"nome":"` + nome + `","denominazione":"Polizia <b>Nuova</b>","codiceFiscale":"00207190257"}`
	var gruppo sync.WaitGroup
	stati := make(chan int, 4)
	for range 4 {
		gruppo.Go(func() {
			stato, _ := b.rest(t, "piattaforma POST /tenant", corpo)
			stati <- stato
		})
	}
	gruppo.Wait()
	close(stati)
	conti := map[int]int{}
	for s := range stati {
		conti[s]++
	}
	if diff := cmp.Diff(map[int]int{201: 1, 200: 3}, conti); diff != "" {
		t.Fatalf("four ask for the same tenant at once:\n%s", diff)
	}
	fatto("creato")
	if _, err := b.app.Tenant.Find(t.Context(), nome); err != nil {
		t.Errorf("the process that made it does not serve it: %v", err)
	}
	b.attendi(t, "piattaforma POST /tenant", strings.Replace(corpo, "Nuova", "Altra", 1), 409, "GIA_PRESENTE_DIVERSO", "denominazione")
	b.attendi(t, "piattaforma POST /tenant", `{"nome":"Piattaforma"}`, 400, `"nome"`, `"denominazione"`)
	b.attendi(t, "piattaforma POST /tenant", `{"nome":"x y","denominazione":"a\u0007b","codiceFiscale":"1"}`, 400, `"nome"`, `"denominazione"`, `"codiceFiscale"`)
	b.attendi(t, "piattaforma GET /tenant?dimensione=1", "", 200, `"nome":"alfa"`, `"cursore"`)
	b.attendi(t, "piattaforma GET /tenant/"+nome, "", 200, `"stato":"ATTIVO"`, `"versione":1`)
	b.attendi(t, "piattaforma GET /tenant/nessuno", "", 404)
	for _, r := range []string{"GET /tenant", "GET /tenant/alfa", "POST /tenant"} {
		b.attendi(t, "capo.alfa "+r, `{}`, 403)
	}
	b.attendi(t, "piattaforma PUT /tenant/beta", `{"denominazione":"Beta","codiceFiscale":"","stato":"SOSPESO","versione":7}`, 409, "CAMBIATO_NEL_FRATTEMPO")
	b.attendi(t, "piattaforma PUT /tenant/beta", `{"denominazione":"","codiceFiscale":"","stato":"CHIUSO","versione":1}`, 400, `"denominazione"`, `"stato"`)
	b.attendi(t, "piattaforma PUT /tenant/beta", `{"denominazione":"Beta","stato":"ATTIVO","versione":1}`, 400, `"campo":"codiceFiscale"`, "manca")
	b.attendi(t, "piattaforma PUT /tenant/beta", `{"denominazione":"Beta","codiceFiscale":"","stato":"SOSPESO","versione":1}`, 200, `"versione":2`, `"SOSPESO"`)
	b.attendi(t, "capo.beta GET /reparti", "", 403, "TENANT_SOSPESO", "Il comando è sospeso.")
	b.attendi(t, "piattaforma@beta GET /intervalli", "", 403, "TENANT_SOSPESO")
	b.attendi(t, "capo.beta GET /registro", "", 403, "TENANT_SOSPESO")
	fatto("sospeso")
	b.attendi(t, "piattaforma PUT /tenant/beta", `{"denominazione":"Beta","codiceFiscale":"","stato":"ATTIVO","versione":2}`, 200, `"versione":3`)
	b.attendi(t, "capo.beta GET /reparti", "", 200)
	fatto("riattivato")
	b.attendi(t, "piattaforma GET /registro?oggetto=beta/beta", "", 200, `"SOSPESO"`, `"RIATTIVATO"`, `"attore":"piattaforma"`)
}

func TestTenantNellePagine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	n, capo := b.dentro(t, "piattaforma"), b.dentro(t, "capo.beta")
	nome := nuovoTenant(t)
	r := n.invia("/CoreService/tenant", url.Values{"nome": {nome}, "denominazione": {`<script>alert("x")</script>`}})
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	seguito := n.apri(r.testa.Get("Location"))
	seguito.mostra(t, "Creato.", "Che cosa serve a un comando nuovo", "/CoreService/connessione", "/CoreService/reparti/nuovo",
		"/CoreService/operatori/nuovo", "&lt;script&gt;")
	seguito.nasconde(t, `<script>alert`)
	n.apri("/CoreService/tenant").mostra(t, nome, "&lt;script&gt;", "Polizia Locale di alfa", "Attivo")
	n.apri("/CoreService/tenant").nasconde(t, `<script>alert`)
	r = n.invia("/CoreService/tenant", url.Values{"nome": {"x y"}, "denominazione": {"<i>"}})
	if r.stato != http.StatusBadRequest {
		t.Errorf("a bad name: %d", r.stato)
	}
	r.mostra(t, "&lt;i&gt;", "aria-invalid", "da 2 a 30 lettere minuscole")
	if r := capo.apri("/CoreService/tenant"); r.stato != http.StatusForbidden {
		t.Errorf("an administrator of a tenant: %d", r.stato)
	}
	r = n.invia("/CoreService/tenant/beta", url.Values{"denominazione": {"Beta"}, "codiceFiscale": {""}, "stato": {"SOSPESO"}, "versione": {"1"}})
	if r.stato != http.StatusSeeOther {
		t.Fatalf("suspension: %d\n%s", r.stato, r.corpo)
	}
	if r = capo.apri("/CoreService/reparti"); r.stato != http.StatusForbidden {
		t.Errorf("a page of a suspended tenant: %d", r.stato)
	}
	r.mostra(t, "Il comando è sospeso.")
	r = b.navigatore(t).invia("/CoreService/login", url.Values{"username": {"capo.beta"}, "password": {password}})
	if r.stato != http.StatusForbidden {
		t.Errorf("the login of a suspended tenant: %d", r.stato)
	}
	r.mostra(t, "Il comando è sospeso.")
	r = n.invia("/CoreService/tenant/beta", url.Values{"denominazione": {"Beta"}, "stato": {"ATTIVO"}, "versione": {"1"}})
	if r.stato != http.StatusConflict {
		t.Errorf("an old version: %d", r.stato)
	}
}

func TestCreazioneInterrottaSiRiprende(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	nome := nuovoTenant(t)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO tenant (nome, denominazione, banca, banca_pronta) VALUES ($1, 'Interrotto', $1, false)`, nome)
	b.attendi(t, "piattaforma GET /tenant/"+nome, "", 200, "IN_CREAZIONE")
	b.attendi(t, "piattaforma PUT /tenant/"+nome, `{"denominazione":"X","codiceFiscale":"","stato":"ATTIVO","versione":1}`, 404)
	n := b.dentro(t, "piattaforma")
	n.apri("/CoreService/tenant/"+nome).mostra(t, "Riprendi la creazione", "La creazione non è finita")
	r := n.invia("/CoreService/tenant", url.Values{"nome": {nome}, "denominazione": {"Interrotto"}, "codiceFiscale": {""}})
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	b.attendi(t, "piattaforma GET /tenant/"+nome, "", 200, `"stato":"ATTIVO"`)
}

// The facts of a command wait in the outbox until core is there; a service that starts later reads the register.
func TestTenantCreatoConIServiziFermi(t *testing.T) {
	t.Parallel()
	nome := nuovoTenant(t)
	var fatti *nats.Subscription
	b := apparecchia(t, func(i *app.Impostazioni) { // before core is composed
		linea, err := nats.Connect(i.NatsURL)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(linea.Close)
		if fatti, err = linea.SubscribeSync("fatti.piattaforma.tenant.creato"); err != nil || linea.Flush() != nil {
			t.Fatal(err)
		}
		opz := db.From(i.Settings, "prova")
		opz.Platform, opz.Tenant, opz.Log = migrazioni.Piattaforma(), migrazioni.Tenant(), slog.New(slog.DiscardHandler)
		p, err := db.Open(opz)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if _, _, err := tenant.Nuova(p, func(context.Context) {}).Crea(t.Context(), tenant.Tenant{Nome: nome, Denominazione: "Prova"}); err != nil {
			t.Fatal(err)
		}
		if _, err := fatti.NextMsg(time.Millisecond); err == nil {
			t.Fatal("the fact left without core")
		}
	})
	m, err := fatti.NextMsg(20 * time.Second)
	if err != nil || !strings.Contains(string(m.Data), nome) {
		t.Fatalf("the fact %v: %v", m, err)
	}
	if _, err := b.app.Tenant.Find(t.Context(), nome); err != nil {
		t.Errorf("core does not serve it: %v", err)
	}
}

func TestIntervalliPerRuolo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.attendi(t, "piattaforma GET /intervalli", "", 400, "X-Realm")
	creato := b.attendi(t, "piattaforma@alfa POST /intervalli", `{"codiceFiscaleEnte":"00207190257","segregazione":"47","prefisso":"26"}`, 201, `"esempio":"347260000000000`)
	b.attendi(t, "piattaforma@alfa POST /intervalli", `{"codiceFiscaleEnte":"00207190257","segregazione":"47","prefisso":"26"}`, 200)
	b.attendi(t, "piattaforma@beta POST /intervalli", `{"codiceFiscaleEnte":"00207190257","segregazione":"47","prefisso":"261"}`, 409, "INTERVALLO_SOVRAPPOSTO", "prefisso")
	b.attendi(t, "capo.alfa POST /intervalli", `{"segregazione":"47","prefisso":"3"}`, 403)
	ag := b.attendi(t, "piattaforma@alfa POST /intervalli", `{"tipo":"RACCOMANDATA_AG","prefisso":"786"}`, 201)
	b.attendi(t, "capo.alfa GET /intervalli?cerca=26", "", 200, `"prefisso":"26"`)
	var i struct {
		ID int64 `json:"id"`
	}
	if err := json.Unmarshal([]byte(creato), &i); err != nil {
		t.Fatal(err)
	}
	b.attendi(t, fmt.Sprintf("capo.alfa GET /intervalli/%d", i.ID), "", 200)
	b.attendi(t, fmt.Sprintf("capo.beta GET /intervalli/%d", i.ID), "", 404)
	b.attendi(t, "capo.beta GET /intervalli/uno", "", 404)

	n := b.dentro(t, "capo.alfa")
	lista := n.apri("/CoreService/intervalli")
	lista.mostra(t, "26", "00207190257", "3472 6000")
	lista.nasconde(t, "Nuovo intervallo")
	if r := n.apri("/CoreService/intervalli/nuovo"); r.stato != http.StatusForbidden {
		t.Errorf("an administrator of a tenant makes a range: %d", r.stato)
	}
	capo := b.dentro(t, "piattaforma")
	if r := capo.apri("/CoreService/intervalli"); r.stato != http.StatusSeeOther || !strings.Contains(r.testa.Get("Location"), "/connessione") {
		t.Errorf("without a chosen tenant: %d %v", r.stato, r.testa)
	}
	capo.invia("/CoreService/connessione", url.Values{"tenant": {"alfa"}})
	r := capo.invia("/CoreService/intervalli", url.Values{"segregazione": {"<s"}, "prefisso": {"<script>"}, "codiceFiscaleEnte": {"00207190257"}})
	if r.stato != http.StatusBadRequest {
		t.Errorf("script: %d", r.stato)
	}
	r.mostra(t, "&lt;script&gt;")
	r = capo.invia("/CoreService/intervalli", url.Values{"segregazione": {"48"}, "prefisso": {"1"}, "codiceFiscaleEnte": {"00207190257"}})
	if r.stato != http.StatusSeeOther {
		t.Errorf("%d\n%s", r.stato, r.corpo)
	}
	capo.apri("/CoreService/intervalli").mostra(t, "Nuovo intervallo", "1.000.000.000.000")
	capo.apri("/CoreService/intervalli/nuovo").mostra(t, `value="RACCOMANDATA_AG"`, "78600000000-2")
	r = capo.invia("/CoreService/intervalli", url.Values{"tipo": {"RACCOMANDATA_AG"}, "segregazione": {"48"}, "prefisso": {"786"}})
	if r.stato != http.StatusBadRequest {
		t.Errorf("a judicial act has no segregation: %d", r.stato)
	}
	r.mostra(t, `<option value="RACCOMANDATA_AG" selected>`, "è solo dei numeri di avviso")
	if r := capo.invia("/CoreService/intervalli", url.Values{"tipo": {"RACCOMANDATA_AG"}, "prefisso": {"786"}}); r.stato != http.StatusSeeOther {
		t.Errorf("codes of judicial acts: %d\n%s", r.stato, r.corpo)
	}
	capo.apri("/CoreService/intervalli").mostra(t, "Codici di atti giudiziari", "78600000000-2", "100.000.000")
	var diAtti struct {
		ID int64 `json:"id"`
	}
	if err := json.Unmarshal([]byte(ag), &diAtti); err != nil {
		t.Fatal(err)
	}
	scheda := capo.apri(fmt.Sprintf("/CoreService/intervalli/%d", diAtti.ID))
	scheda.mostra(t, "Codici di atti giudiziari: intervallo 786", "Primo codice")
	scheda.nasconde(t, "Primo numero")
	capo.apri(fmt.Sprintf("/CoreService/intervalli/%d", i.ID)).mostra(t, "Numeri di avviso pagoPA: intervallo 47 26", "Primo numero di avviso")
}

func TestImpostazioniPerProgrammiENellePagine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.attendi(t, "capo.alfa GET /impostazioni", "", 200, `"chiave":"validazione.SOAP"`, `"schema":{`, `"inVigore":{"valore":"AUTOMATICA"`)
	b.attendi(t, "capo.alfa PUT /impostazioni/comando.pek", `{"valore":"x"}`, 404, "CHIAVE_SCONOSCIUTA", "comando.pec")
	b.attendi(t, "capo.alfa PUT /impostazioni/comando.pec", `{"valore":"non un indirizzo"}`, 400, `"campo":"valore"`, "un indirizzo di posta")
	b.attendi(t, "capo.alfa PUT /impostazioni/comando.pec", `{"valore":{"a":1,"a":2}}`, 400, "campo ripetuto")
	b.attendi(t, "capo.alfa PUT /impostazioni/comando.pec", `{}`, 400, `"campo":"valore"`)
	b.attendi(t, "capo.alfa PUT /impostazioni/comando.pec", `{"valore":"a@pec.example"}`, 200, `"validaDa":"1970-01-01"`, `"attore":"capo.alfa"`)
	b.attendi(t, "capo.alfa PUT /impostazioni/comando.pec", `{"valore":"b@pec.example","validaDa":"2999-01-01"}`, 200, `"futuri":[{"valore":"b@pec.example"`)
	b.attendi(t, "capo.alfa DELETE /impostazioni/comando.pec/1970-01-01", "", 409, "GIA_IN_VIGORE")
	b.attendi(t, "capo.beta DELETE /impostazioni/comando.pec/2999-01-01", "", 404)
	b.attendi(t, "capo.alfa DELETE /impostazioni/comando.pec/2999-01-01", "", 204)
	b.attendi(t, "capo.alfa GET /impostazioni/comando.pec", "", 200, `"futuri":[]`, `"RITIRATO"`)
	b.attendi(t, "piattaforma@alfa GET /impostazioni", "", 403)

	n := b.dentro(t, "capo.alfa")
	n.apri("/CoreService/impostazioni").mostra(t, "Validazione dei verbali", "AUTOMATICA", "MANUALE (di norma)", "a@pec.example", "serie.&lt;lettera&gt;")
	n.apri("/CoreService/impostazioni/validazione.SOAP").mostra(t, "<select", "MANUALE", "AUTOMATICA")
	n.apri("/CoreService/impostazioni/comando.pagaSulSito").mostra(t, "<select", ">sì<", "no (di norma)")
	const pagina = "/CoreService/impostazioni/comando.ente"
	r := n.invia(pagina, url.Values{"valore": {"<script>alert(1)</script>"}})
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	salvata := n.apri(pagina)
	salvata.mostra(t, "&lt;script&gt;", "capo.alfa", "impostato", "da sempre")
	salvata.nasconde(t, "<script>alert")
	r = n.invia(pagina, url.Values{"valore": {strings.Repeat("è", 201)}, "validaDa": {"ieri"}})
	if r.stato != http.StatusBadRequest {
		t.Errorf("too long: %d", r.stato)
	}
	r.mostra(t, "è troppo lungo: al più 200 caratteri", "una data AAAA-MM-GG", "ieri")
	if r := n.invia(pagina, url.Values{"valore": {"Domani"}, "validaDa": {"2999-12-31"}}); r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	n.apri(pagina).mostra(t, "In arrivo", "31/12/2999", "Domani", "Ritira")
	if r := n.invia(pagina+"/ritira", url.Values{"validaDa": {"2999-12-31"}}); r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	n.apri(pagina).nasconde(t, "Domani")
	if r := n.apri("/CoreService/impostazioni/apri?chiave=serie.B"); r.testa.Get("Location") != "/CoreService/impostazioni/serie.B" {
		t.Errorf("a series: %v", r.testa)
	}
	if r := n.apri("/CoreService/impostazioni/nessuna"); r.stato != http.StatusNotFound {
		t.Errorf("an unknown key: %d", r.stato)
	}
}

func TestRegistroNellePagine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.unVerbale(t)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo) VALUES ('<script>alert(1)</script>', 'VERBALE_LETTO', 'verbale', $1, '<b>')`, idVerbale)
	b.ambiente.Esegui(t, "elaborazione", "beta", `INSERT INTO registro (attore, azione) VALUES ('luigi', 'SOLO_DI_BETA')`)
	n := b.dentro(t, "capo.alfa")
	tutto := n.apri("/CoreService/registro")
	tutto.mostra(t, "&lt;script&gt;alert", "&lt;b&gt;", "VERBALE_LETTO", "capo.alfa", "ACCESSO", "REGISTRO_LETTO")
	tutto.nasconde(t, "<script>alert", "SOLO_DI_BETA", "Non ancora disponibile")
	diUno := n.apri("/CoreService/registro?oggetto=123/2026")
	diUno.mostra(t, "VERBALE_LETTO", idVerbale)
	diUno.nasconde(t, "ACCESSO</td>")
	if r := n.apri("/CoreService/registro?da=ieri"); r.stato != http.StatusBadRequest || !strings.Contains(r.corpo, "una data AAAA-MM-GG") {
		t.Errorf("a bad day: %d", r.stato)
	}
	di := b.dentro(t, "piattaforma").apri("/CoreService/registro")
	di.mostra(t, "REGISTRO_LETTO", "piattaforma")
	di.nasconde(t, "VERBALE_LETTO</td>", idVerbale, "Non ancora disponibile")
	if r := b.dentro(t, "mario").apri("/CoreService/registro"); r.stato != http.StatusForbidden {
		t.Errorf("an operator: %d", r.stato)
	}
	b.attendi(t, "capo.alfa GET /registro?dimensione=1", "", 200, `"cursore"`, `"elementi":[{`)
	b.attendi(t, "capo.alfa GET /registro?dimensione=0", "", 400, "dimensione")
}
