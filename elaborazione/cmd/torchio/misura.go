package main

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"time"

	"rsc.io/qr"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/pdf"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/stampa/simbolo"
	"github.com/piattaforma-verbali/verbali/shared/spine/static"
)

// misure are the results; rates are of documents a second, sizes in bytes.
type misure struct {
	Atto      passo   `json:"atto"`      // slips, two QR, two DataMatrix, bars
	Semplice  passo   `json:"semplice"`  // one page with two QR, as for a creditor without postal account
	Fascicolo passo   `json:"fascicolo"` // the simple act and the notice of the debtor ANONIMO: what a fine prints
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

// torchio holds the inputs read once.
type torchio struct {
	stampatore *stampa.Stampatore
	dataMatrix *simbolo.DataMatrix
}

func nuovo() (*torchio, error) {
	s, err := stampa.Nuovo(static.FS())
	if err != nil {
		return nil, err
	}
	return &torchio{stampatore: s, dataMatrix: simbolo.NuovoDataMatrix()}, nil
}

func (t *torchio) misura(durata time.Duration, uniti int) (r misure, err error) {
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
	if r.Unione, err = t.unione(durata/2, uniti); err != nil {
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
func (t *torchio) unione(durata time.Duration, quanti int) (passo, error) {
	var atti [][]byte
	for n := range quanti {
		scritto, err := t.stampatore.Rendi(campione(n, true))
		if err != nil {
			return passo{}, err
		}
		atti = append(atti, scritto)
	}
	tutti, err := ripeti(durata, func(int) (int, error) {
		raccolta, letti := pdf.NuovaRaccolta(), make([]pdf.Letto, len(atti))
		for i, a := range atti {
			var err error
			if letti[i], err = raccolta.Leggi(a); err != nil {
				return 0, err
			}
		}
		return len(raccolta.Unisci(pdf.Dati{Titolo: "Lotto"}, letti)), nil
	})
	n := float64(len(atti))
	return passo{AlSecondo: tutti.AlSecondo * n, Byte: tutti.Byte / n, Allocazioni: tutti.Allocazioni / n}, err
}

// parti are the pieces of an act that can be made alone.
func (t *torchio) parti(durata time.Duration) ([]parte, error) {
	a := campione(1, true)
	scritto, err := t.stampatore.Rendi(a)
	if err != nil {
		return nil, err
	}
	var tutte []parte
	for _, p := range []struct {
		nome string
		fa   func(n int) (int, error)
	}{
		{"due QR", func(int) (int, error) { return t.codici(a) }},
		{"due DataMatrix", func(int) (int, error) { return t.matrici() }},
		{"SHA-256", func(int) (int, error) { return impronta(scritto), nil }},
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
