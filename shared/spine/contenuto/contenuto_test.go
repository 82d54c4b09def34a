package contenuto_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/piattaforma-verbali/verbali/shared/spine/contenuto"
)

func disegno() image.Image {
	i := image.NewGray(image.Rect(0, 0, 20, 10))
	i.SetGray(3, 4, color.Gray{Y: 200})
	return i
}

func unJPEG(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, disegno(), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func unPNG(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, disegno()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestContraddetto(t *testing.T) {
	t.Parallel()
	foto, schermata := unJPEG(t), unPNG(t)
	casi := map[string]struct {
		dichiarato string
		file       []byte
		vuole      bool
	}{
		"a photograph":                            {"image/jpeg", foto, false},
		"a photograph, by its usual name":         {"image/jpg", foto, false},
		"a photograph that is said to be another": {"image/png", foto, false},
		"a photograph without its family":         {"jpg", foto, false},
		"a scan by its short name":                {"image/tif", []byte("II*\x00"), false},
		"a new document by the name of the old":   {"application/msword", []byte("PK\x03\x04xxxx"), false},
		"a page that is said to be a photograph":  {"image/jpeg", []byte("<!doctype html><script>alert(1)</script>"), true},
		"a page that is said to be an act":        {"application/pdf", []byte("  <html><body onload=x>"), true},
		"a drawing that runs":                     {"image/png", []byte(`<?xml version="1.0"?><svg xmlns="x" onload="y"/>`), true},
		"a drawing that runs, bare":               {"image/jpeg", []byte(`<svg onload="y"/>`), true},
		"a drawing that says so":                  {"image/svg+xml", []byte(`<svg/>`), false},
		"a program":                               {"application/pdf", []byte("MZ\x90\x00\x03"), true},
		"a program of Linux":                      {"image/jpeg", []byte("\x7fELF\x02\x01"), true},
		"a script":                                {"text/plain", []byte("#!/bin/sh\nrm"), true},
		"an archive":                              {"image/jpeg", []byte("PK\x03\x04xxxx"), false},
		"a document that is an archive":           {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", []byte("PK\x03\x04xxxx"), false},
		"an older document":                       {"application/msword", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), false},
		"an act":                                  {"application/pdf", []byte("%PDF-1.7"), false},
		"an act, said to be a text":               {"text/plain", []byte("%PDF-1.7"), false},
		"a sender who says nothing":               {"application/octet-stream", schermata, false},
		"bytes that nobody recognises":            {"image/jpeg", []byte("foto"), false},
		"a signed document":                       {"application/pkcs7-mime", []byte{0x30, 0x82, 1, 2}, false},
	}
	for nome, c := range casi {
		t.Run(nome, func(t *testing.T) {
			t.Parallel()
			if vero, ha := contenuto.Contraddetto(c.dichiarato, c.file); ha != c.vuole {
				t.Errorf("%s declared as %s: %v", vero, c.dichiarato, ha)
			}
		})
	}
}

func TestVeroIsWhatTheBytesSayWhereItIsShown(t *testing.T) {
	t.Parallel()
	for dichiarato, c := range map[string]struct {
		file  []byte
		vuole string
	}{
		"image/png":          {unJPEG(t), contenuto.JPEG},
		"jpg":                {unJPEG(t), contenuto.JPEG},
		"image/tif":          {[]byte("II*\x00"), "image/tiff"},
		"text/plain":         {[]byte("%PDF-1.7"), contenuto.PDF},
		"application/msword": {[]byte("PK\x03\x04xxxx"), "application/msword"},
		"image/jpeg":         {[]byte("foto"), "image/jpeg"},
	} {
		if vero := contenuto.Vero(dichiarato, c.file); vero != c.vuole {
			t.Errorf("%s: %s, want %s", dichiarato, vero, c.vuole)
		}
	}
}

func TestRidisegnataHasNothingButItsPixels(t *testing.T) {
	t.Parallel()
	const nascosto = "<script>alert(1)</script>"
	for nome, file := range map[string][]byte{contenuto.JPEG: unJPEG(t), contenuto.PNG: unPNG(t)} {
		nuova, tipo, ok := contenuto.Ridisegnata(append(bytes.Clone(file), nascosto...))
		if !ok || tipo != nome || bytes.Contains(nuova, []byte(nascosto)) {
			t.Errorf("%s: %s, %v", nome, tipo, ok)
		}
		if i, _, err := image.Decode(bytes.NewReader(nuova)); err != nil || i.Bounds() != disegno().Bounds() {
			t.Errorf("%s: %v", nome, err)
		}
	}
}

func TestRidisegnataKeepsHowTheCameraWasHeld(t *testing.T) {
	t.Parallel()
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x02" + // two entries: the maker's mark, the orientation
		"\x01\x0f\x00\x02\x00\x00\x00\x04GPS!" + "\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00" + "\x00\x00\x00\x00"
	file := unJPEG(t)
	girata := append([]byte("\xff\xd8\xff\xe1\x00"+string(rune(len(exif)+2))+exif), file[2:]...)
	nuova, _, ok := contenuto.Ridisegnata(girata)
	if !ok || !bytes.Contains(nuova, []byte("\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00")) || bytes.Contains(nuova, []byte("GPS!")) {
		t.Errorf("%q", nuova[:60])
	}
	if ancora, _, ok := contenuto.Ridisegnata(nuova); !ok || !bytes.Equal(ancora[:40], nuova[:40]) {
		t.Errorf("what was written is not read: %q", ancora[:40])
	}
	if _, err := jpeg.Decode(bytes.NewReader(nuova)); err != nil {
		t.Error(err)
	}
}

func TestRidisegnataRefuses(t *testing.T) {
	t.Parallel()
	bomba := bytes.Clone(unPNG(t))
	copy(bomba[16:], "\x00\x01\x86\xa0\x00\x01\x86\xa0") // a hundred thousand by a hundred thousand
	for nome, file := range map[string][]byte{"a page": []byte("<html>"), "nothing": nil, "a bomb": bomba, "half": unJPEG(t)[:60], "an act": []byte("%PDF-1.7")} {
		if _, tipo, ok := contenuto.Ridisegnata(file); ok {
			t.Errorf("%s: %s", nome, tipo)
		}
	}
}

func TestPeso(t *testing.T) {
	t.Parallel()
	grande := func(file []byte, lato string) []byte {
		b := bytes.Clone(file)
		i := bytes.Index(b, []byte("\xff\xc0")) // SOF0: length, precision, height, width
		copy(b[i+5:], lato+lato)
		return b
	}
	passate := grande(unJPEG(t), "\x10\x00")
	passate = bytes.Replace(passate, []byte("\xff\xc0"), []byte("\xff\xc2"), 1)
	colori := bytes.Clone(unPNG(t))
	copy(colori[16:], "\x00\x00\x20\x00\x00\x00\x20\x00\x10\x06") // 16 bit RGBA
	binary.BigEndian.PutUint32(colori[29:], crc32.ChecksumIEEE(colori[12:29]))
	for nome, c := range map[string]struct {
		file []byte
		peso int64
	}{
		"a small one":                      {unJPEG(t), 200},
		"a camera's":                       {grande(unJPEG(t), "\x10\x00"), 16 << 20},
		"one drawn in passes takes more":   {passate, 80 << 20},
		"many pixels":                      {grande(unJPEG(t), "\x40\x00"), 0},
		"not so many, of eight bytes each": {colori, 0},
		"an act":                           {[]byte("%PDF-1.7"), 0},
	} {
		if peso := contenuto.Peso(c.file); peso != c.peso {
			t.Errorf("%s: %d, want %d", nome, peso, c.peso)
		}
	}
}

func FuzzRidisegnata(f *testing.F) {
	f.Add(unJPEG(f))
	f.Add(unPNG(f))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x20Exif\x00\x00II*\x00\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, file []byte) {
		nuova, tipo, ok := contenuto.Ridisegnata(file)
		if ok && contenuto.Tipo(nuova) != tipo {
			t.Errorf("%s became %s", tipo, contenuto.Tipo(nuova))
		}
	})
}
