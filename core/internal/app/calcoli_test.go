package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const paginaCodice = "/CoreService/calcoli/codiceFiscale"

// The worked examples of the sheets, as an agent reads them at the desk.
func TestCalcoliAllaScrivania(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "agente")
	n.apri("/CoreService/calcoli").mostra(t, "/calcoli/importo", "/calcoli/scadenza", "/calcoli/velocita", "/calcoli/codiceFiscale")
	for _, c := range []struct {
		regola, percorso string
		mostra           []string
	}{
		{"art. 202 c. 1: 153 c. 10 with expenses, day 4", "importo?violazione=153+c.+10&giorno=2026-09-01&notifica=2026-09-10&pagamento=2026-09-14&spese=12,00", []string{"72,90 €", "art. 202 c. 1 CdS", "Totale"}},
		{"art. 202 c. 1: day 33", "importo?violazione=153-10&giorno=2026-09-01&notifica=2026-09-10&pagamento=2026-10-13&spese=12,00", []string{"99,00 €"}},
		{"art. 203 c. 3: day 61", "importo?violazione=153-10&giorno=2026-09-01&notifica=2026-09-10&pagamento=2026-11-10&spese=12,00", []string{"184,00 €", "art. 203 c. 3 CdS"}},
		{"art. 202 c. 1: the deadlines of a service", "scadenza?tipo=TUTTE&decorrenza=2026-09-10", []string{"martedì 15 settembre 2026", "lunedì 9 novembre 2026"}},
		{"art. 202 c. 1: one deadline with its steps", "scadenza?tipo=PAGAMENTO_RIDOTTO_60&decorrenza=2026-09-10", []string{"lunedì 9 novembre 2026", "art. 155 c. 1 c.p.c."}},
		{"Reg. art. 345 c. 2: 148 with limit 130", "velocita?rilevata=148&limite=130&giorno=2026-09-10", []string{"140,6 km/h", "10,6 km/h", "art. 142 c. 8"}},
	} {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			r := b.dentro(t, "agente").apri("/CoreService/calcoli/" + c.percorso)
			if r.stato != http.StatusOK {
				t.Errorf("status %d", r.stato)
			}
			r.mostra(t, c.mostra...)
		})
	}
	codice := n.invia(paginaCodice, url.Values{"azione": {"calcola"}, "cognome": {"Lombardini"}, "nome": {"Ettore"},
		"nascita": {"1964-05-07"}, "sesso": {"M"}, "luogo": {"Firenze"}})
	codice.mostra(t, "LMBTTR64E07D612F", "Firenze (FI)")
	n.invia(paginaCodice, url.Values{"azione": {"valida"}, "codice": {"LMBTTR64E07D61NU"}}).mostra(t, "omocodia", "LMBTTR64E07D612F", "07/05/1964")
}

func TestCalcoliSbagliatiTornanoConIDati(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "lettore")
	for percorso, mostra := range map[string][]string{
		"importo?violazione=153-10&giorno=2026-02-30&pagamento=2026-09-14&spese=dodici": {`href="#campo-giorno"`, `href="#campo-spese"`, `value="dodici"`, `value="2026-02-30"`},
		"scadenza?tipo=NESSUNA&decorrenza=2026-09-10":                                   {`href="#campo-tipo"`, `value="2026-09-10"`},
		"velocita?rilevata=&limite=50&giorno=2026-09-10":                                {`href="#campo-rilevata"`, `value="50"`},
	} {
		r := n.apri("/CoreService/calcoli/" + percorso)
		if r.stato != http.StatusBadRequest {
			t.Errorf("%s: %d", percorso, r.stato)
		}
		r.mostra(t, append(mostra, `id="rifiuto"`)...)
	}
	for cognome, mostra := range map[string]string{"Lombardini": `value="Lombardini"`, "": `href="#campo-cognome"`} {
		r := n.invia(paginaCodice, url.Values{"azione": {"calcola"}, "cognome": {cognome}, "luogo": {"Paperopoli"}, "nascita": {"1964-05-07"}})
		if r.stato != http.StatusBadRequest {
			t.Errorf("tax code: %d", r.stato)
		}
		r.mostra(t, mostra, `href="#campo-luogo"`, `value="Paperopoli"`)
	}
}

// The account of the platform has no tenant and computes all the same; an operator who is not in goes to the login
// and comes back to the same question.
func TestICalcoliNonVoglionoUnComando(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	const domanda = "/CoreService/calcoli/velocita?rilevata=148&limite=130&giorno=2026-09-10"
	if r := b.dentro(t, "piattaforma").apri(domanda); r.stato != http.StatusOK || !strings.Contains(r.corpo, "140,6 km/h") {
		t.Errorf("the platform's account: %d\n%s", r.stato, r.corpo)
	}
	if r := b.navigatore(t).apri(domanda); r.stato != http.StatusSeeOther || !strings.Contains(r.testa.Get("Location"), url.QueryEscape(domanda)) {
		t.Errorf("without a session: %d, %s", r.stato, r.testa.Get("Location"))
	}
}

// Data of a person are not taken from an address: neither by GET nor beside a POST.
func TestIlCodiceFiscaleNonStaNegliIndirizzi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.dentro(t, "agente")
	const query = "?azione=valida&codice=LMBTTR64E07D612F"
	n.apri(paginaCodice+query).nasconde(t, "LMBTTR64E07D612F", "Firenze")
	n.invia(paginaCodice+query, url.Values{"azione": {"valida"}}).nasconde(t, "LMBTTR64E07D612F", "Firenze")
	r := n.invia(paginaCodice, url.Values{"azione": {"valida"}, "codice": {"LMBTTR64E07D612F"}})
	r.mostra(t, "Scritto bene")
	if r.testa.Get("Cache-Control") != "no-store" {
		t.Errorf("the answer may be kept: %q", r.testa.Get("Cache-Control"))
	}
	altroSito := map[string]string{"Sec-Fetch-Site": "cross-site"}
	if r := n.chiedi(http.MethodPost, paginaCodice, url.Values{"azione": {"valida"}}, altroSito); r.stato != http.StatusForbidden {
		t.Errorf("from another site: %d", r.stato)
	}
}
