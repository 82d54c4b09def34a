package comune_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
)

const testataArchivio = "\uFEFF" + `"ID","DATAISTITUZIONE","DATACESSAZIONE","CODISTAT","CODCATASTALE",` +
	`"DENOMINAZIONE_IT","ALTRADENOMINAZIONE","SIGLAPROVINCIA","FONTE"` + "\n"

// A made-up comune that is renamed, passes to a new province and is at last dissolved into another, which
// takes its ISTAT code over; and one with two names.
const archivio = testataArchivio +
	`1,"1861-03-17","1940-01-10","066001","Z999","ROCCA L'AQUILONE","","XA",""` + "\n" +
	`2,"1940-01-11","1992-04-15","066001","Z999","ROCCA DELL'AQUILONE","","XA",""` + "\n" +
	`3,"1992-04-16","2018-02-16","099001","Z999","ROCCA DELL'AQUILONE","","XB","I"` + "\n" +
	`4,"2018-02-17","9999-12-31","099002","Y998","BORGO NUOVO","","XB",""` + "\n" +
	`5,"1900-01-01","9999-12-31","021999","Y997","VALLE ALTA","SANKT JOHANN IM TAL","XC",""` + "\n"

func TestCaricaArchivio(t *testing.T) {
	t.Parallel()
	for nome, testo := range map[string]string{"come pubblicato": archivio, "con righe di Windows": strings.ReplaceAll(archivio, "\n", "\r\n")} {
		tabella, avvisi, err := comune.CaricaArchivio(strings.NewReader(testo))
		if err != nil || len(avvisi) != 0 || len(tabella.Tutte()) != 5 {
			t.Fatalf("%s: %v %q", nome, err, avvisi)
		}
	}
}

// A birth is looked for on its day: under the name, the province and the codes of then.
func TestNascitaInUnComuneSoppresso(t *testing.T) {
	t.Parallel()
	tabella, _, err := comune.CaricaArchivio(strings.NewReader(archivio))
	if err != nil {
		t.Fatal(err)
	}
	casi := []struct {
		regola, nome, provincia, data, istat, trovato string
	}{
		{"col nome di allora", "Rocca l'Aquilone", "XA", "1930-05-01", "066001", "Rocca l'Aquilone"},
		{"l'ultimo giorno del vecchio nome", "rocca laquilone", "XA", "1940-01-10", "066001", "Rocca l'Aquilone"},
		{"il primo giorno del nuovo nome", "ROCCA DELL'AQUILONE", "XA", "1940-01-11", "066001", "Rocca dell'Aquilone"},
		{"il nome vecchio non vale più", "Rocca l'Aquilone", "XA", "1940-01-11", "", ""},
		{"la provincia nuova, dal giorno in cui c'è", "Rocca dell'Aquilone", "XB", "1992-04-16", "099001", "Rocca dell'Aquilone"},
		{"la provincia vecchia non vale più", "Rocca dell'Aquilone", "XA", "1992-04-16", "", ""},
		{"dopo la soppressione non si nasce più lì", "Rocca dell'Aquilone", "XB", "2018-02-17", "", ""},
		{"oggi non c'è", "Rocca dell'Aquilone", "XB", "", "", ""},
		{"il nome nell'altra lingua", "Sankt Johann im Tal", "XC", "2000-01-01", "021999", "Valle Alta"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			if got, _ := tabella.CercaNome(c.nome, c.provincia, giorno(c.data)); got.CodiceIstat != c.istat || got.Nome != c.trovato {
				t.Errorf("%+v", got)
			}
		})
	}
	for data, istat := range map[string]string{"1861-03-17": "066001", "1992-04-15": "066001", "1992-04-16": "099001", "2018-02-17": "", "": ""} {
		if got, _ := tabella.CercaCatastale("Z999", giorno(data)); got.CodiceIstat != istat {
			t.Errorf("Z999 il %q: %+v", data, got)
		}
	}
}

