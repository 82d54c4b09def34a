package app

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/connessione/internal/sportello"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// navigatore is a browser without scripts: it keeps cookies and sends forms.
type navigatore struct {
	b        *banco
	biscotti map[string]string
}

func (b *banco) navigatore() *navigatore { return &navigatore{b: b, biscotti: map[string]string{}} }

func (n *navigatore) chiede(metodo, percorso string, campi url.Values, teste ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(metodo, percorso, strings.NewReader(campi.Encode()))
	r.Header.Set("Accept", "text/html")
	if metodo == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for i := 0; i+1 < len(teste); i += 2 {
		r.Header.Set(teste[i], teste[i+1])
	}
	for nome, valore := range n.biscotti {
		r.AddCookie(&http.Cookie{Name: nome, Value: valore})
	}
	w := httptest.NewRecorder()
	n.b.servizio.Web.Echo.ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		if n.biscotti[c.Name] = c.Value; c.MaxAge < 0 {
			delete(n.biscotti, c.Name)
		}
	}
	return w
}

func (n *navigatore) apre(percorso string) *httptest.ResponseRecorder {
	return n.chiede(http.MethodGet, percorso, nil)
}

// invia sends a form of a page, with the token that the page last shown carries.
func (n *navigatore) invia(pagina *httptest.ResponseRecorder, percorso string, campi url.Values) *httptest.ResponseRecorder {
	if m := regexp.MustCompile(`action="` + percorso + `">\s*<input type="hidden" name="gettone" value="([^"]*)"`).FindStringSubmatch(pagina.Body.String()); m != nil {
		campi.Set("gettone", m[1])
	}
	return n.chiede(http.MethodPost, percorso, campi)
}

// tratti are the strokes of a code, which nobody reads in a failure.
var tratti = regexp.MustCompile(` d="[^"]*"`)

func verificaPagina(t *testing.T, w *httptest.ResponseRecorder, stato int, parole ...string) {
	t.Helper()
	corpo := w.Body.String()
	if w.Code != stato || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
		t.Fatalf("%d %s, want a page with %d\n%s", w.Code, w.Header().Get("Content-Type"), stato, corpo)
	}
	if csp := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") || strings.Contains(csp, "script") {
		t.Errorf("policy %q", csp)
	}
	if strings.Contains(corpo, "<script") || strings.Contains(corpo, " style=") {
		t.Error("the page has scripts or styles of its own")
	}
	for _, p := range parole {
		if !strings.Contains(corpo, p) {
			t.Errorf("the page does not say %q\n%s", p, tratti.ReplaceAllString(corpo, ""))
		}
	}
}

func (v *verbaleProva) modulo() url.Values {
	return url.Values{"iuv": {v.Avvisi[0].IUV}, "targa": {v.Targa}}
}

