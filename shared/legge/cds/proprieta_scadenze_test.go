package cds_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// The list is the contract of /scadenze/calcola, in its order.
func TestTipiScadenza(t *testing.T) {
	t.Parallel()
	attesi := []cds.TipoScadenza{"PAGAMENTO_SCONTATO_5", "PAGAMENTO_RIDOTTO_60", "ACCREDITO_BONIFICO_2", "RICORSO_PREFETTO_60", "RICORSO_GIUDICE_30",
		"RICORSO_GIUDICE_ESTERO_60", "NOTIFICA_90", "NOTIFICA_100", "NOTIFICA_360", "DATI_CONDUCENTE_60", "RATEIZZAZIONE_30",
		"PERFEZIONAMENTO_DEPOSITO_POSTALE", "PERFEZIONAMENTO_SEND_DIGITALE", "PERFEZIONAMENTO_SEND_CASELLA_SATURA",
		"PERFEZIONAMENTO_SEND_CARTACEO", "ORDINANZA_PREFETTO_180", "ORDINANZA_PREFETTO_210", "NOTIFICA_ORDINANZA_150",
		"PAGAMENTO_ORDINANZA_30", "OPPOSIZIONE_ORDINANZA_30", "PRESCRIZIONE_5_ANNI"}
	if !slices.Equal(cds.TipiScadenza(), attesi) {
		t.Errorf("%q", cds.TipiScadenza())
	}
}

// richiestaQualunque draws a deadline with the facts it knows, on a day of some thirty years.
func richiestaQualunque(t *rapid.T) cds.RichiestaScadenza {
	r := cds.RichiestaScadenza{
		Tipo:       rapid.SampledFrom(cds.TipiScadenza()).Draw(t, "tipo"),
		Decorrenza: calendario.MustParse("2015-01-01").AddDays(rapid.IntRange(0, 10000).Draw(t, "da")),
		DopoLe21:   rapid.Bool().Draw(t, "dopoLe21"),
	}
	anticipo := calendario.Giorno{}
	if rapid.Bool().Draw(t, "anticipato") {
		anticipo = r.Decorrenza.AddDays(rapid.IntRange(0, 20).Draw(t, "anticipo"))
	}
	switch r.Tipo {
	case cds.PerfezionamentoDeposito:
		r.Ritiro = anticipo
	case cds.PerfezionamentoSend, cds.PerfezionamentoSendSatura, cds.PerfezionamentoSendCartaceo:
		r.Accesso = anticipo
	case cds.AccreditoBonifico2:
		r.TermineGiorni = rapid.SampledFrom([]int{0, 5, 60}).Draw(t, "termineGiorni")
	default: // knows no other fact
	}
	return r
}

func scadenza(t *rapid.T, r cds.RichiestaScadenza) cds.EsitoScadenza {
	t.Helper()
	e, err := cds.Scadenza(r)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// A day more never moves a deadline back, with the same facts and with facts a day later.
func TestUnGiornoInPiuNonRiportaIndietro(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := richiestaQualunque(t)
		oggi := scadenza(t, r).Scadenza
		r.Decorrenza = r.Decorrenza.AddDays(1)
		for _, anticipo := range []*calendario.Giorno{&r.Ritiro, &r.Accesso} {
			*anticipo = anticipo.AddDays(1)
		}
		if domani := scadenza(t, r).Scadenza; domani.Before(oggi) {
			t.Fatalf("%s: %s, il giorno dopo %s", r.Tipo, oggi, domani)
		}
	})
}

// Every deadline of six years, one day after the other.
func TestNessunaScadenzaTornaIndietro(t *testing.T) {
	t.Parallel()
	for _, tipo := range cds.TipiScadenza() {
		prima := calendario.Giorno{}
		for g := calendario.MustParse("2023-12-01"); g.Anno() < 2030; g = g.AddDays(1) {
			dopo, err := cds.UltimoGiorno(tipo, g)
			if err != nil || dopo.Before(prima) || dopo.Before(g) {
				t.Fatalf("%s dal %s: %s dopo %s, %v", tipo, g, dopo, prima, err)
			}
			prima = dopo
		}
	}
}

// The result is never before the start, the steps are complete and the last day they establish is the
// result, and a result on a holiday carries a warning unless a person opened or collected the act on it.
func TestScadenzaSpiegata(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := richiestaQualunque(t)
		e := scadenza(t, r)
		if e.Scadenza.Before(r.Decorrenza) || e.Tipo != r.Tipo {
			t.Fatalf("%s dal %s: %s", r.Tipo, r.Decorrenza, e.Scadenza)
		}
		controllaSpiegazione(t, 0, e.Spiegazione)
		if ultimo := ultimoStabilito(e.Spiegazione); ultimo != e.Scadenza {
			t.Fatalf("la spiegazione porta al %s e la scadenza è il %s: %+v", ultimo, e.Scadenza, e.Spiegazione)
		}
		if _, festivo := calendario.Festivo(e.Scadenza); festivo && len(e.Avvertenze) == 0 && e.Scadenza != r.Ritiro && e.Scadenza != r.Accesso {
			t.Fatalf("%s finisce in un giorno festivo senza avvertenza: %s", r.Tipo, e.Scadenza)
		}
	})
}

// ultimoStabilito is the last day that a step establishes.
func ultimoStabilito(passi []cds.Passo) calendario.Giorno {
	for _, p := range slices.Backward(passi) {
		if p.Giorno != nil {
			return *p.Giorno
		}
	}
	return calendario.Giorno{}
}

// UltimoGiorno is Scadenza without words.
func TestUltimoGiornoConcordaConScadenza(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := richiestaQualunque(t)
		nuda := cds.RichiestaScadenza{Tipo: r.Tipo, Decorrenza: r.Decorrenza}
		got, err := cds.UltimoGiorno(r.Tipo, r.Decorrenza)
		if e := scadenza(t, nuda); err != nil || got != e.Scadenza {
			t.Fatalf("%s, %v; Scadenza dice %s", got, err, e.Scadenza)
		}
	})
	if _, err := cds.UltimoGiorno("ALTRA", calendario.MustParse("2026-01-01")); err == nil {
		t.Error("un tipo sconosciuto non ha un ultimo giorno")
	}
}

// Collection or access never moves the effect later than the count, nor before itself.
func TestLAnticipoNonPosticipa(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := richiestaQualunque(t)
		senza := r
		senza.Ritiro, senza.Accesso = calendario.Giorno{}, calendario.Giorno{}
		con, per := scadenza(t, r).Scadenza, scadenza(t, senza).Scadenza
		if con.After(per) || con != per && con != r.Ritiro && con != r.Accesso {
			t.Fatalf("%s: %s invece di %s", r.Tipo, con, per)
		}
	})
}

func BenchmarkScadenza(b *testing.B) {
	for _, tipo := range []cds.TipoScadenza{cds.PagamentoScontato5, cds.RicorsoGiudice30, cds.Notifica90, cds.PerfezionamentoDeposito} {
		b.Run(string(tipo), func(b *testing.B) {
			r := cds.RichiestaScadenza{Tipo: tipo, Decorrenza: calendario.MustParse("2026-07-13")}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := cds.Scadenza(r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkScadenzaUltimoGiorno(b *testing.B) {
	g := calendario.MustParse("2026-07-13")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := cds.UltimoGiorno(cds.PagamentoRidotto60, g); err != nil {
			b.Fatal(err)
		}
	}
}
