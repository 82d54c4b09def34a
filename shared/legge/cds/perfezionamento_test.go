package cds_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
)

// roma reads "2006-01-02" or "2006-01-02 15:04" by the clock in Rome; nothing is no instant.
func roma(t *testing.T, s string) time.Time {
	t.Helper()
	forma := "2006-01-02 15:04"
	if s == "" {
		return time.Time{}
	}
	if len(s) == len(time.DateOnly) {
		forma = time.DateOnly
	}
	istante, err := time.ParseInLocation(forma, s, calendario.Roma())
	if err != nil {
		t.Fatal(err)
	}
	return istante
}

func giorno(t *testing.T, s string) calendario.Giorno {
	t.Helper()
	var g calendario.Giorno
	if err := g.UnmarshalText([]byte(s)); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestPerfezionaEsempiSvolti(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome             string
		canale           cds.Canale
		affidato, fatto  string
		anticipo         string
		effetto, ufficio string
		avverte          string
	}{
		{nome: "art. 201 c. 3: a mani, il giorno della consegna", canale: cds.CanaleMani, fatto: "2026-09-10 18:30", effetto: "2026-09-10", ufficio: "2026-09-10"},
		{nome: "art. 201 c. 3: messo, il giorno della consegna", canale: cds.CanaleMesso, fatto: "2026-09-10", effetto: "2026-09-10", ufficio: "2026-09-10"},
		{nome: "art. 201 c. 3: a mani dopo mezzanotte a Roma, ancora ieri a Greenwich", canale: cds.CanaleMani, fatto: "2026-09-11 00:30", effetto: "2026-09-11", ufficio: "2026-09-11"},
		{nome: "art. 7 L. 890/1982: posta consegnata, all'ufficio vale la spedizione", canale: cds.CanalePostaConsegna, affidato: "2026-03-02", fatto: "2026-03-09",
			effetto: "2026-03-09", ufficio: "2026-03-02"},
		{nome: "art. 8 L. 890/1982: CAD spedita 13/3/2026, mai ritirata", canale: cds.CanalePostaDeposito, affidato: "2026-03-02", fatto: "2026-03-13",
			effetto: "2026-03-23", ufficio: "2026-03-02", avverte: "avviso di ricevimento della CAD"},
		{nome: "art. 8 L. 890/1982: ritirata il giorno dopo il deposito", canale: cds.CanalePostaDeposito, affidato: "2024-04-12", fatto: "2024-04-16", anticipo: "2024-04-17",
			effetto: "2024-04-17", ufficio: "2024-04-12"},
		{nome: "art. 8 L. 890/1982: ritirata dopo il decimo giorno, vale il decimo", canale: cds.CanalePostaDeposito, affidato: "2026-03-02", fatto: "2026-03-13",
			anticipo: "2026-03-30", effetto: "2026-03-23", ufficio: "2026-03-02"},
		{nome: "art. 8 L. 890/1982: il decimo giorno è festivo", canale: cds.CanalePostaDeposito, affidato: "2026-10-19", fatto: "2026-10-22",
			effetto: "2026-11-02", ufficio: "2026-10-19", avverte: "più favorevole al destinatario"},
		{nome: "art. 4 D.M. 18/12/2017: PEC, accettazione per l'ufficio e consegna per il destinatario", canale: cds.CanalePEC, affidato: "2026-05-07 12:00",
			fatto: "2026-05-08 08:00", effetto: "2026-05-08", ufficio: "2026-05-07"},
		{nome: "art. 4 D.M. 18/12/2017: PEC di notte, nessuna correzione", canale: cds.CanalePEC, affidato: "2026-05-07 23:10", fatto: "2026-05-07 23:11",
			effetto: "2026-05-07", ufficio: "2026-05-07", avverte: "23:11, di notte"},
		{nome: "art. 4 D.M. 18/12/2017: PEC prima delle sette", canale: cds.CanalePEC, affidato: "2026-05-07 06:58", fatto: "2026-05-07 06:59",
			effetto: "2026-05-07", ufficio: "2026-05-07", avverte: "06:59, di notte"},
		{nome: "art. 4 D.M. 18/12/2017: PEC alle sette in punto", canale: cds.CanalePEC, affidato: "2026-05-07 06:59", fatto: "2026-05-07 07:00",
			effetto: "2026-05-07", ufficio: "2026-05-07"},
		{nome: "art. 26 c. 9 D.L. 76/2020: avviso SEND 7/5/2026 alle 22:10", canale: cds.CanaleSendDigitale, affidato: "2026-05-06 10:00", fatto: "2026-05-07 22:10",
			effetto: "2026-05-15", ufficio: "2026-05-06"},
		{nome: "art. 26 c. 9 D.L. 76/2020: avviso SEND 7/5/2026 alle 20:00", canale: cds.CanaleSendDigitale, affidato: "2026-05-06 10:00", fatto: "2026-05-07 20:00",
			effetto: "2026-05-14", ufficio: "2026-05-06"},
		{nome: "art. 26 c. 9 D.L. 76/2020: avviso SEND alle 21:00 in punto", canale: cds.CanaleSendDigitale, affidato: "2026-05-06 10:00", fatto: "2026-05-07 21:00",
			effetto: "2026-05-14", ufficio: "2026-05-06"},
		{nome: "art. 26 c. 9 D.L. 76/2020: aperto dopo l'avviso e prima del settimo giorno", canale: cds.CanaleSendDigitale, affidato: "2026-05-06 10:00",
			fatto: "2026-05-07 20:00", anticipo: "2026-05-10", effetto: "2026-05-10", ufficio: "2026-05-06"},
		{nome: "art. 26 c. 9 D.L. 76/2020: aperto prima dell'avviso", canale: cds.CanaleSendCartaceo, affidato: "2026-05-06 10:00",
			fatto: "2026-05-20", anticipo: "2026-05-08", effetto: "2026-05-08", ufficio: "2026-05-06"},
		{nome: "art. 26 c. 9 D.L. 76/2020: aperto senza alcun avviso", canale: cds.CanaleSendCartaceo, affidato: "2026-05-06 10:00",
			anticipo: "2026-05-08", effetto: "2026-05-08", ufficio: "2026-05-06"},
		{nome: "art. 26 c. 9 D.L. 76/2020: aperto dopo, la data resta", canale: cds.CanaleSendDigitale, affidato: "2026-05-06 10:00",
			fatto: "2026-05-07 20:00", anticipo: "2026-06-10", effetto: "2026-05-14", ufficio: "2026-05-06"},
		{nome: "art. 26 c. 9 D.L. 76/2020: casella satura, quindici giorni dall'avviso di mancato recapito", canale: cds.CanaleSendSatura, affidato: "2026-05-06 10:00",
			fatto: "2026-05-07 22:10", effetto: "2026-05-22", ufficio: "2026-05-06"},
		{nome: "art. 26 c. 9 D.L. 76/2020: avviso cartaceo, dieci giorni", canale: cds.CanaleSendCartaceo, affidato: "2026-05-06 10:00",
			fatto: "2026-05-08", effetto: "2026-05-18", ufficio: "2026-05-06"},
		{nome: "art. 26 c. 9 D.L. 76/2020: il settimo giorno è festivo, SEND non sposta", canale: cds.CanaleSendDigitale, affidato: "2026-04-25 10:00",
			fatto: "2026-04-26 10:00", effetto: "2026-05-03", ufficio: "2026-04-25", avverte: "SEND non sposta"},
		{nome: "senza l'affidamento il giorno dell'ufficio non è noto", canale: cds.CanalePEC, fatto: "2026-05-07 12:00", effetto: "2026-05-07"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r := cds.RichiestaPerfezionamento{Canale: c.canale, Affidamento: roma(t, c.affidato), Fatto: roma(t, c.fatto)}
			if c.canale == cds.CanalePostaDeposito {
				r.Ritiro = giorno(t, c.anticipo)
			} else {
				r.Accesso = giorno(t, c.anticipo)
			}
			e, err := cds.Perfeziona(r)
			if err != nil || e.Effetto.String() != c.effetto || e.Ufficio.String() != c.ufficio || e.Termine != nil {
				t.Fatalf("effetto %s, ufficio %s, %v; attesi %s e %s", e.Effetto, e.Ufficio, err, c.effetto, c.ufficio)
			}
			avvertenze := strings.Join(e.Avvertenze, "\n")
			if (avvertenze == "") != (c.avverte == "") || !strings.Contains(avvertenze, c.avverte) {
				t.Errorf("avvertenze %q, attesa %q", e.Avvertenze, c.avverte)
			}
			controllaSpiegazione(t, 0, e.Spiegazione)
			if ultimoStabilito(e.Spiegazione) != e.Effetto {
				t.Errorf("la spiegazione non porta all'effetto: %+v", e.Spiegazione)
			}
		})
	}
}

