package anpr

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/modi"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// banco is a register, and a consumer of PDND whose calls are in order but for what a test changes.
type banco struct {
	t      *testing.T
	server *httptest.Server
	p      *modi.Piattaforma
	numero int
}

func apparecchia(t *testing.T, alGiorno int) *banco {
	t.Helper()
	adesso := func() time.Time { return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) }
	b := &banco{t: t, p: modi.NuovaPiattaforma(adesso)}
	b.server = httptest.NewServer(Nuovo(Opzioni{Adesso: adesso, Verifica: b.p.Verificatore(), AlGiorno: alGiorno}).Handler())
	t.Cleanup(b.server.Close)
	return b
}

type oggetto = map[string]any

// corpo is a request in order about a person; altro changes it, and a nil there is a null.
func (b *banco) corpo(servizio string, criteri, altro oggetto) oggetto {
	b.numero++
	m := oggetto{"idOperazioneClient": fmt.Sprintf("20261120100000%03d", b.numero), "criteriRicerca": criteri, "datiRichiesta": oggetto{
		"dataRiferimentoRichiesta": "2026-11-20", "motivoRichiesta": "VERB-2026-1", "casoUso": servizio[:4]}}
	maps.Copy(m, altro)
	return m
}

type letta struct {
	stato int
	testo []byte
	h     http.Header
}

func (b *banco) chiama(percorso, aud string, corpo any) letta {
	b.t.Helper()
	testo, err := json.Marshal(corpo)
	if err != nil {
		b.t.Fatal(err)
	}
	req, _ := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.server.URL+percorso, strings.NewReader(string(testo)))
	req.Header = b.p.Firma(aud, testo)
	req.Header.Set("Content-Type", "application/json")
	resp, err := b.server.Client().Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	l := letta{stato: resp.StatusCode, h: resp.Header}
	if l.testo, err = io.ReadAll(resp.Body); err != nil {
		b.t.Fatal(err)
	}
	return l
}

func (b *banco) chiedi(servizio string, corpo any) letta {
	b.t.Helper()
	return b.chiama(radice+chiamata+"/"+servizio+"/v1/anpr-service-e002", Destinatario(servizio), corpo)
}

func cf(codice string) oggetto {
	return oggetto{"codiceFiscale": simulatore.CodicePersona(codice, "AAA")}
}

// TestOgniRispostaEQuellaDelContratto: what the register says of every person, found or not, has the form of its descriptions. Nulls and
// fields that they do not have are one scenario's own.
func TestOgniRispostaEQuellaDelContratto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	for _, sc := range Scenari() {
		if sc.guasto != nil || sc.Codice == "012" {
			continue
		}
		for _, servizio := range []string{C030, C001} {
			r := b.chiedi(servizio, b.corpo(servizio, cf(sc.Codice), nil))
			forma := map[int]string{http.StatusOK: "risposta" + servizio[:4], http.StatusNotFound: "rifiuto"}[r.stato]
			if err := Conforme(forma, r.testo); err != nil || r.h.Get("Govway-Transaction-Id") == "" {
				t.Errorf("%s %s: %d %s: %v", sc.Codice, servizio, r.stato, r.testo, err)
			}
			if en148 := strings.Contains(string(r.testo), "EN148"); en148 != (servizio == C001) {
				t.Errorf("%s %s: EN148 %v", sc.Codice, servizio, en148)
			}
		}
	}
	perChiave := b.chiedi(C001, b.corpo(C001, oggetto{"idANPR": daCodice(simulatore.CodicePersona("001", "AAA")).id()}, nil))
	if perChiave.stato != http.StatusOK || strings.Contains(string(perChiave.testo), "EN148") {
		t.Errorf("by the register's key: %d %s", perChiave.stato, perChiave.testo)
	}
}

