package app_test

import (
	"encoding/binary"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/api"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
)

const verbali = "/ElaborazioneService/rest/VerbaliRestService/verbali/"

// codice reads the stable code of a problem.
func codice(t *testing.T, r *http.Response, corpo []byte) string {
	t.Helper()
	var p struct {
		Codice string `json:"codice"`
	}
	if err := json.Unmarshal(corpo, &p); err != nil || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/problem+json") {
		t.Fatalf("not a problem (%v): %d %.300s", err, r.StatusCode, corpo)
	}
	return p.Codice
}

func TestPorte(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	e := b.inserisci(t, "EST-1", "AB123CD")
	b.rispondi(t, e.IDVerbale, event.IndagineTrovata, 1)
	ufficio := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	testkit.Attendi(t, 20*time.Second, "the act", func() bool { return b.verbale(t, e.IDVerbale, ufficio)["procedura"] == "ATTO_GENERATO" })

	t.Run("chi entra", func(t *testing.T) { chiEntra(t, b, e.IDVerbale) })
	t.Run("token falsi", func(t *testing.T) { tokenFalsi(t, b, e.IDVerbale) })
	t.Run("LETTURA non vede persone", func(t *testing.T) { senzaPersone(t, b, e.IDVerbale) })
	t.Run("LETTURA non vede perché un intestatario è anomalo", func(t *testing.T) { senzaMotivo(t, b) })
	t.Run("richieste SOAP cattive", func(t *testing.T) { soapCattivo(t, b) })
	t.Run("il contratto SOAP è aperto", func(t *testing.T) { contrattoSoap(t, b) })
	t.Run("la storia", func(t *testing.T) {
		r, corpo := b.chiedi(t, "GET "+verbali+e.IDVerbale+"/eventi", ufficio, nil)
		var storia struct {
			Eventi []struct {
				Tipo string `json:"tipo"`
			} `json:"eventi"`
		}
		if err := json.Unmarshal(corpo, &storia); err != nil || r.StatusCode != http.StatusOK || len(storia.Eventi) != 6 || storia.Eventi[5].Tipo != "ATTO_GENERATO" {
			t.Errorf("%d %v %s", r.StatusCode, err, corpo)
		}
		if strings.Contains(string(corpo), "ROSSI") || strings.Contains(string(corpo), "RSSMRA") {
			t.Error("gli eventi contengono dati personali")
		}
	})
}

