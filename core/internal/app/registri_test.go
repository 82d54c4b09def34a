package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// unDomiciliato is what elaborazione says of the acts to be sent.
func unDomiciliato() event.RispostaDomicili {
	return event.RispostaDomicili{Oltre: true, Atti: []event.AttoDomiciliato{
		{IDVerbale: idVerbale, Numero: "7/2026", Targa: "AB123CD", Destinatario: "ROSSI <b>MARIO</b>", Trovato: "2026-11-20", Ultimo: "2027-02-18",
			Domicili: []event.IndirizzoDigitale{{Indirizzo: "rossi@pec.example", Tipo: "PEC", Fonte: "INAD", Professione: "Avvocato"}}},
		{IDVerbale: idVerbale, Numero: "8/2026", Targa: "AB124CD", Destinatario: "VERDI", Trovato: "2026-11-20", Ultimo: "2027-02-19", Domicili: []event.IndirizzoDigitale{}}}}
}

// TestAttiConDomicilioDigitale: the first page counts those that a person sends, for who reads fines with the way to the plan, and from
// there to the list with address, register and last day. What is served, is being served, lies in a lot, or was answered later that there
// is none, is not counted.
func TestAttiConDomicilioDigitale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri("/CoreService/").nasconde(t, "Atti con domicilio digitale")
	for i, c := range []struct{ procedura, debito, dopo string }{
		{"ATTO_GENERATO", "NON_ESIGIBILE", ""},
		{"IN_NOTIFICA", "NON_ESIGIBILE", ""},
		{"ATTO_GENERATO", "PAGATO", ""},
		{"ARCHIVIATO", "NON_ESIGIBILE", ""},
		{"ATTO_GENERATO", "NON_ESIGIBILE", `UPDATE posizione SET giorno_zero = '2026-11-01' WHERE verbale = $1`},
		{"ATTO_GENERATO", "NON_ESIGIBILE", `UPDATE posizione SET chiusa = 'deceduto' WHERE verbale = $1`},
		{"IN_NOTIFICA", "NON_ESIGIBILE", `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata) SELECT gen_random_uuid(), verbale, id, 'PEC', 'AVVIATA', '2026-11-01' FROM posizione WHERE verbale = $1`},
		{"ATTO_GENERATO", "NON_ESIGIBILE", `DELETE FROM documento WHERE verbale = $1`},
		{"ATTO_GENERATO", "NON_ESIGIBILE", `INSERT INTO visura (id, verbale, posizione, registro, soggetto, stato, giorno)
			SELECT 'ffffffff-0000-7000-8000-000000000000', verbale, id, 'DOMICILIO_DIGITALE', soggetto, 'NON_TROVATA', '2026-11-25' FROM posizione WHERE verbale = $1`},
		{"ATTO_GENERATO", "NON_ESIGIBILE", `WITH l AS (INSERT INTO lotto (id, tipo, stato, creato, creato_da) VALUES (gen_random_uuid(), 'POSTALE', 'BOZZA', now(), 'x') RETURNING id)
			INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato) SELECT gen_random_uuid(), l.id, 'POSTALE', p.verbale, p.id, 'IN_ATTESA'
			FROM l, posizione p WHERE p.verbale = $1`},
	} {
		id, soggetto, posizione := uuid.NewString(), uuid.NewString(), uuid.NewString()
		sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
		b.riga(t, id, 301+i, "AA00"+string(rune('0'+i))+"AA", "2026-11-02T09:30:00Z")
		sql(`UPDATE verbale SET procedura = $2, debito = $3 WHERE id = $1`, id, c.procedura, c.debito)
		sql(`INSERT INTO soggetto (id, tipo) VALUES ($1, 'PERSONA')`, soggetto)
		sql(`INSERT INTO posizione (id, verbale, ordine, titolo, soggetto) VALUES ($1, $2, 1, 'OBBLIGATO', $3)`, posizione, id, soggetto)
		sql(`INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte) VALUES (gen_random_uuid(), $1, $2, 'ATTO', 'atto.pdf', 'application/pdf', repeat('0', 64), 1)`, id, posizione)
		sql(`INSERT INTO visura (id, verbale, posizione, registro, soggetto, stato, giorno) VALUES (gen_random_uuid(), $1, $2, 'DOMICILIO_DIGITALE', $3, 'TROVATA', '2026-11-20')`, id, posizione, soggetto)
		if c.dopo != "" {
			sql(c.dopo, id)
		}
		b.piano(t, unPiano{posizione: posizione, verbale: id, aspetta: "DECISIONE", entro: "2027-02-18"})
	}
	n.apri("/CoreService/").mostra(t, `href="/CoreService/piano?domicilio=si">Atti con domicilio digitale, da mandare</a>: <strong>2</strong>`)
	n.apri("/CoreService/piano?domicilio=si").mostra(t, ">301/2026</a>", ">302/2026</a>", `href="/CoreService/domiciliDigitali">Gli indirizzi trovati`, "<strong>Tutto</strong></a>: 2")
	r := n.apri("/CoreService/domiciliDigitali")
	r.mostra(t, "rossi@pec.example", "INAD, professionale (Avvocato)", "ROSSI &lt;b&gt;MARIO&lt;/b&gt;", "18/02/2027", "20/11/2026",
		"Quello trovato non vale più", "Ce ne sono altri", `href="/CoreService/verbali/`+idVerbale)
	if chieste := e.prendi(); len(chieste) != 1 || !strings.HasPrefix(chieste[0], "registri.domicili prova.ufficio alfa ") ||
		!strings.Contains(chieste[0], `"indirizzo":`) {
		t.Errorf("%q", chieste)
	}
	if r := b.conRuolo(t, auth.RuoloOperatore).apri("/CoreService/domiciliDigitali"); r.stato != http.StatusForbidden {
		t.Errorf("who may not decide: %d", r.stato)
	}
	b.conRuolo(t, auth.RuoloAmministratore).apri("/CoreService/").mostra(t, "Atti con domicilio digitale, da mandare: <strong>2</strong>")
	e.rispondi(problem.NonDisponibile("DATI_NON_PRONTI", "Non ancora."))
	if r := n.apri("/CoreService/domiciliDigitali"); r.stato != http.StatusServiceUnavailable {
		t.Errorf("elaborazione is not ready: %d", r.stato)
	}
}

