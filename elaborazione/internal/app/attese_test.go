package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestSiVedePrimaChiHaIlTerminePiuVicino: of more questions than a page has, it has those nearest to the end of their term, not those
// of the oldest fines: 205 fines whose owners live abroad are older than a plate that waits for its register, a company that waits
// for its seat, and the owner of a vehicle whose driver was stopped, whose term is ten days longer. Who may not decide sees none.
func TestSiVedePrimaChiHaIlTerminePiuVicino(t *testing.T) {
	t.Parallel()
	b := avviaCon(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	core := testkit.Bus(t, b.nats, "core")
	fini := func(da, a int, accertato, nazione, codice string, contestato bool) {
		t.Helper()
		for _, sql := range []string{
			`INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione, data_accertamento,
				luogo_istat, luogo_indirizzo, agenti, note, procedura, debito, ricorso, punti, riscossione, contestato)
			SELECT ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 2026, i, '', 'SOAP', 'x', 'PL01', 'AB' || i || 'CD', 'AUTOVEICOLO', 'IT',
				$3::date, $3::date, '037006', 'Via Roma', '{A001}', $4::text || $5::text, 'INTESTATARIO_RICHIESTO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA', $6
			FROM generate_series($1::int, $2) i`,
			`INSERT INTO soggetto (id, tipo, codice_fiscale, nazione) SELECT v.id, 'PERSONA', $5::text, $4::text FROM verbale v
			WHERE v.numero BETWEEN $1::int AND $2 AND $4::text <> '' AND $3::text <> '' AND $6::bool IS NOT NULL`,
			`INSERT INTO posizione (id, verbale, ordine, titolo, soggetto) SELECT v.id, v.id, 1, 'OBBLIGATO', CASE WHEN $4::text <> '' THEN v.id END FROM verbale v
			WHERE v.numero BETWEEN $1::int AND $2 AND $3::text <> '' AND $5::text IS NOT NULL AND $6::bool IS NOT NULL`,
			`INSERT INTO visura (id, verbale, posizione, registro, soggetto, stato, giorno) SELECT v.id, v.id, v.id, 'RESIDENZA', v.id, 'CHIESTA', $3::date FROM verbale v
			WHERE v.numero BETWEEN $1::int AND $2 AND $4::text <> '' AND $5::text IS NOT NULL AND $6::bool IS NOT NULL`,
			`INSERT INTO evento (verbale, sequenza, tipo, data_legale, registrato, attore) SELECT v.id, 1, 'INTESTATARIO_RICHIESTO', $3::date, $3::date, 'x' FROM verbale v
			WHERE v.numero BETWEEN $1::int AND $2 AND $4::text = '' AND $5::text IS NOT NULL AND $6::bool IS NOT NULL`,
		} {
			b.Esegui(t, "elaborazione", "alfa", sql, da, a, accertato, nazione, codice, contestato)
		}
	}
	fini(1, 205, "2026-03-01", "FR", "RSSMRA80A01H501U", false)
	fini(901, 901, "2026-10-02", "IT", "01234567897", false)
	fini(902, 902, "2026-10-01", "", "", false)
	fini(903, 903, "2026-09-25", "IT", "RSSMRA80A01H501U", true)
	r, err := domanda[event.RispostaAttese](t, core, event.RegistriAttese, chi, event.DomandaRegistri{})
	if err != nil || len(r.Domande) != 200 || !r.Oltre {
		t.Fatalf("%d, %v, %v", len(r.Domande), r.Oltre, err)
	}
	for i, vuole := range []event.DomandaInAttesa{
		{Numero: "902/2026", Targa: "AB902CD", Registro: "VEICOLI", Chiesta: "2026-10-01", Ultimo: "2026-12-30"},
		{Numero: "901/2026", Targa: "AB901CD", Registro: "RESIDENZA", Ente: true, Chiesta: "2026-10-02", Ultimo: "2026-12-31"},
		{Numero: "903/2026", Targa: "AB903CD", Registro: "RESIDENZA", Chiesta: "2026-09-25", Ultimo: "2027-01-03"},
	} {
		d := r.Domande[i]
		if d.IDVerbale = ""; d != vuole {
			t.Errorf("%d: %+v, want %+v", i, d, vuole)
		}
	}
	if d := r.Domande[3]; d.Ultimo != "2027-02-24" {
		t.Errorf("abroad: %+v", d)
	}
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore) SELECT id, 2, 'INTESTATARIO_ANOMALO', '2026-10-02', 'x' FROM verbale WHERE numero = 902`)
	if r, err := domanda[event.RispostaAttese](t, core, event.RegistriAttese, chi, event.DomandaRegistri{}); err != nil || r.Domande[0].Numero != "901/2026" {
		t.Errorf("a plate that was answered waits: %+v %v", r.Domande[0], err)
	}
	if _, err := domanda[event.RispostaAttese](t, core, event.RegistriAttese, b.token(t, "operatore.alfa", "alfa", auth.RuoloOperatore), event.DomandaRegistri{}); !problem.Is(err, "PERMESSO_MANCANTE") {
		t.Errorf("who may not decide: %v", err)
	}
}

// TestUnIndirizzoCambiatoToglieDalLotto: four acts lie in the open automatic lot when ANPR is asked about their addressees. Who has
// moved, and who has died, stay behind as the lot is closed, and it says why; who lives where the fine says, and whom ANPR does not
// hold, leave. Applied, the new address has a new act, which leaves with the next lot.
func TestUnIndirizzoCambiatoToglieDalLotto(t *testing.T) {
	t.Parallel()
	s := apriAnpr(t, "false")
	var ids []string
	for i := range 4 {
		id := s.inserisci(t, fmt.Sprint("V-", i), fmt.Sprintf("AB12%dCD", i)).IDVerbale
		s.rispondi(t, id, event.IndagineTrovata, 1)
		s.stampato(t, id)
		ids = append(ids, id)
	}
	aperto := s.aperto(t, s.chi)
	const inViaGaribaldi = `,"residenza":{"via":"VIA GARIBALDI","civico":"15","cap":"48121","comune":"RAVENNA","provincia":"RA"}`
	for i, c := range [][3]string{{"TROVATO", inViaCavour, "CONFLITTO"}, {"DECEDUTO", `,"dataDecesso":"2026-11-01"`, "CONFLITTO"},
		{"TROVATO", inViaGaribaldi, "CONFORME"}, {"NON_TROVATO", "", "NON_TROVATA"}} {
		s.deve(t, ids[i], eventoDi("VISURA_CHIESTA", "", map[string]any{"registro": "RESIDENZA"}))
		s.risponde(t, s.domanda(t), c[0], c[1])
		s.una(t, ids[i], c[2])
	}
	chiudi := func(l lotto.Lotto) { s.lotto(t, "POST "+lotti+"/"+l.ID.String()+"/chiudi", s.chi, nil, http.StatusOK) }
	chiudi(aperto)
	testkit.Attendi(t, 30*time.Second, "the lot", func() bool {
		l, _ := s.lotto(t, "GET "+lotti+"/"+aperto.ID.String(), s.chi, nil, http.StatusOK)
		return l.Stato == verbale.LottoCompletatoConErrori
	})
	for i, vuole := range []string{"ATTO_GENERATO", "ATTO_GENERATO", "IN_NOTIFICA", "IN_NOTIFICA"} {
		if p := s.verbale(t, ids[i], s.chi)["procedura"]; p != vuole {
			t.Errorf("%d: %v, want %s", i, p, vuole)
		}
	}
	_, voci := s.lotto(t, "GET "+lotti+"/"+aperto.ID.String()+"/voci", s.chi, nil, http.StatusOK)
	if strings.Count(voci, "ERRORE_RIPETIBILE") != 2 || !strings.Contains(voci, "«Il destinatario si è trasferito»") {
		t.Errorf("the lot says why: %s", voci)
	}
	primo := s.atti(t, ids[0])["ATTO"][0]
	if stato, testo := s.decide(t, s.una(t, ids[0], "CONFLITTO").ID.String(), "applica", s.chi, perMotivo); stato != http.StatusCreated {
		t.Fatalf("%d %s", stato, testo)
	}
	testkit.Attendi(t, 30*time.Second, "the second act", func() bool { a := s.atti(t, ids[0])["ATTO"]; return len(a) == 1 && a[0] != primo })
	chiudi(s.aperto(t, s.chi))
	testkit.Attendi(t, 30*time.Second, "the new act to leave", func() bool { return s.verbale(t, ids[0], s.chi)["procedura"] == "IN_NOTIFICA" })
	if p := s.verbale(t, ids[1], s.chi)["procedura"]; p != "ATTO_GENERATO" {
		t.Errorf("of a dead person nothing leaves: %v", p)
	}
}
