package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// Every command twice, then with other data: the story of a tenant, in the order in which it is told.
func TestComandiDiUnTenant(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	password := scrivi(t, filepath.Join(t.TempDir(), "password"), "Prova-2026-lunga\n")
	p.riesce(t, "tenant", "crea", "gamma", "--denominazione", "Polizia Locale di Gamma", "--codice-fiscale", "00207190257")
	passi := []struct {
		regola    string
		argomenti string
		diverso   string // the same with other data, and the field named
		campo     string
	}{
		{"a tenant", "tenant crea gamma --denominazione=Polizia_Locale_di_Gamma --codice-fiscale=00207190257", "tenant crea gamma --denominazione=Altra", "denominazione"},
		{"a department", "reparto crea PL01 --tenant=gamma --descrizione=Centro", "reparto crea PL01 --tenant=gamma --descrizione=Nord", "descrizione"},
		{"a department of the platform", "reparto crea PIATT", "reparto crea PIATT --descrizione=Altra", "descrizione"},
		{"an integrator", "integratore crea comune --tenant=gamma", "", ""},
		{"an operator", "operatore crea mario --tenant=gamma --reparto=PL01 --ruoli=OPERATORE,UFFICIO --nome=Mario --cognome=Rossi --password-file=" + password,
			"operatore crea MARIO --tenant=gamma --reparto=PL01 --ruoli=OPERATORE --nome=Mario --cognome=Rossi --password-file=" + password, "ruoli"},
		{"an account of an integrator", "operatore crea sistema --tenant=gamma --reparto=PL01 --ruoli=INTEGRATORE --integratore=comune --password-file=" + password, "", ""},
		{"an administrator of the platform", "operatore crea capo --reparto=PIATT --ruoli=PIATTAFORMA --password-file=" + password,
			"operatore crea capo --reparto=PIATT --ruoli=PIATTAFORMA --password-file=" + scrivi(t, filepath.Join(t.TempDir(), "altra"), "Altra-2026-lunga"), "password"},
		{"an officer", "agente crea A001 --tenant=gamma --reparto=PL01 --cognome=Bianchi --operatore=mario", "agente crea A001 --tenant=gamma --reparto=PL01 --cognome=Verdi --operatore=mario", "cognome"},
		{"a portal", "portale crea gamma --tenant=gamma --tipo=OPERATORI", "portale crea gamma --tenant=gamma --tipo=CITTADINI", "tipo"},
		{"a range", "intervallo crea --tenant=gamma --segregazione=01 --prefisso=12", "intervallo crea --tenant=gamma --segregazione=01 --prefisso=123", "prefisso"},
		{"a setting", `impostazione imposta validazione.SOAP "AUTOMATICA" --tenant=gamma`, "", ""},
	}
	for _, passo := range passi {
		t.Run(passo.regola, func(t *testing.T) {
			p.riesce(t, parole(passo.argomenti)...)
			if uscita := p.riesce(t, parole(passo.argomenti)...); !strings.Contains(uscita, "già presente") {
				t.Errorf("the second time it says %q", uscita)
			}
			if passo.diverso != "" {
				p.fallisce(t, []string{passo.campo}, parole(passo.diverso)...)
			}
		})
	}
	for nome, riga := range map[string]string{
		"reparto": "PL01 +Centro +ATTIVO", "agente": "A001 +Bianchi +PL01 +mario +ATTIVO", "integratore": "[0-9a-f-]{36} +comune +ATTIVO",
		"portale": "gamma +OPERATORI +ATTIVO",
	} {
		if uscita := p.riesce(t, nome, "elenca", "--tenant", "gamma"); !regexp.MustCompile(`(?m)^` + riga + `$`).MatchString(uscita) {
			t.Errorf("the list of %s has no line %s:\n%s", nome, riga, uscita)
		}
	}
	if uscita := p.riesce(t, "reparto", "elenca"); !strings.Contains(uscita, "PIATT") || strings.Contains(uscita, "PL01") {
		t.Errorf("the departments of the platform are\n%s", uscita)
	}
}

// parole splits a command line; an underscore stands for a space.
func parole(riga string) []string {
	esito := strings.Fields(riga)
	for i := range esito {
		if strings.HasPrefix(esito[i], "--denominazione") {
			esito[i] = strings.ReplaceAll(esito[i], "_", " ")
		}
	}
	return esito
}