// idTarga is a fine whose plate waits.
func idTarga(i int) string { return fmt.Sprintf("00000000-0000-7000-8000-%012d", i) }

// unaAttesa is what elaborazione says of what waits for a register.
func unaAttesa() event.RispostaAttese {
	return event.RispostaAttese{Domande: []event.DomandaInAttesa{
		{IDVerbale: idVerbale, Numero: "7/2026", Targa: "AB123CD", Registro: "RESIDENZA", Chiesta: "2026-11-20", Ultimo: "2027-02-18",
			Detto: "ANPR non ammette il <comando>.", Provata: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)},
		{IDVerbale: idTarga(0), Numero: "10/2026", Targa: "AB126CD", Registro: "VEICOLI", Chiesta: "2026-11-19", Ultimo: "2027-02-18"},
		{IDVerbale: idTarga(1), Numero: "11/2026", Targa: "AB127CD", Registro: "VEICOLI", Chiesta: "2026-11-20", Ultimo: "2027-02-18"},
		{IDVerbale: idTarga(2), Numero: "12/2026", Targa: "AB128CD", Registro: "VEICOLI", Chiesta: "2026-11-20", Ultimo: "2027-02-18"},
		{IDVerbale: idVerbale, Numero: "9/2026", Targa: "AB125CD", Registro: "RESIDENZA", Ente: true, Chiesta: "2026-11-20", Ultimo: "2027-02-19"},
		{IDVerbale: idVerbale, Numero: "9/2026", Targa: "AB125CD", Registro: "DOMICILIO_DIGITALE", Ente: true, Chiesta: "2026-11-20", Ultimo: "2027-02-19"},
		{IDVerbale: idVerbale, Numero: "8/2026", Targa: "AB124CD", Registro: "DOMICILIO_DIGITALE", Chiesta: "2026-11-20", Ultimo: "2027-02-19"}}}
}

