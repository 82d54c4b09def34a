package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func registroProva(colori bool) (*registro, *bytes.Buffer) {
	var uscita bytes.Buffer
	ora := time.Date(2026, 11, 20, 10, 30, 5, 0, time.FixedZone("CET", 3600))
	return &registro{uscita: &uscita, colori: colori, ora: func() time.Time { return ora }}, &uscita
}

func TestRegistro(t *testing.T) {
	t.Parallel()
	casi := []struct{ regola, riga, atteso string }{
		{"a JSON line becomes hour, program, level, message, attributes in their order",
			`{"time":"2026-11-20T08:00:01.5Z","level":"INFO","msg":"verbale inserito","tenant":"alfa","numero":12,"a":null,"ok":true}`,
			"09:00:01 core         INFO  verbale inserito tenant=alfa numero=12 a=null ok=true\n"},
		{"groups are flattened with dots",
			`{"time":"2026-11-20T08:00:01Z","level":"WARN","msg":"m","http":{"stato":500,"via":{"x":"y"}}}`,
			"09:00:01 core         WARN  m http.stato=500 http.via.x=y\n"},
		{"values that are not one word are quoted", `{"level":"ERROR","msg":"m","e":"a b","v":"","n":"x\n\u001b[31m"}`,
			"10:30:05 core         ERROR m e=\"a b\" v=\"\" n=\"x\\n\\x1b[31m\"\n"},
		{"the program's own name is not repeated", `{"level":"INFO","msg":"m","servizio":"core"}`, "10:30:05 core         INFO  m\n"},
		{"arrays stay as they are", `{"level":"INFO","msg":"m","v":[1,2]}`, "10:30:05 core         INFO  m v=[1,2]\n"},
		{"a long number keeps its digits", `{"level":"INFO","msg":"m","n":12345678901234567890}`, "10:30:05 core         INFO  m n=12345678901234567890\n"},
		{"text is passed through", "panic: qualcosa", "10:30:05 core         panic: qualcosa\n"},
		{"JSON that is no log record is passed through", `{"a":1}`, "10:30:05 core         {\"a\":1}\n"},
		{"JSON with something after it is passed through", `{"level":"INFO","msg":"m"} x`, "10:30:05 core         {\"level\":\"INFO\",\"msg\":\"m\"} x\n"},
		{"cut JSON is passed through", `{"level":"INFO","msg":"m`, "10:30:05 core         {\"level\":\"INFO\",\"msg\":\"m\n"},
	}
	for _, c := range casi {
		t.Run(c.regola, func(t *testing.T) {
			t.Parallel()
			r, uscita := registroProva(false)
			if _, err := r.per("core").Write([]byte(c.riga + "\n")); err != nil {
				t.Fatal(err)
			}
			if uscita.String() != c.atteso {
				t.Errorf("got  %q\nwant %q", uscita.String(), c.atteso)
			}
		})
	}
}

func TestCanale(t *testing.T) {
	t.Parallel()
	t.Run("a line that comes in pieces is written once, whole", func(t *testing.T) {
		t.Parallel()
		r, uscita := registroProva(false)
		w := r.per("vpn")
		for _, pezzo := range []string{"un", "a\nd", "ue\ntr"} {
			if n, err := w.Write([]byte(pezzo)); n != len(pezzo) || err != nil {
				t.Fatal(n, err)
			}
		}
		want := "10:30:05 vpn          una\n10:30:05 vpn          due\n"
		if uscita.String() != want {
			t.Errorf("got %q", uscita.String())
		}
	})
	t.Run("a line without end is cut and memory stays bounded", func(t *testing.T) {
		t.Parallel()
		r, uscita := registroProva(false)
		c := &canale{registro: r, nome: "vpn"}
		for range 10 {
			if _, err := c.Write(bytes.Repeat([]byte("x"), massimaRiga/2)); err != nil {
				t.Fatal(err)
			}
		}
		if len(c.resto) >= massimaRiga || strings.Count(uscita.String(), "\n") != 5 {
			t.Errorf("%d bytes kept, %d lines", len(c.resto), strings.Count(uscita.String(), "\n"))
		}
	})
	t.Run("colours only when asked for", func(t *testing.T) {
		t.Parallel()
		r, uscita := registroProva(true)
		r.scrivi("core", []byte(`{"level":"ERROR","msg":"m"}`))
		if !strings.Contains(uscita.String(), "\x1b[31mERROR\x1b[0m") {
			t.Errorf("got %q", uscita.String())
		}
	})
}

func FuzzRegistro(f *testing.F) {
	f.Add([]byte(`{"level":"INFO","msg":"m","a":{"b":[{}]}}`))
	f.Add([]byte(`{"level":{"a":1}}`))
	f.Add([]byte(`{"level":"INFO","a":`))
	f.Fuzz(func(t *testing.T, riga []byte) {
		r, uscita := registroProva(false)
		riga = bytes.ReplaceAll(riga, []byte("\n"), nil)
		r.scrivi("core", riga)
		if !strings.HasSuffix(uscita.String(), "\n") || !strings.Contains(uscita.String(), " core ") {
			t.Errorf("%q became %q", riga, uscita.String())
		}
	})
}
