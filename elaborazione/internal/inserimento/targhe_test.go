package inserimento_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
)

func conTarga(id, scritta, nazione, luogo string) richiesta.Verbale {
	return banco.UnVerbale(id, func(v *richiesta.Verbale) {
		v.Veicolo = richiesta.Veicolo{Targa: targa.Normalizza(scritta), TargaScritta: scritta, Nazione: nazione}
		v.Luogo.Civico = luogo
	})
}

// TestTargheDegliAltri: which plates and countries are taken, and what is said of those that are not.
func TestTargheDegliAltri(t *testing.T) {
	t.Parallel()
	di := func(scritta, nazione string) richiesta.Verbale { return conTarga("", scritta, nazione, "") }
	provali(t, []caso{
		{regola: "cirillica ucraina", v: di("АА 3826 ВВ", "UA")},
		{regola: "serba con i segni", v: di("BG 123-ČĆ", "SRB")},
		{regola: "cirillica data come italiana", v: di("АВ123СЕ", "IT"), campo: "veicolo.targa"},
		{regola: "lettera senza gemella", v: di("1234 УБЖ", "MGL"), campo: "veicolo.targa"},
		{regola: "cinese", v: di("粤B12345", "CHN"), campo: "veicolo.targa"},
		{regola: "nazione inventata", v: di("AB123CD", "ZZ"), campo: "veicolo.nazione"},
		{regola: "nazione di una lettera", v: di("AB123CD", "Q"), campo: "veicolo.nazione"},
		{regola: "nazione cessata", v: di("AB123CD", "YU"), campo: "veicolo.nazione"},
		{regola: "Kosovo", v: di("01 123 AB", "RKS")}, {regola: "Kosovo, ISO", v: di("01 124 AB", "XK")}, {regola: "Regno Unito", v: di("AB12 CDE", "UK")},
		{regola: "vaticana senza nazione", v: di("SCV 123", "IT"), avverte: "TARGA"},
		{regola: "vaticana", v: di("SCV 123", "V")}, {regola: "sammarinese senza nazione", v: di("RSM A123", "IT"), campo: "veicolo.targa"},
	})
}

// TestDoppioniDiTarga: one key is one plate but where the gap is part of the number.
func TestDoppioniDiTarga(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	for i, c := range []struct {
		a, nazioneA, b, nazioneB string
		doppione                 bool
	}{
		{"АА3826ВВ", "UA", "aa 3826-bb", "UKR", true}, {"ΥΖΑ 1234", "GR", "YZA1234", "GR", true}, {"BG 123-ČĆ", "SRB", "BG123CC", "RS", true},
		{"B NO 1234", "D", "BN O 1234", "D", false}, {"B NO 1234", "D", "BNO1234", "D", true}, {"B NO 1234", "D", "B-NO 1234", "DEU", true},
		{"GÖ AB 12", "D", "GO AB 12", "D", true}, {"W ABC 1", "A", "WA BC 1", "AT", false}, {"AB-123-CD", "F", "AB 12 3CD", "F", true},
	} {
		luogo := string(rune('A' + i))
		b.Inserisce(ctx, t, conTarga("T-1"+luogo, c.a, c.nazioneA, luogo))
		e := b.Inserisce(ctx, t, conTarga("T-2"+luogo, c.b, c.nazioneB, luogo))
		if avvertito(e, "POSSIBILE_DOPPIONE") != c.doppione {
			t.Errorf("%s (%s) e %s (%s): %v", c.a, c.nazioneA, c.b, c.nazioneB, e.Avvertenze)
		}
	}
	if r := b.Elenca(t, "alfa", `SELECT targa || '=' || targa_scritta FROM verbale WHERE id_esterno IN ('T-1A', 'T-1D', 'T-2D') ORDER BY id_esterno`); r != "AA3826BB=AA3826BB BNO1234=B NO 1234 BNO1234=BN O 1234" {
		t.Error(r)
	}
	if e := b.Inserisce(ctx, t, conTarga("T-1D", "B·NO 1234", "D", "D")); e.Esito != "GIA_PRESENTE" {
		t.Errorf("%+v", e)
	}
}

// TestDoppioniDiVia: a number of the street in words, in figures and in Roman figures is one place.
func TestDoppioniDiVia(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	for i, c := range []struct {
		a, b     string
		doppione bool
	}{
		{"Via IV Novembre 4", "Via Quattro Novembre 4", true}, {"Via 25 Aprile", "Via Venticinque Aprile", true},
		{"Via Giovanni XXIII", "Via Giovanni Ventitreesimo", true}, {"Corso Umberto I", "Corso Umberto Primo", true},
		{"Via IV Novembre 4", "Via Venti Novembre 4", false}, {"Via Giovanni XXIII", "Via Giovanni XXII", false},
	} {
		// Each pair at its own minute: the streets of two pairs may be one.
		di := func(id, via string) richiesta.Verbale {
			return banco.UnVerbale(id+string(rune('A'+i)), func(v *richiesta.Verbale) {
				v.Luogo.Indirizzo, v.Luogo.Civico, v.DataOraViolazione = via, "", v.DataOraViolazione.AddDate(0, 0, -i)
			})
		}
		b.Inserisce(ctx, t, di("V-1", c.a))
		if e := b.Inserisce(ctx, t, di("V-2", c.b)); avvertito(e, "POSSIBILE_DOPPIONE") != c.doppione {
			t.Errorf("%s e %s: %v", c.a, c.b, e.Avvertenze)
		}
	}
}
