package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
)

// Goals of the insertion, against pgbench one statement after the other and in one pipeline.
const (
	traguardoUnoAUno = 1.0
	traguardoTubo    = 0.55
	traguardoAcceso  = 0.5 // with all that follows at work
)

// pocaRaccolta lets the garbage of the callers grow: pgbench has none.
const pocaRaccolta = 400

// rigaInserimento compares the SOAP insertion, one fine a call, with pgbench writing the same rows.
func rigaInserimento() riga {
	return riga{
		nome:   "inserimento",
		titolo: fmt.Sprintf("inserimento SOAP di un verbale per chiamata, %d chiamanti, contro pgbench che scrive le stesse righe", misura.Chiamanti),
		misura: misuraInserimento,
	}
}

// gara is the two sides of the row, at the same server in the same minute.
type gara struct {
	*banco.Banco
	valle        *banco.Valle
	bench        *banco.Pgbench
	integratore  *banco.Integratore
	gen          misura.Generatore
	copione      string
	durata       time.Duration
	ultimo       [2]float64 // limit, after the last round
	primaDi, poi banco.Consumo
	attese       banco.Attese
	inseriti     int
}

// giroGara is limit, product, limit again: calls or transactions a second.
type giroGara struct {
	unoAUno, pipeline, prodotto float64
	latenze                     []time.Duration
}

