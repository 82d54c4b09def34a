package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/clock"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

const (
	vitePerComando = 150             // fines whose life is played, each command
	insiemeVite    = 8               // at once
	attesaAtto     = 2 * time.Minute // for an act to be made, or a term to be acted upon
	canaleVite     = "/ElaborazioneService/rest/VerbaliRestService"
)

// passoVita is what an officer or a payer does next to a fine; giorni ago is its legal day.
type passoVita struct {
	evento verbale.TipoEvento // empty: a payment
	giorni int
	dati   map[string]any
	quanto func(minimo, scontato int) int // of a payment
	intero bool                           // the sixty days must have been acted upon first
}

// vita is one way a fine may go: how old it is, and the acts of a person once it waits for
// somebody: with an act, without an owner, or with an act that is held.
type vita struct {
	nome   string
	giorni int
	passi  []passoVita
	fatto  *fatto // nil: one of the common ones
	targa  string // empty: an ordinary one
	doppia bool   // the same is inserted before under another key
}

func servito(giorni int) passoVita {
	return passoVita{evento: verbale.EventoNotificaPerfezionata, giorni: giorni, dati: map[string]any{"canale": string(cds.CanaleMesso)}}
}

func decide(evento verbale.TipoEvento, giorni int, dati map[string]any) passoVita {
	return passoVita{evento: evento, giorni: giorni, dati: dati}
}

func pagato(giorni int, quanto func(minimo, scontato int) int) passoVita {
	return passoVita{giorni: giorni, quanto: quanto}
}

// vite are the ways of the local data, one after the other: fifteen common ones.
func vite() []vita {
	scontato := func(_, s int) int { return s }
	minimo := func(m, _ int) int { return m }
	return []vita{
		{nome: "atto pronto", giorni: 12},
		{nome: "notificato oggi", giorni: 20, passi: []passoVita{servito(0)}},
		{nome: "notificato, oltre lo sconto", giorni: 40, passi: []passoVita{servito(20)}},
		{nome: "pagato con lo sconto", giorni: 30, passi: []passoVita{servito(10), pagato(8, scontato)}},
		{nome: "pagato prima della notifica", giorni: 25, passi: []passoVita{pagato(3, scontato)}},
		{nome: "acconto", giorni: 35, passi: []passoVita{servito(12), pagato(9, func(m, _ int) int { return m / 3 })}},
		{nome: "pagato troppo", giorni: 38, passi: []passoVita{servito(15), pagato(14, func(m, _ int) int { return m + 1000 })}},
		{nome: "pagato troppo e rimborsato", giorni: 45, passi: []passoVita{servito(25), pagato(24, func(m, _ int) int { return m + 500 }),
			decide(verbale.EventoRimborso, 0, map[string]any{"importoCent": 500})}},
		{nome: "oltre sessanta giorni", giorni: 82, passi: []passoVita{servito(66)}},
		{nome: "ricorso al prefetto", giorni: 60, passi: []passoVita{servito(40), decide(verbale.EventoRicorsoPresentato, 15, map[string]any{"autorita": verbale.Prefetto}),
			decide(verbale.EventoRicorsoTrasmesso, 5, nil)}},
		{nome: "ricorso accolto", giorni: 70, passi: []passoVita{servito(50), decide(verbale.EventoRicorsoPresentato, 30, map[string]any{"autorita": verbale.GiudiceDiPace}),
			decide(verbale.EventoRicorsoAccolto, 2, nil)}},
		{nome: "ricorso respinto", giorni: 70, passi: []passoVita{servito(50), decide(verbale.EventoRicorsoPresentato, 30, map[string]any{"autorita": verbale.Prefetto}),
			decide(verbale.EventoRicorsoRespinto, 3, map[string]any{"importoCent": 17400})}},
		{nome: "annullato in autotutela", giorni: 28, passi: []passoVita{servito(9), decide(verbale.EventoAnnullato, 1, nil)}},
		{nome: "sospeso", giorni: 33, passi: []passoVita{servito(11), decide(verbale.EventoDebitoSospeso, 4, nil)}},
		{nome: "pagato al minimo", giorni: 50, passi: []passoVita{servito(30), pagato(10, minimo)}},
	}
}

