package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	goldap "github.com/go-ldap/ldap/v3"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"

	"github.com/piattaforma-verbali/verbali/core/internal/app"
)

// cambiaGruppo puts Verdi into a group of a directory, or takes him out.
func cambiaGruppo(t *testing.T, l *testkit.LDAP, gruppo string, dentro bool) {
	t.Helper()
	conn, err := goldap.DialURL("ldap://" + l.Indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	m := goldap.NewModifyRequest("cn="+gruppo+","+l.BaseGruppi, nil)
	if dentro {
		m.Add("member", []string{l.DN("Verdi")})
	} else {
		m.Delete("member", []string{l.DN("Verdi")})
	}
	if err := conn.Bind(l.Amministratore, l.Password); err != nil {
		t.Fatal(err)
	}
	if err := conn.Modify(m); err != nil {
		t.Fatal(err)
	}
}

func TestIGruppiDannoIRuoli(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella), func(i *app.Impostazioni) { i.LDAPRilettura = time.Hour })
	b.amministratori(t)
	l := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi, Gruppi: []string{"Ufficio", "Reparti"}},
		testkit.VoceLDAP{CN: "Neri", UID: "neri", Password: segretoVerdi, Gruppi: []string{"Ufficio", "Capi"}})
	b.direttorio(t, cartella, "alfa", l)
	b.imposta(t, "alfa", "ldap.direttorio", "PROPRIO")
	if r := (programma{b, "capo.alfa", ""}).chiama(t, "POST", "/ruoli", `{"nome":"REPARTI","permessi":["reparto:amministra"]}`); r.stato != http.StatusCreated {
		t.Fatalf("%d %s", r.stato, r.corpo)
	}
	b.imposta(t, "alfa", "gruppi.ruoli", map[string][]string{"CN=Ufficio, " + l.BaseGruppi: {"UFFICIO"},
		"reparti": {"REPARTI", "LETTURA"}, "Altri": {"AMMINISTRATORE"}})
	b.utenzaLDAP(t, "alfa", "verdi", "LETTURA")
	entra := func(vuole int) *navigatore {
		t.Helper()
		n, r := b.accede(t, "verdi", segretoVerdi)
		if r.stato != vuole {
			t.Fatalf("login: %d\n%s", r.stato, r.corpo)
		}
		return n
	}
	sono := func(regola, ruoli, gruppi string) {
		t.Helper()
		if ha, diGruppi := b.ruoliDi(t, "verdi"); ha != ruoli || diGruppi != gruppi {
			t.Errorf("%s: %s (of groups %s), want %s (%s)", regola, ha, diGruppi, ruoli, gruppi)
		}
	}
	dentro := entra(http.StatusSeeOther)
	sono("beside the one by hand", "LETTURA,REPARTI,UFFICIO", "REPARTI,UFFICIO")
	dentro.apri("/CoreService/reparti").mostra(t, "PL01")
	b.dentro(t, "capo.alfa").apri("/CoreService/operatori/verdi").mostra(t, "Dai gruppi del comando: REPARTI, UFFICIO")

	cambiaGruppo(t, l, "Reparti", false)
	entra(http.StatusSeeOther)
	sono("out of a group, at the next login; the one by hand stays", "LETTURA,UFFICIO", "UFFICIO")
	if stato := dentro.apri("/CoreService/reparti").stato; stato != http.StatusForbidden {
		t.Errorf("the session that was open: %d", stato)
	}
	b.imposta(t, "alfa", "gruppi.ruoliAMano", "SOSTITUITI")
	entra(http.StatusSeeOther)
	sono("in the place of those by hand", "UFFICIO", "UFFICIO")
	cambiaGruppo(t, l, "Ufficio", false)
	if _, r := b.accede(t, "verdi", segretoVerdi); r.stato != http.StatusForbidden || !strings.Contains(r.corpo, "non ha alcun ruolo") {
		t.Errorf("in no group: %d\n%s", r.stato, r.corpo)
	}
	sono("in no group", "", "")
	if stato := dentro.apri("/CoreService/verbali").stato; stato != http.StatusForbidden {
		t.Errorf("the session of an account without roles: %d", stato)
	}
	if r := b.basic(t, "verdi", segretoVerdi); r.stato != http.StatusForbidden && r.stato != http.StatusUnauthorized {
		t.Errorf("BASIC without roles: %d", r.stato)
	}
	cambiaGruppo(t, l, "Ufficio", true)
	entra(http.StatusSeeOther)
	sono("in a group again", "UFFICIO", "UFFICIO")
	var righe int
	if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM registro
		WHERE attore = 'gruppi LDAP' AND azione = 'RUOLI_CAMBIATI' AND oggetto = 'alfa/verdi'`).Scan(&righe); err != nil || righe != 5 {
		t.Errorf("%d lines of the register (%v)", righe, err)
	}
}

// Groups never leave a command without administrators, and give nobody what no command gives.
func TestIGruppiNonDannoENonTolgonoTutto(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella), func(i *app.Impostazioni) { i.LDAPRilettura = time.Hour })
	b.amministratori(t)
	l := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Neri", UID: "neri", Password: segretoVerdi, Gruppi: []string{"Ufficio"}, Etichette: []string{"tutto"}})
	b.direttorio(t, cartella, "alfa", l)
	b.imposta(t, "alfa", "ldap.direttorio", "PROPRIO")
	b.imposta(t, "alfa", "gruppi.ruoliAMano", "SOSTITUITI")
	b.imposta(t, "alfa", "gruppi.ruoli", map[string][]string{"Ufficio": {"UFFICIO"}})
	b.utenzaLDAP(t, "alfa", "neri", "AMMINISTRATORE")
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'capo.alfa'`)
	if _, r := b.accede(t, "neri", segretoVerdi); r.stato != http.StatusSeeOther {
		t.Fatalf("%d", r.stato)
	}
	if ha, _ := b.ruoliDi(t, "neri"); ha != "AMMINISTRATORE,UFFICIO" {
		t.Errorf("the last administrator: %s", ha)
	}
	// Written past every door, as a release before this one might have left it.
	b.ambiente.Esegui(t, "core", "", `UPDATE impostazione SET valore = '{"Ufficio": ["PIATTAFORMA", "INTEGRATORE", "NON_PIU", "UFFICIO"]}' WHERE chiave = 'gruppi.ruoli'`)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'ATTIVO' WHERE username = 'capo.alfa'`)
	if _, r := b.accede(t, "neri", segretoVerdi); r.stato != http.StatusSeeOther {
		t.Fatalf("%d", r.stato)
	}
	if ha, _ := b.ruoliDi(t, "neri"); ha != "UFFICIO" {
		t.Errorf("roles that no command gives: %s", ha)
	}
	b.imposta(t, "alfa", "ldap.baseGruppi", "ou=altrove,dc=esempio,dc=it")
	if _, r := b.accede(t, "neri", segretoVerdi); r.stato != http.StatusServiceUnavailable {
		t.Errorf("groups that cannot be read: %d", r.stato)
	}
}

// Whoever is taken out of a group, or of the directory, loses roles and session without logging in again; where the
// directory does not answer everything stays as it was.
func TestIGruppiSiRileggono(t *testing.T) {
	t.Parallel()
	cartella := t.TempDir()
	b := apparecchia(t, conSegreti(cartella))
	b.amministratori(t)
	l := testkit.NuovoLDAP(t, testkit.VoceLDAP{CN: "Verdi", UID: "verdi", Password: segretoVerdi, Gruppi: []string{"Ufficio"}})
	b.direttorio(t, cartella, "alfa", l)
	b.imposta(t, "alfa", "ldap.direttorio", "PROPRIO")
	b.imposta(t, "alfa", "gruppi.ruoli", map[string][]string{"Ufficio": {"UFFICIO"}})
	b.utenzaLDAP(t, "alfa", "verdi", "LETTURA")
	dentro, r := b.accede(t, "verdi", segretoVerdi)
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d", r.stato)
	}
	generazione := func() (g int64) {
		t.Helper()
		if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT generazione FROM operatore WHERE username = 'verdi'`).Scan(&g); err != nil {
			t.Fatal(err)
		}
		return g
	}
	prima := generazione()
	if stato := dentro.apri("/CoreService/lotti/nuovo").stato; stato != http.StatusOK {
		t.Fatalf("while in the group: %d", stato)
	}
	cambiaGruppo(t, l, "Ufficio", false)
	testkit.Attendi(t, 10*time.Second, "the groups to be read again", func() bool {
		return dentro.apri("/CoreService/lotti/nuovo").stato == http.StatusForbidden
	})
	if dopo := generazione(); dopo <= prima {
		t.Errorf("tokens of before are still good: generation %d, was %d", dopo, prima)
	}
	conn, err := goldap.DialURL("ldap://" + l.Indirizzo)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := conn.Bind(l.Amministratore, l.Password); err != nil {
		t.Fatal(err)
	}
	if err := conn.Del(goldap.NewDelRequest(l.DN("Verdi"), nil)); err != nil {
		t.Fatal(err)
	}
	testkit.Attendi(t, 10*time.Second, "the session of who is gone to end", func() bool {
		return dentro.apri("/CoreService/").stato == http.StatusSeeOther
	})
}
