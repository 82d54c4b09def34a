package app_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// unaCoda writes seven fines of alfa: one to validate, one whose anomaly is open, one whose anomaly its closing
// settled, one closed with money to give back, one whose work died, two whose owner was asked, yesterday and now.
func (b *banco) unaCoda(t *testing.T) {
	t.Helper()
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
	for i, c := range []struct{ procedura, anomalia string }{
		{"DA_VALIDARE", ""}, {"INTESTATARIO_ANOMALO", "INTESTATARIO_ANOMALA"}, {"SCARTATO", "INTESTATARIO_ANOMALA"},
		{"ANNULLATO_AUTOTUTELA", "ANNULLATO_E_PAGATO"}, {"VALIDATO", ""}, {"INTESTATARIO_RICHIESTO", ""}, {"INTESTATARIO_RICHIESTO", ""},
	} {
		id := "018f0000-0000-7000-8000-00000000000" + string(rune('1'+i))
		b.riga(t, id, 201+i, "AA00"+string(rune('1'+i))+"AA", "2026-03-02T09:30:00Z")
		sql(`UPDATE verbale SET procedura = $2 WHERE id = $1`, id, c.procedura)
		if c.anomalia != "" {
			sql(`INSERT INTO anomalia (id, verbale, tipo, testo) VALUES (gen_random_uuid(), $1, $2, 'Testo')`, id, c.anomalia)
		}
	}
	sql(`INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, registrato) SELECT id, numero - 100, 'INTESTATARIO_RICHIESTO', '2026-03-02',
			'sistema', now() - (207 - numero) * interval '25 hours' FROM verbale WHERE procedura = 'INTESTATARIO_RICHIESTO'`)
	sql(`UPDATE verbale SET debito = 'ECCEDENZA' WHERE numero = 204`)
	b.ambiente.Esegui(t, "core", "alfa", `INSERT INTO lavoro_morto (id, soggetto, modulo, tipo, messaggio, motivo, consegne, corpo, verbale, morto)
		VALUES (gen_random_uuid(), 'lavori.vpn.targa.alfa', 'vpn', 'targa', 'm', 'guasto', 3, '{}', $1, now())`, uuid.MustParse("018f0000-0000-7000-8000-000000000005"))
}

func TestElencoDiCioCheAspettaUnaPersona(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unaCoda(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	for ricerca, vuole := range map[string]string{
		"stato=DA_VALIDARE": "201", "stato=DA_DECIDERE": "204 202", "stato=DA_DECIDERE&anomalia=INTESTATARIO_ANOMALA": "202",
		"stato=DA_RIMBORSARE": "204", "anomalia=ANNULLATO_E_PAGATO": "204", "stato=FERMO": "205", "stato=INTESTATARIO_RICHIESTO": "207 206", "stato=IN_ATTESA": "206",
		"stato=SCARTATO&anomalia=INTESTATARIO_ANOMALA": "",
		"stato=VALIDATO&numero=205":                    "205", "stato=VALIDATO&numero=204": "", "stato=FERMO&anomalia=ANNULLATO_E_PAGATO": "",
	} {
		r := n.apri("/CoreService/verbali?" + ricerca)
		var trovati []string
		for _, m := range regexp.MustCompile(`>(20\d)/2026</a>`).FindAllStringSubmatch(r.corpo, -1) {
			trovati = append(trovati, m[1])
		}
		if ha := strings.Join(trovati, " "); ha != vuole || r.stato != 200 {
			t.Errorf("%s: %d %q, want %q", ricerca, r.stato, ha, vuole)
		}
	}
	n.apri("/CoreService/verbali?stato=DA_DECIDERE").mostra(t, `<option value="DA_DECIDERE" selected>Da decidere</option>`, `<option value="INTESTATARIO_SCONOSCIUTA">Intestatario sconosciuto`)
	for _, ricerca := range []string{"stato=PIPPO", "anomalia=PIPPO"} {
		r := n.apri("/CoreService/verbali?" + ricerca)
		if r.stato != 400 {
			t.Errorf("%s: %d", ricerca, r.stato)
		}
		r.mostra(t, "di questo elenco")
	}
}

// The pages of one state have all its fines, each once.
func TestPagineDiUnoStato(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione,
			data_violazione, data_accertamento, luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione)
		SELECT gen_random_uuid(), 2026, g, '', 'SOAP', 'i', '', 'AA000AA', 'AUTOVEICOLO', 'IT', '2026-03-02T09:30:00Z'::timestamptz + (g / 3) * interval '1 hour',
			'2026-03-02', '', '', '{}', 'NON_NOTIFICABILE', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA' FROM generate_series(1, 120) g`)
	n, visti, pagine := b.dentro(t, "mario"), map[string]bool{}, 0
	for percorso := "/CoreService/verbali?stato=NON_NOTIFICABILE"; percorso != ""; pagine++ {
		r := n.apri(percorso)
		for _, m := range regexp.MustCompile(`href="/CoreService/verbali/([0-9a-f-]{36})"`).FindAllStringSubmatch(r.corpo, -1) {
			if visti[m[1]] {
				t.Errorf("%s twice", m[1])
			}
			visti[m[1]] = true
		}
		percorso = ""
		if m := regexp.MustCompile(`href="([^"]+)" rel="next"`).FindStringSubmatch(r.corpo); m != nil {
			percorso = strings.ReplaceAll(m[1], "&amp;", "&")
		}
	}
	if len(visti) != 120 || pagine != 3 {
		t.Errorf("%d fines in %d pages", len(visti), pagine)
	}
}

