package storico_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit/storie"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/storico"
)

// fotografia is what the tables hold of the imported fines, without the ids that are new each time.
const fotografia = `SELECT v.id_esterno || ' ' || v.anno || '/' || v.lettera || '/' || v.numero || ' ' || v.procedura || ' ' || v.debito || ' ' || v.ricorso || ' ' || v.riscossione
	|| ' ' || v.versato_cent || ' ' || v.residuo_cent || ' ' || coalesce(v.data_notifica::text, '-') || ' ' || v.sequenza || ' '
	|| (SELECT string_agg(e.sequenza || e.tipo || e.data_legale || e.causa, ',' ORDER BY e.sequenza) FROM evento e WHERE e.verbale = v.id) || ' '
	|| coalesce((SELECT string_agg(p.importo_cent || '@' || p.data, ',' ORDER BY p.riferimento) FROM pagamento p WHERE p.verbale = v.id), '')
	FROM verbale v ORDER BY v.id_esterno`

func TestAnImportReconcilesAndComesBackAsItWas(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testo, totali := file(t, 11, 1500)
	r := b.importa(t, testo)
	avuti := storie.Totali{Casi: r.Nuovi, Eventi: r.Eventi, PerAttivita: r.EventiPerTipo,
		ImportiCent: int64(r.ImportiCent), SpeseCent: int64(r.SpeseCent), VersatoCent: int64(r.VersatoCent)}
	if diff := cmp.Diff(totali, avuti); diff != "" || r.Casi != 1500 {
		t.Errorf("%d cases; %s", r.Casi, diff)
	}
	if n := una[int64](t, b, `SELECT sum(importo_cent)::bigint FROM pagamento`); n != totali.VersatoCent {
		t.Errorf("%d cents paid in the tables, %d in the file", n, totali.VersatoCent)
	}
	if n := una[int64](t, b, `SELECT count(*) FROM evento WHERE importato AND causa <> '(dedotto)'`); n != int64(totali.Eventi) {
		t.Errorf("%d events in the tables, %d lines in the file", n, totali.Eventi)
	}
	if n := una[int64](t, b, `SELECT sum((x.dati ->> 'speseCent')::bigint)::bigint FROM evento x WHERE tipo = 'SPESE_ADDEBITATE'`); n != totali.SpeseCent {
		t.Errorf("%d cents of expenses in the tables, %d in the file", n, totali.SpeseCent)
	}
	scritte := strings.Builder{}
	scritte.WriteString(storie.Testata + "\n")
	for _, o := range tutte[[]byte](t, b, `SELECT (e.dati -> 'origine')::text::bytea FROM evento e JOIN verbale v ON v.id = e.verbale
		WHERE e.tipo = 'VERBALE_INSERITO' ORDER BY v.numero`) {
		scritte.WriteString(strings.Join(tornate(t, o), "\n") + "\n")
	}
	if scritte.String() != testo {
		t.Error("the lines do not come back as they were")
	}
}

func TestTheProjectionIsWhatAReplayGives(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testo, _ := file(t, 12, 300)
	b.importa(t, testo)
	s := archivio.NuovoStore(b.pools, adesso)
	for _, id := range tutte[uuid.UUID](t, b, `SELECT id FROM verbale`) {
		if r, err := s.RicalcolaUno(b.ctx, id); err != nil || len(r.Diversi) > 0 {
			t.Fatalf("%s: %v %+v", id, err, r.Diversi)
		}
	}
}

// The rules of conservation take the fines in the order in which they were inserted: none is inserted after what happened to it.
func TestNothingHappenedBeforeTheInsertion(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testo, _ := file(t, 12, 300)
	b.importa(t, testo)
	if n := una[int64](t, b, `SELECT count(*) FROM verbale v WHERE inserito = (SELECT min(registrato) FROM evento e WHERE e.verbale = v.id)
		AND NOT EXISTS (SELECT FROM documento d WHERE d.verbale = v.id AND d.creato < v.inserito)`); n != 300 {
		t.Errorf("%d fines of 300 were inserted when their history begins", n)
	}
}

func TestTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testo, _ := file(t, 13, 600)
	prima := b.importa(t, testo)
	foto := tutte[string](t, b, fotografia)
	poi := b.importa(t, testo)
	if poi.Nuovi != 0 || poi.Noti != 600 || poi.Casi != 600 {
		t.Errorf("%+v", poi)
	}
	prima.Nuovi, prima.Noti = 0, 600
	if diff := cmp.Diff(prima, poi); diff != "" {
		t.Errorf("the second report differs by more than what was new: %s", diff)
	}
	if diff := cmp.Diff(foto, tutte[string](t, b, fotografia)); diff != "" {
		t.Error(diff)
	}
	if n := una[int64](t, b, `SELECT count(*) FROM importazione`); n != 1 {
		t.Errorf("%d imports are told of", n)
	}
}

