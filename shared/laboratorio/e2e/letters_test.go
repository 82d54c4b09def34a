//go:build e2e

package e2e

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
)

// vittime are all that a fine passes through on its way to the post.
func vittime() []string {
	return []string{"elaborazione", "elaborazione", "vpn", "core", "connessione", "postgres", "nats"}
}

// alPiuMorti bounds a massacre, and traDueRespiri how many die before the door is open again: the supervisor
// waits longer and longer before it starts what keeps dying.
const (
	alPiuMorti    = 16
	traDueRespiri = 4
)

// strage kills at random, sometimes the dead again, until ctx ends or enough have died. The server that
// nobody restarts is started again by it; whom it chose is said for the reader of a failure.
func strage(ctx context.Context, t *testing.T, pausa time.Duration) {
	t.Helper()
	var morti []string
	defer func() { t.Logf("killed: %v", morti) }()
	for len(morti) < alPiuMorti && aspetta(ctx, pausa/4+rand.N(pausa)) {
		nome := vittime()[rand.IntN(len(vittime()))]
		morti = append(morti, nome)
		if nome == "nats" {
			stack.nats.muori()
			if err := stack.nats.avvia(); err != nil {
				t.Error(err)
				return
			}
		} else if pid := stack.pid(nome); pid != 0 { // it may be dead already
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		for len(morti)%traDueRespiri == 0 && !stack.pronto("elaborazione") && aspetta(ctx, 50*time.Millisecond) {
		}
	}
}

// aspetta reports whether that long has passed before ctx ended.
func aspetta(ctx context.Context, quanto time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(quanto):
		return true
	}
}

// aCaso kills at random as long as fines go in.
func (r *raffica) aCaso(t *testing.T) {
	t.Helper()
	ctx, basta := context.WithCancel(contesto(t, 80*time.Second))
	var mani sync.WaitGroup
	mani.Go(func() { strage(ctx, t, 800*time.Millisecond) })
	defer mani.Wait()
	defer basta()
	r.attendi(t, 4)
}

// mentreSiSpedisce is aCaso while an officer closes the open lot of letters again and again.
func (r *raffica) mentreSiSpedisce(t *testing.T) {
	t.Helper()
	ctx, basta := context.WithCancel(contesto(t, 80*time.Second))
	var mani sync.WaitGroup
	mani.Go(func() { strage(ctx, t, time.Second) })
	mani.Go(func() {
		chiusi := 0
		defer func() { t.Logf("%d lots closed meanwhile", chiusi) }()
		for aspetta(ctx, 300*time.Millisecond) {
			for _, l := range tuttiLotti(ctx, t, comandoLettere, lottoPostale) {
				if l.Stato == "BOZZA" && l.Voci["totale"] >= 20 && chiudiLotto(ctx, t, l) {
					chiusi++
				}
			}
		}
	})
	defer mani.Wait()
	defer basta()
	r.attendi(t, 4)
}

// comandoLettere is the command whose letters leave while everything dies.
const comandoLettere = "alfa"

const lottoPostale, lottoSend = "POSTALE", "SEND"

// lottoLetto is a lot of a command as its officer reads it.
type lottoLetto struct {
	ID, Tipo, Stato, Nome, Motivo string
	Voci                          map[string]int
	comando                       string
}

// ufficioChiede sends a request of an officer of a command until it is answered by somebody who could; nil when ctx ends.
func ufficioChiede(ctx context.Context, t *testing.T, comando, metodo, percorso string) *risposta {
	t.Helper()
	for ctx.Err() == nil {
		r, err := manda(richiesta(t, metodo, stack.url("elaborazione", verbaliRest+percorso), nil, conBasic("ufficio."+comando, passwordProva)).WithContext(ctx))
		if err == nil && r.stato != http.StatusTooManyRequests && r.stato != http.StatusUnauthorized && r.stato < 500 {
			return &r
		}
		aspetta(ctx, 50*time.Millisecond)
	}
	return nil
}

