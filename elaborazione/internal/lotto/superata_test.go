package lotto_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// comunica gives each fine another communication of a rectification, later than those before, and says where the store has each.
func (b *banco) comunica(t *testing.T, ids ...uuid.UUID) (percorsi []string) {
	t.Helper()
	b.orologio.Avanza(time.Minute)
	for _, id := range ids {
		_, percorso := b.attoDi(t, id)
		pdf, err := os.ReadFile(percorso)
		if err != nil {
			t.Fatal(err)
		}
		x, err := b.Deposito.Metti(t.Context(), "alfa", append(pdf, "\n% "+uuid.NewString()+"\n"...), "")
		if err != nil {
			t.Fatal(err)
		}
		b.Esegui(t, "elaborazione", "alfa", `INSERT INTO documento (id, verbale, posizione, tipo, nome, mime, sha256, byte, creato)
			SELECT gen_random_uuid(), verbale, posizione, 'COMUNICAZIONE_RETTIFICA', 'comunicazione.pdf', mime, $2, byte, $3
			FROM documento WHERE tipo = 'ATTO' AND verbale = $1`, id, x.SHA256, b.orologio.Adesso())
		percorsi = append(percorsi, filepath.Join(b.cartella, "alfa", x.SHA256))
	}
	return percorsi
}

// rettifiche is a new lot of the communications that are to be handed over.
func (b *banco) rettifiche(t *testing.T, quante int) uuid.UUID {
	t.Helper()
	l, err := b.Crea(b.ctx, lotto.Richiesta{Tipo: verbale.LottoRettifica, Filtro: &lotto.Filtro{}})
	if err != nil || l.Voci.Totale != quante {
		t.Fatalf("%+v %v", l, err)
	}
	return l.ID
}

// TestUnaComunicazioneSuperataNonSiRiprova: what failed in a lot of rectifications is tried again only while nothing later says
// what holds; the later one enters a lot of its own.
func TestUnaComunicazioneSuperataNonSiRiprova(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 2)
	perse := map[string][]byte{}
	for _, percorso := range b.comunica(t, ids...) {
		perse[percorso] = b.togli(t, percorso)
	}
	primo := b.rettifiche(t, 2)
	if l := b.lavora(t, primo, "uno", 1); l.Voci != (lotto.Conteggi{Totale: 2, Ripetibili: 2}) {
		t.Fatalf("%+v", l)
	}
	for percorso, contenuto := range perse {
		b.scrivi(t, percorso, contenuto)
	}
	b.comunica(t, ids[0])
	l, err := b.Comanda(b.ctx, primo, lotto.Riprova)
	if err != nil || *l.Ritento != (lotto.Ritento{Riprovate: 1, Altrove: 1}) {
		t.Fatalf("%+v %v", l, err)
	}
	if l = b.lavora(t, l.ID, "due", 1); l.Voci != (lotto.Conteggi{Totale: 1, OK: 1}) {
		t.Errorf("%+v", l)
	}
	if diff := cmp.Diff([]string{ids[1].String()}, slices.Collect(maps.Keys(b.sorte(t, l.ID)))); diff != "" {
		t.Error(diff)
	}
	if l := b.lavora(t, b.rettifiche(t, 1), "tre", 1); l.Voci != (lotto.Conteggi{Totale: 1, OK: 1}) {
		t.Errorf("%+v", l)
	}
}

// TestTutteSuperateNonCEDaRiprovare: a lot is not made of nothing, and the refusal says why.
func TestTutteSuperateNonCEDaRiprovare(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	id := b.conAtto(t, 1)[0]
	b.togli(t, b.comunica(t, id)[0])
	primo := b.rettifiche(t, 1)
	b.lavora(t, primo, "uno", 1)
	b.comunica(t, id)
	if _, err := b.Comanda(b.ctx, primo, lotto.Riprova); !problem.Is(err, "NULLA_DA_RIPROVARE") || !strings.Contains(err.Error(), "superate da una comunicazione più recente") {
		t.Error(err)
	}
}

// TestUnaComunicazioneSuperataNelFrattempoSiSalta: a later communication that comes between the making of the lot and its work
// leaves the earlier one out of the package, with the reason; the later one enters the next lot.
func TestUnaComunicazioneSuperataNelFrattempoSiSalta(t *testing.T) {
	t.Parallel()
	b := nuovoBanco(t)
	ids := b.conAtto(t, 2)
	b.comunica(t, ids...)
	primo := b.rettifiche(t, 2)
	b.comunica(t, ids[0])
	if l := b.lavora(t, primo, "uno", 1); l.Voci != (lotto.Conteggi{Totale: 2, OK: 1, Saltati: 1}) {
		t.Fatalf("%+v", l)
	}
	if sorti := b.sorte(t, primo); sorti[ids[1].String()] != "OK" || !strings.HasPrefix(sorti[ids[0].String()], "SALTATO Ne è stata formata una più recente") {
		t.Errorf("%v", sorti)
	}
	if l := b.lavora(t, b.rettifiche(t, 1), "due", 1); l.Voci != (lotto.Conteggi{Totale: 1, OK: 1}) {
		t.Errorf("%+v", l)
	}
}
