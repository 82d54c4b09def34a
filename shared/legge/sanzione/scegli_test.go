package sanzione_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

func eccesso(millesimi int) *int { return &millesimi }

func TestScegli(t *testing.T) {
	t.Parallel()
	type c = sanzione.Criterio
	casi := []struct {
		regola string
		c      sanzione.Criterio
		giorno string
		attesi []string
	}{
		{"articolo e comma bastano", c{Articolo: "146", Comma: "3"}, "2026-05-01", []string{"146-3"}},
		{"si scrive come si vuole", c{Articolo: "Art. 126 bis", Comma: "comma 2"}, "2026-05-01", []string{"126-bis-2"}},
		{"il comma con la c puntata", c{Articolo: "173", Comma: "c. 3 bis"}, "2026-05-01", []string{"173-3-bis"}},
		{"il precetto vale come il comma della sanzione", c{Articolo: "172", Comma: "1"}, "2026-05-01", []string{"172-10"}},
		{"142 senza velocità: il comma dichiarato", c{Articolo: "142", Comma: "8"}, "2026-05-01", []string{"142-8"}},
		{"142: la velocità dà il comma, non il dichiarato", c{Articolo: "142", Comma: "8", EccessoMillesimi: eccesso(10000)}, "2026-05-01", []string{"142-7"}},
		{"142: 10,05 km/h oltre è comma 8", c{Articolo: "142", EccessoMillesimi: eccesso(10050)}, "2026-05-01", []string{"142-8"}},
		{"142: 60,01 km/h oltre è comma 9-bis", c{Articolo: "142", Comma: "7", EccessoMillesimi: eccesso(60010)}, "2026-05-01", []string{"142-9-bis"}},
		{"142 c. 11: il veicolo pesante ha la riga raddoppiata", c{Articolo: "142", Comma: "7", Classe: sanzione.Pesante}, "2026-05-01", []string{"142-7-pes"}},
		{"142 c. 8 in centro abitato due volte nell'anno", c{Articolo: "142", Comma: "8", Recidiva: true}, "2026-05-01", []string{"142-8-rec"}},
		{"142 c. 8 recidivo e pesante: la recidiva, raddoppiata", c{Articolo: "142", Comma: "8", Recidiva: true, Classe: sanzione.Pesante}, "2026-05-01", []string{"142-8-rec-pes"}},
		{"recidiva dove la tabella non la distingue", c{Articolo: "146", Comma: "3", Recidiva: true}, "2026-05-01", []string{"146-3"}},
		{"142 senza comma né velocità: tutte", c{Articolo: "142"}, "2026-05-01", []string{"142-10", "142-7", "142-8", "142-9", "142-9-bis"}},
		{"7 c. 14: divieto, accesso o tempo massimo, decidono i fatti", c{Articolo: "7", Comma: "14"}, "2026-05-01", []string{"7-14-2", "7-14-p1", "7-14-p4"}},
		{"il codice scioglie l'ambiguità", c{Articolo: "7", Comma: "14", Codice: "7-14-2"}, "2026-05-01", []string{"7-14-2"}},
		{"il codice da solo", c{Codice: "7-14-2"}, "2026-05-01", []string{"7-14-2"}},
		{"158 lettera d, autoveicolo", c{Articolo: "158", Comma: "2", Lettera: "d"}, "2026-05-01", []string{"158-2-d"}},
		{"158 lettera d), motociclo", c{Articolo: "158", Comma: "2", Lettera: "lett. D)", Classe: sanzione.Motociclo}, "2026-05-01", []string{"158-2-d-2r"}},
		{"158 lettera d), motoveicolo: due o più ruote, la targa non lo dice", c{Articolo: "158", Comma: "2", Lettera: "d", Classe: sanzione.Motoveicolo}, "2026-05-01",
			[]string{"158-2-d", "158-2-d-2r"}},
		{"più lettere sotto una riga", c{Articolo: "158", Comma: "1", Lettera: "g"}, "2026-05-01", []string{"158-1-altre"}},
		{"la lettera che ha una riga sua", c{Articolo: "158", Comma: "1", Lettera: "f"}, "2026-05-01", []string{"158-1-f"}},
		{"una lettera di due", c{Articolo: "158", Comma: "2", Lettera: "g-bis"}, "2026-05-01", []string{"158-2-d-bis-g-bis"}},
		{"una lettera che nessuna riga nomina: vale quella del comma", c{Articolo: "7", Comma: "13-bis", Lettera: "a"}, "2026-05-01", []string{"7-13-bis"}},
		{"i periodi di un comma, con il codice", c{Articolo: "7", Comma: "14", Codice: "7-14-p4"}, "2026-05-01", []string{"7-14-p4"}},
		{"i periodi di un comma, prima che ci fossero", c{Articolo: "7", Comma: "14"}, "2024-12-13", []string{"7-14-2", "7-14-p1"}},
		{"il periodo che è di un altro comma", c{Articolo: "7", Comma: "15.1"}, "2026-05-01", []string{"7-14-p4", "7-15-p1", "7-15-p3-b", "7-15-p3-c"}},
		{"autobus e altri: la riga per classe vale sulla ordinaria", c{Articolo: "85", Comma: "4", Classe: sanzione.Autobus}, "2026-05-01", []string{"85-4-bus"}},
		{"di un veicolo che si presume soltanto: la norma dice da sé quale era", c{Articolo: "68", Comma: "1", ClassePresunta: true}, "2026-05-01", []string{"68-6"}},
		{"ma non per una moto", c{Articolo: "169", Comma: "2", Classe: sanzione.Motociclo}, "2026-05-01", []string{"169-7"}},
		{"158 lettera c: vale la riga generale", c{Articolo: "158", Comma: "2", Lettera: "c"}, "2026-05-01", []string{"158-2"}},
		{"158 lettera c, ciclomotore", c{Articolo: "158", Comma: "2", Lettera: "c", Classe: sanzione.Ciclomotore}, "2026-05-01", []string{"158-2-2r"}},
		{"158 c. 2 senza lettera: decidono i fatti", c{Articolo: "158", Comma: "2"}, "2026-05-01", []string{"158-2", "158-2-d", "158-2-d-bis-g-bis", "158-2-g", "158-2-h", "158-2-i-pedonale"}},
		{"158 c. 5: dal 2024 la sola lettera del comma 1", c{Articolo: "158", Comma: "5", Lettera: "h"}, "2026-05-01", []string{"158-1-altre"}},
		{"158 c. 5-bis: lettere di due commi", c{Articolo: "158", Comma: "5-bis"}, "2026-05-01", []string{"158-1-f", "158-2-d", "158-2-h"}},
		{"158 c. 4-bis: la sosta dei disabili", c{Articolo: "158", Comma: "4-bis"}, "2026-05-01", []string{"158-2-g"}},
		{"193 c. 2: la prima volta", c{Articolo: "193", Comma: "2"}, "2026-05-01", []string{"193-2"}},
		{"193 c. 2: la seconda volta nel biennio", c{Articolo: "193", Comma: "2", Recidiva: true}, "2026-05-01", []string{"193-2-rec"}},
		{"193 c. 2-bis citato per esteso", c{Articolo: "193", Comma: "2-bis"}, "2026-05-01", []string{"193-2-rec"}},
		{"145 c. 5: lo stop", c{Articolo: "145", Comma: "5"}, "2026-05-01", []string{"145-5"}},
		{"145 c. 4: la precedenza", c{Articolo: "145", Comma: "4"}, "2026-05-01", []string{"145-10"}},
		{"145 c. 10: decidono i fatti", c{Articolo: "145", Comma: "10"}, "2026-05-01", []string{"145-10", "145-5"}},
		{"148 c. 16: un'automobile non viola il divieto dei pesanti", c{Articolo: "148", Comma: "16"}, "2026-05-01", []string{"148-16"}},
		{"148 c. 16: un autocarro può averli violati entrambi", c{Articolo: "148", Comma: "16", Classe: sanzione.Autocarro}, "2026-05-01", []string{"148-14", "148-16"}},
		{"148 c. 14: il divieto dei pesanti", c{Articolo: "148", Comma: "14", Classe: sanzione.Pesante}, "2026-05-01", []string{"148-14"}},
		{"180 c. 7, ciclomotore", c{Articolo: "180", Comma: "7", Classe: sanzione.Ciclomotore}, "2026-05-01", []string{"180-7-cicl"}},
		{"186 c. 2 lettera a", c{Articolo: "186", Comma: "2", Lettera: "a"}, "2026-05-01", []string{"186-2-a"}},
		{"monopattino senza casco", c{Articolo: "L160/2019", Comma: "75-novies"}, "2026-05-01", []string{"L160-75-novies"}},
		{"oltre l'orizzonte la riga resta finché un decreto non la sostituisce", c{Articolo: "146", Comma: "3"}, "2030-01-01", []string{"146-3"}},
	}
	tabella := sanzione.Iniziale()
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			c.c.Data = calendario.MustParse(c.giorno)
			righe, err := tabella.Scegli(c.c)
			if err != nil {
				t.Fatal(err)
			}
			codici := codiciDi(righe)
			slices.Sort(codici)
			slices.Sort(c.attesi)
			if d := cmp.Diff(c.attesi, codici); d != "" {
				t.Error(d)
			}
		})
	}
}

