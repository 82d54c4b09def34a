package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"

	"github.com/piattaforma-verbali/verbali/core/internal/conservazione"
	"github.com/piattaforma-verbali/verbali/core/internal/operatore"
)

// passo is what an administrator does to an account between the proposal and the confirmation, or before.
type passo struct{ chi, richiesta, corpo string }

// opera does a step by REST; {versione} in a body is that of the account.
func (b *banco) opera(t *testing.T, p passo) {
	t.Helper()
	corpo := p.corpo
	if strings.Contains(corpo, "{versione}") {
		_, letta, _ := strings.Cut(p.richiesta, " ")
		var o struct {
			Versione json.Number `json:"versione"`
		}
		if _, r := b.rest(t, p.chi+" GET "+letta, ""); json.Unmarshal([]byte(r), &o) != nil {
			t.Fatal(r)
		}
		corpo = strings.ReplaceAll(corpo, "{versione}", o.Versione.String())
	}
	if stato, r := b.rest(t, p.chi+" "+p.richiesta, corpo); stato >= 300 {
		t.Fatalf("%s %s: %d %s", p.chi, p.richiesta, stato, r)
	}
}

// crea is the step that makes an administrator of alfa.
func crea(chi, nuovo string) passo {
	return passo{chi, "POST /operatori", `{"username":"` + nuovo + `","reparto":"PL01","ruoli":["AMMINISTRATORE"],"nome":"","cognome":"","codiceFiscale":"` +
		codiceDi(nuovo) + `","integratore":"","verifica":"LOCALE","password":"` + password + `"}`}
}

func cambia(chi, username, codice, cognome, stato string) passo {
	return passo{chi, "PUT /operatori/" + username, `{"reparto":"PL01","ruoli":["AMMINISTRATORE"],"nome":"","cognome":"` + cognome + `","codiceFiscale":"` + codice +
		`","integratore":"","verifica":"LOCALE","stato":"` + stato + `","versione":{versione}}`}
}

func ridaPassword(chi, username string) passo {
	return passo{chi, "POST /operatori/" + username + "/password", `{"password":"` + password + `"}`}
}

