package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/codicefiscale"

	"github.com/piattaforma-verbali/verbali/core/internal/conservazione"
)

// What a hold keeps back is counted in the preview of every kind: lines of the register about the fine, the package and the file of the
// post that it is in.
func TestLAnteprimaContaCioCheIVincoliTrattengono(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.unVerbale(t)
	sql := func(modulo, sql string, args ...any) { b.ambiente.Esegui(t, modulo, "alfa", sql, args...) }
	for _, oggetto := range []string{idVerbale, "altro"} {
		sql("core", `INSERT INTO registro (attore, azione, oggetto_tipo, oggetto, quando) VALUES ('x', 'LETTO', 'verbale', $1, now() - interval '5 years')`, oggetto)
	}
	for _, posizione := range []any{idPosizione, nil} {
		sql("elaborazione", `WITH l AS (INSERT INTO lotto (id, tipo, stato, creato, creato_da, finito) VALUES (gen_random_uuid(), 'POSTALE', 'COMPLETATO', now(), 'x', now() - interval '5 years') RETURNING id),
			f AS (INSERT INTO lotto_file (lotto, nome, sha256, byte, pagine) SELECT id, 'a.pdf', repeat('a', 64), 1, 1 FROM l)
			INSERT INTO voce (id, lotto, tipo, verbale, posizione, stato)
				SELECT gen_random_uuid(), l.id, 'POSTALE', $1, $2::uuid, 'OK' FROM l WHERE $2::uuid IS NOT NULL`, idVerbale, posizione)
		sql("elaborazione", `WITH e AS (INSERT INTO esito_postale (id, sha256, byte, stato, caricato, caricato_da, finito)
				VALUES (gen_random_uuid(), gen_random_uuid()::text, 1, 'COMPLETATO', now(), 'x', now() - interval '5 years') RETURNING id)
			INSERT INTO esito_postale_riga (esito, ordine, linea, celle, stato, verbale)
				SELECT e.id, 1, 2, '{}', 'APPLICATO', CASE WHEN $2::uuid IS NOT NULL THEN $1::uuid END FROM e`, idVerbale, posizione)
	}
	classi := []string{"REGISTRO", "PACCHETTI", "ESITI_POSTALI"}
	for _, classe := range classi {
		b.attendi(t, "capo.alfa GET /conservazione/"+classe+"/anteprima?mesi=24", "", 200, `"quanti":2`, `"trattenuti":0`)
	}
	b.attendi(t, "capo.alfa POST /conservazione/vincoli", `{"codiceFiscale":"`+codice+`","motivo":"procura"}`, 201, `"verbali":1`)
	for _, classe := range classi {
		b.attendi(t, "capo.alfa GET /conservazione/"+classe+"/anteprima?mesi=24", "", 200, `"quanti":1`, `"trattenuti":1`)
	}
}

// A hold on a person of whom there is no fine is set, and says so; one that is over keeps no tax code.
func TestUnVincoloDiceChiNonTrova(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	una := b.amministratore(t, "una")
	b.amministratori(t)
	b.unVerbale(t)
	poni := func(cf, fino string) risposta {
		return una.invia("/CoreService/conservazione/vincoli", url.Values{"codiceFiscale": {cf}, "motivo": {"indagine"}, "fino": {fino}, "comandoAperto": {"alfa"}})
	}
	if r := poni(codice, ""); r.stato != http.StatusSeeOther || r.testa.Get("Location") != "/CoreService/conservazione?fatto=1" {
		t.Errorf("%d %s", r.stato, r.testa.Get("Location"))
	}
	r := poni("RSSMRA80A01A944I", "")
	if r.stato != http.StatusSeeOther {
		t.Fatalf("%d\n%s", r.stato, r.corpo)
	}
	una.apri(r.testa.Get("Location")).mostra(t, "oggi non raggiunge alcun verbale", "RSSMRA80A01A944I")
	b.attendi(t, "capo.alfa POST /conservazione/vincoli", `{"codiceFiscale":"VRDLGU80A01A944X","motivo":"procura","fino":"2999-12-31"}`, 201, `"verbali":0`)
	b.ambiente.Esegui(t, "core", "alfa", `UPDATE vincolo SET fino = '2020-01-31' WHERE codice_fiscale = 'RSSMRA80A01A944I'`)
	if _, err := b.app.Conservazione().Round(t.Context(), b.ambiente.Tenant("alfa")); err != nil {
		t.Fatal(err)
	}
	una.apri("/CoreService/conservazione").nasconde(t, "RSSMRA80A01A944I")
	una.apri("/CoreService/conservazione").mostra(t, codice, "VRDLGU80A01A944X")
}

// Two accounts of one person are one person: who has the tax code of the proposer does not confirm, by page or by REST.
func TestDueUtenzeDiUnaPersonaNonConfermano(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.amministratore(t, "una")
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET codice_fiscale = 'RSSMRA80A01A944I' WHERE username = 'una'`)
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET codice_fiscale = 'rssmra80a01a944i' WHERE username = 'capo.alfa'`)
	proposta := programma{b, "una", ""}.chiama(t, http.MethodPost, "/conservazione/LAVORI_MORTI", `{"mesi":12,"fonte":"delibera 1"}`)
	var r conservazione.Regola
	if err := json.Unmarshal([]byte(proposta.corpo), &r); err != nil || proposta.stato != http.StatusCreated {
		t.Fatalf("%d %s", proposta.stato, proposta.corpo)
	}
	conferma := "capo.alfa POST /conservazione/LAVORI_MORTI/conferma"
	b.attendi(t, conferma, `{"id":"`+r.ID.String()+`"}`, 403, "STESSA_PERSONA", "stesso codice fiscale")
	b.attendi(t, conferma, `{"id":"00000000-0000-7000-8000-000000000001"}`, 409, "TERMINE_CAMBIATO")
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET codice_fiscale = 'RSSMRA80A01A94QX' WHERE username = 'una'`)
	b.attendi(t, conferma, `{"id":"`+r.ID.String()+`"}`, 403, "STESSA_PERSONA", "manca")
	for _, assente := range []string{"", "00207190257"} {
		b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET codice_fiscale = $1 WHERE username = 'una'`, assente)
		b.attendi(t, conferma, `{"id":"`+r.ID.String()+`"}`, 403, "STESSA_PERSONA", "una manca")
	}
	omocodia := codicefiscale.Varianti("RSSMRA80A01A944I")[0]
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET codice_fiscale = $1 WHERE username = 'una'`, omocodia)
	b.attendi(t, conferma, `{"id":"`+r.ID.String()+`"}`, 403, "STESSA_PERSONA", "stesso codice fiscale")
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET codice_fiscale = $1 WHERE username = 'una'`, codiceDi("una"))
	b.attendi(t, conferma, `{"id":"`+r.ID.String()+`"}`, 204)
	if n := b.contaDi(t, `SELECT count(*) FROM conservazione WHERE id = $1 AND confermata_da = 'capo.alfa' AND cessata IS NULL`, r.ID); n != 1 {
		t.Error("the confirmed term is not in force")
	}
}
