package inserimento_test

import (
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// TestInsiemeUnoSoloSbaglia: of fines that come together, the bad one fails alone.
func TestInsiemeUnoSoloSbaglia(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	b.Inserisce(ctx, t, banco.UnVerbale("PRIMO", func(v *richiesta.Verbale) { v.Numero, v.Lettera = "7", "X" }))
	const quanti = 64
	var usati atomic.Int64
	var g errgroup.Group
	for i := range quanti {
		g.Go(func() error {
			v := banco.UnVerbale(fmt.Sprintf("C-%d", i))
			if i%8 == 0 {
				v.Numero, v.Lettera = "7", "X"
			}
			_, err := b.Soap.Inserisci(ctx, v)
			if i%8 == 0 && problem.Is(err, "NUMERO_GIA_USATO") {
				usati.Add(1)
				return nil
			}
			return err
		})
	}
	if err := g.Wait(); err != nil || usati.Load() != quanti/8 {
		t.Fatalf("%d rifiuti, %v", usati.Load(), err)
	}
	if s := b.Elenca(t, "alfa", `SELECT count(*) || ' ' || max(numero) || ' ' || (SELECT ultimo FROM numerazione) FROM verbale WHERE lettera = ''`); s != "56 56 56" {
		t.Error(s)
	}
}

// TestDoppioniInsieme: of two doubles that come at the same instant, one only goes on by itself, and each holds its act and
// names the other; also when they wait together for the same transaction, or at two processes.
func TestDoppioniInsieme(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	repliche := b.Repliche(t)
	const coppie = 24
	var validati [coppie]atomic.Int64
	var tutti sync.Map
	var g errgroup.Group
	for i := range 2 * coppie {
		g.Go(func() error {
			e, err := repliche[i%3%2].Soap.Inserisci(ctx, banco.UnVerbale(fmt.Sprintf("DI-%d", i), func(v *richiesta.Verbale) { v.Luogo.Civico = strconv.Itoa(i / 2) }))
			if e.Procedura != "DA_VALIDARE" {
				validati[i/2].Add(1)
			}
			tutti.Store(e.IDVerbale, true)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	for i := range validati {
		if n := validati[i].Load(); n != 1 {
			t.Errorf("coppia %d: %d andati avanti da soli", i, n)
		}
	}
	if s := b.Elenca(t, "alfa", `SELECT count(*) || ' ' || count(DISTINCT a.verbale) || ' ' || count(*) FILTER (WHERE EXISTS (SELECT FROM anomalia b
		WHERE b.verbale = a.altro AND b.altro = a.verbale)) FROM anomalia a WHERE tipo = 'POSSIBILE_DOPPIONE' AND chiusa IS NULL`); s != "48 48 48" {
		t.Errorf("anomalie, verbali, reciproche: %s", s)
	}
	tutti.Range(func(id, _ any) bool { b.Rivive(ctx, t, id.(string)); return true })
}

// TestNumeroPresoNelFrattempo: a sender takes our next number after we looked and before we wrote.
func TestNumeroPresoNelFrattempo(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	b.Inserisce(ctx, t, banco.UnVerbale("MODELLO", func(v *richiesta.Verbale) { v.Numero, v.Lettera = "9", "Z" }))
	mittente := b.Collega(t, "elaborazione", "alfa")
	tx, err := mittente.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `INSERT INTO verbale SELECT (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'lettera', '',
		'numero', 1, 'id_esterno', 'MITTENTE'))).* FROM verbale v WHERE id_esterno = 'MODELLO'`); err != nil {
		t.Fatal(err)
	}
	numero := make(chan string, 1)
	go func() {
		e, err := b.Soap.Inserisci(ctx, banco.UnVerbale("NOSTRO"))
		numero <- fmt.Sprint(e.Numero, err)
	}()
	testkit.Attendi(t, 10*time.Second, "our insertion to wait for the sender's", func() bool {
		return b.Conta(t, "alfa", `SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.datname = current_database()
			WHERE NOT l.granted AND l.locktype = 'transactionid'`) > 0
	})
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := <-numero; s != "2<nil>" {
		t.Errorf("numero %s", s)
	}
	if n := b.Conta(t, "alfa", `SELECT ultimo FROM numerazione WHERE lettera = ''`); n != 2 {
		t.Errorf("la serie è a %d", n)
	}
}
