package tabella_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/foglio"

	"github.com/piattaforma-verbali/verbali/core/internal/tabella"
	"github.com/piattaforma-verbali/verbali/core/internal/tabella/pagina"
	"github.com/piattaforma-verbali/verbali/core/internal/voce"
)

func TestOgniCaricamentoEUnaVersione(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	passi := []struct{ regola, file, esito string }{
		{"the first file is the first version", strade("Via Roma", "Via Dante"), "1 CARICATA +2 ~0 -0 =0"},
		{"the same file makes no version", strade("Via Roma", "Via Dante"), "1 INVARIATA +0 ~0 -0 =2"},
		{"a name changes, a street comes", strade("Via Roma", "Via Dante Alighieri", "Via Po"), "2 CARICATA +1 ~1 -0 =1"},
		{"what is missing is taken away", strade("Via Roma"), "3 CARICATA +0 ~0 -2 =1"},
		{"what was taken away may come back", strade("Via Roma", "Via Dante"), "4 CARICATA +1 ~0 -0 =1"},
	}
	for _, p := range passi {
		t.Run(p.regola, func(t *testing.T) {
			if diff := cmp.Diff(p.esito, conta(b.riesce(t, tabella.Strade, p.file))); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("every version can be read again", func(t *testing.T) {
		for versione, vuole := range map[int]string{0: strade("Via Roma", "Via Dante"), 1: strade("Via Roma", "Via Dante"),
			2: strade("Via Roma", "Via Dante Alighieri", "Via Po"), 3: strade("Via Roma")} {
			if diff := cmp.Diff(vuole, b.esporta(t, tabella.Strade, versione)); diff != "" {
				t.Errorf("version %d\n%s", versione, diff)
			}
		}
	})
	t.Run("two versions can be compared, backwards too", func(t *testing.T) {
		avanti, err := b.Differenza(t.Context(), quale(tabella.Strade), 1, 2)
		if err != nil || len(avanti.Rapporto.Aggiunte) != 1 || len(avanti.Rapporto.Modificate) != 1 {
			t.Errorf("1 to 2: %+v, %v", avanti, err)
		}
		indietro, err := b.Differenza(t.Context(), quale(tabella.Strade), 3, 1)
		if err != nil || len(indietro.Rapporto.Aggiunte) != 1 {
			t.Errorf("3 to 1: %+v, %v", indietro, err)
		}
		if _, err := b.Differenza(t.Context(), quale(tabella.Strade), 1, 9); codice(err) != "NON_TROVATO" {
			t.Errorf("a version that is not there: %v", err)
		}
	})
	t.Run("each has who, why and its fact", func(t *testing.T) {
		tutte, err := b.Versioni(t.Context(), quale(tabella.Strade), voce.Filtro{Dimensione: 2})
		if err != nil || len(tutte.Elementi) != 2 || tutte.Elementi[0].Versione != 4 || tutte.Elementi[0].Attore != "ada" || tutte.Elementi[0].Nota != "prova" {
			t.Fatalf("%+v, %v", tutte, err)
		}
		var fatti, righe int
		conn := b.Collega(t, "core", "")
		err = conn.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM core.uscita WHERE soggetto = 'fatti.piattaforma.tabelle.aggiornate'),
			(SELECT count(*) FROM core.registro WHERE azione = 'IMPORTATO' AND oggetto LIKE 'alfa/strade@%'
				AND attore = 'ada' AND indirizzo = '10.0.0.1')`).Scan(&fatti, &righe)
		if err != nil {
			t.Fatal(err)
		}
		if fatti != 4 || righe != 4 {
			t.Errorf("%d facts and %d lines of the audit for 4 versions", fatti, righe)
		}
	})
	t.Run("another tenant has its own", func(t *testing.T) {
		stato, err := b.Stato(t.Context(), tabella.Quale{Nome: tabella.Strade, Tenant: "beta"})
		if err != nil || stato.Versione != 0 {
			t.Errorf("%+v, %v", stato, err)
		}
	})
}

func TestLAnteprimaNonScrive(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	b.riesce(t, tabella.Strade, strade("Via Roma"))
	r, err := b.Anteprima(t.Context(), quale(tabella.Strade), []byte(strade("Via Roma", "Via Po")))
	if err != nil || conta(r) != "1 ANTEPRIMA +1 ~0 -0 =1" {
		t.Fatalf("%s, %v", conta(r), err)
	}
	if diff := cmp.Diff(strade("Via Roma"), b.esporta(t, tabella.Strade, 0)); diff != "" {
		t.Errorf("the preview has written\n%s", diff)
	}
}

func TestDueAmministratoriInsieme(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	b.riesce(t, tabella.Strade, strade("Via Roma"))
	esiti := make([]error, 8)
	var insieme sync.WaitGroup
	for i := range esiti {
		insieme.Go(func() {
			_, esiti[i] = b.Importa(come(t), tabella.Importazione{Quale: quale(tabella.Strade), Base: 1,
				File: []byte(strade("Via Roma", fmt.Sprintf("Via %d", i)))})
		})
	}
	insieme.Wait()
	riusciti := 0
	for _, err := range esiti {
		switch {
		case err == nil:
			riusciti++
		case codice(err) != "TABELLA_CAMBIATA":
			t.Errorf("the one that comes after is told %v", err)
		}
	}
	stato, err := b.Stato(t.Context(), quale(tabella.Strade))
	if riusciti != 1 || err != nil || stato.Versione != 2 || stato.Righe != 2 {
		t.Errorf("%d of 8 were taken: %+v, %v", riusciti, stato, err)
	}
}

// decreto is a file that changes the amounts of art. 7 c. 14 from a day on.
func decreto(dal string) string {
	return testataTariffe + "7-14-p1;" + dal + ";4300;17600;;D.M. di prova;\n"
}

func TestIlDecretoBiennale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	prima := b.esporta(t, tabella.Violazioni, 0)
	r, err := b.Anteprima(t.Context(), quale(tabella.Tariffe), []byte(decreto("2027-01-01")))
	if err != nil || len(r.Retroattive) != 0 || len(r.Rapporto.Aggiunte) != 1 || r.Rapporto.Aggiunte[0].Chiave != "7-14-p1/2027-01-01" {
		t.Fatalf("art. 195 c. 3: a future decree adds its rows and touches no day gone by: %+v, %v", r, err)
	}
	if r := b.riesce(t, tabella.Tariffe, decreto("2027-01-01")); r.Esito != tabella.EsitoCaricata || r.Versione != 2 {
		t.Errorf("%s", conta(r))
	}
	if r := b.riesce(t, tabella.Tariffe, decreto("2027-01-01")); r.Esito != tabella.EsitoInvariata {
		t.Errorf("the same decree again: %s", conta(r))
	}
	if diff := cmp.Diff(prima, b.esporta(t, tabella.Violazioni, 1)); diff != "" {
		t.Errorf("version 1 is no longer what it was\n%s", diff)
	}
	for giorno, minimo := range map[string]string{"2026-12-31": `"minCent":4200`, "2027-01-01": `"minCent":4300`} {
		f := tabella.Filtro{Filtro: voce.Filtro{Cerca: "7-14-p1", Dimensione: 50}, InVigoreAl: giorno}
		p, _, err := b.Righe(t.Context(), quale(tabella.Tariffe), f)
		if err != nil || len(p.Elementi) == 0 || !strings.Contains(string(p.Elementi[0]), minimo) {
			t.Errorf("on %s: %s, %v", giorno, p.Elementi, err)
		}
	}
}

func TestCioCheValevaNonSiCambiaPerSbaglio(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	_, err := b.importa(t, tabella.Tariffe, decreto("2026-01-02"))
	if codice(err) != "MODIFICA_RETROATTIVA" || !strings.Contains(campi(err), "7-14-p1/2026-01-02: vale dal 02/01/2026") {
		t.Fatalf("amounts of days gone by: %v", err)
	}
	if stato, err := b.Stato(t.Context(), quale(tabella.Violazioni)); err != nil || stato.Versione != 1 {
		t.Errorf("the refusal has written: %+v, %v", stato, err)
	}
	r, err := b.Importa(come(t), tabella.Importazione{Quale: quale(tabella.Tariffe), File: []byte(decreto("2026-01-02")), Base: 1, Forza: true})
	if err != nil || r.Esito != tabella.EsitoCaricata || len(r.Retroattive) == 0 {
		t.Errorf("forced: %s, %v", conta(r), err)
	}
}

func TestLeTabelleInizialiSiCaricanoUnaVolta(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	for i, vuole := range [][]string{{"violazioni", "comuni"}, nil} {
		ha, err := b.Semina(t.Context())
		if err != nil || !slices.Equal(ha, vuole) {
			t.Errorf("run %d loads %v, %v; want %v", i+1, ha, err, vuole)
		}
	}
	for _, nome := range []string{tabella.Violazioni, tabella.Comuni} {
		stato, err := b.Stato(t.Context(), quale(nome))
		if err != nil || stato.Versione != 1 || stato.Attore != tabella.Preparazione || stato.Nota == "" || stato.Righe == 0 {
			t.Errorf("%+v, %v", stato, err)
		}
	}
	if r := b.riesce(t, tabella.Comuni, b.esporta(t, tabella.Comuni, 0)); r.Esito != tabella.EsitoInvariata {
		t.Errorf("what is exported, imported again: %s", conta(r))
	}
	if r := b.riesce(t, tabella.Violazioni, b.esporta(t, tabella.Violazioni, 0)); r.Esito != tabella.EsitoInvariata {
		t.Errorf("what is exported, imported again: %s", conta(r))
	}
	if r := b.riesce(t, tabella.Tariffe, b.esporta(t, tabella.Tariffe, 0)); r.Esito != tabella.EsitoInvariata {
		t.Errorf("the amounts as they are change nothing: %s", conta(r))
	}
}

func TestFileSbagliati(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	tante := testataStrade + strings.Repeat("1;Via;X;;;ieri;\n", 200)
	casi := []struct{ regola, nome, file, campi string }{
		{"an empty file", tabella.Strade, "", "file: è vuoto: la prima riga ha i nomi delle colonne"},
		{"blanks and a byte order mark", tabella.Strade, "\ufeff \r\n", "file: è vuoto: la prima riga ha i nomi delle colonne"},
		{"only the heading", tabella.Strade, testataStrade, "la tabella è vuota"},
		{"other columns", tabella.Strade, "a;b\n1;2\n", "riga 1, testata: le colonne devono essere"},
		{"the file of another table is called by its name", tabella.Violazioni, testataTariffe + "7-14-p1;2027-01-01;1;2;;x;\n",
			"riga 1, testata: queste sono le colonne della tabella tariffe, non di violazioni"},
		{"not UTF-8, by its line", tabella.Strade, testataStrade + "1;Via;037006;;;2020-01-01;\n2;Citt\xe0;037006;;;2020-01-01;\n",
			"riga 3: non è testo in UTF-8: salvare il file come CSV UTF-8"},
		{"a NUL", tabella.Strade, testataStrade + "1;Via\x00;037006;;;2020-01-01;\n", "riga 2: contiene un carattere di controllo (U+0000)"},
		{"17 MiB", tabella.Strade, testataStrade + strings.Repeat("x", 17<<20), "file: supera 16 MiB"},
		{"a day that is none, by line and column", tabella.Tariffe, testataTariffe + "7-14-p1;2027-01-01;9100;36500;;x;\n153-11;2027-02-30;1;2;;x;\n", "riga 3, validoDa: "},
		{"cents that are no number", tabella.Tariffe, testataTariffe + "7-14-p1;2027-01-01;42,00;16900;;x;\n", "riga 2, minCent: "},
		{"a code that no violation has", tabella.Tariffe, testataTariffe + "999-9;2027-01-01;100;200;;x;\n", "riga 2, codice: "},
		{"minimum over maximum", tabella.Tariffe, testataTariffe + "7-14-p1;2027-01-01;900;200;;x;\n", "riga 2, minCent: "},
		{"departments are not loaded", tabella.Reparti, "codice\nPL01\n", ""},
		{"no table at all", "targhe", "codice\n", ""},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			_, err := b.importa(t, c.nome, c.file)
			if codice(err) == "" || !strings.Contains(campi(err), c.campi) {
				t.Errorf("%v\n%s", err, campi(err))
			}
			if _, altro := b.Anteprima(t.Context(), quale(c.nome), []byte(c.file)); cmp.Diff(campi(err), campi(altro)) != "" {
				t.Errorf("the preview says something else: %v", altro)
			}
		})
	}
	t.Run("at most 100 faults are named", func(t *testing.T) {
		t.Parallel()
		_, err := b.importa(t, tabella.Strade, tante)
		if n := strings.Count(campi(err), "\n") + 1; n > 100 || n < 2 {
			t.Errorf("%d faults", n)
		}
	})
}

// archivioDi are rows of comuni, as many as the national archive.
func archivioDi(n int, nome string) string {
	var b strings.Builder
	b.WriteString("codiceIstat;nome;altroNome;provincia;codiceCatastale;validoDa;validoA\n")
	for i := range n {
		fmt.Fprintf(&b, "%06d;%s %d;;RM;%c%03d;%d-01-01;\n", 100_000+i, nome, i, 'A'+i/1000, i%1000, 1900+i%100)
	}
	return b.String()
}

// 19,000 rows, the size of the national archive, go in and out whole.
func TestUnArchivioIntero(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	const n = 19_000
	if r := b.riesce(t, tabella.Comuni, archivioDi(n, "Comune")); conta(r) != fmt.Sprintf("1 CARICATA +%d ~0 -0 =0", n) {
		t.Fatal(conta(r))
	}
	cambiato := strings.Replace(archivioDi(n, "Comune"), "Comune 77;", "Comune settantasette;", 1)
	r := b.riesce(t, tabella.Comuni, cambiato)
	vuole := []foglio.Campo{{Nome: "nome", Prima: "Comune 77", Dopo: "Comune settantasette"}}
	if len(r.Rapporto.Modificate) != 1 || cmp.Diff(vuole, r.Rapporto.Modificate[0].Campi) != "" {
		t.Fatalf("%s", conta(r))
	}
	if righe := strings.Count(b.esporta(t, tabella.Comuni, 0), "\n"); righe != n+1 {
		t.Errorf("%d lines are exported", righe)
	}
}

func TestElencoDelleRighe(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	t.Run("pages follow one another, each row once, 7 before 142", func(t *testing.T) {
		t.Parallel()
		var codici []string
		visti := map[string]bool{}
		f, err := tabella.LeggiFiltro(func(string) string { return "" })
		for err == nil {
			p, _, errRighe := b.Righe(t.Context(), quale(tabella.Violazioni), f)
			if errRighe != nil {
				t.Fatal(errRighe)
			}
			for _, e := range p.Elementi {
				_, dopo, _ := strings.Cut(string(e), `"codice": "`)
				codice, _, _ := strings.Cut(dopo, `"`)
				codici = append(codici, codice)
				visti[string(e)] = true
			}
			if p.Cursore == "" {
				break
			}
			f, err = tabella.LeggiFiltro(func(nome string) string { return map[string]string{"cursore": p.Cursore}[nome] })
		}
		stato, errStato := b.Stato(t.Context(), quale(tabella.Violazioni))
		if err != nil || errStato != nil || len(visti) != stato.Righe || len(codici) != stato.Righe {
			t.Fatalf("%d rows, %d different, of %d: %v %v", len(codici), len(visti), stato.Righe, err, errStato)
		}
		if slices.Index(codici, "7-14-p1") > slices.Index(codici, "142-7") {
			t.Error("142 comes before 7")
		}
	})
	casi := []struct {
		regola, nome string
		filtro       map[string]string
		trova        func(string) bool
	}{
		{"a text in any cell, without case", tabella.Comuni, map[string]string{"testo": "ROMA"}, func(r string) bool { return strings.Contains(r, "Roma") }},
		{"special characters are themselves", tabella.Comuni, map[string]string{"testo": "%"}, nil},
		{"a mark to be checked", tabella.Violazioni, map[string]string{"verifica": "DA_VERIFICARE"}, func(r string) bool { return strings.Contains(r, "DA_VERIFICARE") }},
		{"before every row", tabella.Violazioni, map[string]string{"inVigoreAl": "1900-01-01"}, nil},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			f, err := tabella.LeggiFiltro(func(nome string) string { return c.filtro[nome] })
			if err != nil {
				t.Fatal(err)
			}
			p, _, err := b.Righe(t.Context(), quale(c.nome), f)
			if err != nil || (len(p.Elementi) > 0) != (c.trova != nil) {
				t.Fatalf("%d rows, %v", len(p.Elementi), err)
			}
			for _, e := range p.Elementi {
				if !c.trova(string(e)) {
					t.Errorf("finds %s", e)
				}
			}
		})
	}
	t.Run("one validity of each code on a day", func(t *testing.T) {
		t.Parallel()
		f := tabella.Filtro{Filtro: voce.Filtro{Dimensione: 1000}, InVigoreAl: "2026-11-20"}
		p, _, err := b.Righe(t.Context(), quale(tabella.Violazioni), f)
		codici := map[string]int{}
		for _, e := range p.Elementi {
			_, dopo, _ := strings.Cut(string(e), `"codice": "`)
			codice, _, _ := strings.Cut(dopo, `"`)
			codici[codice]++
			if codici[codice] > 1 {
				t.Errorf("%s twice", codice)
			}
		}
		if err != nil || len(codici) < 50 {
			t.Errorf("%d codes, %v", len(codici), err)
		}
	})
}

