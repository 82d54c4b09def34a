package app_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/ocr/internal/lettura"
	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/ottica"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/tempo"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/deposito"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/spine/retention"
	"github.com/piattaforma-verbali/verbali/shared/spine/tenant"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
	"github.com/piattaforma-verbali/verbali/shared/verbale/oblio"
)

// The act of the fine that spedito writes, and its notice.
const (
	nostroAtto   = "786000000013"
	nostroAvviso = "312261120000471164"
	altroAtto    = "786000000024"
)

// spedito writes a fine of alfa whose act left by post on 1 September 2026, with a notice of 29.40.
func (b *banco) spedito(t *testing.T) (id uuid.UUID) {
	t.Helper()
	id, posizione := uuid.New(), uuid.New()
	for _, x := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO verbale (id, anno, numero, lettera, fonte, inserito_da, reparto, targa, tipo_targa, nazione, data_violazione, data_accertamento, luogo_istat,
			luogo_indirizzo, agenti, note, procedura, debito, ricorso, punti, riscossione)
			VALUES ($1, 2026, 1, 'V', 'SOAP', 'prova', 'PL01', 'AB123CD', 'AUTOVEICOLO', 'IT', '2026-08-01T08:30:00Z', '2026-08-01', '058091', 'Via Roma', '{A001}', '',
			'VALIDATO', 'NON_ESIGIBILE', 'NESSUNO', 'NON_DOVUTI', 'NESSUNA')`, []any{id}},
		{`INSERT INTO posizione (id, verbale, ordine, titolo) VALUES ($2, $1, 1, 'OBBLIGATO')`, []any{id, posizione}},
		{`INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte, codice_ag)
			VALUES ($1, $2, $3, 'ATTO', 'atto.pdf', 'application/pdf', repeat('a', 64), 1, '` + nostroAtto + `')`, []any{uuid.New(), id, posizione}},
		{`INSERT INTO notifica (id, verbale, posizione, canale, stato, avviata) VALUES ($1, $2, $3, 'POSTA', 'AVVIATA', '2026-09-01')`, []any{uuid.New(), id, posizione}},
		{`INSERT INTO avviso (id, verbale, posizione, tipo, numero_avviso, iuv, codice_fiscale_ente, importo_cent, giorni)
			VALUES ($1, $2, $3, 'RIDOTTO', '` + nostroAvviso + `', '12261120000471164', '01234567897', 2940, 60)`, []any{uuid.New(), id, posizione}},
	} {
		b.ambiente.Esegui(t, "elaborazione", "alfa", x.sql, x.args...)
	}
	return id
}

func facce(t *testing.T) ottica.Facce {
	t.Helper()
	f, err := ottica.FacceProprie()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func ricevutaDi(t *testing.T, atto string, seme uint64) []byte {
	t.Helper()
	return inPNG(t, facce(t).RicevutaDi(rand.New(rand.NewPCG(202, seme)), atto, seme%2 == 0, ottica.Facile).Tela.Gray)
}

func (b *banco) conferma(t *testing.T, id uuid.UUID, campi map[string]string) *httptest.ResponseRecorder {
	t.Helper()
	corpo, err := json.Marshal(map[string]any{"campi": campi})
	if err != nil {
		t.Fatal(err)
	}
	return b.invia(t, http.MethodPost, letture+"/"+id.String()+"/conferma", "application/json", corpo)
}

func TestAReceiptIsMatchedAndConfirmed(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	fine := b.spedito(t)
	l := leggi[lettura.Lettura](t, b.manda(t, ricevutaDi(t, nostroAtto, 1), "tipo", "AVVISO_RICEVIMENTO"), http.StatusCreated)
	if l.Verbale == nil || *l.Verbale != fine || l.Campi[0].Nome != "codice" || l.Campi[0].Valore != "686000000012" && l.Campi[0].Valore[:11] != "68600000001" {
		t.Fatalf("%+v", l)
	}
	if w := b.invia(t, http.MethodGet, letture+"/"+l.ID.String()+"/immagine", "", nil); w.Code != http.StatusOK {
		t.Errorf("picture: %d", w.Code)
	}
	for nome, x := range map[string]struct {
		campi map[string]string
		campo string
	}{
		"no outcome":               {map[string]string{"data": "2026-09-10"}, "campi.esito"},
		"an outcome of nobody":     {map[string]string{"data": "2026-09-10", "esito": "FORSE"}, "campi.esito"},
		"no day":                   {map[string]string{"esito": "CONSEGNATO"}, "campi.data"},
		"a day that is none":       {map[string]string{"esito": "CONSEGNATO", "data": "2026-02-30"}, "campi.data"},
		"a day before the letter":  {map[string]string{"esito": "CONSEGNATO", "data": "2026-08-31"}, "campi.data"},
		"a day to come":            {map[string]string{"esito": "CONSEGNATO", "data": "2099-01-01"}, "campi.data"},
		"a deposit without notice": {map[string]string{"esito": "COMPIUTA_GIACENZA"}, "campi.dataCad"},
		"a wrong code":             {map[string]string{"esito": "CONSEGNATO", "data": "2026-09-10", "codice": "697319802148"}, "campi.codice"},
		"a signature of a kind":    {map[string]string{"esito": "CONSEGNATO", "data": "2026-09-10", "firma": "forse"}, "campi.firma"},
		"a field of another paper": {map[string]string{"esito": "CONSEGNATO", "data": "2026-09-10", "targa": "AB123CD"}, "campi.targa"},
	} {
		if p := leggi[problem.Document](t, b.conferma(t, l.ID, x.campi), http.StatusBadRequest); len(p.Errori) != 1 || p.Errori[0].Campo != x.campo {
			t.Errorf("%s: %+v", nome, p)
		}
	}
	l = leggi[lettura.Lettura](t, b.conferma(t, l.ID, map[string]string{"esito": "CONSEGNATO", "data": "2026-09-10", "firma": "SI"}), http.StatusOK)
	if l.Stato != verbale.LetturaConfermata || l.Confermati["data"] != "2026-09-10" {
		t.Errorf("%+v", l)
	}
}

func TestAnothersReceiptIsReadAndNotMatched(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	b.spedito(t)
	l := leggi[lettura.Lettura](t, b.manda(t, ricevutaDi(t, altroAtto, 2), "tipo", "AVVISO_RICEVIMENTO"), http.StatusCreated)
	if l.Verbale != nil || l.Stato != verbale.LetturaLetta || len(l.Campi) != 2 {
		t.Fatalf("%+v", l)
	}
	p := leggi[problem.Document](t, b.conferma(t, l.ID, map[string]string{"esito": "CONSEGNATO", "data": "2026-09-10"}), http.StatusConflict)
	if p.Codice != "LETTURA_NON_ABBINATA" {
		t.Errorf("%+v", p)
	}
}

func TestASlipIsMatchedAndConfirmed(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	fine := b.spedito(t)
	dati := pagopa.DataMatrix{NumeroAvviso: nostroAvviso, ContoCorrente: "12345678", ImportoCent: 2940, CodiceFiscaleEnte: "01234567897", Causale: "VERBALE"}
	s, err := facce(t).BollettinoDi(rand.New(rand.NewPCG(202, 1)), dati, ottica.Facile)
	if err != nil {
		t.Fatal(err)
	}
	l := leggi[lettura.Lettura](t, b.manda(t, inPNG(t, s.Tela.Gray), "tipo", "BOLLETTINO"), http.StatusCreated)
	got := map[string]string{}
	for _, c := range l.Campi {
		got[c.Nome] = c.Valore
	}
	if l.Verbale == nil || *l.Verbale != fine || got["numeroAvviso"] != nostroAvviso ||
		got["importoCent"] != "2940" || got["codiceFiscaleEnte"] != "01234567897" || got["conto"] != "12345678" {
		t.Fatalf("%+v", l)
	}
	for nome, x := range map[string]struct {
		campi map[string]string
		stato int
	}{
		"no day of payment": {nil, 400}, "no amount": {map[string]string{"data": "2026-09-10", "importoCent": "0"}, 400},
		"a wrong notice":     {map[string]string{"data": "2026-09-10", "numeroAvviso": "312261120000471165"}, 400},
		"another's creditor": {map[string]string{"data": "2026-09-10", "codiceFiscaleEnte": "80012345670"}, 409},
	} {
		if w := b.conferma(t, l.ID, x.campi); w.Code != x.stato {
			t.Errorf("%s: %d %s", nome, w.Code, w.Body)
		}
	}
	leggi[lettura.Lettura](t, b.conferma(t, l.ID, map[string]string{"data": "2026-09-10"}), http.StatusOK)
}

// What was read for a fine goes with it, and not before elaborazione has erased it.
func TestErasingAFineErasesItsReadings(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	fine := b.spedito(t)
	sua := leggi[lettura.Lettura](t, b.manda(t, ricevutaDi(t, nostroAtto, 1), "tipo", "AVVISO_RICEVIMENTO"), http.StatusCreated)
	altra := leggi[lettura.Lettura](t, b.manda(t, ricevutaDi(t, altroAtto, 1), "tipo", "AVVISO_RICEVIMENTO"), http.StatusCreated)
	regole := retention.Runner{Pools: b.Pools, Tenant: b.Tenant, Log: b.Log, Kinds: []string{"LETTURE"}, Copies: oblio.Copie()}
	ctx := tenant.With(t.Context(), b.ambiente.Tenant("alfa"))
	if err := regole.Erase(ctx, fine); err == nil {
		t.Error("a fine that nobody erased is erased here")
	}
	b.ambiente.Esegui(t, "elaborazione", "alfa", `INSERT INTO cancellazione (classe, oggetto, verbale) VALUES ('VERBALE_PAGATO', $1, $1)`, fine)
	for range 2 {
		if _, err := regole.Round(t.Context(), b.ambiente.Tenant("alfa")); err != nil {
			t.Fatal(err)
		}
	}
	leggi[problem.Document](t, b.invia(t, http.MethodGet, letture+"/"+sua.ID.String(), "", nil), http.StatusNotFound)
	leggi[lettura.Lettura](t, b.invia(t, http.MethodGet, letture+"/"+altra.ID.String(), "", nil), http.StatusOK)
}

// A file worked twice at once, as after a kill, has each page once.
func TestAPageIsReadOnceWhoeverWorksItsFile(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	b.spedito(t)
	l := b.finita(t, b.manda(t, archivio(t, ricevutaDi(t, nostroAtto, 1), ricevutaDi(t, altroAtto, 1)), "tipo", "AVVISO_RICEVIMENTO"))
	b.ambiente.Esegui(t, "ocr", "alfa", `UPDATE lettura SET stato = 'IN_CORSO' WHERE id = $1`, l.ID)
	b.ambiente.Esegui(t, "ocr", "alfa", `DELETE FROM lettura WHERE insieme = $1 AND pagina = 2`, l.ID)
	documenti, err := deposito.Apri(t.Context(), b.Settings.DepositoURL)
	if err != nil {
		t.Fatal(err)
	}
	servizio := lettura.Nuovo(lettura.Store{Pools: b.Pools}, documenti, tempo.Adesso)
	ctx := tenant.With(t.Context(), b.ambiente.Tenant("alfa"))
	esiti := make(chan error, 2)
	for i := range 2 {
		go func() {
			esiti <- servizio.Lavora(ctx, bus.Message{ID: strconv.Itoa(i), Subject: "lavori.ocr.lettura.alfa", Body: fmt.Appendf(nil, `{"idLettura":%q}`, l.ID)})
		}()
	}
	for range 2 {
		if err := <-esiti; err != nil {
			t.Error(err)
		}
	}
	l = leggi[lettura.Lettura](t, b.invia(t, http.MethodGet, letture+"/"+l.ID.String(), "", nil), http.StatusOK)
	if l.Stato != verbale.LetturaLetta || len(l.Letture) != 2 || l.Letture[0].Pagina != 1 || l.Letture[1].Pagina != 2 {
		t.Errorf("%+v", l)
	}
}

// archivio makes a ZIP of files, in that order of names.
func archivio(t *testing.T, file ...[]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, f := range file {
		w, err := z.Create(fmt.Sprintf("../../pagina-%02d.png", i)) // a name that would leave its folder
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// finita waits for a file to be read.
func (b *banco) finita(t *testing.T, w *httptest.ResponseRecorder) lettura.Lettura {
	t.Helper()
	l := leggi[lettura.Lettura](t, w, http.StatusAccepted)
	if l.Stato != verbale.LetturaInCorso || l.Fatte == nil {
		t.Fatalf("%+v", l)
	}
	testkit.Attendi(t, 60*time.Second, "the pages", func() bool {
		l = leggi[lettura.Lettura](t, b.invia(t, http.MethodGet, letture+"/"+l.ID.String(), "", nil), http.StatusOK)
		return l.Stato == verbale.LetturaLetta
	})
	return l
}

func TestAFileOfManyPagesIsReadInTheBackground(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	fine := b.spedito(t)
	file := archivio(t, ricevutaDi(t, nostroAtto, 1), []byte("nessuna immagine"), ricevutaDi(t, altroAtto, 1))
	l := b.finita(t, b.manda(t, file, "tipo", "AVVISO_RICEVIMENTO"))
	if l.Pagine != 3 || *l.Fatte != 3 || len(l.Letture) != 3 {
		t.Fatalf("%+v", l)
	}
	prima, guasta, ultima := l.Letture[0], l.Letture[1], l.Letture[2]
	if prima.Verbale == nil || *prima.Verbale != fine || prima.Pagina != 1 {
		t.Errorf("%+v", prima)
	}
	if guasta.Stato != verbale.LetturaIlleggibile || !strings.Contains(guasta.Errore, "immagine") || ultima.Verbale != nil || len(ultima.Campi) != 1 {
		t.Errorf("%+v\n%+v", guasta, ultima)
	}
	intero := b.conferma(t, l.ID, map[string]string{"esito": "CONSEGNATO"})
	if p := leggi[problem.Document](t, intero, http.StatusConflict); p.Codice != "LETTURA_NON_DI_UNA_PAGINA" {
		t.Errorf("%+v", p)
	}
	leggi[lettura.Lettura](t, b.conferma(t, prima.ID, map[string]string{"esito": "RIFIUTATO", "data": "2026-09-10"}), http.StatusOK)
}

// pdfDi makes a PDF of one picture a page.
func pdfDi(t *testing.T, s ottica.Tela) []byte {
	t.Helper()
	var foto, b bytes.Buffer
	if err := jpeg.Encode(&foto, s.Gray, nil); err != nil {
		t.Fatal(err)
	}
	w, h := s.Bounds().Dx(), s.Bounds().Dy()
	disegno := fmt.Sprintf("q %d 0 0 %d 0 0 cm /I Do Q", w*72/200, h*72/200)
	var posti []int
	oggetto := func(testo string) {
		posti = append(posti, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(posti), testo)
	}
	b.WriteString("%PDF-1.4\n")
	oggetto("<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>") // a script, which nothing here runs
	oggetto("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	oggetto(fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>", w*72/200, h*72/200))
	oggetto(fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(disegno), disegno))
	oggetto(fmt.Sprintf("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n%s\nendstream",
		w, h, foto.Len(), foto.String()))
	tavola := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(posti)+1)
	for _, p := range posti {
		fmt.Fprintf(&b, "%010d 00000 n \n", p)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(posti)+1, tavola)
	return b.Bytes()
}

// Without poppler the refusal names what is missing; with it a PDF is read.
func TestAPDFIsReadWherePopplerIs(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	b.spedito(t)
	w := b.manda(t, pdfDi(t, facce(t).RicevutaDi(rand.New(rand.NewPCG(202, 1)), nostroAtto, true, ottica.Facile).Tela), "tipo", "AVVISO_RICEVIMENTO")
	if _, err := exec.LookPath("pdftoppm"); err != nil {
		if p := leggi[problem.Document](t, w, http.StatusUnprocessableEntity); p.Codice != "PDF_NON_LEGGIBILE" {
			t.Errorf("%+v", p)
		}
		return
	}
	l := b.finita(t, w)
	if len(l.Letture) != 1 || l.Letture[0].Verbale == nil || len(l.Letture[0].Campi) != 2 {
		t.Errorf("%+v", l)
	}
	leggi[problem.Document](t, b.manda(t, []byte("%PDF-1.4\nrotto"), "tipo", "AVVISO_RICEVIMENTO"), http.StatusBadRequest)
}

func TestFilesThatAreTooMuch(t *testing.T) {
	t.Parallel()
	b := aperto(t)
	vuota := inPNG(t, image.NewGray(image.Rect(0, 0, 8, 8)))
	tante := make([][]byte, 201)
	for i := range tante {
		tante[i] = vuota
	}
	tiff := []byte{'I', 'I', '*', 0, 8, 0, 0, 0} // 5,000 empty pages
	for i := range uint32(5000) {
		dopo := 8 + 6*(i+1)
		tiff = append(tiff, 0, 0, byte(dopo), byte(dopo>>8), byte(dopo>>16), byte(dopo>>24))
	}
	anello := []byte{'I', 'I', '*', 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 0} // a page that is its own next
	for nome, x := range map[string]struct {
		file   []byte
		stato  int
		codice string
	}{
		"201 pages":                 {archivio(t, tante...), 413, "TROPPE_PAGINE"},
		"a TIFF of 5,000 pages":     {tiff, 413, "TROPPE_PAGINE"},
		"a TIFF that goes round":    {anello, 400, "DATI_NON_VALIDI"},
		"an archive of nothing":     {archivio(t), 400, "DATI_NON_VALIDI"},
		"half an archive":           {archivio(t, vuota)[:60], 400, "DATI_NON_VALIDI"},
		"an archive of 65 MB zeros": {archivio(t, make([]byte, 65<<20)), 413, "CORPO_TROPPO_GRANDE"},
	} {
		if p := leggi[problem.Document](t, b.manda(t, x.file, "tipo", "AVVISO_RICEVIMENTO"), x.stato); p.Codice != x.codice {
			t.Errorf("%s: %+v", nome, p)
		}
	}
}
