package verbale_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
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

func TestMain(m *testing.M) { testkit.Main(m) }

// ora is when the tests take place: a Friday morning in Rome.
func ora() time.Time { return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) }

// banco is the use cases of a fine on their own databases.
type banco struct {
	*testkit.Ambiente
	*verbale.Service
	pools    *db.Pools
	orologio *tempo.Orologio
}

// nuovoBanco prepares the service; passi change core's tables before they are read.
func nuovoBanco(t testing.TB, passi ...string) *banco {
	t.Helper()
	b := &banco{Ambiente: testkit.NuovoAmbiente(t), orologio: tempo.Fisso(ora())}
	for _, sql := range passi {
		b.Esegui(t, "core", "", sql)
	}
	b.pools = b.Piscine(t, "elaborazione")
	copia := anagrafe.New(b.pools)
	if err := copia.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	tabelle := tabella.New(b.pools)
	if err := tabelle.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	magazzino, err := deposito.Apri(t.Context(), "mem://")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = magazzino.Chiudi() })
	stampatore, err := stampa.Nuovo(static.FS())
	if err != nil {
		t.Fatalf("%v (run make risorse)", err)
	}
	b.Service = &verbale.Service{
		Store: verbale.NuovoStore(b.pools, b.orologio.Adesso), Anagrafe: copia, Deposito: magazzino,
		Tabelle: tabelle, Stampatore: stampatore, Adesso: b.orologio.Adesso, Log: slog.New(slog.DiscardHandler),
	}
	return b
}

// repliche are the service and a second process of it on the same databases: what the first keeps in
// memory the second does not know.
func (b *banco) repliche(t *testing.T) []*verbale.Service {
	t.Helper()
	altra := *b.Service
	altra.Store = verbale.NuovoStore(b.Piscine(t, "elaborazione"), b.orologio.Adesso)
	return []*verbale.Service{b.Service, &altra}
}

// come is the context of a caller of a tenant.
func (b *banco) come(nome, utente string, ruoli ...string) context.Context {
	ctx := tenant.With(context.Background(), b.Tenant(nome))
	return auth.With(ctx, auth.Identity{User: utente, Tenant: nome, Roles: ruoli})
}

func (b *banco) integratore(nome string) context.Context {
	return b.come(nome, "integratore."+nome, auth.RuoloIntegratore)
}

// unVerbale is what an integrator sends when it knows the plate alone; cambia makes it another. Each is
// at a place of its own, so that none is the possible double of another.
func unVerbale(idEsterno string, cambia ...func(*verbaleins.Verbale)) verbaleins.Verbale {
	v := verbaleins.Verbale{
		IDEsterno: idEsterno, DataOraViolazione: time.Date(2026, 11, 12, 10, 20, 0, 0, calendario.Roma()),
		Luogo:                      verbaleins.Luogo{ComuneIstat: "039014", Indirizzo: "Via Roma", Civico: idEsterno},
		Veicolo:                    verbaleins.Veicolo{Targa: "AB123CD", TargaScritta: "ab 123-cd", Nazione: "IT"},
		Violazioni:                 []verbaleins.Violazione{{Articolo: "158", Comma: "2", Lettera: "d"}},
		MotivoMancataContestazione: "assenza del trasgressore",
		Agenti:                     []verbaleins.Agente{{Matricola: "A001"}}, Reparto: "PL01",
	}
	for _, f := range cambia {
		f(&v)
	}
	return v
}

// inserisce inserts and must succeed.
func (b *banco) inserisce(ctx context.Context, t *testing.T, v verbaleins.Verbale) verbaleins.Esito {
	t.Helper()
	e, err := b.Inserisci(ctx, v)
	if err != nil {
		t.Fatalf("%s: %v", v.IDEsterno, err)
	}
	return e
}

// campi are the fields that a refusal names, in order.
func campi(err error) []string {
	var nomi []string
	if e := problem.As(err); e != nil {
		for _, c := range e.Campi {
			nomi = append(nomi, c.Campo)
		}
	}
	return nomi
}

// conta runs a query that gives one number in a tenant's database.
func (b *banco) conta(t *testing.T, nome, sql string, args ...any) (n int) {
	t.Helper()
	if err := b.Collega(t, "elaborazione", nome).QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

// elenca runs a query that gives one text a row.
func (b *banco) elenca(t *testing.T, nome, sql string, args ...any) string {
	t.Helper()
	rows, err := b.Collega(t, "elaborazione", nome).Query(t.Context(), sql, args...)
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

// rivive fails unless the events of the fine replay to what the tables hold.
func (b *banco) rivive(ctx context.Context, t *testing.T, id string) {
	t.Helper()
	r, err := b.Store.RicalcolaUno(ctx, uuid.MustParse(id))
	if err != nil || len(r.Diversi) > 0 {
		t.Errorf("ricalcolo: %v %+v", err, r.Diversi)
	}
}

func impostazione(chiave, valore string) string {
	return fmt.Sprintf(`INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', '%s', '%s')
		ON CONFLICT (tenant, chiave, valida_da) DO UPDATE SET valore = EXCLUDED.valore`, chiave, valore)
}
