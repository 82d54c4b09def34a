package inserimento_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/verbaleins"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/auth"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// coppia are two fines of one plate, place, minute and article; the owner of the first is known, and its act is to be printed.
type coppia struct {
	*banco.Banco

	ctx            context.Context //nolint:containedctx // of the whole test
	primo, seconda *banco.Pratica
	estremi        [2]string
}

func nuovaCoppia(t *testing.T, prima func(*coppia)) *coppia {
	t.Helper()
	b := banco.NuovoBanco(t)
	c := &coppia{Banco: b, ctx: b.Integratore("alfa")}
	qui := func(v *richiesta.Verbale) { v.Luogo.Civico = "coppia" }
	pratica := func(i int, e verbaleins.Esito) *banco.Pratica {
		c.estremi[i] = e.Numero + "/2026"
		return &banco.Pratica{Banco: b, Ctx: b.Come("alfa", "ufficio.alfa", auth.RuoloUfficio), ID: uuid.MustParse(e.IDVerbale)}
	}
	c.primo = pratica(0, b.Inserisce(c.ctx, t, banco.UnVerbale("C-1", qui)))
	if err := banco.Uno(b.Intestatari.IndagineEsito, c.ctx, banco.Messaggio(t, "c-1", b.Indagine(t, c.primo.ID.String(), event.IndagineTrovata))); err != nil {
		t.Fatal(err)
	}
	if prima != nil {
		prima(c)
	}
	c.seconda = pratica(1, b.Inserisce(c.ctx, t, banco.UnVerbale("C-2", qui, func(v *richiesta.Verbale) { v.DataOraViolazione = v.DataOraViolazione.Add(30 * time.Second) })))
	return c
}

// doppione is the anomaly of a fine about another, open or settled: its text and how it ended.
func (c *coppia) doppione(t *testing.T, di, altro *banco.Pratica) string {
	t.Helper()
	return c.Elenca(t, "alfa", `SELECT CASE WHEN chiusa IS NULL THEN 'aperta: ' || testo ELSE 'chiusa: ' || esito END FROM anomalia
		WHERE verbale = $1 AND altro = $2 AND tipo = 'POSSIBILE_DOPPIONE'`, di.ID, altro.ID)
}

func (c *coppia) vuole(t *testing.T, primo, seconda string) {
	t.Helper()
	for nome, x := range map[string][2]string{"the first": {c.doppione(t, c.primo, c.seconda), primo}, "the second": {c.doppione(t, c.seconda, c.primo), seconda}} {
		if x[0] != x[1] {
			t.Errorf("%s: %q, want %q", nome, x[0], x[1])
		}
	}
	for _, p := range []*banco.Pratica{c.primo, c.seconda} {
		c.Rivive(c.ctx, t, p.ID.String())
	}
}

func (c *coppia) risolve(t *testing.T, p *banco.Pratica, esito string) {
	t.Helper()
	id := c.Elenca(t, "alfa", `SELECT id FROM anomalia WHERE verbale = $1 AND chiusa IS NULL`, p.ID)
	p.Fa(t, verbale.EventoAnomaliaRisolta, `{"anomalia":"`+id+`","esito":"`+esito+`"}`)
}

func (c *coppia) lavori(t *testing.T, p *banco.Pratica) int {
	t.Helper()
	return c.Conta(t, "alfa", `SELECT count(*) FROM uscita WHERE oggetto = $1 AND soggetto = 'lavori.elaborazione.pdf.alfa'`, p.ID.String())
}