// The amounts follow the date of the violation, at the very edges of each row.
func TestScegliPerDataDellaViolazione(t *testing.T) {
	t.Parallel()
	casi := []struct {
		articolo, comma, lettera, giorno string
		min, max                         importo.Cent
	}{
		{"142", "9", "", "2020-12-31", 54400, 217400},
		{"142", "9", "", "2021-01-01", 54300, 217000},
		{"142", "9-bis", "", "2019-01-01", 84700, 338900},
		{"173", "3-bis", "", "2024-12-13", 16500, 66000},
		{"173", "3-bis", "", "2024-12-14", 25000, 100000},
		{"158", "2", "g", "2024-12-13", 16500, 66000},
		{"158", "2", "g", "2024-12-14", 33000, 99000},
		{"147", "5", "", "2024-12-13", 8700, 34400},
		{"147", "2", "", "2024-12-14", 20000, 80000},
		{"158", "1", "f", "2024-12-14", 16500, 66000},
		{"158", "1", "e", "2024-12-14", 8700, 34400},
		{"158", "2", "d", "2023-05-01", 8700, 34400},
		{"15", "1", "i", "2021-11-09", 2600, 10200},
		{"15", "1", "i", "2021-11-10", 5200, 20400},
		{"192", "1", "", "2025-04-11", 8700, 34400},
		{"192", "1", "", "2025-04-12", 20000, 60000},
		{"193", "2", "", "2020-06-01", 86800, 347100},
		{"80", "17", "", "2026-12-31", 43000, 173100},
	}
	tabella := sanzione.Iniziale()
	for _, c := range casi {
		righe, err := tabella.Scegli(sanzione.Criterio{Articolo: c.articolo, Comma: c.comma, Lettera: c.lettera, Data: calendario.MustParse(c.giorno)})
		if err != nil || len(righe) != 1 || righe[0].MinCent != c.min || righe[0].MaxCent != c.max {
			t.Errorf("art. %s c. %s %s il %s: %+v, %v", c.articolo, c.comma, c.lettera, c.giorno, righe, err)
		}
	}
}

