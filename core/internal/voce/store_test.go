package voce_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

// riga is a department, as an example of an entry.
type riga struct {
	ID       int64 `gorm:"primaryKey;->"`
	Tenant   *string
	Codice   string
	Versione int
}

func (riga) TableName() string { return "reparto" }

func di(tenant, codice string) riga {
	return riga{Tenant: voce.Nullo(tenant), Codice: codice, Versione: 1}
}

func oggetto(codice string) voce.Oggetto {
	return voce.Oggetto{Tipo: "reparto", Tenant: "alfa", Chiave: codice}
}

type banco struct {
	pools *db.Pools
	conn  *pgx.Conn
}

func apparecchia(t *testing.T) banco {
	t.Helper()
	a := testkit.NuovoAmbiente(t, "alfa")
	return banco{pools: a.Pools(t, "core"), conn: a.Collega(t, "core", "")}
}

// prova runs f in a transaction that is kept only if f succeeds.
func (b banco) prova(ctx context.Context, f func(*db.Tx) error) error {
	return voce.Transazione(ctx, b.pools, f)
}

func (b banco) righe(t *testing.T, sql string) [][]string {
	t.Helper()
	r, err := b.conn.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	lette, err := pgx.CollectRows(r, func(r pgx.CollectableRow) ([]string, error) {
		valori := make([]string, len(r.FieldDescriptions()))
		dove := make([]any, len(valori))
		for i := range valori {
			dove[i] = &valori[i]
		}
		return valori, r.Scan(dove...)
	})
	if err != nil {
		t.Fatal(err)
	}
	return lette
}

const (
	registro = `SELECT attore, azione, oggetto_tipo, oggetto, esito, indirizzo FROM registro ORDER BY quando`
	fatti    = `SELECT soggetto, oggetto FROM uscita ORDER BY id`
)

