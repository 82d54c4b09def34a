package app_test

import (
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
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
