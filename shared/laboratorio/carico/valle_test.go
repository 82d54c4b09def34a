package main

import (
	"io"
	"slices"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/testkit"
	"github.com/piattaforma-verbali/verbali/shared/spine/bus"
)

func bancoProva(t *testing.T) (*banco.Banco, *bus.Bus) {
	t.Helper()
	nats := testkit.NATS(t)
	return &banco.Banco{Diario: io.Discard, Dsn: testkit.Postgres(t).DSNAmministratore, Nats: nats.URL()}, testkit.Bus(t, nats, "core")
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
