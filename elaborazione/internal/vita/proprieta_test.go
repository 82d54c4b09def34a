package vita_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/importo"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// storia is a fine as random events make it, with who judges it.
type storia struct {
	stato   vita.Stato
	eventi  []vita.Evento
	giorno  calendario.Giorno
	giudice *oracolo
}

func nuovaStoria() *storia {
	return &storia{stato: vita.Stato{ID: id(9)}, giorno: calendario.MustParse("2026-01-10"), giudice: nuovoOracolo()}
}

// prossimo draws an event: mostly one that could make sense here, on a day of its own (a service or a
// proof may come late or be of long ago), sometimes changed into one that does not.
func (x *storia) prossimo(rt *rapid.T) (vita.Evento, bool) {
	x.giorno = x.giorno.AddDays(rapid.SampledFrom([]int{0, 1, 4, 6, 30, 61, 190}).Draw(rt, "passano"))
	legale := x.giorno.AddDays(-rapid.SampledFrom([]int{0, 0, 0, 3, 62, 200}).Draw(rt, "prima"))
	tutti := tipi()
	if x.stato.Procedura == "" {
		tutti = tutti[:1]
	}
	adatte := mosseDi(x.stato, legale, rapid.SampledFrom(tutti).Draw(rt, "tipo"))
	if len(adatte) == 0 {
		return vita.Evento{}, false
	}
	e := rapid.SampledFrom(adatte).Draw(rt, "evento")
	e.Registrato = x.giorno.Inizio()
	if rapid.IntRange(0, 3).Draw(rt, "senso") == 0 {
		guasta(rt, &e)
	}
	return e, true
}

// guasta makes an event say something else.
func guasta(rt *rapid.T, e *vita.Evento) {
	switch rapid.IntRange(0, 6).Draw(rt, "guasto") {
	case 0:
		e.Posizione = id(rapid.SampledFrom([]byte{0, posObbligato, posTrasgressore, 77}).Draw(rt, "posizione"))
	case 1:
		e.Deciso.Debito = rapid.SampledFrom(debiti()).Draw(rt, "debito")
	case 2:
		e.Deciso.Procedura = rapid.SampledFrom(procedure()).Draw(rt, "procedura")
	case 3:
		e.Deciso.Ricorso, e.Deciso.Riscossione = rapid.SampledFrom(ricorsi()).Draw(rt, "ricorso"), rapid.SampledFrom(riscossioni()).Draw(rt,
			"riscossione")
	case 4:
		e.Causa, e.Prova, e.Apre = "", "", nil
	case 5:
		e.DataLegale = e.DataLegale.AddDays(rapid.IntRange(-400, 400).Draw(rt, "giorno"))
	case 6:
		guastaConto(rt, e)
	}
}

func guastaConto(rt *rapid.T, e *vita.Evento) {
	cent := func() importo.Cent {
		return importo.Cent(rapid.SampledFrom([]int64{-1, 0, 1, 500, 900, 4200}).Draw(rt, "cent"))
	}
	c := vita.Conto{PrezzoCent: cent(), VersatoCent: cent(), EccedenzaCent: cent(), RimborsatoCent: cent(), ResiduoCent: cent(),
		SgravatoCent: cent()}
	switch x := e.Dati.(type) {
	case vita.PagamentoRegistrato:
		x.Conto = c
		e.Dati = x
	case vita.PagamentoStornato:
		x.Conto = c
		e.Dati = x
	case vita.Movimento:
		x.Conto = &c
		e.Dati = x
	case vita.RicorsoMosso:
		x.Conto = &c
		e.Dati = x
	case vita.NotificaRettificata:
		x.Conto = &c
		e.Dati = x
	}
}