func TestCaricaArchivioDiceCheCosaLasciaFuori(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, righe, avviso string }{
		{"codice catastale ignoto", `9,"1861-03-17","1911-07-04","003809","ND","SENZA CODICE","","XA",""`,
			"riga 7, Senza Codice (ISTAT 003809, catastale ND): codiceCatastale: deve avere una lettera maiuscola e tre cifre; riga lasciata fuori"},
		{"codice ISTAT guasto", `9,"1861-03-17","1911-07-04","3809","A001","CORTO","","XA",""`, "riga 7, Corto (ISTAT 3809, catastale A001): codiceIstat: deve avere sei cifre; riga lasciata fuori"},
		{"data impossibile", `9,"1861-02-30","1911-07-04","003809","A001","MALDATATO","","XA",""`,
			"riga 7, Maldatato (ISTAT 003809, catastale A001): DATAISTITUZIONE: deve essere una data AAAA-MM-GG; riga lasciata fuori"},
		{"fine che manca", `9,"1861-02-28","","003809","A001","SENZA FINE","","XA",""`, "riga 7, Senza Fine (ISTAT 003809, catastale A001): DATACESSAZIONE: manca; riga lasciata fuori"},
		{"fine prima dell'inizio", `9,"1911-07-04","1861-03-17","003809","A001","ROVESCIO","","XA",""`, "riga 7, Rovescio (ISTAT 003809, catastale A001): validoA: precede validoDa; riga lasciata fuori"},
		{"celle che mancano", `9,"1861-03-17"`, "riga 7: riga: ha 2 celle invece di 9; riga lasciata fuori"},
		{"due guasti in una riga", `9,"1861-03-17","1911-07-04","003809","","","","XA",""`,
			"riga 7,  (ISTAT 003809, catastale ): nome: manca, contiene caratteri invisibili o supera 100 caratteri; codiceCatastale: deve avere una lettera maiuscola e tre cifre; riga lasciata fuori"},
		{"codice catastale già preso negli stessi giorni: resta chi ha più righe", `9,"1861-03-17","1928-01-25","003809","Z999","ALTRA ROCCA","","XA",""`,
			"riga 7, Altra Rocca (ISTAT 003809, catastale Z999): vale negli stessi giorni della riga 2, Rocca l'Aquilone, con lo stesso codice catastale; riga lasciata fuori"},
		{"codice ISTAT già preso negli stessi giorni", `9,"1900-06-01","1901-01-25","021999","A001","DOPPIONE","","XC",""`,
			"riga 7, Doppione (ISTAT 021999, catastale A001): vale negli stessi giorni della riga 6, Valle Alta, con lo stesso codice ISTAT; riga lasciata fuori"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			tabella, avvisi, err := comune.CaricaArchivio(strings.NewReader(archivio + c.righe + "\n"))
			if err != nil || len(tabella.Tutte()) != 5 || len(avvisi) != 1 || avvisi[0] != c.avviso {
				t.Errorf("%v %q", err, avvisi)
			}
		})
	}
}

// Which of two overlapping rows stays does not hang on their order in the file.
func TestCaricaArchivioSovrapposteInOgniOrdine(t *testing.T) {
	t.Parallel()
	righe := strings.SplitAfter(strings.TrimPrefix(archivio, testataArchivio), "\n")[:5]
	intrusa := `9,"1861-03-17","1928-01-25","003809","Z999","ALTRA ROCCA","","XA",""` + "\n"
	for _, testo := range []string{intrusa + strings.Join(righe, ""), strings.Join(righe, "") + intrusa, righe[2] + righe[1] + intrusa + righe[4] + righe[3] + righe[0]} {
		tabella, avvisi, err := comune.CaricaArchivio(strings.NewReader(testataArchivio + testo))
		if err != nil || len(avvisi) != 1 || !strings.Contains(avvisi[0], "Altra Rocca") {
			t.Fatalf("%v %q", err, avvisi)
		}
		if got, _ := tabella.CercaCatastale("Z999", giorno("1900-01-01")); got.Nome != "Rocca l'Aquilone" {
			t.Errorf("%+v", got)
		}
	}
}

