package sanzione_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// testataNuova are the columns that came after those of the earlier table.
const testataNuova = ";testoBreve;periodo;articoloSanzione;multiploDi;multiplo;modo;periodiMassimi;tariffa;conseguenze;conseguenzeRecidiva;" +
	"sospensioneBreve;scontoSe;ridottoSe;dubbi;dubbio;sostituitaDa"

// filePieno is a file whose rows fill every column, in canonical order.
func filePieno() string {
	return testataDi24 + testataNuova + "\n" +
		"7-14-p4;;7;14;;15.1;a b;AUTOCARRO RIMORCHIO;no;2600;10200;;Fermo amministrativo;condizionato;si;no;no;2024-12-14;2030-01-01;2026-12-31;prova;DA_VERIFICARE;una nota;" +
		"Il conducente sostava oltre il tempo.;Sosta oltre il tempo;4;;;;PER_PERIODO;4;NON_PAGATA;FERMO_VEICOLO RIMOZIONE;SOSPENSIONE_PATENTE;condizionata;RECIDIVA;RIFIUTO;" +
		"IMPORTO PUNTI;Importo e punti: non letti.;\n" +
		"7-15-p1;;7;15;2;;;;no;1300;5100;0;;si;si;no;no;2024-12-14;;;prova;DERIVATA;;Il conducente sostava senza pagare.;Sosta non pagata;1-2;193;7-14-p4;1/2;PER_24_ORE;;" +
		"PERIODO_INTERO;;;si;;;;;\n" +
		"7-9;;7;16;;;;;no;0;0;0;;no;no;no;no;2021-01-01;;;Codice diviso;VERIFICATA;;Il conducente sostava.;;;;;;;;;;;;;;;;7-14-p4 7-15-p1\n"
}

func TestLeColonneNuoveSiRileggonoByteSuByte(t *testing.T) {
	t.Parallel()
	tabella := carica(t, filePieno())
	if d := cmp.Diff(filePieno(), scritta(t, tabella)); d != "" {
		t.Error(d)
	}
	s := tabella.Tutte()[0]
	if !s.PuntiIgnoti || s.Punti != 0 || s.PeriodiMassimi != 4 || s.Modo != sanzione.PerPeriodo || s.Tariffa != sanzione.TariffaNonPagata || !s.Dubbia() ||
		s.RidottoSe != sanzione.SeRifiuto || s.SospensioneBreve != sanzione.BreveCondizionata || cmp.Diff([]string{"a", "b"}, s.Lettere()) != "" ||
		cmp.Diff([]sanzione.Classe{sanzione.Autocarro, sanzione.Rimorchio}, s.Classi) != "" || s.TogliePatente(false) || !s.TogliePatente(true) {
		t.Errorf("%+v", s)
	}
	if r := tabella.Tutte()[2]; !r.Ritirata() || r.MaxCent != 0 {
		t.Errorf("%+v", r)
	}
}

// A file may stop at any of the new columns: those that are not there are empty.
func TestUnFileConMenoColonneSiLegge(t *testing.T) {
	t.Parallel()
	const riga = "1-1;;1;1;;;;;no;100;200;3;;si;si;no;no;2021-01-01;;;prova;DERIVATA;;Il conducente provava."
	for n := range 17 {
		nuove := strings.Split(testataNuova, ";")[:n+1] // the first is empty
		tabella := carica(t, testataDi24+strings.Join(nuove, ";")+"\n"+riga+strings.Repeat(";", n)+"\n")
		if s := tabella.Tutte()[0]; s.Punti != 3 || s.PuntiIgnoti || s.TestoBreve != "" || s.Modo != "" {
			t.Errorf("con %d colonne: %+v", n, s)
		}
	}
	for _, testata := range []string{testataDi24 + ";modo", testataDi24 + testataNuova + ";altra", strings.TrimSuffix(testataDi24, ";testo")} {
		var e *sanzione.ErroreRiga
		if _, err := sanzione.Carica(strings.NewReader(testata + "\n" + riga + "\n")); !errors.As(err, &e) || e.Campo != "testata" {
			t.Errorf("%s: %v", testata, err)
		}
	}
}

