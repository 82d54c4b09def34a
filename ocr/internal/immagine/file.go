package immagine

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/ocr/internal/processo"
)

// The most that a file of many pages may have.
const (
	PagineMassime = 200
	vociMassime   = 500
	voceMassima   = 64 << 20
	interoMassimo = 512 << 20
)

// Foglio opens one page of a file; its error is that page's alone.
type Foglio struct {
	// Nome is the name of the file of a ZIP that the page is in; empty for others.
	Nome string
	Apri func(ctx context.Context) (Pagina, error)
}

// Fogli lists the pages of a file: a picture has one, a TIFF or PDF its pages, a ZIP those of its files. Nothing is decoded yet.
func Fogli(ctx context.Context, file []byte) ([]Foglio, error) {
	fogli, err := fogli(ctx, file, 0)
	switch {
	case err != nil:
		return nil, err
	case len(fogli) == 0:
		return nil, problem.CampoNonValido("file", "non ha pagine")
	case len(fogli) > PagineMassime:
		return nil, troppe(len(fogli))
	}
	return fogli, nil
}

// Molti tells a file that is worked in the background: an archive, a PDF, a TIFF of more pages.
func Molti(file []byte) bool {
	switch contenuto.Tipo(file) {
	case contenuto.PDF, "application/zip":
		return true
	case "image/tiff":
		d, err := direttori(file)
		return err == nil && len(d) > 1
	}
	return false
}

func troppe(n int) error {
	return problem.Nuovo(problem.Excessive, "TROPPE_PAGINE", "Troppe pagine", fmt.Sprintf("Il file ha %d pagine: al più %d.", n, PagineMassime))
}

func fogli(ctx context.Context, file []byte, dentro int) ([]Foglio, error) {
	switch contenuto.Tipo(file) {
	case contenuto.PDF:
		return pdf(ctx, file)
	case "image/tiff":
		return tiff(file)
	case "application/zip":
		if dentro > 0 {
			return nil, problem.CampoNonValido("file", "un archivio dentro un archivio non si apre")
		}
		return archivio(ctx, file)
	}
	return []Foglio{{Apri: func(context.Context) (Pagina, error) { return Apri(file) }}}, nil
}

// archivio lists the pages of the files of a ZIP, by name. Names say nothing but an order: nothing is written to disk.
func archivio(ctx context.Context, file []byte) ([]Foglio, error) {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, problem.CampoNonValido("file", "l'archivio ZIP è rovinato").With(err)
	}
	voci := slices.DeleteFunc(slices.Clone(z.File), func(v *zip.File) bool { return v.FileInfo().IsDir() })
	slices.SortStableFunc(voci, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	if len(voci) > vociMassime {
		return nil, problem.Nuovo(problem.Excessive, "TROPPE_PAGINE", "Troppe pagine", fmt.Sprintf("L'archivio ha %d file: al più %d.", len(voci), vociMassime))
	}
	var esce []Foglio
	intero := 0
	for _, v := range voci {
		b, err := voce(v)
		if err != nil {
			return nil, err
		}
		if intero += len(b); intero > interoMassimo {
			return nil, problem.TroppoGrande(interoMassimo)
		}
		sue, err := fogli(ctx, b, 1)
		if err != nil {
			sue = []Foglio{{Apri: func(context.Context) (Pagina, error) { return Pagina{}, err }}}
		}
		for _, f := range sue {
			f.Nome = path.Base(v.Name)
			esce = append(esce, f)
		}
		if len(esce) > PagineMassime {
			return nil, troppe(len(esce))
		}
	}
	return esce, nil
}

// voce reads a file of a ZIP, whatever size it declares.
func voce(v *zip.File) ([]byte, error) {
	r, err := v.Open()
	if err != nil {
		return nil, problem.CampoNonValido("file", "l'archivio ZIP è rovinato: "+path.Base(v.Name)).With(err)
	}
	defer func() { _ = r.Close() }()
	b, err := io.ReadAll(io.LimitReader(r, voceMassima+1))
	switch {
	case err != nil:
		return nil, problem.CampoNonValido("file", "l'archivio ZIP è rovinato: "+path.Base(v.Name)).With(err)
	case len(b) > voceMassima:
		return nil, problem.TroppoGrande(voceMassima)
	}
	return b, nil
}

