package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	goldap "github.com/go-ldap/ldap/v3"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
)

const segretoVerdi = "Segreta-di-Verdi-2026"

// conSegreti lets commands name servers on this machine, and files in a folder.
func conSegreti(cartella string) func(*app.Impostazioni) {
	return func(i *app.Impostazioni) {
		i.SegretiDir, i.RetiComandi, i.LDAPRilettura = cartella, []string{"127.0.0.0/8"}, 200*time.Millisecond
	}
}

// imposta gives a setting a value as the administrator of the command does.
func (b *banco) imposta(t *testing.T, tenant, chiave string, valore any) {
	t.Helper()
	dato, err := json.Marshal(map[string]any{"valore": valore})
	if err != nil {
		t.Fatal(err)
	}
	if r := (programma{b, "capo." + tenant, ""}).chiama(t, http.MethodPut, "/impostazioni/"+chiave, string(dato)); r.stato != http.StatusOK {
		t.Fatalf("%s: %d %s", chiave, r.stato, r.corpo)
	}
}

// direttorio sets a command's own directory, without switching to it.
func (b *banco) direttorio(t *testing.T, cartella, tenant string, l *testkit.LDAP) {
	t.Helper()
	segreto(t, cartella, tenant, "ldap", "host: 127.0.0.1\n"+l.Password+"\n")
	segreto(t, cartella, tenant, "ldap-ca", string(l.CA))
	for chiave, valore := range map[string]string{"server": "ldaps://" + l.IndirizzoTLS, "base": l.Base, "lettore": l.Amministratore,
		"segreto": "ldap", "certificati": "ldap-ca", "baseGruppi": l.BaseGruppi} {
		b.imposta(t, tenant, "ldap."+chiave, valore)
	}
}

// utenzaLDAP makes an account that a directory checks.
func (b *banco) utenzaLDAP(t *testing.T, tenant, username string, ruoli ...string) {
	t.Helper()
	corpo := fmt.Sprintf(`{"username":%q,"reparto":"PL01","ruoli":["%s"],"verifica":"LDAP"}`, username, strings.Join(ruoli, `","`))
	if r := (programma{b, "capo." + tenant, ""}).chiama(t, http.MethodPost, "/operatori", corpo); r.stato != http.StatusCreated {
		t.Fatalf("%d %s", r.stato, r.corpo)
	}
}

// accede tries the form of the web application.
func (b *banco) accede(t *testing.T, username, pw string) (*navigatore, risposta) {
	t.Helper()
	n := b.navigatore(t)
	return n, n.invia("/CoreService/login", url.Values{"username": {username}, "password": {pw}})
}

