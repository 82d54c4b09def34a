package app_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
)

const (
	idVerbale   = "018f0000-0000-7000-8000-000000000001"
	idPosizione = "018f0000-0000-7000-8000-000000000002"
	idSoggetto  = "018f0000-0000-7000-8000-000000000003"
	idAtto      = "018f0000-0000-7000-8000-000000000004"
	idAllegato  = "018f0000-0000-7000-8000-000000000005"
	codice      = "RSSMRA85T10A562S"
)

// unVerbale writes, as elaborazione, one fine of alfa with its act in the store.
func (b *banco) unVerbale(t *testing.T) {
	t.Helper()
	b.riga(t, idVerbale, 123, "AB123CD", "2026-03-02T09:30:00Z")
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
	sql(`INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto, punti, versione_tabella)
		VALUES ($1, 1, '7-15', '7', '15', 'Sosta dove <vietata>', 4200, 17300, false, true, true, 2, 'prova')`, idVerbale)
	sql(`INSERT INTO soggetto (id, tipo, codice_fiscale, cognome, nome, indirizzo, civico, cap, comune, provincia, data_nascita)
		VALUES ($1, 'PERSONA', $2, 'Bianchi<b>', 'Anna', 'Via Roma', '1', '40100', 'Bologna', 'BO', '1985-12-10')`, idSoggetto, codice)
	sql(`INSERT INTO posizione (id, verbale, ordine, titolo, soggetto) VALUES ($1, $2, 1, 'OBBLIGATO', $3)`, idPosizione, idVerbale, idSoggetto)
	sql(`INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, giorni)
		VALUES (gen_random_uuid(), $1, $2, 'RIDOTTO_30', '301000000000000123', '01000000000000123', '00207190257', 2940, 5)`, idVerbale, idPosizione)
	sql(`INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore) VALUES ($1, 1, 'VERBALE_INSERITO', '2026-03-02', 'integratore.alfa'),
		($1, 2, 'EVENTO_DI_DOMANI', '2026-03-03', 'elaborazione')`, idVerbale)
	sql(`INSERT INTO anomalia (id, verbale, tipo, testo) VALUES (gen_random_uuid(), $1, 'POSSIBILE_DOPPIONE', 'Potrebbe essere un doppione')`, idVerbale)
	b.documento(t, idAtto, "verbale 123/2026.pdf", "application/pdf", []byte("%PDF-1.7 atto"))
	b.documento(t, idAllegato, "foto.html", "text/html", []byte("<script>alert(1)</script>"))
}

