package integratore_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// chiavi are the keys of the fines in an answer, with their procedura.
func chiavi(e verbaleins.EsitoVariazioni) (tutte []string) {
	for _, v := range e.Variazioni {
		tutte = append(tutte, v.IDEsterno+" "+v.Procedura)
	}
	return tutte
}

// legge reads variations and must succeed.
func legge(ctx context.Context, t *testing.T, s *banco.Stanze, cursore string, massimo int) verbaleins.EsitoVariazioni {
	t.Helper()
	e, err := s.Soap.Variazioni(ctx, cursore, massimo)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestVariazioni(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	vuoto := legge(ctx, t, b.Stanze, "", 10)
	if len(vuoto.Variazioni) != 0 || vuoto.Altre || vuoto.Cursore == "" {
		t.Fatalf("senza verbali: %+v", vuoto)
	}
	for i := range 5 {
		b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("V-%d", i)))
	}
	prime := legge(ctx, t, b.Stanze, vuoto.Cursore, 3)
	if k := chiavi(prime); len(k) != 3 || !strings.HasPrefix(k[0], "V-0 ") || !strings.HasPrefix(k[2], "V-2 ") || !prime.Altre {
		t.Fatalf("le prime tre: %v %v", k, prime.Altre)
	}
	b.Orologio.Avanza(time.Second)
	if _, err := b.Soap.Annulla(ctx, "V-0", "doppio"); err != nil {
		t.Fatal(err)
	}
	resto := legge(ctx, t, b.Stanze, prime.Cursore, 100)
	if k := chiavi(resto); resto.Altre || len(k) != 3 || !strings.HasPrefix(k[0], "V-3 ") || !strings.HasPrefix(k[1], "V-4 ") || k[2] != "V-0 SCARTATO" {
		t.Fatalf("le altre due e quella cambiata: %v %v", k, resto.Altre)
	}
	if d := legge(ctx, t, b.Stanze, resto.Cursore, 100); len(d.Variazioni) != 0 || d.Altre || d.Cursore != resto.Cursore {
		t.Errorf("nulla di nuovo: %+v", d)
	}
	t.Run("chi rilegge dall'inizio trova ogni verbale una volta, com'è adesso", func(t *testing.T) {
		k := chiavi(legge(ctx, t, b.Stanze, "", 1000))
		slices.Sort(k)
		if len(k) != 5 || k[0] != "V-0 SCARTATO" {
			t.Errorf("%v", k)
		}
	})
	t.Run("una variazione dice ciò che dice leggiVerbale", func(t *testing.T) {
		v := legge(ctx, t, b.Stanze, "", 1).Variazioni[0]
		l, err := b.Soap.Leggi(ctx, v.IDEsterno)
		if err != nil || l.Identita != v.Identita || l.Debito != v.Debito || l.Ricorso != v.Ricorso || l.Punti != v.Punti || l.Riscossione != v.Riscossione ||
			!slices.Equal(l.Avvisi, v.Avvisi) || v.Sequenza == 0 {
			t.Errorf("%v %+v %+v", err, l, v)
		}
	})
}

