package app_test

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

// daValidare writes four fines that wait to be validated, the oldest 301: two without the data of their device, of which one
// has a row to choose and the other a minor; one that the rule of its source alone holds; one whose device was told since.
func (b *banco) daValidare(t *testing.T) {
	t.Helper()
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
	for i, c := range []struct{ id, avvertenze string }{
		{idVerbale, `["DISPOSITIVO_MANCANTE: manca.","VIOLAZIONE_DA_SCEGLIERE: due righe."]`},
		{"018f0000-0000-7000-8000-000000000a02", `["DISPOSITIVO_MANCANTE: manca.","MINORENNE: ha dieci anni.","PREAVVISO: altro."]`},
		{"018f0000-0000-7000-8000-000000000a03", `["PREAVVISO: altro."]`},
		{"018f0000-0000-7000-8000-000000000a04", `["TARATURA_SCADUTA: scaduta.","RIGA_DUBBIA: dubbia."]`},
	} {
		b.riga(t, c.id, 301+i, "AA00"+string(rune('1'+i))+"AA", "2026-03-0"+string(rune('2'+i))+"T09:30:00Z")
		sql(`UPDATE verbale SET procedura = 'DA_VALIDARE' WHERE id = $1`, c.id)
		sql(`INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto, versione_tabella)
			VALUES ($1, 1, '7-15', '7', '15', 'Sosta', 4200, 17300, false, true, true, 'prova')`, c.id)
		sql(`INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, dati)
			VALUES ($1, 1, 'VERBALE_INSERITO', '2026-03-02', 'integratore.alfa', jsonb_build_object('avvertenze', $2::jsonb))`, c.id, c.avvertenze)
	}
	sql(`INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore) VALUES ('018f0000-0000-7000-8000-000000000a04', 2, 'DISPOSITIVO_INDICATO', '2026-03-06', 'ufficio.alfa')`)
	sql(`UPDATE violazione SET dubbio = 'Da confermare' WHERE verbale = '018f0000-0000-7000-8000-000000000a04'`)
	sql(`UPDATE violazione SET candidati = '{7-15-p1,158-2-h,`+rigaDubbia(t).Codice+`}' WHERE verbale = $1`, idVerbale)
}

// rigaDubbia is a row of the day of which something could not be confirmed.
func rigaDubbia(t *testing.T) sanzione.Sanzione {
	t.Helper()
	giorno := calendario.MustParse("2026-03-02")
	tabella := sanzione.Iniziale()
	i := slices.IndexFunc(tabella.Tutte(), func(s sanzione.Sanzione) bool {
		c, vale := tabella.Cerca(s.Codice, giorno)
		return vale && c.Chiave() == s.Chiave() && s.Dubbio != ""
	})
	if i < 0 {
		t.Fatal("no row with a doubt")
	}
	return tabella.Tutte()[i]
}

// The list of the fines to validate says what holds each, the oldest first, and narrows by it; what tells of a person is for
// who may read of persons.
func TestElencoDaValidare(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.daValidare(t)
	numeri := func(r risposta) string {
		var trovati []string
		for _, m := range regexp.MustCompile(`>(30\d)/2026</a>`).FindAllStringSubmatch(r.corpo, -1) {
			trovati = append(trovati, m[1])
		}
		return strings.Join(trovati, " ")
	}
	ufficio, lettore := b.conRuolo(t, auth.RuoloUfficio), b.dentro(t, "lettore")
	for ricerca, vuole := range map[string]string{
		"stato=DA_VALIDARE": "301 302 303 304", "motivo=DISPOSITIVO_MANCANTE": "301 302", "motivo=MINORENNE&stato=DA_VALIDARE": "302",
		"motivo=SENZA_AVVERTENZE": "303",
		"motivo=RIGA_DUBBIA":      "304", "motivo=TARATURA_SCADUTA": "", "motivo=VIOLAZIONE_DA_SCEGLIERE": "301", "": "304 303 302 301",
	} {
		if r := ufficio.apri("/CoreService/verbali?" + ricerca); numeri(r) != vuole || r.stato != 200 {
			t.Errorf("%s: %d %q, want %q", ricerca, r.stato, numeri(r), vuole)
		}
	}
	r := ufficio.apri("/CoreService/verbali?stato=DA_VALIDARE")
	r.mostra(t, "Verbali dalla violazione più vecchia", "<td>Manca il dispositivo; Violazione da scegliere</td>", "<td>Manca il dispositivo; Destinatario minorenne</td>",
		"<td>nessuna avvertenza, per regola del comando</td>", `motivo=DISPOSITIVO_MANCANTE&amp;stato=DA_VALIDARE">Da validare: Manca il dispositivo</a>:`)
	if m := regexp.MustCompile(`(?s)Manca il dispositivo</a>:\s*<strong>(\d+)`).FindStringSubmatch(r.corpo); m == nil || m[1] != "2" {
		t.Errorf("the count: %v", m)
	}
	r = lettore.apri("/CoreService/verbali?stato=DA_VALIDARE")
	r.mostra(t, "<td>Manca il dispositivo</td>")
	r.nasconde(t, `value="MINORENNE"`, "motivo=MINORENNE")
	for n, ricerca := range map[*navigatore]string{lettore: "motivo=MINORENNE", ufficio: "motivo=PIPPO"} {
		if r := n.apri("/CoreService/verbali?" + ricerca); r.stato != 400 {
			t.Errorf("%s: %d", ricerca, r.stato)
		}
	}
	if r := ufficio.apri("/CoreService/verbali?motivo=SENZA_AVVERTENZE&stato=VALIDATO"); r.stato != 400 {
		t.Errorf("a reason of another state: %d", r.stato)
	}
	r = ufficio.invia("/CoreService/verbali", url.Values{"motivo": {"RIGA_DUBBIA"}})
	if dove := r.testa.Get("Location"); dove != "/CoreService/verbali?motivo=RIGA_DUBBIA" {
		t.Errorf("the form leads to %q", dove)
	}
}