// TestDoppioniTrattenuti: each of two possible doubles names the other and holds its act, until one falls or a person says
// that they are two facts.
func TestDoppioniTrattenuti(t *testing.T) {
	t.Parallel()
	const stessa = "aperta: Stessa targa, luogo, minuto e articolo del verbale "
	t.Run("tutti e due aspettano, e nessun atto si stampa", func(t *testing.T) {
		t.Parallel()
		c := nuovaCoppia(t, nil)
		c.vuole(t, stessa+c.estremi[1]+".", stessa+c.estremi[0]+".")
		c.primo.Forma(t)
		if n := atti(t, c.Banco, c.primo.ID.String()); n != 0 {
			t.Errorf("%d atti", n)
		}
		if s, err := c.Archivio.Stato(c.ctx, c.primo.ID); err != nil || !s.Trattenuto() || len(s.DaStampare()) != 0 || s.Procedura != verbale.IntestatarioNoto {
			t.Errorf("%+v %v", s.Assi, err)
		}
	})
	t.Run("scartato uno, l'altro riprende da solo", func(t *testing.T) {
		t.Parallel()
		c := nuovaCoppia(t, nil)
		prima := c.lavori(t, c.primo)
		c.seconda.Fa(t, verbale.EventoScartato, `{}`)
		c.vuole(t, "chiusa: L'altro verbale è scartato.", stessa+c.estremi[0]+".")
		if n := c.lavori(t, c.primo) - prima; n != 1 {
			t.Errorf("%d lavori di stampa", n)
		}
		c.primo.Forma(t)
		if n := atti(t, c.Banco, c.primo.ID.String()); n != 1 {
			t.Errorf("%d atti", n)
		}
	})
	t.Run("annullato il primo, di cui l'atto è stampato, il secondo si valida e parte", func(t *testing.T) {
		t.Parallel()
		c := nuovaCoppia(t, func(c *coppia) { c.primo.Forma(t) })
		c.vuole(t, stessa+c.estremi[1]+". L'atto di questo verbale è già stampato.", stessa+c.estremi[0]+", il cui atto è già stampato.")
		c.primo.Fa(t, verbale.EventoAnnullato, `{}`)
		if s := c.doppione(t, c.seconda, c.primo); s != "chiusa: L'altro verbale è annullato in autotutela." {
			t.Error(s)
		}
		if e := c.seconda.Fa(t, verbale.EventoValidato, `{}`); e.Procedura != verbale.IntestatarioChiesto {
			t.Errorf("%+v", e)
		}
	})
	t.Run("una persona dice che sono due fatti: vale per tutti e due", func(t *testing.T) {
		t.Parallel()
		c := nuovaCoppia(t, nil)
		prima := c.lavori(t, c.primo)
		c.risolve(t, c.seconda, "due soste diverse")
		c.vuole(t, "chiusa: Deciso sull'altro verbale: due soste diverse", "chiusa: due soste diverse")
		if n := c.lavori(t, c.primo) - prima; n != 1 {
			t.Errorf("%d lavori di stampa", n)
		}
	})
	t.Run("già spedito e già notificato: si dice", func(t *testing.T) {
		t.Parallel()
		c := nuovaCoppia(t, func(c *coppia) {
			c.primo.Forma(t)
			c.primo.Fa(t, verbale.EventoNotificaAvviata, `{"canale":"POSTA"}`)
		})
		if s := c.doppione(t, c.primo, c.seconda); !strings.HasSuffix(s, "L'atto di questo verbale è già spedito.") {
			t.Error(s)
		}
		c = nuovaCoppia(t, func(c *coppia) {
			c.primo.Forma(t)
			c.primo.Fa(t, verbale.EventoNotificaPerfezionata, `{"canale":"MESSO"}`)
		})
		if s := c.doppione(t, c.seconda, c.primo); !strings.HasSuffix(s, ", il cui atto è già notificato il 20/11/2026.") {
			t.Error(s)
		}
	})
	t.Run("l'atto stampato non si spedisce a mano finché non si decide", func(t *testing.T) {
		t.Parallel()
		c := nuovaCoppia(t, func(c *coppia) { c.primo.Forma(t) })
		ammesse, err := c.Pratiche.Azioni(c.primo.Ctx, c.primo.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range ammesse.Negate {
			if n.Tipo == string(verbale.EventoNotificaAvviata) && strings.Contains(n.Regola, "Possibile doppione") {
				return
			}
		}
		t.Errorf("%+v", ammesse.Negate)
	})
}

// TestTreDoppioni: the third names both of the others, and the fall of one leaves it with the last.
func TestTreDoppioni(t *testing.T) {
	t.Parallel()
	c := nuovaCoppia(t, nil)
	terza := c.Inserisce(c.ctx, t, banco.UnVerbale("C-3", func(v *richiesta.Verbale) { v.Luogo.Civico = "coppia" }))
	if s := c.Elenca(t, "alfa", `SELECT count(*) || ' ' || count(DISTINCT altro) FROM anomalia WHERE verbale = $1 AND chiusa IS NULL`, terza.IDVerbale); s != "2 2" || len(terza.Avvertenze) != 2 {
		t.Errorf("%s %v", s, terza.Avvertenze)
	}
	c.seconda.Fa(t, verbale.EventoScartato, `{}`)
	if s := c.Elenca(t, "alfa", `SELECT altro FROM anomalia WHERE verbale = $1 AND chiusa IS NULL`, terza.IDVerbale); s != c.primo.ID.String() {
		t.Error(s)
	}
	if s, err := c.Archivio.Stato(c.ctx, c.primo.ID); err != nil || !s.Trattenuto() {
		t.Errorf("il primo non aspetta più: %v", err)
	}
}

// TestDoppioneDiUnoCaduto: what was taken back or holds no more is no double, as it is none any more once it becomes so.
func TestDoppioneDiUnoCaduto(t *testing.T) {
	t.Parallel()
	for nome, cade := range map[string]func(t *testing.T, c *coppia){
		"scartato": func(t *testing.T, c *coppia) { t.Helper(); c.primo.Fa(t, verbale.EventoScartato, `{}`) },
		"annullato": func(t *testing.T, c *coppia) {
			t.Helper()
			c.primo.Forma(t)
			c.primo.Fa(t, verbale.EventoAnnullato, `{}`)
		},
		"archiviato": func(t *testing.T, c *coppia) {
			t.Helper()
			c.primo.Forma(t)
			c.primo.Fa(t, verbale.EventoArchiviato, `{}`)
		},
		"estinto per decesso": func(t *testing.T, c *coppia) {
			t.Helper()
			c.primo.Forma(t)
			c.primo.Fa(t, verbale.EventoEstintoDecesso, `{}`)
		},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			c := nuovaCoppia(t, func(c *coppia) { cade(t, c) })
			if s, err := c.Archivio.Stato(c.ctx, c.seconda.ID); err != nil || s.Procedura == verbale.DaValidare || len(s.Anomalie) != 0 {
				t.Errorf("%+v %v", s, err)
			}
		})
	}
}

