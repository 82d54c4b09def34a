package main

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
)

// The bill of materials, in the form of CycloneDX 1.6 (ECMA-424). It has no date and no serial number: the same sources
// give the same file.
type distinta struct {
	BomFormat   string       `json:"bomFormat"`
	SpecVersion string       `json:"specVersion"`
	Version     int          `json:"version"`
	Metadata    metadati     `json:"metadata"`
	Components  []componente `json:"components"`
}

type metadati struct {
	Component componente `json:"component"`
}

type componente struct {
	Type     string            `json:"type"`
	BomRef   string            `json:"bom-ref"`
	Name     string            `json:"name"`
	Version  string            `json:"version,omitempty"`
	Purl     string            `json:"purl,omitempty"`
	Hashes   []impronta        `json:"hashes,omitempty"`
	Licenses []licenzaDichiara `json:"licenses,omitempty"`
}

type impronta struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

// licenzaDichiara has the name of SPDX where the licence has one, else its own.
type licenzaDichiara struct {
	License struct {
		ID   string `json:"id,omitempty"`
		Name string `json:"name,omitempty"`
	} `json:"license"`
}

func licenzaDi(nome string) (l licenzaDichiara) {
	if nome == "BSD" { // which of them its text does not say in a way that is recognised
		l.License.Name = nome
		return l
	}
	l.License.ID = nome
	return l
}

// scriviDistinta writes the bill of materials of the modules in cartelle (path and version, and the folder of their files)
// and of the packages of the pages, which a package-lock.json lists.
func scriviDistinta(file string, cartelle map[string]string, lock []byte) error {
	d := distinta{BomFormat: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: metadati{Component: componente{Type: "application", BomRef: "piattaforma-verbali", Name: "piattaforma-verbali"}}}
	for nome, cartella := range cartelle {
		percorso, versione, _ := strings.Cut(nome, " ")
		c := componente{Type: "library", Name: percorso, Version: versione, Purl: "pkg:golang/" + percorso + "@" + versione}
		trovate, _ := licenze(cartella)
		slices.Sort(trovate)
		for _, l := range slices.Compact(trovate) {
			c.Licenses = append(c.Licenses, licenzaDi(l))
		}
		d.Components = append(d.Components, c)
	}
	pagine, err := leggiLock(lock)
	if err != nil {
		return err
	}
	for _, nome := range slices.Sorted(maps.Keys(pagine)) {
		d.Components = append(d.Components, pagine[nome].componente(nome))
	}
	for i := range d.Components {
		d.Components[i].BomRef = d.Components[i].Purl
	}
	slices.SortFunc(d.Components, func(a, b componente) int { return cmp.Compare(a.Purl, b.Purl) })
	d.Components = slices.CompactFunc(d.Components, func(a, b componente) bool { return a.Purl == b.Purl })
	testo, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(testo, '\n'), 0o644)
}

// componente is a package of npm; the name is its folder (node_modules/a/node_modules/@b/c is @b/c).
func (p pacchetto) componente(cartella string) componente {
	nome := cartella[strings.LastIndex(cartella, "node_modules/")+len("node_modules/"):]
	c := componente{Type: "library", Name: nome, Version: p.Version, Purl: "pkg:npm/" + strings.Replace(nome, "@", "%40", 1) + "@" + p.Version}
	if p.License != "" {
		c.Licenses = []licenzaDichiara{licenzaDi(p.License)}
	}
	algoritmo, resto, _ := strings.Cut(p.Integrity, "-")
	if somma, err := base64.StdEncoding.DecodeString(resto); err == nil && algoritmo == "sha512" {
		c.Hashes = []impronta{{"SHA-512", hex.EncodeToString(somma)}}
	}
	return c
}