func TestScegliRifiuta(t *testing.T) {
	t.Parallel()
	g := calendario.MustParse("2026-05-01")
	casi := []struct {
		campo string
		c     sanzione.Criterio
	}{
		{"articolo", sanzione.Criterio{Comma: "1", Data: g}},
		{"articolo", sanzione.Criterio{Articolo: "999", Comma: "1", Data: g}},
		{"articolo", sanzione.Criterio{Articolo: "142'; --", Comma: "1", Data: g}},
		{"comma", sanzione.Criterio{Articolo: "146", Comma: "99", Data: g}},
		{"lettera", sanzione.Criterio{Articolo: "186", Comma: "2", Lettera: "z", Data: g}},
		{"data", sanzione.Criterio{Articolo: "146", Comma: "3"}},
		{"data", sanzione.Criterio{Articolo: "7", Comma: "14", Data: calendario.MustParse("2018-05-01")}},
		{"data", sanzione.Criterio{Articolo: "158", Comma: "2", Lettera: "d", Data: calendario.MustParse("2020-12-31")}},
		{"data", sanzione.Criterio{Articolo: "192", Comma: "6-bis", Data: calendario.MustParse("2025-04-11")}},
		{"lettera", sanzione.Criterio{Codice: "158-2-d", Lettera: "g", Data: g}},
		{"classe", sanzione.Criterio{Articolo: "68", Comma: "1", Data: g}},
		{"codice", sanzione.Criterio{Codice: "1-2-3", Data: g}},
		{"codice", sanzione.Criterio{Articolo: "146", Codice: "142-8", Data: g}},
		{"codice", sanzione.Criterio{Codice: "142-8", EccessoMillesimi: eccesso(90000), Data: g}},
		{"classe", sanzione.Criterio{Articolo: "148", Comma: "14", Data: g}},
		{"classe", sanzione.Criterio{Articolo: "146", Comma: "3", Classe: "ASTRONAVE", Data: g}},
		{"velocitaRilevata", sanzione.Criterio{Articolo: "142", Comma: "7", EccessoMillesimi: eccesso(0), Data: g}},
	}
	tabella := sanzione.Iniziale()
	for _, c := range casi {
		righe, err := tabella.Scegli(c.c)
		var e *sanzione.Errore
		if !errors.As(err, &e) || e.Campo != c.campo || e.Motivo == "" {
			t.Errorf("%+v: campo %s atteso, %d righe, %v", c.c, c.campo, len(righe), err)
		}
	}
}

