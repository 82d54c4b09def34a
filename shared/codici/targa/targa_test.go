package targa

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestFormeDellaScheda(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, targa string
		tipi        []Tipo
	}{
		{"autoveicolo dal 1994", "AB 123 CD", []Tipo{Autoveicolo}},
		{"serie Z: targa su due righe", "ZA 123 AA", []Tipo{Autoveicolo}},
		{"rimorchio dal 20/2/2013", "XA 123 BC", []Tipo{Rimorchio}},
		{"polizia locale", "YA 123 BC", []Tipo{PoliziaLocale}},
		{"motociclo della polizia locale", "YA 12345", []Tipo{PoliziaLocale, Rimorchio}},
		{"ciclomotore della polizia locale", "Y 123 AB", []Tipo{PoliziaLocale}},
		{"escursionisti esteri", "EE 123 AB", []Tipo{EscursionistiEsteri}},
		{"motoveicolo o vecchio rimorchio", "AB 12345", []Tipo{Motoveicolo, Rimorchio}},
		{"coppia uguale a una provincia: mai motoveicolo", "BG 12345", []Tipo{Provinciale, Rimorchio}},
		{"provincia con una lettera non più usata", "MI 12345", []Tipo{Provinciale}},
		{"ciclomotore", "X2 34 5Z", []Tipo{Ciclomotore}},
		{"sei caratteri: ciclomotore o vecchia provinciale", "BG 2345", []Tipo{Ciclomotore, Provinciale}},
		{"vecchio contrassegno di ciclomotore", "1A2B3", []Tipo{Ciclomotore}},
		{"provinciale di sole cifre", "MI 123456", []Tipo{Provinciale}},
		{"provinciale corta", "TO 7", []Tipo{Provinciale}},
		{"provinciale con una lettera", "NA A12345", []Tipo{Provinciale}},
		{"provinciale con la P al terzo posto: anche prova", "NA P12345", []Tipo{Prova, Provinciale}},
		{"Roma per esteso", "Roma 12345A", []Tipo{Provinciale}},
		{"provincia cessata (Fiume)", "FU 1234", []Tipo{Provinciale}},
		{"provincia poi rinominata (Forlì)", "FO 123456", []Tipo{Provinciale}},
		{"ripetitrice", "AB R 123456", []Tipo{Rimorchio}},
		{"prova", "X0 P 00123", []Tipo{Prova}},
		{"esercito", "EI AU 123", []Tipo{Esercito}},
		{"esercito, veicolo storico", "EI VS 123", []Tipo{Esercito}},
		{"esercito, motociclo", "EI A 1234", []Tipo{Esercito}},
		{"carabinieri: cifre in fondo", "CC AB 123", []Tipo{Carabinieri}},
		{"marina", "MM AB 123", []Tipo{Marina}},
		{"aeronautica AH", "AM AH 567", []Tipo{Aeronautica}},
		{"aeronautica AI", "AM AI 123", []Tipo{Aeronautica}},
		{"aeronautica da B in poi", "AM BO 123", []Tipo{Aeronautica}},
		{"aeronautica, motociclo", "AM A/6789", []Tipo{Aeronautica}},
		{"guardia di finanza", "GDIF 123 AB", []Tipo{GuardiaDiFinanza}},
		{"polizia di stato", "POLIZIA F1234", []Tipo{PoliziaDiStato}},
		{"polizia penitenziaria", "POLIZIA PENITENZIARIA 123 AB", []Tipo{PoliziaPenitenziaria}},
		{"vigili del fuoco prima di motoveicolo", "VF 12345", []Tipo{VigiliDelFuoco, Motoveicolo, Rimorchio}},
		{"vigili del fuoco, rimorchio", "VFR 1234", []Tipo{VigiliDelFuoco}},
		{"vigili del fuoco, prova", "VF P 12345", []Tipo{VigiliDelFuoco, Prova}},
		{"vigili del fuoco di Trento o autoveicolo", "VF 123 TN", []Tipo{VigiliDelFuoco, Autoveicolo}},
		{"croce rossa", "CRI A123B", []Tipo{CroceRossa}},
		{"croce rossa, motociclo", "CRI 1234", []Tipo{CroceRossa}},
		{"guardia costiera", "CP 1001", []Tipo{GuardiaCostiera}},
		{"protezione civile", "DPC A 1234", []Tipo{ProtezioneCivile}},
		{"forestale", "CFS 123 AB", []Tipo{Forestale}},
		{"corpo consolare o autoveicolo: decide il colore", "CC 123 AB", []Tipo{Autoveicolo, Diplomatica}},
		{"corpo diplomatico o autoveicolo: decide il colore", "CD 123 AB", []Tipo{Autoveicolo, Diplomatica}},
		{"Nazioni Unite, T", "UNT 123 AB", []Tipo{Diplomatica}},
		{"croce rossa, motociclo di tre cifre", "CRI 123", []Tipo{CroceRossa}},
		{"minuscolo con trattini e punti", "ab-123.cd", []Tipo{Autoveicolo}},
		{"corpo diplomatico con lettera fuori dalle 22", "CD 123 UA", []Tipo{Diplomatica}},
		{"Nazioni Unite", "UN 123 AB", []Tipo{Diplomatica}},
		{"Nazioni Unite, personale", "UNP 123 AB", []Tipo{Diplomatica}},
		{"Ordine di Malta", "SMOM 123", []Tipo{Diplomatica}},
		{"macchina agricola, lettera in fondo", "AE 123 B", []Tipo{Agricola}},
		{"macchina operatrice, cifre in fondo", "AAE 123", []Tipo{Agricola}},
		{"provvisoria di carta", "01234 A0", []Tipo{Provvisoria}},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.targa, "")
			if !esito.Valida || esito.Motivo != "" {
				t.Fatalf("%s rifiutata: %+v", c.targa, esito)
			}
			if d := cmp.Diff(c.tipi, esito.Tipi); d != "" {
				t.Errorf("%s\n%s", c.targa, d)
			}
			if d := cmp.Diff(c.tipi, Tipi(Normalizza(c.targa))); d != "" {
				t.Errorf("Tipi dice altro\n%s", d)
			}
		})
	}
}