// riga writes a fine of alfa with nothing around it.
func (b *banco) riga(t *testing.T, id string, numero int, targa, quando string) {
	t.Helper()
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione,
			data_violazione, data_accertamento, luogo_istat, luogo_indirizzo, agenti, note, procedura, debito, ricorso, punti, riscossione, importo_cent)
		VALUES ($1, 2026, $2, '', 'SOAP', 'integratore.alfa', 'PL01', $3, 'AUTOVEICOLO', 'IT', $4, '2026-03-02', '037006', 'Piazza Maggiore',
			'{A001}', 'nota riservata', 'ATTO_GENERATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA', 2940)`, id, numero, targa, quando)
}

func (b *banco) documento(t *testing.T, id, nome, mime string, contenuto []byte) {
	t.Helper()
	tipo := map[bool]string{true: "ATTO", false: "ALLEGATO"}[mime == "application/pdf"]
	documenti, err := deposito.DiServizio(t.Context(), b.app.Settings.DepositoURL, b.app.OnClose)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := documenti.Metti(t.Context(), "alfa", contenuto, mime); err != nil {
		t.Fatal(err)
	}
	somma := sha256.Sum256(contenuto)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, id, idVerbale, idPosizione, tipo, nome, mime, hex.EncodeToString(somma[:]), len(contenuto))
}

func TestSchedaDiUnVerbale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	t.Run("an operator sees all of it", func(t *testing.T) {
		t.Parallel()
		r := b.dentro(t, "mario").apri("/CoreService/verbali/" + idVerbale)
		if r.stato != http.StatusOK {
			t.Fatalf("status %d\n%s", r.stato, r.corpo)
		}
		r.mostra(t, "Verbale 123/2026", "AB123CD", "02/03/2026 10:30", "Piazza Maggiore", "art. 7 c. 15", "Sosta dove &lt;vietata&gt;", "2 punti",
			"Atto formato", "Obbligato in solido", "Bianchi&lt;b&gt; Anna", codice, "Via Roma 1, 40100 Bologna (BO)", "301000000000000123", "29,40",
			"Come si calcola", "Il verbale non è ancora notificato", "Il verbale è stato registrato", "Evento di domani", "nota riservata",
			"Potrebbe essere un doppione", `href="/CoreService/documenti/`+idAtto, "Dovuto al")
		r.nasconde(t, "<b>", "<vietata>", "Superato dalla rettifica")
	})
	t.Run("who may only read sees no personal data and no document", func(t *testing.T) {
		t.Parallel()
		n := b.dentro(t, "lettore")
		r := n.apri("/CoreService/verbali/" + idVerbale)
		r.mostra(t, "Verbale 123/2026", "identificata; con questo ruolo", "29,40")
		r.nasconde(t, "Bianchi", codice, "Via Roma", "nota riservata", "Potrebbe essere un doppione", "/CoreService/documenti/")
		if r := n.apri("/CoreService/documenti/" + idAtto); r.stato != http.StatusForbidden {
			t.Errorf("the act: %d", r.stato)
		}
	})
	t.Run("who has no such permission sees nothing", func(t *testing.T) {
		t.Parallel()
		for username, stato := range map[string]int{"agente": http.StatusNotFound, "piattaforma": http.StatusForbidden} {
			if r := b.dentro(t, username).apri("/CoreService/verbali/" + idVerbale); r.stato != stato {
				t.Errorf("%s: %d", username, r.stato)
			}
		}
	})
	t.Run("for another tenant it does not exist", func(t *testing.T) {
		t.Parallel()
		n := b.dentro(t, "luigi")
		for _, percorso := range []string{"verbali/" + idVerbale, "documenti/" + idAtto, "verbali/nessuno", "documenti/nessuno", "verbali/" + uuid.NewString()} {
			if r := n.apri("/CoreService/" + percorso); r.stato != http.StatusNotFound {
				t.Errorf("%s: %d", percorso, r.stato)
			}
		}
		n.apri("/CoreService/verbali").mostra(t, "Nessun verbale")
	})
}

// An act that asks for more than a later rectification stays, and says so; the communication that follows is the truth.
func TestSchedaDopoUnaRettifica(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
	sql(`INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, registrato) VALUES ($1, 3, 'VIOLAZIONE_RETTIFICATA', '2026-03-09', 'ufficio.alfa', now() + interval '1 hour')`, idVerbale)
	sql(`INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte, creato)
		VALUES (gen_random_uuid(), $1, $2, 'COMUNICAZIONE_RETTIFICA', 'rettifica.pdf', 'application/pdf', repeat('c', 64), 9,
			now() + interval '2 hours')`, idVerbale, idPosizione)
	r := b.dentro(t, "mario").apri("/CoreService/verbali/" + idVerbale)
	r.mostra(t, "Comunicazione di rettifica: rettifica.pdf")
	if n := strings.Count(r.corpo, "Superato dalla rettifica"); n != 1 {
		t.Errorf("%d documents are marked, want the act alone:\n%s", n, r.corpo)
	}
}

