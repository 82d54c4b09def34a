package archivio_test

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// insieme is how many callers a benchmark has (design, section 10). The server of the tests does not wait
// for the disk, and its processor time is in no profile.
const insieme = 16

// insiemi runs f by so many callers, each time with another number.
func insiemi(b *testing.B, f func(int64) error) {
	b.Helper()
	var n atomic.Int64
	b.SetParallelism(max(1, insieme/runtime.GOMAXPROCS(0)))
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if err := f(n.Add(1)); err != nil {
				b.Error(err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "al_secondo")
}

// BenchmarkInserisci is the insertion from the request read to the commit, on one command.
func BenchmarkInserisci(b *testing.B) {
	prova := banco.NuovoBanco(b)
	ctx := prova.Integratore("alfa")
	insiemi(b, func(i int64) error {
		_, err := prova.Soap.Inserisci(ctx, banco.UnVerbale(fmt.Sprintf("B-%d", i), func(v *richiesta.Verbale) {
			v.Veicolo.Targa = fmt.Sprintf("AB%03dC%c", i%1000, "ABCDEFGHJKLMNPRSTVWXYZ"[i/1000%22])
			v.Veicolo.TargaScritta = v.Veicolo.Targa
			v.DataOraViolazione = v.DataOraViolazione.Add(-time.Duration(i*7919%4_000_000) * time.Second)
		}))
		return err
	})
}

// BenchmarkScriviStorie is the way of imports: histories of nine events, 250 in a transaction.
func BenchmarkScriviStorie(b *testing.B) {
	prova := banco.NuovoBanco(b)
	b.ResetTimer()
	storie(b, prova, int64(b.N))
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "al_secondo")
}

// BenchmarkApplica is a payment, each on another fine.
func BenchmarkApplica(b *testing.B) {
	prova := banco.NuovoBanco(b)
	ctx := prova.Integratore("alfa")
	storie(b, prova, int64(b.N))
	insiemi(b, func(i int64) error { return prova.Archivio.Applica(ctx, idStoria(i), paga) })
}

// BenchmarkApplicaConteso is a payment on one fine by everybody.
func BenchmarkApplicaConteso(b *testing.B) {
	prova := banco.NuovoBanco(b)
	ctx := prova.Integratore("alfa")
	storie(b, prova, 1)
	insiemi(b, func(int64) error { return prova.Archivio.Applica(ctx, idStoria(1), paga) })
}

func paga(vita.Stato) ([]vita.Evento, error) {
	e := esempio(0, vita.PagamentoRegistrato{Conto: vita.Conto{PrezzoCent: 4200, VersatoCent: 500, ResiduoCent: 3700},
		Pagamento: vita.Pagamento{ID: uuid.Must(uuid.NewV7()), ImportoCent: 500, Data: oggi(), Canale: "PAGOPA", Riferimento: uuid.NewString()}})
	e.Importato = true // whatever was paid before
	return []vita.Evento{e}, nil
}

func idStoria(i int64) uuid.UUID {
	x := uuid.UUID{0: 1, 6: 0x70}
	binary.BigEndian.PutUint64(x[8:], uint64(i))
	return x
}

// storie writes histories with the ids from 1 to n.
func storie(tb testing.TB, b *banco.Banco, n int64) {
	tb.Helper()
	const blocco = 250
	conn := b.Collega(tb, "elaborazione", "alfa")
	for da := int64(1); da <= n; da += blocco {
		var insieme []scrittura.Storia
		for i := da; i < min(da+blocco, n+1); i++ {
			insieme = append(insieme, storiaNumero(i))
		}
		if err := pgx.BeginFunc(tb.Context(), conn, func(tx pgx.Tx) error { return scrittura.ScriviStorie(tb.Context(), tx, insieme) }); err != nil {
			tb.Fatal(err)
		}
	}
}

// storiaNumero is a history as an archive has many: one person served by post, an appeal, a payment.
func storiaNumero(i int64) scrittura.Storia {
	proprio := func(n byte) uuid.UUID {
		x := idStoria(i)
		x[1] = n
		return x
	}
	x := pieno()
	x.ID, x.Numero, x.IDEsterno, x.Allegati = idStoria(i), i, fmt.Sprintf("S-%d", i), nil
	x.Targa = fmt.Sprintf("AB%03dC%c", i%1000, "ABCDEFGHJKLMNPRSTVWXYZ"[i/1000%22])
	x.Soggetti[0].ID = proprio(20)
	p := vita.Posizione{ID: proprio(1), Ordine: 1, Titolo: verbale.Obbligato, Soggetto: proprio(20)}
	conto := vita.Conto{PrezzoCent: 4200, VersatoCent: 500, ResiduoCent: 3700}
	dati := []vita.Dati{
		vita.Inserito{Fonte: verbale.FonteSoap, Posizioni: []vita.Posizione{p}, Punti: verbale.PuntiNonDovuti},
		vita.ValidatoDati{Politica: vita.Automatica},
		vita.NotificaAvviata{IDNotifica: proprio(70), Canale: "POSTA"},
		vita.NotificaPerfezionata{IDNotifica: proprio(70), Canale: "POSTA", Scadenze: termini(oggi())},
		vita.RicorsoProposto{IDRicorso: proprio(90), Autorita: verbale.Prefetto},
		vita.RicorsoMosso{Quale: verbale.EventoRicorsoRespinto, IDRicorso: proprio(90)},
		vita.TermineDecorso{Quale: verbale.EventoScontoDecorso, Conto: &conto},
		vita.PagamentoRegistrato{Conto: conto,
			Pagamento: vita.Pagamento{ID: proprio(80), ImportoCent: 500, Data: oggi(), Canale: "CASSA", Riferimento: strconv.FormatInt(i, 10)}},
		vita.Fatto{Quale: verbale.EventoNotaAggiunta, Testo: "importato"},
	}
	x.Posizioni, x.Eventi = []vita.Posizione{p}, nil
	for _, d := range dati {
		e := esempio(0, d)
		e.Posizione, e.Importato = p.ID, true
		if len(x.Eventi) == 0 {
			e.Deciso, e.Posizione = validato(), uuid.Nil
		}
		x.Eventi = append(x.Eventi, e)
	}
	return x
}