func TestLaPaginaInizialeDiceCheCosaAspetta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri("/CoreService/").mostra(t, "Nessun verbale aspetta una persona")
	b.unaCoda(t)
	r := n.apri("/CoreService/")
	r.mostra(t, `href="/CoreService/verbali?anomalia=INTESTATARIO_ANOMALA&amp;stato=DA_DECIDERE">Da decidere: Intestatario da verificare</a>: <strong>1</strong>`,
		`href="/CoreService/verbali?stato=IN_ATTESA">Senza risposta dell&#39;archivio dei veicoli da oltre un giorno</a>: <strong>1</strong>`,
		`href="/CoreService/verbali?stato=DA_RIMBORSARE">Da rimborsare: versato più del dovuto</a>: <strong>1</strong>`,
		"Da decidere: Annullato e pagato", `href="/CoreService/verbali?stato=DA_VALIDARE">`, `href="/CoreService/verbali?stato=FERMO">Con un lavoro fermo</a>: <strong>1</strong>`)
	r.nasconde(t, "Non notificabile")
	b.dentro(t, "mario").apri("/CoreService/").nasconde(t, "Aspettano una persona")
}

// A command is told before its first act what it has not set and no act may lack.
func TestLaPaginaInizialeDiceCheCosaMancaAgliAtti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.conRuolo(t, auth.RuoloAmministratore)
	n.apri("/CoreService/").nasconde(t, "gli atti non si stampano")
	b.ambiente.Esegui(t, "core", "", `DELETE FROM impostazione WHERE tenant = 'alfa' AND chiave IN ('comando.firmatario', 'notifica.speseZeroConfermate')`)
	r := n.apri("/CoreService/")
	r.mostra(t, `href="/CoreService/impostazioni/comando.firmatario">Senza questa impostazione gli atti non si stampano: Firmatario</a>`,
		`href="/CoreService/impostazioni/notifica.spesePostaliCent">Senza questa impostazione gli atti non si stampano: Spese di accertamento e notifica</a>`)
	r.nasconde(t, "comando.indirizzo")
	b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', 'notifica.spesePostaliCent', '1650')`)
	n.apri("/CoreService/").nasconde(t, "Spese di accertamento")
	b.dentro(t, "mario").apri("/CoreService/").nasconde(t, "gli atti non si stampano")
}