func TestNonSonoTargheItaliane(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, targa, motivo string
		suggerimenti        []string
	}{
		{"vuota", " -. ", "manca", nil},
		{"lettera I", "AI 123 BC", "I, O, Q e U", nil},
		{"lettera O in fondo", "AB 123 CO", "I, O, Q e U", nil},
		{"serie Y di sette caratteri con lettera I", "YI 123 BC", "I, O, Q e U", nil},
		{"O al posto dello zero", "AB 1O3 CD", "forse AB103CD", []string{"AB103CD"}},
		{"I e Q al posto di cifre", "AB I2Q CD", "forse AB120CD", []string{"AB120CD"}},
		{"O in una vecchia provinciale", "MI O2345", "forse MI02345", []string{"MI02345"}},
		{"parola", "PIPPO", "nessun formato", nil},
		{"sola provincia", "MI", "nessun formato", nil},
		{"provincia e sola lettera", "MIA", "nessun formato", nil},
		{"provincia inesistente", "XX 123456", "nessun formato", nil},
		{"due lettere nella vecchia provinciale", "MI AB1234", "nessun formato", nil},
		{"provincia con sette cifre", "MI 1234567", "nessun formato", nil},
		{"segno estraneo", "AB123C$", "segni", nil},
		{"s lunga non diventa S", "A\u017f123CD", "altro alfabeto", nil},
		{"B greca", "A\u0392123CD", "altro alfabeto", []string{"AB123CD"}},
		{"cifre arabe", "AB١٢٣CD", "altro alfabeto", []string{"AB123CD"}},
		{"gemella in cirillico", "АВ123СЕ", "indicare la nazione", []string{"AB123CE"}},
		{"cirillico che non è targa nemmeno in latino", "АВ123", "altro alfabeto", []string{"AB123"}},
		{"lettera U nelle cifre di mezzo non ha somiglianze", "AB 1U3 CD", "nessun formato", nil},
		{"auto con una cifra di troppo", "AB 1234 CD", "nessun formato", nil},
		{"smisurata", strings.Repeat("A", 5000), "troppo lunga", nil},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.targa, "IT")
			if esito.Valida || esito.Tipi != nil || !strings.Contains(esito.Motivo, c.motivo) {
				t.Errorf("esito %+v", esito)
			}
			if d := cmp.Diff(c.suggerimenti, esito.Suggerimenti); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestTargheEstere(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, targa, nazione string
		valida               bool
		normalizzata         string
	}{
		{"tedesca con la dieresi", "mü ab 1234", "D", true, "MUAB1234"},
		{"dieresi scomposta", "mu\u0308 ab 1234", "de", true, "MUAB1234"},
		{"come un'italiana ma francese", "AB-123-CD", "FR", true, "AB123CD"},
		{"due caratteri", "A1", "MC", true, "A1"},
		{"dodici caratteri", "ABCDEF123456", "BRA", true, "ABCDEF123456"},
		{"un carattere", "A", "MC", false, "A"},
		{"tredici caratteri", "ABCDEF1234567", "BR", false, "ABCDEF1234567"},
		{"nazione che non c'è", "AB123CD", "ZZ", false, "AB123CD"},
		{"nazione cessata", "AB123CD", "YU", false, "AB123CD"},
		{"ucraina in cirillico", "АА3826ВВ", "UA", true, "AA3826BB"},
		{"in minuscole", "аа 3826-вв", "ua", true, "AA3826BB"},
		{"greca", "ΥΖΑ·1234", "GR", true, "YZA1234"},
		{"serba con i segni", "BG 123-ČĆ", "SRB", true, "BG123CC"},
		{"a tutta larghezza", "ＡＢ－１２", "F", true, "AB12"},
		{"cifre arabe", "AB ١٢٣", "KSA", true, "AB123"},
		{"segni che non si vedono", "A\u200bB\u00ad1\u20602\u202a3", "F", true, "AB123"},
		{"lettera senza gemella", "1234 УБЖ", "MGL", false, "1234YБЖ"},
		{"cinese", "粤B12345", "CHN", false, "粤B12345"},
		{"araba", "دبي12345", "UAE", false, "دبي12345"},
		{"nazione di quattro lettere", "AB123CD", "FRAN", false, "AB123CD"},
		{"nazione con una cifra", "AB123CD", "F1", false, "AB123CD"},
		{"segno estraneo", "AB_123", "FR", false, "AB_123"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.targa, c.nazione)
			if esito.Valida != c.valida || esito.Normalizzata != c.normalizzata || c.valida != (esito.Motivo == "") {
				t.Fatalf("esito %+v", esito)
			}
			if c.valida && !cmp.Equal(esito.Tipi, []Tipo{Estera}) {
				t.Errorf("tipi %v", esito.Tipi)
			}
		})
	}
}