// tuttiLotti reads the lots of a kind of a command, page after page; none when ctx ends.
func tuttiLotti(ctx context.Context, t *testing.T, comando, tipo string) (lotti []lottoLetto) {
	t.Helper()
	for cursore := ""; ; {
		r := ufficioChiede(ctx, t, comando, http.MethodGet, "/lotti?dimensione=200&cursore="+cursore)
		if r == nil {
			return nil
		}
		p := leggi[struct {
			Elementi []lottoLetto
			Cursore  string
		}](t, *r, http.StatusOK)
		for _, l := range p.Elementi {
			if l.comando = comando; l.Tipo == tipo {
				lotti = append(lotti, l)
			}
		}
		if cursore = p.Cursore; cursore == "" {
			return lotti
		}
	}
}

// chiudiLotto is an officer's act, asked for until it is accepted: who was cut off while asking is told
// that the lot is no longer open.
func chiudiLotto(ctx context.Context, t *testing.T, l lottoLetto) bool {
	t.Helper()
	r := ufficioChiede(ctx, t, l.comando, http.MethodPost, "/lotti/"+l.ID+"/chiudi")
	if r == nil {
		return false
	}
	if r.stato != http.StatusOK && (r.stato != http.StatusConflict || !strings.Contains(string(r.corpo), "LOTTO_IN_ALTRO_STATO")) {
		t.Errorf("closing of the lot %s: %d %.300s", l.ID, r.stato, r.corpo)
	}
	return true
}

// tuttoInPosta closes what is open and waits for every package, in the midst of deaths for as long as
// there is work; nobody does anything else.
func tuttoInPosta(t *testing.T) {
	t.Helper()
	attesa := contesto(t, 90*time.Second)
	ctx, basta := context.WithTimeout(attesa, 8*time.Second)
	var mani sync.WaitGroup
	mani.Go(func() { strage(ctx, t, 700*time.Millisecond) })
	defer mani.Wait()
	defer basta()
	restano := func() (quali []string) {
		for _, l := range tuttiLotti(attesa, t, comandoLettere, lottoPostale) {
			if l.Stato == "BOZZA" && l.Voci["totale"] > 0 {
				chiudiLotto(attesa, t, l)
			}
			if l.Stato == "FALLITO" {
				t.Fatalf("the lot %s waits for a hand: %s", l.Nome, l.Motivo)
			}
			if l.Stato != "COMPLETATO" && l.Voci["totale"] > 0 {
				quali = append(quali, fmt.Sprint(l))
			}
		}
		return quali
	}
	var quali []string
	defer func() {
		if t.Failed() {
			t.Logf("lots that have not ended: %v", quali)
		}
	}()
	testkit.Attendi(t, 80*time.Second, "all packages complete, and an end of the deaths", func() bool {
		quali = restano()
		return len(quali) == 0 && ctx.Err() != nil
	})
}

// inPosta counts what the closing of the lots must have left once.
func (r *raffica) inPosta(t *testing.T) {
	conn := stack.collega(t, "elaborazione", "alfa")
	filtro := fmt.Sprintf("morte-%s-%%", r.nome)
	for cosa, conto := range map[string]string{
		"gone out":                    `(v.procedura = 'IN_NOTIFICA')::int`,
		"one item":                    `(SELECT count(*) FROM voce x WHERE x.verbale = v.id)`,
		"one item that ended well":    `(SELECT count(*) FROM voce x WHERE x.verbale = v.id AND x.stato = 'OK')`,
		"one service begun":           `(SELECT count(*) FROM notifica n WHERE n.verbale = v.id AND n.stato = 'AVVIATA')`,
		"one beginning in history":    `(SELECT count(*) FROM evento e WHERE e.verbale = v.id AND e.tipo = 'NOTIFICA_AVVIATA')`,
		"one owner":                   `(SELECT count(*) FROM posizione p JOIN soggetto s ON s.id = p.soggetto WHERE p.verbale = v.id)`,
		"one act":                     `(SELECT count(*) FROM documento d WHERE d.verbale = v.id AND d.tipo = 'ATTO')`,
		"the service of its envelope": `(SELECT count(*) FROM notifica n JOIN voce x ON x.id = n.id WHERE n.verbale = v.id)`,
	} {
		sql := `SELECT v.id_esterno FROM verbale v WHERE v.id_esterno LIKE $1 AND ` + conto + ` <> 1`
		if male := testi(t, conn, sql, filtro); len(male) > 0 {
			t.Errorf("%d fines have not %s: %.300v", len(male), cosa, male)
		}
	}
}

