package accesso_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bootstrap"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"

	"github.com/piattaforma-verbali/verbali/core/internal/accesso"
	"github.com/piattaforma-verbali/verbali/core/internal/chiave"
	"github.com/piattaforma-verbali/verbali/core/internal/direttorio"
	"github.com/piattaforma-verbali/verbali/core/internal/impostazione"
	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/core/internal/registro"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	password = "Verbali-prova-2026"
	adesso   = "2026-03-02T09:00:00Z"
)

// banco is the realm over a platform with tenants alfa and beta, and accounts of each kind.
type banco struct {
	perIndirizzo int // failures of an address that cost nothing; zero: as many as usual
	ambiente     *testkit.Ambiente
	pools        *db.Pools
	registro     *tenant.Directory
	realm        *accesso.Realm
	chiave       *chiave.Chiave
	chiavi       *chiave.Portachiavi
	orologio     *tempo.Orologio
	log          *testkit.Registrazioni
}

func apparecchia(t *testing.T) *banco {
	t.Helper()
	ora, err := time.Parse(time.RFC3339, adesso)
	if err != nil {
		t.Fatal(err)
	}
	b := &banco{ambiente: testkit.NuovoAmbiente(t), orologio: tempo.Fisso(ora), chiave: nuovaChiave(t)}
	b.pools = b.ambiente.Pools(t, "core")
	b.registro = tenant.NewDirectory(tenant.PlatformSource{Pools: b.pools}, b.orologio.Adesso)
	b.realm, b.log = b.replica(t, nil)
	b.crea(t, operatore.Operatore{Username: "mario", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloOperatore}, Nome: "Mario", Cognome: "Rossi"})
	b.ambiente.Esegui(t, "core", "", `INSERT INTO reparto (codice) VALUES ('PIATT')`)
	b.crea(t, operatore.Operatore{Username: "piattaforma", Reparto: "PIATT", Ruoli: []string{auth.RuoloPiattaforma}})
	b.antico(t, "antico", "PL01")
	return b
}