func TestComandiRifiutanoDatiSbagliati(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	p.riesce(t, "tenant", "crea", "delta", "--denominazione", "Delta", "--codice-fiscale", "00207190257")
	p.riesce(t, "tenant", "crea", "epsilon", "--denominazione", "Epsilon", "--codice-fiscale", "00207190257")
	if err := p.server.Esegui(t.Context(), "CREATE DATABASE occupata"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.server.Esegui(context.Background(), "DROP DATABASE occupata") })
	p.riesce(t, "intervallo", "crea", "--tenant", "delta", "--segregazione", "77", "--prefisso", "5")
	corta := scrivi(t, filepath.Join(t.TempDir(), "corta"), "breve")
	casi := []struct {
		regola string
		dice   string
		riga   string
	}{
		{"a reserved name", "nome", "tenant crea piattaforma --denominazione=X"},
		{"a name with a quote", "nome", "tenant crea a';drop --denominazione=X"},
		{"a name of another database", "BANCA_DATI_OCCUPATA", "tenant crea occupata --denominazione=X"},
		{"a tenant without a full name", "denominazione", "tenant crea zeta"},
		{"a creditor whose check digit is wrong", "codice-fiscale", "tenant crea zeta --denominazione=X --codice-fiscale=00207190256"},
		{"no name at all", "NOME", "tenant crea --denominazione=X"},
		{"a range within another, on another tenant", "INTERVALLO_SOVRAPPOSTO", "intervallo crea --tenant=epsilon --segregazione=77 --prefisso=51"},
		{"a range that holds another", "INTERVALLO_SOVRAPPOSTO", "intervallo crea --tenant=epsilon --segregazione=77 --prefisso=5"},
		{"an unknown tenant", "tenant", "reparto crea PL01 --tenant=nessuno"},
		{"an unknown department", "reparto", "operatore crea luigi --tenant=delta --reparto=NO --ruoli=OPERATORE --password-file=" + scrivi(t, filepath.Join(t.TempDir(), "p"), "Prova-2026-lunga")},
		{"an unknown role", "CAPO", "operatore crea luigi --tenant=delta --reparto=NO --ruoli=CAPO --password-file=" + corta},
		{"a short password", "password", "operatore crea luigi --tenant=delta --reparto=PL01 --ruoli=OPERATORE --password-file=" + corta},
		{"a password neither in a file nor at a terminal", "password-file", "operatore crea luigi --tenant=delta --reparto=PL01 --ruoli=OPERATORE"},
		{"an administrator of the platform with a tenant", "tenant", "operatore crea luigi --tenant=delta --reparto=PL01 --ruoli=PIATTAFORMA --password-file=" + corta},
		{"a setting that is not JSON", "JSON", "impostazione imposta validazione.SOAP AUTOMATICA --tenant=delta"},
		{"a day that is not one", "dal", "impostazione imposta validazione.SOAP \"MANUALE\" --tenant=delta --dal=2026-02-30"},
		{"a setting that nobody reads", "forse validazione.SOAP", "impostazione imposta validazione.soap \"MANUALE\" --tenant=delta"},
		{"a value that breaks its schema", "MANUALE o AUTOMATICA", "impostazione imposta validazione.SOAP \"DOMANI\" --tenant=delta"},
		{"a setting of no tenant", "tenant", "impostazione elenca"},
		{"the settings of an unknown tenant", "nessuno", "impostazione elenca --tenant=nessuno"},
		{"an unknown tenant suspended", "nessuno", "tenant sospendi nessuno"},
		{"agents of no tenant", "tenant", "agente elenca"},
		{"portals of an unknown tenant", "nessuno", "portale elenca --tenant=nessuno"},
		{"a portal of no known kind", "tipo", "portale crea delta --tenant=delta --tipo=ALTRI"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p.fallisce(t, []string{c.dice}, parole(c.riga)...)
		})
	}
}

