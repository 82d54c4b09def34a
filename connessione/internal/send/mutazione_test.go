package send

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/esterno"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore"
	simulato "github.com/piattaforma-verbali/verbali/shared/laboratorio/simulatore/send"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

// campo changes a member of an answer, or of the first item of a list; v nil takes it away.
func campo(nome string, v any) func(any) any {
	return func(risposta any) any {
		m, unica := risposta.(map[string]any)
		if lista, piu := risposta.([]any); piu && !unica {
			m, _ = lista[0].(map[string]any)
		}
		if v == nil {
			delete(m, nome)
		} else {
			m[nome] = v
		}
		return risposta
	}
}

func altra(v any) func(any) any { return func(any) any { return v } }

// prova is one operation of the client on a SEND that has a notification.
type prova struct {
	*banco
	richiesta parole.Richiesta
	st        parole.StatoRichiesta
	flusso    parole.Flusso
}

func nuovaProva(t *testing.T) *prova {
	t.Helper()
	p := &prova{banco: apparecchia(t)}
	p.flusso = p.banco.flusso(parole.NuovoFlusso{})
	p.richiesta = p.banco.richiesta("001")
	p.st = p.spedisci(p.richiesta)
	return p
}

func (p *prova) avvisoDi() *parole.PagamentoPagoPA {
	return p.richiesta.Destinatari[0].Pagamenti[0].PagoPA
}

