package accesso_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/ldap"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

const segretoLDAP = "Segreto-del-direttorio"

// conDirettorio adds accounts that the directory checks, and gives a realm that asks it.
func (b *banco) conDirettorio(t *testing.T, voci ...testkit.VoceLDAP) *testkit.LDAP {
	t.Helper()
	s := testkit.NuovoLDAP(t, append(voci, testkit.VoceLDAP{CN: "Senza Riga", UID: "senzariga", Password: segretoLDAP})...)
	for _, v := range voci {
		b.crea(t, operatore.Operatore{Username: v.UID, Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloOperatore}})
	}
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET verifica = 'LDAP' WHERE username LIKE 'ldap.%'`)
	b.realm, b.log = b.replica(t, ldap.Nuovo(ldap.Opzioni{Indirizzo: s.Indirizzo, Base: s.Base, Filtro: ldap.FiltroDi("uid"),
		Amministratore: s.Amministratore, Password: s.Password}))
	return s
}

func TestUtenzaDelDirettorio(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.conDirettorio(t, testkit.VoceLDAP{CN: "Verdi, Nicolò (PL01)", UID: "ldap.verdi", Password: segretoLDAP},
		testkit.VoceLDAP{CN: "Bloccato", UID: "ldap.bloccato", Password: segretoLDAP})
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO' WHERE username = 'ldap.bloccato'`)
	b.ambiente.Esegui(t, "core", "", `INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, verifica)
		VALUES ('ldap.sconosciuto', 'alfa', 'PL01', 'PL01', '', '{OPERATORE}', 'LDAP')`)
	n := conta(b.realm)
	no := "CREDENZIALI_NON_VALIDE"
	casi := []struct {
		regola, utente, password, reparto, portale, codice string
		hash                                               int64
	}{
		{"its password is the directory's", "ldap.verdi", segretoLDAP, "PL01", "alfa", "AMMESSO", 0},
		{"the password of the row is none", "ldap.verdi", password, "PL01", "alfa", no, 0},
		{"an empty password", "ldap.verdi", "", "PL01", "alfa", no, 0},
		{"the department is compared", "ldap.verdi", segretoLDAP, "PL02", "alfa", no, 0},
		{"the portal is that of its tenant", "ldap.verdi", segretoLDAP, "PL01", "beta", no, 0},
		{"a blocked row does not enter", "ldap.bloccato", segretoLDAP, "PL01", "alfa", no, 0},
		{"in the directory without a row: as any unknown name", "senzariga", segretoLDAP, "PL01", "alfa", no, 1},
		{"a row without an entry", "ldap.sconosciuto", segretoLDAP, "PL01", "alfa", no, 0},
		{"a filter in the name", "ldap.verdi)(uid=*", segretoLDAP, "PL01", "alfa", no, 1},
		{"an asterisk", "ldap.*", segretoLDAP, "PL01", "alfa", no, 1},
		{"a local account is not asked of the directory", "mario", password, "PL01", "alfa", "AMMESSO", 1},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			n.Store(0)
			d := buona()
			d.Utente, d.Password, d.Reparto, d.Portale, d.Indirizzo = c.utente, c.password, c.reparto, c.portale, t.Name()
			if e := esito(t, b.realm, d); e != c.codice || n.Load() != c.hash {
				t.Errorf("%s with %d hashes, want %s with %d", e, n.Load(), c.codice, c.hash)
			}
		})
	}
}

func TestDirettorioLontanoFermaSoloLeSueUtenze(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	s := b.conDirettorio(t, testkit.VoceLDAP{CN: "Verdi", UID: "ldap.verdi", Password: segretoLDAP})
	d := buona()
	d.Utente, d.Password = "ldap.verdi", segretoLDAP
	if e := esito(t, b.realm, d); e != "AMMESSO" {
		t.Fatalf("while it is there: %s", e)
	}
	s.Ferma()
	for range 6 { // nobody judged the password: no delay grows
		if e := esito(t, b.realm, d); e != "LDAP_NON_DISPONIBILE 5" {
			t.Errorf("while it is away: %s", e)
		}
	}
	if len(b.log.Con("LDAP non disponibile")) != 6 {
		t.Errorf("log:\n%s", b.log.Testo())
	}
	if e := esito(t, b.realm, buona()); e != "AMMESSO" {
		t.Errorf("a local account: %s", e)
	}
	if righe := b.registrati(t, ""); len(righe) == 0 || righe[0] != "ldap.verdi ACCESSO alfa/connessione NON_VERIFICATO 192.0.2.7" {
		t.Errorf("register %q", righe)
	}
	senza, _ := b.replica(t, nil)
	if n := conta(senza); esito(t, senza, d) != "CREDENZIALI_NON_VALIDE" || n.Load() != 1 {
		t.Errorf("without a directory in the settings: %d hashes", n.Load())
	}
}

