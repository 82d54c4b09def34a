package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"
)

// chiamanti is how many insert at once (design section 10).
const chiamanti = 16

// Goals of the insertion, against pgbench one statement after the other and in one pipeline.
const (
	traguardoUnoAUno = 1.0
	traguardoTubo    = 0.55
)

// pocaRaccolta lets the garbage of the callers grow: pgbench has none.
const pocaRaccolta = 400

// rigaInserimento compares the SOAP insertion, one fine a call, with pgbench writing the same rows.
func rigaInserimento() riga {
	return riga{
		nome:   "inserimento",
		titolo: fmt.Sprintf("inserimento SOAP di un verbale per chiamata, %d chiamanti, contro pgbench che scrive le stesse righe", chiamanti),
		misura: misuraInserimento,
	}
}

// gara is the two sides of the row, at the same server in the same minute.
type gara struct {
	*banco
	valle        *valle
	bench        *pgbench
	integratore  *integratore
	gen          generatore
	copione      string
	durata       time.Duration
	primaDi, poi consumo
	attese       attese
	inseriti     int
}

// giroGara is limit, product, limit again: calls or transactions a second.
type giroGara struct {
	unoAUno, pipeline, prodotto float64
	latenze                     []time.Duration
}

func misuraInserimento(ctx context.Context, b *banco) (e esito, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(pocaRaccolta)) // the callers share the two processors with what is measured
	g, err := nuovaGara(ctx, b)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, g.chiudi(ctx)) }()
	var tutti []giroGara
	for i := range giri {
		b.annota("inserimento: giro %d di %d (limite, prodotto, limite)", i+1, giri)
		r, err := g.giro(ctx)
		if err != nil {
			return e, err
		}
		tutti = append(tutti, r)
	}
	e = g.esito(tutti)
	altre, err := g.oltre(ctx, tutti)
	e.Cifre = append(e.Cifre, altre...)
	return e, err
}

// nuovaGara stops what follows an insertion, warms the product up and writes the script from two
// insertions.
func nuovaGara(ctx context.Context, b *banco) (*gara, error) {
	bench, err := nuovoPgbench(ctx, b, tenantMisura)
	if err != nil {
		return nil, err
	}
	g := &gara{banco: b, valle: &valle{banco: b}, bench: bench, integratore: nuovoIntegratore(b, 4*chiamanti), durata: b.opz.durata(10*time.Second, 3*time.Second)}
	if err := g.prepara(ctx); err != nil {
		return nil, errors.Join(err, g.chiudi(ctx))
	}
	return g, nil
}

func (g *gara) prepara(ctx context.Context) (err error) {
	if err := g.valle.chiudi(ctx); err != nil {
		return err
	}
	if _, err := g.gen.chiuso(ctx, g.limiti(g.opz.durata(3*time.Second, time.Second)), g.integratore.inserisci); err != nil {
		return err
	}
	if g.copione, err = g.scriviCopione(ctx); err != nil {
		return err
	}
	return g.quiete(ctx)
}

func (g *gara) chiudi(ctx context.Context) error {
	g.integratore.chiudi()
	return g.valle.riapri(context.WithoutCancel(ctx))
}

// limiti bound the load in time and number.
func (g *gara) limiti(durata time.Duration) limiti {
	return limiti{durata: durata, massimo: 200_000, insieme: chiamanti}
}

// giro is one round: the limit before and after the product, each after a checkpoint.
func (g *gara) giro(ctx context.Context) (r giroGara, err error) {
	var prima, dopo [2]float64
	if prima, err = g.limite(ctx); err != nil {
		return r, err
	}
	m, err := g.prodotto(ctx)
	if err != nil {
		return r, err
	}
	if dopo, err = g.limite(ctx); err != nil {
		return r, err
	}
	return giroGara{unoAUno: media(prima[0], dopo[0]), pipeline: media(prima[1], dopo[1]), prodotto: m.alSecondo(), latenze: m.latenze}, nil
}

// limite runs pgbench one statement after the other, then in one pipeline.
func (g *gara) limite(ctx context.Context) (tps [2]float64, err error) {
	for i, copione := range []string{g.copione, inPipeline(g.copione)} {
		if err := g.esegui(ctx, tenantMisura, "CHECKPOINT"); err != nil {
			return tps, err
		}
		if tps[i], err = g.bench.esegui(ctx, copione, g.durata/2); err != nil {
			return tps, err
		}
	}
	return tps, g.buttaUscita(ctx)
}

