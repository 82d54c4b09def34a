package lotto_test

import (
	"bytes"
	"slices"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"github.com/piattaforma-verbali/verbali/elaborazione/internal/lotto"
)

// documento has so many pages.
func documento(t *testing.T, pagine int) *model.Context {
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
	letto, err := lotto.Leggi(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return letto
}

func TestTheMergedFileHasThePagesOfEach(t *testing.T) {
	t.Parallel()
	for _, attese := range [][]int{{2}, {2, 4, 1, 2}, slices.Repeat([]int{2, 1}, 60)} { // the last is of some parts
		var fasci [][]byte
		somma := 0
		for alcune := range slices.Chunk(attese, lotto.PerFascio) {
			var atti []*model.Context
			for _, n := range alcune {
				uno := documento(t, n)
				if uno.PageCount != n {
					t.Errorf("%d pages, want %d", uno.PageCount, n)
				}
				atti, somma = append(atti, uno), somma+n
			}
			fascio, err := lotto.Fascio(atti)
			if err != nil {
				t.Fatal(err)
			}
			fasci = append(fasci, fascio)
		}
		unito, err := lotto.Unione(lotto.Titolo{Titolo: "Lotto è", Autore: "Alfa"}, fasci)
		if err != nil {
			t.Fatal(err)
		}
		if x, err := api.PDFInfo(bytes.NewReader(unito), "", nil, false, nil); err != nil || x.Title != "Lotto è" || x.Author != "Alfa" {
			t.Errorf("%+v %v", x, err)
		}
		if n, err := api.PageCount(bytes.NewReader(unito), nil); err != nil || n != somma {
			t.Errorf("the merged file has %d pages, want %d: %v", n, somma, err)
		}
	}
	if _, err := lotto.Leggi([]byte("%PDF-1.7 monco")); err == nil {
		t.Error("a broken document was read")
	}
}