func TestOgniComandoHaIlSuoDirettorio(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella))
	b.amministratori(t)
	diAlfa := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi})
	diBeta := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Un altro Verdi", UID: "verdi", Password: "Altra-password-2026"},
		testkit.VoceLDAP{CN: "Bianchi", UID: "bianchi", Password: segretoVerdi}, testkit.VoceLDAP{CN: "Mario di beta", UID: "mario", Password: segretoVerdi})
	b.utenzaLDAP(t, "alfa", "verdi", "OPERATORE")
	b.utenzaLDAP(t, "beta", "bianchi", "OPERATORE")
	tenta := func(regola, utente, pw string, vuole int) {
		t.Helper()
		if _, r := b.accede(t, utente, pw); r.stato != vuole {
			t.Errorf("%s: %d, want %d\n%s", regola, r.stato, vuole, r.corpo)
		}
	}
	tenta("the platform has none, and nothing is set: as an unknown name", "verdi", segretoVerdi, http.StatusUnauthorized)
	b.direttorio(t, cartella, "alfa", diAlfa)
	b.direttorio(t, cartella, "beta", diBeta)
	tenta("set, and not switched to", "verdi", segretoVerdi, http.StatusUnauthorized)
	b.imposta(t, "alfa", "ldap.direttorio", "PROPRIO")
	b.imposta(t, "beta", "ldap.direttorio", "PROPRIO")
	tenta("obeyed at the next login", "verdi", segretoVerdi, http.StatusSeeOther)
	tenta("the other's too", "bianchi", segretoVerdi, http.StatusSeeOther)
	tenta("the directory of another command says nothing of this one's accounts", "verdi", "Altra-password-2026", http.StatusUnauthorized)
	tenta("an account that core keeps is asked of no directory", "mario", segretoVerdi, http.StatusUnauthorized)
	tenta("an empty password", "verdi", "", http.StatusUnauthorized)
	tenta("a filter in the place of a name", "verdi)(uid=*", segretoVerdi, http.StatusUnauthorized)

	diAlfa.Ferma()
	for range 6 { // more than a brake takes of wrong passwords
		tenta("its directory is down", "verdi", segretoVerdi, http.StatusServiceUnavailable)
	}
	tenta("the other's is not", "bianchi", segretoVerdi, http.StatusSeeOther)
	tenta("nor the accounts of core", "mario", password, http.StatusSeeOther)
	b.imposta(t, "alfa", "ldap.server", "ldaps://"+diBeta.IndirizzoTLS)
	segreto(t, cartella, "alfa", "ldap-ca", string(diBeta.CA))
	tenta("pointed elsewhere, obeyed at once, and nobody was locked out meanwhile", "verdi", "Altra-password-2026", http.StatusSeeOther)
	b.imposta(t, "alfa", "ldap.direttorio", "SPENTO")
	tenta("switched off", "verdi", "Altra-password-2026", http.StatusUnauthorized)
}

