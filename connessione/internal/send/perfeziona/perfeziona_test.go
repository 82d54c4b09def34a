package perfeziona

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	parole "github.com/piattaforma-verbali/verbali/shared/registri/send"
)

func alle(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return t
}

// e is an element of a recipient; quando empty: without the legal instant.
func e(id, categoria, quando string, recIndex ...int) parole.Elemento {
	x := parole.Elemento{ID: id, Categoria: categoria, Dettagli: &parole.Dettagli{}}
	if len(recIndex) > 0 {
		x.Dettagli.RecIndex = &recIndex[0]
	}
	if quando != "" {
		x.Dettagli.EventTimestamp = alle(quando)
	}
	return x
}

func prevista(id, quando string) parole.Elemento {
	x := e(id, parole.DecorrenzaPrevista, "", 0)
	x.Dettagli.Prevista = alle(quando)
	return x
}

func accettata(quando string) parole.Elemento {
	return parole.Elemento{ID: "REQUEST_ACCEPTED", Categoria: parole.RichiestaAccettata, Accaduto: alle(quando)}
}

func correzione(id string, di int, tolti ...parole.Elemento) parole.Elemento {
	x := e(id, parole.Corretta, "", di)
	if len(tolti) > 0 {
		x.Dettagli.Invalidata = []parole.StoriaInvalidata{{Stato: parole.StatoConsegnata, Elementi: tolti}}
	}
	return x
}

