package mosse

import (
	"github.com/google/uuid"

	"github.com/piattaforma-verbali/verbali/shared/legge/calendario"
)

// The two positions of the fines of the tests.
const diObbligato, diTrasgressore = 1, 2

func idProva(n byte) uuid.UUID { return uuid.UUID{15: n} }

func ggmm(s string) calendario.Giorno { return calendario.MustParse(s) }