// entrata makes an account that another gave a password to one that works: its own password is what the bench uses.
func (b *banco) entrata(t *testing.T, username string) {
	t.Helper()
	b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET provvisoria = false WHERE username = $1`, username)
}

// TestNessunoConfermaDaSolo: whoever stands behind both accounts of a decision takes it alone, before the proposal or after it.
func TestNessunoConfermaDaSolo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	for nome, c := range map[string]struct {
		prima, dopo       []passo
		propone, conferma string
		rifiuto           string // empty: it is confirmed
	}{
		"two that the command line made": {propone: "uno", conferma: "due"},
		"two that the platform made": {prima: []passo{crea("piattaforma@alfa", "n1"), crea("piattaforma@alfa", "n2")},
			propone: "n1", conferma: "n2"},
		"the proposer's fresh account": {prima: []passo{crea("uno", "n3")},
			propone: "uno", conferma: "n3", rifiuto: "da chi ha proposto (uno)"},
		"made after the proposal": {dopo: []passo{crea("uno", "n4")},
			propone: "uno", conferma: "n4", rifiuto: "da chi ha proposto (uno)"},
		"the confirmer's fresh account proposes": {prima: []passo{crea("uno", "n5")},
			propone: "n5", conferma: "uno", rifiuto: "da chi conferma (uno)"},
		"an account of an account of the proposer": {prima: []passo{crea("uno", "n6"), crea("n6", "n7")},
			propone: "uno", conferma: "n7", rifiuto: "per suo tramite"},
		"two accounts of a third": {prima: []passo{crea("uno", "n8"), crea("uno", "n9")},
			propone: "n8", conferma: "n9", rifiuto: "dalla stessa persona (uno)"},
		"an account that a third made": {prima: []passo{crea("due", "n10")}, propone: "uno", conferma: "n10"},
		"a password before": {prima: []passo{crea("piattaforma@alfa", "n11"), ridaPassword("uno", "n11")},
			propone: "uno", conferma: "n11", rifiuto: "da chi ha proposto"},
		"a password after": {prima: []passo{crea("piattaforma@alfa", "n12")},
			dopo:    []passo{ridaPassword("uno", "n12")},
			propone: "uno", conferma: "n12", rifiuto: "da chi ha proposto"},
		"a password that a third gave": {prima: []passo{crea("piattaforma@alfa", "n13"), ridaPassword("due", "n13")},
			propone: "uno", conferma: "n13"},
		"a name": {prima: []passo{crea("piattaforma@alfa", "n14"), cambia("uno", "n14", codiceDi("n14"), "Neri", "ATTIVO")},
			propone: "uno", conferma: "n14", rifiuto: "da chi ha proposto"},
		"then another change of a third": {prima: []passo{crea("piattaforma@alfa", "n15"),
			cambia("uno", "n15", codiceDi("n15"), "Neri", "ATTIVO"),
			cambia("due", "n15", codiceDi("n15"), "Verdi", "ATTIVO")},
			propone: "uno", conferma: "n15", rifiuto: "da chi ha proposto"},
		"blocked and let in again": {prima: []passo{crea("piattaforma@alfa", "n16"),
			cambia("uno", "n16", codiceDi("n16"), "", "BLOCCATO"),
			cambia("uno", "n16", codiceDi("n16"), "", "ATTIVO")},
			propone: "uno", conferma: "n16", rifiuto: "da chi ha proposto"},
		"the platform gives it a password afterwards": {prima: []passo{crea("uno", "n17"), ridaPassword("piattaforma@alfa", "n17")},
			propone: "uno", conferma: "n17"},
		"and the proposer changes it once more": {prima: []passo{crea("uno", "n18"), ridaPassword("piattaforma@alfa", "n18"),
			cambia("uno", "n18", codiceDi("n18"), "Neri", "ATTIVO")},
			propone: "uno", conferma: "n18", rifiuto: "da chi ha proposto"},
		"the proposal of a puppet is no one else's": {prima: []passo{crea("uno", "n19")},
			dopo:    []passo{ridaPassword("piattaforma@alfa", "n19")},
			propone: "n19", conferma: "uno", rifiuto: "da chi conferma"},
		"the proposer's tax code emptied by himself": {prima: []passo{crea("piattaforma@alfa", "n20")},
			dopo:    []passo{cambia("n20", "n20", "", "", "ATTIVO")},
			propone: "n20", conferma: "due", rifiuto: "a n20 manca"},
		"his tax code changed by himself": {prima: []passo{crea("piattaforma@alfa", "n21")},
			dopo:    []passo{cambia("n21", "n21", codiceDi("altro"), "", "ATTIVO")},
			propone: "n21", conferma: "due", rifiuto: "lo ha scritto chi la usa"},
		"the confirmer's, before": {prima: []passo{crea("piattaforma@alfa", "n22"),
			cambia("n22", "n22", codiceDi("altro"), "", "ATTIVO")},
			propone: "due", conferma: "n22", rifiuto: "lo ha scritto chi la usa"},
		"by an account of his": {prima: []passo{crea("piattaforma@alfa", "n23"), crea("n23", "n24"),
			cambia("n24", "n23", codiceDi("altro"), "", "ATTIVO")},
			propone: "due", conferma: "n23", rifiuto: "lo ha scritto chi la usa"},
		"his own name": {prima: []passo{crea("piattaforma@alfa", "n25"),
			cambia("n25", "n25", codiceDi("n25"), "Neri", "ATTIVO")},
			propone: "due", conferma: "n25"},
		"a tax code that a third corrects": {prima: []passo{crea("piattaforma@alfa", "n26"),
			cambia("n26", "n26", codiceDi("altro"), "", "ATTIVO"),
			cambia("uno", "n26", codiceDi("n26"), "", "ATTIVO")},
			propone: "due", conferma: "n26"},
		"himself": {propone: "uno", conferma: "uno", rifiuto: "Conferma una persona diversa"},
	} {
		t.Run(nome, func(t *testing.T) {
			b.comandoDi(t, "uno", "due")
			fai := func(passi []passo) {
				for _, p := range passi {
					b.opera(t, p)
					if _, nuovo, si := strings.Cut(p.corpo, `"username":"`); si {
						username, _, _ := strings.Cut(nuovo, `"`)
						b.entrata(t, username)
					} else if nome, si := strings.CutSuffix(strings.TrimPrefix(p.richiesta, "POST /operatori/"), "/password"); si {
						b.entrata(t, nome)
					}
				}
			}
			fai(c.prima)
			stato, corpo := b.rest(t, c.propone+" POST /conservazione/LAVORI_MORTI", `{"mesi":12,"fonte":"delibera 1"}`)
			var r conservazione.Regola
			if err := json.Unmarshal([]byte(corpo), &r); err != nil || stato != http.StatusCreated {
				t.Fatalf("%d %s", stato, corpo)
			}
			_, corpo = b.rest(t, c.propone+" POST /conservazione/vincoli", `{"codiceFiscale":"`+codice+`","motivo":"procura"}`)
			var v conservazione.Posto
			if err := json.Unmarshal([]byte(corpo), &v); err != nil {
				t.Fatal(corpo)
			}
			su := "/conservazione/vincoli/" + v.ID.String() + "/rimozione"
			stato, corpo = b.rest(t, c.propone+" POST "+su, `{"motivo":"indagine chiusa"}`)
			var x conservazione.Rimozione
			if err := json.Unmarshal([]byte(corpo), &x); err != nil || stato != http.StatusCreated {
				t.Fatalf("%d %s", stato, corpo)
			}
			fai(c.dopo)
			atteso, parole := 204, []string(nil)
			if c.rifiuto != "" {
				atteso, parole = 403, []string{"STESSA_PERSONA", c.rifiuto}
			}
			b.attendi(t, c.conferma+" POST /conservazione/LAVORI_MORTI/conferma", `{"id":"`+r.ID.String()+`"}`, atteso, parole...)
			b.attendi(t, c.conferma+" POST "+su+"/conferma", `{"id":"`+x.ID.String()+`"}`, atteso, parole...)
			if in := b.contaDi(t, `SELECT count(*) FROM vincolo WHERE id = $1 AND tolto IS NULL`, v.ID); (in == 1) != (c.rifiuto != "") {
				t.Errorf("the hold: %d in force", in)
			}
			b.attendi(t, "due DELETE /conservazione/LAVORI_MORTI", "", 204)
		})
	}
}

