package cds_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
)

// alle is a time in Rome, in summer.
func alle(testo string) time.Time {
	t, err := time.Parse(time.RFC3339, testo+"+02:00")
	if err != nil {
		panic(err)
	}
	return t
}

func ztl(id, ora string) cds.Rilevazione {
	return cds.Rilevazione{ID: id, Rilevata: cds.Rilevata{Istante: alle(ora), Articolo: "7", Comma: "14", Remota: true}, Targa: "AB123CD", Zona: "centro",
		Violazione: cds.Violazione{Codice: "7-14-2", MinCent: 8300, MaxCent: 33200, Sconto30: true}}
}

func c7() cds.Violazione {
	return cds.Violazione{Codice: "142-7", MinCent: 4200, MaxCent: 17300, Sconto30: true}
}

func c8() cds.Violazione {
	return cds.Violazione{Codice: "142-8", MinCent: 17300, MaxCent: 69400, Sconto30: true}
}

func velox(id, ora string, v cds.Violazione) cds.Rilevazione {
	return cds.Rilevazione{ID: id, Rilevata: cds.Rilevata{Istante: alle(ora), Articolo: "142", Remota: true}, Targa: "AB123CD", Ente: "comune", Violazione: v}
}

// revisioni are detections a, b, c… of a missed inspection, one at eight of each day.
func revisioni(giorni ...string) (tutte []cds.Rilevazione) {
	for i, g := range giorni {
		tutte = append(tutte, revisione(string(rune('a'+i)), g+"T08:00:00"))
	}
	return tutte
}

func revisione(id, ora string) cds.Rilevazione {
	return cds.Rilevazione{ID: id, Rilevata: cds.Rilevata{Istante: alle(ora), Articolo: "80", Comma: "14", Requisiti: true}, Targa: "AB123CD",
		Violazione: cds.Violazione{Codice: "80-14-1", MinCent: 17300, MaxCent: 69400, Sconto30: true}}
}

// cambiata changes one field of a detection.
func cambiata(r cds.Rilevazione, muta func(*cds.Rilevazione)) cds.Rilevazione {
	muta(&r)
	return r
}

