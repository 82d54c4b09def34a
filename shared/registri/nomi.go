// Package registri is how the words of a register are kept: each register has a folder with its nomi.json, which its client and
// its simulator read, so that a name that the convention's documents correct is corrected once. A name that no source confirms is
// marked as such: while one is left, tests that pass are no proof that the real register is understood.
package registri

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Nome is a name as the register writes it. Verified: a source other than this project has it so.
type Nome struct {
	Nome     string `json:"nome"`
	Verified bool   `json:"verified"`
}

// Linguaggio is the words of one register, by the key under which this project knows each.
type Linguaggio map[string]Nome

// Leggi reads the words of a register, as its nomi.json has them.
func Leggi(nomi []byte) (l Linguaggio, err error) {
	if err := json.Unmarshal(nomi, &l); err != nil {
		return nil, fmt.Errorf("registri: nomi.json: %w", err)
	}
	return l, nil
}

// Nome gives the name of a key; the key itself, which no register knows, where the file has none.
func (l Linguaggio) Nome(chiave string) string {
	if n, noto := l[chiave]; noto {
		return n.Nome
	}
	return chiave
}

// Chiave gives what stands after the prefix in the key of a value, such as PROPRIETARIO of titolo.PROPRIETARIO; empty for a value
// that is not in the file.
func (l Linguaggio) Chiave(prefisso, valore string) string {
	for chiave, n := range l {
		if n.Nome == valore && len(chiave) > len(prefisso) && chiave[:len(prefisso)+1] == prefisso+"." {
			return chiave[len(prefisso)+1:]
		}
	}
	return ""
}

// DaConfermare are the keys of the names that no source confirms, in order.
func (l Linguaggio) DaConfermare() (chiavi []string) {
	for chiave, n := range l {
		if !n.Verified {
			chiavi = append(chiavi, chiave)
		}
	}
	slices.Sort(chiavi)
	return chiavi
}
