// Package banco is the bench of the tests: the rooms of the service on databases of their own. Only tests import it.
package banco

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/atto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/consultazione"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/inserimento"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/integratore"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/intestatario"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/pratica"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/ufficio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/db"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
	"github.com/piattaforma-verbali/verbali/shared/spine/tabella"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

// Ora is when the tests take place: a Friday morning in Rome.
func Ora() time.Time { return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) }

// Stanze are the rooms of one process.
type Stanze struct {
	Archivio      *archivio.Store
	Ufficio       *ufficio.Ufficio
	Deposito      *deposito.Deposito
	Soap          verbaleins.Operazioni
	Intestatari   *intestatario.Service
	Atti          *atto.Service
	Pratiche      *pratica.Service
	Consultazione *consultazione.Service
}

// NuoveStanze composes the rooms on some databases, with the copies of core's data as they are now.
func NuoveStanze(t testing.TB, pools *db.Pools, documenti *deposito.Deposito, adesso func() time.Time) *Stanze {
	t.Helper()
	u := &ufficio.Ufficio{Anagrafe: anagrafe.New(pools, anagrafe.Everything), Tabelle: tabella.New(pools)}
	for _, aggiorna := range []func(context.Context) error{u.Anagrafe.Refresh, u.Tabelle.Refresh} {
		if err := aggiorna(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	stampatore, err := stampa.Nuovo(static.FS())
	if err != nil {
		t.Fatalf("%v (run make risorse)", err)
	}
	a := archivio.NuovoStore(pools, adesso)
	return &Stanze{Archivio: a, Ufficio: u, Deposito: documenti,
		Soap: verbaleins.Operazioni{Inserimento: &inserimento.Service{Archivio: a, Ufficio: u, Deposito: documenti, Adesso: adesso},
			Integratore: &integratore.Service{Archivio: a, Ufficio: u}},
		Intestatari: &intestatario.Service{Archivio: a, Ufficio: u},
		Atti:        &atto.Service{Archivio: a, Ufficio: u, Deposito: documenti, Stampatore: stampatore, Adesso: adesso},
		Pratiche:    &pratica.Service{Archivio: a, Ufficio: u, Adesso: adesso}, Consultazione: &consultazione.Service{Archivio: a, Deposito: documenti}}
}

// Magazzino is a store of documents that ends with the test.
func Magazzino(t testing.TB, url string) *deposito.Deposito {
	t.Helper()
	d, err := deposito.Apri(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Chiudi() })
	return d
}

// Banco is the rooms on databases of their own, with a clock.
type Banco struct {
	*testkit.Ambiente
	*Stanze

	Orologio *tempo.Orologio
}

// NuovoBanco prepares a bench; passi change core's tables before they are read.
func NuovoBanco(t testing.TB, passi ...string) *Banco {
	t.Helper()
	b := &Banco{Ambiente: testkit.NuovoAmbiente(t), Orologio: tempo.Fisso(Ora())}
	for _, sql := range passi {
		b.Esegui(t, "core", "", sql)
	}
	b.Stanze = NuoveStanze(t, b.Pools(t, "elaborazione"), Magazzino(t, "mem://"), b.Orologio.Adesso)
	return b
}

// Repliche are the bench and a second process on the same databases: what the first keeps in memory the second does
// not know.
func (b *Banco) Repliche(t *testing.T) []*Stanze {
	t.Helper()
	return []*Stanze{b.Stanze, NuoveStanze(t, b.Pools(t, "elaborazione"), b.Deposito, b.Orologio.Adesso)}
}

// Come is the context of a caller of a tenant.
func (b *Banco) Come(nome, utente string, ruoli ...string) context.Context {
	ctx := tenant.With(context.Background(), b.Tenant(nome))
	return auth.With(ctx, auth.Identity{User: utente, Tenant: nome, Roles: ruoli})
}

// Integratore is the context of the integrator of a tenant.
func (b *Banco) Integratore(nome string) context.Context {
	return b.Come(nome, "integratore."+nome, auth.RuoloIntegratore)
}

// UnVerbale is what an integrator sends when it knows the plate alone; cambia makes it another. Each is
// at a place of its own, so that none is the possible double of another.
func UnVerbale(idEsterno string, cambia ...func(*richiesta.Verbale)) richiesta.Verbale {
	v := richiesta.Verbale{
		IDEsterno: idEsterno, DataOraViolazione: time.Date(2026, 11, 12, 10, 20, 0, 0, calendario.Roma()),
		Luogo:                      richiesta.Luogo{ComuneIstat: "039014", Indirizzo: "Via Roma", Civico: idEsterno},
		Veicolo:                    richiesta.Veicolo{Targa: "AB123CD", TargaScritta: "ab 123-cd", Nazione: "IT"},
		Violazioni:                 []richiesta.Violazione{{Articolo: "158", Comma: "2", Lettera: "d"}},
		MotivoMancataContestazione: "assenza del trasgressore",
		Agenti:                     []richiesta.Agente{{Matricola: "A001"}}, Reparto: "PL01",
	}
	for _, f := range cambia {
		f(&v)
	}
	return v
}

// Inserisce inserts and must succeed.
func (b *Banco) Inserisce(ctx context.Context, t testing.TB, v richiesta.Verbale) verbaleins.Esito {
	t.Helper()
	e, err := b.Soap.Inserisci(ctx, v)
	if err != nil {
		t.Fatalf("%s: %v", v.IDEsterno, err)
	}
	return e
}

// Campi are the fields that a refusal names, in order.
func Campi(err error) []string {
	var nomi []string
	if e := problem.As(err); e != nil {
		for _, c := range e.Campi {
			nomi = append(nomi, c.Campo)
		}
	}
	return nomi
}

// Conta runs a query that gives one number in a tenant's database.
func (b *Banco) Conta(t *testing.T, nome, sql string, args ...any) (n int) {
	t.Helper()
	if err := b.Banca(t, "elaborazione", nome).QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// Elenca runs a query that gives one text a row.
func (b *Banco) Elenca(t testing.TB, nome, sql string, args ...any) string {
	t.Helper()
	rows, err := b.Banca(t, "elaborazione", nome).Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var tutti []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		tutti = append(tutti, s)
	}
	return strings.Join(tutti, " ")
}

// Rivive fails unless the events of the fine replay to what the tables hold.
func (b *Banco) Rivive(ctx context.Context, t *testing.T, id string) {
	t.Helper()
	r, err := b.Archivio.RicalcolaUno(ctx, uuid.MustParse(id))
	if err != nil || len(r.Diversi) > 0 {
		t.Errorf("ricalcolo: %v %+v", err, r.Diversi)
	}
}

// Impostazione is the statement by which tenant alfa sets something; valore is JSON.
func Impostazione(chiave, valore string) string {
	return fmt.Sprintf(`INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', '%s', '%s')
		ON CONFLICT (tenant, chiave, valida_da) DO UPDATE SET valore = EXCLUDED.valore`, chiave, valore)
}

// ViolazioneDa puts the violation so many days before the day of the tests.
func ViolazioneDa(giorni int) func(*richiesta.Verbale) {
	g := calendario.Da(Ora()).AddDays(-giorni).Inizio().Add(10 * time.Hour)
	return func(v *richiesta.Verbale) { v.DataOraViolazione = g }
}

// SenzaRidotto finds a row of the table that admits no reduced payment and is no offence.
func SenzaRidotto(t *testing.T, b *Banco) richiesta.Violazione {
	t.Helper()
	giorno := calendario.MustParse("2026-11-12")
	for _, r := range b.Ufficio.Tabelle.Violazioni().Tutte() {
		if _, vigente := b.Ufficio.Tabelle.Violazioni().Cerca(r.Codice, giorno); !r.PagamentoRidotto && !r.Penale && vigente && len(r.Classi) == 0 && !r.Recidiva {
			return richiesta.Violazione{Articolo: r.Articolo, Comma: r.Comma, Lettera: r.Lettera, Codice: r.Codice}
		}
	}
	t.Fatal("la tabella non ha righe senza pagamento ridotto")
	return richiesta.Violazione{}
}
