package app_test

import (
	"net/http"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestCostiDeiRegistri: what vpn has on record is summed by month of Rome and by register, and for a fine; what may not be billed
// stands apart; another command's is not seen.
func TestCostiDeiRegistri(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.elaborazione(t).ammette(nil)
	b.daDecidere(t, "INTESTATARIO_ANOMALO")
	oggi := tempo.Oggi()
	mese := oggi.String()[:7]
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO domanda (quando, registro, cosa, verbale, attore, esito, costo_millesimi) VALUES
		(now(), 'INFOWS', 'VEICOLO', $1, 'sistema', 'TROVATO', 406), (now(), 'INFOWS', 'VEICOLO', NULL, 'mario', 'NON_PRESENTE', 406),
		(now(), 'PRA', 'VEICOLO', $1, 'sistema', 'SENZA_RISPOSTA', 6000), (now(), 'PRA', 'VEICOLO', $1, 'sistema', 'TROVATO', 6000),
		('2026-01-31T23:30:00Z', 'INFOWS', 'PATENTE', NULL, 'mario', 'TROVATO', 1),
		('2026-01-31T22:30:00Z', 'INFOWS', 'PATENTE', NULL, 'mario', 'TROVATO', 2)`, idVerbale)
	b.ambiente.Esegui(t, "vpn", "beta", `INSERT INTO domanda (quando, registro, cosa, attore, esito, costo_millesimi) VALUES (now(), 'INFOWS', 'COPERTURA', 'sistema', 'TROVATO', 99000)`)
	b.ambiente.Esegui(t, "connessione", "alfa", `INSERT INTO interrogazione (id, quando, tipo, attore, motivo, verbale, esito, riuso, costo_cent, costi) VALUES
		(gen_random_uuid(), now(), 'DOMICILIO', 'sistema', 'x', $1, 'TROVATO', false, 12, '{"INI-PEC": 10, "IPA": 2}'),
		(gen_random_uuid(), now(), 'DOMICILIO', 'mario', 'x', NULL, 'REGISTRO_NON_DISPONIBILE', false, 10, '{"INI-PEC": 10}'),
		(gen_random_uuid(), now(), 'VISURA', 'mario', 'x', NULL, 'TROVATO', false, 30, '{"REGISTRO_IMPRESE": 30}'),
		(gen_random_uuid(), now(), 'DOMICILIO', 'mario', 'x', NULL, 'TROVATO', true, 0, '{}'),
		('00000000-0000-7000-8000-000000000001', '2026-01-31T22:30:00Z', 'DOMICILIO', 'mario', 'x', NULL, 'TROVATO', false, 0, '{"IPA": 0}')`, idVerbale)
	b.ambiente.Esegui(t, "connessione", "beta", `INSERT INTO interrogazione (id, quando, tipo, attore, motivo, esito, costo_cent, costi)
		VALUES (gen_random_uuid(), now(), 'DOMICILIO', 'x', 'x', 'TROVATO', 7700, '{"INI-PEC": 7700}')`)
	n := b.conRuolo(t, auth.RuoloAmministratore)
	n.apri("/CoreService/").mostra(t, `href="/CoreService/costi"`)
	r := n.apri("/CoreService/costi")
	r.mostra(t, "Motorizzazione (Info-ws), veicoli", "0,812 €", "PRA (ACI), veicoli", "12,000 €", "6,000 €", "Totale",
		"INI-PEC (imprese), domicili digitali", "0,200 €", "IPA (enti pubblici), domicili digitali", "0,020 €", "Registro delle imprese, sedi", "0,300 €",
		"13,332 €", "?mese="+mese)
	r.nasconde(t, "99,000", "77,000", "patenti</th>", "assicurazione")
	n.apri("/CoreService/costi?mese=2026-02").mostra(t, "Motorizzazione (Info-ws), patenti", "0,001 €")
	n.apri("/CoreService/costi?mese=2026-01").mostra(t, "0,002 €", "IPA (enti pubblici), domicili digitali", "0,000 €")
	n.apri("/CoreService/costi?mese=2019-01").mostra(t, "In questo mese non si è chiesto nulla")
	if r := n.apri("/CoreService/costi?mese=ieri"); r.stato != http.StatusBadRequest {
		t.Errorf("no month: %d", r.stato)
	}
	b.conRuolo(t, auth.RuoloUfficio).apri(paginaVerbale).mostra(t, "Domande ai registri: Motorizzazione (Info-ws), veicoli", "1 domanda, 0,406 €", "2 domande, 12,000 €",
		"INI-PEC (imprese), domicili digitali", "1 domanda, 0,100 €")
	b.conRuolo(t, auth.RuoloOperatore).apri(paginaVerbale).nasconde(t, "Domande ai registri")
}
