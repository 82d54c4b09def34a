package lettura

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/codici/targa"
	"github.com/piattaforma-verbali/verbali/shared/spine/problem"

	"github.com/piattaforma-verbali/verbali/ocr/internal/campo"
	"github.com/piattaforma-verbali/verbali/shared/verbale"
)

// Conferma records what a person says that the picture shows. The same confirmation again gives the same reading; another one is refused.
func (s *Service) Conferma(ctx context.Context, id uuid.UUID, c Conferma, indirizzo string) (Lettura, error) {
	detti, err := c.valori()
	if err != nil {
		return Lettura{}, err
	}
	return s.Store.Conferma(ctx, id, s.Adesso(), indirizzo, func(l Lettura) (map[string]string, error) { return confermati(l, detti) })
}

// confermati are the fields that a reading is confirmed with.
func confermati(l Lettura, detti map[string]string) (map[string]string, error) {
	if l.Stato == verbale.LetturaInCorso {
		return nil, problem.Conflitto("LETTURA_IN_CORSO", "La lettura non è finita.")
	}
	valori := map[string]string{}
	for _, c := range l.Campi {
		if c.Valore != "" {
			valori[c.Nome] = c.Valore
		}
	}
	maps.Copy(valori, detti)
	return valori, controlla(l.Tipo, valori)
}

// controlla checks the fields of a kind, and puts them in order.
func controlla(tipo verbale.TipoLettura, valori map[string]string) error {
	nomi := map[verbale.TipoLettura][]string{verbale.LetturaTarga: {campo.Targa, campo.Nazione}}[tipo]
	for _, n := range slices.Sorted(maps.Keys(valori)) {
		if !slices.Contains(nomi, n) {
			return problem.CampoNonValido("campi."+n, "non è un campo di questa lettura")
		}
	}
	return controllaTarga(valori)
}

func controllaTarga(valori map[string]string) error {
	if valori[campo.Targa] == "" {
		return problem.CampoNonValido("campi."+campo.Targa, "manca: la lettura non è sicura, va detta da una persona")
	}
	if valori[campo.Nazione] == "" {
		valori[campo.Nazione] = "IT"
	}
	esito := targa.Valida(valori[campo.Targa], valori[campo.Nazione])
	if !esito.Valida {
		return problem.CampoNonValido("campi."+campo.Targa, esito.Motivo)
	}
	valori[campo.Targa] = esito.Normalizzata
	return nil
}
