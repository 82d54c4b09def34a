package lotto_test

import (
	"bytes"
	"slices"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"github.com/google/go-cmp/cmp"
	"github.com/pdfcpu/pdfcpu/pkg/api"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
)

// documento has so many pages.
func documento(t *testing.T, pagine int) *bytes.Reader {
	t.Helper()
	pdf := fpdf.New("P", "mm", "A4", "")
	for range pagine {
		pdf.AddPage()
		pdf.SetFont("Helvetica", "", 12)
		pdf.Text(20, 20, "pagina")
	}
	var b bytes.Buffer
	if err := pdf.Output(&b); err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(b.Bytes())
}

func TestTheMergedFileHasThePagesOfEach(t *testing.T) {
	t.Parallel()
	for _, attese := range [][]int{{2}, {2, 4, 1, 2}, slices.Repeat([]int{2, 1}, 60)} { // the last is of some parts
		var atti []*bytes.Reader
		somma := 0
		for _, n := range attese {
			atti, somma = append(atti, documento(t, n)), somma+n
		}
		unito, pagine, err := lotto.Unione(atti)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(attese, pagine); diff != "" {
			t.Errorf("pages (-want +got):\n%s", diff)
		}
		if n, err := api.PageCount(bytes.NewReader(unito), nil); err != nil || n != somma {
			t.Errorf("the merged file has %d pages, want %d: %v", n, somma, err)
		}
	}
	if _, _, err := lotto.Unione([]*bytes.Reader{documento(t, 1), bytes.NewReader([]byte("%PDF-1.7 monco"))}); err == nil {
		t.Error("a broken document was merged")
	}
}
