package pagopa

import (
	"errors"
	"strings"
	"testing"
)

func TestLineareDellaCartaVecchia(t *testing.T) {
	t.Parallel()
	atteso := Lineare{GLN: "8012345000008", NumeroAvviso: "002160020399398578", ImportoCent: 2940}
	casi := []struct{ nota, testo string }{
		{"con le parentesi, come sta scritto sotto le barre", "(415)8012345000008(8020)002160020399398578(3902)2940"},
		{"con spazi", "(415) 8012345000008 (8020) 002160020399398578 (3902) 2940"},
		{"senza parentesi", "415801234500000880200021600203993985783902" + "2940"},
		{"con FNC1 dopo il numero avviso", "41580123450000088020002160020399398578\x1d39022940"},
		{"con il prefisso della simbologia", "]C141580123450000088020002160020399398578\x1d39022940\r\n"},
		{"importo riempito di zeri", "(415)8012345000008(8020)002160020399398578(3902)0000002940"},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			if letto, err := LeggiLineare(c.testo); err != nil || letto != atteso {
				t.Errorf("letto %+v, errore %v", letto, err)
			}
		})
	}
}

func TestLineariErrati(t *testing.T) {
	t.Parallel()
	casi := []struct {
		nota, testo string
		specie      error
	}{
		{"numero avviso scritto male", "(415)8012345000008(8020)002160020399398579(3902)2940", ErrDigitazione},
		{"numero avviso di 17 cifre", "(415)8012345000008(8020)00216002039939857(3902)2940", ErrFormato},
		{"GLN di 12 cifre", "(415)801234500000(8020)002160020399398578(3902)2940", ErrFormato},
		{"senza importo", "(415)8012345000008(8020)002160020399398578", ErrFormato},
		{"importo vuoto", "(415)8012345000008(8020)002160020399398578(3902)", ErrFormato},
		{"importo zero", "(415)8012345000008(8020)002160020399398578(3902)00", ErrFormato},
		{"importo con tre decimali", "(415)8012345000008(8020)002160020399398578(3903)29400", ErrFormato},
		{"importo di sedici cifre", "(415)8012345000008(8020)002160020399398578(3902)0000000000002940", ErrFormato},
		{"importo troppo grande", "(415)8012345000008(8020)002160020399398578(3902)100000000000", ErrFormato},
		{"lettera nell'importo", "(415)8012345000008(8020)002160020399398578(3902)294O", ErrFormato},
		{"ordine scambiato", "(8020)002160020399398578(415)8012345000008(3902)2940", ErrFormato},
		{"vuoto", "", ErrFormato},
		{"solo il primo identificatore", "(415)", ErrFormato},
		{"smisurato", strings.Repeat("415", 5000), ErrFormato},
	}
	for _, c := range casi {
		t.Run(c.nota, func(t *testing.T) {
			t.Parallel()
			if _, err := LeggiLineare(c.testo); !errors.Is(err, c.specie) {
				t.Errorf("errore %v, atteso %v", err, c.specie)
			}
		})
	}
}
