package lotto_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
)

func TestMain(m *testing.M) { testkit.Main(m) }

func ora() time.Time { return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) }

// banco works lots of two items a chunk by hand: who takes a message from the outbox is the test.
type banco struct {
	*testkit.Ambiente
	*lotto.Service
	stanze   *banchi.Stanze
	ctx      context.Context //nolint:containedctx // of an officer of alfa
	cartella string          // of the documents
	orologio *tempo.Orologio

	revisione int // of the last outcome of SEND
}

func nuovoBanco(t *testing.T) *banco {
	t.Helper()
	b := &banco{Ambiente: testkit.NuovoAmbiente(t), cartella: t.TempDir(), orologio: tempo.Fisso(ora())}
	pools := b.Pools(t, "elaborazione")
	b.stanze = banchi.NuoveStanze(t, pools, banchi.Magazzino(t, "file://"+b.cartella), b.orologio.Adesso)
	b.Service = &lotto.Service{Store: &lotto.Store{Pools: pools}, Archivio: b.stanze.Archivio, Atti: b.stanze.Atti, Deposito: b.stanze.Deposito,
		Adesso: b.orologio.Adesso, Log: slog.New(slog.DiscardHandler), PerPorzione: 2}
	b.ctx = auth.With(tenant.With(context.Background(), b.Tenant("alfa")), auth.Identity{User: "ufficio.alfa", Tenant: "alfa", Roles: []string{auth.RuoloUfficio}})
	return b
}

// conAtto inserts fines of a known owner and prints their acts, which enter the open lot; cambia as in
// daStampare.
func (b *banco) conAtto(t *testing.T, n int, cambia ...func(*richiesta.Verbale)) (ids []uuid.UUID) {
	t.Helper()
	ids = b.daStampare(t, n, cambia...)
	for _, posizione := range b.leggi(t, `SELECT verbale || ' ' || id FROM posizione`) {
		var v, p string
		_, _ = fmt.Sscan(posizione, &v, &p)
		if err := banchi.Stampa(b.ctx, b.Atti, uuid.MustParse(v), uuid.MustParse(p)); err != nil {
			t.Fatal(err)
		}
	}
	return ids
}

// daStampare inserts fines of a known owner; cambia makes them others.
func (b *banco) daStampare(t *testing.T, n int, cambia ...func(*richiesta.Verbale)) (ids []uuid.UUID) {
	t.Helper()
	ctx := auth.With(tenant.With(context.Background(), b.Tenant("alfa")), auth.Identity{User: "integratore.alfa", Tenant: "alfa", Roles: []string{auth.RuoloIntegratore}})
	for i := range n {
		v := richiesta.Verbale{
			IDEsterno: fmt.Sprintf("L-%d", i), DataOraViolazione: time.Date(2026, 11, 12, 10, 20, 0, 0, calendario.Roma()),
			Luogo:      richiesta.Luogo{ComuneIstat: "039014", Indirizzo: "Via Roma", Civico: strconv.Itoa(i)},
			Veicolo:    richiesta.Veicolo{Targa: "AB123CD", TargaScritta: "AB123CD", Nazione: "IT"},
			Violazioni: []richiesta.Violazione{{Articolo: "158", Comma: "2", Lettera: "d"}},
			Obbligato:  &richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Verdi", Nome: "Luca"}},
			Agenti:     []richiesta.Agente{{Matricola: "A001"}}, Reparto: "PL01", MotivoMancataContestazione: "assenza del trasgressore",
		}
		for _, f := range cambia {
			f(&v)
		}
		e, err := b.stanze.Soap.Inserisci(ctx, v)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, uuid.MustParse(e.IDVerbale))
	}
	return ids
}

func (b *banco) leggi(t *testing.T, sql string) (righe []string) {
	t.Helper()
	rows, err := b.CollegaUso(t, "elaborazione", "alfa").Query(t.Context(), sql)
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

// lavori are the chunks that the outbox asks for, the oldest first.
func (b *banco) lavori(t *testing.T) (porzioni []int) {
	t.Helper()
	for _, corpo := range b.leggi(t, `SELECT corpo::text FROM uscita WHERE soggetto LIKE 'lavori.elaborazione.postale.%' ORDER BY posizione`) {
		var x struct {
			Porzione int `json:"porzione"`
		}
		if err := json.Unmarshal([]byte(corpo), &x); err != nil {
			t.Fatal(err)
		}
		porzioni = append(porzioni, x.Porzione)
	}
	return porzioni
}

func (b *banco) lavora(t *testing.T, id uuid.UUID, messaggio string, porzione int) lotto.Lotto {
	t.Helper()
	if err := b.Lavora(b.ctx, scrittura.Messaggio{Consumatore: "prova", ID: messaggio}, id, porzione); err != nil {
		t.Fatal(err)
	}
	return b.lotto(t, id)
}

func (b *banco) lotto(t *testing.T, id uuid.UUID) lotto.Lotto {
	t.Helper()
	l, err := b.Lotto(b.ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// chiude closes the open lot.
func (b *banco) chiude(t *testing.T) uuid.UUID {
	t.Helper()
	id := uuid.MustParse(b.leggi(t, `SELECT id::text FROM lotto WHERE automatico AND stato = 'BOZZA'`)[0])
	if _, err := b.Comanda(b.ctx, id, lotto.Chiudi); err != nil {
		t.Fatal(err)
	}
	return id
}