// TestDoppioniDecisiInsieme: of two doubles that two people discard at the same instant neither waits for the other for ever.
func TestDoppioniDecisiInsieme(t *testing.T) {
	t.Parallel()
	c := nuovaCoppia(t, nil)
	repliche := c.Repliche(t)
	const giri = 12
	for giro := range giri {
		coppia := [2]verbaleins.Esito{}
		for i := range coppia {
			coppia[i] = c.Inserisce(c.ctx, t, banco.UnVerbale(fmt.Sprintf("DD-%d-%d", giro, i), func(v *richiesta.Verbale) { v.Luogo.Civico = fmt.Sprint("dd", giro) }))
		}
		var g errgroup.Group
		for i, e := range coppia {
			g.Go(func() error {
				return repliche[i].Archivio.Applica(c.ctx, uuid.MustParse(e.IDVerbale), func(s vita.Stato) ([]vita.Evento, error) {
					for _, a := range s.Anomalie {
						return []vita.Evento{{Attore: "prova", Causa: "prova", Dati: vita.AnomaliaRisolta{Anomalia: a.ID, Esito: "due fatti"}}}, nil
					}
					return nil, nil
				})
			})
		}
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
		for _, e := range coppia {
			c.Rivive(c.ctx, t, e.IDVerbale)
		}
	}
	if n := c.Conta(t, "alfa", `SELECT count(*) FROM anomalia WHERE chiusa IS NULL`); n != 2 { // of the pair that nobody has decided
		t.Errorf("%d anomalie aperte", n)
	}
}

