package storico_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/codici/comune"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
)

// completa is a layout that says all that a rule looks at.
const completa = `formato: gestionale
separatore: ";"
codifica: utf-8
data: AAAA-MM-GG
decimali: "."
numero: '^([A-Z]?)([0-9]+)$'
colonne: {caso: caso, attivita: attivita, giorno: giorno, importo: importo, spese: spese, articolo: articolo, comma: comma, targa: targa,
  indirizzo: luogo, ora: ora,
  dispositivo: dispositivo, matricola: matricola, approvazione: approvazione, taratura: taratura,
  cognome: cognome, nome: nome, codiceFiscale: cf, sesso: sesso, nascita: nascita, cap: cap, comune: comune, provincia: provincia, nazione: nazione}
attivita: {V: VERBALE_INSERITO, S: SPESE_ADDEBITATE, N: NOTIFICA_PERFEZIONATA}
`

const testataCompleta = "caso;attivita;giorno;importo;spese;articolo;comma;targa;luogo;ora;dispositivo;matricola;approvazione;taratura;cognome;nome;cf;sesso;nascita;cap;comune;provincia;nazione\n"

// caseCompleti are the five papers of what must never leave, a company, somebody abroad, and one case in order.
const casiCompleti = testataCompleta +
	"A1;V;2019-03-19;42.00;;158;2;AB123CD;Via Roma 1;10:20;;;;;Rossi;Luca;;M;2010-05-20;48121;Ravenna;RA;\n" +
	"A2;V;2019-03-19;42.00;;158;2;AB124CD;Via Roma 1;10:20;;;;;Rossi;Mario;RSSMRA80A01H501U;M;1981-02-03;4012;Bolonia;;IT\n" +
	"A3;V;2019-03-19;42.00;;158;2;AB125CD;Via Roma 1;10:20;;;;;;;;;;;;;\n" +
	"A4;V;2019-03-19;42.00;;158;2;ab 125 cd;V. roma, n.1;10:20;;;;;;;;;;;;;\n" +
	"A5;V;2019-03-19;42.00;;142;8;AB126CD;Via Roma 1;10:20;;;;;;;;;;;;;\n" +
	"A6;V;2019-03-19;42.00;;142;8;AB127CD;Via Roma 1;10:20;Misuratore;M1;D.M. 1;2017-01-02;;;;;;;;;\n" +
	"A7;V;2019-03-19;42.00;;158;2;AB128CD;Via Roma 1;10:20;;;;;;;;;;;;;\n" +
	"A7;N;2019-04-19;;;;;;;;;;;;;;;;;;;;\n" +
	"A8;V;2019-03-19;42.00;;142;8;AB129CD;Via Roma 1;10:20;Misuratore;M1;D.M. 1;2018-10-02;Beta Srl;;02765430125;;;00198;Roma;RM;\n" +
	"A8;S;2019-04-01;;11.00;;;;;;;;;;;;;;;;;;\n" +
	"A8;N;2019-04-19;;;;;;;;;;;;;;;;;;;;\n" +
	"A9;V;2019-03-19;42.00;;158;2;AB130CD;Via Roma 1;10:20;;;;;Gatti;Lia;RSSMRA80A01H501X;;;8001;Zürich;;CH\n"