func TestOneFactForTheWholeImport(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testo, _ := file(t, 14, 900)
	b.importa(t, testo)
	b.importa(t, testo)
	messaggi := tutte[string](t, b, `SELECT soggetto || ' ' || (corpo ->> 'casi') || ' ' || (corpo ->> 'nuovi') FROM uscita`)
	if diff := cmp.Diff([]string{"fatti.alfa.importazione.conclusa 900 900"}, messaggi); diff != "" {
		t.Error(diff)
	}
	rapporto := una[[]byte](t, b, `SELECT rapporto::text::bytea FROM importazione WHERE conclusa IS NOT NULL AND righe > 900`)
	var r storico.Rapporto
	if err := json.Unmarshal(rapporto, &r); err != nil || r.Nuovi != 900 {
		t.Errorf("%v %+v", err, r)
	}
	if n := una[int64](t, b, `SELECT count(*) FROM registro`); n != 1 {
		t.Errorf("%d lines of audit", n)
	}
}

func TestATryWritesNothingAndSaysWhatWouldHappen(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testo, _ := file(t, 15, 900)
	i := b.importazione(t, testo)
	i.Prova = true
	prova, err := i.Esegui(b.ctx, strings.NewReader(testo))
	if err != nil || prova.Nuovi != 900 {
		t.Fatalf("%v %+v", err, prova)
	}
	if n := una[int64](t, b, `SELECT (SELECT count(*) FROM verbale) + (SELECT count(*) FROM importazione) + (SELECT count(*) FROM uscita)`); n != 0 {
		t.Errorf("%d rows were written", n)
	}
	if diff := cmp.Diff(prova, b.importa(t, testo)); diff != "" {
		t.Errorf("what happened is not what was said: %s", diff)
	}
}

// An import that is stopped between two transactions, again and again, ends as one that was not.
func TestAKilledImportGoesOn(t *testing.T) {
	t.Parallel()
	testo, _ := file(t, 16, 2400)
	intero := apparecchia(t)
	intero.importa(t, testo)
	b := apparecchia(t)
	volte, nuovi := 0, 0
	for ; volte < 20; volte++ {
		i := b.importazione(t, testo)
		ctx, smetti := context.WithCancel(b.ctx)
		letti := 0
		i.Avanza = func(int64) {
			if letti++; letti == 4 { // the reader is ahead of the writers
				smetti()
			}
		}
		r, err := i.Esegui(ctx, strings.NewReader(testo))
		nuovi += r.Nuovi
		smetti()
		if err == nil {
			t.Fatal("it was stopped and says nothing")
		}
		if n := una[int64](t, b, `SELECT count(*) FROM verbale`); volte > 0 && n > 0 {
			break
		}
	}
	if n := una[int64](t, b, `SELECT count(*) FROM verbale`); n == 0 || n == 2400 {
		t.Fatalf("%d cases after %d kills: nothing is tested", n, volte+1)
	}
	if n := una[int64](t, b, `SELECT count(*) FROM importazione WHERE conclusa IS NULL`); n != 1 {
		t.Errorf("%d imports are open", n)
	}
	r := b.importa(t, testo)
	if r.Nuovi+r.Noti != 2400 || r.Noti == 0 {
		t.Errorf("%+v", r)
	}
	if diff := cmp.Diff(tutte[string](t, intero, fotografia), tutte[string](t, b, fotografia)); diff != "" {
		t.Error(diff)
	}
	if n := una[string](t, b, `SELECT count(*) || ' ' || count(conclusa) FROM importazione`); n != "1 1" {
		t.Errorf("imports, and those concluded: %s", n)
	}
}

