package soap

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// codifica is how the bytes of a document are written: "utf-8", "utf-16le" or "utf-16be".
type codifica string

const (
	utf8Soltanto codifica = "utf-8"
	utf16LE      codifica = "utf-16le"
	utf16BE      codifica = "utf-16be"
)

const unaDelleDue = "serve UTF-8, oppure UTF-16 con il suo segno iniziale (BOM)"

// ammette reports that a name of an encoding, as a header or a declaration has it, is that of the bytes.
func (c codifica) ammette(nome string) bool {
	nome = strings.ToLower(nome)
	if c == utf8Soltanto {
		return slices.Contains([]string{"utf-8", "utf8", "us-ascii"}, nome)
	}
	return nome == "utf-16" || nome == string(c)
}

// nota reports a name that is one of ours, whatever the bytes.
func nota(nome string) bool {
	return utf8Soltanto.ammette(nome) || utf16LE.ammette(nome) || utf16BE.ammette(nome)
}

// riconosci tells the encoding by the first bytes (XML 1.0, appendix F), and whether a mark says it.
func riconosci(documento string) (c codifica, segno bool, f *Fault) {
	inizia := func(con string) bool { return strings.HasPrefix(documento, con) }
	switch {
	case inizia("\x00\x00\xfe\xff"), inizia("\xff\xfe\x00\x00"), inizia("\x00\x00\x00<"), inizia("<\x00\x00\x00"):
		return "", false, rifiuto(CodificaNonAmmessa, "La richiesta è in UTF-32: "+unaDelleDue+".")
	case inizia("\xff\xfe"):
		return utf16LE, true, nil
	case inizia("\xfe\xff"):
		return utf16BE, true, nil
	case inizia("<\x00"):
		return utf16LE, false, nil
	case inizia("\x00<"):
		return utf16BE, false, nil
	}
	return utf8Soltanto, inizia("\ufeff"), nil
}

// inUTF8 gives a document in UTF-8 without its mark, from either encoding that XML requires (XML 1.0, 4.3.3; WS-I Basic Profile
// 1.1, R1012). charset comes from the Content-Type, empty without one, and must agree with the bytes. taglio: the document is
// only the beginning of a longer one, and may end within a character.
func inUTF8(documento, charset string, taglio bool) (string, codifica, *Fault) {
	c, segno, f := riconosci(documento)
	switch {
	case f != nil:
		return "", c, f
	case charset != "" && !c.ammette(charset):
		return "", c, rifiuto(CodificaNonAmmessa, fmt.Sprintf("Il Content-Type dice %q, ma la richiesta è scritta in %s.", breve(charset), strings.ToUpper(string(c))))
	case c == utf8Soltanto:
		return strings.TrimPrefix(documento, "\ufeff"), c, nil
	}
	testo, f := daUTF16(documento, c, taglio)
	if f != nil {
		return "", c, f
	}
	if !segno && charset == "" && !strings.HasPrefix(testo, "<?xml") {
		return "", c, rifiuto(CodificaNonAmmessa, "La richiesta sembra in UTF-16, ma né il segno iniziale (BOM), né il Content-Type, né la dichiarazione XML lo dicono.")
	}
	return strings.TrimPrefix(testo, "\ufeff"), c, nil
}

// daUTF16 decodes every unit; half a pair is a fault, never another character.
func daUTF16(documento string, c codifica, taglio bool) (string, *Fault) {
	var ordine binary.ByteOrder = binary.LittleEndian
	if c == utf16BE {
		ordine = binary.BigEndian
	}
	if len(documento)%2 == 1 && !taglio {
		return "", rifiuto(CodificaNonAmmessa, "La richiesta in UTF-16 ha un numero dispari di byte: è tagliata.")
	}
	unita := func(i int) rune { return rune(ordine.Uint16([]byte(documento[i : i+2]))) }
	testo := make([]byte, 0, len(documento)/2+len(documento)/8)
	for i := 0; i+1 < len(documento); i += 2 {
		r := unita(i)
		if utf16.IsSurrogate(r) {
			if i+3 >= len(documento) && taglio {
				break
			}
			if i += 2; i+1 < len(documento) {
				r = utf16.DecodeRune(r, unita(i))
			}
			if i+1 >= len(documento) || r == utf8.RuneError {
				return "", rifiuto(CodificaNonAmmessa, "La richiesta in UTF-16 ha mezza coppia di surrogati: non è testo.")
			}
		}
		testo = utf8.AppendRune(testo, r)
	}
	return string(testo), nil
}
