package app

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

func TestIToken(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 1)
	id := b.documento(t, v, "ATTO", "%PDF-atto")
	buoni := claims("operatore.alfa", "alfa", auth.RuoloOperatore)
	scaduti := buoni
	scaduti.ExpiresAt = jwt.NewNumericDate(mezzogiorno(oggi).Add(-time.Minute))
	altroModulo := buoni
	altroModulo.Audience = jwt.ClaimStrings{"mobile"}
	senzaFine := buoni
	senzaFine.ExpiresAt = nil
	altroEmittente := buoni
	altroEmittente.Issuer = "qualcuno"
	cattivi := map[string]string{
		"none at all":            "",
		"nonsense":               "x.y.z",
		"signed by another":      testkit.NuovoRealm(t).Token(t, buoni),
		"expired":                b.firma(t, scaduti),
		"for another module":     b.firma(t, altroModulo),
		"that never expires":     b.firma(t, senzaFine),
		"of another issuer":      b.firma(t, altroEmittente),
		"alg none":               firmaCon(t, jwt.UnsafeAllowNoneSignatureType, jwt.SigningMethodNone, buoni),
		"HMAC of the public key": firmaCon(t, []byte(b.firme.Pubblica()), jwt.SigningMethodHS256, buoni),
	}
	for nome, token := range cattivi {
		t.Run("a token "+nome+" is the same 401 everywhere", func(t *testing.T) {
			for _, rotta := range []string{rottaPagamento, rottaDati} {
				b.chiede(t, rotta, token, testo(t, v.chiave()), http.StatusUnauthorized)
			}
			w := b.chiede(t, rottaDocumenti+id, token, "", http.StatusUnauthorized)
			if len(w.Header().Values("WWW-Authenticate")) == 0 {
				t.Error("no WWW-Authenticate")
			}
		})
	}
	b.chiede(t, rottaPagamento, b.firma(t, buoni), testo(t, v.chiave()), http.StatusOK)
}

// TestRuoloPerRotta holds the matrix of this module: 200 on a fine that is there for a caller who may.
func TestRuoloPerRotta(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 1)
	id := b.documento(t, v, "ATTO", "%PDF-atto")
	const si, no, via = http.StatusOK, http.StatusForbidden, http.StatusNotFound
	for ruolo, atteso := range map[string][3]int{ // payment, data, act of somebody else
		auth.RuoloPiattaforma:    {no, no, no},
		auth.RuoloAmministratore: {no, no, no},
		auth.RuoloUfficio:        {si, si, si},
		auth.RuoloOperatore:      {si, si, si},
		auth.RuoloAgente:         {no, no, no},
		auth.RuoloIntegratore:    {no, no, no},
		auth.RuoloLettura:        {si, si, no},
		auth.RuoloCittadino:      {si, si, via},
		"INVENTATO":              {no, no, no},
	} {
		t.Run(ruolo, func(t *testing.T) {
			token := b.firma(t, claims("qualcuno", "alfa", ruolo))
			b.chiede(t, rottaPagamento, token, testo(t, v.intera()), atteso[0])
			b.chiede(t, rottaDati, token, testo(t, v.intera()), atteso[1])
			b.chiede(t, rottaDocumenti+id, token, "", atteso[2])
		})
	}
}

func TestAdmittedRolesComeFirst(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(i *Impostazioni) { i.RuoliAmmessi = []string{auth.RuoloUfficio} })
	v := b.inserisci(t, "alfa", 1)
	id := b.documento(t, v, "ATTO", "%PDF-atto")
	operatore, ufficio := b.operatore(t, "alfa"), b.firma(t, claims("u", "alfa", auth.RuoloUfficio))
	for _, x := range []struct{ percorso, corpo string }{
		{rottaPagamento, testo(t, v.chiave())}, {rottaDocumenti + id, ""},
	} {
		b.chiede(t, x.percorso, ufficio, x.corpo, http.StatusOK)
		if w := b.chiede(t, x.percorso, operatore, x.corpo, http.StatusForbidden); !contiene(w.Body.String(), "RUOLO_NON_AMMESSO") {
			t.Errorf("%s", w.Body)
		}
	}
}

func TestComandoSospeso(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 1)
	b.emetti(t, v)
	b.trovabile(t, v.coppia())
	b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
	if err := b.servizio.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.chiede(t, rottaPagamento, b.operatore(t, "alfa"), testo(t, v.chiave()), http.StatusForbidden)
	if d := risposta[problem.Document](t, b.chiede(t, rottaAnonimo, "", testo(t, v.coppia()), http.StatusForbidden)); d.Codice != "TENANT_SOSPESO" {
		t.Errorf("%+v", d)
	}
}

func TestOgniRottaENelContrattoEViceversa(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	var vere []string
	for _, r := range b.servizio.Web.Routes() {
		if nome, di := strings.CutPrefix(r.Path, base+"/"); di && strings.Contains(nome, "Service/") && !strings.HasPrefix(nome, "rest/") {
			vere = append(vere, r.Method+" "+sostituisci(r.Path))
		}
	}
	var scritte []string
	for percorso, item := range b.contratto.doc.Paths.Map() {
		for metodo := range item.Operations() {
			scritte = append(scritte, metodo+" "+percorso)
		}
	}
	slices.Sort(vere)
	slices.Sort(scritte)
	if !slices.Equal(vere, scritte) {
		t.Errorf("routes %q\ncontract %q", vere, scritte)
	}
}

func TestAltriPrefissiERotteIgnote(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 1)
	token := b.operatore(t, "alfa")
	for _, prefisso := range []string{"/ConnessioneService/rest/rest", "/rest"} {
		if w := b.manda(prefisso+gruppo+"/ricercaVerbalePagamento", token, testo(t, v.chiave())); w.Code != http.StatusOK {
			t.Errorf("%s: %d", prefisso, w.Code)
		}
	}
	for percorso, stato := range map[string]int{
		base + gruppo + "/inventata":   http.StatusUnauthorized,
		"/ConnessioneService/portale/": http.StatusOK,
		base + "/openapi.yaml":         http.StatusOK,
		base + "/openapi":              http.StatusOK,
	} {
		if w := b.manda(percorso, "", ""); w.Code != stato {
			t.Errorf("%s: %d, want %d", percorso, w.Code, stato)
		}
	}
	if w := b.manda(base+gruppo+"/inventata", token, ""); w.Code != http.StatusNotFound {
		t.Errorf("an unknown route with a token: %d", w.Code)
	}
}