// What a fine said of itself when it came in is on its page: what holds it with what can be done, while it waits; and an
// anomaly about another fine leads there.
func TestPercheUnVerbaleAspetta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	const altro = "018f0000-0000-7000-8000-0000000000e1"
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
	b.riga(t, idVerbale, 123, "AB123CD", "2026-03-02T09:30:00Z")
	sql(`UPDATE verbale SET procedura = 'DA_VALIDARE' WHERE id = $1`, idVerbale)
	sql(`INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, dati) VALUES ($1, 1, 'VERBALE_INSERITO', '2026-03-02', 'integratore.alfa', $2)`,
		idVerbale, `{"avvertenze":["MINORENNE: il trasgressore era <minorenne>.","DISPOSITIVO_MANCANTE: violazione[1]: il dispositivo manca.","MOTIVO_MANCANTE: manca il motivo."]}`)
	sql(`INSERT INTO anomalia (id, verbale, tipo, testo, altro) VALUES (gen_random_uuid(), $1, 'POSSIBILE_DOPPIONE', 'Stesso fatto?', $2)`, idVerbale, altro)
	n := b.dentro(t, "mario")
	r := n.apri("/CoreService/verbali/" + idVerbale)
	r.mostra(t, "Perché aspetta una persona prima di essere validato", "Destinatario minorenne: il trasgressore era &lt;minorenne&gt;.", "aprire quella di chi era tenuto alla sorveglianza",
		"Manca il dispositivo", "Avvertenze all'inserimento", "Motivo mancante: manca il motivo.", `href="/CoreService/verbali/`+altro+`"`,
		"gli atti di tutti e due sono fermi")
	t.Run("who reads no personal data does not read whose age it is", func(t *testing.T) {
		r := b.dentro(t, "lettore").apri("/CoreService/verbali/" + idVerbale)
		r.mostra(t, "Manca il dispositivo")
		r.nasconde(t, "minorenne")
	})
	t.Run("once it is validated nothing waits for it", func(t *testing.T) {
		sql(`UPDATE verbale SET procedura = 'VALIDATO' WHERE id = $1`, idVerbale)
		r := n.apri("/CoreService/verbali/" + idVerbale)
		r.mostra(t, "Avvertenze all'inserimento", "Destinatario minorenne", "Motivo mancante")
		r.nasconde(t, "Perché aspetta una persona")
	})
}

// TestFotografie: whatever was declared, the bytes say what is shown; an image is shown drawn anew, and kept as it came.
func TestFotografie(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	n := b.dentro(t, "mario")
	const pagina = "<script>alert(1)</script>"
	var foto bytes.Buffer
	if err := jpeg.Encode(&foto, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	foto.WriteString(pagina)
	const falsa, vera = "018f0000-0000-7000-8000-00000000000a", "018f0000-0000-7000-8000-00000000000b"
	b.documento(t, falsa, "foto.jpg", "image/jpeg", []byte("<html>"+pagina))
	b.documento(t, vera, "foto 2.jpg", "image/jpeg", foto.Bytes())
	if r := n.apri("/CoreService/documenti/" + falsa); r.testa.Get("Content-Type") != "application/octet-stream" ||
		!strings.HasPrefix(r.testa.Get("Content-Disposition"), "attachment") {
		t.Errorf("a page under the name of a photograph: %v", r.testa)
	}
	r := n.apri("/CoreService/documenti/" + vera)
	if r.testa.Get("Content-Type") != "image/jpeg" || !strings.HasPrefix(r.testa.Get("Content-Disposition"), "inline") || strings.Contains(r.corpo, pagina) {
		t.Errorf("a photograph: %v %q", r.testa, r.corpo)
	}
	r = n.apri("/CoreService/documenti/" + vera + "?originale")
	if r.testa.Get("Content-Type") != "application/octet-stream" || r.corpo != foto.String() {
		t.Errorf("a photograph as it came: %v", r.testa)
	}
}

func TestDocumenti(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	n := b.dentro(t, "mario")
	atto := n.apri("/CoreService/documenti/" + idAtto)
	if atto.stato != http.StatusOK || atto.corpo != "%PDF-1.7 atto" || atto.testa.Get("Content-Type") != "application/pdf" ||
		!strings.HasPrefix(atto.testa.Get("Content-Disposition"), "inline") {
		t.Errorf("act: %d %v", atto.stato, atto.testa)
	}
	allegato := n.apri("/CoreService/documenti/" + idAllegato)
	if allegato.testa.Get("Content-Type") != "application/octet-stream" || !strings.HasPrefix(allegato.testa.Get("Content-Disposition"), "attachment") {
		t.Errorf("an attachment that a browser could run: %v", allegato.testa)
	}
	for nome, r := range map[string]risposta{"act": atto, "attachment": allegato} {
		// The viewer of PDF of a browser draws nothing in a sandbox.
		csp := r.testa.Get("Content-Security-Policy")
		if strings.Contains(csp, "sandbox") != (nome != "act") || !strings.Contains(csp, "default-src 'none'") || r.testa.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", nome, r.testa)
		}
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO documento (id, verbale, tipo, nome, mime, sha256, byte)
		VALUES ('018f0000-0000-7000-8000-000000000009', $1, 'ALLEGATO', 'x', 'image/png', repeat('d', 64), 1)`, idVerbale)
	if r := n.apri("/CoreService/documenti/018f0000-0000-7000-8000-000000000009"); r.stato != http.StatusServiceUnavailable {
		t.Errorf("a document that the store has lost: %d", r.stato)
	}
	n.apri("/CoreService/verbali/" + idVerbale)
	var righe string
	err := b.ambiente.Banca(t, "core", "alfa").QueryRow(t.Context(), `SELECT string_agg(concat_ws(' ', attore, azione, oggetto), '; ' ORDER BY posizione)
		FROM registro WHERE oggetto_tipo = 'verbale'`).Scan(&righe)
	vuole := fmt.Sprintf("mario DOCUMENTO_APERTO %[1]s; mario DOCUMENTO_APERTO %[1]s; mario VERBALE_LETTO %[1]s", idVerbale)
	if err != nil || righe != vuole {
		t.Errorf("register %q (%v), want %q", righe, err, vuole)
	}
}

func TestElencoAPagine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	const quanti = 120
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione,
			data_violazione, data_accertamento, luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione)
		SELECT gen_random_uuid(), 2026, n, '', 'SOAP', 'x', 'PL01', 'AB' || lpad(n::text, 3, '0') || 'CD', 'AUTOVEICOLO', 'IT',
			timestamptz '2026-03-02 08:00Z' + n / 10 * interval '1 hour', '2026-03-02', '037006', 'Via', '{}',
			'VALIDATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA'
		FROM generate_series(1, $1::int) n`, quanti)
	n := b.dentro(t, "mario")
	visti, pagine := map[string]bool{}, 0
	for percorso := "/CoreService/verbali"; percorso != ""; pagine++ {
		r := n.apri(percorso)
		for _, m := range regexp.MustCompile(`href="/CoreService/verbali/([0-9a-f-]{36})"`).FindAllStringSubmatch(r.corpo, -1) {
			if visti[m[1]] {
				t.Errorf("%s twice", m[1])
			}
			visti[m[1]] = true
		}
		percorso = ""
		if m := regexp.MustCompile(`href="([^"]+)" rel="next"`).FindStringSubmatch(r.corpo); m != nil {
			percorso = m[1]
		}
	}
	if len(visti) != quanti || pagine != 3 {
		t.Errorf("%d fines in %d pages, want %d in 3", len(visti), pagine, quanti)
	}
}

