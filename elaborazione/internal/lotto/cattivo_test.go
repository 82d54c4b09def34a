package lotto_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestElenchiSmisurati: who sends a wrong file by the thousand is told what is wrong with it, not each line of it.
func TestElenchiSmisurati(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	sbagliati := strings.Split(strings.Repeat("x ", 100_000), " ")[:100_000]
	for campo, r := range map[string]lotto.Richiesta{
		"verbali[0]":          {Tipo: verbale.LottoPdf, Scelti: sbagliati[:9_000]},
		"verbali":             {Tipo: verbale.LottoPdf, Scelti: sbagliati},
		"filtro.procedura[0]": {Tipo: verbale.LottoPdf, Filtro: &lotto.Filtro{Procedura: sbagliati}},
	} {
		_, err := b.Crea(b.ctx, r)
		if e := problem.As(err); e == nil || e.Campi[0].Campo != campo || len(e.Campi) > 20 {
			t.Errorf("%s: %.300v", campo, err)
		}
	}
}

// TestFiltroVuoto: an empty list of procedures does not narrow, as one that is not there.
func TestFiltroVuoto(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 2)
	if l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPdf, Filtro: &lotto.Filtro{Procedura: []string{}}}); err != nil || l.Voci.Totale != 2 {
		t.Errorf("%+v %v", l, err)
	}
}

// TestCursoriAltrui: a cursor that no page ever gave is the caller's fault.
func TestCursoriAltrui(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 1)
	id := b.chiude(t)
	for _, cursore := range []string{"3000000000." + uuid.NewString(), "-1." + uuid.NewString(), "1", "1.x", "\x00"} {
		if _, err := b.Voci(b.ctx, id, "", cursore, 10); !problem.Is(err, "DATI_NON_VALIDI") || problem.As(err).Campi[0].Campo != "cursore" {
			t.Errorf("%q: %v", cursore, err)
		}
	}
}

// TestDueRichiesteInsieme: a request about fines that another one is putting into its lot waits for it, also where
// the two meet them in different orders on the disk; neither is refused.
func TestDueRichiesteInsieme(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 2)
	posizioni := b.leggi(t, `SELECT id::text FROM posizione ORDER BY id`)
	// The first position becomes the last one on the disk.
	b.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET reparto = reparto WHERE id = (SELECT verbale FROM posizione WHERE id = $1)`, posizioni[0])
	b.Esegui(t, "elaborazione", "alfa", `UPDATE posizione SET titolo = titolo WHERE id = $1`, posizioni[0])
	altra, err := b.Banca(t, "elaborazione", "alfa").Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = altra.Rollback(t.Context()) }()
	entra := func(posizione string) error {
		_, err := altra.Exec(t.Context(), `WITH l AS (INSERT INTO lotto (id, tipo, stato, creato, creato_da) VALUES (gen_random_uuid(), 'PDF', 'BOZZA', now(), 'prova') RETURNING id)
			INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato)
			SELECT gen_random_uuid(), l.id, 'PDF', p.verbale, p.id, 'IN_ATTESA' FROM posizione p, l WHERE p.id = $1`, posizione)
		return err
	}
	if err := entra(posizioni[0]); err != nil {
		t.Fatal(err)
	}
	fatto := make(chan error, 1)
	go func() {
		_, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoPdf, Filtro: &lotto.Filtro{}})
		fatto <- err
	}()
	testkit.Attendi(t, 30*time.Second, "the request to wait", func() bool {
		return b.leggi(t, `SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)[0] == "1"
	})
	if err := entra(posizioni[1]); err != nil {
		t.Errorf("the other: %v", err)
	}
	if err := altra.Commit(t.Context()); err != nil {
		t.Error(err)
	}
	if err := <-fatto; !problem.Is(err, "LOTTO_VUOTO") {
		t.Error(err)
	}
}

// TestMotivoPerPersone: of a failure inside the officer reads that it is one, not the words of the database.
func TestMotivoPerPersone(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	b.conAtto(t, 1)
	id := b.chiude(t)
	b.Esegui(t, "elaborazione", "alfa", `ALTER TABLE voce ADD CONSTRAINT guasto CHECK (stato <> 'OK') NOT VALID`)
	if err := b.LavoroPostale(b.ctx, bus.Message{ID: "m", Body: fmt.Appendf(nil, `{"idLotto":%q,"porzione":1}`, id), Deliveries: 8}); err == nil {
		t.Fatal("nothing failed")
	}
	if l := b.lotto(t, id); l.Stato != verbale.LottoFallito || l.Motivo != "Errore interno: il motivo è nel log del servizio." {
		t.Errorf("%+v", l)
	}
}
