//go:build e2e

//nolint:paralleltest // one stack for all: only TestKills is parallel, to come last and alone
package e2e

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

const (
	spazioVerbali = "urn:piattaforma-verbali:elaborazione:verbaleins:1"
	busta11       = "http://schemas.xmlsoap.org/soap/envelope/"
	busta12       = "http://www.w3.org/2003/05/soap-envelope"
)

// multa is a fine known by its plate, as the tests send it by hand.
type multa struct {
	idEsterno, targa string
	quando           time.Time
	indirizzo        string
	altro            string // raw elements after reparto
}

// nuovaMulta is a fine of yesterday at half past ten in Rome, minute by minute apart.
func nuovaMulta(idEsterno string, n int) multa {
	return multa{idEsterno: idEsterno, targa: targaN(n), quando: ieri(10, 30).Add(time.Duration(n%600) * time.Second)}
}

// unico is a text that no other run has used: keys of fines stay with the stack.
func unico() string { return strconv.FormatInt(tempo.Macchina().UnixNano(), 36) }

// targaN is the n-th plate of a series of our own.
func targaN(n int) string {
	const lettere = "ABCDEFGHJKLMNPRSTVWXYZ"
	return fmt.Sprintf("F%c%03d%c%c", lettere[n/1000/22/22%22], n%1000, lettere[n/1000/22%22], lettere[n/1000%22])
}

// ieri is an hour of yesterday in Rome.
func ieri(ora, minuto int) time.Time {
	g := tempo.Adesso().In(calendario.Roma()).AddDate(0, 0, -1)
	return time.Date(g.Year(), g.Month(), g.Day(), ora, minuto, 0, 0, calendario.Roma())
}

func (m multa) corpo() string {
	var testo strings.Builder
	dato := func(nome, valore string) {
		testo.WriteString("<" + nome + ">")
		_ = xml.EscapeText(&testo, []byte(valore)) // a Builder never fails
		testo.WriteString("</" + nome + ">")
	}
	dato("idEsterno", m.idEsterno)
	dato("dataOraViolazione", m.quando.Format(time.RFC3339))
	testo.WriteString("<luogo><comuneIstat>037006</comuneIstat>")
	indirizzo := m.indirizzo
	if indirizzo == "" {
		indirizzo = "Via Emilia"
	}
	dato("indirizzo", indirizzo)
	testo.WriteString("</luogo><veicolo>")
	dato("targa", m.targa)
	testo.WriteString("</veicolo><violazione><articolo>157</articolo><comma>8</comma></violazione>" +
		"<contestazioneImmediata>false</contestazioneImmediata>" +
		"<motivoMancataContestazione>Assenza del trasgressore</motivoMancataContestazione>" +
		"<agente><matricola>A001</matricola></agente><reparto>PL01</reparto>" + m.altro)
	return `<inserisciVerbale xmlns="` + spazioVerbali + `"><verbale>` + testo.String() + `</verbale></inserisciVerbale>`
}