// A command that switches its directory off puts out whoever came in by it, session and token.
func TestIlDirettorioSpentoMetteFuori(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella))
	b.amministratori(t)
	l := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi}, testkit.VoceLDAP{CN: "Neri", UID: "neri", Password: segretoVerdi})
	b.direttorio(t, cartella, "alfa", l)
	b.imposta(t, "alfa", "ldap.direttorio", "PROPRIO")
	b.utenzaLDAP(t, "alfa", "verdi", "LETTURA")
	b.utenzaLDAP(t, "alfa", "neri", "AMMINISTRATORE")
	dentro, r := b.accede(t, "verdi", segretoVerdi)
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d", r.stato)
	}
	if r := b.basic(t, "neri", segretoVerdi); r.stato != http.StatusOK {
		t.Fatalf("BASIC: %d %s", r.stato, r.corpo)
	}
	b.imposta(t, "alfa", "ldap.direttorio", "SPENTO")
	testkit.Attendi(t, 10*time.Second, "the session to end", func() bool { return dentro.apri("/CoreService/").stato == http.StatusSeeOther })
	testkit.Attendi(t, 10*time.Second, "the exchange to be worthless", func() bool { return b.basic(t, "neri", segretoVerdi).stato == http.StatusUnauthorized })
	time.Sleep(time.Second) // five readings more
	var righe int
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE attore = 'gruppi LDAP'
		AND azione = 'NON_PIU_NEL_DIRETTORIO'`).Scan(&righe); err != nil || righe != 2 {
		t.Errorf("%d lines of the register (%v), want one for each", righe, err)
	}
}

// A directory that suddenly knows nobody is wrong, and takes nothing from anybody; nor does one with two of a name.
func TestUnDirettorioVuotoNonMetteFuoriNessuno(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella))
	b.amministratori(t)
	l := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi}, testkit.VoceLDAP{CN: "Neri", UID: "neri", Password: segretoVerdi})
	b.direttorio(t, cartella, "alfa", l)
	b.imposta(t, "alfa", "ldap.direttorio", "PROPRIO")
	b.utenzaLDAP(t, "alfa", "verdi", "LETTURA")
	b.utenzaLDAP(t, "alfa", "neri", "LETTURA")
	dentro, _ := b.accede(t, "verdi", segretoVerdi)
	resta := func(regola string) {
		t.Helper()
		time.Sleep(time.Second) // five readings
		if stato := dentro.apri("/CoreService/").stato; stato != http.StatusOK {
			t.Errorf("%s: %d", regola, stato)
		}
	}
	b.imposta(t, "alfa", "ldap.base", l.BaseGruppi)
	resta("nobody is there any longer")
	b.imposta(t, "alfa", "ldap.base", l.Base)
	b.imposta(t, "alfa", "ldap.filtro", "(|(uid={utente})(uid=neri))")
	resta("two of a name")
	b.imposta(t, "alfa", "ldap.filtro", "(&(uid={utente})(!(cn=Verdi)))")
	testkit.Attendi(t, 10*time.Second, "who alone is gone to be put out", func() bool { return dentro.apri("/CoreService/").stato == http.StatusSeeOther })
}

// The map emptied, what groups gave goes, at the reading and without any login; what was given by hand stays.
func TestLaMappaVuotataToglieIRuoli(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella))
	b.amministratori(t)
	l := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi, Gruppi: []string{"Ufficio"}})
	b.direttorio(t, cartella, "alfa", l)
	b.imposta(t, "alfa", "ldap.direttorio", "PROPRIO")
	b.imposta(t, "alfa", "gruppi.ruoli", map[string][]string{"Ufficio": {"UFFICIO"}})
	b.utenzaLDAP(t, "alfa", "verdi", "LETTURA")
	dentro, _ := b.accede(t, "verdi", segretoVerdi)
	if ruoli, _ := b.ruoliDi(t, "verdi"); ruoli != "LETTURA,UFFICIO" {
		t.Fatalf("%s", ruoli)
	}
	b.imposta(t, "alfa", "gruppi.ruoli", map[string][]string{})
	testkit.Attendi(t, 10*time.Second, "the roles of groups to go", func() bool {
		ruoli, gruppi := b.ruoliDi(t, "verdi")
		return ruoli == "LETTURA" && gruppi == ""
	})
	conn, err := goldap.DialURL("ldap://" + l.Indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := errors.Join(conn.Bind(l.Amministratore, l.Password), conn.Del(goldap.NewDelRequest(l.DN("Verdi"), nil))); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "who is gone to be put out without a map", func() bool {
		return dentro.apri("/CoreService/").stato == http.StatusSeeOther
	})
}

// In the platform's directory, which has the persons of every command, a command looks for its own accounts alone.
func TestLaProvaSullaPiattaformaNonMostraGliAltri(t *testing.T) {
	t.Parallel()
	l := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi, Gruppi: []string{"Ufficio"}},
		testkit.VoceLDAP{CN: "Bianchi", UID: "bianchi", Password: segretoVerdi})
	b := apparecchia(t, func(i *app.Impostazioni) {
		i.LDAPServer, i.LDAPBaseDN, i.LDAPUtente, i.LDAPBaseGruppi = "ldap://"+l.Indirizzo, l.Base, "uid", l.BaseGruppi
		i.LDAPAmministratore, i.LDAPAmministratorePassword, i.LDAPCifratura = l.Amministratore, l.Password, "auto"
	})
	b.amministratori(t)
	b.utenzaLDAP(t, "alfa", "verdi", "LETTURA")
	b.utenzaLDAP(t, "beta", "bianchi", "LETTURA")
	if r := b.provaLDAP(t, "verdi"); !r.Riuscita || r.Voce != "Verdi" || strings.Join(r.Gruppi, ",") != "Ufficio" {
		t.Errorf("one of the command: %+v", r)
	}
	for _, altro := range []string{"bianchi", "nessuno"} {
		if r := b.provaLDAP(t, altro); r.Riuscita || r.Voce != "" || len(r.Gruppi) != 0 || !strings.Contains(r.Frase, "solo le utenze del comando") {
			t.Errorf("%s: %+v", altro, r)
		}
	}
	l.Ferma()
	if r := b.provaLDAP(t, "verdi"); r.Riuscita || strings.Contains(r.Frase, "127.0.0.1") || strings.Contains(r.Frase, "dc=") {
		t.Errorf("away: %+v", r)
	}
	var righe int
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM registro WHERE attore = 'capo.alfa' AND oggetto_tipo = 'direttorio'
		AND azione = 'LETTO' AND oggetto IN ('alfa/verdi', 'alfa/bianchi', 'alfa/nessuno')`).Scan(&righe); err != nil || righe != 4 {
		t.Errorf("%d lines of the register (%v)", righe, err)
	}
}