func TestIlFattoParteSubito(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	linea, err := nats.Connect(p.nats.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(linea.Close)
	fatti, err := linea.SubscribeSync("fatti.piattaforma.>")
	if err != nil || linea.Flush() != nil {
		t.Fatal(err)
	}
	p.riesce(t, "tenant", "crea", "eta", "--denominazione", "Eta")
	for {
		m, err := fatti.NextMsg(time.Minute) // the suite may have the machine full
		if err != nil {
			t.Fatal(err)
		}
		var corpo struct {
			Tenant string `json:"tenant"`
		}
		if err := json.Unmarshal(m.Data, &corpo); err != nil {
			t.Fatal(err)
		}
		if corpo.Tenant != "eta" { // of another test on the same server
			continue
		}
		if m.Subject != "fatti.piattaforma.tenant.creato" || m.Header.Get("ce-specversion") != "1.0" {
			t.Errorf("fact %s %v", m.Subject, m.Header)
		}
		return
	}
}

func TestSospesoERiattivato(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	p.riesce(t, "tenant", "crea", "omega", "--denominazione", "Omega")
	for _, passo := range []struct{ comando, dice, elenco string }{
		{"sospendi", "cambiato", "SOSPESO"}, {"sospendi", "lo era già", "SOSPESO"}, {"riattiva", "cambiato", "ATTIVO"}, {"riattiva", "lo era già", "ATTIVO"},
	} {
		if uscita := p.riesce(t, "tenant", passo.comando, "Omega"); !strings.Contains(uscita, passo.dice) {
			t.Errorf("%s says %q, want %q", passo.comando, uscita, passo.dice)
		}
		elenco := p.riesce(t, "tenant", "elenca", "--dimensioni")
		if !regexp.MustCompile(`(?m)^omega +` + passo.elenco + ` +omega +Omega +\d+$`).MatchString(elenco) {
			t.Errorf("after %s the list is\n%s", passo.comando, elenco)
		}
	}
	p.riesce(t, "impostazione", "imposta", "comando.ente", `"Comune"`, "--tenant", "omega")
	p.riesce(t, "impostazione", "imposta", "comando.ente", `"Unione"`, "--tenant", "omega")
	p.fallisce(t, []string{"passati"}, "impostazione", "imposta", "comando.ente", `"Altro"`, "--tenant", "omega", "--dal", "2020-01-01")
	p.riesce(t, "impostazione", "imposta", "comando.ente", `"Altro"`, "--tenant", "omega", "--dal", "2020-01-01", "--forza")
	if elenco := p.riesce(t, "impostazione", "elenca", "--tenant", "omega"); !regexp.MustCompile(`(?m)^comando\.ente +Unione +`).MatchString(elenco) {
		t.Errorf("settings\n%s", elenco)
	}
}

func TestSenzaNATSIlComandoRiesceELoDice(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	uscita, codice := p.con(t, []string{"VERBALI_NATS_URL=nats://127.0.0.1:1"}, "tenant", "crea", "ipsilon", "--denominazione", "Ipsilon")
	if codice != 0 || !strings.Contains(uscita, "ipsilon: creato") || !strings.Contains(uscita, "NATS non ha preso in carico") {
		t.Errorf("exit code %d: %s", codice, uscita)
	}
}

// A run killed between the row and the fact leaves a tenant that nobody sees; the same command ends it.
func TestCreazioneInterrottaRiprende(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ regola, nome, database string }{
		{"after the row", "iota", ""},
		{"after the database", "kappa", "CREATE DATABASE kappa TEMPLATE verbali_modello"},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			p := preparata(t)
			conn := p.conn(t, "core", "piattaforma")
			if _, err := conn.Exec(t.Context(), `INSERT INTO core.tenant (nome, denominazione, banca, banca_pronta) VALUES ($1, 'Prova', $1, false)`, c.nome); err != nil {
				t.Fatal(err)
			}
			if c.database != "" {
				if _, err := conn.Exec(t.Context(), c.database); err != nil {
					t.Fatal(err)
				}
			}
			var visti int
			visibile := `SELECT count(*) FROM core_v1.tenant WHERE nome = $1`
			if err := conn.QueryRow(t.Context(), visibile, c.nome).Scan(&visti); err != nil || visti != 0 {
				t.Fatalf("a tenant half made is shown (%d, %v)", visti, err)
			}
			if uscita := p.riesce(t, "tenant", "crea", c.nome, "--denominazione", "Prova"); !strings.Contains(uscita, "ora completata") {
				t.Errorf("it says %q", uscita)
			}
			if err := conn.QueryRow(t.Context(), visibile, c.nome).Scan(&visti); err != nil || visti != 1 {
				t.Errorf("the tenant is shown %d times (%v)", visti, err)
			}
			if p.conn(t, "core", c.nome).Ping(t.Context()) != nil {
				t.Error("its database does not answer")
			}
		})
	}
}

