package main

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/misura"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

func TestWayOfAMessage(t *testing.T) {
	t.Parallel()
	r := nuovaRegistrazione(100, 4)
	imposta := func(n, confermato, giunto int64) {
		r.confermati[n-100].Store(confermato)
		r.giunti[n-100].Store(giunto)
	}
	imposta(100, 10, 35) // 25
	imposta(101, 50, 40) // seen before its writer knew
	imposta(102, 60, 0)  // never came
	if l := r.latenze(); !slices.Equal(l, []time.Duration{25, 0}) {
		t.Errorf("latencies %v", l)
	}
	r.giunto(103)
	prima := r.giunti[3].Load()
	r.giunto(103)
	if r.giunti[3].Load() != prima || r.arrivi.Load() != 1 {
		t.Error("a redelivery was counted")
	}
	for _, n := range []int64{99, 104} {
		r.giunto(n) // of another run
	}
	if r.arrivi.Load() != 1 {
		t.Error("a message of another run was counted")
	}
}

func bancoProva(t *testing.T) (*banco.Banco, *bus.Bus) {
	t.Helper()
	nats := testkit.NATS(t)
	return &banco.Banco{Diario: io.Discard, Dsn: testkit.Postgres(t).DSNAmministratore, Nats: nats.URL()}, testkit.Bus(t, nats, "core")
}

func TestEveryWayOfWakingDeliversEverything(t *testing.T) {
	t.Parallel()
	b, _ := bancoProva(t)
	d, err := nuovaDorsale(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.chiudi(context.Background()); err != nil {
			t.Error(err)
		}
	})
	l := misura.Limiti{Durata: time.Minute, Massimo: 40, Insieme: 4}
	for _, modo := range []sveglia{alCommit, ogniCento} {
		c, err := d.corri(t.Context(), modo, d.gen.Chiuso, l)
		if err != nil || len(c.latenze) != 40 || c.alSecondo <= 0 {
			t.Errorf("way %d: %d of 40 messages, %v", modo, len(c.latenze), err)
		}
	}
	c, err := d.corri(t.Context(), mai, d.gen.Chiuso, l)
	if err != nil || len(c.latenze) != 0 || c.alSecondo <= 0 {
		t.Errorf("without a relay: %d messages, %v", len(c.latenze), err)
	}
}

func TestPeersFigureStandsBesideOurs(t *testing.T) {
	t.Parallel()
	c := misura.Confronta("p50", "ms", "pari", []float64{10, 30, 20}, []float64{100, 100, 50})
	atteso := []misura.Cifra{
		{Nome: "p50", Valore: 20, Unita: "ms", Rapporto: 0.3, Rispetto: "pari"},
		{Nome: "  pari", Valore: 100, Unita: "ms"},
	}
	if diff := cmp.Diff(atteso, c); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c := misura.Confronta("p50", "ms", "pari", []float64{10}, []float64{0}); c[0].Rapporto != 0 {
		t.Errorf("a peer that did nothing gives no ratio: %v", c[0])
	}
}

func TestDownstreamIsHeldAndLetGo(t *testing.T) {
	t.Parallel()
	b, suo := bancoProva(t)
	js := suo.JS
	v := &banco.Valle{Banco: b}
	if err := v.Chiudi(t.Context()); err != nil {
		t.Fatal(err)
	}
	ferma := func() (pause []bool, limite int64) {
		for _, d := range bus.Durables() {
			c, err := js.Consumer(t.Context(), d.Stream, d.Name)
			if err != nil {
				t.Fatal(err)
			}
			pause = append(pause, c.CachedInfo().Paused)
		}
		s, err := js.Stream(t.Context(), bus.StreamWork)
		if err != nil {
			t.Fatal(err)
		}
		return pause, s.CachedInfo().Config.MaxMsgsPerSubject
	}
	if pause, limite := ferma(); slices.Contains(pause, false) || limite != banco.Ampio {
		t.Errorf("held: %v, limit %d", pause, limite)
	}
	if err := v.Riapri(t.Context()); err != nil {
		t.Fatal(err)
	}
	if pause, limite := ferma(); slices.Contains(pause, true) || limite != bus.MessagesPerSubject {
		t.Errorf("after: %v, limit %d", pause, limite)
	}
}