// buttaUscita empties the outbox by hand: pgbench wakes no relay, and what it leaves there would be
// published while the product is measured.
func (g *gara) buttaUscita(ctx context.Context) error {
	return g.esegui(ctx, tenantMisura, "TRUNCATE verbali.uscita")
}

func (g *gara) prodotto(ctx context.Context) (misurazione, error) {
	if err := g.esegui(ctx, tenantMisura, "CHECKPOINT"); err != nil {
		return misurazione{}, err
	}
	prima, smetti := g.consumi(), g.osserva(ctx, tenantMisura, "verbali-elaborazione")
	m, err := g.gen.chiuso(ctx, g.limiti(g.durata), g.integratore.inserisci)
	attese, errAttese := smetti()
	if err := errors.Join(err, errAttese); err != nil {
		return m, err
	}
	g.primaDi, g.poi, g.attese, g.inseriti = prima, g.consumi(), attese, len(m.latenze)
	return m, g.quiete(ctx)
}

// quiete waits until the outbox is empty and throws away the work that nobody is to do.
func (g *gara) quiete(ctx context.Context) error {
	if err := g.valle.attendiUscita(ctx, tenantMisura); err != nil {
		return err
	}
	return g.valle.svuota(ctx)
}

func (g *gara) esito(tutti []giroGara) esito {
	var uno, pipeline, prodotto, p50, p99 []float64
	for _, r := range tutti {
		uno, pipeline, prodotto = append(uno, r.unoAUno), append(pipeline, r.pipeline), append(prodotto, r.prodotto)
		p50, p99 = append(p50, millisecondi(percentile(r.latenze, 50))), append(p99, millisecondi(percentile(r.latenze, 99)))
	}
	cifre := confronta("verbali inseriti", "/s", "pgbench, un'istruzione per volta", prodotto, uno)
	cifre[0].Traguardo = almeno(traguardoUnoAUno)
	inPipeline := confronta("verbali inseriti", "/s", "pgbench, in una pipeline sola", prodotto, pipeline)
	inPipeline[0].Traguardo = almeno(traguardoTubo)
	cifre = append(append(cifre, inPipeline...),
		cifra{Nome: "latenza p50", Valore: mediana(p50), Unita: "ms"}, cifra{Nome: "latenza p99", Valore: mediana(p99), Unita: "ms"})
	return esito{Cifre: cifre, Note: []string{
		"il copione di pgbench ha " + istruzioni(g.copione) + "; né contatore né letture.",
		"processore per verbale, in ms: " + perUnita(g.primaDi, g.poi, g.inseriti) +
			". Ciò che segue l'inserimento (proprietario, atto, instradamento) è fermo; la staffetta pubblica.",
		"le connessioni di elaborazione alla banca dati, per quota di tempo: " + g.attese.testo() + ".",
	}}
}

// oltre adds what the comparison leaves out: the latency at half the rate that was reached, by an open
// model, and the insertion while all that follows it is at work on the same machine.
func (g *gara) oltre(ctx context.Context, tutti []giroGara) ([]cifra, error) {
	var prodotto, uno []float64
	for _, r := range tutti {
		prodotto, uno = append(prodotto, r.prodotto), append(uno, r.unoAUno)
	}
	meta := max(1, mediana(prodotto)/2)
	l := g.limiti(g.durata)
	l.insieme = 4 * chiamanti
	g.annota("inserimento: carico offerto di %s/s", numero(meta))
	offerto, err := g.gen.aperto(ctx, meta, l, g.integratore.inserisci)
	if err != nil {
		return nil, err
	}
	cifre := []cifra{
		{Nome: fmt.Sprintf("latenza p50 a %s/s offerti", numero(meta)), Valore: millisecondi(percentile(offerto.latenze, 50)), Unita: "ms"},
		{Nome: fmt.Sprintf("latenza p99 a %s/s offerti", numero(meta)), Valore: millisecondi(percentile(offerto.latenze, 99)), Unita: "ms"},
	}
	g.annota("inserimento: con la lavorazione a valle accesa")
	if err := errors.Join(g.quiete(ctx), g.valle.riapri(ctx), g.esegui(ctx, tenantMisura, "CHECKPOINT")); err != nil {
		return cifre, err
	}
	acceso, err := g.gen.chiuso(ctx, g.limiti(g.durata), g.integratore.inserisci)
	return append(cifre, cifra{Nome: "verbali inseriti, a valle tutto acceso", Valore: acceso.alSecondo(), Unita: "/s",
		Rapporto: acceso.alSecondo() / mediana(uno), Rispetto: "pgbench, un'istruzione per volta"}), err
}