// busta is a row of the index of a package.
type busta struct{ pacchetto, sequenza, documento, file, sha256 string }

// unPostoCiascuna opens every package and looks for every fine.
func unPostoCiascuna(t *testing.T, tutte []*raffica) {
	t.Helper()
	ctx := contesto(t, time.Minute)
	posti := map[string][]busta{}
	for _, l := range tuttiLotti(ctx, t, comandoLettere, lottoPostale) {
		if l.Stato != "COMPLETATO" {
			continue // the next open one
		}
		l.conta(ctx, t)
		for _, b := range l.pacchetto(ctx, t) {
			posti[b.documento] = append(posti[b.documento], b)
		}
	}
	conn := stack.collega(t, "elaborazione", "alfa")
	atti := map[string]string{}
	for _, riga := range testi(t, conn, `SELECT v.id || ' ' || d.sha256 FROM verbale v JOIN documento d ON d.verbale = v.id AND d.tipo = 'ATTO'`) {
		id, impronta, _ := strings.Cut(riga, " ")
		atti[id] = impronta
	}
	viste := 0
	for _, r := range tutte {
		for n, e := range r.esiti {
			numero := e.documento()
			if p := posti[numero]; len(p) != 1 || p[0].sha256 != atti[e.IDVerbale] {
				t.Errorf("fine %s (%s) has the places %+v; its act is %s", r.chiave(n), numero, p, atti[e.IDVerbale])
			}
			viste++
		}
	}
	if viste != 1000 {
		t.Errorf("%d fines looked for", viste)
	}
	if mani := testi(t, conn, `SELECT azione || ' ' || oggetto FROM registro WHERE azione IN ('LOTTO_RIPROVATO', 'LOTTO_RIPRESO', 'LOTTO_ANNULLATO')`); len(mani) > 0 {
		t.Errorf("by hand: %v", mani)
	}
}

// conta compares the counters of a lot with its items.
func (l lottoLetto) conta(ctx context.Context, t *testing.T) {
	t.Helper()
	stati := map[string]int{}
	for cursore := ""; ; {
		r := ufficioChiede(ctx, t, l.comando, http.MethodGet, "/lotti/"+l.ID+"/voci?dimensione=200&cursore="+cursore)
		if r == nil {
			t.Fatal("no answer")
		}
		p := leggi[struct {
			Elementi []struct{ Stato string }
			Cursore  string
		}](t, *r, http.StatusOK)
		for _, v := range p.Elementi {
			stati[v.Stato]++
			stati["totale"]++
		}
		if cursore = p.Cursore; cursore == "" {
			break
		}
	}
	for contatore, stato := range map[string]string{"totale": "totale", "ok": "OK", "erroriRipetibili": "ERRORE_RIPETIBILE",
		"erroriDefinitivi": "ERRORE_DEFINITIVO", "saltati": "SALTATO", "annullati": "ANNULLATO", "inAttesa": "IN_ATTESA"} {
		if l.Voci[contatore] != stati[stato] {
			t.Errorf("%s: %s is %d, the items are %d", l.Nome, contatore, l.Voci[contatore], stati[stato])
		}
	}
}