// chiEntra: 401 before 403 before 404, and never another command's fine.
func chiEntra(t *testing.T, b *banco, id string) {
	t.Helper()
	ruolo := func(r string) string { return b.token(t, "x.alfa", "alfa", r) }
	beta := b.token(t, "ufficio.beta", "beta", auth.RuoloUfficio)
	for nome, c := range map[string]struct {
		metodo, percorso, token string
		stato                   int
		codice                  string
	}{
		"senza credenziali":            {http.MethodGet, verbali + id, "", 401, "CREDENZIALI_NON_VALIDE"},
		"rotta assente, estraneo":      {http.MethodGet, "/ElaborazioneService/niente", "", 401, "CREDENZIALI_NON_VALIDE"},
		"rotta assente, noto":          {http.MethodGet, "/ElaborazioneService/niente", ruolo(auth.RuoloUfficio), 404, "RISORSA_INESISTENTE"},
		"integratore legge con REST":   {http.MethodGet, verbali + id, ruolo(auth.RuoloIntegratore), 403, "PERMESSO_MANCANTE"},
		"LETTURA chiede l'atto":        {http.MethodGet, verbali + id + "/pdf", ruolo(auth.RuoloLettura), 403, "PERMESSO_MANCANTE"},
		"altro comando":                {http.MethodGet, verbali + id, beta, 404, "NON_TROVATO"},
		"altro comando, storia":        {http.MethodGet, verbali + id + "/eventi", beta, 404, "NON_TROVATO"},
		"altro comando, atto":          {http.MethodGet, verbali + id + "/pdf", beta, 404, "NON_TROVATO"},
		"verbale che non c'è":          {http.MethodGet, verbali + uuid.NewString(), ruolo(auth.RuoloUfficio), 404, "NON_TROVATO"},
		"identificativo senza senso":   {http.MethodGet, verbali + "1%27--", ruolo(auth.RuoloUfficio), 404, "NON_TROVATO"},
		"posizione senza senso":        {http.MethodGet, verbali + id + "/pdf?posizione=1", ruolo(auth.RuoloUfficio), 400, "DATI_NON_VALIDI"},
		"posizione di nessuno":         {http.MethodGet, verbali + id + "/pdf?posizione=" + uuid.NewString(), ruolo(auth.RuoloUfficio), 404, "ATTO_ASSENTE"},
		"GET senza wsdl, estraneo":     {http.MethodGet, "/ElaborazioneService/VerbaleInsService", "", 401, "CREDENZIALI_NON_VALIDE"},
		"GET senza wsdl, integratore":  {http.MethodGet, "/ElaborazioneService/VerbaleInsService", ruolo(auth.RuoloIntegratore), 405, "METODO_NON_AMMESSO"},
		"tenant sconosciuto nel token": {http.MethodGet, verbali + id, b.token(t, "x.zeta", "zeta", auth.RuoloUfficio), 404, "TENANT_SCONOSCIUTO"},
	} {
		t.Run(nome, func(t *testing.T) {
			r, corpo := b.chiedi(t, c.metodo+" "+c.percorso, c.token, nil)
			if r.StatusCode != c.stato || codice(t, r, corpo) != c.codice {
				t.Errorf("%d %s", r.StatusCode, corpo)
			}
		})
	}
	for _, prefisso := range []string{"/ElaborazioneService/rest", "/ElaborazioneService/rest/rest", "/rest"} {
		if r, corpo := b.chiedi(t, "GET "+prefisso+"/VerbaliRestService/verbali/"+id, ruolo(auth.RuoloUfficio), nil); r.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %s", prefisso, r.StatusCode, corpo)
		}
	}
}

// tokenFalsi: whatever is wrong with a token, the answer is the same.
func tokenFalsi(t *testing.T, b *banco, id string) {
	t.Helper()
	buono := func() auth.Claims {
		return testkit.Claims("elaborazione", "u", "alfa", auth.RuoloUfficio)
	}
	con := func(cambia func(*auth.Claims)) string {
		c := buono()
		cambia(&c)
		return b.realm.Token(t, c)
	}
	senzaFirma, err := jwt.NewWithClaims(jwt.SigningMethodNone, buono()).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	intero := b.realm.Token(t, buono())
	for nome, token := range map[string]string{
		"scaduto":         con(func(c *auth.Claims) { c.ExpiresAt = jwt.NewNumericDate(tempo.Adesso().Add(-time.Minute)) }),
		"di altro modulo": con(func(c *auth.Claims) { c.Audience = jwt.ClaimStrings{"connessione"} }),
		"di altri":        con(func(c *auth.Claims) { c.Issuer = "altri" }),
		"senza scadenza":  con(func(c *auth.Claims) { c.ExpiresAt = nil }),
		"alg none":        senzaFirma,
		"ritoccato":       intero[:len(intero)-6] + "AAAAAA",
		"senza senso":     "x.y.z",
	} {
		t.Run(nome, func(t *testing.T) {
			r, corpo := b.chiedi(t, "GET "+verbali+id, token, nil)
			if r.StatusCode != http.StatusUnauthorized || codice(t, r, corpo) != "CREDENZIALI_NON_VALIDE" {
				t.Errorf("%d %s", r.StatusCode, corpo)
			}
		})
	}
}

func senzaPersone(t *testing.T, b *banco, id string) {
	t.Helper()
	testo, err := json.Marshal(b.verbale(t, id, b.token(t, "lettore.alfa", "alfa", auth.RuoloLettura)))
	if err != nil {
		t.Fatal(err)
	}
	for _, proibito := range []string{"soggetto", "ROSSI", "RSSMRA80A01H501U", "Garibaldi", "sha256", "assenza del trasgressore"} {
		if strings.Contains(string(testo), proibito) {
			t.Errorf("%s in %s", proibito, testo)
		}
	}
	if !strings.Contains(string(testo), "AB123CD") {
		t.Errorf("manca la targa: %s", testo)
	}
}

