package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/vpn/internal/scambio"
	"github.com/piattaforma-verbali/verbali/vpn/internal/tracciato"
)

// lottoVisure writes a lot of look-ups over some fines of alfa, as elaborazione does.
func (b *banco) lottoVisure(t *testing.T, stato string, verbali ...string) string {
	t.Helper()
	const tenant = "alfa"
	id := uuid.NewString()
	b.ambiente.Esegui(t, "elaborazione", tenant, `INSERT INTO lotto (id, tipo, stato, nome, creato, creato_da, totale) VALUES ($1, 'VISURA', $2, $4, now(), 'prova', $3)`,
		id, stato, len(verbali), "LOT-"+id)
	for i, v := range verbali {
		b.ambiente.Esegui(t, "elaborazione", tenant, `INSERT INTO posizione (id, verbale, ordine, titolo) VALUES (gen_random_uuid(), $1, 1, 'OBBLIGATO')`, v)
		b.ambiente.Esegui(t, "elaborazione", tenant, `INSERT INTO voce (id, lotto, tipo, verbale, posizione, ordine, stato)
			SELECT gen_random_uuid(), $1, 'VISURA', verbale, id, $3, 'IN_ATTESA' FROM posizione WHERE verbale = $2`, id, v, i+1)
	}
	return id
}

// file asks for a lot's questions, or sends answers, as the office.
func (b *banco) file(t *testing.T, metodo, percorso string, corpo []byte, cambia ...func(*auth.Claims)) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), metodo, "/VpnService/rest/lotti/"+percorso, bytes.NewReader(corpo))
	r.Header.Set("Authorization", "Bearer "+b.realm.Token(t, claims(append([]func(*auth.Claims){ruolo(auth.RuoloUfficio)}, cambia...)...)))
	r.Header.Set("Content-Type", "text/plain")
	w := httptest.NewRecorder()
	b.Web.Echo.ServeHTTP(w, r)
	return w
}

func (b *banco) rapporto(t *testing.T, lotto string, corpo []byte) scambio.Rapporto {
	t.Helper()
	w := b.file(t, http.MethodPost, lotto+"/risposte", corpo)
	var r scambio.Rapporto
	if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	conformeA(t, http.MethodPost, "/VpnService/rest/lotti/"+lotto+"/risposte", w)
	return r
}

// risponde is the record that answers a question: a man of Ravenna holds the plate since before the violation.
func risponde(d tracciato.Record) tracciato.Record {
	g := calendario.MustParse
	d.AnagraficoProprietario, d.DataNascita, d.CodiceFiscaleIntestatario = "ROSSI*MARIO", g("1980-01-01"), "RSSMRA80A01H501U"
	d.LocalitaResidenza, d.ProvinciaResidenza, d.Toponimo, d.Indirizzo, d.Civico, d.CAP = "RAVENNA", "RA", "VIA", "GARIBALDI", "15", "48121"
	d.MarcaModello, d.DenominazioneCommerciale, d.DataInizioProprieta = "FIAT", "PANDA", g("2015-06-01")
	return d
}

func scritti(t *testing.T, record ...tracciato.Record) []byte {
	t.Helper()
	var f bytes.Buffer
	if err := tracciato.Scrivi(&f, record); err != nil {
		t.Fatal(err)
	}
	return f.Bytes()
}

