package inserimento_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestIdempotenza(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	prima := b.Inserisce(ctx, t, banco.UnVerbale("ID-1"))
	t.Run("lo stesso contenuto riceve la prima risposta", func(t *testing.T) {
		e := b.Inserisce(ctx, t, banco.UnVerbale("ID-1"))
		if e.Esito != verbaleins.GiaPresente || e.IDVerbale != prima.IDVerbale || e.Numero != prima.Numero || len(e.Avvisi) != 2 || e.Avvisi[0] != prima.Avvisi[0] {
			t.Errorf("%+v", e)
		}
	})
	t.Run("altro contenuto è rifiutato", func(t *testing.T) {
		if _, err := b.Soap.Inserisci(ctx, banco.UnVerbale("ID-1", func(v *richiesta.Verbale) { v.Note = "altro" })); !problem.Is(err, "CONTENUTO_DIVERSO") {
			t.Errorf("%v", err)
		}
	})
	t.Run("ciò che fu accolto resta accolto, anche se oggi sarebbe rifiutato", func(t *testing.T) {
		b.Orologio.Imposta(banco.Ora().AddDate(6, 0, 0))
		defer b.Orologio.Imposta(banco.Ora())
		if e := b.Inserisce(ctx, t, banco.UnVerbale("ID-1")); e.Esito != verbaleins.GiaPresente {
			t.Errorf("%+v", e)
		}
	})
	t.Run("un secondo inserimento non lascia traccia", func(t *testing.T) {
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM verbale`); n != 1 {
			t.Errorf("%d verbali", n)
		}
		if n := b.Conta(t, "alfa", `SELECT ultimo FROM numerazione`); n != 1 {
			t.Errorf("la serie è a %d", n)
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM uscita`); n != 3 {
			t.Errorf("%d messaggi", n)
		}
	})
}

func TestStessaChiaveInsieme(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	repliche := b.Repliche(t)
	const volte = 16
	var mu sync.Mutex
	esiti := map[string]int{}
	var g errgroup.Group
	for i := range volte {
		g.Go(func() error {
			v := banco.UnVerbale("UNA")
			if i%4 == 3 {
				v.Note = "diversa" // whoever comes first, the other content is refused
			}
			e, err := repliche[i%2].Soap.Inserisci(ctx, v)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				esiti[e.Esito]++
			case problem.Is(err, "CONTENUTO_DIVERSO"):
				esiti["DIVERSO"]++
			default:
				return err
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if esiti[verbaleins.Inserito] != 1 || esiti[verbaleins.Inserito]+esiti[verbaleins.GiaPresente]+esiti["DIVERSO"] != volte || esiti["DIVERSO"] < 4 {
		t.Errorf("%v", esiti)
	}
	if n := b.Conta(t, "alfa", `SELECT ultimo FROM numerazione`); n != 1 {
		t.Errorf("la serie è a %d: ha un buco", n)
	}
}

func TestNumeriSenzaBuchi(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	repliche := b.Repliche(t)
	const verbali, insieme = 200, 16
	var avvisi sync.Map
	var g errgroup.Group
	g.SetLimit(insieme)
	for i := range verbali {
		g.Go(func() error {
			if i%10 == 9 { // among the good ones, some that are refused in the transaction or after the first
				if _, err := repliche[i%2].Soap.Inserisci(ctx, banco.UnVerbale("N-0", func(v *richiesta.Verbale) { v.Note = "diversa" })); err != nil && !problem.Is(err, "CONTENUTO_DIVERSO") {
					return err
				}
			}
			e, err := repliche[i%2].Soap.Inserisci(ctx, banco.UnVerbale(fmt.Sprintf("N-%d", i+1)))
			if err != nil {
				return err
			}
			for _, a := range e.Avvisi {
				if _, doppio := avvisi.LoadOrStore(a.NumeroAvviso, i); doppio {
					return fmt.Errorf("numero di avviso %s due volte", a.NumeroAvviso)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	// 200 good ones, and N-0 once.
	if s := b.Elenca(t, "alfa", `SELECT count(*) || ' ' || count(DISTINCT numero) || ' ' || min(numero) || ' ' || max(numero) || ' ' ||
		(SELECT ultimo FROM numerazione) FROM verbale`); s != "201 201 1 201 201" {
		t.Error(s)
	}
}

func TestTenantSeparati(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	b.Esegui(t, "core", "", banco.Impostazione("comando.ente", `"Comune di Alfa"`))
	if err := b.Ufficio.Anagrafe.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	var g errgroup.Group
	for _, nome := range []string{"alfa", "beta"} {
		g.Go(func() error {
			for i := range 20 {
				v := banco.UnVerbale(fmt.Sprintf("T-%d", i)) // the same keys in both
				v.Note = nome
				if _, err := b.Soap.Inserisci(b.Integratore(nome), v); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, nome := range []string{"alfa", "beta"} {
		altrui := b.Conta(t, nome, `SELECT (SELECT count(*) FROM verbale WHERE note <> $1 OR inserito_da <> 'integratore.' || $1)
			+ (SELECT count(*) FROM uscita WHERE soggetto NOT LIKE '%.' || $1 || '.%' AND soggetto NOT LIKE '%.' || $1)`, nome)
		if n := b.Conta(t, nome, `SELECT count(*) FROM verbale`); n != 20 || altrui != 0 {
			t.Errorf("%s: %d verbali, %d righe altrui", nome, n, altrui)
		}
		enti := b.Elenca(t, nome, `SELECT DISTINCT codice_fiscale_ente FROM avviso`)
		if !strings.HasSuffix(enti, map[string]string{"alfa": "0", "beta": "1"}[nome]) || strings.Contains(enti, " ") {
			t.Errorf("%s: enti %s", nome, enti)
		}
	}
}

// TestStessoEventoInsieme asks for the same step from many places at once: it happens once.
func TestStessoEventoInsieme(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("A-1"))
	var mu sync.Mutex
	fatti := 0
	var g errgroup.Group
	for range 16 {
		g.Go(func() error {
			err := b.Archivio.Applica(ctx, banco.Parse(e.IDVerbale), func(vita.Stato) ([]vita.Evento, error) {
				return []vita.Evento{{Attore: "prova", Dati: vita.ValidatoDati{Politica: vita.Manuale}}}, nil
			})
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				fatti++
				return nil
			}
			if problem.Is(err, "TRANSIZIONE_NON_AMMESSA") {
				return nil
			}
			return err
		})
	}
	if err := g.Wait(); err != nil || fatti != 1 {
		t.Errorf("%d volte, %v", fatti, err)
	}
	b.Rivive(ctx, t, e.IDVerbale)
}
