package atto_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/shared/codici/raccomandata"
	"github.com/piattaforma-verbali/verbali/shared/spine/anagrafe"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// TestCodiciAG: no code is given twice, whoever takes them and from whichever process; a range that is full gives
// way to the next.
func TestCodiciAG(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	intervalli := []anagrafe.IntervalloAG{{ID: 7, Prefisso: "78600000"}, {ID: 8, Prefisso: "6100"}}
	var g errgroup.Group
	codici := make([]string, 1200)
	repliche := b.Repliche(t)
	for i := range codici {
		g.Go(func() (err error) {
			codici[i], err = repliche[i%2].Archivio.CodiceAG(ctx, intervalli)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(codici)
	if n := len(slices.Compact(slices.Clone(codici))); n != len(codici) {
		t.Errorf("%d codici diversi di %d", n, len(codici))
	}
	primi := 0
	for _, c := range codici {
		if e := raccomandata.Valida(c); !e.Valido {
			t.Errorf("%s: %s", c, e.Motivo)
		}
		if strings.HasPrefix(c, "78600000") {
			primi++
		}
	}
	if primi == 0 || primi > 999 || !strings.HasPrefix(codici[0], "6100") {
		t.Errorf("%d codici del primo intervallo, che ne ha 999; %s", primi, codici[0])
	}
	if c, err := b.Archivio.CodiceAG(ctx, nil); c != "" || err != nil {
		t.Errorf("senza intervalli: %q %v", c, err)
	}
	b.Esegui(t, "elaborazione", "alfa", `INSERT INTO numero_raccomandata (intervallo, ultimo) VALUES (9, 999)`)
	if c, err := b.Archivio.CodiceAG(ctx, []anagrafe.IntervalloAG{{ID: 9, Prefisso: "78600001"}}); !problem.Is(err, "INTERVALLO_ESAURITO") {
		t.Errorf("finito: %q %v", c, err)
	}
}

// TestAttoConCodice: the act carries a code of the tenant's range, kept with it and shown; printed again it would be
// another, so it is not.
func TestAttoConCodice(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, `INSERT INTO intervallo (tenant, tipo, codice_fiscale_ente, segregazione, prefisso) VALUES ('alfa', 'RACCOMANDATA_AG', '', '', '786')`)
	ctx := b.Integratore("alfa")
	var dati []string
	for i := range 2 {
		e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("AG-%d", i)))
		if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, fmt.Sprintf("i-%d", i), b.Indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := b.LavoraPdf(ctx, t, fmt.Sprintf("p-%d", i), e.IDVerbale); err != nil {
				t.Fatal(err)
			}
		}
		c, err := b.Archivio.Completo(ctx, banco.Parse(e.IDVerbale))
		if err != nil || !strings.HasPrefix(c.Documenti[0].CodiceAG, "786") || !raccomandata.Valida(c.Documenti[0].CodiceAG).Valido {
			t.Fatalf("%+v (%v)", c.Documenti, err)
		}
		codice := c.Documenti[0].CodiceAG
		if i := slices.Index(dati, codice); i >= 0 {
			t.Errorf("%s è già del verbale %d", codice, i)
		}
		dati = append(dati, codice)
		if s := b.Elenca(t, "alfa", `SELECT string_agg(tipo || codice_ag, ' ' ORDER BY tipo) || ' ' ||
				(SELECT dati->'documenti'->0->>'codiceAG' FROM evento WHERE verbale = $1 AND tipo = 'ATTO_GENERATO')
			FROM documento WHERE verbale = $1`, e.IDVerbale); !strings.Contains(s, "ATTO"+codice) || strings.Count(s, codice) != 2 {
			t.Error(s)
		}
		pdf, err := b.Deposito.Leggi(ctx, "alfa", c.Documenti[0].SHA256)
		if err != nil {
			t.Fatal(err)
		}
		leggibile(t, pdf, "AG "+raccomandata.Stampa(codice))
		b.Rivive(ctx, t, e.IDVerbale)
	}
}

// TestSenzaCodiceAllEstero: art. 1 L. 890/1982 is about the Italian post: an act that goes abroad has no code of a
// judicial act, and spends none.
func TestSenzaCodiceAllEstero(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t, `INSERT INTO intervallo (tenant, tipo, codice_fiscale_ente, segregazione, prefisso) VALUES ('alfa', 'RACCOMANDATA_AG', '', '', '786')`)
	ctx := b.Integratore("alfa")
	for i, nazione := range []string{"CH", "IT"} {
		e := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("CH-%d", i)))
		if err := banco.Uno(b.Intestatari.IndagineEsito, ctx, banco.Messaggio(t, fmt.Sprintf("i-%d", i), b.Indagine(t, e.IDVerbale, event.IndagineTrovata))); err != nil {
			t.Fatal(err)
		}
		b.Esegui(t, "elaborazione", "alfa", `UPDATE soggetto SET nazione = $2 WHERE id IN (SELECT soggetto FROM posizione WHERE verbale = $1)`, e.IDVerbale, nazione)
		if err := b.LavoraPdf(ctx, t, fmt.Sprintf("p-%d", i), e.IDVerbale); err != nil {
			t.Fatal(err)
		}
		letto, err := b.Archivio.Completo(ctx, banco.Parse(e.IDVerbale))
		if err != nil || len(letto.Documenti) == 0 || (letto.Documenti[0].CodiceAG != "") != (nazione == "IT") {
			t.Errorf("%s: %+v (%v)", nazione, letto.Documenti, err)
		}
	}
}
