package app_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/rotte"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"

	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// chiunque is a page for every operator.
const chiunque auth.Permission = ""

// pagineAttese is who may open the pages, written a second time: by the first part of the address.
func pagineAttese() map[string]auth.Permission {
	return map[string]auth.Permission{
		"": chiunque, "password": chiunque, "accessi": chiunque,
		"verbali": auth.PermessoVerbalePropri, "documenti": auth.PermessoVerbalePdf,
		"lotti": auth.PermessoLottoLeggi, "tenant": auth.PermessoTenant, "connessione": auth.PermessoTenant,
		"reparti": auth.PermessoReparto, "operatori": auth.PermessoOperatore, "ruoli": auth.PermessoRuolo, "agenti": auth.PermessoAgente,
		"integratori": auth.PermessoIntegratore, "portali": auth.PermessoPortaleGestione,
		"impostazioni": auth.PermessoImpostazione, "accesso": auth.PermessoImpostazione, "pdnd": auth.PermessoImpostazione,
		"costi": auth.PermessoImpostazione, "domiciliDigitali": auth.PermessoVerbaleDecidi,
		"registriInAttesa": auth.PermessoVerbaleDecidi, "registro": auth.PermessoRegistro,
		"intervalli": auth.PermessoIntervalloLeggi, "calcoli": auth.PermessoUtilita, "tabelle": auth.PermessoTabellaLeggi,
		"lavoriMorti": auth.PermessoMorti, "conservazione": auth.PermessoConservazione, "interessato": auth.PermessoInteressato,
		"rettifiche": auth.PermessoInteressato, "esitiPostali": auth.PermessoLottoLeggi, "tariffeCorrette": auth.PermessoTariffe,
		"send": auth.PermessoVerbaleLeggi, "piano": auth.PermessoVerbaleLeggi,
	}
}

// senzaSessione are the doors themselves and the static files.
var senzaSessione = regexp.MustCompile(`^/CoreService/(login|logout|sso.*|statico/.*|risorse/.*)$`)

var segnaposto = regexp.MustCompile(`:[a-zA-Z]+`)

// Every page, every role: who may open it does, who may not is told so, who is not in goes to the login.
func TestMatriceDellePagine(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.elaborazione(t) // without which a page that it alone can fill says so
	dentro := map[string]*navigatore{}
	for _, ruolo := range rotte.Ruoli() {
		dentro[ruolo] = b.conRuolo(t, ruolo)
	}
	attese := pagineAttese()
	provate := map[string]bool{}
	for _, r := range b.app.Web.Routes() {
		resto, pagina := strings.CutPrefix(r.Path, "/CoreService/")
		if !pagina || strings.HasPrefix(resto, "rest/") || senzaSessione.MatchString(r.Path) {
			continue
		}
		nome, _, _ := strings.Cut(resto, "/")
		permesso, attesa := attese[nome]
		if !attesa {
			t.Errorf("%s %s: who may open it is not written here", r.Method, r.Path)
			continue
		}
		provate[nome] = true
		if nome == "intervalli" && (r.Method != http.MethodGet || strings.HasSuffix(resto, "/nuovo")) {
			permesso = auth.PermessoIntervallo
		}
		if nome == "lotti" && resto != "lotti" && resto != "lotti/:id" && resto != "lotti/:id/eventi" || nome == "lotti" && r.Method != http.MethodGet {
			permesso = auth.PermessoLotto
		}
		if nome == "esitiPostali" && r.Method != http.MethodGet {
			permesso = auth.PermessoLotto
		}
		if nome == "tariffeCorrette" && r.Method != http.MethodGet {
			permesso = auth.PermessoVerbaleDecidi
		}
		if nome == "verbali" && resto != "verbali" && r.Method != http.MethodGet {
			permesso = auth.PermessoVerbaleAnnota
		}
		if nome == "tabelle" && (strings.HasSuffix(resto, "/carica") || strings.HasSuffix(resto, "/decreto") || strings.HasSuffix(resto, "/compresa") ||
			strings.Contains(resto, "/bozze/")) {
			permesso = auth.PermessoTabella
			if strings.Contains(resto, "/strade/") {
				permesso = auth.PermessoTabellaTenant
			}
		}
		if nome == "send" && (r.Method != http.MethodGet || resto == "send/nuova") {
			permesso = auth.PermessoVerbaleDecidi
		}
		if resto == "piano/posta" {
			permesso = auth.PermessoLotto
		}
		if nome == "send" && strings.Contains(resto, "/prove/") {
			permesso = auth.PermessoPersona
		}
		percorso := segnaposto.ReplaceAllString(r.Path, "prova")
		if stato := b.chiedi(b.navigatore(t), r.Method, percorso).stato; stato != http.StatusSeeOther && stato != http.StatusUnauthorized {
			t.Errorf("%s %s without a session: %d", r.Method, r.Path, stato)
		}
		for ruolo, n := range dentro {
			ha := b.chiedi(n, r.Method, percorso)
			rifiutata := ha.stato == http.StatusForbidden && strings.Contains(ha.corpo, "Il ruolo non consente")
			puo := permesso == chiunque || rotte.Puo(ruolo, permesso)
			if puo == rifiutata || ha.stato == http.StatusUnauthorized || ha.stato >= http.StatusInternalServerError {
				t.Errorf("%s %s for %s: may %v, gets %d", r.Method, r.Path, ruolo, puo, ha.stato)
			}
		}
	}
	for nome := range attese {
		if !provate[nome] {
			t.Errorf("no page under %q", nome)
		}
	}
}

