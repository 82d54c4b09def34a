package soap_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

// conToken is the content of a Security header with a token.
func conToken(utente string) string {
	return `<w:UsernameToken><w:Username>` + utente + `</w:Username><w:Password Type="` + testo + `">x</w:Password></w:UsernameToken>`
}

func TestConferma(t *testing.T) {
	t.Parallel()
	adesso := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	durata := func(scade string) string { return `<u:Timestamp><u:Expires>` + scade + `</u:Expires></u:Timestamp>` }
	casi := []struct{ nome, dentro, utente, sigla string }{
		{"lo stesso utente", conToken("mario"), "mario", ""},
		{"lo stesso utente in maiuscole", conToken("MARIO"), "mario", ""},
		{"un altro utente", conToken("luigi"), "mario", soap.CredenzialiDiscordi},
		{"nessun token", "", "mario", ""},
		{"scade tra poco", durata("2026-03-01T10:00:00.001Z"), "mario", ""},
		{"scade più tardi altrove", durata("2026-03-01T06:30:00-05:00"), "mario", ""},
		{"scade ora", durata("2026-03-01T10:00:00Z"), "mario", soap.RichiestaScaduta},
		{"è scaduta", durata("2026-03-01T10:59:59+01:00"), "mario", soap.RichiestaScaduta},
		{"è scaduta, senza scostamento è ora universale", durata("2026-03-01T09:59:59"), "mario", soap.RichiestaScaduta},
		{"creata ieri senza scadenza", `<u:Timestamp><u:Created>2026-02-28T10:00:00Z</u:Created></u:Timestamp>`, "mario", ""},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r, err := leggi(sicurezza(c.dentro), tipo11, "")
			if err != nil {
				t.Fatal(err)
			}
			err = r.Conferma(c.utente, adesso)
			if f := soap.As(err); (c.sigla == "") != (err == nil) || f != nil && f.Sigla != c.sigla {
				t.Errorf("%v, atteso %q", err, c.sigla)
			}
		})
	}
}

func TestLeggiToken(t *testing.T) {
	t.Parallel()
	lungo := strings.Repeat("<!-- "+strings.Repeat("x", 100)+" -->", 1000) // beyond what is looked at
	casi := []struct{ nome, documento, utente, sigla string }{
		{"un token", sicurezza(conToken("mario")), "mario", ""},
		{"un token e poi un corpo che non finisce mai", strings.Replace(sicurezza(conToken("mario")), "<op ", strings.Repeat("è", 100_000)+"<op ", 1), "mario", ""},
		{"un token e poi un corpo rotto", strings.Replace(sicurezza(conToken("mario")), "<op ", "<<", 1), "mario", ""},
		{"un token e poi una DTD nel corpo", strings.Replace(sicurezza(conToken("mario")), "<op ", "<!DOCTYPE a><op ", 1), "mario", ""},
		{"un'intestazione troppo lunga", strings.Replace(sicurezza(conToken("mario")), "</w:Security>", lungo+"</w:Security>", 1), "", soap.XMLNonValido},
		{"un token dopo il corpo non conta", busta(`<e:Body><a/></e:Body><e:Header><w:Security xmlns:w="` + wsse + `">` + conToken("mario") + `</w:Security></e:Header>`), "", ""},
		{"nessuna intestazione", corpo("<a/>"), "", ""},
		{"una busta vuota", `<e:Envelope xmlns:e="` + env11 + `"/>`, "", ""},
		{"una DTD prima della busta", "<!DOCTYPE a>" + sicurezza(conToken("mario")), "", soap.DTDNonAmmessa},
		{"una password cifrata", strings.Replace(sicurezza(conToken("mario")), "PasswordText", "PasswordDigest", 1), "", soap.CredenzialiNonLette},
		{"niente", "", "", soap.XMLNonValido},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			letti := &contati{r: strings.NewReader(c.documento)}
			token, intero, err := soap.ReadToken(letti, tipo11)
			if f := soap.As(err); (c.sigla == "") != (err == nil) || f != nil && f.Sigla != c.sigla {
				t.Errorf("%v, atteso %q", err, c.sigla)
			}
			if (token == nil) != (c.utente == "") || token != nil && token.Utente != c.utente {
				t.Errorf("token %v", token)
			}
			if letti.n > 64<<10 {
				t.Errorf("letti %d byte", letti.n)
			}
			if tutto, err := io.ReadAll(intero); err != nil || string(tutto) != c.documento {
				t.Errorf("la richiesta non si rilegge intera: %v, %d byte", err, len(tutto))
			}
		})
	}
	t.Run("un altro tipo non si legge", func(t *testing.T) {
		t.Parallel()
		if _, _, err := soap.ReadToken(strings.NewReader(sicurezza(conToken("m"))), "application/json"); soap.As(err).Sigla != soap.TipoNonAmmesso {
			t.Error(err)
		}
	})
	t.Run("una connessione che cade", func(t *testing.T) {
		t.Parallel()
		caduta := errors.New("caduta")
		if _, _, err := soap.ReadToken(iotest.ErrReader(caduta), tipo11); !errors.Is(err, caduta) {
			t.Error(err)
		}
	})
}

// contati counts what is read.
type contati struct {
	r io.Reader
	n int
}

func (c *contati) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += n
	return n, err
}

func TestVersioneDi(t *testing.T) {
	t.Parallel()
	for tipo, attesa := range map[string]soap.Version{
		tipo11: soap.V11, tipo12: soap.V12, `application/soap+xml; action="x"`: soap.V12, "": soap.V11, "application/json": soap.V11, ";": soap.V11,
	} {
		if v := soap.VersionOf(tipo); v != attesa {
			t.Errorf("%q: %v", tipo, v)
		}
	}
}