func TestCreareLasciaFattoERegistroUnaVoltaSola(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	ctx := voce.Con(auth.With(t.Context(), auth.Identity{User: "capo", Tenant: "alfa"}), "192.0.2.7")
	diversa := problem.Conflitto("DIVERSA", "diversa")
	crea := func(diversa error) (esito voce.Esito, err error) {
		err = b.prova(ctx, func(tx *db.Tx) error {
			presente, nuovo, err := voce.Inserisci(tx, di("alfa", "PL09"), "tenant = ? AND codice = ?", "alfa", "PL09")
			if err != nil {
				return err
			}
			if presente.Codice != "PL09" || presente.ID == 0 || presente.Versione != 1 {
				t.Errorf("the row is %+v", presente)
			}
			esito, err = voce.Concludi(ctx, tx, nuovo, oggetto("PL09"), diversa)
			return err
		})
		return esito, err
	}
	// The difference is of no importance to the caller who is the first.
	if esito, err := crea(diversa); esito != voce.Creata || err != nil {
		t.Errorf("first: %q, %v", esito, err)
	}
	if esito, err := crea(nil); esito != voce.GiaPresente || err != nil {
		t.Errorf("again: %q, %v", esito, err)
	}
	if _, err := crea(diversa); !errors.Is(err, diversa) {
		t.Errorf("with other data: %v", err)
	}
	if diff := cmp.Diff([][]string{{"capo", "CREATO", "reparto", "alfa/PL09", "OK", "192.0.2.7"}}, b.righe(t, registro)); diff != "" {
		t.Errorf("audit (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"fatti.piattaforma.anagrafe.cambiata", "alfa"}}, b.righe(t, fatti)); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

func TestModificare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	cambia := func(tenant, codice string, versione int) error {
		return b.prova(t.Context(), func(tx *db.Tx) error {
			u := tx.Exec(`UPDATE reparto SET versione = versione + 1 WHERE tenant = ? AND codice = ? AND versione = ?`, tenant, codice, versione)
			if u.Error != nil {
				return u.Error
			}
			o := voce.Oggetto{Tipo: "reparto", Tenant: tenant, Chiave: codice}
			return voce.Modificata(t.Context(), tx, u.RowsAffected, o, voce.Trova(`SELECT FROM reparto WHERE tenant = ? AND codice = ?`, tenant, codice))
		})
	}
	casi := []struct {
		regola, tenant, reparto string
		versione                int
		codice                  string
	}{
		{"the version that is there", "alfa", "PL01", 1, ""},
		{"the version that was there", "alfa", "PL01", 1, "CAMBIATO_NEL_FRATTEMPO"},
		{"the next one", "alfa", "PL01", 2, ""},
		{"an entry that is not there", "alfa", "PL99", 1, "NON_TROVATO"},
		{"an entry of another tenant", "beta", "PL01", 3, "NON_TROVATO"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) { // in this order: each finds what the one before has left
			err := cambia(c.tenant, c.reparto, c.versione)
			if c.codice == "" && err != nil || c.codice != "" && !problem.Is(err, c.codice) {
				t.Errorf("%v, want %q", err, c.codice)
			}
			if c.codice == "CAMBIATO_NEL_FRATTEMPO" {
				if diff := cmp.Diff([]string{"versione"}, campi(t, err)); diff != "" {
					t.Errorf("fields (-want +got):\n%s", diff)
				}
			}
		})
	}
	riga := []string{"riga di comando", "CAMBIATO", "reparto", "alfa/PL01", "OK", ""}
	if diff := cmp.Diff([][]string{riga, riga}, b.righe(t, registro)); diff != "" {
		t.Errorf("audit (-want +got):\n%s", diff)
	}
	fatto := []string{"fatti.piattaforma.anagrafe.cambiata", "alfa"}
	if diff := cmp.Diff([][]string{fatto, fatto}, b.righe(t, fatti)); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

func TestCioCheFallisceNonLasciaTraccia(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	guasto := errors.New("guasto")
	err := b.prova(t.Context(), func(tx *db.Tx) error {
		if err := voce.Annuncia(t.Context(), tx, event.AnagrafeCambiata("alfa"), oggetto("PL01"), "BLOCCATO"); err != nil {
			return err
		}
		return guasto
	})
	if !errors.Is(err, guasto) || len(b.righe(t, registro)) != 0 {
		t.Errorf("%v, lines %v", err, b.righe(t, registro))
	}
}

func TestRichiede(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	if _, err := b.conn.Exec(t.Context(), `UPDATE reparto SET stato = 'CESSATO' WHERE codice = 'PL02'`); err != nil {
		t.Fatal(err)
	}
	if _, err := b.conn.Exec(t.Context(), `INSERT INTO tenant (nome, denominazione, banca, banca_pronta) VALUES ('meta', 'A metà', 'meta', false)`); err != nil {
		t.Fatal(err)
	}
	casi := []struct {
		regola   string
		richiede func(*db.Tx) error
		campi    []string
	}{
		{"a tenant", func(tx *db.Tx) error { return voce.RichiedeTenant(tx, "alfa") }, nil},
		{"no tenant: the platform", func(tx *db.Tx) error { return voce.RichiedeTenant(tx, "") }, nil},
		{"an unknown tenant", func(tx *db.Tx) error { return voce.RichiedeTenant(tx, "nessuno") }, []string{"tenant"}},
		{"a tenant half made", func(tx *db.Tx) error { return voce.RichiedeTenant(tx, "meta") }, []string{"tenant"}},
		{"a department", func(tx *db.Tx) error { return voce.RichiedeReparto(tx, "alfa", "PL01") }, nil},
		{"no department", func(tx *db.Tx) error { return voce.RichiedeReparto(tx, "alfa", "") }, nil},
		{"a department that has ceased", func(tx *db.Tx) error { return voce.RichiedeReparto(tx, "alfa", "PL02") }, []string{"reparto"}},
		{"a department of a tenant, for the platform", func(tx *db.Tx) error { return voce.RichiedeReparto(tx, "", "PL01") }, []string{"reparto"}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(c.campi, campi(t, b.prova(t.Context(), c.richiede))); diff != "" {
				t.Errorf("fields (-want +got):\n%s", diff)
			}
		})
	}
}

// A text that is looked for is found as it is written: no character of it is a pattern of the
// database.
func TestSimileCercaCioCheSiScrive(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for testo, cerca := range map[string][]string{
		"Sconto del 50%":    {"50%", "sconto DEL", ""},
		"Sconto del 50 per": {"sconto DEL", ""},
		`barra \ rovescia`:  {`\`, `\ `, ""},
		"pl_centro":         {"l_c", "_", ""},
		"plxcentro":         {""},
		"L'apostrofo":       {"l'a", ""},
	} {
		for _, c := range []string{"50%", "sconto DEL", `\`, `\ `, "l_c", "_", "l'a", ""} {
			var trovato bool
			if err := b.conn.QueryRow(t.Context(), `SELECT $1::text ILIKE $2`, testo, voce.Filtro{Cerca: c}.Simile()).Scan(&trovato); err != nil {
				t.Fatalf("%q: %v", c, err)
			}
			if trovato != slices.Contains(cerca, c) {
				t.Errorf("%q in %q: %v", c, testo, trovato)
			}
		}
	}
}