// While its directory is away an account is not locked, and no address tries for ever, nor fills register and log.
func TestDirettorioLontanoHaUnaMisura(t *testing.T) {
	t.Parallel()
	for regola, noto := range map[string]bool{"an address that the account never came in from": false, "one that it did": true} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			s := b.conDirettorio(t, testkit.VoceLDAP{CN: "Verdi", UID: "ldap.verdi", Password: segretoLDAP})
			d := buona()
			d.Utente, d.Password = "ldap.verdi", segretoLDAP
			if noto {
				if e := esito(t, b.realm, d); e != "AMMESSO" {
					t.Fatalf("while it is there: %s", e)
				}
			}
			s.Ferma()
			var esiti []string
			quanti := map[bool]int{false: 40, true: 140}[noto] // past the measure of the address, which is wider for who is known
			for range quanti {
				esiti = append(esiti, strings.Fields(esito(t, b.realm, d))[0])
			}
			if esiti[29] != "LDAP_NON_DISPONIBILE" || esiti[quanti-1] != "TROPPI_TENTATIVI" {
				t.Errorf("%s", esiti)
			}
			for range 100 { // twenty minutes, of which seven attempts are forgiven
				b.orologio.Avanza(12 * time.Second)
				_ = esito(t, b.realm, d)
			}
			if log := len(b.log.Con("LDAP non disponibile")); log < 30 || log > 140 {
				t.Errorf("%d lines in the log", log)
			}
			var righe int
			if err := b.ambiente.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM registro
				WHERE attore = 'ldap.verdi' AND esito <> 'AMMESSO'`).Scan(&righe); err != nil || righe < 30 || righe > 140 {
				t.Errorf("%d lines in the register (%v)", righe, err)
			}
			d.Indirizzo = "192.0.2.99"
			if e := esito(t, b.realm, d); e != "LDAP_NON_DISPONIBILE 5" {
				t.Errorf("from elsewhere: %s", e)
			}
		})
	}
}

// A command without a directory lets nobody of it in, as if the name did not exist: brake and lines are the same.
func TestSenzaDirettorioComeUnNomeIgnoto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.conDirettorio(t, testkit.VoceLDAP{CN: "Verdi", UID: "ldap.verdi", Password: segretoLDAP})
	senza, log := b.replica(t, nil)
	var sua, ignota []string
	for range 12 {
		sua = append(sua, esito(t, senza, da("ldap.verdi", "192.0.2.50")))
		ignota = append(ignota, esito(t, senza, da("mai.visto", "192.0.2.51")))
	}
	if !slices.Equal(sua, ignota) || !strings.HasPrefix(sua[11], "TROPPI_TENTATIVI") || !slices.Equal(b.storia(t, "ldap.verdi"), b.storia(t, "mai.visto")) {
		t.Errorf("%s, of an unknown name %s\n%s", sua, ignota, b.storia(t, "ldap.verdi"))
	}
	if len(log.Con("LDAP non disponibile")) != 0 {
		t.Errorf("log:\n%s", log.Testo())
	}
}

func TestAmministratoreDelDirettorioRifiutatoSiLeggeNelLog(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	s := b.conDirettorio(t, testkit.VoceLDAP{CN: "Verdi", UID: "ldap.verdi", Password: segretoLDAP})
	realm, log := b.replica(t, ldap.Nuovo(ldap.Opzioni{Indirizzo: s.Indirizzo, Base: s.Base, Filtro: ldap.FiltroDi("uid"),
		Amministratore: s.Amministratore, Password: "segreto-vecchio"}))
	d := buona()
	d.Utente, d.Password = "ldap.verdi", segretoLDAP
	if e := esito(t, realm, d); e != "LDAP_NON_DISPONIBILE 5" || len(log.Con("LDAP non disponibile")) != 1 {
		t.Errorf("%s\n%s", e, log.Testo())
	}
}
