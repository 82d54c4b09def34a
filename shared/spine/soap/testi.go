package soap

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// caratteri refuses bytes that are not UTF-8 and characters that XML does not have.
func caratteri(s string) *Fault {
	if !utf8.ValidString(s) {
		return rifiuto(CodificaNonAmmessa, "La richiesta contiene byte che non sono UTF-8.")
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' && !bianco(c) {
			return rifiuto(XMLNonValido, fmt.Sprintf("La richiesta contiene il carattere di controllo U+%04X.", c))
		}
	}
	if strings.Contains(s, "\ufffe") || strings.Contains(s, "\uffff") {
		return rifiuto(XMLNonValido, "La richiesta contiene un carattere che XML non ammette.")
	}
	return nil
}

// prologo reads what stands before the envelope.
func (d *scansione) prologo() *Fault {
	if d.inizia("<?xml") && len(d.s) > len("<?xml") && bianco(d.s[len("<?xml")]) {
		if f := d.dichiarazioneXML(); f != nil {
			return f
		}
	}
	return d.contorno()
}

// contorno reads what may stand around the envelope: blanks and comments.
func (d *scansione) contorno() *Fault {
	for {
		d.bianchi()
		switch {
		case d.i >= len(d.s):
			return nil
		case d.s[d.i] != '<' || d.inizia("<![CDATA["):
			return d.rotto("c'è del testo fuori dalla busta")
		case d.inizia("<!") || d.inizia("<?"):
			if f := d.speciale(nil); f != nil {
				return f
			}
		default:
			return nil
		}
	}
}

// dichiarazioneXML reads <?xml version="1.0" encoding="…" standalone="…"?>.
func (d *scansione) dichiarazioneXML() *Fault {
	fine := strings.Index(d.s, "?>")
	if fine < 0 {
		return d.rotto("la dichiarazione XML non finisce")
	}
	resto := d.s[len("<?xml"):fine]
	for _, nome := range []string{"version", "encoding", "standalone"} {
		dopo, scritto := strings.CutPrefix(strings.TrimLeft(resto, " \t\r\n"), nome)
		if !scritto || !bianco(resto[0]) {
			if nome == "version" {
				return d.rotto("la dichiarazione XML non dice la versione")
			}
			continue
		}
		var valore string
		if valore, resto, scritto = traVirgolette(dopo); !scritto {
			return d.rotto("la dichiarazione XML non è corretta")
		}
		if f := d.dichiarato(nome, valore); f != nil {
			return f
		}
	}
	if !vuoto(resto) {
		return d.rotto("la dichiarazione XML non è corretta")
	}
	d.i = fine + len("?>")
	return nil
}

// dichiarato judges one value of the declaration.
func (d *scansione) dichiarato(nome, valore string) *Fault {
	switch nome {
	case "version":
		if valore != "1.0" {
			return d.rotto("la versione di XML deve essere 1.0")
		}
	case "encoding":
		if !nota(valore) {
			return rifiuto(CodificaNonAmmessa, fmt.Sprintf("La codifica dichiarata %q non è ammessa: serve UTF-8 o UTF-16.", breve(valore)))
		}
		if !d.codifica.ammette(valore) {
			return rifiuto(CodificaNonAmmessa, fmt.Sprintf("La dichiarazione XML dice %q, ma la richiesta è scritta in %s.", breve(valore), strings.ToUpper(string(d.codifica))))
		}
	default:
		if valore != "yes" && valore != "no" {
			return d.rotto("la dichiarazione XML non è corretta")
		}
	}
	return nil
}

// traVirgolette takes ="…" off the front of s.
func traVirgolette(s string) (valore, resto string, bene bool) {
	s, bene = strings.CutPrefix(strings.TrimLeft(s, " \t\r\n"), "=")
	s = strings.TrimLeft(s, " \t\r\n")
	if !bene || s == "" || s[0] != '"' && s[0] != '\'' {
		return "", "", false
	}
	return strings.Cut(s[1:], s[:1])
}