// Who administers the command learns how many wait for what, and opens none of them.
func TestLaPaginaInizialeDiceCheCosaAspettaDiEssereValidato(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.daValidare(t)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO anomalia (id, verbale, tipo, testo) VALUES (gen_random_uuid(), $1, 'SEGNALATA', 'Testo')`, idVerbale)
	r := b.conRuolo(t, auth.RuoloUfficio).apri("/CoreService/")
	r.mostra(t, `motivo=DISPOSITIVO_MANCANTE&amp;stato=DA_VALIDARE">Da validare: Manca il dispositivo</a>: <strong>2</strong>`, "Da validare: Destinatario minorenne</a>")
	r = b.conRuolo(t, auth.RuoloAmministratore).apri("/CoreService/")
	r.mostra(t, "Nello stato «Da validare»: <strong>4</strong>", "Da validare: Manca il dispositivo: <strong>2</strong>", "Da decidere: Segnalazione: <strong>1</strong>")
	r.nasconde(t, "/CoreService/verbali?", "Nessun verbale aspetta")
}

// Who chooses a row reads what each says; after the choice the page says what is settled and what is left.
func TestSceltaDellaRigaDallaScheda(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.daValidare(t)
	dubbia := rigaDubbia(t)
	scelta := event.CampoAzione{Nome: "dati.sconto30", Tipo: event.CampoScelta, Valori: []string{"SI", "NO"}}
	riga := event.CampoAzione{Nome: "dati.codice", Tipo: event.CampoCodiceViolazione, Obbligatorio: true, Valori: []string{"7-15-p1", "158-2-h", dubbia.Codice}}
	ordine := event.CampoAzione{Nome: "dati.ordine", Tipo: event.CampoIntero}
	e.ammette(map[string][]event.CampoAzione{"VIOLAZIONE_SCELTA": {riga, scelta, ordine}}, "VIOLAZIONE_SCELTA")
	n := b.conRuolo(t, auth.RuoloUfficio)
	r := n.apri(paginaVerbale)
	r.mostra(t, `type="radio"`, `value="158-2-h"`, "art. 158 c. 2 lett. h e c. 5-bis CdS", "da 165,00 € a 660,00 €", "2 punti", "più la tariffa", html.EscapeString(dubbia.Norma()),
		html.EscapeString(dubbia.Dubbio), "Riduzione del 30 % a chi paga entro cinque giorni (art. 202 CdS)", `<option value="SI">Spetta</option>`,
		"Violazione da scegliere", "Riga da scegliere")
	r.nasconde(t, "Sconto30", "Ordine", "Già risolto", `name="VIOLAZIONE_SCELTA.ordine"`)
	if r := n.invia(paginaVerbale+"/eventi", url.Values{"tipo": {"VIOLAZIONE_SCELTA"}, "generica": {"si"}, "idempotenza": {"k"}, "motivo": {"vista"},
		"VIOLAZIONE_SCELTA.codice": {"158-2-h"}}); r.testa.Get("Location") != paginaVerbale+"?fatto=VIOLAZIONE_SCELTA" {
		t.Errorf("%d %v", r.stato, r.testa)
	}
	if chieste := e.prendi(); len(chieste) != 1 || !strings.Contains(chieste[0], `"dati":{"codice":"158-2-h"}`) {
		t.Error(chieste)
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE violazione SET candidati = '{}', codice = '158-2-h' WHERE verbale = $1`, idVerbale)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO anomalia (id, verbale, tipo, testo, chiusa) VALUES (gen_random_uuid(), $1, 'SEGNALATA', 'Chiarita.', '2026-03-05T09:00:00Z')`, idVerbale)
	e.ammette(map[string][]event.CampoAzione{"VIOLAZIONE_RETTIFICATA": {ordine}}, "VIOLAZIONE_RETTIFICATA")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna, sconto30,
		pagamento_ridotto, versione_tabella) VALUES ($1, 2, '142-8', '142', '8', 'Velocità', 17300, 69400, false, true, true, 'prova')`, idVerbale)
	r = n.apri(paginaVerbale + "?fatto=VIOLAZIONE_SCELTA")
	r.mostra(t, `role="status">Riga della violazione scelta.`, "Già risolto, prima di validare", "<li>Violazione da scegliere</li>", "Manca il dispositivo: manca.",
		"Segnalazione: Chiarita. Risolta il 05/03/2026 10:00", `<option value="2">2: art. 142 c. 8</option>`)
	r.nasconde(t, "Riga da scegliere")
}
