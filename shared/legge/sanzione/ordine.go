package sanzione

import (
	"cmp"
	"slices"
	"strings"
)

// confronta is the canonical order of a table: article, paragraph and letter as the Code numbers them,
// then codice and first day. Two rows are never equal in it: codice and validoDa are unique.
func confronta(a, b Sanzione) int {
	return cmp.Or(
		numerazione(a.Articolo, b.Articolo),
		numerazione(a.Comma, b.Comma),
		numerazione(a.Lettera, b.Lettera),
		strings.Compare(a.Codice, b.Codice),
		a.ValidoDa.DiffDays(b.ValidoDa),
	)
}

// numerazione compares "126" with "126-bis", "9-bis" with "10": numbers by value, then the Latin suffixes
// in their order; a text without a number, such as a law outside the Code, comes last.
func numerazione(a, b string) int {
	na, ra := numero(a)
	nb, rb := numero(b)
	return cmp.Or(cmp.Compare(na, nb), cmp.Compare(suffisso(ra), suffisso(rb)), strings.Compare(ra, rb), strings.Compare(a, b))
}

// numero splits the number off the front. No number, or a number too high for any law, counts as the highest.
func numero(s string) (n int, resto string) {
	cifre := strings.IndexFunc(s+" ", func(r rune) bool { return r < '0' || r > '9' })
	if cifre == 0 && s != "" || cifre > 6 {
		return 1_000_000, s
	}
	for _, c := range s[:cifre] {
		n = n*10 + int(c-'0')
	}
	return n, s[cifre:]
}

// suffisso is the place of "-bis" and its like; none is 0.
func suffisso(resto string) int {
	testa, _, _ := strings.Cut(strings.TrimLeft(resto, "-."), "-")
	testa, _, _ = strings.Cut(testa, ".")
	return slices.Index(suffissi(), testa) + 1
}

// suffissi are the Latin suffixes in their order, as far as the law outside the Code goes; those after vicies are told
// apart by what follows it.
func suffissi() []string {
	return []string{"bis", "ter", "quater", "quinquies", "sexies", "septies", "octies", "novies", "decies", "undecies", "duodecies", "terdecies",
		"quaterdecies", "quinquiesdecies", "sexiesdecies", "septiesdecies", "duodevicies", "undevicies", "vicies"}
}
