package esitopostale_test

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/esitopostale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const csvUTF8 = "text/csv"

// banco works files of outcomes by hand, two rows a chunk: who takes a message from the outbox is the test.
type banco struct {
	*testkit.Ambiente
	*esitopostale.Service
	stanze *banchi.Stanze
	lotti  *lotto.Service
	ctx    context.Context //nolint:containedctx // of an officer of alfa
	ora    time.Time
	nome   string // of the lot
}

// nuovoBanco has a lot of n letters that left on 20/11/2026; today is 10/1/2027. Prima are statements for core, run before anything is read.
func nuovoBanco(t *testing.T, n int, prima ...string) *banco {
	t.Helper()
	b := &banco{Ambiente: testkit.NuovoAmbiente(t), ora: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)}
	for _, sql := range prima {
		b.Esegui(t, "core", "", sql)
	}
	adesso := func() time.Time { return b.ora }
	pools := b.Pools(t, "elaborazione")
	b.stanze = banchi.NuoveStanze(t, pools, banchi.Magazzino(t, "mem://"), adesso)
	b.lotti = &lotto.Service{Store: &lotto.Store{Pools: pools}, Archivio: b.stanze.Archivio, Atti: b.stanze.Atti, Deposito: b.stanze.Deposito,
		Adesso: adesso, Log: slog.New(slog.DiscardHandler), PerPorzione: 100}
	b.Service = &esitopostale.Service{Store: &esitopostale.Store{Pools: pools}, Archivio: b.stanze.Archivio,
		Deposito: b.stanze.Deposito, Adesso: adesso, PerPorzione: 2}
	b.ctx = b.come("alfa", "ufficio.alfa", auth.RuoloUfficio)
	b.spedisce(t, n)
	b.ora = time.Date(2027, 1, 10, 9, 0, 0, 0, time.UTC)
	return b
}

func (b *banco) come(comando, utente, ruolo string) context.Context {
	return auth.With(tenant.With(context.Background(), b.Tenant(comando)), auth.Identity{User: utente, Tenant: comando, Roles: []string{ruolo}})
}

// spedisce inserts fines, prints their acts and sends the lot.
func (b *banco) spedisce(t *testing.T, n int) {
	t.Helper()
	for i := range n {
		b.inserisce(t, strconv.Itoa(i))
	}
	id := uuid.MustParse(b.leggi(t, `SELECT id::text FROM lotto WHERE automatico AND stato = 'BOZZA'`)[0])
	if _, err := b.lotti.Comanda(b.ctx, id, lotto.Chiudi); err != nil {
		t.Fatal(err)
	}
	if err := b.lotti.Lavora(b.ctx, scrittura.Messaggio{Consumatore: "prova", ID: "lotto"}, id, 1); err != nil {
		t.Fatal(err)
	}
	l, err := b.lotti.Lotto(b.ctx, id)
	if err != nil || l.Voci.OK != n {
		t.Fatalf("%+v %v", l, err)
	}
	b.nome = l.Nome
}

// inserisce records a fine of a known owner and prints its act.
func (b *banco) inserisce(t *testing.T, nome string) {
	t.Helper()
	ctx := b.come("alfa", "integratore.alfa", auth.RuoloIntegratore)
	_, err := b.stanze.Soap.Inserisci(ctx, richiesta.Verbale{
		IDEsterno: "E-" + nome, DataOraViolazione: time.Date(2026, 11, 12, 10, 20, 0, 0, calendario.Roma()),
		Luogo:      richiesta.Luogo{ComuneIstat: "039014", Indirizzo: "Via Roma", Civico: nome},
		Veicolo:    richiesta.Veicolo{Targa: "AB123CD", TargaScritta: "AB123CD", Nazione: "IT"},
		Violazioni: []richiesta.Violazione{{Articolo: "158", Comma: "2", Lettera: "d"}},
		Obbligato:  &richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Verdi", Nome: "Luca"}},
		Agenti:     []richiesta.Agente{{Matricola: "A001"}}, Reparto: "PL01", MotivoMancataContestazione: "assenza del trasgressore",
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, coppia := range b.leggi(t, `SELECT verbale || ' ' || id FROM posizione WHERE NOT EXISTS (SELECT FROM documento d WHERE d.posizione = posizione.id)`) {
		v, p, _ := strings.Cut(coppia, " ")
		if err := banchi.Stampa(b.ctx, b.stanze.Atti, uuid.MustParse(v), uuid.MustParse(p)); err != nil {
			t.Fatal(err)
		}
	}
}

func (b *banco) leggi(t *testing.T, sql string, args ...any) (righe []string) {
	t.Helper()
	rows, err := b.Banca(t, "elaborazione", "alfa").Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		righe = append(righe, s)
	}
	return righe
}

// file is a file of rows under a header; LOTTO stands for the name of the lot.
func (b *banco) file(testata string, righe ...string) []byte {
	return []byte(strings.ReplaceAll(testata+"\n"+strings.Join(righe, "\n")+"\n", "LOTTO", b.nome))
}

func (b *banco) carica(t *testing.T, corpo []byte) esitopostale.Esito {
	t.Helper()
	e, err := b.Carica(b.ctx, corpo, csvUTF8, "")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// lavora plays every chunk of a file, each message twice.
func (b *banco) lavora(t *testing.T, e esitopostale.Esito) esitopostale.Dettaglio {
	t.Helper()
	for porzione := 1; porzione <= (e.Righe.Totale+1)/2; porzione++ {
		for range 2 {
			b.porzione(t, e, fmt.Sprintf("%s-%d", e.ID, porzione), porzione)
		}
	}
	return b.dettaglio(t, e)
}

func (b *banco) porzione(t *testing.T, e esitopostale.Esito, messaggio string, n int) {
	t.Helper()
	if err := b.Lavora(b.ctx, scrittura.Messaggio{Consumatore: "prova", ID: messaggio}, e.ID, n); err != nil {
		t.Fatal(err)
	}
}

func (b *banco) dettaglio(t *testing.T, e esitopostale.Esito) esitopostale.Dettaglio {
	t.Helper()
	d, err := b.Dettaglio(b.ctx, e.ID, "", "", 100)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// prende sends a file and works it.
func (b *banco) prende(t *testing.T, testata string, righe ...string) esitopostale.Dettaglio {
	t.Helper()
	return b.lavora(t, b.carica(t, b.file(testata, righe...)))
}

// stato is what is recorded of the letter at a place of the lot: attempt, day of effect and its proof, procedure,
// anomalies.
func (b *banco) stato(t *testing.T, sequenza int) string {
	t.Helper()
	return b.leggi(t, `SELECT concat_ws(' ', n.stato, coalesce(p.giorno_zero::text, '-'), '[' || p.prova || ']', f.procedura,
			(SELECT string_agg(a.tipo, ',' ORDER BY a.tipo) FROM anomalia a WHERE a.verbale = f.id))
		FROM voce v JOIN notifica n ON n.id = v.id JOIN posizione p ON p.id = v.posizione JOIN verbale f ON f.id = v.verbale WHERE v.ordine = $1`, sequenza)[0]
}

// rivive fails when the tables say otherwise than the events.
func (b *banco) rivive(t *testing.T) {
	t.Helper()
	r, err := b.Archivio.RicalcolaDopo(b.ctx, uuid.Nil, 100)
	if err != nil || r.Verbali == 0 || len(r.Diversi) > 0 {
		t.Errorf("%+v %v", r, err)
	}
}

func (b *banco) eventi(t *testing.T) string {
	t.Helper()
	return b.leggi(t, `SELECT count(*)::text FROM evento`)[0]
}