// applica tries an event: refused, it changes nothing; accepted, the judge looks.
func (x *storia) applica(rt *rapid.T, e vita.Evento) {
	prima := x.stato
	dopo, err := vita.Applica(prima, e)
	if err != nil {
		if d := cmp.Diff(prima, dopo); d != "" || !problem.Is(err, "TRANSIZIONE_NON_AMMESSA") && !problem.Is(err, "INVARIANTE_VIOLATA") {
			rt.Fatalf("rifiutato con %v, cambia: %s", err, d)
		}
		return
	}
	if x.giudice.impara(e); !e.Importato {
		if male := x.giudice.giudica(prima, dopo, e); male != "" {
			rt.Fatalf("%s\ndopo %v", male, x.nomi())
		}
	}
	x.eventi = append(x.eventi, e)
	if x.stato = dopo; dopo.Sequenza != len(x.eventi) {
		rt.Fatalf("sequenza %d dopo %d eventi", dopo.Sequenza, len(x.eventi))
	}
}

func (x *storia) nomi() []verbale.TipoEvento {
	nomi := make([]verbale.TipoEvento, len(x.eventi))
	for i, e := range x.eventi {
		nomi[i] = e.Tipo()
	}
	return nomi
}

// rivive is (f): the same events, also as the store writes and reads them, give the same fine.
func (x *storia) rivive(rt *rapid.T) {
	riletti := slices.Clone(x.eventi)
	for i, e := range riletti {
		grezzi, err := json.Marshal(e.Dati)
		if err != nil {
			rt.Fatal(err)
		}
		if riletti[i].Dati, err = vita.LeggiDati(e.Tipo(), grezzi); err != nil {
			rt.Fatal(err)
		}
	}
	for _, eventi := range [][]vita.Evento{x.eventi, riletti} {
		rifatto, err := vita.Rivivi(id(9), eventi)
		if d := cmp.Diff(x.stato, rifatto, cmpopts.EquateEmpty()); err != nil || d != "" {
			rt.Fatalf("(f) la storia rivissuta dà altro: %v %s", err, d)
		}
	}
}

// TestStorieQualunque makes random histories of fines with one to four people and looks at every rule of
// the design after each event.
func TestStorieQualunque(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		x := nuovaStoria()
		for range rapid.IntRange(1, 60).Draw(rt, "quanti") {
			if e, ok := x.prossimo(rt); ok {
				x.applica(rt, e)
			}
		}
		x.sensato(rt)
		x.pagabile(rt)
		x.rivive(rt)
	})
}

// sensato holds of every fine that the platform made, whatever happened to it.
func (x *storia) sensato(rt *rapid.T) {
	s := x.stato
	if s.Procedura == "" {
		return
	}
	numeri, titoli := map[string]bool{}, map[verbale.Titolo]bool{}
	for _, a := range s.Avvisi {
		if numeri[a.NumeroAvviso] || a.ImportoCent <= 0 {
			rt.Fatalf("avviso doppio o senza importo: %+v", s.Avvisi)
		}
		numeri[a.NumeroAvviso] = true
		if a.Stato == verbale.AvvisoEmesso && s.DebitoChiuso() {
			rt.Fatalf("un avviso ancora pagabile a debito chiuso: %+v", a)
		}
	}
	for _, p := range s.Posizioni {
		if p.Atto != uuid.Nil && p.Soggetto == uuid.Nil {
			rt.Fatalf("un atto senza destinatario: %+v", p)
		}
		if p.Chiusa == "" && titoli[p.Titolo] {
			rt.Fatalf("due posizioni aperte con lo stesso titolo: %+v", s.Posizioni)
		}
		titoli[p.Titolo] = titoli[p.Titolo] || p.Chiusa == ""
	}
	if s.Procedura == verbale.IntestatarioNoto && len(s.Notifiche) > 0 && !s.Formato() {
		rt.Fatalf("un atto è partito e il verbale si può ancora scartare: %+v", s.Notifiche)
	}
	inCorso := map[uuid.UUID]bool{}
	for _, n := range s.Notifiche {
		if n.Stato == verbale.NotificaInCorso && inCorso[n.Posizione] {
			rt.Fatalf("due notifiche in corso alla stessa persona: %+v", s.Notifiche)
		}
		inCorso[n.Posizione] = inCorso[n.Posizione] || n.Stato == verbale.NotificaInCorso
	}
}

