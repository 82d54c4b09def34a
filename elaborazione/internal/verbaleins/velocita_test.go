package verbaleins_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// BenchmarkRichiesta measures what a fine costs beside HTTP and the database.
func BenchmarkRichiesta(b *testing.B) {
	for _, c := range []struct{ nome, documento string }{{"minima", imbusta(operazione(minima))}, {"completa", imbusta(operazione(completa))}} {
		r, err := soap.Read(strings.NewReader(c.documento), "text/xml", "", 1<<20)
		if err != nil {
			b.Fatal(err)
		}
		v, err := verbaleins.LeggiInserisciVerbale(r.Corpo)
		if err != nil {
			b.Fatal(err)
		}
		esito := verbaleins.Esito{Esito: verbaleins.Inserito, Identita: identita(), Avvisi: avvisi()}
		for nome, passo := range map[string]func() error{
			"busta":    func() error { _, err := soap.Read(strings.NewReader(c.documento), "text/xml", "", 1<<20); return err },
			"campi":    func() error { _, err := verbaleins.LeggiInserisciVerbale(r.Corpo); return err },
			"impronta": func() error { _ = richiesta.Impronta(v); return nil },
			"risposta": func() error { return soap.WriteAnswer(httptest.NewRecorder(), soap.V11, esito) },
		} {
			b.Run(c.nome+"/"+nome, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := passo(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