func TestAvvioSenzaChiaveSiFermaColSuoNome(t *testing.T) {
	t.Parallel()
	p := &pila{ambiente: []string{daProgramma + "=si", "VERBALI_PG_DSN=postgres://x@127.0.0.1:1/x", "VERBALI_NATS_URL=nats://127.0.0.1:1", "VERBALI_INDIRIZZO=127.0.0.1:8080"}}
	p.fallisce(t, []string{"VERBALI_CHIAVE_FIRMA_FILE", "manca"})
	p.ambiente = append(p.ambiente, "VERBALI_CHIAVE_FIRMA_FILE="+scrivi(t, filepath.Join(t.TempDir(), "chiave"), "non una chiave"))
	p.fallisce(t, []string{"VERBALI_CHIAVE_FIRMA_FILE", "PKCS #8"})
	uscita, codice := p.core(t, "tenant", "crea", "--help")
	if codice != 0 || !strings.Contains(uscita, "Opzioni:") || strings.Contains(uscita, "Usage") {
		t.Errorf("help in Italian: exit code %d\n%s", codice, uscita)
	}
}

// The commands on accounts that are there: what they did, then that there is nothing left to do.
func TestComandiSulleUtenze(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	file := func(testo string) string { return scrivi(t, filepath.Join(t.TempDir(), "file"), testo) }
	password, altra := file("Prova-2026-lunga\n"), file("Altra-2026-lunga\n")
	h := auth.Fingerprint("Prova-2026-lunga", "PL01")
	p.riesce(t, "tenant", "crea", "lambda", "--denominazione", "Lambda")
	p.riesce(t, "reparto", "crea", "PL01", "--tenant", "lambda")
	p.riesce(t, "reparto", "crea", "PL02", "--tenant", "lambda")
	p.riesce(t, "operatore", "crea", "anna.lambda", "--tenant", "lambda", "--reparto", "PL01", "--ruoli", "OPERATORE", "--password-file", password)
	p.riesce(t, "operatore", "crea", "ldap.lambda", "--tenant", "lambda", "--reparto", "PL01", "--ruoli", "OPERATORE", "--verifica", "LDAP")
	importa := []string{"operatori", "importa", file("username;reparto;impronta;ruoli\nluigi.lambda;PL01;" + h + ";LETTURA\n"), "--tenant", "lambda"}
	for _, c := range []struct {
		regola, prima, dopo string
		argomenti           []string
	}{
		{"a move", "cambiato", "era già così", []string{"operatore", "reparto", "Anna.Lambda", "PL02"}},
		{"roles", "cambiato", "era già così", []string{"operatore", "ruoli", "anna.lambda", "ufficio,LETTURA"}},
		{"a block", "cambiato", "era già così", []string{"operatore", "blocca", "anna.lambda"}},
		{"its end", "cambiato", "era già così", []string{"operatore", "sblocca", "anna.lambda"}},
		{"a password", "cambiato", "cambiato", []string{"operatore", "password", "anna.lambda", "--password-file", altra}},
		{"an import, tried", "importati 1, già presenti 0 (prova", "importati 1", append(importa, "--prova")},
		{"an import", "importati 1, già presenti 0", "importati 0, già presenti 1", importa},
		{"the strengthening", "impronte rafforzate: 1 di 1\noperatori: 1 impronta rafforzata", "0 impronte rafforzate", []string{"operatori", "rafforza", "--tenant", "lambda"}},
	} {
		t.Run(c.regola, func(t *testing.T) {
			for _, dice := range []string{c.prima, c.dopo} {
				if uscita := p.riesce(t, c.argomenti...); !strings.Contains(uscita, dice) {
					t.Errorf("it says %q, without %q", uscita, dice)
				}
			}
		})
	}
	for _, c := range []struct {
		regola    string
		dice      []string
		argomenti []string
	}{
		{"an unknown account", []string{"operatore inesistente: nessuno"}, []string{"operatore", "blocca", "nessuno"}},
		{"an unknown department", []string{"reparto", "ZZ non è registrato"}, []string{"operatore", "reparto", "anna.lambda", "ZZ"}},
		{"an unknown role", []string{"CAPO non è un ruolo"}, []string{"operatore", "ruoli", "anna.lambda", "CAPO"}},
		{"no department", []string{"CODICE", "manca"}, []string{"operatore", "reparto", "anna.lambda"}},
		{"a password for LDAP", []string{"server LDAP"}, []string{"operatore", "password", "ldap.lambda", "--password-file", altra}},
		{"a field is called as its option", []string{"codice-fiscale"}, []string{"operatore", "crea", "x1", "--tenant", "lambda", "--reparto", "PL01",
			"--ruoli", "OPERATORE", "--codice-fiscale", "RSSMRA85T10A562X", "--password-file", password}},
		{"one wrong row", []string{"riga 2, impronta"}, []string{"operatori", "importa", file("username;reparto;impronta;ruoli\nx1;PL01;AB;LETTURA\n"), "--tenant", "lambda"}},
		{"two wrong values", []string{"2 errori", "riga 2, reparto", "riga 2, impronta"}, []string{"operatori", "importa", file("username;reparto;impronta;ruoli\nx1;ZZ;AB;LETTURA\n"), "--tenant", "lambda"}},
		{"no file", []string{"FILE.csv", "non si legge"}, []string{"operatori", "importa", "/nessun/file.csv", "--tenant", "lambda"}},
		{"no tenant", []string{"tenant", "manca"}, []string{"operatori", "importa", file("username\n")}},
	} {
		t.Run(c.regola, func(t *testing.T) { p.fallisce(t, c.dice, c.argomenti...) })
	}
}

