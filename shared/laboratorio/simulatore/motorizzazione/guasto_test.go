package motorizzazione

import (
	"testing"
	"unicode/utf8"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
)

func TestStatiDiErrore(t *testing.T) {
	t.Parallel()
	b, problema := nuovoBanco(t), schema(t, "problema")
	for codice, atteso := range map[string]int{"429": 429, "430": 429, "500": 500, "503": 503} {
		for _, r := range []scambio{b.veicolo(t, Targa(codice, "AA"), giornoDiProva), b.patente(t, NumeroPatente(codice, "A"))} {
			rispetta(t, problema, r.corpo)
			if r.stato != atteso {
				t.Errorf("scenario %s: state %d", codice, r.stato)
			}
		}
	}
}

func TestChiRispondeAlPostoDelRegistro(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for codice, atteso := range map[string]int{"541": 401, "542": 404} {
		for _, r := range []scambio{b.veicolo(t, Targa(codice, "AA"), giornoDiProva), b.patente(t, NumeroPatente(codice, "A"))} {
			if r.stato != atteso || r.tipo != "text/html" {
				t.Errorf("scenario %s: state %d, %s", codice, r.stato, r.tipo)
			}
		}
	}
}

func TestErroreNVoltePoiBene(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for i, atteso := range []int{500, 500, 500, 200, 200} {
		if r := b.veicolo(t, Targa("513", "AA"), giornoDiProva); r.stato != atteso {
			t.Errorf("request %d: state %d, want %d", i+1, r.stato, atteso)
		}
	}
	if r := b.veicolo(t, Targa("513", "BB"), giornoDiProva); r.stato != 500 {
		t.Errorf("another plate of the scenario has its own count: state %d", r.stato)
	}
	b.Comanda(simulatore.Controllo{Azzera: true})
	if r := b.veicolo(t, Targa("513", "AA"), giornoDiProva); r.stato != 500 {
		t.Errorf("after azzera it fails again: state %d", r.stato)
	}
}

// This system plays the failures that every simulated system plays: two stand for all.
func TestGuastiComuni(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	for _, s := range simulatore.Scenari() {
		if scenarioDi(Targa(s.Codice, "AA")).guasto == nil || scenarioDi(NumeroPatente(s.Codice, "A")).guasto == nil {
			t.Errorf("scenario %s of every system is not played", s.Codice)
		}
	}
	for _, r := range []scambio{b.veicolo(t, Targa("536", "AA"), giornoDiProva), b.patente(t, NumeroPatente("536", "A"))} {
		if r.stato != 200 || r.errore != nil || utf8.Valid(r.corpo) {
			t.Errorf("state %d %s, %d bytes, %v", r.stato, r.tipo, len(r.corpo), r.errore)
		}
	}
	if r := b.veicolo(t, Targa("522", "AA"), giornoDiProva); r.stato != 200 {
		t.Errorf("%+v", r)
	}
}

func TestRisposteAlterate(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	leggi := func(codice string) Veicolo {
		return mustLeggi[Veicolo](t, b.veicolo(t, Targa(codice, "AA"), giornoDiProva))
	}
	if v := leggi("531"); v.Intestatari != nil {
		t.Errorf("531 still has holders: %+v", v)
	}
	if v := leggi("532"); v.Targa == Targa("532", "AA") {
		t.Errorf("532 answers the plate asked for")
	}
	if v := leggi("535"); len(v.Intestatari) != 2 || v.Intestatari[0] != v.Intestatari[1] {
		t.Errorf("535 repeats no holder: %+v", v)
	}
	if v := leggi("539"); v.Data >= giornoDiProva {
		t.Errorf("539 speaks of the day asked for: %s", v.Data)
	}
	if v := leggi("537"); codicefiscale.Valida(v.Intestatari[0].CodiceFiscale).Valido {
		t.Errorf("537 has a valid tax code")
	}
	if v := leggi("538"); !codicefiscale.Valida(v.Intestatari[0].CodiceFiscale).Valido || v.Intestatari[0].Nome != "Zxq" {
		t.Errorf("538: %+v", v.Intestatari[0])
	}
}
