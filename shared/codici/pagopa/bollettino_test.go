package pagopa

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

func TestCodiciClienteDellaTabella(t *testing.T) {
	t.Parallel()
	casi := []struct{ prime, codice string }{
		{"0699201070000001", "069920107000000177"},
		{"0000000000000001", "000000000000000101"},
		{"1234567890123456", "123456789012345654"},
		{"2026112000004711", "202611200000471106"},
		{"9999999999999999", "999999999999999909"},
		{"0101002611200042", "010100261120004214"},
		{"0203020000012345", "020302000001234585"},
		{"1000000000000000", "100000000000000001"},
		{"0000000000000093", "000000000000009300"},
		{"0000000000000092", "000000000000009292"},
		{"5500123400000777", "550012340000077732"},
		{"0812345678901234", "081234567890123451"},
	}
	for _, c := range casi {
		t.Run(c.codice, func(t *testing.T) {
			t.Parallel()
			if codice, err := CodiceCliente(c.prime); err != nil || codice != c.codice {
				t.Errorf("composto %q, errore %v", codice, err)
			}
			if err := VerificaCodiceCliente(c.codice); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCodiciClienteErrati(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, codice string
		specie       error
	}{
		{"controllo sbagliato di uno", "069920107000000178", ErrDigitazione},
		{"17 cifre", "00000000000000930", ErrFormato},
		{"controllo di un altro", "202611200000471107", ErrDigitazione},
		{"controllo oltre 92", "202611200000471199", ErrDigitazione},
		{"lettera", "20261120000047110O", ErrFormato},
		{"vuoto", "", ErrFormato},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			if err := VerificaCodiceCliente(c.codice); !errors.Is(err, c.specie) {
				t.Errorf("errore %v", err)
			}
		})
	}
	for _, prime := range []string{"", "069920107000001", "06992010700000012", "069920107000000O"} {
		if codice, err := CodiceCliente(prime); !errors.Is(err, ErrFormato) {
			t.Errorf("%q dà %q, errore %v", prime, codice, err)
		}
	}
}

func TestCodelineDellaScheda(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, riga string
		slip       Bollettino
	}{
		{"896 con l'importo", "<069920107000000177>      00000096+75>  000073682981<  896>",
			Bollettino{"069920107000000177", Bollettino896, "73682981", 9675}},
		{"896 di un verbale ridotto del 30 %", "<202611200000471106>      00000029+40>  000012345678<  896>",
			Bollettino{"202611200000471106", Bollettino896, "12345678", 2940}},
		{"896 con un conto corto", "<010100261120004214>      00000042+00>  000000001234<  896>",
			Bollettino{"010100261120004214", Bollettino896, "1234", 4200}},
		{"896 con tutti i massimi", "<999999999999999909>      99999999+99>  999999999999<  896>",
			Bollettino{"999999999999999909", Bollettino896, "999999999999", 9999999999}},
		{"674: l'importo resta in bianco", "<202611200000471106>                    000012345678<  674>",
			Bollettino{"202611200000471106", Bollettino674, "12345678", 0}},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			letto, err := LeggiBollettino(c.riga)
			if err != nil || letto != c.slip {
				t.Errorf("letto %+v, errore %v", letto, err)
			}
			riga, err := ComponiBollettino(c.slip)
			if err != nil || riga != c.riga || len(riga) != 59 {
				t.Errorf("composto %q, errore %v", riga, err)
			}
		})
	}
}

func TestColonneDellaCodeline(t *testing.T) {
	t.Parallel()
	riga, err := ComponiBollettino(Bollettino{"069920107000000177", Bollettino896, "73682981", 9675})
	if err != nil {
		t.Fatal(err)
	}
	// Columns are counted from one, both ends in.
	for campo, c := range map[string]struct {
		da, a int
		testo string
	}{
		"codice cliente": {1, 20, "<069920107000000177>"}, "importo": {27, 38, "00000096+75>"},
		"conto": {41, 53, "000073682981<"}, "tipo": {56, 59, "896>"},
	} {
		if trovato := riga[c.da-1 : c.a]; trovato != c.testo {
			t.Errorf("%s: %q invece di %q", campo, trovato, c.testo)
		}
	}
}