// referto is the answer of a trial.
type referto struct {
	Riuscita bool     `json:"riuscita"`
	Frase    string   `json:"frase"`
	Voce     string   `json:"voce"`
	Gruppi   []string `json:"gruppi"`
	Ruoli    []string `json:"ruoli"`
}

func (b *banco) provaLDAP(t *testing.T, utente string) (r referto) {
	t.Helper()
	letta := programma{b, "capo.alfa", ""}.chiama(t, http.MethodPost, "/accesso/ldap/prova", fmt.Sprintf(`{"utente":%q}`, utente))
	if err := json.Unmarshal([]byte(letta.corpo), &r); err != nil || letta.stato != http.StatusOK {
		t.Fatalf("%d %s", letta.stato, letta.corpo)
	}
	if strings.Contains(letta.corpo, "segretissima") || strings.Contains(letta.corpo, segretoVerdi) {
		t.Errorf("the trial tells a password: %s", letta.corpo)
	}
	return r
}

func TestLaProvaDelDirettorioDiceCheCosaNonVa(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella))
	b.amministratori(t)
	l := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi, Gruppi: []string{"Ufficio verbali", "Altri"}})
	spento := testkit.NuovoLDAP(t)
	spento.Ferma()
	dice := func(regola, utente, parola string, riuscita bool) {
		t.Helper()
		if r := b.provaLDAP(t, utente); r.Riuscita != riuscita || !strings.Contains(r.Frase, parola) {
			t.Errorf("%s: %+v", regola, r)
		}
	}
	dice("nothing set", "", "non ha un server LDAP", false)
	b.imposta(t, "alfa", "ldap.server", "ldaps://"+l.IndirizzoTLS)
	dice("half set", "", "ldap.base", false)
	b.direttorio(t, cartella, "alfa", l)
	dice("all right", "", "accetta il nome e la password di lettura", true)
	dice("a person who is there", "verdi", "è stata trovata", true)
	dice("one who is not", "rossi", "non c'è una e una sola voce", false)
	for _, c := range []struct{ regola, chiave, male, bene, parola string }{
		{"a server that is down", "ldap.server", "ldaps://" + spento.IndirizzoTLS, "ldaps://" + l.IndirizzoTLS, "non si raggiunge, o non parla"},
		{"TLS asked of a port in the clear", "ldap.server", "ldaps://" + l.Indirizzo, "ldaps://" + l.IndirizzoTLS, "non si raggiunge, o non parla"},
		{"a name that nobody has", "ldap.server", "ldaps://nessuno.invalid", "ldaps://" + l.IndirizzoTLS, "per un altro server serve un altro file"},
		{"a base that is not there", "ldap.base", "ou=altri,dc=esempio,dc=it", l.Base, "Sotto ou=altri,dc=esempio,dc=it"},
		{"a reader who is not there", "ldap.lettore", "cn=nessuno,dc=esempio,dc=it", l.Amministratore, "chi legge"},
		{"a secret that is not there", "ldap.segreto", "ldap-manca", "ldap", "il file ldap-manca non si legge"},
		{"a filter that is none", "ldap.filtro", "((uid={utente})", "(uid={utente})", "ldap.filtro"},
		{"certificates of another", "ldap.certificati", "ldap-altra-ca", "ldap-ca", "autorità conosciuta"},
	} {
		segreto(t, cartella, "alfa", "ldap-altra-ca", string(spento.CA))
		b.imposta(t, "alfa", c.chiave, c.male)
		if r := b.provaLDAP(t, ""); r.Riuscita || !strings.Contains(strings.ToLower(r.Frase), strings.ToLower(c.parola)) {
			t.Errorf("%s: %+v", c.regola, r)
		}
		b.imposta(t, "alfa", c.chiave, c.bene)
	}
	for _, prima := range []string{"", "host: dc.altri.example\n", "host: 127.0.0.1:1\n", "host:\n"} {
		segreto(t, cartella, "alfa", "ldap", prima+l.Password)
		dice("a file for "+prima, "", "file ldap", false)
		if r := b.provaLDAP(t, ""); strings.Contains(r.Frase, l.Password) {
			t.Error("the trial tells the password")
		}
	}
	segreto(t, cartella, "alfa", "ldap", "host: 127.0.0.1\nsbagliata")
	dice("a wrong password of the reader", "", "non accetta il nome o la password", false)
	segreto(t, cartella, "alfa", "ldap", "host: 127.0.0.1\n"+l.Password)

	b.imposta(t, "alfa", "ldap.server", "ldap://"+l.Indirizzo)
	dice("StartTLS", "", "accetta", true)
	b.imposta(t, "alfa", "gruppi.ruoli", map[string][]string{"ufficio VERBALI": {"UFFICIO"}, "nessuno": {"LETTURA"}})
	r := b.provaLDAP(t, "verdi")
	if len(r.Gruppi) != 2 || strings.Join(r.Ruoli, ",") != "UFFICIO" || !strings.HasPrefix(r.Voce, "cn=Verdi,") {
		t.Errorf("groups and roles: %+v", r)
	}
	b.dentro(t, "capo.alfa").invia("/CoreService/accesso/ldap", url.Values{"utente": {"verdi"}}).
		mostra(t, "Ruoli dati dai gruppi", "UFFICIO", "cn=Verdi")
}