func TestLeggi(t *testing.T) {
	t.Parallel()
	inizio := accettata("2026-09-01T08:00:00Z")
	vista := e("V", parole.Visione, "2026-09-12T10:00:00Z", 0)
	decorsa := e("R", parole.Decorrenza, "2026-09-14T08:00:00Z", 0)
	rifatta := e("R.REWORK_0", parole.Decorrenza, "2026-09-17T08:00:00Z", 0)
	morto := e("D", parole.Deceduto, "", 0)
	for nome, c := range map[string]struct {
		elementi []parole.Elemento
		giorno   string
		modo     Modo
		su       []string
		dubbi    []Dubbio
	}{
		"nulla": {nil, "", "", nil, nil},
		"accettata, consegnata, ritirata, pagata e prevista non perfezionano": {[]parole.Elemento{inizio, e("S", parole.CartaRiuscita, "", 0),
			e("RA", parole.RitiroRadd, "2026-09-02T08:00:00Z", 0), e("P", parole.PagamentoSaputo, "2026-09-02T08:00:00Z", 0),
			e("SR", parole.DecorrenzaPrevista, "", 0)}, "", "", nil, nil},
		"la visione":         {[]parole.Elemento{inizio, vista}, "2026-09-12", PerVisione, []string{"V"}, nil},
		"la decorrenza":      {[]parole.Elemento{inizio, decorsa}, "2026-09-14", PerDecorrenza, []string{"R"}, nil},
		"la prima delle due": {[]parole.Elemento{inizio, decorsa, vista}, "2026-09-12", PerVisione, []string{"V"}, nil},
		"la decorrenza saputa dopo e datata prima": {[]parole.Elemento{inizio, vista, e("R", parole.Decorrenza, "2026-09-11T08:00:00Z", 0)}, "2026-09-11",
			PerDecorrenza, []string{"R"}, nil},
		"allo stesso istante vale la decorrenza": {[]parole.Elemento{inizio, vista, e("R", parole.Decorrenza, "2026-09-12T12:00:00+02:00", 0)},
			"2026-09-12", PerDecorrenza,
			[]string{"R", "V"}, nil},
		"il giorno è quello di Roma, d'estate": {[]parole.Elemento{inizio, e("V", parole.Visione, "2026-09-12T22:00:00Z", 0)}, "2026-09-13", PerVisione,
			[]string{"V"}, nil},
		"e d'inverno": {[]parole.Elemento{inizio, e("V", parole.Visione, "2026-12-12T22:59:59Z", 0)}, "2026-12-12", PerVisione,
			[]string{"V"}, nil},
		"di un altro destinatario": {[]parole.Elemento{inizio, e("V", parole.Visione, "2026-09-12T10:00:00Z", 1)}, "", "", nil, nil},
		"corretta in avanti": {[]parole.Elemento{inizio, decorsa, correzione("C", 0, decorsa), rifatta}, "2026-09-17", PerDecorrenza,
			[]string{"R.REWORK_0"}, nil},
		"corretta due volte": {[]parole.Elemento{inizio, decorsa, correzione("C", 0, decorsa), rifatta, correzione("C2", 0, rifatta),
			e("R.REWORK_1", parole.Decorrenza, "2026-09-15T08:00:00Z", 0)}, "2026-09-15", PerDecorrenza, []string{"R.REWORK_1"}, nil},
		"corretta in restituita":               {[]parole.Elemento{inizio, decorsa, correzione("C", 0, decorsa), morto}, "", "", nil, nil},
		"una correzione di un altro":           {[]parole.Elemento{inizio, decorsa, correzione("C", 1, decorsa)}, "2026-09-14", PerDecorrenza, []string{"R"}, nil},
		"una correzione non toglie la visione": {[]parole.Elemento{inizio, vista, correzione("C", 0, vista)}, "2026-09-12", PerVisione, []string{"V"}, nil},
		"una correzione vuota":                 {[]parole.Elemento{inizio, decorsa, correzione("C", 0)}, "", "", nil, []Dubbio{CorrezioneVuota}},
		"senza istante":                        {[]parole.Elemento{inizio, vista, e("R", parole.Decorrenza, "", 0)}, "", "", nil, []Dubbio{SenzaIstante}},
		"senza istante ma tolta": {[]parole.Elemento{inizio, vista, e("R", parole.Decorrenza, "", 0), correzione("C", 0,
			e("R", parole.Decorrenza, "", 0))}, "2026-09-12", PerVisione, []string{"V"}, nil},
		"senza destinatario": {[]parole.Elemento{inizio, e("V", parole.Visione, "2026-09-12T10:00:00Z")}, "", "", nil,
			[]Dubbio{SenzaDestinatario}},
		"prima dell'accettazione": {[]parole.Elemento{inizio, e("V", parole.Visione, "2026-08-31T10:00:00Z", 0)}, "", "", nil,
			[]Dubbio{PrimaDellAccettazione}},
		"due volte lo stesso elemento": {[]parole.Elemento{inizio, decorsa, decorsa}, "2026-09-14", PerDecorrenza, []string{"R"}, nil},
		"lo stesso con un altro istante: conta la lettura dopo": {[]parole.Elemento{inizio, decorsa, e("R", parole.Decorrenza, "2026-09-15T08:00:00Z", 0)},
			"2026-09-15",
			PerDecorrenza, []string{"R"}, nil},
		"annullata dopo": {[]parole.Elemento{inizio, decorsa, {ID: "A", Categoria: parole.Annullata}}, "2026-09-14", PerDecorrenza,
			[]string{"R"}, nil},
		"deceduto, poi letta da un delegato": {[]parole.Elemento{inizio, morto, vista}, "2026-09-12", PerVisione, []string{"V"}, nil},
		"una categoria mai vista": {[]parole.Elemento{inizio, e("X", "DOMANI", "2026-09-02T08:00:00Z", 0), decorsa}, "2026-09-14",
			PerDecorrenza, []string{"R"}, nil},
	} {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			l := Leggi(c.elementi, 0)
			var giorno calendario.Giorno
			if c.giorno != "" {
				giorno = calendario.MustParse(c.giorno)
			}
			if l.Giorno != giorno || l.Modo != c.modo || !slices.Equal(l.Elementi, c.su) || !slices.Equal(l.Dubbi, c.dubbi) || l.Perfezionata() != (c.giorno != "") {
				t.Errorf("%s by %q on %v, doubts %v", l.Giorno, l.Modo, l.Elementi, l.Dubbi)
			}
		})
	}
}

