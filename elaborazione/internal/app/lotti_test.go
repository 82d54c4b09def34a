package app_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	banchi "github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const lotti = "/ElaborazioneService/rest/VerbaliRestService/lotti"

// conAtto inserts fines whose owner is known and waits for their acts.
func (b *banco) conAtto(t *testing.T, chi string, n int) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = b.nuovo(t, fmt.Sprintf("L-%d", i), 3, strings.Replace(obbligatoSoap, "Luca", fmt.Sprintf("Luca %c", 'A'+i%26), 1))
	}
	for _, id := range ids {
		testkit.Attendi(t, 30*time.Second, "the act", func() bool { return b.verbale(t, id, chi)["procedura"] == "ATTO_GENERATO" })
	}
	return ids
}

func (b *banco) lotto(t *testing.T, rotta, chi string, corpo any, stato int) (lotto.Lotto, string) {
	t.Helper()
	var testo []byte
	if corpo != nil {
		var err error
		if testo, err = json.Marshal(corpo); err != nil {
			t.Fatal(err)
		}
	}
	r, risposta := b.chiedi(t, rotta, chi, testo, "Content-Type", "application/json")
	if r.StatusCode != stato {
		t.Fatalf("%s: %d %s", rotta, r.StatusCode, risposta)
	}
	var l lotto.Lotto
	if stato < 300 {
		if err := json.Unmarshal(risposta, &l); err != nil {
			t.Fatal(err)
		}
	}
	return l, string(risposta)
}

// aperto is the lot of letters that acts enter by themselves.
func (b *banco) aperto(t *testing.T, chi string) lotto.Lotto {
	t.Helper()
	_, testo := b.lotto(t, "GET "+lotti, chi, nil, http.StatusOK)
	var p lotto.Pagina[lotto.Lotto]
	if err := json.Unmarshal([]byte(testo), &p); err != nil {
		t.Fatal(err)
	}
	for _, l := range p.Elementi {
		if l.Automatico && l.Stato == verbale.LottoBozza {
			return l
		}
	}
	t.Fatalf("nessun lotto aperto: %s", testo)
	return lotto.Lotto{}
}

// completa waits until a lot is complete.
func (b *banco) completa(t *testing.T, chi string, l lotto.Lotto) lotto.Lotto {
	t.Helper()
	testkit.Attendi(t, 30*time.Second, "the lot", func() bool {
		l, _ = b.lotto(t, "GET "+lotti+"/"+l.ID.String(), chi, nil, http.StatusOK)
		return l.Stato == verbale.LottoCompletato
	})
	return l
}

// TestLottoPostale: acts go to the post in one package whose parts agree with each other and with the fines.
func TestLottoPostale(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	ids := b.conAtto(t, chi, 4)
	aperto := b.aperto(t, chi)
	if aperto.Voci.Totale != 4 || aperto.Stato != verbale.LottoBozza {
		t.Fatalf("%+v", aperto)
	}
	if _, testo := b.lotto(t, "POST "+lotti, chi, map[string]any{"tipo": "POSTALE", "verbali": ids}, http.StatusConflict); !strings.Contains(testo, "LOTTO_VUOTO") {
		t.Error("due posti per lo stesso atto:", testo)
	}
	l, _ := b.lotto(t, "POST "+lotti+"/"+aperto.ID.String()+"/chiudi", chi, nil, http.StatusOK)
	l = b.completa(t, chi, l)
	if l.Voci != (lotto.Conteggi{Totale: 4, OK: 4}) || !strings.HasPrefix(l.Nome, "LOT-alfa-") {
		t.Fatalf("%+v", l)
	}
	for _, id := range ids {
		if v := b.verbale(t, id, chi); v["procedura"] != "IN_NOTIFICA" {
			t.Errorf("%s: %v", id, v["procedura"])
		}
	}
	b.controllaPacchetto(t, chi, l)
	if _, testo := b.lotto(t, "POST "+lotti, chi, map[string]any{"tipo": "POSTALE", "verbali": ids}, http.StatusConflict); !strings.Contains(testo, "LOTTO_VUOTO") {
		t.Error(testo)
	}
}

