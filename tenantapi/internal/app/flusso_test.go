package app_test

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/tenantapi/internal/app"
)

const (
	mimeCSV   = "text/csv"
	mimeRighe = "application/x-ndjson"
)

// estrai asks for a stream.
func (b *banco) estrai(t *testing.T, tipo, corpo, realm string, testa ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/verbale/ricerca", strings.NewReader(corpo))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", tipo)
	r.Header.Set("X-Realm", realm)
	for i := 0; i < len(testa); i += 2 {
		r.Header.Set(testa[i], testa[i+1])
	}
	w := httptest.NewRecorder()
	b.handler.ServeHTTP(w, r)
	return w
}

func TestStreamsAreTheWholeOfASearch(t *testing.T) {
	t.Parallel()
	b, noti := raccontati(t)
	b.apri()
	for i, gruppo := range combinazioni() {
		comando, ordine := comandi()[i%3], quattroOrdini()[i%4]
		want := trova(noti[comando], ordine, gruppo...)
		corpo := corpoDi(gruppo, fmt.Sprintf(`"ordina":%q,"dimensione":3`, ordine))
		w := b.estrai(t, mimeRighe, corpo, comando)
		var got []elemento
		for d := json.NewDecoder(w.Body); d.More(); {
			var e elemento
			if err := d.Decode(&e); err != nil {
				t.Fatal(err)
			}
			b.contratto.elemento(t, e)
			got = append(got, e)
		}
		if diff := cmp.Diff(mostrati(want), got); diff != "" || w.Code != http.StatusOK || w.Header().Get("Content-Type") != mimeRighe {
			t.Errorf("%s %s: %d\n%s", comando, corpo, w.Code, diff)
		}
		w = b.estrai(t, mimeCSV, corpo, comando)
		if diff := cmp.Diff(inCelle(want), righeCSV(t, w.Body)); diff != "" || w.Code != http.StatusOK {
			t.Errorf("%s %s: %d\n%s", comando, corpo, w.Code, diff)
		}
	}
}

// righeCSV reads what RFC 4180 describes, but for the semicolon.
func righeCSV(t *testing.T, da io.Reader) [][]string {
	t.Helper()
	testo, err := io.ReadAll(da)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(testo), "\n"); n != strings.Count(string(testo), "\r\n") || !strings.HasSuffix(string(testo), "\r\n") {
		t.Errorf("lines do not end as RFC 4180 says: %q", testo)
	}
	lettore := csv.NewReader(strings.NewReader(string(testo)))
	lettore.Comma = ';'
	righe, err := lettore.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return righe
}

// inCelle is the sheet of some fines.
func inCelle(noti []noto) [][]string {
	campi := []string{"id", "numero", "lettera", "anno", "targa", "dataViolazione", "senzaOra", "luogo", "articoli", "procedura", "debito",
		"ricorso", "importoCent", "versatoCent", "dataNotifica", "scadenzaPagamento", "reparto", "fonte"}
	righe := [][]string{campi}
	for _, n := range noti {
		e := n.mostrato()
		var celle []string
		for _, c := range campi {
			cella := ""
			switch v := e[c].(type) {
			case nil:
			case []any:
				cella = strings.Join(n.Norme, ", ")
			case float64:
				cella = strconv.FormatInt(int64(v), 10)
			default:
				cella = fmt.Sprint(v)
			}
			if cella != "" && strings.ContainsRune("=+-@\t", rune(cella[0])) {
				cella = "'" + cella
			}
			celle = append(celle, cella)
		}
		righe = append(righe, celle)
	}
	return righe
}

