package utilita

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/cds"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// The years that have holidays: law 260/1949 holds since 1950.
const (
	annoMinimo  = 1950
	annoMassimo = 2199
)

// Festivo is a holiday of a year.
type Festivo struct {
	calendario.Festivita

	GiornoSettimana string `json:"giornoSettimana"`
	// Nazionale is true of a holiday that moves the terms of the whole country.
	Nazionale bool `json:"nazionale"`
}

// EsitoFestivita lists the holidays of a year, in the order of the calendar.
type EsitoFestivita struct {
	Anno        int         `json:"anno"`
	Festivita   []Festivo   `json:"festivita"`
	Spiegazione []cds.Passo `json:"spiegazione"`
}

// FestivitaDi lists the holidays of a year between 1950 and 2199, and the patron saint of the caller's
// command if it is known. Sundays are holidays too and are not listed.
func (s *Service) FestivitaDi(ctx context.Context, anno int) (EsitoFestivita, error) {
	if anno < annoMinimo || anno > annoMassimo {
		return EsitoFestivita{}, problem.CampoNonValido("anno", fmt.Sprintf("deve essere compreso tra %d e %d", annoMinimo, annoMassimo))
	}
	esito := EsitoFestivita{Anno: anno, Festivita: []Festivo{}, Spiegazione: []cds.Passo{
		{Regola: "DOMENICHE", Norma: "L. 27 maggio 1949, n. 260, art. 2", Testo: "Sono festive anche tutte le domeniche, che l'elenco non riporta."},
		{Regola: "SANTO_PATRONO", Norma: "art. 155 c. 4 c.p.c.", Testo: "Il santo patrono del Comune non sposta i termini nazionali: è nell'elenco, non nazionale, se il comando lo ha nelle sue impostazioni."},
	}}
	locali := []calendario.Locale{}
	if l := s.patrono(ctx, ultimoGiorno(anno)); !l.IsZero() {
		locali = append(locali, l)
	}
	for _, f := range calendario.FestivitaDi(anno, locali...) {
		esito.Festivita = append(esito.Festivita, Festivo{Festivita: f, GiornoSettimana: giornoSettimana(f.Giorno), Nazionale: !f.Locale})
	}
	return esito, nil
}

// ultimoGiorno is 31 December: the setting that held in the year is the one at its end.
func ultimoGiorno(anno int) calendario.Giorno {
	g, err := calendario.Nuovo(anno, time.December, 31)
	if err != nil {
		return calendario.Giorno{} // not among the years that are answered
	}
	return g
}

func giornoSettimana(g calendario.Giorno) string {
	nome, _, _ := strings.Cut(g.Esteso(), " ")
	return nome
}
