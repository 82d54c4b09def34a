package raccomandata

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCodiciNazionaliDellaScheda(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, codice string
		indizio      Indizio
	}{
		{"pubblicato, ricevuta digitale di una raccomandata", "697319802149", CartaDiAtto},
		{"pubblicato, raccomandata", "685666672974", CartaDiAtto},
		{"pubblicato, atto giudiziario", "647887095328", NessunIndizio},
		{"pubblicato, il suo 23L", "547887095327", NessunIndizio},
		{"pubblicato, altro atto giudiziario", "647887095317", NessunIndizio},
		{"pubblicato, la CAD", "527887095312", NessunIndizio},
		{"pubblicato, atto giudiziario 38", "381526382193", NessunIndizio},
		{"pubblicato, 23L 28", "281526382192", NessunIndizio},
		{"pubblicato, CAD 26", "261526382198", NessunIndizio},
		{"costruito, serie di atti", "786000000013", AttoGiudiziario},
		{"costruito, il successivo", "786000000024", AttoGiudiziario},
		{"costruito, primo di un programma di stampa", "610000000019", NessunIndizio},
		{"costruito, serie di sportello", "152000000003", Sportello},
		{"costruito, zeri iniziali", "000000000011", NessunIndizio},
		{"costruito, il massimo", "999999999998", NessunIndizio},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.codice)
			if !esito.Valido || esito.Tipo != Nazionale || esito.Indizio != c.indizio || esito.Normalizzato != c.codice {
				t.Errorf("esito %+v", esito)
			}
			if codice, ok := ComponiNazionale(c.codice[:11]); !ok || codice != c.codice {
				t.Errorf("composto %q", codice)
			}
		})
	}
}

func TestCodiciS10DellaScheda(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, codice string
		tipo         Tipo
	}{
		{"il numero di esempio della norma", "RA473124829IT", Raccomandata},
		{"resto 1: il valore 10 diventa 0", "RR123456140IT", Raccomandata},
		{"resto 0: il valore 11 diventa 5", "RB202600095IT", Raccomandata},
		{"gli zeri iniziali restano", "RC000000014IT", Raccomandata},
		{"tutti nove", "RD999999995IT", Raccomandata},
		{"il solo peso 8", "RE100000003IT", Raccomandata},
		{"l'ultima lettera delle raccomandate", "RZ876543216IT", Raccomandata},
		{"assicurata", "VA314159268IT", Assicurata},
		{"pacco", "CA271828189IT", Pacco},
		{"espresso", "EE161803397IT", Espresso},
		{"altro paese, corrispondenza non tracciata", "LX506070808DE", Corrispondenza},
		{"raccomandata estera", "RK135792461CH", Raccomandata},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.codice)
			if !esito.Valido || esito.Tipo != c.tipo || esito.Normalizzato != c.codice || esito.Avvertenza != "" {
				t.Errorf("esito %+v", esito)
			}
			codice, ok := ComponiS10(c.codice[:2], c.codice[2:10], c.codice[11:])
			if !ok || codice != c.codice {
				t.Errorf("composto %q", codice)
			}
		})
	}
}

func TestCodiciErrati(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, codice, motivo string
		conferma             bool
	}{
		{"nazionale con il controllo errato: si chiede conferma", "697319802148", "regola non ufficiale", true},
		{"nazionale con due cifre scambiate: si chiede conferma", "679319802149", "regola non ufficiale", true},
		{"nazionale di undici cifre", "69731980214", "12 cifre", false},
		{"nazionale di tredici cifre", "6973198021490", "12 cifre", false},
		{"separatore dentro il codice", "6973-1980214-9", "trattino", false},
		{"trattino al posto sbagliato", "697319802-149", "trattino", false},
		{"lettera O nel codice nazionale", "6973198O2149", "forse la lettera O", false},
		{"lettera O davanti al codice nazionale", "O00000000011", "forse la lettera O", false},
		{"S10 con il controllo errato", "RA473124828IT", "controllo", false},
		{"S10 senza paese", "RA473124829", "mancano le due lettere del paese", false},
		{"S10 con una lettera di servizio", "R4473124829IT", "due lettere, quelle del servizio", false},
		{"S10 con il 10 scritto in due cifre", "RR1234561410IT", "13 caratteri", false},
		{"S10 con una O nelle cifre", "RA47312482OIT", "forse la lettera O", false},
		{"S10 con il paese di una lettera", "RA473124829I1", "paese", false},
		{"lettera di altro alfabeto", "R\u0410473124829IT", "segni", false},
		{"cifre a tutta larghezza: rifiutate, non convertite", "69731980214９", "segni", false},
		{"segno estraneo", "RA4731248_9IT", "segni", false},
		{"vuoto", " \t\u00a0", "manca", false},
		{"smisurato", strings.Repeat("6", 5000), "troppo lungo", false},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			esito := Valida(c.codice)
			if esito.Valido || !strings.Contains(esito.Motivo, c.motivo) || esito.DaConfermare != c.conferma || (esito.Avvertenza != "") != c.conferma {
				t.Errorf("esito %+v", esito)
			}
		})
	}
}