func TestEsteraSoloPerUnAltraNazione(t *testing.T) {
	t.Parallel()
	for _, nazione := range []string{"", "I", "it", " ITA "} {
		esito := Valida("AB123CD", nazione)
		if !cmp.Equal(esito.Tipi, []Tipo{Autoveicolo}) {
			t.Errorf("nazione %q: %v", nazione, esito.Tipi)
		}
	}
}

func TestAvvertenze(t *testing.T) {
	t.Parallel()
	for _, targa := range []string{"CC123AB", "EE123AB", "1A2B3", "AB12345", "01234A0"} {
		if esito := Valida(targa, ""); !esito.Valida || len(esito.Avvertenze) == 0 {
			t.Errorf("%s senza avvertenze: %+v", targa, esito)
		}
	}
	if esito := Valida("AB123CD", ""); len(esito.Avvertenze) != 0 {
		t.Errorf("avvertenze su un'auto ordinaria: %v", esito.Avvertenze)
	}
}

func TestClasse(t *testing.T) {
	t.Parallel()
	casi := map[string]Classe{
		"AB123CD": ClasseAutoveicolo, "AB12345": ClasseMotoveicolo, "X2345Z": ClasseCiclomotore,
		"XA123BC": ClasseRimorchio, "AE123B": ClasseAgricola, "EIA1234": ClasseMotoveicolo,
		"VFR1234": ClasseRimorchio, "Y123AB": ClasseCiclomotore, "MI123456": ClasseAutoveicolo,
		"PIPPO": ClasseAutoveicolo,
	}
	for targa, classe := range casi {
		t.Run(targa, func(t *testing.T) {
			t.Parallel()
			if trovata := ClasseDallaForma(targa); trovata != classe {
				t.Errorf("%s invece di %s", trovata, classe)
			}
		})
	}
	for tipo, classe := range map[Tipo]Classe{
		Motoveicolo: ClasseMotoveicolo, Ciclomotore: ClasseCiclomotore, Rimorchio: ClasseRimorchio,
		Agricola: ClasseAgricola, Provinciale: ClasseAutoveicolo, Estera: ClasseAutoveicolo,
	} {
		if trovata := ClasseDi(tipo); trovata != classe {
			t.Errorf("%s: %s invece di %s", tipo, trovata, classe)
		}
	}
}

func TestProvinciaStorica(t *testing.T) {
	t.Parallel()
	for sigla, attesa := range map[string]bool{
		"MI": true, "FO": true, "PS": true, "RM": true, "PL": true, "RN": true,
		"FC": false, "BT": false, "XX": false, "I ": false, " M": false, "": false, "MIL": false, "mi": false,
	} {
		if ProvinciaStorica(sigla) != attesa {
			t.Errorf("%q: atteso %v", sigla, attesa)
		}
	}
}

// daSchema writes a plate of a shape, so that each row of the table is shown to admit its own.
func daSchema(t *rapid.T, schema string) string {
	const segni = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	esito := make([]byte, len(schema))
	for i := range esito {
		var ammessi []byte
		for _, c := range []byte(segni) {
			if classeDi(schema[i], c) {
				ammessi = append(ammessi, c)
			}
		}
		esito[i] = rapid.SampledFrom(ammessi).Draw(t, "segno")
	}
	return string(esito)
}

func TestOgniFormaRiconosceLeSueTarghe(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		forma := rapid.SampledFrom(forme[:]).Draw(t, "forma")
		if forma.tipo == Provinciale {
			return
		}
		targa := daSchema(t, forma.schema)
		if forma.esclude(targa) {
			return
		}
		trovata := false
		for _, tipo := range Valida(targa, "").Tipi {
			trovata = trovata || tipo == forma.tipo
		}
		if !trovata {
			t.Fatalf("%s (%s) non è %s: %v", targa, forma.schema, forma.tipo, Tipi(targa))
		}
	})
}