// testo reads the character data up to the next markup; blanks beside children do not count.
func (d *scansione) testo(testi *raccolta, figli bool) *Fault {
	k := strings.IndexByte(d.s[d.i:], '<')
	if k < 0 {
		k = len(d.s) - d.i
	}
	pezzo := d.s[d.i : d.i+k]
	if pezzo == "" || figli && vuoto(pezzo) {
		d.i += k
		return nil
	}
	if strings.Contains(pezzo, "]]>") {
		return d.rotto("il testo contiene ]]>")
	}
	pezzo, f := d.sciogli(pezzo)
	if f != nil {
		return f
	}
	d.i += k
	testi.aggiungi(pezzo)
	return nil
}

// speciale reads a comment or a CDATA section, and refuses the rest of what begins with <! and <?.
func (d *scansione) speciale(testi *raccolta) *Fault {
	switch {
	case d.inizia("<!--"):
		dentro := d.s[d.i+len("<!--"):]
		k := strings.Index(dentro, "--")
		if k < 0 || !strings.HasPrefix(dentro[k:], "-->") {
			return d.rotto("un commento non finisce o contiene --")
		}
		d.i += len("<!--") + k + len("-->")
		return nil
	case d.inizia("<![CDATA["):
		inizio := d.i + len("<![CDATA[")
		dentro, _, chiuso := strings.Cut(d.s[inizio:], "]]>")
		if !chiuso {
			return d.rotto("una sezione CDATA non finisce")
		}
		d.i = inizio + len(dentro) + len("]]>")
		if d.ritorni {
			dentro = strings.ReplaceAll(strings.ReplaceAll(dentro, "\r\n", "\n"), "\r", "\n")
		}
		if dentro != "" {
			testi.aggiungi(dentro)
		}
		return nil
	case d.inizia("<?"):
		return rifiuto(IstruzioneNonAmmessa, "Le istruzioni di elaborazione <?…?> non sono ammesse, salvo la dichiarazione XML iniziale.")
	}
	return rifiuto(DTDNonAmmessa, "La richiesta contiene una dichiarazione <!…> (DTD o entità): non è ammessa.")
}

// sciogli replaces references and makes line ends one; a text with neither is given back as it is.
func (d *scansione) sciogli(t string) (string, *Fault) {
	if strings.IndexByte(t, '&') < 0 && (!d.ritorni || strings.IndexByte(t, '\r') < 0) {
		return t, nil
	}
	var b strings.Builder
	b.Grow(len(t))
	for t != "" {
		k := strings.IndexAny(t, "&\r")
		if k < 0 {
			k = len(t)
		}
		b.WriteString(t[:k])
		switch t = t[k:]; {
		case t == "":
		case t[0] == '\r':
			b.WriteByte('\n')
			t = strings.TrimPrefix(t[1:], "\n")
		default:
			nome, _, chiuso := strings.Cut(t[1:min(len(t), 32)], ";")
			r, nota := riferimento(nome)
			if !chiuso || !nota {
				return "", d.rotto("il riferimento %q non è tra &lt; &gt; &amp; &apos; &quot; e i caratteri numerici", "&"+breve(nome))
			}
			b.WriteRune(r)
			t = t[len("&")+len(nome)+len(";"):]
		}
	}
	return b.String(), nil
}

// riferimento gives the character of &nome;.
func riferimento(nome string) (rune, bool) {
	cifre, numerico := strings.CutPrefix(nome, "#")
	if !numerico {
		r := predefinito(nome)
		return r, r != 0
	}
	base := 10
	if esadecimali, si := strings.CutPrefix(cifre, "x"); si {
		cifre, base = esadecimali, 16
	}
	n, err := strconv.ParseUint(cifre, base, 32)
	if err != nil || n > utf8.MaxRune {
		return 0, false
	}
	r := rune(n)
	controllo := r < ' ' && !bianco(byte(r))
	return r, utf8.ValidRune(r) && !controllo && r != 0xfffe && r != 0xffff
}

// predefinito gives the character of one of the five names that XML has; zero for any other.
func predefinito(nome string) rune {
	switch nome {
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "amp":
		return '&'
	case "apos":
		return '\''
	case "quot":
		return '"'
	default:
		return 0
	}
}
