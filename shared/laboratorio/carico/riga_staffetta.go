package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// offerti is the offered rate of the row, in messages a second: that of a large command at work.
const offerti = 100

// rigaStaffetta measures the outbox from the commit to the consumer, with the relay woken by the
// commit as the services do, against the same relay looking every 100 ms.
func rigaStaffetta() riga {
	return riga{
		nome:   "staffetta",
		titolo: "messaggi dal commit al consumatore: staffetta svegliata dal commit, e la stessa che guarda ogni 100 ms",
		misura: misuraStaffetta,
	}
}

// passaggi are the figures of the rounds of one way of waking.
type passaggi struct{ offerto50, offerto99, pieno50, pieno99, ritmo []float64 }

func (p *passaggi) aggiungi(offerto, pieno corsa) {
	p.offerto50 = append(p.offerto50, millisecondi(percentile(offerto.latenze, 50)))
	p.offerto99 = append(p.offerto99, millisecondi(percentile(offerto.latenze, 99)))
	p.pieno50 = append(p.pieno50, millisecondi(percentile(pieno.latenze, 50)))
	p.pieno99 = append(p.pieno99, millisecondi(percentile(pieno.latenze, 99)))
	p.ritmo = append(p.ritmo, pieno.alSecondo)
}

func misuraStaffetta(ctx context.Context, b *banco) (e esito, err error) {
	d, err := nuovaDorsale(ctx, b)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, d.chiudi(ctx)) }()
	modi := map[sveglia]*passaggi{alCommit: {}, ogniCento: {}}
	var senza []float64
	for giro := range giri {
		b.annota("staffetta: giro %d di %d", giro+1, giri)
		for _, modo := range []sveglia{alCommit, ogniCento} {
			offerto, pieno, err := d.giro(ctx, modo)
			if err != nil {
				return e, err
			}
			modi[modo].aggiungi(offerto, pieno)
		}
		nessuna, err := d.pieno(ctx, mai)
		if err != nil {
			return e, err
		}
		senza = append(senza, nessuna.alSecondo)
	}
	return esitoStaffetta(modi[alCommit], modi[ogniCento], senza), nil
}

func esitoStaffetta(nostra, pari *passaggi, senza []float64) esito {
	const rispetto = "ogni 100 ms"
	cifre := confronta(fmt.Sprintf("p50 a %d/s", offerti), "ms", rispetto, nostra.offerto50, pari.offerto50)
	cifre = append(cifre, confronta(fmt.Sprintf("p99 a %d/s", offerti), "ms", rispetto, nostra.offerto99, pari.offerto99)...)
	cifre = append(cifre, confronta("p50 a pieno regime", "ms", rispetto, nostra.pieno50, pari.pieno50)...)
	cifre = append(cifre, confronta("p99 a pieno regime", "ms", rispetto, nostra.pieno99, pari.pieno99)...)
	cifre = append(cifre, confronta("commit a pieno regime", "/s", "nessuna staffetta", nostra.ritmo, senza)...)
	cifre = append(cifre, confronta("commit a pieno regime, ogni 100 ms", "/s", "nessuna staffetta", pari.ritmo, senza)[0])
	return esito{Cifre: cifre, Note: []string{
		fmt.Sprintf("latenza dal ritorno del COMMIT alla consegna al consumatore JetStream, una transazione per messaggio; "+
			"a pieno regime %d scrittori sulle 4 connessioni che un servizio ha per tenant, e la latenza è la coda che si forma. Mediane di %d giri.",
			scrittori, giri),
	}}
}

// confronta gives our figure with the median of the ratios, and the peer's beside it.
func confronta(nome, unita, rispetto string, nostri, loro []float64) []cifra {
	rapporti := make([]float64, 0, len(nostri))
	for i := range nostri {
		if i < len(loro) && loro[i] > 0 {
			rapporti = append(rapporti, nostri[i]/loro[i])
		}
	}
	return []cifra{
		{Nome: nome, Valore: mediana(nostri), Unita: unita, Rapporto: mediana(rapporti), Rispetto: rispetto},
		{Nome: "  " + rispetto, Valore: mediana(loro), Unita: unita},
	}
}

// scrittori is how many write at once when flat out.
const scrittori = 16

// limitiStaffetta bound the two kinds of run in time and in messages.
func (d *dorsale) limitiStaffetta(pieno bool) limiti {
	l := limiti{durata: d.opz.durata(6*time.Second, 2*time.Second), massimo: 20_000, insieme: 256}
	if pieno {
		l.insieme = scrittori
	}
	return l
}
