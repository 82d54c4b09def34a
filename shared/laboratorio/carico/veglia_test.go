package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

var macchinaProva = banco.Macchina{Processore: "CPU", SincroMs: 0.4, RisveglioMicros: 5}

// misurate are two rows: one with a ratio that is better when it is more, one with a ratio owed below a goal.
func misurate(inserimento, memoria float64) rapporto {
	return rapporto{Macchina: macchinaProva, Righe: []rigaMisurata{
		{Nome: "inserimento", esito: esito{Cifre: []misura.Cifra{
			{Nome: "  verbali", Valore: 900, Unita: "/s", Rapporto: inserimento, Rispetto: "pgbench", Traguardo: misura.Almeno(1)},
			{Nome: "p99", Valore: 10, Unita: "ms", Rapporto: 1, Rispetto: "pgbench"}, // owed to nobody
			{Nome: "soli", Valore: 7, Unita: "/s"},
		}}},
		{Nome: "anagrafe", esito: esito{Cifre: []misura.Cifra{
			{Nome: "memoria", Valore: 90, Unita: "MiB", Rapporto: memoria, Rispetto: "prima", Traguardo: &misura.Traguardo{Sotto: 1.3}},
		}}},
	}}
}

func registratiProva(t *testing.T) registrati {
	t.Helper()
	file := filepath.Join(t.TempDir(), "prestazioni.json")
	if err := registra(file, misurate(2, 1)); err != nil {
		t.Fatal(err)
	}
	r, err := leggiRegistrati(file)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRatiosAreRecordedAndNothingElse(t *testing.T) {
	t.Parallel()
	vuole := map[string][]rapportoRegistrato{
		"inserimento": {{Nome: "verbali", Rispetto: "pgbench", Rapporto: 2}},
		"anagrafe":    {{Nome: "memoria", Rispetto: "prima", Rapporto: 1}},
	}
	r := registratiProva(t)
	if diff := cmp.Diff(vuole, r.Righe); diff != "" || r.Macchina != macchinaProva {
		t.Errorf("%+v (-want +got):\n%s", r.Macchina, diff)
	}
}

func TestARowRecordedAloneLeavesTheOthers(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		processore string
		restano    int
	}{"on the same machine": {"CPU", 2}, "on another kind": {"altra", 1}} {
		file := filepath.Join(t.TempDir(), "prestazioni.json")
		sola := misurate(3, 1)
		sola.Righe, sola.Macchina.Processore = sola.Righe[:1], c.processore
		if err := errors.Join(registra(file, misurate(2, 1)), registra(file, sola)); err != nil {
			t.Fatal(err)
		}
		r, err := leggiRegistrati(file)
		if err != nil || len(r.Righe) != c.restano || r.Righe["inserimento"][0].Rapporto != 3 {
			t.Errorf("%s: %v, %v", nome, r.Righe, err)
		}
	}
}