func TestStreamsAndTaxCodesAreForATokenOfTheTenant(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.verbali(t, "alfa", 3)
	realm := testkit.NuovoRealm(t)
	if err := b.servizio.Verifier.Set(realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	token := func(tenant string, ruolo string) string {
		return "Bearer " + realm.Token(t, testkit.Claims("tenantapi", "prova."+tenant, tenant, ruolo))
	}
	const perCodice = `{"codiceFiscale":"RSSMRA80A01H501U"}`
	for nome, c := range map[string]struct {
		token string
		stato int
	}{
		"without a token":                {"", 403},
		"with a token of this tenant":    {token("alfa", auth.RuoloOperatore), 200},
		"with a token of another tenant": {token("beta", auth.RuoloOperatore), 403},
		"with a token of no tenant":      {token("", auth.RuoloPiattaforma), 403},
		"with a token of nobody":         {"Bearer x.y.z", 403},
		"with a password":                {"Basic cHJvdmE6cHJvdmE=", 403},
	} {
		for _, x := range []struct{ tipo, corpo string }{{mimeCSV, `{}`}, {mimeRighe, `{}`}, {"application/json", perCodice}, {mimeCSV, perCodice}} {
			w := b.estrai(t, x.tipo, x.corpo, "alfa", "Authorization", c.token)
			if w.Code != c.stato || c.stato == 403 && !strings.Contains(w.Body.String(), "RISERVATO") {
				t.Errorf("%s, %s %s: %d %s", nome, x.tipo, x.corpo, w.Code, w.Body)
			}
		}
		if w := b.estrai(t, "application/json", `{}`, "alfa", "Authorization", c.token); w.Code != 200 {
			t.Errorf("%s, a page: %d", nome, w.Code)
		}
	}
}

// The search is open to programs without a token; whoever shows that he is a citizen is judged by it.
func TestACitizensTokenOpensNoSearch(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.verbali(t, "alfa", 3)
	realm := testkit.NuovoRealm(t)
	if err := b.servizio.Verifier.Set(realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	for nome, c := range map[string]struct {
		tenant string
		ruoli  []string
		stato  int
	}{
		"of this command":              {"alfa", []string{auth.RuoloCittadino}, 403},
		"of another command":           {"beta", []string{auth.RuoloCittadino}, 403},
		"who is an operator here, too": {"alfa", []string{auth.RuoloCittadino, auth.RuoloOperatore}, 200},
	} {
		token := "Bearer " + realm.Token(t, testkit.Claims("tenantapi", "prova."+c.tenant, c.tenant, c.ruoli...))
		for _, tipo := range []string{"application/json", mimeCSV, mimeRighe} {
			w := b.estrai(t, tipo, `{}`, "alfa", "Authorization", token)
			if w.Code != c.stato || c.stato == 403 && !strings.Contains(w.Body.String(), "RUOLO_NON_AMMESSO") {
				t.Errorf("a citizen %s, %s: %d %s", nome, tipo, w.Code, w.Body)
			}
		}
	}
}

func TestBadStreamIsAProblemBeforeItBegins(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.apri()
	for corpo, campo := range map[string]string{`{"procedura":["X"]}`: "procedura", `{"cursore":"x"}`: "cursore", `{"dimensione":0}`: "dimensione"} {
		w := b.estrai(t, mimeCSV, corpo, "alfa")
		if w.Code != 400 || !strings.Contains(w.Body.String(), fmt.Sprintf(`"campo":%q`, campo)) || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", corpo, w.Code, w.Body)
		}
	}
	if w := b.estrai(t, mimeCSV, `{}`, "alfa"); w.Code != 200 || strings.Count(w.Body.String(), "\r\n") != 1 {
		t.Errorf("of nothing only the header: %d %q", w.Code, w.Body)
	}
	if w := b.estrai(t, mimeRighe, `{}`, "alfa"); w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("of nothing no line: %d %q", w.Code, w.Body)
	}
}

// A stream goes on from where a page ended.
func TestStreamFromACursor(t *testing.T) {
	t.Parallel()
	b, noti := raccontati(t)
	b.apri()
	prima := b.leggiPagina(t, `{"dimensione":10}`, "beta")
	w := b.estrai(t, mimeRighe, fmt.Sprintf(`{"cursore":%q}`, prima.Cursore), "beta")
	if n := strings.Count(w.Body.String(), "\n"); n != len(noti["beta"])-10 {
		t.Errorf("%d fines after the first ten of %d", n, len(noti["beta"]))
	}
}

// molti fills a tenant with many fines.
func (b *banco) molti(t *testing.T, tenant string, n int) {
	t.Helper()
	b.ambiente.Esegui(t, "elaborazione", tenant, `
		INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione,
			data_accertamento, luogo_istat, luogo_indirizzo, agenti, procedura, debito, ricorso, punti, riscossione)
		SELECT ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 2026, i, 'V', 'SOAP', 'prova', 'PL01',
			'AA001BB', 'AUTOVEICOLO', 'IT', timestamptz '2026-03-01 00:00+01' + i / 7 * interval '1 minute',
			'2026-03-01', '058091', repeat('Via Roma ', 20), '{A001}', CASE WHEN i % 3 = 0 THEN 'VALIDATO' ELSE 'DEFINITO' END,
			'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA'
		FROM generate_series(1, $1) i`, n)
}

