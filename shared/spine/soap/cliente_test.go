package soap_test

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

type domandaDiProva struct{}

// Scrivi writes an element that needs escaping.
func (domandaDiProva) Scrivi(s *soap.Writer) {
	s.Radice("urn:prova", "chiedi")
	s.Testo("chi", "a<b&c")
	s.Chiudi("chiedi")
}

// TestIlServerLeggeCioCheIlClientScrive: the token and the body arrive as they were given.
func TestIlServerLeggeCioCheIlClientScrive(t *testing.T) {
	t.Parallel()
	testo := soap.WriteRequest(&soap.UsernameToken{Utente: "CM<01", Password: `p&"w`}, domandaDiProva{})
	r, err := soap.Read(bytes.NewReader(testo), "text/xml; charset=utf-8", `""`, 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	if r.Credenziali == nil || r.Credenziali.Utente != "CM<01" || r.Credenziali.Password != `p&"w` || r.Corpo.TestoDi("chi") != "a<b&c" || r.Operazione.Space != "urn:prova" {
		t.Errorf("%+v", r)
	}
	if r, err := soap.Read(bytes.NewReader(soap.WriteRequest(nil, domandaDiProva{})), "text/xml", "", 1<<16); err != nil || r.Credenziali != nil {
		t.Errorf("%v %v", r.Credenziali, err)
	}
}

// TestRisposteEFault: what a server of ours writes the client reads, and what is no envelope is none.
func TestRisposteEFault(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	if err := soap.WriteAnswer(w, soap.V11, domandaDiProva{}); err != nil {
		t.Fatal(err)
	}
	e, err := soap.ReadAnswer(w.Body.Bytes())
	if err != nil || e.Nome.Local != "chiedi" || e.TestoDi("chi") != "a<b&c" || e.Figlio("altro") != nil || len(e.TuttiFigli("chi")) != 1 {
		t.Errorf("%+v %v", e, err)
	}
	w = httptest.NewRecorder()
	if err := soap.WriteFault(w, soap.V11, &soap.Fault{Codice: soap.Client, Messaggio: "non va", Dettaglio: domandaDiProva{}}); err != nil {
		t.Fatal(err)
	}
	var f *soap.RemoteFault
	_, err = soap.ReadAnswer(w.Body.Bytes())
	if !errors.As(err, &f) || f.Code != "Client" || f.Text != "non va" || f.Detail.Figlio("chiedi").TestoDi("chi") != "a<b&c" {
		t.Errorf("%+v", f)
	}
	for _, storta := range []string{"", "<html/>", "<a", `{"a":1}`, `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"/>`,
		`<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><a/></e:Body></e:Envelope>`, w.Body.String()[:60],
		`<!DOCTYPE a [<!ENTITY b "c">]><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>&b;</e:Body></e:Envelope>`} {
		if _, err := soap.ReadAnswer([]byte(storta)); !errors.Is(err, soap.ErrAnswer) {
			t.Errorf("%.40s: %v", storta, err)
		}
	}
}
