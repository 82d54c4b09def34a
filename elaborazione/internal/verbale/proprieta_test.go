package verbale_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/shared/calendario"
	"github.com/piattaforma-verbali/verbali/shared/cds"
	"github.com/piattaforma-verbali/verbali/shared/importo"
)

// qualunque draws an event of any kind, sensible or not, about a fine with two positions.
func qualunque(rt *rapid.T) verbale.Evento {
	tipi := make([]verbale.Tipo, 0, 8)
	for _, x := range verbale.Transizioni() {
		tipi = append(tipi, x.Evento)
	}
	e := esempi()[rapid.SampledFrom(tipi).Draw(rt, "tipo")]
	e.Posizione = id(rapid.SampledFrom([]byte{0, posObbligato, posTrasgressore, 9}).Draw(rt, "posizione"))
	e.DataLegale = calendario.MustParse("2026-01-01").AddDays(rapid.IntRange(0, 400).Draw(rt, "giorno"))
	caso := func() uuid.UUID { return id(rapid.ByteRange(0, 255).Draw(rt, "id")) }
	switch e.Dati.(type) {
	case verbale.AvvisiEmessi:
		e.Dati = verbale.AvvisiEmessi{Avvisi: []verbale.Avviso{{ID: caso(), Posizione: e.Posizione,
			Tipo:         rapid.SampledFrom([]cds.Tipo{cds.Ridotto30, cds.Ridotto}).Draw(rt, "avviso"),
			NumeroAvviso: rapid.SampledFrom([]string{"1", "2", "3"}).Draw(rt, "numero"),
			ImportoCent:  importo.Cent(rapid.Int64Range(-10, 9000).Draw(rt, "importo"))}}}
	case verbale.Contestato:
		e.Dati = verbale.Contestato{Debito: rapid.SampledFrom(debiti()).Draw(rt, "debito")}
	case verbale.IntestatarioTrovato:
		e.Dati = verbale.IntestatarioTrovato{IDSoggetto: caso()}
	case verbale.IntestatarioAnomalo:
		e.Dati = verbale.IntestatarioAnomalo{Anomalia: caso()}
	}
	return e
}

// TestStorieQualunque applies random events and checks, after each, what must hold of every fine.
func TestStorieQualunque(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		s := verbale.Stato{ID: id(9)}
		var accolti []verbale.Evento
		for range rapid.IntRange(1, 40).Draw(rt, "quanti") {
			e := qualunque(rt)
			prima := s
			dopo, err := verbale.Applica(s, e)
			if err != nil {
				if d := cmp.Diff(prima, dopo); d != "" {
					rt.Fatalf("un evento rifiutato ha cambiato il verbale: %s", d)
				}
				continue
			}
			accolti = append(accolti, e)
			if s = dopo; s.Sequenza != len(accolti) {
				rt.Fatalf("sequenza %d dopo %d eventi", s.Sequenza, len(accolti))
			}
			sensato(rt, s)
		}
		rifatto, err := verbale.Rivivi(id(9), accolti)
		if d := cmp.Diff(s, rifatto, cmpopts.EquateEmpty()); err != nil || d != "" {
			rt.Fatalf("la storia rivissuta dà altro: %v %s", err, d)
		}
	})
}

// sensato holds of every fine, whatever happened to it.
func sensato(rt *rapid.T, s verbale.Stato) {
	if len(s.Posizioni) == 0 || s.Procedura == "" || s.Debito == "" {
		rt.Fatalf("un verbale senza posizioni o senza stato: %+v", s)
	}
	numeri := map[string]bool{}
	minimo := importo.Cent(0)
	for _, a := range s.Avvisi {
		if numeri[a.NumeroAvviso] || a.ImportoCent <= 0 {
			rt.Fatalf("avviso doppio o senza importo: %+v", s.Avvisi)
		}
		numeri[a.NumeroAvviso] = true
		if minimo == 0 || a.ImportoCent < minimo {
			minimo = a.ImportoCent
		}
	}
	if s.ImportoCent != minimo {
		rt.Fatalf("importo %d, minimo degli avvisi %d", s.ImportoCent, minimo)
	}
	atti, notificate := 0, 0
	for _, p := range s.Posizioni {
		if p.Atto != uuid.Nil {
			atti++
			if p.Soggetto == uuid.Nil {
				rt.Fatalf("un atto senza destinatario: %+v", p)
			}
		}
		if !p.GiornoZero.IsZero() {
			notificate++
		}
	}
	if s.Procedura == verbale.ConAtto && atti == 0 {
		rt.Fatalf("ATTO_GENERATO senza atto")
	}
	if s.Debito == verbale.DebitoIntero || s.Debito != verbale.NonEsigibile && notificate == 0 {
		rt.Fatalf("debito %s senza notifica", s.Debito)
	}
	if len(s.Avvisi) > 0 && s.Procedura == verbale.DaValidare {
		rt.Fatalf("avvisi prima della validazione")
	}
}