func TestLaCodelineSiLeggeComeLaVedeUnaMacchina(t *testing.T) {
	t.Parallel()
	atteso := Bollettino{"069920107000000177", Bollettino896, "73682981", 9675}
	casi := []struct{ nota, riga string }{
		{"conto senza zeri, importo tre colonne a destra", "<069920107000000177>         00000096+75>  73682981<  896>"},
		{"spazi caduti", "<069920107000000177>00000096+75>000073682981<896>"},
		{"uno spazio solo fra i campi", "<069920107000000177> 00000096+75> 73682981< 896>"},
		{"spazi dentro i campi", "< 0699 2010 7000 000177 >  0000 0096 + 75 > 0000 7368 2981 < 896 >"},
		{"importo senza zeri", "<069920107000000177> 96+75> 73682981< 896>"},
		{"primo segno tagliato", "069920107000000177>      00000096+75>  000073682981<  896>"},
		{"ultimo segno tagliato", "<069920107000000177>      00000096+75>  000073682981<  896"},
		{"spazi indivisibili, tabulazioni e fine riga", "<069920107000000177>\u00a0\t00000096+75>  000073682981<  896>\r\n"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			if letto, err := LeggiBollettino(c.riga); err != nil || letto != atteso {
				t.Errorf("letto %+v, errore %v", letto, err)
			}
		})
	}
	t.Run("674 con la chiusura dell'importo, e con un importo", func(t *testing.T) {
		t.Parallel()
		for riga, cent := range map[string]importo.Cent{
			"<069920107000000177>                 >  000073682981<  674>": 0,
			"<069920107000000177>      00000096+75>  000073682981<  674>": 9675,
		} {
			letto, err := LeggiBollettino(riga)
			if err != nil || letto != (Bollettino{"069920107000000177", Bollettino674, "73682981", cent}) {
				t.Errorf("letto %+v, errore %v", letto, err)
			}
		}
	})
}

func TestCodelineErrate(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, riga, campo, motivo string
		specie                    error
	}{
		{"codice cliente con il controllo errato", "<069920107000000178> 00000096+75> 000073682981< 896>", "codiceCliente", "controllo", ErrDigitazione},
		{"codice cliente di 17 cifre", "<00000000000000930> 00000096+75> 000073682981< 896>", "codiceCliente", "18 cifre", ErrFormato},
		{"importo senza il +", "<069920107000000177> 0000009675> 000073682981< 896>", "importoCent", "+", ErrFormato},
		{"importo con una cifra di centesimi", "<069920107000000177> 00000096+7> 000073682981< 896>", "importoCent", "due cifre", ErrFormato},
		{"importo di nove cifre di euro", "<069920107000000177> 100000096+75> 000073682981< 896>", "importoCent", "+", ErrFormato},
		{"importo senza euro", "<069920107000000177> +75> 000073682981< 896>", "importoCent", "+", ErrFormato},
		{"due volte il +", "<069920107000000177> 00000096++75> 000073682981< 896>", "importoCent", "+", ErrFormato},
		{"896 senza importo", "<069920107000000177>              > 000073682981< 896>", "importoCent", "maggiore di zero", ErrFormato},
		{"conto di tredici cifre", "<069920107000000177> 00000096+75> 1000073682981< 896>", "contoCorrente", "12 cifre", ErrFormato},
		{"conto mancante", "<069920107000000177> 00000096+75> < 896>", "contoCorrente", "12 cifre", ErrFormato},
		{"tipo 451 senza codice cliente", "<069920107000000177> 00000096+75> 000073682981< 451>", "tipo", "896 o 674", ErrFormato},
		{"tipo 123", "000073682981<  123>", "codeline", "codice cliente", ErrFormato},
		{"lettera O nell'importo", "<069920107000000177> O0000096+75> 000073682981< 896>", "codeline", "forse O", ErrFormato},
		{"segno estraneo", "<069920107000000177> 00000096,75> 000073682981< 896>", "codeline", "segni diversi", ErrFormato},
		{"cifre a tutta larghezza: rifiutate, non convertite", "<０69920107000000177> 00000096+75> 000073682981< 896>", "codeline", "segni diversi", ErrFormato},
		{"un campo di troppo", "<069920107000000177> 00000096+75> 1> 000073682981< 896>", "codeline", "deve essere", ErrFormato},
		{"vuota", " \t", "codeline", "manca", ErrFormato},
		{"smisurata", strings.Repeat("<", 5000), "codeline", "lunga", ErrFormato},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			_, err := LeggiBollettino(c.riga)
			var e *Errore
			if !errors.As(err, &e) || e.Campo != c.campo || !strings.Contains(e.Motivo, c.motivo) || !errors.Is(err, c.specie) {
				t.Errorf("errore %#v", err)
			}
		})
	}
}