func TestCursoriDelleVariazioni(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t,
		`INSERT INTO integratore (id, tenant, nome) VALUES ('0199f0a0-0000-7000-8000-0000000000aa', 'alfa', 'Altro')`,
		`INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli, integratore)
			VALUES ('altro.alfa', 'alfa', 'PL01', 'PL01', 'x', '{INTEGRATORE}', '0199f0a0-0000-7000-8000-0000000000aa')`)
	ctx := b.Integratore("alfa")
	b.Inserisce(ctx, t, banco.UnVerbale("V-1"))
	mio := legge(ctx, t, b.Stanze, "", 10).Cursore
	grezzo, err := base64.RawURLEncoding.DecodeString(mio)
	if err != nil {
		t.Fatal(err)
	}
	grezzo[7]++
	ritoccato := base64.RawURLEncoding.EncodeToString(grezzo)
	for nome, c := range map[string]struct{ tenant, utente, cursore string }{
		"di un altro comando":                 {"beta", "integratore.beta", mio},
		"di un altro integratore del comando": {"alfa", "altro.alfa", mio},
		"ritoccato":                           {"alfa", "integratore.alfa", ritoccato},
		"inventato":                           {"alfa", "integratore.alfa", "c1"},
		"lungo":                               {"alfa", "integratore.alfa", mio + "AAAA"},
	} {
		t.Run("un cursore "+nome+" è rifiutato", func(t *testing.T) {
			if _, err := b.Soap.Variazioni(b.Come(c.tenant, c.utente, "INTEGRATORE"), c.cursore, 10); !slices.Equal(banco.Campi(err), []string{"cursore"}) {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("gli altri non vedono i miei verbali", func(t *testing.T) {
		if e := legge(b.Come("alfa", "altro.alfa", "INTEGRATORE"), t, b.Stanze, "", 10); len(e.Variazioni) != 0 {
			t.Errorf("%v", chiavi(e))
		}
	})
	t.Run("un cursore più avanti della banca dati, ripristinata da una copia, è rifiutato", func(t *testing.T) {
		esegue(t, b, `SELECT setval('variazione_seq', 100)`)
		esegue(t, b, `UPDATE verbale SET variazione = NULL`)
		avanti := legge(ctx, t, b.Stanze, "", 10).Cursore
		esegue(t, b, `SELECT setval('variazione_seq', 7)`)
		if _, err := b.Soap.Variazioni(ctx, avanti, 10); !slices.Equal(banco.Campi(err), []string{"cursore"}) {
			t.Errorf("%v", err)
		}
	})
}

// esegue runs a statement in alfa's database.
func esegue(t *testing.T, b *banco.Banco, sql string) {
	t.Helper()
	if _, err := b.Banca(t, "elaborazione", "alfa").Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// A change that is committed after later ones were read is read too.
func TestVariazioniRegistrateTardi(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	b.Inserisce(ctx, t, banco.UnVerbale("LENTO"))
	b.Inserisce(ctx, t, banco.UnVerbale("SVELTO"))
	cursore := legge(ctx, t, b.Stanze, "", 10).Cursore
	tx, err := b.Banca(t, "elaborazione", "alfa").Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, `UPDATE verbale SET variazione = NULL WHERE id_esterno = 'LENTO'`); err != nil {
		t.Fatal(err)
	}
	esegue(t, b, `UPDATE verbale SET variazione = NULL WHERE id_esterno = 'SVELTO'`)
	e := legge(ctx, t, b.Stanze, cursore, 10)
	if k := chiavi(e); len(k) != 1 || !strings.HasPrefix(k[0], "SVELTO ") {
		t.Fatalf("prima: %v", k)
	}
	if err := tx.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if k := chiavi(legge(ctx, t, b.Stanze, e.Cursore, 10)); len(k) != 1 || !strings.HasPrefix(k[0], "LENTO ") {
		t.Errorf("dopo: %v", k)
	}
}

// lettore polls the feed and remembers the last state of each fine.
type lettore struct {
	cursore string
	visti   map[string]string
}

func (l *lettore) passo(ctx context.Context, s *banco.Stanze, massimo int) (altre bool, err error) {
	e, err := s.Soap.Variazioni(ctx, l.cursore, massimo)
	if err != nil {
		return false, err
	}
	l.cursore = e.Cursore
	for _, v := range e.Variazioni {
		l.visti[v.IDEsterno] = fmt.Sprintf("%s %d", v.Procedura, v.Sequenza)
	}
	return e.Altre, nil
}

// However writers and pollers meet, in two processes, every poller ends with what the tables hold.
func TestVariazioniConcorrenti(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	repliche := b.Repliche(t)
	const scrittori, ciascuno, quantiLettori = 6, 20, 4
	var finiti atomic.Int32
	var g errgroup.Group
	for i := range scrittori {
		g.Go(func() error {
			defer finiti.Add(1)
			return scrive(ctx, repliche[i%2], i, ciascuno)
		})
	}
	lettori := make([]*lettore, quantiLettori)
	for i := range lettori {
		l := &lettore{visti: map[string]string{}}
		lettori[i] = l
		g.Go(func() error {
			for ultimo := false; ; {
				altre, err := l.passo(ctx, repliche[i%2], 1+i*3)
				if err != nil || ultimo && !altre {
					return err
				}
				ultimo = finiti.Load() == scrittori
			}
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	attesi := map[string]string{}
	for riga := range strings.SplitSeq(b.Elenca(t, "alfa", `SELECT id_esterno || '|' || procedura || '|' || sequenza FROM verbale`), " ") {
		p := strings.Split(riga, "|")
		attesi[p[0]] = p[1] + " " + p[2]
	}
	if len(attesi) != scrittori*ciascuno {
		t.Fatalf("%d verbali", len(attesi))
	}
	for i, l := range lettori {
		if !maps.Equal(l.visti, attesi) {
			t.Errorf("il lettore %d ha visto %d verbali su %d, o non com'erano alla fine", i, len(l.visti), len(attesi))
		}
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM verbale WHERE variazione IS NULL`); n != 0 {
		t.Errorf("%d verbali restano senza numero", n)
	}
}

// scrive inserts fines and discards every second one.
func scrive(ctx context.Context, s *banco.Stanze, chi, quanti int) error {
	for n := range quanti {
		k := fmt.Sprintf("S%d-%d", chi, n)
		if _, err := s.Soap.Inserisci(ctx, banco.UnVerbale(k)); err != nil {
			return err
		}
		if n%2 == 1 {
			if _, err := s.Soap.Annulla(ctx, k, "prova"); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestAnnullaDallIntegratore(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("A-1"))
	t.Run("un verbale senza atto è scartato, e ripetere non cambia nulla", func(t *testing.T) {
		for range 2 {
			a, err := b.Soap.Annulla(ctx, "A-1", "inserito due volte")
			if err != nil || a.IDEsterno != "A-1" || a.IDVerbale != e.IDVerbale || a.Numero != e.Numero || a.Procedura != "SCARTATO" {
				t.Fatalf("%v %+v", err, a)
			}
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM evento WHERE tipo = 'VERBALE_SCARTATO'`); n != 1 {
			t.Errorf("%d eventi", n)
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM registro WHERE motivo = 'inserito due volte'`); n != 1 {
			t.Errorf("%d righe di registro con il motivo", n)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("insieme, una volta sola", func(t *testing.T) {
		b.Inserisce(ctx, t, banco.UnVerbale("A-2"))
		var g errgroup.Group
		for i, s := range slices.Repeat(b.Repliche(t), 4) {
			g.Go(func() error { _, err := s.Soap.Annulla(ctx, "A-2", strconv.Itoa(i)); return err })
		}
		if err := g.Wait(); err != nil {
			t.Error(err)
		}
	})
	t.Run("un verbale consegnato a mano non si scarta", func(t *testing.T) {
		b.Inserisce(ctx, t, banco.UnVerbale("A-3"))
		esegue(t, b, `UPDATE posizione SET giorno_zero = '2026-11-12' WHERE verbale = (SELECT id FROM verbale WHERE id_esterno = 'A-3')`)
		if _, err := b.Soap.Annulla(ctx, "A-3", "tardi"); !problem.Is(err, "ATTO_GIA_FORMATO") {
			t.Errorf("%v", err)
		}
	})
	for nome, chi := range map[string]struct{ tenant, chiave string }{"di un altro comando": {"beta", "A-1"}, "ignota": {"alfa", "IGNOTA"}} {
		t.Run("una chiave "+nome+" non si trova", func(t *testing.T) {
			if _, err := b.Soap.Annulla(b.Integratore(chi.tenant), chi.chiave, "x"); !problem.Is(err, "NON_TROVATO") {
				t.Errorf("%v", err)
			}
		})
	}
}
