package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
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
		{"a day that is not one", "dal", "impostazione imposta a.b 1 --tenant=delta --dal=2026-02-30"},
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
		m, err := fatti.NextMsg(10 * time.Second)
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

func TestSenzaNATSIlComandoRiesceELoDice(t *testing.T) {
	t.Parallel()
	p := preparata(t)
	uscita, codice := p.con(t, []string{"VERBALI_NATS_URL=nats://127.0.0.1:1"}, "tenant", "crea", "theta", "--denominazione", "Theta")
	if codice != 0 || !strings.Contains(uscita, "theta: creato") || !strings.Contains(uscita, "NATS non ha preso in carico") {
		t.Errorf("exit code %d: %s", codice, uscita)
	}
}

// A run killed between the row and the fact leaves a tenant that nobody sees; the same command ends it.
func TestCreazioneInterrottaRiprende(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ regola, nome, banca string }{
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
			if c.banca != "" {
				if _, err := conn.Exec(t.Context(), c.banca); err != nil {
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