// A file that is cut leaves whole cases; the whole file, afterwards, the rest.
func TestACutFileIsCompletedByTheWholeOne(t *testing.T) {
	t.Parallel()
	testo, _ := file(t, 17, 1000)
	intero := apparecchia(t)
	intero.importa(t, testo)
	b := apparecchia(t)
	meta := len(testo) / 2
	for testo[meta-1] == '\n' || testo[meta] == '\n' {
		meta++
	}
	i := b.importazione(t, testo[:meta])
	r, err := i.Esegui(b.ctx, strings.NewReader(testo[:meta]))
	var g *storico.Guasto
	if !errors.As(err, &g) || g.Riga == 0 || r.Nuovi == 0 || r.Nuovi == 1000 || r.Guasto != g.Error() {
		t.Fatalf("%v %+v", err, r)
	}
	if n := una[int64](t, b, `SELECT count(*) FROM verbale`); n != int64(r.Nuovi) {
		t.Errorf("%d cases are there, %d were told", n, r.Nuovi)
	}
	if r := b.importa(t, testo); r.Diversi != 0 || r.Nuovi+r.Noti != 1000 {
		t.Errorf("%+v", r)
	}
	if diff := cmp.Diff(tutte[string](t, intero, fotografia), tutte[string](t, b, fotografia)); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsInTheWayIsRefusedAlone(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testo, _ := file(t, 18, 50)
	b.importa(t, testo)
	senza := b.importa(t, righe("163;Create Fine;2006-07-24;35.00;NIL;A;0.00;157;0;;;;", "0163;Create Fine;2006-07-24;35.00;NIL;A;0.00;157;0;;;;"))
	if len(senza.Rifiuti) != 1 || senza.Rifiuti[0].Motivo != "il numero 163/2006 appartiene a un altro verbale" {
		t.Errorf("%+v", senza.Rifiuti)
	}
	anno := una[int32](t, b, `SELECT anno::integer FROM verbale WHERE numero = 2 AND lettera = 'A'`)
	stesso := righe(fmt.Sprintf("A02;Create Fine;%d-07-24;35.00;NIL;A;0.00;157;0;;;;", anno),
		"Z900;Create Fine;2006-07-24;35.00;NIL;A;0.00;157;0;;;;", "Z0900;Create Fine;2006-07-24;35.00;NIL;A;0.00;157;0;;;;", "senza;Create Fine;2006-07-24;35.00;NIL;A;0.00;157;0;;;;",
		"Z901;Send Fine;2006-07-24;;;;;;;13.00;;;", "A3;Create Fine;2006-07-24;35.00;NIL;A;0.00;157;0;;;;")
	r := b.importa(t, stesso)
	var motivi []string
	for _, x := range r.Rifiuti {
		motivi = append(motivi, fmt.Sprintf("%d %s %.16s", x.Riga, x.Caso, x.Motivo))
	}
	attesi := []string{"2 A02 il numero 2/A/" + strconv.Itoa(int(anno))[:2],
		"4 Z0900 il numero 900/Z/", "5 senza dalla chiave non", "6 Z901 ha 0 righe VERBA"}
	if diff := cmp.Diff(attesi, motivi); diff != "" {
		t.Error(diff)
	}
	if r.Casi != 6 || r.Nuovi != 1 || r.Diversi != 1 || r.Rifiutati != 4 || r.Anomalie != 5 {
		t.Errorf("%+v", r)
	}
	if n := una[int64](t, b, `SELECT count(*) FROM verbale`); n != 52 {
		t.Errorf("%d cases are there", n)
	}
}

// Two imports of the same file at once do not lose, double or hinder a case.
func TestTwoImportsAtOnce(t *testing.T) {
	t.Parallel()
	b := apparecchia(t)
	testo, _ := file(t, 19, 2000)
	fatti := make(chan error)
	nuovi := make(chan int, 2)
	for range 2 {
		i := b.importazione(t, testo)
		go func() {
			r, err := i.Esegui(b.ctx, strings.NewReader(testo))
			nuovi <- r.Nuovi
			fatti <- err
		}()
	}
	if err := errors.Join(<-fatti, <-fatti); err != nil {
		t.Fatal(err)
	}
	if n := <-nuovi + <-nuovi; n != 2000 {
		t.Errorf("%d new cases in all", n)
	}
	if n := una[int64](t, b, `SELECT count(*) FROM verbale`); n != 2000 {
		t.Errorf("%d cases are there", n)
	}
}

// The text of the report does not depend on which writer was first.
func TestTheReportIsTheSameEachTime(t *testing.T) {
	t.Parallel()
	testo, _ := file(t, 20, 1200)
	testo = strings.ReplaceAll(testo, ";NIL;A;", ";5;A;") // an anomaly in most cases
	var testi [2]bytes.Buffer
	for n := range testi {
		testi[n].WriteString(apparecchia(t).importa(t, testo).Testo())
	}
	if diff := cmp.Diff(testi[0].String(), testi[1].String()); diff != "" || !strings.Contains(testi[0].String(), "ESITO_SCONOSCIUTO") {
		t.Errorf("%s\n%s", diff, testi[0].String())
	}
}