// viviVerbali inserts the fines whose lives are told and plays them through the doors of the office.
func (c comandoProva) viviVerbali(ctx context.Context, dove indirizzi) error {
	inLotto := vitePerComando - len(vite()) // the last round stays in the open lot
	if err := c.vivi(ctx, dove, vite(), 0, inLotto); err != nil {
		return err
	}
	if err := c.chiudiLotto(ctx, dove); err != nil {
		return err
	}
	return c.vivi(ctx, dove, vite(), inLotto, vitePerComando)
}

// vivi plays lives from one to before another, some at once.
func (c comandoProva) vivi(ctx context.Context, dove indirizzi, tutte []vita, da, fino int) error {
	oggi := calendario.Da(clock.Now())
	gruppo, ctx := errgroup.WithContext(ctx)
	gruppo.SetLimit(insiemeVite)
	for n := da; n < fino; n++ {
		gruppo.Go(func() error {
			g := giocata{c: c, base: dove["elaborazione"], chiave: fmt.Sprintf("vita-%s-%03d", oggi, n), oggi: oggi, vita: tutte[n%len(tutte)]}
			if err := g.gioca(ctx, n); err != nil {
				return fmt.Errorf("%s, %q: %w", g.chiave, g.vita.nome, err)
			}
			return nil
		})
	}
	return gruppo.Wait()
}

// chiudiLotto hands the acts that wait in the open lot to the post, as an officer does.
func (c comandoProva) chiudiLotto(ctx context.Context, dove indirizzi) error {
	g := giocata{c: c, base: dove["elaborazione"]}
	var lotti struct {
		Elementi []struct {
			ID         string
			Stato      verbale.StatoLotto
			Automatico bool
		}
	}
	if err := g.chiede(ctx, http.MethodGet, "/lotti", nil, &lotti); err != nil {
		return err
	}
	for _, l := range lotti.Elementi {
		if l.Automatico && l.Stato == verbale.LottoBozza {
			return g.posta(ctx, "/lotti/"+l.ID+"/chiudi", nil)
		}
	}
	return nil
}

// giocata is one life being played.
type giocata struct {
	c            comandoProva
	base, chiave string
	oggi         calendario.Giorno
	vita         vita
	id           string
}

// fattiDelleVite are the violations of the lives: parking, limited traffic, speed.
func fattiDelleVite() []fatto {
	return []fatto{
		{Articolo: "157", Comma: "8", Via: "Via Roma"},
		{Articolo: "158", Comma: "2", Lettera: "h", Via: "Via Mazzini"},
		{Articolo: "142", Comma: "7", Velocita: 60, Limite: 50, Via: "Viale Europa"},
		{Articolo: "153", Comma: "10", Via: "Piazza Maggiore"},
		{Articolo: "157", Comma: "8", Via: "Via Garibaldi"},
	}
}

func (g giocata) gioca(ctx context.Context, n int) error {
	f := fattiDelleVite()[n%len(fattiDelleVite())]
	if g.vita.fatto != nil {
		f = *g.vita.fatto
	}
	f.Targa = cmp.Or(g.vita.targa, fmt.Sprintf("GX%03dVZ", n))
	chiavi := []string{g.chiave}
	if g.vita.doppia {
		chiavi = []string{g.chiave + "-prima", g.chiave}
	}
	var r rispostaSOAP
	giorno := g.oggi.AddDays(-g.vita.giorni - n%5)
	for _, chiave := range chiavi {
		var err error
		if r, err = g.c.chiamaSOAP(ctx, g.base, "inserisciVerbale", map[string]any{"ID": chiave, "Istat": g.c.istat, "Fatto": f, "Taratura": tarato(giorno),
			"Quando": giorno.String() + fmt.Sprintf("T%02d:%02d:00", 7+n%12, n%60)}); err != nil {
			return err
		}
	}
	if len(r.Importi) < 2 && !g.vita.doppia {
		return fmt.Errorf("%d avvisi invece di due", len(r.Importi))
	}
	g.id = r.ID
	// When the step is done again after a crash the fine may be further on: no step is done twice.
	if err := g.attende(ctx, func(v letto) bool { return !slices.Contains(diPassaggio(), v.Procedura) || len(v.Anomalie) > 0 }); err != nil {
		return err
	}
	for i, p := range g.vita.passi {
		if err := g.passa(ctx, i, p, r); err != nil {
			return err
		}
	}
	return nil
}

