package main

import (
	"context"
	"fmt"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/ottica"
	"github.com/piattaforma-verbali/verbali/shared/lettore/targhe"
)

// sogliaTarga is the probability from which ocr gives a plate as a value (ocr/internal/targa).
const sogliaTarga = 0.985

// rigaOttica measures the reading of plates on pictures that the laboratory draws with faces that never trained the reader, beside plain
// Tesseract where it is installed. It prints totals only.
func rigaOttica() riga {
	return riga{nome: "ottica", titolo: "targhe lette da immagini fatte qui, per classe e difficoltà; accanto, Tesseract da solo", misura: misuraOttica}
}

func misuraOttica(ctx context.Context, b *banco.Banco) (e esito, err error) {
	f, mancano, err := ottica.FacceDebian()
	if err != nil {
		return e, err
	}
	l, err := targhe.Nuovo()
	if err != nil {
		return e, err
	}
	p := ottica.Prova{Lettore: l, Seme: b.Opz.Seme, Quante: 10, Sicura: sogliaTarga}
	if b.Opz.Breve {
		p.Quante = 1
	}
	var tutte, senza, pari ottica.Conto
	var tempo time.Duration
	for _, c := range ottica.ClassiTarga {
		for d := ottica.Facile; d <= ottica.Difficile && ctx.Err() == nil; d++ {
			conto := f.Leggi(p, c, d, func(s ottica.Scena, _ targhe.Lettura, quanto time.Duration) {
				tempo += quanto
				if letto, ok := ottica.Tesseract(ctx, s); ok {
					pari.Segna(s.Testo, letto, false)
				}
			})
			tutte.Piu(conto)
			e.Cifre = append(e.Cifre, misura.Cifra{Nome: fmt.Sprintf("%s, %s: giuste su %d", c, d, conto.Immagini), Valore: float64(conto.Giuste), Unita: ""})
		}
	}
	for _, c := range ottica.ClassiNegative {
		for d := ottica.Facile; d <= ottica.Difficile && ctx.Err() == nil; d++ {
			senza.Piu(f.Leggi(p, c, d, nil))
		}
	}
	e.Cifre = append(e.Cifre, totali(tutte, senza, pari)...)
	if tutte.Immagini > 0 {
		e.Cifre = append(e.Cifre, misura.Cifra{Nome: "tempo per immagine, un processore", Valore: float64(tempo.Milliseconds()) / float64(tutte.Immagini), Unita: "ms",
			Traguardo: &misura.Traguardo{Sotto: 250}})
	}
	e.Note = []string{fmt.Sprintf("caratteri che mancano: %d; senza Tesseract il suo confronto è zero; il tempo è di orologio, su una macchina carica è di più", len(mancano))}
	return e, ctx.Err()
}

// totali are the figures over all pictures with a plate, and the inventions on those without.
func totali(tutte, senza, pari ottica.Conto) []misura.Cifra {
	parte := func(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
	return []misura.Cifra{
		{Nome: "targhe giuste per intero", Valore: parte(tutte.Giuste, tutte.Immagini), Unita: "", Traguardo: misura.Almeno(0.9)},
		{Nome: "  caratteri giusti", Valore: parte(tutte.CaratteriGiusti, tutte.Caratteri), Unita: ""},
		{Nome: "  date come sicure", Valore: parte(tutte.Sicure, tutte.Immagini), Unita: ""},
		{Nome: "  sicure e sbagliate", Valore: float64(tutte.SicureErrate + senza.SicureErrate), Unita: ""},
		{Nome: "  Tesseract da solo, per intero", Valore: parte(pari.Giuste, pari.Immagini), Unita: ""},
		{Nome: fmt.Sprintf("  inventate dove non ce n'è, su %d", senza.Immagini), Valore: float64(senza.Inventate), Unita: ""},
	}
}
