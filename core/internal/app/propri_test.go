package app_test

import (
	"net/http"
	"net/url"
	"testing"
)

// An officer opens the fines that he ascertained, by list, search, address and document; another's is not there.
func TestUnAgenteVedeSoloIPropriVerbali(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.unVerbale(t) // ascertained by A001
	const altrui = "018f0000-0000-7000-8000-0000000000a1"
	b.riga(t, altrui, 456, "ZZ999ZZ", "2026-03-03T09:30:00Z")
	b.ambiente.Esegui(t, "elaborazione", "alfa", `UPDATE verbale SET agenti = '{A002}' WHERE id = $1`, altrui)
	b.nuova(t, "collega", "AGENTE")
	b.ambiente.Esegui(t, "core", "", `UPDATE agente SET operatore = 'agente' WHERE matricola = 'A001' AND tenant = 'alfa'`)
	b.ambiente.Esegui(t, "core", "", `UPDATE agente SET operatore = 'collega' WHERE matricola = 'A001' AND tenant = 'beta'`) // another command's officer
	agente := b.dentro(t, "agente")
	elenco := agente.apri("/CoreService/verbali")
	elenco.mostra(t, "AB123CD")
	elenco.nasconde(t, "ZZ999ZZ")
	agente.apri("/CoreService/verbali?numero=456").nasconde(t, "ZZ999ZZ")
	cercata := agente.invia("/CoreService/verbali", url.Values{"targa": {"ZZ999ZZ"}})
	agente.apri(cercata.testa.Get("Location")).nasconde(t, "/CoreService/verbali/"+altrui)
	propria := agente.apri("/CoreService/verbali/" + idVerbale)
	propria.mostra(t, "AB123CD")
	propria.nasconde(t, codice, "nota riservata")
	if stato := agente.apri("/CoreService/verbali/" + altrui).stato; stato != http.StatusNotFound {
		t.Errorf("another's fine: %d", stato)
	}
	if stato := agente.apri("/CoreService/documenti/" + idAtto).stato; stato != http.StatusForbidden {
		t.Errorf("a document without the permission: %d", stato)
	}
	collega := b.dentro(t, "collega")
	collega.apri("/CoreService/verbali").nasconde(t, "AB123CD", "ZZ999ZZ")
	for _, id := range []string{idVerbale, altrui} {
		if stato := collega.apri("/CoreService/verbali/" + id).stato; stato != http.StatusNotFound {
			t.Errorf("an officer who is none in this command: %d", stato)
		}
	}
	b.ambiente.Esegui(t, "core", "", `INSERT INTO ruolo (tenant, nome, permessi) VALUES ('alfa', 'PATTUGLIA', '{verbale:propri,verbale:pdf,verbale:annota}')`)
	b.nuova(t, "pattuglia", "PATTUGLIA")
	b.ambiente.Esegui(t, "core", "", `UPDATE agente SET operatore = 'pattuglia' WHERE matricola = 'A002' AND tenant = 'alfa'`)
	pattuglia := b.dentro(t, "pattuglia")
	if stato := pattuglia.apri("/CoreService/documenti/" + idAtto).stato; stato != http.StatusNotFound {
		t.Errorf("the act of another's fine: %d", stato)
	}
	nota := url.Values{"tipo": {"NOTA_AGGIUNTA"}, "testo": {"prova"}}
	if stato := pattuglia.invia("/CoreService/verbali/"+idVerbale+"/eventi", nota).stato; stato != http.StatusNotFound {
		t.Errorf("an event on another's fine: %d", stato)
	}
	if stato := pattuglia.apri("/CoreService/verbali/" + altrui).stato; stato != http.StatusOK {
		t.Errorf("his own by a role of the command: %d", stato)
	}
}
