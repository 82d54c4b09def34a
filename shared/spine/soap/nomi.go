package soap

import (
	"encoding/xml"
	"slices"
)

const (
	spazioXML   = "http://www.w3.org/XML/1998/namespace"
	spazioXMLNS = "http://www.w3.org/2000/xmlns/"
)

// dichiarazione reports xmlns="…" and xmlns:p="…".
func (a attributo) dichiarazione() bool {
	return a.prefisso == "xmlns" || a.prefisso == "" && a.nome == "xmlns"
}

// nome reads a name, with its prefix where it has one.
func (d *scansione) nome() (prefisso, locale string, f *Fault) {
	if locale, f = d.semplice(); f != nil {
		return "", "", f
	}
	if !d.inizia(":") {
		return "", locale, nil
	}
	d.i++
	prefisso = locale
	if locale, f = d.semplice(); f != nil {
		return "", "", f
	}
	if d.inizia(":") {
		return "", "", d.rotto("un nome ha più di un prefisso")
	}
	return prefisso, locale, nil
}

// semplice reads a name without colons. Letters beyond ASCII, which XML allows, are in no name that we
// know.
func (d *scansione) semplice() (string, *Fault) {
	inizio := d.i
	for d.i < len(d.s) && (letteraNome(d.s[d.i]) || d.i > inizio && altroNome(d.s[d.i])) {
		d.i++
	}
	if d.i == inizio || d.i < len(d.s) && d.s[d.i] >= 0x80 {
		return "", d.rotto("ci si aspetta un nome di lettere senza accenti")
	}
	return d.s[inizio:d.i], nil
}

func letteraNome(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

func altroNome(c byte) bool { return c >= '0' && c <= '9' || c == '-' || c == '.' }

// dichiara puts into force the namespaces that the start tag declares.
func (d *scansione) dichiara() *Fault {
	prima := len(d.spazi)
	for _, a := range d.grezzi {
		if !a.dichiarazione() {
			continue
		}
		nuovo := spazio{uri: a.valore}
		if a.prefisso != "" {
			nuovo.prefisso = a.nome
		}
		xml := nuovo.prefisso == "xml" && nuovo.uri == spazioXML // the one thing that may be said of them
		riservato := nuovo.prefisso == "xml" || nuovo.prefisso == "xmlns" || nuovo.uri == spazioXML || nuovo.uri == spazioXMLNS
		switch {
		case nuovo.prefisso != "" && nuovo.uri == "":
			return d.rotto("il prefisso %q è dichiarato senza namespace", breve(nuovo.prefisso))
		case riservato && !xml:
			return d.rotto("il prefisso %q o il suo namespace è riservato", breve(nuovo.prefisso))
		case slices.ContainsFunc(d.spazi[prima:], func(s spazio) bool { return s.prefisso == nuovo.prefisso }):
			return d.rotto("l'attributo %q è ripetuto", breve(a.nome))
		case len(d.spazi) == spaziMassimi:
			return rifiuto(StrutturaEccessiva, "I namespace dichiarati sono troppi: al massimo 256 in vigore insieme.")
		}
		d.spazi = append(d.spazi, nuovo)
	}
	return nil
}

// risolvi finds the namespace of a name.
func (d *scansione) risolvi(prefisso, locale string) (xml.Name, *Fault) {
	for _, s := range slices.Backward(d.spazi) {
		if s.prefisso == prefisso {
			return xml.Name{Space: s.uri, Local: locale}, nil
		}
	}
	switch prefisso {
	case "":
		return xml.Name{Local: locale}, nil
	case "xml":
		return xml.Name{Space: spazioXML, Local: locale}, nil
	}
	return xml.Name{}, d.rotto("il prefisso %q non è dichiarato", breve(prefisso))
}
