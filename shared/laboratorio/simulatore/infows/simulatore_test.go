package infows

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const buona = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header><w:Security e:mustUnderstand="1" xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><w:UsernameToken><w:Username>CMRM000001</w:Username><w:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">Infows-demo-2026</w:Password></w:UsernameToken></w:Security></e:Header><e:Body><dettaglioAutoveicoloComproprietariRequest xmlns="http://www.dtt.it/xsd/INFOWS"><login><codicePin>12345678</codicePin></login><dettaglioAutoveicoloBaseInput><targa><numeroTarga>AB123CD</numeroTarga></targa></dettaglioAutoveicoloBaseInput><pdf>false</pdf></dettaglioAutoveicoloComproprietariRequest></e:Body></e:Envelope>`

// TestWhatTheServicesWant: a request that breaks one rule of the services gets what the rule says, whole and in order it is
// answered.
func TestWhatTheServicesWant(t *testing.T) {
	t.Parallel()
	const auto, moto = "dettaglioAutoveicoloComproprietari", "dettaglioMotoveicoloComproprietari"
	cambia := func(da, a string) string {
		if !strings.Contains(buona, da) {
			t.Fatalf("%s is not in the request", da)
		}
		return strings.Replace(buona, da, a, 1)
	}
	for nome, c := range map[string]struct {
		servizio, corpo, tipo string
		stato                 int
		vuole                 string
	}{
		"as it should be":       {auto, buona, "text/xml; charset=utf-8", 200, "comproprietario"},
		"of another service":    {moto, buona, "text/xml", 500, "Fault"},
		"SOAP 1.2":              {auto, strings.Replace(buona, "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope", 1), "application/soap+xml", 500, "Fault"},
		"no token":              {auto, senzaTestata(buona), "text/xml", 500, "SIC001"},
		"a wrong password":      {auto, cambia("Infows-demo-2026", "altra"), "text/xml", 500, "SIC001"},
		"a digest":              {auto, cambia("#PasswordText", "#PasswordDigest"), "text/xml", 500, "Fault"},
		"a wrong PIN":           {auto, cambia("12345678", "1"), "text/xml", 500, "SIC002"},
		"no login":              {auto, cambia("<login><codicePin>12345678</codicePin></login>", ""), "text/xml", 500, "SIC002"},
		"another namespace":     {auto, cambia("xsd/INFOWS", "xsd/ALTRO"), "text/xml", 500, "Fault"},
		"out of order":          {auto, strings.Replace(cambia("<pdf>false</pdf>", ""), "<dettaglioAutoveicoloBaseInput>", "<pdf>false</pdf><dettaglioAutoveicoloBaseInput>", 1), "text/xml", 500, "Fault"},
		"an empty pdf":          {auto, cambia("<pdf>false</pdf>", "<pdf/>"), "text/xml", 500, "Fault"},
		"two keys":              {auto, cambia("</targa>", "</targa><telaio><numeroTelaio>X</numeroTelaio></telaio>"), "text/xml", 500, "Fault"},
		"a plate in lower case": {auto, cambia("AB123CD", "ab123cd"), "text/xml", 200, "INFO003"},
		"a motorcycle's plate":  {auto, cambia("AB123CD", "AB12345"), "text/xml", 200, "INFO001"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/infows/services/"+c.servizio+"/", strings.NewReader(c.corpo))
		r.Header.Set("Content-Type", c.tipo)
		w := httptest.NewRecorder()
		Nuovo(Opzioni{}).Handler().ServeHTTP(w, r)
		if w.Code != c.stato || !strings.Contains(w.Body.String(), c.vuole) {
			t.Errorf("%s: %d %s", nome, w.Code, w.Body)
		}
	}
}

// senzaTestata is a request without its header.
func senzaTestata(richiesta string) string {
	prima, resto, _ := strings.Cut(richiesta, "<e:Header>")
	_, corpo, _ := strings.Cut(resto, "</e:Header>")
	return prima + corpo
}
