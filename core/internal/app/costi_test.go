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
	n := b.conRuolo(t, auth.RuoloAmministratore)
	n.apri("/CoreService/").mostra(t, `href="/CoreService/costi"`)
	r := n.apri("/CoreService/costi")
	r.mostra(t, "Motorizzazione (Info-ws), veicoli", "0,812 €", "PRA (ACI), veicoli", "12,000 €", "6,000 €", "12,812 €", "Totale", "?mese="+mese)
	r.nasconde(t, "99,000", "patenti</th>", "assicurazione")
	n.apri("/CoreService/costi?mese=2026-02").mostra(t, "Motorizzazione (Info-ws), patenti", "0,001 €")
	n.apri("/CoreService/costi?mese=2026-01").mostra(t, "0,002 €")
	n.apri("/CoreService/costi?mese=2019-01").mostra(t, "In questo mese non si è chiesto nulla")
	if r := n.apri("/CoreService/costi?mese=ieri"); r.stato != http.StatusBadRequest {
		t.Errorf("no month: %d", r.stato)
	}
	b.conRuolo(t, auth.RuoloUfficio).apri(paginaVerbale).mostra(t, "Domande ai registri: Motorizzazione (Info-ws), veicoli", "1 domanda, 0,406 €", "2 domande, 12,000 €")
	b.conRuolo(t, auth.RuoloOperatore).apri(paginaVerbale).nasconde(t, "Domande ai registri")
}
