package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Goals of the row (design section 10).
const (
	traguardoRicerca    = 0.5
	traguardoRicercaP99 = 10 // milliseconds
)

// rigaRicerca compares the search of tenantapi among a million fines with pgbench doing the same query.
func rigaRicerca() riga {
	return riga{
		nome:   "ricerca",
		titolo: fmt.Sprintf("ricerca di tenantapi fra un milione di verbali, %d chiamanti, contro pgbench che fa la stessa interrogazione", chiamanti),
		misura: misuraRicerca,
	}
}

// giroRicerca is limit, product, limit again: queries and searches a second, and the processor that each
// took.
type giroRicerca struct {
	limite               float64
	prodotto             misurazione
	prezzo, prezzoLimite string
}

func misuraRicerca(ctx context.Context, b *banco) (e esito, err error) {
	a, err := nuovoArchivio(ctx, b, verbaliArchivio)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, a.chiudi(ctx)) }()
	e.Cifre = []cifra{
		{Nome: "verbali caricati", Valore: float64(a.verbali), Unita: ""},
		{Nome: "caricamento e statistiche", Valore: a.caricato.Seconds(), Unita: "s"},
	}
	for _, d := range domandeArchivio() {
		copione, err := a.copione(ctx, d)
		if err != nil {
			return e, err
		}
		cifre, nota, err := a.gara(ctx, d, copione)
		if err != nil {
			return e, err
		}
		e.Cifre, e.Note = append(e.Cifre, cifre...), append(e.Note, nota)
	}
	return e, nil
}

// gara runs the rounds of one query of tenantapi.
func (a *archivio) gara(ctx context.Context, d domandaArchivio, copione string) (cifre []cifra, nota string, err error) {
	cerca, chiudi := a.chiamanti(d)
	defer chiudi()
	tutti, err := a.giri(ctx, "ricerca "+d.nome, copione, cerca)
	if err != nil {
		return nil, "", err
	}
	return cifreRicerca("ricerche "+d.nome, traguardoRicerca, tutti), notaGiri(d.nome, tutti), nil
}

// giri compares what the callers ask with the script. The first calls, which open the connections, are not
// measured.
func (a *archivio) giri(ctx context.Context, cosa, copione string, cerca lavoro) (tutti []giroRicerca, err error) {
	durata := a.opz.durata(8*time.Second, 2*time.Second)
	var gen generatore
	if _, err := gen.chiuso(ctx, limiti{durata: durata / 2, massimo: 1_000_000, insieme: chiamanti}, cerca); err != nil {
		return nil, err
	}
	for i := range giri {
		a.annota("%s: giro %d di %d (limite, prodotto, limite)", cosa, i+1, giri)
		var g giroRicerca
		prima, err := a.bench.esegui(ctx, copione, durata/2)
		if err != nil {
			return nil, err
		}
		inizio := a.consumi()
		if g.prodotto, err = gen.chiuso(ctx, limiti{durata: durata, massimo: 1_000_000, insieme: chiamanti}, cerca); err != nil {
			return nil, err
		}
		meta := a.consumi()
		dopo, err := a.bench.esegui(ctx, copione, durata/2)
		if err != nil {
			return nil, err
		}
		g.limite, g.prezzo = media(prima, dopo), perUnita(inizio, meta, len(g.prodotto.latenze))
		g.prezzoLimite = perUnita(meta, a.consumi(), int(dopo*(durata/2).Seconds()))
		tutti = append(tutti, g)
	}
	return tutti, nil
}

// notaGiri says what each side took of the processors in the last round.
func notaGiri(cosa string, tutti []giroRicerca) string {
	ultimo := tutti[len(tutti)-1]
	return fmt.Sprintf("%s: processore per ricerca, in ms: %s; per interrogazione di pgbench (che è in carico): %s.", cosa, ultimo.prezzo, ultimo.prezzoLimite)
}

func cifreRicerca(nome string, owed float64, tutti []giroRicerca) []cifra {
	var limite, prodotto, p50, p99 []float64
	for _, g := range tutti {
		limite, prodotto = append(limite, g.limite), append(prodotto, g.prodotto.alSecondo())
		p50 = append(p50, millisecondi(percentile(g.prodotto.latenze, 50)))
		p99 = append(p99, millisecondi(percentile(g.prodotto.latenze, 99)))
	}
	cifre := confronta(nome, "/s", "pgbench, la stessa interrogazione", prodotto, limite)
	cifre[0].Traguardo = almeno(owed)
	return append(cifre,
		cifra{Nome: "  p50", Valore: mediana(p50), Unita: "ms"},
		cifra{Nome: "  p99", Valore: mediana(p99), Unita: "ms", Traguardo: &traguardo{Sotto: traguardoRicercaP99}})
}