// From a measured speed to the notices, as the platform does it.
func TestDallaVelocitaAgliAvvisi(t *testing.T) {
	t.Parallel()
	v, err := cds.CalcolaVelocita(660, 50)
	if err != nil {
		t.Fatal(err)
	}
	righe, err := sanzione.Iniziale().Scegli(sanzione.Criterio{Articolo: "142", EccessoMillesimi: &v.EccessoMillesimi, Data: calendario.MustParse("2026-05-01")})
	if err != nil || len(righe) != 1 {
		t.Fatal(righe, err)
	}
	esito, err := cds.Avvisi([]cds.Violazione{righe[0].Violazione(true, false)}, 0)
	if err != nil || len(esito.Avvisi) != 2 || esito.Avvisi[0].ImportoCent != 16147 || esito.Avvisi[1].ImportoCent != 23067 {
		t.Errorf("173,00 di notte è 230,67 e scontato 161,47: %+v, %v", esito.Avvisi, err)
	}
}

// TestDiRecidiva: the repeat of a row is of the same vehicles.
func TestDiRecidiva(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		codice, giorno string
		vuole          []string
	}{
		{"142-8", "2026-05-01", []string{"142-8-rec"}}, {"142-8-pes", "2026-05-01", []string{"142-8-rec-pes"}},
		{"142-8-pes", "2024-12-13", nil}, {"193-2", "2026-05-01", []string{"193-2-rec"}}, {"142-9-pes", "2026-05-01", nil}, {"158-2", "2026-05-01", nil},
	} {
		var avute []string
		for _, s := range sanzione.Iniziale().DiRecidiva(c.codice, calendario.MustParse(c.giorno)) {
			avute = append(avute, s.Codice)
		}
		if !slices.Equal(avute, c.vuole) {
			t.Errorf("%s il %s: %v", c.codice, c.giorno, avute)
		}
	}
	s := sanzione.Iniziale().DiRecidiva("142-8-pes", calendario.MustParse("2026-05-01"))[0]
	if s.MinCent != 44000 || s.MaxCent != 176000 || s.Punti != 3 || s.AmmetteSconto(true) || s.Accessoria != "Sospensione della patente da trenta a sessanta giorni" {
		t.Errorf("%+v", s)
	}
}