// TestInOgniOrdine: elements come late and out of order, and the answer is the same.
func TestInOgniOrdine(t *testing.T) {
	t.Parallel()
	decorsa := e("R", parole.Decorrenza, "2026-09-14T08:00:00Z", 0)
	resa := e("D", parole.Deceduto, "", 0)
	tutti := []parole.Elemento{accettata("2026-09-01T08:00:00Z"), e("CI", parole.CartaInviata, "", 0), e("CE", parole.CartaEsito, "", 0), e("CR",
		parole.CartaRiuscita, "", 0), decorsa,
		prevista("SR", "2026-09-14T08:00:00Z"), prevista("SR2", "2026-09-20T08:00:00Z"),
		correzione("C", 0, decorsa), resa, correzione("C2", 0, resa), e("R2", parole.Decorrenza, "2026-09-20T08:00:00Z", 0), e("V", parole.Visione,
			"2026-09-21T08:00:00Z", 0)}
	vuole := Leggi(tutti, 0)
	if vuole.Giorno != calendario.MustParse("2026-09-20") || vuole.Canale != cds.CanaleSendCartaceo || vuole.Correzioni != 2 || vuole.Deceduto ||
		!slices.Equal(vuole.Superati, []string{"D", "R"}) || vuole.Prevista != vuole.Giorno {
		t.Fatalf("%+v", vuole)
	}
	caso := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		caso.Shuffle(len(tutti), func(i, j int) { tutti[i], tutti[j] = tutti[j], tutti[i] })
		mischiati := append(slices.Clone(tutti), tutti[caso.IntN(len(tutti))]) // and one of them twice
		if d := cmp.Diff(vuole, Leggi(mischiati, 0), cmp.Comparer(func(a, b calendario.Giorno) bool { return a == b })); d != "" {
			t.Fatal(d)
		}
	}
}

func TestIlCanale(t *testing.T) {
	t.Parallel()
	for nome, c := range map[string]struct {
		categorie []string
		canale    cds.Canale
	}{
		"PEC":             {[]string{parole.DigitaleInviato, parole.DigitaleRiuscito}, cds.CanaleSendDigitale},
		"casella piena":   {[]string{parole.DigitaleInviato, parole.DigitaleFallito, parole.SempliceInviata}, cds.CanaleSendSatura},
		"carta":           {[]string{parole.CartaInviata, parole.CartaRiuscita}, cds.CanaleSendCartaceo},
		"irreperibile":    {[]string{parole.CartaInviata, parole.Irreperibile}, cds.CanaleSendCartaceo},
		"letta subito":    {[]string{parole.Visione}, cds.CanaleSendDigitale},
		"letta con carta": {[]string{parole.CartaPrevista, parole.Visione}, cds.CanaleSendCartaceo},
		"nulla":           {nil, ""},
	} {
		var elementi []parole.Elemento
		for i, categoria := range c.categorie {
			elementi = append(elementi, e(string(rune('a'+i)), categoria, "2026-09-12T10:00:00Z", 0))
		}
		if l := Leggi(elementi, 0); l.Canale != c.canale {
			t.Errorf("%s: %s, want %s", nome, l.Canale, c.canale)
		}
	}
}

func TestConfronta(t *testing.T) {
	t.Parallel()
	decorsa := e("R", parole.Decorrenza, "2026-09-14T08:00:00Z", 0)
	niente, servita := Leggi(nil, 0), Leggi([]parole.Elemento{decorsa}, 0)
	for nome, c := range map[string]struct {
		prima, poi Esito
		vuole      Mutamento
	}{
		"niente di nuovo":         {servita, servita, Niente},
		"servita":                 {niente, servita, Nata},
		"in un altro giorno":      {servita, Leggi([]parole.Elemento{decorsa, e("V", parole.Visione, "2026-09-12T10:00:00Z", 0)}, 0), Mossa},
		"lo stesso giorno":        {servita, Leggi([]parole.Elemento{decorsa, e("V", parole.Visione, "2026-09-14T06:00:00Z", 0)}, 0), Niente},
		"non più":                 {servita, Leggi([]parole.Elemento{decorsa, correzione("C", 0, decorsa)}, 0), Tolta},
		"non più, con un dubbio":  {servita, Leggi([]parole.Elemento{decorsa, correzione("C", 0)}, 0), Tolta},
		"un dubbio":               {niente, Leggi([]parole.Elemento{e("R", parole.Decorrenza, "", 0)}, 0), Dubbia},
		"il destinatario è morto": {niente, Leggi([]parole.Elemento{e("D", parole.Deceduto, "", 0)}, 0), Fermata},
	} {
		if m := Confronta(c.prima, c.poi); m != c.vuole {
			t.Errorf("%s: %q, want %q", nome, m, c.vuole)
		}
	}
}
