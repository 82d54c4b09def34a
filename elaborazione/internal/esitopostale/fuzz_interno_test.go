package esitopostale

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// FuzzFile: whatever comes is read to its end or refused in words; what is kept can be read and is bounded, and
// a row without fault says what happened and when.
func FuzzFile(f *testing.F) {
	for _, seme := range []string{
		"lotto;sequenza;esito;data;ricevuta\nLOT-alfa-20261120-001;1;CONSEGNATO;2026-11-25;281526382192\n",
		"\xef\xbb\xbfnotifica,esito,causa,data\n01936a2e-7c00-7000-8000-000000000001,RECAG003C,M03,25/11/2026\n",
		"documento;destinatario;esito;dataCad;dataRitiro\n12/A/2026;01936a2e-7c00-7000-8000-000000000001;RITIRATO;2026-11-25T00:00:00Z;\"2026-11-27\"\n",
		"notifica;esito\n\"", "esito\x00;notifica\n\xff;\xfe", ";;;\n",
	} {
		f.Add([]byte(seme), "text/csv")
		f.Add([]byte(seme), "text/csv; charset=windows-1252")
	}
	f.Fuzz(func(t *testing.T, corpo []byte, tipo string) {
		x, err := apri(corpo, tipo)
		var r letta
		for err == nil {
			if r, err = x.prossima(); err != nil || r.motivo != "" {
				continue
			}
			for colonna, testo := range r.celle {
				if strings.ContainsFunc(testo, illeggibile) || len([]rune(testo)) > cellaAlPiu {
					t.Fatalf("%s: %q", colonna, testo)
				}
			}
			y, difetto := interpreta(r.celle)
			if difetto == nil && y.genere != inViaggio && (y.esito.Fatto.IsZero() || (y.esito.Canale == "") == (y.esito.Motivo == "")) {
				t.Fatalf("%v: %+v", r.celle, y)
			}
		}
		if !errors.Is(err, io.EOF) && problem.As(err) == nil {
			t.Fatalf("refused without a word for who sent it: %v", err)
		}
	})
}