// domande asks for the questions of a lot, and reads them.
func (b *banco) domande(t *testing.T, lotto string) ([]byte, []tracciato.Record) {
	t.Helper()
	w := b.file(t, http.MethodGet, lotto+"/domande", nil)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/plain; charset=ISO-8859-1" ||
		!strings.Contains(w.Header().Get("Content-Disposition"), "LOT-"+lotto+"-domande.txt") {
		t.Fatalf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	conforme(t, "/VpnService/rest/lotti/"+lotto+"/domande", w)
	letti, storte, err := tracciato.Leggi(bytes.NewReader(w.Body.Bytes()))
	if err != nil || len(storte) > 0 {
		t.Fatalf("%v %v", storte, err)
	}
	var record []tracciato.Record
	for _, l := range letti {
		record = append(record, l.Record)
	}
	return w.Body.Bytes(), record
}

// esiti are the outcomes of the fines of alfa, in their order.
func (b *banco) esiti(t *testing.T) string {
	t.Helper()
	return b.elenca(t, `SELECT coalesce(string_agg(concat_ws(' ', i.targa, i.giorno, i.codice, i.cognome, i.rete, i.titolo), E'\n' ORDER BY i.targa, i.verbale, i.quando), '') FROM vpn_v1.indagine i`)
}

func (b *banco) elenca(t *testing.T, sql string) (testo string) {
	t.Helper()
	if err := b.ambiente.Banca(t, "elaborazione", "alfa").QueryRow(t.Context(), sql).Scan(&testo); err != nil {
		t.Fatal(err)
	}
	return testo
}

// TestANightsPlatesGoOutAndTheirHoldersComeBack: one line a plate and day, whatever the number of fines; each line is the outcome
// of all of them, once, also when the file comes again.
func TestANightsPlatesGoOutAndTheirHoldersComeBack(t *testing.T) {
	t.Parallel()
	b := apparecchiaVerso(t, "")
	fatti, err := b.altri.Conn.SubscribeSync("fatti.alfa.indagine.esito")
	if err != nil {
		t.Fatal(err)
	}
	const notte = "2026-03-10T23:30:00+01:00"
	ids := []string{b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva), b.verbale(t, "alfa", "AB123CD", "IT", notte),
		b.verbale(t, "alfa", "AB123CD", "IT", "2026-03-11T00:30:00+01:00"), b.verbale(t, "alfa", "QQQ", "IT", giornoDiProva)}
	lotto := b.lottoVisure(t, "IN_CORSO", ids...)
	if w := b.file(t, http.MethodPost, lotto+"/risposte", scritti(t, risponde(tracciato.Record{Targa: "AB123CD"}))); w.Code != http.StatusConflict || problema(t, w).Codice != "SCAMBIO_NON_INIZIATO" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	primo, domande := b.domande(t, lotto)
	if len(domande) != 2 || domande[0].Targa != "AB123CD" || domande[0].DataInfrazione.String() != "2026-03-10" || domande[1].DataInfrazione.String() != "2026-03-11" ||
		domande[0].NumeroVerbale != "000001" {
		t.Fatalf("%+v", domande)
	}
	if secondo, _ := b.domande(t, lotto); !bytes.Equal(primo, secondo) {
		t.Error("the file of questions changes")
	}
	risposte := scritti(t, risponde(domande[0]), risponde(domande[1]))
	r := b.rapporto(t, lotto, risposte)
	if r.Righe != 2 || r.Applicate != 2 || r.Mancano != 0 || len(r.Difetti) != 0 || r.GiaPreso {
		t.Errorf("%+v", r)
	}
	vuole := strings.Join([]string{"AB123CD 2026-03-10 UNICO_PROPRIETARIO ROSSI tracciato PROPRIETARIO", "AB123CD 2026-03-10 UNICO_PROPRIETARIO ROSSI tracciato PROPRIETARIO",
		"AB123CD 2026-03-11 UNICO_PROPRIETARIO ROSSI tracciato PROPRIETARIO", "QQQ 2026-03-10 TARGA_NON_VALIDA   "}, "\n")
	if d := cmp.Diff(vuole, b.esiti(t)); d != "" {
		t.Error(d)
	}
	ancora := b.rapporto(t, lotto, risposte)
	if !ancora.GiaPreso || ancora.Applicate != 2 || b.esiti(t) != vuole {
		t.Errorf("the same file again: %+v", ancora)
	}
	for range ids {
		if _, err := fatti.NextMsg(10e9); err != nil {
			t.Fatalf("a fact is missing: %v", err)
		}
	}
	if m, err := fatti.NextMsg(3e8); err == nil {
		t.Errorf("one fact too many: %s", m.Data)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM registro WHERE azione = 'INDAGINE_TARGA' AND attore = 'operatore.alfa' AND motivo LIKE 'Scambio per file%'`); n != 4 {
		t.Errorf("%d lines of audit", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM vpn_v1.libro WHERE fonte = 'TRACCIATO' AND esito = 'TROVATO'`); n != 2 {
		t.Errorf("%d answers on record", n)
	}
}