// senzaMotivo: what a registry says of an owner (death, age, theft) is for a caller who may see people.
func senzaMotivo(t *testing.T, b *banco) {
	t.Helper()
	const motivo = "targa sconosciuta"
	id := b.inserisci(t, "EST-ANOMALO", "AB124CD").IDVerbale
	b.rispondi(t, id, event.IndagineAnomala, 1)
	ufficio, lettore := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio), b.token(t, "lettore.alfa", "alfa", auth.RuoloLettura)
	testkit.Attendi(t, 20*time.Second, "the anomaly", func() bool { return b.verbale(t, id, ufficio)["procedura"] == "INTESTATARIO_ANOMALO" })
	for _, percorso := range []string{id, id + "/eventi"} {
		for token, vede := range map[string]bool{ufficio: true, lettore: false} {
			r, corpo := b.chiedi(t, "GET "+verbali+percorso, token, nil)
			if r.StatusCode != http.StatusOK || strings.Contains(string(corpo), motivo) != vede {
				t.Errorf("%s, vede %t: %d %s", percorso, vede, r.StatusCode, corpo)
			}
		}
	}
}

func soapCattivo(t *testing.T, b *banco) {
	t.Helper()
	token := b.token(t, "integratore.alfa", "alfa", auth.RuoloIntegratore)
	for nome, c := range map[string]struct{ corpo, codice string }{
		"XML rotto":           {"<s:Envelope", "XML_NON_VALIDO"},
		"DTD ed entità":       {`<!DOCTYPE x [<!ENTITY a "aaaa">]>` + inserimento("A", "AB123CD", ""), "DTD_NON_AMMESSA"},
		"profondo":            {richiesta(strings.Repeat("<a>", 5000) + strings.Repeat("</a>", 5000)), "STRUTTURA_ECCESSIVA"},
		"operazione ignota":   {richiesta(`<cancellaTutto ` + spazio + `/>`), "OPERAZIONE_SCONOSCIUTA"},
		"campo ignoto":        {inserimento("A", "AB123CD", "<sconto>100</sconto>"), "DATI_NON_VALIDI"},
		"targa senza senso":   {inserimento("A", "????", ""), "DATI_NON_VALIDI"},
		"reparto sconosciuto": {strings.ReplaceAll(inserimento("A", "AB123CD", ""), "PL01", "PL99"), "DATI_NON_VALIDI"},
		"campo fuori posto":   {inserimento("A", "AB123CD", "<note>x</note>"), "DATI_NON_VALIDI"}, // note comes after reparto
		"altro contenuto":     {strings.ReplaceAll(inserimento("EST-1", "AB123CD", ""), "</reparto>", "</reparto><note>x</note>"), "CONTENUTO_DIVERSO"},
	} {
		t.Run(nome, func(t *testing.T) {
			stato, testo := b.soap(t, token, c.corpo)
			if stato != http.StatusInternalServerError || !strings.Contains(testo, "<v:codice>"+c.codice+"</v:codice>") && !strings.Contains(testo, ">"+c.codice+"<") {
				t.Errorf("%d %s", stato, testo)
			}
		})
	}
	t.Run("SOAP 1.2 dice di chi è la colpa", func(t *testing.T) {
		corpo := strings.ReplaceAll(inserimento("A", "????", ""), "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope")
		r, testo := b.chiedi(t, "POST /rest/VerbaleInsService", token, []byte(corpo), "Content-Type", "application/soap+xml; charset=utf-8")
		if r.StatusCode != http.StatusBadRequest || !strings.Contains(string(testo), "Sender") {
			t.Errorf("%d %s", r.StatusCode, testo)
		}
	})
	t.Run("oltre 10 MiB", func(t *testing.T) {
		r, corpo := b.chiedi(t, "POST /rest/VerbaleInsService", token, make([]byte, 10<<20+1), "Content-Type", "text/xml")
		if r.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(string(corpo), "<v:codice>CORPO_TROPPO_GRANDE</v:codice>") {
			t.Errorf("%d %s", r.StatusCode, corpo)
		}
	})
	t.Run("compresso", func(t *testing.T) {
		for _, rotta := range []string{"POST /rest/VerbaleInsService", "POST " + utilita + "/targa/valida"} {
			r, corpo := b.chiedi(t, rotta, token, []byte("\x1f\x8b\x08"), "Content-Type", "text/xml", "Content-Encoding", "gzip")
			if r.StatusCode != http.StatusUnsupportedMediaType || r.Header.Get("Accept-Encoding") != "identity" ||
				!strings.Contains(string(corpo), "COMPRESSIONE_NON_AMMESSA") {
				t.Errorf("%s: %d %v %s", rotta, r.StatusCode, r.Header, corpo)
			}
		}
	})
	t.Run("UTF-16 si legge come UTF-8", func(t *testing.T) {
		for nome, c := range map[string]struct {
			ordine binary.AppendByteOrder
			tipo   string
		}{
			"basso prima": {binary.LittleEndian, "text/xml"},
			"alto prima":  {binary.BigEndian, "text/xml; charset=utf-16"},
		} {
			corpo := []byte{}
			for _, u := range utf16.Encode([]rune("\ufeff" + inserimento("UTF16", "AB123CD", "<sconto>è 100</sconto>"))) {
				corpo = c.ordine.AppendUint16(corpo, u)
			}
			r, testo := b.chiedi(t, "POST /rest/VerbaleInsService", token, corpo, "Content-Type", c.tipo)
			if r.StatusCode != http.StatusInternalServerError || !strings.Contains(string(testo), "sconto") {
				t.Errorf("%s: %d %s", nome, r.StatusCode, testo)
			}
		}
	})
	t.Run("un conto senza integratore", func(t *testing.T) {
		_, testo := b.soap(t, b.token(t, "ignoto.alfa", "alfa", auth.RuoloIntegratore), inserimento("A", "AB123CD", ""))
		if !strings.Contains(testo, ">INTEGRATORE_ASSENTE<") {
			t.Error(testo)
		}
	})
}