// replica is one more process of core on the same database; the platform's directory may be nil.
func (b *banco) replica(t *testing.T, server *ldap.Direttorio) (*accesso.Realm, *testkit.Registrazioni) {
	t.Helper()
	log, registrazioni := testkit.Log(t)
	chiavi, err := chiave.NuovoPortachiavi(b.chiave, chiave.Parti{Adesso: b.orologio.Adesso, Log: log,
		Imposta: func([]byte) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	b.chiavi = chiavi
	return accesso.Nuovo(accesso.Parti{Pools: b.pools, Tenant: b.registro, Chiavi: chiavi,
		Direttori: &direttorio.Direttori{Impostazioni: impostazione.Nuovo(b.pools, b.orologio.Adesso), Piattaforma: server},
		Adesso:    b.orologio.Adesso, Log: log, PerIndirizzo: b.perIndirizzo}), registrazioni
}

func (b *banco) crea(t *testing.T, o operatore.Operatore) {
	t.Helper()
	if _, err := operatore.Nuovo(b.pools, b.orologio.Adesso).Crea(t.Context(), o, password); err != nil {
		t.Fatal(err)
	}
}

// antico writes an account as the legacy import does: H itself, in the clear.
func (b *banco) antico(t *testing.T, username, reparto string) {
	t.Helper()
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli)
		VALUES ($1, 'alfa', $2, $2, $3, '{LETTURA}')`, username, reparto, auth.Fingerprint(password, reparto))
}

func nuovaChiave(t *testing.T) *chiave.Chiave {
	t.Helper()
	c, err := chiave.Nuova()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// buona are credentials that are right in all four.
func buona() event.DomandaAccesso {
	return event.DomandaAccesso{Utente: "mario", Password: password, Reparto: "PL01", Portale: "alfa", Indirizzo: "192.0.2.7", Modulo: "connessione"}
}

func (b *banco) verificatore(t *testing.T, modulo string) *auth.Verifier {
	t.Helper()
	v := auth.NewVerifier(modulo, b.orologio.Adesso)
	if err := v.Set(b.chiavi.Insieme()); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAccessoRiuscito(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	casi := []struct {
		regola  string
		domanda event.DomandaAccesso
		vuole   auth.Identity
	}{
		{"an argon2 row, all four given", buona(),
			auth.Identity{User: "mario", Tenant: "alfa", Roles: []string{"OPERATORE"}, Reparto: "PL01", Portale: "alfa", Generation: 1}},
		{"the username is compared without case", conUtente("MARIO"),
			auth.Identity{User: "mario", Tenant: "alfa", Roles: []string{"OPERATORE"}, Reparto: "PL01", Portale: "alfa", Generation: 1}},
		{"a legacy row, H as it was imported", conUtente("antico"),
			auth.Identity{User: "antico", Tenant: "alfa", Roles: []string{"LETTURA"}, Reparto: "PL01", Portale: "alfa", Generation: 1}},
		{"BASIC takes department and tenant from the row", event.DomandaAccesso{Utente: "mario", Password: password, Modulo: "connessione"},
			auth.Identity{User: "mario", Tenant: "alfa", Roles: []string{"OPERATORE"}, Reparto: "PL01", Generation: 1}},
		{"an administrator of the platform has no tenant", event.DomandaAccesso{Utente: "piattaforma", Password: password, Modulo: "connessione"},
			auth.Identity{User: "piattaforma", Roles: []string{"PIATTAFORMA"}, Reparto: "PIATT", Generation: 1}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			risposta, err := b.realm.Login(t.Context(), c.domanda)
			if err != nil {
				t.Fatal(err)
			}
			ha, err := b.verificatore(t, "connessione").Verify(risposta.Token)
			if err != nil {
				t.Fatal(err)
			}
			c.vuole.Token = risposta.Token
			if diff := cmp.Diff(c.vuole, ha); diff != "" {
				t.Errorf("identity (-want +got):\n%s", diff)
			}
			if risposta.ScadeTraSecondi != 31*60 || risposta.Tenant != c.vuole.Tenant || risposta.Operatore.Username != c.vuole.User {
				t.Errorf("answer %+v", risposta)
			}
		})
	}
}

func conUtente(utente string) event.DomandaAccesso {
	d := buona()
	d.Utente = utente
	return d
}

// Wrong in any of the four, and whatever else is wrong with the account: the very same bytes.
func TestQualunqueErroreHaLaStessaRisposta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.crea(t, operatore.Operatore{Username: "bloccato", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloOperatore}})
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'bloccato'`)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO integratore (id, tenant, nome) VALUES ('00000000-0000-7000-8000-0000000000ff', 'alfa', 'cessato')`)
	b.crea(t, operatore.Operatore{Username: "chiuso", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloIntegratore}, Integratore: "cessato"})
	b.ambiente.Esegui(t, "core", "", `UPDATE integratore SET stato = 'CESSATO' WHERE nome = 'cessato'`)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO portale (codice, tenant, tipo, stato) VALUES ('chiuso', 'alfa', 'OPERATORI', 'CESSATO')`)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli)
		VALUES ('guasto', 'alfa', 'PL01', 'PL01', 'x', '{OPERATORE}')`)
	linea := testkit.Bus(t, testkit.NATS(t), "core")
	if err := linea.Reply("accesso", 10*time.Second, b.realm.Domanda); err != nil {
		t.Fatal(err)
	}
	casi := map[string]func(*event.DomandaAccesso){
		"wrong user":                   func(d *event.DomandaAccesso) { d.Utente = "nessuno" },
		"wrong password":               func(d *event.DomandaAccesso) { d.Password += "x" },
		"wrong department":             func(d *event.DomandaAccesso) { d.Reparto = "PL02" },
		"department in another case":   func(d *event.DomandaAccesso) { d.Reparto = "pl01" },
		"no department through portal": func(d *event.DomandaAccesso) { d.Reparto = "" },
		"unknown portal":               func(d *event.DomandaAccesso) { d.Portale = "nessuno" },
		"portal of another tenant":     func(d *event.DomandaAccesso) { d.Portale = "beta" },
		"blocked":                      func(d *event.DomandaAccesso) { d.Utente = "bloccato" },
		"of a ceased integrator":       func(d *event.DomandaAccesso) { d.Utente = "chiuso" },
		"through a ceased portal":      func(d *event.DomandaAccesso) { d.Portale = "chiuso" },
		"a stored value of no form":    func(d *event.DomandaAccesso) { d.Utente = "guasto" },
		"the stored value itself":      func(d *event.DomandaAccesso) { d.Utente, d.Password = "antico", auth.Fingerprint(password, "PL01") },
		"legacy, wrong password":       func(d *event.DomandaAccesso) { d.Utente, d.Password = "antico", "altra" },
		"empty user":                   func(d *event.DomandaAccesso) { d.Utente = "" },
		"empty password":               func(d *event.DomandaAccesso) { d.Password = "" },
		"a quote in the name":          func(d *event.DomandaAccesso) { d.Utente = `mario' OR '1'='1` },
		"a NUL in the name":            func(d *event.DomandaAccesso) { d.Utente = "mario\x00" },
		"a NUL in the portal":          func(d *event.DomandaAccesso) { d.Portale = "alfa\x00x" },
		"a very long password":         func(d *event.DomandaAccesso) { d.Password = strings.Repeat("x", 100_000) },
		"a very long department":       func(d *event.DomandaAccesso) { d.Reparto = strings.Repeat("x", 100_000) },
		"platform through a portal":    func(d *event.DomandaAccesso) { d.Utente, d.Reparto = "piattaforma", "PIATT" },
	}
	prima := rispostaNuda(t, linea.Conn, func(d *event.DomandaAccesso) { d.Password = "sbagliata" })
	if !strings.Contains(prima, "CREDENZIALI_NON_VALIDE") {
		t.Fatalf("answer %s", prima)
	}
	for regola, cambia := range casi {
		t.Run(regola, func(t *testing.T) {
			if ha := rispostaNuda(t, linea.Conn, cambia); ha != prima {
				t.Errorf("answer\n%s\nwant\n%s", ha, prima)
			}
		})
	}
}

// rispostaNuda is what travels back: headers and bytes.
func rispostaNuda(t *testing.T, conn *nats.Conn, cambia func(*event.DomandaAccesso)) string {
	t.Helper()
	d := buona()
	d.Indirizzo = t.Name() // each from an address of its own: nobody has to wait
	cambia(&d)
	corpo, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	m, err := conn.Request("chiedi.core.accesso", corpo, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(m.Header) + string(m.Data)
}

func TestDestinatariSecondoIlPortale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var tutti []string
	for _, m := range bootstrap.Modules() {
		tutti = append(tutti, m.Name)
	}
	casi := []struct {
		regola, portale, modulo string
		ammessi                 []string
	}{
		{"an operators' portal opens every module", "alfa", "connessione", tutti},
		{"a citizens' portal opens connessione alone", "alfa-cittadini", "connessione", []string{"connessione"}},
		{"the code of a portal is compared without case", "ALFA-Cittadini", "connessione", []string{"connessione"}},
		{"BASIC opens the asking module alone", "", "mobile", []string{"mobile"}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			d := buona()
			d.Portale, d.Modulo = c.portale, c.modulo
			risposta, err := b.realm.Login(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			for _, modulo := range tutti {
				_, err := b.verificatore(t, modulo).Verify(risposta.Token)
				if (err == nil) != slices.Contains(c.ammessi, modulo) {
					t.Errorf("token at %s: %v", modulo, err)
				}
			}
		})
	}
	t.Run("a module that is none of ours gets no token", func(t *testing.T) {
		t.Parallel()
		_, err := b.realm.Login(t.Context(), event.DomandaAccesso{Utente: "mario", Password: password, Modulo: "altro"})
		if !problem.Is(err, "DATI_NON_VALIDI") {
			t.Errorf("error %v", err)
		}
	})
}

func TestChiCambiaRepartoAccedeColSaleAntico(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET reparto = 'PL02' WHERE username IN ('mario', 'antico')`)
	for _, utente := range []string{"mario", "antico"} {
		d := conUtente(utente)
		if _, err := b.realm.Login(t.Context(), d); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
			t.Errorf("%s in the old department: %v", utente, err)
		}
		d.Reparto = "PL02"
		if _, err := b.realm.Login(t.Context(), d); err != nil {
			t.Errorf("%s in the new department: %v", utente, err)
		}
		d.Reparto, d.Portale = "", ""
		if _, err := b.realm.Login(t.Context(), d); err != nil {
			t.Errorf("%s without a department: %v", utente, err)
		}
	}
}

