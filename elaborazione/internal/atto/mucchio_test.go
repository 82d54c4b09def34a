package atto_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/archivio/scrittura"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/banco"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/richiesta"
	"github.com/piattaforma-verbali/verbali/elaborazione/internal/vita"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
	"github.com/piattaforma-verbali/verbali/shared/spine/event"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// TestUnMucchioHaUnCommit: the answers of forty fines are written in one commit, and so are their acts; what is wrong in a chunk is
// told of its own message, and the others are worked.
func TestUnMucchioHaUnCommit(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	var risposte, stampe []bus.Message
	for i := range 40 {
		id := b.Inserisce(ctx, t, banco.UnVerbale(fmt.Sprintf("M-%d", i), func(v *richiesta.Verbale) {
			v.Veicolo.Targa = fmt.Sprintf("AB%03dCD", i)
			v.Veicolo.TargaScritta = v.Veicolo.Targa
		})).IDVerbale
		fatto := b.Indagine(t, id, event.IndagineTrovata)
		if i == 20 {
			fatto.IDVerbale = uuid.NewString() // of another fine
		}
		risposte = append(risposte, banco.Messaggio(t, fmt.Sprintf("r-%d", i), fatto))
		lavoro := event.LavoroPdf{IDVerbale: id, IDPosizione: b.PosizioneDi(t, id)}
		if i == 30 {
			lavoro.IDPosizione = uuid.NewString() // not its own
		}
		stampe = append(stampe, banco.Messaggio(t, fmt.Sprintf("s-%d", i), lavoro))
	}
	conta := func(tipo verbale.TipoEvento) string {
		return b.Elenca(t, "alfa", `SELECT count(*) || ' in ' || count(DISTINCT xmin::text) FROM evento WHERE tipo = $1`, string(tipo))
	}
	for range 2 { // the second time every message has been taken
		esiti, err := b.Intestatari.IndagineEsito(ctx, risposte)
		if err != nil {
			t.Fatal(err)
		}
		for i, err := range esiti {
			if (err != nil) != (i == 20) {
				t.Errorf("risposta %d: %v", i, err)
			}
		}
	}
	if s := conta(verbale.EventoIntestatarioTrovato); s != "39 in 1" {
		t.Errorf("intestatari: %s commit", s)
	}
	for range 2 {
		esiti, err := b.Atti.LavoroPdf(ctx, stampe)
		if err != nil {
			t.Fatal(err)
		}
		for i, err := range esiti { // of 20 there is nobody to write to yet
			if (err != nil) != (i == 30) {
				t.Errorf("stampa %d: %v", i, err)
			}
		}
	}
	if s := conta(verbale.EventoAttoGenerato); s != "38 in 1" {
		t.Errorf("atti: %s commit", s)
	}
	if n := b.Conta(t, "alfa", `SELECT count(*) FROM ricevuto WHERE id IN ('r-20', 's-30')`); n != 0 {
		t.Errorf("%d messaggi rifiutati risultano presi", n)
	}
	b.Rivive(ctx, t, b.Elenca(t, "alfa", `SELECT id FROM verbale ORDER BY id LIMIT 1`))
}

// TestUnAttoSuUnoStatoPassatoNonSiScrive: what stands on a state that is past is told, writes nothing, and its message is not taken.
func TestUnAttoSuUnoStatoPassatoNonSiScrive(t *testing.T) {
	t.Parallel()
	b := banco.NuovoBanco(t)
	ctx := b.Integratore("alfa")
	id := uuid.MustParse(b.Inserisce(ctx, t, banco.UnVerbale("P-1")).IDVerbale)
	letto, err := b.Archivio.Stato(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	nota := func(vita.Stato) ([]vita.Evento, error) {
		return []vita.Evento{{Attore: vita.AttoreSistema, Dati: vita.Fatto{Quale: verbale.EventoNotaAggiunta, Testo: "nota"}}}, nil
	}
	cambio := scrittura.Cambio{Verbale: id, Da: scrittura.Messaggio{Consumatore: "prova", ID: "p"}, Decidi: nota, Letto: &letto}
	assente := cambio
	assente.Verbale, assente.Da.ID = uuid.New(), "a"
	for i, vuole := range []error{nil, scrittura.ErrSuperato} {
		cambio.Da.ID = fmt.Sprint("p-", i)
		esiti, err := b.Archivio.ApplicaTutti(ctx, []scrittura.Cambio{cambio, assente})
		if err != nil || esiti[0] != vuole || esiti[1] != scrittura.ErrSuperato { //nolint:errorlint // the very same
			t.Errorf("%d: %v %v", i, esiti, err)
		}
	}
	assente.Letto = nil
	if esiti, err := b.Archivio.ApplicaTutti(ctx, []scrittura.Cambio{assente}); err != nil || !problem.Is(esiti[0], "NON_TROVATO") {
		t.Errorf("%v %v", esiti, err)
	}
	if s := b.Elenca(t, "alfa", `SELECT string_agg(id, ' ') || (SELECT count(*) FROM evento WHERE tipo = 'NOTA_AGGIUNTA') FROM ricevuto WHERE consumatore = 'prova'`); s != "p-01" {
		t.Error(s)
	}
}