func TestTheGuardFalls(t *testing.T) {
	t.Parallel()
	altrove := func(r rapporto) rapporto { r.Macchina.RisveglioMicros = 11; return r }
	conErrore := func(r rapporto) rapporto {
		r.Righe[0].Errore = "ricerca: 503"
		r.Righe[0].EstraneiPerCento = 90
		return r
	}
	senzaLimite := func(r rapporto) rapporto {
		r.Righe[0].Errore, r.Righe[0].senzaLimite, r.Righe[0].EstraneiPerCento = "nessuna transazione", true, 31
		return r
	}
	conAltri := func(r rapporto) rapporto { r.Righe[0].EstraneiPerCento = 31; return r }
	senza := func(r rapporto) rapporto { r.Righe[0].Cifre = r.Righe[0].Cifre[1:]; return r }
	for nome, c := range map[string]struct {
		misurato      rapporto
		cadono, detto string
	}{
		"as recorded":                                     {misurate(2, 1), "", "inserimento, 0 s: a posto (1 rapporti)"},
		"better":                                          {misurate(5, 0.2), "", "anagrafe, 0 s: a posto"},
		"a little worse":                                  {misurate(1.21, 1.6), "", "inserimento, 0 s: a posto"},
		"far below, though the goal is met":               {misurate(1.19, 1), "inserimento", "«verbali» rispetto a «pgbench» è 1,19, registrato 2,00, ammesso fino a 1,20"},
		"far above, where less is better":                 {misurate(2, 1.7), "anagrafe", "è 1,70, registrato 1,00, ammesso fino a 1,67"},
		"on another kind of machine":                      {altrove(misurate(0.51, 3.9)), "", "altro tipo"},
		"far below even there":                            {altrove(misurate(0.49, 1)), "inserimento", "ammesso fino a 0,50"},
		"far below, while others had the machine":         {conAltri(misurate(1, 1)), "", "saltata, ai processi estranei è andato il 31,0 % dei processori"},
		"as recorded, while others had the machine":       {conAltri(misurate(2, 1)), "", "inserimento, 0 s: a posto"},
		"a row that does not run, whatever the others do": {conErrore(misurate(2, 1)), "inserimento", "ricerca: 503"},
		"a limit that others did not let us measure":      {senzaLimite(misurate(2, 1)), "", "saltata, ai processi estranei è andato il 31,0 % dei processori (nessuna"},
		"a recorded ratio that is no longer there":        {senza(misurate(2, 1)), "inserimento", "manca il rapporto «verbali»"},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			var uscita strings.Builder
			cadute := giudicaTutte(c.misurato, registratiProva(t), &uscita)
			var nomi []string
			for nome := range cadute {
				nomi = append(nomi, nome)
			}
			if got := strings.Join(nomi, " "); got != c.cadono || !strings.Contains(uscita.String(), c.detto) {
				t.Errorf("%q fall, want %q; said:\n%s", got, c.cadono, uscita.String())
			}
		})
	}
}

func TestARatioStillWithinItsGoalIsGoodEnough(t *testing.T) {
	t.Parallel()
	attesi := registratiProva(t)
	attesi.Righe["anagrafe"][0].Rapporto = 0.5 // 0.83 would be the most, but 1.3 is owed
	var uscita strings.Builder
	if cadute := giudicaTutte(misurate(2, 1.2), attesi, &uscita); len(cadute) > 0 {
		t.Errorf("%v", cadute)
	}
	if cadute := giudicaTutte(misurate(2, 1.31), attesi, &uscita); len(cadute) != 1 {
		t.Errorf("%v", cadute)
	}
}

func TestTheGuardNeedsItsFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "manca.json")
	err := esegui(t.Context(), []string{"--veglia", "--rapporti", file, "--cartella", t.TempDir()}, &strings.Builder{}, &strings.Builder{})
	if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "--registra") {
		t.Errorf("%v", err)
	}
	if _, err := banco.LeggiOpzioni([]string{"--registra"}, &strings.Builder{}); err == nil {
		t.Error("long rounds were to be recorded")
	}
}

// TestTheRecordedRatiosAreOfRowsThatAreThere: a row that changes its name would be guarded no longer.
func TestTheRecordedRatiosAreOfRowsThatAreThere(t *testing.T) {
	t.Parallel()
	r, err := leggiRegistrati(filepath.Join("..", "..", "..", "docs", "prestazioni.json"))
	if err != nil {
		t.Fatal(err)
	}
	var nomi []string
	for nome := range r.Righe {
		nomi = append(nomi, nome)
	}
	if _, err := scegli(righe(), nomi); err != nil {
		t.Error(err)
	}
	for _, nome := range []string{"inserimento", "ricerca", "consultazione", "catena"} {
		if len(r.Righe[nome]) == 0 {
			t.Errorf("%s has no recorded ratio: nothing guards it", nome)
		}
	}
}