func TestComponiBollettinoNominaIlCampo(t *testing.T) {
	t.Parallel()
	buono := Bollettino{"069920107000000177", Bollettino896, "73682981", 9675}
	casi := []struct {
		campo  string
		guasta func(*Bollettino)
	}{
		{"codiceCliente", func(b *Bollettino) { b.CodiceCliente = "0699201070000001" }},
		{"contoCorrente", func(b *Bollettino) { b.ContoCorrente = "" }},
		{"contoCorrente", func(b *Bollettino) { b.ContoCorrente = "1234567890123" }},
		{"importoCent", func(b *Bollettino) { b.ImportoCent = 0 }},
		{"importoCent", func(b *Bollettino) { b.ImportoCent = -1 }},
		{"importoCent", func(b *Bollettino) { b.ImportoCent = 10_000_000_000 }},
		{"importoCent", func(b *Bollettino) { b.Tipo = Bollettino674 }},
		{"importoCent", func(b *Bollettino) { b.Tipo, b.ImportoCent = Bollettino674, -1 }},
		{"tipo", func(b *Bollettino) { b.Tipo = "451" }},
		{"tipo", func(b *Bollettino) { b.Tipo = "" }},
	}
	for _, c := range casi {
		t.Run(c.campo, func(t *testing.T) {
			t.Parallel()
			slip := buono
			c.guasta(&slip)
			_, err := ComponiBollettino(slip)
			var e *Errore
			if !errors.As(err, &e) || e.Campo != c.campo {
				t.Errorf("errore %v, atteso su %s", err, c.campo)
			}
		})
	}
}

func TestCodiceABarreDelBollettino(t *testing.T) {
	t.Parallel()
	const barre = "18069920107000000177" + "12000073682981" + "100000009675" + "3896"
	slip := Bollettino{"069920107000000177", Bollettino896, "73682981", 9675}
	if testo, err := ComponiBarre(slip); err != nil || testo != barre || len(testo) != 50 {
		t.Errorf("composto %q, errore %v", testo, err)
	}
	if letto, err := LeggiBarre(barre + "\r\n"); err != nil || letto != slip {
		t.Errorf("letto %+v, errore %v", letto, err)
	}
	con := func(da int, valore string) string { return barre[:da] + valore + barre[da+len(valore):] }
	casi := []struct {
		nota, testo string
		specie      error
	}{
		{"49 cifre", barre[:49], ErrFormato},
		{"una lettera", con(5, "O"), ErrFormato},
		{"lunghezza del codice cliente", con(0, "17"), ErrFormato},
		{"lunghezza del conto", con(20, "11"), ErrFormato},
		{"lunghezza dell'importo", con(34, "11"), ErrFormato},
		{"tipo 674", con(47, "674"), ErrFormato},
		{"importo zero", con(36, "0000000000"), ErrFormato},
		{"codice cliente scritto male", con(19, "8"), ErrDigitazione},
		{"vuoto", "", ErrFormato},
		{"smisurato", strings.Repeat("1", 5000), ErrFormato},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			if _, err := LeggiBarre(c.testo); !errors.Is(err, c.specie) {
				t.Errorf("errore %v, atteso %v", err, c.specie)
			}
		})
	}
	if _, err := ComponiBarre(Bollettino{"069920107000000177", Bollettino674, "1", 0}); !errors.Is(err, ErrFormato) {
		t.Errorf("il 674 ha un codice a barre: %v", err)
	}
}

func TestBollettinoAndataERitorno(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		codice, err := CodiceCliente(rapid.StringMatching(`[0-9]{16}`).Draw(t, "prime"))
		if err != nil {
			t.Fatal(err)
		}
		slip := Bollettino{codice, Bollettino896, rapid.StringMatching(`[1-9][0-9]{0,11}`).Draw(t, "conto"),
			importo.Cent(rapid.Int64Range(1, importoMassimoSlip).Draw(t, "cent"))}
		riga, err := ComponiBollettino(slip)
		if err != nil || len(riga) != lunghezzaCodeline {
			t.Fatalf("%q, errore %v", riga, err)
		}
		barre, err := ComponiBarre(slip)
		if err != nil {
			t.Fatal(err)
		}
		for nome, leggi := range map[string]func() (Bollettino, error){
			"riga":    func() (Bollettino, error) { return LeggiBollettino(riga) },
			"stretta": func() (Bollettino, error) { return LeggiBollettino(strings.ReplaceAll(riga, " ", "")) },
			"barre":   func() (Bollettino, error) { return LeggiBarre(barre) },
		} {
			if letto, err := leggi(); err != nil || letto != slip {
				t.Fatalf("%s: letto %+v, errore %v", nome, letto, err)
			}
		}
	})
}

func TestOgniCifraSbagliataDelCodiceClienteSiScopre(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		giusto, err := CodiceCliente(rapid.StringMatching(`[0-9]{16}`).Draw(t, "prime"))
		if err != nil {
			t.Fatal(err)
		}
		posto := rapid.IntRange(0, 17).Draw(t, "posto")
		errato := []byte(giusto)
		errato[posto] = '0' + (errato[posto]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "scarto")))%10
		if err := VerificaCodiceCliente(string(errato)); !errors.Is(err, ErrDigitazione) {
			t.Fatalf("%s da %s: %v", errato, giusto, err)
		}
	})
}
