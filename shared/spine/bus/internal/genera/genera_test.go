package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWhatIsCommittedIsFresh(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := genera("../../../../../docs/asyncapi.yaml", dir); err != nil {
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
	info := scambio{Tipo: "service", Soggetto: informazioni}
	casi := map[string]struct {
		canale string
		want   []permesso
		passa  scambi
		errore string
	}{
		"a question is asked by some and answered by one": {
			canale: "address: chiedi.vpn.targa\n    x-pubblica: [mobile]\n    x-consuma: [vpn]",
			want: []permesso{
				{Modulo: "mobile", Pubblica: []string{"chiedi.vpn.targa"}, Ascolta: []string{"_INBOX_mobile.>"}},
				{Modulo: "vpn", Pubblica: []string{"_R_.>"}, Ascolta: []string{"$SRV.>", "_INBOX_vpn.>", "chiedi.vpn.targa"}},
			},
			passa: scambi{
				"piattaforma": {info.verso("mobile", "vpn")},
				"vpn": {
					scambio{Tipo: "service", Soggetto: "$SRV.>", Molte: true}.verso("piattaforma"),
					scambio{Tipo: "service", Soggetto: "chiedi.vpn.targa"}.verso("mobile"),
				},
			},
		},
		"progress is heard plainly, of every tenant": {
			canale: "address: avanzamento.{tenant}.lotto.{id}\n    x-pubblica: [ocr]\n    x-consuma: [core]",
			want: []permesso{
				{Modulo: "core", Ascolta: []string{"_INBOX_core.>", "avanzamento.*.lotto.*"}},
				{Modulo: "ocr", Pubblica: []string{"avanzamento.*.lotto.*"}, Ascolta: []string{"_INBOX_ocr.>"}},
			},
			passa: scambi{
				"piattaforma": {info.verso("core", "ocr")},
				"ocr":         {scambio{Tipo: "stream", Soggetto: "avanzamento.*.lotto.*"}.verso("core")},
			},
		},
		"a fact of the platform comes from who publishes it and from the administrator": {
			canale: "address: fatti.piattaforma.cosa.mutata\n    x-stream: FATTI\n    x-pubblica: [core]\n    x-consuma: [core, ocr]",
			want: []permesso{
				{Modulo: "core", Pubblica: []string{"fatti.piattaforma.cosa.mutata"}, Ascolta: []string{"_INBOX_core.>", "fatti.piattaforma.>"}},
				{Modulo: "ocr", Ascolta: []string{"_INBOX_ocr.>", "fatti.piattaforma.>"}},
			},
			passa: scambi{
				"core": {scambio{Tipo: "stream", Soggetto: "fatti.piattaforma.cosa.mutata"}.verso("ocr")},
				"piattaforma": {
					info.verso("core", "ocr"),
					scambio{Tipo: "service", Soggetto: "fatti.piattaforma.cosa.mutata"}.verso("core"),
					scambio{Tipo: "stream", Soggetto: "fatti.piattaforma.cosa.mutata"}.verso("core", "ocr"),
				},
			},
		},
		"a module stands for itself": {
			canale: "address: morti.{modulo}.{tipo}.{tenant}\n    x-stream: MORTI\n    x-pubblica: [ocr]",
			want:   []permesso{{Modulo: "ocr", Pubblica: []string{"morti.ocr.*.*"}, Ascolta: []string{"_INBOX_ocr.>"}}},
			passa: scambi{"piattaforma": {
				info.verso("ocr"), scambio{Tipo: "service", Soggetto: "morti.ocr.*.*"}.verso("ocr"),
			}},
		},
		"a stream is read only through a durable": {
			canale: "address: lavori.vpn.targa.{tenant}\n    x-stream: LAVORI\n    x-consuma: [mobile]",
			errore: "channels.prova: x-consuma: mobile non ha un durevole su lavori.vpn.targa.*",
		},
	}
	for nome, caso := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			got, passa, err := permessi([]byte("channels:\n  prova:\n    " + caso.canale + "\n"))
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
				t.Errorf("permissions (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(caso.passa, passa); diff != "" {
				t.Errorf("exchanges (-want +got):\n%s", diff)
			}
		})
	}
}

func (c scambio) verso(conti ...string) scambio {
	c.A = conti
	return c
}