// oltreLaLinea are six pieces of a stream: most of them wait while lineaStretta is full.
const oltreLaLinea = 12_000

// lineaStretta serves over connections that hold little between the two programs: a caller who stops reading stops the
// service within its first piece, where the buffers of a loopback would take tens of thousands of fines.
func (b *banco) lineaStretta(t *testing.T) *httptest.Server {
	t.Helper()
	const tenuti = 32 << 10
	srv := httptest.NewUnstartedServer(b.handler)
	srv.Config.ConnState = func(c net.Conn, stato http.ConnState) {
		if tcp, si := c.(*net.TCPConn); !si || stato == http.StateNew && tcp.SetWriteBuffer(tenuti) != nil {
			t.Errorf("the server's side of the line: %T", c)
		}
	}
	srv.Start()
	t.Cleanup(srv.Close)
	trasporto, si := srv.Client().Transport.(*http.Transport)
	if !si {
		t.Fatalf("the client of a test server: %T", srv.Client().Transport)
	}
	trasporto.DialContext = func(ctx context.Context, rete, indirizzo string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, rete, indirizzo)
		if tcp, si := c.(*net.TCPConn); si {
			err = errors.Join(err, tcp.SetReadBuffer(tenuti))
		}
		return c, err
	}
	return srv
}

func TestStreamOfManyPiecesHasEveryFineOnceInOrder(t *testing.T) {
	t.Parallel()
	const quanti = 4001 // two whole pieces and a fine
	b := apparecchia(t)
	b.apri()
	b.molti(t, "alfa", quanti)
	for _, ordine := range quattroOrdini() {
		for _, filtro := range []string{"", `,"procedura":["DEFINITO","VALIDATO"]`, `,"procedura":["DEFINITO","VALIDATO"],"reparto":"PL01"`} {
			righe := righeCSV(t, b.estrai(t, mimeCSV, fmt.Sprintf(`{"ordina":%q%s}`, ordine, filtro), "alfa").Body)[1:]
			var got []string
			for _, r := range righe {
				got = append(got, r[1])
			}
			var want []string
			for i := range quanti {
				want = append(want, strconv.Itoa(i+1))
			}
			if strings.HasPrefix(ordine, "-") {
				slices.Reverse(want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s%s: %d rows, or not in order", ordine, filtro, len(got))
			}
		}
	}
}

// A failure in the middle: the reader of what came so far is told that it is not the whole.
func TestBrokenStreamDoesNotLookWhole(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.apri()
	b.molti(t, "alfa", oltreLaLinea)
	srv := b.lineaStretta(t)
	for _, tipo := range []string{mimeCSV, mimeRighe} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL+"/api/verbale/ricerca", strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", tipo)
		r.Header.Set("X-Realm", "alfa")
		w, err := srv.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		inizio := make([]byte, 1000)
		if _, err := io.ReadFull(w.Body, inizio); err != nil {
			t.Fatal(err)
		}
		b.ambiente.Esegui(t, "elaborazione", "alfa", `ALTER VIEW verbali_v1.ricerca RENAME TO via`) // the service waits for the reader
		resto, err := io.ReadAll(w.Body)
		w.Body.Close()
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %d bytes and %v: it looks whole", tipo, len(resto), err)
		}
		b.ambiente.Esegui(t, "elaborazione", "alfa", `ALTER VIEW verbali_v1.via RENAME TO ricerca`)
	}
	b.attendiRegistro(t, "the cut streams", func(v voce) bool {
		return v.azione == "ESTRAZIONE" && strings.HasSuffix(v.esito, ", interrotta") && v.esito != "elementi 0, interrotta"
	})
}