// TestOgniMutazione: an answer that lacks what it must have, or speaks of something else, is never taken for a good one.
func TestOgniMutazione(t *testing.T) {
	t.Parallel()
	iunAltrui, informale := "ADEG-HJKL-MNPQ-202609-A-1", "ADEG-HJKL-MNPQ-202609-H-A"
	for nome, c := range map[string]struct {
		chiedi    func(p *prova) error
		mutazioni map[string]func(any) any
	}{
		"precarica": {func(p *prova) error {
			_, err := p.Precarica(p.t.Context(), chi(), []parole.Precarico{{Indice: "0", ContentType: parole.TipoPDF, SHA256: Impronta(atto("x"))}})
			return err
		}, map[string]func(any) any{"senza chiave": campo("key", nil), "chiave strana": campo("key", "a/b"), "senza segreto": campo("secret", nil),
			"senza indirizzo": campo("url", nil), "altro metodo": campo("httpMethod", "DELETE"), "altro indice": campo("preloadIdx", "7"), "vuota": altra([]any{})}},
		"richiedi": {func(p *prova) error {
			_, err := p.Richiedi(p.t.Context(), chi(), p.banco.richiesta("001"))
			return err
		}, map[string]func(any) any{"altro numero": campo("notificationRequestId", "corto"), "senza numero": campo("notificationRequestId", nil),
			"altro protocollo": campo("paProtocolNumber", "PL-9"), "altro token": campo("idempotenceToken", "t-9"), "una lista": altra([]any{})}},
		"stato": {func(p *prova) error {
			_, err := p.Stato(p.t.Context(), chi(), p.st.IDRichiesta)
			return err
		}, map[string]func(any) any{"altra richiesta": campo("notificationRequestId", parole.IDDi(iunAltrui)),
			"stato ignoto":        campo("notificationRequestStatus", "DOMANI"),
			"accettata senza IUN": campo("iun", nil), "accettata informale": campo("iun", informale), "rifiutata con IUN": campo("notificationRequestStatus",
				parole.Rifiutata),
			"in validazione con IUN": campo("notificationRequestStatus", parole.InValidazione), "IUN numero": campo("iun", 7)}},
		"stato per token": {func(p *prova) error {
			_, err := p.StatoDi(p.t.Context(), chi(), p.richiesta.Protocollo, p.richiesta.Token)
			return err
		}, map[string]func(any) any{"altro protocollo": campo("paProtocolNumber", "PL-9"), "altro token": campo("idempotenceToken", "t-9")}},
		"leggi": {func(p *prova) error {
			_, err := p.Leggi(p.t.Context(), chi(), p.st.IUN)
			return err
		}, map[string]func(any) any{"un'altra": campo("iun", iunAltrui), "senza stato": campo("notificationStatus", nil), "senza sequenza": campo("timeline", nil),
			"senza istante": campo("sentAt", nil), "istante che non lo è": campo("sentAt", "ieri"), "sequenza che non lo è": campo("timeline", "x")}},
		"annulla": {func(p *prova) error {
			_, err := p.Annulla(p.t.Context(), chi(), p.st.IUN)
			return err
		}, map[string]func(any) any{"senza esito": campo("details", nil), "esito ignoto": campo("details", []any{map[string]any{"code": "ALTRO"}})}},
		"costo": {func(p *prova) error {
			_, err := p.Costo(p.t.Context(), chi(), p.avvisoDi().Creditore, p.avvisoDi().Avviso)
			return err
		}, map[string]func(any) any{"senza totale": campo("totalPrice", nil), "senza parziale": campo("partialPrice", nil), "negativo": campo("totalPrice", -1),
			"con virgola": campo("totalPrice", 1.5), "testo": campo("totalPrice", "100")}},
		"atti": {func(p *prova) error {
			_, err := p.AttiOpponibili(p.t.Context(), chi(), p.st.IUN)
			return err
		}, map[string]func(any) any{"di un'altra": campo("iun", iunAltrui), "senza chiave": campo("legalFactsId", nil)}},
		"documento": {func(p *prova) error {
			_, err := p.Documento(p.t.Context(), chi(), p.st.IUN, 0)
			return err
		}, map[string]func(any) any{"né dove né quando": campo("url", nil), "altra impronta": campo("sha256", Impronta([]byte("x"))),
			"più lungo": campo("contentLength", 7),
			"enorme":    campo("contentLength", fileAlPiu+1), "fuori": campo("url", "ftp://altrove.example/x"), "senza server": campo("url", "/x")}},
		"flusso": {func(p *prova) error {
			_, err := p.Flusso(p.t.Context(), chi(), "v2.9", p.flusso.ID)
			return err
		}, map[string]func(any) any{"un altro": campo("streamId", "0f0c6a3e-1d52-4a37-8a55-0c1b2d3e4f50"), "senza istante": campo("activationDate", nil)}},
		"crea flusso": {func(p *prova) error {
			_, err := p.CreaFlusso(p.t.Context(), chi(), parole.NuovoFlusso{Titolo: "x", Tipo: parole.FlussoSequenza, Gruppi: []string{}})
			return err
		}, map[string]func(any) any{"numero che non lo è": campo("streamId", "x")}},
		"eventi": {func(p *prova) error {
			_, err := p.Eventi(p.t.Context(), chi(), "v2.9", p.flusso.ID, "")
			return err
		}, map[string]func(any) any{"numero corto": campo("eventId", "7"), "senza numero": campo("eventId", nil), "un oggetto": altra(map[string]any{}),
			"IUN numero": campo("iun", 7)}},
	} {
		p := nuovaProva(t)
		p.altera(func(*http.Request, *httptest.ResponseRecorder) {})
		if err := c.chiedi(p); err != nil {
			t.Errorf("%s, as it is: %v", nome, err)
		}
		mutazioni := map[string]func([]byte) []byte{
			"tagliata": func(b []byte) []byte { return b[:len(b)/2] }, "due volte": func(b []byte) []byte { return append(bytes.Clone(b), b...) },
			"vuota": func([]byte) []byte { return nil }, "in latino": func([]byte) []byte { return []byte("{\"a\":\"\xe0\"}") },
		}
		for come, muta := range c.mutazioni {
			mutazioni[come] = func(b []byte) []byte {
				var v any
				if err := json.Unmarshal(b, &v); err != nil {
					t.Fatal(err)
				}
				scritto, err := json.Marshal(muta(v))
				if err != nil {
					t.Fatal(err)
				}
				return scritto
			}
		}
		for come, muta := range mutazioni {
			p := nuovaProva(t)
			p.altera(func(r *http.Request, w *httptest.ResponseRecorder) {
				if strings.Contains(r.URL.Path, "/deposito/") || nome == "richiedi" && !strings.HasSuffix(r.URL.Path, "/requests") {
					return
				}
				mutato := muta(bytes.Clone(w.Body.Bytes()))
				w.Body.Reset()
				w.Body.Write(mutato)
			})
			if err := c.chiedi(p); !errors.Is(err, esterno.ErrInvalidAnswer) {
				t.Errorf("%s, %s: %v", nome, come, err)
			}
		}
	}
}