func TestPerfezionaVerificaIlTermine(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome                    string
		tipo                    cds.TipoScadenza
		accertato, identificato string
		affidato, scadenza      string
		tempestiva              bool
		avverte                 string
	}{
		{"art. 201 c. 1: consegnata alla posta il novantesimo giorno", cds.Notifica90, "2026-02-05", "", "2026-05-06 23:50", "2026-05-06", true, ""},
		{"art. 201 c. 5: il novantunesimo giorno l'obbligo si estingue", cds.Notifica90, "2026-02-05", "", "2026-05-07", "2026-05-06", false, "Cass. 11185/2011"},
		{"art. 201 c. 1: cento giorni all'obbligato dopo la contestazione", cds.Notifica100, "2026-03-02", "", "2026-06-10", "2026-06-10", true, ""},
		{"art. 201 c. 5: centouno giorni", cds.Notifica100, "2026-03-02", "", "2026-06-11", "2026-06-10", false, "Cass. 11185/2011"},
		{"art. 201 c. 1: trecentosessanta giorni all'estero", cds.Notifica360, "2026-01-16", "", "2027-01-11", "2027-01-11", true, ""},
		{"art. 201 c. 5: un anno non sono trecentosessanta giorni", cds.Notifica360, "2026-01-16", "", "2027-01-16", "2027-01-11", false, "Cass. 11185/2011"},
		{"art. 201 c. 1: novanta giorni dai dati del noleggio", cds.Notifica90, "2026-02-05", "2026-04-20", "2026-07-19", "2026-07-19", true, "Corte cost. 198/1996"},
		{"art. 201 c. 1: il termine di domenica non si proroga, ma decide una persona", cds.Notifica90, "2026-02-09", "", "2026-05-11", "2026-05-10", false, "decida una persona"},
		{"art. 201 c. 1: affidata la domenica stessa è nel termine", cds.Notifica90, "2026-02-09", "", "2026-05-10", "2026-05-10", true, ""},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r := cds.RichiestaPerfezionamento{Canale: cds.CanalePostaConsegna, Affidamento: roma(t, c.affidato), Fatto: roma(t, "2027-03-01"),
				Termine: cds.TermineNotifica{Tipo: c.tipo, Accertamento: giorno(t, c.accertato), Identificazione: giorno(t, c.identificato)}}
			e, err := cds.Perfeziona(r)
			if err != nil || e.Termine == nil || e.Termine.Scadenza.String() != c.scadenza || e.Termine.Tempestiva != c.tempestiva {
				t.Fatalf("%+v, %v; atteso %s, tempestiva %v", e.Termine, err, c.scadenza, c.tempestiva)
			}
			avvertenze := strings.Join(e.Avvertenze, "\n")
			if (avvertenze == "") != (c.avverte == "") || !strings.Contains(avvertenze, c.avverte) {
				t.Errorf("avvertenze %q, attesa %q", e.Avvertenze, c.avverte)
			}
			const discussa = "decida una persona"
			if strings.Contains(avvertenze, discussa) != (c.avverte == discussa) {
				t.Errorf("solo il giorno dopo una festa lo decide una persona: %q", e.Avvertenze)
			}
			regola := map[bool]string{true: "NOTIFICA_TEMPESTIVA", false: "NOTIFICA_TARDIVA"}[c.tempestiva]
			if !slices.ContainsFunc(e.Spiegazione, func(p cds.Passo) bool { return p.Regola == regola }) || ultimoStabilito(e.Spiegazione) != e.Effetto {
				t.Errorf("manca il passo %s: %+v", regola, e.Spiegazione)
			}
		})
	}
}