func TestNormalizza(t *testing.T) {
	t.Parallel()
	casi := map[string]string{
		"69731980214-9": "697319802149", " 6973 1980 214 - 9 ": "697319802149", "69731980214–9": "697319802149",
		"ra 473 124 829 it": "RA473124829IT", "RA\u200b473124829IT": "RA473124829IT", "RA473124829-IT": "RA473124829-IT",
	}
	for scritto, atteso := range casi {
		t.Run(scritto, func(t *testing.T) {
			t.Parallel()
			if trovato := Normalizza(scritto); trovato != atteso {
				t.Errorf("%q invece di %q", trovato, atteso)
			}
		})
	}
	if stampato := Stampa("697319802149"); stampato != "69731980214-9" || Normalizza(stampato) != "697319802149" {
		t.Errorf("stampato %q", stampato)
	}
	if stampato := Stampa("RA473124829IT"); stampato != "RA473124829IT" {
		t.Errorf("stampato %q", stampato)
	}
}

func TestIndizioDalleDuePrimeCifre(t *testing.T) {
	t.Parallel()
	for prime, indizio := range map[string]Indizio{
		"76": AttoGiudiziario, "79": AttoGiudiziario, "75": NessunIndizio, "80": NessunIndizio,
		"66": CartaDiAtto, "69": CartaDiAtto, "65": NessunIndizio, "70": NessunIndizio,
		"12": Sportello, "15": Sportello, "11": NessunIndizio, "16": NessunIndizio,
	} {
		codice, _ := ComponiNazionale(prime + "600000001")
		if esito := Valida(codice); !esito.Valido || esito.Indizio != indizio {
			t.Errorf("%s: %+v", codice, esito)
		}
	}
}

func TestTipoDalleLettereDiServizio(t *testing.T) {
	t.Parallel()
	for lettere, tipo := range map[string]Tipo{
		"RA": Raccomandata, "VZ": Assicurata, "CP": Pacco, "EM": Espresso, "LA": Corrispondenza, "UA": AltroServizio,
	} {
		codice, ok := ComponiS10(lettere, "47312482", "IT")
		if esito := Valida(codice); !ok || esito.Tipo != tipo {
			t.Errorf("%s: %+v", lettere, esito)
		}
	}
}

func TestComponiRifiuta(t *testing.T) {
	t.Parallel()
	for _, undici := range []string{"", "6973198021", "697319802149", "6973198021O", "-6973198021"} {
		if codice, ok := ComponiNazionale(undici); ok || codice != "" {
			t.Errorf("%q dà %q", undici, codice)
		}
	}
	for _, c := range [][3]string{
		{"R", "47312482", "IT"}, {"RA", "4731248", "IT"}, {"RA", "4731248O", "IT"}, {"RA", "47312482", "I"},
		{"R1", "47312482", "IT"}, {"1R", "47312482", "IT"}, {"ra", "47312482", "it"}, {"", "47312482", "ITIT"},
	} {
		if codice, ok := ComponiS10(c[0], c[1], c[2]); ok || codice != "" {
			t.Errorf("%v dà %q", c, codice)
		}
	}
}

