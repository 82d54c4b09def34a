package atto_test

import (
	"fmt"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// BenchmarkMucchio prints the acts of two hundred fines whose owners are known, a chunk a turn.
func BenchmarkMucchio(b *testing.B) {
	const quanti = 200
	prova := banco.NuovoBanco(b)
	ctx := prova.Integratore("alfa")
	for n := range b.N {
		b.StopTimer()
		var risposte, stampe []bus.Message
		for i := range quanti {
			id := prova.Inserisce(ctx, b, banco.UnVerbale(fmt.Sprintf("V-%d-%d", n, i), func(v *richiesta.Verbale) {
				v.Veicolo.Targa = fmt.Sprintf("AB%03dC%c", i, 'A'+rune(n%20))
				v.Veicolo.TargaScritta = v.Veicolo.Targa
			})).IDVerbale
			risposte = append(risposte, banco.Messaggio(b, fmt.Sprintf("r-%d-%d", n, i), prova.Indagine(b, id, event.IndagineTrovata)))
			stampe = append(stampe, banco.Messaggio(b, fmt.Sprintf("s-%d-%d", n, i), event.LavoroPdf{IDVerbale: id, IDPosizione: prova.PosizioneDi(b, id)}))
		}
		if _, err := prova.Intestatari.IndagineEsito(ctx, risposte); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if _, err := prova.Atti.LavoroPdf(ctx, stampe); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*quanti)/b.Elapsed().Seconds(), "al_secondo")
}