// imbusta wraps a body in an envelope.
func imbusta(spazio, corpo string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="` + spazio + `"><s:Body>` + corpo + `</s:Body></s:Envelope>`
}

// tipoSOAP is the content type of a version.
func tipoSOAP(spazio string) opzione {
	if spazio == busta12 {
		return conTesta("Content-Type", "application/soap+xml; charset=utf-8")
	}
	return conTesta("Content-Type", "text/xml; charset=utf-8")
}

// esitoSOAP is what the service answers: a fine, or a fault with its detail.
type esitoSOAP struct {
	Esito, IDVerbale, Numero, Lettera, Procedura string

	Anno   int
	Avvisi []avvisoSOAP
	Errore string // codice of a fault
	Stato  int
	Testo  string
}

// documento is how a fine is named on its envelope and at SEND.
func (e esitoSOAP) documento() string {
	if e.Lettera == "" {
		return fmt.Sprintf("%s/%d", e.Numero, e.Anno)
	}
	return fmt.Sprintf("%s/%s/%d", e.Numero, e.Lettera, e.Anno)
}

type avvisoSOAP struct {
	NumeroAvviso string `json:"numeroAvviso" xml:"numeroAvviso"`
	IUV          string `json:"iuv" xml:"iuv"`
	Tipo         string `json:"tipo" xml:"tipo"`
	ImportoCent  int    `json:"importoCent" xml:"importoCent"`
	Giorni       int    `json:"giorni" xml:"giorni"`
}

type verbaleSOAP struct {
	Esito     string       `xml:"esito"`
	IDVerbale string       `xml:"idVerbale"`
	Numero    string       `xml:"numero"`
	Lettera   string       `xml:"lettera"`
	Anno      int          `xml:"anno"`
	Procedura string       `xml:"procedura"`
	Avvisi    []avvisoSOAP `xml:"avviso"`
}

type bustaLetta struct {
	Inserito *verbaleSOAP `xml:"Body>inserisciVerbaleResponse"`
	Letto    *verbaleSOAP `xml:"Body>leggiVerbaleResponse"`
	Fault    *struct {
		In11 string `xml:"detail>errore>codice"`
		In12 string `xml:"Detail>errore>codice"`
	} `xml:"Body>Fault"`
}

// leggiSOAP reads an envelope; the error is that there is none.
func leggiSOAP(r risposta) (esitoSOAP, error) {
	var b bustaLetta
	if err := xml.Unmarshal(r.corpo, &b); err != nil {
		return esitoSOAP{}, fmt.Errorf("status %d, %w: %.300s", r.stato, err, r.corpo)
	}
	e := esitoSOAP{Stato: r.stato, Testo: string(r.corpo)}
	v := b.Inserito
	if v == nil {
		v = b.Letto
	}
	switch {
	case b.Fault != nil:
		e.Errore = b.Fault.In11 + b.Fault.In12
	case v == nil:
		return e, fmt.Errorf("status %d, neither answer nor fault: %.300s", r.stato, r.corpo)
	default:
		e.Esito, e.IDVerbale, e.Numero, e.Lettera = v.Esito, v.IDVerbale, v.Numero, v.Lettera
		e.Anno, e.Procedura, e.Avvisi = v.Anno, v.Procedura, v.Avvisi
	}
	return e, nil
}

// soap sends a body as the integrator of a tenant.
func (p *pila) soap(tb testing.TB, tenant, spazio, corpo string, opzioni ...opzione) (esitoSOAP, error) {
	tb.Helper()
	r := richiesta(tb, http.MethodPost, p.url("elaborazione", percorsoSOAP), imbusta(spazio, corpo),
		append([]opzione{tipoSOAP(spazio), conBasic("integratore."+tenant, passwordProva)}, opzioni...)...)
	ricevuta, err := manda(r)
	if err != nil {
		return esitoSOAP{}, err
	}
	return leggiSOAP(ricevuta)
}

// inserisci records a fine that nothing is wrong with.
func (p *pila) inserisci(tb testing.TB, tenant string, m multa) esitoSOAP {
	tb.Helper()
	e, err := p.soap(tb, tenant, busta11, m.corpo())
	if err != nil || e.Errore != "" {
		tb.Fatalf("insertion of %s: %v, fault %q: %.600s", m.idEsterno, err, e.Errore, e.Testo)
	}
	return e
}

// leggiVerbale reads a fine back by the sender's key.
func (p *pila) leggiVerbale(tb testing.TB, tenant, idEsterno string) esitoSOAP {
	tb.Helper()
	e, err := p.soap(tb, tenant, busta12, `<leggiVerbale xmlns="`+spazioVerbali+`"><idEsterno>`+idEsterno+`</idEsterno></leggiVerbale>`)
	if err != nil {
		tb.Fatalf("reading of %s: %v", idEsterno, err)
	}
	return e
}

// attendiAtto waits until the act of a fine exists: the owner was found and the PDF is kept.
func (p *pila) attendiAtto(tb testing.TB, tenant, idEsterno string, entro time.Duration) {
	tb.Helper()
	testkit.Attendi(tb, entro, "the act of "+idEsterno, func() bool {
		return p.leggiVerbale(tb, tenant, idEsterno).Procedura == "ATTO_GENERATO"
	})
}

// contesto bounds a wait by the test's own life.
func contesto(tb testing.TB, quanto time.Duration) context.Context {
	tb.Helper()
	ctx, fine := context.WithTimeout(tb.Context(), quanto)
	tb.Cleanup(fine)
	return ctx
}

// TestUsernameToken: without an Authorization header a token in the message is as good as BASIC, and
// who is not let in reads a fault.
func TestUsernameToken(t *testing.T) {
	con := func(utente, password string) string {
		return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="` + busta11 + `"><s:Header><w:Security s:mustUnderstand="1" ` +
			`xmlns:w="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><w:UsernameToken><w:Username>` + utente +
			`</w:Username><w:Password>` + password + `</w:Password></w:UsernameToken></w:Security></s:Header><s:Body><leggiVerbale xmlns="` +
			spazioVerbali + `"><idEsterno>mai</idEsterno></leggiVerbale></s:Body></s:Envelope>`
	}
	for _, c := range []struct {
		regola, corpo string
		stato         int
		errore        string
		opzioni       []opzione
	}{
		{"a good token", con("integratore.alfa", passwordProva), 500, "NON_TROVATO", nil},
		{"a wrong password", con("integratore.alfa", "sbagliata"), 401, "CREDENZIALI_NON_VALIDE", nil},
		{"an operator", con("operatore.alfa", passwordProva), 403, "PERMESSO_MANCANTE", nil},
		{"the user of BASIC too", con("integratore.alfa", "x"), 500, "NON_TROVATO", []opzione{conBasic("integratore.alfa", passwordProva)}},
		{"another user than BASIC", con("integratore.beta", passwordProva), 500, "CREDENZIALI_DISCORDI", []opzione{conBasic("integratore.alfa", passwordProva)}},
		{"nobody", imbusta(busta11, "<a/>"), 401, "CREDENZIALI_NON_VALIDE", nil},
	} {
		t.Run(c.regola, func(t *testing.T) {
			r := chiama(t, http.MethodPost, stack.url("elaborazione", percorsoSOAP), c.corpo, append(c.opzioni, tipoSOAP(busta11))...)
			e, err := leggiSOAP(r)
			if err != nil || e.Stato != c.stato || e.Errore != c.errore || (c.stato == http.StatusUnauthorized) != (r.testa.Get("WWW-Authenticate") != "") {
				t.Errorf("%v %+v", err, e)
			}
		})
	}
}
