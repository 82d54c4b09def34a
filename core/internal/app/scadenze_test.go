package app_test

import (
	"fmt"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
)

// TestLeCredenzialiCheScadonoSonoNellaPaginaIniziale: keys and uses of PDND thirty days before they end and the password of Info-ws
// fifteen, each with its day and the way to its setting; those that end later, those of no known day, and a password that was renewed
// are not there, nor for who does not administer the command.
func TestLeCredenzialiCheScadonoSonoNellaPaginaIniziale(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	oggi := tempo.Oggi()
	n := b.conRuolo(t, auth.RuoloAmministratore)
	n.apri("/CoreService/").nasconde(t, "rinnovarla")
	imposta := func(chiave, valore string) {
		t.Helper()
		b.ambiente.Esegui(t, "core", "", `INSERT INTO impostazione (tenant, chiave, valore) VALUES ('alfa', $1, $2::jsonb)`, chiave, valore)
	}
	imposta("pdnd.client", fmt.Sprintf(`{"comune": {"ambiente": "COLLAUDO", "clientId": "9f0c6a3e-1d52-4a37-8a55-0c1b2d3e4f50", "chiavi": [
		{"file": "pdnd-nuova", "scade": %q}, {"file": "pdnd-vecchia", "scade": %q}, {"file": "pdnd-terza"}]}}`, oggi.AddDays(31), oggi.AddDays(30)))
	eService := `{"client": "comune", "finalita": "5a1f1c0e-2b7d-4c55-9b0e-6d3f8a7b9c10", "audience": "x", "scade": %q}`
	imposta("pdnd.eservice", fmt.Sprintf(`{"inad": `+eService+`, "altro": `+eService+`}`, oggi.AddDays(-1), oggi.AddDays(300)))
	imposta("veicoli.infows", fmt.Sprintf(`{"indirizzo": "https://registro.example", "utente": "u", "password": "veicoli-password", "passwordDal": %q}`, oggi.AddDays(-75)))
	r := n.apri("/CoreService/")
	r.mostra(t, `href="/CoreService/impostazioni/pdnd.client">PDND: la chiave «pdnd-vecchia» del client «comune» scade il `+oggi.AddDays(30).Italiano()+": rinnovarla prima",
		`href="/CoreService/impostazioni/pdnd.eservice">PDND: la fruizione di «inad» è scaduta il `+oggi.AddDays(-1).Italiano(),
		`href="/CoreService/impostazioni/veicoli.infows">La password di Info-ws scade il `+oggi.AddDays(15).Italiano())
	r.nasconde(t, "pdnd-nuova", "pdnd-terza", "«altro»")
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO parola (collegamento, file, dal) VALUES ('INFOWS', 'a', '2020-01-01'), ('INFOWS', 'b', $1), ('ALTRO', 'c', '2020-01-01')`, oggi)
	r = n.apri("/CoreService/")
	r.mostra(t, "pdnd-vecchia")
	r.nasconde(t, "La password di Info-ws")
	b.ambiente.Esegui(t, "vpn", "alfa", `INSERT INTO parola (collegamento, file, dal) VALUES ('INFOWS', 'd', $1)`, oggi.AddDays(-91))
	n.apri("/CoreService/").mostra(t, "La password di Info-ws è scaduta il "+oggi.AddDays(-1).Italiano())
	b.conRuolo(t, auth.RuoloUfficio).apri("/CoreService/").nasconde(t, "rinnovarla")
}
