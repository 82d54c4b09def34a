package app_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const (
	paginaVerbale = "/CoreService/verbali/" + idVerbale
	idAnomalia    = "018f0000-0000-7000-8000-0000000000b1"
)

// daDecidere is unVerbale in a state of the procedure, with an anomaly and nobody known.
func (b *banco) daDecidere(t *testing.T, procedura string) {
	t.Helper()
	b.unVerbale(t)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET procedura = $1`, procedura)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE posizione SET soggetto = NULL`)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `DELETE FROM documento WHERE tipo = 'ATTO'`)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE anomalia SET id = $1, tipo = 'INTESTATARIO_ANOMALA', testo = 'La targa ha <due> proprietari.'`, idAnomalia)
}

// tipiOfferti are the events that a page offers, in order.
func tipiOfferti(r risposta) string {
	var tipi []string
	for _, m := range regexp.MustCompile(`name="tipo" value="([A-Z_]+)"`).FindAllStringSubmatch(r.corpo, -1) {
		tipi = append(tipi, m[1])
	}
	return strings.Join(tipi, " ")
}

// TestLaSchedaOffreCioCheElaborazioneAmmette: the page has no list of its own of what a state admits.
func TestLaSchedaOffreCioCheElaborazioneAmmette(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.daDecidere(t, "DA_VALIDARE")
	ufficio, mario, lettore := b.conRuolo(t, auth.RuoloUfficio), b.dentro(t, "mario"), b.dentro(t, "lettore")
	for ammette, vuole := range map[string]string{
		"NOTA_AGGIUNTA VERBALE_SCARTATO VERBALE_VALIDATO":           "VERBALE_VALIDATO VERBALE_SCARTATO NOTA_AGGIUNTA",
		"INTESTATARIO_TROVATO INTESTATARIO_RICHIESTO NOTA_AGGIUNTA": "INTESTATARIO_TROVATO INTESTATARIO_TROVATO INTESTATARIO_RICHIESTO NOTA_AGGIUNTA",
		"ANOMALIA_RISOLTA NOTA_AGGIUNTA":                            "ANOMALIA_RISOLTA NOTA_AGGIUNTA",
		"DEBITO_SOSPESO NOTA_AGGIUNTA POSIZIONE_CHIUSA":             "NOTA_AGGIUNTA DEBITO_SOSPESO POSIZIONE_CHIUSA",
		"": "",
	} {
		e.ammette(nil, strings.Fields(ammette)...)
		r := ufficio.apri(paginaVerbale)
		if offerti := tipiOfferti(r); offerti != vuole {
			t.Errorf("%s: %s, want %s", ammette, offerti, vuole)
		}
		r.mostra(t, "Intestatario da verificare: La targa ha &lt;due&gt; proprietari.", "<strong>Trasmetti &lt;il&gt; ricorso.</strong> Serve un ricorso")
	}
	if offerti := tipiOfferti(mario.apri(paginaVerbale)); offerti != "NOTA_AGGIUNTA" {
		t.Errorf("who does not decide: %s", offerti)
	}
	r := lettore.apri(paginaVerbale)
	if offerti := tipiOfferti(r); offerti != "" {
		t.Errorf("who only reads: %s", offerti)
	}
	r.nasconde(t, "senza moduli", "Che cosa fare")
	e.mu.Lock()
	e.muta = true
	e.mu.Unlock()
	r = ufficio.apri(paginaVerbale)
	if offerti := tipiOfferti(r); offerti != "" || r.stato != http.StatusOK {
		t.Errorf("without an answer: %d %s", r.stato, offerti)
	}
	r.mostra(t, "Ora non si può sapere", "senza moduli", "Cronologia", "La targa ha &lt;due&gt; proprietari.")
}

// TestModuloGenerico: an event without words of its own has a form of the fields that the answer names.
func TestModuloGenerico(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.unVerbale(t)
	campo := func(nome, tipo string, serve bool, valori ...string) event.CampoAzione {
		return event.CampoAzione{Nome: nome, Tipo: tipo, Obbligatorio: serve, Valori: valori}
	}
	e.ammette(map[string][]event.CampoAzione{
		"RICORSO_RESPINTO": {campo("motivo", "TESTO", true), campo("dataLegale", "DATA", false), campo("posizione", "POSIZIONE", true, idPosizione),
			campo("dati.importoCent", "IMPORTO", true), campo("dati.ricorso", "RICORSO", false, idAnomalia), campo("dati.riferimento", "TESTO", false)},
		"RICORSO_PRESENTATO":       {campo("dati.autorita", "SCELTA", true, "PREFETTO", "GIUDICE_DI_PACE")},
		"DATI_CONDUCENTE_RICEVUTI": {campo("dati.conducente", "PERSONA", true)},
		"RATEIZZAZIONE_CONCESSA":   {campo("dati.familiari", "NUMERO", false)},
	}, "RICORSO_RESPINTO", "RICORSO_PRESENTATO", "DATI_CONDUCENTE_RICEVUTI", "RATEIZZAZIONE_CONCESSA")
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(paginaVerbale).mostra(t, "Altri eventi", "Registra il rigetto del ricorso", `name="RICORSO_RESPINTO.importoCent"`, "In euro: 29,40.",
		`value="`+idPosizione+`"`,
		`<option value="PREFETTO">Il prefetto</option>`, `name="DATI_CONDUCENTE_RICEVUTI.conducente-persona-cognome"`, `type="number"`)
	manda := func(tipo string, campi url.Values) risposta {
		for k, v := range map[string]string{"tipo": tipo, "generica": "si", "idempotenza": "k1", "motivo": "ordinanza"} {
			campi.Set(k, v)
		}
		return n.invia(paginaVerbale+"/eventi", campi)
	}
	const apre = `verbale.evento prova.ufficio alfa {"idVerbale":"` + idVerbale + `","indirizzo":"127.0.0.1","richiesta":`
	for tipo, c := range map[string]struct {
		campi url.Values
		vuole string
	}{
		"RICORSO_RESPINTO": {url.Values{"RICORSO_RESPINTO.posizione": {idPosizione}, "RICORSO_RESPINTO.importoCent": {"1.084,50"},
			"RICORSO_RESPINTO.dataLegale": {"2026-03-12"}},
			`{"tipo":"RICORSO_RESPINTO","motivo":"ordinanza","dataLegale":"2026-03-12","posizione":"` + idPosizione + `","dati":{"importoCent":108450},"idempotenza":"k1"}}`},
		"DATI_CONDUCENTE_RICEVUTI": {url.Values{"DATI_CONDUCENTE_RICEVUTI.conducente-persona-cognome": {"Neri"}, "DATI_CONDUCENTE_RICEVUTI.conducente-persona-nome": {"Ada"},
			"DATI_CONDUCENTE_RICEVUTI.conducente-indirizzo-via": {"Via Po"}, "DATI_CONDUCENTE_RICEVUTI.conducente-indirizzo-comune": {"Roma"}},
			`{"tipo":"DATI_CONDUCENTE_RICEVUTI","motivo":"ordinanza","dati":{"conducente":{"indirizzo":{"comune":"Roma","via":"Via Po"},"persona":{"cognome":"Neri","nome":"Ada"}}},"idempotenza":"k1"}}`},
		"RATEIZZAZIONE_CONCESSA": {url.Values{"RATEIZZAZIONE_CONCESSA.familiari": {"2"}},
			`{"tipo":"RATEIZZAZIONE_CONCESSA","motivo":"ordinanza","dati":{"familiari":2},"idempotenza":"k1"}}`},
	} {
		if r := manda(tipo, c.campi); r.stato != http.StatusSeeOther {
			t.Errorf("%s: %d\n%s", tipo, r.stato, r.corpo)
		}
		if diff := cmp.Diff([]string{apre + c.vuole}, e.prendi()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tipo, diff)
		}
	}
	r := manda("RICORSO_RESPINTO", url.Values{"RICORSO_RESPINTO.importoCent": {"tanto"}, "RICORSO_RESPINTO.riferimento": {"ord. <1>"}})
	r.mostra(t, "Destinatario: manca", "Somma: non si legge come numero", `value="tanto"`, `value="ord. &lt;1&gt;"`, "is-invalid")
	if r.stato != http.StatusBadRequest || len(e.prendi()) != 0 {
		t.Errorf("%d", r.stato)
	}
	e.rispondi(problem.CampoNonValido("dati.importoCent", "deve essere tra 1 e 1000000000 centesimi"))
	manda("RICORSO_RESPINTO", url.Values{"RICORSO_RESPINTO.posizione": {idPosizione}, "RICORSO_RESPINTO.importoCent": {"0"}}).
		mostra(t, "Somma: deve essere", `<details class="mb-2" open>`)
}

// An act held for its term, printed or not, leaves because an officer says since when the term runs, or never.
func TestAttoFuoriTermineDallaScheda(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.daDecidere(t, "INTESTATARIO_TROVATO")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE posizione SET soggetto = $1`, idSoggetto)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE anomalia SET tipo = 'TERMINE_NOTIFICA_SCADUTO', id = (SELECT id FROM posizione)`)
	e.ammette(map[string][]event.CampoAzione{"POSIZIONE_CHIUSA": {{Nome: "posizione", Tipo: event.CampoPosizione, Valori: []string{idPosizione}}}},
		"ANOMALIA_RISOLTA", "VERBALE_SCARTATO", "VERBALE_ESTINTO_TERMINI", "NOTA_AGGIUNTA", "POSIZIONE_CHIUSA")
	n := b.conRuolo(t, auth.RuoloUfficio)
	r := n.apri(paginaVerbale)
	r.mostra(t, "Da decidere: Atto oltre il termine per notificare", "Lascia partire l&#39;atto", "Da quale giorno decorre il termine, e perché", "Estingui per decorso dei termini")
	if offerti := tipiOfferti(r); offerti != "ANOMALIA_RISOLTA VERBALE_SCARTATO VERBALE_ESTINTO_TERMINI NOTA_AGGIUNTA POSIZIONE_CHIUSA" {
		t.Error(offerti)
	}
	anomalia := regexp.MustCompile(`name="anomalia" value="([^"]+)"`).FindStringSubmatch(r.corpo)[1]
	modulo := url.Values{"tipo": {"ANOMALIA_RISOLTA"}, "anomalia": {anomalia}, "idempotenza": {"k1"}, "esito": {"dati del locatario del 10/09"}}
	n.invia(paginaVerbale+"/eventi", modulo).mostra(t, "confermare di aver verificato", "dati del locatario del 10/09")
	modulo.Set("conferma", "si")
	if r := n.invia(paginaVerbale+"/eventi", modulo); r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	if chieste := e.prendi(); len(chieste) != 1 || !strings.Contains(chieste[0], `"dati":{"anomalia":"`+anomalia+`","esito":"dati del locatario del 10/09"}`) {
		t.Error(chieste)
	}
	t.Run("somebody else answers too: nothing more is asked of this one", func(t *testing.T) {
		b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO posizione (id, verbale, ordine, titolo, soggetto)
			SELECT gen_random_uuid(), verbale, 2, 'TRASGRESSORE', soggetto FROM posizione`)
		r := n.apri(paginaVerbale)
		r.mostra(t, "Non chiedere più nulla a questo destinatario", "Il verbale prosegue verso gli altri")
		held := regexp.MustCompile(`name="anomalia" value="([^"]+)"`).FindStringSubmatch(r.corpo)[1]
		chiude := url.Values{"tipo": {"POSIZIONE_CHIUSA"}, "anomalia": {held}, "idempotenza": {"k2"}, "motivo": {"oltre i 100 giorni"}}
		n.invia(paginaVerbale+"/eventi", chiude).mostra(t, "confermare di aver verificato")
		chiude.Set("conferma", "si")
		if r := n.invia(paginaVerbale+"/eventi", chiude); r.stato != http.StatusSeeOther {
			t.Fatalf("%d\n%s", r.stato, r.corpo)
		}
		chieste := e.prendi()
		if len(chieste) != 1 || !strings.Contains(chieste[0], `"tipo":"POSIZIONE_CHIUSA"`) || !strings.Contains(chieste[0], `"posizione":"`+held+`"`) {
			t.Error(chieste)
		}
	})
	n.apri("/CoreService/verbali?stato=DA_DECIDERE&anomalia=TERMINE_NOTIFICA_SCADUTO").mostra(t, idVerbale)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET procedura = 'ESTINTO_TERMINI'`)
	if r := n.apri("/CoreService/verbali?stato=DA_DECIDERE&anomalia=TERMINE_NOTIFICA_SCADUTO"); strings.Contains(r.corpo, idVerbale) {
		t.Error("what is extinct is no work any more")
	}
}

// An outcome of the post may be written by hand, and an addressee who could not be reached is not
// the end.
func TestEsitiDellaNotificaDallaScheda(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.unVerbale(t)
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
	sql(`DELETE FROM anomalia`)
	n := b.conRuolo(t, auth.RuoloUfficio)
	stato := func(procedura, tentativo string) risposta {
		sql(`UPDATE verbale SET procedura = $1`, procedura)
		sql(`DELETE FROM notifica`)
		if tentativo != "" {
			sql(`INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata) VALUES (gen_random_uuid(), $1, $2, 'POSTA', $3, '2026-03-10')`, idVerbale, idPosizione, tentativo)
		}
		return n.apri(paginaVerbale)
	}
	const poi = " VERBALE_ESTINTO_TERMINI VERBALE_ARCHIVIATO VERBALE_ANNULLATO NOTA_AGGIUNTA"
	for nome, c := range map[string]struct{ procedura, tentativo, vuole string }{
		"a letter is on its way":    {"IN_NOTIFICA", "AVVIATA", "NOTIFICA_PERFEZIONATA NOTIFICA_NON_RIUSCITA" + poi},
		"it came back":              {"NON_NOTIFICABILE", "NON_RIUSCITA", "NOTIFICA_PERFEZIONATA NOTIFICA_AVVIATA" + poi},
		"it has not been sent":      {"ATTO_GENERATO", "", "NOTIFICA_PERFEZIONATA NOTIFICA_AVVIATA" + poi},
		"there is no service again": {"DEFINITO", "PERFEZIONATA", "VERBALE_ARCHIVIATO VERBALE_ANNULLATO NOTA_AGGIUNTA"},
	} {
		e.ammette(nil, strings.Fields(c.vuole)...)
		if offerti := tipiOfferti(stato(c.procedura, c.tentativo)); offerti != c.vuole {
			t.Errorf("%s: %s, want %s", nome, offerti, c.vuole)
		}
	}
	e.ammette(nil, strings.Fields("NOTIFICA_PERFEZIONATA NOTIFICA_NON_RIUSCITA NOTIFICA_AVVIATA"+poi)...)
	stato("NON_NOTIFICABILE", "NON_RIUSCITA").mostra(t, "Da decidere: l&#39;atto non ha raggiunto nessuno", "Posta, deposito (compiuta giacenza)", `name="NOTIFICA_PERFEZIONATA.esito-fatto"`)
	const apre = `verbale.evento prova.ufficio alfa {"idVerbale":"` + idVerbale + `","indirizzo":"127.0.0.1","richiesta":`
	manda := func(tipo string, campi url.Values) risposta {
		for k, v := range map[string]string{"tipo": tipo, "idempotenza": "k1", "motivo": "avviso di ricevimento", "conferma": "si"} {
			campi.Set(k, v)
		}
		return n.invia(paginaVerbale+"/eventi", campi)
	}
	for tipo, c := range map[string]struct {
		campi url.Values
		vuole string
	}{
		"NOTIFICA_PERFEZIONATA": {url.Values{"NOTIFICA_PERFEZIONATA.canale": {"POSTA_DEPOSITO"}, "NOTIFICA_PERFEZIONATA.esito-fatto": {"2026-03-12"},
			"NOTIFICA_PERFEZIONATA.prova": {"AR 1"}},
			`{"tipo":"NOTIFICA_PERFEZIONATA","motivo":"avviso di ricevimento","prova":"AR 1","dati":{"canale":"POSTA_DEPOSITO","esito":{"fatto":"2026-03-12"}},"idempotenza":"k1"}}`},
		"NOTIFICA_NON_RIUSCITA": {url.Values{"NOTIFICA_NON_RIUSCITA.dataLegale": {"2026-03-15"}},
			`{"tipo":"NOTIFICA_NON_RIUSCITA","motivo":"avviso di ricevimento","dataLegale":"2026-03-15","dati":{"motivo":"avviso di ricevimento"},"idempotenza":"k1"}}`},
		"NOTIFICA_AVVIATA": {url.Values{"NOTIFICA_AVVIATA.canale": {"MESSO"}},
			`{"tipo":"NOTIFICA_AVVIATA","motivo":"avviso di ricevimento","dati":{"canale":"MESSO"},"idempotenza":"k1"}}`},
		"VERBALE_ESTINTO_TERMINI": {url.Values{"VERBALE_ESTINTO_TERMINI.termine": {"NOTIFICA"}},
			`{"tipo":"VERBALE_ESTINTO_TERMINI","motivo":"avviso di ricevimento","dati":{"termine":"NOTIFICA"},"idempotenza":"k1"}}`},
		"VERBALE_ARCHIVIATO": {url.Values{}, `{"tipo":"VERBALE_ARCHIVIATO","motivo":"avviso di ricevimento","idempotenza":"k1"}}`},
	} {
		if r := manda(tipo, c.campi); r.stato != http.StatusSeeOther {
			t.Errorf("%s: %d\n%s", tipo, r.stato, r.corpo)
		}
		if diff := cmp.Diff([]string{apre + c.vuole}, e.prendi()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tipo, diff)
		}
		n.apri(paginaVerbale+"?fatto="+tipo).mostra(t, "alert-success")
	}
	if r := manda("NOTIFICA_PERFEZIONATA", url.Values{}); r.stato != http.StatusBadRequest || len(e.prendi()) != 0 {
		t.Errorf("without its data: %d", r.stato)
	} else {
		r.mostra(t, "Come è avvenuta: manca", "Giorno del fatto: manca")
	}
	e.rispondi(problem.NonValido(problem.Campo{Campo: "dati.esito.fatto", Messaggio: "precede l'affidamento"}))
	r := manda("NOTIFICA_PERFEZIONATA", url.Values{"NOTIFICA_PERFEZIONATA.canale": {"MESSO"}, "NOTIFICA_PERFEZIONATA.esito-fatto": {"2026-03-12"}})
	r.mostra(t, "Giorno del fatto: precede", `value="2026-03-12"`)

	sql(`INSERT INTO posizione (id, verbale, ordine, titolo, soggetto) VALUES ($3, $1, 2, 'TRASGRESSORE', $2)`, idVerbale, idSoggetto, idAnomalia)
	e.ammette(map[string][]event.CampoAzione{"NOTIFICA_AVVIATA": {{Nome: "posizione", Tipo: event.CampoPosizione, Obbligatorio: true,
		Valori: []string{idPosizione, idAnomalia}}}}, "NOTIFICA_AVVIATA")
	n.apri(paginaVerbale).mostra(t, `name="NOTIFICA_AVVIATA.posizione"`, "Trasgressore: Bianchi&lt;b&gt; Anna")
	if r := manda("NOTIFICA_AVVIATA", url.Values{"NOTIFICA_AVVIATA.canale": {"MESSO"}}); r.stato != http.StatusBadRequest {
		t.Errorf("to whom: %d", r.stato)
	}
}

// An anomaly that a closing settled waits no more; where the state still waits, the page says so even if
// somebody has settled its anomaly.
func TestIlRichiamoSegueLoStato(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	e.ammette(nil, "INTESTATARIO_TROVATO", "ANOMALIA_RISOLTA")
	b.daDecidere(t, "INTESTATARIO_ANOMALO")
	n := b.conRuolo(t, auth.RuoloUfficio)
	sql := func(sql string, args ...any) { b.ambiente.Esegui(t, "elaborazione", "alfa", sql, args...) }
	for _, procedura := range []string{"SCARTATO", "ESTINTO_DECESSO"} {
		sql(`UPDATE verbale SET procedura = $1`, procedura)
		n.apri(paginaVerbale).nasconde(t, "Da decidere")
	}
	sql(`UPDATE anomalia SET tipo = 'ANNULLATO_E_PAGATO'`)
	n.apri(paginaVerbale).mostra(t, "Da decidere: Annullato e pagato")
	sql(`UPDATE anomalia SET tipo = 'INTESTATARIO_ANOMALA', chiusa = now()`)
	sql(`UPDATE verbale SET procedura = 'INTESTATARIO_ANOMALO'`)
	r := n.apri(paginaVerbale)
	r.mostra(t, "Da decidere: Intestatario da verificare", "INTESTATARIO_TROVATO")
	r.nasconde(t, "ANOMALIA_RISOLTA")
}

// A closed fine is taken up again only by a person who has ticked that he knows what follows.
func TestRiapreDallaScheda(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.unVerbale(t)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE anomalia SET id = $1, tipo = 'PAGAMENTO_INSUFFICIENTE', testo = 'Mancano 5 euro.'`, idAnomalia)
	riapre := map[string][]event.CampoAzione{"ANOMALIA_RISOLTA": {{Nome: "dati.riapre", Tipo: event.CampoSiNo}}}
	n := b.conRuolo(t, auth.RuoloUfficio)
	offre := func(procedura, debito string) bool {
		b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET procedura = $1, debito = $2`, procedura, debito)
		return strings.Contains(n.apri(paginaVerbale).corpo, `name="riapre"`)
	}
	for stato, vuole := range map[[2]string]bool{
		{"NOTIFICATO", "RIDOTTO"}: false, {"NOTIFICATO", "PAGATO"}: true, {"DEFINITO", "PAGATO"}: true, {"ESTINTO_TERMINI", "SGRAVATO"}: true,
		{"SCARTATO", "SGRAVATO"}: false, {"ANNULLATO_AUTOTUTELA", "SGRAVATO"}: false,
	} {
		if e.ammette(nil, "ANOMALIA_RISOLTA"); vuole {
			e.ammette(riapre, "ANOMALIA_RISOLTA")
		}
		if ha := offre(stato[0], stato[1]); ha != vuole {
			t.Errorf("%s: offered %v", stato, ha)
		}
	}
	e.ammette(riapre, "ANOMALIA_RISOLTA")
	campi := url.Values{"tipo": {"ANOMALIA_RISOLTA"}, "anomalia": {idAnomalia}, "riapre": {"si"}, "esito": {"la data era un'altra"}, "idempotenza": {"k"}}
	r := n.invia(paginaVerbale+"/eventi", campi)
	if r.stato != http.StatusBadRequest || len(e.prendi()) != 0 {
		t.Errorf("without a word that he knows: %d", r.stato)
	}
	campi.Set("conferma", "si")
	if r := n.invia(paginaVerbale+"/eventi", campi); r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	vuole := []string{`verbale.evento prova.ufficio alfa {"idVerbale":"` + idVerbale + `","indirizzo":"127.0.0.1","richiesta":{"tipo":"ANOMALIA_RISOLTA","motivo":"la data era un'altra","dati":{"anomalia":"` +
		idAnomalia + `","esito":"la data era un'altra","riapre":true},"idempotenza":"k"}}`}
	if diff := cmp.Diff(vuole, e.prendi()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEventiDallaScheda(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.daDecidere(t, "INTESTATARIO_ANOMALO")
	e.ammette(nil, "VERBALE_VALIDATO", "VERBALE_SCARTATO", "INTESTATARIO_RICHIESTO", "ANOMALIA_RISOLTA", "NOTA_AGGIUNTA")
	n := b.conRuolo(t, auth.RuoloUfficio)
	manda := func(campi url.Values) risposta {
		campi.Set("idempotenza", "k1")
		campi.Set("sequenza", "2")
		return n.invia(paginaVerbale+"/eventi", campi)
	}
	const apre = `verbale.evento prova.ufficio alfa {"idVerbale":"` + idVerbale + `","indirizzo":"127.0.0.1","richiesta":{`
	for tipo, c := range map[string]struct {
		campi url.Values
		vuole string
	}{
		"VERBALE_VALIDATO": {url.Values{"motivo": {" visto "}}, `"tipo":"VERBALE_VALIDATO","motivo":"visto","idempotenza":"k1","sequenza":2}}`},
		"VERBALE_SCARTATO": {url.Values{"motivo": {"targa illeggibile"}, "conferma": {"si"}},
			`"tipo":"VERBALE_SCARTATO","motivo":"targa illeggibile","idempotenza":"k1","sequenza":2}}`},
		"INTESTATARIO_RICHIESTO": {url.Values{"motivo": {"corretta"}},
			`"tipo":"INTESTATARIO_RICHIESTO","motivo":"corretta","posizione":"` + idPosizione + `","idempotenza":"k1","sequenza":2}}`},
		"ANOMALIA_RISOLTA": {url.Values{"esito": {"è il primo"}, "anomalia": {idAnomalia}},
			`"tipo":"ANOMALIA_RISOLTA","motivo":"è il primo","dati":{"anomalia":"` + idAnomalia + `","esito":"è il primo"},"idempotenza":"k1","sequenza":2}}`},
		"NOTA_AGGIUNTA": {url.Values{"testo": {"ha telefonato"}},
			`"tipo":"NOTA_AGGIUNTA","motivo":"Nota dell'operatore","dati":{"testo":"ha telefonato"},"idempotenza":"k1"}}`},
	} {
		c.campi.Set("tipo", tipo)
		r := manda(c.campi)
		if r.stato != http.StatusSeeOther || r.testa.Get("Location") != paginaVerbale+"?fatto="+tipo {
			t.Errorf("%s: %d %v\n%s", tipo, r.stato, r.testa, r.corpo)
		}
		if diff := cmp.Diff([]string{apre + c.vuole}, e.prendi()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tipo, diff)
		}
	}
	n.apri(paginaVerbale+"?fatto=NOTA_AGGIUNTA").mostra(t, "Nota aggiunta.")
	n.apri(paginaVerbale+"?fatto=%3Cb%3E").nasconde(t, "<b>", "alert-success")

	for nome, c := range map[string]struct {
		campi url.Values
		dice  string
	}{
		"nothing":              {url.Values{}, "non è un&#39;azione"},
		"an event of others":   {url.Values{"tipo": {"RICORSO_ACCOLTO"}, "motivo": {"m"}}, "non è un&#39;azione"},
		"no words":             {url.Values{"tipo": {"VERBALE_VALIDATO"}, "motivo": {"  "}}, "motivo: manca"},
		"nobody has confirmed": {url.Values{"tipo": {"VERBALE_SCARTATO"}, "motivo": {"doppio<i>"}}, "doppio&lt;i&gt;"},
	} {
		r := manda(c.campi)
		if r.stato != http.StatusBadRequest {
			t.Errorf("%s: %d", nome, r.stato)
		}
		r.mostra(t, c.dice, `role="alert"`, "Verbale 123/2026")
	}
	if chieste := e.prendi(); len(chieste) != 0 {
		t.Errorf("asked all the same: %v", chieste)
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE anomalia SET tipo = 'SEGNALATA'`)
	e.rispondi(problem.Conflitto("VERBALE_CAMBIATO", "Il verbale è alla sequenza 3, non più alla 2."))
	r := manda(url.Values{"tipo": {"ANOMALIA_RISOLTA"}, "esito": {"scritto prima"}, "anomalia": {idAnomalia}})
	if r.stato != http.StatusConflict {
		t.Errorf("changed meanwhile: %d", r.stato)
	}
	r.mostra(t, "non più alla 2", "scritto prima", "<details class=\"mb-4\" open>")
	e.rispondi(problem.CampoNonValido("dati.esito", "è troppo lungo"))
	manda(url.Values{"tipo": {"ANOMALIA_RISOLTA"}, "esito": {"x"}, "anomalia": {idAnomalia}}).mostra(t, "esito: è troppo lungo", "is-invalid")
}

func TestEventiDiChiNonPuo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	b.daDecidere(t, "DA_VALIDARE")
	campi := url.Values{"tipo": {"VERBALE_VALIDATO"}, "motivo": {"visto"}, "idempotenza": {"k"}}
	for nome, c := range map[string]struct {
		n        *navigatore
		percorso string
		stato    int
	}{
		"who does not decide": {b.dentro(t, "mario"), paginaVerbale, http.StatusForbidden},
		"who only reads":      {b.dentro(t, "lettore"), paginaVerbale, http.StatusForbidden},
		"another command":     {b.dentro(t, "luigi"), paginaVerbale, http.StatusNotFound},
		"no fine":             {b.dentro(t, "luigi"), "/CoreService/verbali/" + uuid.NewString(), http.StatusNotFound},
		"nobody":              {b.navigatore(t), paginaVerbale, http.StatusUnauthorized},
	} {
		if r := c.n.invia(c.percorso+"/eventi", campi); r.stato != c.stato {
			t.Errorf("%s: %d, want %d", nome, r.stato, c.stato)
		}
	}
	r := b.conRuolo(t, auth.RuoloUfficio).chiedi(http.MethodPost, paginaVerbale+"/eventi", campi, map[string]string{"Sec-Fetch-Site": "cross-site"})
	if r.stato != http.StatusForbidden {
		t.Errorf("from another site: %d", r.stato)
	}
	if chieste := e.prendi(); len(chieste) != 0 {
		t.Errorf("asked all the same: %v", chieste)
	}
}
