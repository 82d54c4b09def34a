package sanzione_test

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
)

// rigaDelFoglio is a row of the sheet that was read at the source, by its headings; codice is the row of the table that
// carries it.
type rigaDelFoglio map[string]string

func (r rigaDelFoglio) chiave() string { return r["codice"] + "/" + r["valid_from"] }

// nonConfermata is what the sheet says of a row that could not be confirmed; empty where it was read.
func (r rigaDelFoglio) nonConfermata() string {
	dubbio, _ := strings.CutPrefix(r["check"], "not confirmed: ")
	if dubbio == r["check"] {
		return ""
	}
	return dubbio
}

func foglioDellaLegge(t testing.TB) []rigaDelFoglio {
	t.Helper()
	file, err := os.Open("testdata/foglio.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lettore := csv.NewReader(file)
	lettore.Comma = ';'
	righe, err := lettore.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	foglio := make([]rigaDelFoglio, 0, len(righe))
	for _, celle := range righe[1:] {
		r := rigaDelFoglio{}
		for i, nome := range righe[0] {
			r[nome] = celle[i]
		}
		foglio = append(foglio, r)
	}
	return foglio
}

func perChiave(righe []sanzione.Sanzione) map[string]sanzione.Sanzione {
	tutte := map[string]sanzione.Sanzione{}
	for _, s := range righe {
		tutte[s.Chiave()] = s
	}
	return tutte
}

// cifre is what the sheet says of a row, in the words of the table.
type cifre struct {
	Articolo             string
	MinCent, MaxCent     importo.Cent
	Punti                int
	PuntiIgnoti          bool
	Sconto               sanzione.Sconto
	Notturna, Penale     bool
	ValidoDa, Fino, Note string
	Breve                sanzione.SospensioneBreve
}

func (r rigaDelFoglio) cifre(t testing.TB) cifre {
	t.Helper()
	numero := func(nome string) int {
		if r[nome] == "" {
			return 0
		}
		n, err := strconv.Atoi(r[nome])
		if err != nil {
			t.Fatalf("%s: %s %q", r.chiave(), nome, r[nome])
		}
		return n
	}
	c := cifre{Articolo: r["article"], MinCent: importo.Cent(numero("min_cents")), MaxCent: importo.Cent(numero("max_cents")), Punti: numero("points"),
		PuntiIgnoti: r["points"] == "", Notturna: r["night_third"] == "yes", Penale: strings.Contains(r["accessory"], "criminal offence"),
		ValidoDa: r["valid_from"], Fino: r["valid_to"]}
	c.Sconto = map[string]sanzione.Sconto{"yes": sanzione.ScontoSi, "no": sanzione.ScontoNo, "na": sanzione.ScontoNo,
		"conditional": sanzione.ScontoCondizionato}[r["discount30"]]
	c.Breve = map[string]sanzione.SospensioneBreve{"yes": sanzione.BreveSi, "conditional": sanzione.BreveCondizionata}[r["short_suspension"]]
	return c
}

// cifreDi is the same of a row of the table. The last day of the sheet is that on which the amounts are known to hold
// (the decree follows) where it is 31 December 2026, else the end of the row.
func cifreDi(s sanzione.Sanzione) cifre {
	fino := s.ValidoA.String()
	if fino == "" {
		fino = s.Orizzonte.String()
	}
	return cifre{Articolo: s.Articolo, MinCent: s.MinCent, MaxCent: s.MaxCent, Punti: s.Punti, PuntiIgnoti: s.PuntiIgnoti, Sconto: s.Sconto30,
		Notturna: s.Notturna, Penale: s.Penale, ValidoDa: s.ValidoDa.String(), Fino: fino, Breve: s.SospensioneBreve}
}

// Amounts, points, discount, night, days, short suspension and crime are those of the sheet, row by row; every row of the
// sheet is there once, and what else is there are the codes of the earlier table that were divided, and the repeat of art.
// 142 c. 8 by a heavy vehicle: c. 11 doubles what the sheet has for the repeat.
func TestLaTabellaEIlFoglio(t *testing.T) {
	t.Parallel()
	foglio := foglioDellaLegge(t)
	if len(foglio) != 354 {
		t.Errorf("%d righe del foglio", len(foglio))
	}
	righe := perChiave(sanzione.Iniziale().Tutte())
	for _, r := range foglio {
		s, esiste := righe[r.chiave()]
		if !esiste {
			t.Errorf("%s: la riga del foglio non c'è, o c'è due volte", r.chiave())
			continue
		}
		delete(righe, r.chiave())
		if d := cmp.Diff(r.cifre(t), cifreDi(s)); d != "" {
			t.Errorf("%s\n%s", r.chiave(), d)
		}
	}
	for chiave, s := range righe {
		calcolata := s.Verifica == sanzione.Derivata && s.MultiploDi == "142-8-rec" // art. 142 c. 11: TestBasiEMultipli has its figures
		if !s.Ritirata() && !calcolata {
			t.Errorf("%s non è nel foglio", chiave)
		}
	}
}

// The paragraph of the sheet ("158 5-bis (c.1 f) other", "7 14 p.2") is one by which the row is cited, and its period and
// letters are those of the row.
func TestICommiSonoQuelliDelFoglio(t *testing.T) {
	t.Parallel()
	righe := perChiave(sanzione.Iniziale().Tutte())
	altri := map[string]string{ // where the sheet cites in another way, on purpose
		"40-146-2/2021-01-01": "comma", "L160-75-vicies-quater/2024-12-14": "comma", // "all", a suffix in two words
		"15-3-ter/2021-01-01":    "comma",   // until 2021 the letter was under c. 3
		"80-14-3/2021-01-01":     "periodo", // p. 3 of the sheet of 2021, p. 5 of today's text
		"7-15-p1/2024-12-14":     "periodo", // p. 1-2
		"80-14-1-rec/2021-01-01": "periodo", // p. 1 repeated: p. 2
	}
	for _, r := range foglioDellaLegge(t) {
		s := righe[r.chiave()]
		comma, resto, _ := strings.Cut(r["paragraph"], " ")
		if commi := append([]string{s.Comma, s.CommaSanzione}, s.AltriCommi...); !slices.Contains(commi, comma) != (altri[r.chiave()] == "comma") {
			t.Errorf("%s: il foglio dice comma %s, la riga %v", r.chiave(), comma, commi)
		}
		for parola := range strings.FieldsSeq(resto) {
			if periodo, suo := strings.CutPrefix(parola, "p."); suo && (s.Periodo != periodo) != (altri[r.chiave()] == "periodo") {
				t.Errorf("%s: il foglio dice periodo %s, la riga %q", r.chiave(), periodo, s.Periodo)
			}
		}
		if _, dopo, dentro := strings.Cut(resto, "(c."); dentro && s.ArticoloSanzione == "" {
			fatti, _, _ := strings.Cut(strings.ReplaceAll(dopo, ",", ""), ")")
			if detti := strings.Fields(fatti); !slices.Contains(append([]string{s.Comma}, s.AltriCommi...), detti[0]) ||
				len(detti) > 1 && s.Lettera != "" && s.Lettera != strings.Join(detti[1:], " ") {
				t.Errorf("%s: il foglio dice %s, la riga comma %s lettere %q", r.chiave(), fatti, s.Comma, s.Lettera)
			}
		}
	}
}

// Each doubt of the sheet is in the row, of the kind that it is and in words; a row that was read has none.
func TestIDubbiSonoQuelliDelFoglio(t *testing.T) {
	t.Parallel()
	righe := perChiave(sanzione.Iniziale().Tutte())
	generi := map[string]sanzione.Dubbio{"points": sanzione.DubbioPunti, "discount": sanzione.DubbioSconto, "first day": sanzione.DubbioValidita}
	dubbie := 0
	for _, r := range foglioDellaLegge(t) {
		s, motivo := righe[r.chiave()], r.nonConfermata()
		if (motivo != "") != (len(s.Dubbi) > 0) || (motivo != "") != (s.Dubbio != "") || (motivo != "") != (s.Verifica == sanzione.DaVerificare) {
			t.Errorf("%s: il foglio dice %q, la riga %v, %q, %s", r.chiave(), r["check"], s.Dubbi, s.Dubbio, s.Verifica)
		}
		if motivo == "" {
			continue
		}
		dubbie++
		genere, _, _ := strings.Cut(motivo, ":")
		if atteso, noto := generi[genere]; noto && !slices.Contains(s.Dubbi, atteso) {
			t.Errorf("%s: il foglio dubita di %s, la riga di %v", r.chiave(), genere, s.Dubbi)
		}
		if soloPunti := genere == "points" && len(s.Dubbi) == 1; soloPunti && (s.Dubbia() || !s.PuntiDubbi()) {
			t.Errorf("%s: un dubbio sui soli punti ne trattiene la comunicazione, non il verbale", r.chiave())
		}
		if strings.Contains(motivo, "figure") && genere != "points" && !s.Dubbia() {
			t.Errorf("%s: %q non trattiene il verbale", r.chiave(), motivo)
		}
	}
	if dubbie != 90 {
		t.Errorf("%d righe dubbie", dubbie)
	}
}

// The intervals of a codice neither overlap nor leave a hole, and only what the law ended ends.
func TestIntervalliSenzaSovrapposizioniNeBuchi(t *testing.T) {
	t.Parallel()
	perCodice := map[string][]sanzione.Sanzione{}
	tutte := sanzione.Iniziale().Tutte()
	slices.SortFunc(tutte, func(a, b sanzione.Sanzione) int { return a.ValidoDa.DiffDays(b.ValidoDa) })
	for _, s := range tutte {
		perCodice[s.Codice] = append(perCodice[s.Codice], s)
	}
	for codice, righe := range perCodice {
		for i := 1; i < len(righe); i++ {
			if prima := righe[i-1]; prima.ValidoA.AddDays(1) != righe[i].ValidoDa {
				t.Errorf("%s: una riga finisce il %s, la successiva comincia il %s", codice, prima.ValidoA, righe[i].ValidoDa)
			}
		}
		finita := map[string]string{"7-15-periodi": "2024-12-13", "147-5-ante-2024": "2024-12-13", "192-6-fino-2025": "2025-04-11",
			"7-14-1": "2024-12-13", "7-15": "2024-12-13", "147-5": "2024-12-13", "158-1": "2024-12-13", "158-1-2r": "2024-12-13", "192-6": "2025-04-11"}[codice]
		if ultima := righe[len(righe)-1]; ultima.ValidoA.String() != finita {
			t.Errorf("%s finisce il %q, atteso %q", codice, ultima.ValidoA, finita)
		}
	}
}

func TestFasce(t *testing.T) {
	t.Parallel()
	for _, s := range sanzione.Iniziale().Tutte() {
		switch senza := s.MinCent == 0 && s.MaxCent == 0; {
		case s.MinCent > s.MaxCent || s.MinCent < 0:
			t.Errorf("%s: minimo %s, massimo %s", s.Chiave(), s.MinCent.Euro(), s.MaxCent.Euro())
		case senza != (s.Penale || s.Ritirata() && s.Verifica == sanzione.Verificata && s.TestoBreve == ""):
			t.Errorf("%s: senza importi %v, reato %v", s.Chiave(), senza, s.Penale)
		}
	}
}

// senzaScontoPerAltro are the rows without discount although neither the licence is suspended or revoked nor the vehicle
// confiscated at the first violation, with the reason.
func senzaScontoPerAltro() map[string]string {
	return map[string]string{
		"97-9/2021-01-01":      "art. 202 c. 3-bis: nessun pagamento ridotto",
		"100-12/2021-01-01":    "art. 202 c. 3-bis: nessun pagamento ridotto",
		"216-6/2021-01-01":     "art. 202 c. 3-bis: nessun pagamento ridotto",
		"126-11-p3/2021-01-01": "dubbio del foglio: la sanzione è dell'art. 216 c. 6, che l'art. 202 c. 3-bis nomina",
		"192-6-bis/2025-04-12": "art. 202 c. 3: chi non si è fermato non paga in misura ridotta",
		"192-7/2021-01-01":     "art. 202 c. 3: chi non si è fermato non paga in misura ridotta",
	}
}

// Art. 202 c. 1: the discount is refused where the licence is suspended or the vehicle confiscated, and it depends on the
// repeat where only that brings them. The consequences say it, not the words of a text.
func TestLoScontoSegueLeConseguenze(t *testing.T) {
	t.Parallel()
	eccezioni := senzaScontoPerAltro()
	for _, s := range sanzione.Iniziale().Tutte() {
		if s.Ritirata() && s.MaxCent == 0 {
			continue
		}
		subito := s.TogliePatente(false) || slices.Contains(s.Conseguenze, sanzione.ConfiscaVeicolo)
		poi := !subito && (s.TogliePatente(true) || slices.Contains(s.ConseguenzeRecidiva, sanzione.ConfiscaVeicolo))
		atteso := sanzione.ScontoSi
		_, eccezione := eccezioni[s.Chiave()]
		delete(eccezioni, s.Chiave())
		switch {
		case s.Penale || eccezione:
			atteso = sanzione.ScontoNo
		case s.ScontoSe == sanzione.SeConfisca, s.ScontoSe == sanzione.SeRifiuto:
			atteso = sanzione.ScontoCondizionato
		case subito:
			atteso = sanzione.ScontoNo
		case poi:
			atteso = sanzione.ScontoCondizionato
		}
		if s.Sconto30 != atteso {
			t.Errorf("%s: sconto %s, dalle conseguenze %v e %v segue %s", s.Chiave(), s.Sconto30, s.Conseguenze, s.ConseguenzeRecidiva, atteso)
		}
		if poi && s.Sconto30 == sanzione.ScontoCondizionato && s.ScontoSe != sanzione.SeRecidiva {
			t.Errorf("%s: lo sconto dipende dalla recidiva, la riga dice %q", s.Chiave(), s.ScontoSe)
		}
		if (s.Sconto30 == sanzione.ScontoCondizionato) != (s.ScontoSe != "") {
			t.Errorf("%s: sconto %s da %q", s.Chiave(), s.Sconto30, s.ScontoSe)
		}
	}
	for chiave, motivo := range eccezioni {
		t.Errorf("%s non è più un'eccezione: %s", chiave, motivo)
	}
}

// What a row makes follow and what the act says of it are the same things.
func TestLeConseguenzeSonoNelleParole(t *testing.T) {
	t.Parallel()
	parole := map[sanzione.Conseguenza]string{sanzione.SospensionePatente: "sospensione della patente", sanzione.RevocaPatente: "revoca della patente",
		sanzione.ConfiscaVeicolo: "confisca", sanzione.FermoVeicolo: "fermo amministrativo", sanzione.SequestroVeicolo: "sequestro"}
	for _, s := range sanzione.Iniziale().Tutte() {
		if s.Ritirata() {
			continue
		}
		detta := strings.ToLower(s.Accessoria)
		for c, parola := range parole {
			ha := slices.Contains(s.Conseguenze, c) || slices.Contains(s.ConseguenzeRecidiva, c)
			if ha && !strings.Contains(detta, parola) && !slices.Contains([]string{"149-6", "150-5-lesioni"}, s.Codice) {
				t.Errorf("%s: %s non è in %q", s.Chiave(), c, s.Accessoria)
			}
		}
		if strings.Contains(detta, "patente") && !strings.Contains(detta, "ritiro") && !s.TogliePatente(true) {
			t.Errorf("%s: %q, e la riga non toglie la patente", s.Chiave(), s.Accessoria)
		}
		if (s.Accessoria == "") != (len(s.Conseguenze)+len(s.ConseguenzeRecidiva) == 0) {
			t.Errorf("%s: %q, %v, %v", s.Chiave(), s.Accessoria, s.Conseguenze, s.ConseguenzeRecidiva)
		}
	}
}

// A row that specialises another is in force only where that one is, and the share of another's band is the share of the
// band of the same day (art. 142 c. 11, art. 193 c. 3 and the others that the row names).
func TestBasiEMultipli(t *testing.T) {
	t.Parallel()
	tabella := sanzione.Iniziale()
	multipli := 0
	for _, s := range tabella.Tutte() {
		if s.Base != "" && !s.Ritirata() {
			if base, vige := tabella.Cerca(s.Base, s.ValidoDa); !vige || base.Base != "" || base.Articolo != s.Articolo || base.Ritirata() {
				t.Errorf("%s: la base %s non è una riga ordinaria in vigore", s.Chiave(), s.Base)
			}
		}
		if s.MultiploDi == "" {
			continue
		}
		multipli++
		base, vige := tabella.Cerca(s.MultiploDi, s.ValidoDa)
		per, diviso := importo.Cent(2), importo.Cent(1)
		if s.Multiplo == "1/2" {
			per, diviso = 1, 2
		}
		if !vige || s.MinCent*diviso != base.MinCent*per || s.MaxCent*diviso != base.MaxCent*per {
			t.Errorf("%s: %s - %s, la base %s ha %s - %s", s.Chiave(), s.MinCent.Euro(), s.MaxCent.Euro(), s.MultiploDi, base.MinCent.Euro(), base.MaxCent.Euro())
		}
	}
	if multipli != 14 {
		t.Errorf("%d multipli", multipli)
	}
}

// The rules of parking and tolls that stand in the row: how often the band applies, the ceiling, the tariff.
func TestModoETariffaDellaSosta(t *testing.T) {
	t.Parallel()
	tabella, giorno := sanzione.Iniziale(), calendario.MustParse("2026-05-01")
	for codice, atteso := range map[string]string{
		"7-14-p1": "PER_24_ORE 0 ", "7-14-2": " 0 ", "7-14-p4": "PER_PERIODO 4 ", "7-14-bis": "PER_24_ORE 0 PERIODO_INTERO", "7-14-ter-b": "PER_24_ORE 0 NON_PAGATA",
		"7-14-ter-c": "PER_24_ORE 0 NON_PAGATA", "7-15-p1": "PER_24_ORE 0 PERIODO_INTERO", "7-15-p3-b": "PER_24_ORE 0 PERIODO_INTERO",
		"7-15-p3-c": "PER_24_ORE 0 PERIODO_INTERO", "158-1-altre": "PER_GIORNO 0 ", "158-2-g-2r": "PER_GIORNO 0 ", "157-8": " 0 ", "6-14-p2": "PER_24_ORE 0 ",
	} {
		s, vige := tabella.Cerca(codice, giorno)
		if ha := string(s.Modo) + " " + strconv.Itoa(s.PeriodiMassimi) + " " + string(s.Tariffa); !vige || ha != atteso {
			t.Errorf("%s: %q, atteso %q", codice, ha, atteso)
		}
	}
	if prima, _ := tabella.Cerca("7-15-periodi", calendario.MustParse("2024-12-13")); prima.Modo != sanzione.PerPeriodo || prima.PeriodiMassimi != 0 {
		t.Errorf("art. 7 c. 15 fino al 2024: %s, %d", prima.Modo, prima.PeriodiMassimi)
	}
}