// What is wrong in a new column is told by the name of that column.
func TestLeColonneNuoveRifiutano(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ regola, campo, vecchio, nuovo string }{
		{"un periodo in maiuscole", "periodo", ";1-2;193;", ";IV;193;"},
		{"un articolo di due parole", "articoloSanzione", ";1-2;193;", ";1-2;art. 193;"},
		{"un articolo senza il suo comma", "articoloSanzione", "7;15;2;", "7;15;;"},
		{"un multiplo senza base", "multiploDi", ";7-14-p4;1/2;", ";;1/2;"},
		{"una base senza multiplo", "multiploDi", ";7-14-p4;1/2;", ";7-14-p4;;"},
		{"un multiplo che la legge non ha", "multiplo", ";7-14-p4;1/2;", ";7-14-p4;3;"},
		{"una base che non c'è", "multiploDi", ";7-14-p4;1/2;", ";9-9;1/2;"},
		{"una base che è un codice diviso", "multiploDi", ";7-14-p4;1/2;", ";7-9;1/2;"},
		{"un multiplo di un multiplo", "multiploDi", "tempo;4;;;;", "tempo;4;;7-15-p1;2;"},
		{"un modo sconosciuto", "modo", "PER_24_ORE", "OGNI_TANTO"},
		{"un massimo che non è un numero", "periodiMassimi", "PER_PERIODO;4;", "PER_PERIODO;quattro;"},
		{"un massimo negativo", "periodiMassimi", "PER_PERIODO;4;", "PER_PERIODO;-1;"},
		{"un massimo assurdo", "periodiMassimi", "PER_PERIODO;4;", "PER_PERIODO;1001;"},
		{"un massimo senza periodi", "periodiMassimi", "PER_24_ORE;;", "PER_24_ORE;4;"},
		{"una tariffa sconosciuta", "tariffa", "PERIODO_INTERO", "MEZZA"},
		{"una conseguenza sconosciuta", "conseguenze", "FERMO_VEICOLO RIMOZIONE", "FERMO_VEICOLO PRIGIONE"},
		{"una conseguenza della recidiva sconosciuta", "conseguenzeRecidiva", ";SOSPENSIONE_PATENTE;", ";PRIGIONE;"},
		{"una sospensione breve sconosciuta", "sospensioneBreve", ";condizionata;", ";forse;"},
		{"una condizione dello sconto sconosciuta", "scontoSe", ";RECIDIVA;", ";CORTESIA;"},
		{"una condizione di uno sconto che non dipende da nulla", "scontoSe", ";si;;;;;\n", ";si;CONFISCA;;;;\n"},
		{"una condizione del pagamento ridotto sconosciuta", "ridottoSe", ";RIFIUTO;", ";CORTESIA;"},
		{"una condizione di un pagamento ridotto che non c'è", "ridottoSe", ";;;7-14-p4 7-15-p1", "RIFIUTO;;;7-14-p4 7-15-p1"},
		{"un dubbio sconosciuto", "dubbi", "IMPORTO PUNTI", "IMPORTO TUTTO"},
		{"un dubbio senza parole", "dubbio", ";Importo e punti: non letti.;", ";;"},
		{"parole senza un dubbio", "dubbio", ";IMPORTO PUNTI;", ";;"},
		{"un dubbio con un a capo", "dubbio", "non letti.", "non\u2028letti."},
		{"un testo breve troppo lungo", "testoBreve", "Sosta oltre il tempo", strings.Repeat("Sosta", 17)},
		{"una lettera maiuscola", "lettera", ";a b;", ";a B;"},
		{"punti ignoti e no", "punti", ";10200;;", ";10200;21;"},
		{"un codice diviso fra uno che non c'è", "sostituitaDa", "7-14-p4 7-15-p1", "7-14-p4 9-9"},
		{"un codice diviso fra sé", "sostituitaDa", "7-14-p4 7-15-p1", "7-9"},
		{"importi a zero senza essere né reato né diviso", "minCent", "7-14-p4 7-15-p1", ""},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			file := strings.Replace(filePieno(), c.vecchio, c.nuovo, 1)
			_, err := sanzione.Carica(strings.NewReader(file))
			var e *sanzione.ErroreRiga
			if !errors.As(err, &e) || e.Campo != c.campo {
				t.Errorf("campo %s atteso: %v", c.campo, err)
			}
		})
	}
}

// One interval that overlaps refuses the file, by the line of the row that begins inside another.
func TestUnIntervalloCheSiSovrappone(t *testing.T) {
	t.Parallel()
	riga := func(da, a string) string {
		return "1-1;;1;1;;;;;no;100;200;0;;si;si;no;no;" + da + ";" + a + ";;prova;DERIVATA;;Il conducente provava.\n"
	}
	for _, c := range []struct {
		regola, file string
		riga         int
	}{
		{"una riga comincia prima che l'altra finisca", riga("2021-01-01", "2022-06-30") + riga("2022-06-30", ""), 3},
		{"anche scritta per prima", riga("2022-06-30", "") + riga("2021-01-01", "2022-06-30"), 2},
		{"due cominciano insieme", riga("2021-01-01", "") + riga("2021-01-01", ""), 3},
		{"la terza sta dentro la seconda", riga("2021-01-01", "2021-12-31") + riga("2022-01-01", "2024-12-31") + riga("2023-01-01", "2023-12-31"), 4},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			_, err := sanzione.Carica(strings.NewReader(testataDi24 + "\n" + c.file))
			var e *sanzione.ErroreRiga
			if !errors.As(err, &e) || e.Campo != "validoDa" || e.Riga != c.riga || !strings.Contains(e.Motivo, "si sovrappone") {
				t.Errorf("%v", err)
			}
		})
	}
	if _, err := sanzione.Carica(strings.NewReader(testataDi24 + "\n" + riga("2021-01-01", "2022-06-29") + riga("2022-06-30", ""))); err != nil {
		t.Errorf("di seguito: %v", err)
	}
	diviso := func(da, a, fra string) string {
		return strings.TrimSuffix(strings.Replace(riga(da, a), "1-1;", "1-0;", 1), "\n") + strings.Repeat(";", 16) + fra + "\n"
	}
	var e *sanzione.ErroreRiga
	pieno := testataDi24 + testataNuova + "\n" + strings.TrimSuffix(riga("2021-01-01", ""), "\n") + strings.Repeat(";", 16) + "\n"
	_, err := sanzione.Carica(strings.NewReader(pieno + diviso("2021-01-01", "2021-12-31", "1-1") + diviso("2022-01-01", "", "")))
	if !errors.As(err, &e) || e.Campo != "sostituitaDa" {
		t.Errorf("diviso in una riga e non nell'altra: %v", err)
	}
}
