package tracciato

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"
	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/vpn/internal/registro"
)

func buono() Record {
	g := calendario.MustParse
	return Record{TipoRecord: "02", Targa: "AB123CD", DataInfrazione: g("2026-03-10"), NumeroVerbale: "000123", DataRichiesta: g("2026-03-12"),
		IndicatorePersonaSocieta: "P", AnagraficoProprietario: "MORO*ORESTE", ComuneNascita: "TRIESTE", ProvinciaNascita: "TS", DataNascita: g("1946-03-15"),
		LocalitaResidenza: "CESENA", ProvinciaResidenza: "FC", Toponimo: "VIA", Indirizzo: "DELLA LIBERTA'", Civico: "12/A", CAP: "47521",
		FabbricaETipo: "FIAT 312", MarcaModello: "FIAT", DenominazioneCommerciale: "PANDA", PotenzaFiscale: 14, PortataUtile: 0, DataInizioProprieta: g("2015-06-01"),
		Patente: "U1A23B45C", MassaComplessiva: 1400, CodiceFiscaleIntestatario: codice(), CategoriaEuro: "EURO6", DataUltimaRevisione: g("2025-05-30"), EsitoUltimaRevisione: "R"}
}

// codice is the tax code of the person of buono, numerico that of nobody's company.
func codice() string {
	cf, _ := codicefiscale.Calcola(codicefiscale.Persona{Cognome: "MORO", Nome: "ORESTE", Nascita: time.Date(1946, 3, 15, 0, 0, 0, 0, time.UTC), Sesso: "M", CodiceCatastale: "L424"})
	return cf
}

func numerico() string {
	const base = "7700001001"
	cifra, _ := codicefiscale.CifraControllo(base)
	return base + string(cifra)
}