func TestTenantSospesoRisponde403SoloAChiEDiCasa(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if _, err := b.realm.Login(t.Context(), buona()); !problem.Is(err, "TENANT_SOSPESO") {
		t.Errorf("right credentials: %v", err)
	}
	d := buona()
	d.Password = "altra"
	if _, err := b.realm.Login(t.Context(), d); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
		t.Errorf("wrong credentials: %v", err)
	}
}

func TestOgniAccessoLasciaUnaRiga(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	sbagliata, ignota := buona(), conUtente("nessuno")
	sbagliata.Password = "segretissima"
	scritta := conUtente("segretissima!") // a password typed in the wrong field
	for _, d := range []event.DomandaAccesso{buona(), sbagliata, ignota, scritta} {
		_, _ = b.realm.Login(t.Context(), d)
	}
	casi := []struct {
		regola, database string
		vuole            []string
	}{
		{"in the tenant's register who was admitted", "alfa", []string{"mario ACCESSO connessione AMMESSO 192.0.2.7"}},
		{"in the platform's the others, with the tenant of who has one", "", []string{"mario ACCESSO alfa/connessione RIFIUTATO 192.0.2.7",
			"nessuno ACCESSO /connessione RIFIUTATO 192.0.2.7", "(nome non valido) ACCESSO /connessione RIFIUTATO 192.0.2.7"}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			if diff := cmp.Diff(c.vuole, b.registrati(t, c.database)); diff != "" {
				t.Errorf("register (-want +got):\n%s", diff)
			}
		})
	}
}