// TestUnElementoIlleggibile: an element that cannot be decoded is kept as it came and spoils no other; unknown categories and members
// spoil nothing.
func TestUnElementoIlleggibile(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		elemento    string
		illeggibile bool
	}{
		"istante che non lo è":  {`{"elementId":"X","category":"REFINEMENT","details":{"recIndex":0,"eventTimestamp":"ieri"}}`, true},
		"destinatario in testo": {`{"elementId":"X","category":"REFINEMENT","details":{"recIndex":"0"}}`, true},
		"senza numero":          {`{"category":"REFINEMENT","details":{"recIndex":0}}`, true},
		"senza categoria":       {`{"elementId":"X","details":{"recIndex":0}}`, true},
		"categoria nuova":       {`{"elementId":"X","category":"DOMANI","details":{"recIndex":0,"altro":[1,{"a":null}]},"nuovo":true}`, false},
		"senza dettagli":        {`{"elementId":"X","category":"REQUEST_ACCEPTED"}`, false},
	} {
		p := nuovaProva(t)
		p.altera(func(_ *http.Request, w *httptest.ResponseRecorder) {
			var m map[string]any
			if json.Unmarshal(w.Body.Bytes(), &m) != nil {
				return
			}
			m["timeline"] = append(m["timeline"].([]any), json.RawMessage(c.elemento))
			scritto, _ := json.Marshal(m)
			w.Body.Reset()
			w.Body.Write(scritto)
		})
		n, err := p.Leggi(t.Context(), chi(), p.st.IUN)
		if err != nil {
			t.Errorf("%s: %v", nome, err)
			continue
		}
		ultimo := n.Elementi[len(n.Elementi)-1]
		if ultimo.Illeggibile != c.illeggibile || n.Elementi[0].Illeggibile || string(ultimo.Grezzo) != c.elemento {
			t.Errorf("%s: %v %s", nome, ultimo.Illeggibile, ultimo.Grezzo)
		}
	}
}