// Wrong digits share a check digit only when their remainders by 11 are 0 and 6.
func TestS10ScopreOgniCifraTrannePochi(t *testing.T) {
	t.Parallel()
	resto := func(otto string) int {
		somma := 0
		for i := range len(otto) {
			somma += int(pesiS10[i]) * int(otto[i]-'0')
		}
		return somma % 11
	}
	rapid.Check(t, func(t *rapid.T) {
		otto := rapid.StringMatching(`[0-9]{8}`).Draw(t, "otto")
		codice, _ := ComponiS10("RA", otto, "IT")
		posto := rapid.IntRange(2, 9).Draw(t, "posto")
		for scarto := range byte(9) {
			errato := []byte(codice)
			errato[posto] = '0' + (errato[posto]-'0'+scarto+1)%10
			prima, dopo := resto(otto), resto(string(errato[2:10]))
			invisibile := prima+dopo == 6 && (prima == 0 || dopo == 0)
			if Valida(string(errato)).Valido != invisibile {
				t.Fatalf("%s da %s: resti %d e %d", errato, codice, prima, dopo)
			}
		}
	})
}

// The rule of national codes is weaker: it must still catch nine wrong digits in ten.
func TestIlControlloNazionaleScopreNoveCifreSuDieci(t *testing.T) {
	t.Parallel()
	provati, scoperti := 0, 0
	for serie := range 2000 {
		undici := []byte("78600000000")
		for i, n := 10, serie*4999; n > 0; i, n = i-1, n/10 {
			undici[i] = '0' + byte(n%10)
		}
		codice, _ := ComponiNazionale(string(undici))
		for posto := range len(codice) {
			for scarto := range byte(9) {
				errato := []byte(codice)
				errato[posto] = '0' + (errato[posto]-'0'+scarto+1)%10
				provati++
				if esito := Valida(string(errato)); esito.DaConfermare {
					scoperti++
				}
			}
		}
	}
	if scoperti*10 < provati*9 {
		t.Errorf("scoperti %d errori su %d", scoperti, provati)
	}
}

func TestIlComposto(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		nazionale, _ := ComponiNazionale(rapid.StringMatching(`[0-9]{11}`).Draw(t, "undici"))
		if esito := Valida(Stampa(nazionale)); !esito.Valido || esito.Normalizzato != nazionale {
			t.Fatalf("%s: %+v", nazionale, esito)
		}
		s10, _ := ComponiS10(rapid.StringMatching(`[A-Z]{2}`).Draw(t, "servizio"),
			rapid.StringMatching(`[0-9]{8}`).Draw(t, "otto"), rapid.StringMatching(`[A-Z]{2}`).Draw(t, "paese"))
		if esito := Valida(strings.ToLower(s10)); !esito.Valido || esito.Normalizzato != s10 {
			t.Fatalf("%s: %+v", s10, esito)
		}
	})
}

func FuzzValida(f *testing.F) {
	f.Fuzz(func(t *testing.T, testo string) {
		esito := Valida(testo)
		if esito.Valido == (esito.Motivo != "") || esito.DaConfermare == (esito.Avvertenza == "") {
			t.Fatalf("%q: esito contraddittorio %+v", testo, esito)
		}
		if Normalizza(Normalizza(testo)) != Normalizza(testo) {
			t.Fatalf("%q: normalizzare due volte cambia", testo)
		}
		if esito.Valido && Valida(esito.Normalizzato) != esito {
			t.Fatalf("%q: il normalizzato ha un altro esito", testo)
		}
	})
}

func BenchmarkRaccomandata(b *testing.B) {
	for nome, codice := range map[string]string{"nazionale": "697319802149", "stampato": "69731980214-9", "s10": "RA473124829IT"} {
		b.Run(nome, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Valida(codice)
			}
		})
	}
}

func TestNormalizzaDueVolteNonCambia(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		una := Normalizza(rapid.OneOf(rapid.String(), rapid.StringMatching(`[\][Qq1d \-\x{0}\x{feff}.3]{0,14}`)).Draw(t, "testo"))
		if due := Normalizza(una); due != una {
			t.Fatalf("%q diventa %q", una, due)
		}
	})
}
