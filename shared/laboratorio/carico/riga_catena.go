package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// The sizes of the row and its goals (design section 10).
const (
	verbaliCatena      = 1_000
	verbaliCatenaMolti = 10_000
	traguardoCatena    = 1500 // fines a second on two processors
	traguardoMemoria   = 100  // MiB of elaborazione
	primoDellaCatena   = 500_000_000
)

// rigaCatena follows fines from the SOAP door to the package for the post, through every process.
func rigaCatena() riga {
	return riga{
		nome:   "catena",
		titolo: fmt.Sprintf("dal verbale inserito per SOAP al pacchetto postale, %d chiamanti, contro la sola stampa dei suoi documenti", misura.Chiamanti),
		misura: misuraCatena,
	}
}

// tratta is a stage of the chain: how many fines went through it, in how long, and who worked.
type tratta struct {
	nome       string
	durata     time.Duration
	prima, poi banco.Consumo
}

func (t tratta) alSecondo(quanti int) float64 {
	return float64(quanti) / max(t.durata.Seconds(), 1e-9)
}

func misuraCatena(ctx context.Context, b *banco.Banco) (e esito, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(pocaRaccolta)) // the callers share the two processors with the services measured
	c, err := nuovaCatena(ctx, b)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, c.chiudi(ctx)) }()
	b.Annota("catena: la sola stampa")
	s, err := torchio(ctx, b, b.Opz.Durata(2*time.Second, 400*time.Millisecond))
	if err != nil {
		return e, err
	}
	limite := s.Fascicolo.AlSecondo * float64(min(2, runtime.NumCPU()))
	b.Annota("catena: %d verbali, una tratta per volta", verbaliCatena)
	tratte, err := c.aTratte(ctx, verbaliCatena)
	if err != nil {
		return e, err
	}
	quante := []int{verbaliCatena}
	if !b.Opz.Breve {
		quante = append(quante, verbaliCatenaMolti)
	}
	for _, n := range quante {
		b.Annota("catena: %d verbali, tutto insieme", n)
		g, err := c.insieme(ctx, n)
		if err != nil {
			return e, err
		}
		e.Cifre = append(e.Cifre, g.cifre(limite)...)
		e.Note = append(e.Note, g.nota())
	}
	e.Cifre = append(e.Cifre, misura.Cifra{Nome: "la sola stampa dei due documenti", Valore: limite, Unita: "/s"})
	for _, t := range tratte {
		e.Cifre = append(e.Cifre, misura.Cifra{Nome: "da sola: " + t.nome, Valore: t.alSecondo(verbaliCatena), Unita: "/s"})
		e.Note = append(e.Note, fmt.Sprintf("%s, da sola: processore per verbale, in ms: %s.", t.nome, banco.PerUnita(t.prima, t.poi, verbaliCatena)))
	}
	return e, nil
}

// giroCatena is a run with all at work: from the first insertion on, when each stage had its last fine.
type giroCatena struct {
	quanti                                           int
	inseriti, intestati, stampati, chiuso, pacchetto time.Duration
	scaricato                                        time.Duration
	byteScaricati, memoria                           int64
	prima, poi                                       banco.Consumo
}

func (g giroCatena) cifre(limite float64) []misura.Cifra {
	v := float64(g.quanti) / g.pacchetto.Seconds()
	nome := misura.Numero(float64(g.quanti)) + " verbali"
	secondi := func(cosa string, d time.Duration) misura.Cifra {
		return misura.Cifra{Nome: "  " + cosa, Valore: d.Seconds(), Unita: "s"}
	}
	return []misura.Cifra{
		{Nome: nome + ", dall'inserimento al pacchetto", Valore: v, Unita: "/s", Traguardo: misura.Almeno(traguardoCatena)},
		{Nome: "  rispetto alla sola stampa", Valore: v, Unita: "/s", Rapporto: v / max(limite, 1e-9), Rispetto: "la stampa dei due documenti, due processori"},
		secondi("tutti inseriti dopo", g.inseriti), secondi("tutti con l'intestatario dopo", g.intestati),
		secondi("tutti gli atti dopo", g.stampati), secondi("dal lotto chiuso al pacchetto", g.pacchetto-g.chiuso),
		secondi("il pacchetto scaricato in", g.scaricato),
		{Nome: "  grande", Valore: banco.Mebibyte(g.byteScaricati), Unita: "MiB"},
		{Nome: "  memoria RSS di punta di elaborazione", Valore: banco.Mebibyte(g.memoria), Unita: "MiB", Traguardo: &misura.Traguardo{Sotto: traguardoMemoria}},
	}
}

func (g giroCatena) nota() string {
	return fmt.Sprintf("%s verbali, tutto insieme: processore per verbale, in ms: %s.", misura.Numero(float64(g.quanti)), banco.PerUnita(g.prima, g.poi, g.quanti))
}
