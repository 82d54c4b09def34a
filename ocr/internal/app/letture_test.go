package app_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"image"
	"image/png"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/ocr/internal/lettura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/ottica"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

const letture = "/OcrService/rest/letture"

// aperto is a service whose tenants are known.
func aperto(t *testing.T) *banco {
	t.Helper()
	b := apparecchia(t)
	b.leggiChiavi(t)
	if err := b.Tenant.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// scena draws a picture; the same numbers give the same one.
func scena(t *testing.T, classe string, quale uint64) (immagine []byte, testo string) {
	t.Helper()
	f, err := ottica.FacceProprie()
	if err != nil {
		t.Fatal(err)
	}
	s := f.Targa(rand.New(rand.NewPCG(41, quale)), classe, ottica.Facile)
	return inPNG(t, s.Tela.Gray), s.Testo
}

func inPNG(t *testing.T, im image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, im); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// parti is a multipart form: name, value, name, value …; file is the part that is a file.
func (b *banco) manda(t *testing.T, file []byte, parti ...string) *httptest.ResponseRecorder {
	t.Helper()
	var corpo bytes.Buffer
	m := multipart.NewWriter(&corpo)
	for i := 0; i < len(parti); i += 2 {
		if err := m.WriteField(parti[i], parti[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if file != nil {
		w, err := m.CreateFormFile("file", "foto.png")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(file); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return b.invia(t, http.MethodPost, letture, m.FormDataContentType(), corpo.Bytes())
}

func (b *banco) invia(t *testing.T, metodo, percorso, tipo string, corpo []byte) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), metodo, percorso, bytes.NewReader(corpo))
	r.Header.Set("Authorization", basic("operatore.alfa", testkit.PasswordGiusta))
	if tipo != "" {
		r.Header.Set("Content-Type", tipo)
	}
	w := httptest.NewRecorder()
	b.Web.Echo.ServeHTTP(w, r)
	return w
}

func leggi[T any](t *testing.T, w *httptest.ResponseRecorder, stato int) (v T) {
	t.Helper()
	if w.Code != stato {
		t.Fatalf("%d %s, want %d", w.Code, w.Body, stato)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAPlateIsReadLookedAtAndConfirmed(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	foto, testo := scena(t, "auto", 4)
	w := b.manda(t, foto, "tipo", "TARGA")
	l := leggi[lettura.Lettura](t, w, http.StatusCreated)
	if l.Tipo != verbale.LetturaTarga || l.Stato != verbale.LetturaLetta || l.Testo != testo || l.Pagine != 1 || l.Pesi == "" {
		t.Fatalf("%s: %+v", testo, l)
	}
	c := l.Campi[0]
	if c.Nome != campo.Targa || c.Valore != testo || c.Confidenza < 0.9 || c.Confidenza > 1 || len(c.Riquadro) != 4 || c.Tipi[0] != "AUTOVEICOLO" {
		t.Errorf("%+v", c)
	}
	if n := l.Campi[1]; n.Nome != campo.Nazione || n.Valore != "IT" {
		t.Errorf("%+v", n)
	}
	dove := w.Header().Get("Location")
	if dove != letture+"/"+l.ID.String() {
		t.Errorf("Location %q", dove)
	}
	if again := leggi[lettura.Lettura](t, b.invia(t, http.MethodGet, dove, "", nil), http.StatusOK); again.Testo != testo || len(again.Campi) != 2 {
		t.Errorf("%+v", again)
	}
	if w := b.invia(t, http.MethodGet, dove+"/immagine", "", nil); w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
		t.Errorf("%d %s", w.Code, w.Header())
	}
	conferma := func(corpo string) *httptest.ResponseRecorder {
		return b.invia(t, http.MethodPost, dove+"/conferma", "application/json", []byte(corpo))
	}
	for nome, x := range map[string]struct{ corpo, campo string }{
		"no plate of any kind": {`{"campi":{"targa":"QQQQQQQQ"}}`, "campi.targa"},
		"an unknown field":     {`{"campi":{"colore":"rosso"}}`, "campi.colore"},
		"a field twice":        {`{"campi":[{"nome":"targa","valore":"AB123CD"},{"nome":"targa","valore":"AB123CE"}]}`, "campi.targa"},
		"no list":              {`{"campi":7}`, "campi"},
	} {
		if p := leggi[problem.Document](t, conferma(x.corpo), http.StatusBadRequest); len(p.Errori) != 1 || p.Errori[0].Campo != x.campo {
			t.Errorf("%s: %+v", nome, p)
		}
	}
	for range 2 { // the second time nothing happens
		l = leggi[lettura.Lettura](t, conferma(`{"campi":[{"nome":"targa","valore":"ab 123 cd"}]}`), http.StatusOK)
		if l.Stato != verbale.LetturaConfermata || l.Confermati["targa"] != "AB123CD" || l.Confermati["nazione"] != "IT" || l.ConfermataDa != "operatore.alfa" {
			t.Errorf("%+v", l)
		}
	}
	if p := leggi[problem.Document](t, conferma(`{"campi":{"targa":"AB123CE"}}`), http.StatusConflict); p.Codice != "LETTURA_GIA_CONFERMATA" {
		t.Errorf("%+v", p)
	}
	const soggetto = "fatti.alfa.lettura.confermata"
	fatti := func() uint64 {
		flusso, err := b.altri.JS.Stream(t.Context(), bus.StreamFacts)
		if err != nil {
			t.Fatal(err)
		}
		info, err := flusso.Info(t.Context(), jetstream.WithSubjectFilter(soggetto))
		if err != nil {
			t.Fatal(err)
		}
		return info.State.Subjects[soggetto]
	}
	testkit.Attendi(t, 20*time.Second, "the fact", func() bool { return fatti() > 0 })
	if n := fatti(); n != 1 {
		t.Errorf("%d facts", n)
	}
}

func TestThePictureOfAPlateGoesAfterAnHour(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	foto, _ := scena(t, "senza", 1)
	l := leggi[lettura.Lettura](t, b.manda(t, foto, "tipo", "TARGA"), http.StatusCreated)
	store, alfa := lettura.Store{Pools: b.Pools}, b.ambiente.Tenant("alfa")
	for _, x := range []struct {
		dopo  time.Duration
		stato int
	}{{59 * time.Minute, http.StatusOK}, {time.Hour, http.StatusNotFound}} {
		if err := store.Scadute(t.Context(), alfa, tempo.Adesso().Add(x.dopo)); err != nil {
			t.Fatal(err)
		}
		if w := b.invia(t, http.MethodGet, letture+"/"+l.ID.String()+"/immagine", "", nil); w.Code != x.stato {
			t.Errorf("after %s: %d", x.dopo, w.Code)
		}
	}
	leggi[lettura.Lettura](t, b.invia(t, http.MethodGet, letture+"/"+l.ID.String(), "", nil), http.StatusOK)
}

func TestNoPlateIsInvented(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	bianca, puntino := image.NewGray(image.Rect(0, 0, 640, 480)), image.NewGray(image.Rect(0, 0, 1, 1))
	senza, _ := scena(t, "senza", 2)
	for nome, foto := range map[string][]byte{"an empty street": senza, "black": inPNG(t, bianca), "one pixel": inPNG(t, puntino)} {
		if l := leggi[lettura.Lettura](t, b.manda(t, foto, "tipo", "TARGA"), http.StatusCreated); l.Stato != verbale.LetturaIlleggibile || len(l.Campi) != 0 {
			t.Errorf("%s: %+v", nome, l)
		}
	}
}

func TestWhatCannotBeReadIsNamed(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	foto, _ := scena(t, "auto", 4)
	bugiardo := bytes.Clone(inPNG(t, image.NewGray(image.Rect(0, 0, 8, 8))))
	copy(bugiardo[16:24], []byte{0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60}) // 60,000 × 60,000 in IHDR, with its right sum
	binary.BigEndian.PutUint32(bugiardo[29:], crc32.ChecksumIEEE(bugiardo[12:29]))
	for nome, x := range map[string]struct {
		file   []byte
		parti  []string
		stato  int
		codice string
		campo  string
	}{
		"no kind":                 {foto, nil, 400, "DATI_NON_VALIDI", "tipo"},
		"an unknown kind":         {foto, []string{"tipo", "PATENTE"}, 400, "DATI_NON_VALIDI", "tipo"},
		"a kind twice":            {foto, []string{"tipo", "TARGA", "tipo", "TARGA"}, 400, "DATI_NON_VALIDI", "tipo"},
		"a field too many":        {foto, []string{"tipo", "TARGA", "colore", "blu"}, 400, "DATI_NON_VALIDI", "colore"},
		"no file":                 {nil, []string{"tipo", "TARGA"}, 400, "DATI_NON_VALIDI", "file"},
		"an empty file":           {[]byte{}, []string{"tipo", "TARGA"}, 400, "DATI_NON_VALIDI", "file"},
		"no picture":              {[]byte("targa AB123CD"), []string{"tipo", "TARGA"}, 400, "DATI_NON_VALIDI", "file"},
		"half a picture":          {foto[:len(foto)/2], []string{"tipo", "TARGA"}, 400, "DATI_NON_VALIDI", "file"},
		"60,000 × 60,000":         {bugiardo, []string{"tipo", "TARGA"}, 413, "IMMAGINE_TROPPO_GRANDE", ""},
		"a paper notice":          {foto, []string{"tipo", "VERBALE"}, 422, "LETTURA_NON_DISPONIBILE", ""},
		"a kind of 1,000 letters": {foto, []string{"tipo", strings.Repeat("T", 1000)}, 400, "DATI_NON_VALIDI", "tipo"},
	} {
		t.Run(nome, func(t *testing.T) {
			p := leggi[problem.Document](t, b.manda(t, x.file, x.parti...), x.stato)
			if p.Codice != x.codice || x.campo != "" && (len(p.Errori) != 1 || p.Errori[0].Campo != x.campo) {
				t.Errorf("%+v", p)
			}
		})
	}
	if p := leggi[problem.Document](t, b.invia(t, http.MethodPost, letture, "application/json", []byte(`{}`)), 415); p.Codice != "TIPO_NON_AMMESSO" {
		t.Errorf("%+v", p)
	}
	mozzo := b.invia(t, http.MethodPost, letture, "multipart/form-data; boundary=x", []byte("--x\r\nContent-Disp"))
	if p := leggi[problem.Document](t, mozzo, 400); p.Codice != "RICHIESTA_MALFORMATA" {
		t.Errorf("%+v", p)
	}
	for _, id := range []string{"uno", "01936a2e-7c00-7000-8000-000000000001"} {
		for _, coda := range []string{"", "/immagine"} {
			leggi[problem.Document](t, b.invia(t, http.MethodGet, letture+"/"+id+coda, "", nil), 404)
		}
		leggi[problem.Document](t, b.invia(t, http.MethodPost, letture+"/"+id+"/conferma", "application/json", []byte(`{}`)), 404)
	}
}

func TestAnotherModuleAsksForAPlate(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	foto, testo := scena(t, "auto", 4)
	store, err := deposito.Apri(t.Context(), b.Settings.DepositoURL)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := store.Metti(t.Context(), "alfa", foto, "image/png")
	if err != nil {
		t.Fatal(err)
	}
	chiedi := func(ruolo, modulo, documento string) (r event.RispostaOcrTarga, err error) {
		token := b.realm.Token(t, testkit.Claims(modulo, "agente.alfa", "alfa", ruolo))
		ctx, fine := context.WithTimeout(auth.With(t.Context(), auth.Identity{Token: token}), 20*time.Second)
		defer fine()
		return r, b.altri.Ask(ctx, "ocr.targa", event.DomandaOcrTarga{Documento: documento}, &r)
	}
	r, err := chiedi(auth.RuoloAgente, "mobile", doc.SHA256)
	if err != nil || r.Targa != testo || r.Nazione != "IT" || r.Confidenza < 0.9 {
		t.Errorf("%+v %v", r, err)
	}
	for nome, x := range map[string]struct{ ruolo, modulo, documento, codice string }{
		"a role without permission": {auth.RuoloCittadino, "mobile", doc.SHA256, "PERMESSO_MANCANTE"},
		"a token for another":       {auth.RuoloAgente, "vpn", doc.SHA256, "CREDENZIALI_NON_VALIDE"},
		"no hash":                   {auth.RuoloAgente, "mobile", "foto", "DATI_NON_VALIDI"},
		"nobody's hash":             {auth.RuoloAgente, "mobile", strings.Repeat("0", 64), "NON_TROVATO"},
	} {
		if _, err := chiedi(x.ruolo, x.modulo, x.documento); !problem.Is(err, x.codice) {
			t.Errorf("%s: %v", nome, err)
		}
	}
}