func (b *banco) chiedi(n *navigatore, metodo, percorso string) risposta {
	var modulo url.Values
	if metodo != http.MethodGet {
		modulo = url.Values{}
	}
	return n.chiedi(metodo, percorso, modulo, map[string]string{"Sec-Fetch-Site": "same-origin"})
}

// conRuolo is a browser whose operator has one role alone; the platform's works in alfa.
func (b *banco) conRuolo(t *testing.T, ruolo string) *navigatore {
	t.Helper()
	o := operatore.Operatore{Username: "prova." + strings.ToLower(ruolo), Tenant: "alfa", Reparto: "PL01", Ruoli: []string{ruolo}}
	switch ruolo {
	case auth.RuoloPiattaforma:
		o.Tenant, o.Reparto = "", "PIATT"
	case auth.RuoloIntegratore:
		b.ambiente.Esegui(t, "core", "", `INSERT INTO integratore (id, tenant, nome) VALUES (gen_random_uuid(), 'alfa', 'Prova')`)
		o.Integratore = "Prova"
	}
	if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), o, password); err != nil {
		t.Fatal(err)
	}
	n := b.dentro(t, o.Username)
	if ruolo == auth.RuoloPiattaforma {
		if r := n.invia("/CoreService/connessione", url.Values{"tenant": {"alfa"}}); r.stato != http.StatusSeeOther {
			t.Fatalf("choice of the tenant: %d", r.stato)
		}
	}
	return n
}

// A form opened for a command is not saved for another, chosen in the meantime in another tab.
func TestUnModuloValePerIlComandoDiQuandoFuAperto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	n := b.conRuolo(t, auth.RuoloPiattaforma)
	nuovo := func(codice, comando string) risposta {
		return n.invia("/CoreService/reparti", url.Values{"codice": {codice}, "comandoAperto": {comando}})
	}
	n.apri("/CoreService/reparti/nuovo").mostra(t, `name="comandoAperto" value="alfa"`)
	if r := nuovo("PRIMA", "alfa"); r.stato != http.StatusSeeOther {
		t.Fatalf("the same command: %d", r.stato)
	}
	if r := n.invia("/CoreService/connessione", url.Values{"tenant": {"beta"}}); r.stato != http.StatusSeeOther {
		t.Fatalf("choice of the tenant: %d", r.stato)
	}
	r := nuovo("DOPO", "alfa")
	if r.stato != http.StatusConflict {
		t.Errorf("another command: %d", r.stato)
	}
	r.mostra(t, "nulla è stato salvato")
	n.apri("/CoreService/reparti").nasconde(t, "DOPO")
}
