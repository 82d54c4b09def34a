package pratica_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/mosse"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// versamento is a payment of today that names a notice.
func versamento(avviso, riferimento string, cent int64) conseguenze.RichiestaPagamento {
	return conseguenze.RichiestaPagamento{NumeroAvviso: avviso, ImportoCent: &cent, Data: "2026-11-20", Canale: "PAGOPA", Riferimento: riferimento}
}

func TestRegistraPagamento(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	e := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("PAG-1"))
	altro := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("PAG-2"))
	ctx := b.Come("alfa", "operatore.alfa", auth.RuoloOperatore)
	avviso, intero := e.Avvisi[0].NumeroAvviso, e.Avvisi[0].ImportoCent

	r, nuovo, err := b.Pratiche.RegistraPagamento(ctx, versamento(avviso, "R1", intero))
	if err != nil || !nuovo || r != (vita.RispostaPagamento{Esito: vita.PagamentoChiude}) {
		t.Fatalf("%+v %t %v", r, nuovo, err)
	}
	t.Run("the fact goes out with the rest of the change", func(t *testing.T) {
		soggetti := b.Elenca(t, "alfa", `SELECT soggetto FROM uscita WHERE oggetto = $1 ORDER BY id`, e.IDVerbale)
		corpo := b.Elenca(t, "alfa", `SELECT corpo::text FROM uscita WHERE oggetto = $1 AND soggetto = 'fatti.alfa.pagamento.ricevuto'`, e.IDVerbale)
		if !strings.Contains(soggetti, "fatti.alfa.pagamento.ricevuto fatti.alfa.verbale.cambiato") || !strings.Contains(corpo, fmt.Sprintf(`"importoCent": %d`, intero)) {
			t.Errorf("%s %s", soggetti, corpo)
		}
	})
	t.Run("again: the first answer, and nothing more is written", func(t *testing.T) {
		prima := b.Conta(t, "alfa", `SELECT sequenza FROM verbale WHERE id = $1`, e.IDVerbale)
		ripetuta := versamento("", "R1", intero)
		ripetuta.IDVerbale, ripetuta.Canale = e.IDVerbale, "pagopa" // the same fine, named otherwise
		if r2, nuovo, err := b.Pratiche.RegistraPagamento(ctx, ripetuta); err != nil || nuovo || r2 != r {
			t.Errorf("%+v %t %v", r2, nuovo, err)
		}
		if dopo := b.Conta(t, "alfa", `SELECT sequenza FROM verbale WHERE id = $1`, e.IDVerbale); dopo != prima {
			t.Errorf("sequenza %d, era %d", dopo, prima)
		}
	})
	t.Run("the same channel and reference for another payment", func(t *testing.T) {
		giorno := versamento(avviso, "R1", intero)
		giorno.Data = "2026-11-19"
		for nome, q := range map[string]conseguenze.RichiestaPagamento{"sum": versamento(avviso, "R1", intero+1), "day": giorno,
			"fine": versamento(altro.Avvisi[0].NumeroAvviso, "R1", intero)} {
			if _, _, err := b.Pratiche.RegistraPagamento(ctx, q); !problem.Is(err, "PAGAMENTO_DIVERSO") {
				t.Errorf("%s: %v", nome, err)
			}
		}
	})
	t.Run("on a closed fine it is recorded, with an anomaly", func(t *testing.T) {
		r, nuovo, err := b.Pratiche.RegistraPagamento(ctx, versamento(avviso, "R2", 1000))
		if err != nil || !nuovo || r.Esito != vita.PagamentoEccedente || r.EccedenzaCent != 1000 {
			t.Errorf("%+v %t %v", r, nuovo, err)
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM anomalia WHERE verbale = $1 AND tipo = 'PAGAMENTO_NON_DOVUTO' AND chiusa IS NULL`, e.IDVerbale); n != 1 {
			t.Errorf("%d anomalie", n)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("another command's notice is unknown", func(t *testing.T) {
		beta := b.Come("beta", "operatore.beta", auth.RuoloOperatore)
		if _, _, err := b.Pratiche.RegistraPagamento(beta, versamento(avviso, "R9", 1)); !problem.Is(err, "NON_TROVATO") {
			t.Error(err)
		}
	})
}

// TestPagamentiInsieme: the same payment from many callers of two replicas is recorded once, and all have
// the same answer.
func TestPagamentiInsieme(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	uno := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("INS-1"))
	due := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("INS-2"))
	ctx := b.Come("alfa", "operatore.alfa", auth.RuoloOperatore)
	repliche := b.Repliche(t)
	var mu sync.Mutex
	risposte, nuovi, diversi := map[vita.RispostaPagamento]int{}, 0, 0
	var g errgroup.Group
	for i := range 24 {
		g.Go(func() error {
			q := versamento(uno.Avvisi[0].NumeroAvviso, "INSIEME", 1000)
			if i%3 == 2 { // another fine: whoever comes first, the other is refused
				q = versamento(due.Avvisi[0].NumeroAvviso, "INSIEME", 1000)
			}
			r, nuovo, err := repliche[i%2].Pratiche.RegistraPagamento(ctx, q)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case problem.Is(err, "PAGAMENTO_DIVERSO"):
				diversi++
			case err != nil:
				return err
			default:
				risposte[r]++
			}
			if nuovo && err == nil {
				nuovi++
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if nuovi != 1 || len(risposte) != 1 || diversi != 8 && diversi != 16 {
		t.Errorf("%d nuovi, %d diversi, %+v", nuovi, diversi, risposte)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM evento WHERE tipo = 'PAGAMENTO_REGISTRATO'`); n != 1 {
		t.Errorf("%d eventi", n)
	}
	b.Rivive(ctx, t, uno.IDVerbale)
	b.Rivive(ctx, t, due.IDVerbale)
}

// TestPagamentoEStornoInsieme: a payment is taken back while others come in; nothing is lost and the
// account adds up.
func TestPagamentoEStornoInsieme(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	e := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("STO-1"))
	id := uuid.MustParse(e.IDVerbale)
	ctx := b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio)
	avviso, intero := e.Avvisi[0].NumeroAvviso, e.Avvisi[0].ImportoCent
	if _, _, err := b.Pratiche.RegistraPagamento(ctx, versamento(avviso, "PRIMO", intero)); err != nil {
		t.Fatal(err)
	}
	primo := b.Elenca(t, "alfa", `SELECT id::text FROM pagamento`)
	repliche := b.Repliche(t)
	var stornati, rifiutati int
	var mu sync.Mutex
	var g errgroup.Group
	for i := range 8 {
		g.Go(func() error {
			if i%2 == 0 {
				_, _, err := repliche[i/2%2].Pratiche.RegistraPagamento(ctx, versamento(avviso, fmt.Sprint("ALTRO-", i), 1000))
				return err
			}
			_, _, err := repliche[i/2%2].Pratiche.RegistraEvento(ctx, id, mosse.RichiestaEvento{Tipo: "PAGAMENTO_STORNATO", Motivo: "assegno scoperto",
				Idempotenza: fmt.Sprint("storno-", i), Dati: []byte(`{"pagamento":"` + primo + `"}`)}, "")
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				stornati++
				return nil
			}
			if p := problem.As(err); p == nil || p.Codice != "DATI_NON_VALIDI" && p.Codice != "TRANSIZIONE_NON_AMMESSA" {
				return err
			}
			rifiutati++
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	stato, err := b.Archivio.Stato(ctx, id)
	if err != nil || stornati != 1 || rifiutati != 3 || len(stato.Pagamenti) != 5 {
		t.Fatalf("%d stornati, %d rifiutati, %d pagamenti, %v", stornati, rifiutati, len(stato.Pagamenti), err)
	}
	if !stato.Conto.Torna() || stato.Conto.VersatoCent != 4000 || stato.Debito != verbale.PagatoParziale && stato.Debito != verbale.Eccedenza {
		t.Errorf("%s %+v", stato.Debito, stato.Conto)
	}
	if !slices.ContainsFunc(stato.Pagamenti, func(p vita.Pagamento) bool { return !p.Stornato.IsZero() }) {
		t.Error("nessuno stornato")
	}
	b.Rivive(ctx, t, e.IDVerbale)
}

func TestPagamentiCattivi(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	e := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("CAT-1"))
	ctx := b.Come("alfa", "operatore.alfa", auth.RuoloOperatore)
	a := e.Avvisi[0]
	con := func(cambia func(*conseguenze.RichiestaPagamento)) conseguenze.RichiestaPagamento {
		q := versamento(a.NumeroAvviso, "C", 100)
		cambia(&q)
		return q
	}
	cent := func(n int64) func(*conseguenze.RichiestaPagamento) {
		return func(q *conseguenze.RichiestaPagamento) { q.ImportoCent = &n }
	}
	for nome, c := range map[string]struct {
		richiesta conseguenze.RichiestaPagamento
		campi     []string
	}{
		"no key":                        {con(func(q *conseguenze.RichiestaPagamento) { q.NumeroAvviso = "" }), []string{"numeroAvviso", "iuv", "idVerbale"}},
		"two keys":                      {con(func(q *conseguenze.RichiestaPagamento) { q.IDVerbale = e.IDVerbale }), []string{"numeroAvviso", "idVerbale"}},
		"three keys":                    {con(func(q *conseguenze.RichiestaPagamento) { q.IDVerbale, q.IUV = e.IDVerbale, a.IUV }), []string{"numeroAvviso", "iuv", "idVerbale"}},
		"a notice number mistyped":      {con(func(q *conseguenze.RichiestaPagamento) { q.NumeroAvviso = "301100000000000000" }), []string{"numeroAvviso"}},
		"an IUV as notice number":       {con(func(q *conseguenze.RichiestaPagamento) { q.NumeroAvviso = a.IUV }), []string{"numeroAvviso"}},
		"no identifier of a fine":       {con(func(q *conseguenze.RichiestaPagamento) { q.NumeroAvviso, q.IDVerbale = "", "1" }), []string{"idVerbale"}},
		"nothing":                       {con(cent(0)), []string{"importoCent"}},
		"less than nothing":             {con(cent(-1)), []string{"importoCent"}},
		"more than ten million euro":    {con(cent(1_000_000_001)), []string{"importoCent"}},
		"no sum":                        {con(func(q *conseguenze.RichiestaPagamento) { q.ImportoCent = nil }), []string{"importoCent"}},
		"tomorrow":                      {con(func(q *conseguenze.RichiestaPagamento) { q.Data = "2026-11-21" }), []string{"data"}},
		"before the violation":          {con(func(q *conseguenze.RichiestaPagamento) { q.Data = "2026-11-11" }), []string{"data"}},
		"no day of the calendar":        {con(func(q *conseguenze.RichiestaPagamento) { q.Data = "2026-02-30" }), []string{"data"}},
		"no day":                        {con(func(q *conseguenze.RichiestaPagamento) { q.Data = "" }), []string{"data"}},
		"neither channel nor reference": {con(func(q *conseguenze.RichiestaPagamento) { q.Canale, q.Riferimento = " ", "" }), []string{"canale", "riferimento"}},
		"a reference with a bell":       {con(func(q *conseguenze.RichiestaPagamento) { q.Riferimento = "a\a" }), []string{"riferimento"}},
		"a payer too long":              {con(func(q *conseguenze.RichiestaPagamento) { q.Pagatore = strings.Repeat("x", 141) }), []string{"pagatore"}},
	} {
		t.Run(nome, func(t *testing.T) {
			_, _, err := b.Pratiche.RegistraPagamento(ctx, c.richiesta)
			if p := problem.As(err); p == nil || p.Kind != problem.BadRequest || !slices.Equal(banco.Campi(err), c.campi) {
				t.Errorf("%v %v", banco.Campi(err), err)
			}
		})
	}
	t.Run("what is not there is the same answer, however it is named", func(t *testing.T) {
		ignoto, err := pagopa.Componi("11", "0000000009999")
		if err != nil {
			t.Fatal(err)
		}
		var dettagli []string
		for _, q := range []conseguenze.RichiestaPagamento{
			con(func(q *conseguenze.RichiestaPagamento) { q.NumeroAvviso = ignoto.Numero }),
			con(func(q *conseguenze.RichiestaPagamento) { q.NumeroAvviso, q.IUV = "", ignoto.IUV }),
			con(func(q *conseguenze.RichiestaPagamento) { q.NumeroAvviso, q.IDVerbale = "", uuid.NewString() }),
		} {
			_, _, err := b.Pratiche.RegistraPagamento(ctx, q)
			if !problem.Is(err, "NON_TROVATO") {
				t.Fatal(err)
			}
			dettagli = append(dettagli, err.Error())
		}
		if len(slices.Compact(dettagli)) != 1 {
			t.Error(dettagli)
		}
	})
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM pagamento`); n != 0 {
		t.Errorf("%d pagamenti", n)
	}
}
