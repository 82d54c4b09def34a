// Package contenuto judges a file by its bytes, whatever its sender says that it is, and makes of an image one that
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

// Contraddetto reports a file whose bytes are of another type than the one declared, and that type. A declaration is
// contradicted by a signature, never by the lack of one: what cannot be recognised is only never shown.
func Contraddetto(dichiarato string, file []byte) (vero string, contraddetto bool) {
	vero = Tipo(file)
	dichiarato = canonico(dichiarato)
	if vero == ignoto || vero == "text/plain" || dichiarato == ignoto || vero == dichiarato {
		return vero, false
	}
	return vero, !slices.ContainsFunc(contenitori(vero), func(s string) bool { return strings.HasPrefix(dichiarato, s) || strings.HasSuffix(dichiarato, s) })
}

// canonico gives the registered name of a type that senders also write in other ways.
func canonico(tipo string) string {
	tipo, _, _ = strings.Cut(strings.ToLower(tipo), ";")
	tipo = strings.TrimSpace(tipo)
	switch tipo {
	case "image/jpg", "image/pjpeg":
		return JPEG
	case "image/x-png":
		return PNG
	case "application/x-pdf":
		return PDF
	case "image/x-ms-bmp", "image/x-bmp":
		return "image/bmp"
	}
	return tipo
}

// contenitori are the beginnings and ends of the types that are written inside another.
func contenitori(vero string) []string {
	switch vero {
	case "application/zip":
		return []string{"application/vnd.", "application/x-zip", "zip", "application/epub", "application/java-archive"}
	case "application/x-ole-storage":
		return []string{"application/ms", "application/vnd.ms-", "application/x-ms"}
	case "text/xml":
		return []string{"xml", "text/plain", "application/pkcs7", "html"}
	case "image/svg+xml":
		return []string{"xml"}
	case "application/x-gzip":
		return []string{"gzip", "tar"}
	case "application/ogg", "video/mp4", "video/avi", "video/webm", "audio/mpeg", "audio/wave", "audio/aiff", "audio/midi", "audio/basic":
		return []string{"video/", "audio/", "ogg"}
	}
	return nil
}
