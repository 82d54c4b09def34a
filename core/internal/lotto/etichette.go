package lotto

import (
	"fmt"
	"math"
	"strconv"

	"github.com/piattaforma-verbali/verbali/shared/verbale"

	"github.com/piattaforma-verbali/verbali/core/internal/pagine"
)

// Titolo is how people call a lot.
func (l Lotto) Titolo() string {
	switch {
	case l.Nome != "":
		return l.Nome
	case l.Automatico && l.Stato == verbale.LottoBozza:
		return "Lotto aperto (" + l.Tipo.Parola() + ")"
	}
	return l.Tipo.Parola() + " del " + pagine.Quando(&l.Creato)
}

// parolaVelocita is the speed in words; empty while it cannot be said.
func (l Lotto) parolaVelocita() string {
	v, nota := l.velocita()
	switch {
	case !nota:
		return ""
	case v >= 1:
		return pagine.Quante(int(math.Round(v)), "voce", "voci") + " al secondo"
	}
	return pagine.Quante(max(1, int(math.Round(v*60))), "voce", "voci") + " al minuto"
}

// parolaManca is the time left in words; empty while it cannot be said.
func (l Lotto) parolaManca() string {
	d, nota := l.manca()
	switch minuti := int(math.Ceil(d.Minutes())); {
	case !nota:
		return ""
	case minuti <= 1:
		return "meno di un minuto"
	case minuti < 120:
		return fmt.Sprintf("circa %d minuti", minuti)
	default:
		return fmt.Sprintf("circa %d ore", int(math.Round(d.Hours())))
	}
}

// posto is the place of an item; a dash before the lot is closed.
func (v Voce) posto() string {
	if v.Ordine == nil {
		return "–"
	}
	return strconv.Itoa(*v.Ordine)
}
