package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/core/internal/interessato"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

const (
	altroVerbale = "018f0000-0000-7000-8000-0000000000a2"
	chiediDati   = `{"codiceFiscale":" rssmra85t10a562s","motivo":"richiesta del 3/11, prot. 7"}`
)

// unaPersona writes the person of unVerbale into a second fine of alfa, beside another person, and into one of beta.
func (b *banco) unaPersona(t *testing.T) {
	t.Helper()
	b.unVerbale(t)
	b.indagine(t, "PIU_IN_VECE", candidatiProva)
	b.riga(t, altroVerbale, 124, "ZZ999ZZ", "2026-04-02T09:30:00Z")
	sql := func(modulo, tenant, sql string, args ...any) { b.ambiente.Esegui(t, modulo, tenant, sql, args...) }
	for _, tenant := range []string{"alfa", "beta"} {
		sql("elaborazione", tenant, `INSERT INTO soggetto (id, tipo, codice_fiscale, cognome, nome, indirizzo, civico, cap, comune, provincia)
			VALUES ('018f0000-0000-7000-8000-0000000000b1', 'PERSONA', $1, 'Bianchi', 'Anna', 'Via nuova di `+tenant+`', '9', '40100', 'Bologna', 'BO'),
				('018f0000-0000-7000-8000-0000000000b2', 'PERSONA', 'VRDLGU80A01H501X', 'Verdi', 'Luigi', 'Via altrui', '2', '40100', 'Bologna', 'BO')`, codice)
	}
	sql("elaborazione", "beta", `INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione,
			data_violazione, data_accertamento, luogo_istat, luogo_indirizzo, agenti, note, procedura, debito, ricorso, punti, riscossione, importo_cent)
		VALUES ($1, 2026, 777, '', 'SOAP', 'i', 'PL01', 'BB777BB', 'AUTOVEICOLO', 'IT', now(), '2026-03-02', '037006', 'Piazza di beta', '{}', '',
			'ATTO_GENERATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA', 2940)`, altroVerbale)
	for _, tenant := range []string{"alfa", "beta"} {
		sql("elaborazione", tenant, `INSERT INTO posizione (id, verbale, ordine, titolo, soggetto) VALUES
			('018f0000-0000-7000-8000-0000000000c8', $1, 1, 'OBBLIGATO', '018f0000-0000-7000-8000-0000000000b1'),
			('018f0000-0000-7000-8000-0000000000c9', $1, 2, 'TRASGRESSORE', '018f0000-0000-7000-8000-0000000000b2')`, altroVerbale)
	}
	sql("elaborazione", "alfa", `INSERT INTO evento (verbale, sequenza, tipo, data_legale, attore, dati) VALUES ($1, 1, 'INTESTATARIO_TROVATO', '2026-04-03', 'elaborazione',
		'{"soggetto":"018f0000-0000-7000-8000-0000000000b1","indagine":"`+idIndagine+`","rete":"motorizzazione"}')`, altroVerbale)
	sql("elaborazione", "alfa", `INSERT INTO pagamento (id, verbale, posizione, importo_cent, data, canale, riferimento) VALUES
		(gen_random_uuid(), $1, '018f0000-0000-7000-8000-0000000000c8', 1234, '2026-05-01', 'POSTA', 'ricevuta-sua'),
		(gen_random_uuid(), $1, '018f0000-0000-7000-8000-0000000000c9', 1234, '2026-05-01', 'POSTA', 'ricevuta-altrui')`, altroVerbale)
	for _, r := range []string{"connessione verbale " + altroVerbale, "vpn veicolo ZZ999ZZ", "vpn veicolo YY111YY"} {
		p := strings.Fields(r)
		sql(p[0], "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia)
			VALUES ('curioso', 'GUARDATO', $1, $2, 'perché sì', 'OK', '', '')`, p[1], p[2])
	}
	b.interrogata(t)
	for posizione, chi := range map[string][2]string{"018f0000-0000-7000-8000-0000000000c8": {codice, "VIA NUOVA DI ALFA 9"},
		"018f0000-0000-7000-8000-0000000000c9": {"VRDLGU80A01H501X", "VIA ALTRUI 2"}} {
		id := uuid.New()
		sql("elaborazione", "alfa", `INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata) VALUES ($1, $2, $3, 'SEND', 'AVVIATA', '2026-05-01')`,
			id, altroVerbale, posizione)
		sql("connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, stato, chiesto, accettato, richiesta)
			VALUES ($1, $2, $3, $1, '', 'ACCETTATA', '2026-05-01T08:00:00Z', '2026-05-01T09:00:00Z', jsonb_build_object('recipients', jsonb_build_array(
				jsonb_build_object('taxId', $4::text, 'denomination', 'A SEND', 'physicalAddress', jsonb_build_object('address', $5::text, 'municipality', 'BOLOGNA')))))`,
			id, altroVerbale, posizione, chi[0], chi[1])
		sql("connessione", "alfa", `INSERT INTO invio_elemento (invio, elemento, categoria, impronta, accaduto, letto, grezzo)
			VALUES ($1, 'e1', 'SEND_ANALOG_DOMICILE', '', '2026-05-02T09:00:00Z', now(), jsonb_build_object('elementId', 'e1', 'category', 'SEND_ANALOG_DOMICILE',
				'eventTimestamp', '2026-05-02T09:00:00Z', 'details', jsonb_build_object('recIndex', 0, 'productType', '890', 'sentAttemptMade', 0,
					'physicalAddress', jsonb_build_object('address', $2::text, 'municipality', 'BOLOGNA'))))`, id, chi[1])
	}
	sql("tenantapi", "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo, esito, indirizzo, traccia)
		VALUES ('cercatore', 'RICERCA', 'codiceFiscale', tenantapi_v1.impronta($1), 'codiceFiscale', 'OK', '', '')`, codice)
}

// interrogata writes that the person of unVerbale was looked up three times, in a list too, and her vehicle once; another person and
// another command's too.
func (b *banco) interrogata(t *testing.T) {
	t.Helper()
	const elenco, altro = "018f0000-0000-7000-8000-0000000000d1", "018f0000-0000-7000-8000-0000000000d2"
	riga := func(tenant, attore, tipo, motivo, nota string, verbale any, cf, esito string, riuso bool, millesimi int) {
		b.ambiente.Esegui(t, "connessione", tenant, `INSERT INTO libro (quando, tipo, attore, motivo, nota, verbale, codice_fiscale, esito, fonte, riuso, costi)
			VALUES (now(), $1, $2, $3, $4, $5, $6, $7, 'ANPR', $8, jsonb_build_object('INI-PEC', $9::int, 'IPA', 0))`, tipo, attore, motivo, nota, verbale, cf, esito, riuso, millesimi)
	}
	riga("alfa", "sistema", "VISURA", "NOTIFICA_VERBALE", "", altroVerbale, codice, "TROVATO", false, 120)
	riga("alfa", "lui.curioso", "VISURA", "ALTRO", "lo conosco", nil, codice, "TROVATO", true, 0)
	riga("alfa", "lui.curioso", "DOMICILIO", "RICORSO", "", nil, codice, "REGISTRO_NON_DISPONIBILE", false, 0)
	riga("alfa", "di.altri", "VISURA", "RICORSO", "", altroVerbale, "VRDLGU80A01H501X", "DECEDUTO", false, 120)
	riga("beta", "di.beta", "VISURA", "RICORSO", "", nil, codice, "TROVATO", false, 120)
	for _, d := range []string{altroVerbale, "018f0000-0000-7000-8000-0000000000ff"} {
		b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO libro (fonte, tipo, verbale, attore, esito, costi)
			VALUES ('INFOWS', 'VEICOLO', $1, 'sistema', 'TROVATO', '{"INFOWS": 3450}')`, d)
	}
	b.ambiente.Esegui(t, "connessione", "alfa", `INSERT INTO elenco (id, tipo, stato, attore, motivo, quando)
		VALUES ($1, 'VISURA', 'COMPLETATO', 'ufficio', 'RISCOSSIONE', now()), ($2, 'VISURA', 'COMPLETATO', 'ufficio', 'RISCOSSIONE', now())`, elenco, altro)
	b.ambiente.Esegui(t, "connessione", "alfa", `INSERT INTO voce_elenco (elenco, ordine, codice_fiscale) VALUES ($1, 1, $2), ($3, 1, 'VRDLGU80A01H501X')`, elenco, codice, altro)
	for _, x := range []string{elenco, altro} {
		b.ambiente.Esegui(t, "connessione", "alfa", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, motivo) VALUES ('lettore', 'LEGGE_ELENCO_VISURA', 'elenco', $1, 'RISCOSSIONE')`, x)
	}
}

// Everything of one person: two fines of alfa with their sources and who looked, nothing of beta nor of anybody else.
func TestTuttoCioCheSiTieneDiUnaPersona(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unaPersona(t)
	if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), operatore.Operatore{Username: "ufficio", Tenant: "alfa", Reparto: "PL01", Ruoli: []string{auth.RuoloUfficio}}, password); err != nil {
		t.Fatal(err)
	}
	b.attendi(t, "mario POST /interessato", chiediDati, http.StatusForbidden)
	b.attendi(t, "ufficio POST /interessato", `{"codiceFiscale":"RSSMRA85T10A562S","motivo":" "}`, http.StatusBadRequest, "motivo")
	b.attendi(t, "ufficio POST /interessato", `{"codiceFiscale":"RSS","motivo":"prova"}`, http.StatusBadRequest, "codiceFiscale")
	testo := b.attendi(t, "ufficio POST /interessato", chiediDati, http.StatusOK, "Via nuova di alfa", "Archivio dei veicoli motorizzazione",
		"Con il verbale: Sistema esterno", "301000000000000123", "verbale 123/2026.pdf", "ricevuta-sua", "Via Po", "Via Roma", `"taxId":"`+codice, "VIA NUOVA DI ALFA 9", "Spedita una lettera")
	for _, altrui := range []string{"Verdi", "VRDLGU", "Via altrui", "VIA ALTRUI", "ricevuta-altrui", "Noleggi", "Neri", "di beta", "BB777BB", "YY111YY"} {
		if strings.Contains(testo, altrui) {
			t.Errorf("the answer has %q:\n%s", altrui, testo)
		}
	}
	var x interessato.Documento
	if err := json.Unmarshal([]byte(testo), &x); err != nil {
		t.Fatal(err)
	}
	if len(x.Verbali) != 2 || len(x.Indagini) != 1 || !x.Indagini[0].Presente || x.Parziale {
		t.Errorf("%d fines, look-ups %+v", len(x.Verbali), x.Indagini)
	}
	chi := map[string]int{}
	for _, r := range x.Registro {
		chi[r.Attore+" "+r.Modulo]++
	}
	if chi["curioso connessione"] != 1 || chi["curioso vpn"] != 1 || chi["cercatore tenantapi"] != 1 {
		t.Errorf("lines %v", chi)
	}
	if n := strings.Count(testo, "LEGGE_ELENCO_VISURA"); n != 1 {
		t.Errorf("%d readings of lists: one had the person", n)
	}
	cercata := map[string]int64{}
	for _, i := range x.Interrogazioni {
		chi := []string{i.Modulo, i.Attore, i.Tipo, i.Motivo, i.Nota, i.Esito, i.Fonte, strconv.FormatBool(i.Riuso), strconv.FormatBool(i.Verbale == uuid.Nil)}
		cercata[strings.Join(chi, " ")] = i.CostoMillesimi
	}
	if diff := cmp.Diff(map[string]int64{
		"connessione sistema VISURA NOTIFICA_VERBALE  TROVATO ANPR false false":               120,
		"connessione lui.curioso VISURA ALTRO lo conosco TROVATO ANPR true true":              0,
		"connessione lui.curioso DOMICILIO RICORSO  REGISTRO_NON_DISPONIBILE ANPR false true": 0,
		"vpn sistema VEICOLO   TROVATO INFOWS false false":                                    3450,
	}, cercata); diff != "" {
		t.Error(diff)
	}
	t.Run("the question itself is in the next answer, by no code in clear", func(t *testing.T) {
		dopo := b.attendi(t, "ufficio POST /interessato", chiediDati, http.StatusOK)
		if n := strings.Count(dopo, `"azione":"INTERESSATO_CONSULTATO"`); n != 2 {
			t.Errorf("%d lines of the question:\n%s", n, dopo)
		}
		if n := b.contaDi(t, `SELECT count(*) FROM registro WHERE oggetto LIKE '%RSSMRA%' OR motivo LIKE '%RSSMRA%'`); n != 0 {
			t.Errorf("%d lines with the code", n)
		}
	})
	t.Run("the page shows the same to whom may, to be printed", func(t *testing.T) {
		n := b.dentro(t, "ufficio")
		n.apri("/CoreService/interessato").mostra(t, `name="codiceFiscale"`, "art. 15")
		invia := func(codice string) risposta {
			return n.invia("/CoreService/interessato", url.Values{"codiceFiscale": {codice}, "motivo": {"prova"}, "comandoAperto": {"alfa"}})
		}
		invia("").mostra(t, "ha 16 caratteri")
		r := invia(codice)
		r.mostra(t, "Verbali: 2 verbali", "Verbale 124/2026", "Archivio dei veicoli motorizzazione", "12,34 €", "curioso", "perché sì", "INTERESSATO_CONSULTATO",
			"Chi l'ha cercata nei registri dello Stato", "Residenza in anagrafe", "Notifica di un verbale", "Altro: lo conosco", "già data quel giorno", "0,120 €", "3,450 €",
			"Intestatario del veicolo", "A SEND "+codice+", VIA NUOVA DI ALFA 9 BOLOGNA", "02/05/2026 11:00", "Spedita una lettera")
		r.nasconde(t, "Verdi", "ricevuta-altrui", "BB777BB", "Bianchi<b>")
	})
}
