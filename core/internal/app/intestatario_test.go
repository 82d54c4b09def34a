package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const idIndagine = "018f0000-0000-7000-8000-0000000000c1"

// candidatiProva: one who may be chosen, the owner who lent the car, one who is dead.
const candidatiProva = `[
	{"tipo":"PERSONA","codiceFiscale":"RSSMRA85T10A562S","cognome":"Rossi<i>","nome":"Mario","dataNascita":"1985-12-10","luogoNascita":"San Giuliano Terme",
	 "indirizzo":"Via Po","civico":"3","cap":"10100","comune":"Torino","provincia":"TO","nazione":"IT","titolo":"LOCATARIO","dal":"2025-01-01","risponde":true},
	{"tipo":"SOCIETA","codiceFiscale":"00207190257","denominazione":"Noleggi Srl","indirizzo":"","comune":"","nazione":"IT",
	 "titolo":"PROPRIETARIO","dal":"2024-01-01","al":"2026-12-31","risponde":false},
	{"tipo":"PERSONA","codiceFiscale":"","cognome":"Neri","nome":"Ada","nazione":"CH","titolo":"LOCATARIO","decesso":"2019-11-03","risponde":false}]`

// indagine writes, as vpn, an answer from which a person has to decide.
func (b *banco) indagine(t *testing.T, codice, candidati string) {
	t.Helper()
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO indagine (id, verbale, esito, motivo, codice, targa, giorno, candidati, avvertenze, rete, quando)
		VALUES ($1, $2, 'ANOMALA', 'Più <soggetti> al posto del proprietario (2).', $3, 'AB123CD', '2026-03-02', $4,
			'["codice fiscale che non corrisponde"]', 'motorizzazione', now())`,
		idIndagine, idVerbale, codice, candidati)
}

func TestChiRispondeSullaScheda(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.elaborazione(t).ammette(nil, "INTESTATARIO_TROVATO", "VERBALE_SCARTATO", "VERBALE_ESTINTO_DECESSO")
	b.daDecidere(t, "INTESTATARIO_ANOMALO")
	b.indagine(t, "PIU_IN_VECE", candidatiProva)
	n := b.conRuolo(t, auth.RuoloUfficio)
	r := n.apri(paginaVerbale)
	r.mostra(t, "Chi risponde", "Più soggetti rispondono al posto del proprietario", "Scegliere a chi notificare", "Più &lt;soggetti&gt; al posto", "codice fiscale che non corrisponde",
		"Rossi&lt;i&gt; Mario", codice, "10/12/1985, San Giuliano Terme", "Via Po 3, 10100 Torino (TO)",
		"Locatario", "dal 01/01/2025", "Noleggi Srl", "dal 01/01/2024 al 31/12/2026",
		"Per il suo titolo non risponde", "Deceduto il 03/11/2019", "l&#39;archivio non lo dà", `name="indagine" value="`+idIndagine+`"`, "Aspetta una persona dal")
	if scelte := strings.Count(r.corpo, `name="candidato"`); scelte != 1 {
		t.Errorf("%d may be chosen", scelte)
	}
	t.Run("who reads no personal data sees none of them", func(t *testing.T) {
		t.Parallel()
		b.dentro(t, "lettore").apri(paginaVerbale).nasconde(t, "Rossi", codice, "Noleggi", "Deceduto", "soggetti", "Chi risponde")
	})
	t.Run("who does not decide reads, and has no form", func(t *testing.T) {
		t.Parallel()
		r := b.dentro(t, "mario").apri(paginaVerbale)
		r.mostra(t, "Chi risponde")
		r.nasconde(t, `name="candidato"`, "INTESTATARIO_TROVATO")
	})
	t.Run("each kind of answer says what happened and what to do", func(t *testing.T) {
		for codice, dice := range map[string]string{
			"NON_PRESENTE": "non conosce questa targa", "NON_IMMATRICOLATO": "nessun veicolo aveva questa targa", "TARGA_ESTERA": "di un altro Stato",
			"RUBATO":  "risultava rubato",
			"CESSATO": "non era più in circolazione", "DECEDUTO_PRIMA": "era già morto", "DECEDUTO_DOPO": "Chiudi per decesso",
			"MINORENNE": "minorenne", "COMPROPRIETARI": "più proprietari",
			"TARGA_NON_VALIDA": "non ha la forma", "": "non ha dato un intestatario",
		} {
			b.ambiente.Esegui(t, "vpn", "alfa", `ALTER TABLE indagine DISABLE TRIGGER ALL`)
			b.ambiente.Esegui(t, "vpn", "alfa", `UPDATE indagine SET codice = $1`, codice)
			n.apri(paginaVerbale).mostra(t, dice, "Indica a mano una persona", "Scarta il verbale")
		}
	})
	t.Run("an answer about another plate is chosen from no more", func(t *testing.T) {
		b.ambiente.Esegui(t, "vpn", "alfa", `UPDATE indagine SET targa = 'ZZ999ZZ'`)
		r := n.apri(paginaVerbale)
		r.mostra(t, "che il verbale non ha più")
		r.nasconde(t, `name="candidato"`)
	})
}

// A minor is never a choice, whether the registry or the tax code says it (art. 2 L. 689/1981): the page says why.
func TestIlMinorenneNonSiSceglie(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.elaborazione(t).ammette(nil, "INTESTATARIO_TROVATO")
	b.daDecidere(t, "INTESTATARIO_ANOMALO")
	b.indagine(t, "MINORENNE", `[
		{"tipo":"PERSONA","cognome":"Rossi","nome":"Luca","dataNascita":"2016-05-20","nazione":"IT","titolo":"PROPRIETARIO","minorenne":true,"risponde":true},
		{"tipo":"PERSONA","cognome":"Rossi","nome":"Lia","codiceFiscale":"RSSMRA16E20H501S","nazione":"IT","titolo":"PROPRIETARIO","risponde":true},
		{"tipo":"PERSONA","cognome":"Verdi","nome":"Ugo","dataNascita":"1980-05-20","nazione":"IT","titolo":"PROPRIETARIO","risponde":true}]`)
	r := b.conRuolo(t, auth.RuoloUfficio).apri(paginaVerbale)
	r.mostra(t, "Era minorenne il giorno della violazione: ne risponde chi era tenuto alla sorveglianza (art. 2 L. 689/1981, art. 196 CdS).",
		"lo dice il codice fiscale, che non dice il secolo", `name="candidato" value="2"`)
	if scelte := strings.Count(r.corpo, `name="candidato"`); scelte != 1 {
		t.Errorf("%d may be chosen", scelte)
	}
}

func TestSiDiceChiRisponde(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	e := b.elaborazione(t)
	e.ammette(nil, "INTESTATARIO_TROVATO")
	b.daDecidere(t, "INTESTATARIO_ANOMALO")
	b.indagine(t, "PIU_IN_VECE", candidatiProva)
	n := b.conRuolo(t, auth.RuoloUfficio)
	manda := func(campi url.Values) risposta {
		for k, v := range map[string]string{"tipo": "INTESTATARIO_TROVATO", "idempotenza": "k1", "sequenza": "2", "motivo": "contratto di noleggio"} {
			campi.Set(k, v)
		}
		return n.invia(paginaVerbale+"/eventi", campi)
	}
	const apre = `verbale.evento prova.ufficio alfa {"idVerbale":"` + idVerbale + `","indirizzo":"127.0.0.1","richiesta":{"tipo":"INTESTATARIO_TROVATO","motivo":"contratto di noleggio","posizione":"` +
		idPosizione + `","dati":`
	const chiude = `,"idempotenza":"k1","sequenza":2}}`
	for nome, c := range map[string]struct {
		campi url.Values
		dati  string
	}{
		"one of those on the papers": {url.Values{"chi": {"candidato"}, "indagine": {idIndagine}, "candidato": {"0"}, "conferma": {"si"}},
			`{"candidato":0,"indagine":"` + idIndagine + `"}`},
		"somebody else": {url.Values{"chi": {"persona"}, "conferma": {"si"}, "persona.cognome": {" Gatti "}, "persona.nome": {"Lia"},
			"persona.dataNascita": {"1990-02-01"}, "persona.via": {"Rue du Lac"}, "persona.comune": {"Genève"}, "persona.nazione": {"CH"}, "societa.via": {"x"}},
			`{"persona":{"indirizzo":{"comune":"Genève","nazione":"CH","via":"Rue du Lac"},"persona":{"cognome":"Gatti","dataNascita":"1990-02-01","nome":"Lia"}}}`},
		"a company": {url.Values{"chi": {"societa"}, "conferma": {"si"}, "societa.denominazione": {"Trasporti Srl"}, "societa.partitaIva": {"00207190257"},
			"societa.via":    {"Via Po"},
			"societa.comune": {"Torino"}},
			`{"persona":{"indirizzo":{"comune":"Torino","via":"Via Po"},"societa":{"denominazione":"Trasporti Srl","partitaIva":"00207190257"}}}`},
	} {
		r := manda(c.campi)
		if r.stato != http.StatusSeeOther {
			t.Errorf("%s: %d\n%s", nome, r.stato, r.corpo)
		}
		if diff := cmp.Diff([]string{apre + c.dati + chiude}, e.prendi()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", nome, diff)
		}
	}
	for nome, c := range map[string]struct {
		campi url.Values
		dice  string
	}{
		"nobody was ticked":    {url.Values{"chi": {"candidato"}, "indagine": {idIndagine}, "conferma": {"si"}}, "scegliere una delle persone"},
		"nobody has confirmed": {url.Values{"chi": {"candidato"}, "indagine": {idIndagine}, "candidato": {"0"}}, "confermare di aver verificato"},
		"in no known way":      {url.Values{"chi": {"altro"}, "conferma": {"si"}}, "non è un&#39;azione"},
	} {
		r := manda(c.campi)
		if r.stato != http.StatusBadRequest {
			t.Errorf("%s: %d", nome, r.stato)
		}
		r.mostra(t, c.dice)
	}
	if chieste := e.prendi(); len(chieste) != 0 {
		t.Errorf("asked all the same: %v", chieste)
	}
	e.rispondi(problem.NonValido(problem.Campo{Campo: "dati.persona.indirizzo.cap", Messaggio: "cinque cifre"},
		problem.Campo{Campo: "dati.persona.persona.codiceFiscale", Messaggio: "lettera di controllo errata"}))
	r := manda(url.Values{"chi": {"persona"}, "conferma": {"si"}, "persona.cognome": {"Gatti<b>"}, "persona.cap": {"1"}})
	r.mostra(t, "CAP: cinque cifre", "Codice fiscale: lettera di controllo errata", `value="Gatti&lt;b&gt;"`, `id="campo-persona-cap"`, `<details class="mb-3" open><summary>Indica a mano una persona`)
}

// The warnings about the answer that named the owner stay on the page, for operators who may see
// people.
func TestAvvertenzeSullIntestatarioTrovato(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t)
	b.indagine(t, "UNICO_PROPRIETARIO", "[]")
	n := b.conRuolo(t, auth.RuoloUfficio)
	n.apri(paginaVerbale).nasconde(t, "codice fiscale che non corrisponde")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, dati)
		VALUES ($1, 3, 'INTESTATARIO_TROVATO', '2026-03-03', 'elaborazione', jsonb_build_object('indagine', $2::text))`, idVerbale, idIndagine)
	r := n.apri(paginaVerbale)
	r.mostra(t, "Da verificare nella risposta dell'archivio", "<li>codice fiscale che non corrisponde</li>", "Violazione dell&#39;art. 7 c. 15:")
	r.nasconde(t, "Violazione 7-15")
	b.dentro(t, "lettore").apri(paginaVerbale).nasconde(t, "codice fiscale che non corrisponde")
}

// While the registry is silent the page says so, and since when.
func TestAttesaDelRegistro(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.daDecidere(t, "INTESTATARIO_RICHIESTO")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `DELETE FROM anomalia`)
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, registrato)
		VALUES ($1, 3, 'INTESTATARIO_RICHIESTO', '2026-03-03', 'elaborazione', '2026-03-03T08:15:00Z')`, idVerbale)
	lettore := b.dentro(t, "lettore")
	r := lettore.apri(paginaVerbale)
	r.mostra(t, "In attesa dell'archivio dei veicoli</strong> dal 03/03/2026 09:15", "di solito in pochi secondi")
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, esito, quando)
		VALUES ('sistema', 'INDAGINE_TARGA', 'verbale', gen_random_uuid()::text, 'REGISTRO_NON_DISPONIBILE', '2026-03-03T08:20:00Z')`)
	lettore.apri(paginaVerbale).mostra(t, "l'ultima prova è delle 03/03/2026 09:20", "ripartono da sole")
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, esito, quando)
		VALUES ('sistema', 'INDAGINE_TARGA', 'verbale', $1, 'REGISTRO_NON_DISPONIBILE', '2026-03-03T08:30:00Z')`, idVerbale)
	lettore.apri(paginaVerbale).mostra(t, "non rispondeva alle 03/03/2026 09:30")
	b.indagine(t, "COMPROPRIETARI", "[]")
	lettore.apri(paginaVerbale).nasconde(t, "In attesa dell")
}