func contrattoSoap(t *testing.T, b *banco) {
	t.Helper()
	for query, atteso := range map[string]string{"?wsdl": `location="` + b.url + `/ElaborazioneService/VerbaleInsService"`, "?WSDL": "definitions", "?xsd": "schema"} {
		r, testo := b.chiedi(t, "GET /ElaborazioneService/VerbaleInsService"+query, "", nil)
		if r.StatusCode != http.StatusOK || !strings.Contains(string(testo), atteso) {
			t.Errorf("%s: %d %.300s", query, r.StatusCode, testo)
		}
	}
}

// TestContratto: every REST route is in the contract, and nothing else is.
func TestContratto(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	doc, err := openapi3.NewLoader().LoadFromData(api.Contratto())
	if err != nil {
		t.Fatal(err)
	}
	scritte := map[string]bool{}
	for percorso, voce := range doc.Paths.Map() {
		for metodo := range voce.Operations() {
			scritte[metodo+" "+percorso] = true
		}
	}
	for _, r := range b.servizio.Web.Routes() {
		chiave := r.Method + " " + regexp.MustCompile(`:([a-zA-Z]+)`).ReplaceAllString(r.Path, "{$1}")
		if (strings.Contains(r.Path, "RestService") || strings.Contains(r.Path, "UtilityService")) && !scritte[chiave] {
			t.Errorf("%s non è nel contratto", chiave)
		}
		delete(scritte, chiave)
	}
	if len(scritte) > 0 {
		t.Errorf("nel contratto ma non nel programma: %v", scritte)
	}
	if r, corpo := b.chiedi(t, "GET /readyz", "", nil); r.StatusCode != http.StatusOK || !strings.Contains(string(corpo), `"anagrafe":"OK"`) {
		t.Errorf("non pronto: %s", corpo)
	}
}