// TestChiRifiuta: the client tells refusals of SEND from those of its gateway, of the adapters of older versions, and of other servers.
func TestChiRifiuta(t *testing.T) {
	t.Parallel()
	problema := func(stato int, codice string) string {
		return fmt.Sprintf(`{"status":%d,"errors":[{"code":%q}]}`, stato, codice)
	}
	pagina := "<html><body>Accesso alla rete</body></html>"
	for nome, c := range map[string]struct {
		stato       int
		tipo, corpo string
		vuole       error
		codice      string
		pausa       bool
	}{
		"non c'è": {404, "application/json", problema(404, parole.NotificaNonTrovata), esterno.ErrNotFound,
			parole.NotificaNonTrovata, false},
		"non c'è, in problem+json": {404, "application/problem+json", problema(404, parole.AttoNonTrovato), esterno.ErrNotFound,
			parole.AttoNonTrovato, false},
		"404 di un altro": {404, "text/html", pagina, esterno.ErrUnavailable, "", false},
		"404 del gateway": {404, "application/json", `{"message":"Not Found"}`, esterno.ErrUnavailable, "", false},
		"400 di SEND":     {400, "application/json", problema(400, parole.CorpoNonValido), esterno.ErrRefused, parole.CorpoNonValido, false},
		"400 vuoto":       {400, "", "", esterno.ErrUnavailable, "", false},
		"di una versione vecchia": {400, "application/json", `{"resultCode":"400.00","resultDescription":"Validation error","errorList":["x"]}`,
			esterno.ErrRefused, CodiceAltrui, false},
		"problema di un altro stato": {400, "application/json", problema(404, parole.NotificaNonTrovata), esterno.ErrUnavailable, "", false},
		"problema senza voci":        {400, "application/json", `{"status":400,"errors":[]}`, esterno.ErrUnavailable, "", false},
		"401 del gateway":            {401, "application/json", `{"message":"Unauthorized"}`, esterno.ErrUnavailable, CodiceGateway, true},
		"403 del gateway":            {403, "application/json", `{"message":"` + parole.GatewayNegato + `"}`, esterno.ErrUnavailable, CodiceGateway, true},
		"403 di un altro":            {403, "text/html", pagina, esterno.ErrUnavailable, "", false},
		"403 del mittente": {403, "application/json", problema(403, parole.MittenteNonValido), esterno.ErrUnavailable,
			parole.MittenteNonValido, true},
		"403 di un flusso": {403, "application/json", problema(403, parole.FlussoVietato), esterno.ErrRefused, parole.FlussoVietato, false},
		"409 dei flussi":   {409, "application/json", problema(409, parole.FlussiTroppi), esterno.ErrRefused, parole.FlussiTroppi, false},
		"429 del gateway":  {429, "application/json", `{"message":"Too Many Requests"}`, esterno.ErrUnavailable, "", false},
		"503 di SEND": {503, "application/json", problema(503, parole.AnagrafeNonRisponde), esterno.ErrUnavailable,
			parole.AnagrafeNonRisponde, false},
		"codice che non si può mostrare": {400, "application/json", problema(400, "<b>Rossi</b>"), esterno.ErrRefused, "", false},
	} {
		b := apparecchia(t)
		b.altera(func(_ *http.Request, w *httptest.ResponseRecorder) {
			w.Code = c.stato
			w.Header().Set("Content-Type", c.tipo)
			w.Body.Reset()
			w.Body.WriteString(c.corpo)
		})
		_, err := b.Flussi(t.Context(), chi())
		e := esterno.As(err)
		if e == nil || !errors.Is(err, c.vuole) || e.Code != c.codice || (InPausa(err) != nil) != c.pausa || strings.Contains(err.Error(), "Rossi") {
			t.Errorf("%s: %v", nome, err)
		}
	}
}

// TestUnRifiutoNonFermaGliAltri: thirty refusals of a key do not stop the calls that follow with a good one.
func TestUnRifiutoNonFermaGliAltri(t *testing.T) {
	t.Parallel()
	buona := true
	b := apparecchia(t, func(_ *simulato.Opzioni, _ *esterno.Options, a *Accesso) {
		a.Chiave = func() (string, error) {
			if buona {
				return chiave, nil
			}
			return "altra", nil
		}
	})
	buona = false
	for range 30 {
		if _, err := b.Flussi(t.Context(), chi()); InPausa(err) == nil {
			t.Fatal(err)
		}
	}
	buona = true
	if _, err := b.Flussi(t.Context(), chi()); err != nil {
		t.Error(err)
	}
}

// TestRiproveDopoUnGuasto: a call that may arrive twice is repeated after a failure, within the same method.
func TestRiproveDopoUnGuasto(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	q := b.richiesta("001")
	b.spedisci(q)
	for modo, tentativi := range map[string]int{"errore": 2, "chiude": 2, "taglia": 2, "troppe-subito": 2} {
		b.send.Comanda(simulatore.Controllo{Modo: modo, Volte: tentativi})
		if st, err := b.StatoDi(t.Context(), chi(), q.Protocollo, q.Token); err != nil || st.Stato != parole.Accettata {
			t.Errorf("%s: %v", modo, err)
		}
	}
	b.send.Comanda(simulatore.Controllo{Modo: "errore", Volte: 1})
	p := parole.Precarico{Indice: "0", ContentType: parole.TipoPDF, SHA256: Impronta(atto("x"))}
	posti, err := b.Precarica(t.Context(), chi(), []parole.Precarico{p})
	if err != nil {
		t.Fatal(err)
	}
	b.send.Comanda(simulatore.Controllo{Modo: "errore", Volte: 1})
	if _, err := b.Carica(t.Context(), chi(), p, posti["0"], atto("x")); err != nil {
		t.Error(err)
	}
	b.orologio.Avanza(time.Second)
	if _, err := b.Annulla(t.Context(), chi(), "x"); !errors.Is(err, esterno.ErrNotFound) {
		t.Error(err)
	}
}