// comandoDi makes administrators of alfa at the command line, once.
func (b *banco) comandoDi(t *testing.T, nomi ...string) {
	t.Helper()
	for _, nome := range nomi {
		o := operatore.Operatore{Username: nome, Tenant: "alfa", Reparto: "PL01", Ruoli: []string{"AMMINISTRATORE"}, CodiceFiscale: codiceDi(nome)}
		if _, err := operatore.Nuovo(b.app.Pools, b.app.Now).Crea(t.Context(), o, password); err != nil {
			t.Fatal(err)
		}
	}
}

// TestUnVincoloFinisceDopoOggi: a hold that is over before it begins holds nothing.
func TestUnVincoloFinisceDopoOggi(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	una := b.amministratore(t, "una")
	oggi := tempo.Oggi()
	for fino, stato := range map[string]int{"1900-01-01": 400, oggi.AddDays(-1).String(): 400, oggi.String(): 400,
		oggi.AddDays(1).String(): 201, "2999-12-31": 201, "": 201, "domani": 400} {
		parole := []string{`"verbali":0`}
		if stato == 400 {
			parole = []string{`"campo":"fino"`}
		}
		b.attendi(t, "capo.alfa POST /conservazione/vincoli", `{"codiceFiscale":"`+codice+`","motivo":"procura","fino":"`+fino+`"}`, stato, parole...)
		r := una.invia("/CoreService/conservazione/vincoli", url.Values{"codiceFiscale": {codice}, "motivo": {"m"}, "fino": {fino}, "comandoAperto": {"alfa"}})
		if (r.stato == http.StatusSeeOther) != (stato == 201) {
			t.Errorf("the page, %q: %d", fino, r.stato)
		}
	}
}

// TestUnVincoloSiTogliePerUnMotivo: one proposal at a time, with a reason, which whoever reads it may take back.
func TestUnVincoloSiTogliePerUnMotivo(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.amministratori(t)
	b.amministratore(t, "una")
	var v conservazione.Posto
	if _, corpo := b.rest(t, "una POST /conservazione/vincoli", `{"codiceFiscale":"`+codice+`","motivo":"procura"}`); json.Unmarshal([]byte(corpo), &v) != nil {
		t.Fatal(corpo)
	}
	su := "/conservazione/vincoli/" + v.ID.String()
	for _, c := range []struct {
		richiesta, corpo string
		stato            int
		parola           string
	}{
		{"una DELETE " + su, "", 404, ""},
		{"una POST " + su + "/rimozione", `{"motivo":" "}`, 400, `"campo":"motivo"`},
		{"una POST " + su + "/rimozione", `{}`, 400, "motivo"},
		{"una POST " + su + "/rimozione", `{"motivo":"` + strings.Repeat("x", 501) + `"}`, 400, `"campo":"motivo"`},
		{"una POST /conservazione/vincoli/" + v.ID.String()[:35] + "/rimozione", `{"motivo":"m"}`, 404, ""},
		{"capo.alfa POST " + su + "/rimozione/conferma", `{"id":"` + v.ID.String() + `"}`, 404, ""},
		{"una DELETE " + su + "/rimozione", "", 404, ""},
		{"una POST " + su + "/rimozione", `{"motivo":"chiusa"}`, 201, `"propostaDa":"una"`},
		{"capo.alfa POST " + su + "/rimozione", `{"motivo":"chiusa"}`, 409, "GIA_PROPOSTA"},
		{"capo.alfa POST " + su + "/rimozione/conferma", `{"id":"` + v.ID.String() + `"}`, 409, "RIMOZIONE_CAMBIATA"},
		{"capo.alfa DELETE " + su + "/rimozione", "", 204, ""},
		{"una GET /conservazione/vincoli", "", 200, `"motivo":"procura"`},
		{"una POST " + su + "/rimozione", `{"motivo":"chiusa"}`, 201, ""},
	} {
		b.attendi(t, c.richiesta, c.corpo, c.stato, c.parola)
	}
	if n := b.contaDi(t, `SELECT count(*) FROM core_v1.trattenuto`); n != 1 {
		t.Errorf("%d holds in force", n)
	}
}
