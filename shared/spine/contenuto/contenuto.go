// Package contenuto judges a file by its bytes, whatever type its sender declares, and makes of an image a copy that
// may be looked at. Pure.
package contenuto

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
)

// Media types that a browser shows without running anything.
const (
	PDF  = "application/pdf"
	JPEG = "image/jpeg"
	PNG  = "image/png"
)

// ignoto is what nothing is known of: bytes without a signature, or a sender who says nothing.
const ignoto = "application/octet-stream"

// Tipo is the media type that the bytes have, without parameters; application/octet-stream where they tell none.
func Tipo(file []byte) string {
	for _, firma := range []struct{ inizio, tipo string }{
		{"MZ", "application/x-msdownload"}, {"\x7fELF", "application/x-executable"}, {"#!", "text/x-shellscript"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"}, {"II*\x00", "image/tiff"}, {"MM\x00*", "image/tiff"},
	} {
		if bytes.HasPrefix(file, []byte(firma.inizio)) {
			return firma.tipo
		}
	}
	tipo, _, _ := strings.Cut(http.DetectContentType(file), ";")
	if tipo == "text/xml" || tipo == "text/plain" { // an SVG may begin as XML does, or bare
		if testo := bytes.ToLower(file[:min(len(file), 1024)]); bytes.Contains(testo, []byte("<svg")) {
			return "image/svg+xml"
		}
	}
	return tipo
}

// Contraddetto reports a file that a reader could run without knowing it: active content (a page, a drawing with
// scripts, a program) under the name of another type. Any other difference between name and bytes is a mistake of the
// sender's, which costs nothing: see Vero.
func Contraddetto(dichiarato string, file []byte) (vero string, contraddetto bool) {
	vero = Tipo(file)
	if !attivo(vero) {
		return vero, false
	}
	dichiarato = proprio(dichiarato)
	return vero, dichiarato != vero && dichiarato != ignoto && !slices.Contains(altriNomi(vero), dichiarato)
}

// Vero is the type to keep a file under: the type of its bytes where that is one shown in the browser and the sender calls it
// otherwise, else what the sender says.
func Vero(dichiarato string, file []byte) string {
	switch vero := Tipo(file); vero {
	case PDF, JPEG, PNG, "image/tiff", "image/gif", "image/bmp", "image/webp":
		return vero
	}
	return dichiarato
}

// attivo reports the types whose files do something when they are opened.
func attivo(tipo string) bool {
	switch tipo {
	case "text/html", "image/svg+xml", "application/x-msdownload", "application/x-executable", "text/x-shellscript":
		return true
	}
	return false
}

// proprio is a declared type without parameters and case.
func proprio(tipo string) string {
	tipo, _, _ = strings.Cut(strings.ToLower(tipo), ";")
	return strings.TrimSpace(tipo)
}

// altriNomi are the other names under which active content is what it says.
func altriNomi(vero string) []string {
	switch vero {
	case "text/html":
		return []string{"application/xhtml+xml"}
	case "image/svg+xml":
		return []string{"text/xml", "application/xml"}
	}
	return nil
}