// A command names no server on the machine that core runs on, unless the platform says so.
func TestIlServerDiUnComandoNonEQui(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella), func(i *app.Impostazioni) { i.RetiComandi = nil })
	b.amministratori(t)
	b.direttorio(t, cartella, "alfa", testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi}))
	b.imposta(t, "alfa", "ldap.direttorio", "PROPRIO")
	b.utenzaLDAP(t, "alfa", "verdi", "OPERATORE")
	if r := b.provaLDAP(t, ""); r.Riuscita || !strings.Contains(r.Frase, "non si raggiunge") {
		t.Errorf("%+v", r)
	}
	if _, r := b.accede(t, "verdi", segretoVerdi); r.stato != http.StatusServiceUnavailable {
		t.Errorf("%d", r.stato)
	}
}

// Who keeps the settings of a command and no accounts does not make himself anybody by them.
func TestLeImpostazioniDiAccessoSonoDiChiFaAmministratori(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	capo := programma{b, "capo.alfa", ""}
	if r := capo.chiama(t, "POST", "/ruoli", `{"nome":"IMPOSTA","permessi":["impostazione:*","utilita:usa"]}`); r.stato != http.StatusCreated {
		t.Fatalf("%d %s", r.stato, r.corpo)
	}
	b.nuova(t, "anna", "IMPOSTA")
	anna := programma{b, "anna", ""}
	for _, c := range []struct {
		chi            programma
		chiave, valore string
		stato          int
		dice           string
	}{
		{anna, "password.lunghezzaMinima", `14`, 200, ""},
		{anna, "ldap.server", `"ldaps://casa-di-anna.example"`, 403, "IMPOSTAZIONE_DI_ACCESSO"},
		{anna, "accessoUnico.emittente", `"https://casa-di-anna.example"`, 403, "IMPOSTAZIONE_DI_ACCESSO"},
		{anna, "gruppi.ruoli", `{"tutti":["AMMINISTRATORE"]}`, 403, "IMPOSTAZIONE_DI_ACCESSO"},
		{anna, "veicoli.registri", `["INFOWS"]`, 403, "IMPOSTAZIONE_DI_ACCESSO"},
		{anna, "veicoli.infows", `{"indirizzo":"https://casa-di-anna.example","utente":"u","password":"veicoli-password"}`, 403, "IMPOSTAZIONE_DI_ACCESSO"},
		{anna, "domicilio.ipa", `{"indirizzo":"https://casa-di-anna.example","accesso":"domicilio-ipa"}`, 403, "IMPOSTAZIONE_DI_ACCESSO"},
		{anna, "pdnd.pseudonimi", `"pdnd-pseudonimi"`, 403, "IMPOSTAZIONE_DI_ACCESSO"},
		{anna, "ricerca.reti", `"0.0.0.0/0"`, 403, "IMPOSTAZIONE_DI_ACCESSO"},
		{anna, "ricerca.segreto", `"ricerca"`, 403, "IMPOSTAZIONE_DI_ACCESSO"},
		{anna, "inad.alGiorno", `14`, 200, ""},
		{capo, "veicoli.infows", `{"indirizzo":"https://registro.example","utente":"u","password":"veicoli-password"}`, 200, ""},
		{capo, "gruppi.ruoli", `{"tutti":["PIATTAFORMA"]}`, 400, "PIATTAFORMA non è un ruolo del comando"},
		{capo, "gruppi.ruoli", `{"tutti":["INVENTATO"]}`, 400, "INVENTATO non è un ruolo del comando"},
		{capo, "gruppi.ruoli", `{"tutti":["AMMINISTRATORE"],"altri":["IMPOSTA"]}`, 200, ""},
		{capo, "ldap.server", `"ldaps://u` + `:p@dc.example"`, 400, "valore"},
		{capo, "ldap.segreto", `"vpn"`, 400, "ldap.segreto"},
		{capo, "accessoUnico.certificati", `"ldap-ca"`, 400, "accessoUnico.certificati"},
		{capo, "ricerca.segreto", `"vpn"`, 400, "ricerca.segreto"},
		{capo, "ricerca.segreto", `"ricerca-2027, ldap"`, 400, "ricerca.segreto"},
		{capo, "ricerca.segreto", `"ricerca, ricerca-2027"`, 200, ""},
	} {
		if r := c.chi.chiama(t, "PUT", "/impostazioni/"+c.chiave, `{"valore":`+c.valore+`}`); r.stato != c.stato || !strings.Contains(r.corpo, c.dice) {
			t.Errorf("%s %s %s: %d %s", c.chi.username, c.chiave, c.valore, r.stato, r.corpo)
		}
	}
	oggi := tempo.Oggi().String()
	for _, c := range []struct {
		chi    programma
		chiave string
		stato  int
	}{{anna, "ricerca.reti", 403}, {capo, "ricerca.reti", 204}, {capo, "ricerca.reti", 404}, {capo, "password.lunghezzaMinima", 409}} {
		if c.stato == 204 {
			if r := capo.chiama(t, "PUT", "/impostazioni/ricerca.reti", `{"valore":"192.0.2.0/24"}`); r.stato != 200 {
				t.Fatalf("%d %s", r.stato, r.corpo)
			}
			b.dentro(t, "capo.alfa").apri("/CoreService/impostazioni/ricerca.reti").mostra(t, "In vigore da oggi", "Ritira")
		}
		if r := c.chi.chiama(t, "DELETE", "/impostazioni/"+c.chiave+"/"+oggi, ""); r.stato != c.stato {
			t.Errorf("%s takes back %s of today: %d %s", c.chi.username, c.chiave, r.stato, r.corpo)
		}
	}
	for _, cosa := range []string{"ldap", "unico"} {
		if r := anna.chiama(t, "POST", "/accesso/"+cosa+"/prova", `{}`); r.stato != http.StatusForbidden {
			t.Errorf("the trial of %s: %d %s", cosa, r.stato, r.corpo)
		}
	}
}
