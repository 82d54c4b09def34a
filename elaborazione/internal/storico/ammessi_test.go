package storico_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
)

// gestionale is a mapping with plate, place and hour.
func gestionale(tb testing.TB) *storico.Mappa {
	tb.Helper()
	m, err := storico.LeggiMappa(strings.NewReader(strings.Replace(buona, "windows-1252", "utf-8", 1)))
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

const testataGestionale = "Pratica,Fase,Data,Importo,Spese,Versato,Targa,Luogo,Ora,Note interne\n"

// importaCon imports a text laid out as another mapping says.
func (b *banco) importaCon(tb testing.TB, m *storico.Mappa, testo string, prova bool) *storico.Rapporto {
	tb.Helper()
	i := b.importazione(tb, testo)
	i.Mappa, i.Prova = m, prova
	r, err := i.Esegui(b.ctx, strings.NewReader(testo))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func TestPlatesAreFoundAsTheInsertionWritesThem(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var testo strings.Builder
	testo.WriteString(testataGestionale)
	for i, targa := range []string{"GA 123 bc", " ga-123.BD ", "!!!", "12 abc 9999", "", "fr482kx"} {
		fmt.Fprintf(&testo, "A%d,Apertura,24/07/2006,35.00,,,%s,Via Roma,10:30,\n", i+1, targa)
	}
	r := b.importaCon(t, gestionale(t), testo.String(), false)
	avute := tutte[string](t, b, `SELECT numero || ' ' || targa FROM verbali_v1.verbale ORDER BY numero`)
	if diff := cmp.Diff([]string{"1 GA123BC", "2 GA123BD", "3 !!!", "4 12ABC9999", "5 ", "6 FR482KX"}, avute); diff != "" {
		t.Error(diff)
	}
	var dette []string
	for _, a := range r.Esempi {
		dette = append(dette, fmt.Sprintf("%d %s %s", a.Riga, a.Tipo, a.Testo))
	}
	attese := []string{
		`5 TARGA_NON_ITALIANA "12 abc 9999": nessun formato di targa italiana corrisponde; straniera o scritta male, si cerca come 12ABC9999`,
		`4 TARGA_NON_VALIDA "!!!": la targa contiene segni che non sono lettere o cifre; resta com'è scritta`,
	}
	if diff := cmp.Diff(attese, dette); diff != "" || r.Nuovi != 6 {
		t.Errorf("%d new: %s", r.Nuovi, diff)
	}
	if n := una[int64](t, b, `SELECT count(*) FROM evento WHERE dati -> 'origine' -> 'righe' -> 0 ->> 'targa' = 'GA 123 bc'`); n != 1 {
		t.Errorf("the cell as it was written is kept %d times", n)
	}
}

// A value that no history can hold keeps its case out, and that case alone, the same in a try and in the
// import.
func TestAnImpossibleCaseIsRefusedAloneAndNamed(t *testing.T) {
	t.Parallel()
	const coda = ";35.00;NIL;A;0.00;157;0;;;;"
	buoni := []string{"B1;Create Fine;2006-07-24" + coda, "B2;Create Fine;1900-01-01" + coda, "B3;Create Fine;2026-11-20" + coda}
	casi := map[string]struct {
		righe []string
		dice  string
	}{
		"the first day of the calendar": {[]string{"A1;Create Fine;0001-01-01" + coda},
			"riga 3, carattere 16, colonna timestamp, caso A1, rifiutato: il 01/01/0001 viene prima del 01/01/1900"},
		"the day before the first":  {[]string{"A1;Create Fine;1899-12-31" + coda}, "riga 3, carattere 16, colonna timestamp, caso A1, rifiutato: il 31/12/1899"},
		"tomorrow, as today's Rome": {[]string{"A1;Create Fine;2026-11-21" + coda}, "riga 3, carattere 16, colonna timestamp, caso A1, rifiutato: il 21/11/2026 viene dopo oggi, 20/11/2026"},
		"a later step in the future": {[]string{"A1;Create Fine;2006-07-24" + coda, "A1;Send Fine;9999-12-31;;;;;;;11.00;;;"},
			"riga 4, carattere 14, colonna timestamp, caso A1, rifiutato: il 31/12/9999"},
		"a payment of nothing": {[]string{"A1;Create Fine;2006-07-24" + coda, "A1;Payment;2006-07-25;;;;;;;;;;0.00"},
			"riga 4, carattere 32, colonna paymentAmount, caso A1, rifiutato: un pagamento di zero euro"},
		"a key without measure": {[]string{strings.Repeat("A", 90) + "0000000000001;Create Fine;2006-07-24" + coda}, "rifiutato: dalla chiave non si ricavano"},
	}
	for regola, c := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			b := apparecchia(t)
			testo := righe(slices.Concat(buoni[:1], c.righe, buoni[1:])...)
			prova := b.importaCon(t, mappa(t), testo, true)
			r := b.importa(t, testo)
			if !strings.Contains(r.Testo(), c.dice) {
				t.Errorf("%q is not in\n%s", c.dice, r.Testo())
			}
			if r.Nuovi != 3 || r.Rifiutati != 1 || una[int64](t, b, `SELECT count(*) FROM verbale`) != 3 {
				t.Errorf("%+v", r)
			}
			if diff := cmp.Diff(prova, r); diff != "" {
				t.Errorf("a try says something else: %s", diff)
			}
		})
	}
}