// Wherever they are written, a command finds the attempts on its accounts in its register, and no others.
func TestIlComandoTrovaITentativiSulleSueUtenze(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for _, d := range []event.DomandaAccesso{buona(), da("mario", "192.0.2.1"), da("nessuno", "192.0.2.1"), da("piattaforma", "192.0.2.1")} {
		_, _ = b.realm.Login(t.Context(), d)
	}
	for nome, vuole := range map[string][]string{"alfa": {"mario AMMESSO", "mario RIFIUTATO"}, "beta": nil} {
		f, err := registro.LeggiFiltro(func(campo string) string { return map[string]string{"azione": "ACCESSO"}[campo] })
		if err != nil {
			t.Fatal(err)
		}
		chi := auth.Identity{User: "capo", Tenant: nome, Roles: []string{auth.RuoloAmministratore}}
		p, err := registro.Nuovo(b.pools).Leggi(tenant.With(auth.With(t.Context(), chi), b.ambiente.Tenant(nome)), f, "")
		if err != nil {
			t.Fatal(err)
		}
		var ha []string
		for _, r := range p.Elementi {
			ha = append(ha, r.Attore+" "+r.Esito)
		}
		slices.Sort(ha)
		if diff := cmp.Diff(vuole, ha); diff != "" {
			t.Errorf("register of %s (-want +got):\n%s", nome, diff)
		}
	}
}