// pagabile is (d): on any open debt, before and after service, whatever else happens, a payment that
// suffices on its day is taken and closes it.
func (x *storia) pagabile(rt *rapid.T) {
	s := x.stato
	if s.Procedura == "" || s.DebitoChiuso() {
		return
	}
	e := bozza(x.giorno, uuid.Nil, vita.PagamentoRegistrato{Pagamento: vita.Pagamento{ID: idDi(s, "tutto"), ImportoCent: 9999,
		Data: x.giorno, Canale: "POS", Riferimento: "tutto"}})
	e.Deciso.Debito = verbale.Pagato
	if conta(s, &e); s.Conto.RimborsatoCent > 0 {
		e.Deciso.Debito = verbale.Rimborsato
		conta(s, &e)
	}
	dopo, err := vita.Applica(s, e)
	if err != nil || !dopo.DebitoChiuso() {
		rt.Fatalf("(d) un pagamento che basta è rifiutato da %+v: %v", s.Assi, err)
	}
}

// TestStorieImportate: history of another law is never refused and replays to the same; what the platform
// does after it obeys the rules.
func TestStorieImportate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		x := nuovaStoria()
		for range rapid.IntRange(1, 8).Draw(rt, "importati") {
			e, ok := x.altrui(rt)
			if !ok {
				continue
			}
			_ = vita.Obiezione(x.stato, e) // it tells, and never fails
			prima := len(x.eventi)
			if x.applica(rt, e); len(x.eventi) != prima+1 {
				rt.Fatalf("un evento importato è stato rifiutato: %+v", e)
			}
		}
		for range rapid.IntRange(0, 30).Draw(rt, "nostri") {
			if e, ok := x.prossimo(rt); ok {
				x.applica(rt, e)
			}
		}
		x.annotabile(rt)
		x.rivive(rt)
	})
}

// altrui draws an event as another system recorded it: of any kind, from any state to any other.
func (x *storia) altrui(rt *rapid.T) (vita.Evento, bool) {
	tutti := tipi()[1:]
	if x.stato.Procedura == "" {
		tutti = tipi()[:1]
	}
	x.giorno = x.giorno.AddDays(rapid.SampledFrom([]int{0, 1, 30, 61}).Draw(rt, "passano"))
	adatte := bozze(x.stato, x.giorno, rapid.SampledFrom(tutti).Draw(rt, "tipo"))
	if len(adatte) == 0 {
		return vita.Evento{}, false
	}
	e := rapid.SampledFrom(adatte).Draw(rt, "evento")
	if e.Deciso = qualunqueAssi(rt); rapid.Bool().Draw(rt, "conto") {
		conta(x.stato, &e)
	}
	e.Importato = true
	return e, true
}

// qualunqueAssi are states that no rule of ours would put together.
func qualunqueAssi(rt *rapid.T) vita.Assi {
	return vita.Assi{Procedura: rapid.SampledFrom(procedure()[1:]).Draw(rt, "p"), Debito: rapid.SampledFrom(debiti()[1:]).Draw(rt, "d"),
		Ricorso: rapid.SampledFrom(ricorsi()[1:]).Draw(rt, "r"), Punti: rapid.SampledFrom(punti()[1:]).Draw(rt,
			"q"), Riscossione: rapid.SampledFrom(riscossioni()[1:]).Draw(rt, "c")}
}

// annotabile: a person may always write on a fine, whatever its history.
func (x *storia) annotabile(rt *rapid.T) {
	if x.stato.Procedura == "" {
		return
	}
	nota := bozza(x.giorno, uuid.Nil, vita.Fatto{Quale: verbale.EventoNotaAggiunta, Testo: "testo"})
	if _, err := vita.Applica(x.stato, nota); err != nil {
		rt.Fatalf("una nota è rifiutata da %+v: %v", x.stato.Assi, err)
	}
}