func TestPerfezionaRifiuta(t *testing.T) {
	t.Parallel()
	g, fatto := calendario.MustParse("2026-05-07"), roma(t, "2026-05-07 12:00")
	termine := cds.TermineNotifica{Tipo: cds.Notifica90, Accertamento: g}
	aMani := func(t cds.TermineNotifica) cds.RichiestaPerfezionamento {
		return cds.RichiestaPerfezionamento{Canale: cds.CanaleMani, Fatto: fatto, Termine: t}
	}
	casi := []struct {
		regola, campo string
		r             cds.RichiestaPerfezionamento
	}{
		{"canale sconosciuto", "canale", cds.RichiestaPerfezionamento{Canale: "PICCIONE", Fatto: fatto}},
		{"canale che manca", "canale", cds.RichiestaPerfezionamento{Fatto: fatto}},
		{"fatto che manca", "fatto", cds.RichiestaPerfezionamento{Canale: cds.CanalePEC}},
		{"consegna prima della spedizione", "fatto", cds.RichiestaPerfezionamento{Canale: cds.CanalePostaConsegna, Affidamento: fatto.AddDate(0, 0, 1), Fatto: fatto}},
		{"a mani non c'è affidamento", "affidamento", cds.RichiestaPerfezionamento{Canale: cds.CanaleMani, Affidamento: fatto, Fatto: fatto}},
		{"una PEC non si ritira", "ritiro", cds.RichiestaPerfezionamento{Canale: cds.CanalePEC, Fatto: fatto, Ritiro: g}},
		{"una PEC non si apre su SEND", "accesso", cds.RichiestaPerfezionamento{Canale: cds.CanalePEC, Fatto: fatto, Accesso: g}},
		{"ritiro prima della CAD", "ritiro", cds.RichiestaPerfezionamento{Canale: cds.CanalePostaDeposito, Fatto: fatto, Ritiro: g.AddDays(-1)}},
		{"accesso prima della messa a disposizione", "accesso", cds.RichiestaPerfezionamento{Canale: cds.CanaleSendDigitale, Affidamento: fatto, Fatto: fatto, Accesso: g.AddDays(-1)}},
		{"accesso prima dell'avviso senza la messa a disposizione", "affidamento", cds.RichiestaPerfezionamento{Canale: cds.CanaleSendDigitale, Fatto: fatto, Accesso: g.AddDays(-1)}},
		{"accesso senza avviso né messa a disposizione", "affidamento", cds.RichiestaPerfezionamento{Canale: cds.CanaleSendDigitale, Accesso: g}},
		{"termine senza affidamento", "affidamento", cds.RichiestaPerfezionamento{Canale: cds.CanalePEC, Fatto: fatto, Termine: termine}},
		{"ufficio che agisce prima dell'accertamento", "affidamento",
			cds.RichiestaPerfezionamento{Canale: cds.CanalePEC, Affidamento: fatto.AddDate(0, 0, -1), Fatto: fatto, Termine: termine}},
		{"consegna a mani prima dell'accertamento", "fatto", cds.RichiestaPerfezionamento{Canale: cds.CanaleMani, Fatto: fatto.AddDate(0, 0, -1), Termine: termine}},
		{"art. 201: un termine che non è di notifica", "termine.tipo", aMani(cds.TermineNotifica{Tipo: cds.PagamentoRidotto60, Accertamento: g})},
		{"art. 201: accertamento che manca", "termine.accertamento", aMani(cds.TermineNotifica{Tipo: cds.Notifica90})},
		{"art. 201: l'identificazione riguarda i 90 giorni", "termine.identificazione", aMani(cds.TermineNotifica{Tipo: cds.Notifica100, Accertamento: g, Identificazione: g})},
		{"art. 201: identificato prima dell'accertamento", "termine.identificazione", aMani(cds.TermineNotifica{Tipo: cds.Notifica90, Accertamento: g, Identificazione: g.AddDays(-1)})},
		{"effetto oltre il calendario", "fatto", cds.RichiestaPerfezionamento{Canale: cds.CanalePostaDeposito, Fatto: roma(t, "9999-12-28")}},
		{"termine oltre il calendario", "termine.accertamento", cds.RichiestaPerfezionamento{Canale: cds.CanaleMani, Fatto: roma(t, "9999-12-28"),
			Termine: cds.TermineNotifica{Tipo: cds.Notifica90, Accertamento: calendario.MustParse("9999-12-28")}}},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			_, err := cds.Perfeziona(c.r)
			var e *cds.Errore
			if !errors.As(err, &e) || e.Campo != c.campo || e.Motivo == "" {
				t.Errorf("%v; atteso il campo %s", err, c.campo)
			}
		})
	}
}

