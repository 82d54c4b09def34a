package app_test

import (
	"net/http"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestCostiDeiRegistri: what the books of vpn and connessione have is summed by month of Rome and by register, and for a fine; what may not be billed
// stands apart; another command's is not seen.
func TestCostiDeiRegistri(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.elaborazione(t).ammette(nil)
	b.daDecidere(t, "INTESTATARIO_ANOMALO")
	oggi := tempo.Oggi()
	mese := oggi.String()[:7]
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO libro (quando, tipo, verbale, attore, esito, costi) VALUES
		(now(), 'VEICOLO', $1, 'sistema', 'TROVATO', '{"INFOWS": 406}'), (now(), 'VEICOLO', NULL, 'mario', 'NON_PRESENTE', '{"INFOWS": 406}'),
		(now(), 'VEICOLO', $1, 'sistema', 'SENZA_RISPOSTA', '{"PRA": 6000}'), (now(), 'VEICOLO', $1, 'sistema', 'TROVATO', '{"PRA": 6000}'),
		('2026-01-31T23:30:00Z', 'PATENTE', NULL, 'mario', 'TROVATO', '{"INFOWS": 1}'),
		('2026-01-31T22:30:00Z', 'PATENTE', NULL, 'mario', 'TROVATO', '{"INFOWS": 2}')`, idVerbale)
	b.ambiente.Esegui(t, "vpn", "beta", `INSERT INTO libro (tipo, attore, esito, costi) VALUES ('COPERTURA', 'sistema', 'TROVATO', '{"INFOWS": 99000}')`)
	b.ambiente.Esegui(t, "connessione", "alfa", `INSERT INTO libro (quando, tipo, attore, motivo, verbale, esito, riuso, costi) VALUES
		(now(), 'DOMICILIO', 'sistema', 'x', $1, 'TROVATO', false, '{"INI-PEC": 100, "IPA": 20}'),
		(now(), 'DOMICILIO', 'mario', 'x', NULL, 'REGISTRO_NON_DISPONIBILE', false, '{"INI-PEC": 100, "INAD": 0}'),
		(now(), 'VISURA', 'mario', 'x', NULL, 'TROVATO', false, '{"REGISTRO_IMPRESE": 300}'),
		(now(), 'VISURA', 'mario', 'x', NULL, 'TROVATO', false, '{"ANPR": 0}'),
		(now(), 'VERIFICA', 'mario', 'x', NULL, 'CONFERMATO', false, '{"INAD": 0}'),
		(now(), 'DOMICILIO', 'mario', 'x', NULL, 'TROVATO', true, '{}'),
		('2026-01-31T22:30:00Z', 'DOMICILIO', 'mario', 'x', NULL, 'TROVATO', false, '{"IPA": 0}')`, idVerbale)
	b.ambiente.Esegui(t, "connessione", "beta", `INSERT INTO libro (tipo, attore, motivo, esito, costi)
		VALUES ('DOMICILIO', 'x', 'x', 'TROVATO', '{"INI-PEC": 77000}')`)
	b.ambiente.Esegui(t, "connessione", "alfa", `INSERT INTO invio (id, verbale, posizione, documento, sha256, stato, chiesto, accettato, costo) VALUES
		(gen_random_uuid(), $1, $1, $1, '', 'ACCETTATA', now(), now(), '{"stimato":true,"totaleCent":1382}'),
		(gen_random_uuid(), $1, $1, $1, '', 'RIFIUTATA', now(), NULL, NULL)`, idVerbale)
	n := b.conRuolo(t, auth.RuoloAmministratore)
	n.apri("/CoreService/").mostra(t, `href="/CoreService/costi"`)
	r := n.apri("/CoreService/costi")
	r.mostra(t, "Motorizzazione (Info-ws), veicoli", "0,812 €", "PRA (ACI), veicoli", "12,000 €", "6,000 €", "Totale",
		"INI-PEC (imprese), domicili digitali", "0,200 €", "IPA (enti pubblici), domicili digitali", "0,020 €", "Registro delle imprese, sedi", "0,300 €",
		"ANPR, residenze", "INAD, domicili digitali", "INAD, verifiche di domicili digitali",
		"SEND, notifiche", "13,820 €", "27,152 €", "?mese="+mese)
	r.nasconde(t, "99,000", "77,000", "patenti</th>", "assicurazione")
	n.apri("/CoreService/costi?mese=2026-02").mostra(t, "Motorizzazione (Info-ws), patenti", "0,001 €")
	n.apri("/CoreService/costi?mese=2026-01").mostra(t, "0,002 €", "IPA (enti pubblici), domicili digitali", "0,000 €")
	n.apri("/CoreService/costi?mese=2019-01").mostra(t, "In questo mese non si è chiesto nulla")
	if r := n.apri("/CoreService/costi?mese=ieri"); r.stato != http.StatusBadRequest {
		t.Errorf("no month: %d", r.stato)
	}
	b.conRuolo(t, auth.RuoloUfficio).apri(paginaVerbale).mostra(t, "Domande ai registri: Motorizzazione (Info-ws), veicoli", "1 domanda, 0,406 €", "2 domande, 12,000 €",
		"INI-PEC (imprese), domicili digitali", "1 domanda, 0,100 €", "Costo di SEND, notifiche", "1 notifica, 13,820 €")
	b.conRuolo(t, auth.RuoloOperatore).apri(paginaVerbale).nasconde(t, "Domande ai registri")
}
