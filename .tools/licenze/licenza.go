package main

import "strings"

// ammesse are the licences, by their SPDX names, that may be in a work under the EUPL 1.2.
func ammesse() []string {
	return []string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "BSD", "0BSD", "BSD-0-Clause", "ISC", "Apache-2.0", "MPL-2.0", "Unlicense", "CC0-1.0",
		"OFL-1.1", "Zlib", "EUPL-1.2"}
}

// firme are phrases of each licence, in the order in which they are looked for: some quote others.
func firme() [][2]string {
	return [][2]string{
		{"EUPL-1.2", "european union public licence v. 1.2"},
		{"MPL-2.0", "mozilla public license version 2.0"},
		{"MPL-2.0", "mozilla public license, version 2.0"},
		{"AGPL", "gnu affero general public license"},
		{"LGPL", "gnu lesser general public license"},
		{"GPL", "gnu general public license"},
		{"Apache-2.0", "apache license version 2.0"},
		{"Apache-2.0", "apache license, version 2.0"},
		{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
		{"BSD", "redistribution and use in source and binary forms, with or without modification, are permitted"},
		{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose"},
		{"ISC", "permission to use, copy, modify, and distribute this software for any purpose"},
		{"Unlicense", "this is free and unencumbered software released into the public domain"},
		{"CC0-1.0", "cc0 1.0 universal"},
		{"OFL-1.1", "sil open font license version 1.1"},
		{"Zlib", "this software is provided 'as-is', without any express or implied warranty"},
	}
}

// riconosci names the licence of a text, empty for none that is known.
func riconosci(testo []byte) string {
	parole := strings.Join(strings.Fields(strings.ToLower(string(testo))), " ")
	for _, f := range firme() {
		if strings.Contains(parole, f[1]) {
			return f[0]
		}
	}
	return ""
}

// eccezioni are packages of the pages that declare no licence where npm looks for it, each with where it is.
func eccezioni() []string {
	return []string{"node_modules/dom-walk"} // MIT, in the form "licenses" of before 2014
}
