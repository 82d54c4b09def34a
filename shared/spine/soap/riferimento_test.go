package soap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// conEncodingXML builds the tree with the standard library, which takes more than we do: what it says
// of a document that we accept must be the same.
func conEncodingXML(b []byte) (*Element, error) {
	d := xml.NewDecoder(bytes.NewReader(b))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		t, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("prima della radice: %w", err)
		}
		inizio, si := t.(xml.StartElement)
		if !si {
			continue
		}
		radice, err := albero(d, inizio)
		for err == nil {
			_, err = d.Token()
		}
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return &radice, err
	}
}

func albero(d *xml.Decoder, inizio xml.StartElement) (Element, error) {
	e := Element{Nome: inizio.Name}
	for _, a := range inizio.Attr {
		if a.Name.Space != "xmlns" && (a.Name.Space != "" || a.Name.Local != "xmlns") {
			e.Attributi = append(e.Attributi, a)
		}
	}
	var testo []byte
	for {
		t, err := d.Token()
		if err != nil {
			return e, fmt.Errorf("in %s: %w", inizio.Name.Local, err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			figlio, err := albero(d, t)
			if err != nil {
				return e, err
			}
			e.Figli = append(e.Figli, figlio)
		case xml.CharData:
			testo = append(testo, t...)
		case xml.EndElement:
			e.Testo = string(testo)
			return e, nil
		}
	}
}

// senzaBianchi takes the blanks out of the texts that stand beside children, which do not count.
func senzaBianchi(e *Element) *Element {
	for i := range e.Figli {
		senzaBianchi(&e.Figli[i])
	}
	if len(e.Figli) > 0 {
		e.Testo = strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "").Replace(e.Testo)
	}
	return e
}

// semi are documents of every kind, good and bad.
func semi() []string {
	return []string{
		`<a/>`, `<a></a >`, `<a xmlns="urn:x" b='1' c="&#x41;&amp;&#10;"><b xmlns=""/>t<!-- - -->u<![CDATA[<&]]>v</a>`,
		"\ufeff" + `<?xml version="1.0" encoding="UTF-8" standalone='yes' ?>` + "\r\n<!-- x --><p:a xmlns:p='urn:p' p:b='1' b='2' xml:lang=\"it\">\r\n<p:c>\r1\r\n2&#13;</p:c>\r</p:a>\n",
		`<a xmlns:xml="http://www.w3.org/XML/1998/namespace"><xml:b/></a>`, `<a xmlns:p="urn:p" xmlns:q="urn:p" p:b="" q:b=""/>`,
		`<a b="1"c="2"/>`, `<a b=1/>`, `<a b/>`, `<a b = "1" />`, `<a b="<"/>`, `<a b="&lt;>'"/>`, `<a>]]></a>`, `<a>]]&gt;]] ></a>`, `<a b="]]>"/>`,
		`<a><!-- -- --></a>`, `<a><!-- ---></a>`, `<a><!----></a>`, `<a><![CDATA[]]]]></a>`, `<a><![cdata[]]></a>`, `<![CDATA[]]><a/>`,
		`<a:b xmlns:a="x"/>`, `<a:b:c xmlns:a="x"/>`, `<:a/>`, `<a:/>`, `<1a/>`, `<a:1 xmlns:a="x"/>`, `<à/>`, `<a à="1"/>`, `<xmlns:a/>`, `<a xmlns:xmlns="u"/>`,
		`<a>&lt</a>`, `<a>&#xD800;</a>`, `<a>&#1114112;</a>`, `<a>&#x0;</a>`, `<a>&#xfffe;</a>`, "<a>\uffff</a>", `<a>&#0000000065;</a>`, `<a>&#x1F600;</a>`,
		`<a/><b/>`, `<a/>x`, `<a/><!-- -->`, `<a/><?x?>`, `<?xml version="1.0"?><?xml version="1.0"?><a/>`, `<?xml encoding="UTF-8"?><a/>`, `<?xml version='1.0'encoding='UTF-8'?><a/>`,
		`<?xml version="1.1"?><a/>`, `<!DOCTYPE a><a/>`, `<a`, `<a>`, `</a>`, `<a></b>`, `<a></ab>`, `<a></a`, ``, ` `, `x`, `<`, `<!`, `<?`, `<!-`, `<a b="`,
		`<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><o xmlns="urn:o"><x>1</x> <x> 2 </x></o></s:Body></s:Envelope>`,
	}
}