func TestPaginaDiUnVerbaleSenzaUtenza(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	v := b.inserisci(t, "alfa", 42, func(v *verbaleProva) { v.CodiceFiscale = "RSSMRA80A01H501U" })
	id := b.documento(t, v, "AVVISO_ANONIMO", "%PDF-avviso")
	atto := b.documento(t, v, "ATTO", "%PDF-atto")
	altra := uuid.New()
	b.esegui(t, "alfa", `INSERT INTO posizione (id, verbale, ordine, titolo) VALUES ($1, $2, 2, 'TRASGRESSORE')`, altra, v.ID)
	b.esegui(t, "alfa", `INSERT INTO evento (verbale, sequenza, tipo, posizione, data_legale, attore, prova) VALUES
		($1, 3, 'VERBALE_INSERITO', NULL, '2026-08-01', 'agente.rossi', ''), ($1, 4, 'NOTIFICA_AVVIATA', $2, '2026-08-20', 'prova', 'AR-12345'),
		($1, 5, 'PAGAMENTO_STORNATO', $3, '2026-08-21', 'prova', 'prova di un altro'), ($1, 6, 'DATI_CONDUCENTE_RICHIESTI', $2, '2026-08-22', 'prova', '')`,
		v.ID, v.Posizione, altra)
	b.emetti(t, v)
	b.trovabile(t, v.coppia())
	n := b.navigatore()

	t.Run("the first page asks notice and plate, keeps nothing in the browser", func(t *testing.T) {
		for _, percorso := range []string{sportello.Base, strings.TrimSuffix(sportello.Base, "/")} {
			w := n.apre(percorso)
			verificaPagina(t, w, http.StatusOK, `name="iuv"`, `name="targa"`, `action="/ConnessioneService/portale/verbale"`, "senza registrarsi")
			if len(w.Result().Cookies()) != 0 {
				t.Errorf("cookies %v", w.Result().Cookies())
			}
		}
	})
	var pagina string
	t.Run("the fine: what is owed and why, how and by when to pay, what happened; nobody's name", func(t *testing.T) {
		for _, iuv := range []string{v.Avvisi[0].IUV, pagopa.Raggruppa(v.Avvisi[1].Numero)} {
			w := n.chiede(http.MethodPost, sportello.Base+"verbale", url.Values{"iuv": {" " + iuv}, "targa": {"ab-042 cd"}})
			verificaPagina(t, w, http.StatusOK, "Verbale n. 42/A del 2026", "Polizia Locale di alfa", "72,90 €", "99,00 €", "Perché", "Violazione dell&#39;art. 153 c. 10: minimo 87,00 €", "In tutto, oggi",
				pagopa.Raggruppa(v.Avvisi[0].Numero), pagopa.Raggruppa(v.Avvisi[1].Numero), "80012345670", `role="img"`,
				"Entro 5 giorni dalla notifica", "Entro 60 giorni dalla notifica", "12,00 € di spese",
				"sabato 1º agosto 2026 alle 10:30", "Il comando ha registrato la violazione.", "L&#39;atto è stato spedito.", sportello.Base+"documenti/"+id+"?gettone=")
			pagina = w.Body.String()
			for _, nascosto := range []string{"ROSSI", "MARIO", "RSSMRA", "Segreta", "AB042CD", "Via Roma", "AR-12345", "agente", "prova", "chi guidava",
				"Un pagamento è stato annullato", atto} {
				if strings.Contains(pagina, nascosto) {
					t.Errorf("the page says %s", nascosto)
				}
			}
		}
	})
	t.Run("the notice opens from the page; a link that is old, altered or of another paper is told in words", func(t *testing.T) {
		link := regexp.MustCompile(`href="(/ConnessioneService/portale/documenti/[^"]+)"`).FindStringSubmatch(pagina)[1]
		if w := n.apre(link); w.Code != http.StatusOK || w.Body.String() != "%PDF-avviso" || w.Header().Get("Content-Type") != "application/pdf" {
			t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
		}
		verificaPagina(t, n.apre(strings.Replace(link, "gettone=", "gettone=A", 1)), http.StatusForbidden, "Il collegamento non è valido")
		verificaPagina(t, n.apre(strings.Replace(link, id, atto, 1)), http.StatusForbidden, "Il collegamento non è valido")
		verificaPagina(t, n.apre(sportello.Base+"documenti/"+id), http.StatusUnauthorized, "Occorre accedere")
		b.orologio.Avanza(15 * time.Minute)
		verificaPagina(t, n.apre(link), http.StatusForbidden, "Il collegamento è scaduto")
		b.orologio.Imposta(mezzogiorno(oggi))
	})
	t.Run("the look-up is in the audit of the command", func(t *testing.T) {
		righe := b.registro(t, "alfa", "consultaVerbaleAnonimo")
		ultima := righe[len(righe)-1]
		if ultima.Attore != "anonimo" || ultima.Oggetto != v.ID.String() || ultima.Indirizzo != "192.0.2.1" {
			t.Errorf("%+v", ultima)
		}
	})
	t.Run("who comes back to the address of the answer starts again", func(t *testing.T) {
		if w := n.apre(sportello.Base + "verbale"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != sportello.Base {
			t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
		}
	})
	t.Run("a closed debt asks nothing and offers nothing to pay", func(t *testing.T) {
		pagato := b.inserisci(t, "alfa", 43, func(v *verbaleProva) {
			v.GiornoZero, v.Pagati = "2026-09-10", []pagato{{cent: 7290, giorno: "2026-09-15"}}
		})
		b.emetti(t, pagato)
		b.trovabile(t, pagato.coppia())
		w := n.chiede(http.MethodPost, sportello.Base+"verbale", pagato.modulo())
		verificaPagina(t, w, http.StatusOK, "Nulla", "Pagamenti arrivati", "72,90 €, martedì 15 settembre 2026")
		if strings.Contains(w.Body.String(), `role="img"`) {
			t.Error("a paid fine shows a code to pay again")
		}
	})
}

func TestErroriDellePagineInParoleSemplici(t *testing.T) {
	t.Parallel()
	b := apparecchia(t, func(i *Impostazioni) { i.AnonimoPerIndirizzo, i.AnonimoPerTarga = 100, 3 })
	v := b.inserisci(t, "alfa", 42)
	n := b.navigatore()
	ignoto, err := pagopa.Componi("02", "9999999999999")
	if err != nil {
		t.Fatal(err)
	}
	consulta := func(iuv, targa string) *httptest.ResponseRecorder {
		return n.chiede(http.MethodPost, sportello.Base+"verbale", url.Values{"iuv": {iuv}, "targa": {targa}})
	}
	t.Run("a wrong pair and an unknown notice are the same page, with what was typed", func(t *testing.T) {
		errata, sconosciuto := consulta(v.Avvisi[0].IUV, "ZZ999ZZ"), consulta(ignoto.IUV, "ZZ999ZZ")
		verificaPagina(t, errata, http.StatusNotFound, "Nessun verbale corrisponde ai dati indicati", `value="ZZ999ZZ"`, `value="`+v.Avvisi[0].IUV+`"`)
		if strings.ReplaceAll(errata.Body.String(), v.Avvisi[0].IUV, "") != strings.ReplaceAll(sconosciuto.Body.String(), ignoto.IUV, "") {
			t.Errorf("%s\n%s", errata.Body, sconosciuto.Body)
		}
	})
	t.Run("what was typed is never markup, and the fields at fault are named", func(t *testing.T) {
		w := consulta(`"><img src=x>`, "<b>\xff\x00")
		verificaPagina(t, w, http.StatusBadRequest, `<a href="#campo-iuv">Numero avviso o IUV</a>`, `<a href="#campo-targa">Targa</a>`, `aria-invalid="true"`, "Errore: ", "Alcuni dati sono da correggere")
		if strings.Contains(w.Body.String(), "<img") || strings.Contains(w.Body.String(), "<b>") {
			t.Errorf("%s", w.Body)
		}
	})
	t.Run("a digit typed wrong is told apart", func(t *testing.T) {
		nav := []byte(v.Avvisi[0].Numero)
		nav[10] = '0' + (nav[10]-'0'+1)%10
		verificaPagina(t, consulta(string(nav), v.Targa), http.StatusBadRequest, "Le cifre di controllo del codice non tornano")
	})
	t.Run("who asks too often reads how long to wait", func(t *testing.T) {
		for range 3 {
			consulta(ignoto.IUV, "YY999YY") // of one plate, from one address
		}
		w := consulta(ignoto.IUV, "yy 999 yy")
		verificaPagina(t, w, http.StatusTooManyRequests, "riprovare fra 20 secondi")
		if w.Header().Get("Retry-After") != "20" {
			t.Errorf("Retry-After %q", w.Header().Get("Retry-After"))
		}
	})
	t.Run("another site cannot send the form", func(t *testing.T) {
		w := n.chiede(http.MethodPost, sportello.Base+"verbale", v.modulo(), "Sec-Fetch-Site", "cross-site")
		verificaPagina(t, w, http.StatusForbidden, "non viene da una pagina di questa applicazione")
	})
	t.Run("pages that are not there, methods that are not of the page, bodies too long", func(t *testing.T) {
		verificaPagina(t, n.apre(sportello.Base+"inventata"), http.StatusNotFound, "non trovato")
		w := n.chiede(http.MethodDelete, sportello.Base+"verbale", nil)
		verificaPagina(t, w, http.StatusMethodNotAllowed)
		if w.Header().Get("Allow") == "" {
			t.Error("no Allow")
		}
		verificaPagina(t, consulta(strings.Repeat("1", 20<<10), v.Targa), http.StatusRequestEntityTooLarge)
	})
	t.Run("a suspended command is told", func(t *testing.T) {
		if err := Ricostruisci(t.Context(), b.imp, "alfa", io.Discard); err != nil {
			t.Fatal(err)
		}
		b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
		if err := b.servizio.Tenant.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		verificaPagina(t, n.chiede(http.MethodPost, sportello.Base+"verbale", v.modulo()), http.StatusForbidden, "sospeso")
	})
}

const passwordBuona = "Verbali-prova-2026"

// realmPagine plays core's door for the pages: it wants neither department nor portal.
func (b *banco) realmPagine(t *testing.T, token map[string]string) {
	t.Helper()
	err := b.core.Reply("accesso", attesa, func(_ context.Context, dati []byte) (any, error) {
		var d event.DomandaAccesso
		if err := json.Unmarshal(dati, &d); err != nil {
			return nil, err
		}
		switch {
		case d.Utente == "insistente":
			return nil, problem.Troppe(90 * time.Second)
		case token[d.Utente] == "" || d.Password != passwordBuona || d.Reparto != "" || d.Portale != "" || d.Modulo != modulo || d.Indirizzo != "192.0.2.1":
			return nil, problem.SenzaCredenziali()
		}
		return event.RispostaAccesso{Token: token[d.Utente], ScadeTraSecondi: 1860, Tenant: "alfa",
			Operatore: event.Operatore{Username: d.Utente, Nome: "Maria", Cognome: "Rossi"}}, nil
	})
	if err == nil {
		err = b.core.Conn.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (n *navigatore) accede(utente, password string) *httptest.ResponseRecorder {
	return n.invia(n.apre(sportello.Base+"accesso"), sportello.Base+"accesso", url.Values{"username": {utente}, "password": {password}})
}

func TestPagineDiUnUtenza(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	sua := b.inserisci(t, "alfa", 42, func(v *verbaleProva) { v.CodiceFiscale, v.GiornoZero = "RSSMRA80A01H501U", "2026-11-18" })
	atto := b.documento(t, sua, "ATTO", "%PDF-atto")
	altrui := b.inserisci(t, "alfa", 43, func(v *verbaleProva) { v.CodiceFiscale = "BNCGVN80A01H501U" })
	attoAltrui := b.documento(t, altrui, "ATTO", "%PDF-di-un-altro")
	avvisoAltrui := b.documento(t, altrui, "AVVISO_ANONIMO", "%PDF-avviso")
	token := b.cittadino(t, "maria", "RSSMRA80A01H501U")
	testkit.Attendi(t, attesa, "the account to be known", func() bool {
		return contiene(b.manda(rottaDati, token, testo(t, sua.chiave())).Body.String(), "ROSSI")
	})
	b.realmPagine(t, map[string]string{"maria": token, "agente": b.firma(t, claims("agente", "alfa", auth.RuoloAgente)),
		"piattaforma": b.firma(t, claims("piattaforma", "", auth.RuoloPiattaforma))})
	n := b.navigatore()
	chiave := func(v *verbaleProva) url.Values {
		return url.Values{"numero": {"00" + testo(t, v.Numero)}, "lettera": {"a"}, "anno": {"2026"}, "targa": {strings.ToLower(v.Targa)}, "iuv": {v.Avvisi[0].Numero}}
	}

	t.Run("without an account the own fines are behind the login", func(t *testing.T) {
		if w := n.apre(sportello.Base + "miei"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != sportello.Base+"accesso" {
			t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
		}
		verificaPagina(t, n.chiede(http.MethodPost, sportello.Base+"miei", chiave(sua)), http.StatusUnauthorized, "Occorre accedere")
	})
	t.Run("a login that is wrong, too frequent, of nobody of these pages, or sent by another page opens nothing", func(t *testing.T) {
		verificaPagina(t, n.accede("maria", "sbagliata"), http.StatusUnauthorized, "Nome utente o password errati", `value="maria"`)
		verificaPagina(t, n.accede("", ""), http.StatusBadRequest, `<a href="#campo-username">Nome utente</a>`, `<a href="#campo-password">Password</a>`)
		w := n.accede("insistente", passwordBuona)
		verificaPagina(t, w, http.StatusTooManyRequests, "riprovare fra 2 minuti")
		for _, utente := range []string{"agente", "piattaforma"} {
			verificaPagina(t, n.accede(utente, passwordBuona), http.StatusForbidden)
		}
		campi := url.Values{"username": {"maria"}, "password": {passwordBuona}}
		verificaPagina(t, n.chiede(http.MethodPost, sportello.Base+"accesso", campi), http.StatusForbidden, "riprovare")
		campi.Set("gettone", "inventato")
		verificaPagina(t, n.chiede(http.MethodPost, sportello.Base+"accesso", campi), http.StatusForbidden, "riprovare")
		verificaPagina(t, n.chiede(http.MethodPost, sportello.Base+"accesso", campi, "Sec-Fetch-Site", "cross-site"), http.StatusForbidden)
		if n.biscotti["verbali_portale"] != "" {
			t.Errorf("a session was opened: %v", n.biscotti)
		}
	})
	t.Run("a good login gives a cookie that says nothing and that scripts cannot read, not the one that somebody had planted", func(t *testing.T) {
		piantato := strings.Repeat("A", 43)
		n.biscotti["verbali_portale"] = piantato
		w := n.accede("maria", passwordBuona)
		if n.biscotti["verbali_portale"] == piantato {
			t.Error("who planted the cookie is in too")
		}
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != sportello.Base+"miei" {
			t.Fatalf("%d %s %s", w.Code, w.Header().Get("Location"), w.Body)
		}
		for _, c := range w.Result().Cookies() {
			if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != sportello.Base || strings.Contains(c.Value, token) {
				t.Errorf("%+v", c)
			}
		}
		var chiari int
		if err := b.ambiente.Banca(t, modulo, "").QueryRow(t.Context(), `SELECT count(*) FROM sessione
			WHERE position(convert_to($1, 'UTF8') IN contenuto) > 0 OR position(convert_to('Maria', 'UTF8') IN contenuto) > 0`, token).Scan(&chiari); err != nil || chiari != 0 {
			t.Errorf("%d readable sessions, %v", chiari, err)
		}
		verificaPagina(t, n.apre(sportello.Base+"miei"), http.StatusOK, "Maria Rossi", "fino alle 12:31")
	})
	t.Run("one's own fine with the act and the names", func(t *testing.T) {
		w := n.invia(n.apre(sportello.Base+"miei"), sportello.Base+"miei", chiave(sua))
		verificaPagina(t, w, http.StatusOK, "Verbale n. 42/A del 2026", "MARIO ROSSI", "RSSMRA80A01H501U", "Via Segreta 1", "Via Roma", "72,90 €",
			"Notifica: mercoledì 18 novembre 2026", "Fare ricorso al giudice di pace: entro venerdì 18 dicembre 2026", sportello.Base+"documenti/"+atto)
		if d := n.apre(sportello.Base + "documenti/" + atto); d.Code != http.StatusOK || d.Body.String() != "%PDF-atto" {
			t.Errorf("%d %s", d.Code, d.Body)
		}
	})
	t.Run("another's fine without them, whoever has its paper", func(t *testing.T) {
		w := n.invia(n.apre(sportello.Base+"miei"), sportello.Base+"miei", chiave(altrui))
		verificaPagina(t, w, http.StatusOK, "Verbale n. 43/A del 2026", "si vedono solo dei verbali di cui si è destinatari")
		for _, nascosto := range []string{"ROSSI", "BNCGVN", "Segreta", attoAltrui} {
			if strings.Contains(w.Body.String(), nascosto) {
				t.Errorf("the page says %s", nascosto)
			}
		}
		verificaPagina(t, n.apre(sportello.Base+"documenti/"+attoAltrui), http.StatusNotFound)
		link := regexp.MustCompile(`href="(/ConnessioneService/portale/documenti/` + avvisoAltrui + `[^"]*)"`).FindStringSubmatch(w.Body.String())
		if link == nil {
			t.Fatalf("no link to the notice that names nobody\n%s", tratti.ReplaceAllString(w.Body.String(), ""))
		}
		if d := n.apre(link[1]); d.Code != http.StatusOK || d.Body.String() != "%PDF-avviso" {
			t.Errorf("%d %s", d.Code, d.Body)
		}
	})
	t.Run("a key that is wrong is told field by field, one that is nobody's is not found", func(t *testing.T) {
		pagina := n.apre(sportello.Base + "miei")
		w := n.invia(pagina, sportello.Base+"miei", url.Values{"numero": {"x"}, "lettera": {"ABCD"}, "anno": {"ieri"}, "targa": {""}})
		verificaPagina(t, w, http.StatusBadRequest, `#campo-numero`, `#campo-lettera`, `#campo-anno`, `#campo-targa`, `value="ieri"`)
		errata := chiave(sua)
		errata.Set("targa", "ZZ999ZZ")
		verificaPagina(t, n.invia(pagina, sportello.Base+"miei", errata), http.StatusNotFound, "Nessun verbale corrisponde")
		verificaPagina(t, n.chiede(http.MethodPost, sportello.Base+"miei", chiave(sua)), http.StatusForbidden, "non è di questo accesso")
	})
	t.Run("after the logout the cookie opens nothing, whoever kept it", func(t *testing.T) {
		tenuto := n.biscotti["verbali_portale"]
		verificaPagina(t, n.chiede(http.MethodPost, sportello.Base+"esci", nil), http.StatusForbidden)
		if w := n.invia(n.apre(sportello.Base+"miei"), sportello.Base+"esci", url.Values{}); w.Code != http.StatusSeeOther || n.biscotti["verbali_portale"] != "" {
			t.Fatalf("%d %v", w.Code, n.biscotti)
		}
		n.biscotti["verbali_portale"] = tenuto
		verificaPagina(t, n.apre(sportello.Base+"documenti/"+atto), http.StatusUnauthorized)
		delete(n.biscotti, "verbali_portale")
	})
	t.Run("after 31 minutes one logs in again", func(t *testing.T) {
		n.accede("maria", passwordBuona)
		b.orologio.Avanza(31*time.Minute - time.Second)
		verificaPagina(t, n.apre(sportello.Base+"miei"), http.StatusOK)
		b.orologio.Avanza(time.Second)
		if w := n.apre(sportello.Base + "miei"); w.Code != http.StatusSeeOther {
			t.Errorf("%d", w.Code)
		}
		b.orologio.Imposta(mezzogiorno(oggi))
	})
	t.Run("a blocked account is out at its next request", func(t *testing.T) {
		n.accede("maria", passwordBuona)
		verificaPagina(t, n.apre(sportello.Base+"miei"), http.StatusOK)
		b.ambiente.Esegui(t, "core", "", `UPDATE operatore SET stato = 'BLOCCATO', generazione = generazione + 1, generata = now() WHERE username = 'maria'`)
		if err := b.core.Conn.Publish("fatti.piattaforma.operatore.bloccato", []byte(`{"tenant":"alfa"}`)); err != nil {
			t.Fatal(err)
		}
		testkit.Attendi(t, attesa, "the block to be obeyed", func() bool { return n.apre(sportello.Base+"miei").Code == http.StatusSeeOther })
		verificaPagina(t, n.apre(sportello.Base+"documenti/"+atto), http.StatusUnauthorized)
	})
	t.Run("over https the cookies go over https alone", func(t *testing.T) {
		r := httptest.NewRequest(http.MethodGet, sportello.Base+"accesso", nil)
		r.RemoteAddr = "127.0.0.1:4000" // the proxy
		r.Header.Set("X-Forwarded-Proto", "https")
		w := httptest.NewRecorder()
		b.servizio.Web.Echo.ServeHTTP(w, r)
		if !strings.Contains(w.Header().Get("Set-Cookie"), "Secure") {
			t.Errorf("%q", w.Header().Get("Set-Cookie"))
		}
	})
}