func TestRicercaPerNumeroETarga(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.riga(t, idVerbale, 123, "AB123CD", "2026-03-02T09:30:00Z")
	b.riga(t, idPosizione, 124, "ZZ999ZZ", "2026-03-02T09:31:00Z")
	n := b.dentro(t, "mario")
	casi := []struct {
		regola, numero, targa string
		trova                 string // targhe, in order
		stato                 int
	}{
		{"without a filter all of them", "", "", "ZZ999ZZ AB123CD", 200},
		{"by number", "123", "", "AB123CD", 200},
		{"by number and year", "00123/2026", "", "AB123CD", 200},
		{"the year first", "2026/124", "", "ZZ999ZZ", 200},
		{"of another year", "123/2025", "", "", 200},
		{"of another series", "123/A", "", "", 200},
		{"a plate in any spelling", "", " ab-123 cd", "AB123CD", 200},
		{"both must agree", "124", "AB123CD", "", 200},
		{"a number that is none", "abc1", "", "", 400},
		{"a number with a quote", "1' OR '1'='1", "", "", 400},
		{"a plate that is too long", "", strings.Repeat("A", 30), "", 400},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			r := n.invia("/CoreService/verbali", url.Values{"numero": {c.numero}, "targa": {c.targa}})
			if dove := r.testa.Get("Location"); r.stato == http.StatusSeeOther {
				r = n.apri(dove)
			}
			var trovate []string
			for _, m := range regexp.MustCompile(`<td>([A-Z]{2}\d{3}[A-Z]{2})</td>`).FindAllStringSubmatch(r.corpo, -1) {
				trovate = append(trovate, m[1])
			}
			if ha := strings.Join(trovate, " "); ha != c.trova || r.stato != c.stato {
				t.Errorf("status %d, plates %q, want %d, %q", r.stato, ha, c.stato, c.trova)
			}
		})
	}
	if r := n.apri("/CoreService/verbali?dopo=xyz"); r.stato != http.StatusBadRequest {
		t.Errorf("a place of no list: %d", r.stato)
	}
}

