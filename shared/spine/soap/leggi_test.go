package soap_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/piattaforma-verbali/verbali/shared/spine/soap"
)

const (
	tipo11 = "text/xml; charset=utf-8"
	tipo12 = "application/soap+xml; charset=utf-8"
	env11  = "http://schemas.xmlsoap.org/soap/envelope/"
	env12  = "http://www.w3.org/2003/05/soap-envelope"
	wsse   = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
	wsu    = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
	testo  = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText"
)

func busta(dentro string) string {
	return `<e:Envelope xmlns:e="` + env11 + `">` + dentro + `</e:Envelope>`
}

func corpo(dentro string) string { return busta(`<e:Body>` + dentro + `</e:Body>`) }

func sicurezza(dentro string) string {
	return busta(`<e:Header><w:Security e:mustUnderstand="1" xmlns:w="` + wsse + `" xmlns:u="` + wsu + `">` + dentro +
		`</w:Security></e:Header><e:Body><op xmlns="urn:x"/></e:Body>`)
}

func leggi(documento, tipo, azione string) (soap.Request, error) {
	return soap.Read(strings.NewReader(documento), tipo, azione, 2<<20)
}

func TestLeggiAccetta(t *testing.T) {
	t.Parallel()
	op := `<p:op xmlns:p="urn:x"><p:a>1</p:a></p:op>`
	op12 := strings.ReplaceAll(corpo(op), env11, env12)
	casi := []struct {
		nome, documento, tipo, azione string
		versione                      soap.Version
		attesa                        string
	}{
		{"SOAP 1.1 con SOAPAction tra virgolette", corpo(op), "text/xml", `"urn:x:op"`, soap.V11, "urn:x:op"},
		{"SOAP 1.1 con SOAPAction vuota", corpo(op), tipo11, `""`, soap.V11, ""},
		{"SOAP 1.2 con il parametro action", op12, `application/soap+xml; charset="UTF-8"; action="urn:x:op"`, "altro", soap.V12, "urn:x:op"},
		{"SOAP 1.2 senza action", op12, tipo12, "", soap.V12, ""},
		{"dichiarazione XML e BOM in testa", "\ufeff" + `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" + corpo(op), tipo11, "", soap.V11, ""},
		{"codifica dichiarata us-ascii", `<?xml version="1.0" encoding="US-ASCII"?>` + corpo(op), "text/xml; charset=us-ascii", "", soap.V11, ""},
		{"prefissi diversi per lo stesso namespace", strings.NewReplacer("e:", "x:", ":e=", ":x=").Replace(corpo(op)), tipo11, "", soap.V11, ""},
		{"commenti e spazi tra gli elementi", strings.ReplaceAll(corpo(op), "><", ">\n<!-- x --> <"), tipo11, "", soap.V11, ""},
		{"molti elementi in fila non sono profondità", busta("<e:Header>" + strings.Repeat("<h></h>", 500) + "</e:Header><e:Body>" + op + "</e:Body>"), tipo11, "", soap.V11, ""},
		{"intestazione ignota non obbligatoria", busta(`<e:Header><h xmlns="urn:h"/></e:Header><e:Body>` + op + `</e:Body>`), tipo11, "", soap.V11, ""},
		{"intestazione obbligatoria per un altro nodo", busta(`<e:Header><h xmlns="urn:h" e:mustUnderstand="1" e:actor="urn:altro"/></e:Header><e:Body>` + op + `</e:Body>`), tipo11, "", soap.V11, ""},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r, err := leggi(c.documento, c.tipo, c.azione)
			if err != nil {
				t.Fatal(err)
			}
			nome := xml.Name{Space: "urn:x", Local: "op"}
			if r.Versione != c.versione || r.Azione != c.attesa || r.Operazione != nome || r.Corpo.Nome != nome || r.Credenziali != nil {
				t.Errorf("richiesta %+v", r)
			}
			if len(r.Corpo.Figli) != 1 || r.Corpo.Figli[0].Testo != "1" {
				t.Errorf("corpo %+v", r.Corpo)
			}
		})
	}
}

// risate is the billion laughs.
func risate() string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE l [<!ENTITY l0 "ah">`)
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&b, `<!ENTITY l%d "%s">`, i, strings.Repeat(fmt.Sprintf("&l%d;", i-1), 10))
	}
	return b.String() + "]>" + corpo("<a>&l9;</a>")
}