// TestChiAspettaUnRegistroSiVede: what waits for a register is counted on the first page once it was tried in vain or a day has
// passed, has a page with reason, number, plate and last day, and the page of its fine says why.
func TestChiAspettaUnRegistroSiVede(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.elaborazione(t).ammette(nil)
	n := b.conRuolo(t, auth.RuoloUfficio)
	var ids []string
	for i, giorno := range []string{"2100-01-01", "2100-01-01", "2026-11-01"} { // just asked; tried in vain; of days ago
		id, soggetto, posizione := uuid.NewString(), uuid.NewString(), uuid.NewString()
		ids = append(ids, id)
		sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
		if i == 1 {
			id = idVerbale
			ids[i] = id
			b.daDecidere(t, "INTESTATARIO_ANOMALO")
		} else {
			b.riga(t, id, 401+i, "AA00"+string(rune('0'+i))+"AA", "2026-11-02T09:30:00Z")
		}
		sql(`INSERT INTO soggetto (id, tipo) VALUES ($1, 'PERSONA')`, soggetto)
		sql(`INSERT INTO posizione (id, verbale, ordine, titolo, soggetto) VALUES ($1, $2, 9, 'OBBLIGATO', $3)`, posizione, id, soggetto)
		sql(`INSERT INTO visura (id, verbale, posizione, registro, soggetto, stato, giorno) VALUES (gen_random_uuid(), $1, $2, 'RESIDENZA', $3, 'CHIESTA', $4)`, id, posizione, soggetto, giorno)
		if i == 1 {
			b.ambiente.Esegui(t, "connessione", "alfa", `INSERT INTO attesa (posizione, registro, verbale, codice, detto, dal, ultimo)
				VALUES ($1, 'RESIDENZA', $2, 'REGISTRO_NEGATO', 'ANPR non ammette il comando: postazione e livello.', now(), now())`, posizione, id)
		}
	}
	n.apri("/CoreService/").mostra(t, `href="/CoreService/registriInAttesa">Aspettano la risposta di un registro</a>: <strong>2</strong>`)
	n.apri("/CoreService/verbali/"+ids[1]).mostra(t, "Aspetta Residenza (ANPR)", "ANPR non ammette il comando: postazione e livello.")
	b.ambiente.Esegui(t, "connessione", "alfa", `DELETE FROM attesa`)
	n.apri("/CoreService/verbali/"+ids[1]).mostra(t, "Aspetta Residenza (ANPR)", "in coda dal 01/01/2100")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE soggetto SET tipo = 'SOCIETA', denominazione = 'Beta S.r.l.', codice_fiscale = '01234567897'
		WHERE id = (SELECT soggetto FROM posizione WHERE verbale = $1 AND ordine = 9)`, ids[1])
	n.apri("/CoreService/verbali/"+ids[1]).mostra(t, "Aspetta Sede (registro delle imprese)", "Da dove viene l&#39;indirizzo")
	r := n.apri("/CoreService/registriInAttesa")
	r.mostra(t, "ANPR non ammette il &lt;comando&gt;. (ultima prova 20/11/2026 10:00)", "In coda.", "18/02/2027", "AB124CD", "Domicilio digitale (INAD)",
		"Sede (registro delle imprese)", "Domicilio digitale (INI-PEC, IPA, INAD)")
	if r := b.conRuolo(t, auth.RuoloOperatore).apri("/CoreService/registriInAttesa"); r.stato != http.StatusForbidden {
		t.Errorf("who may not decide: %d", r.stato)
	}
}

// TestLeTargheCheAspettanoSiVedono: a plate whose register is silent is counted on the first page and has its line with the reason;
// one that was just asked, one that was answered, and that of a fine that ended are no queue.
func TestLeTargheCheAspettanoSiVedono(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.elaborazione(t)
	esegui := func(modulo, sql string, args ...any) { b.ambiente.Esegui(t, modulo, "alfa", sql, args...) }
	for i, c := range []struct{ chiesta, dopo, esito, procedura string }{
		{chiesta: "2026-11-01"}, // of days ago
		{chiesta: "2100-01-01", esito: "REGISTRO_NON_DISPONIBILE"},
		{chiesta: "2100-01-01", esito: "REGISTRO_NON_CONFIGURATO"},
		{chiesta: "2100-01-01"},
		{chiesta: "2026-11-01", dopo: "INTESTATARIO_ANOMALO"},
		{chiesta: "2026-11-01", procedura: "ARCHIVIATO"},
	} {
		id := idTarga(i)
		b.riga(t, id, 501+i, "AA00"+string(rune('0'+i))+"AA", "2026-11-02T09:30:00Z")
		if c.procedura == "" {
			c.procedura = "INTESTATARIO_RICHIESTO"
		}
		esegui("elaborazione", `UPDATE verbale SET procedura = $2 WHERE id = $1`, id, c.procedura)
		esegui("elaborazione", `INSERT INTO posizione (id, verbale, ordine, titolo) VALUES (gen_random_uuid(), $1, 1, 'OBBLIGATO')`, id)
		esegui("elaborazione", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, registrato, attore)
			VALUES ($1, 1, 'INTESTATARIO_RICHIESTO', '2026-11-01', $2::timestamptz, 'sistema')`, id, c.chiesta)
		if c.dopo != "" {
			esegui("elaborazione", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore) VALUES ($1, 2, $2, '2026-11-01', 'sistema')`, id, c.dopo)
		}
		if c.esito != "" {
			esegui("vpn", `ALTER TABLE registro DISABLE TRIGGER USER`) // the spine dates its lines by the server's clock
			esegui("vpn", `INSERT INTO registro (quando, attore, azione, oggetto_tipo, oggetto, esito) VALUES ('2100-01-02', 'sistema', 'INDAGINE_TARGA', 'verbale', $1, $2)`, id, c.esito)
		}
	}
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri("/CoreService/").mostra(t, `href="/CoreService/registriInAttesa">Aspettano la risposta di un registro</a>: <strong>3</strong>`)
	n.apri("/CoreService/registriInAttesa").mostra(t, "AB126CD", "Intestatario (registro dei veicoli)", "Il registro dei veicoli non risponde. (ultima prova 02/01/2100", "non ha un registro dei veicoli collegato")
}

// TestIlDomicilioDigitaleENellaScheda: beside the address of a position stand its digital domiciles, each with register and day; what
// was said last holds, and who sees no person sees none.
func TestIlDomicilioDigitaleENellaScheda(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.elaborazione(t).ammette(nil)
	b.unVerbale(t)
	pagina := "/CoreService/verbali/" + idVerbale
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(pagina).nasconde(t, "Domicilio digitale")
	dice := func(giorno, stato, risposta string) {
		t.Helper()
		id := uuid.NewString()
		b.ambiente.Esegui(t, "connessione", "alfa", `INSERT INTO domicilio (id, chiave, codice_fiscale, giorno, esito, fonte, risposta, alle)
			VALUES ($1::uuid, $1::uuid::text, 'RSSMRA80A01H501U', $2::date, $3, 'INAD', $4, $2::date + interval '10 hours')`,
			id, giorno, stato, risposta)
		b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO visura (id, verbale, posizione, registro, soggetto, stato, risposta, giorno)
			SELECT $1, verbale, id, 'DOMICILIO_DIGITALE', soggetto, $2, $3, $4::date FROM posizione
			WHERE verbale = $5 AND soggetto IS NOT NULL ORDER BY ordine LIMIT 1`,
			uuid.Must(uuid.NewV7()), stato, id, giorno, idVerbale)
	}
	dice("2026-11-20", "TROVATA", `{"domicili":[{"indirizzo":"rossi@pec.example","tipo":"PEC","fonte":"INAD"},
		{"indirizzo":"studio@pec.example","tipo":"PEC","fonte":"INAD","professione":"Avvocato"},
		{"indirizzo":"cessato@pec.example","tipo":"PEC","fonte":"INAD","fine":"2020-01-01T00:00:00Z"},{"indirizzo":"posta@example","tipo":"EMAIL","fonte":"IPA"}]}`)
	r := n.apri(pagina)
	r.mostra(t, "Domicilio digitale", "rossi@pec.example (INAD, letto il 20/11/2026)", "studio@pec.example (INAD, professionale (Avvocato), letto il 20/11/2026)")
	r.nasconde(t, "cessato@pec.example", "posta@example")
	b.conRuolo(t, auth.RuoloLettura).apri(pagina).nasconde(t, "rossi@pec.example", "Domicilio digitale")
	dice("2026-11-21", "NON_TROVATA", `{"domicili":[]}`)
	r = n.apri(pagina)
	r.mostra(t, "nessuno (INAD, letto il 21/11/2026)")
	r.nasconde(t, "rossi@pec.example")
}