// The first page and the menu have what the roles open, and nothing else.
func TestPaginaInizialeDiCiascunRuolo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.dentro(t, "piattaforma").apri("/CoreService/").mostra(t, `href="/CoreService/tenant"`, `href="/CoreService/intervalli"`)
	b.dentro(t, "piattaforma").apri("/CoreService/").nasconde(t, "Cerca un verbale", `href="/CoreService/impostazioni"`)
	b.dentro(t, "mario").apri("/CoreService/").mostra(t, "Cerca un verbale", `href="/CoreService/verbali"`)
	b.dentro(t, "mario").apri("/CoreService/").nasconde(t, `href="/CoreService/tenant"`, `href="/CoreService/operatori"`)
	b.dentro(t, "mario").apri("/CoreService/").nasconde(t, "scaricarne il pacchetto")
	b.conRuolo(t, "UFFICIO").apri("/CoreService/").mostra(t, "scaricarne il pacchetto")
	b.dentro(t, "agente").apri("/CoreService/").mostra(t, `href="/CoreService/calcoli"`, "Cerca un verbale", `href="/CoreService/verbali"`) // his own
	b.dentro(t, "agente").apri("/CoreService/").nasconde(t, `href="/CoreService/lotti"`, `href="/CoreService/registro"`)
}

func TestTenantSospesoChiudeLePagine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "mario")
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if err := b.app.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := n.apri("/CoreService/verbali"); r.stato != http.StatusForbidden {
		t.Errorf("a page: %d", r.stato)
	}
	if r := b.navigatore(t).invia("/CoreService/login", url.Values{"username": {"mario"}, "password": {password}}); r.stato != http.StatusForbidden {
		t.Errorf("the login: %d", r.stato)
	}
}

// TestVerbaleImportato: a fine of another system may have no plate, no place, no hour and no article, and
// owes what that system recorded.
func TestVerbaleImportato(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
	sql(`INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione,
			data_violazione, data_accertamento, luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione,
			senza_ora, importato, prezzo_cent, versato_cent, residuo_cent)
		VALUES ($1, 2006, 77, 'V', 'IMPORTAZIONE', 'importazione', '', '', '', '', '2006-03-01T00:00:00+01:00', '2006-03-01', '', '',
			'{}', 'NOTIFICATO', 'PAGATO_PARZIALE', 'NESSUNO', 'DATI_RICHIESTI', 'IN_RUOLO', true, true, 8000, 3000, 5000)`, idVerbale)
	sql(`INSERT INTO violazione (verbale, ordine, codice, articolo, comma, testo, minimo_cent, massimo_cent, notturna, sconto30, pagamento_ridotto, versione_tabella)
		VALUES ($1, 1, '', '', '', '', 3500, 0, false, false, true, 'IMPORTAZIONE')`, idVerbale)
	sql(`INSERT INTO posizione (id, verbale, ordine, titolo, giorno_zero) VALUES ($1, $2, 1, 'OBBLIGATO', '2006-05-01')`, idPosizione, idVerbale)
	sql(`INSERT INTO pagamento (id, verbale, posizione, importo_cent, data, canale, riferimento, stornato)
		VALUES (gen_random_uuid(), $1, $2, 3000, '2006-06-01', 'IMPORTAZIONE', 'a', NULL),
			(gen_random_uuid(), $1, $2, 900, '2006-06-02', 'IMPORTAZIONE', 'b', '2006-06-09')`,
		idVerbale, idPosizione)
	sql(`INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore) VALUES ($1, 1, 'ISCRITTO_A_RUOLO', '2008-03-02', 'importazione')`, idVerbale)
	n := b.dentro(t, "mario")
	r := n.apri("/CoreService/verbali/" + idVerbale)
	r.mostra(t, "Verbale 77/V/2006", "Verbale importato da un altro sistema", "01/03/2006", "Dovuto al", "50,00 €", "registrata dal sistema di origine",
		"stornato il 09/06/2006", "Il credito è stato iscritto a ruolo", "Iscritto a ruolo", "Chiesto chi guidava", "articolo non registrato", "Resta")
	r.nasconde(t, "00:00<", "<dt class=\"col-sm-4\">Targa</dt>", "<dt class=\"col-sm-4\">Luogo</dt>")
	n.apri("/CoreService/verbali?numero=77").mostra(t, "77/V/2006", "targa non registrata", "luogo non registrato", "01/03/2006")
}