// TestAStreamEndsWithItsCaller takes a stream of all the fines slowly, while its account is blocked, its role made smaller, its
// command suspended: what is left does not leave.
func TestAStreamEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.molti(t, "alfa", oltreLaLinea)
	realm := testkit.NuovoRealm(t)
	if err := b.servizio.Verifier.Set(realm.Insieme(t)); err != nil {
		t.Fatal(err)
	}
	b.servizio.Verifier.Roles().Set([]auth.Role{{Tenant: "alfa", Name: "ESTRAE", Permissions: []auth.Permission{auth.PermessoRicerca}}})
	srv := b.lineaStretta(t)
	for _, c := range []struct {
		quando, utenza, ruolo string
		accade                func()
	}{
		{"the account is blocked", "bloccata.alfa", auth.RuoloOperatore, func() {
			b.servizio.Verifier.Revocations().Set([]auth.Revocation{{User: "bloccata.alfa", Generation: 9, Blocked: true}})
		}},
		{"the role is made smaller", "ridotta.alfa", "ESTRAE", func() {
			b.servizio.Verifier.Roles().Set([]auth.Role{{Tenant: "alfa", Name: "ESTRAE", Permissions: []auth.Permission{auth.PermessoUtilita}}})
		}},
		{"the command is suspended", "sospesa.alfa", auth.RuoloOperatore, func() {
			b.ambiente.Esegui(t, "core", "", `UPDATE tenant SET stato = 'SOSPESO' WHERE nome = 'alfa'`)
			if err := b.servizio.Tenant.Refresh(t.Context()); err != nil {
				t.Error(err)
			}
		}},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL+"/api/verbale/ricerca", strings.NewReader(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {mimeCSV}, "X-Realm": {"alfa"},
			"Authorization": {"Bearer " + realm.Token(t, testkit.Claims("tenantapi", c.utenza, "alfa", c.ruolo))}}
		w, err := srv.Client().Do(r)
		if err != nil || w.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v %v", c.quando, w, err)
		}
		if _, err := io.ReadFull(w.Body, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		c.accade()
		testkit.Attendi(t, 20*time.Second, c.quando+": the stream to end", func() bool {
			_, err := io.CopyN(io.Discard, w.Body, 16<<10) // a look at each 50 ms: all of it would take longer than the watch
			if errors.Is(err, io.EOF) {
				t.Fatalf("%s: all the fines left", c.quando)
			}
			return err != nil
		})
		w.Body.Close()
		if c.utenza != "sospesa.alfa" {
			b.attendiRegistro(t, c.quando, func(v voce) bool { return v.attore == c.utenza && strings.HasSuffix(v.esito, ", interrotta") })
		}
	}
}

// voce is a line of the audit.
type voce struct{ attore, azione, motivo, esito string }

func (b *banco) attendiRegistro(t *testing.T, cosa string, vale func(voce) bool) {
	t.Helper()
	conn := b.ambiente.Collega(t, "tenantapi", "alfa")
	testkit.Attendi(t, 5*time.Second, cosa, func() bool {
		rows, err := conn.Query(t.Context(), `SELECT attore, azione, motivo, esito FROM registro`)
		if err != nil {
			return false
		}
		defer rows.Close()
		for rows.Next() {
			var v voce
			if rows.Scan(&v.attore, &v.azione, &v.motivo, &v.esito) == nil && vale(v) {
				return true
			}
		}
		return false
	})
}

func TestEverySearchAndStreamIsInTheAuditWithItsRows(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	b.verbali(t, "alfa", 5)
	b.cerca(t, `{"targa":"AA001BB"}`, "alfa")
	b.cerca(t, `{"procedura":["VALIDATO"],"dimensione":3}`, "alfa")
	b.cerca(t, `{"targa":"ZZ999ZZ","anno":2026}`, "alfa")
	b.apri()
	b.estrai(t, mimeCSV, `{"anno":2026}`, "alfa")
	for _, want := range []voce{
		{"anonimo", "RICERCA", "targa", "elementi 1, pagina 1"},
		{"anonimo", "RICERCA", "procedura", "elementi 3, pagina 1"},
		{"anonimo", "RICERCA", "anno,targa", "elementi 0, pagina 1"},
		{"anonimo", "ESTRAZIONE", "anno", "elementi 5"},
	} {
		b.attendiRegistro(t, fmt.Sprint("the line ", want), func(v voce) bool { return v == want })
	}
}

// apri makes a second service of the same environment, open to all, the one that is asked from now on.
func (b *banco) apri() {
	b.t.Helper()
	s, err := app.Componi(b.t.Context(), app.Impostazioni{Settings: b.ambiente.Comune(b.t, "tenantapi", testkit.NATS(b.t)), Riservato: "aperto"}, tempo.Adesso)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := s.Tenant.Refresh(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(s.Close)
	b.servizio, b.handler = s, s.Web.Echo
}