// The server of a command may be slow, or away: who has proved nothing does not make us open it, and
// cannot tell by it that a name exists.
func TestChiERifiutatoNonApreLaBancaDelTenant(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET banca = 'che_non_ce' WHERE nome = 'alfa'`)
	vuole := []string{"CREDENZIALI_NON_VALIDE", "CREDENZIALI_NON_VALIDE", "CREDENZIALI_NON_VALIDE", "CREDENZIALI_NON_VALIDE", "TROPPI_TENTATIVI 2"}
	for _, utente := range []string{"mario", "nessuno"} {
		var detto []string
		for range vuole {
			detto = append(detto, esito(t, b.realm, da(utente, "192.0.2.1")))
		}
		if diff := cmp.Diff(vuole, detto); diff != "" {
			t.Errorf("%s (-want +got):\n%s", utente, diff)
		}
	}
	if righe := b.registrati(t, ""); len(righe) != 10 || len(b.log.Con("accesso non registrato")) > 0 {
		t.Errorf("register %q\n%s", righe, b.log.Testo())
	}
	if _, err := b.realm.AccediSso(t.Context(), accesso.Validato{Utente: "antico"}, "192.0.2.1"); err == nil {
		t.Error("admitted without a line")
	}
}

func (b *banco) registrati(t *testing.T, database string) []string {
	t.Helper()
	righe, err := b.ambiente.Banca(t, "core", database).Query(context.Background(),
		`SELECT concat_ws(' ', attore, azione, oggetto, esito, indirizzo, nullif(motivo, '')) FROM registro WHERE azione = 'ACCESSO' ORDER BY posizione`)
	if err != nil {
		t.Fatal(err)
	}
	defer righe.Close()
	var tutte []string
	for righe.Next() {
		var riga string
		if err := righe.Scan(&riga); err != nil {
			t.Fatal(err)
		}
		tutte = append(tutte, riga)
	}
	return tutte
}

func TestTokenRifiutati(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	risposta, err := b.realm.Login(t.Context(), buona())
	if err != nil {
		t.Fatal(err)
	}
	buono := risposta.Token
	daAltra, err := nuovaChiave(t).Firma(pretese())
	if err != nil {
		t.Fatal(err)
	}
	parti := strings.Split(buono, ".")
	casi := []struct{ regola, modulo, token string }{
		{"signed by another key", "connessione", daAltra},
		{"another key under our name", "connessione", parti[0] + strings.TrimPrefix(daAltra, strings.Split(daAltra, ".")[0])},
		{"changed content", "connessione", parti[0] + "." + strings.Split(daAltra, ".")[1] + "." + parti[2]},
		{"no signature", "connessione", parti[0] + "." + parti[1] + "."},
		{"alg none", "connessione", algNone(t)},
		{"HMAC with the public key as secret", "connessione", hmacConChiavePubblica(t, b.chiavi.Insieme())},
		{"empty", "connessione", ""},
		{"not a token", "connessione", "a.b.c"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			if _, err := b.verificatore(t, c.modulo).Verify(buono); err != nil {
				t.Fatalf("the good token: %v", err)
			}
			if i, err := b.verificatore(t, c.modulo).Verify(c.token); !problem.Is(err, "CREDENZIALI_NON_VALIDE") {
				t.Errorf("identity %+v, error %v", i, err)
			}
		})
	}
}

func TestTokenScadeDopo31Minuti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	risposta, err := b.realm.Login(t.Context(), buona())
	if err != nil {
		t.Fatal(err)
	}
	v := b.verificatore(t, "connessione")
	b.orologio.Avanza(30 * time.Minute)
	if _, err := v.Verify(risposta.Token); err != nil {
		t.Errorf("after 30 minutes: %v", err)
	}
	b.orologio.Avanza(time.Minute + 6*time.Second) // a little more than the clocks' tolerance
	if _, err := v.Verify(risposta.Token); err == nil {
		t.Error("accepted after 31 minutes")
	}
}

func algNone(t *testing.T) string {
	t.Helper()
	s, err := jwt.NewWithClaims(jwt.SigningMethodNone, pretese()).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func hmacConChiavePubblica(t *testing.T, insieme []byte) string {
	t.Helper()
	var letto auth.KeySet
	if err := json.Unmarshal(insieme, &letto); err != nil {
		t.Fatal(err)
	}
	tk := jwt.NewWithClaims(jwt.SigningMethodHS256, pretese())
	tk.Header["kid"] = letto.Keys[0].Kid
	s, err := tk.SignedString([]byte(letto.Keys[0].X))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func pretese() auth.Claims {
	return auth.Claims{RegisteredClaims: jwt.RegisteredClaims{Subject: "mario", Issuer: auth.Issuer,
		Audience: []string{"connessione"}, ExpiresAt: jwt.NewNumericDate(tempo.Adesso().Add(100 * 365 * 24 * time.Hour))}, Roles: []string{"UFFICIO"}}
}