// direttori are where the pages of a TIFF begin (TIFF 6.0, section 2).
func direttori(file []byte) ([]uint32, error) {
	if len(file) < 8 {
		return nil, io.ErrUnexpectedEOF
	}
	ordine := binary.ByteOrder(binary.LittleEndian)
	if file[0] == 'M' {
		ordine = binary.BigEndian
	}
	var esce []uint32
	for da := ordine.Uint32(file[4:]); da != 0; {
		if int64(da)+2 > int64(len(file)) || slices.Contains(esce, da) {
			return nil, errors.New("tiff: direttorio fuori posto")
		}
		esce = append(esce, da)
		if len(esce) > 10*PagineMassime {
			break
		}
		dopo := int64(da) + 2 + 12*int64(ordine.Uint16(file[da:]))
		if dopo+4 > int64(len(file)) {
			return nil, io.ErrUnexpectedEOF
		}
		da = ordine.Uint32(file[dopo:])
	}
	return esce, nil
}

// tiff lists the pages of a TIFF: each is the file with its header pointing to that page.
func tiff(file []byte) ([]Foglio, error) {
	d, err := direttori(file)
	if err != nil {
		return nil, problem.CampoNonValido("file", "il TIFF è rovinato").With(err)
	}
	if len(d) > PagineMassime {
		return nil, troppe(len(d))
	}
	var esce []Foglio
	for _, da := range d {
		esce = append(esce, Foglio{Apri: func(context.Context) (Pagina, error) {
			ordine := binary.ByteOrder(binary.LittleEndian)
			if file[0] == 'M' {
				ordine = binary.BigEndian
			}
			una := bytes.Clone(file)
			ordine.PutUint32(una[4:], da)
			return Apri(una)
		}})
	}
	return esce, nil
}

// limitiPDF of a page drawn by poppler.
const (
	tempoPDF = 10 * time.Second
	memoria  = 512 << 20
)

var (
	quantePagine = regexp.MustCompile(`(?m)^Pages:\s+(\d+)`)
	misuraPagina = regexp.MustCompile(`(?m)^Page\s+size:\s+([0-9.]+) x ([0-9.]+)`)
)

// pdf lists the pages of a PDF; poppler's programs draw them (Debian poppler-utils).
func pdf(ctx context.Context, file []byte) ([]Foglio, error) {
	detto, err := processo.Esegui(ctx, processo.Limiti{Tempo: tempoPDF, Memoria: memoria, Esce: 64 << 10}, file, "pdfinfo", "-")
	if errors.Is(err, processo.ErrManca) {
		return nil, problem.NonElaborabile("PDF_NON_LEGGIBILE", "Su questa installazione manca il programma che legge i PDF (poppler-utils): mandare le pagine come immagini.").With(err)
	}
	m := quantePagine.FindSubmatch(detto)
	if err != nil || m == nil {
		return nil, problem.CampoNonValido("file", "il PDF è rovinato o protetto").With(err)
	}
	n, err := strconv.Atoi(string(m[1]))
	if err != nil || n > PagineMassime {
		return nil, troppe(n)
	}
	risoluzione := 200
	if m := misuraPagina.FindSubmatch(detto); m != nil { // a page of metres is drawn smaller
		w, _ := strconv.ParseFloat(string(m[1]), 64)
		h, _ := strconv.ParseFloat(string(m[2]), 64)
		for risoluzione > 20 && w*h/72/72*float64(risoluzione*risoluzione) > PuntiMassimi/4 {
			risoluzione /= 2
		}
	}
	var esce []Foglio
	for i := range n {
		esce = append(esce, Foglio{Apri: func(ctx context.Context) (Pagina, error) {
			pagina := strconv.Itoa(i + 1)
			b, err := processo.Esegui(ctx, processo.Limiti{Tempo: tempoPDF, Memoria: memoria, Esce: 256 << 20}, file,
				"pdftoppm", "-f", pagina, "-l", pagina, "-r", strconv.Itoa(risoluzione), "-gray", "-jpeg", "-jpegopt", "quality=85", "-")
			if err != nil {
				return Pagina{}, problem.CampoNonValido("file", "la pagina "+pagina+" del PDF non si disegna").With(err)
			}
			return Apri(b)
		}})
	}
	return esce, nil
}