func scritto(t *testing.T, r ...Record) string {
	t.Helper()
	var b bytes.Buffer
	if err := Scrivi(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestFieldsStandWhereTheLayoutSays, counted from 1, and fill the record.
func TestFieldsStandWhereTheLayoutSays(t *testing.T) {
	t.Parallel()
	dove := map[string]int{"targa": 3, "anagraficoProprietario": 35, "localitaResidenza": 140, "fabbricaETipo": 217, "dataInizioProprieta": 417,
		"codiceFiscaleIntestatario": 453, "dataUltimaRevisione": 530}
	inizio, trovati := 1, 0
	for _, c := range new(Record).campi() {
		if vuole, detto := dove[c.nome]; detto {
			trovati++
			if inizio != vuole {
				t.Errorf("%s begins at %d, want %d", c.nome, inizio, vuole)
			}
		}
		inizio += c.lunghezza
	}
	if inizio != Lunghezza+1 || trovati != len(dove) {
		t.Errorf("%d characters, %d places checked", inizio-1, trovati)
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	r := buono()
	testo := scritto(t, r, Domanda(Chiave{"EF456GH", calendario.MustParse("2026-03-11")}, "000124", calendario.MustParse("2026-03-12")))
	if righe := strings.Split(testo, "\r\n"); len(righe) != 3 || len(righe[0]) != Lunghezza || len(righe[1]) != Lunghezza || strings.TrimRight(righe[1][33:], " ") != "" ||
		righe[1][:33] != "  EF456GH  1103202600012412032026" {
		t.Errorf("%q", testo)
	}
	letti, storte, err := Leggi(strings.NewReader(testo + "\x1a"))
	if err != nil || storte != nil || len(letti) != 2 {
		t.Fatalf("%v %v", storte, err)
	}
	if d := cmp.Diff(Letto{Record: r, Riga: 1}, letti[0]); d != "" {
		t.Error(d)
	}
	r.LocalitaResidenza = "FORLÌ"
	letti, _, err = Leggi(strings.NewReader(scritto(t, r)))
	if err != nil || letti[0].LocalitaResidenza != "FORLÌ" {
		t.Errorf("%+v %v", letti, err)
	}
}

// TestABrokenLineNamesLineAndField, and the others are read.
func TestABrokenLineNamesLineAndField(t *testing.T) {
	t.Parallel()
	riga := strings.TrimSuffix(scritto(t, buono()), "\r\n")
	con := func(inizio int, a string) string { return riga[:inizio-1] + a + riga[inizio-1+len(a):] }
	for nome, c := range map[string]struct{ storta, vuole string }{
		"a day that is none":     {con(12, "31022026"), "riga 2, dataInfrazione: non è un giorno GGMMAAAA"},
		"a day upside down":      {con(417, "20150601"), "riga 2, dataInizioProprieta: non è un giorno GGMMAAAA"},
		"letters in a number":    {con(409, "1A4"), "riga 2, potenzaFiscale: non è un numero riempito di zeri"},
		"blanks in a number":     {con(409, " 14"), "riga 2, potenzaFiscale: non è un numero riempito di zeri"},
		"a sign in a number":     {con(412, "-0001"), "riga 2, portataUtile: non è un numero riempito di zeri"},
		"a control character":    {con(35, "\x07"), "riga 2, anagraficoProprietario: contiene un carattere di controllo"},
		"one character short":    {riga[1:], "riga 2: 559 caratteri, non 560"},
		"one character too many": {riga + "X", "riga 2: 561 caratteri, non 560"},
		"an empty line":          {"", "riga 2: riga vuota nel mezzo"},
		"UTF-8":                  {strings.Replace(riga, "CESENA ", "FORLÌ ", 1) + " ", "riga 2: 561 caratteri, non 560"},
	} {
		letti, storte, err := Leggi(strings.NewReader(riga + "\r\n" + c.storta + "\n" + riga + "\r\n\r\n"))
		if err != nil || len(letti) != 2 || len(storte) != 1 || storte[0].Error() != c.vuole {
			t.Errorf("%s: %d read, %v %v", nome, len(letti), storte, err)
		}
	}
	if _, _, err := Leggi(strings.NewReader(strings.Repeat("A", rigaMassima+1))); err == nil {
		t.Error("a line without an end is read")
	}
}

func TestNothingIsCutInWriting(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		guasta func(r *Record)
		vuole  string
	}{
		"a plate too long":  {func(r *Record) { r.Targa = "AB123CD456" }, "riga 1, targa: 10 caratteri, al più 9"},
		"a number too long": {func(r *Record) { r.PotenzaFiscale = 1000 }, "riga 1, potenzaFiscale: 4 caratteri, al più 3"},
		"another alphabet":  {func(r *Record) { r.Indirizzo = "李" }, "riga 1, indirizzo: ha un carattere che il tracciato non conosce"},
		"a line in a field": {func(r *Record) { r.Civico = "1\n2" }, "riga 1, civico: ha un carattere che il tracciato non conosce"},
	} {
		r := buono()
		c.guasta(&r)
		var e *Errore
		if err := Scrivi(new(bytes.Buffer), []Record{r}); !errors.As(err, &e) || e.Error() != c.vuole {
			t.Errorf("%s: %v", nome, err)
		}
	}
}

// TestAnswersAreHeldAgainstWhatWasAsked: one that nobody asked for, one that is missing, one answered twice in two ways.
func TestAnswersAreHeldAgainstWhatWasAsked(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2026-03-10")
	k := func(targa string) Chiave { return Chiave{targa, g} }
	n := 0
	r := func(targa, proprietario string) Letto {
		n++
		return Letto{Record: Record{Targa: targa, DataInfrazione: g, AnagraficoProprietario: proprietario}, Riga: n}
	}
	prima, uguale := r("AA111AA", "A*B"), r("AA111AA", "A*B")
	una, altra, ancora := r("BB222BB", "A*B"), r("BB222BB", "C*D"), r("BB222BB", "A*B")
	altrui, altroGiorno := r("EE555EE", "A*B"), r("AA111AA", "A*B")
	altroGiorno.DataInfrazione = g.AddDays(1)
	a := Abbina([]Chiave{k("AA111AA"), k("BB222BB"), k("CC333CC"), k("DD444DD"), k("DD444DD")},
		[]Letto{prima, uguale, una, altra, ancora, altrui, altroGiorno})
	vuole := Abbinamento{Risposte: map[Chiave]Letto{k("AA111AA"): prima}, Mancano: []Chiave{k("CC333CC"), k("DD444DD")},
		NonChieste: []Letto{altrui, altroGiorno}, Doppie: []Letto{una, altra, ancora}, Ripetute: []Letto{uguale}}
	if d := cmp.Diff(vuole, a); d != "" {
		t.Error(d)
	}
}

func TestTheRecordAsAnAnswerOfARegister(t *testing.T) {
	t.Parallel()
	persona, ditta, locatario, estero, dopo := buono(), buono(), buono(), buono(), buono()
	ditta.AnagraficoProprietario, ditta.CodiceFiscaleIntestatario = "TRASPORTI DI PROVA S.R.L.", numerico()
	locatario.IndicatoreLocatario = "L"
	estero.StatoEsteroResidenza = "SVI"
	dopo.DataInizioProprieta = calendario.MustParse("2026-03-11")
	v, err := persona.Veicolo()
	if err != nil || v.Intestatari[0].Cognome != "MORO" || v.Intestatari[0].Nome != "ORESTE" ||
		v.Intestatari[0].Indirizzo.Via != "VIA DELLA LIBERTA'" || v.Intestatari[0].Sesso != "M" ||
		v.Tipo != "AUTOVEICOLO" || len(v.Avvertenze) != 0 {
		t.Errorf("%+v %v", v, err)
	}
	if v, err := locatario.Veicolo(); err != nil || v.Intestatari[0].Titolo != registro.Locatario || len(v.Avvertenze) != 1 {
		t.Errorf("%+v %v", v, err)
	}
	if v, err := estero.Veicolo(); err != nil || v.Intestatari[0].Indirizzo.Nazione != "ZZ" {
		t.Errorf("%+v %v", v, err)
	}
	if _, err := dopo.Veicolo(); !errors.Is(err, esterno.ErrInvalidAnswer) {
		t.Errorf("who came after the day: %v", err)
	}
	if v, err := ditta.Veicolo(); err != nil || v.Intestatari[0].Tipo != registro.Societa {
		t.Errorf("%+v %v", v, err)
	}
	vuoto := Domanda(Chiave{"AB123CD", calendario.MustParse("2026-03-10")}, "1", calendario.MustParse("2026-03-12"))
	if _, err := vuoto.Veicolo(); !errors.Is(err, esterno.ErrInvalidAnswer) {
		t.Errorf("a record without a holder: %v", err)
	}
}

func FuzzLeggi(f *testing.F) {
	var b bytes.Buffer
	if err := Scrivi(&b, []Record{buono()}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("\r\n\x1a"))
	f.Fuzz(func(t *testing.T, file []byte) {
		letti, _, err := Leggi(bytes.NewReader(file))
		if err != nil || len(letti) == 0 {
			return
		}
		for i := range letti {
			_, _ = letti[i].Veicolo()
		}
		var b bytes.Buffer
		var e *Errore
		record := make([]Record, len(letti))
		for i, l := range letti {
			record[i] = l.Record
		}
		if err := Scrivi(&b, record); errors.As(err, &e) {
			return // a letter whose capital is not in the character set
		}
		di, storte, err := Leggi(&b)
		if err != nil || storte != nil || len(di) != len(letti) {
			t.Errorf("%v %v", storte, err)
		}
	})
}
