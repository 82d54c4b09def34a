// Package impostazioni lists the settings of a command. Each is declared beside what it governs.
package impostazioni

import (
	"slices"
	"strings"

	"github.com/piattaforma-verbali/verbali/shared/registri/anpr"
	"github.com/piattaforma-verbali/verbali/shared/registri/domicili"
	"github.com/piattaforma-verbali/verbali/shared/registri/inad"
	"github.com/piattaforma-verbali/verbali/shared/registri/infows"
	"github.com/piattaforma-verbali/verbali/shared/registri/inipec"
	"github.com/piattaforma-verbali/verbali/shared/registri/ipa"
	"github.com/piattaforma-verbali/verbali/shared/registri/pdnd/fruizione"
	"github.com/piattaforma-verbali/verbali/shared/registri/pra"
	"github.com/piattaforma-verbali/verbali/shared/registri/send"
	"github.com/piattaforma-verbali/verbali/shared/registri/veicoli"
	"github.com/piattaforma-verbali/verbali/shared/spine/identita"
	"github.com/piattaforma-verbali/verbali/shared/spine/impostazione"
	"github.com/piattaforma-verbali/verbali/shared/verbale/scelte"
)

// Tutte gives every setting, those of one subject together, in the order in which a page shows them.
func Tutte() impostazione.Lista {
	tutte := slices.Concat(scelte.Impostazioni(), fruizione.Impostazioni(), scelte.Ricerca(), identita.Impostazioni(),
		veicoli.Impostazioni(infows.Impostazione(), pra.Impostazione()),
		impostazione.Lista{inipec.Impostazione(), ipa.Impostazione()}, domicili.Impostazioni(), inad.Impostazioni(), anpr.Impostazioni(), send.Impostazioni())
	for i := range tutte {
		parola, _, _ := strings.Cut(tutte[i].Chiave, ".")
		tutte[i].Accesso = tutte[i].Accesso || slices.Contains(porte(), parola)
	}
	return tutte
}

// porte are the words that begin the settings of a command's doors: to which servers its questions and its secrets go, and from
// where others may search its fines.
func porte() []string {
	return []string{"veicoli", "domicilio", "pdnd", "ricerca", "send", "posta", "pec", "archivio"}
}