// gestionale reads casiCompleti as the command does.
func (b *banco) gestionale(t *testing.T, testo string, prova bool) *storico.Rapporto {
	t.Helper()
	m, err := storico.LeggiMappa(strings.NewReader(completa))
	if err != nil {
		t.Fatal(err)
	}
	m.Comuni = comune.Iniziale()
	s, err := storico.ApriStore(b.ctx, b.pools, m.Formato, "prova", adesso)
	if err != nil {
		t.Fatal(err)
	}
	r, err := storico.Importazione{Mappa: m, Store: s, Adesso: adesso, Prova: prova}.Esegui(b.ctx, strings.NewReader(testo))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAnImportReportsWhatTodayWouldHold: by the same rules, in a try and in an import; nothing is held, and what the file
// says of people is kept nowhere.
func TestAnImportReportsWhatTodayWouldHold(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	vuole := map[string][]verbale.TipoAnomalia{
		"A1": {verbale.AnomaliaMinorenne}, "A2": {verbale.AnomaliaIdentita, verbale.AnomaliaIndirizzo}, "A4": {verbale.AnomaliaDoppione},
		"A5": {"DISPOSITIVO_MANCANTE"}, "A6": {"TARATURA_SCADUTA"}, "A7": {verbale.AnomaliaSpese}, "A9": {verbale.AnomaliaIdentita},
	}
	for _, prova := range []bool{true, false} {
		r := b.gestionale(t, casiCompleti, prova)
		avuti := map[string][]verbale.TipoAnomalia{}
		for _, a := range r.Esempi {
			avuti[a.Caso] = append(avuti[a.Caso], a.Tipo)
			for _, valore := range []string{"Rossi", "Luca", "RSSMRA", "1981-02", "4012", "Bolonia"} {
				if strings.Contains(a.Testo, valore) {
					t.Errorf("the report says %q: %s", valore, a.Testo)
				}
			}
		}
		if d := cmp.Diff(vuole, avuti); d != "" || r.Casi != 9 || r.Nuovi != 9 || len(r.Rifiuti) != 0 {
			t.Errorf("prova %v: %d of %d\n%s", prova, r.Nuovi, r.Casi, d)
		}
		if testo := r.Testo(); !strings.Contains(testo, "riga 5, caso A4, POSSIBILE_DOPPIONE: stessa targa, luogo, minuto e articolo del caso che comincia alla riga 4") ||
			!strings.Contains(testo, "art. 2 L. 689/1981") {
			t.Error(testo)
		}
	}
	if n := una[int](t, b, `SELECT (SELECT count(*) FROM anomalia)::int + (SELECT count(*) FROM soggetto)::int`); n != 0 {
		t.Errorf("%d rows about people or held fines", n)
	}
	for _, o := range tutte[string](t, b, `SELECT dati::text FROM evento`) {
		if strings.Contains(o, "Rossi") || strings.Contains(o, "RSSMRA") || strings.Contains(o, "Bolonia") {
			t.Errorf("an event names a person: %s", o)
		}
	}
	if s := una[string](t, b, `SELECT dispositivo->>'matricola' FROM verbale WHERE id_esterno = 'gestionale:A6'`); s != "M1" {
		t.Errorf("the device: %q", s)
	}
	t.Run("a fact that was there before is named by its number", func(t *testing.T) {
		b.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET inserito = inserito - interval '1 day'`)
		r := b.gestionale(t, testataCompleta+"B1;V;2019-03-19;42.00;;158;2;AB130CD;V. ROMA N. 1;10:20;;;;;;;;;;;;;\nB2;V;2019-03-19;42.00;;158;2;AB130CD;Via Roma 1;10:21;;;;;;;;;;;;;\n", false)
		if len(r.Esempi) != 1 || r.Esempi[0].Caso != "B1" || r.Esempi[0].Testo != "stessa targa, luogo, minuto e articolo del verbale 9/A/2019" {
			t.Errorf("%+v", r.Esempi)
		}
	})
	t.Run("a birthday that is no day stops the reading, with its place", func(t *testing.T) {
		m, err := storico.LeggiMappa(strings.NewReader(completa))
		if err != nil {
			t.Fatal(err)
		}
		l, err := storico.NuovoLettore(strings.NewReader(testataCompleta+"A1;V;2019-03-19;42.00;;158;2;AB123CD;Via Roma 1;10:20;;;;;Rossi;Luca;;M;20/05/2010;;;;\n"), m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Prossimo(); err == nil || !strings.Contains(err.Error(), "nascita") {
			t.Errorf("%v", err)
		}
	})
}

// TestAnImportedSpeed: the columns of speed and limit are optional; what they say is kept, what they leave empty of a speed is
// reported, and a file that was imported without them is the same still.
func TestAnImportedSpeed(t *testing.T) {
	t.Parallel()
	conVelocita := func(s string) string {
		return strings.Replace(s, "taratura: taratura,", "taratura: taratura, velocitaRilevata: vel, limite: lim,", 1)
	}
	leggi := func(t *testing.T, b *banco, testo string) (*storico.Rapporto, error) {
		t.Helper()
		m, err := storico.LeggiMappa(strings.NewReader(conVelocita(completa)))
		if err != nil {
			t.Fatal(err)
		}
		m.Comuni = comune.Iniziale()
		s, err := storico.ApriStore(b.ctx, b.pools, m.Formato, "prova", adesso)
		if err != nil {
			t.Fatal(err)
		}
		return storico.Importazione{Mappa: m, Store: s, Adesso: adesso}.Esegui(b.ctx, strings.NewReader(testo))
	}
	testata := strings.Replace(testataCompleta, ";taratura;", ";taratura;vel;lim;", 1)
	riga := func(caso, targa, vel, lim string) string {
		return caso + ";V;2019-03-19;173.00;;142;8;" + targa + ";Via Roma 1;10:20;Misuratore;M1;D.M. 1;2018-10-02;" + vel + ";" + lim + ";;;;;;;;;\n"
	}
	b := apparecchia(t)
	senza := testataCompleta + "A1;V;2019-03-19;173.00;;142;8;AB100CD;Via Roma 1;10:20;Misuratore;M1;D.M. 1;2018-10-02;;;;;;;;;\n"
	if r := b.gestionale(t, senza, false); r.Nuovi != 1 || len(r.Esempi) != 0 {
		t.Errorf("a file without the columns: %+v", r)
	}
	r, err := leggi(t, b, testata+riga("A1", "AB100CD", "", "")+riga("A2", "AB101CD", "78.4", "50")+riga("A3", "AB102CD", "", "50"))
	if err != nil || r.Nuovi != 2 || len(r.Rifiuti) != 0 {
		t.Fatalf("%v %+v", err, r)
	}
	if s := una[string](t, b, `SELECT x.velocita_decimi || ' ' || x.limite_decimi FROM violazione x JOIN verbale v ON v.id = x.verbale WHERE v.id_esterno = 'gestionale:A2'`); s != "784 500" {
		t.Errorf("the measure: %q", s)
	}
	if testo := r.Testo(); !strings.Contains(testo, "caso A3, DISPOSITIVO_INCOMPLETO") || strings.Contains(testo, "caso A2, DISPOSITIVO") {
		t.Error(testo)
	}
	for _, sbagliata := range []string{"78.45", "7o", "0", "501", "78,4"} {
		if _, err := leggi(t, b, testata+riga("B1", "AB103CD", sbagliata, "50")); err == nil || !strings.Contains(err.Error(), "non è una velocità") {
			t.Errorf("%s: %v", sbagliata, err)
		}
	}
}