// TestWhatCameByFileIsNotAskedAgain: work waits for a register that the command does not have; its fine is answered by file. When the
// register is turned on, it is neither asked nor paid for that plate, nor a second outcome written; it is asked for a fine that no file
// answered, for one whose line could not be used, and for one that has another plate by now.
func TestWhatCameByFileIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	b := apparecchiaVerso(t, "")
	ids := []string{b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva), b.verbale(t, "alfa", "EF456GH", "IT", giornoDiProva),
		b.verbale(t, "alfa", "FB789KL", "IT", giornoDiProva), b.verbale(t, "alfa", "GA111AA", "IT", giornoDiProva)}
	mandato := tempo.Adesso()
	for _, id := range ids[:3] {
		b.incarica(t, "alfa", id, "targa-"+id)
	}
	testkit.Attendi(t, 30*time.Second, "the work to wait", func() bool {
		return b.conta(t, "alfa", `SELECT count(DISTINCT oggetto) FROM registro WHERE esito = 'REGISTRO_NON_CONFIGURATO'`) == 3
	})
	lotto := b.lottoVisure(t, "IN_CORSO", ids[0], ids[2], ids[3])
	_, domande := b.domande(t, lotto)
	if r := b.rapporto(t, lotto, scritti(t, risponde(domande[0]), domande[1], risponde(domande[2]))); r.Applicate != 2 || r.NonUtilizzabili != 1 {
		t.Fatalf("%+v", r)
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET targa = 'GA222AA' WHERE id = $1`, ids[3])
	b.incarica(t, "alfa", ids[3], "targa-"+ids[3], mandato) // sent before the file, read after the correction of its plate
	prima := b.conta(t, "alfa", `SELECT count(*) FROM vpn_v1.libro`)
	suo := b.simula(t)
	b.imposta(t, map[string]string{"veicoli.motorizzazione": `{"indirizzo":"` + suo + `/motorizzazione","costoMillesimi":406}`}, func() bool {
		return b.collegamenti(t)[0].CostoMillesimi == 406
	})
	b.codaVuota(t)
	for targa, vuole := range map[string]int{"AB123CD": 0, "EF456GH": 1, "FB789KL": 1, "GA111AA": 0, "GA222AA": 1} {
		if n := b.registro.Richieste(targa); n != vuole {
			t.Errorf("%s: asked %d times", targa, n)
		}
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine WHERE targa = 'AB123CD'`); n != 1 {
		t.Errorf("%d outcomes", n)
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM vpn_v1.libro`) - prima; n != 3 {
		t.Errorf("%d questions paid", n)
	}
	b.incarica(t, "alfa", ids[0], "di-nuovo", tempo.Adesso().Add(time.Hour)) // a person has it asked again
	b.codaVuota(t)
	if n := b.registro.Richieste("AB123CD"); n != 1 {
		t.Errorf("wanted anew: asked %d times", n)
	}
}

// TestEachBadLineIsTold, by its number, and takes nothing with it: what is missing or was broken comes in another file.
func TestEachBadLineIsTold(t *testing.T) {
	t.Parallel()
	b := apparecchiaVerso(t, "")
	var ids []string
	for _, targa := range []string{"AA111AA", "BB222BB", "CC333CC", "DD444DD", "EE555EE"} {
		ids = append(ids, b.verbale(t, "alfa", targa, "IT", giornoDiProva))
	}
	lotto := b.lottoVisure(t, "IN_CORSO", ids...)
	_, d := b.domande(t, lotto)
	altra, mai, vuota := risponde(d[1]), risponde(d[0]), d[2]
	altra.AnagraficoProprietario, mai.Targa = "BIANCHI*ANNA", "ZZ999ZZ"
	storta := slices.Concat(scritti(t, risponde(d[3]))[:100], []byte("\r\n"))
	file := slices.Concat(scritti(t, risponde(d[0]), risponde(d[0]), risponde(d[1]), altra), storta, scritti(t, mai, vuota))
	r := b.rapporto(t, lotto, file)
	var detti []string
	for _, x := range r.Difetti {
		detti = append(detti, strings.Join([]string{string(rune('0' + x.Riga)), x.Codice}, " "))
	}
	if diff := cmp.Diff([]string{"2 RIPETUTA", "3 DOPPIA", "4 DOPPIA", "5 STORTA", "6 NON_CHIESTA", "7 NON_UTILIZZABILE"}, detti); diff != "" {
		t.Error(diff)
	}
	if r.Righe != 7 || r.Applicate != 1 || r.NonUtilizzabili != 1 || r.Storte != 1 || r.NonChieste != 1 || r.Doppie != 2 || r.Ripetute != 1 || r.Mancano != 3 {
		t.Errorf("%+v", r)
	}
	if strings.Contains(mustJSON(t, r), "ZZ999ZZ") || strings.Contains(mustJSON(t, r), "ROSSI") {
		t.Errorf("the report quotes: %+v", r)
	}
	contro := risponde(d[0])
	contro.AnagraficoProprietario = "VERDI*UGO"
	r = b.rapporto(t, lotto, scritti(t, contro, risponde(d[1]), risponde(d[2]), risponde(d[3])))
	if r.Applicate != 3 || r.Discordi != 1 || r.Mancano != 1 || r.Difetti[0].Riga != 1 {
		t.Errorf("%+v", r)
	}
	if r = b.rapporto(t, lotto, scritti(t, risponde(d[3]), risponde(d[4]))); r.GiaPrese != 1 || r.Applicate != 1 || r.Mancano != 0 {
		t.Errorf("%+v", r)
	}
	vuole := "AA111AA UNICO_PROPRIETARIO,BB222BB UNICO_PROPRIETARIO,CC333CC RISPOSTA_NON_UTILIZZABILE,CC333CC UNICO_PROPRIETARIO,DD444DD UNICO_PROPRIETARIO,EE555EE UNICO_PROPRIETARIO"
	if s := b.elenca(t, `SELECT string_agg(targa || ' ' || codice, ',' ORDER BY targa, quando) FROM vpn_v1.indagine`); s != vuole {
		t.Errorf("%s", s)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	testo, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(testo)
}

// TestWhatIsNoExchangeIsRefused: another command's lot, another kind, another role, a cancelled lot, one in which nothing waits,
// and files that are none.
func TestWhatIsNoExchangeIsRefused(t *testing.T) {
	t.Parallel()
	b := apparecchiaVerso(t, "")
	id := b.verbale(t, "alfa", "AB123CD", "IT", giornoDiProva)
	lotto := b.lottoVisure(t, "IN_CORSO", id)
	b.domande(t, lotto)
	pdf, vuoto := uuid.NewString(), b.lottoVisure(t, "IN_CORSO")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO lotto (id, tipo, stato, creato, creato_da) VALUES ($1, 'PDF', 'IN_CORSO', now(), 'prova')`, pdf)
	annullato := b.lottoVisure(t, "ANNULLATO", b.verbale(t, "alfa", "AB124CD", "IT", giornoDiProva))
	beta := func(c *auth.Claims) { c.Tenant = "beta" }
	for nome, c := range map[string]struct {
		metodo, percorso string
		corpo            string
		stato            int
		codice           string
		cambia           func(*auth.Claims)
	}{
		"another command's":      {http.MethodGet, lotto + "/domande", "", 404, "NON_TROVATO", beta},
		"another command's file": {http.MethodPost, lotto + "/risposte", "x\n", 404, "NON_TROVATO", beta},
		"another role":           {http.MethodPost, lotto + "/risposte", "x\n", 403, "PERMESSO_MANCANTE", ruolo(auth.RuoloOperatore)},
		"another kind":           {http.MethodGet, pdf + "/domande", "", 404, "NON_TROVATO", nil},
		"cancelled":              {http.MethodGet, annullato + "/domande", "", 409, "LOTTO_IN_ALTRO_STATO", nil},
		"nothing waits":          {http.MethodGet, vuoto + "/domande", "", 409, "SCAMBIO_VUOTO", nil},
		"no id":                  {http.MethodGet, "x/domande", "", 404, "NON_TROVATO", nil},
		"an empty file":          {http.MethodPost, lotto + "/risposte", "", 400, "FILE_NON_VALIDO", nil},
		"a file without lines":   {http.MethodPost, lotto + "/risposte", strings.Repeat("x", 1<<17), 400, "FILE_NON_VALIDO", nil},
		"too many lines":         {http.MethodPost, lotto + "/risposte", strings.Repeat("\n", 60_000), 400, "FILE_NON_VALIDO", nil},
	} {
		cambia := []func(*auth.Claims){}
		if c.cambia != nil {
			cambia = append(cambia, c.cambia)
		}
		if w := b.file(t, c.metodo, c.percorso, []byte(c.corpo), cambia...); w.Code != c.stato || problema(t, w).Codice != c.codice {
			t.Errorf("%s: %d %s", nome, w.Code, w.Body)
		}
	}
	if n := b.conta(t, "alfa", `SELECT count(*) FROM indagine`); n != 0 {
		t.Errorf("%d outcomes", n)
	}
}