// FuzzScansione: what our scanner accepts, encoding/xml accepts too, and both see the same tree; what
// encoding/xml finds badly formed, we refuse.
func FuzzScansione(f *testing.F) {
	for _, s := range semi() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, documento []byte) {
		nostro, fault := leggiAlbero(strings.TrimPrefix(string(documento), "\ufeff"), utf8Soltanto)
		if (nostro == nil) != (fault != nil) {
			t.Fatalf("%v %v", nostro, fault)
		}
		if fault != nil {
			if fault.Sigla == "" || fault.Messaggio == "" {
				t.Fatalf("%+v", fault)
			}
			return
		}
		loro, err := conEncodingXML(bytes.TrimPrefix(documento, []byte("\ufeff")))
		if err != nil {
			t.Fatalf("accettato, ma per encoding/xml %v", err)
		}
		if d := cmp.Diff(senzaBianchi(loro), senzaBianchi(nostro)); d != "" {
			t.Fatal(d)
		}
	})
}

// FuzzLeggiToken: the header alone says what the whole request says.
func FuzzLeggiToken(f *testing.F) {
	const busta = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Header>%s</e:Header><e:Body><o/></e:Body></e:Envelope>`
	f.Add([]byte(fmt.Sprintf(busta, `<w:Security xmlns:w="`+spazioWSSE+`"><w:UsernameToken><w:Username>u</w:Username><w:Password>p</w:Password></w:UsernameToken></w:Security>`)))
	f.Add([]byte(fmt.Sprintf(busta, `<x/>`)))
	f.Add([]byte(`<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body/>`))
	f.Fuzz(func(t *testing.T, documento []byte) {
		token, intero, err := ReadToken(bytes.NewReader(documento), "text/xml")
		ancora, _ := io.ReadAll(intero)
		if !bytes.Equal(ancora, documento) {
			t.Fatalf("la richiesta è diventata %q", ancora)
		}
		if tutta, errTutta := Read(bytes.NewReader(documento), "text/xml", "", 1<<20); errTutta == nil && len(documento) < anticipoMassimo {
			if d := cmp.Diff(tutta.Credenziali, token); d != "" || err != nil {
				t.Fatal(err, d)
			}
		}
	})
}

// multa is a fine as an integrator sends it, indented.
const multa = `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:urn="urn:piattaforma-verbali:elaborazione:verbaleins:1">
   <soapenv:Header/>
   <soapenv:Body>
      <urn:inserisciVerbale>
         <urn:verbale>
            <urn:idEsterno>COM/2026-000123</urn:idEsterno>
            <urn:dataOraViolazione>2026-03-01T10:20:00+01:00</urn:dataOraViolazione>
            <urn:luogo>
               <urn:comuneIstat>037006</urn:comuneIstat>
               <urn:indirizzo>Via dell&apos;Indipendenza, lato stazione</urn:indirizzo>
               <urn:civico>12/A</urn:civico>
            </urn:luogo>
            <urn:veicolo>
               <urn:targa>AB123CD</urn:targa>
            </urn:veicolo>
            <urn:violazione>
               <urn:articolo>7</urn:articolo>
               <urn:comma>15</urn:comma>
            </urn:violazione>
            <urn:contestazioneImmediata>false</urn:contestazioneImmediata>
            <urn:motivoMancataContestazione>Accertamento in assenza del trasgressore</urn:motivoMancataContestazione>
            <urn:agente>
               <urn:matricola>A001</urn:matricola>
            </urn:agente>
            <urn:reparto>PL01</urn:reparto>
         </urn:verbale>
      </urn:inserisciVerbale>
   </soapenv:Body>
</soapenv:Envelope>
`

// mille are a thousand fines in one envelope, of about one MiB.
func mille() string {
	prima, resto, _ := strings.Cut(multa, "         <urn:verbale>")
	uno, dopo, _ := strings.Cut(resto, "</urn:verbale>")
	return prima + strings.Repeat("         <urn:verbale>"+uno+"</urn:verbale>\n", 1000) + dopo
}

func BenchmarkAlbero(b *testing.B) {
	for _, doc := range []struct{ nome, testo string }{{"un verbale", multa}, {"mille verbali", mille()}} {
		lettori := map[string]func() error{
			"scansione": func() error {
				if _, f := leggiAlbero(doc.testo, utf8Soltanto); f != nil {
					return f
				}
				return nil
			},
			"encoding-xml": func() error { _, err := conEncodingXML([]byte(doc.testo)); return err },
		}
		for nome, leggi := range lettori {
			b.Run(doc.nome+"/"+nome, func(b *testing.B) {
				b.SetBytes(int64(len(doc.testo)))
				b.ReportAllocs()
				for b.Loop() {
					if err := leggi(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
