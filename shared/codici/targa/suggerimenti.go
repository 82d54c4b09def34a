package targa

import "strings"

// Suggerimenti lists the plates that a normalised string becomes when O and Q are read as 0 and I
// as 1 where the shape wants a digit. Nil when s is a plate already or no repair makes one. They
// are for a person to confirm: the platform never applies one by itself.
func Suggerimenti(s string) []string {
	if !strings.ContainsAny(s, "OQI") || len(Tipi(s)) > 0 {
		return nil
	}
	var proposte []string
	for i := range forme {
		riparata := ripara(forme[i].schema, s)
		if forme[i].tipo == Provinciale {
			riparata = riparaProvinciale(s)
		}
		if riparata != s && forme[i].ammette(riparata) {
			proposte = aggiungi(proposte, riparata)
		}
	}
	return proposte
}

// ripara gives s back when not even repaired it has the shape.
func ripara(schema, s string) string {
	if len(schema) != len(s) {
		return s
	}
	var spazio [lunghezzaGrezza]byte
	esito := append(spazio[:0], s...)
	for i := range esito {
		if schema[i] == 'd' {
			esito[i] = cifraSimile(esito[i])
		}
		if !classeDi(schema[i], esito[i]) {
			return s
		}
	}
	return string(esito)
}

func riparaProvinciale(s string) string {
	numero, ok := dopoProvincia(s)
	if !ok {
		return s
	}
	esito := []byte(s)
	for i := len(s) - len(numero); i < len(s); i++ {
		esito[i] = cifraSimile(esito[i])
	}
	return string(esito)
}

func cifraSimile(c byte) byte {
	switch c {
	case 'O', 'Q':
		return '0'
	case 'I':
		return '1'
	}
	return c
}
