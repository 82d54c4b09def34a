package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/codici/pagopa"
	"github.com/piattaforma-verbali/verbali/shared/laboratorio/carico/banco"
)

// TestTheCitizensReadWhatTheArchiveHolds: the numbers of the notices are made three times, by the archive
// in SQL, by pgbench in sums, and here.
func TestTheCitizensReadWhatTheArchiveHolds(t *testing.T) {
	t.Parallel()
	a := &banco.Archivio{Verbali: 100_000}
	primo, quanti := conAvviso(a)
	if primo != 90_001 || quanti != 10_000 {
		t.Fatalf("from %d, %d fines with a notice", primo, quanti)
	}
	visti := map[int64]bool{}
	for n := range quanti {
		i := numeroArchivio(a, n)
		if i < primo || i >= primo+quanti || visti[i] {
			t.Fatalf("question %d is about fine %d", n, i)
		}
		visti[i] = true
		if n%97 != 0 {
			continue
		}
		iuv, targa, err := coppiaArchivio(a, i)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pagopa.Leggi(iuv); err != nil {
			t.Errorf("the IUV %s of fine %d: %v", iuv, i, err)
		}
		base := int64(3_120_000_000_000_000) + i
		if somma := strconv.FormatInt((base-3_000_000_000_000_000)*100+base%93, 10); somma != iuv {
			t.Errorf("pgbench makes %s of fine %d, the citizen reads %s", somma, i, iuv)
		}
		if len(targa) != 6 {
			t.Errorf("plate %q", targa)
		}
		domanda := domandaAnonima(a, "127.0.0.1:1", n)
		if !strings.Contains(domanda, iuv) || !strings.HasSuffix(domanda, `"targa":"`+targa+`"}`) {
			t.Error(domanda)
		}
	}
}

func TestOnlyTheFineAskedIsAnAnswer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stato int
		corpo string
		buona bool
	}{
		{200, `{"verbale":{"numero":"90001","lettera":"P"}}`, true},
		{200, `{"verbale":{"numero":"900011","lettera":"P"}}`, false},
		{404, `{"numero":"90001"}`, false},
		{429, `{}`, false},
	} {
		if err := rispostaAnonima(90_001, c.stato, []byte(c.corpo)); (err == nil) != c.buona {
			t.Errorf("%d %s: %v", c.stato, c.corpo, err)
		}
	}
}

func TestTheScriptOfTheConsultation(t *testing.T) {
	t.Parallel()
	d := domandaConsultazione(&banco.Archivio{Verbali: 100_000})
	got, err := banco.InCopione("SELECT x FROM a\n\tWHERE a.iuv = $1 AND w.targa = $2 LIMIT 1", d)
	if err != nil || !strings.HasSuffix(got, "WHERE a.iuv = :iuv AND w.targa = :targa LIMIT 1;\n") || !strings.HasPrefix(got, `\set i random(90001, 100000)`) ||
		!strings.Contains(got, "% 37999 END") {
		t.Errorf("%q, %v", got, err)
	}
}