// dichiarazioni are n namespaces.
func dichiarazioni(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `xmlns:p%d="urn:p" `, i)
	}
	return b.String()
}

func utf16le(s string) string {
	var b strings.Builder
	b.WriteString("\xff\xfe")
	for _, u := range utf16.Encode([]rune(s)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// TestLeggiUTF16: XML asks every reader for UTF-8 and UTF-16 (XML 1.0, 4.3.3).
func TestLeggiUTF16(t *testing.T) {
	t.Parallel()
	be := func(s string) string {
		b := []byte(utf16le(s))
		for i := 0; i < len(b); i += 2 {
			b[i], b[i+1] = b[i+1], b[i]
		}
		return string(b)
	}
	testo := corpo("<a>Nicolò 😀 Ș</a>")
	for nome, c := range map[string]struct{ documento, tipo string }{
		"con il segno":                     {utf16le(testo), "text/xml"},
		"big endian":                       {be(testo), "text/xml"},
		"dichiarato nel documento":         {utf16le(`<?xml version="1.0" encoding="UTF-16"?>` + testo), "text/xml; charset=utf-16"},
		"dichiarato senza segno":           {utf16le(`<?xml version="1.0" encoding="utf-16le"?>` + testo)[2:], "text/xml"},
		"dichiarato nel tipo, senza segno": {be(testo)[2:], `text/xml; charset="UTF-16BE"`},
		"UTF-8 con il segno":               {"\ufeff" + testo, "text/xml; charset=UTF-8"},
	} {
		r, err := leggi(c.documento, c.tipo, "")
		if err != nil || r.Corpo.Testo != "Nicolò 😀 Ș" {
			t.Errorf("%s: %v %+v", nome, err, r.Corpo)
		}
	}
	for nome, c := range map[string]struct{ documento, tipo string }{
		"UTF-16 che si dichiara UTF-8":      {utf16le(`<?xml version="1.0" encoding="UTF-8"?>` + corpo("<a/>")), "text/xml"},
		"UTF-16LE che si dichiara UTF-16BE": {utf16le(`<?xml version="1.0" encoding="UTF-16BE"?>` + corpo("<a/>")), "text/xml"},
		"UTF-8 che si dichiara UTF-16":      {`<?xml version="1.0" encoding="UTF-16"?>` + corpo("<a/>"), "text/xml"},
		"UTF-16 tagliato":                   {utf16le(corpo("<a/>")) + "<", "text/xml"},
		"UTF-16 con mezza coppia":           {strings.Replace(utf16le(corpo("<a>Z</a>")), "Z\x00", "\x00\xd8", 1), "text/xml"},
		"UTF-32":                            {"\xff\xfe\x00\x00<\x00\x00\x00", "text/xml"},
		"il tipo dice UTF-8":                {utf16le(testo), "text/xml; charset=utf-8"},
		"il tipo dice l'altro":              {utf16le(testo), "text/xml; charset=utf-16be"},
		"il tipo dice UTF-16":               {testo, "text/xml; charset=utf-16"},
		"il tipo dice Latin-1":              {testo, "text/xml; charset=iso-8859-1"},
	} {
		if _, err := leggi(c.documento, c.tipo, ""); soap.As(err) == nil || soap.As(err).Sigla != soap.CodificaNonAmmessa {
			t.Errorf("%s: %v", nome, err)
		}
	}
	if _, err := soap.Read(strings.NewReader(utf16le(testo)), "text/xml", "", 100); soap.As(err) == nil || soap.As(err).Sigla != soap.CorpoTroppoGrande {
		t.Error(err)
	}
}

// TestLeggiTokenInUTF16: who sends UTF-16 is recognised by his token as well, and the whole request stays as it came.
func TestLeggiTokenInUTF16(t *testing.T) {
	t.Parallel()
	documento := utf16le(sicurezza(`<w:UsernameToken><w:Username>utente</w:Username><w:Password>è</w:Password></w:UsernameToken>`))
	token, intero, err := soap.ReadToken(strings.NewReader(documento), "text/xml")
	if err != nil || token == nil || token.Utente != "utente" || token.Password != "è" {
		t.Fatal(token, err)
	}
	if tutto, err := io.ReadAll(intero); err != nil || string(tutto) != documento {
		t.Error(err)
	}
}

func TestLeggiRifiuta(t *testing.T) {
	t.Parallel()
	casi := []struct{ nome, documento, sigla string }{
		{"un miliardo di risate", risate(), soap.DTDNonAmmessa},
		{"un'entità esterna", `<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]>` + corpo("<a>&f;</a>"), soap.DTDNonAmmessa},
		{"un DTD esterno", `<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd">` + corpo("<a/>"), soap.DTDNonAmmessa},
		{"un DTD in minuscolo o dentro la busta", corpo("<!doctype a><a/>"), soap.DTDNonAmmessa},
		{"un'entità che non è tra le cinque", corpo("<a>&nbsp;</a>"), soap.XMLNonValido},
		{"un riferimento a un carattere vietato", corpo("<a>&#0;</a>"), soap.XMLNonValido},
		{"un'istruzione di elaborazione", `<?xml-stylesheet href="a"?>` + corpo("<a/>"), soap.IstruzioneNonAmmessa},
		{"un'istruzione dentro la busta", corpo("<a><?php echo 1 ?></a>"), soap.IstruzioneNonAmmessa},
		{"una seconda dichiarazione XML", corpo(`<a><?xml version="1.0"?></a>`), soap.IstruzioneNonAmmessa},
		{"uno spazio prima della dichiarazione", ` <?xml version="1.0"?>` + corpo("<a/>"), soap.IstruzioneNonAmmessa},
		{"diecimila livelli", corpo(strings.Repeat("<a>", 10_000) + strings.Repeat("</a>", 10_000)), soap.StrutturaEccessiva},
		{"trentatré livelli", corpo(strings.Repeat("<a>", 31) + strings.Repeat("</a>", 31)), soap.StrutturaEccessiva},
		{"livelli nascosti da attributi che sembrano chiudere", corpo(strings.Repeat(`<a k="/>">`, 10_000) + strings.Repeat("</a>", 10_000)), soap.StrutturaEccessiva},
		{"uno sciame di elementi", corpo("<a>" + strings.Repeat("<b/>", 200_000) + "</a>"), soap.StrutturaEccessiva},
		{"un attributo enorme", corpo(`<a b="` + strings.Repeat("x", 20_000) + `"/>`), soap.XMLNonValido},
		{"attributi a migliaia", corpo(`<a ` + strings.Repeat(`b="1" `, 5_000) + `/>`), soap.StrutturaEccessiva},
		{"sessantacinque attributi", corpo(`<a ` + strings.Repeat(`b="1" `, 65) + `/>`), soap.StrutturaEccessiva},
		{"uno sciame di attributi", corpo("<a>" + strings.Repeat(`<b c="" d=""/>`, 125_001) + "</a>"), soap.StrutturaEccessiva},
		{"un attributo ripetuto", corpo(`<a b="1" b="2"/>`), soap.XMLNonValido},
		{"un attributo ripetuto con due prefissi", corpo(`<a xmlns:p="urn:p" xmlns:q="urn:p" p:b="1" q:b="2"/>`), soap.XMLNonValido},
		{"un prefisso non dichiarato", corpo(`<z:a/>`), soap.XMLNonValido},
		{"un prefisso dichiarato altrove", corpo(`<a><b xmlns:z="urn:z"/><z:c/></a>`), soap.XMLNonValido},
		{"un prefisso non dichiarato uguale a un namespace di altrove", corpo(`<a><b xmlns:q="z"/><z:c/></a>`), soap.XMLNonValido},
		{"un attributo con prefisso non dichiarato", corpo(`<a z:b="1"/>`), soap.XMLNonValido},
		{"un prefisso senza namespace", corpo(`<a xmlns:z=""/>`), soap.XMLNonValido},
		{"marcatori incrociati", corpo(`<a><b></a></b>`), soap.XMLNonValido},
		{"un documento tagliato", corpo(`<a/>`)[:80], soap.XMLNonValido},
		{"un documento vuoto", "", soap.XMLNonValido},
		{"un testo che non è XML", "ciao", soap.XMLNonValido},
		{"un commento non chiuso", corpo("<a/>") + "<!-- ", soap.XMLNonValido},
		{"altro dopo la busta", corpo("<a/>") + "<b/>", soap.XMLNonValido},
		{"testo dopo la busta", corpo("<a/>") + "x", soap.XMLNonValido},
		{"XML 1.1", `<?xml version="1.1"?>` + corpo("<a/>"), soap.XMLNonValido},
		{"una sezione CDATA fuori dalla busta", "<![CDATA[x]]>" + corpo("<a/>"), soap.XMLNonValido},
		{"un commento con due trattini", corpo("<a><!-- -- --></a>"), soap.XMLNonValido},
		{"un attributo attaccato al precedente", corpo(`<a b="1"c="2"/>`), soap.XMLNonValido},
		{"un attributo senza virgolette", corpo(`<a b=1/>`), soap.XMLNonValido},
		{"un minore in un attributo", corpo(`<a b="<"/>`), soap.XMLNonValido},
		{"]]> nel testo", corpo(`<a>]]></a>`), soap.XMLNonValido},
		{"un nome con lettere accentate", corpo(`<à/>`), soap.XMLNonValido},
		{"un nome con due prefissi", corpo(`<e:e:a/>`), soap.XMLNonValido},
		{"il prefisso xml dato ad altri", corpo(`<a xmlns:xml="urn:x"/>`), soap.XMLNonValido},
		{"un riferimento a mezzo carattere", corpo(`<a>&#xD800;</a>`), soap.XMLNonValido},
		{"namespace a centinaia", corpo(strings.Repeat(`<a `+dichiarazioni(60)+`>`, 5) + strings.Repeat("</a>", 5)), soap.StrutturaEccessiva},
		{"un byte NUL", corpo("<a>\x00</a>"), soap.XMLNonValido},
		{"UTF-16 senza BOM", utf16le(corpo("<a/>"))[2:], soap.CodificaNonAmmessa},
		{"byte che non sono UTF-8", corpo("<a>\xe8</a>"), soap.CodificaNonAmmessa},
		{"una codifica dichiarata diversa", `<?xml version="1.0" encoding="ISO-8859-1"?>` + corpo("<a/>"), soap.CodificaNonAmmessa},
		{"due operazioni", corpo("<a/><b/>"), soap.BustaNonValida},
		{"nessuna operazione", corpo(" "), soap.BustaNonValida},
		{"testo accanto all'operazione", corpo("x<a/>"), soap.BustaNonValida},
		{"testo accanto al Body", busta("x<e:Body><a/></e:Body>"), soap.BustaNonValida},
		{"un'intestazione Security ripetuta", busta("<e:Header>" + strings.Repeat(`<Security xmlns="`+wsse+`"/>`, 2) + "</e:Header><e:Body><a/></e:Body>"), soap.CredenzialiNonLette},
		{"un secondo Body", busta("<e:Body><a/></e:Body><e:Body><a/></e:Body>"), soap.BustaNonValida},
		{"Header dopo Body", busta("<e:Body><a/></e:Body><e:Header/>"), soap.BustaNonValida},
		{"una busta senza Body", busta(""), soap.BustaNonValida},
		{"Body di un altro namespace", busta(`<Body xmlns="urn:x"><a/></Body>`), soap.BustaNonValida},
		{"una radice che non è Envelope", "<a/>", soap.BustaNonValida},
		{"una busta 1.2 spedita come 1.1", strings.ReplaceAll(corpo("<a/>"), env11, env12), soap.BustaNonValida},
		{"una busta di un altro namespace", strings.ReplaceAll(corpo("<a/>"), env11, "urn:x"), soap.BustaNonValida},
		{"un'intestazione obbligatoria ignota", busta(`<e:Header><h xmlns="urn:h" e:mustUnderstand="1"/></e:Header><e:Body><a/></e:Body>`), soap.IntestazioneIgnota},
		{"una password cifrata (digest)", sicurezza(`<w:UsernameToken><w:Username>u</w:Username><w:Password Type="` + strings.Replace(testo, "Text", "Digest", 1) + `">x</w:Password></w:UsernameToken>`), soap.CredenzialiNonLette},
		{"due UsernameToken", sicurezza(strings.Repeat(`<w:UsernameToken><w:Username>u</w:Username></w:UsernameToken>`, 2)), soap.CredenzialiNonLette},
		{"due utenti nello stesso token", sicurezza(`<w:UsernameToken><w:Username>u</w:Username><w:Username>v</w:Username></w:UsernameToken>`), soap.CredenzialiNonLette},
		{"un token senza utente", sicurezza(`<w:UsernameToken><w:Password>x</w:Password></w:UsernameToken>`), soap.CredenzialiNonLette},
		{"un Nonce che non è base64", sicurezza(`<w:UsernameToken><w:Username>u</w:Username><w:Nonce>?</w:Nonce></w:UsernameToken>`), soap.CredenzialiNonLette},
		{"un Created che non è un istante", sicurezza(`<w:UsernameToken><w:Username>u</w:Username><u:Created>ieri</u:Created></w:UsernameToken>`), soap.CredenzialiNonLette},
		{"un Timestamp che non è un istante", sicurezza(`<u:Timestamp><u:Expires>domani</u:Expires></u:Timestamp>`), soap.CredenzialiNonLette},
		{"due scadenze", sicurezza(`<u:Timestamp>` + strings.Repeat(`<u:Expires>2026-03-01T10:20:00Z</u:Expires>`, 2) + `</u:Timestamp>`), soap.CredenzialiNonLette},
		{"due Timestamp", sicurezza(strings.Repeat(`<u:Timestamp/>`, 2)), soap.CredenzialiNonLette},
		{"un token diverso", sicurezza(`<w:BinarySecurityToken>x</w:BinarySecurityToken>`), soap.CredenzialiNonLette},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r, err := leggi(c.documento, tipo11, "")
			f := soap.As(err)
			if f == nil || f.Sigla != c.sigla || f.Messaggio == "" || r.Corpo != nil {
				t.Errorf("errore %v, atteso %s", err, c.sigla)
			}
		})
	}
}

