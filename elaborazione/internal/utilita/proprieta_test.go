package utilita_test

import (
	"fmt"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/utilita"
)

func numero(n int) *utilita.Numero { return new(utilita.Numero(strconv.Itoa(n))) }

// TestChiCalcolaUnCodiceLoValida: what was computed is valid and says the same person.
func TestChiCalcolaUnCodiceLoValida(t *testing.T) {
	t.Parallel()
	s := servizio()
	rapid.Check(t, func(t *rapid.T) {
		nascita := fmt.Sprintf("%d-%02d-%02d", rapid.IntRange(1930, 2025).Draw(t, "anno"),
			rapid.IntRange(1, 12).Draw(t, "mese"), rapid.IntRange(1, 28).Draw(t, "giorno"))
		sesso := rapid.SampledFrom([]string{"M", "F"}).Draw(t, "sesso")
		parola := rapid.StringMatching(`[A-Za-zàèéìòù' ]{0,12}[A-Z]`)
		c, err := s.CalcolaCodiceFiscale(utilita.RichiestaCalcoloCodiceFiscale{Cognome: new(parola.Draw(t, "cognome")), Nome: new(parola.Draw(t, "nome")),
			DataNascita: &nascita, Sesso: &sesso, Comune: new("Roma (RM)")})
		if err != nil {
			t.Fatal(err)
		}
		v, err := s.ValidaCodiceFiscale(utilita.RichiestaCodiceFiscale{CodiceFiscale: &c.CodiceFiscale})
		possibile := false
		for _, g := range v.DatePossibili {
			possibile = possibile || g.String() == nascita
		}
		if err != nil || !v.Valido || v.Omocodia || string(v.Sesso) != sesso || !possibile || v.LuogoNascita != c.LuogoNascita {
			t.Fatalf("%+v gives %+v (%v)", c, v, err)
		}
	})
}

// TestChiComponeUnAvvisoLoLegge: number, QR and back.
func TestChiComponeUnAvvisoLoLegge(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, err := utilita.ComponiIUV(utilita.RichiestaComponiIUV{
			Segregazione: new(rapid.StringMatching(`[0-9]{2}`).Draw(t, "segregazione")), Base: new(rapid.StringMatching(`[0-9]{13}`).Draw(t, "base"))})
		if err != nil {
			t.Fatal(err)
		}
		cent := rapid.IntRange(1, 99_999_999_999).Draw(t, "cent")
		q, err := utilita.ComponiQR(utilita.RichiestaComponiQR{NumeroAvviso: &a.Stampato, CodiceFiscaleEnte: new("01234567897"), ImportoCent: numero(cent)})
		if err != nil {
			t.Fatal(err)
		}
		letto, err := utilita.LeggiQR(utilita.RichiestaTesto{Testo: &q.Testo})
		if err != nil || !letto.Valido || letto.NumeroAvviso != a.NumeroAvviso || int(*letto.ImportoCent) != cent {
			t.Fatalf("%+v %v", letto, err)
		}
		v, err := utilita.ValidaIUV(utilita.RichiestaIUV{Codice: &a.IUV})
		if err != nil || !v.Valido || v.NumeroAvviso != a.NumeroAvviso || v.Segregazione != a.Segregazione {
			t.Fatalf("%+v %v", v, err)
		}
	})
}

// TestIPassiSommatiDannoIlDovuto: whatever is asked, the explanation adds up.
func TestIPassiSommatiDannoIlDovuto(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		minimo, giorni := rapid.IntRange(1, 1_000_000).Draw(t, "minimo"), rapid.IntRange(0, 900).Draw(t, "giorni")
		r := utilita.RichiestaImporti{
			MinimoCent: numero(minimo), MassimoCent: numero(minimo * rapid.IntRange(1, 4).Draw(t, "volte")), GiorniDallaNotifica: numero(giorni),
			Moltiplicatore: new(rapid.SampledFrom([]string{"1", "2", "1/2"}).Draw(t, "moltiplicatore")), Notturna: new(rapid.Bool().Draw(t, "notturna")),
			Sconto30: new(rapid.Bool().Draw(t, "sconto")), OrdinanzaPrefetto: new(rapid.Bool().Draw(t, "ordinanza")),
			SpeseCent: numero(rapid.IntRange(0, 5000).Draw(t, "spese")), VersatoCent: numero(rapid.IntRange(0, 2_000_000).Draw(t, "versato")),
		}
		if giorni > 60 {
			r.SemestriInRitardo = numero(rapid.IntRange(0, 20).Draw(t, "semestri"))
		}
		e, err := utilita.CalcolaImporti(r)
		if err != nil {
			t.Fatal(err)
		}
		somma := int64(0)
		for _, p := range e.Spiegazione {
			if p.ImportoCent != nil {
				somma += *p.ImportoCent
			}
		}
		if somma != int64(e.DovutoCent) || e.DovutoCent < 0 {
			t.Fatalf("the steps add up to %d, not to %d", somma, e.DovutoCent)
		}
	})
}
