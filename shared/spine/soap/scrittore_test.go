package soap_test

import (
	"encoding/xml"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

type saluto struct{ testo string }

func (s saluto) Scrivi(w *soap.Writer) {
	w.Radice("urn:x", "saluto")
	w.Testo("testo", s.testo)
	w.Opzionale("nulla", "")
	w.Intero("volte", -3)
	w.Chiudi("saluto")
}

func TestScriviRisposta(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome     string
		versione soap.Version
		tipo     string
	}{
		{"in SOAP 1.1", soap.V11, tipo11},
		{"in SOAP 1.2", soap.V12, tipo12},
	}
	for _, c := range casi {
		t.Run(c.nome+" si rilegge uguale", func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			if err := soap.WriteAnswer(w, c.versione, saluto{"è <b> & \"c\"\x01"}); err != nil {
				t.Fatal(err)
			}
			if w.Code != 200 || w.Header().Get("Content-Type") != c.tipo {
				t.Errorf("%d %v", w.Code, w.Header())
			}
			r, err := leggi(w.Body.String(), c.tipo, "")
			if err != nil {
				t.Fatal(err)
			}
			nome := func(n string) xml.Name { return xml.Name{Space: "urn:x", Local: n} }
			atteso := &soap.Element{Nome: nome("saluto"), Figli: []soap.Element{
				{Nome: nome("testo"), Testo: "è <b> & \"c\"\ufffd"}, {Nome: nome("volte"), Testo: "-3"}}}
			if d := cmp.Diff(atteso, r.Corpo); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestScriviFault(t *testing.T) {
	t.Parallel()
	dettaglio := saluto{"d"}
	casi := []struct {
		nome     string
		versione soap.Version
		fault    soap.Fault
		stato    int
		attesi   []string
	}{
		{"del cliente in 1.1", soap.V11, soap.Fault{Codice: soap.Client, Messaggio: "non < va", Dettaglio: dettaglio}, 500,
			[]string{"<faultcode>env:Client</faultcode><faultstring>non &lt; va</faultstring><detail><v:saluto"}},
		{"del servizio in 1.1", soap.V11, soap.Fault{Codice: soap.Server, Messaggio: "x"}, 500, []string{"env:Server", "</faultstring></env:Fault>"}},
		{"del cliente in 1.2", soap.V12, soap.Fault{Codice: soap.Client, Messaggio: "x", Dettaglio: dettaglio}, 400,
			[]string{"<env:Code><env:Value>env:Sender</env:Value></env:Code>", `<env:Text xml:lang="it">x</env:Text>`, "<env:Detail><v:saluto"}},
		{"del servizio in 1.2", soap.V12, soap.Fault{Codice: soap.Server, Messaggio: "x"}, 500, []string{"env:Receiver"}},
		{"di un'intestazione, senza dettaglio", soap.V11, soap.Fault{Codice: soap.MustUnderstand, Messaggio: "x", Dettaglio: dettaglio}, 500,
			[]string{"<faultcode>env:MustUnderstand</faultcode>", "</faultstring></env:Fault>"}},
		{"di versione in 1.2", soap.V12, soap.Fault{Codice: soap.VersionMismatch, Messaggio: "x"}, 500, []string{"env:VersionMismatch"}},
		{"con uno stato suo", soap.V11, soap.Fault{Codice: soap.Client, Messaggio: "x", Stato: 415}, 415, []string{"env:Client"}},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			if err := soap.WriteFault(w, c.versione, &c.fault); err != nil {
				t.Fatal(err)
			}
			if w.Code != c.stato || w.Header().Get("Content-Type") != c.versione.TipoMIME() {
				t.Errorf("%d %v", w.Code, w.Header())
			}
			for _, a := range c.attesi {
				if !strings.Contains(w.Body.String(), a) {
					t.Errorf("manca %s in %s", a, w.Body)
				}
			}
			if err := xml.Unmarshal(w.Body.Bytes(), new(struct{})); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestFaultPortaLaCausaSenzaMostrarla(t *testing.T) {
	t.Parallel()
	causa := errors.New("segreto")
	f := &soap.Fault{Codice: soap.Server, Sigla: "X", Messaggio: "m", Causa: causa}
	if !errors.Is(f, causa) || f.Error() != "X: m: segreto" {
		t.Error(f)
	}
	w := httptest.NewRecorder()
	if err := soap.WriteFault(w, soap.V11, f); err != nil || strings.Contains(w.Body.String(), "segreto") {
		t.Error(err, w.Body)
	}
}
