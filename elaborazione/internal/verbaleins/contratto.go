package verbaleins

import (
	_ "embed"
	"encoding/xml"
	"strings"
)

//go:embed verbaleins.wsdl
var wsdl string

//go:embed verbaleins.xsd
var xsd string

// XSD is the schema of the service, for ?xsd.
func XSD() []byte { return []byte(xsd) }

// WSDL is the description of the service, for ?wsdl, with the schema inside it. indirizzo is the
// absolute URL at which the caller reaches the service.
func WSDL(indirizzo string) []byte {
	var scappato strings.Builder
	// EscapeText fails only when the writer does.
	_ = xml.EscapeText(&scappato, []byte(indirizzo))
	_, schema, _ := strings.Cut(xsd, "?>\n")
	return []byte(strings.NewReplacer(
		"    <!-- SCHEMA -->\n", schema,
		`location="INDIRIZZO"`, `location="`+scappato.String()+`"`,
	).Replace(wsdl))
}
