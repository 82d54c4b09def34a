package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
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
	p.offerto50 = append(p.offerto50, misura.Millisecondi(misura.Percentile(offerto.latenze, 50)))
	p.offerto99 = append(p.offerto99, misura.Millisecondi(misura.Percentile(offerto.latenze, 99)))
	p.pieno50 = append(p.pieno50, misura.Millisecondi(misura.Percentile(pieno.latenze, 50)))
	p.pieno99 = append(p.pieno99, misura.Millisecondi(misura.Percentile(pieno.latenze, 99)))
	p.ritmo = append(p.ritmo, pieno.alSecondo)
}

func misuraStaffetta(ctx context.Context, b *banco.Banco) (e esito, err error) {
	d, err := nuovaDorsale(ctx, b)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, d.chiudi(ctx)) }()
	modi := map[sveglia]*passaggi{alCommit: {}, ogniCento: {}}
	var senza []float64
	for giro := range banco.Giri {
		b.Annota("staffetta: giro %d di %d", giro+1, banco.Giri)
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
	cifre := misura.Confronta(fmt.Sprintf("p50 a %d/s", offerti), "ms", rispetto, nostra.offerto50, pari.offerto50)
	cifre = append(cifre, misura.Confronta(fmt.Sprintf("p99 a %d/s", offerti), "ms", rispetto, nostra.offerto99, pari.offerto99)...)
	cifre = append(cifre, misura.Confronta("p50 a pieno regime", "ms", rispetto, nostra.pieno50, pari.pieno50)...)
	cifre = append(cifre, misura.Confronta("p99 a pieno regime", "ms", rispetto, nostra.pieno99, pari.pieno99)...)
	cifre = append(cifre, misura.Confronta("commit a pieno regime", "/s", "nessuna staffetta", nostra.ritmo, senza)...)
	cifre = append(cifre, misura.Confronta("commit a pieno regime, ogni 100 ms", "/s", "nessuna staffetta", pari.ritmo, senza)[0])
	return esito{Cifre: cifre, Note: []string{
		fmt.Sprintf("latenza dal ritorno del COMMIT alla consegna al consumatore JetStream, una transazione per messaggio; "+
			"a pieno regime %d scrittori sulle 4 connessioni che un servizio ha per tenant, e la latenza è la coda che si forma. Mediane di %d giri.",
			scrittori, banco.Giri),
	}}
}

// scrittori is how many write at once when flat out.
const scrittori = 16

// limitiStaffetta bound the two kinds of run in time and in messages.
func (d *dorsale) limitiStaffetta(pieno bool) misura.Limiti {
	l := misura.Limiti{Durata: d.opz.Durata(6*time.Second, 2*time.Second), Massimo: 20_000, Insieme: 256}
	if pieno {
		l.Insieme = scrittori
	}
	return l
}