func TestLeggiCodiciDiFault(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nome, documento string
		codice          soap.FaultCode
	}{
		{"un namespace di busta ignoto è VersionMismatch", strings.ReplaceAll(corpo("<a/>"), env11, "urn:x"), soap.VersionMismatch},
		{"un'intestazione non compresa è MustUnderstand", busta(`<e:Header><h xmlns="urn:h" e:mustUnderstand=" true "/></e:Header><e:Body><a/></e:Body>`), soap.MustUnderstand},
		{"il resto è del cliente", corpo(""), soap.Client},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			if _, err := leggi(c.documento, tipo11, ""); soap.As(err).Codice != c.codice {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestLeggiTipo(t *testing.T) {
	t.Parallel()
	for _, tipo := range []string{"", "application/json", "application/xml", "multipart/related; type=\"application/xop+xml\"", "text/xml; charset"} {
		t.Run("il tipo "+tipo+" è 415", func(t *testing.T) {
			t.Parallel()
			_, err := leggi(corpo("<a/>"), tipo, "")
			if f := soap.As(err); f == nil || f.Sigla != soap.TipoNonAmmesso || f.Stato != http.StatusUnsupportedMediaType {
				t.Errorf("%v", err)
			}
		})
	}
	t.Run("il charset del tipo deve essere UTF-8", func(t *testing.T) {
		t.Parallel()
		r, err := leggi(corpo("<a/>"), "application/soap+xml; charset=iso-8859-15", "")
		if f := soap.As(err); f == nil || f.Sigla != soap.CodificaNonAmmessa || r.Versione != soap.V12 {
			t.Errorf("%v %v", r.Versione, err)
		}
	})
}

func TestLeggiLimite(t *testing.T) {
	t.Parallel()
	documento := corpo("<a/>")
	t.Run("un byte oltre il limite è troppo", func(t *testing.T) {
		t.Parallel()
		_, err := soap.Read(strings.NewReader(documento), tipo11, "", int64(len(documento))-1)
		if f := soap.As(err); f == nil || f.Sigla != soap.CorpoTroppoGrande || f.Stato != http.StatusRequestEntityTooLarge {
			t.Error(err)
		}
	})
	t.Run("il limite stesso è ammesso", func(t *testing.T) {
		t.Parallel()
		if _, err := soap.Read(strings.NewReader(documento), tipo11, "", int64(len(documento))); err != nil {
			t.Error(err)
		}
	})
	t.Run("il limite posto da http.MaxBytesReader vale allo stesso modo", func(t *testing.T) {
		t.Parallel()
		r := http.MaxBytesReader(nil, io.NopCloser(strings.NewReader(documento)), 10)
		if _, err := soap.Read(r, tipo11, "", 1<<20); soap.As(err).Sigla != soap.CorpoTroppoGrande {
			t.Error(err)
		}
	})
	t.Run("una connessione che cade porta la sua causa", func(t *testing.T) {
		t.Parallel()
		caduta := errors.New("caduta")
		_, err := soap.Read(iotest.ErrReader(caduta), tipo11, "", 1<<20)
		if !errors.Is(err, caduta) || soap.As(err).Sigla != soap.LetturaInterrotta {
			t.Error(err)
		}
	})
}

func TestLeggiCredenziali(t *testing.T) {
	t.Parallel()
	r, err := leggi(sicurezza(`<u:Timestamp><u:Created>2026-03-01T10:20:00Z</u:Created></u:Timestamp><w:UsernameToken u:Id="t"><w:Username> mario </w:Username><w:Password Type="`+testo+`"> p&amp;w </w:Password><w:Nonce>bg==</w:Nonce><u:Created>2026-03-01T10:20:00Z</u:Created></w:UsernameToken>`), tipo11, "")
	if err != nil {
		t.Fatal(err)
	}
	atteso := soap.UsernameToken{Utente: "mario", Password: " p&w ", Nonce: "bg==", Creato: "2026-03-01T10:20:00Z"}
	if d := cmp.Diff(atteso, *r.Credenziali); d != "" {
		t.Error(d)
	}
	var registro strings.Builder
	slog.New(slog.NewTextHandler(&registro, nil)).Info("x", "chi", r.Credenziali)
	for _, mostrato := range []string{registro.String(), fmt.Sprintf("%v %+v %#v %s", r.Credenziali, r.Credenziali, *r.Credenziali, *r.Credenziali)} {
		if strings.Contains(mostrato, "p&w") || !strings.Contains(mostrato, "mario") {
			t.Errorf("la password si vede, o l'utente no: %s", mostrato)
		}
	}
}

func TestLeggiTesto(t *testing.T) {
	t.Parallel()
	casi := []struct{ nome, dentro, atteso string }{
		{"CDATA è testo", "<![CDATA[<b>&amp;]]>", "<b>&amp;"},
		{"un commento non spezza il valore", "AB<!-- <x> -->CD", "ABCD"},
		{"le cinque entità e i riferimenti numerici", "&lt;&gt;&amp;&apos;&quot;&#232;&#xE8;", "<>&'\"èè"},
		{"un maggiore dentro un attributo non lo chiude", `<c k="/>"/>x`, "x"},
	}
	for _, c := range casi {
		t.Run(c.nome, func(t *testing.T) {
			t.Parallel()
			r, err := leggi(corpo("<a>"+c.dentro+"</a>"), tipo11, "")
			if err != nil || r.Corpo.Testo != c.atteso {
				t.Errorf("%q %v", r.Corpo, err)
			}
		})
	}
}

func FuzzLeggi(f *testing.F) {
	f.Add([]byte(corpo(`<op xmlns="urn:x" k="1"><a>&#232;<![CDATA[b]]></a></op>`)), tipo11)
	f.Add([]byte(strings.ReplaceAll(corpo("<a/>"), env11, env12)), tipo12+`; action="urn:x"`)
	f.Add([]byte(risate()), tipo11)
	f.Add([]byte(sicurezza("<w:UsernameToken><w:Username>u</w:Username></w:UsernameToken>")), tipo11)
	f.Fuzz(func(t *testing.T, documento []byte, tipo string) {
		r, err := soap.Read(strings.NewReader(string(documento)), tipo, "", 1<<16)
		if (err == nil) != (r.Corpo != nil) || err != nil && soap.As(err) == nil {
			t.Fatalf("%+v %v", r, err)
		}
		if err == nil && (r.Operazione.Local == "" || profondita(r.Corpo) > 30) {
			t.Fatalf("%+v", r)
		}
	})
}

func profondita(e *soap.Element) int {
	massima := 0
	for i := range e.Figli {
		massima = max(massima, profondita(&e.Figli[i]))
	}
	return massima + 1
}
