package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"rsc.io/qr"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/simbolo"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

// misure is what is found; rates are of documents a second, sizes in bytes.
type misure struct {
	Atto      passo   `json:"atto"`      // slips, two QR, two DataMatrix, bars
	Semplice  passo   `json:"semplice"`  // one page with two QR, as for a creditor without postal account
	Fascicolo passo   `json:"fascicolo"` // the simple act and the notice of the debtor ANONIMO: what a fine prints
	Ingenuo   passo   `json:"ingenuo"`   // fpdf without care
	Unione    passo   `json:"unione"`    // an act put into the file of a lot, printing apart
	Parti     []parte `json:"parti"`     // of the act, each measured alone
}

type passo struct {
	AlSecondo   float64 `json:"alSecondo"`
	Byte        float64 `json:"byte"`
	Allocazioni float64 `json:"allocazioni"`
}

type parte struct {
	Nome         string  `json:"nome"`
	Microsecondi float64 `json:"microsecondi"`
}

// torchio holds what is read once.
type torchio struct {
	stampatore *stampa.Stampatore
	facce      [][]byte
	dataMatrix *simbolo.DataMatrix
}

func nuovo() (*torchio, error) {
	s, err := stampa.Nuovo(static.FS())
	if err != nil {
		return nil, err
	}
	t := &torchio{stampatore: s, dataMatrix: simbolo.NuovoDataMatrix()}
	for _, nome := range []string{"titillium-web-regular", "titillium-web-700", "titillium-web-600", "roboto-mono-regular"} {
		dati, err := fs.ReadFile(static.FS(), "font/"+nome+".ttf")
		if err != nil {
			return nil, fmt.Errorf("font %s: %w", nome, err)
		}
		t.facce = append(t.facce, dati)
	}
	return t, nil
}

// misura takes the peer before and after what is compared with it.
func (t *torchio) misura(durata time.Duration, uniti int) (r misure, err error) {
	prima, err := ripeti(durata/2, t.ingenuo)
	if err != nil {
		return r, err
	}
	for _, m := range []struct {
		dove *passo
		fa   func(n int) (int, error)
	}{
		{&r.Atto, func(n int) (int, error) { return lungo(t.stampatore.Rendi(campione(n, true))) }},
		{&r.Semplice, func(n int) (int, error) { return lungo(t.stampatore.Rendi(campione(n, false))) }},
		{&r.Fascicolo, t.fascicolo},
	} {
		if *m.dove, err = ripeti(durata, m.fa); err != nil {
			return r, err
		}
	}
	dopo, err := ripeti(durata/2, t.ingenuo)
	if err != nil {
		return r, err
	}
	r.Ingenuo = passo{AlSecondo: (prima.AlSecondo + dopo.AlSecondo) / 2, Byte: dopo.Byte, Allocazioni: dopo.Allocazioni}
	if r.Unione, err = t.unione(uniti); err != nil {
		return r, err
	}
	r.Parti, err = t.parti(durata / 4)
	return r, err
}

func (t *torchio) fascicolo(n int) (int, error) {
	a := campione(n, false)
	atto, err := t.stampatore.Rendi(a)
	if err != nil {
		return 0, err
	}
	anonimo, err := t.stampatore.RendiAvvisoAnonimo(a)
	return len(atto) + len(anonimo), err
}

// unione merges so many acts as a lot does.
func (t *torchio) unione(quanti int) (passo, error) {
	var atti [][]byte
	for n := range quanti {
		pdf, err := t.stampatore.Rendi(campione(n, true))
		if err != nil {
			return passo{}, err
		}
		atti = append(atti, pdf)
	}
	tutti, err := ripeti(time.Millisecond, func(int) (int, error) {
		var fasci [][]byte
		for alcuni := range slices.Chunk(atti, lotto.PerFascio) {
			letti := make([]*model.Context, len(alcuni))
			for i, a := range alcuni {
				var err error
				if letti[i], err = lotto.Leggi(a); err != nil {
					return 0, err
				}
			}
			fascio, err := lotto.Fascio(letti)
			if err != nil {
				return 0, err
			}
			fasci = append(fasci, fascio)
		}
		unito, err := lotto.Unione(lotto.Titolo{Titolo: "Lotto"}, fasci)
		return len(unito), err
	})
	n := float64(len(atti))
	return passo{AlSecondo: tutti.AlSecondo * n, Byte: tutti.Byte / n, Allocazioni: tutti.Allocazioni / n}, err
}

// parti are the pieces of an act that can be made alone.
func (t *torchio) parti(durata time.Duration) ([]parte, error) {
	a := campione(1, true)
	pdf, err := t.stampatore.Rendi(a)
	if err != nil {
		return nil, err
	}
	var tutte []parte
	for _, p := range []struct {
		nome string
		fa   func(n int) (int, error)
	}{
		{"quattro font letti, tagliati e scritti da fpdf, in una pagina che li usa appena", func(int) (int, error) { return t.soliFont() }},
		{"due QR", func(int) (int, error) { return t.codici(a) }},
		{"due DataMatrix", func(int) (int, error) { return t.matrici() }},
		{"SHA-256", func(int) (int, error) { return impronta(pdf), nil }},
	} {
		m, err := ripeti(durata, p.fa)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.nome, err)
		}
		tutte = append(tutte, parte{p.nome, 1e6 / m.AlSecondo})
	}
	return tutte, nil
}

// impronta hashes a document; that what it gives is used keeps the work from being left out.
func impronta(pdf []byte) int {
	h := sha256.Sum256(pdf)
	return int(h[0])
}

// soliFont is what fpdf takes for the faces, whatever is written with them. It writes into the bytes it
// is given: each document has its own.
func (t *torchio) soliFont() (int, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	for i, f := range t.facce {
		pdf.AddUTF8FontFromBytes(fmt.Sprint("f", i), "", bytes.Clone(f))
	}
	pdf.AddPage()
	for i := range t.facce {
		pdf.SetFont(fmt.Sprint("f", i), "", 9)
		pdf.Text(20, 20+float64(10*i), "Via Roma, n. 15")
	}
	var b bytes.Buffer
	err := pdf.Output(&b)
	return b.Len(), err
}

func (t *torchio) codici(a stampa.Atto) (int, error) {
	byteScritti := 0
	for _, v := range a.Avvisi {
		c, err := qr.Encode(v.QR, qr.M)
		if err != nil {
			return 0, err
		}
		byteScritti += len(c.Bitmap)
	}
	return byteScritti, nil
}

func (t *torchio) matrici() (int, error) {
	byteScritti := 0
	for range 2 {
		g, err := t.dataMatrix.Codifica(testoBollettino)
		if err != nil {
			return 0, err
		}
		byteScritti += len(g.Bit)
	}
	return byteScritti, nil
}

// lungo is the length of a document.
func lungo(pdf []byte, err error) (int, error) { return len(pdf), err }

// ripeti calls f for a while, at least once, and says what a call gave and cost.
func ripeti(durata time.Duration, f func(n int) (int, error)) (p passo, err error) {
	runtime.GC()
	var prima, dopo runtime.MemStats
	runtime.ReadMemStats(&prima)
	inizio, scritti, n := time.Now(), 0, 0
	for n == 0 || time.Since(inizio) < durata {
		b, err := f(n)
		if err != nil {
			return p, err
		}
		scritti += b
		n++
	}
	passati := time.Since(inizio)
	runtime.ReadMemStats(&dopo)
	volte := float64(n)
	return passo{AlSecondo: volte / passati.Seconds(), Byte: float64(scritti) / volte, Allocazioni: float64(dopo.Mallocs-prima.Mallocs) / volte}, nil
}