// TestIlCorpoDeveEssereQuelloDelContratto: the gateway refuses a body outside the descriptions, the register one that it cannot serve;
// each in its own shape.
func TestIlCorpoDeveEssereQuelloDelContratto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	dati := func(altro oggetto) oggetto {
		m := oggetto{"dataRiferimentoRichiesta": "2026-11-20", "motivoRichiesta": "VERB-2026-1", "casoUso": "C001"}
		maps.Copy(m, altro)
		return oggetto{"datiRichiesta": m}
	}
	uno := cf("001")
	for nome, c := range map[string]struct {
		servizio       string
		criteri, altro oggetto
		titolo         string // of the gateway, or the register's code
	}{
		"a null field":                 {C001, oggetto{"codiceFiscale": uno["codiceFiscale"], "cognome": nil}, nil, "InvalidRequestContent"},
		"a field nobody knows":         {C001, uno, oggetto{"testata": oggetto{}}, "InvalidRequestContent"},
		"a criterion nobody knows":     {C001, oggetto{"codiceFiscal": "X"}, nil, "InvalidRequestContent"},
		"no criterion":                 {C001, oggetto{}, nil, "InvalidRequestContent"},
		"no reason":                    {C001, uno, dati(oggetto{"motivoRichiesta": ""}), "InvalidRequestContent"},
		"a day that is none":           {C001, uno, dati(oggetto{"dataRiferimentoRichiesta": "20/11/2026"}), "InvalidRequestContent"},
		"an id that is not a number":   {C001, uno, oggetto{"idOperazioneClient": "abc"}, "InvalidRequestContent"},
		"an id that is no string":      {C001, uno, oggetto{"idOperazioneClient": 20261120}, "InvalidRequestContent"},
		"C030 by the register's key":   {C030, oggetto{"idANPR": "AN001AAAS"}, nil, "InvalidRequestContent"},
		"an id of 36 characters":       {C030, uno, oggetto{"idOperazioneClient": "018f0000-0000-7000-8000-0000000000a2"}, "EC001"},
		"another service's use":        {C001, uno, dati(oggetto{"casoUso": "C030"}), "EC001"},
		"a day to come":                {C001, uno, dati(oggetto{"dataRiferimentoRichiesta": "2026-11-21"}), "EN178"},
		"a surname alone":              {C001, oggetto{"cognome": "PROVA"}, nil, "EN132"},
		"an id lower than the last":    {C001, uno, oggetto{"idOperazioneClient": "20200101000000001"}, "EN079"},
		"nobody":                       {C001, cf("404"), nil, "EN122"},
		"evidence of nobody: no error": {C001, uno, nil, ""},
	} {
		b.chiedi(C001, b.corpo(C001, uno, nil)) // the last id
		r := b.chiedi(c.servizio, b.corpo(c.servizio, c.criteri, c.altro))
		detto := struct {
			Titolo string `json:"title"`
			Errori []struct {
				Codice string `json:"codiceErroreAnomalia"`
			} `json:"listaErrori"`
		}{}
		if err := json.Unmarshal(r.testo, &detto); err != nil {
			t.Fatal(err)
		}
		forma, ha := "gateway", detto.Titolo
		if len(detto.Errori) > 0 {
			forma, ha = "rifiuto", detto.Errori[0].Codice
		}
		if ha != c.titolo {
			t.Errorf("%s: %d %s, want %q", nome, r.stato, r.testo, c.titolo)
		}
		if c.titolo != "" && Conforme(forma, r.testo) != nil {
			t.Errorf("%s: %s: %v", nome, r.testo, Conforme(forma, r.testo))
		}
	}
}

// TestLIndirizzoNonEDestinatario: calls go to -PDND, tokens are for the address without it; the other way round is refused.
func TestLIndirizzoNonEDestinatario(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 0)
	percorso := func(con string) string { return radice + con + "/" + C001 + "/v1/anpr-service-e002" }
	conPDND := strings.Replace(Destinatario(C001), radice, radice+chiamata, 1)
	for nome, c := range map[string]struct {
		percorso, aud string
		stato         int
		titolo        string
	}{
		"in order":                     {percorso(chiamata), Destinatario(C001), http.StatusOK, ""},
		"called without -PDND":         {percorso(""), Destinatario(C001), http.StatusNotFound, "NotFound"},
		"an audience with -PDND":       {percorso(chiamata), conPDND, http.StatusUnauthorized, ""},
		"an audience of another":       {percorso(chiamata), Destinatario(C030), http.StatusUnauthorized, ""},
		"an operation that is not one": {radice + chiamata + "/" + C001 + "/v1/altro", Destinatario(C001), http.StatusNotFound, "UndefinedOperation"},
	} {
		r := b.chiama(c.percorso, c.aud, b.corpo(C001, cf("001"), nil))
		fuori := r.stato == c.stato || c.stato == http.StatusUnauthorized && r.stato == http.StatusBadRequest
		if !fuori || c.titolo != "" && !strings.Contains(string(r.testo), `"`+c.titolo+`"`) || r.stato != http.StatusOK && Conforme("gateway", r.testo) != nil {
			t.Errorf("%s: %d %s", nome, r.stato, r.testo)
		}
	}
}

// TestIDueQuattrocentoventinove: one is the end of the day, and says until when; the other is a moment.
func TestIDueQuattrocentoventinove(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, 2)
	for i, titolo := range []string{"TooManyRequests", "", "LimitExceeded"} {
		r := b.chiedi(C001, b.corpo(C001, cf("431"), nil))
		if (r.stato == http.StatusTooManyRequests) != (titolo != "") || !strings.Contains(string(r.testo), titolo) || r.h.Get("X-Ratelimit-Limit") != "2" {
			t.Errorf("%d: %d %s", i, r.stato, r.testo)
		}
		if titolo == "LimitExceeded" && r.h.Get("X-Ratelimit-Reset") != "50400" {
			t.Errorf("reset %q: until midnight in Rome", r.h.Get("X-Ratelimit-Reset"))
		}
	}
}
