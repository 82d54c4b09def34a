package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/piattaforma-verbali/verbali/shared/bus"
)

func TestWhatIsCommittedIsFresh(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := genera("../../../../docs/asyncapi.yaml", dir); err != nil {
		t.Fatal(err)
	}
	for _, nome := range []string{"permessi_gen.go", "nats.conf"} {
		fresco, err := os.ReadFile(filepath.Join(dir, nome))
		if err != nil {
			t.Fatal(err)
		}
		if consegnato, err := os.ReadFile(filepath.Join("../..", nome)); err != nil || string(consegnato) != string(fresco) {
			t.Errorf("%s is stale: make genera (%v)", nome, err)
		}
	}
}

func TestPermessi(t *testing.T) {
	t.Parallel()
	casi := map[string]struct {
		canale string
		want   []bus.Permessi
		errore string
	}{
		"a question is asked by some and answered by one": {
			canale: "address: chiedi.vpn.targa\n    x-pubblica: [mobile]\n    x-consuma: [vpn]",
			want: []bus.Permessi{
				{Modulo: "mobile", Pubblica: []string{"chiedi.vpn.targa"}, Ascolta: []string{"_INBOX_mobile.>"}},
				{
					Modulo: "vpn", Pubblica: []string{"_INBOX_amministratore.>", "_INBOX_mobile.>"},
					Ascolta: []string{"$SRV.>", "_INBOX_vpn.>", "chiedi.vpn.targa"},
				},
			},
		},
		"progress is heard plainly, of every tenant": {
			canale: "address: avanzamento.{tenant}.lotto.{id}\n    x-pubblica: [ocr]\n    x-consuma: [core]",
			want: []bus.Permessi{
				{Modulo: "core", Ascolta: []string{"_INBOX_core.>", "avanzamento.*.lotto.*"}},
				{Modulo: "ocr", Pubblica: []string{"avanzamento.*.lotto.*"}, Ascolta: []string{"_INBOX_ocr.>"}},
			},
		},
		"a module stands for itself": {
			canale: "address: morti.{modulo}.{tipo}.{tenant}\n    x-stream: MORTI\n    x-pubblica: [ocr]",
			want:   []bus.Permessi{{Modulo: "ocr", Pubblica: []string{"morti.ocr.*.*"}, Ascolta: []string{"_INBOX_ocr.>"}}},
		},
		"a stream is read only through a durable": {
			canale: "address: lavori.vpn.targa.{tenant}\n    x-stream: LAVORI\n    x-consuma: [mobile]",
			errore: "channels.prova: x-consuma: mobile non ha un durevole su lavori.vpn.targa.*",
		},
	}
	for nome, caso := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			got, err := permessi([]byte("channels:\n  prova:\n    " + caso.canale + "\n"))
			if caso.errore != "" {
				if err == nil || !strings.Contains(err.Error(), caso.errore) {
					t.Errorf("error %v, want %q", err, caso.errore)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(caso.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