// TestLavoroMortoDaRigaDiComando queues dead work again where no browser reaches, once.
func TestLavoroMortoDaRigaDiComando(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	p.riesce(t, "tenant", "crea", "theta", "--denominazione", "Theta")
	if _, err := p.conn(t, "", "theta").Exec(t.Context(), `CREATE VIEW verbali_v1.verbale AS SELECT NULL::uuid AS id, 1 AS numero, '' AS lettera, 2026 AS anno;
		GRANT USAGE ON SCHEMA verbali_v1 TO verbali_core, verbali_core_uso; GRANT SELECT ON verbali_v1.verbale TO verbali_core, verbali_core_uso`); err != nil { // as elaborazione does when it starts
		t.Fatal(err)
	}
	if uscita := p.riesce(t, "lavoroMorto", "elenca", "--tenant", "theta"); strings.Contains(uscita, "veicolo") {
		t.Errorf("nothing has died yet:\n%s", uscita)
	}
	const id = "0198c0de-0000-7000-8000-000000000001"
	if _, err := p.conn(t, "core", "theta").Exec(t.Context(), `INSERT INTO core.lavoro_morto (id, soggetto, modulo, tipo, messaggio, motivo, consegne, corpo, grezzo, morto)
		VALUES ($1, 'lavori.vpn.targa.theta', 'vpn', 'targa', 'm1', 'guasto', 1, 'null', '\xff00', now())`, id); err != nil {
		t.Fatal(err)
	}
	linea, err := nats.Connect(p.nats.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(linea.Close)
	coda, err := linea.SubscribeSync("lavori.vpn.targa.theta")
	if err != nil || linea.Flush() != nil {
		t.Fatal(err)
	}
	if uscita := p.riesce(t, "lavoroMorto", "elenca", "--tenant", "theta"); !strings.Contains(uscita, id) || !strings.Contains(uscita, "guasto") {
		t.Errorf("the list is\n%s", uscita)
	}
	p.fallisce(t, []string{"tenant"}, "lavoroMorto", "riaccoda", id)
	p.fallisce(t, []string{"lavoro"}, "lavoroMorto", "riaccoda", "x", "--tenant", "theta")
	p.riesce(t, "lavoroMorto", "riaccoda", id, "--tenant", "theta")
	m, err := coda.NextMsg(time.Minute)
	if err != nil || string(m.Data) != "\xff\x00" || m.Header["ce-id"][0] != "m1" {
		t.Errorf("%v %v", m, err)
	}
	p.fallisce(t, []string{"già"}, "lavoroMorto", "riaccoda", id, "--tenant", "theta")
}
