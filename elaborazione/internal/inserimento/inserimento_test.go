package inserimento_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/inserimento"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita/conseguenze"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

func TestInserisci(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	e := b.Inserisce(ctx, t, banco.UnVerbale("EST-1"))

	t.Run("risponde con numero, procedura e avvisi agli importi di legge", func(t *testing.T) {
		t.Parallel()
		// Art. 158 c. 2 lett. d: minimum 165.00; 70 % of it is 115.50.
		if e.Esito != verbaleins.Inserito || e.Numero != "1" || e.Lettera != "" || e.Anno != 2026 ||
			e.Procedura != "INTESTATARIO_RICHIESTO" || len(e.Avvertenze) != 0 {
			t.Errorf("%+v", e)
		}
		var detti []string
		for _, a := range e.Avvisi {
			detti = append(detti, fmt.Sprintf("%s %d %d", a.Tipo, a.ImportoCent, a.Giorni))
			x, err := pagopa.LeggiNumero(a.NumeroAvviso)
			if err != nil || x.IUV != a.IUV || x.Segregazione != "01" || !strings.HasPrefix(x.Base, "1") {
				t.Errorf("numero di avviso %s: %+v %v", a.NumeroAvviso, x, err)
			}
		}
		if d := cmp.Diff([]string{"RIDOTTO_30 11550 5", "RIDOTTO 16500 60"}, detti); d != "" {
			t.Error(d)
		}
	})
	t.Run("scrive gli eventi, gli annunci e il registro", func(t *testing.T) {
		t.Parallel()
		eventi := b.Elenca(t, "alfa", `SELECT sequenza || ':' || tipo FROM evento WHERE verbale = $1 ORDER BY sequenza`, e.IDVerbale)
		if eventi != "1:VERBALE_INSERITO 2:VERBALE_VALIDATO 3:AVVISI_EMESSI 4:INTESTATARIO_RICHIESTO" {
			t.Error(eventi)
		}
		annunci := b.Elenca(t, "alfa", `SELECT soggetto FROM uscita WHERE oggetto = $1 ORDER BY posizione`, e.IDVerbale)
		if annunci != "fatti.alfa.verbale.inserito fatti.alfa.avviso.emesso lavori.vpn.targa.alfa" {
			t.Error(annunci)
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM registro WHERE oggetto = $1 AND attore = 'integratore.alfa' AND azione = 'VERBALE_INSERITO'`, e.IDVerbale); n != 1 {
			t.Errorf("registro: %d righe", n)
		}
	})
	t.Run("gli eventi rivissuti danno ciò che dicono le tabelle", func(t *testing.T) {
		t.Parallel()
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("apre una posizione sola, dell'obbligato ancora ignoto", func(t *testing.T) {
		t.Parallel()
		if s := b.Elenca(t, "alfa", `SELECT titolo || coalesce(soggetto::text, '-') FROM posizione WHERE verbale = $1`, e.IDVerbale); s != "OBBLIGATO-" {
			t.Error(s)
		}
	})
	t.Run("leggiVerbale lo dà com'è oggi", func(t *testing.T) {
		t.Parallel()
		l, err := b.Soap.Leggi(ctx, "EST-1")
		if err != nil || l.IDVerbale != e.IDVerbale || l.Debito != "NON_ESIGIBILE" || l.Ricorso != "NESSUNO" || !cmp.Equal(l.Avvisi, e.Avvisi) {
			t.Errorf("%+v %v", l, err)
		}
		if _, err := b.Soap.Leggi(ctx, "ALTRO"); !problem.Is(err, "NON_TROVATO") {
			t.Errorf("assente: %v", err)
		}
	})
}

// misuratore is a device that measures speed, approved and calibrated.
func misuratore() *richiesta.Dispositivo {
	return &richiesta.Dispositivo{Tipo: "Misuratore di prova", Matricola: "MP-001", Approvazione: "Decreto di prova n. 1 del 2020",
		Taratura: calendario.MustParse("2026-03-02")}
}

func TestInserisciVarianti(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	persona := &richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501U"}}
	velocita := func(rilevata int64, ora int) func(*richiesta.Verbale) {
		return func(v *richiesta.Verbale) {
			limite := int64(50)
			v.Violazioni, v.Dispositivo = []richiesta.Violazione{{Articolo: "142", Comma: "8", VelocitaDecimi: &rilevata, Limite: &limite}}, misuratore()
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
		e := b.Inserisce(ctx, t, banco.UnVerbale("V-GIORNO", velocita(780, 10)))
		if d := cmp.Diff([]int64{12110, 17300}, importi(e)); d != "" {
			t.Error(d)
		}
		if s := b.Elenca(t, "alfa", `SELECT codice || ' ' || comma || ' ' || punti FROM violazione WHERE verbale = $1`, e.IDVerbale); s != "142-8 8 3" {
			t.Error(s)
		}
	})
	t.Run("di notte gli importi crescono di un terzo", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("V-NOTTE", velocita(780, 23)))
		if d := cmp.Diff([]int64{16147, 23067}, importi(e)); d != "" {
			t.Error(d)
		}
	})
	t.Run("il comma che la velocità smentisce è un'avvertenza", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("V-COMMA", velocita(620, 10)))
		if len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "COMMA_DIVERSO: ") {
			t.Error(e.Avvertenze)
		}
	})
	t.Run("lo sconto che un precedente toglie chiede di guardare i precedenti", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("V-PRECEDENTI", func(v *richiesta.Verbale) {
			v.Violazioni = []richiesta.Violazione{{Articolo: "146", Comma: "3"}}
		}))
		if len(e.Avvisi) != 2 || len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "PRECEDENTI_DA_VERIFICARE: ") {
			t.Error(e.Avvertenze)
		}
	})
	t.Run("l'obbligato indicato non si cerca e il suo atto si stampa subito", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("OBB", func(v *richiesta.Verbale) { v.Obbligato = persona }))
		annunci := b.Elenca(t, "alfa", `SELECT soggetto FROM uscita WHERE oggetto = $1 ORDER BY posizione`, e.IDVerbale)
		if e.Procedura != "VALIDATO" || annunci != "fatti.alfa.verbale.inserito lavori.elaborazione.pdf.alfa fatti.alfa.avviso.emesso" {
			t.Errorf("%s %s", e.Procedura, annunci)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("il trasgressore indicato ha posizione e avvisi suoi", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("TRA", func(v *richiesta.Verbale) { v.Trasgressore = persona }))
		s := b.Elenca(t, "alfa", `SELECT p.titolo || count(a.id) FROM posizione p JOIN avviso a ON a.posizione = p.id WHERE p.verbale = $1 GROUP BY p.titolo ORDER BY 1`, e.IDVerbale)
		if s != "OBBLIGATO2 TRASGRESSORE2" || len(e.Avvisi) != 4 {
			t.Errorf("%s %d", s, len(e.Avvisi))
		}
	})
	t.Run("contestato sul posto: per il trasgressore è notificato quel giorno", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("CON", func(v *richiesta.Verbale) {
			v.Trasgressore, v.ContestazioneImmediata, v.MotivoMancataContestazione = persona, true, ""
		}))
		s := b.Elenca(t, "alfa", `SELECT concat_ws(' ', procedura, debito, data_notifica, scadenza_pagamento) FROM verbale WHERE id = $1`, e.IDVerbale)
		if s != "INTESTATARIO_RICHIESTO RIDOTTO_30 2026-11-12 2027-01-11" {
			t.Error(s)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("contestato giorni fa: al trasgressore lo sconto scaduto non si chiede, all'obbligato sì", func(t *testing.T) {
		t.Parallel()
		for giorno, suoi := range map[int]string{12: "RIDOTTO", 14: "RIDOTTO", 16: "RIDOTTO_30 RIDOTTO"} { // it is the 20th; 15 November was a Sunday
			e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("CON-%d", giorno), func(v *richiesta.Verbale) {
				v.Trasgressore, v.ContestazioneImmediata, v.MotivoMancataContestazione = persona, true, ""
				v.DataOraViolazione = time.Date(2026, 11, giorno, 10, 20, 0, 0, calendario.Roma())
			}))
			tipi := map[string][]string{}
			for _, a := range e.Avvisi {
				tipi[a.Destinatario] = append(tipi[a.Destinatario], a.Tipo)
			}
			if s := strings.Join(tipi["TRASGRESSORE"], " "); s != suoi || strings.Join(tipi["OBBLIGATO"], " ") != "RIDOTTO_30 RIDOTTO" || len(tipi) != 2 {
				t.Errorf("%d: %v", giorno, tipi)
			}
			if letto, err := b.Soap.Leggi(ctx, fmt.Sprintf("CON-%d", giorno)); err != nil || !slices.Equal(letto.Avvisi, e.Avvisi) {
				t.Errorf("%v %+v", err, letto.Avvisi)
			}
			b.Rivive(ctx, t, e.IDVerbale)
		}
		fila, err := b.Soap.Variazioni(ctx, "", 1000)
		for _, v := range fila.Variazioni {
			for _, a := range v.Avvisi {
				if a.Destinatario == "" {
					t.Errorf("%+v", v)
				}
			}
		}
		if err != nil || len(fila.Variazioni) == 0 {
			t.Error(err)
		}
	})
	t.Run("senza pagamento ridotto non ci sono avvisi", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("SENZA", func(v *richiesta.Verbale) { v.Violazioni = []richiesta.Violazione{banco.SenzaRidotto(t, b)} }))
		if e.Procedura != "INTESTATARIO_RICHIESTO" || len(e.Avvisi) != 0 {
			t.Errorf("%+v", e)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("oltre i novanta giorni dall'accertamento c'è un'avvertenza, il giorno stesso no", func(t *testing.T) {
		t.Parallel()
		oggi := calendario.Da(b.Orologio.Adesso())
		for giorni, attese := range map[int]int{90: 0, 91: 1} {
			e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("TERMINE-%d", giorni), func(v *richiesta.Verbale) {
				v.DataOraViolazione = oggi.AddDays(-giorni).Inizio().Add(10 * time.Hour)
			}))
			if len(e.Avvertenze) != attese || attese == 1 && !strings.HasPrefix(e.Avvertenze[0], "TERMINE_NOTIFICA_DA_VERIFICARE: ") {
				t.Errorf("%d giorni: %v", giorni, e.Avvertenze)
			}
		}
	})
	t.Run("un punto lontano dall'Italia è un'avvertenza, non un rifiuto", func(t *testing.T) {
		t.Parallel()
		for i, punto := range []struct {
			latitudine, longitudine int64
			attese                  int
		}{{44_494_887, 11_342_616, 0}, {0, 0, 1}, {11_342_616, 44_494_887, 1}, {48_850_000, 2_350_000, 1}} {
			e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("GPS-%d", i), func(v *richiesta.Verbale) {
				v.Luogo.Latitudine, v.Luogo.Longitudine = &punto.latitudine, &punto.longitudine
			}))
			if len(e.Avvertenze) != punto.attese || punto.attese == 1 && !strings.HasPrefix(e.Avvertenze[0], "POSIZIONE_DUBBIA: ") {
				t.Errorf("%+v: %v", punto, e.Avvertenze)
			}
		}
	})
	t.Run("il comune che non è nella tabella è un'avvertenza", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("ISTAT", func(v *richiesta.Verbale) { v.Luogo.ComuneIstat = "999999" }))
		if len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "COMUNE_SCONOSCIUTO: ") {
			t.Error(e.Avvertenze)
		}
	})
	t.Run("gli allegati sono nel deposito e fra i documenti", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("ALL", func(v *richiesta.Verbale) {
			v.Allegati = []richiesta.Allegato{{Nome: "foto.jpg", Tipo: "image/jpeg", Contenuto: []byte("foto")}}
		}))
		sha := b.Elenca(t, "alfa", `SELECT sha256 FROM documento WHERE verbale = $1 AND tipo = 'ALLEGATO' AND nome = 'foto.jpg' AND byte = 4`, e.IDVerbale)
		if c, err := b.Deposito.Leggi(ctx, "alfa", sha); err != nil || string(c) != "foto" {
			t.Errorf("%q %v", c, err)
		}
	})
}

func TestRifiuti(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t,
		`INSERT INTO agente (tenant, matricola, reparto, stato) VALUES ('alfa', 'A009', 'PL01', 'CESSATO')`,
		`INSERT INTO operatore (username, tenant, reparto, reparto_sale, impronta, ruoli) VALUES ('sciolto.alfa', 'alfa', 'PL01', 'PL01', 'x', '{INTEGRATORE}')`,
		banco.Impostazione("serie.I", `"INTERNA"`), banco.Impostazione("serie.E", `"ESTERNA"`))
	ctx := b.Integratore("alfa")
	giorno := func(n int) time.Time { return banco.Ora().AddDate(0, 0, n) }
	sola := func(x richiesta.Violazione) func(*richiesta.Verbale) {
		return func(v *richiesta.Verbale) { v.Violazioni = []richiesta.Violazione{x} }
	}
	rilevata, limite := int64(540), int64(50)
	casi := map[string]struct {
		cambia func(*richiesta.Verbale)
		campi  []string
	}{
		"reparto sconosciuto":     {func(v *richiesta.Verbale) { v.Reparto = "PL99" }, []string{"reparto"}},
		"agente sconosciuto":      {func(v *richiesta.Verbale) { v.Agenti[0].Matricola = "Z999" }, []string{"agente[1].matricola"}},
		"agente ripetuto":         {func(v *richiesta.Verbale) { v.Agenti = append(v.Agenti, v.Agenti[0]) }, []string{"agente[2].matricola"}},
		"violazione nel futuro":   {func(v *richiesta.Verbale) { v.DataOraViolazione = banco.Ora().Add(6 * time.Minute) }, []string{"dataOraViolazione"}},
		"violazione prescritta":   {func(v *richiesta.Verbale) { v.DataOraViolazione = banco.Ora().AddDate(-5, 0, -1) }, []string{"dataOraViolazione"}},
		"accertamento nel futuro": {func(v *richiesta.Verbale) { v.DataAccertamento = calendario.Da(giorno(1)) }, []string{"dataAccertamento"}},
		"preavviso nel futuro": {func(v *richiesta.Verbale) {
			v.Preavviso = &richiesta.Preavviso{Numero: "1", Data: calendario.Da(giorno(1))}
		}, []string{"preavviso.data"}},
		"targa di altro tipo":              {func(v *richiesta.Verbale) { v.Veicolo.TipoTarga = targa.Ciclomotore }, []string{"veicolo.tipoTarga"}},
		"targa senza senso":                {func(v *richiesta.Verbale) { v.Veicolo.TargaScritta = "!!" }, []string{"veicolo.targa"}},
		"articolo sconosciuto":             {sola(richiesta.Violazione{Articolo: "999", Comma: "1"}), []string{"violazione[1].articolo"}},
		"comma sconosciuto":                {sola(richiesta.Violazione{Articolo: "158", Comma: "77"}), []string{"violazione[1].comma"}},
		"velocità entro il limite":         {sola(richiesta.Violazione{Articolo: "142", Comma: "7", VelocitaDecimi: &rilevata, Limite: &limite}), []string{"violazione[1].velocitaRilevata"}},
		"velocità senza limite":            {sola(richiesta.Violazione{Articolo: "142", Comma: "7", VelocitaDecimi: &rilevata}), []string{"violazione[1].limite"}},
		"contestazione senza trasgressore": {func(v *richiesta.Verbale) { v.ContestazioneImmediata = true }, []string{"trasgressore"}},
		"codice fiscale sbagliato": {func(v *richiesta.Verbale) {
			v.Obbligato = &richiesta.Soggetto{Persona: &richiesta.Persona{Cognome: "Rossi", Nome: "Mario", CodiceFiscale: "RSSMRA80A01H501X"}}
		}, []string{"obbligato.persona.codiceFiscale"}},
		"partita IVA sbagliata": {func(v *richiesta.Verbale) {
			v.Obbligato = &richiesta.Soggetto{Societa: &richiesta.Societa{Denominazione: "Beta", PartitaIva: "01234567890"}}
		}, []string{"obbligato.societa.partitaIva"}},
		"numero in una serie interna":       {func(v *richiesta.Verbale) { v.Lettera, v.Numero = "I", "5" }, []string{"numero"}},
		"senza numero in una serie esterna": {func(v *richiesta.Verbale) { v.Lettera = "E" }, []string{"numero"}},
		"anno futuro":                       {func(v *richiesta.Verbale) { v.Anno, v.Numero = 2027, "5" }, []string{"anno"}},
		"anno prima della violazione":       {func(v *richiesta.Verbale) { v.Anno, v.Numero = 2025, "5" }, []string{"anno"}},
		"tutti i difetti insieme": {func(v *richiesta.Verbale) {
			v.Reparto, v.Agenti[0].Matricola, v.DataOraViolazione = "PL99", "Z999", banco.Ora().AddDate(0, 0, 1)
		}, []string{"dataOraViolazione", "reparto", "agente[1].matricola"}},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			_, err := b.Soap.Inserisci(ctx, banco.UnVerbale(strings.ReplaceAll(nome, " ", "-"), c.cambia))
			if d := cmp.Diff(c.campi, banco.Campi(err)); d != "" || !problem.Is(err, "DATI_NON_VALIDI") {
				t.Errorf("%v\n%s", err, d)
			}
		})
	}
	t.Run("più righe della tabella: elenca i codici", func(t *testing.T) {
		t.Parallel()
		x := ambigua(t, b)
		_, err := b.Soap.Inserisci(ctx, banco.UnVerbale("AMBIGUA", sola(x)))
		if !problem.Is(err, "VIOLAZIONE_AMBIGUA") || len(banco.Campi(err)) != 1 || !strings.Contains(err.Error(), x.Articolo+"-") {
			t.Errorf("%v", err)
		}
	})
	t.Run("chi non appartiene a un integratore", func(t *testing.T) {
		t.Parallel()
		_, err := b.Soap.Inserisci(b.Come("alfa", "sciolto.alfa", auth.RuoloIntegratore), banco.UnVerbale("X"))
		if !problem.Is(err, "INTEGRATORE_ASSENTE") || problem.As(err).Kind.Status() != 403 {
			t.Errorf("%v", err)
		}
		if _, err = b.Soap.Leggi(b.Come("alfa", "sciolto.alfa", auth.RuoloIntegratore), "X"); !problem.Is(err, "INTEGRATORE_ASSENTE") {
			t.Errorf("%v", err)
		}
	})
	t.Run("l'integratore di un altro comando", func(t *testing.T) {
		t.Parallel()
		if _, err := b.Soap.Inserisci(b.Come("alfa", "integratore.beta", auth.RuoloIntegratore), banco.UnVerbale("X")); !problem.Is(err, "INTEGRATORE_ASSENTE") {
			t.Errorf("%v", err)
		}
	})
	t.Run("l'agente cessato è un'avvertenza", func(t *testing.T) {
		t.Parallel()
		e := b.Inserisce(ctx, t, banco.UnVerbale("CESSATO", func(v *richiesta.Verbale) { v.Agenti[0].Matricola = "A009" }))
		if len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "AGENTE_CESSATO: ") {
			t.Error(e.Avvertenze)
		}
	})
}

// ambigua finds an article and paragraph that several rows answer, and did before.
func ambigua(t *testing.T, b *banco.Banco) richiesta.Violazione {
	t.Helper()
	tabella := b.Ufficio.Tabelle.Violazioni()
	for _, r := range tabella.Tutte() {
		v := richiesta.Violazione{Articolo: r.Articolo, Comma: r.Comma}
		if tabella.Precedente(sanzione.Criterio{Articolo: r.Articolo, Comma: r.Comma, Data: calendario.Da(banco.Ora())}) != "" {
			continue // one row in the earlier table: it is taken, and a person chooses
		}
		visti := map[string]bool{}
		for _, x := range tabella.Tutte() {
			if x.Articolo == r.Articolo && x.Comma == r.Comma && x.Base == "" && len(x.Classi) == 0 && !x.Recidiva && !x.Ritirata() {
				visti[x.Codice] = true
			}
		}
		if len(visti) > 1 {
			return v
		}
	}
	t.Fatal("la tabella non ha righe ambigue")
	return richiesta.Violazione{}
}

func TestDoppioni(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	qui := func(v *richiesta.Verbale) { v.Luogo.Civico = "12" }
	b.Inserisce(ctx, t, banco.UnVerbale("D-1", qui))
	t.Run("stessa targa, luogo, minuto e articolo: attende una persona", func(t *testing.T) {
		e := b.Inserisce(ctx, t, banco.UnVerbale("D-2", qui, func(v *richiesta.Verbale) { v.DataOraViolazione = v.DataOraViolazione.Add(40 * time.Second) }))
		if e.Procedura != "DA_VALIDARE" || len(e.Avvisi) != 0 || len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "POSSIBILE_DOPPIONE: ") {
			t.Errorf("%+v", e)
		}
		if s := b.Elenca(t, "alfa", `SELECT soggetto FROM uscita WHERE oggetto = $1`, e.IDVerbale); s != "fatti.alfa.verbale.inserito" {
			t.Error(s)
		}
		b.Rivive(ctx, t, e.IDVerbale)
	})
	t.Run("un altro minuto è forse la stessa sosta, non un doppione", func(t *testing.T) {
		e := b.Inserisce(ctx, t, banco.UnVerbale("D-3", qui, func(v *richiesta.Verbale) { v.DataOraViolazione = v.DataOraViolazione.Add(time.Minute) }))
		if len(e.Avvertenze) != 1 || !strings.HasPrefix(e.Avvertenze[0], "CONCORSO_PROPOSTO: ") {
			t.Errorf("%+v", e)
		}
	})
	for nome, cambia := range map[string]func(*richiesta.Verbale){
		"altro giorno":   func(v *richiesta.Verbale) { v.DataOraViolazione = v.DataOraViolazione.AddDate(0, 0, -1) },
		"altro luogo":    func(v *richiesta.Verbale) { v.Luogo.Civico = "13" },
		"altra targa":    func(v *richiesta.Verbale) { v.Veicolo.Targa, v.Veicolo.TargaScritta = "AB124CD", "AB124CD" },
		"altro articolo": func(v *richiesta.Verbale) { v.Violazioni = []richiesta.Violazione{{Articolo: "7", Comma: "13"}} },
	} {
		t.Run(nome+": non è un doppione", func(t *testing.T) {
			if e := b.Inserisce(ctx, t, banco.UnVerbale("D-"+strings.Fields(nome)[1], qui, cambia)); e.Procedura != "INTESTATARIO_RICHIESTO" {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestValidazioneManuale(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"MANUALE"`))
	e := b.Inserisce(b.Integratore("alfa"), t, banco.UnVerbale("M-1"))
	if e.Procedura != "DA_VALIDARE" || len(e.Avvisi) != 0 {
		t.Errorf("%+v", e)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM numero_avviso`); n != 0 {
		t.Errorf("un verbale da validare ha consumato numeri di avviso")
	}
}

// TestFonte: a fine of another source is its own source's, follows its policy and needs no integrator.
func TestFonte(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, banco.Impostazione("validazione.SOAP", `"AUTOMATICA"`))
	for _, chiave := range []string{"F-1", "F-2"} {
		r, err := b.Soap.Inserimento.Inserisci(b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), inserimento.Provenienza{Fonte: verbale.FonteManuale},
			banco.UnVerbale(chiave))
		if err != nil || r.Presente || r.Assi.Procedura != verbale.DaValidare {
			t.Fatalf("%+v %v", r, err)
		}
	}
	if s := b.Elenca(t, "alfa", `SELECT fonte || ' ' || inserito_da || ' ' || (integratore IS NULL) FROM verbale`); s != "MANUALE ufficio.alfa true MANUALE ufficio.alfa true" {
		t.Error(s)
	}
}

func TestIntervalli(t *testing.T) {
	t.Parallel()
	t.Run("senza intervalli l'inserimento attende, e niente resta", func(t *testing.T) {
		t.Parallel()
		b := banco.NuovoBanco(t, `DELETE FROM intervallo WHERE tenant = 'alfa'`)
		if _, err := b.Soap.Inserisci(b.Integratore("alfa"), banco.UnVerbale("I-1")); !problem.Is(err, "INTERVALLO_MANCANTE") {
			t.Errorf("%v", err)
		}
		if n := b.Conta(t, "alfa", `SELECT count(*) FROM verbale`); n != 0 {
			t.Errorf("%d verbali", n)
		}
	})
	t.Run("finito un intervallo si passa al successivo", func(t *testing.T) {
		t.Parallel()
		b := banco.NuovoBanco(t, `INSERT INTO intervallo (tenant, codice_fiscale_ente, segregazione, prefisso) VALUES ('alfa', '80012345670', '02', '7')`)
		primo := b.Ufficio.Anagrafe.Of("alfa").Intervalli[0].ID
		b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numero_avviso (intervallo, ultimo) VALUES ($1, 999999999999 - 100)`, primo)
		numeri, err := b.Archivio.NumeriAvviso(b.Integratore("alfa"), b.Ufficio.Anagrafe.Of("alfa").Intervalli, 102)
		if err != nil || len(numeri) != 102 || numeri[99].Numero[1:3] != "01" || numeri[100].Numero[1:3] != "02" {
			t.Fatalf("%d numeri, %v", len(numeri), err)
		}
		slices.SortFunc(numeri, func(a, b conseguenze.NumeroAvviso) int { return strings.Compare(a.Numero, b.Numero) })
		for i := range numeri[1:] {
			if numeri[i] == numeri[i+1] {
				t.Errorf("numero ripetuto: %v", numeri[i])
			}
		}
	})
}

func TestSerie(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	numerato := func(numero, lettera string) func(*richiesta.Verbale) {
		return func(v *richiesta.Verbale) {
			v.Numero, v.Lettera = numero, lettera
		}
	}
	if e := b.Inserisce(ctx, t, banco.UnVerbale("S-1", numerato("2", "V"))); e.Numero != "2" || e.Lettera != "V" || e.Anno != 2026 {
		t.Errorf("il numero del mittente: %+v", e)
	}
	if _, err := b.Soap.Inserisci(ctx, banco.UnVerbale("S-2", numerato("2", "V"))); !problem.Is(err, "NUMERO_GIA_USATO") {
		t.Errorf("numero usato due volte: %v", err)
	}
	for i, atteso := range []string{"1", "3"} { // 2 is taken by the sender
		if e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("S-V%d", i), numerato("", "V"))); e.Numero != atteso {
			t.Errorf("la piattaforma dà %s, atteso %s", e.Numero, atteso)
		}
	}
	if e := b.Inserisce(ctx, t, banco.UnVerbale("S-0", numerato("", ""))); e.Numero != "1" {
		t.Errorf("ogni serie conta da sé: %s", e.Numero)
	}
}