func TestConcorso(t *testing.T) {
	t.Parallel()
	type gruppo struct {
		Regola      cds.RegolaConcorso
		Rilevazioni string
		Cent        importo.Cent
	}
	altraTarga := func(r *cds.Rilevazione) { r.Targa = "ZZ999ZZ" }
	contestata := func(r *cds.Rilevazione) { r.Remota, r.Contestata = false, true }
	casi := []struct {
		regola string
		r      []cds.Rilevazione
		attesi []gruppo
	}{
		{"stessa zona, stesso giorno: una sanzione, art. 198 c. 2-bis", []cds.Rilevazione{ztl("a", "2026-05-10T08:00:00"), ztl("b", "2026-05-10T18:00:00"), ztl("c", "2026-05-10T23:59:59")},
			[]gruppo{{cds.StessaZonaStessoGiorno, "a b c", 8300}}},
		{"stessa zona, due giorni di Roma: due sanzioni", []cds.Rilevazione{ztl("a", "2026-05-10T23:59:00"), ztl("b", "2026-05-11T00:00:00")},
			[]gruppo{{cds.Singola, "a", 8300}, {cds.Singola, "b", 8300}}},
		{"zone diverse: due sanzioni", []cds.Rilevazione{ztl("a", "2026-05-10T08:00:00"),
			cambiata(ztl("b", "2026-05-10T09:00:00"), func(r *cds.Rilevazione) { r.Zona = "porto" })},
			[]gruppo{{cds.Singola, "a", 8300}, {cds.Singola, "b", 8300}}},
		{"veicoli diversi: due sanzioni", []cds.Rilevazione{ztl("a", "2026-05-10T08:00:00"), cambiata(ztl("b", "2026-05-10T09:00:00"), altraTarga)},
			[]gruppo{{cds.Singola, "a", 8300}, {cds.Singola, "b", 8300}}},
		{"sosta e accesso nella stessa zona sono due violazioni dell'art. 7 c. 14", []cds.Rilevazione{cambiata(ztl("a", "2026-05-10T08:00:00"), func(r *cds.Rilevazione) {
			r.Violazione = cds.Violazione{Codice: "7-14-1", MinCent: 4200, MaxCent: 17300, Sconto30: true}
		}), ztl("b", "2026-05-10T18:00:00")},
			[]gruppo{{cds.Singola, "a", 4200}, {cds.Singola, "b", 8300}}},
		{"circolare con il veicolo sospeso non è la revisione omessa: art. 80 c. 14", []cds.Rilevazione{revisione("a", "2026-05-10T08:00:00"),
			cambiata(revisione("b", "2026-05-11T08:00:00"), func(r *cds.Rilevazione) {
				r.Violazione = cds.Violazione{Codice: "80-14-3", MinCent: 199800, MaxCent: 799300, Sconto30: true}
			})},
			[]gruppo{{cds.Singola, "a", 17300}, {cds.Singola, "b", 199800}}},
		{"contestata subito: non si unisce", []cds.Rilevazione{ztl("a", "2026-05-10T08:00:00"), cambiata(ztl("b", "2026-05-10T09:00:00"), contestata)},
			[]gruppo{{cds.Singola, "a", 8300}, {cds.Singola, "b", 8300}}},
		{"nella zona, vista da un agente: non si unisce, art. 198 c. 2-bis", []cds.Rilevazione{ztl("a", "2026-05-10T08:00:00"), cambiata(ztl("b", "2026-05-10T09:00:00"), func(r *cds.Rilevazione) { r.Remota = false })},
			[]gruppo{{cds.Singola, "a", 8300}, {cds.Singola, "b", 8300}}},
		{"requisiti del veicolo fermato: non si uniscono, art. 198-bis", []cds.Rilevazione{revisione("a", "2026-05-01T08:00:00"), revisione("b", "2026-05-02T08:00:00"),
			revisione("c", "2026-05-03T08:00:00"), cambiata(revisione("d", "2026-05-04T08:00:00"), contestata)},
			[]gruppo{{cds.Singola, "a", 17300}, {cds.Singola, "b", 17300}, {cds.Singola, "c", 17300}, {cds.Singola, "d", 17300}}},
		{"prima del 6/8/2022 l'art. 198-bis non c'è", revisioni("2021-05-01", "2021-05-02", "2021-05-03", "2021-05-04"),
			[]gruppo{{cds.Singola, "a", 17300}, {cds.Singola, "b", 17300}, {cds.Singola, "c", 17300}, {cds.Singola, "d", 17300}}},
		{"prima del 14/12/2024 ogni violazione conta: art. 198 c. 2", []cds.Rilevazione{ztl("a", "2024-12-13T08:00:00"), ztl("b", "2024-12-13T09:00:00")},
			[]gruppo{{cds.Singola, "a", 8300}, {cds.Singola, "b", 8300}}},
		{"due velocità entro un'ora: la più grave più un terzo, art. 142 c. 6-ter", []cds.Rilevazione{velox("a", "2026-05-10T08:00:00", c8()), velox("b", "2026-05-10T09:00:00", c8())},
			[]gruppo{{cds.PiuVelocitaEntroUnOra, "a b", 23067}}},
		{"tre velocità, la più grave in mezzo", []cds.Rilevazione{
			velox("a", "2026-05-10T08:00:00", c7()), velox("b", "2026-05-10T08:20:00", c8()), velox("c", "2026-05-10T08:40:00", c7())},
			[]gruppo{{cds.PiuVelocitaEntroUnOra, "a b c", 23067}}},
		{"un secondo oltre l'ora dalla prima: due sanzioni", []cds.Rilevazione{velox("a", "2026-05-10T08:00:00", c8()), velox("b", "2026-05-10T09:00:01", c8())},
			[]gruppo{{cds.Singola, "a", 17300}, {cds.Singola, "b", 17300}}},
		{"l'ora corre dalla prima, non dall'ultima", []cds.Rilevazione{velox("a", "2026-05-10T08:00:00", c8()), velox("b", "2026-05-10T08:50:00", c8()), velox("c", "2026-05-10T09:10:00", c8())},
			[]gruppo{{cds.PiuVelocitaEntroUnOra, "a b", 23067}, {cds.Singola, "c", 17300}}},
		{"la somma è più favorevole: restano distinte", []cds.Rilevazione{velox("a", "2026-05-10T08:00:00", c7()), velox("b", "2026-05-10T08:30:00", c8())},
			[]gruppo{{cds.Singola, "a", 4200}, {cds.Singola, "b", 17300}}},
		{"enti diversi: due sanzioni", []cds.Rilevazione{velox("a", "2026-05-10T08:00:00", c8()), cambiata(velox("b", "2026-05-10T08:10:00", c8()), func(r *cds.Rilevazione) { r.Ente = "provincia" })},
			[]gruppo{{cds.Singola, "a", 17300}, {cds.Singola, "b", 17300}}},
		{"requisiti del veicolo, cinque volte in novanta giorni: il triplo, art. 198-bis", revisioni("2026-05-01", "2026-05-02", "2026-05-03", "2026-06-01", "2026-07-30"),
			[]gruppo{{cds.IllecitiReiterati, "a b c d e", 51900}}},
		{"oltre i novanta giorni ricomincia: art. 198-bis c. 2", revisioni("2026-05-01", "2026-05-02", "2026-05-03", "2026-06-01", "2026-07-31"),
			[]gruppo{{cds.IllecitiReiterati, "a b c d", 51900}, {cds.Singola, "e", 17300}}},
		{"due sole volte: il triplo non conviene", revisioni("2026-05-01", "2026-05-02"),
			[]gruppo{{cds.Singola, "a", 17300}, {cds.Singola, "b", 17300}}},
		{"senza pagamento in misura ridotta nulla si unisce", []cds.Rilevazione{cambiata(ztl("a", "2026-05-10T08:00:00"), func(r *cds.Rilevazione) { r.Violazione.SenzaPagamentoRidotto = true })},
			[]gruppo{{cds.Singola, "a", 0}}},
		{"nessuna rilevazione, nessun gruppo", nil, nil},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			e, err := cds.Concorso(c.r)
			if err != nil {
				t.Fatal(err)
			}
			var got []gruppo
			for _, g := range e.Gruppi {
				got = append(got, gruppo{g.Regola, strings.Join(g.Rilevazioni, " "), g.RidottaCent})
				controllaSpiegazione(t, int64(g.RidottaCent), g.Spiegazione)
			}
			if d := cmp.Diff(c.attesi, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// The group of speeds is priced by Avvisi with the third in it, and says who was the most serious.
func TestConcorsoPrezzoDelleVelocita(t *testing.T) {
	t.Parallel()
	c9 := cds.Violazione{Codice: "142-9", MinCent: 54300, MaxCent: 217000}
	e, err := cds.Concorso([]cds.Rilevazione{velox("a", "2026-05-10T08:00:00", c8()), velox("b", "2026-05-10T08:30:00", c9)})
	if err != nil || len(e.Gruppi) != 2 {
		t.Fatalf("543,00 più un terzo supera la somma: %+v, %v", e, err)
	}
	if p := e.Gruppi[0].Spiegazione[0]; p.Regola != "SEPARATE_PIU_FAVOREVOLI" || !strings.Contains(p.Testo, "724,00 €") || !strings.Contains(p.Testo, "716,00 €") {
		t.Errorf("%+v", p)
	}
	e, err = cds.Concorso([]cds.Rilevazione{velox("a", "2026-05-10T08:00:00", c8()), velox("b", "2026-05-10T08:30:00", c8())})
	if err != nil || len(e.Gruppi) != 1 || e.Gruppi[0].Principale != "a" || e.Gruppi[0].SeparateCent != 34600 {
		t.Fatalf("%+v, %v", e, err)
	}
	avvisi, err := cds.Avvisi([]cds.Violazione{e.Gruppi[0].Violazione}, 0)
	if err != nil || avvisi.Avvisi[0].ImportoCent != 16147 || avvisi.Avvisi[1].ImportoCent != 23067 || !haPasso(avvisi.Spiegazione, "AUMENTO_PIU_VELOCITA") {
		t.Errorf("%+v, %v", avvisi, err)
	}
}

func TestConcorsoAvverte(t *testing.T) {
	t.Parallel()
	fatto := []cds.Rilevazione{velox("a", "2026-05-10T08:00:00", c8()), ztl("b", "2026-05-10T08:00:00")}
	e, err := cds.Concorso(fatto)
	if err != nil || len(e.Avvertenze) != 1 || !strings.Contains(e.Avvertenze[0], "art. 198 c. 1") || len(e.Gruppi) != 2 {
		t.Errorf("due violazioni dello stesso momento: %+v, %v", e, err)
	}
	e, err = cds.Concorso(revisioni("2026-05-01", "2026-05-02", "2026-05-03", "2026-05-04"))
	if err != nil || len(e.Gruppi) != 1 || !strings.Contains(e.Gruppi[0].Spiegazione[1].Testo, "30/07/2026") || len(e.Gruppi[0].Avvertenze) != 1 {
		t.Errorf("la prima notifica va fatta entro novanta giorni: %+v, %v", e, err)
	}
}

func TestConcorsoRifiuta(t *testing.T) {
	t.Parallel()
	buona := ztl("a", "2026-05-10T08:00:00")
	for campo, r := range map[string][]cds.Rilevazione{
		"rilevazioni[0].id":       {cambiata(buona, func(r *cds.Rilevazione) { r.ID = "" })},
		"rilevazioni[1].id":       {buona, buona},
		"rilevazioni[0].istante":  {cambiata(buona, func(r *cds.Rilevazione) { r.Istante = time.Time{} })},
		"rilevazioni[0].targa":    {cambiata(buona, func(r *cds.Rilevazione) { r.Targa = "" })},
		"rilevazioni[0].articolo": {cambiata(buona, func(r *cds.Rilevazione) { r.Articolo = "" })},
		"rilevazioni[0].minCent":  {cambiata(buona, func(r *cds.Rilevazione) { r.Violazione.MinCent = -1 })},
	} {
		_, err := cds.Concorso(r)
		var e *cds.Errore
		if !errors.As(err, &e) || e.Campo != campo || e.Motivo == "" {
			t.Errorf("campo %s: %v", campo, err)
		}
	}
}

// Every detection stays in exactly one group, no group costs more than its detections one by one, and the
// order of the request changes nothing.
func TestConcorsoProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tutte := rilevazioniQualunque(t)
		e, err := cds.Concorso(tutte)
		mescolate, err2 := cds.Concorso(rapid.Permutation(tutte).Draw(t, "mescolate"))
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if d := cmp.Diff(e, mescolate); d != "" {
			t.Fatal(d)
		}
		visti := map[string]int{}
		for _, g := range e.Gruppi {
			if g.RidottaCent > g.SeparateCent {
				t.Fatalf("unite costano di più: %+v", g)
			}
			for _, id := range g.Rilevazioni {
				visti[id]++
			}
		}
		for _, r := range tutte {
			if visti[r.ID] != 1 {
				t.Fatalf("%s è in %d gruppi", r.ID, visti[r.ID])
			}
		}
	})
}

func rilevazioniQualunque(t *rapid.T) (tutte []cds.Rilevazione) {
	inizio := alle("2026-05-10T08:00:00")
	for i := range rapid.IntRange(0, 12).Draw(t, "quante") {
		ora := inizio.Add(time.Duration(rapid.IntRange(0, 200).Draw(t, "minuti")) * time.Minute)
		r := cds.Rilevazione{ID: strconv.Itoa(i), Targa: rapid.SampledFrom([]string{"AA111AA", "BB222BB"}).Draw(t, "targa"),
			Rilevata: cds.Rilevata{Istante: ora, Articolo: rapid.SampledFrom([]string{"7", "142", "80"}).Draw(t, "articolo"), Comma: "1",
				Remota: rapid.Bool().Draw(t, "remota"), Contestata: rapid.Bool().Draw(t, "contestata"), Requisiti: true},
			Ente: "e", Zona: "z", Violazione: rapid.SampledFrom([]cds.Violazione{c7(), c8()}).Draw(t, "v")}
		tutte = append(tutte, r)
	}
	return tutte
}
