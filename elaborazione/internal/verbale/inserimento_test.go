package verbale_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbale"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestInserisci(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	e := b.inserisce(ctx, t, unVerbale("EST-1"))

	t.Run("risponde con numero, procedura e avvisi agli importi di legge", func(t *testing.T) {
		t.Parallel()
		// Art. 158 c. 2 lett. d: minimum 165.00; 70 % of it is 115.50.
		if e.Esito != verbaleins.Inserito || e.Numero != "1" || e.Lettera != "" || e.Anno != 2026 ||
			e.Procedura != "INTESTATARIO_RICHIESTO" || len(e.Avvertenze) != 0 {
			t.Errorf("%+v", e)
		}
		var detti []string
		for i, a := range e.Avvisi {
			detti = append(detti, fmt.Sprintf("%s %d %d", a.Tipo, a.ImportoCent, a.Giorni))
			x, err := pagopa.LeggiNumero(a.NumeroAvviso)
			if err != nil || x.IUV != a.IUV || x.Segregazione != "01" || x.Base != fmt.Sprintf("1%012d", i+1) {
				t.Errorf("numero di avviso %s: %+v %v", a.NumeroAvviso, x, err)
			}
		}
		if d := cmp.Diff([]string{"RIDOTTO_30 11550 5", "RIDOTTO 16500 60"}, detti); d != "" {
			t.Error(d)
		}
	})
	t.Run("scrive gli eventi, gli annunci e il registro", func(t *testing.T) {
		t.Parallel()
		eventi := b.elenca(t, "alfa", `SELECT sequenza || ':' || tipo FROM evento WHERE verbale = $1 ORDER BY sequenza`, e.IDVerbale)
		if eventi != "1:VERBALE_INSERITO 2:VERBALE_VALIDATO 3:AVVISI_EMESSI 4:INTESTATARIO_RICHIESTO" {
			t.Error(eventi)
		}
		annunci := b.elenca(t, "alfa", `SELECT soggetto FROM uscita WHERE oggetto = $1 ORDER BY posizione`, e.IDVerbale)
		if annunci != "fatti.alfa.verbale.inserito fatti.alfa.avviso.emesso lavori.vpn.targa.alfa" {
			t.Error(annunci)
		}
		if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE oggetto = $1 AND attore = 'integratore.alfa' AND azione = 'VERBALE_INSERITO'`, e.IDVerbale); n != 1 {
			t.Errorf("registro: %d righe", n)
		}
	})
	t.Run("gli eventi rivissuti danno ciò che dicono le tabelle", func(t *testing.T) {
		t.Parallel()
		b.rivive(ctx, t, e.IDVerbale)
	})
	t.Run("apre una posizione sola, dell'obbligato ancora ignoto", func(t *testing.T) {
		t.Parallel()
		if s := b.elenca(t, "alfa", `SELECT titolo || coalesce(soggetto::text, '-') FROM posizione WHERE verbale = $1`, e.IDVerbale); s != "OBBLIGATO-" {
			t.Error(s)
		}
	})
	t.Run("leggiVerbale lo dà com'è oggi", func(t *testing.T) {
		t.Parallel()
		l, err := b.Leggi(ctx, "EST-1")
		if err != nil || l.IDVerbale != e.IDVerbale || l.Debito != "NON_ESIGIBILE" || l.Ricorso != "NESSUNO" || !cmp.Equal(l.Avvisi, e.Avvisi) {
			t.Errorf("%+v %v", l, err)
		}
		if _, err := b.Leggi(ctx, "ALTRO"); !problem.Is(err, "NON_TROVATO") {
			t.Errorf("assente: %v", err)
		}
	})
}

func TestInserisciVarianti(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	persona := &verbaleins.Soggetto{Persona: &verbaleins.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501U"}}
	velocita := func(rilevata int64, ora int) func(*verbaleins.Verbale) {
		return func(v *verbaleins.Verbale) {
			limite := int64(50)
			v.Violazioni = []verbaleins.Violazione{{Articolo: "142", Comma: "8", VelocitaDecimi: &rilevata, Limite: &limite}}
			v.DataOraViolazione = time.Date(2026, 11, 12, ora, 30, 0, 0, calendario.Roma())
		}
	}
	importi := func(e verbaleins.Esito) (cent []int64) {
		for _, a := range e.Avvisi {
			cent = append(cent, a.ImportoCent)
		}
		return cent
	}
	t.Run("la velocità sceglie il comma e i punti", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("V-GIORNO", velocita(780, 10)))
		if d := cmp.Diff([]int64{12110, 17300}, importi(e)); d != "" {
			t.Error(d)
		}
		if s := b.elenca(t, "alfa", `SELECT codice || ' ' || comma || ' ' || punti FROM violazione WHERE verbale = $1`, e.IDVerbale); s != "142-8 8 3" {
			t.Error(s)
		}
	})
	t.Run("di notte gli importi crescono di un terzo", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("V-NOTTE", velocita(780, 23)))
		if d := cmp.Diff([]int64{16147, 23067}, importi(e)); d != "" {
			t.Error(d)
		}
	})
	t.Run("il comma che la velocità smentisce è un'avvertenza", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("V-COMMA", velocita(620, 10)))
		if len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "COMMA_DIVERSO: ") {
			t.Error(e.Avvertenze)
		}
	})
	t.Run("lo sconto che un precedente toglie chiede di guardare i precedenti", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("V-PRECEDENTI", func(v *verbaleins.Verbale) {
			v.Violazioni = []verbaleins.Violazione{{Articolo: "146", Comma: "3"}}
		}))
		if len(e.Avvisi) != 2 || len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "PRECEDENTI_DA_VERIFICARE: ") {
			t.Error(e.Avvertenze)
		}
	})
	t.Run("l'obbligato indicato non si cerca e il suo atto si stampa subito", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("OBB", func(v *verbaleins.Verbale) { v.Obbligato = persona }))
		annunci := b.elenca(t, "alfa", `SELECT soggetto FROM uscita WHERE oggetto = $1 ORDER BY posizione`, e.IDVerbale)
		if e.Procedura != "VALIDATO" || annunci != "fatti.alfa.verbale.inserito lavori.elaborazione.pdf.alfa fatti.alfa.avviso.emesso" {
			t.Errorf("%s %s", e.Procedura, annunci)
		}
		b.rivive(ctx, t, e.IDVerbale)
	})
	t.Run("il trasgressore indicato ha posizione e avvisi suoi", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("TRA", func(v *verbaleins.Verbale) { v.Trasgressore = persona }))
		s := b.elenca(t, "alfa", `SELECT p.titolo || count(a.id) FROM posizione p JOIN avviso a ON a.posizione = p.id WHERE p.verbale = $1 GROUP BY p.titolo ORDER BY 1`, e.IDVerbale)
		if s != "OBBLIGATO2 TRASGRESSORE2" || len(e.Avvisi) != 4 {
			t.Errorf("%s %d", s, len(e.Avvisi))
		}
	})
	t.Run("contestato sul posto: per il trasgressore è notificato quel giorno", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("CON", func(v *verbaleins.Verbale) {
			v.Trasgressore, v.ContestazioneImmediata, v.MotivoMancataContestazione = persona, true, ""
		}))
		s := b.elenca(t, "alfa", `SELECT concat_ws(' ', procedura, debito, data_notifica, scadenza_pagamento) FROM verbale WHERE id = $1`, e.IDVerbale)
		if s != "INTESTATARIO_RICHIESTO RIDOTTO_30 2026-11-12 2027-01-11" {
			t.Error(s)
		}
		b.rivive(ctx, t, e.IDVerbale)
	})
	t.Run("senza pagamento ridotto non ci sono avvisi", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("SENZA", func(v *verbaleins.Verbale) { v.Violazioni = []verbaleins.Violazione{senzaRidotto(t, b)} }))
		if e.Procedura != "INTESTATARIO_RICHIESTO" || len(e.Avvisi) != 0 {
			t.Errorf("%+v", e)
		}
		b.rivive(ctx, t, e.IDVerbale)
	})
	t.Run("oltre i novanta giorni dall'accertamento c'è un'avvertenza, il giorno stesso no", func(t *testing.T) {
		t.Parallel()
		oggi := calendario.Da(b.orologio.Adesso())
		for giorni, attese := range map[int]int{90: 0, 91: 1} {
			e := b.inserisce(ctx, t, unVerbale(fmt.Sprintf("TERMINE-%d", giorni), func(v *verbaleins.Verbale) {
				v.DataOraViolazione = oggi.AddDays(-giorni).Inizio().Add(10 * time.Hour)
			}))
			if len(e.Avvertenze) != attese || attese == 1 && !strings.HasPrefix(e.Avvertenze[0], "TERMINE_NOTIFICA_DA_VERIFICARE: ") {
				t.Errorf("%d giorni: %v", giorni, e.Avvertenze)
			}
		}
	})
	t.Run("il comune che non è nella tabella è un'avvertenza", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("ISTAT", func(v *verbaleins.Verbale) { v.Luogo.ComuneIstat = "999999" }))
		if len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "COMUNE_SCONOSCIUTO: ") {
			t.Error(e.Avvertenze)
		}
	})
	t.Run("gli allegati sono nel deposito e fra i documenti", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("ALL", func(v *verbaleins.Verbale) {
			v.Allegati = []verbaleins.Allegato{{Nome: "foto.jpg", Tipo: "image/jpeg", Contenuto: []byte("foto")}}
		}))
		sha := b.elenca(t, "alfa", `SELECT sha256 FROM documento WHERE verbale = $1 AND tipo = 'ALLEGATO' AND nome = 'foto.jpg' AND byte = 4`, e.IDVerbale)
		if c, err := b.Deposito.Leggi(ctx, "alfa", sha); err != nil || string(c) != "foto" {
			t.Errorf("%q %v", c, err)
		}
	})
}

// senzaRidotto finds a row of the table that admits no reduced payment and is no offence.
func senzaRidotto(t *testing.T, b *banco) verbaleins.Violazione {
	t.Helper()
	giorno := calendario.MustParse("2026-11-12")
	for _, r := range b.Tabelle.Violazioni().Tutte() {
		if _, vigente := b.Tabelle.Violazioni().Cerca(r.Codice, giorno); !r.PagamentoRidotto && !r.Penale && vigente && len(r.Classi) == 0 && !r.Recidiva {
			return verbaleins.Violazione{Articolo: r.Articolo, Comma: r.Comma, Lettera: r.Lettera, Codice: r.Codice}
		}
	}
	t.Fatal("la tabella non ha righe senza pagamento ridotto")
	return verbaleins.Violazione{}
}

func TestRifiuti(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t,
		`INSERT INTO agente (tenant, matricola, reparto, stato) VALUES ('alfa', 'A009', 'PL01', 'CESSATO')`,
		`INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli) VALUES ('sciolto.alfa', 'alfa', 'PL01', 'PL01', 'x', '{INTEGRATORE}')`,
		impostazione("serie.I", `"INTERNA"`), impostazione("serie.E", `"ESTERNA"`))
	ctx := b.integratore("alfa")
	giorno := func(n int) time.Time { return ora().AddDate(0, 0, n) }
	sola := func(x verbaleins.Violazione) func(*verbaleins.Verbale) {
		return func(v *verbaleins.Verbale) { v.Violazioni = []verbaleins.Violazione{x} }
	}
	rilevata, limite := int64(540), int64(50)
	casi := map[string]struct {
		cambia func(*verbaleins.Verbale)
		campi  []string
	}{
		"reparto sconosciuto":     {func(v *verbaleins.Verbale) { v.Reparto = "PL99" }, []string{"verbale.reparto"}},
		"agente sconosciuto":      {func(v *verbaleins.Verbale) { v.Agenti[0].Matricola = "Z999" }, []string{"verbale.agente[1].matricola"}},
		"agente ripetuto":         {func(v *verbaleins.Verbale) { v.Agenti = append(v.Agenti, v.Agenti[0]) }, []string{"verbale.agente[2].matricola"}},
		"violazione nel futuro":   {func(v *verbaleins.Verbale) { v.DataOraViolazione = ora().Add(6 * time.Minute) }, []string{"verbale.dataOraViolazione"}},
		"violazione prescritta":   {func(v *verbaleins.Verbale) { v.DataOraViolazione = ora().AddDate(-5, 0, -1) }, []string{"verbale.dataOraViolazione"}},
		"accertamento nel futuro": {func(v *verbaleins.Verbale) { v.DataAccertamento = calendario.Da(giorno(1)) }, []string{"verbale.dataAccertamento"}},
		"preavviso nel futuro": {func(v *verbaleins.Verbale) {
			v.Preavviso = &verbaleins.Preavviso{Numero: "1", Data: calendario.Da(giorno(1))}
		}, []string{"verbale.preavviso.data"}},
		"targa di altro tipo":              {func(v *verbaleins.Verbale) { v.Veicolo.TipoTarga = targa.Ciclomotore }, []string{"verbale.veicolo.tipoTarga"}},
		"targa senza senso":                {func(v *verbaleins.Verbale) { v.Veicolo.TargaScritta = "!!" }, []string{"verbale.veicolo.targa"}},
		"articolo sconosciuto":             {sola(verbaleins.Violazione{Articolo: "999", Comma: "1"}), []string{"verbale.violazione[1].articolo"}},
		"comma sconosciuto":                {sola(verbaleins.Violazione{Articolo: "158", Comma: "77"}), []string{"verbale.violazione[1].comma"}},
		"velocità entro il limite":         {sola(verbaleins.Violazione{Articolo: "142", Comma: "7", VelocitaDecimi: &rilevata, Limite: &limite}), []string{"verbale.violazione[1].velocitaRilevata"}},
		"velocità senza limite":            {sola(verbaleins.Violazione{Articolo: "142", Comma: "7", VelocitaDecimi: &rilevata}), []string{"verbale.violazione[1].limite"}},
		"contestazione senza trasgressore": {func(v *verbaleins.Verbale) { v.ContestazioneImmediata = true }, []string{"verbale.trasgressore"}},
		"codice fiscale sbagliato": {func(v *verbaleins.Verbale) {
			v.Obbligato = &verbaleins.Soggetto{Persona: &verbaleins.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501X"}}
		}, []string{"verbale.obbligato.persona.codiceFiscale"}},
		"partita IVA sbagliata": {func(v *verbaleins.Verbale) {
			v.Obbligato = &verbaleins.Soggetto{Societa: &verbaleins.Societa{Denominazione: "Beta", PartitaIva: "01234567890"}}
		}, []string{"verbale.obbligato.societa.partitaIva"}},
		"numero in una serie interna":       {func(v *verbaleins.Verbale) { v.Lettera, v.Numero = "I", "5" }, []string{"verbale.numero"}},
		"senza numero in una serie esterna": {func(v *verbaleins.Verbale) { v.Lettera = "E" }, []string{"verbale.numero"}},
		"anno futuro":                       {func(v *verbaleins.Verbale) { v.Anno, v.Numero = 2027, "5" }, []string{"verbale.anno"}},
		"anno prima della violazione":       {func(v *verbaleins.Verbale) { v.Anno, v.Numero = 2025, "5" }, []string{"verbale.anno"}},
		"tutti i difetti insieme": {func(v *verbaleins.Verbale) {
			v.Reparto, v.Agenti[0].Matricola, v.DataOraViolazione = "PL99", "Z999", ora().AddDate(0, 0, 1)
		}, []string{"verbale.dataOraViolazione", "verbale.reparto", "verbale.agente[1].matricola"}},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			_, err := b.Inserisci(ctx, unVerbale(strings.ReplaceAll(nome, " ", "-"), c.cambia))
			if d := cmp.Diff(c.campi, campi(err)); d != "" || !problem.Is(err, "DATI_NON_VALIDI") {
				t.Errorf("%v\n%s", err, d)
			}
		})
	}
	t.Run("più righe della tabella: elenca i codici", func(t *testing.T) {
		t.Parallel()
		x := ambigua(t, b)
		_, err := b.Inserisci(ctx, unVerbale("AMBIGUA", sola(x)))
		if !problem.Is(err, "VIOLAZIONE_AMBIGUA") || len(campi(err)) != 1 || !strings.Contains(err.Error(), x.Articolo+"-") {
			t.Errorf("%v", err)
		}
	})
	t.Run("chi non appartiene a un integratore", func(t *testing.T) {
		t.Parallel()
		_, err := b.Inserisci(b.come("alfa", "sciolto.alfa", auth.RuoloIntegratore), unVerbale("X"))
		if !problem.Is(err, "INTEGRATORE_ASSENTE") || problem.As(err).Kind.Status() != 403 {
			t.Errorf("%v", err)
		}
		if _, err = b.Leggi(b.come("alfa", "sciolto.alfa", auth.RuoloIntegratore), "X"); !problem.Is(err, "INTEGRATORE_ASSENTE") {
			t.Errorf("%v", err)
		}
	})
	t.Run("l'integratore di un altro comando", func(t *testing.T) {
		t.Parallel()
		if _, err := b.Inserisci(b.come("alfa", "integratore.beta", auth.RuoloIntegratore), unVerbale("X")); !problem.Is(err, "INTEGRATORE_ASSENTE") {
			t.Errorf("%v", err)
		}
	})
	t.Run("l'agente cessato è un'avvertenza", func(t *testing.T) {
		t.Parallel()
		e := b.inserisce(ctx, t, unVerbale("CESSATO", func(v *verbaleins.Verbale) { v.Agenti[0].Matricola = "A009" }))
		if len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "AGENTE_CESSATO: ") {
			t.Error(e.Avvertenze)
		}
	})
}

// ambigua finds an article and paragraph that several rows answer.
func ambigua(t *testing.T, b *banco) verbaleins.Violazione {
	t.Helper()
	for _, r := range b.Tabelle.Violazioni().Tutte() {
		v := verbaleins.Violazione{Articolo: r.Articolo, Comma: r.Comma}
		visti := map[string]bool{}
		for _, x := range b.Tabelle.Violazioni().Tutte() {
			if x.Articolo == r.Articolo && x.Comma == r.Comma && x.Base == "" && len(x.Classi) == 0 && !x.Recidiva {
				visti[x.Codice] = true
			}
		}
		if len(visti) > 1 {
			return v
		}
	}
	t.Fatal("la tabella non ha righe ambigue")
	return verbaleins.Violazione{}
}

func TestDoppioni(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	qui := func(v *verbaleins.Verbale) { v.Luogo.Civico = "12" }
	b.inserisce(ctx, t, unVerbale("D-1", qui))
	t.Run("stessa targa, luogo, minuto e articolo: attende una persona", func(t *testing.T) {
		e := b.inserisce(ctx, t, unVerbale("D-2", qui, func(v *verbaleins.Verbale) { v.DataOraViolazione = v.DataOraViolazione.Add(40 * time.Second) }))
		if e.Procedura != "DA_VALIDARE" || len(e.Avvisi) != 0 || len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "POSSIBILE_DOPPIONE: ") {
			t.Errorf("%+v", e)
		}
		if s := b.elenca(t, "alfa", `SELECT soggetto FROM uscita WHERE oggetto = $1`, e.IDVerbale); s != "fatti.alfa.verbale.inserito" {
			t.Error(s)
		}
		b.rivive(ctx, t, e.IDVerbale)
	})
	for nome, cambia := range map[string]func(*verbaleins.Verbale){
		"altro minuto":   func(v *verbaleins.Verbale) { v.DataOraViolazione = v.DataOraViolazione.Add(time.Minute) },
		"altro luogo":    func(v *verbaleins.Verbale) { v.Luogo.Civico = "13" },
		"altra targa":    func(v *verbaleins.Verbale) { v.Veicolo.Targa, v.Veicolo.TargaScritta = "AB124CD", "AB124CD" },
		"altro articolo": func(v *verbaleins.Verbale) { v.Violazioni = []verbaleins.Violazione{{Articolo: "7", Comma: "13"}} },
	} {
		t.Run(nome+": non è un doppione", func(t *testing.T) {
			if e := b.inserisce(ctx, t, unVerbale("D-"+strings.Fields(nome)[1], qui, cambia)); e.Procedura != "INTESTATARIO_RICHIESTO" {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestValidazioneManuale(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t, impostazione("validazione.SOAP", `"MANUALE"`))
	e := b.inserisce(b.integratore("alfa"), t, unVerbale("M-1"))
	if e.Procedura != "DA_VALIDARE" || len(e.Avvisi) != 0 {
		t.Errorf("%+v", e)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM numero_avviso`); n != 0 {
		t.Errorf("un verbale da validare ha consumato numeri di avviso")
	}
}