func TestCaricaArchivioRifiuta(t *testing.T) {
	t.Parallel()
	casi := []struct {
		riga       int
		campo, csv string
	}{
		{1, "file", ""},
		{1, "testata", strings.Replace(archivio, "CODISTAT", "ISTAT", 1)},
		{1, "testata", "codiceIstat;nome;altroNome;provincia;codiceCatastale;validoDa;validoA\n"},
		{2, "file", testataArchivio},
		{0, "file", testataArchivio + "1,2\n"},
		{2, "riga", testataArchivio + `1,"1861`},
		{0, "file", testataArchivio + strings.Repeat("\n", 17<<20)},
	}
	for _, c := range casi {
		_, _, err := comune.CaricaArchivio(strings.NewReader(c.csv))
		var e *comune.ErroreRiga
		if !errors.As(err, &e) || e.Riga != c.riga || e.Campo != c.campo {
			t.Errorf("riga %d campo %s: %v", c.riga, c.campo, err)
		}
	}
}

func FuzzCaricaArchivio(f *testing.F) {
	f.Add(archivio)
	f.Add(archivio + `9,"1861-03-17","1928-01-25","003809","Z999","'=1+1","","XA",""` + "\n")
	f.Add(testataArchivio + "1,2\n")
	f.Add(testataArchivio + "\"1")
	f.Fuzz(func(t *testing.T, testo string) {
		tabella, avvisi, err := comune.CaricaArchivio(strings.NewReader(testo))
		if err != nil {
			return
		}
		for _, a := range avvisi {
			if !strings.HasPrefix(a, "riga ") || !strings.HasSuffix(a, "riga lasciata fuori") {
				t.Fatalf("avviso %q", a)
			}
		}
		if dopo := carica(t, scritta(t, tabella)); dopo.Versione() != tabella.Versione() {
			t.Fatal("non rilegge quello che scrive")
		}
	})
}

// As many rows as the national archive; the MiB are those that the table keeps.
func BenchmarkCaricaArchivio(b *testing.B) {
	var testo strings.Builder
	testo.WriteString(testataArchivio)
	for i := range 19352 {
		catastale := fmt.Sprintf("%c%03d", 'A'+i/2/1000, i/2%1000)
		da, a := "1861-03-17", "1945-12-31"
		if i%2 == 1 {
			da, a = "1946-01-01", "9999-12-31"
		}
		fmt.Fprintf(&testo, "%d,%q,%q,\"%06d\",%q,\"MONTEROSSO DEL PROVATORE %d\",\"\",\"XA\",\"\"\n", i, da, a, i/2, catastale, i/2)
	}
	b.SetBytes(int64(testo.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := comune.CaricaArchivio(strings.NewReader(testo.String())); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(tenuti(b, testo.String()), "MiB")
}

// tenuti is the memory that a table keeps once it is loaded.
func tenuti(b *testing.B, testo string) float64 {
	b.Helper()
	var prima, dopo runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&prima)
	tabella, _, err := comune.CaricaArchivio(strings.NewReader(testo))
	if err != nil {
		b.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&dopo)
	runtime.KeepAlive(tabella)
	return float64(dopo.HeapAlloc-prima.HeapAlloc) / (1 << 20)
}

func BenchmarkCercaCatastale(b *testing.B) {
	tabella := comune.Iniziale()
	g := giorno("1950-01-01")
	b.ReportAllocs()
	for b.Loop() {
		if _, trovato := tabella.CercaCatastale("A089", g); !trovato {
			b.Fatal("Agrigento c'è")
		}
	}
}

func BenchmarkCercaNome(b *testing.B) {
	tabella := comune.Iniziale()
	g := giorno("2026-11-22")
	b.ReportAllocs()
	for b.Loop() {
		if _, trovato := tabella.CercaNome("Reggio nell'Emilia", "RE", g); !trovato {
			b.Fatal("Reggio c'è")
		}
	}
}

func scritta(t testing.TB, tabella *comune.Tabella) string {
	t.Helper()
	var b bytes.Buffer
	if err := tabella.Scrivi(&b); err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(b.String(), "\ufeff") // the mark is foglio's
}
