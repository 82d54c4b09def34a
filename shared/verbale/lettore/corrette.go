package lettore

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici"
	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
	"github.com/piattaforma-verbali/verbali/shared/legge/revisione"
	"github.com/piattaforma-verbali/verbali/shared/legge/sanzione"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"
)

// Corrette chooses, among the fines that a corrected table concerns, those of a stretch with one remedy; any where it is
// empty.
type Corrette struct {
	Tratto

	Rimedio revisione.Rimedio
}

// LeggiCorrette reads a choice as it is asked for: days YYYY-MM-DD, a remedy, the id after which to go on; 400 names the
// fields at fault.
func LeggiCorrette(da, a, rimedio, cursore string) (Corrette, error) {
	var f Corrette
	var campi []problem.Campo
	giorno := func(campo, testo string) (g calendario.Giorno) {
		if testo == "" {
			return g
		}
		g, err := calendario.Parse(testo)
		if err != nil {
			campi = append(campi, problem.Campo{Campo: campo, Messaggio: "una data AAAA-MM-GG"})
		}
		return g
	}
	f.Da, f.A = giorno("da", da), giorno("a", a)
	if !f.Da.IsZero() && !f.A.IsZero() && f.A.Before(f.Da) {
		campi = append(campi, problem.Campo{Campo: "a", Messaggio: "precede il primo giorno"})
	}
	if f.Rimedio = revisione.Rimedio(rimedio); rimedio != "" && !slices.Contains(revisione.Rimedi(), f.Rimedio) {
		campi = append(campi, problem.Campo{Campo: "rimedio", Messaggio: "non è una voce di questo elenco"})
	}
	if id, ok := codici.ID(cursore); ok {
		f.Dopo = id
	} else if cursore != "" {
		campi = append(campi, problem.Campo{Campo: "cursore", Messaggio: "non è un cursore di questo elenco"})
	}
	if len(campi) > 0 {
		return f, problem.NonValido(campi...)
	}
	return f, nil
}

// perLettura is how many fines are read whole at a time.
const perLettura = 200

// Percorri gives the fines that the table concerns one after the other, in order of id, until altra says no. Memory does not
// grow with their number.
func (l Lettore) Percorri(ctx context.Context, t *sanzione.Tabella, f Corrette, oggi calendario.Giorno, altra func(revisione.Verbale) (bool, error)) error {
	for {
		letti, dopo, err := l.Rivedi(ctx, t, f.Tratto, perLettura, oggi)
		if err != nil {
			return err
		}
		for _, v := range letti {
			if f.Rimedio != "" && v.Rimedio != f.Rimedio {
				continue
			}
			if ancora, err := altra(v); err != nil || !ancora {
				return err
			}
		}
		if f.Dopo = dopo; dopo == uuid.Nil {
			return nil
		}
	}
}
