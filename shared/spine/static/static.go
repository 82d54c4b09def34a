// Package static carries the style sheets, scripts and fonts that the pages and the printed acts use.
//
// Everything but caratteri.css comes from npm at build time (make risorse) and is never committed:
// in a fresh clone the package compiles and pages work unstyled; the test of this package names the missing files.
package static

import (
	"embed"
	"io/fs"
	"path"
)

// Names of the files that pages and printed acts ask for, relative to the root of FS.
const (
	Style        = "bootstrap-italia/css/bootstrap-italia.min.css"
	Faces        = "caratteri.css"
	Script       = "bootstrap-italia/js/bootstrap-italia.bundle.min.js"
	Icons        = "bootstrap-italia/svg/sprites.svg"
	Htmx         = "htmx.min.js"
	FontRegular  = "font/titillium-web-regular.ttf"
	FontSemibold = "font/titillium-web-600.ttf"
	FontBold     = "font/titillium-web-700.ttf"
	FontMono     = "font/roboto-mono-regular.ttf"
)

//go:embed all:dist
var dist embed.FS

// FS returns the resources, rooted at the folder that holds caratteri.css.
func FS() fs.FS {
	radice, err := fs.Sub(dist, "dist")
	if err != nil {
		return dist // cannot happen: the name is constant and valid
	}
	return radice
}

// pulito turns a URL path or a name into a name of FS.
func pulito(nome string) string {
	return path.Clean("/" + nome)[1:]
}
