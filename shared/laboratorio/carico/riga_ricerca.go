package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
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
		titolo: fmt.Sprintf("ricerca di tenantapi fra un milione di verbali, %d chiamanti, contro pgbench che fa la stessa interrogazione", misura.Chiamanti),
		misura: misuraRicerca,
	}
}

// giroRicerca is limit, product, limit again, which is the first limit of the next round: queries and searches a second, and the
// processor that each took.
type giroRicerca struct {
	limite               float64
	prodotto             misura.Misurazione
	prezzo, prezzoLimite string
}

func misuraRicerca(ctx context.Context, b *banco.Banco) (e esito, err error) {
	a, err := banco.NuovoArchivio(ctx, b)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, a.Chiudi(ctx)) }()
	e.Cifre = []misura.Cifra{
		{Nome: "verbali caricati", Valore: float64(a.Verbali), Unita: ""},
		{Nome: "caricamento e statistiche", Valore: a.Caricato.Seconds(), Unita: "s"},
	}
	if err := a.AttendiNoto(ctx); err != nil {
		return e, err
	}
	for _, d := range a.Domande() {
		copione, err := a.Copione(ctx, d)
		if err != nil {
			return e, err
		}
		cifre, nota, err := garaDi(ctx, a, d, copione)
		if err != nil {
			return e, err
		}
		e.Cifre, e.Note = append(e.Cifre, cifre...), append(e.Note, nota)
	}
	return e, nil
}

// garaDi runs the rounds of one query of tenantapi.
func garaDi(ctx context.Context, a *banco.Archivio, d banco.DomandaArchivio, copione string) (cifre []misura.Cifra, nota string, err error) {
	cerca, chiudi := a.Chiamanti(d)
	defer chiudi()
	tutti, err := giriDi(ctx, a, "ricerca "+d.Nome, copione, cerca)
	if err != nil {
		return nil, "", err
	}
	return cifreRicerca("ricerche "+d.Nome, traguardoRicerca, tutti), notaGiri(d.Nome, tutti), nil
}

// giriDi compares what the callers ask with the script. The first calls, which open the connections, are not
// measured.
func giriDi(ctx context.Context, a *banco.Archivio, cosa, copione string, cerca misura.Lavoro) (tutti []giroRicerca, err error) {
	durata, durataLimite := a.Opz.Durata(8*time.Second, 2*time.Second), a.Opz.Durata(4*time.Second, 2*time.Second)
	var gen misura.Generatore
	if _, err := gen.Chiuso(ctx, misura.Limiti{Durata: durata / 2, Massimo: 1_000_000, Insieme: misura.Chiamanti}, cerca); err != nil {
		return nil, err
	}
	prima, err := a.Bench.Esegui(ctx, copione, durataLimite)
	if err != nil {
		return nil, err
	}
	for i := range a.Opz.Giri() {
		a.Annota("%s: giro %d di %d (limite, prodotto, limite)", cosa, i+1, a.Opz.Giri())
		var g giroRicerca
		inizio := a.Consumi()
		if g.prodotto, err = gen.Chiuso(ctx, misura.Limiti{Durata: durata, Massimo: 1_000_000, Insieme: misura.Chiamanti}, cerca); err != nil {
			return nil, err
		}
		meta := a.Consumi()
		dopo, err := a.Bench.Esegui(ctx, copione, durataLimite)
		if err != nil {
			return nil, err
		}
		g.limite, g.prezzo = misura.Media(prima, dopo), banco.PerUnita(inizio, meta, len(g.prodotto.Latenze))
		g.prezzoLimite = banco.PerUnita(meta, a.Consumi(), int(dopo*durataLimite.Seconds()))
		tutti, prima = append(tutti, g), dopo
	}
	return tutti, nil
}

// notaGiri says what each side took of the processors in the last round.
func notaGiri(cosa string, tutti []giroRicerca) string {
	ultimo := tutti[len(tutti)-1]
	return fmt.Sprintf("%s: processore per ricerca, in ms: %s; per interrogazione di pgbench (che è in carico): %s.", cosa, ultimo.prezzo, ultimo.prezzoLimite)
}

func cifreRicerca(nome string, owed float64, tutti []giroRicerca) []misura.Cifra {
	var limite, prodotto, p50, p99 []float64
	for _, g := range tutti {
		limite, prodotto = append(limite, g.limite), append(prodotto, g.prodotto.AlSecondo())
		p50 = append(p50, misura.Millisecondi(misura.Percentile(g.prodotto.Latenze, 50)))
		p99 = append(p99, misura.Millisecondi(misura.Percentile(g.prodotto.Latenze, 99)))
	}
	cifre := misura.Confronta(nome, "/s", "pgbench, la stessa interrogazione", prodotto, limite)
	cifre[0].Traguardo = misura.Almeno(owed)
	return append(cifre,
		misura.Cifra{Nome: "  p50", Valore: misura.Mediana(p50), Unita: "ms"},
		misura.Cifra{Nome: "  p99", Valore: misura.Mediana(p99), Unita: "ms", Traguardo: &misura.Traguardo{Sotto: traguardoRicercaP99}})
}