func (g giocata) passa(ctx context.Context, i int, p passoVita, r rispostaSOAP) error {
	giorno := g.oggi.AddDays(-p.giorni).String()
	if p.intero {
		if err := g.attende(ctx, func(v letto) bool {
			return !slices.Contains([]verbale.Debito{verbale.NonEsigibile, verbale.DebitoRidotto30, verbale.DebitoRidotto}, v.Debito)
		}); err != nil {
			return err
		}
	}
	if p.evento == "" {
		return g.posta(ctx, "/pagamenti", map[string]any{"numeroAvviso": r.Avvisi[1], "importoCent": p.quanto(r.Importi[1], r.Importi[0]),
			"data": giorno, "canale": verbale.PagamentoPagoPA, "riferimento": fmt.Sprintf("%s-%d", g.id, i)})
	}
	corpo := map[string]any{"tipo": p.evento, "dataLegale": giorno, "motivo": "dato di prova", "idempotenza": fmt.Sprintf("vita-%d", i)}
	if p.evento == verbale.EventoNotificaPerfezionata {
		corpo["prova"] = "relata " + g.chiave
	}
	if p.dati != nil {
		corpo["dati"] = g.giorni(p.dati)
	}
	return g.posta(ctx, "/verbali/"+g.id+"/eventi", corpo)
}

// diPassaggio are the procedures that a fine leaves by itself.
func diPassaggio() []verbale.Procedura {
	return []verbale.Procedura{verbale.Validato, verbale.IntestatarioChiesto, verbale.IntestatarioNoto}
}

// giorni writes the days of the data, which are so many days ago.
func (g giocata) giorni(dati map[string]any) map[string]any {
	scritti := maps.Clone(dati)
	for k, v := range dati {
		if n, ok := v.(fa); ok {
			scritti[k] = g.oggi.AddDays(-int(n)).String()
		}
	}
	return scritti
}

// letto is what the local data read of a fine.
type letto struct {
	Procedura verbale.Procedura `json:"procedura"`
	Debito    verbale.Debito    `json:"debito"`
	Anomalie  []struct{}        `json:"anomalie"` // what waits for a person, an act held for its term among it
}

// attende waits until the fine is so.
func (g giocata) attende(ctx context.Context, pronto func(letto) bool) error {
	ctx, fine := context.WithTimeout(ctx, attesaAtto)
	defer fine()
	for {
		var v letto
		if err := g.chiede(ctx, http.MethodGet, "/verbali/"+g.id, nil, &v); err != nil {
			return err
		}
		if pronto(v) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("non arriva dove deve: il verbale è %s, %s", v.Procedura, v.Debito)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (g giocata) posta(ctx context.Context, percorso string, corpo map[string]any) error {
	return g.chiede(ctx, http.MethodPost, percorso, corpo, nil)
}

// chiede asks elaborazione as a person of the office.
func (g giocata) chiede(ctx context.Context, metodo, percorso string, corpo, in any) error {
	dati, err := json.Marshal(corpo)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, metodo, g.base+canaleVite+percorso, bytes.NewReader(dati))
	if err != nil {
		return err
	}
	req.SetBasicAuth("ufficio."+g.c.nome, passwordProva)
	req.Header.Set("Content-Type", "application/json")
	r, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	testo, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return err
	}
	if r.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%s: HTTP %d: %s", percorso, r.StatusCode, strings.TrimSpace(string(testo)))
	}
	if in == nil {
		return nil
	}
	return json.Unmarshal(testo, in)
}