func misuraInserimento(ctx context.Context, b *banco.Banco) (e esito, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(pocaRaccolta)) // the callers share the two processors with the services measured
	g, err := nuovaGara(ctx, b)
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, g.chiudi(ctx)) }()
	var tutti []giroGara
	for i := range b.Opz.Giri() {
		b.Annota("inserimento: giro %d di %d (limite, prodotto, limite)", i+1, b.Opz.Giri())
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
func nuovaGara(ctx context.Context, b *banco.Banco) (*gara, error) {
	bench, err := banco.NuovoPgbench(ctx, b, banco.TenantMisura)
	if err != nil {
		return nil, err
	}
	g := &gara{Banco: b, valle: &banco.Valle{Banco: b}, bench: bench, integratore: banco.NuovoIntegratore(b, 4*misura.Chiamanti),
		durata: b.Opz.Durata(10*time.Second, 3*time.Second)}
	if err := g.prepara(ctx); err != nil {
		return nil, errors.Join(err, g.chiudi(ctx))
	}
	return g, nil
}

func (g *gara) prepara(ctx context.Context) (err error) {
	if err := g.valle.Chiudi(ctx); err != nil {
		return err
	}
	if _, err := g.gen.Chiuso(ctx, g.limiti(g.Opz.Durata(3*time.Second, time.Second)), g.integratore.Inserisci); err != nil {
		return err
	}
	if g.copione, err = g.scriviCopione(ctx); err != nil {
		return err
	}
	return g.quiete(ctx)
}

func (g *gara) chiudi(ctx context.Context) error {
	g.integratore.Chiudi()
	return g.valle.Riapri(context.WithoutCancel(ctx))
}

// limiti bound the load in time and number.
func (g *gara) limiti(durata time.Duration) misura.Limiti {
	return misura.Limiti{Durata: durata, Massimo: 200_000, Insieme: misura.Chiamanti}
}

// giro is one round: the limit before and after the product, each after a checkpoint; the limit after one round is that before
// the next.
func (g *gara) giro(ctx context.Context) (r giroGara, err error) {
	prima := g.ultimo
	if prima == [2]float64{} {
		if prima, err = g.limite(ctx); err != nil {
			return r, err
		}
	}
	m, err := g.prodotto(ctx)
	if err != nil {
		return r, err
	}
	dopo, err := g.limite(ctx)
	if err != nil {
		return r, err
	}
	g.ultimo = dopo
	return giroGara{unoAUno: misura.Media(prima[0], dopo[0]), pipeline: misura.Media(prima[1], dopo[1]), prodotto: m.AlSecondo(), latenze: m.Latenze}, nil
}

// limite runs pgbench one statement after the other, then in one pipeline.
func (g *gara) limite(ctx context.Context) (tps [2]float64, err error) {
	for i, copione := range []string{g.copione, banco.InPipeline(g.copione)} {
		if err := g.Esegui(ctx, banco.TenantMisura, "CHECKPOINT"); err != nil {
			return tps, err
		}
		if tps[i], err = g.bench.Esegui(ctx, copione, g.Opz.Durata(5*time.Second, 2*time.Second)); err != nil {
			return tps, err
		}
	}
	return tps, g.buttaUscita(ctx)
}

// buttaUscita empties the outbox by hand: pgbench wakes no relay, and what it leaves there would be
// published while the product is measured.
func (g *gara) buttaUscita(ctx context.Context) error {
	return g.Esegui(ctx, banco.TenantMisura, "TRUNCATE verbali.uscita")
}

func (g *gara) prodotto(ctx context.Context) (misura.Misurazione, error) {
	if err := g.Esegui(ctx, banco.TenantMisura, "CHECKPOINT"); err != nil {
		return misura.Misurazione{}, err
	}
	prima, smetti := g.Consumi(), g.Osserva(ctx, banco.TenantMisura, "verbali-elaborazione")
	m, err := g.gen.Chiuso(ctx, g.limiti(g.durata), g.integratore.Inserisci)
	attese, errAttese := smetti()
	if err := errors.Join(err, errAttese); err != nil {
		return m, err
	}
	g.primaDi, g.poi, g.attese, g.inseriti = prima, g.Consumi(), attese, len(m.Latenze)
	return m, g.quiete(ctx)
}

// quiete waits until the outbox is empty and throws away the work that nobody is to do.
func (g *gara) quiete(ctx context.Context) error {
	if err := g.valle.AttendiUscita(ctx, banco.TenantMisura); err != nil {
		return err
	}
	return g.valle.Svuota(ctx)
}

func (g *gara) esito(tutti []giroGara) esito {
	var uno, pipeline, prodotto, p50, p99 []float64
	for _, r := range tutti {
		uno, pipeline, prodotto = append(uno, r.unoAUno), append(pipeline, r.pipeline), append(prodotto, r.prodotto)
		p50, p99 = append(p50, misura.Millisecondi(misura.Percentile(r.latenze, 50))), append(p99, misura.Millisecondi(misura.Percentile(r.latenze, 99)))
	}
	cifre := misura.Confronta("verbali inseriti", "/s", "pgbench, un'istruzione per volta", prodotto, uno)
	cifre[0].Traguardo = misura.Almeno(traguardoUnoAUno)
	inPipeline := misura.Confronta("verbali inseriti", "/s", "pgbench, in una pipeline sola", prodotto, pipeline)
	inPipeline[0].Traguardo = misura.Almeno(traguardoTubo)
	cifre = append(append(cifre, inPipeline...),
		misura.Cifra{Nome: "latenza p50", Valore: misura.Mediana(p50), Unita: "ms"}, misura.Cifra{Nome: "latenza p99", Valore: misura.Mediana(p99), Unita: "ms"})
	return esito{Cifre: cifre, Note: []string{
		"il copione di pgbench ha " + banco.Istruzioni(g.copione) + "; né contatore né letture.",
		"processore per verbale, in ms: " + banco.PerUnita(g.primaDi, g.poi, g.inseriti) +
			". Ciò che segue l'inserimento (proprietario, atto, instradamento) è fermo; la staffetta pubblica.",
		"le connessioni di elaborazione alla banca dati, per quota di tempo: " + g.attese.Testo() + ".",
	}}
}

// oltre adds what the comparison leaves out: the latency at half the rate that was reached, by an open
// model, and the insertion while all that follows it is at work on the same machine.
func (g *gara) oltre(ctx context.Context, tutti []giroGara) ([]misura.Cifra, error) {
	var prodotto, uno []float64
	for _, r := range tutti {
		prodotto, uno = append(prodotto, r.prodotto), append(uno, r.unoAUno)
	}
	meta := max(1, misura.Mediana(prodotto)/2)
	l := g.limiti(g.durata)
	l.Insieme = 4 * misura.Chiamanti
	g.Annota("inserimento: carico offerto di %s/s", misura.Numero(meta))
	offerto, err := g.gen.Aperto(ctx, meta, l, g.integratore.Inserisci)
	if err != nil {
		return nil, err
	}
	cifre := []misura.Cifra{
		{Nome: fmt.Sprintf("latenza p50 a %s/s offerti", misura.Numero(meta)), Valore: misura.Millisecondi(misura.Percentile(offerto.Latenze, 50)), Unita: "ms"},
		{Nome: fmt.Sprintf("latenza p99 a %s/s offerti", misura.Numero(meta)), Valore: misura.Millisecondi(misura.Percentile(offerto.Latenze, 99)), Unita: "ms"},
	}
	g.Annota("inserimento: con la lavorazione a valle accesa")
	if err := errors.Join(g.quiete(ctx), g.valle.Riapri(ctx), g.Esegui(ctx, banco.TenantMisura, "CHECKPOINT")); err != nil {
		return cifre, err
	}
	acceso, err := g.gen.Chiuso(ctx, g.limiti(g.durata), g.integratore.Inserisci)
	return append(cifre, misura.Cifra{Nome: "verbali inseriti, a valle tutto acceso", Valore: acceso.AlSecondo(), Unita: "/s",
		Rapporto: acceso.AlSecondo() / misura.Mediana(uno), Rispetto: "pgbench, un'istruzione per volta", Traguardo: misura.Almeno(traguardoAcceso)}), err
}