// TestDoppioniScrittiDiversamente: one place is the same however two people write it, and one fact may be written down under
// two articles; another place, or another fact, is no double.
func TestDoppioniScrittiDiversamente(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	inserisce := func(i, quale int, via, civico string, x ...richiesta.Violazione) verbaleins.Esito {
		return b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("D-%d-%d", i, quale), con(x...), func(v *richiesta.Verbale) {
			v.Luogo.Indirizzo, v.Luogo.Civico = via, civico
			v.DataOraViolazione = v.DataOraViolazione.Add(time.Duration(i) * time.Hour)
		}))
	}
	sosta := richiesta.Violazione{Articolo: "158", Comma: "2", Lettera: "d"}
	ordinanza := richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-p1"}
	telefono := richiesta.Violazione{Articolo: "173", Comma: "3-bis"}
	for i, c := range []struct {
		via, civico string
		x           richiesta.Violazione
		detto       string // of what the two have in common; empty: they are no doubles
	}{
		{"V. Marconi", "12", sosta, "stessa targa, luogo, minuto e articolo del verbale"},
		{"VIA MARCONI 12", "", sosta, "stessa targa, luogo, minuto e articolo del verbale"},
		{"Via G. Marconi", "n. 12", sosta, "stessa targa, luogo, minuto e articolo del verbale"},
		{"Via Marconi", "12/A", sosta, "stessa targa, luogo, minuto e articolo del verbale"},
		{"Via Po angolo via Marconi", "", sosta, "stessa targa, luogo, minuto e articolo del verbale"},
		{"Via Marconi", "", ordinanza, "stessa targa, luogo e minuto, e un articolo che può punire lo stesso fatto, del verbale"},
		{"P.zza Marconi", "12", sosta, ""},
		{"Via Marconi", "14", sosta, ""},
		{"Via Po angolo via Verdi", "", sosta, ""},
		{"Via Marconi", "12", telefono, ""},
	} {
		inserisce(i, 1, "Via Guglielmo Marconi", "12", sosta)
		e := inserisce(i, 2, c.via, c.civico, c.x)
		if avvertito(e, "POSSIBILE_DOPPIONE") != (c.detto != "") || !strings.Contains(strings.Join(e.Avvertenze, "\n"), c.detto) {
			t.Errorf("%+v: %v", c, e.Avvertenze)
		}
		if aperte := b.Conta(t, "alfa", `SELECT count(*) FROM anomalia WHERE verbale = $1 AND tipo = 'POSSIBILE_DOPPIONE'`, e.IDVerbale); (aperte == 1) != (c.detto != "") {
			t.Errorf("%+v: %d anomalie", c, aperte)
		}
	}
	uno := inserisce(20, 1, "Via Po", "1", richiesta.Violazione{Articolo: "41", Comma: "11"}, richiesta.Violazione{Articolo: "146", Comma: "3"})
	if !avvertito(uno, "POSSIBILE_DOPPIONE") || uno.Procedura != "DA_VALIDARE" {
		t.Errorf("il rosso, due volte in un verbale: %+v", uno)
	}
	pagamento := richiesta.Violazione{Articolo: "7", Comma: "15", Codice: "7-15-p1", TariffaCent: intero(200)}
	if e := inserisce(21, 1, "Via Po", "2", ordinanza, pagamento); !avvertito(e, "POSSIBILE_DOPPIONE") || len(e.Avvertenze) != 1 {
		t.Errorf("la sosta, due volte in un verbale: %v", e.Avvertenze)
	}
	if e := inserisce(22, 1, "Via Po", "3", richiesta.Violazione{Articolo: "7", Comma: "14", Codice: "7-14-2"}, pagamento); avvertito(e, "POSSIBILE_DOPPIONE") {
		t.Errorf("l'ingresso e la sosta: %v", e.Avvertenze)
	}
}