func TestWhatAMappingLetsThroughIsBoundedToo(t *testing.T) {
	t.Parallel()
	m, err := storico.LeggiMappa(strings.NewReader(strings.NewReplacer("windows-1252", "utf-8", "^([A-Z]?)([0-9]+)$", "^([A-Za-z]*)([0-9]+)$").Replace(buona)))
	if err != nil {
		t.Fatal(err)
	}
	for regola, c := range map[string]struct{ riga, dice string }{
		"small letters": {"a1,Apertura,24/07/2006,35.00,,,,,,", "caso a1 (riga 2): il numero va da 1 a 9999999999, la lettera ha al più tre maiuscole da A a Z"},
		"a long key":    {"A" + strings.Repeat("0", 100) + "1,Apertura,24/07/2006,35.00,,,,,,", "(riga 2, carattere 1, colonna Pratica): la chiave supera 100 caratteri"},
		"a long plate":  {"A1,Apertura,24/07/2006,35.00,,," + strings.Repeat("AB123CD ", 9) + ",,,", "caso A1 (riga 2, carattere 32, colonna Targa): la targa supera 64 caratteri"},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			tutti, err := casi(m, []byte(testataGestionale+c.riga+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Traduci(tutti[0], adesso()); err == nil || !strings.Contains(err.Error(), c.dice) {
				t.Errorf("%v", err)
			}
		})
	}
}

// A value that the database refuses beyond our own rules keeps its case out alone, without a word
// of SQL.
func TestWhatTheDatabaseRefusesIsOneCase(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.Esegui(t, "elaborazione", "alfa", `ALTER TABLE verbale ADD CONSTRAINT prova CHECK (numero NOT IN (7, 40))`)
	testo, _ := file(t, 21, 50)
	r := b.importa(t, testo)
	var motivi []string
	for _, x := range r.Rifiuti {
		motivi = append(motivi, x.Caso[1:]+" "+x.Motivo)
	}
	slices.Sort(motivi)
	attesi := []string{"40 la banca dati non lo accetta (codice 23514)", "7 la banca dati non lo accetta (codice 23514)"}
	if diff := cmp.Diff(attesi, motivi); diff != "" || r.Nuovi != 48 || r.Casi != 50 || una[int64](t, b, `SELECT count(*) FROM verbale`) != 48 {
		t.Errorf("%d new of %d: %s", r.Nuovi, r.Casi, diff)
	}
}

func TestAnHourThatWasNotOrWasTwiceIsTold(t *testing.T) {
	t.Parallel()
	m := gestionale(t)
	testo, presi := strings.Builder{}, []string(nil)
	testo.WriteString(testataGestionale)
	for regola, c := range map[string]struct{ giorno, ora, anomalia, preso string }{
		"skipped in March":      {"26/03/2006", "02:30", "ORA_INESISTENTE", "2006-03-26T01:30:00Z"},
		"repeated in October":   {"29/10/2006", "02:30", "ORA_AMBIGUA", "2006-10-29T01:30:00Z"},
		"its first minute":      {"29/10/2006", "02:00", "ORA_AMBIGUA", "2006-10-29T01:00:00Z"},
		"before the repetition": {"29/10/2006", "01:59", "", "2006-10-28T23:59:00Z"},
		"after the repetition":  {"29/10/2006", "03:00", "", "2006-10-29T02:00:00Z"},
		"after the skipping":    {"26/03/2006", "03:00", "", "2006-03-26T01:00:00Z"},
		"any other":             {"24/07/2006", "10:30", "", "2006-07-24T08:30:00Z"},
		"none":                  {"26/03/2006", "", "", "2006-03-25T23:00:00Z"},
	} {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			tutti, err := casi(m, []byte(testataGestionale+"A1,Apertura,"+c.giorno+",35.00,,,,,"+c.ora+",\n"))
			if err != nil {
				t.Fatal(err)
			}
			s, err := m.Traduci(tutti[0], adesso())
			if err != nil {
				t.Fatal(err)
			}
			var avute []string
			for _, a := range s.Anomalie {
				avute = append(avute, string(a.Tipo))
			}
			if strings.Join(avute, " ") != c.anomalia {
				t.Errorf("%v", s.Anomalie)
			}
		})
		n := len(presi) + 1
		fmt.Fprintf(&testo, "A%d,Apertura,%s,35.00,,,,,%s,\n", n, c.giorno, c.ora)
		presi = append(presi, c.preso)
	}
	b := apparecchia(t)
	r := b.importaCon(t, m, testo.String(), false)
	avuti := tutte[string](t, b, `SELECT to_char(data_violazione AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FROM verbale ORDER BY numero`)
	if diff := cmp.Diff(presi, avuti); diff != "" || r.AnomaliePerTipo["ORA_AMBIGUA"] != 2 || r.AnomaliePerTipo["ORA_INESISTENTE"] != 1 {
		t.Errorf("%v %s", r.AnomaliePerTipo, diff)
	}
}
