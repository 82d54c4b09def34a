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
	verbaliCatenaBreve = 300
	traguardoCatena    = 500   // fines a second with a plate only, on two processors
	stampaLenta        = 1_000 // fines a second: where printing alone gives less, traguardoQuota is owed instead
	traguardoQuota     = 0.5   // of printing alone
	traguardoCostante  = 0.85  // of the first size's rate, at the greater ones
	traguardoMemoria   = 100   // MiB of elaborazione
	verbaliSoli        = 30
	verbaliSoliBreve   = 10
	traguardoSoloP50   = 50  // milliseconds
	traguardoSoloP99   = 150 // milliseconds
	primoDellaCatena   = 500_000_000
)

// quanteCatena are the sizes of the row.
func quanteCatena(opz banco.Opzioni) []int {
	switch {
	case opz.Breve:
		return []int{verbaliCatenaBreve}
	case opz.Molti:
		return []int{verbaliCatena, 10 * verbaliCatena, 100 * verbaliCatena}
	}
	return []int{verbaliCatena, 10 * verbaliCatena}
}

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
	quante := quanteCatena(b.Opz)
	b.Annota("catena: %d verbali, una tratta per volta", quante[0])
	tratte, err := c.aTratte(ctx, quante[0])
	if err != nil {
		return e, err
	}
	var primo giroCatena
	for i, n := range quante {
		b.Annota("catena: %d verbali, tutto insieme", n)
		g, err := c.insieme(ctx, n)
		if err != nil {
			return e, err
		}
		e.Cifre = append(e.Cifre, g.cifre(limite)...)
		if i == 0 {
			primo = g
		} else {
			e.Cifre = append(e.Cifre, g.costanza(primo))
		}
		e.Note = append(e.Note, g.nota())
	}
	soli, err := c.soli(ctx)
	if err != nil {
		return e, err
	}
	e.Cifre = append(e.Cifre, soli...)
	e.Cifre = append(e.Cifre, misura.Cifra{Nome: "la sola stampa dei due documenti", Valore: limite, Unita: "/s"})
	for _, t := range tratte {
		e.Cifre = append(e.Cifre, misura.Cifra{Nome: "da sola: " + t.nome, Valore: t.alSecondo(quante[0]), Unita: "/s"})
		e.Note = append(e.Note, fmt.Sprintf("%s, da sola: processore per verbale, in ms: %s.", t.nome, banco.PerUnita(t.prima, t.poi, quante[0])))
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

func (g giroCatena) alSecondo() float64 { return float64(g.quanti) / max(g.pacchetto.Seconds(), 1e-9) }

func (g giroCatena) nome() string { return misura.Numero(float64(g.quanti)) + " verbali" }

// costanza is the rate beside that of the first size.
func (g giroCatena) costanza(primo giroCatena) misura.Cifra {
	return misura.Cifra{Nome: "  " + g.nome() + ", rispetto ai primi", Valore: g.alSecondo(), Unita: "/s", Rapporto: g.alSecondo() / max(primo.alSecondo(), 1e-9),
		Rispetto: primo.nome(), Traguardo: misura.Almeno(traguardoCostante)}
}

func (g giroCatena) cifre(limite float64) []misura.Cifra {
	v := g.alSecondo()
	secondi := func(cosa string, d time.Duration) misura.Cifra {
		return misura.Cifra{Nome: "  " + cosa, Valore: d.Seconds(), Unita: "s"}
	}
	insieme := misura.Cifra{Nome: g.nome() + ", dall'inserimento al pacchetto", Valore: v, Unita: "/s"}
	quota := misura.Cifra{Nome: "  " + g.nome() + ", rispetto alla sola stampa", Valore: v, Unita: "/s", Rapporto: v / max(limite, 1e-9),
		Rispetto: "la stampa dei due documenti, due processori"}
	if limite < stampaLenta {
		quota.Traguardo = misura.Almeno(traguardoQuota)
	} else {
		insieme.Traguardo = misura.Almeno(traguardoCatena)
	}
	return []misura.Cifra{
		insieme, quota,
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