func TestIntervalli(t *testing.T) {
	t.Parallel()
	t.Run("senza intervalli l'inserimento attende, e niente resta", func(t *testing.T) {
		t.Parallel()
		b := nuovoBanco(t, `DELETE FROM intervallo WHERE tenant = 'alfa'`)
		if _, err := b.Inserisci(b.integratore("alfa"), unVerbale("I-1")); !problem.Is(err, "INTERVALLO_MANCANTE") {
			t.Errorf("%v", err)
		}
		if n := b.conta(t, "alfa", `SELECT count(*) FROM verbale`); n != 0 {
			t.Errorf("%d verbali", n)
		}
	})
	t.Run("finito un intervallo si passa al successivo", func(t *testing.T) {
		t.Parallel()
		b := nuovoBanco(t, `INSERT INTO intervallo (tenant, codice_fiscale_ente, segregazione, prefisso) VALUES ('alfa', '80012345670', '02', '7')`)
		primo := b.Anagrafe.Of("alfa").Intervalli[0].ID
		b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numero_avviso (intervallo, ultimo) VALUES ($1, 999999999999 - 100)`, primo)
		numeri, err := b.Store.NumeriAvviso(b.integratore("alfa"), b.Anagrafe.Of("alfa").Intervalli, 102)
		if err != nil || len(numeri) != 102 || numeri[99].Numero[1:3] != "01" || numeri[100].Numero[1:3] != "02" {
			t.Fatalf("%d numeri, %v", len(numeri), err)
		}
		slices.SortFunc(numeri, func(a, b verbale.NumeroAvviso) int { return strings.Compare(a.Numero, b.Numero) })
		for i := range numeri[1:] {
			if numeri[i] == numeri[i+1] {
				t.Errorf("numero ripetuto: %v", numeri[i])
			}
		}
	})
}

func TestSerie(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ctx := b.integratore("alfa")
	numerato := func(numero, lettera string) func(*verbaleins.Verbale) {
		return func(v *verbaleins.Verbale) {
			v.Numero, v.Lettera = numero, lettera
		}
	}
	if e := b.inserisce(ctx, t, unVerbale("S-1", numerato("2", "V"))); e.Numero != "2" || e.Lettera != "V" || e.Anno != 2026 {
		t.Errorf("il numero del mittente: %+v", e)
	}
	if _, err := b.Inserisci(ctx, unVerbale("S-2", numerato("2", "V"))); !problem.Is(err, "NUMERO_GIA_USATO") {
		t.Errorf("numero usato due volte: %v", err)
	}
	for i, atteso := range []string{"1", "3"} { // 2 is taken by the sender
		if e := b.inserisce(ctx, t, unVerbale(fmt.Sprintf("S-V%d", i), numerato("", "V"))); e.Numero != atteso {
			t.Errorf("la piattaforma dà %s, atteso %s", e.Numero, atteso)
		}
	}
	if e := b.inserisce(ctx, t, unVerbale("S-0", numerato("", ""))); e.Numero != "1" {
		t.Errorf("ogni serie conta da sé: %s", e.Numero)
	}
}