// TestPacchettoCancellato: a package that a rule of the command erased is not there, and is not sent in part.
func TestPacchettoCancellato(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	b.conAtto(t, chi, 1)
	l, _ := b.lotto(t, "POST "+lotti+"/"+b.aperto(t, chi).ID.String()+"/chiudi", chi, nil, http.StatusOK)
	l = b.completa(t, chi, l)
	b.controllaPacchetto(t, chi, l)
	b.Esegui(t, "core", "alfa", `INSERT INTO conservazione (id, classe, mesi, fonte, anteprima, proposta_da, confermata, confermata_da)
		VALUES (gen_random_uuid(), 'PACCHETTI', 12, 'prova', 0, 'una', now(), 'altra')`)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE lotto SET finito = finito - interval '2 years' WHERE id = $1`, l.ID)
	b.Esegui(t, "elaborazione", "alfa", `SELECT conserva('PACCHETTI', 100)`)
	r, dati := b.chiedi(t, "GET "+lotti+"/"+l.ID.String()+"/pacchetto", chi, nil)
	if r.StatusCode != http.StatusNotFound || !strings.Contains(string(dati), "PACCHETTO_CANCELLATO") || strings.Contains(r.Header.Get("Content-Type"), "zip") {
		t.Errorf("%d %s %s", r.StatusCode, r.Header, dati)
	}
}

func (b *banco) controllaPacchetto(t *testing.T, chi string, l lotto.Lotto) {
	t.Helper()
	r, dati := b.chiedi(t, "GET "+lotti+"/"+l.ID.String()+"/pacchetto", chi, nil)
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "application/zip" {
		t.Fatalf("pacchetto: %d %s", r.StatusCode, dati)
	}
	z, err := zip.NewReader(bytes.NewReader(dati), int64(len(dati)))
	if err != nil {
		t.Fatal(err)
	}
	file := map[string][]byte{}
	for _, f := range z.File {
		x, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if file[strings.TrimPrefix(f.Name, l.Nome+"/")], err = io.ReadAll(x); err != nil {
			t.Fatal(err)
		}
	}
	visti := 0
	for riga := range strings.Lines(string(file["manifest.sha256"])) {
		impronta, nome, _ := strings.Cut(strings.TrimSpace(riga), "  ")
		somma := sha256.Sum256(file[nome])
		if hex.EncodeToString(somma[:]) != impronta {
			t.Errorf("%s: impronta %s", nome, impronta)
		}
		visti++
	}
	if visti != len(file)-1 || visti != 3 {
		t.Errorf("%d impronte per %d file", visti, len(file))
	}
	pagine := banchi.InformaPDF(t, file["pdf/0001.pdf"]).Pagine
	c := csv.NewReader(bytes.NewReader(file["index.csv"]))
	c.Comma = ';'
	righe, err := c.ReadAll()
	if err != nil || len(righe) != l.Voci.OK+1 {
		t.Fatalf("%d righe, %v", len(righe), err)
	}
	fino := "0"
	for _, x := range righe[1:] {
		var prima, da int
		if _, err := fmt.Sscan(fino+" "+x[7], &prima, &da); err != nil || da != prima+1 {
			t.Errorf("la busta %s comincia a pagina %s dopo la %s", x[1], x[7], fino)
		}
		fino = x[8]
	}
	if fino != strconv.Itoa(pagine) {
		t.Errorf("l'indice finisce a pagina %s di %d", fino, pagine)
	}
}

// TestIlFlussoDiUnLotto: who follows the stream sees the lot begin and end, over the bus as the services are
// connected to it; other modules hear the same.
func TestIlFlussoDiUnLotto(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	b.conAtto(t, chi, 2)
	aperto := b.aperto(t, chi)
	annunci, lascia, err := b.bus.FollowLotto("alfa", aperto.ID.String())
	if err != nil {
		t.Fatal(err)
	}
	defer lascia()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.url+lotti+"/"+aperto.ID.String()+"/eventi", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+chi)
	r.Header.Set("Accept", "text/event-stream")
	risposta, err := (&http.Client{Timeout: time.Minute}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = risposta.Body.Close() }()
	b.lotto(t, "POST "+lotti+"/"+aperto.ID.String()+"/chiudi", chi, nil, http.StatusOK)
	testo, err := io.ReadAll(risposta.Body) // it ends with the lot
	if err != nil || risposta.StatusCode != http.StatusOK {
		t.Fatalf("%d %v", risposta.StatusCode, err)
	}
	var visti []lotto.Lotto
	for riga := range strings.Lines(string(testo)) {
		if dati, ok := strings.CutPrefix(riga, "data: "); ok {
			var l lotto.Lotto
			if err := json.Unmarshal([]byte(dati), &l); err != nil {
				t.Fatal(err)
			}
			visti = append(visti, l)
		}
	}
	if primo, ultimo := visti[0], visti[len(visti)-1]; primo.Stato != verbale.LottoBozza || ultimo.Stato != verbale.LottoCompletato || ultimo.Voci.OK != 2 ||
		ultimo.Iniziato == nil || ultimo.AlSecondo == nil || !strings.HasPrefix(ultimo.Nome, "LOT-alfa-") {
		t.Errorf("%s", testo)
	}
	for {
		select {
		case a := <-annunci:
			if a.Stato == string(verbale.LottoCompletato) {
				return
			}
		case <-time.After(20 * time.Second):
			t.Fatal("nessun annuncio del lotto completato")
		}
	}
}

// TestRiprovaDallaPorta: the answer is the new lot with how many items are tried and how many are not.
func TestRiprovaDallaPorta(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	b.conAtto(t, chi, 2)
	b.Esegui(t, "elaborazione", "alfa", `UPDATE documento SET sha256 = repeat('0', 64) WHERE id = (SELECT documento FROM voce ORDER BY id LIMIT 1)`)
	l, _ := b.lotto(t, "POST "+lotti+"/"+b.aperto(t, chi).ID.String()+"/chiudi", chi, nil, http.StatusOK)
	testkit.Attendi(t, 30*time.Second, "the lot", func() bool {
		l, _ = b.lotto(t, "GET "+lotti+"/"+l.ID.String(), chi, nil, http.StatusOK)
		return l.Stato == verbale.LottoCompletatoConErrori
	})
	r, testo := b.chiedi(t, "POST "+lotti+"/"+l.ID.String()+"/riprova", chi, nil)
	b.conforme(t, r, nil, testo)
	var nuovo lotto.Lotto
	if err := json.Unmarshal(testo, &nuovo); err != nil || r.StatusCode != http.StatusOK || nuovo.Origine == nil || *nuovo.Origine != l.ID ||
		*nuovo.Ritento != (lotto.Ritento{Riprovate: 1}) || r.Header.Get("Location") != lotti+"/"+nuovo.ID.String() {
		t.Fatalf("%d %v %s", r.StatusCode, r.Header, testo)
	}
	b.controllaPacchetto(t, chi, l)
}

// TestLottiCattivi: what cannot become a lot is refused by name.
func TestLottiCattivi(t *testing.T) {
	t.Parallel()
	b := avvia(t)
	chi := b.token(t, "ufficio.alfa", "alfa", auth.RuoloUfficio)
	id := b.conAtto(t, chi, 1)[0]
	altro := b.token(t, "ufficio.beta", "beta", auth.RuoloUfficio)
	for nome, caso := range map[string]struct {
		chi   string
		corpo map[string]any
		stato int
		dice  string
	}{
		"nulla":                   {chi, map[string]any{"tipo": "POSTALE"}, 400, "verbali"},
		"elenco e filtro":         {chi, map[string]any{"tipo": "POSTALE", "verbali": []string{id}, "filtro": map[string]any{}}, 400, "verbali"},
		"un tipo che non c'è":     {chi, map[string]any{"tipo": "PEC", "verbali": []string{id}}, 400, `"tipo"`},
		"un nome":                 {chi, map[string]any{"tipo": "SEND", "verbali": []string{id}, "opzioni": map[string]any{"nome": "x"}}, 400, "opzioni.nome"},
		"un'anteprima":            {chi, map[string]any{"tipo": "SEND", "verbali": []string{id}, "opzioni": map[string]any{"anteprima": true}}, 200, `"partono":1`},
		"un id che non è tale":    {chi, map[string]any{"tipo": "PDF", "verbali": []string{id, "x"}}, 400, "verbali[1]"},
		"di un altro comando":     {altro, map[string]any{"tipo": "POSTALE", "verbali": []string{id}}, 404, "NON_TROVATO"},
		"giorni all'inverso":      {chi, map[string]any{"tipo": "PDF", "filtro": map[string]any{"da": "2026-02-02", "a": "2026-02-01"}}, 400, "filtro.a"},
		"uno stato che non c'è":   {chi, map[string]any{"tipo": "PDF", "filtro": map[string]any{"procedura": []string{"X"}}}, 400, "filtro.procedura[0]"},
		"già nel lotto aperto":    {chi, map[string]any{"tipo": "POSTALE", "verbali": []string{id}}, 409, "LOTTO_VUOTO"},
		"un filtro senza verbali": {chi, map[string]any{"tipo": "POSTALE", "filtro": map[string]any{"reparto": "NESSUNO"}}, 409, "LOTTO_VUOTO"},
	} {
		if _, testo := b.lotto(t, "POST "+lotti, caso.chi, caso.corpo, caso.stato); !strings.Contains(testo, caso.dice) {
			t.Errorf("%s: %s", nome, testo)
		}
	}
	l, _ := b.lotto(t, "POST "+lotti, chi, map[string]any{"tipo": "PDF", "filtro": map[string]any{}}, http.StatusAccepted)
	l = b.completa(t, chi, l)
	if _, testo := b.lotto(t, "POST "+lotti+"/"+l.ID.String()+"/chiudi", chi, nil, http.StatusConflict); !strings.Contains(testo, "LOTTO_IN_ALTRO_STATO") {
		t.Error(testo)
	}
	b.lotto(t, "GET "+lotti+"/"+l.ID.String(), altro, nil, http.StatusNotFound)
}