func TestEsitoPerfezionamentoJSON(t *testing.T) {
	t.Parallel()
	e, err := cds.Perfeziona(cds.RichiestaPerfezionamento{Canale: cds.CanalePEC, Fatto: roma(t, "2026-05-07 12:00")})
	if err != nil {
		t.Fatal(err)
	}
	dati, err := json.Marshal(e)
	const atteso = `{"canale":"PEC","effetto":"2026-05-07","ufficio":null,"spiegazione":[{"regola":"PERFEZIONATA_ALLA_CONSEGNA","norma":"art. 4 D.M. 18/12/2017",` +
		`"testo":"Ricevuta di avvenuta consegna della PEC del 07/05/2026: la notificazione si perfeziona quel giorno.","giorno":"2026-05-07"}],"avvertenze":[]}`
	if err != nil || string(dati) != atteso {
		t.Errorf("%s\n%v", dati, err)
	}
}

// Every channel has its rule; the effect is never before the day of the office, and a fact an hour later
// never brings it back.
func TestPerfezionaProprieta(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := cds.RichiestaPerfezionamento{Canale: rapid.SampledFrom(cds.Canali()).Draw(t, "canale")}
		inizio := calendario.MustParse("2020-01-01").AddDays(rapid.IntRange(0, 7000).Draw(t, "giorno")).Inizio()
		r.Fatto = inizio.Add(time.Duration(rapid.IntRange(0, 30*24*60).Draw(t, "minuti")) * time.Minute)
		if r.Canale != cds.CanaleMani && r.Canale != cds.CanaleMesso {
			r.Affidamento = inizio
		}
		r.Termine = cds.TermineNotifica{Tipo: cds.Notifica90, Accertamento: calendario.Da(inizio)}
		e, err := cds.Perfeziona(r)
		if err != nil {
			t.Fatal(err)
		}
		if e.Effetto.Before(e.Ufficio) || e.Effetto.Before(calendario.Da(r.Fatto)) || ultimoStabilito(e.Spiegazione) != e.Effetto || e.Avvertenze == nil {
			t.Fatalf("%+v", e)
		}
		controllaSpiegazione(t, 0, e.Spiegazione)
		r.Fatto = r.Fatto.Add(time.Hour)
		if dopo, err := cds.Perfeziona(r); err != nil || dopo.Effetto.Before(e.Effetto) {
			t.Fatalf("un'ora dopo l'effetto torna da %s a %s, %v", e.Effetto, dopo.Effetto, err)
		}
	})
}

func BenchmarkPerfeziona(b *testing.B) {
	r := cds.RichiestaPerfezionamento{Canale: cds.CanalePostaDeposito, Affidamento: calendario.MustParse("2026-03-02").Inizio(),
		Fatto: calendario.MustParse("2026-03-13").Inizio(), Termine: cds.TermineNotifica{Tipo: cds.Notifica90, Accertamento: calendario.MustParse("2026-02-05")}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := cds.Perfeziona(r); err != nil {
			b.Fatal(err)
		}
	}
}
