package main

import "hash/fnv"

// colore is the number of an ANSI colour.
type colore string

const (
	rosso  colore = "31"
	giallo colore = "33"
	verde  colore = "32"
	grigio colore = "90"
)

// tinta colours a text when the output is a terminal.
func (r *registro) tinta(c colore, testo string) string {
	if !r.colori {
		return testo
	}
	return "\x1b[" + string(c) + "m" + testo + "\x1b[0m"
}

func coloreLivello(livello string) colore {
	switch livello {
	case "ERROR":
		return rosso
	case "WARN":
		return giallo
	case "DEBUG":
		return grigio
	default:
		return verde
	}
}

// coloreDi gives each program a colour of its own, the same at each start.
func coloreDi(nome string) colore {
	tavolozza := []colore{"34", "35", "36", "94", "95", "96", "92", "93"}
	h := fnv.New32a()
	_, _ = h.Write([]byte(nome)) // a hash never fails
	return tavolozza[h.Sum32()%uint32(len(tavolozza))]
}