func TestFiltriRifiutati(t *testing.T) {
	t.Parallel()
	casi := map[string]struct{ parametro, valore, campo string }{
		"a day that is none":             {"inVigoreAl", "2026-02-30", "inVigoreAl"},
		"a mark that is none":            {"verifica", "FORSE", "verifica"},
		"a version that is no number":    {"versione", "uno", "versione"},
		"a version no database can hold": {"versione", "99999999999", "versione"},
		"too long a text":                {"testo", strings.Repeat("x", 101), "testo"},
		"a NUL in the text":              {"testo", "a\x00", "testo"},
		"another list's cursor":          {"cursore", "%%%", "cursore"},
	}
	for regola, c := range casi {
		t.Run(regola, func(t *testing.T) {
			t.Parallel()
			_, err := tabella.LeggiFiltro(func(nome string) string { return map[string]string{c.parametro: c.valore}[nome] })
			if !strings.HasPrefix(campi(err), c.campo+": ") {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestRepartiComeTabella(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	prima, err := b.Stato(t.Context(), quale(tabella.Reparti))
	if err != nil {
		t.Fatal(err)
	}
	b.Esegui(t, "core", "", `INSERT INTO reparto (tenant, codice, descrizione) VALUES ('alfa', 'ZONA', 'Zona nord')`)
	dopo, err := b.Stato(t.Context(), quale(tabella.Reparti))
	if err != nil || dopo.Versione <= prima.Versione || dopo.Righe != prima.Righe+1 {
		t.Errorf("a new department: %+v then %+v, %v", prima, dopo, err)
	}
	if testo := b.esporta(t, tabella.Reparti, 0); !strings.HasPrefix(testo, "codice;descrizione;stato\n") || !strings.Contains(testo, "ZONA;Zona nord;ATTIVO\n") {
		t.Errorf("exported:\n%s", testo)
	}
	b.Esegui(t, "core", "", `UPDATE reparto SET descrizione = '=HYPERLINK("http://x")', versione = versione + 1 WHERE codice = 'ZONA'`)
	if testo := b.esporta(t, tabella.Reparti, 0); !strings.Contains(testo, `ZONA;"'=HYPERLINK(""http://x"")";ATTIVO`) {
		t.Errorf("a spreadsheet would run it:\n%s", testo)
	}
	tutte, err := b.Elenca(t.Context(), "")
	if err != nil || len(tutte) != 3 {
		t.Errorf("without a tenant there are violazioni, tariffe and comuni: %+v, %v", tutte, err)
	}
}

func TestStoriaDiUnaRiga(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	for _, f := range []string{strade("Via Roma", "Via Dante"), strade("Via Roma", "Via Alighieri"), strade("Via Roma")} {
		b.riesce(t, tabella.Strade, f)
	}
	v, err := pagina.Scheda(t.Context(), b.Servizio, quale(tabella.Strade), "2/2020-01-01")
	if err != nil || v.Presente {
		t.Fatalf("%+v, %v", v, err)
	}
	var storia []string
	for _, m := range v.Storia {
		storia = append(storia, fmt.Sprint(m.Versione, " ", m.Cosa, " ", m.Chi, " ", strings.Join(m.Celle, "")))
	}
	vuole := []string{"1 inserita ada ", "2 cambiata ada Nome: da «Via Dante» a «Via Alighieri»", "3 tolta  "}
	if diff := cmp.Diff(vuole, storia); diff != "" {
		t.Error(diff)
	}
	for _, chiave := range []string{"", "2", "9/2020-01-01", "2/2020-01-01\x00", strings.Repeat("x", 90) + "/", "%/2020-01-01"} {
		if _, err := pagina.Scheda(t.Context(), b.Servizio, quale(tabella.Strade), chiave); codice(err) != "NON_TROVATO" {
			t.Errorf("%q: %v", chiave, err)
		}
	}
}

func TestLeBozzeSonoDiChiLeHaCaricate(t *testing.T) {
	t.Parallel()
	b := spoglio(t)
	mia := tabella.Bozza{Quale: quale(tabella.Strade), Operatore: "ada", File: []byte(strade("Via Roma"))}
	salva := func() string {
		id, err := b.Bozze.Salva(t.Context(), mia)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	id := salva()
	trova := func(id string, z tabella.Bozza) string {
		file, err := b.Bozze.Trova(t.Context(), id, z)
		if err != nil && codice(err) != "NON_TROVATO" {
			t.Errorf("%v", err)
		}
		return string(file)
	}
	if trova(id, mia) != string(mia.File) {
		t.Error("the file is not what was sent")
	}
	altri := map[string]tabella.Bozza{"another operator": {Quale: mia.Quale, Operatore: "bea"},
		"another table": {Quale: quale(tabella.Comuni), Operatore: "ada"}, "another tenant": {Quale: tabella.Quale{Nome: tabella.Strade, Tenant: "beta"}, Operatore: "ada"}}
	for regola, z := range altri {
		if trova(id, z) != "" {
			t.Errorf("%s sees it", regola)
		}
	}
	for _, id := range []string{"", "x", id + "0", "' OR true --", "\x00"} {
		if trova(id, mia) != "" {
			t.Errorf("%q opens it", id)
		}
	}
	for range 5 {
		salva()
	}
	if trova(id, mia) != "" {
		t.Error("the sixth file of an operator does not push out the first")
	}
	id = salva()
	b.Esegui(t, "core", "", `UPDATE tabella_bozza SET creata = now() - interval '25 hours'`)
	if trova(id, mia) != "" {
		t.Error("it is there a day later")
	}
	salva()
	if err := b.Bozze.Dimentica(context.Background(), id); err != nil {
		t.Error(err)
	}
	var n int
	if err := b.Banca(t, "core", "").QueryRow(t.Context(), `SELECT count(*) FROM core.tabella_bozza`).Scan(&n); err != nil || n != 1 {
		t.Errorf("%d files are kept, %v", n, err)
	}
}