// pacchetto downloads a package, verifies its manifest and that the pages of each row are of its fine, and
// gives the rows of its index.
func (l lottoLetto) pacchetto(ctx context.Context, t *testing.T) (buste []busta) {
	t.Helper()
	r := ufficioChiede(ctx, t, l.comando, http.MethodGet, "/lotti/"+l.ID+"/pacchetto")
	if r == nil || r.stato != http.StatusOK {
		t.Fatalf("package of %s: %+v", l.Nome, r)
	}
	file, err := apriZip(r.corpo, l.Nome+"/")
	if err != nil {
		t.Fatalf("package of %s: %v", l.Nome, err)
	}
	dichiarati := 0
	for riga := range strings.Lines(string(file["manifest.sha256"])) {
		impronta, nome, _ := strings.Cut(strings.TrimRight(riga, "\n"), "  ")
		if somma := sha256.Sum256(file[nome]); hex.EncodeToString(somma[:]) != impronta {
			t.Errorf("%s: %s is not what the manifest says", l.Nome, nome)
		}
		dichiarati++
	}
	if dichiarati != len(file)-1 {
		t.Errorf("%s: %d files in the manifest of %d", l.Nome, dichiarati, len(file))
	}
	var totali struct {
		Buste int `json:"buste"`
	}
	if err := json.Unmarshal(file["lot.json"], &totali); err != nil || totali.Buste != l.Voci["ok"] {
		t.Errorf("%s: lot.json says %+v (%v), the lot %v", l.Nome, totali, err, l.Voci)
	}
	lettore := csv.NewReader(bytes.NewReader(file["index.csv"]))
	lettore.Comma = ';'
	righe, err := lettore.ReadAll()
	if err != nil || len(righe) != l.Voci["ok"]+1 {
		t.Fatalf("%s: %d rows, %v", l.Nome, len(righe), err)
	}
	testi := map[string][]string{}
	for _, riga := range righe[1:] {
		campo := func(nome string) string { return riga[slices.Index(righe[0], nome)] }
		b := busta{pacchetto: l.Nome, sequenza: campo("sequenza"), documento: campo("documento"), file: campo("file"),
			sha256: campo("sha256Atto")}
		if testi[b.file] == nil {
			testi[b.file] = pagineDi(t, file[b.file])
		}
		da, _ := strconv.Atoi(campo("paginaDa"))
		a, _ := strconv.Atoi(campo("paginaA"))
		avviso, _, _ := strings.Cut(campo("avvisi"), " ")
		if da < 1 || a < da || a > len(testi[b.file]) || !strings.Contains(strings.Join(testi[b.file][da-1:a], ""), raggruppato(avviso)) {
			t.Errorf("%s: pages %d-%d of %s have not the notice %s of %s", l.Nome, da, a, b.file, avviso, b.documento)
		}
		buste = append(buste, b)
	}
	return buste
}

func apriZip(dati []byte, cartella string) (map[string][]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(dati), int64(len(dati)))
	if err != nil {
		return nil, err
	}
	file := map[string][]byte{}
	for _, f := range z.File {
		nome, suo := strings.CutPrefix(f.Name, cartella)
		if _, doppio := file[nome]; doppio || !suo {
			return nil, errors.New("unexpected file " + f.Name)
		}
		x, err := f.Open()
		if err != nil {
			return nil, err
		}
		if file[nome], err = io.ReadAll(x); err != nil {
			return nil, err
		}
	}
	return file, nil
}

// pagineDi is what can be read on each page.
func pagineDi(t *testing.T, pdf []byte) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "pdftotext", "-raw", "-enc", "UTF-8", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	uscita, err := cmd.Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	return strings.Split(strings.TrimSuffix(string(uscita), "\f"), "\f")
}

// ripercorso: the whole log of the tenant replays to its rows.
func ripercorso(t *testing.T) {
	if uscita, err := stack.comando(t, "ricalcola", "--tenant", "alfa"); err != nil {
		t.Errorf("ricalcola: %v\n%s", err, uscita)
	}
}
